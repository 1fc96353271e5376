"""SVG path data goes in, absolute lines and Béziers come out; shapes and arcs become the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import atan2, ceil, cos, hypot, pi, radians, sin, sqrt, tan
from typing import Any

from pnp.svg.lengths import MOST, NUMBER, bounded, too_many
from pnp.svg.tree import SvgFault
from pnp.units import Matrix, Rect, mm

_NOTHING = 1e-9  # mm

# ("m", x, y), ("l", x, y), ("c", x1, y1, x2, y2, x, y), ("h",): PDF's own operators, absolute
Segment = tuple[Any, ...]
Path = tuple[Segment, ...]

KAPPA = 0.551915024494  # a quarter circle by one Bézier, off by 0.02 % of the radius at most (Spencer Mortensen)
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_COMMANDS = {"m": "M", "l": "L", "c": "C", "h": "Z"}
_SPACE = re.compile(r"[\s,]*")
_FLAG = re.compile(r"[01]")


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


@lru_cache(maxsize=4096)
def parse_path(data: str) -> Path:
    """Read path data (SVG 1.1, 8.3). Raises SvgFault naming what is wrong where."""
    return tuple(segment for piece in path_pieces(data) for segment in piece)


def path_pieces(data: str) -> Iterator[list[Segment]]:
    """The segments of each command: an arc has several, an arc from a point to itself none."""
    x = y = start_x = start_y = 0.0
    closed = False
    control: tuple[str, float, float] = ("", 0.0, 0.0)  # the last curve's kind and its control point
    for command, values in _commands(data):
        kind, relative = command.upper(), command.islower()
        ox, oy = (x, y) if relative else (0.0, 0.0)
        after: tuple[str, float, float] = ("", 0.0, 0.0)
        piece: list[Segment] = []
        if closed and kind not in "MZ":
            piece.append(("m", x, y))  # PDF forgets the point after closing; SVG goes on from it
        closed = kind == "Z"
        if kind == "Z":
            piece = [("h",)]
            x, y = start_x, start_y
        elif kind in "ML":
            x, y = ox + values[0], oy + values[1]
            piece.append(("m" if kind == "M" else "l", x, y))
            if kind == "M":
                start_x, start_y = x, y
        elif kind in "HV":
            x, y = (ox + values[0], y) if kind == "H" else (x, oy + values[0])
            piece.append(("l", x, y))
        elif kind == "A":
            end = (ox + values[5], oy + values[6])
            piece += arc(x, y, values, end)
            x, y = end
        else:
            curve, after = _curve(kind, values, (x, y), (ox, oy), control)
            piece.append(curve)
            x, y = curve[5], curve[6]
        control = after
        yield piece


def _commands(data: str) -> Iterable[tuple[str, list[float]]]:
    """Cut path data into commands with their operands; repeated operands repeat the command."""
    position = _skip(data, 0)
    if data[position : position + 1] not in ("M", "m") and data.strip():
        raise SvgFault(f"path data begins with '{data.strip()[:8]}': it must begin with M")
    total = 0
    while position < len(data):
        command = data[position]
        if command.upper() not in _COUNTS:
            raise SvgFault(f"path data has '{data[position : position + 8]}' where a command should stand")
        count = _COUNTS[command.upper()]
        position = _skip(data, position + 1)
        while True:
            values = []
            for index in range(count):
                pattern = _FLAG if count == 7 and index in (3, 4) else NUMBER
                match = pattern.match(data, position)
                if match is None:
                    raise SvgFault(
                        f"path data: {command} needs {count} numbers, found '{data[position : position + 8]}'"
                    )
                values.append(bounded(match[0], "path data"))
                position = _skip(data, match.end())
            total += count
            if total > MOST:
                raise too_many("path data")
            yield command, values
            command = {"M": "L", "m": "l"}.get(command, command)
            if count == 0 or position >= len(data) or data[position].isalpha():
                break


def _skip(data: str, position: int) -> int:
    return _SPACE.match(data, position).end()  # type: ignore[union-attr]  # matches the empty text too


def _curve(
    kind: str,
    values: Sequence[float],
    here: tuple[float, float],
    origin: tuple[float, float],
    control: tuple[str, float, float],
) -> tuple[Segment, tuple[str, float, float]]:
    """C, S, Q or T as one cubic, and the control point that the next smooth curve mirrors."""
    (x, y), (ox, oy) = here, origin
    points = [(ox + values[i], oy + values[i + 1]) for i in range(0, len(values), 2)]
    if kind in "ST":
        same = control[0] == ("C" if kind == "S" else "Q")
        points.insert(0, (2 * x - control[1], 2 * y - control[2]) if same else (x, y))
    if kind in "CS":
        (x1, y1), (x2, y2), (x3, y3) = points
        return ("c", x1, y1, x2, y2, x3, y3), ("C", x2, y2)
    (qx, qy), (x3, y3) = points
    cubic = (x + 2 / 3 * (qx - x), y + 2 / 3 * (qy - y), x3 + 2 / 3 * (qx - x3), y3 + 2 / 3 * (qy - y3))
    return ("c", *cubic, x3, y3), ("Q", qx, qy)


def ellipse_path(cx: float, cy: float, rx: float, ry: float) -> Path:
    """An ellipse as four Béziers."""
    kx, ky = rx * KAPPA, ry * KAPPA
    return (
        ("m", cx + rx, cy),
        ("c", cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry),
        ("c", cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy),
        ("c", cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry),
        ("c", cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy),
        ("h",),
    )


def rect_path(x: float, y: float, w: float, h: float, rx: float, ry: float) -> Path:
    """A rectangle, its corners rounded by rx and ry."""
    right, bottom = x + w, y + h
    if rx <= 0 or ry <= 0:
        return (("m", x, y), ("l", right, y), ("l", right, bottom), ("l", x, bottom), ("h",))
    rx, ry = min(rx, w / 2), min(ry, h / 2)
    kx, ky = rx * (1 - KAPPA), ry * (1 - KAPPA)
    return (
        ("m", x + rx, y),
        ("l", right - rx, y),
        ("c", right - kx, y, right, y + ky, right, y + ry),
        ("l", right, bottom - ry),
        ("c", right, bottom - ky, right - kx, bottom, right - rx, bottom),
        ("l", x + rx, bottom),
        ("c", x + kx, bottom, x, bottom - ky, x, bottom - ry),
        ("l", x, y + ry),
        ("c", x, y + ky, x + kx, y, x + rx, y),
        ("h",),
    )


def poly_path(values: Sequence[float], closed: bool) -> Path:
    """A polyline through pairs of numbers, closed for a polygon."""
    points = list(zip(values[::2], values[1::2], strict=False))
    segments: list[Segment] = [("m" if i == 0 else "l", x, y) for i, (x, y) in enumerate(points)]
    return (*segments, ("h",)) if closed and segments else tuple(segments)


def moved(path: Path, matrix: Matrix) -> Path:
    """The path under a transformation."""
    result: list[Segment] = []
    for kind, *values in path:
        points = [matrix.apply(values[i], values[i + 1]) for i in range(0, len(values), 2)]
        result.append((kind, *(value for point in points for value in point)))
    return tuple(result)


def path_data(path: Path) -> str:
    """A path as SVG writes it, to a ten-thousandth."""
    return "".join(_COMMANDS[kind] + " ".join(map(mm, values)) for kind, *values in path)


def bounds(path: Path) -> Rect:
    """The tight box around a path's geometry, without its stroke; curves by their extremes."""
    xs: list[float] = []
    ys: list[float] = []
    here = (0.0, 0.0)
    for kind, *values in path:
        if kind == "c":
            xs += _extremes(here[0], *values[0::2])
            ys += _extremes(here[1], *values[1::2])
        elif kind in "ml":
            xs.append(values[0])
            ys.append(values[1])
        if values:
            here = (values[-2], values[-1])
    if not xs:
        return Rect(0, 0, 0, 0)
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _extremes(p0: float, p1: float, p2: float, p3: float) -> list[float]:
    """The end values of a cubic and its values where the derivative vanishes inside it."""
    a, b, c = -p0 + 3 * p1 - 3 * p2 + p3, 2 * (p0 - 2 * p1 + p2), p1 - p0
    roots: list[float] = []
    if abs(a) > 1e-12:
        square = b * b - 4 * a * c
        roots = [(-b + sign * sqrt(square)) / (2 * a) for sign in (1, -1)] if square >= 0 else []
    elif abs(b) > 1e-12:
        roots = [-c / b]
    inside = [t for t in roots if 0 < t < 1]
    cubic = [(1 - t) ** 3 * p0 + 3 * (1 - t) ** 2 * t * p1 + 3 * (1 - t) * t * t * p2 + t**3 * p3 for t in inside]
    return [p0, p3, *cubic]
