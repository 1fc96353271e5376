"""A line of a compiled template goes in, the expression that it is made of comes out: its place in the designer's file.

Jinja keeps lines of a template alone, and a line may hold many expressions. But the same template with every expression
on a line of its own compiles to the same code, line by line, and its table of lines tells the expressions apart.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from operator import itemgetter

from jinja2 import BaseLoader, TemplateSyntaxError

from pnp.problems import Source, Span
from pnp.rules.explain import NO_NAMESPACE
from pnp.rules.sandbox import Environment
from pnp.svg.scan import Braces, find_braces

MOST_ON_A_LINE = 200
MOST_SEARCHED = 2_000  # characters of a tag: in a longer one nobody looks for a word
_LINE = itemgetter(0)
_OPENING = re.compile(r"\{[{%][+-]?")
_OLD_END = re.compile(r"\r(?!\n)")
_TABLE = re.compile(r"^debug_info = '([\d=&]*)'", re.MULTILINE)
_CALL = re.compile(r"(?<!\w)(\w+)\(…\)")
_WORD = re.compile(r"'([\w-]{1,60})'")


@dataclass(frozen=True, slots=True)
class CompiledPlaces:
    """The expressions of a template's text, in braces, and for lines of its code which of them each is."""

    text: str
    tags: tuple[Braces, ...]
    code_lines: tuple[int, ...]  # from which on ...
    numbers: tuple[int, ...]  # ... the code is that of this one of the tags; -1 for none

    def tag_of(self, code_line: int) -> int:
        """The number of the tag that a line of the code stands for; -1 for none."""
        at = bisect_right(self.code_lines, code_line) - 1
        return self.numbers[at] if at >= 0 else -1


@lru_cache(maxsize=64)
def compiled_places(text: str) -> CompiledPlaces:
    """Find them, for a template of faces; a text that cannot be compiled has none."""
    known = _tags_of(text)
    tags = tuple(tag for _, tag in known)
    parts: list[str] = []
    starts: list[int] = []  # the first line that each tag has for itself
    position = 0
    for number, (line, tag) in enumerate(known):
        opening = _OPENING.match(text, tag.start)
        inside = opening.end() if opening else tag.start + 2
        parts += (text[position:inside], "\n")
        starts.append(line + number + 1)
        position = inside
    try:
        environment = Environment(BaseLoader(), markup=True)
        code = environment._generate(environment._parse("".join((*parts, text[position:])), None, None), None, None)
    except TemplateSyntaxError:
        return CompiledPlaces(text, tags, (), ())
    table = _TABLE.search(code)
    pairs = [pair.split("=") for pair in table[1].split("&")] if table and table[1] else []
    code_lines = tuple(int(of_code) for _, of_code in pairs)
    numbers = tuple(_within(int(of_text), starts, tags, text) for of_text, _ in pairs)
    return CompiledPlaces(text, tags, code_lines, numbers)


@lru_cache(maxsize=64)
def _tags_of(text: str) -> tuple[tuple[int, Braces], ...]:
    """The braces that are code, each with the line that it begins on; none where lines end as on old machines."""
    found: list[tuple[int, Braces]] = []
    line, position = 1, 0
    for braces in () if _OLD_END.search(text) else find_braces(text):
        if braces.kind in ("print", "block"):
            line += text.count("\n", position, braces.start)
            position = braces.start
            found.append((line, braces))
    return tuple(found)


def _within(line: int, starts: Sequence[int], tags: Sequence[Braces], text: str) -> int:
    """Which tag's own lines this one of the stretched text is among."""
    number = bisect_right(starts, line) - 1
    if number < 0:
        return -1
    tag = tags[number]
    return number if line <= starts[number] + text.count("\n", tag.start, tag.end) else -1


