"""Names of icons and pictures go in, their files' content comes out: of the workspace first, then the shipped.

An icon is ``templates/icons/NAME.svg``; a picture stands in the game's own folder of templates.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from pnp.files import leads_out
from pnp.game.workspace import Workspace
from pnp.problems import GameError, Problem
from pnp.source.text_file import MOST_BYTES, read_bytes, read_text


def icon_folders(workspace: Workspace) -> tuple[Path, ...]:
    """The folders that hold icons, nearest first; none that leads out of the workspace."""
    folders = (root / "templates" / "icons" for root in workspace.roots)
    return tuple(folder for folder in folders if leads_out(folder, workspace.within) is None and folder.is_dir())


def icon_names(workspace: Workspace) -> frozenset[str]:
    """Every icon that can be named; the folders are listed once."""
    cache = workspace.cache
    if cache.icons is None:
        folders = icon_folders(workspace)
        cache.icons = frozenset(name for folder in folders for name in _icons_in(folder, workspace))
    return cache.icons


def _icons_in(folder: Path, workspace: Workspace) -> Iterator[str]:
    """Only of links is it asked where they lead: to ask of every icon took a build 6 ms."""
    try:
        found = list(os.scandir(folder))
    except OSError as error:
        message = f"{workspace.shown(folder)} cannot be read: {(error.strerror or str(error)).lower()}"
        raise GameError([Problem("unreadable-file", message, None, "see to its permissions")]) from None
    for entry in found:
        name, _, ending = entry.name.rpartition(".")
        plain = entry.is_file(follow_symlinks=False)
        if name and ending == "svg" and (plain or workspace.holds(Path(entry.path))):
            yield name


def read_icon(workspace: Workspace, name: str) -> str:
    """The SVG of an icon. Raises LookupError when there is none of that name."""
    for folder in icon_folders(workspace):
        path = folder / f"{name}.svg"
        if path.parent == folder and workspace.holds(path):
            try:
                return read_text(path, path.name, workspace.within).text
            except GameError as error:
                raise LookupError(f"the icon '{name}': {error.problems[0].message}") from None
    raise LookupError(f"unknown icon '{name}'")


def read_picture(workspace: Workspace, game: str, name: str) -> bytes:
    """The bytes of a game's picture. Raises LookupError when there is none of that name, or it is huge."""
    path = workspace.find("templates", game, name)
    if path is None:
        raise LookupError(f"there is no picture '{name}' in templates/{game}/")
    try:
        return read_bytes(path, f"the picture '{name}'", MOST_BYTES, workspace.within)
    except GameError as error:
        raise LookupError(error.problems[0].message) from None
