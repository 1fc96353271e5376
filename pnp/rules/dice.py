"""Dice as words go in, exact distributions come out: every result with its probability as a fraction (icepool)."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate

_DICE = re.compile(r"([0-9]{0,2})d([0-9]{1,4})")
MOST_SHOWN = 2_000
READINGS = ("sum", "percent")


@dataclass(frozen=True)
class Roll:
    """What a roll can show, in ascending order, each with its probability; the probabilities sum to exactly 1."""

    outcomes: tuple[tuple[int, Fraction], ...]

    def at_least(self, least: Fraction | int) -> Fraction:
        """The probability of showing ``least`` or more."""
        return self._tails[bisect_left(self.outcomes, (least,))]

    @cached_property
    def _tails(self) -> tuple[Fraction, ...]:
        """The probability of each outcome or a later one, and 0 at the end."""
        return (*accumulate((share for _, share in reversed(self.outcomes)), initial=Fraction(0)),)[::-1]


def read_dice(dice: str) -> tuple[int, int]:
    """``2d10`` as how many dice and how many sides. Raises ValueError, in a designer's words."""
    match = _DICE.fullmatch(dice.strip())
    if match is None or int(match[2]) < 2 or match[1] in ("0", "00"):
        raise ValueError(f"expected dice such as 2d10 or d20, found '{dice}'")
    return int(match[1] or 1), int(match[2])


@lru_cache(maxsize=16)
def read_roll(dice: str, reading: str = "sum") -> Roll:
    """``2d6`` added up, or, read as "percent", two distinct d10 as tens and ones with 00 for 100.

    Raises ValueError, in a designer's words.
    """
    count, sides = read_dice(dice)
    if reading == "percent" and (count, sides) != (2, 10):
        raise ValueError(f"only 2d10 can be read as percent, not {dice}")
    if count > 20:
        raise ValueError(f"{dice} is more dice than a hand holds: at most 20")
    if count * sides > MOST_SHOWN and count > 1:
        raise ValueError(f"{dice} can show too many different sums: at most {MOST_SHOWN:,}")
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
