"""Chances to hit and hits to slay go in, exact odds come out: how many attacks, and who wins a duel."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from pnp.rules.numbers import chance, exact, whole
from pnp.rules.work import NATIVE, check_number, remembered, spend

MOST_HITS = 1_000


def hits_needed(health: object, damage: object) -> int:
    """How many hits bring health to 0 or less. Raises ZeroDivisionError when a hit does nothing."""
    strength = exact(damage, "the damage")
    if strength <= 0:
        raise ZeroDivisionError
    return ceil(exact(health, "the health") / strength)


def attacks_mean(share: object, hits: object) -> Fraction:
    """How many attacks until so many hits, on average (the mean of the negative binomial distribution)."""
    return whole(hits, "the number of hits", 0, MOST_HITS) / chance(share)


def attacks_for(share: object, each: object, hits: object) -> int:
    """The smallest number of attacks that brings so many hits at least ``share`` of the time."""
    return _attacks_for(chance(share, "the share"), chance(each), whole(hits, "the number of hits", 0, MOST_HITS))


def duel(first: object, hits: object, second: object, other_hits: object) -> Fraction:
    """The probability that the one who strikes first wins a duel of alternate attacks.

    One needs ``hits`` hits at the chance ``first``, the other ``other_hits`` at ``second``.
    """
    needed, other = (whole(number, "the number of hits", 1, MOST_HITS) for number in (hits, other_hits))
    return _duel(chance(first), needed, chance(second), other)


@remembered
def _attacks_for(share: Fraction, each: Fraction, hits: int) -> int:
    probabilities = [Fraction(1)] + [Fraction(0)] * hits  # of 0, 1 ... hits so far; the last one stays
    attacks = 0
    while probabilities[-1] < share:
        if each == 0 or (share == 1 and each < 1):
            raise ZeroDivisionError
        attacks += 1
        for done in range(hits, 0, -1):
            stay = probabilities[done] if done == hits else probabilities[done] * (1 - each)
            probabilities[done] = stay + probabilities[done - 1] * each
            check_number(probabilities[done])
        probabilities[0] *= 1 - each
    return attacks


@remembered
def _duel(p: Fraction, hits: int, q: Fraction, other_hits: int) -> Fraction:
    """With a(i, j) the first one's chance to win when it is to strike and b(i, j) when the other is.

    a(i, j) = p b(i-1, j) + (1-p) b(i, j) and b(i, j) = q a(i, j-1) + (1-q) a(i, j); b(0, j) = 1, a(i, 0) = 0.
    """
    both_miss = 1 - (1 - p) * (1 - q)
    awaits = [Fraction(1)] * (other_hits + 1)  # b(i-1, j), and b(i, j) up to where j is
    for _ in range(hits):
        strikes = Fraction(0)
        for j in range(1, other_hits + 1):
            lost = q * strikes
            strikes = (p * awaits[j] + (1 - p) * lost) / both_miss
            awaits[j] = lost + (1 - q) * strikes
            check_number(strikes)
            spend(NATIVE)
    return strikes
