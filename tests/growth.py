"""Readers of what strangers write, and shapes that have made such readers slow: for those who measure how work grows."""

from __future__ import annotations

import ast
import gc
import re
import re._parser as syntax  # type: ignore[import-not-found]  # Python's own reader of patterns, which has no promise
from collections.abc import Callable, Iterator, Mapping
from html import escape
from importlib import import_module
from io import BytesIO
from itertools import permutations
from pathlib import Path
from pkgutil import walk_packages
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any
from zipfile import ZipFile

import pnp
from pnp.faces.template_text import BoxNames, mark_lines, read_boxes
from pnp.history.ledger import Ledger, read_ledger
from pnp.paint.bare_files import bare_jpeg, bare_png
from pnp.problems import Source
from pnp.rulebook.chapters import _marked
from pnp.rulebook.markdown import read_chapter
from pnp.rules.lookups import code_spans
from pnp.rules.sandbox import Environment
from pnp.source.csv_reader import parse_csv
from pnp.source.nodes import SourceTable
from pnp.source.package import Package
from pnp.source.worksheet import Dates, Formats
from pnp.source.xlsx import Workbook
from pnp.source.yaml_reader import parse_yaml
from pnp.svg.colors import parse_color
from pnp.svg.document import SvgDocument
from pnp.svg.path import path_pieces
from pnp.svg.scan import cut_out, scan
from pnp.svg.transform import parse_transform
from pnp.svg.tree import parse
from pnp.svg.walk import open_face
from pnp.text.markup import parse_markup
from pnp.units import parse_length

from .spreadsheets import handmade

Reader = Callable[[str], object]
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">'
SHORTEST = 0.002  # s: below it a clock tells nothing
FLOOR = 0.01  # s: enough to compare with
LONGEST = 24_000  # characters, before they are made four times as many


def _document(text: str) -> SvgDocument:
    return open_face(HEAD + text + "</svg>")[0]


def _sheet(text: str) -> SourceTable:
    package = Package(ZipFile(BytesIO(handmade(text))), "a.xlsx", ".xlsx")
    return Workbook(package, {"S": "xl/worksheets/sheet1.xml"}, (), Formats((), Dates())).table("S")


def _ledger(text: str) -> Ledger:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.yaml"
        path.write_text(f"now: {{components: {{}}}}\nbefore: {{}}\nprintings:\n{text}", "utf-8")
        return read_ledger(path, "a", "a.yaml")


READERS: Mapping[str, Reader] = {
    "chapter": lambda text: read_chapter("c", "# T\n\n" + text, frozenset(), set(), lambda *_: ""),
    "chapter's lines": _marked,
    "boxes": lambda text: read_boxes('<svg data-text="">&' + text, BoxNames(frozenset(), ())),
    "marks": lambda text: mark_lines(text, "card.svg"),
    "scan": lambda text: list(scan(text)),
    "braces": lambda text: list(code_spans(text, comments=True)),
    "cuts": cut_out,
    "template": lambda text: Environment().parse(text),
    "drawing": lambda text: parse(HEAD + text + "</svg>"),
    "document": _document,
    "path": lambda text: list(path_pieces("M0 0" + text)),
    "transform": parse_transform,
    "color": lambda text: parse_color("rgb(" + text, {}),
    "length": lambda text: parse_length("1" + text),
    "markup": parse_markup,
    "yaml": lambda text: parse_yaml(Source("a.yaml", text)),
    "sheet": _sheet,
    "ledger": _ledger,
    "selectors": lambda text: _document(f"<style>{escape(text)}</style>{'<g>' * 20}<rect/>{'</g>' * 20}"),
    "jpeg": lambda text: bare_jpeg(b"\xff\xd8" + text.encode("latin-1", "replace")),
    "png": lambda text: bare_png(b"\x89PNG\r\n\x1a\n" + text.encode("latin-1", "replace")),
    "csv": lambda text: parse_csv(Source("a.csv", "id,name\n" + text)),
}
BRACES = (
    "{",
    "{{",
    "{%",
    "{#",
    "{##",
    "}}",
    "{{ }}",
    "{% x %}",
    "{% raw %}",
    "{{ a }}",
    '{{ "',
    "{{ (",
    "{{ a|",
    "{% if a %}",
)
XML = (
    "<", "<!--", "<!-- a -->", "-->", "<a", "<a ", "</a>", "<rect/>", "<rect ", '<rect data-text="a">', '="', "&", "&amp;",
    "<row><c><v>1</v></c></row>", "<c>", "<is><t>a", "_x0041", "<![CDATA[", "<?", "<!", "<g>", "<tspan ", '<text xml:space="preserve" ', '<use href="icon:', "<style>a{}</style>",
)  # fmt: skip
MARKDOWN = (
    "[", "](", "[a](", "![", "[a](b) ", "[a]: b\n", "*", "**", "_", "*a", "a**b", "`", "`a", "\\", "\n", "> ", "- ", "1. ",
    "# a\n", "# a {#b}\n", "|", "|a", "a|b\n-|-\n", "::: note\n", "\n: ", "a\n: b\n", "---", "...", "(c)", '"', "'", "\"'",
    ":a:", "[red: ", "<http://", "~", "a ", "1", "é", "  - ",
)  # fmt: skip
DATA = (
    "[",
    "{",
    "- ",
    "a: b\n",
    "- [",
    "? ",
    "&a ",
    "*a ",
    "!a ",
    '"',
    "'",
    "|\n",
    "# ",
    "a: ",
    ",",
    '",',
    '""',
    "a,b\n",
    ";",
    "\t",
    "\r",
    "g ",
    "g>",
    "*{fill:red}",
    ":is(",
    "a,",
    "\xff\xe1",
    "\xff\xda\x00\x02",
)
VALUES = (
    "1",
    "1.",
    ".1",
    "1e",
    "-",
    "1,",
    "L1 1",
    "a0 0 0 0 0 0 0",
    "z",
    "(",
    ")",
    "scale(",
    "scale(1)",
    " ",
    "%",
    "1 ",
    "0",
)
SHAPES = tuple(dict.fromkeys((*BRACES, *XML, *MARKDOWN, *DATA, *VALUES)))


