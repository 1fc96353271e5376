"""The simulations of a rules file go in, Simulations come out, each made by the kit it names; every record is tried."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pnp.game.model import Collection
from pnp.game.sections import entries, known_keys, read_fields
from pnp.game.spec import fields_of, named_kit
from pnp.problems import did_you_mean
from pnp.rules.formulas import RuleBook, RuleError
from pnp.rules.kits import offering, simulator
from pnp.rules.kits.offers import Simulator
from pnp.rules.rates import Simulation
from pnp.schema.naming import check_word
from pnp.schema.read import Reader
from pnp.schema.types import FieldType
from pnp.source.nodes import Mapping as MappingNode
from pnp.source.nodes import Node, Scalar, kind, shortened

KIT = "kit"  # the key that every simulation has


def read_simulations(reader: Reader, node: Node | None, collections: Mapping[str, Collection]) -> dict[str, Simulation]:
    """The simulations by their names; what is wrong with one is a problem, and it is left out."""
    found = {}
    for key, value in entries(reader, node, "simulations"):
        check_word(reader, key, "simulation")
        if not isinstance(value, MappingNode):
            message = f"{shortened(key.text)}: expected the name of a kit and its keys, found {kind(value)}"
            reader.problem("wrong-type", message, value.span, "write them below it, indented")
            continue
        where = f"simulations.{shortened(key.text)}"
        kit = value.get(KIT)
        if not isinstance(kit, Scalar) or kit.empty:
            hint = f"add kit: with the rules that it is played by, such as kit: {offering('simulation')[0]}"
            reader.problem("missing-field", f"{where} names no kit", (kit or key).span, hint)
        elif named_kit(reader, kit, "simulation"):
            simulation = _simulation(reader, key, value, where, simulator(kit.text), collections)
            if simulation is not None:
                found[key.text] = simulation
    return found


def _simulation(
    reader: Reader, key: Scalar, node: MappingNode, where: str, kit: Simulator, collections: Mapping[str, Collection]
) -> Simulation | None:
    """What a kit makes of the values of its keys; None after a problem."""
    fields = fields_of(kit.keys)
    known_keys(reader, node, (KIT, *kit.keys, *kit.parts), where)
    given = read_fields(reader, node, fields, where, (KIT, *kit.parts))
    for name, keys in kit.parts.items():
        part = node.get(name)
        given[name] = read_fields(reader, part, fields_of(keys), f"{where}.{name}") if part is not None else {}
    lacking = any(given[name] is None for name, type_ in fields.items() if not type_.optional)
    if lacking or not _known(reader, node, kit, collections, given):
        return None
    return replace(kit.make(key.text, given), span=key.span)


def _known(
    reader: Reader,
    node: MappingNode,
    kit: Simulator,
    collections: Mapping[str, Collection],
    given: Mapping[str, object],
) -> bool:
    """Whether there is such a collection, with such a list."""
    of, items = str(given[kit.collection]), str(given[kit.items])
    if of not in collections:
        message = f"there is no collection '{shortened(of)}'"
        place = node.get(kit.collection) or node
        reader.problem("unknown-collection", message, place.span, did_you_mean(of, collections))
        return False
    fields = collections[of].fields
    lists = [name for name, type_ in fields.items() if type_.kind == "list" and _holds_records(type_)]
    if items not in lists:
        message = f"the records of {of} have no list of {kit.items} called '{shortened(items)}'"
        hint = did_you_mean(items, lists) or "name a field that is a list of a type of yours, or of ref"
        reader.problem("unknown-field", message, (node.get(kit.items) or node).span, hint)
        return False
    return True


def _holds_records(type_: FieldType) -> bool:
    return type_.item is not None and type_.item.kind in ("record", "ref")


def try_simulations(reader: Reader, book: RuleBook, collections: Mapping[str, Collection]) -> None:
    """Make every record ready; the first that cannot be played with is the simulation's problem."""
    for simulation in book.simulations.values():
        for record in collections[simulation.of]:
            try:
                book.side(simulation, record)
            except RuleError as error:
                reader.problem("bad-simulation", f"{simulation.name}: {error}", simulation.span, error.hint)
                break


__all__ = ["KIT", "read_simulations", "try_simulations"]