def expression_place(source: Source, compiled: str, line: int, code_line: int, message: str) -> Span:
    """The expression of ``source`` that a line of the code of its ``compiled`` text is made of; else the whole line.

    ``code_line`` is 0 for a text that cannot be compiled. Where the message names a word, or a function that is
    called, which stands there once, it is that alone.
    """
    code_line += bool(code_line) and message.startswith(NO_NAMESPACE)  # which Jinja asks a line before what it is about
    number = compiled_places(compiled).tag_of(code_line) if code_line else _read_wrongly(compiled, line, message)
    own = _counterpart(source.text, compiled, number) if number >= 0 else None
    if own is None:
        return line_place(source, line)
    code = source.text[own.start : own.end]
    start, end = _meant(code, message) if len(code) <= MOST_SEARCHED else (0, len(code))
    return _span(source, own.start + start, own.start + end)


def _read_wrongly(compiled: str, line: int, message: str) -> int:
    """The number of the tag on a line that cannot be read: the only one, or the one with a word of the message."""
    tags = _tags_of(compiled)
    last = bisect_right(tags, line, key=_LINE)
    numbers = [
        number for number in range(max(0, last - MOST_ON_A_LINE), last)
        if tags[number][0] + compiled.count("\n", tags[number][1].start, tags[number][1].end) >= line
    ]  # fmt: skip
    words = _WORD.findall(message)
    if len(numbers) > 1 and words:
        code = {number: compiled[tags[number][1].start : tags[number][1].end] for number in numbers}
        numbers = [
            number for number in numbers if re.search(rf"(?<![\w-]){re.escape(words[-1])}(?![\w-])", code[number])
        ]
    return numbers[0] if len(numbers) == 1 else -1


def line_place(source: Source, line: int) -> Span:
    """A whole line, but for the white at its ends."""
    text = source.line(line)
    return Span(source, line, len(text) - len(text.lstrip()) + 1, max(1, len(text.strip())))


def _counterpart(text: str, compiled: str, number: int) -> Braces | None:
    """The braces of the file that a tag of the compiled text was, by their order on a line: there boxes are filled."""
    if text == compiled:
        return _tags_of(text)[number][1]
    line = _tags_of(compiled)[number][0]
    filled, typed = (
        (bisect_left(tags, line, key=_LINE), bisect_right(tags, line, key=_LINE))
        for tags in map(_tags_of, (compiled, text))
    )
    same = filled[1] - filled[0] == typed[1] - typed[0]
    return _tags_of(text)[typed[0] + number - filled[0]][1] if same else None


def _meant(code: str, message: str) -> tuple[int, int]:
    """Where in a tag stands what a message is about; all of the tag where that is not sure."""
    start, end = 0, len(code)
    called = _CALL.search(message)
    if called:
        calls = [match.start() for match in re.finditer(rf"(?<![\w.]){called[1]}\s*\(", code)]
        if len(calls) != 1:
            return start, end
        start, end = calls[0], _closed(code, calls[0])
    for word in _WORD.findall(message):
        follows = r"\s*=(?!=)" if called else ""
        found = list(re.finditer(rf"(?<![\w-]){re.escape(word)}(?![\w-]){follows}", code[start:end]))
        if len(found) == 1:
            return start + found[0].start(), start + found[0].start() + len(word)
        if found:
            break
    return start, end


def _closed(code: str, start: int) -> int:
    """The end of the call that begins here: behind its last bracket."""
    depth, quote = 0, ""
    for at in range(start, len(code)):
        char = code[at]
        if quote:
            quote = "" if char == quote and code[at - 1] != "\\" else quote
        elif char in "\"'":
            quote = char
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
            if depth == 0:
                return at + 1
    return len(code)


def _span(source: Source, start: int, end: int) -> Span:
    starts = _line_starts(source.text)
    line = bisect_right(starts, start)
    column = start - starts[line - 1] + 1
    return Span(source, line, column, max(1, min(end - start, len(source.line(line)) - column + 1)))


@lru_cache(maxsize=16)
def _line_starts(text: str) -> list[int]:
    return [0, *accumulate(map(len, text.splitlines(keepends=True)))]
