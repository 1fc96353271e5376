"""Names of icons and pictures go in, their files' content comes out: of the workspace first, then the shipped.

An icon is ``templates/icons/NAME.svg``; a picture stands in the game's own folder of templates.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from pnp.game.workspace import Workspace, is_file_in
from pnp.problems import GameError
from pnp.schema.file_names import composed
from pnp.source.text_file import read_text

MAX_ART_BYTES = 50_000_000


def icon_folders(roots: tuple[Path, ...]) -> tuple[Path, ...]:
    """The folders that hold icons, nearest first."""
    return tuple(root / "templates" / "icons" for root in roots)


def icon_names(workspace: Workspace) -> frozenset[str]:
    """Every icon that can be named; the folders are listed once."""
    return frozenset(_icon_files(workspace))


def _icon_files(workspace: Workspace) -> Mapping[str, Path]:
    """The file of each icon by its name: the workspace's own before one that is shipped."""
    cache = workspace.cache
    if cache.icons is None:
        folders = filter(Path.is_dir, reversed(icon_folders(workspace.roots)))
        cache.icons = {name: path for folder in folders for name, path in _icons_in(folder)}
    return cache.icons


def _icons_in(folder: Path) -> Iterator[tuple[str, Path]]:
    """Only of links is it asked where they lead: to ask of every icon took a build 6 ms."""
    with os.scandir(folder) as entries:
        for entry in entries:
            name, _, ending = entry.name.rpartition(".")
            plain = entry.is_file(follow_symlinks=False)
            if name and ending == "svg" and (plain or is_file_in(Path(entry.path), folder)):
                yield composed(name), Path(entry.path)


def read_icon(workspace: Workspace, name: str) -> str:
    """The SVG of an icon. Raises LookupError when there is none of that name."""
    path = _icon_files(workspace).get(name)
    if path is None:
        raise LookupError(f"unknown icon '{name}'")
    try:
        return read_text(path, path.name).text
    except GameError as error:
        raise LookupError(f"the icon '{name}': {error.problems[0].message}") from None


def read_picture(workspace: Workspace, game: str, name: str) -> bytes:
    """The bytes of a game's picture. Raises LookupError, with the cure where it is known, when there is none."""
    path = workspace.find("templates", game, name)
    if path is None:
        cure = workspace.cure("templates", game, name, otherwise="")
        raise LookupError(f"there is no picture '{name}' in templates/{game}/", cure)
    if path.stat().st_size > MAX_ART_BYTES:
        raise LookupError(f"the picture '{name}' is larger than {MAX_ART_BYTES // 1_000_000} MB")
    return path.read_bytes()
