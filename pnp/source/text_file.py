"""A text file goes in, its text with the name that messages show comes out, or the problem that it cannot be read."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from pnp.problems import CONTROL, GameError, Problem, Source, Span

MAX_BYTES = 4_000_000


def _always_utf8(_data: bytes) -> str:
    return "utf-8"


def read_text(path: Path, name: str, encoding_of: Callable[[bytes], str] = _always_utf8) -> Source:
    """Read one file; ``name`` is what messages call it. Raises GameError.

    It is UTF-8, unless ``encoding_of`` knows a kind of files that say of themselves what they are.
    """
    data = read_bytes(path, name)
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


def read_bytes(path: Path, name: str, most: int = MAX_BYTES) -> bytes:
    """Read one file of at most so many bytes. Raises GameError."""
    place = Span(Source(name, ""))
    try:
        if not path.is_file():
            raise GameError(
                [Problem("missing-file", f"{name} does not exist", place, "create it, or correct its name")]
            )
        if path.stat().st_size > most:
            message = f"{name} is larger than {most // 1_000_000} MB"
            raise GameError(
                [Problem("file-too-large", message, place, "split it, or make its pictures files of their own")]
            )
        return path.read_bytes()
    except OSError as error:
        message = f"{name} cannot be read: {(error.strerror or 'it is no ordinary file').lower()}"
        raise GameError([Problem("unreadable-file", message, place, "see to its name and its permissions")]) from None


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
