"""Font files go in; glyphs that exist, their advances and their kerned shapes come out, in em."""
