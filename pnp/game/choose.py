"""A loaded game goes in; its components come out with the records of each, in order, and their copies.

``where``, ``sort`` and ``copies`` are expressions over a record's fields, run in the sandbox. ``of: decks.cards`` makes
a collection of what stands in that list of every record, each with its owner: records of a type, or references.
``goblins/cave-troll`` names one: its owner's id, and its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from pnp.game.model import Collection, Component, Game
from pnp.problems import Span, did_you_mean
from pnp.rules.sandbox import RuleError, evaluate
from pnp.schema.naming import bettered
from pnp.schema.read import COPIES, Fields, Reader
from pnp.schema.values import Record
from pnp.source.nodes import Mapping as MappingNode
from pnp.source.nodes import Node, Scalar, shortened

MAX_COPIES = 1_000
MAX_PIECES = 100_000  # of one component


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


def choose_records(game: Game, reader: Reader) -> dict[str, Component]:
    """Every component, with its records chosen, sorted and counted; a mistake is a problem at its expression."""
    return {name: _Choice(game, component, reader).made() for name, component in game.components.items()}


class _Choice:
    """The choosing for one component."""

    def __init__(self, game: Game, component: Component, reader: Reader) -> None:
        self.game = game
        self.component = component
        self.reader = reader
        self.places: dict[str, dict[str, Fraction]] = {}

    def made(self) -> Component:
        """The component with its records."""
        component = self.component
        if component.of not in self.game.collections and component.of not in self.game.parts:
            return component
        self.source = self.game.drawn_from(component.of)
        records = list(self.source)
        if component.where is not None:
            records = self._kept(records, component.where, component.where.span)
        for key in reversed(component.sort):
            records = self._sorted(records, key)
        counts = self._counts(records)
        records = [record for record in records if counts.get(record.id, 1) > 0]
        return replace(component, records=tuple(records), counts=counts)

    def _kept(self, records: list[Record], where: str, span: Span) -> list[Record]:
        values = self._values(records, where, "where", span)
        kept = [record for record, value in zip(records, values or records, strict=True) if value]
        if not kept and records and values is not None:
            message = f"where: none of {self.component.of} is chosen by {shortened(where)}"
            hint = "compare with what the file says; of a record that another names, compare .id or .name"
            self.reader.warn("nothing-chosen", message, span, hint)
        return kept

    def _sorted(self, records: list[Record], key: Scalar) -> list[Record]:
        """In order of one key; what has none stands last, either way."""
        text = key.text.strip()
        down = text.startswith("-")
        values = self._values(records, text.removeprefix("-").strip(), "sort", key.span)
        if values is None:
            return records
        keys = [(record, self._key(value)) for record, value in zip(records, values, strict=True)]
        kinds = {type(value) for _, value in keys if value is not None}
        if len(kinds) > 1 or kinds - {Fraction, str}:
            message = f"sort: {shortened(text)} is no number and no text, or sometimes one and sometimes the other"
            self.reader.problem("bad-expression", message, key.span, "sort by a field such as name or cost")
            return records
        some: list[tuple[Record, Any]] = [item for item in keys if item[1] is not None]
        none = [record for record, value in keys if value is None]
        return [record for record, _ in sorted(some, key=lambda item: item[1], reverse=down)] + none

    def _key(self, value: object) -> object:
        """Numbers by size, texts as a dictionary has them, records in the order of their file."""
        if isinstance(value, Record):
            return self._places(value.path.partition(".")[0]).get(value.id, 0)
        if isinstance(value, (int, float, Fraction)):
            return Fraction(value)
        return " ".join(value.casefold().split()) if isinstance(value, str) else value

    def _places(self, collection: str) -> dict[str, Fraction]:
        """Where each record stands in its file."""
        if collection not in self.places:
            self.places[collection] = {
                name: Fraction(i) for i, name in enumerate(self.game.collections[collection].records)
            }
        return self.places[collection]

    def _counts(self, records: list[Record]) -> dict[str, int]:
        """The copies of each record; none, where each has the component's own."""
        component = self.component
        count, span = "copies", component.span
        if component.count is not None:
            count, span = str(component.count), component.count.span
        else:
            field = self.source.fields.get("copies")
            if component.fixed or field is None or field.kind not in ("int", "computed"):
                return {}
        values = self._values(records, count, "copies", span)
        found: dict[str, int] = {}
        for record, value in zip(records, values or [], strict=False):
            if value is None and count == "copies":
                found[record.id] = 1
            elif isinstance(value, int) and 0 <= value <= MAX_COPIES:
                found[record.id] = int(value)
            else:
                message = f"copies: {shortened(count)} is {shortened(str(value))} for {record}"
                hint = f"it must be a whole number from 0 to {MAX_COPIES:,}"
                self.reader.problem("bad-copies", message, span, hint)
                break
        if sum(found.values()) > MAX_PIECES:
            message = f"{component.name} has more than {MAX_PIECES:,} pieces"
            self.reader.problem("too-many", message, span, "make fewer copies")
        return found

    def _values(self, records: list[Record], expression: str, what: str, span: Span) -> list[object] | None:
        """The expression's value for each record; None after a problem."""
        if expression in self.source.fields:
            return [record.fields_of_record.get(expression) for record in records]
        try:
            return [evaluate(expression, {**record.names(), "rules": self.game.rules}) for record in records]
        except RuleError as error:
            self.reader.problem("bad-expression", f"{what}: {error}", span, error.hint)
            return None
