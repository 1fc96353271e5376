"""A path goes in; its vertices with the directions that markers turn to come out, and how long it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import atan2, degrees, hypot

from pnp.svg.path import Path, path_pieces

_FLATTEN = 32  # chords that stand for a curve when its length is summed

Direction = tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Vertex:
    """A place for a marker, and the direction there in degrees."""

    x: float
    y: float
    angle: float


@dataclass
class _Run:
    """A subpath: points, and for each step between them the direction it leaves in and the one it arrives in."""

    points: list[tuple[float, float]]
    steps: list[tuple[Direction, Direction]] = field(default_factory=list)
    closed: bool = False


def vertices(source: str | Path) -> list[Vertex]:
    """Every vertex of path data (arcs count once) or of a plain shape's path (SVG 2, 13.7.4)."""
    pieces = path_pieces(source) if isinstance(source, str) else ([segment] for segment in source)
    runs: list[_Run] = []
    for piece in pieces:
        segments = piece
        if segments and segments[0][0] == "m":
            runs.append(_Run([(segments[0][1], segments[0][2])]))
            segments = segments[1:]
        if not segments:
            continue
        run = runs[-1]
        if segments[0][0] == "h":
            start = run.points[0]
            run.steps.append((_towards(run.points[-1], [start]), _towards(run.points[-1], [start])))
            run.points.append(start)
            run.closed = True
            continue
        points = [tuple(segment[i : i + 2]) for segment in segments for i in range(1, len(segment), 2)]
        end = points[-1]
        backwards = [run.points[-1], *points[:-1]][::-1]
        arriving = _towards(end, backwards)
        run.steps.append((_towards(run.points[-1], points), (-arriving[0], -arriving[1]) if arriving else None))
        run.points.append((end[0], end[1]))
    return [vertex for run in runs for vertex in _turned(run)]


def _towards(here: tuple[float, float], points: list[tuple[float, ...]] | list[tuple[float, float]]) -> Direction:
    """The unit vector to the first point that lies elsewhere."""
    for x, y in points:
        away = hypot(x - here[0], y - here[1])
        if away > 1e-9:
            return (x - here[0]) / away, (y - here[1]) / away
    return None


def _turned(run: _Run) -> list[Vertex]:
    """Between two steps a marker points half-way; a step of no length takes its neighbour's direction."""
    leaves: list[Direction] = [step[0] for step in run.steps]
    arrives: list[Direction] = [step[1] for step in run.steps]
    for i in range(len(run.steps)):
        if leaves[i] is None:
            leaves[i] = arrives[i] = arrives[i - 1] if i else next((item for item in leaves if item), None)
    incoming: list[Direction] = [arrives[-1] if run.closed and arrives else None, *arrives]
    outgoing: list[Direction] = [*leaves, leaves[0] if run.closed and leaves else None]
    return [
        Vertex(x, y, _between(before, after))
        for (x, y), before, after in zip(run.points, incoming, outgoing, strict=True)
    ]


def _between(before: Direction, after: Direction) -> float:
    if before is None or after is None:
        found = before or after
        return degrees(atan2(found[1], found[0])) if found else 0.0
    x, y = before[0] + after[0], before[1] + after[1]
    if hypot(x, y) < 1e-9:  # straight back: across the way it came
        x, y = -before[1], before[0]
    return degrees(atan2(y, x))


def path_length(path: Path) -> float:
    """How long a path is; its curves as chords."""
    total, here, start = 0.0, (0.0, 0.0), (0.0, 0.0)
    for kind, *v in path:
        if kind == "m":
            here = start = (v[0], v[1])
        elif kind == "h":
            total += hypot(start[0] - here[0], start[1] - here[1])
            here = start
        else:
            chord = here
            for i in range(1, _FLATTEN + 1 if kind == "c" else 2):
                t = i / _FLATTEN if kind == "c" else 1.0
                point = _on_curve(here, v, t) if kind == "c" else (v[0], v[1])
                total += hypot(point[0] - chord[0], point[1] - chord[1])
                chord = point
            here = chord
    return total


def _on_curve(p0: tuple[float, float], v: list[float], t: float) -> tuple[float, float]:
    a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3
    return a * p0[0] + b * v[0] + c * v[2] + d * v[4], a * p0[1] + b * v[1] + c * v[3] + d * v[5]
