"""A repository and a word go in, the commit and the objects that they name come out: git reads them, in a clean room.

A repository is a stranger's, too. So git is shown a folder of ours: a configuration that is written here and copies of
the names; of theirs it opens the objects alone. No hook, filter, attribute, alias, helper, replacement, graft or
promise is there to be followed. ``git cat-file --batch`` says each object's size before it comes, and the system ends
git itself where it takes too much.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from typing import IO

from pnp.history.git_folder import Repository, git_problem
from pnp.problems import GameError, Problem

if sys.platform == "linux":
    import resource

MOST = 50_000_000  # bytes of an object
MEMORY = 512_000_000  # bytes that git may take, with the indexes of the packs that it maps
SECONDS = 120  # of a processor, and of the clock
_CONFIG = """[core]
repositoryFormatVersion = 1
bare = true
commitGraph = false
multiPackIndex = false
useReplaceRefs = false
bigFileThreshold = 1m
packedGitWindowSize = 8m
packedGitLimit = 64m
deltaBaseCacheLimit = 16m
[extensions]
objectFormat = {}
"""
_WIDE = re.compile(rb"^[0-9a-f]{64}\b", re.MULTILINE)
_WORD = re.compile(
    r"([^\x00-\x20\x7f~^-][^\x00-\x20\x7f~^]{0,499})(?:~[0-9]{0,9}|\^[0-9]{0,2}|\^\{(?:commit)?\}){0,99}"
)
_SPOKEN = re.compile(r"@\{|:|\.\.")
_FOUND = re.compile(rb"([0-9a-f]{40,64}) (commit|tree|blob|tag) ([0-9]{1,18})\n")
_NOTHING = re.compile(rb".* (missing|ambiguous)\n")


@dataclass(frozen=True, eq=False)
class GitObjects:
    """What git answers: objects, by their names."""

    requests: int
    answers: IO[bytes]
    room: Path

    def commit(self, word: str) -> tuple[str, str]:
        """The full names of the commit that a word means, and of its tree. Raises GameError."""
        understood = _WORD.fullmatch(word)
        if understood is None or _SPOKEN.search(word):
            hint = "pnp reads HEAD, branches, tags and hashes, with ~2 or ^2 behind them; git rev-parse tells a hash"
            raise _unknown(f"'{word}' is no name of a revision that is understood here", hint)
        found = self._asked(word + "^{commit}")
        if isinstance(found, str):
            raise self._missing(word, understood[1])
        tree = re.match(rb"tree ([0-9a-f]{40,64})\n", self._data(*found, MOST))
        if tree is None:  # git refuses such a commit itself: of a stranger's repository we ask again
            raise _damaged(word)
        return found[0], tree[1].decode()

    def read(self, name: str, kind: str, most: int = MOST) -> bytes:
        """The object of that name and kind. Raises GameError: it is another, is not there, damaged or too large."""
        found = self._asked(name)
        if isinstance(found, str):
            hint = "get it with git fetch (a partial clone: git fetch --refetch), or compare two folders"
            raise git_problem(f"the object {name[:12]} is not in the repository", hint)
        if found[1] != kind:
            raise git_problem(f"{name[:12]} is a {found[1]}, no {kind}")
        return self._data(name, kind, found[2], most)

    def _asked(self, word: str) -> tuple[str, str, int] | str:
        """The name, kind and size of what a word names; or why there is nothing."""
        try:
            os.write(self.requests, os.fsencode(word) + b"\n")  # less than a pipe holds
            head = self.answers.readline(4_000)
        except OSError:  # it has ended
            head = b""
        if found := _FOUND.fullmatch(head):
            return found[1].decode(), found[2].decode(), int(found[3])
        if nothing := _NOTHING.fullmatch(head):
            return nothing[1].decode()
        raise _damaged(word)

    def _data(self, name: str, kind: str, size: int, most: int) -> bytes:
        """What follows the answer. git trusts the names of a pack; here they are reckoned anew."""
        if size > most:
            raise git_problem("the revision holds more than can be read", "compare two folders instead")
        data = self.answers.read(size)
        made = hashlib.new("sha1" if len(name) == 40 else "sha256", f"{kind} {size}\0".encode(), usedforsecurity=False)
        made.update(data)
        if self.answers.read(1) != b"\n" or made.hexdigest() != name:
            raise _damaged(name)
        return data

    def _missing(self, word: str, start: str) -> GameError:
        """The problem that a word names no commit; ``start`` is what stands before ``~`` and ``^``."""
        found = self._asked(start)
        if found == "ambiguous":
            return _unknown(f"'{start}' begins the names of several objects", "write more of its digits")
        hint = "such as HEAD, HEAD~3, a branch, a tag; a printing's number; or a folder with data/ in it"
        if not isinstance(found, str):
            if found[1] not in ("commit", "tag"):
                return _unknown(f"'{word}' is no commit", "name a commit, a branch or a tag of one")
            hint = "it goes back further than the history"
            if (self.room / "shallow").is_file():
                hint = "it goes back further than this clone, which is shallow: git fetch --unshallow gets the rest"
        elif (self.room / "reftable").is_file():
            hint = "this repository keeps its names in a reftable: give the hash that git rev-parse tells"
        return _unknown(f"there is no revision, folder or printing '{word}'", hint)


@contextmanager
def open_objects(repository: Repository, workspace: Path, word: str) -> Iterator[GitObjects]:
    """Start git in a clean room, which goes with it at the end of the context. Raises GameError, or OSError."""
    program = _program(word, (workspace, Path.cwd()))
    with TemporaryDirectory(prefix="pnp-") as folder:
        room = Path(folder).resolve()
        environment = _furnished(room, repository, program, word)
        command = [program, "cat-file", "--batch"]
        pipe = subprocess.PIPE
        with subprocess.Popen(
            command, cwd=room, env=environment, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL
        ) as process:
            watch = Timer(SECONDS, process.kill)
            try:
                _bound(process.pid)  # before it is asked for anything
                watch.start()
                assert process.stdin is not None and process.stdout is not None  # they are pipes
                yield GitObjects(process.stdin.fileno(), process.stdout, room)
            finally:
                watch.cancel()
                process.kill()


def _program(word: str, closed: tuple[Path, ...]) -> str:
    """git, as the caller's PATH has it, but never one of a stranger's: Windows looks into the working folder first."""
    homes = [folder.resolve() for folder in closed]
    for folder in os.get_exec_path():
        place = Path(folder).resolve() / ("git.exe" if os.name == "nt" else "git")
        theirs = any(each.is_relative_to(home) for each in (place, place.resolve()) for home in homes)
        if Path(folder).is_absolute() and not theirs and shutil.which(place):
            return str(place)
    message = f"'{word}' is read with git, which is not installed"
    raise GameError([Problem("no-git", message, None, "install git, or compare two folders")])


def _furnished(room: Path, repository: Repository, program: str, word: str) -> dict[str, str]:
    """Write all that git is to see of the repository, beside its objects: the environment that git runs in."""
    wide = _WIDE.search(os.fsencode(word))
    (room / "refs").mkdir()
    for name, data in repository.names():
        (room / name).parent.mkdir(parents=True, exist_ok=True)
        (room / name).write_bytes(data)
        wide = wide or _WIDE.search(data)
    if (repository.common / "reftable").is_dir():
        (room / "reftable").touch()
    (room / "config").write_bytes(_CONFIG.format("sha256" if wide else "sha1").encode())
    here, nowhere = str(room), os.devnull
    environment = {"GIT_DIR": here, "GIT_OBJECT_DIRECTORY": str(repository.objects()), "GIT_CEILING_DIRECTORIES": here,
                   "HOME": here, "XDG_CONFIG_HOME": here, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": nowhere,
                   "GIT_ATTR_NOSYSTEM": "1", "GIT_NO_REPLACE_OBJECTS": "1", "GIT_NO_LAZY_FETCH": "1",
                   "GIT_ALLOW_PROTOCOL": "none", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C",
                   "PATH": str(Path(program).parent)}  # fmt: skip
    if os.name == "nt":
        environment["SYSTEMROOT"] = os.environ.get("SYSTEMROOT", "")  # no program starts without it
    return environment


def _bound(process: int) -> None:
    """Let the system end git where it takes too much memory or time; elsewhere than on Linux only the clock does."""
    if sys.platform == "linux":
        for kind, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, SECONDS)):
            hard = resource.prlimit(process, kind)[1]
            resource.prlimit(process, kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _damaged(word: str) -> GameError:
    name = word.removesuffix("^{commit}")[:12]
    return git_problem(f"the object {name} of the repository is damaged, or takes too much memory or time")


def _unknown(message: str, hint: str) -> GameError:
    return GameError([Problem("unknown-revision", message, None, hint)])
