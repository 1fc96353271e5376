"""The value of the ``font`` property goes in; the properties that it stands for come out (CSS Fonts 4, 2.7)."""

from __future__ import annotations

import re

from pnp.svg.lengths import NUMBER, UNITS
from pnp.svg.tree import SvgFault

_UNITS = "|".join(unit for unit in (*UNITS, "vh", "vw") if unit)
_SIZE = re.compile(rf"(?:{NUMBER.pattern})(?:{_UNITS})", re.IGNORECASE)
_WORDS_OF_SIZE = frozenset(
    {"xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large", "smaller", "larger"}
)
_SLANTS = frozenset({"italic", "oblique"})
_WEIGHTS = frozenset({"bold", "bolder", "lighter"})
_WIDTHS = frozenset({f"{how}{way}" for how in ("ultra-", "extra-", "semi-", "") for way in ("condensed", "expanded")})
_HINT = "write it like font: italic bold 4px 'Alegreya Sans', or font-family, font-size and the others each"
_PART = re.compile(r"[^\s/]+|/")


def spread_font(text: str) -> dict[str, str]:
    """What it says, and what it sets back. Raises SvgFault for a value without a size or without a family."""
    if text in ("inherit", "initial", "unset", ""):
        return {}
    found = {"font-style": "normal", "font-weight": "normal"}
    parts = list(_PART.finditer(text))
    at = next((number for number, part in enumerate(parts) if _is_size(part[0])), None)
    if at is None:  # a number alone is a size only where there is no other
        numbers = [number for number, part in enumerate(parts) if NUMBER.fullmatch(part[0])]
        at = numbers[-1] if numbers else None
    if at is None:
        raise SvgFault(f"font is '{text[:60]}', which has no size", _HINT)
    for part in parts[:at]:
        word = part[0].lower()
        if word in _SLANTS:
            found["font-style"] = word
        elif word in _WEIGHTS or word.isdecimal():
            found["font-weight"] = word
        elif word in _WIDTHS:
            found["font-stretch"] = word
        elif word != "normal":
            found["font-variant"] = word
    found["font-size"] = parts[at][0]
    at += 1
    if at + 1 < len(parts) and parts[at][0] == "/":
        at += 2  # how far apart lines are, which a drawing breaks itself
    if at >= len(parts):
        raise SvgFault(f"font is '{text[:60]}', which names no family", _HINT)
    return found | {"font-family": text[parts[at].start() :]}


def _is_size(word: str) -> bool:
    return bool(_SIZE.fullmatch(word)) or word.lower() in _WORDS_OF_SIZE
