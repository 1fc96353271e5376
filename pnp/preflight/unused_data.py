"""All that is printed goes in; data that it does not need comes out: records never drawn, fields that nothing reads."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.game.model import Collection, Game
from pnp.preflight.phrases import Phrases
from pnp.preflight.subject import Subject, warning
from pnp.problems import Problem
from pnp.schema.values import Record

READ_BY_US = frozenset({"copies", "name"})  # components count copies; tables and bookmarks show a record's name
TEAM_FIELDS = frozenset({"color", "pale"})  # a diagram paints a team's tokens with them


def records_are_used(subject: Subject) -> Iterator[Problem]:
    """Every record is drawn, stands in a table, is named in an expression, or is what another refers to."""
    game = subject.game
    used = _used_records(game, subject.phrases)
    for collection in game.collections.values():
        idle = [record for record in collection if record not in used]
        if idle and len(idle) == len(collection):
            span = subject.place(f"collections.{collection.name}")
            message = f"nothing draws the collection '{collection.name}', and nothing refers to it"
            hint = "draw it with a component, show it in a chapter, or delete it"
            yield warning("unused-record", message, span, hint, f"collections.{collection.name}")
        else:
            for record in idle:
                message = f"{record} is never drawn, and nothing refers to it"
                hint = "refer to it, draw its collection with a component, or delete it"
                yield warning("unused-record", message, record.span, hint, str(record))


def _used_records(game: Game, phrases: Phrases) -> set[Record]:
    waiting: list[Record] = []
    for component in game.components.values():
        if component.of:
            waiting += game.collections[component.of.partition(".")[0]]
    for table in game.tables.values():
        for axis in filter(None, (table.down, table.across)):
            for where, _ in axis.steps:
                waiting += game.collections.get(where, ())
    for simulation in game.book.simulations.values():
        waiting += game.collections[simulation.of]
    for board in game.boards.values():
        waiting += [place.record for place in board.places if isinstance(place.record, Record)]
    for collection in game.collections.values():
        waiting += _named(collection, phrases.code)
    used: set[Record] = set()
    while waiting:
        record = waiting.pop()
        if record not in used:
            used.add(record)
            waiting += _within(record)
    return used


def _named(collection: Collection, code: str) -> list[Record]:
    """The records that expressions name; all, where the collection itself is named."""
    plain = collection.name.replace("-", "_")
    pattern = (
        rf"(?:(?<![\w.]){plain}\b|collections(?:\.{plain}\b|\[[\"']{re.escape(collection.name)}[\"']\]))"
        r"(?:\.records)?(?:\.(\w+)|\[[\"']([\w-]+)[\"']\])?"
    )
    found: list[Record] = []
    for dotted, quoted in re.findall(pattern, code):
        record = collection.records.get(dotted or quoted)
        if record is None:
            return list(collection)
        found.append(record)
    return found


def _within(record: Record) -> Iterator[Record]:
    """The records that a record refers to or holds."""
    for value in record.fields_of_record.values():
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, Record):
                yield item


def fields_are_read(subject: Subject) -> Iterator[Problem]:
    """Every declared field is named in a template, text, rule, check, chapter or diagram."""
    game = subject.game
    known = subject.phrases.words | subject.phrases.quoted | READ_BY_US
    if any(book.diagrams for book in game.books.values()):
        known |= TEAM_FIELDS
    for path in game.expected.places:
        section, _, rest = path.partition(".")
        owner, _, name = rest.rpartition(".")
        if section not in ("collections", "types") or not owner:
            continue
        if name in known or name.replace("-", "_") in known:
            continue
        message = f"nothing reads the field '{name}' of {owner}"
        hint = "show it in a template or a text, use it in a rule, or delete it"
        yield warning("unused-field", message, subject.place(path), hint, path)
