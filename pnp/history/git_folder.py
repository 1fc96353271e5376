"""A folder goes in; the git repository that it stands in comes out, and what a word such as ``HEAD~2`` names there.

Only files that git keeps names in are read. A repository elsewhere is one only if it says so itself, as those of linked
work trees do; whatever else leads out of the folder is refused.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pnp.files import Folders, leads_out, link_problem
from pnp.history.git_objects import ObjectStore, git_problem
from pnp.problems import GameError, Problem
from pnp.source.text_file import read_bytes

MOST_NAMES = 50_000_000  # bytes of the packed names
MOST_STEPS = 10_000  # that ``~`` goes back
_MOST_TEXT = 1_000_000  # bytes of a commit or a tag
_LINKS = 5
_HEX = re.compile(r"[0-9a-f]{4,64}")
_WORD = re.compile(r"([^~^]+)((?:~[0-9]{0,9}|\^[0-9]{0,2}|\^\{(?:commit)?\})*)")
_STEP = re.compile(r"~([0-9]*)|\^(?:\{\w*\}|([0-9]*))")
_NO_NAME = re.compile(r"[\x00-\x20~^:?*\[\\\x7f]|\.\.|@\{|//|(^|/)\.|\.lock(/|$)|^/|[/.]$")
_SPOKEN = re.compile(r"@\{|:|\.\.|^-")
_NOTHING = "there is no revision, folder or printing '{}'"
_HOMES = ("refs/", "refs/tags/", "refs/heads/", "refs/remotes/")


@dataclass(frozen=True, eq=False)
class Repository:
    """``top`` holds ``.git``; ``own`` is where this work tree's HEAD stands, ``common`` objects and names."""

    top: Path
    own: Path
    common: Path
    within: tuple[Path, ...]

    @cached_property
    def store(self) -> ObjectStore:
        """The objects, also those that are borrowed from inside."""
        names = [self._named("HEAD"), *self._packed.values()]
        width = next((len(name) // 2 for name in names if name), 20)
        return ObjectStore(tuple(self._object_folders(self.common / "objects", _LINKS)), self.within, width)

    def commit(self, word: str) -> str:
        """The full name of the commit that a word means. Raises GameError."""
        found = _WORD.fullmatch("HEAD" + word[1:] if word == "@" or word[:2] in ("@~", "@^") else word)
        if found is None or _SPOKEN.search(word):
            hint = "pnp reads HEAD, branches, tags and hashes, with ~2 or ^2 behind them; git rev-parse tells a hash"
            raise _unknown(f"'{word}' is no name of a revision that is understood here", hint)
        name = self._peeled(self._start(found[1], word), word)
        steps = 0
        for step in _STEP.finditer(found[2]):
            if step[0].startswith("~"):
                steps += (count := int(step[1] or 1))
                if steps > MOST_STEPS:
                    raise _unknown(f"'{word}' goes back more than {MOST_STEPS:,} commits", "name a commit's hash")
                for _ in range(count):
                    name = self._parent(name, 1, word)
            elif step[2] is not None and step[2] != "0":
                name = self._parent(name, int(step[2] or 1), word)
        return name

    def tree(self, commit: str) -> str:
        """The name of a commit's tree."""
        return self._fields(commit, "commit")["tree"][0]

    def _start(self, name: str, word: str) -> str:
        if named := self._named(name):
            return named
        if _HEX.fullmatch(name.lower()):
            found = self.store.names(name.lower())
            commits = found if len(found) < 2 else {each for each in found if self._is_commit(each)}
            if len(commits) == 1:
                return commits.pop()
            if len(commits) > 1:
                raise _unknown(f"'{name}' begins the names of {len(commits)} commits", "write more of its digits")
        hint = "such as HEAD, HEAD~3, a branch, a tag; a printing's number; or a folder with data/ in it"
        if (self.common / "reftable").is_dir():
            hint = "this repository keeps its names in a reftable: give the hash that git rev-parse tells"
        raise _unknown(_NOTHING.format(word), hint)

    def _is_commit(self, name: str) -> bool:
        try:
            return self.store.read_any(name)[0] == "commit"
        except GameError:
            return False

    def _peeled(self, name: str, word: str) -> str:
        """The commit behind a tag."""
        for _ in range(_LINKS):
            kind, data = self.store.read_any(name)
            if kind == "commit":
                return name
            if kind != "tag":
                break
            name = _fields(data)["object"][0]
        raise _unknown(f"'{word}' is no commit", "name a commit, a branch or a tag of one")

    def _parent(self, name: str, number: int, word: str) -> str:
        parents = self._fields(name, "commit").get("parent", [])
        if name in self._shallow:
            hint = "it goes back further than this clone, which is shallow: git fetch --unshallow gets the rest"
            raise _unknown(_NOTHING.format(word), hint)
        if number > len(parents):
            raise _unknown(_NOTHING.format(word), "it goes back further than the history")
        return parents[number - 1]

    def _fields(self, name: str, kind: str) -> dict[str, list[str]]:
        return _fields(self.store.read(name, kind, _MOST_TEXT))

    @cached_property
    def _shallow(self) -> set[str]:
        path = self.common / "shallow"
        return set(self._text(path, MOST_NAMES).split()) if path.is_file() else set()

    def _named(self, name: str) -> str | None:
        """The object that a name of git's stands for."""
        if _NO_NAME.search(name):
            return None
        tried = [name] if name.isupper() or name.startswith("refs/") else []
        tried += [f"{home}{name}" for home in _HOMES] + [f"refs/remotes/{name}/HEAD"]
        return next((found for each in tried if (found := self._reference(each, _LINKS))), None)

    def _reference(self, name: str, links: int) -> str | None:
        folder = self.common if name.startswith("refs/") else self.own
        path = folder / name
        if not _there(path):
            return self._packed.get(name)
        text = self._text(path, 10_000).strip()
        if text.startswith("ref: "):
            target = text.removeprefix("ref: ").strip()
            return self._reference(target, links - 1) if links and not _NO_NAME.search(target) else None
        return text if _is_full(text) else None

    @cached_property
    def _packed(self) -> dict[str, str]:
        path = self.common / "packed-refs"
        lines = self._text(path, MOST_NAMES).splitlines() if path.is_file() else ()
        pairs = (line.partition(" ") for line in lines if not line.startswith(("#", "^")))
        return {name: value for value, _, name in pairs if _is_full(value)}

    def _text(self, path: Path, most: int) -> str:
        return _text(path, self.within, most)

    def _object_folders(self, folder: Path, links: int) -> list[Path]:
        """A folder of objects, and those that it borrows from; they must not lead out."""
        if target := leads_out(folder, self.within):
            raise GameError([link_problem("the repository's folder of objects", target)])
        found = [folder]
        path = folder / "info" / "alternates"
        lines = self._text(path, _MOST_TEXT).splitlines() if path.is_file() else ()
        for line in lines:
            if line and not line.startswith("#"):
                other = folder / line
                if (target := leads_out(other, self.within)) or not links:
                    place = target or other
                    message = f"the repository borrows objects from elsewhere: {place}"
                    hint = f"make it whole (git repack -a -d, then delete {path.name}), or say --allow {place}"
                    raise GameError([Problem("outside", message, None, hint)])
                found += self._object_folders(other, links - 1)
        return found


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
    text = _text(path, (top, *allowed), 10_000).strip()
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
    if not linked or os.path.realpath(own / _text(back, (own,), 10_000).strip()) != os.path.realpath(path):
        message = f"this folder's repository is elsewhere, in {own}, and knows nothing of this folder"
        hint = f"a submodule is not read; compare two folders instead, or say --allow {own}"
        raise GameError([Problem("outside", message, None, hint)])
    return Repository(top, own, common, (common, *allowed))


def _there(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name too long
        return False


def _text(path: Path, within: Folders, most: int) -> str:
    return read_bytes(path, f".git/{path.name}", most, within).decode("utf-8", "surrogateescape")


def _is_full(text: str) -> bool:
    return len(text) in (40, 64) and _HEX.fullmatch(text) is not None


def _fields(data: bytes) -> dict[str, list[str]]:
    """The lines at the head of a commit or a tag."""
    found: dict[str, list[str]] = {"tree": [], "object": []}
    for line in data.partition(b"\n\n")[0].decode("utf-8", "replace").splitlines():
        key, _, value = line.partition(" ")
        if key in ("tree", "parent", "object"):
            if not _is_full(value):
                raise git_problem("a commit of the repository is damaged")
            found.setdefault(key, []).append(value)
    if not found["tree"] and not found["object"]:
        raise git_problem("a commit of the repository is damaged")
    return found


def _unknown(message: str, hint: str) -> GameError:
    return GameError([Problem("unknown-revision", message, None, hint)])
