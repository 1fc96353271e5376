"""A table without hexes as geometry: round bases and shapes, legs, lines of sight, pushes. No drawing."""
