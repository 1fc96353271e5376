"""Faces go in, sheets of paper with placed faces and marks come out: pure geometry, no PDF."""
