"""What a diagram is, once its scenario is computed: frozen values, ready to be drawn at any width."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pnp.board.hexes import Cell
from pnp.diagrams.field_scene import Base, FieldPlace, FieldScene, Ground, Thing, Way
from pnp.diagrams.hex_scene import Scene
from pnp.field.geometry import Point
from pnp.problems import Span
from pnp.text.markup import Inlines


@dataclass(frozen=True, slots=True)
class MarkLook:
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
    looks: Mapping[str, MarkLook] = field(default_factory=dict)

    def look(self, name: str, otherwise: MarkLook) -> MarkLook:
        """A look that a file may define: ``zone``, a kind of place, ``clear`` or ``blocked``."""
        return self.looks.get(name, otherwise)


@dataclass(frozen=True, slots=True)
class Area:
    """Some hexes painted alike; ``steps`` are printed where there are any."""

    cells: frozenset[Cell]
    look: MarkLook
    steps: Mapping[Cell, int]


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A line between two hexes: of sight, or one that ``holds`` as an expression says.

    ``stopped`` are the hexes that block it; none when it is clear, crooked, or blocked by no hex.
    """

    start: Cell
    end: Cell
    clear: bool
    stopped: tuple[Cell, ...]
    look: MarkLook | None

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
    lines: tuple[DrawnLine, ...]
    claims: tuple[str, ...]
    style: Style


@dataclass(frozen=True, slots=True)
class Ring:
    """All that lies within ``reach`` cm of a base or a place, from its edge."""

    around: Base | FieldPlace
    reach: float
    look: MarkLook | None


@dataclass(frozen=True, slots=True)
class Sight:
    """A line between two bases or places: the shortest clear one, or that of the centres up to ``stop`` cm along it.

    ``measured``: its length is printed.
    """

    start: Point
    end: Point
    stop: float | None
    look: MarkLook | None
    measured: bool

    @property
    def clear(self) -> bool:
        """Whether nothing stands in it."""
        return self.stop is None


@dataclass(frozen=True, slots=True)
class Walk:
    """A base's way along its legs; ``halted`` is where it runs into something, with the number of the leg.

    ``barred`` is all that is in its way.
    """

    way: Way
    climbs: tuple[tuple[int, Ground], ...]
    halted: tuple[int, Point] | None
    barred: tuple[Thing, ...]
    look: MarkLook | None


@dataclass(frozen=True, slots=True)
class Push:
    """A base moved along the line through its centre and another's."""

    by: Base
    who: Base
    moved: Base
    look: MarkLook | None


@dataclass(frozen=True, eq=False)
class FieldDiagram:
    """One situation on a field in cm, computed, with its texts filled in."""

    id: str
    title: str
    span: Span
    caption: str
    alt: str
    scene: FieldScene
    rings: tuple[Ring, ...]
    lines: tuple[Sight, ...]
    walks: tuple[Walk, ...]
    pushes: tuple[Push, ...]
    claims: tuple[str, ...]
    style: Style


@dataclass(frozen=True, slots=True)
class CalloutPart:
    """A part of a face that a label is led to: its ``data-part``, and what the key says of it."""

    name: str
    words: Inlines
    span: Span


@dataclass(frozen=True, eq=False)
class Callouts:
    """A face, ``component/record/side``, with labels at its parts. ``marks`` are letters or numbers; ``key`` is where
    what they stand for is printed: beside, beneath, or nowhere.
    """

    id: str
    title: str
    span: Span
    caption: str
    alt: str
    face: str
    parts: tuple[CalloutPart, ...]
    numbered: bool
    key: str
    style: Style

    @property
    def marks(self) -> tuple[str, ...]:
        """The label of each part."""
        return tuple(str(i + 1) if self.numbered else chr(ord("A") + i) for i in range(len(self.parts)))


Picture = Diagram | FieldDiagram | Callouts
