"""Dice as words go in, exact distributions come out: every result with its probability as a fraction (icepool)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

_DICE = re.compile(r"(\d{0,2})d(\d{1,4})")
READINGS = ("sum", "percent")


@dataclass(frozen=True)
class Roll:
    """What a roll can show, in ascending order, each with its probability; the probabilities sum to exactly 1."""

    outcomes: tuple[tuple[int, Fraction], ...]

    def at_least(self, least: int) -> Fraction:
        """The probability of showing ``least`` or more."""
        return sum((share for value, share in self.outcomes if value >= least), Fraction(0))


@lru_cache(maxsize=16)
def read_roll(dice: str, reading: str = "sum") -> Roll:
    """``2d6`` added up, or, read as "percent", two distinct d10 as tens and ones with 00 for 100.

    Raises ValueError, in a designer's words.
    """
    match = _DICE.fullmatch(dice.strip())
    if match is None or int(match[2]) < 2:
        raise ValueError(f"expected dice such as 2d10 or d20, found '{dice}'")
    count, sides = int(match[1] or 1), int(match[2])
    if reading == "percent" and (count, sides) != (2, 10):
        raise ValueError(f"only 2d10 can be read as percent, not {dice}")
    if count > 20:
        raise ValueError(f"{dice} is more dice than a hand holds: at most 20")
    import icepool  # only games with a roll pay for it

    die = icepool.d(sides)
    if reading == "percent":
        shown = icepool.map(lambda tens, ones: (10 * (tens % 10) + ones % 10) or 100, die, die)
    else:
        shown = count @ die
    return Roll(
        tuple(
            (int(value), Fraction(share)) for value, share in zip(shown.outcomes(), shown.probabilities(), strict=True)
        )
    )
