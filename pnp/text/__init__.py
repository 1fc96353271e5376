"""Light markup and a box go in; lines of kerned runs that fit it come out, and their SVG."""
