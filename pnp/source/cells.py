"""A spreadsheet's numbers go in, texts come out as a person typed them: 12, 0.5, 50%, 2026-03-01, 14:30."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

_DAY = 86_400
_MOST_DAYS = 2_958_466  # the end of the year 9999
# formats that have a number instead of a code, in every language
_DATES = frozenset(str(number) for number in (*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))
_PERCENTS = frozenset({"9", "10"})
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_NOT_CODE = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]', re.IGNORECASE)


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
