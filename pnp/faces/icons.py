"""Icon names go in, SVG text comes out: ``templates/icons/NAME.svg`` of the workspace, then the shipped ones."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from pnp.game.workspace import is_file_in
from pnp.problems import GameError
from pnp.source.text import read_text


def icon_folders(roots: tuple[Path, ...]) -> tuple[Path, ...]:
    """The folders that hold icons, nearest first."""
    return tuple(root / "templates" / "icons" for root in roots)


@lru_cache(maxsize=8)
def icon_names(roots: tuple[Path, ...]) -> frozenset[str]:
    """Every icon that can be named."""
    found = ((path, folder) for folder in icon_folders(roots) for path in folder.glob("*.svg"))
    return frozenset(path.stem for path, folder in found if is_file_in(path, folder))


def read_icon(roots: tuple[Path, ...], name: str) -> str:
    """The SVG of an icon. Raises LookupError when there is none of that name."""
    for folder in icon_folders(roots):
        path = folder / f"{name}.svg"
        if is_file_in(path, folder) and path.parent == folder:
            try:
                return read_text(path, path.name).text
            except GameError as error:
                raise LookupError(f"the icon '{name}': {error.problems[0].message}") from None
    raise LookupError(f"unknown icon '{name}'")
