"""Tables as data go in, grids of values come out: rows from one collection, columns from another or by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pnp.problems import Span
from pnp.rules.axes import Axis, lines_of
from pnp.rules.formulas import Combatant, RuleBook, RuleError, decimal, percent
from pnp.rules.rates import Rate
from pnp.rules.work import allowance

MAX_CELLS = 20_000
MAX_TABLE_WORK = 20_000_000
FORMATS = ("plain", "percent", "tenths", "rate")


@dataclass(frozen=True, eq=False)
class Table:
    """A table of a game. Either ``across`` and ``cell``, or ``columns`` (heading -> expression).

    ``better`` says which numbers are good for who heads the column (the row, where columns are headings): high or low.
    """

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
    better: str = ""
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
                table.down.label(bound),
                *(_value(expression, bound, book) for expression in table.columns.values()),
            )
            for bound in lines_of(table.down, table.modifiers, book, collections)
        ]
        return Grid(table, headings, tuple(rows))
    heads = list(lines_of(table.across, table.modifiers, book, collections))
    lines: list[tuple[object, ...]] = []
    for bound in lines_of(table.down, table.modifiers, book, collections):
        if (len(lines) + 1) * len(heads) > MAX_CELLS:
            raise RuleError(f"it has more than {MAX_CELLS:,} cells", "make several tables of it")
        cells = [_cell(table, book, {**bound, **head}) for head in heads]
        lines.append((table.down.label(bound), *cells))
    corner = f"{table.down.name.capitalize()} \\ {table.across.name}"
    return Grid(table, (corner, *(table.across.label(head) for head in heads)), tuple(lines))


def _cell(table: Table, book: RuleBook, bound: Mapping[str, object]) -> object:
    names = {**bound, **{f"{name}_id": item.id for name, item in bound.items() if isinstance(item, Combatant)}}
    if table.skip and book.value(table.skip, names):
        return None
    return _value(table.cell, names, book)


def _value(expression: str, bound: Mapping[str, object], book: RuleBook) -> object:
    """What stands in a cell: a number, a text, or nothing."""
    value = book.value(expression, bound)
    if value is None or isinstance(value, str | int | float | Fraction | Rate):
        return value
    raise RuleError("a cell must be a number or a text", "take one field of a record; join a list with | join(', ')")


def shown(value: object, style: str) -> str:
    """A cell as text: nothing for a skipped one; exact fractions as percentages or tenths, rates with their error."""
    if value is None:
        return ""
    if isinstance(value, Rate):
        return str(value) if style in ("plain", "rate") else shown(value.share, style)
    if style in ("percent", "rate") and isinstance(value, Fraction | int):
        return percent(Fraction(value))
    if style == "tenths" and isinstance(value, Fraction | int):
        return decimal(value, 1)
    if isinstance(value, Fraction):
        return str(value.numerator) if value.denominator == 1 else decimal(value, 1)
    return str(value)
