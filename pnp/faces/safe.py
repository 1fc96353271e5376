"""A finished face goes in; the texts that come nearer to the cut than the component's ``safe`` come out.

Where a text stands is only known on the finished face: a template may turn and move it. The helpers leave a mark
on each text, and here the marks are found again among the transforms, and taken off.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import cos, hypot, radians, sin, tan
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from pnp.game.model import Shape
from pnp.problems import Span
from pnp.units import Matrix, Rect, Size

TOLERANCE = 0.01  # mm: nobody sees it, and rounding makes it
_MARK = re.compile(r'<g id="pnp-text-(\d+)">')
_FUNCTION = re.compile(r"(\w+)\s*\(([^)]*)\)")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


@dataclass(frozen=True, slots=True)
class Placed:
    """A text as a helper set it: its name in messages, the box of each line's ink, where its words come from."""

    what: str
    boxes: tuple[Rect, ...]
    span: Span | None


def mark(svg: str, number: int) -> str:
    """Put a text's SVG where it will be found again."""
    return f'<g id="pnp-text-{number}">{svg}</g>'


def unmarked(svg: str) -> str:
    """The face as it is painted: the marks are plain groups."""
    return _MARK.sub("<g>", svg)


def unsafe(
    svg: str, placed: Mapping[int, Placed], size: Size, safe: float, shape: Shape
) -> Iterator[tuple[Placed, float]]:
    """The texts that reach past the safe area, each with how far, in mm. A face that is no XML has none."""
    if "<!DOCTYPE" in svg:
        return  # entities could grow without end; the painter refuses them
    try:
        root = ElementTree.fromstring(svg)
    except ElementTree.ParseError:
        return  # the painter says what is wrong with it
    for number, matrix in _marked(root, view_matrix(root)):
        item = placed.get(number)
        if item is None:
            continue
        corners = [(x, y) for box in item.boxes for x in (box.x, box.right) for y in (box.y, box.bottom)]
        past = max([_past(*matrix.apply(x, y), size, safe, shape) for x, y in corners], default=0.0)
        if past > TOLERANCE:
            yield item, past


def _past(x: float, y: float, size: Size, safe: float, shape: Shape) -> float:
    """How far a point lies outside the safe area; negative inside."""
    if shape == "circle":
        return hypot(x - size.width / 2, y - size.height / 2) - (min(size.width, size.height) / 2 - safe)
    return max(safe - x, safe - y, x - (size.width - safe), y - (size.height - safe))


def view_matrix(root: Element) -> Matrix:
    """From the viewBox's units to mm from the trim's corner: it may be drawn in others, bleed and all."""
    numbers = [float(text) for text in _NUMBER.findall(root.get("viewBox", ""))]
    width = _NUMBER.match(root.get("width", ""))
    if len(numbers) != 4 or numbers[2] <= 0 or not width or root.get("width", "").endswith("%"):
        return Matrix()
    unit = root.get("width", "")[width.end() :].strip()
    scale = float(width[0]) * {"mm": 1.0, "cm": 10.0, "in": 25.4}.get(unit, 0.0) / numbers[2]
    return Matrix(scale, 0, 0, scale) if scale else Matrix()


def _marked(root: Element, outer: Matrix) -> Iterator[tuple[int, Matrix]]:
    waiting = [(root, outer)]
    while waiting:
        element, matrix = waiting.pop()
        if "transform" in element.attrib:
            matrix = matrix @ _transform(element.get("transform", ""))
        number = element.get("id", "").removeprefix("pnp-text-")
        if number != element.get("id", "") and number.isdecimal():
            yield int(number), matrix
        else:
            waiting += [(child, matrix) for child in reversed(element)]


def _transform(text: str) -> Matrix:
    """A transform list (SVG 1.1, 7.6); what it does not know it leaves to the painter to refuse."""
    matrix = Matrix()
    for name, inside in _FUNCTION.findall(text):
        numbers = [float(number) for number in _NUMBER.findall(inside)]
        if numbers and name in _MAPS:
            matrix = matrix @ _MAPS[name](numbers)
    return matrix


def _rotation(numbers: list[float]) -> Matrix:
    turn = radians(numbers[0])
    about = Matrix(cos(turn), sin(turn), -sin(turn), cos(turn))
    if len(numbers) < 3:
        return about
    return Matrix.translation(numbers[1], numbers[2]) @ about @ Matrix.translation(-numbers[1], -numbers[2])


_MAPS: dict[str, Callable[[list[float]], Matrix]] = {
    "translate": lambda numbers: Matrix.translation(numbers[0], [*numbers, 0.0][1]),
    "scale": lambda numbers: Matrix(numbers[0], 0, 0, (numbers + numbers)[1]),
    "rotate": _rotation,
    "skewX": lambda numbers: Matrix(1, 0, tan(radians(numbers[0])), 1),
    "skewY": lambda numbers: Matrix(1, tan(radians(numbers[0])), 0, 1),
    "matrix": lambda numbers: Matrix(*numbers) if len(numbers) == 6 else Matrix(),
}
