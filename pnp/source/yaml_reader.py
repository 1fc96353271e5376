"""A YAML file goes in, nodes with their places come out, or every mistake of the file.

PyYAML's parser is used, never its composer or constructor: depth and size are bounded while the file is read, no tag
makes an object, and no resolver turns ``NO`` into false.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeGuard

import yaml

from pnp.files import Folders
from pnp.problems import GameError, Problem, Source, Span, did_you_mean
from pnp.source.nodes import Listing, Mapping, Node, Scalar, shortened
from pnp.source.text_file import control_character, read_text

MAX_NODES = 100_000
MAX_DEPTH = 50
TAGS = ("assumed",)

# what YAML calls not printable
_FORBIDDEN = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_yaml(path: Path, name: str, within: Folders = ()) -> Node:
    """Read one file; ``name`` is what messages call it. Raises GameError with every problem that was found."""
    return parse_yaml(read_text(path, name, within))


@lru_cache(maxsize=64)  # the same text is the same nodes: a game that is watched is read again and again
def parse_yaml(source: Source) -> Node:
    """Parse the text of one file. An empty file is an empty mapping. Raises GameError."""
    loader = _Loader(source.text)
    reading = _Reading(source, loader)
    try:
        node = reading.document()
    except yaml.YAMLError as error:
        raise GameError([*reading.problems, _syntax(error, source)]) from None
    except _GivenUp:
        raise GameError(reading.problems) from None
    finally:
        loader.dispose()
    if reading.problems:
        raise GameError(reading.problems)
    return node


class _GivenUp(Exception):  # noqa: N818 - no error of its own: the problem was kept
    """The rest of the file is not worth reading: too deep or too large."""


@dataclass(frozen=True, slots=True)
class _Anchored:
    """A node that aliases name, with how much it unfolds to and how deep."""

    node: Node
    count: int
    depth: int


class _Reading:
    """One walk over a file's events: nodes made so far are counted, mistakes are kept."""

    def __init__(self, source: Source, loader: Any) -> None:
        self.source = source
        self.loader = loader
        self.problems: list[Problem] = []
        self.count = 0
        self.deepest = 0
        self.anchors: dict[str, _Anchored | None] = {}  # None: still being read

    def document(self) -> Node:
        """The one document of the file."""
        self.loader.get_event()
        event = self.loader.get_event()
        if isinstance(event, yaml.StreamEndEvent):
            return Mapping((), Span(self.source))
        node = self.node(self.loader.get_event(), 0)
        self.loader.get_event()
        event = self.loader.get_event()
        if not isinstance(event, yaml.StreamEndEvent):
            message, hint = "a second document begins here (---)", "keep one document a file"
            self._problem("yaml-syntax", message, self._span(event, event), hint)
        return node

    def node(self, event: yaml.Event, depth: int) -> Node:
        """The node that an event begins."""
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event, depth)
        self._grow(1, depth, event)
        before, self.deepest = self.deepest, depth
        count = self.count
        anchor = getattr(event, "anchor", None)
        if anchor is not None:
            self.anchors[anchor] = None
        if isinstance(event, yaml.ScalarEvent):
            span = self._span(event, event)
            node: Node = Scalar(event.value, span, event.style not in (None, ""), self._tag(event, span))
        elif isinstance(event, yaml.SequenceStartEvent):
            node = self._listing(event, depth)
        else:
            node = self._mapping(event, depth)
        if anchor is not None:
            self.anchors[anchor] = _Anchored(node, self.count - count + 1, self.deepest - depth)
        self.deepest = max(before, self.deepest)
        return node

    def _alias(self, event: Any, depth: int) -> Node:
        """What an alias names, counted as if it were written again."""
        span = self._span(event, event)
        found = self.anchors.get(event.anchor)
        if found is None:
            inside = event.anchor in self.anchors
            message = "an alias (*name) stands inside what it names" if inside else "an alias (*name) names nothing"
            self._problem("yaml-syntax", message, span, "put quotes round a text that begins with *")
            return Scalar("", span)
        self._grow(found.count, depth + found.depth, event)
        return found.node

    def _grow(self, count: int, depth: int, event: yaml.Event) -> None:
        self.count += count
        self.deepest = max(self.deepest, depth)
        if self.count > MAX_NODES:
            message = f"the file unfolds to more than {MAX_NODES:,} values"
            self._problem("too-many-nodes", message, self._span(event, event), "remove aliases (*name)")
            raise _GivenUp
        if depth > MAX_DEPTH:
            message = f"nested more than {MAX_DEPTH} deep"
            self._problem("too-deep", message, self._span(event, event), "flatten the data")
            raise _GivenUp

    def _listing(self, start: yaml.Event, depth: int) -> Listing:
        items = []
        while not isinstance(event := self.loader.get_event(), yaml.SequenceEndEvent):
            items.append(self.node(event, depth + 1))
        span = self._span(start, event)
        return Listing(tuple(items), span, self._tag(start, span))

    def _mapping(self, start: yaml.Event, depth: int) -> Mapping:
        entries: dict[str, tuple[Scalar, Node]] = {}
        while not isinstance(event := self.loader.get_event(), yaml.MappingEndEvent):
            key = self.node(event, depth + 1)
            value = self.node(self.loader.get_event(), depth + 1)
            if self._is_name(key, entries):
                entries[key.text] = (key, value)
        span = self._span(start, event)
        return Mapping(tuple(entries.values()), span, self._tag(start, span))

    def _is_name(self, key: Node, entries: dict[str, tuple[Scalar, Node]]) -> TypeGuard[Scalar]:
        if not isinstance(key, Scalar):
            self._problem("key-not-text", "a key must be a plain text", key.span, "write it as name: value")
        elif key.text == "<<" and not key.quoted:
            self._problem("merge-key", "merge keys (<<) are not read", key.span, "repeat the fields instead")
        elif key.text in entries:
            message = f"'{shortened(key.text)}' is given twice; first on line {entries[key.text][0].span.line}"
            self._problem("duplicate-key", message, key.span, "keep one of them")
        else:
            return True
        return False

    def _tag(self, event: Any, span: Span) -> str:
        tag = event.tag or ""
        name = str(tag).removeprefix("!")
        if not name or name in TAGS:
            return name
        shown = shortened(self.source.line(span.line)[span.column - 1 :].split(" ")[0])
        self._problem("unknown-tag", f"unknown mark '{shown}'", span, did_you_mean(name, TAGS))
        return ""

    def _span(self, first: Any, last: Any) -> Span:
        start, end = first.start_mark, last.end_mark
        length = (
            end.column - start.column
            if end.line == start.line
            else len(self.source.line(start.line + 1)) - start.column
        )
        return Span(self.source, start.line + 1, start.column + 1, max(1, length))

    def _problem(self, code: str, message: str, span: Span, hint: str) -> None:
        self.problems.append(Problem(code, message, span, hint))


