"""A workspace goes in; every font in its ``fonts/`` folders comes out, whether a game names it or not.

So a message can say which family has the characters that a game's fonts lack, and a list can show what is there.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pnp.files import leads_out
from pnp.fonts.containers import FontError
from pnp.fonts.families import INSTALLED
from pnp.fonts.font import Font, FontFiles, FontSource
from pnp.fonts.instances import FontAxis
from pnp.fonts.own_names import called, look_of
from pnp.game.model import Game
from pnp.game.workspace import Workspace
from pnp.problems import did_you_mean
from pnp.source.nodes import Mapping as MappingNode
from pnp.source.nodes import Scalar
from pnp.source.yaml_reader import read_yaml

ENDINGS = (".ttf", ".otf", ".ttc", ".otc", ".woff2", ".woff")
MOST_FILES = 400  # of a folder of fonts that are looked into: opening one takes a millisecond or two
_DEEP = 3  # folders below fonts/


@dataclass(frozen=True, slots=True)
class LibraryFont:
    """A font in ``fonts/``. ``file`` is what game.yaml writes; ``family`` and ``style`` what it calls itself."""

    font: Font
    file: str
    family: str
    style: str
    weight: int
    italic: bool
    axes: Mapping[str, FontAxis]
    files: FontFiles
    shipped: bool

    def at(self, *axes: tuple[str, float]) -> Font:
        """The font at a place on its axes."""
        return self.files.open(FontSource(self.font.path, self.font.source.number, axes))


@dataclass(frozen=True)
class FontLibrary:
    """The fonts of a workspace, the designer's before the shipped; what cannot be opened, with the reason."""

    fonts: tuple[LibraryFont, ...]
    broken: tuple[tuple[str, str], ...]

    def families(self) -> list[tuple[str, list[LibraryFont]]]:
        """Fonts by what their families are called, the lightest first; a shipped family stands by itself."""
        found: dict[tuple[str, bool], list[LibraryFont]] = {}
        for each in self.fonts:
            found.setdefault((each.family, each.shipped), []).append(each)
        return [
            (name, sorted(group, key=lambda item: (item.weight, item.italic))) for (name, _), group in found.items()
        ]

    def covering(self, characters: str) -> LibraryFont | None:
        """A font that has all of these: the one nearest to regular of the first such family."""
        for _, group in self.families():
            fitting = [each for each in group if all(map(each.font.has, characters))]
            if fitting:
                return min(fitting, key=lambda item: (item.italic, abs(item.weight - 400)))
        return None


def font_library(workspace: Workspace) -> FontLibrary:
    """Every font below ``fonts/``, once for a workspace. No link is followed out of it."""
    cache = workspace.cache
    if cache.library is None:
        found: list[LibraryFont] = []
        broken: list[tuple[str, str]] = []
        for root in workspace.roots:
            base = root / "fonts"
            for path in list(_files(base, workspace, _DEEP))[:MOST_FILES]:
                try:
                    found += _fonts_in(path, path.relative_to(base).as_posix(), workspace, root == workspace.shipped)
                except FontError as error:
                    broken.append((workspace.shown(path), str(error)))
        cache.library = FontLibrary(tuple(found), tuple(broken))
    return cache.library


def _files(folder: Path, workspace: Workspace, deep: int) -> Iterator[Path]:
    """Font files below a folder by their endings, in the order of their names."""
    if leads_out(folder, workspace.within) is not None:
        return
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        path = Path(entry.path)
        if entry.name.lower().endswith(ENDINGS) and workspace.has_file(path):
            yield path
        elif deep and not entry.name.startswith(".") and entry.is_dir():
            yield from _files(path, workspace, deep - 1)


def _fonts_in(path: Path, file: str, workspace: Workspace, shipped: bool) -> Iterator[LibraryFont]:
    files = workspace.font_files
    for number in range(max(1, len(files.names(path)))):
        font = files.open(FontSource(path, number))
        yield LibraryFont(font, file, *called(font), *look_of(font), files.axes(path, number), files, shipped)


def files_named(workspace: Workspace, game: str) -> frozenset[Path]:
    """The font files that a game names; none where game.yaml cannot be read that far. Raises GameError."""
    folder = workspace.game_folder(game)
    path = folder / "game.yaml" if folder else None
    page = read_yaml(path, workspace.shown(path), workspace.within) if path else None
    section = page.get("fonts") if isinstance(page, MappingNode) else None
    families = [value for _, value in section.entries] if isinstance(section, MappingNode) else []
    styles = [value for family in families if isinstance(family, MappingNode) for _, value in family.entries]
    files = (style.get("file") if isinstance(style, MappingNode) else style for style in styles)
    found = (workspace.find("fonts", file.text) for file in files if isinstance(file, Scalar))
    return frozenset(path for path in found if path)


def fallback_cure(game: Game, characters: str) -> str:
    """What to do about characters that no font of a game has: the family that has them, and how to name it."""
    for family in game.fonts.families.values():
        if family.features or family.name in game.fonts.fallback:
            continue
        if all(map(game.fonts.find(family.name).has, characters)):
            return f"{family.name} has them: add it to the families of fallback: in game.yaml"
    found = font_library(game.workspace).covering(characters)
    if found:
        return (
            f"fonts/ has them: add {found.family}: {{regular: {found.file}}} to fonts:, and fallback: [{found.family}]"
        )
    return "write it otherwise, or put a font that has it into fonts/, and name it under fonts: and fallback:"


def file_cure(workspace: Workspace, name: str) -> str:
    """What to do about a font file that is not there: the nearest name there is, or how to copy one in."""
    stem = name.replace("\\", "/").rpartition("/")[2].rpartition(".")[0].casefold()
    files = {each.file for each in font_library(workspace).fonts}
    same = sorted(file for file in files if file.rpartition("/")[2].rpartition(".")[0].casefold() == stem)
    near = f"did you mean '{same[0]}'?" if same else did_you_mean(name, files)
    return near if near.startswith("did") else INSTALLED
