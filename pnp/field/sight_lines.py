"""Two discs and what stands between go in, the shortest clear straight line from one to the other comes out.

A line of sight leads from any point of the one to any point of the other. A clear line can be moved and turned until it
touches two things; so if there is one at all, one is found among those that do (common tangents of two circles, a
corner being a small circle). The shortest one touches two, one or none of them.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import acos, atan2, cos, hypot, pi, sin, sqrt

from pnp.field.geometry import Circle, Polygon, Segment, Shape, along, apart, gap, path_gap

CLEAR = 0.001  # how far a line keeps from what it passes: through the joint of two walls nobody sees
# a line: the points (x, y) with x cos(angle) + y sin(angle) = offset, leading a quarter turn clockwise from the normal
_Line = tuple[float, float]


def sight(a: Circle, b: Circle, obstacles: Sequence[Shape]) -> Segment | None:
    """The shortest clear line from edge to edge; of no length where the discs touch; None when every line is blocked.

    An obstacle that an end stands on does not hide it: leave it out.
    """
    if gap(a, b) <= CLEAR:
        point = along(a.centre, b.centre, a.radius / max(a.radius + b.radius, 1e-9))
        return point, point
    reach = max(a.radius, b.radius)
    near = [shape for shape in obstacles if path_gap([a.centre, b.centre], shape) <= reach + CLEAR]
    best: tuple[float, Segment] | None = None
    for line in _lines(a, b, [circle for shape in near for circle in _corners(shape)], near):
        found = _between(line, a, b)
        if found is None or (best and apart(*found) >= best[0] - 1e-12):
            continue
        if _clear(found, near):
            best = apart(*found), found
    return best[1] if best else None


def blockers(a: Circle, b: Circle, obstacles: Sequence[Shape]) -> list[int]:
    """The numbers of the obstacles that the line between the centres meets, from a to b."""
    straight = _between(_through(a, b), a, b)
    if straight is None:
        return []
    hit = [number for number, shape in enumerate(obstacles) if path_gap(straight, shape) < CLEAR]
    return sorted(hit, key=lambda number: (first_hit(straight, obstacles[number]), number))


def first_hit(line: Segment, shape: Shape) -> float:
    """How far along a line, in units of length, it first comes to a shape that it meets."""
    low, high = 0.0, 1.0
    for _ in range(50):  # the stretch from the start to here meets the shape, or does not yet
        middle = (low + high) / 2
        if path_gap([line[0], along(*line, middle)], shape) < CLEAR:
            high = middle
        else:
            low = middle
    return high * apart(*line)


def _clear(line: Segment, shapes: Sequence[Shape]) -> bool:
    return all(path_gap(line, shape) >= CLEAR / 2 for shape in shapes)


def _corners(shape: Shape) -> list[Circle]:
    """The circles that a line may touch where it just passes a shape."""
    if isinstance(shape, Polygon):
        return [Circle(x, y, CLEAR) for x, y in shape.corners]
    return [Circle(shape.x, shape.y, shape.radius + CLEAR)]


def _lines(a: Circle, b: Circle, circles: Sequence[Circle], near: Sequence[Shape]) -> Iterator[_Line]:
    """Every line that may be the shortest clear one."""
    yield _through(a, b)
    if not near:
        return
    inner = [Circle(end.x, end.y, max(0.0, end.radius - CLEAR / 2)) for end in (a, b)]  # lines that surely hit them
    touching: dict[Circle, list[float]] = {circle: [] for circle in circles}
    for one, two in combinations([*inner, *dict.fromkeys(circles)], 2):
        for angle, offset in _tangents(one, two):
            yield angle, offset
            for circle in (one, two):
                if circle in touching:
                    turn = angle if offset > circle.x * cos(angle) + circle.y * sin(angle) else angle + pi
                    insort(touching[circle], turn % (2 * pi))
    for circle, angles in touching.items():
        for start, end in pairwise([*angles, *(angle + 2 * pi for angle in angles[:1])]):
            if end - start > 1e-9 and _between(_at(circle, (start + end) / 2), a, b):
                yield _shortest(circle, start, end, a, b)


def _at(circle: Circle, angle: float) -> _Line:
    """The tangent of a circle whose normal points out of it at an angle."""
    return angle, circle.x * cos(angle) + circle.y * sin(angle) + circle.radius


def _shortest(circle: Circle, start: float, end: float, a: Circle, b: Circle) -> _Line:
    """Of the tangents between two angles, the one with the shortest way from a to b, by trisection."""

    def far(angle: float) -> float:
        found = _between(_at(circle, angle), a, b)
        return apart(*found) if found else 1e9

    for _ in range(50):
        third = (end - start) / 3
        if far(start + third) <= far(end - third):
            end -= third
        else:
            start += third
    return _at(circle, (start + end) / 2)


def _through(a: Circle, b: Circle) -> _Line:
    angle = atan2(b.y - a.y, b.x - a.x) + pi / 2
    return angle, a.x * cos(angle) + a.y * sin(angle)


def _tangents(one: Circle, two: Circle) -> list[_Line]:
    """The common tangents of two circles: normals n with n·(two - one) = ±r2 ± r1, four of them at most."""
    dx, dy = two.x - one.x, two.y - one.y
    far = hypot(dx, dy)
    found = []
    for sign in (1, -1):
        rise = sign * two.radius - one.radius  # the line touches one on its positive side, two on this or the other
        if far <= abs(rise) or far < 1e-9:
            continue
        for way in (1, -1):
            angle = atan2(dy, dx) + way * acos(-rise / far)
            found.append((angle, one.x * cos(angle) + one.y * sin(angle) + one.radius))
    return found


def _between(line: _Line, a: Circle, b: Circle) -> Segment | None:
    """The stretch of a line from where it leaves a to where it enters b; None where it misses one of them."""
    angle, offset = line
    nx, ny = cos(angle), sin(angle)
    ux, uy = ny, -nx
    if (b.x - a.x) * ux + (b.y - a.y) * uy < 0:
        ux, uy = -ux, -uy
    ends = []
    for circle, way in ((a, 1), (b, -1)):
        aside = offset - (circle.x * nx + circle.y * ny)
        if abs(aside) > circle.radius + 1e-9:
            return None
        on = way * sqrt(max(0.0, circle.radius**2 - aside**2))
        ends.append((circle.x + nx * aside + ux * on, circle.y + ny * aside + uy * on))
    (ax, ay), (bx, by) = ends
    return (ends[0], ends[1]) if (bx - ax) * ux + (by - ay) * uy > 0 else None
