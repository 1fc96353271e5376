"""What a data file holds: texts, lists and mappings, or rows of cells, each with its place. No value has a type yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import NoReturn

from pnp.problems import GameError, Problem, Source, Span

BLANK = "blank"  # the tag of a table's empty cell
FAULTY = "faulty"  # the tag of a value whose problem was said already
PICTURE = "picture"  # the tag of a cell that holds nothing but a picture

# what cells show instead of a value, in English and in the languages of most that write otherwise
SHOWN_ERRORS = frozenset({
    "#REF!", "#DIV/0!", "#VALUE!", "#NAME?", "#NUM!", "#NULL!", "#N/A", "#ERROR!", "#SPILL!", "#CALC!", "#BEZUG!",
    "#WERT!", "#ZAHL!", "#NV", "#ÜBERLAUF!", "#VALEUR!", "#NOM?", "#NOMBRE!", "#NOMBRE?", "#VALOR!", "#¿NOMBRE?",
    "#¡REF!", "#¡VALOR!", "#¡DIV/0!", "#¡NUM!", "#RIF!", "#VALORE!", "#NOME?", "#VERW!", "#WAARDE!", "#NAAM?",
})  # fmt: skip

MAX_ROWS = 50_000
MAX_COLUMNS = 256
MAX_CELLS = 500_000
MAX_LETTERS = 20_000_000  # of all cells together


@dataclass(frozen=True, slots=True)
class Scalar:
    """A text as written: ``NO``, ``010`` and ``1:2`` stay what they are. ``tag`` is "assumed" for ``!assumed``."""

    text: str
    span: Span
    quoted: bool = False
    tag: str = ""

    @property
    def empty(self) -> bool:
        """Whether it stands for nothing: unquoted and empty, ``~`` or ``null``."""
        return not self.quoted and self.text in ("", "~", "null")


@dataclass(frozen=True, slots=True)
class Listing:
    """A list."""

    items: tuple[Node, ...]
    span: Span
    tag: str = ""


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys and values in their order; no key stands twice."""

    entries: tuple[tuple[Scalar, Node], ...]
    span: Span
    tag: str = ""

    def get(self, key: str) -> Node | None:
        """The value of a key, or None."""
        return next((value for name, value in self.entries if name.text == key), None)

    def key(self, key: str) -> Scalar | None:
        """The key itself, for its place."""
        return next((name for name, _ in self.entries if name.text == key), None)


Node = Scalar | Listing | Mapping


@dataclass(frozen=True, slots=True)
class SourceTable:
    """The rows of a table that hold anything, each at least as wide as ``header``; they may be gone through again.

    Cells are texts, but of JSON, which may have lists and mappings in them. ``lines`` says whether the rows, the
    header among them, are those of a page; ``decimal_comma`` whether 1,500 is one and a half.

    A cell's tag is ``blank``, or ``date``, ``error`` (#REF!), ``formula`` (without a value yet) or ``picture`` in a
    spreadsheet.
    """

    header: tuple[Scalar, ...]
    rows: Iterable[tuple[Node, ...]]
    span: Span
    lines: bool = True
    decimal_comma: bool = False


@dataclass(frozen=True, slots=True)
class _Below:
    """The rows below one of a table's, as they are asked for, each at least ``width`` wide."""

    rows: Iterable[tuple[Node, ...]]
    skipped: int
    width: int

    def __iter__(self) -> Iterator[tuple[Node, ...]]:
        return (padded(row, self.width) for row in islice(self.rows, self.skipped, None))


def headed_by(table: SourceTable, number: int) -> SourceTable:
    """The table from its row ``number`` on, counted from 0 at the header, with that row for its header."""
    if not number:
        return table
    row = next(islice(table.rows, number - 1, None))
    header = tuple(cell if isinstance(cell, Scalar) else blank_at(cell.span) for cell in row)
    while header[-1].tag == BLANK and len(header) > 1:
        header = header[:-1]
    rows = _Below(table.rows, number, len(header))
    return replace(table, header=header, rows=rows, span=header[0].span)


def padded(row: tuple[Node, ...], width: int) -> tuple[Node, ...]:
    """The row with blank cells behind it up to a width, all at the end of its line."""
    if len(row) >= width:
        return row
    last = row[-1].span
    end = last if last.cell else Span(last.source, last.line, max(1, len(last.source.line(last.line))))
    return (*row, *([blank_at(end)] * (width - len(row))))


def shortened(text: str) -> str:
    """A text as a message quotes it: its beginning, when it is long."""
    return text if len(text) < 40 else text[:39] + "…"


def plain_number(value: float) -> str:
    """A number with the fifteen digits that spreadsheets reckon with, and without an exponent."""
    text = f"{value:.15g}"
    if "e" not in text:
        return text
    return f"{value:.20f}".rstrip("0").rstrip(".") if abs(value) < 1 else f"{value:.0f}"


def kind(node: Node) -> str:
    """What a designer would call it."""
    if isinstance(node, Scalar):
        return "nothing" if node.empty else f"'{shortened(node.text)}'"
    return "a list" if isinstance(node, Listing) else "a mapping"


def block_line(scalar: Scalar, line: int) -> tuple[int, int]:
    """Where line ``line`` (from 0) of a literal block (``|``) stands in its file: line and first column, from 1."""
    number = scalar.span.line + 1 + line
    text = scalar.span.source.line(number)
    return number, len(text) - len(text.lstrip()) + 1


def blank_at(span: Span) -> Scalar:
    """A cell with nothing in it."""
    return Scalar("", span, tag=BLANK)


def part_of(cell: Scalar, start: int, end: int) -> Scalar:
    """A stretch of a cell's text, with its own place wherever the text stands in the source as it is."""
    text, span = cell.text[start:end], cell.span
    before = cell.text[:start]
    line, column = span.line + before.count("\n"), start - before.rfind("\n")
    for number, first in ((span.line, span.column + start), (line, column)):
        if span.source.line(number)[first - 1 : first - 1 + len(text)] == text:
            return Scalar(text, Span(span.source, number, first, max(1, len(text)), span.cell), cell.quoted, cell.tag)
    return Scalar(text, span, cell.quoted, cell.tag)


def refuse(code: str, message: str, span: Span, hint: str) -> NoReturn:
    """Give the whole file up."""
    raise GameError([Problem(code, message, span, hint)])


def too_large(source: Source, rows: int, columns: int, cells: int, letters: int) -> None:
    """Refuse a table beyond the bounds."""
    for count, most, what in (
        (rows, MAX_ROWS, "rows"),
        (columns, MAX_COLUMNS, "columns"),
        (cells, MAX_CELLS, "cells"),
        (letters, MAX_LETTERS, "letters"),
    ):
        if count > most:
            hint = "split it into several files, or delete what is no data"
            refuse("table-too-large", f"the table has more than {most:,} {what}", Span(source), hint)
