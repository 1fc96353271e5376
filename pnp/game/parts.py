"""``of: decks.cards`` goes in; a collection of what stands in that list of every record comes out, each with its owner.

The items are records of a type, or references. ``goblins/cave-troll`` names one: its owner's id, and its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from pnp.game.model import Collection, Component, Game
from pnp.problems import did_you_mean
from pnp.schema.names import bettered
from pnp.schema.read import COPIES, Fields, Reader
from pnp.schema.values import Record
from pnp.source.nodes import Mapping as MappingNode
from pnp.source.nodes import Node, shortened


def part_fields(of: str, collections: Mapping[str, Collection], types: Mapping[str, Fields]) -> Fields | None:
    """The fields of the records in a list of each record; None where there is no such list."""
    owner, _, name = of.partition(".")
    type_ = collections[owner].fields.get(name) if owner in collections else None
    item = type_.item if type_ is not None else None
    if item is None or item.kind not in ("record", "ref") or item.target not in (*types, *collections):
        return None
    fields = types[item.target] if item.kind == "record" else collections[item.target].fields
    return MappingProxyType({**fields, "copies": fields.get("copies", COPIES)})


def check_parts(
    reader: Reader, node: Node | None, collections: Mapping[str, Collection], types: Mapping[str, Fields]
) -> None:
    """What a component is made of, behind a dot, is a list of records."""
    for _, value in node.entries if isinstance(node, MappingNode) else ():
        of = value.get("of") if isinstance(value, MappingNode) else None
        text = str(getattr(of, "text", ""))
        owner, dot, name = text.partition(".")
        if of is None or not dot or owner not in collections or part_fields(text, collections, types) is not None:
            continue
        fields = collections[owner].fields
        lists = [field for field in fields if part_fields(f"{owner}.{field}", collections, types) is not None]
        message = f"of: '{shortened(name)}' is no list of records that {owner} have"
        reader.problem("unknown-field", message, of.span, did_you_mean(name, lists) or f"declare it among {owner}")


def with_parts(game: Game) -> Game:
    """The game, with the lists that its components are made of."""
    parts = {}
    for component in game.components.values():
        fields = part_fields(component.of, game.collections, game.types) if "." in component.of else None
        if fields is not None:
            parts[component.of] = Collection(component.of, MappingProxyType(_members(game, component)), fields)
    return replace(game, parts=MappingProxyType(parts))


def _members(game: Game, component: Component) -> dict[str, Record]:
    owner, _, name = component.of.partition(".")
    found: dict[str, Record] = {}
    for record in game.collections[owner]:
        for item in _items(record[name]):
            made = _free(f"{record.id}/{_id_of(item)}", found)
            own = item.fields_of_record
            found[made] = Record(item.path, made, item.span, own, item.parent, item.places, owner=record, original=item)
    return found


def _items(value: object) -> Iterator[Record]:
    for item in value if isinstance(value, tuple) else ():
        if isinstance(item, Record):
            yield item


def _id_of(item: Record) -> str:
    """A record's id; of one that has none of its own, its name."""
    if item.parent is None or "[" not in item.id:
        return item.id
    return bettered(str(item.fields_of_record.get("name") or ""), "-") or item.id.partition("[")[2].rstrip("]")


def _free(name: str, taken: Mapping[str, Record]) -> str:
    """The name, or with a number behind it where it stands for another already."""
    made, number = name, 2
    while made in taken:
        made, number = f"{name}-{number}", number + 1
    return made
