"""An SVG file of any tool's goes in, a reportlab drawing comes out, by way of svglib."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import Any

from pnp.paint.fault import SvgFault


@lru_cache(maxsize=64)
def foreign_drawing(data: bytes) -> Any:
    """Read a foreign SVG once. Raises SvgFault when svglib cannot, or when it holds entities."""
    if b"<!ENTITY" in data:
        raise SvgFault("the SVG picture declares entities", "save it as plain SVG")
    from svglib.svglib import svg2rlg

    drawing = svg2rlg(BytesIO(data))
    if drawing is None or drawing.width <= 0 or drawing.height <= 0:
        raise SvgFault("the SVG picture cannot be read", "save it as plain SVG, with a viewBox or a size")
    return drawing


def foreign_size(data: bytes) -> tuple[float, float]:
    """Its width and height in points."""
    drawing = foreign_drawing(data)
    return float(drawing.width), float(drawing.height)
