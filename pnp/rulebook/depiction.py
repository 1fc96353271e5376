"""What a diagram is, once its scenario is computed: frozen values, ready to be drawn at any width."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pnp.board.hexes import Cell
from pnp.problems import Span
from pnp.rulebook.scene import Scene


@dataclass(frozen=True, slots=True)
class Look:
    """How an area, a zone or a line is painted: palette colours, an icon as a badge on every hex, a dashed edge."""

    fill: str = ""
    edge: str = ""
    icon: str = ""
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Style:
    """What all diagrams of a file share. ``font`` is a family of the game; ink and paper are colours."""

    ink: str = "#1c1815"
    paper: str = "#ffffff"
    font: str = ""
    looks: Mapping[str, Look] = field(default_factory=dict)

    def look(self, name: str, otherwise: Look) -> Look:
        """A look that a file may define: ``zone``, ``altar``, ``clear`` or ``blocked``."""
        return self.looks.get(name, otherwise)


@dataclass(frozen=True, slots=True)
class Area:
    """Some hexes painted alike; ``steps`` are printed where there are any."""

    cells: frozenset[Cell]
    look: Look
    steps: Mapping[Cell, int]


@dataclass(frozen=True, slots=True)
class Line:
    """A line between two hexes: of sight, or one that ``holds`` as an expression says.

    ``stopped`` are the hexes that block it; none when it is clear, crooked, or blocked by no hex.
    """

    start: Cell
    end: Cell
    clear: bool
    stopped: tuple[Cell, ...]
    look: Look | None

    @property
    def ends(self) -> tuple[Cell, Cell]:
        """Both hexes."""
        return self.start, self.end


@dataclass(frozen=True, eq=False)
class Diagram:
    """One scenario, computed. Caption and alternative text are filled in; ``size`` is columns and rows of hexes."""

    id: str
    title: str
    span: Span
    caption: str
    alt: str
    size: tuple[int, int]
    scene: Scene
    areas: tuple[Area, ...]
    lines: tuple[Line, ...]
    claims: tuple[str, ...]
    style: Style
