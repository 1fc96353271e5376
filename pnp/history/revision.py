"""A git revision goes in, its workspace as files in a folder comes out: raw, as it was committed, and bounded."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pnp.files import Folders
from pnp.history.git_folder import find_repository, git_problem
from pnp.history.git_objects import GitObjects, open_objects
from pnp.problems import GameError, Problem

ROOMS = ("data", "templates", "fonts")
MOST_BYTES = 500_000_000  # of a revision's workspace
MOST_FILES = 20_000
_MOST_TREE = 4_000_000  # bytes of a folder's list
_DEEPEST = 40  # folders in folders
_FOLDER, _LINK, _MODULE = "40000", "120000", "160000"
_POINTER = b"version https://git-lfs.github.com/spec/"
_FOLDERS = "compare two folders instead: git worktree add ../before REVISION"


def unpack_revision(workspace: Path, revision: str, target: Path, allowed: Folders = ()) -> Path:
    """Write a revision's workspace below ``target``: the folder. Raises GameError. Nothing of the repository runs.

    Links stay links; whoever reads the folder follows none that leads out of it.
    """
    workspace = workspace.resolve()
    repository = find_repository(workspace, allowed)
    if repository is None:
        hint = "compare two folders or two printings, or keep the workspace in git"
        message = f"'{revision}' is no folder, and this workspace is not kept in git"
        raise GameError([Problem("no-repository", message, None, hint)])
    try:
        with open_objects(repository, workspace, revision) as objects:
            commit, tree = objects.commit(revision)
            folder = target / commit
            if not folder.is_dir():
                unpacking = _Unpacking(objects, revision)
                unpacking.unpack(tree, workspace.relative_to(repository.top.resolve()).parts, folder)
    except OSError as error:
        reason = error.strerror or str(error)
        raise git_problem(f"revision {revision} cannot be read: {reason.lower()}") from None
    return folder


@dataclass(eq=False)
class _Unpacking:
    """One revision on its way to the disk: how many files and bytes there were, and the links, which are made last."""

    objects: GitObjects
    revision: str
    files: int = 0
    size: int = 0
    links: dict[Path, str] = field(default_factory=dict)

    def unpack(self, tree: str, below: tuple[str, ...], folder: Path) -> None:
        """Write what stands at a path of the commit's tree. Raises GameError."""
        entries = self.below(tree, below)
        rooms = {os.fsdecode(name): (mode, each) for mode, name, each in entries}
        if "data" not in rooms:
            message = f"revision {self.revision} has no folder data/"
            raise GameError([Problem("no-workspace", message, None, "no game can be read there")])
        try:
            folder.mkdir(parents=True)
            for room in ROOMS:
                if room in rooms:
                    self.write(*rooms[room], folder / room, 0)
            for path, pointed in self.links.items():
                path.symlink_to(pointed)
        except (OSError, ValueError) as error:  # a ValueError for a link to a name with a NUL
            reason = getattr(error, "strerror", None) or str(error)
            found = getattr(error, "filename2", None) or getattr(error, "filename", None)  # of a link, the second
            name = Path(str(found or "a file")).name
            message = f"revision {self.revision} cannot be unpacked: {name[:60]}: {reason.lower()}"
            raise GameError([Problem("cannot-write", message, None, _FOLDERS)]) from None

    def below(self, tree: str, parts: tuple[str, ...]) -> list[tuple[str, bytes, str]]:
        """The entries of the folder that stands at a path."""
        entries = self._entries(tree)
        for part in parts:
            found = [name for mode, each, name in entries if os.fsdecode(each) == part and mode == _FOLDER]
            entries = self._entries(found[0]) if found else []
        return entries

    def _entries(self, tree: str) -> list[tuple[str, bytes, str]]:
        return list(_tree_entries(self.objects.read(tree, "tree", _MOST_TREE), len(tree) // 2))

    def write(self, mode: str, name: str, path: Path, depth: int) -> None:
        """Write a folder with all that is in it, a file, or note a link."""
        self.files += 1
        if self.files > MOST_FILES or depth > _DEEPEST:
            raise git_problem(f"revision {self.revision} holds more than {MOST_FILES:,} files, or too deep", _FOLDERS)
        if mode == _MODULE:
            raise git_problem(f"{path.name} of revision {self.revision} is a submodule, which is not read", _FOLDERS)
        if mode == _FOLDER:
            path.mkdir()
            for inner, each, found in self._entries(name):
                self.write(inner, found, path / self._checked(each), depth + 1)
            return
        data = self.objects.read(name, "blob")
        self.size += len(data)
        if self.size > MOST_BYTES:
            message = f"revision {self.revision} holds more than {MOST_BYTES // 1_000_000} MB"
            raise git_problem(message, _FOLDERS)
        if data.startswith(_POINTER) and len(data) < 1_000:
            message = f"{path.name} of revision {self.revision} is kept by Git LFS, whose filter is not run"
            raise git_problem(message, _FOLDERS)
        if mode == _LINK:
            self.links[path] = os.fsdecode(data[:4_000])
            return
        with path.open("xb") as file:  # a name that stands twice is no file that is written twice
            file.write(data)

    def _checked(self, name: bytes) -> str:
        """A name that is one, and leads nowhere."""
        text = os.fsdecode(name)
        if text in ("", ".", "..") or any(sign in text for sign in ("/", os.sep, os.altsep or "/", "\0")):
            raise git_problem(f"revision {self.revision} holds a file without a sensible name")
        if len(name) > 255 or (os.name == "nt" and ":" in text):
            shown = text[:40] + "…" if len(text) > 40 else text
            raise git_problem(f"revision {self.revision} holds a file whose name no disk takes: {shown}", _FOLDERS)
        return text


def _tree_entries(data: bytes, width: int) -> Iterator[tuple[str, bytes, str]]:
    """The entries of a tree: mode, name, and the object's name. Raises GameError."""
    place = 0
    while place < len(data):
        space = data.find(b" ", place, place + 8)
        end = data.find(b"\0", space, space + 5_000)
        if space < 0 or end < 0 or end + 1 + width > len(data):
            raise git_problem("a folder of the repository is damaged")
        yield data[place:space].decode("latin-1"), data[space + 1 : end], data[end + 1 : end + 1 + width].hex()
        place = end + 1 + width
