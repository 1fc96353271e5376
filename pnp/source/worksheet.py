"""The XML of one sheet goes in, element by element; a table of texts, as a person typed them, comes out."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from pnp.problems import CONTROL, Source, Span
from pnp.source.nodes import Scalar, SourceTable, blank_at, refuse, too_large

_DAY = 86_400
_MOST_DAYS = 2_958_466  # the end of the year 9999
# formats that have a number instead of a code, in every language
_DATES = frozenset(str(number) for number in (*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))
_PERCENTS = frozenset({"9", "10"})
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_NOT_CODE = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^][]*\]', re.IGNORECASE)
_REFERENCE = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_RANGE = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6}):([A-Z]{1,3})([1-9][0-9]{0,6})")
_PLAIN_NAME = re.compile(r"\w+")
_IN_A_LINE = re.compile("[\n\t\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_BETWEEN = " | "
MAX_MERGES = 20_000
MOST_ROWS = 1_048_576  # the format's own bound


@dataclass(frozen=True, slots=True)
class Dates:
    """The calendar of a workbook: days since the last of 1899, or since the first of 1904."""

    from_1904: bool = False

    def text(self, days: float) -> str:
        """A date, a date with a time, or a time alone."""
        seconds = round(days * _DAY)
        whole, rest = divmod(seconds, _DAY)
        time = (datetime(2000, 1, 1) + timedelta(seconds=rest)).strftime("%H:%M:%S").removesuffix(":00")
        if whole == 0 and not self.from_1904:
            return time
        first = datetime(1904, 1, 1) if self.from_1904 else datetime(1899, 12, 31 if whole < 60 else 30)
        day = (first + timedelta(days=whole)).strftime("%Y-%m-%d")
        return f"{day} {time}" if rest else day


@dataclass(frozen=True)
class Formats:
    """How cells show their numbers: for each style a format's code, or the number of one that is built in."""

    codes: tuple[str, ...]
    dates: Dates

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """ "date", "percent" or nothing for each style."""
        return tuple(_kind(code) for code in self.codes)

    def shown(self, number: str, style: str) -> tuple[str, str]:
        """A number's text, and "date" when it is one. Raises ValueError for what is no number."""
        kind = self.kinds[int(style)] if style.isdecimal() and int(style) < len(self.codes) else ""
        if not kind and number.isdecimal() and len(number) < 16 and (number[0] != "0" or number == "0"):
            return number, ""
        value = float(number)
        if kind == "date" and 0 <= value < _MOST_DAYS:
            return self.dates.text(value), "date"
        return (f"{plain_number(value * 100)}%" if kind == "percent" else plain_number(value)), ""


def plain_number(value: float) -> str:
    """A number with the fifteen digits that spreadsheets reckon with, and without an exponent."""
    text = f"{value:.15g}"
    if "e" not in text:
        return text
    return f"{value:.20f}".rstrip("0").rstrip(".") if abs(value) < 1 else f"{value:.0f}"


def unescaped(text: str) -> str:
    """A text without the format's own escapes for characters that XML cannot hold, and with plain line ends."""
    if "_x" in text:
        text = _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _kind(code: str) -> str:
    if code in _DATES:
        return "date"
    if code in _PERCENTS:
        return "percent"
    plain = _NOT_CODE.sub("", code).partition(";")[0].lower()
    if plain.isdecimal() or "general" in plain:
        return ""
    if "%" in plain:
        return "percent"
    return "date" if any(letter in plain for letter in "dmyhs") else ""


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


def table_of(cells: SheetCells, name: str, sheet: str) -> SourceTable:
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
