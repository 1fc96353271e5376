"""A game goes in; the JSON Schemas of its files, and VS Code's settings with ours, appear where editors find them.

What a designer wrote into the settings is never lost: a file that cannot be written again as it stands is left alone,
and the caller says what to add.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.faces.icons import icon_names
from pnp.files import Folders, is_file, is_folder, leads_out, write_atomically, write_files
from pnp.game.model import Game
from pnp.problems import GameError, Problem, safe_json
from pnp.source.nodes import Listing, Node, Scalar
from pnp.source.nodes import Mapping as MappingNode
from pnp.source.text_file import holds_exactly, read_text
from pnp.source.yaml_reader import read_yaml

if TYPE_CHECKING:
    from pnp.editor.type_schemas import Schema

GAME_FILE = "game.yaml"
SCHEMAS, TAGS = "yaml.schemas", "yaml.customTags"
JSON_SCHEMAS = "json.schemas"  # a list, each with its files and the url of a schema
MARKS = ("!assumed scalar",)
FOLDER = "build/schema"
SETTINGS = Path(".vscode/settings.json")


def game_schemas(game: Game, page: Node, icons: frozenset[str]) -> dict[str, Schema]:
    """The schemas of a game's files, by their names beside game.yaml, which is also given as it is written (``page``).

    Of tables only JSON has one: spreadsheets know no schemas.
    """
    # what a build of a game without schemas, which ends by asking for them, need not wait for
    from pnp.editor.datafiles import board_schema, collection_schema, diagrams_schema, records_schema, rules_schema
    from pnp.editor.gamefile import game_schema
    from pnp.editor.type_schemas import KnownNames

    records = {name: list(collection.records) for name, collection in game.collections.items()}
    names = KnownNames(tuple(game.palette), icons, records)
    found: dict[str, Schema] = {GAME_FILE: game_schema(game)}
    for name, section in _entries(page, "collections"):
        file = _text(section, "file")
        if name in game.collections and file.lower().endswith(".json"):
            found[file] = records_schema(game.collections[name], game.types, names)
        elif name in game.collections and file.lower().endswith((".yaml", ".yml")):
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
    return safe_json(json.dumps(schema, indent=1, ensure_ascii=False)) + "\n"


def _entries(node: Node | None, section: str) -> Iterator[tuple[str, Node]]:
    inner = node.get(section) if isinstance(node, MappingNode) else None
    if isinstance(inner, MappingNode):
        for key, value in inner.entries:
            yield key.text, value


def _text(node: Node, key: str) -> str:
    value = node.get(key) if isinstance(node, MappingNode) else None
    return value.text if isinstance(value, Scalar) else ""


def wanted_settings(files: Mapping[str, str]) -> dict[str, Any]:
    """The settings for files by their schemas, both as paths in the workspace."""
    yaml = {f"./{schema}": file for schema, file in files.items() if not file.lower().endswith(".json")}
    json_files = [
        {"fileMatch": [f"/{file}"], "url": f"./{schema}"}
        for schema, file in files.items()
        if file.lower().endswith(".json")
    ]
    return {SCHEMAS: yaml, TAGS: list(MARKS)} | ({JSON_SCHEMAS: json_files} if json_files else {})


def merged_settings(text: str | None, files: Mapping[str, str], ours: tuple[str, ...]) -> str | None:
    """The new text; None when the old one has comments, or a layout, that would be lost.

    ``ours`` are the beginnings of entries that may be replaced: the folders of schemas that are written here alone.
    """
    wanted = wanted_settings(files)
    if text is None or not text.strip():
        return json.dumps(wanted, indent=2, ensure_ascii=False) + "\n"
    try:
        settings = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(settings, dict):
        return None
    schemas, tags = settings.get(SCHEMAS, {}), settings.get(TAGS, [])
    listed = settings.get(JSON_SCHEMAS, [])
    if not isinstance(schemas, dict) or not isinstance(tags, list) or not isinstance(listed, list):
        return None
    theirs = [item for item in listed if not (isinstance(item, dict) and str(item.get("url", "")).startswith(ours))]
    kept = {name: file for name, file in schemas.items() if not name.startswith(ours)}
    merged = settings | {
        SCHEMAS: kept | wanted[SCHEMAS],
        TAGS: [*tags, *(mark for mark in MARKS if mark not in tags)],
    }
    if JSON_SCHEMAS in settings or JSON_SCHEMAS in wanted:
        merged[JSON_SCHEMAS] = theirs + wanted.get(JSON_SCHEMAS, [])
    if merged == settings:
        return text
    for indent in (2, 4, "\t"):
        if json.dumps(settings, indent=indent, ensure_ascii=False) == text.strip():
            return json.dumps(merged, indent=indent, ensure_ascii=False) + "\n"
    return None


def write_schemas(game: Game) -> dict[str, str]:
    """Write the schema of every file of a game; the answer is the file of each schema. Raises GameError.

    Only for a game in the working folder: the settings name files from there.
    """
    folder = _folder_here(game)
    if folder is None:
        message = f"{game.name} is not in this folder, so no editor here opens its files"
        raise GameError([Problem("not-here", message, None, "run pnp schema in the folder that holds data/")])
    page = read_yaml(folder / GAME_FILE, game.workspace.shown(folder / GAME_FILE), game.workspace.within)
    written, changed = {}, {}
    within = (Path(), *game.workspace.allowed)
    for file, schema in game_schemas(game, page, icon_names(game.workspace)).items():
        path = Path(FOLDER) / game.name / f"{Path(file).with_suffix('').as_posix().replace('/', '-')}.json"
        data = as_json(schema).encode()
        if not holds_exactly(path, data, within):
            changed[path] = data
        written[path.as_posix()] = (folder / file).as_posix()
    write_files(changed, within)
    return written


def _folder_here(game: Game) -> Path | None:
    """The folder of the game's data, from the working folder; None when it lies elsewhere."""
    folder, here = game.workspace.game_folder(game.name), Path.cwd().resolve()
    if folder is None or not folder.resolve().is_relative_to(here):
        return None
    return folder.resolve().relative_to(here)


def refresh_schemas(game: Game) -> None:
    """Write them again, if they were ever written: they name the game's colours, icons and records."""
    if is_folder(Path(FOLDER) / game.name) and _folder_here(game) is not None:
        write_schemas(game)


def write_settings(files: dict[str, str], allowed: Folders = ()) -> tuple[Path, str | None]:
    """Name the schemas in VS Code's settings; the answer is their path, and what to add by hand where that must be.

    No link is followed out of the working folder and those ``allowed``. Raises GameError.
    """
    within = (Path(), *allowed)
    there = is_file(SETTINGS) or leads_out(SETTINGS, within)
    text = read_text(SETTINGS, SETTINGS.as_posix(), within).text if there else None
    folders = {schema.rpartition("/")[0] for schema in files}
    merged = merged_settings(text, files, tuple(f"./{folder}/" for folder in folders))
    if merged is None:
        return SETTINGS, json.dumps(wanted_settings(files), indent=2, ensure_ascii=False) + "\n"
    if merged != text:
        write_atomically(SETTINGS, merged.encode(), within)
    return SETTINGS, None
