"""What a game is, once loaded: frozen values, every text with its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from pnp.board.model import Board
from pnp.fonts.fonts import Fonts
from pnp.game.styles import TextStyle
from pnp.game.workspace import Workspace
from pnp.problems import Problem, Span
from pnp.rules.formulas import RuleBook
from pnp.rules.tables import Table
from pnp.schema.types import FieldType
from pnp.schema.values import Record
from pnp.units import Size

Layout = Literal["grid", "tiles", "poster"]
Shape = Literal["rectangle", "circle"]
Flip = Literal["long", "short"]


@dataclass(frozen=True, eq=False)
class Collection:
    """A list of like things, in the order of their file."""

    open_to_templates: ClassVar = frozenset({"name"})

    name: str
    records: Mapping[str, Record]
    fields: Mapping[str, FieldType]

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records.values())

    def __len__(self) -> int:
        return len(self.records)

    def __getitem__(self, record: str) -> Record:
        return self.records[record]


@dataclass(frozen=True, eq=False)
class Component:
    """Collection x template x size x copies. ``sizes`` gives the trim for each paper; the key "" is every other.

    Without ``of`` and ``board`` it has one face and no record; ``params`` are the template's extra names.
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
    shape: Shape = "rectangle"
    bleed: float = 0.0
    copies: int = 1
    params: Mapping[str, str] = field(default_factory=dict)

    def size(self, paper: str) -> Size:
        """Its trim when printed on this paper."""
        return self.sizes.get(paper) or self.sizes.get("") or next(iter(self.sizes.values()))


@dataclass(frozen=True, eq=False)
class Document:
    """One PDF: components laid out on sheets, or (``combine``) the sheets of other documents in order."""

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


@dataclass(frozen=True, eq=False)
class Game:
    """Everything a build needs. ``rules`` are the values of ``book``, for templates.

    ``warnings`` are problems that do not stop a build.
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
    notes: tuple[str, ...] = ()
    assumed: tuple[tuple[str, Span], ...] = ()
    warnings: tuple[Problem, ...] = ()
