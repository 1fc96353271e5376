"""A composer that notices what a template reads: the record's fields, other records, rules, the game's title.

What a face was made from is only known while it is made. The paths noticed lead into the tree of a stock.
"""

from __future__ import annotations

from typing import Any

from jinja2.runtime import Context

from pnp.faces.compose import Composer, TemplateFolder
from pnp.game.model import Collection, Game
from pnp.rules.sandbox import Environment
from pnp.schema.values import Record

Path = tuple[str, ...]
_OF_GAME = ("title", "version", "author", "subject", "language")


class TracedEnvironment(Environment):
    """The sandbox, with an ear at the door: ``seen`` holds the paths, ``names`` the plain names asked for."""

    def __init__(self, game: Game, folder: TemplateFolder) -> None:
        super().__init__(folder, markup=True)
        self.game = game
        self.seen: set[Path] = set()
        self.names: set[str] = set()
        self.context_class = _Context

    def forget(self) -> None:
        """Begin another face."""
        self.seen, self.names = set(), set()

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
            self.seen.add(field_path(record, name))
        return super()._field(obj, fields, name)


class _Context(Context):
    def resolve_or_missing(self, key: str) -> Any:
        """Look a plain name up, and remember that it was asked for."""
        names = getattr(self.environment, "names", None)
        if names is not None:
            names.add(key)
        return super().resolve_or_missing(key)


def field_path(record: Record, name: str) -> Path:
    """Where a field stands in the tree. A record inside another counts as the outer one's field."""
    top = record
    while top.parent is not None:
        top = top.parent
    collection = top.path.removesuffix(f".{top.id}")
    if top is not record:
        name = record.path[len(top.path) + 1 :].partition("[")[0].partition(".")[0]
    return ("records", collection, top.id, name)


def traced_composer(game: Game, paper: str) -> tuple[Composer, TracedEnvironment]:
    """A composer, and the environment that notices what its templates read."""
    folder = TemplateFolder(game)
    environment = TracedEnvironment(game, folder)
    return Composer(game, paper, environment, folder, []), environment
