"""Polygons as lists of points (mm) go in; areas, crossings, distances and wider outlines come out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import fsum, hypot

from pnp.svg.path import Path, Segment
from pnp.units import Rect

Point = tuple[float, float]
Points = Sequence[Point]

FLAT = 16  # straight steps that a Bézier is taken for: a quarter circle of 100 mm is off by 0.12 mm
MITRE = 4.0  # a corner's wedge reaches at most so many times as far as its sides (SVG 1.1, 11.4 has the same limit)
_TOUCH = 1e-9


def sides(points: Points) -> list[tuple[Point, Point]]:
    """From each corner to the next, the last to the first."""
    return list(pairwise([*points, *points[:1]]))


def area(points: Points) -> float:
    """Square mm by the shoelace formula; positive where the corners go round clockwise on paper (y grows downwards)."""
    return fsum(ax * by - bx * ay for (ax, ay), (bx, by) in sides(points)) / 2


def crossing(points: Points) -> Point | None:
    """A point where sides that are no neighbours meet, or neighbours turn back; None of a simple polygon.

    Sides are compared in the order of their left ends, so a plain outline costs little more than its length.
    """
    every = sides(points)
    count = len(every)
    order = sorted(range(count), key=lambda i: min(every[i][0][0], every[i][1][0]))
    open_: list[int] = []
    for i in order:
        a, b = every[i]
        left = min(a[0], b[0])
        open_ = [k for k in open_ if max(every[k][0][0], every[k][1][0]) >= left]
        for k in open_:
            if (i + 1) % count == k or (k + 1) % count == i:
                first, second = (every[i], every[k]) if (i + 1) % count == k else (every[k], every[i])
                if _turns_back(*first, second[1]):
                    return first[1]
            elif meet(a, b, *every[k]):
                return _middle(a, b, *every[k])
        open_.append(i)
    return None


def _turns_back(a: Point, b: Point, c: Point) -> bool:
    cross = (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
    along = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1])
    return abs(cross) < _TOUCH and along < 0


def meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two straight lines have a point in common."""
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False
    if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
        return False
    one, two = _side(a, b, c), _side(a, b, d)
    three, four = _side(c, d, a), _side(c, d, b)
    return one * two <= 0 and three * four <= 0


def _side(a: Point, b: Point, p: Point) -> float:
    value = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
    return 0.0 if abs(value) < _TOUCH else value


def _middle(a: Point, b: Point, c: Point, d: Point) -> Point:
    """Where two lines that meet do so; of lines that lie on one another, an end."""
    under = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
    if abs(under) < _TOUCH:
        return c if min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) else a
    share = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / under
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])


def contains(points: Points, x: float, y: float) -> bool:
    """Whether a point lies inside, by the even-odd rule."""
    inside = False
    for (ax, ay), (bx, by) in sides(points):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside


def to_side(x: float, y: float, a: Point, b: Point) -> float:
    """How far a point is from a straight line with two ends."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    share = min(1.0, max(0.0, ((x - a[0]) * dx + (y - a[1]) * dy) / length)) if length else 0.0
    return hypot(x - a[0] - share * dx, y - a[1] - share * dy)


def depth(points: Points, x: float, y: float) -> float:
    """How far inside a point lies, in mm; negative outside."""
    away = min(to_side(x, y, a, b) for a, b in sides(points))
    return away if contains(points, x, y) else -away


def wider(points: Points, by: float) -> Path:
    """The outline moved out by so many mm, corners mitred up to ``MITRE``, as a path to fill by the nonzero rule.

    A convex polygon is one polygon again. Of any other the path holds the polygon itself, a strip along each side and a
    wedge at each corner that points outwards, all going round one way: together they cover just what is wanted, where
    moved sides would cross each other in narrow bays.
    """
    turned = list(points) if area(points) > 0 else list(points)[::-1]
    if by <= 0:
        return closed(turned)
    corners = list(zip(turned, [*turned[1:], *turned[:1]], [*turned[2:], *turned[:2]], strict=True))
    if all(_outwards(*corner) for corner in corners):
        return closed([point for corner in corners for point in _tip(*corner, by)])
    parts = list(closed(turned))
    for a, b in sides(turned):
        nx, ny = _normal(a, b, by)
        parts += closed([a, (a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny), b])
    for corner in corners:
        if _outwards(*corner):
            a, b, c = corner
            (ax, ay), (cx, cy) = _normal(a, b, by), _normal(b, c, by)
            parts += closed([b, (b[0] + ax, b[1] + ay), *_tip(*corner, by), (b[0] + cx, b[1] + cy)])
    return tuple(parts)


def ring(points: Points, by: float) -> Path:
    """The outline as one line a little outside it, which is to be drawn and not filled: every corner is mitred."""
    turned = list(points) if area(points) > 0 else list(points)[::-1]
    corners = zip([*turned[-1:], *turned[:-1]], turned, [*turned[1:], *turned[:1]], strict=True)
    return closed([point for corner in corners for point in _tip(*corner, by)])


def _outwards(a: Point, b: Point, c: Point) -> bool:
    """Whether the corner at b points out of a polygon that goes round clockwise."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) > -_TOUCH