# PyYAML's words -> a designer's words and the cure
_PLAIN = (
    (r"mapping values are not allowed", "a second ': ' stands on this line", "put quotes round a text with a colon"),
    (
        r"expected <block end>|did not find expected (key|'-')",
        "this line does not belong where it stands",
        "line it up with its neighbours",
    ),
    (r"could not find expected ':'", "a key has no ': ' behind it", "write key: value, with a space after the colon"),
    (r"expected ',' or", "a bracket is not closed, or a comma is missing", "close it on the same level"),
    (r"escape", "an unknown \\ escape stands in a double-quoted text", "use single quotes"),
    (r"character", "a character stands where no value can begin", "put quotes round the text"),
)


def _syntax(error: yaml.YAMLError, source: Source) -> Problem:
    text = str(error)
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    line = mark.line + 1 if mark else 1
    column = mark.column + 1 if mark else 1
    if mark is None and (found := _FORBIDDEN.search(source.text)):
        return control_character(source, found)
    if re.search(r"quoted scalar.*unexpected (end|document)", text, re.DOTALL) and getattr(error, "context_mark", None):
        line, column = error.context_mark.line + 1, error.context_mark.column + 1  # type: ignore[attr-defined]  # asked above
        span = Span(source, line, column)
        return Problem("yaml-syntax", "a quote is opened and never closed", span, "close it with the same quote")
    span = Span(source, min(line, max(1, len(source.lines))), column)
    if "\t" in source.line(line)[: max(column, 1)]:
        return Problem("yaml-syntax", "a tab stands where spaces should", span, "indent with spaces")
    problem = getattr(error, "problem", None) or text
    for pattern, message, hint in _PLAIN:
        if re.search(pattern, problem):
            return Problem("yaml-syntax", message, span, hint)
    return Problem("yaml-syntax", f"this is not valid YAML: {problem}", span, "compare it with the lines around it")
