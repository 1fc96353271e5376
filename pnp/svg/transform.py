"""The text of a transform attribute goes in, a matrix comes out."""

from __future__ import annotations

import re
from functools import lru_cache
from math import cos, radians, sin, tan

from pnp.problems import did_you_mean
from pnp.svg.lengths import numbers
from pnp.svg.tree import SvgFault
from pnp.units import Matrix, Rect

_CALL = re.compile(r"\s*([a-zA-Z]+)\s*\(([^)]*)\)\s*,?")
_ARITY = {
    "matrix": (6,),
    "translate": (1, 2),
    "scale": (1, 2),
    "rotate": (1, 3),
    "skewX": (1,),
    "skewY": (1,),
}


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
