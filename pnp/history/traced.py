"""A game goes in; a composer comes out that notices what a template reads: fields, other records, rules, the title.

What a face was made from is only known while it is made. The paths noticed lead into the tree of an inventory.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextvars import Context as Room
from typing import Any

from jinja2.runtime import Context

from pnp.faces.compose import Composer, TemplateFolder, words_for_all
from pnp.game.model import Collection, Game
from pnp.job import Ink, PrintJob
from pnp.rules.sandbox import Environment
from pnp.schema.values import Record

Path = tuple[str, ...]
_FIELD = re.compile(r"\w*")
_OF_GAME = ("title", "version", "author", "subject", "language")


class TracedEnvironment(Environment):
    """The sandbox, with an ear at the door: ``seen`` holds the paths, ``names`` the plain names asked for."""

    def __init__(self, game: Game, folder: TemplateFolder, ink: Ink) -> None:
        super().__init__(folder, markup=True, given=words_for_all(ink))
        self.game = game
        self.seen: set[Path] = set()
        self.names: set[str] = set()
        self.piece: Record | None = None
        self.known: dict[tuple[Record, str], frozenset[Path]] = {}
        self.context_class = _Context

    def forget(self, piece: Record | None) -> None:
        """Begin another piece, that of this record."""
        self.seen, self.names, self.piece = set(), set(), piece

    def getattr(self, obj: Any, attribute: str) -> Any:
        """``obj.attribute``."""
        if obj is self.game.rules:
            self.seen.add(("rules", attribute))
        elif obj is self.game and attribute in _OF_GAME:
            self.seen.add(("game", attribute))
        return self._noticed(super().getattr(obj, attribute))

    def getitem(self, obj: Any, argument: Any) -> Any:
        """``obj[argument]``."""
        return self._noticed(super().getitem(obj, argument))

    def _noticed(self, found: Any) -> Any:
        if isinstance(found, Collection):
            self.seen.add(("records", found.name))
        return found

    def _field(self, obj: Any, fields: Any, name: str) -> Any:
        record = obj if isinstance(obj, Record) else getattr(obj, "record", None)
        if isinstance(record, Record) and name != "id":
            if self.piece is not None and record is self.piece.original:
                record = self.piece
            self.seen |= self.read(record, name)
        return super()._field(obj, fields, name)

    def read(self, record: Record, name: str) -> frozenset[Path]:
        """The paths of a field; of a computed one, those of all that it is computed from, and its formula's."""
        if name not in record.formulas:
            return frozenset({field_path(record, name)})
        key = (record, name)
        if key not in self.known:
            seen, names = self.seen, self.names
            self.seen, self.names = {formula_path(record, name)}, set()
            Room().run(self._compute, record, record.formulas[name])  # it was paid for when the game was loaded
            self.known[key] = frozenset(self.seen | self.plain_facts(record, self.names))
            self.seen, self.names = seen, names
        return self.known[key]

    def _compute(self, record: Record, formula: str) -> None:
        self.compile_expression(formula)({**record.names(), "rules": self.game.rules})

    def plain_facts(self, record: Record, names: Iterable[str]) -> set[Path]:
        """The paths of fields that were asked for by their plain names, of the record or of those it stands in."""
        found: set[Path] = set()
        for name in names:
            owner: Record | None = record
            while owner is not None and name not in owner.fields_of_record:
                owner = owner.parent
            if owner is not None:
                found |= self.read(owner, name)
        return found


class _Context(Context):
    def resolve_or_missing(self, key: str) -> Any:
        """Look a plain name up, and remember that it was asked for."""
        names = getattr(self.environment, "names", None)
        if names is not None:
            names.add(key)
        found = super().resolve_or_missing(key)
        seen = getattr(self.environment, "seen", None)
        if seen is not None and isinstance(found, Collection):
            seen.add(("records", found.name))
        return found


def field_path(record: Record, name: str) -> Path:
    """Where a field stands in the tree. A record inside another counts as the outer one's field.

    One that a component draws for the list it stands in has a place of its own: ``records/decks.cards/goblins/wolf``.
    """
    if record.original is not None and record.parent is not None:
        return ("records", f"{record.path.partition('.')[0]}.{_list_of(record)}", record.id, name)
    record = record.original or record
    top = record
    while top.parent is not None:
        top = top.parent
    collection = top.path.partition(".")[0]
    if top is not record:
        name = _list_of(record)
    return ("records", collection, top.id, name)


def _list_of(record: Record) -> str:
    """The field of the outermost record that a record stands in."""
    top = record
    while top.parent is not None:
        top = top.parent
    return record.path[len(top.path) + 1 :].partition("[")[0].partition(".")[0]


def formula_path(record: Record, name: str) -> Path:
    """Where the formula of a computed field stands in the tree."""
    names = [name]
    while record.parent is not None:
        names.append(_FIELD.match(record.path, len(record.parent.path) + 1)[0])  # type: ignore[index]  # one begins there
        record = record.parent
    return ("computed", ".".join([record.path.partition(".")[0], *reversed(names)]))


def traced_composer(game: Game, job: PrintJob) -> tuple[Composer, TracedEnvironment]:
    """A composer, and the environment that notices what its templates read."""
    folder = TemplateFolder(game)
    environment = TracedEnvironment(game, folder, job.ink)
    return Composer(game, job, environment, folder), environment
