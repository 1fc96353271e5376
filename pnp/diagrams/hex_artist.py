"""A diagram, its grid in mm and a canvas stand together here; how large a token is and where it stands come out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pnp.board.hexes import Cell, Hexes
from pnp.diagrams.canvas import Canvas, Pencil
from pnp.diagrams.depiction import Diagram, Style
from pnp.game.model import Game
from pnp.schema.values import Record
from pnp.text.fit import TextBlock
from pnp.units import MM_PER_POINT


@dataclass(frozen=True, eq=False)
class HexArtist:
    """One diagram being drawn. ``hexes`` is its grid in mm; ``names`` has the set name of each token, or of none."""

    diagram: Diagram
    game: Game
    hexes: Hexes
    canvas: Canvas
    names: Mapping[str, TextBlock]

    @property
    def style(self) -> Style:
        """Ink, paper and looks."""
        return self.diagram.style

    @property
    def unit(self) -> float:
        """The height of a hex: what everything is measured by."""
        return self.hexes.flat_to_flat

    @property
    def pencil(self) -> Pencil:
        """What draws lines and tokens."""
        return Pencil(self.canvas, self.unit, self.style.paper)

    @property
    def token(self) -> float:
        """The radius of a token."""
        return self.unit * (0.31 if self.names else 0.36)

    @property
    def disc(self) -> float:
        """The radius of a place's disc."""
        return self.hexes.side * 0.68

    @property
    def own(self) -> Record | None:
        """The team that the diagram speaks to: that of its first figure."""
        return next((figure.team for figure in self.diagram.scene.figures.values()), None)

    def middle(self, cell: Cell) -> tuple[float, float]:
        """Where a token stands on a hex: a little above its middle when names stand beneath. Places keep the middle."""
        x, y = self.hexes.centre(cell)
        lifted = self.names and not self._place(cell)
        return x, y - (self.unit * 0.11 if lifted else 0.0)

    def rim(self, cell: Cell) -> float:
        """How far from there a line begins or ends, so that it leaves what stands on the hex clear."""
        if any(figure.cell == cell for figure in self.diagram.scene.figures.values()):
            return self.token * 1.22
        return self.disc if self._place(cell) else 0.0

    def _place(self, cell: Cell) -> bool:
        return any(landmark.cell == cell for landmark in self.diagram.scene.landmarks.values())


def set_names(diagram: Diagram, hexes: Hexes, canvas: Canvas) -> dict[str, TextBlock]:
    """Every figure's name in bold, as large as its hex allows; none at all when one of them has no room."""
    points = min(8.0, hexes.flat_to_flat * 0.235 / MM_PER_POINT)
    names = {}
    for token, figure in diagram.scene.figures.items():
        block = canvas.fitted(str(figure), hexes.side * 1.5, points)
        if block is None:
            return {}
        names[token] = block
    return names
