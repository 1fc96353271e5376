"""Names of icons and pictures go in, their files' content comes out: of the workspace first, then the shipped.

An icon is ``templates/icons/NAME.svg``; a picture stands in the game's own folder of templates.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from pnp.game.workspace import Workspace, is_file_in
from pnp.problems import GameError
from pnp.source.text_file import read_text
from pnp.svg.encoding import encoding_of

MAX_ART_BYTES = 50_000_000


def icon_folders(roots: tuple[Path, ...]) -> tuple[Path, ...]:
    """The folders that hold icons, nearest first."""
    return tuple(root / "templates" / "icons" for root in roots)


def icon_names(workspace: Workspace) -> frozenset[str]:
    """Every icon that can be named; the folders are listed once."""
    cache = workspace.cache
    if cache.icons is None:
        folders = filter(Path.is_dir, icon_folders(workspace.roots))
        cache.icons = frozenset(name for folder in folders for name in _icons_in(folder))
    return cache.icons


def _icons_in(folder: Path) -> Iterator[str]:
    """Only of links is it asked where they lead: to ask of every icon took a build 6 ms."""
    with os.scandir(folder) as entries:
        for entry in entries:
            name, _, ending = entry.name.rpartition(".")
            plain = entry.is_file(follow_symlinks=False)
            if name and ending == "svg" and (plain or is_file_in(Path(entry.path), folder)):
                yield name


def read_icon(roots: tuple[Path, ...], name: str) -> str:
    """The SVG of an icon. Raises LookupError when there is none of that name."""
    for folder in icon_folders(roots):
        path = folder / f"{name}.svg"
        if is_file_in(path, folder) and path.parent == folder:
            try:
                return read_text(path, path.name, encoding_of).text
            except GameError as error:
                raise LookupError(f"the icon '{name}': {error.problems[0].message}") from None
    raise LookupError(f"unknown icon '{name}'")


def read_picture(workspace: Workspace, game: str, name: str) -> bytes:
    """The bytes of a game's picture. Raises LookupError when there is none of that name, or it is huge."""
    path = workspace.find("templates", game, name)
    if path is None:
        raise LookupError(f"there is no picture '{name}' in templates/{game}/")
    if path.stat().st_size > MAX_ART_BYTES:
        raise LookupError(f"the picture '{name}' is larger than {MAX_ART_BYTES // 1_000_000} MB")
    return path.read_bytes()
