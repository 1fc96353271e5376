"""Text of another program goes in, the same as pnp's markup comes out: what would be a mark here is made a letter."""

from __future__ import annotations

import re
from html import unescape

_MARKS = re.compile(r"[\\*\[\]]|:(?=[a-z][a-z0-9-]*:)")
_ITEM = re.compile(r"^([ \t]*)(?:-(?=[ \t])|([0-9]{1,3})\.(?=[ \t]))", re.MULTILINE)
_BRACES = re.compile(r"\{(?=[{%#])")
_BREAK = re.compile(r"(?<!\n)\n(?!\n)")
_TAGS = {"b": "**", "strong": "**", "i": "*", "em": "*"}
_LONGEST_TAG = 200


def as_markup(text: str) -> str:
    """Letters stay letters, lines lines."""
    return _with_lines(_escaped(text))


def from_tags(text: str, left: set[str]) -> str:
    """Text with tags such as ``<b>`` and ``<br>``; other tags are left out, and their names put into ``left``."""
    parts: list[str] = []
    at, opened = 0, list[str]()
    while (start := text.find("<", at)) >= 0:
        end = text.find(">", start, start + _LONGEST_TAG)
        if end < 0:
            break
        parts.append(_escaped(unescape(text[at:start])))
        name = text[start + 1 : end].strip().strip("/").partition(" ")[0].lower()
        closing = text[start + 1 : end].lstrip().startswith("/")
        mark = _TAGS.get(name, "")
        if name in ("br", "p"):
            parts.append("" if name == "p" and not closing else "\n")
        elif mark and not closing and mark not in opened:
            opened.append(mark)
            parts.append(mark)
        elif mark and closing and opened and opened[-1] == mark:
            parts.append(opened.pop())
        elif name:
            left.add(name[:20])
        at = end + 1
    parts.append(_escaped(unescape(text[at:])))
    return _with_lines("".join([*parts, *reversed(opened)]).strip("\n"))


def as_literal(text: str) -> str:
    """Text of a cell in which no braces are filled in."""
    return _BRACES.sub('{{ "{" }}', text)


def _escaped(text: str) -> str:
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    marked = _MARKS.sub(lambda found: "\\" + found[0], plain)
    return _ITEM.sub(lambda found: f"{found[1]}{found[2]}\\." if found[2] else f"{found[1]}\\-", marked)


def _with_lines(text: str) -> str:
    """A line that was typed stays a line: a backslash at its end says so."""
    return _BREAK.sub("\\\\\n", text)
