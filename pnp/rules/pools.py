"""A pool of dice as words (``d4+d6``, ``2d8``) and a stretch of results go in; exact chances and means come out.

The distribution of a sum of dice is the convolution of theirs (icepool); everything is a fraction.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate

from pnp.rules.dice import MOST_SHOWN, read_dice
from pnp.rules.numbers import exact
from pnp.rules.work import spend

MOST_PARTS = 20
MOST_ADDED = 1_000
MOST_LETTERS = 100


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


@lru_cache(maxsize=1024)
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
    spend(sum(count * sides for count, sides in dice))
    total = sum((count @ icepool.d(sides) for count, sides in dice), icepool.Die([added]))
    shares = [Fraction(share) for share in total.probabilities()]
    results = [int(value) for value in total.outcomes()]
    weighted = [value * share for value, share in zip(results, shares, strict=True)]
    nothing = Fraction(0)
    return Pool(
        tuple(results), tuple(accumulate(shares, initial=nothing)), tuple(accumulate(weighted, initial=nothing))
    )
