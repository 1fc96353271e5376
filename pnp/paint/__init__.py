"""SVG faces and sheets go in, PDF comes out. The only SVG reader and the only canvas; painting decides nothing."""
