"""Dice as words (``d20``, ``d4+d6``, ``2d8``) go in; exact distributions, chances and means come out (icepool).

The distribution of a sum of dice is the convolution of theirs; everything is a fraction.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from itertools import accumulate

from pnp.rules.numbers import exact
from pnp.rules.work import remembered, spend

READINGS = ("sum", "percent")
MOST_SHOWN = 2_000  # different sums
MOST_PARTS = 20  # dice of a pool
MOST_ADDED = 1_000
MOST_LETTERS = 100
POOL_WORK = 60  # units for each side of a pool's dice: long fractions are added up
_DICE = re.compile(r"([0-9]{0,2})d([0-9]{1,4})")


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


@dataclass(frozen=True, eq=False)
class Pool:
    """What a pool's sum can be, ascending; before each, and past the last, the chances and weighted sums so far."""

    results: tuple[int, ...]
    chances: tuple[Fraction, ...]
    means: tuple[Fraction, ...]


def pool_chance(pool: object, low: object, high: object) -> Fraction:
    """The probability that the sum of the dice lies in ``low..high``, both included."""
    known, first, past = _stretch(pool, low, high)
    return known.chances[past] - known.chances[first]


def pool_mean(pool: object, low: object, high: object) -> Fraction:
    """The mean of the sum where a result outside ``low..high`` counts as 0."""
    known, first, past = _stretch(pool, low, high)
    return known.means[past] - known.means[first]


def _stretch(pool: object, low: object, high: object) -> tuple[Pool, int, int]:
    """The pool, the place of its first result in the stretch, and that of the first one past it."""
    if not isinstance(pool, str):
        raise ValueError("a pool of dice is a text such as 'd4+d6'")
    known = read_pool(pool)
    least, most = exact(low, "the lowest result"), exact(high, "the highest result")
    first = bisect_left(known.results, least)
    return known, first, max(first, bisect_right(known.results, most))


def read_pool(text: str) -> Pool:
    """Read a pool, once. Raises ValueError, in a designer's words."""
    if len(text) > MOST_LETTERS:
        raise ValueError(f"a pool of dice is written in at most {MOST_LETTERS} letters")
    return _pool("".join(text.split()).lower())


@partial(remembered, large=True)  # a pool may take a megabyte
def _pool(text: str) -> Pool:
    import icepool  # only games that ask for pools pay for it

    parts = text.split("+")
    dice = [read_dice(part) for part in parts if not part.isdecimal()]
    added = sum(int(part) for part in parts if part.isdecimal())
    if not dice or added > MOST_ADDED:
        raise ValueError(f"expected dice such as d4+d6 or 2d8, found '{text}'")
    if sum(count for count, _ in dice) > MOST_PARTS:
        raise ValueError(f"{text} is more dice than a hand holds: at most {MOST_PARTS}")
    if sum(count * sides for count, sides in dice) > MOST_SHOWN:
        raise ValueError(f"{text} can show too many different sums: at most {MOST_SHOWN:,}")
    spend(sum(POOL_WORK * count * sides for count, sides in dice))
    total = sum((count @ icepool.d(sides) for count, sides in dice), icepool.Die([added]))
    shares = [Fraction(share) for share in total.probabilities()]
    results = [int(value) for value in total.outcomes()]
    weighted = [value * share for value, share in zip(results, shares, strict=True)]
    nothing = Fraction(0)
    return Pool(
        tuple(results), tuple(accumulate(shares, initial=nothing)), tuple(accumulate(weighted, initial=nothing))
    )
