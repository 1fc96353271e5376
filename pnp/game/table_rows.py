"""A table and the fields of its records go in; the same table comes out with its header found, and rows left out.

Above the headings a page may have a title: the header is the row that names most fields, unless game.yaml says which.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice

from pnp.problems import did_you_mean
from pnp.schema.columns import find_field, plain_heading
from pnp.schema.read import Fields, Reader
from pnp.source.nodes import BLANK, Listing, Node, Scalar, SourceTable, headed_by, kind, shortened
from pnp.source.nodes import Mapping as MappingNode
from pnp.units import parse_whole

SEARCHED = 20  # rows that hold anything, in which the headings may stand

Row = tuple[Node, ...]
Test = Callable[[Row], bool]


def find_header(
    reader: Reader, name: str, said: Node | None, table: SourceTable, fields: Fields, ignored: Collection[str]
) -> SourceTable | None:
    """The table from its headings on; None after a problem. ``said`` is the row's number in game.yaml."""
    if not table.lines:
        if said is not None:
            message = "header: the records of a JSON file have their names beside them"
            reader.problem("idle-header", message, said.span, "take the line out")
        return table
    if said is not None:
        return _row_said(reader, said, table)
    known = {plain_heading(word) for word in ignored} | {"id", "copies", "extends", "abstract"}
    rows = list(islice(chain([table.header], table.rows), SEARCHED)) if table.header else []
    scores = [_known_headings(reader, row, fields, known) for row in rows]
    most = max(scores, default=0)
    if not scores or (most == scores[0] and most):
        return table
    best = [number for number, score in enumerate(scores) if score == most]
    if not most or (most == 1 and len(best) > 1):
        return _no_header(reader, name, table, rows[0], fields)
    places = [_row_name(rows[number]) for number in ([0] if scores[0] else []) + best]
    if len(places) > 1 and (len(best) > 1 or most < 3 * scores[0]):
        message = f"the headings of {name} may stand in {' or '.join(places)}"
        numbers = " or ".join(place.rpartition(" ")[2] for place in places)
        hint = f"say in game.yaml which it is: header: {numbers}"
        reader.problem("no-header", message, rows[best[0]][0].span, hint)
        return None
    source = table.span.source.name
    reader.notes.append(f"{source}: the headings of {name} were found in {places[0 if not scores[0] else 1]}")
    return headed_by(table, best[0])


def _known_headings(reader: Reader, row: Row, fields: Fields, known: Collection[str]) -> int:
    """How many things a row names that records have."""
    words = {plain_heading(cell.text) for cell in row if isinstance(cell, Scalar) and cell.tag != BLANK}
    return sum(1 for word in words if word and (word in known or find_field(word, fields, reader.records) is not None))


def _row_name(row: Row) -> str:
    """As a person finds it: the row of a spreadsheet, the line of a text."""
    span = row[0].span
    return f"row {span.line}" if span.cell else f"line {span.line}"


def _row_said(reader: Reader, said: Node, table: SourceTable) -> SourceTable | None:
    try:
        wanted = parse_whole(said.text) if isinstance(said, Scalar) else 0
    except ValueError:
        wanted = 0
    if wanted < 1:
        message = f"header: expected the number of a row, found {kind(said)}"
        reader.problem("wrong-type", message, said.span, "such as 3, for the third row of the sheet")
        return None
    lines = [row[0].span.line for row in chain([table.header] if table.header else [], table.rows)]
    if wanted in lines:
        return headed_by(table, lines.index(wanted))
    message = f"header: row {wanted} of {table.span.source.name} holds nothing"
    hint = f"the first that holds anything is {lines[0]}" if lines else "fill the table in"
    reader.problem("no-header", message, said.span, hint)
    return None


def _no_header(reader: Reader, name: str, table: SourceTable, first: Row, fields: Fields) -> SourceTable | None:
    """No row names a field: said once, unless the first is near enough for its words to be mended one by one."""
    names = list(fields)
    words = [plain_heading(cell.text) for cell in first if isinstance(cell, Scalar) and cell.tag != BLANK]
    if not names or any(did_you_mean(word, names).startswith("did") for word in words):
        return table
    shown = ", ".join(names[:8]) + (" …" if len(names) > 8 else "")
    message = f"no row names a field of {name}: {shown}"
    hint = "write the fields' names above the columns, or other names for them into game.yaml: {type: …, names: [HP]}"
    reader.problem("no-header", message, first[0].span, hint)
    return None


def leave_out(reader: Reader, name: str, said: Node | None, table: SourceTable) -> SourceTable:
    """The table without the rows that game.yaml leaves out; how many is a note, a word that none has a warning."""
    if said is None:
        return table
    tests = list(_tests(reader, said, table.header))
    met = [0] * len(tests)
    left = 0
    for row in table.rows:
        found = [number for number, (_, test) in enumerate(tests) if test(row)]
        left += bool(found)
        for number in found:
            met[number] += 1
    for count, (word, _) in zip(met, tests, strict=True):
        if not count:
            message = f"leave-out: no row of {name} is '{shortened(word.text)}'"
            reader.warn("bad-leave-out", message, word.span, "correct it, or take it out")
    if not left:
        return table
    words = ", ".join(word.text for count, (word, _) in zip(met, tests, strict=True) if count)
    rows = "1 row" if left == 1 else f"{left:,} rows"
    reader.notes.append(f"{table.span.source.name}: {rows} of {name} left out ({shortened(words)})")
    return replace(table, rows=_Kept(table.rows, tuple(test for _, test in tests)))


@dataclass(frozen=True, slots=True)
class _Kept:
    """The rows of which no test is true, as they are asked for."""

    rows: Iterable[Row]
    tests: Sequence[Test]

    def __iter__(self) -> Iterator[Row]:
        return (row for row in self.rows if not any(test(row) for test in self.tests))


def _tests(reader: Reader, said: Node, header: Sequence[Scalar]) -> Iterator[tuple[Scalar, Test]]:
    """``Total``, ``[Total, Sum*]`` or ``{Status: [idea, cut]}``: what a row's first cell is, or a column's."""
    if not isinstance(said, MappingNode):
        for word in _words(reader, said):
            yield word, _test(word.text, None)
        return
    columns = {plain_heading(cell.text): number for number, cell in enumerate(header) if cell.tag != BLANK}
    for key, value in said.entries:
        number = columns.get(plain_heading(key.text))
        if number is None:
            message = f"leave-out: there is no column '{shortened(key.text)}'"
            hint = did_you_mean(plain_heading(key.text), columns)
            reader.problem("bad-leave-out", message, key.span, hint)
            continue
        for word in _words(reader, value):
            yield word, _test(word.text, number)


def _words(reader: Reader, node: Node) -> Iterator[Scalar]:
    for item in node.items if isinstance(node, Listing) else (node,):
        if isinstance(item, Scalar) and not item.empty and item.text.strip():
            yield item
        else:
            message = f"leave-out: expected what stands in a cell, found {kind(item)}"
            reader.problem("wrong-type", message, item.span, "such as Total, or {Status: [idea, cut]}")


def _test(word: str, column: int | None) -> Test:
    """Whether a cell says a word, or begins with it where a star stands at its end; capitals do not matter."""
    wanted, prefix = word.strip().rstrip("*").casefold(), word.endswith("*")

    def test(row: Row) -> bool:
        cell = next((cell for cell in row if cell.tag != BLANK), None) if column is None else row[column]
        if not isinstance(cell, Scalar) or cell.tag == BLANK:
            return False
        text = cell.text.strip().casefold()
        return text.startswith(wanted) if prefix else text.rstrip(" :") == wanted.rstrip(" :")

    return test
