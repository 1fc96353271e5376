"""Labels of a drawing go in with the places each may have; the place comes out where it covers least. Lengths in mm."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from pnp.field.shapes import Point, Segment, apart
from pnp.units import Rect

_OUTSIDE, _OVER, _CROSSED, _LATER = 1000.0, 100.0, 6.0, 0.35


@dataclass
class Labels:
    """Where labels may stand. ``taken`` is what must stay free of them, ``lines`` what should.

    Every label that is placed joins what is taken.
    """

    bounds: Rect
    taken: list[Rect] = field(default_factory=list)
    lines: list[Segment] = field(default_factory=list)

    def place(self, width: float, height: float, middles: Sequence[Point]) -> Point:
        """The middle that is best for a label of this size; among equals the first."""
        scored = [(self._cost(_rect(middle, width, height)) + i * _LATER, i) for i, middle in enumerate(middles)]
        middle = middles[min(scored)[1]]
        self.taken.append(_rect(middle, width, height).outset(0.15))
        return middle

    def avoid(self, points: Iterable[Point]) -> None:
        """Keep labels off a line of several legs."""
        found = list(points)
        self.lines += pairwise(found)

    def _cost(self, rect: Rect) -> float:
        b = self.bounds
        outside = max(0.0, b.x - rect.x, rect.right - b.right, b.y - rect.y, rect.bottom - b.bottom)
        over = sum(_common(rect, other) for other in self.taken)
        crossed = sum(_inside(line, rect) for line in self.lines)
        return _OUTSIDE * outside + _OVER * over + _CROSSED * crossed


def _rect(middle: Point, width: float, height: float) -> Rect:
    return Rect(middle[0] - width / 2, middle[1] - height / 2, width, height)


def _common(a: Rect, b: Rect) -> float:
    """The area that two rectangles share."""
    wide = min(a.right, b.right) - max(a.x, b.x)
    tall = min(a.bottom, b.bottom) - max(a.y, b.y)
    return wide * tall if wide > 0 and tall > 0 else 0.0


def _inside(line: Segment, rect: Rect) -> float:
    """How much of a line lies in a rectangle (Liang and Barsky's clipping)."""
    (ax, ay), (bx, by) = line
    low, high = 0.0, 1.0
    for start, way, least, most in ((ax, bx - ax, rect.x, rect.right), (ay, by - ay, rect.y, rect.bottom)):
        if abs(way) < 1e-12:
            if not least < start < most:
                return 0.0
            continue
        one, two = sorted(((least - start) / way, (most - start) / way))
        low, high = max(low, one), min(high, two)
    return apart(*line) * (high - low) if low < high else 0.0
