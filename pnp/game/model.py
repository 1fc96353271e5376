"""What a game is, once loaded: frozen values, every text with its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from pnp.board.hex_board import Board
from pnp.fonts.families import Fonts
from pnp.game.label_stock import LABEL_STOCKS, LabelStock
from pnp.game.workspace import Workspace
from pnp.job import Backs, Ink
from pnp.problems import Problem, Span
from pnp.rules.formulas import RuleBook
from pnp.rules.tables import Table
from pnp.schema.types import FieldType
from pnp.schema.values import FieldText, Record
from pnp.shapes.piece_shape import RECTANGLE, CutLine, Shape
from pnp.source.nodes import Node, Scalar
from pnp.units import Flip, Size

Align = Literal["left", "center", "right", "justify"]

Layout = Literal["grid", "pack", "tiles", "poster", "strips", "book", "booklet", "html"]


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How text looks. It is set at ``size`` and may shrink to ``min_size``; ``leading`` is a multiple of the size.

    ``smart`` sets typed quotes and dashes as a printer does, ``keep_lines`` ends a line where it was typed to end;
    ``together`` gives sibling faces one size.
    """

    name: str
    family: str
    size: float
    min_size: float
    leading: float = 1.2
    color: str = "black"
    bold: bool = False
    italic: bool = False
    tracking: float = 0.0
    upper: bool = False
    align: Align = "left"
    hyphenate: bool = False
    smart: bool = False
    keep_lines: bool = False
    together: bool = False

    def __hash__(self) -> int:
        """Of what tells styles apart in practice: a style is part of every key that a text is remembered by."""
        return hash((self.name, self.size, self.min_size))


@dataclass(frozen=True, slots=True)
class Supply:
    """Something the box needs that is not printed, such as dice: how many, and what for."""

    name: str
    count: int
    title: str
    span: Span


@dataclass(frozen=True, slots=True)
class CountRule:
    """``{count: white-counters, at-least: "…", because: …}``: pieces or supplies that the rules call for.

    ``because`` and ``hint`` may hold ``{{ }}``.
    """

    what: str
    because: str
    span: Span
    at_least: str = ""
    at_most: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class ColorGroup:
    """Palette colours that a player must tell from one another."""

    colors: tuple[str, ...]
    because: str
    span: Span


@dataclass(frozen=True, slots=True)
class Acceptance:
    """A warning that stands, and why. ``where`` (with ``*`` and ``?``) is what the warning is about, or its file."""

    code: str
    where: str
    because: str
    span: Span


@dataclass(frozen=True)
class Expectations:
    """What a game says of its own box, of its colours, and of warnings that stand.

    ``places`` says where game.yaml declares a thing ("palette.ink"); ``phrases`` are its expressions.
    """

    box: Mapping[str, Supply] = field(default_factory=dict)
    counts: tuple[CountRule, ...] = ()
    distinct: tuple[ColorGroup, ...] = ()
    accepted: tuple[Acceptance, ...] = ()
    places: Mapping[str, Span] = field(default_factory=dict)
    phrases: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Collection:
    """A list of like things, in the order of their file. It is not ``whole`` when its file could not be read."""

    open_to_templates: ClassVar = frozenset({"name"})

    name: str
    records: Mapping[str, Record]
    fields: Mapping[str, FieldType]
    whole: bool = True

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records.values())

    def __len__(self) -> int:
        return len(self.records)

    def __getitem__(self, record: str) -> Record:
        return self.records[record]


@dataclass(frozen=True, eq=False)
class Component:
    """Collection x template x size x copies. ``sizes`` gives the trim for each paper; the key "" is every other.

    ``of`` is a collection, or a list of each of its records ("decks.cards"). Without ``of`` and ``board`` it has one
    face and no record; ``params`` are the template's extra names.
    ``cut_line`` says how sheets draw the line along which a piece of its ``shape`` is cut.
    Text keeps ``safe`` mm from the trim; where it is None nobody checks. ``paper`` is what it is printed on, in the
    designer's words ("card 250"); plain paper, when empty.
    ``copies`` are of each record (whatever it says itself, when ``fixed``), or ``count`` is an expression that says how
    many; ``where`` and ``sort`` choose ``records`` and their order, ``counts`` are then the copies of each by its id.
    """

    open_to_templates: ClassVar = frozenset({"name", "title", "of", "board", "shape", "bleed", "copies"})

    name: str
    title: str
    span: Span
    template: str
    sizes: Mapping[str, Size]
    of: str = ""
    board: str = ""
    back: str = ""
    shape: Shape = RECTANGLE
    cut_line: CutLine = "none"
    bleed: float = 0.0
    safe: float | None = None
    paper: str = ""
    copies: int = 1
    params: Mapping[str, str] = field(default_factory=dict)
    fixed: bool = False
    count: FieldText | None = None
    where: FieldText | None = None
    sort: tuple[Scalar, ...] = ()
    records: tuple[Record, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)

    def size(self, paper: str) -> Size:
        """Its trim when printed on this paper."""
        return size_on(paper, self.sizes)

    def copies_of(self, record: str) -> int:
        """How many of a record's piece the box holds; ``record`` is its id, empty where there is no record."""
        return self.counts.get(record, self.copies)

    @property
    def pieces(self) -> int:
        """How many pieces the box holds."""
        return sum(self.copies_of(record.id) for record in self.records) if self.of else self.copies


