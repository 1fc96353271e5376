"""A game's records and templates go in; faces come out: one SVG document in mm for each printed side."""
