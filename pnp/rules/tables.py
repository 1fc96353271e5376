"""Tables as data go in, grids of values come out: rows from one collection, columns from another or by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pnp.problems import Span
from pnp.rules.formulas import Combatant, RuleBook, RuleError, decimal, percent
from pnp.rules.work import allowance

MAX_LINES = 2_000  # rows, or columns
MAX_CELLS = 20_000
MAX_TABLE_WORK = 20_000_000
FORMATS = ("plain", "percent", "tenths")


@dataclass(frozen=True, slots=True)
class Axis:
    """``heroes as hero``, or ``heroes as hero, hero.abilities as ability``: collections, and lists inside records."""

    steps: tuple[tuple[str, str], ...]  # (where the records are, the name they get)

    @property
    def name(self) -> str:
        """The name of the innermost record."""
        return self.steps[-1][1]


@dataclass(frozen=True, eq=False)
class Table:
    """A table of a game. Either ``across`` and ``cell``, or ``columns`` (heading -> expression)."""

    id: str
    title: str
    span: Span
    down: Axis
    across: Axis | None = None
    cell: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)
    skip: str = ""
    format: str = "plain"
    note: str = ""
    modifiers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Grid:
    """A computed table: headings, and rows that begin with their own; a cell is None where the table skips it."""

    table: Table
    headings: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]


def compute_table(table: Table, book: RuleBook, collections: Mapping[str, Iterable[object]]) -> Grid:
    """Evaluate every cell. Raises RuleError with what went wrong."""
    with allowance(MAX_TABLE_WORK):
        return _computed(table, book, collections)


def _computed(table: Table, book: RuleBook, collections: Mapping[str, Iterable[object]]) -> Grid:
    if table.across is None:
        headings = (table.down.name.capitalize(), *table.columns)
        rows = [
            (
                _label(bound[table.down.name]),
                *(_value(expression, bound, book) for expression in table.columns.values()),
            )
            for bound in _records(table.down, table, book, collections)
        ]
        return Grid(table, headings, tuple(rows))
    heads = list(_records(table.across, table, book, collections))
    lines: list[tuple[object, ...]] = []
    for bound in _records(table.down, table, book, collections):
        if (len(lines) + 1) * len(heads) > MAX_CELLS:
            raise RuleError(f"it has more than {MAX_CELLS:,} cells", "make several tables of it")
        cells = [_cell(table, book, {**bound, **head}) for head in heads]
        lines.append((_label(bound[table.down.name]), *cells))
    corner = f"{table.down.name.capitalize()} \\ {table.across.name}"
    return Grid(table, (corner, *(_label(head[table.across.name]) for head in heads)), tuple(lines))


def _cell(table: Table, book: RuleBook, bound: Mapping[str, object]) -> object:
    names = {**bound, **{f"{name}_id": item.id for name, item in bound.items() if isinstance(item, Combatant)}}
    if table.skip and book.value(table.skip, names):
        return None
    return _value(table.cell, names, book)


def _value(expression: str, bound: Mapping[str, object], book: RuleBook) -> object:
    """What stands in a cell: a number, a text, or nothing."""
    value = book.value(expression, bound)
    if value is None or isinstance(value, str | int | float | Fraction):
        return value
    raise RuleError("a cell must be a number or a text", "take one field of a record; join a list with | join(', ')")


def _records(
    axis: Axis, table: Table, book: RuleBook, collections: Mapping[str, Iterable[object]]
) -> Iterator[dict[str, object]]:
    """Every combination along an axis, as names bound to records with their modifiers."""

    made: list[object] = []

    def walk(step: int, bound: dict[str, object]) -> Iterator[dict[str, object]]:
        if step == len(axis.steps):
            yield bound
            return
        where, name = axis.steps[step]
        for record in _members(where, bound, collections):
            made.append(record)
            if len(made) > MAX_LINES:
                raise RuleError(f"it has more than {MAX_LINES:,} rows or columns", "name fewer collections")
            yield from walk(step + 1, {**bound, name: book.combatant(record, table.modifiers.get(name, ()))})

    return walk(0, {})


def _members(where: str, bound: Mapping[str, object], collections: Mapping[str, Iterable[object]]) -> Iterable[object]:
    owner, dot, field_name = where.partition(".")
    if not dot:
        return collections[owner]
    values = getattr(bound[owner], "fields_of_record", {}).get(field_name)
    return values if isinstance(values, tuple) else ()


def _label(item: object) -> str:
    """A record's name, or its id."""
    fields = getattr(item, "fields_of_record", {})
    return str(fields.get("name") or getattr(item, "id", item))


def shown(value: object, style: str) -> str:
    """A cell as text: nothing for a skipped one; exact fractions as percentages or tenths."""
    if value is None:
        return ""
    if style == "percent" and isinstance(value, Fraction | int):
        return percent(Fraction(value))
    if style == "tenths" and isinstance(value, Fraction | int):
        return decimal(value, 1)
    if isinstance(value, Fraction):
        return str(value.numerator) if value.denominator == 1 else decimal(value, 1)
    return str(value)
