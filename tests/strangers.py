"""What the tests of strangers' workspaces share: commands as they are typed, and a look at all that they open or start."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pnp.cli.main import plain_words
from pnp.files import real_path

WHO = ["-c", "user.name=T", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"]
_STARTS = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.startfile")
_OPENS = ("open", "os.listdir", "os.scandir", "os.remove", "os.rename", "os.mkdir", "os.truncate")


class _Noted:
    """The events that Python reports while somebody looks. A hook stays for the life of the process: it is set once."""

    looking: list[tuple[str, str]] | None = None
    hooked = False


def _hook(event: str, args: tuple[object, ...]) -> None:
    if _Noted.looking is not None and (event in _OPENS or event in _STARTS):
        paths = [os.fsdecode(each) for each in args[:2] if isinstance(each, str | bytes)]
        _Noted.looking += [(event, str(real_path(Path(path)))) for path in paths if path] or [(event, "")]


@contextmanager
def watched() -> Iterator[list[tuple[str, str]]]:
    """Every file that is opened, listed or changed meanwhile, and every program that is started."""
    if not _Noted.hooked:
        sys.addaudithook(_hook)
        _Noted.hooked = True
    found: list[tuple[str, str]] = []
    _Noted.looking = found
    try:
        yield found
    finally:
        _Noted.looking = None


def outside(events: list[tuple[str, str]], folder: Path) -> list[tuple[str, str]]:
    """The events that a folder saw."""
    return [event for event in events if Path(event[1]).is_relative_to(folder.resolve())]


def started(events: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The programs that were started."""
    return [event for event in events if event[0] in _STARTS]


def pnp(*words: str) -> int:
    """A command in the working folder: its exit code."""
    plain = plain_words(words)
    assert plain is not None, words
    command, values = plain
    return command.run(values)


def git(folder: Path, *words: str) -> str:
    """git itself, undisturbed by whatever is configured on this machine."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    clean |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    done = subprocess.run(["git", *WHO, *words], cwd=folder, check=True, capture_output=True, env=clean)
    return done.stdout.decode().strip()


def commit(folder: Path, message: str = "more") -> str:
    """Everything in the folder, committed: the commit's name."""
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", message)
    return git(folder, "rev-parse", "HEAD")
