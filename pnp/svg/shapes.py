"""A shape element goes in, its path comes out."""

from __future__ import annotations

from collections.abc import Callable

from pnp.svg.cascade import Cascade
from pnp.svg.lengths import numbers
from pnp.svg.path import Path, ellipse_path, parse_path, poly_path, rect_path
from pnp.svg.tree import Element, SvgFault


def _get(element: Element, cascade: Cascade, name: str, axis: str) -> float:
    text = element.get(name)
    return cascade.length(text, name, axis) if text else 0.0


def _size(element: Element, cascade: Cascade, name: str, axis: str) -> float:
    value = _get(element, cascade, name, axis)
    if value < 0:
        raise SvgFault(f"{name} is {value:g}", "a length of a shape cannot be negative")
    return value


def _path(element: Element, _here: Cascade) -> Path:
    return parse_path(element.get("d", ""))


def _rect(element: Element, cascade: Cascade) -> Path:
    width, height = _size(element, cascade, "width", "w"), _size(element, cascade, "height", "h")
    if width == 0 or height == 0:
        return ()
    rx, ry = _radii(element, cascade)
    return rect_path(_get(element, cascade, "x", "w"), _get(element, cascade, "y", "h"), width, height, rx, ry)


def _radii(element: Element, cascade: Cascade) -> tuple[float, float]:
    """rx and ry; one alone, or beside auto, stands for both (SVG 1.1, 9.2)."""
    given = [None if element.get(name) in (None, "auto") else name for name in ("rx", "ry")]
    values = [_size(element, cascade, name, axis) if name else None for name, axis in zip(given, "wh", strict=True)]
    rx = values[0] if values[0] is not None else values[1]
    ry = values[1] if values[1] is not None else values[0]
    return rx or 0.0, ry or 0.0


def _circle(element: Element, cascade: Cascade) -> Path:
    radius = _size(element, cascade, "r", "d")
    return (
        ellipse_path(_get(element, cascade, "cx", "w"), _get(element, cascade, "cy", "h"), radius, radius)
        if radius
        else ()
    )


def _ellipse(element: Element, cascade: Cascade) -> Path:
    rx, ry = _radii(element, cascade)
    return (
        ellipse_path(_get(element, cascade, "cx", "w"), _get(element, cascade, "cy", "h"), rx, ry) if rx and ry else ()
    )


def _line(element: Element, cascade: Cascade) -> Path:
    x1, y1 = _get(element, cascade, "x1", "w"), _get(element, cascade, "y1", "h")
    x2, y2 = _get(element, cascade, "x2", "w"), _get(element, cascade, "y2", "h")
    return (("m", x1, y1), ("l", x2, y2))


def _polyline(element: Element, _here: Cascade) -> Path:
    return poly_path(_points(element), closed=False)


def _polygon(element: Element, _here: Cascade) -> Path:
    return poly_path(_points(element), closed=True)


def _points(element: Element) -> list[float]:
    values = numbers(element.get("points", ""), "points")
    if len(values) % 2:
        raise SvgFault(f"points has {len(values)} numbers", "write x and y for every point")
    return values


SHAPES: dict[str, Callable[[Element, Cascade], Path]] = {
    "path": _path,
    "rect": _rect,
    "circle": _circle,
    "ellipse": _ellipse,
    "line": _line,
    "polyline": _polyline,
    "polygon": _polygon,
}
