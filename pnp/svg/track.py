"""A path goes in; what words along it need comes out: how long it is, and the point and direction at a distance.

SVG 2, 11.8.3. Distances are measured along chords, points and directions taken from the curve itself.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, hypot

from pnp.svg.path import Path

CHORDS = 32  # of a curve

Point = tuple[float, float]
Curve = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class Track:
    """A path's curves; ``starts`` are the distances where each of their chords begins, and the whole length at last.

    It is ``closed`` when it is one loop: words may then go on past its end.
    """

    curves: tuple[Curve, ...]
    starts: tuple[float, ...]
    closed: bool

    @property
    def length(self) -> float:
        """How long it is."""
        return self.starts[-1]

    def at(self, distance: float) -> tuple[float, float, float]:
        """The point at a distance from the beginning, and the direction there in radians, clockwise from the right."""
        chord = min(max(bisect_right(self.starts, distance) - 1, 0), len(self.starts) - 2)
        begin, end = self.starts[chord], self.starts[chord + 1]
        curve, step = divmod(chord, CHORDS)
        share = (distance - begin) / (end - begin) if end > begin else 0.0
        t = (step + min(max(share, 0.0), 1.0)) / CHORDS
        (x, y), (dx, dy) = _point(self.curves[curve], t), _slope(self.curves[curve], t)
        return x, y, atan2(dy, dx)


@lru_cache(maxsize=64)
def track_of(path: Path) -> Track | None:
    """The track along a path; None for one that leads nowhere. What stands between its parts is jumped over."""
    curves = tuple(_curves(path))
    starts = [0.0]
    for curve in curves:
        here = curve[0]
        for step in range(1, CHORDS + 1):
            x, y = _point(curve, step / CHORDS)
            starts.append(starts[-1] + hypot(x - here[0], y - here[1]))
            here = (x, y)
    if starts[-1] <= 0:
        return None
    first, last = path[0], curves[-1][3]
    parts = sum(1 for segment in path if segment[0] == "m")
    return Track(
        curves, tuple(starts), parts == 1 and hypot(first[1] - last[0], first[2] - last[1]) < 1e-6 * starts[-1]
    )


def backwards(track: Track) -> Track:
    """The same from its end to its beginning: words on it stand on the other side."""
    whole = track.starts[-1]
    curves = tuple((d, c, b, a) for a, b, c, d in reversed(track.curves))
    return Track(curves, tuple(whole - start for start in reversed(track.starts)), track.closed)


def _curves(path: Path) -> Iterator[Curve]:
    here = start = (0.0, 0.0)
    for kind, *v in path:
        if kind == "m":
            here = start = (v[0], v[1])
            continue
        end: Point = start if kind == "h" else (v[-2], v[-1])
        if kind == "c":
            yield here, (v[0], v[1]), (v[2], v[3]), end
        elif end != here:
            yield here, _between(here, end, 1 / 3), _between(here, end, 2 / 3), end
        here = end


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _point(curve: Curve, t: float) -> Point:
    a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3
    p, q, r, s = curve
    return a * p[0] + b * q[0] + c * r[0] + d * s[0], a * p[1] + b * q[1] + c * r[1] + d * s[1]


def _slope(curve: Curve, t: float) -> Point:
    p, q, r, s = curve
    a, b, c = (1 - t) ** 2, 2 * (1 - t) * t, t * t
    x = a * (q[0] - p[0]) + b * (r[0] - q[0]) + c * (s[0] - r[0])
    y = a * (q[1] - p[1]) + b * (r[1] - q[1]) + c * (s[1] - r[1])
    if hypot(x, y) > 1e-9:
        return x, y
    (x1, y1), (x2, y2) = _point(curve, max(0.0, t - 0.01)), _point(curve, min(1.0, t + 0.01))
    return x2 - x1, y2 - y1  # a handle lies on its own end