def size_on(paper: str, sizes: Mapping[str, Size]) -> Size:
    """The size for a paper; the key "" is every other paper's."""
    return sizes.get(paper) or sizes.get("") or next(iter(sizes.values()))


@dataclass(frozen=True, eq=False)
class Document:
    """One file: components laid out on sheets, the sheets of other documents in order (``combine``), or a ``book``.

    With ``layout: pack``, the pieces of those that it combines are packed together, as far as they ``pack_with`` it.

    A book has pages of ``sizes`` (for each paper, as a component's) with so many ``columns``; as a booklet, two of
    its pages to a side of paper; as html, none. Its ``backs`` are those of what it combines, too, where it says any.
    Tiles overlap by ``lap`` mm, a board folds into ``panels`` (columns and rows). ``labels`` are names of stock, by the
    paper that the rest is printed on (the key "" is every other); without components its page shows where they lie.
    """

    open_to_templates: ClassVar = frozenset({"name", "title", "components", "combine"})

    name: str
    title: str
    span: Span
    components: tuple[str, ...] = ()
    combine: tuple[str, ...] = ()
    layout: Layout = "grid"
    margin: float = 5.0
    gutter: float = 3.0
    flip: Flip = "long"
    backs: Backs | None = None
    book: str = ""
    sizes: Mapping[str, Size] = field(default_factory=dict)
    columns: int = 1
    lap: float = 0.0
    panels: tuple[int, int] = (1, 1)
    labels: Mapping[str, str] = field(default_factory=dict)

    @property
    def file(self) -> str:
        """The name of its file: a web page says so itself, everything else is a PDF."""
        return self.name if self.layout == "html" else f"{self.name}.pdf"

    def packs(self, other: Document) -> bool:
        """Whether pieces of another document, which this one combines, are packed with its own.

        They are where both say the same of margins and gutters. Other layouts keep sheets of their own.
        """
        if self.layout != "pack" or other.layout not in ("grid", "pack") or other.combine:
            return False
        return (other.margin, other.gutter) == (self.margin, self.gutter)

    def size(self, paper: str) -> Size:
        """The page of a book when made for this paper."""
        return size_on(paper, self.sizes)

    def stock(self, paper: str) -> LabelStock | None:
        """The labels that it is printed on in a build for this paper; None for plain paper."""
        name = self.labels.get(paper) or self.labels.get("") or next(iter(self.labels.values()), "")
        return LABEL_STOCKS.get(name)


@dataclass(frozen=True, slots=True)
class AsideLook:
    """How a panel beside the text looks: its heading, its icon, and two palette colours."""

    title: str
    icon: str = ""
    fill: str = "#eeeeee"
    edge: str = "#666666"


@dataclass(frozen=True, slots=True)
class Margins:
    """White round a book's page, in mm; inner is at the spine."""

    open_to_templates: ClassVar = frozenset({"inner", "outer", "top", "bottom"})

    inner: float = 16.0
    outer: float = 13.0
    top: float = 18.0
    bottom: float = 16.0


@dataclass(frozen=True, eq=False)
class Book:
    """Chapters in ``templates/GAME/NAME/``. ``cover`` and ``page`` are templates there; ``diagrams`` is a file's node.

    ``colors`` gives a palette colour to each of the roles in ``pnp.game.spec.BOOK_ROLES``. ``pages`` is how many it may
    have at most, cover and all; 0 for as many as it needs. ``numbered``: whether its chapters bear numbers.
    """

    name: str
    title: str
    span: Span
    chapters: tuple[str, ...]
    cover: str = ""
    page: str = ""
    diagrams: Node | None = None
    pages: int = 0
    numbered: bool = True
    margins: Margins = Margins()
    colors: Mapping[str, str] = field(default_factory=dict)
    asides: Mapping[str, AsideLook] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Game:
    """Everything a build needs. ``rules`` are the values of ``book``, for templates.

    ``warnings`` are problems that do not stop a build; ``parts`` the lists that components are made of. ``inks`` are
    colours that the game says for cheap inks; ``told`` says
    what was chosen in reading; ``ink`` is the one that its palette is in now.
    """

    open_to_templates: ClassVar = frozenset(
        {"name", "title", "version", "author", "subject", "language", "palette", "rules", "collections", "components",
         "documents", "notes"}
    )  # fmt: skip

    name: str
    workspace: Workspace
    title: str
    version: str
    author: str
    subject: str
    language: str
    palette: Mapping[str, str]
    fonts: Fonts
    text_styles: Mapping[str, TextStyle]
    rules: Mapping[str, object]
    book: RuleBook
    tables: Mapping[str, Table]
    collections: Mapping[str, Collection]
    boards: Mapping[str, Board]
    components: Mapping[str, Component]
    documents: Mapping[str, Document]
    books: Mapping[str, Book]
    notes: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    assumed: tuple[tuple[str, Span], ...] = ()
    warnings: tuple[Problem, ...] = ()
    types: Mapping[str, Mapping[str, FieldType]] = field(default_factory=dict)
    expected: Expectations = field(default_factory=Expectations)
    parts: Mapping[str, Collection] = field(default_factory=dict)
    inks: Mapping[Ink, Mapping[str, str]] = field(default_factory=dict)
    ink: Ink = "full"

    def drawn_from(self, of: str) -> Collection:
        """The records that a component ``of`` these is made of; of a list ("decks.cards") those that stand in it."""
        return self.parts[of] if of in self.parts else self.collections[of]
