"""A ray of a diagram goes onto the canvas: solid with a head when it is clear, dashed up to a cross when not."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

from pnp.diagrams.canvas import Pencil
from pnp.diagrams.depiction import DrawnLine, MarkLook
from pnp.diagrams.hex_artist import HexArtist


@dataclass(frozen=True)
class Ray:
    """From a point in a direction of length 1; lengths along it and aside of it are mm."""

    x: float
    y: float
    dx: float
    dy: float

    def at(self, along: float, aside: float = 0.0) -> str:
        """A point of path data."""
        x = self.x + self.dx * along - self.dy * aside
        return f"{x:.3f} {self.y + self.dy * along + self.dx * aside:.3f}"


def draw_line(artist: HexArtist, line: DrawnLine) -> None:
    """Draw it from the rim of what stands at its start to the rim of what stands at its end."""
    style = artist.diagram.style
    look = line.look or style.look("clear" if line.clear else "blocked", MarkLook(edge=style.ink))
    color = look.edge or style.ink
    ray, length = ray_between(artist.middle(line.start), artist.middle(line.end))
    first, last = artist.rim(line.start), length - artist.rim(line.end)
    if line.clear:
        draw_clear(artist.pencil, ray, first, last, color)
    else:
        stop = _stop(artist, line, ray, first, last)
        beyond = stop + artist.unit * (1.1 if line.stopped else 0.3)  # past the hex in the way, or past the cross
        draw_blocked(artist.pencil, ray, (first, stop, beyond, last), color)


def ray_between(start: tuple[float, float], end: tuple[float, float]) -> tuple[Ray, float]:
    """The ray from one point towards another, and how far they are apart."""
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return Ray(*start, (end[0] - start[0]) / length, (end[1] - start[1]) / length), length


def draw_clear(pencil: Pencil, ray: Ray, first: float, last: float, color: str) -> None:
    """A solid line with a head, from ``first`` to ``last`` along the ray."""
    weight, head = pencil.unit * 0.06, pencil.unit * 0.21
    shaft = f"M{ray.at(first)}L{ray.at(last - head * 0.7)}"
    left, right = ray.at(last - head, -head * 0.55), ray.at(last - head, head * 0.55)
    tip = f"M{ray.at(last)}L{right}L{ray.at(last - head * 0.74)}L{left}Z"
    pencil.halo(shaft, weight * 2.2)
    pencil.halo(tip, weight * 1.2)
    pencil.stroke(shaft, weight, color)
    with pencil.canvas.inked("sign"):
        pencil.canvas.path(tip, fill=color)


def draw_blocked(pencil: Pencil, ray: Ray, marks: tuple[float, float, float, float], color: str) -> None:
    """Dashes from first to the cross at stop; from beyond to last faint dots, where the line would have led."""
    first, stop, beyond, last = marks
    unit = pencil.unit
    weight, arm = unit * 0.06, unit * 0.14
    shaft = f"M{ray.at(first)}L{ray.at(stop)}"
    cross = (
        f"M{ray.at(stop - arm, -arm)}L{ray.at(stop + arm, arm)}M{ray.at(stop - arm, arm)}L{ray.at(stop + arm, -arm)}"
    )
    if beyond + unit * 0.2 < last:
        trail = f"M{ray.at(beyond)}L{ray.at(last)}"
        pencil.stroke(trail, weight * 0.9, color, stroke_dasharray=f"0 {unit * 0.13:.3f}", stroke_opacity=0.6)
    pencil.halo(shaft, weight * 2.2)
    pencil.stroke(shaft, weight, color, stroke_dasharray=f"{unit * 0.12:.3f} {unit * 0.13:.3f}")
    pencil.halo(cross, weight * 3.2)
    pencil.stroke(cross, weight * 1.6, color)


def _stop(artist: HexArtist, line: DrawnLine, ray: Ray, first: float, last: float) -> float:
    """Where the cross stands: at the near side of what blocks the line; half way when no hex does."""
    if not line.stopped:
        return (first + last) / 2
    middles = [artist.middle(cell) for cell in line.stopped]
    return min((x - ray.x) * ray.dx + (y - ray.y) * ray.dy for x, y in middles) - artist.unit * 0.5
