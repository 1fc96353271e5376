"""Drawings go in; SVG that a browser may be trusted with, and fonts as data, come out: the only writer of either."""
