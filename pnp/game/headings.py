"""The header of a table and a collection's fields go in; what each column fills comes out, or problems."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from pnp.problems import did_you_mean
from pnp.schema.columns import Column, Path, fields_along, find_field, headings, plain_heading
from pnp.schema.file_names import DATA_ENDINGS
from pnp.schema.read import Fields, Reader
from pnp.schema.types import FieldType
from pnp.source.nodes import BLANK, Node, Scalar, SourceTable, shortened

# columns that every table may have, besides its fields
SPECIAL = {"extends": FieldType("text", optional=True), "abstract": FieldType("flag", optional=True)}


@dataclass(frozen=True, slots=True)
class TableHeadings:
    """What the columns of one table are for. Numbers count columns from 0; ``headings`` are as they are written.

    ``id`` is the column of ids, ``makes_id`` those that make one where it is blank; ``nameless`` have no heading.
    ``lacking`` are the fields that must be given and have no column: said already.
    """

    columns: tuple[Column, ...]
    headings: tuple[str, ...]
    id: int | None
    makes_id: tuple[int, ...]
    nameless: tuple[int, ...]
    lacking: frozenset[str]

    @property
    def width(self) -> int:
        """How many columns the header has."""
        return len(self.headings)


def read_header(
    reader: Reader,
    table: SourceTable,
    fields: Fields,
    ignore: Collection[str],
    makes_id: list[Scalar],
    defaults: Collection[str],
) -> TableHeadings:
    """Find out what each column is for. ``makes_id`` are the fields that the game makes ids of."""
    known = {**{name: type_ for name, type_ in SPECIAL.items() if name not in fields}, **fields}
    columns: dict[Path, Column] = {}
    id_column = None
    nameless = []
    spoken_of = set(defaults)
    ignored = {plain_heading(name) for name in ignore}
    for number, cell in enumerate(table.header):
        plain = plain_heading(cell.text)
        if cell.tag == BLANK or not plain:
            nameless.append(number)
            continue
        if plain in ignored:
            spoken_of.add(plain)
            continue
        if plain == "id":
            id_column = number
        found = find_field(plain, known, reader.records)
        if found is None and plain != "id":
            hint = did_you_mean(plain, [*headings(known, reader.records), "id"])
            spoken_of |= {name for name in fields if f"'{name}'" in hint}
            if not hint.startswith("did you mean"):
                hint += f", or give its field this name, too: {{type: …, names: [{cell.text}]}}"
            hint = f"{hint}, or ignore it: add ignore: [{cell.text}]".removeprefix(", or ")
            message = f"unknown column '{shortened(cell.text)}': there is no such field"
            reader.problem("unknown-field", message, cell.span, hint)
        elif found is not None and found[1].kind == "computed":
            spoken_of.add(plain)
            reader.refuse_computed(Scalar(cell.text, cell.span), found[1])
        elif found is not None:
            whole = _holds_whole(table, number, found[1])
            _add(reader, columns, Column(*found, number, cell.span), cell, whole=whole)
    columns = _whole(reader, table, known, columns)
    return TableHeadings(
        columns=tuple(columns.values()),
        headings=tuple(cell.text for cell in table.header),
        id=id_column,
        makes_id=_id_columns(reader, table, makes_id, columns, id_column),
        nameless=tuple(nameless),
        lacking=frozenset(_lacking(reader, table, fields, columns, spoken_of)),
    )


def _holds_whole(table: SourceTable, number: int, type_: FieldType) -> bool:
    """Whether all that stands in a column is whole lists or records, or names of files that hold such lists."""
    item = type_.item if type_.kind == "list" else type_
    some = False
    if item is None or item.kind not in ("list", "record"):
        return True
    for row in table.rows:
        cell = row[number] if number < len(row) else None
        if cell is None or cell.tag == BLANK:
            continue
        some = True
        if isinstance(cell, Scalar) and not (type_.kind == "list" and cell.text.lower().endswith(DATA_ENDINGS)):
            return False
    return some


def _add(reader: Reader, columns: dict[Path, Column], column: Column, cell: Scalar, *, whole: bool) -> None:
    """One more column, if its field has none yet and fits into a cell, where the cells do not hold it ``whole``."""
    item = column.type.item if column.type.kind == "list" else column.type
    if item is not None and item.kind in ("list", "record") and not whole:
        name = f"{column.name}.1" if column.type.kind == "list" else column.name
        known = [str(field) for field in reader.records.get(item.target, ())] or ["…"]
        hint = f"make a column of each part: {', '.join(f'{name}.{field}' for field in known[:3])} …"
        message = f"'{shortened(cell.text)}' is a {column.type}, which no single cell can hold"
        reader.problem("no-cell-type", message, cell.span, hint)
    elif any(_clash(path, column.path) for path in columns):
        message = f"a second column for '{column.name}'"
        reader.problem("duplicate-column", message, cell.span, "keep one of them")
    else:
        columns[column.path] = column


def _clash(path: Path, other: Path) -> bool:
    """Whether one of two columns fills what the other fills, or a part of it."""
    return all(a == b for a, b in zip(path, other, strict=False))


def _whole(reader: Reader, table: SourceTable, fields: Fields, columns: dict[Path, Column]) -> dict[Path, Column]:
    """Without the columns of things that lack a part which they must have: one problem, not one a row."""
    wrong: set[Path] = set()
    for path in dict.fromkeys(path[:-1] for path in columns if len(path) > 1 and isinstance(path[-1], str)):
        for name, type_ in fields_along(path, fields, reader.records).items():
            if not type_.optional and not any(other[: len(path) + 1] == (*path, name) for other in columns):
                what = ".".join(map(str, path))
                first = next(column for other, column in columns.items() if other[: len(path)] == path)
                hint = f"add a column {what}.{name}, or make the field optional with a ? behind its type"
                message = f"there is no column for '{what}.{name}'"
                reader.problem("missing-column", message, table.header[first.number].span, hint)
                wrong.add(path)
    return {path: column for path, column in columns.items() if not any(path[: len(bad)] == bad for bad in wrong)}


def _id_columns(
    reader: Reader, table: SourceTable, makes_id: list[Scalar], columns: Mapping[Path, Column], id_column: int | None
) -> tuple[int, ...]:
    """The columns that make a row's id: those the game names, else ``name``."""
    found = []
    for name in makes_id:
        column = columns.get((plain_heading(name.text),))
        if column is None:
            hint = did_you_mean(name.text, [str(path[0]) for path in columns if len(path) == 1])
            message = f"id: there is no column '{shortened(name.text)}' to make ids from"
            reader.problem("unknown-field", message, name.span, hint)
        else:
            found.append(column.number)
    if not makes_id and ("name",) in columns:
        found.append(columns[("name",)].number)
    if not found and not makes_id and id_column is None and table.header:
        hint = "add a column id, or say in game.yaml which fields make one, such as id: [suit, value]"
        message = "the rows have no ids: there is neither a column id nor a column name"
        reader.problem("missing-id", message, table.header[0].span, hint)
    return tuple(found)


def _lacking(
    reader: Reader, table: SourceTable, fields: Fields, columns: Mapping[Path, Column], spoken_of: Collection[str]
) -> list[str]:
    """The fields that every row must give and no column does; of those ``spoken_of`` nothing more is said."""
    given = {path[0] for path in columns}
    found = []
    for name, type_ in fields.items():
        if name in given or type_.optional or "extends" in given:
            continue
        found.append(name)
        if not table.header or name in spoken_of:
            continue
        hint = f"add the column, or make the field optional: {name}: {type_}?"
        reader.problem("missing-column", f"there is no column for '{name}'", table.header[0].span, hint)
    return found


def columns_of(node: Node | None) -> list[Scalar]:
    """The names in ``id: name`` or ``id: [suit, value]``."""
    items = getattr(node, "items", (node,))
    return [item for item in items if isinstance(item, Scalar) and not item.empty]
