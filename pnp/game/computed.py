"""A game whose fields may be formulas, and whose texts may hold ``{{ }}``, goes in; each is filled in, once.

A formula may name another computed field, of its own record or of one that it refers to: whatever is asked for and not
there yet is computed then (``Values``). What goes wrong is a problem at the declaration, and names the record.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from pnp.game.model import Game
from pnp.problems import Span
from pnp.rules.lookups import used_names
from pnp.rules.sandbox import RuleError, evaluate, render
from pnp.schema.read import Reader
from pnp.schema.types import FieldType
from pnp.schema.values import FieldText, Record, Values

MAX_DEPTH = 40  # computed fields that wait for one another


@dataclass(frozen=True, slots=True)
class FieldFormula:
    """A computed field as it is declared. ``used`` are the names that it looks up."""

    name: str
    expression: str
    place: Span | None
    used: tuple[str, ...]


class _SaidError(RuleError):
    """What it needs could not be computed, for which there is a problem already."""


def compute_fields(game: Game, reader: Reader) -> None:
    """Fill in every computed field of every record, in place."""
    computing = _Computing(game, reader)
    for collection in game.collections.values():
        formulas = computing.declared(f"collections.{collection.name}", collection.fields)
        for record in collection:
            computing.prepare(record, collection.fields, formulas)
    computing.finish()


def records_within(value: object, parent: Record) -> Iterator[Record]:
    """The records that a field holds (not those it refers to), in lists to any depth."""
    if isinstance(value, Record):
        if value.parent is parent:
            yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from records_within(item, parent)


class _Computing:
    """The computing of one game. ``running`` are the fields that wait for one another."""

    def __init__(self, game: Game, reader: Reader) -> None:
        self.game = game
        self.reader = reader
        self.types = {name: (fields, self.declared(f"types.{name}", fields)) for name, fields in game.types.items()}
        self.waiting: dict[Record, tuple[Mapping[str, FieldType], Mapping[str, FieldFormula]]] = {}
        self.running: list[tuple[Record, str]] = []
        self.failed: set[tuple[Record, str]] = set()
        self.said: set[FieldFormula] = set()

    def declared(self, owner: str, fields: Mapping[str, FieldType]) -> dict[str, FieldFormula]:
        """The formulas among the fields of a collection or a type ("types.ability")."""
        return {
            name: FieldFormula(
                name,
                type_.formula,
                self.game.expected.places.get(f"{owner}.{name}"),
                tuple(sorted(used_names(type_.formula))),
            )
            for name, type_ in fields.items()
            if type_.kind == "computed"
        }

    def prepare(self, record: Record, fields: Mapping[str, FieldType], formulas: Mapping[str, FieldFormula]) -> None:
        """Let a record's computed fields, and those of the records inside it, be asked for."""
        values = record.fields_of_record
        if isinstance(values, Values):
            self.waiting[record] = (fields, formulas)
            values.compute = partial(self.value, record)
        for name, type_ in fields.items():
            inner = type_
            while inner.item is not None:
                inner = inner.item
            if inner.kind == "record":
                for item in records_within(values.get(name), record):
                    self.prepare(item, *self.types[inner.target])

    def finish(self) -> None:
        """Compute what nobody asked for, and put every record's fields into the order of their declaration."""
        for record, (fields, formulas) in self.waiting.items():
            for name in formulas:
                if name not in record.fields_of_record and (record, name) not in self.failed:
                    try:
                        self.value(record, name)
                    except RuleError:
                        continue
            values = record.fields_of_record
            ordered = {name: values.get(name) for name in (*fields, *values)}
            values.clear()
            values.update(ordered)
        for record in self.waiting:
            assert isinstance(record.fields_of_record, Values), "only these wait"
            del record.fields_of_record.compute

    def value(self, record: Record, name: str) -> object:
        """Compute one field. Raises RuleError after adding a problem, KeyError where there is no such field."""
        formula = self.waiting[record][1][name]
        key = (record, name)
        if key in self.failed:
            raise _SaidError(f"{name} could not be computed")
        if key in self.running:
            between = [field for _, field in self.running[self.running.index(key) + 1 :]]
            way = f", by way of {', '.join(between[:4])}" if between else ""
            hint = "let one of them be given" if between else "name other fields"
            self._say(record, formula, RuleError(f"it is computed from itself{way}", hint), "circular-field")
            raise _SaidError(f"{name} is computed from itself")
        if len(self.running) >= MAX_DEPTH:
            raise RuleError(f"more than {MAX_DEPTH} computed fields wait for one another", "let some be given")
        self.running.append(key)
        try:
            result = self._kept(evaluate(formula.expression, self._names(record, formula)), record, name)
        except RuleError as error:
            self.failed.add(key)
            self._say(record, formula, error)
            raise _SaidError(str(error)) from None
        finally:
            self.running.pop()
        record.fields_of_record[name] = result
        return result

    def _names(self, record: Record, formula: FieldFormula) -> dict[str, object]:
        """What a text of the record may name; of computed fields, those that the formula looks up."""
        names = {**record.names(), "rules": self.game.rules}
        for name in formula.used:
            owner: Record | None = record
            while owner is not None and name not in owner.fields_of_record and not self._computes(owner, name):
                owner = owner.parent
            if owner is not None:
                names[name] = owner.fields_of_record[name]
        return names

    def _computes(self, record: Record, name: str) -> bool:
        return record in self.waiting and name in self.waiting[record][1]

    def _kept(self, value: object, record: Record, name: str) -> object:
        """The result as a field's value."""
        if isinstance(value, str):
            if "{{" in value or "{%" in value:
                hint = "name what that text is made of instead"
                raise RuleError("it is made of a text that is yet to be filled in", hint)
            return FieldText.of(value, f"{record}.{name}", record.span)
        if isinstance(value, list | tuple):
            return tuple(self._kept(item, record, name) for item in value)
        if value is None or isinstance(value, bool | int | float | Fraction | Record):
            return value
        raise RuleError("this gives neither a number, a text, a record nor a list", "take one thing out of it")

    def _say(self, record: Record, formula: FieldFormula, error: RuleError, code: str = "bad-expression") -> None:
        """Each declaration's first fault; another record's would be the same again, most often."""
        if isinstance(error, _SaidError) or formula in self.said:
            return
        self.said.add(formula)
        message = f"{formula.name}: {error} (computed for {record}, {record.span})"
        self.reader.problem(code, message, formula.place, error.hint)


