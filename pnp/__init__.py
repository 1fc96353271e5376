"""A print-and-play component generator: a game in YAML goes in, printable PDFs come out."""

__version__ = "0.1.0"
