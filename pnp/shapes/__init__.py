"""What a piece is cut to, as geometry: outlines, how they grow by the bleed, how deep a point lies within."""
