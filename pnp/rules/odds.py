"""Chances to hit and hits to slay go in, exact odds come out: how many attacks, and who wins a duel."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import ceil

MOST_ATTACKS = 10_000


def hits_needed(health: int, damage: int) -> int:
    """How many hits bring health to 0 or less. Raises ZeroDivisionError when a hit does nothing."""
    if damage <= 0:
        raise ZeroDivisionError
    return ceil(Fraction(health, damage))


def attacks_mean(chance: Fraction, hits: int) -> Fraction:
    """How many attacks until so many hits, on average (the mean of the negative binomial distribution)."""
    return Fraction(hits) / chance


def attacks_for(share: Fraction, chance: Fraction, hits: int) -> int:
    """The smallest number of attacks that brings so many hits at least ``share`` of the time."""
    probabilities = [Fraction(1)] + [Fraction(0)] * hits  # of 0, 1 ... hits so far; the last one stays
    attacks = 0
    while probabilities[-1] < share:
        attacks += 1
        if attacks > MOST_ATTACKS or chance <= 0:
            raise ZeroDivisionError
        for done in range(hits, 0, -1):
            stay = probabilities[done] if done == hits else probabilities[done] * (1 - chance)
            probabilities[done] = stay + probabilities[done - 1] * chance
        probabilities[0] *= 1 - chance
    return attacks


@lru_cache(maxsize=4096)
def duel(chance: Fraction, hits: int, other_chance: Fraction, other_hits: int) -> Fraction:
    """The probability that the one who strikes first wins a duel of alternate attacks.

    One needs ``hits`` hits at ``chance``, the other ``other_hits`` at ``other_chance``. With a(i, j) the first
    one's chance when it is to strike and b(i, j) when the other is:
    a(i, j) = p b(i-1, j) + (1-p) b(i, j) and b(i, j) = q a(i, j-1) + (1-q) a(i, j); b(0, j) = 1, a(i, 0) = 0.
    """
    p, q = chance, other_chance
    both_miss = 1 - (1 - p) * (1 - q)
    strikes: dict[tuple[int, int], Fraction] = {}
    awaits: dict[tuple[int, int], Fraction] = {(0, j): Fraction(1) for j in range(other_hits + 1)}
    for i in range(hits + 1):
        strikes[i, 0] = Fraction(0)
    for i in range(1, hits + 1):
        for j in range(1, other_hits + 1):
            strikes[i, j] = (p * awaits[i - 1, j] + (1 - p) * q * strikes[i, j - 1]) / both_miss
            awaits[i, j] = q * strikes[i, j - 1] + (1 - q) * strikes[i, j]
    return strikes[hits, other_hits]