def seconds(reader: Reader, text: str) -> float:
    """CPU time, the better of two; what is refused is read too.

    The garbage collector rests meanwhile: it goes through all that the process holds, and not through the text alone.
    """
    best = float("inf")
    for _ in range(2):
        gc.disable()
        start = process_time()
        try:
            reader(text)
        except Exception as error:
            if isinstance(error, MemoryError | AssertionError | TypeError | AttributeError | NameError):
                raise
        finally:
            gc.enable()
        best = min(best, process_time() - start)
    return best


def is_quick(reader: Reader, make: Callable[[int], str]) -> bool:
    """Whether 4,000 pieces take too little for anything in it to grow faster than they do: as most do.

    What grows with the square takes 50 ms and more for them; what doubles with each piece is found at twenty.
    """
    return all(_once(reader, make(count)) < most for count, most in ((20, 0.005), (250, 0.002), (4_000, 0.006)))


def _once(reader: Reader, text: str) -> float:
    start = process_time()
    reader(text)
    return process_time() - start


def growth(reader: Reader, make: Callable[[int], str]) -> float:
    """How many times longer four times the text takes; 1 where even a long text takes no time to speak of."""
    count = 250
    while True:
        short = seconds(reader, make(count))
        if short > FLOOR or len(make(count)) > LONGEST:
            break
        count *= 2
    if short < SHORTEST:
        return 1.0
    ratio = seconds(reader, make(4 * count)) / short
    if ratio > 7:  # once more: somebody else may have worked
        ratio = min(ratio, seconds(reader, make(4 * count)) / seconds(reader, make(count)))
    return ratio


def growth_of(pattern: re.Pattern[Any], searches: bool, piece: str, tail: str) -> float:
    """How much longer a pattern takes for four times as many pieces, used as the program uses it."""

    def make(count: int) -> str:
        return piece * count + tail

    def reader(text: str) -> None:
        given = text if isinstance(pattern.pattern, str) else text.encode()
        pattern.match(given)
        pattern.fullmatch(given)
        if searches:
            for _ in pattern.finditer(given):
                pass

    return 1.0 if is_quick(reader, make) else growth(reader, make)


def patterns() -> dict[re.Pattern[Any], tuple[str, bool]]:
    """Every pattern that a module keeps, or writes where it uses it: its place, and whether it searches."""
    found: dict[re.Pattern[Any], tuple[str, bool]] = {}
    trees = {
        path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(Path(pnp.__file__).parent.rglob("*.py"))
    }
    searched = {path: _searched(tree) for path, tree in trees.items()}
    for module in walk_packages([str(Path(pnp.__file__).parent)], "pnp."):
        if module.name.endswith("__main__"):
            continue
        kept = import_module(module.name)
        for name, value in vars(kept).items():
            for item in _flat(value):
                if isinstance(item, re.Pattern):
                    readers = [searched[Path(str(kept.__file__))]] if name.startswith("_") else list(searched.values())
                    searches = value is not item or any(name in names for names in readers)
                    found.setdefault(item, (f"{module.name}.{name}", searches))
    known = {pattern.pattern for pattern in found}
    for path, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re.") and node.args:
                written = node.args[0]
                if isinstance(written, ast.Constant) and written.value not in known:
                    searches = ast.unparse(node.func) not in ("re.match", "re.fullmatch")
                    found.setdefault(re.compile(written.value), (f"{path.name}:{node.lineno}", searches))
    return found


def _searched(tree: ast.AST) -> set[str]:
    """Names of a module that are used otherwise than to match at one place."""
    matched = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in ("match", "fullmatch")
    }
    loads = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
    return {node.id for node in loads if id(node) not in matched}


def _flat(value: object) -> Iterator[object]:
    yield value
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, tuple):
        for item in value:
            yield item
            if isinstance(item, tuple):
                yield from item


def pieces(pattern: re.Pattern[Any]) -> list[str]:
    """Characters that the pattern has an eye on, one by one and in pairs."""
    chars = list(dict.fromkeys([*_characters(syntax.parse(pattern.pattern, pattern.flags)), "a", " ", "1"]))[:9]
    return [*chars, *(a + b for a, b in permutations(chars, 2))]


def _characters(tree: object) -> Iterator[str]:
    """One character for each that stands in a pattern's tree, whatever it is part of."""
    if isinstance(tree, syntax.SubPattern | list | tuple):
        items = list(tree)
        if len(items) == 2 and str(items[0]) in ("LITERAL", "NOT_LITERAL", "RANGE"):
            code = items[1][0] if isinstance(items[1], tuple) else items[1]
            yield chr(code)
            return
        if len(items) == 2 and str(items[0]) == "CATEGORY":
            yield {"SPACE": " ", "DIGIT": "1"}.get(str(items[1]).rpartition("_")[2], "a")
            return
        for item in items:
            yield from _characters(item)
