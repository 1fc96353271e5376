"""A folder goes in; the games, templates and fonts that it and the shipped workspace hold come out.

No file outside these two folders is ever read: names are checked, and so is where links lead. Fonts and icons stand
behind everything that is drawn, so each is read once. Nothing here looks whether a file has changed meanwhile: whoever
hears of a save goes on with a new cache (``Workspace.anew``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.game.folders import FolderListings

if TYPE_CHECKING:
    from pnp.fonts.families import FontFamily, Fonts
    from pnp.fonts.font import FontFiles

_HERE = Path(__file__).resolve().parent.parent


@dataclass(eq=False)
class FileCache:
    """The opened fonts, the ``Fonts`` made of them, the files of icons by name, and folders, once they were listed."""

    icons: Mapping[str, Path] | None = None
    folders: FolderListings = field(default_factory=FolderListings)
    made: dict[object, Fonts] = field(default_factory=dict)
    opened: FontFiles | None = None

    @property
    def files(self) -> FontFiles:
        """The opened font files."""
        from pnp.fonts.font import FontFiles  # commands that read no game need not wait for HarfBuzz

        self.opened = self.opened or FontFiles()
        return self.opened

    def fonts(self, families: Mapping[str, FontFamily], fallback: tuple[str, ...]) -> Fonts:
        """The one value for these families: what was measured with it stays known when the game is read again."""
        from pnp.fonts.families import Fonts

        key = (tuple((name, tuple(one.faces.items()), one.features) for name, one in families.items()), fallback)
        if key not in self.made:
            self.made[key] = Fonts(families, fallback, self.files)
        return self.made[key]


def shipped_root() -> Path:
    """The workspace that comes with the program: inside an installed wheel, or the repository itself."""
    inside = _HERE / "shipped"
    return inside if inside.is_dir() else _HERE.parent


@dataclass(frozen=True, slots=True)
class Workspace:
    """``root`` is the designer's folder, ``shipped`` the program's own; the nearer one wins.

    ``cache`` holds what was read of both; two workspaces are the same whatever was read.
    """

    root: Path
    shipped: Path
    cache: FileCache = field(default_factory=FileCache, compare=False, repr=False)

    def anew(self, *, fonts: bool = True) -> Workspace:
        """The same folders, of which nothing was read yet; with the fonts that were, if they are not ``fonts`` anew."""
        return replace(self, cache=FileCache() if fonts else replace(self.cache, icons=None, folders=FolderListings()))

    @property
    def roots(self) -> tuple[Path, ...]:
        """Both, nearest first; one, when they are the same."""
        return (self.root,) if self.root == self.shipped else (self.root, self.shipped)

    def games(self) -> dict[str, Path]:
        """Every game by name, with the folder that holds its data. Shipped games count where there are no others."""
        for root in self.roots:
            found = {path.parent.name: path.parent for path in sorted(root.glob("data/*/game.yaml"))}
            if found:
                return found
        return {}

    def game_folder(self, name: str) -> Path | None:
        """The folder of a game's data, in the workspace or among the shipped games."""
        if name in ("", ".", "..") or "/" in name or "\\" in name:
            return None
        for root in self.roots:
            folder = self.cache.folders.spelled(root / "data", name)
            if folder and is_file_in(folder / "game.yaml", folder):
                return folder
        return None

    def find(self, *parts: str) -> Path | None:
        """The nearest file of that name under templates or fonts; None when there is none, or it leads outside."""
        *folders, name = parts
        for root in self.roots:
            folder = root.joinpath(*folders)
            path = self.cache.folders.spelled(folder, name)
            if path and is_file_in(path, root):
                return path
        return None

    def cure(self, *parts: str, otherwise: str = "create it, or correct its name") -> str:
        """What to do when ``find`` finds nothing."""
        *folders, name = parts
        cures = (self.cache.folders.cure(root.joinpath(*folders), name) for root in self.roots)
        return next(filter(None, cures), otherwise)

    def shown(self, path: Path) -> str:
        """A path as messages show it: from the workspace, with forward slashes."""
        for root in self.roots:
            if path.is_relative_to(root):
                return path.relative_to(root).as_posix()
        return path.name


def inside(path: Path, folder: Path) -> bool:
    """Whether a path stays in a folder, links and ``..`` followed."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):  # a name too long, links in a ring, a NUL
        return False


def is_file_in(path: Path, folder: Path) -> bool:
    """Whether there is a file, and it stays in the folder."""
    try:
        return inside(path, folder) and path.is_file()
    except OSError:
        return False


def find_workspace(start: Path) -> Workspace:
    """The designer's workspace: ``start``, if it has a data folder; beside it always the shipped one."""
    shipped = shipped_root()
    root = start.resolve()
    return Workspace(root if (root / "data").is_dir() else shipped, shipped)
