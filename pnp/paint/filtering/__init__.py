"""Filters: what was painted goes in, pixels that were filtered come out."""