def fill_texts(game: Game, reader: Reader) -> None:
    """Fill in the texts of every record, in place, once; what cannot be computed is a problem at its place."""
    for collection in game.collections.values():
        for record in collection:
            _fill(record, game, reader)


def _fill(record: Record, game: Game, reader: Reader) -> None:
    values = record.fields_of_record
    for name, value in values.items():
        if isinstance(value, FieldText):
            values[name] = _filled(value, record, game, reader)
        elif isinstance(value, Record) and value.parent is record:
            _fill(value, game, reader)
        elif isinstance(value, tuple):
            for item in value:
                if isinstance(item, Record) and item.parent is record:
                    _fill(item, game, reader)
            values[name] = tuple(
                _filled(item, record, game, reader) if isinstance(item, FieldText) else item for item in value
            )


def _filled(text: FieldText, record: Record, game: Game, reader: Reader) -> FieldText:
    if "{{" not in text and "{%" not in text:
        return text
    try:
        result = render(text, {**record.names(), "rules": game.rules})
    except RuleError as error:
        reader.problem("bad-expression", f"{text.path}: {error}", _place(text), error.hint)
        return text
    return FieldText.of(result, text.path, text.span)


def _place(text: FieldText) -> Span:
    """The first braces of the text, where they stand on the text's first line; else the text."""
    span = text.span
    line = span.source.line(span.line)
    column = line.find("{", span.column - 1)
    return span.part(column + 1, len(line.rstrip()) - column) if column >= 0 else span
