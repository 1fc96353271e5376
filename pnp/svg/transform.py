"""Transforms, viewBoxes and viewports go in; the matrices from one space of a drawing to another come out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from math import cos, radians, sin, tan

from pnp.problems import did_you_mean
from pnp.svg.cascade import Cascade, Viewport, first_style
from pnp.svg.lengths import numbers, split_length
from pnp.svg.subset import INITIAL
from pnp.svg.tree import Element, SvgFault
from pnp.units import PX_PER_MM, Matrix, Rect

_CALL = re.compile(r"\s*([a-zA-Z]+)\s*\(([^)]*)\)\s*,?")
_ARITY = {
    "matrix": (6,),
    "translate": (1, 2),
    "scale": (1, 2),
    "rotate": (1, 3),
    "skewX": (1,),
    "skewY": (1,),
}

_FIT = re.compile(r"(?:defer\s+)?x(Min|Mid|Max)Y(Min|Mid|Max)(?:\s+(meet|slice))?")
_PERCENT = re.compile(r"\d{1,3}(\.\d{1,3})?")
_SHARE = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


@lru_cache(maxsize=4096)
def parse_transform(text: str) -> Matrix:
    """Read a list of matrix, translate, scale, rotate, skewX and skewY (SVG 1.1, 7.6)."""
    result, position = Matrix(), 0
    while position < len(text.rstrip()):
        match = _CALL.match(text, position)
        if match is None:
            raise SvgFault(
                f"transform has '{text[position : position + 16]}'",
                "write it like translate(10 5) rotate(30)",
            )
        name, values = match[1], numbers(match[2], f"transform {match[1]}")
        if name not in _ARITY:
            raise SvgFault(f"unknown transform '{name}'", did_you_mean(name, _ARITY))
        if len(values) not in _ARITY[name]:
            raise SvgFault(f"transform {name} takes {' or '.join(map(str, _ARITY[name]))} numbers, found {len(values)}")
        result = result @ _matrix(name, values)
        position = match.end()
    return result


def _matrix(name: str, values: list[float]) -> Matrix:
    match name:
        case "matrix":
            return Matrix(*values)
        case "translate":
            return Matrix.translation(values[0], values[1] if len(values) > 1 else 0.0)
        case "scale":
            return Matrix(a=values[0], d=values[-1])
        case "rotate":
            angle = radians(values[0])
            turn = Matrix(cos(angle), sin(angle), -sin(angle), cos(angle))
            if len(values) == 1:
                return turn
            return Matrix.translation(values[1], values[2]) @ turn @ Matrix.translation(-values[1], -values[2])
        case "skewX":
            return Matrix(c=tan(radians(values[0])))
        case _:
            return Matrix(b=tan(radians(values[0])))


def invert(matrix: Matrix) -> Matrix | None:
    """The map back; None for one that flattens (SVG 1.1, 7.4: what it moves is not painted)."""
    det = matrix.a * matrix.d - matrix.b * matrix.c
    if abs(det) < 1e-12:
        return None
    a, b, c, d = matrix.d / det, -matrix.b / det, -matrix.c / det, matrix.a / det
    return Matrix(a, b, c, d, -(a * matrix.e + c * matrix.f), -(b * matrix.e + d * matrix.f))


def moved_box(box: Rect, matrix: Matrix) -> Rect:
    """The upright box around a moved box."""
    corners = [matrix.apply(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def view_box(element: Element) -> Rect | None:
    """The element's viewBox, if it has one."""
    text = element.get("viewBox")
    if text is None:
        return None
    values = numbers(text, "viewBox")
    if len(values) != 4 or values[2] <= 0 or values[3] <= 0:
        raise SvgFault(f"viewBox is '{text}'", "write it as x y width height")
    return Rect(*values)


def fit(box: Rect, port: Rect, ratio: str) -> Matrix:
    """Map ``box`` into ``port`` (SVG 1.1, 7.8): stretched for none, else whole (meet) or covering (slice)."""
    sx, sy = port.width / box.width, port.height / box.height
    x, y = port.x, port.y
    if ratio.strip() != "none":
        match = _FIT.fullmatch(ratio.strip() or "xMidYMid")
        if match is None:
            raise SvgFault(f"preserveAspectRatio is '{ratio}'", "write none, or such as xMidYMid meet, xMinYMax slice")
        sx = sy = max(sx, sy) if match[3] == "slice" else min(sx, sy)
        x += (port.width - box.width * sx) * _SHARE[match[1]]
        y += (port.height - box.height * sy) * _SHARE[match[2]]
    return Matrix(sx, 0, 0, sy, x - box.x * sx, y - box.y * sy)


