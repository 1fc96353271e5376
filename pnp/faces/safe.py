"""A finished face goes in; the texts that come nearer to the cut than the component's ``safe`` come out.

Where a text stands is only known on the finished face: a template may turn and move it. The helpers leave a mark
on each text, and here the marks are found again where the drawing shows them, and taken off.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pnp.problems import Span
from pnp.shapes.piece_shape import Shape
from pnp.shapes.polygon import Point, meet, sides, to_side
from pnp.svg.tree import SvgFault
from pnp.svg.walk import open_face, shown_in
from pnp.units import Matrix, Rect, Size

TOLERANCE = 0.01  # mm: nobody sees it, and rounding makes it
_MARK = "pnp-text-"


@dataclass(frozen=True, slots=True)
class SetText:
    """A text as a helper set it: its name in messages, the box of each line's ink, where its words come from."""

    what: str
    boxes: tuple[Rect, ...]
    span: Span | None


def mark(svg: str, number: int) -> str:
    """Put a text's SVG where it will be found again."""
    return f'<g id="{_MARK}{number}">{svg}</g>'


def unmarked(svg: str, count: int) -> str:
    """The face as it is painted: the marks, numbered from 0, are plain groups."""
    group = f'<g id="{_MARK}'
    first, *parts = svg.split(group)
    kept = [first]
    for part in parts:
        digits, end, rest = part.partition('">')
        number = _number(digits)
        kept += ("<g>", rest) if end and number is not None and number < count else (group, part)
    return "".join(kept)


def _number(digits: str) -> int | None:
    """The number of a mark, as ``mark`` wrote it; what a template writes itself may look like one."""
    written = digits.isascii() and digits.isdecimal() and len(digits) < 10
    return int(digits) if written and str(int(digits)) == digits else None


def unsafe(
    svg: str, placed: Mapping[int, SetText], size: Size, safe: float, shape: Shape
) -> Iterator[tuple[SetText, float]]:
    """The texts that reach past the safe area, each with how far, in mm. A face that is no drawing has none."""
    try:
        shown = list(shown_in(*open_face(svg)))
    except SvgFault:
        return  # the painter says what is wrong with it
    for item in shown:
        name = item.element.get("id", "")
        number = _number(name.removeprefix(_MARK)) if name.startswith(_MARK) else None
        text = placed.get(number) if number is not None else None
        if text is None:
            continue
        past = max([safe - _room(box, item.matrix, size, shape) for box in text.boxes], default=0.0)
        if past > TOLERANCE:
            yield text, past


def _room(box: Rect, matrix: Matrix, size: Size, shape: Shape) -> float:
    """How far inside the cut a box lies that a matrix takes to the face; negative where it reaches past it."""
    corners = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
    quad = [matrix.apply(x, y) for x, y in corners]
    room = min(shape.depth(size, x, y) for x, y in quad)
    if shape.kind not in ("polygon", "path") or room < 0:
        return room  # of a convex shape the corners say it all
    return min(room, _to_outline(quad, shape.corners(size)))


def _to_outline(quad: list[Point], outline: list[Point]) -> float:
    """From a box inside an outline to the corners of that which point inwards; 0 where they cross."""
    if any(meet(*one, *two) for one in sides(quad) for two in sides(outline)):
        return 0.0
    return min(to_side(x, y, *side) for x, y in outline for side in sides(quad))
