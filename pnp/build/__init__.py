"""A game and a paper go in; its documents come out, checked, laid out, painted and written."""
