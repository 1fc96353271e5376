"""A text file goes in, its text with the name that messages show comes out, or the problem that it cannot be read."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from operator import or_
from pathlib import Path
from typing import IO

from pnp.files import Folders, leads_out, link_problem, real_path
from pnp.problems import CONTROL, GameError, Problem, Source, Span

MAX_BYTES = 4_000_000
MOST_BYTES = 50_000_000  # of a picture, or of anything else that is not read as data
MOST_TOGETHER = 200_000_000  # of all texts of a game that are only looked through
_PART = 1_000_000
# neither a link, exchanged at the last moment, nor a pipe that nobody writes into, nor a terminal
_SAFELY = reduce(
    or_,
    (getattr(os, flag, 0) for flag in ("O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY", "O_NOINHERIT")),
    os.O_RDONLY,
)


def _always_utf8(_data: bytes) -> str:
    return "utf-8"


def read_text(
    path: Path, name: str, within: Folders = (), encoding_of: Callable[[bytes], str] = _always_utf8
) -> Source:
    """Read one file; ``name`` is what messages call it. Raises GameError.

    It is UTF-8, unless ``encoding_of`` knows a kind of files that say of themselves what they are.
    """
    data = read_bytes(path, name, within=within)
    encoding = encoding_of(data)
    try:
        text = data.decode("utf-8-sig" if encoding == "utf-8" else encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        source = Source(name, data.decode("utf-8", "replace"))
        hint = "save the file as UTF-8 in your editor"
        if encoding.startswith("utf-8"):
            raise GameError([Problem("not-utf8", "this is not UTF-8 text", Span(source, line), hint)]) from None
        message = f"this is not text in {encoding}, as the file says of itself"
        raise GameError([Problem("not-utf8", message, Span(source, line), hint)]) from None
    source = Source(name, text)
    refuse_controls(source)
    return source


def read_lossily(paths: Iterable[Path], shown: Callable[[Path], str], within: Folders = ()) -> Iterator[Source]:
    """Files where they are only looked through: what is no UTF-8 is replaced. Raises GameError for too much in all."""
    left = MOST_TOGETHER
    for path in paths:
        name = shown(path)
        data = read_bytes(path, name, MOST_BYTES, within)
        left = kept_within(left, len(data), name, MOST_TOGETHER)
        yield Source(name, data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n"))


def kept_within(left: int, size: int, name: str, most: int) -> int:
    """What is left of ``most`` bytes after so many more. Raises GameError when there are more."""
    if size > left:
        message = f"with {name}, the files here are larger than {most // 1_000_000:,} MB together"
        place = Span(Source(name, ""))
        raise GameError([Problem("file-too-large", message, place, "keep what the game does not need elsewhere")])
    return left - size


def read_bytes(path: Path, name: str, most: int = MAX_BYTES, within: Folders = ()) -> bytes:
    """Read one file of at most so many bytes. Raises GameError."""
    return b"".join(read_parts(path, name, most, within))


def holds_exactly(path: Path, data: bytes, within: Folders = ()) -> bool:
    """Whether a file that was written before holds exactly this; False where it is not there or cannot be read."""
    try:
        return path.is_file() and read_bytes(path, path.name, len(data), within) == data
    except (GameError, OSError):
        return False


def read_parts(path: Path, name: str, most: int, within: Folders = ()) -> Iterator[bytes]:
    """Read one file of at most so many bytes, a megabyte at a time. Raises GameError.

    Every file of a designer's is opened here. No link is followed out of the folders ``within``, or without any, out of
    the file's own; what is no ordinary file (a pipe, a device) is not opened; its size is asked before it is read.
    """
    place = Span(Source(name, ""))
    try:
        with open_file(path, name, within) as file:
            if os.fstat(file.fileno()).st_size > most:
                raise GameError([_too_large(name, most, place)])
            left = most
            while part := file.read(min(_PART, left + 1)):
                left -= len(part)
                if left < 0:  # it grew meanwhile
                    raise GameError([_too_large(name, most, place)])
                yield part
    except (FileNotFoundError, NotADirectoryError):
        message = f"{name} does not exist"
        raise GameError([Problem("missing-file", message, place, "create it, or correct its name")]) from None
    except (OSError, ValueError) as error:  # a ValueError for a name with a NUL
        reason = getattr(error, "strerror", None) or "it is no ordinary file"
        message = f"{name} cannot be read: {reason.lower()}"
        raise GameError([Problem("unreadable-file", message, place, "see to its name and its permissions")]) from None


def open_file(path: Path, name: str, within: Folders = ()) -> IO[bytes]:
    """An ordinary file, opened to be read in pieces by whoever bounds them. Raises GameError, or OSError."""
    return os.fdopen(_open(path, name, within or (path.parent,)), "rb")


def _open(path: Path, name: str, within: Folders) -> int:
    """Open an ordinary file where it really is, and see that it was still there once it is open."""
    if target := leads_out(path, within):
        raise GameError([link_problem(name, target)])
    real = real_path(path)
    if not stat.S_ISREG(os.lstat(real).st_mode):
        raise OSError
    handle = os.open(real, _SAFELY)
    try:
        if real_path(real) == real and os.path.samestat(os.fstat(handle), os.lstat(real)):
            return handle
    except BaseException:
        os.close(handle)
        raise
    os.close(handle)
    raise OSError(None, "it was exchanged meanwhile")


def _too_large(name: str, most: int, place: Span) -> Problem:
    message = f"{name} is larger than {most // 1_000_000} MB"
    return Problem("file-too-large", message, place, "split it, or make its pictures files of their own")


def refuse_controls(source: Source) -> None:
    """Raise GameError for a character that no text may hold."""
    control = CONTROL.search(source.text)
    if control is not None:
        raise GameError([control_character(source, control)])


def control_character(source: Source, found: re.Match[str]) -> Problem:
    """The problem that a character stands in a file which no text may hold."""
    line = source.text.count("\n", 0, found.start()) + 1
    span = Span(source, line, found.start() - source.text.rfind("\n", 0, found.start()))
    message = f"a character stands here that no text may hold (U+{ord(found[0]):04X})"
    return Problem("control-character", message, span, "delete it")
