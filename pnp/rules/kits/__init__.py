"""A kit's name goes in, what the kit offers comes out: the rules of a kind of game, which a game asks for by name.

The engine runs without any. A board's file asks for checks, a simulation for the game that it plays, a file of diagrams
for more questions to its maps. Nothing of a kit is loaded before a game names it. To add one: write its modules here,
say in ``KITS`` what it offers and where, and give it a section in ``docs/kits.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from pnp.problems import did_you_mean
from pnp.rules.kits.offers import BoardChecks, Simulator


def _battles() -> Simulator:
    from pnp.rules.kits.battle.decks import SIMULATION

    return SIMULATION


def _captures() -> BoardChecks:
    from pnp.rules.kits.capture import CHECKS

    return CHECKS


def _who_captures() -> Mapping[str, Callable[..., object]]:
    from pnp.rules.kits.capture import QUESTIONS

    return QUESTIONS


# what each kit offers, and the function that loads it
KITS: Mapping[str, Mapping[str, Callable[[], object]]] = MappingProxyType(
    {"battle": {"simulation": _battles}, "capture": {"checks": _captures, "questions": _who_captures}}
)
_SOUGHT = {
    "checks": "checks a board", "simulation": "plays a simulation", "questions": "answers questions of diagrams",
}  # fmt: skip


def board_checks(name: str) -> BoardChecks:
    """The checks that a kit holds boards to. Raises LookupError where there is no such kit."""
    found = KITS[name]["checks"]()
    assert isinstance(found, BoardChecks)
    return found


def simulator(name: str) -> Simulator:
    """What a kit makes simulations with. Raises LookupError where there is no such kit."""
    found = KITS[name]["simulation"]()
    assert isinstance(found, Simulator)
    return found


def questions(name: str) -> Mapping[str, Callable[..., object]]:
    """The functions that a kit adds to diagrams on hexes, by their names. Raises LookupError where there is none.

    The first argument of each is the situation (``pnp.rules.kits.offers.Situation``); a designer writes the others.
    """
    found = KITS[name]["questions"]()
    assert isinstance(found, Mapping)
    return found


def offering(part: str) -> tuple[str, ...]:
    """The names of the kits that offer ``checks``, ``simulation`` or ``questions``."""
    return tuple(name for name, parts in KITS.items() if part in parts)


def unknown_kit(name: str, part: str) -> tuple[str, str]:
    """What is said of a name that no kit bears which offers this, and the cure."""
    known = offering(part)
    return f"there is no kit '{name}' that {_SOUGHT[part]}", did_you_mean(name, known) or f"known: {', '.join(known)}"
