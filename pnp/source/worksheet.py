"""The XML of one sheet of an .xlsx file goes in, element by element; the texts of its cells, as typed, come out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from pnp.problems import Source
from pnp.source.nodes import PICTURE, plain_number
from pnp.source.sheet_grid import MOST_ROWS, SheetGrid, column_number

_DAY = 86_400
_MOST_DAYS = 2_958_466  # the end of the year 9999
# formats that have a number instead of a code, in every language
_DATES = frozenset(str(number) for number in (*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))
_PERCENTS = frozenset({"9", "10"})
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_NOT_CODE = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^][]*\]', re.IGNORECASE)
_REFERENCE = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_RANGE = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6}):([A-Z]{1,3})([1-9][0-9]{0,6})")


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
    """What a sheet's elements say, gathered in ``grid``."""

    def __init__(self, name: str, strings: Sequence[str], formats: Formats) -> None:
        self.grid = SheetGrid(Source(name, ""))
        self.strings = strings
        self.formats = formats
        self.row = self.column = 0
        self.type = self.style = ""
        self.formula = self.has_value = self.reading = self.rich = False
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
            if match:
                self.grid.merge(column_number(match[1]), int(match[2]), int(match[4]))

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
                self.grid.put(self.row, self.column, text, kind)
        elif tag == "rPh":
            self.aid -= 1

    def _begin(self, given: Mapping[str, str]) -> None:
        match = _REFERENCE.fullmatch(given.get("r", ""))
        self.column = column_number(match[1]) if match else self.column + 1
        if match:
            self.row = _row_number(match[2])
        self.type, self.style = given.get("t", "n"), given.get("s", "0")
        self.rich = "vm" in given  # more than a value: a picture in the cell, a thing of the network
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
            return ("", PICTURE) if self.rich and text == "#VALUE!" else (text, "error")
        if self.type == "d":
            return text.removesuffix("T00:00:00").replace("T", " "), "date"
        return unescaped(text).strip(), ""


def _row_number(digits: str) -> int:
    """Raises ValueError for a row that no spreadsheet has."""
    if len(digits) > 7 or not 0 < int(digits) <= MOST_ROWS:
        raise ValueError(digits)
    return int(digits)
