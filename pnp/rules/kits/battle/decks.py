"""The keys of a simulation of decks and records with cards go in; a Simulation, and decks to play it, come out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.rules.explain import RuleError
from pnp.rules.kits.battle.fights import Card, Opening, Terms
from pnp.rules.kits.battle.simulate import MAX_CARDS, Deck, win_rate
from pnp.rules.kits.offers import Key, Simulator
from pnp.rules.numbers import whole
from pnp.rules.rates import MAX_GAMES, Rate, Simulation, Value

FLAGS = ("attacks", "defends", "boosts")
COUNTS = ("draws", "plays", "recovers")
TRAITS = ("power", *FLAGS, *COUNTS)
MOST_POWER = 1_000
MOST_MORE = 100  # cards that one in play lets its player draw, play or recover more
USUAL_GAMES = 1_000

KEYS = {
    "decks": Key("text", "the collection whose records are decks"),
    "cards": Key("text", "their field that lists the cards; a card stands there as often as its `copies` say"),
    "power": Key("text", "an expression over a card: what it fights with"),
    "attacks": Key("text?", "an expression over a card: whether it may attack"),
    "defends": Key("text?", "whether it may stand against an attack"),
    "boosts": Key("text?", "whether it may be played from the hand into a fight, adding its power"),
    "draws": Key("text?", "how many more cards its player draws each turn while it is in play"),
    "plays": Key("text?", "how many more cards its player may play each turn while it is in play"),
    "recovers": Key(
        "text?", "how many cards its player takes back from the discard pile each turn while it is in play"
    ),
    "turns": Key(
        "int 2..1000?",
        "when nobody has won after so many turns, both players' counted, the game is drawn; 200, unless you say",
    ),
    "games": Key(f"int 10..{MAX_GAMES}?", "how many games a pairing is played for; 1000, unless you say"),
}
_DRAW = "how many cards are drawn"
_PLAY = "how many cards may be played"
_POWER = "how much power they may have together; never more than the hand has cards"
TURN = {"draw": Key("int 0..100?", _DRAW), "play": Key("int 0..100?", _PLAY)}
OPENING = {"draw": Key("int 0..100", _DRAW), "play": Key("int 0..100?", _PLAY), "power": Key("int 0..1000?", _POWER)}
PART_SAYS = {
    "turn": "what every turn allows: `{draw: 1, play: 1}`",
    "first": "the first turn of whoever begins: `{draw: 3, play: 1, power: 3}`",
    "second": "the first turn of the other player",
}


def make_simulation(name: str, given: Mapping[str, Any]) -> Simulation:
    """A simulation of the values that a designer gave."""
    traits = {trait: str(given[trait]) for trait in TRAITS if given[trait] is not None}
    terms = _terms(given)

    def ready(owner: object, value: Value) -> Deck:
        return read_deck(name, str(given["cards"]), traits, owner, value)

    def play(one: Any, other: Any, games: int) -> Rate:
        return win_rate(one, other, terms, games)

    games = USUAL_GAMES if given["games"] is None else given["games"]
    return Simulation(name, str(given["decks"]), str(given["cards"]), traits, games, ready, play)


def _terms(given: Mapping[str, Any]) -> Terms:
    """What every turn allows, and the first one of each player."""
    draw, play = _number(given["turn"].get("draw"), 1), _number(given["turn"].get("play"), 1)

    def opening(part: Mapping[str, object]) -> Opening:
        power = _number(part.get("power"), Terms().first.power)
        return Opening(_number(part.get("draw"), draw), _number(part.get("play"), play), power)

    return Terms(draw, play, opening(given["first"]), opening(given["second"]), _number(given["turns"], Terms().turns))


def _number(value: object, usual: int) -> int:
    return value if isinstance(value, int) else usual


def read_deck(name: str, field: str, traits: Mapping[str, str], owner: object, value: Value) -> Deck:
    """The cards in a record's list ``field``, as often as their ``copies`` say. Raises RuleError that names the card.

    ``traits`` are expressions over a card: ``power``, and what it may do, by the names in ``FLAGS`` and ``COUNTS``.
    """
    cards = getattr(owner, "fields_of_record", {}).get(field)
    if not isinstance(cards, tuple) or not cards:
        raise RuleError(f"{owner} has no {field}", f"a deck needs a card to play {name}")
    deck: list[Card] = []
    for item in cards:
        deck += [_card(traits, item, owner, value)] * _copies(item)
        if len(deck) > MAX_CARDS:
            raise RuleError(f"{owner} has more than {MAX_CARDS:,} cards", "play with a smaller deck")
    if not deck:
        raise RuleError(f"{owner} has no cards", "give one of them copies")
    return tuple(sorted(deck))


def _copies(item: object) -> int:
    """How many of a card there are: one, unless it says."""
    copies = getattr(item, "fields_of_record", {}).get("copies", getattr(item, "copies", 1))
    return max(0, copies) if isinstance(copies, int) else 1


def _card(traits: Mapping[str, str], item: object, owner: object, value: Value) -> Card:
    names: dict[str, object] = {"yes": True, "no": False, "owner": owner}
    names |= item.names() if hasattr(item, "names") else {"it": item}
    found: dict[str, object] = {}
    for trait, expression in traits.items():
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


SIMULATION = Simulator(
    KEYS, {"turn": TURN, "first": OPENING, "second": OPENING}, PART_SAYS, "decks", "cards", make_simulation
)
