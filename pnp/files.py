"""Bytes go in, files appear whole or not at all; a path goes in, where its links lead out of some folders comes out."""

from __future__ import annotations

import errno
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from pnp.problems import GameError, Problem, Source, Span

if sys.platform != "win32":
    import fcntl

_ERRORS = 2  # the handle of standard error
Folders = Sequence[Path]

_PART = re.compile(r"\.pnp-[a-z0-9_]{8}\.part")
_DAY = 86_400  # s; where nothing can be locked, what is older belongs to no build that still runs


def leads_out(path: Path, within: Folders) -> Path | None:
    """Where the first link on the way to a path goes that leaves all of these folders; None when none does.

    Links, junctions and ``..`` are followed by name alone: nothing outside is opened.
    """
    homes = [real_path(folder) for folder in within]

    def leaves(place: Path) -> Path | None:
        real = real_path(place)
        return None if any(real.is_relative_to(home) for home in homes) else real

    whole = path.absolute()
    if (end := leaves(whole)) is None or ".." in whole.parts:
        return end
    for part in reversed(whole.parents):
        if any(part.is_relative_to(folder.absolute()) for folder in within) and (found := leaves(part)):
            return found
    return end


def real_path(path: Path) -> Path:
    """Where a path leads, all links followed; where no system would follow them to their end, the path itself."""
    try:
        return Path(os.path.realpath(path))
    except ValueError:  # a NUL: no file is called so, and no link
        return path.absolute()
    except RecursionError:  # hundreds of links, one behind the other, unless the stack was full before
        try:
            path.stat()
        except OSError as error:
            if error.errno == errno.ELOOP:
                return path.absolute()
        raise


def is_file(path: Path) -> bool:
    """Whether there is an ordinary file, links followed; not where the system does not show it."""
    try:
        return path.is_file()
    except (OSError, ValueError):  # a folder that is another's, a name too long, a NUL
        return False


def is_folder(path: Path) -> bool:
    """Whether there is a folder, links followed; not where the system does not show it."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def is_link(path: Path) -> bool:
    """Whether a link is there itself; not where the system does not show it."""
    try:
        return path.is_symlink()
    except (OSError, ValueError):
        return False


def link_problem(name: str, target: Path) -> Problem:
    """The problem that a link, which messages call by this name, leads out to that place."""
    message = f"{name} leads out of the workspace, to {target}"
    return Problem("outside", message, Span(Source(name, "")), link_cure(target))


def link_cure(target: Path) -> str:
    """What to do about a link that leads to a place outside."""
    return f"put the files there themselves; or, if you trust that place: --allow {target}"


def write_atomically(path: Path, data: bytes, within: Folders = ()) -> None:
    """Write one file, see ``write_files``."""
    write_files({path: data}, within)


def write_files(files: Mapping[Path, bytes], within: Folders = ()) -> None:
    """Write all beside their targets, then move them into place: a reader sees the old file or the new, never a part.

    No link is followed out of the folders ``within``; without any, out of each file's own folder. Raises GameError when
    a folder takes no file (it is one itself, is read-only, or full), or a viewer keeps the old one; it says what was
    written: as a rule, nothing.
    """
    parts: list[tuple[IO[bytes], Path]] = []
    moved: list[Path] = []
    path = Path()
    try:
        for path, data in files.items():
            parts.append(_write_beside(path, data, within))
        for (file, part), path in zip(parts, files, strict=True):
            if sys.platform == "win32":
                file.close()  # it moves no file that is open
            part.replace(part.parent / path.name)
            moved.append(path)
    except OSError as error:
        message = f"{path.as_posix()} cannot be written: {(error.strerror or str(error)).lower()}"
        raise GameError([Problem("cannot-write", message, None, _cure(error))], _told(moved)) from None
    finally:
        for file, part in parts:
            with suppress(OSError):
                part.unlink(missing_ok=True)
            file.close()


@contextmanager
def hushed() -> Iterator[None]:
    """Let no library write to the process's standard error meanwhile; what Python itself says waits for the end.

    libtiff tells a stranger's words there, past all that shows controls and does not obey them.
    """
    try:
        kept = os.dup(_ERRORS)
    except OSError:  # it is closed; the next file that is opened must not take its place
        kept = -1
    nothing = os.open(os.devnull, os.O_WRONLY)
    if nothing != _ERRORS:
        os.dup2(nothing, _ERRORS)
        os.close(nothing)
    try:
        yield
    finally:
        if kept == -1:
            os.close(_ERRORS)
        else:
            os.dup2(kept, _ERRORS)
            os.close(kept)


def _cure(error: OSError) -> str:
    """Windows lets nobody replace a file that a viewer has open: then the last step fails, which names two files."""
    if isinstance(error, PermissionError) and error.filename2 is not None:
        return "close it in the viewer that shows it, then do this again"
    return "see to the folder, or name another with --out"


def _told(moved: Sequence[Path]) -> str:
    """What was written, in words."""
    if not moved:
        return "nothing was written"
    return f"written were only {', '.join(path.name for path in moved)}; the rest stayed as it was"


def _write_beside(path: Path, data: bytes, within: Folders) -> tuple[IO[bytes], Path]:
    """Write a part into the target's folder: the open file, which holds a lock, and its path."""
    if target := leads_out(path.parent, within or (path.parent,)):
        raise GameError([link_problem(path.parent.as_posix(), target)])
    folder = real_path(path.parent)
    folder.mkdir(parents=True, exist_ok=True)
    if real_path(folder) != folder:
        raise OSError(None, "its folder was changed meanwhile")
    if path.is_dir() and not path.is_symlink():
        raise OSError(None, "a folder of that name is there")
    _clear_strays(folder)
    file, part = _new_part(folder)
    try:
        file.write(data)
        file.flush()
        mask = os.umask(0)
        os.umask(mask)
        part.chmod(0o666 & ~mask)
    except BaseException:
        part.unlink(missing_ok=True)
        with suppress(OSError):
            file.close()
        raise
    return file, part


def _new_part(folder: Path) -> tuple[IO[bytes], Path]:
    """A new file that is locked while it is ours: whoever clears strays away leaves it alone."""
    while True:
        handle, name = tempfile.mkstemp(dir=folder, prefix=".pnp-", suffix=".part")
        if _locked(handle) is not False and Path(name).exists():
            return os.fdopen(handle, "wb"), Path(name)
        os.close(handle)  # another build took it for a stray before it was locked


def _locked(handle: int) -> bool | None:
    """Whether the file is now locked for this handle; False when another holds it, None where there are no locks."""
    if sys.platform == "win32":
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def _clear_strays(folder: Path) -> None:
    """Take away what builds left that were killed: their parts, which nobody holds any more."""
    for path in folder.iterdir():
        if not _PART.fullmatch(path.name) or path.is_symlink() or not path.is_file():
            continue
        with suppress(OSError):
            handle = os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
            try:
                held = _locked(handle)
                if held or (held is None and time.time() - os.fstat(handle).st_mtime > _DAY):
                    path.unlink()
            finally:
                os.close(handle)
