"""The simulations of a rules file go in, Simulations come out; every deck is read, to see that it can be played."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.game.model import Collection
from pnp.game.sections import entries, known_keys, read_fields
from pnp.problems import did_you_mean
from pnp.rules.battle import Opening, Terms
from pnp.rules.decks import COUNTS, FLAGS, Simulation
from pnp.rules.formulas import RuleBook, RuleError
from pnp.rules.simulate import MAX_GAMES
from pnp.schema.names import check_word
from pnp.schema.read import Reader
from pnp.schema.types import FieldType, parse_type
from pnp.source.nodes import Mapping as MappingNode
from pnp.source.nodes import Node, kind, shortened

TRAITS = ("power", *FLAGS, *COUNTS)


def _types(fields: Mapping[str, str]) -> dict[str, FieldType]:
    return {name: parse_type(text, (), ()) for name, text in fields.items()}


SIMULATION = _types(
    {"decks": "text", "cards": "text", "power": "text"}
    | dict.fromkeys((*FLAGS, *COUNTS), "text?")
    | {"turns": "int 2..1000?", "games": f"int 10..{MAX_GAMES}?"}
)
TURN = _types({"draw": "int 0..100?", "play": "int 0..100?"})
OPENING = _types({"draw": "int 0..100", "play": "int 0..100?", "power": "int 0..1000?"})
PARTS = {"turn": TURN, "first": OPENING, "second": OPENING}
SIMULATION_KEYS = ("decks", "cards", *TRAITS, *PARTS, "turns", "games")


def read_simulations(reader: Reader, node: Node | None, collections: Mapping[str, Collection]) -> dict[str, Simulation]:
    """The simulations by their names; what is wrong with one is a problem, and it is left out."""
    found = {}
    for key, value in entries(reader, node, "simulations"):
        check_word(reader, key, "simulation")
        if not isinstance(value, MappingNode):
            message = f"{shortened(key.text)}: expected decks:, cards: and power:, found {kind(value)}"
            reader.problem("wrong-type", message, value.span, "write them below it, indented")
            continue
        where = f"simulations.{shortened(key.text)}"
        known_keys(reader, value, SIMULATION_KEYS, where)
        given = read_fields(reader, value, SIMULATION, where, tuple(PARTS))
        terms = _terms(reader, value, where, given)
        decks, cards = str(given["decks"] or ""), str(given["cards"] or "")
        if decks and cards and given["power"] and _known(reader, value, collections, decks, cards):
            traits = {trait: str(given[trait]) for trait in TRAITS if given[trait] is not None}
            games = _number(given["games"], 1_000)
            found[key.text] = Simulation(key.text, decks, cards, traits, terms, games, key.span)
    return found


def _known(reader: Reader, node: MappingNode, collections: Mapping[str, Collection], decks: str, cards: str) -> bool:
    """Whether there is such a collection, with such a list of cards."""
    if decks not in collections:
        message = f"there is no collection '{shortened(decks)}'"
        place = _span_of(node, "decks")
        reader.problem("unknown-collection", message, place.span, did_you_mean(decks, collections))
        return False
    fields = collections[decks].fields
    lists = [name for name, type_ in fields.items() if type_.kind == "list" and _holds_records(type_)]
    if cards not in lists:
        message = f"the records of {decks} have no list of cards called '{shortened(cards)}'"
        hint = did_you_mean(cards, lists) or "name a field that is a list of a type of yours, or of ref"
        reader.problem("unknown-field", message, _span_of(node, "cards").span, hint)
        return False
    return True


def _holds_records(type_: FieldType) -> bool:
    return type_.item is not None and type_.item.kind in ("record", "ref")


def _span_of(node: MappingNode, key: str) -> Node:
    return node.get(key) or node


def _terms(reader: Reader, node: MappingNode, where: str, given: Mapping[str, object]) -> Terms:
    """What every turn allows, and the first one of each player."""
    parts: dict[str, dict[str, object]] = {}
    for name, wanted in PARTS.items():
        part = node.get(name)
        parts[name] = read_fields(reader, part, wanted, f"{where}.{name}") if part is not None else {}
    draw, play = _number(parts["turn"].get("draw"), 1), _number(parts["turn"].get("play"), 1)

    def opening(part: dict[str, object]) -> Opening:
        power = _number(part.get("power"), Opening(0).power)
        return Opening(_number(part.get("draw"), draw), _number(part.get("play"), play), power)

    return Terms(draw, play, opening(parts["first"]), opening(parts["second"]), _number(given["turns"], Terms().turns))


def _number(value: object, usual: int) -> int:
    return value if isinstance(value, int) else usual


def try_simulations(reader: Reader, book: RuleBook, collections: Mapping[str, Collection]) -> None:
    """Read every deck; the first that cannot be played with is the simulation's problem."""
    for simulation in book.simulations.values():
        for record in collections[simulation.decks]:
            try:
                book.deck(simulation, record)
            except RuleError as error:
                reader.problem("bad-simulation", f"{simulation.name}: {error}", simulation.span, error.hint)
                break


__all__ = ["PARTS", "SIMULATION", "SIMULATION_KEYS", "read_simulations", "try_simulations"]
