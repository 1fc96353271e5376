"""What a simulation is and what it says: two records of a collection play, and the rate at which one wins comes out.

How they play is a kit's affair, handed in as functions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import ClassVar

from pnp.problems import Span
from pnp.rules.explain import RuleError

MAX_GAMES = 10_000  # of one pairing
MAX_EFFORT = 200_000_000  # of one pairing, and of all that a game's rules ask for: a minute

Value = Callable[[str, Mapping[str, object]], object]  # an expression and what it may name -> what it says


@dataclass(frozen=True, slots=True)
class Rate:
    """How often one won: ``share`` of the games, a draw counted half, and the standard error of that share.

    ``first`` is the share of whoever began, ``drawn`` of the games that nobody won; ``length`` is the mean number of
    turns, both players' counted. ``effort`` is what computing it took.
    """

    open_to_templates: ClassVar = frozenset({"share", "error", "first", "drawn", "length", "games"})
    prints_its_name: ClassVar = True

    share: Fraction
    error: float
    first: Fraction
    drawn: Fraction
    length: Fraction
    games: int
    effort: int = 0

    def __str__(self) -> str:
        """``54 % ± 2``: the error is rounded up, a rate without one is exact."""
        error = f" ± {ceil(self.error * 100)}" if self.error else ""
        return f"{_nearest(self.share * 100)} %{error}"

    def turned(self) -> Rate:
        """The same games, told by the other side."""
        return Rate(1 - self.share, self.error, self.first, self.drawn, self.length, self.games, self.effort)


@dataclass(frozen=True, eq=False)
class Simulation:
    """Two records of the collection ``of`` play ``games`` times. ``items`` is their list field that is played with,
    ``expressions`` what is asked of each item of it, by the kit's key.

    ``ready`` makes of a record what it plays with, a value that can be compared and hashed; ``play`` makes a rate of
    two of these and a number of games. Both raise RuleError.
    """

    name: str
    of: str
    items: str
    expressions: Mapping[str, str]
    games: int
    ready: Callable[[object, Value], object]
    play: Callable[[object, object, int], Rate]
    span: Span | None = None


def too_much() -> RuleError:
    """What is said of games without end."""
    return RuleError("its games take too much work to play out", "play fewer games, or allow fewer turns")


def _nearest(value: Fraction) -> int:
    """Halves rounded up."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)
