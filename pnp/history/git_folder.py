"""A folder goes in; the git repository that it stands in comes out, with its names copied and its objects looked over.

A repository elsewhere is one only if it says so itself, as those of linked work trees do; whatever else leads out of
the folder is refused. Of it only names are read here, and the folder of objects is walked before git reads in it.
"""

from __future__ import annotations

import os
import posixpath
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from pnp.files import Folders, leads_out, link_problem
from pnp.problems import GameError, Problem
from pnp.source.text_file import read_bytes

_MOST_PACKED = 50_000_000  # bytes of the packed names
_MOST_TEXT = 10_000  # bytes of any other file that is read here
_MOST_BORROWED = 20  # folders of objects


@dataclass(frozen=True)
class Repository:
    """``top`` holds ``.git``; ``own`` is where this work tree's HEAD stands, ``common`` objects and names."""

    top: Path
    own: Path
    common: Path
    within: tuple[Path, ...]

    def names(self) -> Iterator[tuple[str, bytes]]:
        """The files that git keeps names in, by their paths. Raises GameError: one leads out, or is no file."""
        for path in sorted(self.own.glob("*HEAD")):
            yield path.name, read_bytes(path, f".git/{path.name}", _MOST_PACKED, self.within)
        folders = [self.common / "refs"]
        paths = [path for name in ("packed-refs", "shallow") if os.path.lexists(path := self.common / name)]
        while folders:
            folder = folders.pop()
            if target := leads_out(folder, self.within):
                raise GameError([link_problem(f".git/{folder.name}", target)])
            for path in sorted(folder.iterdir()):
                if not path.is_symlink() and path.is_dir():
                    folders.append(path)
                elif path.suffix != ".lock":
                    paths.append(path)
        for path in paths:
            most = _MOST_PACKED if path.parent == self.common else _MOST_TEXT
            yield path.relative_to(self.common).as_posix(), read_bytes(path, f".git/{path.name}", most, self.within)

    def objects(self) -> Path:
        """The folder of objects, which holds nothing but files and borrows from nowhere else. Raises GameError."""
        seen: set[Path] = set()
        folders = [self.common / "objects"]
        while folders:
            folder = folders.pop()
            if target := leads_out(folder, self.within):
                raise GameError([link_problem("the repository's folder of objects", target)])
            if (folder := folder.resolve()) in seen or not folder.is_dir():
                continue
            seen.add(folder)
            if len(seen) > _MOST_BORROWED:
                raise git_problem("the repository borrows objects from too many places", "make it whole: git repack -a")
            for path in chain(folder.iterdir(), folder.glob("*/*")):  # git goes no deeper
                self._look_over(path)
            folders += self._borrowed(folder)
        return (self.common / "objects").resolve()

    def _look_over(self, path: Path) -> None:
        """See that a path among the objects is a folder, or a file that is within."""
        kind = path.lstat().st_mode
        if stat.S_ISDIR(kind) or stat.S_ISREG(kind):
            return
        if target := leads_out(path, self.within):
            raise GameError([link_problem(f"the repository's object {path.name[:12]}", target)])
        if not path.is_file():
            raise git_problem(f"{path.name[:60]} among the objects of the repository is no file")

    def _borrowed(self, folder: Path) -> Iterator[Path]:
        """The folders that a folder of objects borrows from, as gitrepository-layout(5) has it."""
        path = folder / "info" / "alternates"
        data = read_bytes(path, f".git/{path.name}", _MOST_TEXT, self.within) if os.path.lexists(path) else b""
        for line in sorted(set(os.fsdecode(data).split("\n"))):
            if not line or line.startswith("#"):
                continue
            place = folder / line
            # git reads what is quoted otherwise, and goes back by name or by link, as its version has it
            crooked = line.startswith('"') or posixpath.normpath(line) != line.rstrip("/")
            if (target := leads_out(place, self.within)) or crooked:
                message = f"the repository borrows objects from elsewhere: {target or place}"
                hint = f"make it whole (git repack -a -d, then delete {path.name}), or say --allow {target or place}"
                raise GameError([Problem("outside", message, None, hint)])
            yield place


def git_problem(message: str, hint: str = "see to it with git fsck, or compare two folders") -> GameError:
    """A repository is not as it should be."""
    return GameError([Problem("git", message, None, hint)])


def find_repository(folder: Path, allowed: Folders = ()) -> Repository | None:
    """The repository that a folder stands in; None when there is none. Raises GameError when it leads elsewhere."""
    for top in (folder, *folder.parents):
        path = top / ".git"
        if not os.path.lexists(path):
            continue
        if path.is_dir() or leads_out(path, (top, *allowed)):
            if target := leads_out(path, (top, *allowed)):
                raise GameError([link_problem(".git", target)])
            return Repository(top, path, path, (path, *allowed))
        return _elsewhere(top, path, allowed)
    return None


def _elsewhere(top: Path, path: Path, allowed: Folders) -> Repository:
    """The repository that a file ``.git`` names: inside, or that of a linked work tree, which names this one, too."""
    text = _text(path, (top, *allowed)).strip()
    if not text.startswith("gitdir: "):
        raise git_problem(".git is neither a folder nor the name of one")
    own = top / text.removeprefix("gitdir: ")
    target = leads_out(own, (top, *allowed))
    if target is None and not (own / "commondir").is_file():
        return Repository(top, own, own, (top, *allowed))
    own = target or own
    common = own.parent.parent
    back = own / "gitdir"
    linked = own.parent.name == "worktrees" and (own / "HEAD").is_file() and back.is_file()
    if not linked or os.path.realpath(own / _text(back, (own,)).strip()) != os.path.realpath(path):
        message = f"this folder's repository is elsewhere, in {own}, and knows nothing of this folder"
        hint = f"a submodule is not read; compare two folders instead, or say --allow {own}"
        raise GameError([Problem("outside", message, None, hint)])
    return Repository(top, own, common, (common, *allowed))


def _text(path: Path, within: Folders) -> str:
    return os.fsdecode(read_bytes(path, f".git/{path.name}", _MOST_TEXT, within))
