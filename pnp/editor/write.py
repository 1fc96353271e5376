"""Schemas and settings go in, files in the working folder come out: build/schema/GAME/ and .vscode/settings.json."""

from __future__ import annotations

import json
from pathlib import Path

from pnp.editor.settings import merged_settings, wanted_settings
from pnp.faces.icons import icon_names
from pnp.files import write_atomically
from pnp.game.model import Game
from pnp.problems import GameError, Problem, Source, Span
from pnp.source.yaml_reader import read_yaml

FOLDER = "build/schema"
SETTINGS = Path(".vscode/settings.json")


def write_schemas(game: Game) -> dict[str, str]:
    """Write the schema of every file of a game; the answer is the file of each schema. Raises GameError.

    Only for a game in the working folder: the settings name files from there.
    """
    from pnp.editor.schemas import GAME_FILE, as_json, game_schemas  # what a build without schemas need not wait for

    folder = _folder_here(game)
    if folder is None:
        message = f"{game.name} is not in this folder, so no editor here opens its files"
        raise GameError([Problem("not-here", message, None, "run pnp schema in the folder that holds data/")])
    page = read_yaml(folder / GAME_FILE, game.workspace.shown(folder / GAME_FILE))
    written = {}
    for file, schema in game_schemas(game, page, icon_names(game.workspace)).items():
        path = Path(FOLDER) / game.name / f"{Path(file).with_suffix('').as_posix().replace('/', '-')}.json"
        data = as_json(schema).encode()
        if not path.is_file() or path.read_bytes() != data:
            write_atomically(path, data)
        written[path.as_posix()] = (folder / file).as_posix()
    return written


def _folder_here(game: Game) -> Path | None:
    """The folder of the game's data, from the working folder; None when it lies elsewhere."""
    folder, here = game.workspace.game_folder(game.name), Path.cwd().resolve()
    if folder is None or not folder.resolve().is_relative_to(here):
        return None
    return folder.resolve().relative_to(here)


def refresh_schemas(game: Game) -> None:
    """Write them again, if they were ever written: they name the game's colours, icons and records."""
    if (Path(FOLDER) / game.name).is_dir() and _folder_here(game) is not None:
        write_schemas(game)


def write_settings(files: dict[str, str]) -> tuple[Path, str | None]:
    """Name the schemas in VS Code's settings; the answer is their path, and what to add by hand where that must be."""
    try:
        text = SETTINGS.read_text(encoding="utf-8") if SETTINGS.is_file() else None
    except (OSError, ValueError):
        message = f"{SETTINGS.as_posix()} cannot be read"
        raise GameError([Problem("unreadable-file", message, Span(Source(SETTINGS.as_posix(), "")))]) from None
    folders = {schema.rpartition("/")[0] for schema in files}
    merged = merged_settings(text, files, tuple(f"./{folder}/" for folder in folders))
    if merged is None:
        return SETTINGS, json.dumps(wanted_settings(files), indent=2, ensure_ascii=False) + "\n"
    if merged != text:
        write_atomically(SETTINGS, merged.encode())
    return SETTINGS, None
