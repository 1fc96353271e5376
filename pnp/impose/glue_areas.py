"""An area of glue goes in; a light hatch that keeps from its edges, and a place for a word, come out. All in mm."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, ceil, cos, degrees, fsum, hypot, radians, sin, sqrt

from pnp.shapes.polygon import Point, area, depth, sides

INSETS = (2.5, 1.5, 0.8, 0.3, 0.0)  # from the edges to the hatch: the first that leaves enough of it
ENOUGH = 0.3  # of the hatch of the whole area
PITCH = 1.0  # between two lines of 0.15 mm in a dark grey: a tenth of the ink of a filled area
MOST_POINTS = 200  # of an area that is looked at closely
MOST_LINES = 400  # of one area; a larger one has them farther apart
_CLEAR = 0.3  # round a word

Span = tuple[float, float]
Stroke = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class GlueArea:
    """``strokes`` are the lines of the hatch; the ``word``, if any, is centred at ``place``, turned by ``angle``."""

    strokes: tuple[Stroke, ...]
    word: str = ""
    place: Point = (0.0, 0.0)
    angle: float = 0.0


@lru_cache(maxsize=256)  # the copies of a piece have the same
def glue_area(points: tuple[Point, ...], word: str, size: float) -> GlueArea:
    """Hatch a polygon; the word, in letters of a ``size``, stands in it where there is room."""
    if len(points) > MOST_POINTS:  # an outline of many short sides is hatched to its edges: the rest would take long
        return GlueArea(tuple(_hatch(points, 0.0, None)))
    whole = _length(_hatch(points, 0.0, None))
    strokes: list[Stroke] = []
    inset = 0.0
    for inset in INSETS:
        strokes = _hatch(points, inset, None)
        if _length(strokes) >= ENOUGH * whole:
            break
    half = (0.52 * size * len(word) + _CLEAR) / 2
    angle = _along(points)
    for x, y in _middles(points, strokes) if word else ():
        if _has_room(points, x, y, angle, half, size):
            dx, dy = half * cos(radians(angle)), half * sin(radians(angle))
            beside = _hatch(points, inset, ((x - dx, y - dy), (x + dx, y + dy), 0.45 * size + _CLEAR))
            return GlueArea(tuple(beside), word, (x, y), angle) if beside else GlueArea(tuple(strokes))
    return GlueArea(tuple(strokes))


def _length(strokes: Iterable[Stroke]) -> float:
    return fsum(hypot(c - a, d - b) for a, b, c, d in strokes)


def _along(points: Sequence[Point]) -> float:
    """The way of the longest side, so that words on it stand upright."""
    a, b = max(sides(points), key=lambda side: round(hypot(side[1][0] - side[0][0], side[1][1] - side[0][1]), 6))
    angle = degrees(atan2(b[1] - a[1], b[0] - a[0]))
    return angle - 180 if angle > 90 else angle + 180 if angle <= -90 else angle


def _middles(points: Sequence[Point], strokes: Sequence[Stroke]) -> list[Point]:
    """Where a word may stand: at the centre of the area, else halfway along the longest line of the hatch."""
    total = 6 * area(points)
    found = []
    if abs(total) > 1e-6:
        x = fsum((ax + bx) * (ax * by - bx * ay) for (ax, ay), (bx, by) in sides(points)) / total
        y = fsum((ay + by) * (ax * by - bx * ay) for (ax, ay), (bx, by) in sides(points)) / total
        found.append((x, y))
    if strokes:
        a, b, c, d = max(strokes, key=lambda stroke: hypot(stroke[2] - stroke[0], stroke[3] - stroke[1]))
        found.append(((a + c) / 2, (b + d) / 2))
    return found


def _has_room(points: Sequence[Point], x: float, y: float, angle: float, half: float, size: float) -> bool:
    dx, dy, nx, ny = cos(radians(angle)), sin(radians(angle)), -sin(radians(angle)), cos(radians(angle))
    across = 0.45 * size
    box = [(s * half, t * across) for s in (-1, 0, 1) for t in (-1, 1)]
    return all(depth(points, x + s * dx + t * nx, y + s * dy + t * ny) >= _CLEAR for s, t in box)


def _hatch(points: Sequence[Point], inset: float, hole: tuple[Point, Point, float] | None) -> list[Stroke]:
    """Lines at 45 degrees inside the polygon, ``inset`` from its sides, and clear of a ``hole`` round a stretch."""
    every = sides(points)
    low, high = min(x + y for x, y in points), max(x + y for x, y in points)
    step = max(PITCH * sqrt(2), (high - low) / MOST_LINES)
    barred = [(a, b, inset) for a, b in every] if inset else []
    barred += [hole] if hole else []
    strokes = []
    for i in range(ceil((high - low) / step)):
        c = low + (i + 0.5) * step
        cuts = sorted(_crossing(a, b, c) for a, b in every if (a[0] + a[1] > c) != (b[0] + b[1] > c))
        spans = list(zip(cuts[::2], cuts[1::2], strict=False))
        for a, b, reach in barred:
            spans = _without(spans, _near(a, b, reach, c)) if spans else spans
        strokes += [(c / 2 + s, c / 2 - s, c / 2 + t, c / 2 - t) for s, t in spans if t - s > 0.1]
    return strokes


def _crossing(a: Point, b: Point, c: float) -> float:
    """Where a side meets the line x + y = c, as half of x - y there."""
    share = (c - a[0] - a[1]) / (b[0] + b[1] - a[0] - a[1])
    return (a[0] + share * (b[0] - a[0]) - a[1] - share * (b[1] - a[1])) / 2


def _without(spans: Sequence[Span], barred: Span | None) -> list[Span]:
    if barred is None:
        return list(spans)
    low, high = barred
    return [(s, t) for span in spans for s, t in ((span[0], min(span[1], low)), (max(span[0], high), span[1])) if s < t]


def _near(a: Point, b: Point, reach: float, c: float) -> Span | None:
    """The part of the line x + y = c nearer than ``reach`` to a stretch: one span, for what is near is convex."""
    ends: list[float] = []
    for x, y in (a, b):
        middle, square = (x - y) / 2, reach * reach - (x + y - c) ** 2 / 2
        if square > 0:
            ends += [middle - sqrt(square / 2), middle + sqrt(square / 2)]
    length = hypot(b[0] - a[0], b[1] - a[1])
    dx, dy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    low, high = float("-inf"), float("inf")
    # across the stretch from -reach to reach, along it from 0 to its length, both linear in t along (1, -1)
    for slope, start, least, most in (
        (-dy - dx, (c / 2 - a[0]) * -dy + (c / 2 - a[1]) * dx, -reach, reach),
        (dx - dy, (c / 2 - a[0]) * dx + (c / 2 - a[1]) * dy, 0.0, length),
    ):
        if abs(slope) < 1e-12:
            if not least <= start <= most:
                return (min(ends), max(ends)) if ends else None
            continue
        one, two = (least - start) / slope, (most - start) / slope
        low, high = max(low, min(one, two)), min(high, max(one, two))
    if low < high:
        ends += [low, high]
    return (min(ends), max(ends)) if ends else None
