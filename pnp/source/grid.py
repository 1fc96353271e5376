"""What a table of any kind holds: rows of texts, each with its place. The first row is the header."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NoReturn

from pnp.problems import GameError, Problem, Source, Span
from pnp.source.nodes import BLANK, Scalar

MAX_ROWS = 50_000
MAX_COLUMNS = 256
MAX_CELLS = 500_000
MAX_LETTERS = 20_000_000  # of all cells together


@dataclass(frozen=True, slots=True)
class Grid:
    """The rows of a table that hold anything, each at least as wide as ``header``; they may be gone through again.

    A cell's tag is ``blank``, or ``date``, ``error`` (#REF!) or ``formula`` (without a value yet) in a spreadsheet.
    """

    header: tuple[Scalar, ...]
    rows: Iterable[tuple[Scalar, ...]]
    span: Span


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
