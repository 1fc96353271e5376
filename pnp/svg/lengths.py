"""Numbers and lengths of SVG go in as text, floats come out."""

from __future__ import annotations

import re
from functools import lru_cache

from pnp.svg.tree import SvgFault

NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?")
MOST = 200_000  # numbers in one path or list
LARGEST = 1e6  # mm: a kilometre is no card
UNITS = ("", "px", "mm", "cm", "in", "pt", "pc", "q", "%", "em", "ex", "rem")
DEGREES = {"": 1.0, "deg": 1.0, "grad": 0.9, "rad": 57.29577951308232, "turn": 360.0}  # in each unit of an angle
_SEPARATORS = re.compile(r"[\s,]*")
_LENGTH = re.compile(rf"({NUMBER.pattern})({'|'.join(UNITS)})", re.IGNORECASE)


@lru_cache(maxsize=8192)
def split_length(text: str, what: str) -> tuple[float, str]:
    """A length as its number and its unit; px is no unit, for it is the user's own. ``what`` names the attribute."""
    match = _LENGTH.fullmatch(text.strip())
    if match is None or not abs(float(match[1])) <= LARGEST:
        raise SvgFault(f"{what} is '{text}', which is not a number", "write a number of millimetres, without a unit")
    unit = match[2].lower()
    return float(match[1]), "" if unit == "px" else unit


def number(text: str, what: str) -> float:
    """A number in user units, for what cannot have another unit."""
    value, unit = split_length(text, what)
    if unit:
        raise SvgFault(f"{what} is '{text}', which is not a number", "write a number, without a unit")
    return value


def numbers(text: str, what: str) -> list[float]:
    """A list of numbers separated by spaces or commas, possibly run together as SVG allows."""
    result, position = [], _SEPARATORS.match(text).end()  # type: ignore[union-attr]  # matches the empty text too
    while position < len(text):
        match = NUMBER.match(text, position)
        if match is None:
            raise SvgFault(f"{what} has '{text[position : position + 12]}' where a number should stand")
        result.append(bounded(match[0], what))
        if len(result) > MOST:
            raise too_many(what)
        position = _SEPARATORS.match(text, match.end()).end()  # type: ignore[union-attr]  # as above
    return result


def too_many(what: str) -> SvgFault:
    """The fault of a list without end."""
    return SvgFault(f"{what} has more than {MOST:,} numbers", "draw it with fewer points, or in several paths")


def bounded(text: str, what: str) -> float:
    """A number that a drawing can hold. Raises SvgFault for one beyond a kilometre."""
    value = float(text)
    if not abs(value) <= LARGEST:
        raise SvgFault(f"{what} has {text}, which is larger than any paper", "write millimetres")
    return value


@lru_cache(maxsize=1024)
def fraction(text: str, what: str) -> float:
    """A number from 0 to 1, or a percentage; values outside are brought to the nearer end, as SVG says."""
    value, unit = split_length(text, what)
    if unit not in ("", "%"):
        raise SvgFault(f"{what} is '{text}'", "write a number from 0 to 1")
    return min(1.0, max(0.0, value / 100 if unit else value))
