"""The end points and radii of an elliptical arc go in, Béziers of at most an eighth turn come out."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, ceil, cos, hypot, pi, radians, sin, sqrt, tan
from typing import Any

from pnp.units import Matrix

_NOTHING = 1e-9  # mm


def arc(x1: float, y1: float, values: Sequence[float], end: tuple[float, float]) -> list[tuple[Any, ...]]:
    """An elliptical arc as Béziers of at most an eighth turn each (SVG 1.1, F.6.5 for the centre)."""
    rx, ry, turn, large, sweep = abs(values[0]), abs(values[1]), radians(values[2]), values[3], values[4]
    x2, y2 = end
    if hypot(x2 - x1, y2 - y1) < _NOTHING:
        return []
    if min(rx, ry) < _NOTHING:
        return [("l", x2, y2)]
    cosine, sine = cos(turn), sin(turn)
    hx, hy = (x1 - x2) / 2, (y1 - y2) / 2
    px, py = cosine * hx + sine * hy, cosine * hy - sine * hx
    stretch = hypot(px / rx, py / ry)
    if stretch > 1:
        rx, ry = rx * stretch, ry * stretch
    square = (rx * ry) ** 2 - (rx * py) ** 2 - (ry * px) ** 2
    factor = sqrt(max(0.0, square) / ((rx * py) ** 2 + (ry * px) ** 2))
    factor = -factor if large == sweep else factor
    qx, qy = factor * rx * py / ry, -factor * ry * px / rx
    cx, cy = cosine * qx - sine * qy + (x1 + x2) / 2, sine * qx + cosine * qy + (y1 + y2) / 2
    first = atan2((py - qy) / ry, (px - qx) / rx)
    delta = atan2((-py - qy) / ry, (-px - qx) / rx) - first
    if sweep and delta < 0:
        delta += 2 * pi
    elif not sweep and delta > 0:
        delta -= 2 * pi
    count = max(1, ceil(abs(delta) / (pi / 4) - 1e-9))
    step = delta / count
    reach = 4 / 3 * tan(step / 4)
    matrix = Matrix(cosine * rx, sine * rx, -sine * ry, cosine * ry, cx, cy)
    segments: list[tuple[Any, ...]] = []
    for i in range(count):
        a, b = first + i * step, first + (i + 1) * step
        c1 = matrix.apply(cos(a) - reach * sin(a), sin(a) + reach * cos(a))
        c2 = matrix.apply(cos(b) + reach * sin(b), sin(b) - reach * cos(b))
        to = end if i == count - 1 else matrix.apply(cos(b), sin(b))
        segments.append(("c", *c1, *c2, *to))
    return segments
