"""A shape element goes in, its path comes out."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree.ElementTree import Element

from pnp.paint.fault import SvgFault
from pnp.paint.numbers import number, numbers
from pnp.paint.path import Path, ellipse_path, parse_path, poly_path, rect_path


def _get(element: Element, name: str, default: str = "0") -> float:
    return number(element.get(name, default), name)


def _size(element: Element, name: str) -> float:
    value = _get(element, name)
    if value < 0:
        raise SvgFault(f"{name} is {value:g}", "a length of a shape cannot be negative")
    return value


def _path(element: Element) -> Path:
    return parse_path(element.get("d", ""))


def _rect(element: Element) -> Path:
    rx, ry = element.get("rx"), element.get("ry")
    width, height = _size(element, "width"), _size(element, "height")
    if width == 0 or height == 0:
        return ()
    across = number(rx or ry or "0", "rx")
    down = number(ry or rx or "0", "ry")
    return rect_path(_get(element, "x"), _get(element, "y"), width, height, across, down)


def _circle(element: Element) -> Path:
    radius = _size(element, "r")
    return ellipse_path(_get(element, "cx"), _get(element, "cy"), radius, radius) if radius else ()


def _ellipse(element: Element) -> Path:
    rx, ry = _size(element, "rx"), _size(element, "ry")
    return ellipse_path(_get(element, "cx"), _get(element, "cy"), rx, ry) if rx and ry else ()


def _line(element: Element) -> Path:
    ends = [_get(element, name) for name in ("x1", "y1", "x2", "y2")]
    return (("m", ends[0], ends[1]), ("l", ends[2], ends[3]))


def _polyline(element: Element) -> Path:
    return poly_path(_points(element), closed=False)


def _polygon(element: Element) -> Path:
    return poly_path(_points(element), closed=True)


def _points(element: Element) -> list[float]:
    values = numbers(element.get("points", ""), "points")
    if len(values) % 2:
        raise SvgFault(f"points has {len(values)} numbers", "write x and y for every point")
    return values


SHAPES: dict[str, Callable[[Element], Path]] = {
    "path": _path,
    "rect": _rect,
    "circle": _circle,
    "ellipse": _ellipse,
    "line": _line,
    "polyline": _polyline,
    "polygon": _polygon,
}
