"""Drawings and sheets go in, the bytes of a PDF come out: the only writer of PDF, on reportlab's file and objects."""
