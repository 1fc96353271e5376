"""A field, its scale and a canvas stand together here: points in cm become points in mm, labels get places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.field.shapes import Point, Polygon, Shape
from pnp.game.model import Game
from pnp.rulebook.canvas import Canvas, Pencil
from pnp.rulebook.depiction import FieldDiagram, Look, Walk
from pnp.rulebook.fieldscene import Base
from pnp.rulebook.labels import Labels
from pnp.rulebook.tokens import Colors, colors_of, draw_name, plate_size

PUSH = Look(edge="#2f7d4f")  # where a file gives none


@dataclass(frozen=True, eq=False)
class FieldArt:
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

    def look(self, given: Look | None, name: str, otherwise: Look) -> Look:
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