def fit_about(box: Rect, port: Rect, ratio: str, focus: str) -> Matrix:
    """The same; where a picture covers its port, the point at two percentages of it (``data-focus``) stays in."""
    matrix = fit(box, port, ratio)
    if not focus:
        return matrix
    shares = [float(part) if _PERCENT.fullmatch(part) else -1.0 for part in focus.split()]
    if len(shares) != 2 or not all(0 <= share <= 100 for share in shares):
        raise SvgFault(f"data-focus is '{focus[:60]}'", "write two numbers from 0 to 100: how far across, and down")
    if not ratio.endswith("slice"):
        return matrix
    across, down = (port.width - box.width * matrix.a, port.height - box.height * matrix.d)
    x, y = port.x + across * shares[0] / 100, port.y + down * shares[1] / 100
    return Matrix(matrix.a, 0, 0, matrix.d, x - box.x * matrix.a, y - box.y * matrix.d)


def cuts_off(own: Mapping[str, str]) -> bool:
    """Whether a viewport cuts off what lies outside it: it does, unless told otherwise (SVG 1.1, 14.3.3)."""
    overflow = own.get("overflow", "hidden")
    if overflow not in ("visible", "hidden", "scroll", "auto"):
        raise SvgFault(f"overflow is '{overflow}'", "write visible or hidden")
    return overflow in ("hidden", "scroll")


def port_size(element: Element, use: Element, cascade: Cascade) -> Rect | None:
    """The viewport a nested svg or a symbol is painted in: the use's width and height, its own, or all there is.

    None when neither is given and there is no viewBox: the content is painted as it stands.
    """
    box, sides = view_box(element), []
    for name, axis in (("width", "w"), ("height", "h")):
        text = use.get(name) or element.get(name)
        if text in (None, "auto"):
            whole = cascade.viewport.width if axis == "w" else cascade.viewport.height
            if whole is None and box:  # where nobody says how large the drawing is, it is as large as itself
                whole = box.width if axis == "w" else box.height
            if whole is None:
                return None
            sides.append(whole)
        else:
            value = cascade.length(str(text), name, axis)
            if value < 0:
                raise SvgFault(f"{name} is {value:g}", "a length of a shape cannot be negative")
            sides.append(value)
    return Rect(0, 0, sides[0], sides[1])


def enter(element: Element, port: Rect | None, cascade: Cascade) -> tuple[Matrix, Cascade]:
    """From the space of an element's children to a viewport whose corner is the origin; and how lengths are read there.

    Without a viewport (see ``port_size``) the children stand as they are.
    """
    box = view_box(element)
    if port is None:
        return Matrix(), cascade
    matrix = fit(box, port, element.get("preserveAspectRatio", "")) if box else Matrix()
    return matrix, cascade.within(cascade.viewport.sized(box or port))


def corner_of(element: Element, cascade: Cascade) -> Matrix:
    """The way to an element's x and y: where a nested svg, or what is used, has its corner."""
    return Matrix.translation(
        cascade.length(element.get("x", "0"), "x", "w"), cascade.length(element.get("y", "0"), "y", "h")
    )


def face_space(root: Element) -> tuple[Matrix, Viewport]:
    """User units of a face are millimetres, unless width, height and viewBox together say otherwise.

    A width such as 63mm over a viewBox of 238 units scales them; the origin stays at the corner of the trim.
    """
    box = view_box(root)
    if box is None:
        return Matrix(), Viewport()
    sides = [_absolute(root.get(name, "")) for name in ("width", "height")]
    if sides[0] is None or sides[1] is None:
        return Matrix(), Viewport(box.width, box.height)
    matrix = fit(box, Rect(0, 0, sides[0], sides[1]), root.get("preserveAspectRatio", ""))
    if invert(matrix) is None:
        raise SvgFault(f"width='{root.get('width')}' is too small for the viewBox", "give the size of the face")
    sx, sy = (1.0 if abs(value - 1) < 1e-6 else value for value in (matrix.a, matrix.d))
    return Matrix(sx, 0, 0, sy), Viewport(box.width, box.height, 1 / ((sx * sy) ** 0.5))


def face_origin(root: Element) -> tuple[Matrix, Cascade]:
    """The way from a face's user units to mm, and where its outermost element stands."""
    matrix, viewport = face_space(root)
    return matrix, Cascade(first_style(viewport), viewport)


def _absolute(text: str) -> float | None:
    """A side of the root in mm, if it is given in a unit; a bare number says nothing about paper."""
    if not text or text.strip()[-1] in "0123456789.%":
        return None
    value, unit = split_length(text, "the width or height of <svg>")
    if unit in ("em", "ex", "rem") or value <= 0:
        return None
    return Cascade(INITIAL, Viewport(per_mm=1.0)).length(text, "width") if unit else value / PX_PER_MM
