"""A game goes in, what its templates, texts, rules, chapters and diagrams name comes out: words inside the braces.

A scan, not a trace: a word that stands in any expression counts as used for everything of that name. So a field is
reported only if its name stands in no expression at all, and one reached by a computed name must be accepted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pnp.faces.compose import TemplateFolder
from pnp.faces.template_text import read_boxes
from pnp.files import is_file, is_folder
from pnp.game.folders import all_below
from pnp.game.model import Game
from pnp.problems import Source
from pnp.rules.lookups import code_spans
from pnp.schema.values import FieldText, Record
from pnp.source.nodes import Node
from pnp.source.text_file import read_lossily

_WORD = re.compile(r"[A-Za-z_]\w*")
_QUOTED = re.compile(r"\"([^\"\n]*)\"|'([^'\n]*)'")  # in prose and YAML, where an apostrophe opens nothing
# Jinja's, over line ends; one that nothing closes ends with the text, or each of its quotes would be tried anew
_STRING = re.compile(r"\"((?:[^\"\\]|\\.)*+)(?:\"|\\?\Z)|'((?:[^'\\]|\\.)*+)(?:'|\\?\Z)", re.DOTALL)
TEXTS = (".svg", ".md")


@dataclass(frozen=True)
class Phrases:
    """``code`` is every expression, joined; ``words`` the names in it; ``quoted`` its quoted texts.

    ``files`` are the templates and chapters by their names under ``templates/GAME/``.
    """

    code: str
    words: frozenset[str]
    quoted: frozenset[str]
    files: Mapping[str, Source]


def phrases_of(game: Game) -> Phrases:
    """Gather the expressions of a game, each file read once."""
    files = dict(_files(game))
    parts = list(_rules(game))
    names = TemplateFolder(game).names
    texts = [
        *(read_boxes(source.text, names) if name.endswith(".svg") else source.text for name, source in files.items()),
        *(source.text for source in _sources(game)),
        *game.expected.phrases,
    ]
    braces = [text[start + 2 : end - 2] for text in texts for start, end in code_spans(text, comments=False)]
    parts += game.expected.phrases
    parts += [book.diagrams.span.source.text for book in game.books.values() if book.diagrams]
    code = "\n".join((*parts, *braces))
    pairs = [*_QUOTED.findall(code), *(pair for inside in braces for pair in _STRING.findall(inside))]
    quoted = {first or second for first, second in pairs}
    return Phrases(code, frozenset(_WORD.findall(code)), frozenset(quoted), files)


def _files(game: Game) -> Iterator[tuple[str, Source]]:
    workspace = game.workspace
    for root in workspace.roots:
        folder = root / "templates" / game.name
        below = all_below(folder, workspace.shown(folder))
        paths = [path for path in below if is_file(path) and path.suffix in TEXTS]
        for path, source in zip(paths, read_lossily(paths, workspace.shown, workspace.within), strict=True):
            yield path.relative_to(folder).as_posix(), source
        if is_folder(folder):
            return


def _rules(game: Game) -> Iterator[str]:
    for formula in game.book.formulas.values():
        yield formula.expression
    for fields in (*(collection.fields for collection in game.collections.values()), *game.types.values()):
        yield from (type_.formula for type_ in fields.values() if type_.formula)
    for simulation in game.book.simulations.values():
        yield from (simulation.items, *simulation.expressions.values())
    for table in game.tables.values():
        yield from (table.cell, table.skip, *table.columns.values())
        for axis in filter(None, (table.down, table.across)):
            yield from (where for where, _ in axis.steps)


def _sources(game: Game) -> list[Source]:
    """The files that records stand in: their texts as they were before they were filled in.

    Where a quote is written as two, in a cell of CSV, or behind a backslash, in JSON, once more with quotes alone.
    """
    found: dict[str, Source] = {}
    for collection in game.collections.values():
        for record in collection:
            found.setdefault(record.span.source.name, record.span.source)
    texts = list(found.values())
    quotes = (
        Source(text.name, text.text.replace(pair, '"')) for text in texts for pair in ('""', '\\"') if pair in text.text
    )
    return [*texts, *quotes]


def texts_of(record: Record) -> Iterator[FieldText]:
    """Every text of a record, filled in, and of the records inside it."""
    for value in record.fields_of_record.values():
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, FieldText):
                yield item
            elif isinstance(item, Record) and item.parent is record:
                yield from texts_of(item)


def source_of(node: Node) -> Source:
    """The file a node stands in."""
    return node.span.source
