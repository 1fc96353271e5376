"""A gradient element and the box it fills go in; a shading and the matrix it is painted under come out."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from pnp.paint.colors import Rgb, parse_color
from pnp.paint.drawing import Shading
from pnp.paint.fault import SvgFault
from pnp.paint.numbers import fraction, number
from pnp.paint.style import declared
from pnp.paint.transform import parse_transform
from pnp.paint.tree import href, local
from pnp.units import Matrix, Rect

_CHAIN = 16  # gradients may borrow from one another this far


def read_gradient(
    element: Element, ids: Mapping[str, Element], palette: Mapping[str, str], box: Rect, current: str
) -> tuple[Shading, Matrix, float]:
    """Answer the shading, its matrix in the shape's space, and its opacity (equal for all its stops)."""
    chain = _chain(element, ids)
    attributes: dict[str, str] = {}
    for item in reversed(chain):
        attributes |= dict(item.items())
    stops, opacity = _stops(next((item for item in chain if len(item)), element), palette, current)
    spread = attributes.get("spreadMethod", "pad")
    if spread != "pad":
        raise SvgFault(f"spreadMethod '{spread}' is not painted", "leave it out: the end colours go on (pad)")
    boxed = attributes.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox"
    matrix = Matrix(box.width, 0, 0, box.height, box.x, box.y) if boxed else Matrix()
    if "gradientTransform" in attributes:
        matrix = matrix @ parse_transform(attributes["gradientTransform"])

    def coordinate(name: str, default: str) -> float:
        text = attributes.get(name, default)
        if not text.endswith("%"):
            return number(text, name)
        if not boxed:
            raise SvgFault(f"{name} of a gradient is '{text}'", "write millimetres with gradientUnits='userSpaceOnUse'")
        return number(text[:-1], name) / 100

    if local(element.tag) == "linearGradient":
        coords = tuple(
            coordinate(name, default) for name, default in zip(("x1", "y1", "x2", "y2"), "0010", strict=True)
        )
        return Shading(2, coords, stops), matrix, opacity
    cx, cy, r = (coordinate(name, "0.5" if boxed else "50%") for name in ("cx", "cy", "r"))
    fx, fy = coordinate("fx", str(cx)), coordinate("fy", str(cy))
    return Shading(3, (fx, fy, 0.0, cx, cy, r), stops), matrix, opacity


def _chain(element: Element, ids: Mapping[str, Element]) -> list[Element]:
    chain = [element]
    while href(chain[-1]):
        target = ids.get(href(chain[-1]).removeprefix("#"))
        if target is None or len(chain) >= _CHAIN:
            raise SvgFault(f"the gradient refers to '{href(chain[-1])}', which is no gradient here")
        chain.append(target)
    return chain


def _stops(element: Element, palette: Mapping[str, str], current: str) -> tuple[tuple[tuple[float, Rgb], ...], float]:
    stops: list[tuple[float, Rgb]] = []
    opacities: set[float] = set()
    for child in element:
        if local(child.tag) != "stop":
            continue
        own = declared(child)
        color = own.get("stop-color", "black")
        opacities.add(fraction(own.get("stop-opacity", "1"), "stop-opacity"))
        offset = max(fraction(child.get("offset", "0"), "offset"), stops[-1][0] if stops else 0.0)
        stops.append((offset, parse_color(current if color == "currentColor" else color, palette)))
    if not stops:
        raise SvgFault("the gradient has no <stop>", "give it at least two stops")
    if len(opacities) > 1:
        raise SvgFault(
            "the gradient's stops differ in opacity", "give them one opacity, or fade to the ground's colour"
        )
    if stops[0][0] > 0:
        stops.insert(0, (0.0, stops[0][1]))
    if stops[-1][0] < 1:
        stops.append((1.0, stops[-1][1]))
    return tuple(stops), opacities.pop()
