"""Filters: what a drawing says of them goes in, plain values come out."""
