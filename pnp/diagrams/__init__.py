"""Scenarios and faces to be explained go in; what they show is computed, drawn, and comes out as faces."""
