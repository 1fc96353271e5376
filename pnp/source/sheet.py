"""The XML of one sheet goes in, element by element; a grid comes out, whose source shows a row as a line."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence

from pnp.problems import CONTROL, Source, Span
from pnp.source.cells import Formats, unescaped
from pnp.source.grid import Grid, blank_at, refuse, too_large
from pnp.source.nodes import Scalar

_REFERENCE = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_RANGE = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6}):([A-Z]{1,3})([1-9][0-9]{0,6})")
_PLAIN_NAME = re.compile(r"\w+")
_IN_A_LINE = re.compile("[\n\t\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_BETWEEN = " | "
MAX_MERGES = 20_000
MOST_ROWS = 1_048_576  # the format's own bound


class SheetCells:
    """What a sheet's elements say. ``rows`` holds text and tag of every cell with a value, by row and column from 1."""

    def __init__(self, name: str, strings: Sequence[str], formats: Formats) -> None:
        self.source = Source(name, "")
        self.strings = strings
        self.formats = formats
        self.rows: dict[int, dict[int, tuple[str, str]]] = {}
        self.merges: list[tuple[int, int, int]] = []  # column, first row, last row
        self.count = self.size = self.row = self.column = 0
        self.type = self.style = ""
        self.formula = self.has_value = self.reading = False
        self.aid = 0
        self.parts: list[str] = []

    def start(self, tag: str, given: Mapping[str, str]) -> None:
        """An element begins."""
        if ":" in tag:
            tag = tag.rpartition(":")[2]
        if tag == "c":
            self._begin(given)
        elif tag == "v":
            self.reading = self.has_value = True
        elif tag == "t":
            self.reading = self.has_value = not self.aid
        elif tag == "f":
            self.formula = True
        elif tag == "row":
            number = given.get("r", "")
            self.row = _row_number(number) if number.isdecimal() else self.row + 1
            self.column = 0
        elif tag == "rPh":
            self.aid += 1
        elif tag == "mergeCell":
            match = _RANGE.fullmatch(given.get("ref", ""))
            if match and match[2] != match[4] and len(self.merges) < MAX_MERGES:
                self.merges.append((column_number(match[1]), int(match[2]), int(match[4])))

    def letters(self, text: str) -> None:
        """Text stands between two tags."""
        if self.reading:
            self.parts.append(text)

    def end(self, tag: str) -> None:
        """An element ends."""
        if ":" in tag:
            tag = tag.rpartition(":")[2]
        if tag in ("v", "t"):
            self.reading = False
        elif tag == "c":
            text, kind = self._value("".join(self.parts))
            if text or kind:
                self.rows.setdefault(self.row, {})[self.column] = (text, kind)
                self.count += 1
                self.size += len(text)
                too_large(self.source, 0, 0, self.count, self.size)
        elif tag == "rPh":
            self.aid -= 1

    def _begin(self, given: Mapping[str, str]) -> None:
        match = _REFERENCE.fullmatch(given.get("r", ""))
        self.column = column_number(match[1]) if match else self.column + 1
        if match:
            self.row = _row_number(match[2])
        self.type, self.style = given.get("t", "n"), given.get("s", "0")
        self.formula = self.has_value = False
        self.parts = []

    def _value(self, text: str) -> tuple[str, str]:
        """A cell's text and tag; nothing for one that is empty."""
        if self.formula and (not self.has_value or (not text and self.type != "str")):
            return "", "formula"
        if self.type == "s":
            return (self.strings[int(text)].strip(), "") if text else ("", "")
        if self.type == "n":
            return self.formats.shown(text.strip(), self.style) if text.strip() else ("", "")
        if self.type == "b":
            return "TRUE" if text.strip() in ("1", "true") else "FALSE", ""
        if self.type == "e":
            return text, "error"
        if self.type == "d":
            return text.removesuffix("T00:00:00").replace("T", " "), "date"
        return unescaped(text).strip(), ""


def grid_of(cells: SheetCells, name: str, sheet: str) -> Grid:
    """The rows that hold anything, with the merged cells' values in every row that they span."""
    numbers = sorted(cells.rows)
    _spread(cells, numbers)
    own = {number: cells.rows[number] for number in numbers}
    width = max(own[numbers[0]]) if numbers else 0
    widths = [max(width, *row) for row in own.values()]
    widest = max(widths, default=0)
    too_large(cells.source, len(numbers), widest, sum(widths), 0)
    lines: list[str] = []
    texts = {}
    for number in numbers:
        lines += [""] * (number - 1 - len(lines))
        row = own[number]
        texts[number] = [row.get(column, ("", "")) for column in range(1, max(width, *row) + 1)]
        lines.append(_BETWEEN.join(_IN_A_LINE.sub(" ", text) for text, _ in texts[number]))
    source = Source(name, "\n".join(lines))
    prefix = f"{sheet if _PLAIN_NAME.fullmatch(sheet) else _quoted(sheet)}!"
    letters = [column_letters(column) for column in range(1, widest + 1)]
    rows = [_row(source, number, texts[number], prefix, letters) for number in numbers]
    place = Span(source, 1, 1, 1, f"{prefix}A1")
    return Grid(rows[0], tuple(rows[1:]), rows[0][0].span) if rows else Grid((), (), place)


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


def _spread(cells: SheetCells, numbers: list[int]) -> None:
    """A merged cell counts for every row it spans, in its first column; a row with nothing else in it is none."""
    for column, first, last in cells.merges:
        value = cells.rows.get(first, {}).get(column)
        if value is None:
            continue
        for number in numbers[bisect_left(numbers, first + 1) : bisect_right(numbers, last)]:
            cells.rows[number].setdefault(column, value)
            cells.count += 1
            cells.size += len(value[0])
        too_large(cells.source, 0, 0, cells.count, cells.size)


def _row_number(digits: str) -> int:
    """Raises ValueError for a row that no spreadsheet has."""
    if len(digits) > 7 or not 0 < int(digits) <= MOST_ROWS:
        raise ValueError(digits)
    return int(digits)


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
