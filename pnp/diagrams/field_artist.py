"""A field, its scale and a canvas stand together here: points in cm become points in mm, labels get places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import fsum

from pnp.diagrams.canvas import Canvas, Pencil
from pnp.diagrams.depiction import FieldDiagram, MarkLook, Walk
from pnp.diagrams.field_scene import Base
from pnp.diagrams.tokens import Colors, colors_of, draw_name, plate_size
from pnp.field.geometry import Point, Polygon, Segment, Shape, apart
from pnp.game.model import Game
from pnp.units import Rect

_OUTSIDE, _OVER, _CROSSED, _LATER = 1000.0, 100.0, 6.0, 0.35

PUSH = MarkLook(edge="#2f7d4f")  # where a file gives none


@dataclass
class Labels:
    """Where labels may stand. ``taken`` is what must stay free of them, ``lines`` what should.

    Every label that is placed joins what is taken.
    """

    bounds: Rect
    taken: list[Rect] = field(default_factory=list)
    lines: list[Segment] = field(default_factory=list)

    def place(self, width: float, height: float, middles: Sequence[Point]) -> Point:
        """The middle that is best for a label of this size; among equals the first."""
        scored = [(self._cost(_rect(middle, width, height)) + i * _LATER, i) for i, middle in enumerate(middles)]
        middle = middles[min(scored)[1]]
        self.taken.append(_rect(middle, width, height).outset(0.15))
        return middle

    def avoid(self, points: Iterable[Point]) -> None:
        """Keep labels off a line of several legs."""
        found = list(points)
        self.lines += pairwise(found)

    def _cost(self, rect: Rect) -> float:
        b = self.bounds
        outside = max(0.0, b.x - rect.x, rect.right - b.right, b.y - rect.y, rect.bottom - b.bottom)
        over = fsum(_common(rect, other) for other in self.taken)
        crossed = fsum(_inside(line, rect) for line in self.lines)
        return _OUTSIDE * outside + _OVER * over + _CROSSED * crossed


def _rect(middle: Point, width: float, height: float) -> Rect:
    return Rect(middle[0] - width / 2, middle[1] - height / 2, width, height)


def _common(a: Rect, b: Rect) -> float:
    """The area that two rectangles share."""
    wide = min(a.right, b.right) - max(a.x, b.x)
    tall = min(a.bottom, b.bottom) - max(a.y, b.y)
    return wide * tall if wide > 0 and tall > 0 else 0.0


def _inside(line: Segment, rect: Rect) -> float:
    """How much of a line lies in a rectangle (Liang and Barsky's clipping)."""
    (ax, ay), (bx, by) = line
    low, high = 0.0, 1.0
    for start, way, least, most in ((ax, bx - ax, rect.x, rect.right), (ay, by - ay, rect.y, rect.bottom)):
        if abs(way) < 1e-12:
            if not least < start < most:
                return 0.0
            continue
        one, two = sorted(((least - start) / way, (most - start) / way))
        low, high = max(low, one), min(high, two)
    return apart(*line) * (high - low) if low < high else 0.0


@dataclass(frozen=True, eq=False)
class FieldArtist:
    """One field being drawn: ``scale`` mm a cm."""

    diagram: FieldDiagram
    game: Game
    pencil: Pencil
    scale: float
    labels: Labels

    @property
    def canvas(self) -> Canvas:
        """What is drawn on."""
        return self.pencil.canvas

    @property
    def ink(self) -> str:
        """Of outlines and letters."""
        return self.diagram.style.ink

    def at(self, point: Point) -> Point:
        """A point of the field in mm."""
        return point[0] * self.scale, point[1] * self.scale

    def outline(self, shape: Shape, more: float = 0.0) -> str:
        """A shape as path data, ``more`` mm larger if it is a circle."""
        if isinstance(shape, Polygon):
            return "M" + "L".join(f"{x:.3f} {y:.3f}" for x, y in map(self.at, shape.corners)) + "Z"
        (x, y), r = self.at(shape.centre), shape.radius * self.scale + more
        return f"M{x - r:.3f} {y:.3f}a{r:.3f} {r:.3f} 0 1 0 {2 * r:.3f} 0a{r:.3f} {r:.3f} 0 1 0 {-2 * r:.3f} 0Z"

    def look(self, given: MarkLook | None, name: str, otherwise: MarkLook) -> MarkLook:
        """A thing's own look, else the file's look for its kind, else ours."""
        return given or self.diagram.style.look(name, otherwise)

    def colors(self, base: Base) -> Colors:
        """A figure's team; the first figure's is the reader's own."""
        first = next(iter(self.diagram.scene.bases.values()))
        return colors_of(self.game, self.diagram.style, base.team, own=base.team is first.team)

    def say(self, words: str, middles: Sequence[Point], color: str = "", points: float = 7.0) -> None:
        """A label on a plate, at the best of the places."""
        block = self.canvas.fitted(words, 60.0, points)
        if block is not None:
            width, height = plate_size(block)
            draw_name(self.pencil, block, *self.labels.place(width, height, middles), color or self.ink)


def walked(walk: Walk) -> list[Point]:
    """The way as far as the base gets."""
    if walk.halted is None:
        return list(walk.way.points)
    leg, where = walk.halted
    return [*walk.way.points[: leg + 1], where]
