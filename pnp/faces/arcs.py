"""A template's calls of ``polar``, ``arc`` and ``sector`` go in; points and path data come out.

Angles are degrees clockwise from straight up, as hours lie on a clock: what stands upright over a middle stands at an
angle when it is turned by that angle with ``rotate``. Lengths in mm.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from pnp.rules.numbers import exact
from pnp.rules.trigonometry import cos, sin
from pnp.rules.work import spend
from pnp.units import mm

ROUND, PART = 360, 120
FAR = 1_000_000  # mm: no face is so large
PLACES = 6  # of a point's mm
COST = 200  # units for a path


class PolarPoint(NamedTuple):
    """A point of a face; a template may also take it apart: ``{% set x, y = polar(…) %}``."""

    x: float
    y: float


def polar(cx: object, cy: object, r: object, angle: object) -> PolarPoint:
    """The point ``r`` mm from (cx, cy) at an angle."""
    x, y, far = _length(cx, "polar: cx"), _length(cy, "polar: cy"), _length(r, "polar: r")
    return _point(x, y, far, _angle(angle, "polar: the angle"))


def arc(cx: object, cy: object, r: object, start: object, end: object) -> str:
    """Path data of an arc round (cx, cy): clockwise from ``start`` to ``end``, or back where ``end`` is less."""
    spend(COST)
    x, y, radius = _length(cx, "arc: cx"), _length(cy, "arc: cy"), _radius(r, "arc: r")
    return _arc(x, y, radius, _angle(start, "arc: start"), _angle(end, "arc: end"), "M")


def sector(cx: object, cy: object, r: object, start: object, end: object, inner: object = 0) -> str:
    """Path data of a slice of a disc, or of a ring whose hole has the radius ``inner``; a whole one for 360 degrees."""
    spend(COST)
    x, y, radius, hole = (
        _length(cx, "sector: cx"), _length(cy, "sector: cy"), _radius(r, "sector: r"), _radius(inner, "sector: inner"),
    )  # fmt: skip
    if hole > radius:
        raise ValueError("sector: inner must be less than r")
    first, last = sorted((_angle(start, "sector: start"), _angle(end, "sector: end")))
    outside = _arc(x, y, radius, first, last, "M")
    if last - first >= ROUND:
        return outside + "Z" + (_arc(x, y, hole, first + ROUND, first, "M") + "Z" if hole else "")
    back = _arc(x, y, hole, last, first, "L") if hole else f"L{mm(x)} {mm(y)}"
    return f"{outside}{back}Z"


ARCS: dict[str, Callable[..., object]] = {"polar": polar, "arc": arc, "sector": sector}
for _function in ARCS.values():
    _function.pays_for_itself = True  # type: ignore[attr-defined]  # numbers alone, each of bounded size


def _length(value: object, what: str) -> float:
    number = exact(value, what)
    if abs(number) > FAR:
        raise ValueError(f"{what} is further out than any face reaches")
    return float(number)


def _radius(value: object, what: str) -> float:
    number = _length(value, what)
    if number < 0:
        raise ValueError(f"{what} is a radius, and cannot be less than 0")
    return number


def _angle(value: object, what: str) -> float:
    return float(exact(value, what))


@lru_cache(maxsize=4096)
def _point(x: float, y: float, r: float, angle: float) -> PolarPoint:
    return PolarPoint(round(x + r * sin(angle), PLACES) + 0.0, round(y - r * cos(angle), PLACES) + 0.0)


def _arc(x: float, y: float, r: float, start: float, end: float, begin: str) -> str:
    """From one angle to another, no more than once round; in parts, for near a half a hair moves the middle."""
    turn = max(-ROUND, min(ROUND, end - start))
    count = max(1, ceil(abs(turn) / PART))
    angles = [start + turn * at / count for at in range(count + 1)]
    points = [_point(x, y, r, angle) for angle in angles]
    sweep = 1 if turn > 0 else 0
    parts = [f"A{mm(r)} {mm(r)} 0 0 {sweep} {mm(point.x)} {mm(point.y)}" for point in points[1:]]
    return f"{begin}{mm(points[0].x)} {mm(points[0].y)}{''.join(parts)}"
