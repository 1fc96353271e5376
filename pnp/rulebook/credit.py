"""The SVG of everything printed goes in, who made its fonts and icons comes out: credits that cannot be forgotten."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pnp.faces.icons import icon_folders
from pnp.game.model import Game
from pnp.source.nodes import Mapping as MappingNode
from pnp.source.nodes import Scalar
from pnp.source.yaml_reader import read_yaml

_ICON = re.compile(r'"icon:([a-z0-9-]+)"')
_FONT = re.compile(r'font-family="([^"]+)"')


@dataclass(frozen=True, slots=True)
class Credit:
    """Who made something, and what."""

    who: str
    what: str


def credits_of(game: Game, drawings: Iterable[str]) -> list[Credit]:
    """The makers of the fonts and icons that the SVG texts use; the data lies beside the fonts and the icons."""
    icons: set[str] = set()
    fonts: set[str] = set()
    for svg in drawings:
        icons.update(_ICON.findall(svg))
        fonts.update(_FONT.findall(svg))
    return [*_font_credits(game, fonts), *_icon_credits(game, icons)]


def _font_credits(game: Game, used: set[str]) -> list[Credit]:
    known = _pages([root / "fonts" / "fonts.yaml" for root in game.workspace.roots])
    found = []
    for family in game.fonts.families:
        files = {path.parent.name for path in game.fonts.families[family].faces.values()}
        for folder in sorted(files & known.keys()) if family in used or family in game.fonts.fallback else ():
            page = known[folder]
            found.append(Credit(page.get("name", family), f"by {page.get('by', '?')}, {page.get('licence', '')}"))
    return found


def _icon_credits(game: Game, used: set[str]) -> list[Credit]:
    folders = icon_folders(game.workspace.roots)
    known = _pages([folder / "icons.yaml" for folder in folders])
    by: dict[str, list[str]] = {}
    for icon in sorted(used & known.keys()):
        by.setdefault(known[icon].get("by", "?"), []).append(icon)
    return [
        Credit(f"Icons made by {author}", f"(game-icons.net, CC BY 3.0): {', '.join(icons)}")
        for author, icons in sorted(by.items(), key=lambda item: item[0].casefold())
    ]


def _pages(files: Iterable[Path]) -> dict[str, Mapping[str, str]]:
    """Name -> its fields; ``name: Author`` alone is short for ``{by: Author}``. The nearer file wins."""
    found: dict[str, Mapping[str, str]] = {}
    for file in files:
        page = read_yaml(file, file.name) if file.is_file() else None
        for key, value in page.entries if isinstance(page, MappingNode) else ():
            if isinstance(value, Scalar):
                found.setdefault(key.text, {"by": value.text})
            elif isinstance(value, MappingNode):
                fields = {name.text: item.text for name, item in value.entries if isinstance(item, Scalar)}
                found.setdefault(key.text, fields)
    return found
