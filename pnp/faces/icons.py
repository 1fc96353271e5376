"""Icon names go in, SVG text comes out: ``templates/icons/NAME.svg`` of the workspace, then the shipped ones."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path


def icon_folders(roots: tuple[Path, ...]) -> tuple[Path, ...]:
    """The folders that hold icons, nearest first."""
    return tuple(root / "templates" / "icons" for root in roots)


@lru_cache(maxsize=8)
def icon_names(roots: tuple[Path, ...]) -> frozenset[str]:
    """Every icon that can be named."""
    return frozenset(path.stem for folder in icon_folders(roots) for path in folder.glob("*.svg"))


def read_icon(roots: tuple[Path, ...], name: str) -> str:
    """The SVG of an icon. Raises LookupError when there is none of that name."""
    for folder in icon_folders(roots):
        path = folder / f"{name}.svg"
        if path.is_file() and path.parent == folder:
            return path.read_text(encoding="utf-8")
    raise LookupError(f"unknown icon '{name}'")
