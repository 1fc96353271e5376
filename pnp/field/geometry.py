"""Shapes on a table go in, distances between their edges come out: circles and polygons, in one unit of length.

Points are (x, y), y downwards. A distance is 0 where two things touch or overlap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, radians, sin

Point = tuple[float, float]
Segment = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Circle:
    """A disc; with radius 0 a point."""

    x: float
    y: float
    radius: float = 0.0

    @property
    def centre(self) -> Point:
        """Its middle."""
        return self.x, self.y

    def at(self, point: Point) -> Circle:
        """The same disc elsewhere."""
        return Circle(*point, self.radius)


@dataclass(frozen=True, slots=True)
class Polygon:
    """A simple polygon, its corners in order, either way round; it need not be convex."""

    corners: tuple[Point, ...]

    @property
    def centre(self) -> Point:
        """The middle of the upright box around it."""
        xs, ys = [x for x, _ in self.corners], [y for _, y in self.corners]
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    @property
    def sides(self) -> Iterator[Segment]:
        """Every side."""
        yield from pairwise((*self.corners, self.corners[0]))


Shape = Circle | Polygon


def box(x: float, y: float, width: float, height: float, turn: float = 0.0) -> Polygon:
    """A rectangle round (x, y), turned by so many degrees clockwise."""
    halves = ((-width / 2, -height / 2), (width / 2, -height / 2), (width / 2, height / 2), (-width / 2, height / 2))
    return Polygon(tuple(turned((x + dx, y + dy), (x, y), turn) for dx, dy in halves))


def turned(point: Point, about: Point, degrees: float) -> Point:
    """A point turned clockwise, as the eye sees it with y downwards."""
    dx, dy = point[0] - about[0], point[1] - about[1]
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return about[0] + dx * c - dy * s, about[1] + dx * s + dy * c


def apart(a: Point, b: Point) -> float:
    """The distance of two points."""
    return hypot(b[0] - a[0], b[1] - a[1])


def along(a: Point, b: Point, share: float) -> Point:
    """The point that lies so large a share of the way from a to b."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def gap(a: Shape, b: Shape) -> float:
    """From edge to edge."""
    match a, b:
        case Circle(), Circle():
            return max(0.0, apart(a.centre, b.centre) - a.radius - b.radius)
        case Circle(), Polygon():
            return max(0.0, _to_polygon(a.centre, b) - a.radius)
        case Polygon(), Circle():
            return gap(b, a)
        case Polygon(), Polygon():
            if contains(a, b.corners[0]) or contains(b, a.corners[0]):
                return 0.0
            return min(_segments_apart(one, two) for one in a.sides for two in b.sides)
    raise TypeError("a shape is a circle or a polygon")


def path_gap(points: Sequence[Point], shape: Shape) -> float:
    """From a path of straight legs to a shape; a path of one point is that point."""
    legs = list(pairwise(points)) or [(points[0], points[0])]
    if isinstance(shape, Circle):
        return max(0.0, min(to_segment(shape.centre, leg) for leg in legs) - shape.radius)
    if contains(shape, points[0]):
        return 0.0
    return min(_segments_apart(leg, side) for leg in legs for side in shape.sides)


def contains(polygon: Polygon, point: Point) -> bool:
    """Whether a point lies inside a polygon: a ray to the right crosses its sides an odd number of times."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in polygon.sides:
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside


def to_segment(point: Point, segment: Segment) -> float:
    """From a point to the nearest point of a segment."""
    return apart(point, nearest(point, segment))


def nearest(point: Point, segment: Segment) -> Point:
    """The point of a segment that is nearest to a point."""
    (ax, ay), (bx, by) = segment
    square = (bx - ax) ** 2 + (by - ay) ** 2
    share = ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / square if square else 0.0
    return along(*segment, min(1.0, max(0.0, share)))


def crosses(one: Segment, two: Segment) -> bool:
    """Whether two segments cross in a point that is an end of neither."""
    return (_side(one, two[0]) * _side(one, two[1]) < 0) and (_side(two, one[0]) * _side(two, one[1]) < 0)


def _side(segment: Segment, point: Point) -> float:
    (ax, ay), (bx, by) = segment
    return (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)


def _segments_apart(one: Segment, two: Segment) -> float:
    if crosses(one, two):
        return 0.0
    ends = [to_segment(point, two) for point in one] + [to_segment(point, one) for point in two]
    return min(ends)


def _to_polygon(point: Point, polygon: Polygon) -> float:
    if contains(polygon, point):
        return 0.0
    return min(to_segment(point, side) for side in polygon.sides)
