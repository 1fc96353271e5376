"""The cells of one sheet go in, at their rows and columns; a table comes out, whose problems name the cell.

What programs write differs (``worksheet`` reads Excel's XML, ``ods`` LibreOffice's); from here on all is the same.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field

from pnp.problems import CONTROL, Source, Span
from pnp.source.nodes import PICTURE, Scalar, SourceTable, blank_at, refuse, too_large

_PLAIN_NAME = re.compile(r"\w+")
_IN_A_LINE = re.compile("[\n\t\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_BETWEEN = " | "
MAX_MERGES = 20_000
MAX_PICTURES = 20_000
MOST_ROWS = 1_048_576  # the formats' own bound


@dataclass
class SheetGrid:
    """What cells hold: text and tag of each that holds anything, by row and column from 1.

    ``merges`` are column, first row and last row; ``pictures`` the row and column that each lies in.
    """

    source: Source
    rows: dict[int, dict[int, tuple[str, str]]] = field(default_factory=dict)
    merges: list[tuple[int, int, int]] = field(default_factory=list)
    pictures: list[tuple[int, int]] = field(default_factory=list)
    count: int = 0
    size: int = 0

    def put(self, row: int, column: int, text: str, tag: str) -> None:
        """One more cell. Raises GameError for too many."""
        self.rows.setdefault(row, {})[column] = (text, tag)
        self.count += 1
        self.size += len(text)
        too_large(self.source, 0, 0, self.count, self.size)

    def merge(self, column: int, first: int, last: int) -> None:
        """Cells that are one, from the first row to the last."""
        if first < last and len(self.merges) < MAX_MERGES:
            self.merges.append((column, first, last))

    def picture(self, row: int, column: int) -> None:
        """A picture whose corner lies in a cell."""
        if len(self.pictures) < MAX_PICTURES:
            self.pictures.append((row, column))


def table_of(grid: SheetGrid, sheet: str) -> SourceTable:
    """The rows that hold anything, with the merged cells' values in every row that they span."""
    numbers = sorted(grid.rows)
    _spread(grid, numbers)
    for row_number, column in grid.pictures:  # over a text it is an ornament
        if row_number in grid.rows:
            grid.rows[row_number].setdefault(column, ("", PICTURE))
    own = {number: grid.rows[number] for number in numbers}
    width = max(own[numbers[0]]) if numbers else 0
    widths = [max(width, *row) for row in own.values()]
    widest = max(widths, default=0)
    too_large(grid.source, len(numbers), widest, sum(widths), 0)
    lines: list[str] = []
    texts = {}
    for number in numbers:
        lines += [""] * (number - 1 - len(lines))
        row = own[number]
        texts[number] = [row.get(column, ("", "")) for column in range(1, max(width, *row) + 1)]
        lines.append(_BETWEEN.join(_IN_A_LINE.sub(" ", text) for text, _ in texts[number]))
    source = Source(grid.source.name, "\n".join(lines))
    prefix = f"{sheet if _PLAIN_NAME.fullmatch(sheet) else _quoted(sheet)}!"
    letters = [column_letters(column) for column in range(1, widest + 1)]
    rows = [_row(source, number, texts[number], prefix, letters) for number in numbers]
    place = Span(source, 1, 1, 1, f"{prefix}A1")
    return SourceTable(rows[0], tuple(rows[1:]), rows[0][0].span) if rows else SourceTable((), (), place)


def _row(
    source: Source, number: int, cells: list[tuple[str, str]], prefix: str, letters: list[str]
) -> tuple[Scalar, ...]:
    found = []
    column = 1
    for (text, tag), letter in zip(cells, letters, strict=False):
        span = Span(source, number, column, max(1, len(text)), f"{prefix}{letter}{number}")
        if text and (control := CONTROL.search(text)):
            message = f"a character stands here that no text may hold (U+{ord(control[0]):04X})"
            refuse("control-character", message, span, "delete it")
        found.append(Scalar(text, span, quoted=True, tag=tag) if text or tag else blank_at(span))
        column += len(text) + len(_BETWEEN)
    return tuple(found)


def _spread(grid: SheetGrid, numbers: list[int]) -> None:
    """A merged cell counts for every row it spans, in its first column; a row with nothing else in it is none."""
    for column, first, last in grid.merges:
        value = grid.rows.get(first, {}).get(column)
        if value is None:
            continue
        for number in numbers[bisect_left(numbers, first + 1) : bisect_right(numbers, last)]:
            grid.rows[number].setdefault(column, value)
            grid.count += 1
            grid.size += len(value[0])
        too_large(grid.source, 0, 0, grid.count, grid.size)


def column_number(letters: str) -> int:
    """The number of a column, from 1: C is 3, AA is 27."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


def column_letters(number: int) -> str:
    """The letters of a column."""
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def _quoted(sheet: str) -> str:
    doubled = sheet.replace("'", "''")
    return f"'{doubled}'"
