"""What a chapter is made of, once its Markdown is read: blocks of inline pieces. No page, no HTML yet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pnp.text.markup import Inlines


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 2 or 3 (level 1 is the chapter's title); ``id`` is what links lead to."""

    level: int
    words: Inlines
    id: str


@dataclass(frozen=True, slots=True)
class ParagraphBlock:
    """Running text; ``lead`` marks a chapter's standfirst."""

    words: Inlines
    lead: bool = False


@dataclass(frozen=True, slots=True)
class Items:
    """A list; ``start`` is the first number, None for bullets."""

    items: tuple[tuple[Block, ...], ...]
    start: int | None = None


@dataclass(frozen=True, slots=True)
class TermsBlock:
    """Terms, each with what it means."""

    items: tuple[tuple[Inlines, tuple[Block, ...]], ...]


@dataclass(frozen=True, slots=True)
class CellsBlock:
    """A table typed in the chapter; ``align`` is left, center or right for each column."""

    head: tuple[Inlines, ...]
    rows: tuple[tuple[Inlines, ...], ...]
    align: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Insert:
    """``![caption](kind:name "width")``: a figure, a computed table or a generated part; ``line`` is the chapter's."""

    kind: str
    name: str
    caption: Inlines
    width: str
    line: int


@dataclass(frozen=True, slots=True)
class RowBlock:
    """Figures side by side."""

    inserts: tuple[Insert, ...]


@dataclass(frozen=True, slots=True)
class Aside:
    """A panel beside the flow of the text: example, note, rule or tip."""

    kind: str
    title: Inlines
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Beside:
    """A figure, or a few of them, with text at the side."""

    figure: Insert | RowBlock
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Together:
    """Blocks that no page break parts, unless they are longer than a page."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Break:
    """A pause between two paragraphs: a short rule."""


@dataclass(frozen=True, slots=True)
class IndexMark:
    """Entries of the index that lead to what follows, by an id of their own."""

    terms: tuple[str, ...]
    id: str


Block = (
    Heading
    | ParagraphBlock
    | Items
    | TermsBlock
    | CellsBlock
    | Insert
    | RowBlock
    | Aside
    | Beside
    | Together
    | Break
    | IndexMark
)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter; ``id`` is its file's name, ``links`` every target its text leads to, with its line."""

    id: str
    title: Inlines
    blocks: tuple[Block, ...]
    links: tuple[tuple[str, int], ...] = ()
    icons: frozenset[str] = frozenset()


def plain(words: Inlines) -> str:
    """The letters alone, without looks and icons."""
    return "".join(piece.text for piece in words if not piece.icon).strip()


def walk(blocks: tuple[Block, ...]) -> Iterator[Block]:
    """Every block, those inside lists, definitions and asides too, in their order."""
    for block in blocks:
        yield block
        match block:
            case Items():
                for item in block.items:
                    yield from walk(item)
            case TermsBlock():
                for _, meaning in block.items:
                    yield from walk(meaning)
            case Aside() | Together():
                yield from walk(block.blocks)
            case RowBlock():
                yield from block.inserts
            case Beside():
                yield from walk((block.figure,))
                yield from walk(block.blocks)


def slug(words: Inlines) -> str:
    """A heading's id, when it gives none: small letters, digits and dashes."""
    return re.sub(r"[^a-z0-9]+", "-", plain(words).lower()).strip("-")
