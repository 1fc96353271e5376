"""A deck as another program's script tells it, read and not run: what stands where on its cards. Millimetres."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from pnp.units import Rect

MOST_ITEMS = 1_000  # things that one card shows
MOST_CARDS = 10_000


@dataclass(frozen=True, slots=True)
class NamedColumn:
    """A column of the deck's table, by the heading as the script writes it."""

    heading: str


Content = tuple[str | NamedColumn, ...]  # words and columns in the order in which they are shown
Color = str | NamedColumn  # "#rrggbb", a name that SVG knows, or "" for none
Cards = frozenset[int] | None  # numbers of cards from 1, copies counted; None for all


@dataclass(frozen=True, slots=True)
class DeckFont:
    """A font as the script names it; ``size`` in points of the print."""

    family: str = "Arial"
    size: float = 12.0
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True, slots=True)
class CardText:
    """Text in a box. ``tags`` says that it is written with tags such as ``<b>``; ``angle`` turns clockwise."""

    line: int
    content: Content
    box: Rect
    font: DeckFont
    color: Color
    align: Literal["left", "center", "right", "justify"] = "left"
    valign: Literal["top", "middle", "bottom"] = "top"
    angle: float = 0.0
    tags: bool = False
    cards: Cards = None
    at_corner: bool = False  # turned about the upper left corner, not about the middle


@dataclass(frozen=True, slots=True)
class CardFigure:
    """A rectangle, an ellipse in its box, or a line across it (whose width and height may be negative)."""

    line: int
    kind: Literal["rect", "ellipse", "line"]
    box: Rect
    fill: Color
    stroke: Color
    width: float
    radius: float = 0.0
    cards: Cards = None


@dataclass(frozen=True, slots=True)
class CardPicture:
    """A file's picture in a box; without ``width`` or ``height`` (0) as large as the file says, at ``dpi``."""

    line: int
    content: Content
    box: Rect
    stretched: bool
    angle: float = 0.0
    dpi: float = 300.0
    cards: Cards = None
    at_corner: bool = False


@dataclass(frozen=True, slots=True)
class Icons:
    """A row of small pictures, one for each letter of ``keys``; ``files`` says which."""

    line: int
    keys: Content
    box: Rect
    width: float
    height: float
    files: tuple[tuple[str, str], ...]
    cards: Cards = None


Item = CardText | CardFigure | CardPicture | Icons


@dataclass(frozen=True, slots=True)
class Untaken:
    """What was not brought over: the script's line, what stands there, and why or what to do."""

    line: int
    what: str
    why: str


@dataclass
class Deck:
    """What a script tells of one deck, gathered while it is read. Sizes of the cut card; ``bleed`` all round it.

    ``series`` are columns that stand in the script itself; ``copies`` is the heading that counts each card.
    """

    width: float
    height: float
    bleed: float = 0.0
    file: str = ""
    sheet: str = ""
    file_line: int = 0
    series: dict[str, tuple[str, ...]] = field(default_factory=dict)
    count: int = 0
    cycles: bool = False  # whether a series that is shorter than the deck begins again
    copies: str = ""
    items: list[Item] = field(default_factory=list)
    taken: dict[str, int] = field(default_factory=dict)
    untaken: list[Untaken] = field(default_factory=list)

    def leave(self, line: int, what: str, why: str) -> None:
        """Note what was not taken."""
        self.untaken.append(Untaken(line, what, why))

    def take(self, word: str) -> None:
        """Count what was taken."""
        self.taken[word] = self.taken.get(word, 0) + 1

    def add(self, word: str, item: Item) -> None:
        """One more thing on the cards; past ``MOST_ITEMS`` it is left out, which is said."""
        if len(self.items) >= MOST_ITEMS:
            self.leave(item.line, word, f"a card takes {MOST_ITEMS:,} things at most")
            return
        self.items.append(item)
        self.take(word)


@dataclass(frozen=True, slots=True)
class Script:
    """The script's file: where it lies, its name as messages show it, its text."""

    path: Path
    name: str
    text: str

    @property
    def folder(self) -> Path:
        """What it names is looked for here and nowhere else."""
        return self.path.parent
