"""A nanDECK script goes in, its statements come out: a line, a word and arguments, with labels filled in.

After the nanDECK manual (A. Nini, versions 1.23 to 1.27, nandeck.com): ``WORD = a, b, "c, d"``, a line each; ``;``
begins a comment, ``[name] = value`` a label; other names in brackets are columns of the linked table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pnp.importing.deck import Content, NamedColumn
from pnp.rules.sandbox import RuleError, evaluate

MOST_LINES = 20_000
MOST_LETTERS = 20_000  # of one statement, when its labels are filled in
_WORD = re.compile(r"\s*([A-Za-z]+)\s*(?:=(.*))?")
_LABEL = re.compile(r"\s*\[([^\[\]]{1,80})\]\s*=(.*)")
_NAMED = re.compile(r"\[([^\[\]]{1,80})\]")
_SUM = re.compile(r"\{([0-9.+\-*/() ]{1,80})\}")
_LETTER = re.compile(r"\\([0-9]{1,6})\\")
MOST_SUMS = 500


@dataclass(frozen=True, slots=True)
class Statement:
    """One line: its number, its word in capitals, and its arguments without quotes, labels filled in."""

    line: int
    word: str
    arguments: tuple[str, ...]

    def argument(self, number: int) -> str:
        """An argument, counted from 0; empty where there is none."""
        return self.arguments[number].strip() if number < len(self.arguments) else ""


class ScriptLabels:
    """What the script calls by names of its own: texts, and sequences of one text a card."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.sequences: dict[str, tuple[str, ...]] = {}

    def define(self, name: str, value: str) -> None:
        """Keep a label. A value with bars is a sequence: a text for each card."""
        key, parts = name.strip().casefold(), cut(value, "|")
        self.texts.pop(key, None)
        self.sequences.pop(key, None)
        if len(parts) > 1:
            self.sequences[key] = tuple(part[:MOST_LETTERS] for part in parts)
        else:
            self.texts[key] = parts[0] if parts else ""

    def filled(self, text: str) -> str:
        """The text with the labels' texts in it; columns and sequences keep their brackets."""
        for _ in range(8):  # labels may name labels
            text, found = self._once(text), text
            if text == found or len(text) > MOST_LETTERS:
                break
        return text[:MOST_LETTERS]

    def _once(self, text: str) -> str:
        parts, length, at = [], 0, 0
        for match in _NAMED.finditer(text):
            value = self.texts.get(match[1].strip().casefold(), match[0])
            parts += [text[at : match.start()], value]
            length += match.start() - at + len(value)
            at = match.end()
            if length > MOST_LETTERS:
                break
        return "".join([*parts, text[at:]])


def statements(text: str, labels: ScriptLabels) -> Iterator[Statement]:
    """The statements in their order. ScriptLabels are kept as they are met, so that a later line may change one."""
    sums = 0
    for number, whole in enumerate(text.splitlines()[:MOST_LINES], 1):
        line = whole[:MOST_LETTERS]
        if not line.strip() or line.lstrip().startswith(";"):
            continue
        sums += line.count("{")
        label = _LABEL.fullmatch(line)
        if label:
            labels.define(label[1], labels.filled(computed(label[2])) if sums <= MOST_SUMS else label[2])
            yield Statement(number, "[]", (label[1],))
            continue
        match = _WORD.fullmatch(line)
        if match is None:
            yield Statement(number, "", (line.strip(),))
            continue
        filled = labels.filled(match[2] or "")
        yield Statement(number, match[1].upper(), tuple(cut(computed(filled) if sums <= MOST_SUMS else filled, ",")))


def cut(text: str, sign: str) -> list[str]:
    """Cut at a sign that stands outside of quotes, which are taken off."""
    parts, part, quoted = [], "", False
    for letter in text.strip():
        if letter == '"':
            quoted = not quoted
        elif letter == sign and not quoted:
            parts.append(part.strip())
            part = ""
        else:
            part += letter
    return [*parts, part.strip()] if text.strip() else []


def computed(text: str) -> str:
    """Sums in braces, such as ``{100/3}%``, as numbers; what is no sum stays."""

    def value(match: re.Match[str]) -> str:
        try:
            return f"{float(evaluate(match[1], {})):g}"
        except (RuleError, TypeError, ValueError, OverflowError):
            return match[0]

    return _SUM.sub(value, text)


def content_of(text: str) -> Content:
    """Words and columns: ``Cost [cost]`` is two parts. ``\\13\\`` stands for the character of that number."""
    parts: list[str | NamedColumn] = []
    at = 0
    for match in _NAMED.finditer(text):
        parts += [_letters(text[at : match.start()]), NamedColumn(match[1].strip())]
        at = match.end()
    parts.append(_letters(text[at:]))
    return tuple(part for part in parts if part)


def _letters(text: str) -> str:
    def letter(match: re.Match[str]) -> str:
        code = int(match[1])
        return "\n" if code in (10, 13) else chr(code) if 32 <= code < 0xD800 else match[0]

    return _LETTER.sub(letter, text)
