"""A round base and the straight legs it moves along go in; what it meets, and where it is halted, come out.

Two things are in each other's way when they would overlap by more than ``TOUCH``: bases slide along what they touch.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import fsum

from pnp.field.geometry import Circle, Point, Polygon, Segment, Shape, along, apart, contains, gap, path_gap, to_segment

TOUCH = 0.01  # a tenth of a millimetre, where the unit is a centimetre: nobody places a base more truly


def length(points: Sequence[Point]) -> float:
    """All legs together."""
    return fsum(apart(a, b) for a, b in pairwise(points))


def overlaps(a: Shape, b: Shape) -> bool:
    """Whether two things lie over one another by more than ``TOUCH``; one of them is a circle, or both are polygons."""
    if isinstance(a, Circle):
        return gap(Circle(a.x, a.y, max(0.0, a.radius - TOUCH)), b) == 0.0
    if isinstance(b, Circle):
        return overlaps(b, a)
    return gap(a, b) == 0.0


def meets(base: Circle, points: Sequence[Point], shape: Shape) -> bool:
    """Whether a base that moves along the legs lies over a shape anywhere on its way."""
    return path_gap(points, shape) < base.radius - TOUCH


def halt(base: Circle, points: Sequence[Point], shapes: Sequence[Shape]) -> tuple[int, Point]:
    """Where a base that moves along the legs first runs into one of the shapes: the leg, from 0, and its centre.

    At the end of the last leg, when it never does.
    """
    for number, (start, end) in enumerate(pairwise(points)):
        shares = [share for shape in shapes if (share := _share(base, (start, end), shape)) is not None]
        if shares:
            return number, along(start, end, min(shares))
    return max(0, len(points) - 2), points[-1]


def _share(base: Circle, leg: Segment, shape: Shape) -> float | None:
    """How much of a leg the base makes before it touches a shape; None when it never lies over it."""
    if not meets(base, leg, shape):
        return None
    if isinstance(shape, Polygon):
        if contains(shape, leg[0]):
            return 0.0
        found = [share for side in shape.sides if (share := _until(base.radius, leg, side)) is not None]
        return min(found, default=None)
    return _until(base.radius + shape.radius, leg, (shape.centre, shape.centre))


def _until(reach: float, leg: Segment, side: Segment) -> float | None:
    """The share of a leg after which its point is ``reach`` from a segment, if it comes nearer than that.

    The distance to a convex thing is a convex function of the share: its least value is found, then its first fall.
    """
    low, high = 0.0, 1.0
    for _ in range(80):
        third = (high - low) / 3
        if to_segment(along(*leg, low + third), side) <= to_segment(along(*leg, high - third), side):
            high -= third
        else:
            low += third
    near = (low + high) / 2
    if to_segment(along(*leg, near), side) >= reach - TOUCH:
        return None
    low, high = 0.0, near
    for _ in range(60):
        middle = (low + high) / 2
        if to_segment(along(*leg, middle), side) >= reach:
            low = middle
        else:
            high = middle
    return low


def slid(base: Circle, about: Point, distance: float) -> Circle:
    """A base moved away from a point along the line through both centres; towards it, where ``distance`` is negative.

    Raises ValueError when the centres are the same: there is no such line.
    """
    far = apart(about, base.centre)
    if far < 1e-9:
        raise ValueError("both stand on one point, so there is no line through their centres")
    return base.at(along(about, base.centre, (far + distance) / far))
