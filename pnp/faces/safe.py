"""A finished face goes in; the texts that come nearer to the cut than the component's ``safe`` come out.

Where a text stands is only known on the finished face: a template may turn and move it. The helpers leave a mark
on each text, and here the marks are found again where the drawing shows them, and taken off.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import hypot

from pnp.game.model import Shape
from pnp.problems import Span
from pnp.svg.tree import SvgFault
from pnp.svg.walk import open_face, shown_in
from pnp.units import Rect, Size

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
        corners = [(x, y) for box in text.boxes for x in (box.x, box.right) for y in (box.y, box.bottom)]
        past = max([_past(*item.matrix.apply(x, y), size, safe, shape) for x, y in corners], default=0.0)
        if past > TOLERANCE:
            yield text, past


def _past(x: float, y: float, size: Size, safe: float, shape: Shape) -> float:
    """How far a point lies outside the safe area; negative inside."""
    if shape == "circle":
        return hypot(x - size.width / 2, y - size.height / 2) - (min(size.width, size.height) / 2 - safe)
    return max(safe - x, safe - y, x - (size.width - safe), y - (size.height - safe))
