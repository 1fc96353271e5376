"""What Squib's options say goes in: numbers of pixels, lengths with units, shorthands; millimetres come out.

After squib's docs/units.rst and docs/shorthands.rst: a bare number is pixels, a cell 37.5 of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pnp.importing.ruby_values import Unread
from pnp.units import MM_PER_INCH, parse_length, parse_number

CELL = 37.5  # px
_SHORT = re.compile(r"(deck|width|height|middle|center|centre)\s*(?:([-+*/])\s*(.+))?")
_CELLS = re.compile(r"([-+]?[0-9.]+)\s*(?:c|cells?|px)")
FARTHEST = 5_000.0  # mm


@dataclass(frozen=True, slots=True)
class Measures:
    """What lengths depend on: the whole card with its bleed, in mm, and its pixels."""

    width: float
    height: float
    dpi: float

    def length(self, value: object, side: float, depth: int = 0) -> float:
        """A length in mm; ``side`` is the card's on the same axis. Raises Unread."""
        if depth > 10:
            raise Unread
        if isinstance(value, tuple):
            sign, before, by = value
            first = self.length(before, side, depth + 1)
            found = self._changed(sign, first, by, side, depth)
        elif isinstance(value, float):
            found = value / self.dpi * MM_PER_INCH
        elif isinstance(value, str):
            found = self._spelled(value.strip().lower(), side, depth)
        else:
            raise Unread
        if abs(found) > FARTHEST:
            raise Unread
        return found

    def _spelled(self, text: str, side: float, depth: int) -> float:
        short = _SHORT.fullmatch(text)
        if short:
            own = {"width": self.width, "height": self.height}.get(short[1], side)
            start = own if short[1] in ("deck", "width", "height") else own / 2
            return self._changed(short[2], start, short[3], side, depth) if short[2] else start
        try:
            cells = _CELLS.fullmatch(text)
            if cells:
                pixels = parse_number(cells[1]) * (1.0 if text.endswith("px") else CELL)
                return pixels / self.dpi * MM_PER_INCH
            if text[-1:].isdigit() or text[-1:] == ".":
                return parse_number(text) / self.dpi * MM_PER_INCH
            return parse_length(text)
        except ValueError:
            raise Unread from None

    def _changed(self, sign: str, start: float, by: object, side: float, depth: int) -> float:
        if sign in "*/":
            try:
                factor = parse_number(str(by).strip())
            except ValueError:
                raise Unread from None
            if sign == "/" and not factor:
                raise Unread
            return start * factor if sign == "*" else start / factor
        more = self.length(by if isinstance(by, float | tuple) else str(by), side, depth + 1)
        return start + more if sign == "+" else start - more
