"""A simulation as data and a record with cards go in, a deck comes out: what each card may do, by its expressions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pnp.problems import Span
from pnp.rules.battle import Card, Terms
from pnp.rules.explain import RuleError
from pnp.rules.numbers import whole
from pnp.rules.simulate import MAX_CARDS, Deck

FLAGS = ("attacks", "defends", "boosts")
COUNTS = ("draws", "plays", "recovers")
MOST_POWER = 1_000
MOST_MORE = 100  # cards that one in play lets its player draw, play or recover more


@dataclass(frozen=True, eq=False)
class Simulation:
    """A battle of two decks, played ``games`` times. ``cards`` is the list field of each of ``decks``, a collection.

    ``traits`` are expressions over a card: ``power``, and what it may do, by the names in ``FLAGS`` and ``COUNTS``.
    """

    name: str
    decks: str
    cards: str
    traits: Mapping[str, str]
    terms: Terms
    games: int
    span: Span | None = None


def read_deck(simulation: Simulation, owner: object, value: Callable[[str, Mapping[str, object]], object]) -> Deck:
    """The cards of a record as often as their ``copies`` say. Raises RuleError that names the card."""
    cards = getattr(owner, "fields_of_record", {}).get(simulation.cards)
    if not isinstance(cards, tuple) or not cards:
        raise RuleError(f"{owner} has no {simulation.cards}", f"a deck needs a card to play {simulation.name}")
    deck: list[Card] = []
    for item in cards:
        deck += [_card(simulation, item, owner, value)] * _copies(item)
        if len(deck) > MAX_CARDS:
            raise RuleError(f"{owner} has more than {MAX_CARDS:,} cards", "play with a smaller deck")
    if not deck:
        raise RuleError(f"{owner} has no cards", "give one of them copies")
    return tuple(sorted(deck))


def _copies(item: object) -> int:
    """How many of a card there are: one, unless it says."""
    copies = getattr(item, "fields_of_record", {}).get("copies", getattr(item, "copies", 1))
    return max(0, copies) if isinstance(copies, int) else 1


def _card(
    simulation: Simulation, item: object, owner: object, value: Callable[[str, Mapping[str, object]], object]
) -> Card:
    names: dict[str, object] = {"yes": True, "no": False, "owner": owner}
    names |= item.names() if hasattr(item, "names") else {"it": item}
    found: dict[str, object] = {}
    for trait, expression in simulation.traits.items():
        try:
            given = value(expression, names)
            if trait in FLAGS:
                found[trait] = bool(given)
            else:
                # a flag where a number may stand is one or none
                number = int(given) if isinstance(given, bool) else given or 0
                found[trait] = whole(number, f"'{trait}'", 0, MOST_POWER if trait == "power" else MOST_MORE)
        except RuleError as error:
            raise RuleError(f"{trait} of {item}: {error}", error.hint) from None
        except ValueError as error:
            raise RuleError(f"{item}: {error}", f"see what {trait} says: {expression}") from None
    return Card(**found)  # type: ignore[arg-type]  # the traits are its fields
