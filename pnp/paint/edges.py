"""An outline and the face's trim go in, the parts of it that are edges on paper come out; so do a hatch's lines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import ceil, floor, sqrt

from pnp.shapes.polygon import Point, flattened, span_within
from pnp.svg.path import Path, Segment, bounds, moved
from pnp.svg.transform import invert
from pnp.units import Matrix, Rect

_MOST = 400  # lines of one hatch


def edges_within(path: Path, here: Matrix, trim: Rect, near: float) -> Path:
    """The parts of a path that lie inside the trim and do not run along it, no farther than ``near`` from the cut.

    ``here`` leads from the path's units to those of the trim. What crosses the cut ends at it.
    """
    back = invert(here)
    on_face = moved(path, here)
    box, safe = bounds(on_face), trim.outset(-near)
    inside = box.x >= safe.x and box.y >= safe.y and box.right <= safe.right and box.bottom <= safe.bottom
    if inside or back is None:
        return path
    found: list[Segment] = []
    at: Point | None = None  # where the last part that was kept ends
    for a, b in _pieces(on_face):
        part = _cut(a, b, trim)
        if part is None or _along(a, b, safe):
            continue
        if part[0] != at:
            found.append(("m", *part[0]))
        found.append(("l", *part[1]))
        at = part[1]
    return moved(tuple(found), back)


def hatch(box: Rect, pitch: float) -> Path:
    """Slanted lines across a box, so far apart; they meet those of a box beside it, and are never too many."""
    step = max(pitch * sqrt(2), (box.width + box.height) / _MOST)
    found: list[Segment] = []
    for k in range(ceil((box.x + box.y) / step), floor((box.right + box.bottom) / step) + 1):
        far = k * step  # x + y, all along the line
        left, right = max(box.x, far - box.bottom), min(box.right, far - box.y)
        if left < right:
            found += [("m", left, far - left), ("l", right, far - right)]
    return tuple(found)


def _pieces(path: Path) -> Iterator[tuple[Point, Point]]:
    """Straight pieces from point to point, in order."""
    for points, ends in flattened(path):
        yield from pairwise([*points, points[0]] if ends else points)


def _along(a: Point, b: Point, safe: Rect) -> bool:
    """Whether both ends lie beyond the same side."""
    return (
        max(a[0], b[0]) < safe.x
        or min(a[0], b[0]) > safe.right
        or max(a[1], b[1]) < safe.y
        or min(a[1], b[1]) > safe.bottom
    )


def _cut(a: Point, b: Point, trim: Rect) -> tuple[Point, Point] | None:
    """The part of a piece that lies in the trim."""
    span = span_within(a, b, trim)
    if span is None:
        return None

    def at(share: float) -> Point:
        return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share

    return (a if span[0] == 0.0 else at(span[0])), (b if span[1] == 1.0 else at(span[1]))
