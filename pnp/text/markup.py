"""Text with light markup goes in, paragraphs of words come out: ``**bold**``, ``*italic*``, ``:icon:``."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from pnp.problems import did_you_mean


class MarkupError(ValueError):
    """Markup that does not close, or an icon that does not exist; ``hint`` names the cure."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.hint = hint
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of one look: letters, or the name of an icon that is drawn in their place; ``link`` is its target."""

    text: str
    bold: bool = False
    italic: bool = False
    icon: bool = False
    link: str = ""


# A word is what a line cannot break inside of (but by hyphenation): its pieces, glued.
Word = tuple[Piece, ...]
Paragraph = tuple[Word, ...]

_TOKEN = re.compile(r"\\([*:\\])|(\*\*|\*)|:([a-z][a-z0-9-]*[a-z0-9]):|([^\\*:]+|.)", re.DOTALL)
# breaks are allowed at spaces (not no-break ones), and after hyphens and dashes inside a word
_BREAKS = re.compile(r"[ \t\r\n\u2003]+")
_INSIDE = re.compile(r"(?<=[\w’'][-‐–—/])(?=\w)|(?<=\u200b)")


@lru_cache(maxsize=4096)
def parse_markup(text: str, icons: frozenset[str] = frozenset(), upper: bool = False) -> tuple[Paragraph, ...]:
    """Split text into paragraphs (at blank lines) of words. Raises MarkupError for what does not close."""
    return tuple(_paragraph(part, icons, upper) for part in re.split(r"\n[ \t]*\n", text.strip("\n")))


def _paragraph(text: str, icons: Collection[str], upper: bool) -> Paragraph:
    words: list[list[Piece]] = [[]]
    open_marks: dict[str, bool] = {"**": False, "*": False}
    for match in _TOKEN.finditer(text):
        escaped, mark, icon, plain = match.groups()
        if mark:
            open_marks[mark] = not open_marks[mark]
        elif icon:
            if icon not in icons:
                raise MarkupError(f"unknown icon ':{icon}:'", did_you_mean(icon, icons))
            words[-1].append(Piece(icon, icon=True))
        else:
            _add_letters(words, escaped or plain, open_marks["**"], open_marks["*"], upper)
    for mark, is_open in open_marks.items():
        if is_open:
            raise MarkupError(f"'{mark}' is opened and never closed", f"close it with {mark}, or write \\* for a star")
    return tuple(tuple(word) for word in words if word)


def _add_letters(words: list[list[Piece]], text: str, bold: bool, italic: bool, upper: bool) -> None:
    shown = text.upper() if upper else text
    for i, part in enumerate(_BREAKS.split(shown)):
        if i:
            words.append([])
        if part:
            words[-1].append(Piece(part, bold, italic))


def break_points(word: str) -> list[str]:
    """Cut a word at its hyphens and dashes: the parts, each with its hyphen; one part when there is none."""
    return [part for part in _INSIDE.split(word) if part]
