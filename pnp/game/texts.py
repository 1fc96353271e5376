"""A game whose texts may hold ``{{ }}`` goes in; every such text is filled in from its record and the rules."""

from __future__ import annotations

from pnp.game.model import Game
from pnp.problems import Span
from pnp.rules.sandbox import RuleError, render
from pnp.schema.read import Reader
from pnp.schema.values import FieldText, Record


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