def _normal(a: Point, b: Point, length: float) -> Point:
    """Out of a polygon that goes round clockwise, at right angles to a side."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    scale = length / hypot(dx, dy)
    return dy * scale, -dx * scale


def _tip(a: Point, b: Point, c: Point, by: float) -> list[Point]:
    """Where the two moved sides meet at the corner b; where ``MITRE`` does not allow it, two points before."""
    (ax, ay), (cx, cy) = _normal(a, b, 1.0), _normal(b, c, 1.0)
    mx, my = ax + cx, ay + cy
    square = mx * mx + my * my
    if square > 4 / MITRE**2:
        reach = 2 * by / square
        return [(b[0] + mx * reach, b[1] + my * reach)]
    (ux, uy), (vx, vy) = (-ay * by, ax * by), (cy * by, -cx * by)  # on along the first side, back along the second
    return [(b[0] + ax * by + ux, b[1] + ay * by + uy), (b[0] + cx * by + vx, b[1] + cy * by + vy)]


def closed(points: Points) -> Path:
    """A closed path of straight lines."""
    segments: list[Segment] = [("l" if i else "m", x, y) for i, (x, y) in enumerate(points)]
    return (*segments, ("h",)) if segments else ()


def flattened(path: Path) -> list[tuple[list[Point], bool]]:
    """Each part of a path as points, and whether it is closed: curves in ``FLAT`` steps, points that repeat once."""
    parts: list[tuple[list[Point], bool]] = []
    points: list[Point] = []
    for kind, *values in path:
        if kind == "m":
            points = [(values[0], values[1])]
            parts.append((points, False))
        elif kind == "l":
            _add(points, values[0], values[1])
        elif kind == "c":
            start = points[-1]
            for step in range(1, FLAT + 1):
                _add(points, *_on_curve(start, values, step / FLAT))
        elif parts:
            parts[-1] = (points, True)
    return [_ended(points, ends) for points, ends in parts]


def _ended(points: list[Point], ends: bool) -> tuple[list[Point], bool]:
    """A part without its first point once more; one that comes back to it is closed, whether it says so or not."""
    back = len(points) > 3 and _same(points[0], points[-1])
    while len(points) > 1 and _same(points[0], points[-1]):
        points = points[:-1]
    return points, ends or back


def _add(points: list[Point], x: float, y: float) -> None:
    if not _same(points[-1], (x, y)):
        points.append((x, y))


def span_within(a: Point, b: Point, box: Rect) -> tuple[float, float] | None:
    """From which share of a line to which it lies in a box, its border included (Liang and Barsky 1984)."""
    first, last = 0.0, 1.0
    for start, end, low, high in ((a[0], b[0], box.x, box.right), (a[1], b[1], box.y, box.bottom)):
        if abs(end - start) < 1e-9:
            if not low <= start <= high:
                return None
            continue
        one, other = sorted(((low - start) / (end - start), (high - start) / (end - start)))
        first, last = max(first, one), min(last, other)
    return (first, last) if first < last else None


def _same(a: Point, b: Point) -> bool:
    return hypot(a[0] - b[0], a[1] - b[1]) < 1e-6


def _on_curve(start: Point, values: Sequence[float], t: float) -> Point:
    """A point of a cubic Bézier."""
    s = 1 - t
    weights = (s**3, 3 * s * s * t, 3 * s * t * t, t**3)
    xs, ys = (start[0], *values[0::2]), (start[1], *values[1::2])
    x, y = (fsum(w * v for w, v in zip(weights, line, strict=True)) for line in (xs, ys))
    return x, y
