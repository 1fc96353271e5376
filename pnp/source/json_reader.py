"""A JSON or JSON Lines file goes in, nodes with their places come out, or the mistake that keeps it from being read.

Read here: Python's own reader gives no places, and PyYAML's refuses some JSON (tabs before a value, halves of a
character as ``\\ud83d\\ude00``, keys of more than 1,024 letters) while it takes much that is none (comments, names
without quotes, lines folded). This one keeps to RFC 8259, but that a tab may stand in a text. A value becomes what the
same value would be in a YAML file: ``null`` is nothing, a text a quoted one; numbers stay as written, but that
``12.0`` is 12 and powers of ten are written out. A text's place is that of its letters, not of the quote.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from pathlib import Path
from typing import NoReturn

from pnp.files import Folders
from pnp.problems import GameError, Problem, Source, Span
from pnp.source.nodes import Listing, Mapping, Node, Scalar, plain_number, refuse, shortened
from pnp.source.text_file import read_text

MAX_VALUES = 250_000
MAX_DEPTH = 50

_CODE = "json-syntax"
_SPACE = re.compile(r"[ \t\n]*")
_STRING = re.compile(r'"([^"\\\n]*(?:\\[^\n][^"\\\n]*)*)"')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![\w.+-])")
_LITERAL = re.compile(r"(?:true|false|null)\b")
_WORD = re.compile(r"[^\s,:\[\]{}\"]+")
_ESCAPE = re.compile(r"\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))")
_PLAIN_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_LINE_ENDS = str.maketrans({"\u2028": " ", "\u2029": " "})  # letters in a text, but Python would end a line there


def read_json(path: Path, name: str, within: Folders = ()) -> Node:
    """Read one file; ``name`` is what messages call it. One ending in .json is one value, others have one a line."""
    source = read_text(path, name, within, _encoding)
    plain = Source(name, source.text.replace("\r\n", "\n").replace("\r", "\n").translate(_LINE_ENDS))
    return parse_json(plain) if path.suffix.lower() == ".json" else parse_lines(plain)


def parse_json(source: Source) -> Node:
    """Parse one value. An empty text is an empty mapping. Raises GameError."""
    reader = _Reader(source)
    if reader.next() == len(source.text):
        return Mapping((), Span(source))
    node = reader.value(0)
    if reader.next() < len(source.text):
        hint = "put all records into one list: [{…}, {…}]; or, with one record a line, call the file .jsonl"
        reader.fail("something stands behind the end of the data", hint)
    reader.done()
    return node


def parse_lines(source: Source) -> Listing:
    """Parse a file with one value on each line; empty lines are passed over. Raises GameError."""
    reader, items = _Reader(source), []
    while reader.next() < len(source.text):
        line = reader.span(reader.at).line
        items.append(reader.value(0))
        end = source.text.find("\n", reader.at)
        if source.text[reader.at : end if end >= 0 else None].strip(" \t"):
            reader.next()
            reader.fail("something stands behind this line's record", "write each record on a line of its own")
        if reader.span(reader.at).line != line:
            reader.at = items[-1].span.column - 1 + reader.starts[line - 1]
            reader.fail("the record goes on over several lines", "write it on one line, or call the file .json")
    reader.done()
    return Listing(tuple(items), Span(source))


def _encoding(data: bytes) -> str:
    """PowerShell writes UTF-16, with a mark."""
    return "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8"


class _Reader:
    """One walk over a text; the first mistake of its form ends it, keys that stand twice are gathered."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text
        self.at = 0
        self.count = 0
        self.starts = [0, *(found.end() for found in re.finditer("\n", self.text))]
        self.problems: list[Problem] = []

    def done(self) -> None:
        """Raise what was gathered."""
        if self.problems:
            raise GameError(self.problems)

    def span(self, start: int, length: int = 1) -> Span:
        """A place in the text."""
        line = bisect_right(self.starts, start)
        return Span(self.source, line, start - self.starts[line - 1] + 1, max(1, length))

    def fail(self, message: str, hint: str, length: int = 1) -> NoReturn:
        """Give the file up where the walk stands."""
        refuse(_CODE, message, self.span(self.at, length), hint)

    def next(self) -> int:
        """Where the next thing begins."""
        match = _SPACE.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return self.at

    def value(self, depth: int) -> Node:
        """The value that begins here."""
        self.count += 1
        if self.count > MAX_VALUES:
            message = f"the file holds more than {MAX_VALUES:,} values"
            refuse("too-many-nodes", message, self.span(self.at), "split it into several files")
        if depth > MAX_DEPTH:
            refuse("too-deep", f"nested more than {MAX_DEPTH} deep", self.span(self.at), "flatten the data")
        sign = self.text[self.at : self.at + 1]
        if sign == '"':
            return self.string()
        if sign == "{":
            return self._mapping(depth)
        if sign == "[":
            return self._listing(depth)
        if match := _LITERAL.match(self.text, self.at):
            node = Scalar(match[0], self.span(self.at, len(match[0])))
        elif match := _NUMBER.match(self.text, self.at):
            node = Scalar(_number(match[0]), self.span(self.at, len(match[0])))
        else:
            self._no_value()
        self.at = match.end()
        return node

    def string(self) -> Scalar:
        """The text in quotes that begins here."""
        match = _STRING.match(self.text, self.at)
        if match is None:
            self.fail("a quote is opened and never closed on its line", 'close it with "; a new line in a text is \\n')
        raw = match[1]
        span = self.span(self.at + 1, len(raw))
        text = _ESCAPE.sub(self._unescaped, raw) if "\\" in raw else raw
        self.at = match.end()
        return Scalar(text, span, quoted=True)

    def _unescaped(self, match: re.Match[str]) -> str:
        high, low, code, sign = match.groups()
        if high:
            return chr(0x10000 + (int(high, 16) - 0xD800 << 10) + int(low, 16) - 0xDC00)
        if code and not 0xD800 <= int(code, 16) < 0xE000:
            return chr(int(code, 16)).replace("\u2028", "\n").replace("\u2029", "\n")
        self.at += 1 + match.start()
        if code:
            self.fail(f"\\u{code} is half a character", "save the file anew as UTF-8", 6)
        if sign not in _PLAIN_ESCAPES:
            self.fail(f"an unknown escape \\{sign} stands in a text", "write \\\\ for a \\ as such", 2)
        return _PLAIN_ESCAPES[sign]

    def _listing(self, depth: int) -> Listing:
        start = self.at
        items: list[Node] = []
        self.at += 1
        while not self._closed("]", bool(items)):
            items.append(self.value(depth + 1))
        return Listing(tuple(items), self.span(start))

    def _mapping(self, depth: int) -> Mapping:
        start = self.at
        entries: dict[str, tuple[Scalar, Node]] = {}
        some = False
        self.at += 1
        while not self._closed("}", some):
            some = True
            if self.text[self.at : self.at + 1] != '"':
                self._no_value(key=True)
            key = self.string()
            self.next()
            if self.text[self.at : self.at + 1] != ":":
                self.fail("a colon is missing behind the name", 'write "name": value')
            self.at += 1
            self.next()
            value = self.value(depth + 1)
            if key.text in entries:
                first = entries[key.text][0].span.line
                message = f"'{shortened(key.text)}' is given twice; first on line {first}"
                self.problems.append(Problem("duplicate-key", message, key.span, "keep one of them"))
            else:
                entries[key.text] = (key, value)
        return Mapping(tuple(entries.values()), self.span(start))

    def _closed(self, bracket: str, some: bool) -> bool:
        """Past the bracket that closes, or to the next item behind its comma."""
        sign = self.text[self.next() : self.at + 1]
        if sign == bracket:
            self.at += 1
            return True
        if not sign:
            self.fail(f"the end is reached, and a {bracket} is missing", f"write {bracket} behind the last value")
        if some:
            if sign != ",":
                message = f"a comma or {bracket} is missing in front of this"
                self.fail(message, "put a comma between two values")
            comma = self.at
            self.at += 1
            if self.text[self.next() : self.at + 1] in ("]", "}"):
                self.at = comma
                self.fail(f"a comma stands in front of the {bracket}", "take the comma out")
        return False

    def _no_value(self, *, key: bool = False) -> NoReturn:
        match = _WORD.match(self.text, self.at)
        word = match[0] if match else self.text[self.at : self.at + 1]
        if word.startswith(("//", "/*", "#")):
            self.fail("JSON has no comments", "take it out, or keep the data as .yaml", len(word))
        if word.startswith("'"):
            self.fail("a text stands in double quotes", 'write "…" round it', len(word))
        if word[:1].isalpha() and not key:
            hint = "write true, false or null in small letters, or double quotes round a text"
            self.fail(f"'{shortened(word)}' stands without quotes", hint, len(word))
        if key and match is not None:
            self.fail(f"the name '{shortened(word)}' stands without quotes", 'write "name": value', len(word))
        if match is not None:
            hint = "write it as 12, -3 or 0.5; a text stands in double quotes"
            self.fail(f"'{shortened(word)}' is no number", hint, len(word))
        what = "a name" if key else "a value"
        self.fail(f"{what} should stand here" + (f", not '{word}'" if word else ""), "compare it with the lines around")


def _number(text: str) -> str:
    """A number as a person writes it: without a power of ten, and without nothing behind its point."""
    if "e" in text or "E" in text:
        value = float(text)
        return plain_number(value) if abs(value) < 1e300 else text
    whole, _, rest = text.partition(".")
    return whole if rest and not rest.strip("0") else text
