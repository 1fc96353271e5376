"""Names of icons and pictures go in, their files' content comes out: of the workspace first, then the shipped.

An icon is ``templates/icons/NAME.svg``; a picture stands in the game's own folder of templates.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from pnp.files import is_folder, leads_out
from pnp.game.workspace import Workspace
from pnp.problems import GameError, Problem
from pnp.schema.file_names import composed
from pnp.source.text_file import MOST_BYTES, read_bytes, read_text
from pnp.svg.encoding import encoding_of


def icon_folders(workspace: Workspace) -> tuple[Path, ...]:
    """The folders that hold icons, nearest first; none that leads out of the workspace."""
    folders = (root / "templates" / "icons" for root in workspace.roots)
    return tuple(folder for folder in folders if leads_out(folder, workspace.within) is None and is_folder(folder))


def icon_names(workspace: Workspace) -> frozenset[str]:
    """Every icon that can be named; the folders are listed once."""
    return frozenset(_icon_files(workspace))


def _icon_files(workspace: Workspace) -> Mapping[str, Path]:
    """The file of each icon by its name: the workspace's own before one that is shipped."""
    cache = workspace.cache
    if cache.icons is None:
        found = [pair for folder in reversed(icon_folders(workspace)) for pair in _icons_in(folder, workspace)]
        cache.icons = dict(found)
    return cache.icons


def _icons_in(folder: Path, workspace: Workspace) -> Iterator[tuple[str, Path]]:
    """Only of links is it asked where they lead: to ask of every icon took a build 6 ms."""
    try:
        found = list(os.scandir(folder))
    except OSError as error:
        message = f"{workspace.shown(folder)} cannot be read: {(error.strerror or str(error)).lower()}"
        raise GameError([Problem("unreadable-file", message, None, "see to its permissions")]) from None
    for entry in found:
        name, _, ending = entry.name.rpartition(".")
        plain = entry.is_file(follow_symlinks=False)
        if name and ending == "svg" and (plain or workspace.has_file(Path(entry.path))):
            yield composed(name), Path(entry.path)


def read_icon(workspace: Workspace, name: str) -> str:
    """The SVG of an icon. Raises LookupError when there is none of that name."""
    path = _icon_files(workspace).get(name)
    if path is None:
        raise LookupError(f"unknown icon '{name}'")
    try:
        return read_text(path, path.name, workspace.within, encoding_of).text
    except GameError as error:
        raise LookupError(f"the icon '{name}': {error.problems[0].message}") from None


def read_picture(workspace: Workspace, game: str, name: str) -> bytes:
    """The bytes of a game's picture. Raises LookupError, with the cure where it is known, when there is none."""
    path = workspace.find("templates", game, name)
    if path is None:
        cure = workspace.cure("templates", game, name, otherwise="")
        raise LookupError(f"there is no picture '{name}' in templates/{game}/", cure)
    try:
        return read_bytes(path, f"the picture '{name}'", MOST_BYTES, workspace.within)
    except GameError as error:
        raise LookupError(error.problems[0].message) from None
