"""Commands go in as JSON, what they said and their exit codes come out: run here, or as on Windows as far as Linux plays it.

    python -m tests.as_windows plain|windows '[["build", "--quiet"], ["check"]]'

The part of Windows is played by: the name of the platform; no forks, no POSIX signals, none of its modules; spawned
processes only; paths that show backslashes; files whose names differ in capitals alone are one; a file that is open
can be neither replaced nor deleted; text is cp1252 with CRLF unless one says otherwise. Modules of others, which know
their real system, are loaded before the play begins.
"""

from __future__ import annotations

import _thread
import ast
import builtins
import importlib
import io
import json
import multiprocessing.context
import os
import pathlib
import pkgutil
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import watchfiles.main

import pnp

POSIX_MODULES = ("fcntl", "grp", "posix", "pty", "pwd", "resource", "termios", "tty")
POSIX_CALLS = (
    "chown", "fchmod", "fork", "forkpty", "geteuid", "getpgid", "getuid", "killpg", "mkfifo", "sched_getaffinity",
    "setpgid", "setsid", "statvfs", "wait4",
)  # fmt: skip
POSIX_SIGNALS = ("SIGALRM", "SIGHUP", "SIGKILL", "SIGUSR1", "alarm", "pthread_sigmask", "setitimer", "sigwait")
SAVED = "data/bees/acts.yaml"  # what is saved while a watch runs


def load_the_modules_of_others() -> None:
    seen = 0
    for path in Path(pnp.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [each.name for each in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                if name.partition(".")[0] not in ("pnp", "", "colorama"):
                    importlib.import_module(name)
                    seen += 1
    assert seen > 500


def play_windows() -> None:
    sys.platform = "win32"
    os.name, os.sep, os.altsep, os.linesep = "nt", "\\", "/", "\r\n"
    pathlib.WindowsPath = pathlib.PosixPath  # type: ignore[assignment, misc]
    for name in POSIX_CALLS:
        delattr(os, name)
    for name in POSIX_SIGNALS:
        delattr(signal, name)
    for name in POSIX_MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    contexts = multiprocessing.context._concrete_contexts  # type: ignore[attr-defined]
    for name in ("fork", "forkserver"):
        del contexts[name]
    sys.modules["colorama"] = SimpleNamespace(just_fix_windows_console=lambda: None)  # type: ignore[assignment]
    _open_as_windows_does()
    _keep_open_files()
    _show_backslashes()
    watchfiles.main.str = os.fspath  # type: ignore[attr-defined]  # for its other half, which really opens folders


def _on_disk(path: Any) -> Any:
    """The file that is there, whatever the capitals of its name."""
    if not isinstance(path, str | os.PathLike) or _lstat_exists(path):
        return path
    found = "/" if os.fspath(path).startswith("/") else "."
    for part in os.fspath(path).split("/"):
        try:
            names = _listdir(found)
        except OSError:
            return path
        same = [name for name in names if name.casefold() == part.casefold()]
        found = f"{found}/{part if part in ('', '.', '..') or not same or part in names else same[0]}"
    return found


_listdir, _lstat = os.listdir, os.lstat


def _lstat_exists(path: Any) -> bool:
    try:
        _lstat(path)
    except (OSError, ValueError):
        return False
    return True


def _open_as_windows_does() -> None:
    plain = io.open

    def opened(file: Any, mode: str = "r", buffering: int = -1, encoding: Any = None, *rest: Any, **more: Any) -> Any:
        if "b" not in mode:
            encoding = encoding or "cp1252"
            if len(rest) < 2 and more.get("newline") is None and set(mode) & set("wax+"):
                more["newline"] = "\r\n"
        return plain(_on_disk(file), mode, buffering, encoding, *rest, **more)

    io.open = builtins.open = opened
    for name in ("stat", "lstat", "listdir", "scandir"):
        setattr(os, name, _found_first(getattr(os, name)))


def _found_first(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda path=".", *rest, **more: function(_on_disk(path), *rest, **more)


def _keep_open_files() -> None:
    links = os.readlink

    def refuse(*paths: Any) -> None:
        kept = set()
        for each in _listdir("/proc/self/fd"):
            try:
                kept.add(links(f"/proc/self/fd/{each}"))
            except OSError:
                continue
        for path in paths:
            if os.path.realpath(path) in kept and Path(path).is_file():
                raise PermissionError(13, "The process cannot access the file", str(paths[0]), None, str(paths[-1]))

    def guarded(function: Callable[..., None], count: int) -> Callable[..., None]:
        def call(*paths: Any, **more: Any) -> None:
            if not more:
                refuse(*paths[:count])
            function(*paths, **more)

        return call

    for name, count in (("replace", 2), ("rename", 2), ("unlink", 1), ("remove", 1)):
        setattr(os, name, guarded(getattr(os, name), count))


def _show_backslashes() -> None:
    cls: Any = pathlib.PosixPath
    real = pathlib.PurePath.__str__
    cls.__fspath__ = real
    cls.as_posix = real
    cls.__format__ = lambda self, spec: format(real(self).replace("/", "\\"), spec)
    if sys.version_info < (3, 12):  # newer ones put paths together from what they show
        cls.__str__ = lambda self: real(self).replace("/", "\\")


def import_everything() -> int:
    names = [each.name for each in pkgutil.walk_packages(pnp.__path__, "pnp.") if not each.name.endswith("__main__")]
    for name in names:
        importlib.import_module(name)
    return len(names)


class _EndError(BaseException):
    """What os._exit would do."""


def run(words: list[str]) -> dict[str, object]:
    from pnp.cli.main import main

    said = io.BytesIO()
    kept = sys.stdout, sys.stderr, sys.argv, os._exit
    stream = io.TextIOWrapper(said, encoding="cp1252", newline="\r\n", write_through=True)
    sys.stdout = sys.stderr = stream
    sys.argv = ["pnp", *words]

    def end(code: int) -> None:
        raise _EndError(code)

    os._exit = end  # type: ignore[assignment]
    if words[0] == "watch":
        threading.Thread(target=_save_once, args=(said,), daemon=True).start()
    try:
        main()
        code: object = None
    except (_EndError, SystemExit) as ended:
        code = ended.args[0]
    finally:
        stream.flush()
        sys.stdout, sys.stderr, sys.argv, os._exit = kept
    return {"code": code, "said": said.getvalue().decode("utf-8")}


def _save_once(said: io.BytesIO) -> None:
    """Save a file when the watch waits, and press Ctrl-C when it has built again."""
    path = Path(SAVED)
    end = time.monotonic() + 60
    while b"Ctrl-C" not in said.getvalue() and time.monotonic() < end:
        time.sleep(0.05)
    before = said.getvalue().count(b" ms\n")
    path.write_bytes(path.read_bytes().replace(b"name: ", b"name: New ", 1))
    while said.getvalue().count(b" ms\n") == before and time.monotonic() < end:
        time.sleep(0.05)
    time.sleep(0.3)
    _thread.interrupt_main()


def play() -> None:
    kind, commands = sys.argv[1], json.loads(sys.argv[2])
    load_the_modules_of_others()
    warnings.filterwarnings("error", category=EncodingWarning, module=r"pnp\b")
    if kind == "windows":
        play_windows()
    answers = {"modules": import_everything(), "commands": [run(words) for words in commands]}
    sys.__stdout__.buffer.write(json.dumps(answers).encode())  # type: ignore[union-attr]
    sys.__stdout__.flush()  # type: ignore[union-attr]


if __name__ == "__main__":
    play()
