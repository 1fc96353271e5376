"""A YAML file goes in, nodes with their places come out, or every mistake of the file.

PyYAML's composer is used, never its constructor: no tag makes an object, and no resolver turns ``NO`` into false.
"""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from pnp.problems import GameError, Problem, Source, Span, did_you_mean
from pnp.source.nodes import Listing, Mapping, Node, Scalar

MAX_BYTES = 4_000_000
MAX_NODES = 100_000
MAX_DEPTH = 50
TAGS = ("assumed",)

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_RESOLVED = "tag:yaml.org,2002:"


def read_yaml(path: Path, name: str) -> Node:
    """Read one file; ``name`` is what messages call it. Raises GameError with every problem that was found."""
    if not path.is_file():
        raise GameError([Problem("missing-file", f"{name} does not exist", None, "create it, or correct its name")])
    data = path.read_bytes()
    if len(data) > MAX_BYTES:
        raise GameError([Problem("file-too-large", f"{name} is larger than {MAX_BYTES // 1_000_000} MB")])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        source = Source(name, data.decode("utf-8", "replace"))
        hint = "save the file as UTF-8 in your editor"
        raise GameError([Problem("not-utf8", "this is not UTF-8 text", Span(source, line), hint)]) from None
    return parse_yaml(Source(name, text))


def parse_yaml(source: Source) -> Node:
    """Parse the text of one file. An empty file is an empty mapping. Raises GameError."""
    loader = _Loader(source.text)
    try:
        tree = loader.get_single_node()
    except yaml.YAMLError as error:
        raise GameError([_syntax(error, source)]) from None
    except RecursionError:
        raise GameError([Problem("too-deep", f"nested more than {MAX_DEPTH} deep", Span(source))]) from None
    finally:
        loader.dispose()
    if tree is None:
        return Mapping((), Span(source))
    reading = _Reading(source)
    node = reading.node(tree, 0)
    if reading.problems:
        raise GameError(reading.problems)
    return node


class _Reading:
    """One walk over a composed file: nodes made so far are counted, mistakes are kept."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.problems: list[Problem] = []
        self.count = 0

    def node(self, tree: yaml.Node, depth: int) -> Node:
        """Turn PyYAML's node into ours; aliases are followed, and counted each time."""
        span = self._span(tree)
        self.count += 1
        if self.count == MAX_NODES:
            self._problem(
                "too-many-nodes",
                f"the file unfolds to more than {MAX_NODES:,} values",
                span,
                "remove aliases (*name)",
            )
        if self.count >= MAX_NODES:
            return Scalar("", span)
        if depth > MAX_DEPTH:
            self._problem("too-deep", f"nested more than {MAX_DEPTH} deep", span, "flatten the data")
            return Scalar("", span)
        tag = self._tag(tree, span)
        if isinstance(tree, yaml.SequenceNode):
            return Listing(tuple(self.node(item, depth + 1) for item in tree.value), span, tag)
        if isinstance(tree, yaml.MappingNode):
            return Mapping(self._entries(tree, depth), span, tag)
        quoted = isinstance(tree, yaml.ScalarNode) and tree.style not in (None, "")
        return Scalar(tree.value, span, quoted, tag)

    def _entries(self, tree: yaml.MappingNode, depth: int) -> tuple[tuple[Scalar, Node], ...]:
        entries: dict[str, tuple[Scalar, Node]] = {}
        for key_tree, value_tree in tree.value:
            key = self.node(key_tree, depth + 1)
            if not isinstance(key, Scalar):
                self._problem("key-not-text", "a key must be a plain text", key.span, "write it as name: value")
                continue
            if key.text == "<<" and not key.quoted:
                self._problem("merge-key", "merge keys (<<) are not read", key.span, "repeat the fields instead")
                continue
            if key.text in entries:
                first = entries[key.text][0].span.line
                self._problem(
                    "duplicate-key",
                    f"'{key.text}' is given twice; first on line {first}",
                    key.span,
                    "keep one of them",
                )
                continue
            entries[key.text] = (key, self.node(value_tree, depth + 1))
        return tuple(entries.values())

    def _tag(self, tree: yaml.Node, span: Span) -> str:
        tag = tree.tag or ""
        if tag.startswith(_RESOLVED) and not self._explicit(span):
            return ""
        name = tag.removeprefix("!")
        if name in TAGS or not name:
            return name
        shown = self.source.line(span.line)[span.column - 1 :].split(" ")[0]
        hint = did_you_mean(name, TAGS) or "the only mark is !assumed"
        self._problem("unknown-tag", f"unknown mark '{shown}'", span, hint)
        return ""

    def _explicit(self, span: Span) -> bool:
        return self.source.line(span.line)[span.column - 1 : span.column] == "!"

    def _span(self, tree: yaml.Node) -> Span:
        start, end = tree.start_mark, tree.end_mark
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
    (r"cannot start any token", "a tab stands where spaces should", "indent with spaces"),
    (r"mapping values are not allowed", "a second ': ' stands on this line", "put quotes round a text with a colon"),
    (r"expected <block end>", "this line does not belong where it stands", "line it up with its neighbours"),
    (r"did not find expected key", "this line does not belong where it stands", "line it up with its neighbours"),
    (r"could not find expected ':'", "a key has no ': ' behind it", "write key: value, with a space after the colon"),
    (r"unexpected end of stream", "a quote is opened and never closed", "close it with the same quote"),
    (r"expected ',' or", "a bracket is not closed, or a comma is missing", "close it on the same level"),
    (r"expected a single document", "a second document begins here (---)", "keep one document a file"),
    (r"(unknown|expected) escape", "an unknown \\ escape stands in a double-quoted text", "use single quotes"),
    (r"undefined alias", "an alias (*name) names nothing", "put quotes round a text that begins with *"),
    (r"character", "a character stands where no value can begin", "put quotes round the text"),
)


def _syntax(error: yaml.YAMLError, source: Source) -> Problem:
    text = str(error)
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    line = mark.line + 1 if mark else 1
    column = mark.column + 1 if mark else 1
    if re.search(r"quoted scalar", text) and getattr(error, "context_mark", None):
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
