"""A game goes in; the schema of every YAML file of it comes out, by the file's name, as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator

from pnp.editor.datafiles import board_schema, collection_schema, diagrams_schema, rules_schema
from pnp.editor.gamefile import game_schema
from pnp.editor.values import Names, Schema
from pnp.game.model import Game
from pnp.source.nodes import Listing, Node, Scalar
from pnp.source.nodes import Mapping as MappingNode

GAME_FILE = "game.yaml"


def game_schemas(game: Game, page: Node, icons: frozenset[str]) -> dict[str, Schema]:
    """The schemas of a game's files, by their names beside game.yaml, which is also given as it is written (``page``).

    A table has none: spreadsheets know no schemas.
    """
    records = {name: list(collection.records) for name, collection in game.collections.items()}
    names = Names(tuple(game.palette), icons, records)
    found: dict[str, Schema] = {GAME_FILE: game_schema(game)}
    for name, section in _entries(page, "collections"):
        file = _text(section, "file")
        if name in game.collections and file.lower().endswith((".yaml", ".yml")):
            given = dict.fromkeys([key for key, _ in _entries(section, "defaults")], False)
            ignore = section.get("ignore") if isinstance(section, MappingNode) else None
            items = ignore.items if isinstance(ignore, Listing) else ()
            given |= {item.text: True for item in items if isinstance(item, Scalar)}
            found[file] = collection_schema(game.collections[name], game.types, names, given)
    for _, section in _entries(page, "boards"):
        file = section.text if isinstance(section, Scalar) else _text(section, "file")
        refs = {key: value.text for key, value in _entries(section, "refs") if isinstance(value, Scalar)}
        found[file] = board_schema(game, refs, names)
    if rules := _text(page, "rules"):
        found[rules] = rules_schema(game)
    for _, section in _entries(page, "books"):
        if diagrams := _text(section, "diagrams"):
            found[diagrams] = diagrams_schema(game, names)
    return {file: schema for file, schema in found.items() if file}


def as_json(schema: Schema) -> str:
    """A schema as it is written."""
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def _entries(node: Node | None, section: str) -> Iterator[tuple[str, Node]]:
    inner = node.get(section) if isinstance(node, MappingNode) else None
    if isinstance(inner, MappingNode):
        for key, value in inner.entries:
            yield key.text, value


def _text(node: Node, key: str) -> str:
    value = node.get(key) if isinstance(node, MappingNode) else None
    return value.text if isinstance(value, Scalar) else ""
