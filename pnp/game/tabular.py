"""A table and the fields of a collection go in; a mapping comes out as YAML would have given it: id -> fields.

Whatever reads records afterwards cannot tell a spreadsheet from a YAML file, but for the places in its messages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from pnp.game.headings import TableHeadings
from pnp.problems import Span
from pnp.schema.columns import Column
from pnp.schema.naming import bettered
from pnp.schema.read import Reader
from pnp.schema.types import FieldType
from pnp.schema.written_values import plain_value
from pnp.source.nodes import (
    BLANK,
    FAULTY,
    PICTURE,
    Listing,
    Node,
    Scalar,
    SourceTable,
    blank_at,
    kind,
    part_of,
    shortened,
)  # fmt: skip
from pnp.source.nodes import Mapping as MappingNode

_TEXTS = ("text", "markup")
_NAMES = ("ref", "one of", "icon", "color")  # which no comma can be part of
_ASSUMED = "!assumed "


def rows_as_records(
    reader: Reader, table: SourceTable, headings: TableHeadings
) -> Iterator[tuple[Scalar, MappingNode]]:
    """Every row as an entry, one by one; what cannot be read is a problem at its cell."""
    if headings.id is None and not headings.makes_id:
        return  # said already
    rows = _Rows(reader, headings, table.decimal_comma)
    known: dict[str, Span] = {}
    for row in table.rows:
        rows.check_ends(row)
        key = rows.id_of(row)
        if key is None:
            continue
        if key.text in known:
            message = f"the id '{shortened(key.text)}' stands twice; first {_where(known[key.text])}"
            hint = "keep one row and say how many in a column copies, or tell them apart in a column id"
            reader.problem("duplicate-id", message, key.span, hint)
            continue
        known[key.text] = key.span
        yield key, rows.record(row, key.span)


def _where(span: Span) -> str:
    return f"in {span.cell}" if span.cell else f"on line {span.line}"


Branch = dict[str | int, "Branch | Column"]


@dataclass
class _Rows:
    """Makes records of rows. ``said`` are the columns whose dates or formulas were spoken of already."""

    reader: Reader
    headings: TableHeadings
    decimal_comma: bool
    said: set[int] = field(default_factory=set)
    tree: Branch = field(default_factory=dict)
    keys: dict[str | int, Scalar] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # every column as a leaf of the record that its path leads through
        for column in self.headings.columns:
            branch = self.tree
            self.keys |= {part: Scalar(str(part), column.heading) for part in column.path}
            for part in column.path[:-1]:
                inner = branch.setdefault(part, {})
                assert isinstance(inner, dict), "no heading names both a thing and a part of it"
                branch = inner
            branch[column.path[-1]] = column

    def check_ends(self, row: tuple[Node, ...]) -> None:
        """Nothing may stand where no heading does."""
        for number in self.headings.nameless:
            if number < len(row) and row[number].tag not in (BLANK, PICTURE):
                self._strange(row[number])
        for cell in row[self.headings.width :]:
            if cell.tag not in (BLANK, PICTURE):
                self._strange(cell)
                return

    def _strange(self, cell: Node) -> None:
        message = f"{kind(cell)} stands in a column without a heading"
        hint = "write a heading above it, or clear the cell"
        if not cell.span.cell:
            hint += "; in a CSV file, put quotes round a text with a comma"
        self.reader.problem("no-heading", message, cell.span, hint)

    def id_of(self, row: tuple[Node, ...]) -> Scalar | None:
        """The row's id: from its column, or made from the columns that make it."""
        if self.headings.id is not None and (given := row[self.headings.id]).tag != BLANK:
            if not isinstance(given, Scalar):
                message = f"id: expected a text, found {kind(given)}"
                self.reader.problem("wrong-type", message, given.span, "such as ada-bright")
                return None
            read = self._readable(given, self.headings.id, FieldType("text"))
            return Scalar(read.text, read.span) if read.tag not in (BLANK, FAULTY) else None
        cells = [cell for number in self.headings.makes_id if isinstance(cell := row[number], Scalar)]
        made = bettered("-".join(cell.text for cell in cells if cell.tag != BLANK), "-")
        if made:
            return Scalar(made, next(cell.span for cell in cells if cell.tag != BLANK))
        filled: list[Node] = [cell for cell in (*cells, *row) if cell.tag != BLANK]
        if not filled:
            return None
        names = " and ".join(self.headings.headings[number] for number in self.headings.makes_id)
        message = f"this row has no id, and none can be made from its {names}" if cells else "this row has no id"
        self.reader.problem("missing-id", message, filled[0].span, "write one in a column id, such as ada-bright")
        return None

    def record(self, row: tuple[Node, ...], span: Span) -> MappingNode:
        """The row's fields."""
        return MappingNode(tuple(self._entries(self.tree, row)), span)

    def _entries(self, branch: Branch, row: tuple[Node, ...]) -> list[tuple[Scalar, Node]]:
        return [(self.keys[name], self._node(inner, row)) for name, inner in branch.items()]

    def _node(self, branch: Branch | Column, row: tuple[Node, ...]) -> Node:
        if isinstance(branch, Column):
            return self._value(row[branch.number], branch)
        inner = self._entries(branch, row)
        filled = [(key, node) for key, node in inner if node.tag != BLANK]
        if not filled:
            return blank_at(inner[0][1].span)
        place = filled[0][1].span
        if isinstance(next(iter(branch)), int):
            ordered = sorted(filled, key=lambda item: int(item[0].text))
            return Listing(tuple(node for _, node in ordered), place)
        return MappingNode(tuple(inner), place)

    def _value(self, cell: Node, column: Column) -> Node:
        if not isinstance(cell, Scalar):
            return self._inner(cell, column.type)
        if cell.tag:
            cell = self._readable(cell, column.number, column.type)
        if cell.tag in (BLANK, FAULTY):
            return cell
        type_ = column.type
        if type_.kind == "list" and type_.item is not None and type_.item.kind != "record":
            item = type_.item
            return Listing(tuple(self._scalar(part, item) for part in _split(cell, item)), cell.span)
        return self._scalar(cell, type_)

    def _inner(self, cell: Node, type_: FieldType) -> Node:
        """A list as JSON has it; its names may be written as in a cell."""
        item = type_.item
        if isinstance(cell, Listing) and item is not None and item.kind not in ("list", "record"):
            items = (self._scalar(part, item) if isinstance(part, Scalar) else part for part in cell.items)
            return Listing(tuple(items), cell.span)
        return cell

    def _scalar(self, cell: Scalar, type_: FieldType) -> Scalar:
        if cell.text.startswith(_ASSUMED):
            inner = part_of(cell, len(_ASSUMED), len(cell.text))
            return Scalar(inner.text.strip(), inner.span, inner.quoted, "assumed")
        if type_.kind == "ref":  # a record may be named as its own sheet spells it
            return Scalar(bettered(cell.text, "-") or cell.text, cell.span, cell.quoted, cell.tag)
        if type_.kind not in _TEXTS:
            text = plain_value(cell.text, type_, decimal_comma=self.decimal_comma)
            return cell if text == cell.text else replace(cell, text=text)
        return cell

    def _readable(self, cell: Scalar, number: int, type_: FieldType) -> Scalar:
        """The cell, if what it holds can be used; else a blank one, and a problem."""
        name = self.headings.headings[number]
        if cell.tag == "error":
            message = f"{name}: the cell shows the error {cell.text}"
            self.reader.problem("cell-error", message, cell.span, "mend the formula, or widen the column")
        elif cell.tag == "formula":
            if number not in self.said:
                message = f"{name}: the formula has no value yet"
                hint = "open the file in Excel or LibreOffice and save it once"
                self.reader.problem("no-cached-value", message, cell.span, hint)
                self.said.add(number)
        elif cell.tag == PICTURE:
            self._picture(cell, number, name)
            return blank_at(cell.span)
        elif cell.tag != "date":
            return cell
        elif type_.kind not in _TEXTS:
            message = f"{name}: the spreadsheet made a date of what you typed: {cell.text}"
            hint = "format the column as text, and type it again"
            self.reader.problem("date-cell", message, cell.span, hint)
        else:
            if number not in self.said:
                message = f"{name}: this is a date, which is printed as {cell.text}"
                hint = "format the column as text to print what you typed"
                self.reader.warn("date-cell", message, cell.span, hint)
                self.said.add(number)
            return Scalar(cell.text, cell.span, cell.quoted)
        return Scalar("", cell.span, tag=FAULTY)

    def _picture(self, cell: Scalar, number: int, name: str) -> None:
        """A picture is no value; it is told once a column."""
        if number not in self.said:
            message = f"{name}: the cell holds a picture, which is not read"
            hint = "save the picture as a file, and write the file's name into the cell"
            self.reader.warn("cell-picture", message, cell.span, hint)
            self.said.add(number)


def _split(cell: Scalar, item: FieldType) -> list[Scalar]:
    """The items of a list in one cell: a line each, or with semicolons between; names also with commas."""
    between = r"\n" if "\n" in cell.text else r"[;,]" if item.kind in _NAMES else ";"
    found = []
    start = 0
    for match in (*re.finditer(between, cell.text), None):
        end = match.start() if match else len(cell.text)
        text = cell.text[start:end]
        left = start + len(text) - len(text.lstrip())
        if text.strip():
            found.append(part_of(cell, left, left + len(text.strip())))
        start = match.end() if match else end
    return found
