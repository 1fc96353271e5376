"""A folder goes in; the games, templates and fonts that it and the shipped workspace hold come out.

No file outside these two folders is ever read, but in folders that the command line allows: names are checked, and so
is where links lead. Fonts and icons stand behind everything that is drawn, so each is read once. Nothing here looks
whether a file has changed meanwhile: whoever hears of a save goes on with a new cache (``Workspace.anew``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.files import is_file, is_folder, is_link, leads_out, link_cure, link_problem
from pnp.game.folders import FolderListings
from pnp.problems import Problem, raise_errors
from pnp.schema.file_names import with_slashes

if TYPE_CHECKING:
    from pnp.fonts.families import FontFamily, Fonts
    from pnp.fonts.font import FontFiles
    from pnp.game.font_library import FontLibrary

_HERE = Path(__file__).resolve().parent.parent


@dataclass(eq=False)
class FileCache:
    """The opened fonts, the ``Fonts`` made of them, the files of icons by name, and folders, once they were listed.

    ``library`` is every font that there is, once it was asked for.
    """

    icons: Mapping[str, Path] | None = None
    folders: FolderListings | None = None
    made: dict[object, Fonts] = field(default_factory=dict)
    opened: FontFiles | None = None
    library: FontLibrary | None = None


def shipped_root() -> Path:
    """The workspace that comes with the program: inside an installed wheel, or the repository itself."""
    inside = _HERE / "shipped"
    return inside if inside.is_dir() else _HERE.parent


@dataclass(frozen=True, slots=True)
class Workspace:
    """``root`` is the designer's folder, ``shipped`` the program's own; the nearer one wins.

    ``cache`` holds what was read of both; two workspaces are the same whatever was read. ``allowed`` are folders
    outside, named on the command line, that links may lead into.
    """

    root: Path
    shipped: Path
    cache: FileCache = field(default_factory=FileCache, compare=False, repr=False)
    allowed: tuple[Path, ...] = ()

    def anew(self, *, fonts: bool = True) -> Workspace:
        """The same folders, of which nothing was read yet; with the fonts that were, if they are not ``fonts`` anew."""
        return replace(self, cache=FileCache() if fonts else replace(self.cache, icons=None, folders=None))

    @property
    def roots(self) -> tuple[Path, ...]:
        """Both, nearest first; one, when they are the same."""
        return (self.root,) if self.root == self.shipped else (self.root, self.shipped)

    @property
    def within(self) -> tuple[Path, ...]:
        """The folders that are read: no link is followed out of them."""
        return (*self.roots, *self.allowed)

    @property
    def folders(self) -> FolderListings:
        """The names in the folders that were listed."""
        self.cache.folders = self.cache.folders or FolderListings(self.within)
        return self.cache.folders

    @property
    def font_files(self) -> FontFiles:
        """The opened font files."""
        from pnp.fonts.font import FontFiles  # commands that read no game need not wait for HarfBuzz

        self.cache.opened = self.cache.opened or FontFiles(within=self.within)
        return self.cache.opened

    def fonts(self, families: Mapping[str, FontFamily], fallback: tuple[str, ...]) -> Fonts:
        """The one value for these families: what was measured with it stays known when the game is read again."""
        from pnp.fonts.families import Fonts

        key = (tuple((name, tuple(one.faces.items()), one.features) for name, one in families.items()), fallback)
        if key not in self.cache.made:
            self.cache.made[key] = Fonts(families, fallback, self.font_files)
        return self.cache.made[key]

    def games(self) -> dict[str, Path]:
        """Every game by name, with the folder that holds its data. Shipped games count where there are no others.

        Raises GameError when ``data`` itself leads out.
        """
        for root in self.roots:
            raise_errors(self._links_out("data"))
            found = {path.parent.name: path.parent for path in sorted(root.glob("data/*/game.yaml"))}
            if found:
                return found
        return {}

    def game_folder(self, name: str) -> Path | None:
        """The folder of a game's data, in the workspace or among the shipped games; it may lead out (``links_out``)."""
        if name in ("", ".", "..") or "/" in name or "\\" in name:
            return None
        for root in self.roots:
            folder = root / "data" / name
            if leads_out(folder / "game.yaml", self.within):
                return folder
            spelled = self.folders.spelled(root / "data", name)
            if spelled and (leads_out(spelled / "game.yaml", self.within) or self.has_file(spelled / "game.yaml")):
                return spelled
        return None

    def links_out(self, game: str) -> list[Problem]:
        """A problem for each folder of a game that leads out of the workspace: what stands there is not read."""
        return self._links_out("data", f"data/{game}", "templates", f"templates/{game}", "templates/icons", "fonts")

    def _links_out(self, *names: str) -> list[Problem]:
        leading = [(name, leads_out(self.root / name, self.within)) for name in names]
        return [link_problem(name, target) for name, target in leading if target]

    def find(self, *parts: str) -> Path | None:
        """The nearest file of that name under templates or fonts; None when there is none, or it leads outside."""
        *folders, name = parts
        for root in self.roots:
            path = self.folders.spelled(root.joinpath(*folders), name)
            if path and self.has_file(path):
                return path
        return None

    def cure(self, *parts: str, otherwise: str = "create it, or correct its name") -> str:
        """What to do when ``find`` finds nothing: the file is not there, is spelled otherwise, or leads out."""
        path = self.root.joinpath(*map(with_slashes, parts))
        target = leads_out(path, self.within) if ".." not in path.parts and is_link(path) else None
        if target:
            return link_cure(target)
        *folders, name = parts
        cures = (self.folders.cure(root.joinpath(*folders), name) for root in self.roots)
        return next(filter(None, cures), otherwise)

    def has_file(self, path: Path) -> bool:
        """Whether there is a file, and it stays in the workspace."""
        return leads_out(path, self.within) is None and is_file(path)

    def shown(self, path: Path) -> str:
        """A path as messages show it: from the workspace, with forward slashes."""
        for root in self.roots:
            if path.is_relative_to(root):
                return path.relative_to(root).as_posix()
        return path.name


def find_workspace(start: Path, allowed: Iterable[Path] = ()) -> Workspace:
    """The designer's workspace: ``start``, if it has a data folder; beside it always the shipped one.

    Links may lead into the folders ``allowed``, too.
    """
    shipped = shipped_root()
    root = start.resolve()
    return Workspace(root if is_folder(root / "data") else shipped, shipped, allowed=tuple(allowed))
