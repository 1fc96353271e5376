"""SVG that `svg` has read goes in, drawings come out: a walk that says it in PDF's operators, and decides nothing."""
