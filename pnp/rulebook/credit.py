"""The SVG of everything printed goes in, who made its fonts and icons comes out: credits that cannot be forgotten."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from pathlib import Path

from pnp.faces.icons import icon_folders
from pnp.files import is_file
from pnp.fonts.family_names import meant_by
from pnp.game.model import Game
from pnp.game.workspace import Workspace
from pnp.source.nodes import Mapping as MappingNode
from pnp.source.nodes import Node, Scalar
from pnp.source.yaml_reader import read_yaml
from pnp.svg.references import families_in, icons_in


@dataclass(frozen=True, slots=True)
class Credit:
    """Who made something, and what."""

    who: str
    what: str


@dataclass(frozen=True)
class Used:
    """The names of icons and of font families that something is drawn with."""

    icons: frozenset[str] = frozenset()
    fonts: frozenset[str] = frozenset()

    def __or__(self, other: Used) -> Used:
        return Used(self.icons | other.icons, self.fonts | other.fonts)


def used_in(drawings: Iterable[str]) -> Used:
    """What the SVG texts use."""
    icons: set[str] = set()
    fonts: set[str] = set()
    for svg in drawings:
        icons.update(icons_in(svg))
        fonts.update(families_in(svg))
    return Used(frozenset(icons), frozenset(fonts))


def credits_of(game: Game, used: Used) -> tuple[list[Credit], list[str]]:
    """The makers of fonts and icons, from ``fonts.yaml`` and ``icons.yaml`` beside them; and what nobody is named for.

    An entry is a name alone, or ``by``, ``from``, ``licence``; an entry ``all`` holds what is said of every other.
    """
    fonts, lost_fonts = _font_credits(game, meant_by(used.fonts, game.fonts) | set(game.fonts.fallback))
    icons, lost_icons = _icon_credits(game, used.icons)
    return [*fonts, *icons], [*(f"the font {name}" for name in lost_fonts), *(f"the icon '{i}'" for i in lost_icons)]


def _font_credits(game: Game, used: Set[str]) -> tuple[list[Credit], list[str]]:
    known = font_makers(game.workspace)
    found, lost = [], []
    for family in [name for name in game.fonts.families if name in used]:
        folders = sorted({source.path.parent.name for source in game.fonts.families[family].faces.values()})
        for folder in folders:
            page = known.get(folder)
            if page is None:
                lost.append(family)
            else:
                found.append(Credit(page.get("name", family), f"by {page.get('by', '?')}{_terms(page)}"))
    return found, lost


def font_makers(workspace: Workspace) -> dict[str, Mapping[str, str]]:
    """What ``fonts.yaml`` says of each folder of fonts. Raises GameError."""
    return _pages([root / "fonts" / "fonts.yaml" for root in workspace.roots], workspace)


def _icon_credits(game: Game, used: Set[str]) -> tuple[list[Credit], list[str]]:
    known = _pages([folder / "icons.yaml" for folder in icon_folders(game.workspace)], game.workspace)
    by: dict[tuple[str, str], list[str]] = {}
    for icon in sorted(used & known.keys()):
        by.setdefault((known[icon].get("by", "?"), _terms(known[icon])), []).append(icon)
    hands = sorted(by.items(), key=lambda item: (item[0][0].casefold(), item[0][1]))
    found = [
        Credit(f"Icons made by {who}", f"{terms.lstrip(', ')}: {', '.join(icons)}") for (who, terms), icons in hands
    ]
    return found, sorted(used - known.keys())


def _terms(page: Mapping[str, str]) -> str:
    """Where it comes from, and under which licence."""
    return "".join(f", {page[key]}" for key in ("from", "licence") if page.get(key))


def _pages(files: Iterable[Path], workspace: Workspace) -> dict[str, Mapping[str, str]]:
    """Name -> its fields, with the file's own for ``all``; the nearer file wins."""
    found: dict[str, Mapping[str, str]] = {}
    for file in files:
        page = read_yaml(file, file.name, workspace.within) if is_file(file) else None
        entries = {key.text: _fields(value) for key, value in page.entries} if isinstance(page, MappingNode) else {}
        shared = entries.pop("all", {})
        for name, fields in entries.items():
            found.setdefault(name, {**shared, **fields})
    return found


def _fields(node: Node) -> Mapping[str, str]:
    if isinstance(node, Scalar):
        return {"by": node.text}
    entries = node.entries if isinstance(node, MappingNode) else ()
    return {name.text: item.text for name, item in entries if isinstance(item, Scalar)}
