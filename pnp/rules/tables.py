"""Tables as data go in, grids of values come out: rows and columns of a collection, of another, or by name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pnp.problems import Span
from pnp.rules.formulas import Combatant, RuleBook, RuleError, decimal, percent
from pnp.rules.rates import Rate
from pnp.rules.work import TooMuchWork, allowance, spend

MAX_LINES = 2_000  # rows, or columns
MAX_CELLS = 20_000
MAX_CELL = 2_000  # letters
CELL = 40  # units that a cell takes beside its expression
FORMATS = ("plain", "percent", "tenths", "rate")
_NUMBERS = re.compile(r"(-?[0-9]{1,6})\.\.(-?[0-9]{1,6})")


@dataclass(frozen=True, slots=True)
class Axis:
    """``heroes as hero``, ``heroes as hero, hero.abilities as ability``, ``classes as class, 1..6 as power``.

    Its steps are records of a collection, a list inside a record, or whole numbers such as ``1..20``.
    """

    steps: tuple[tuple[str, str], ...]  # (where the records or numbers are, the name they get)

    @property
    def shown(self) -> tuple[str, ...]:
        """The names that tell its lines apart: all but those whose own lists are gone through."""
        owners = {where.partition(".")[0] for where, _ in self.steps if numbers_of(where) is None}
        return tuple(name for _, name in self.steps if name not in owners)

    @property
    def name(self) -> str:
        """What a line of it is, in words."""
        return " ".join(self.shown)

    def label(self, bound: Mapping[str, object]) -> str:
        """The heading of one line."""
        return " ".join(_label(bound[name]) for name in self.shown)


def numbers_of(where: str) -> range | None:
    """``1..20`` as its numbers; None for what is no range. Raises ValueError for one that is empty or too long."""
    match = _NUMBERS.fullmatch(where.strip())
    if match is None:
        return None
    found = range(int(match[1]), int(match[2]) + 1)
    if not found:
        raise ValueError(f"the range {where} is empty")
    if len(found) > MAX_LINES:
        raise ValueError(f"the range {where} has more than {MAX_LINES:,} numbers")
    return found


def lines_of(
    axis: Axis,
    modifiers: Mapping[str, tuple[str, ...]],
    book: RuleBook,
    collections: Mapping[str, Iterable[object]],
) -> Iterator[dict[str, object]]:
    """Every combination along an axis, as names bound to numbers, or to records with their modifiers."""
    made = 0

    def walk(step: int, bound: dict[str, object]) -> Iterator[dict[str, object]]:
        nonlocal made
        if step == len(axis.steps):
            yield bound
            return
        where, name = axis.steps[step]
        for item in _members(where, bound, collections):
            made += 1
            if made > MAX_LINES:
                raise RuleError(f"it has more than {MAX_LINES:,} rows or columns", "name fewer collections")
            value = item if isinstance(item, int) else book.combatant(item, modifiers.get(name, ()))
            yield from walk(step + 1, {**bound, name: value})

    return walk(0, {})


def _members(where: str, bound: Mapping[str, object], collections: Mapping[str, Iterable[object]]) -> Iterable[object]:
    numbers = numbers_of(where)
    if numbers is not None:
        return numbers
    owner, dot, field_name = where.partition(".")
    if not dot:
        return collections[owner]
    values = getattr(bound[owner], "fields_of_record", {}).get(field_name)
    return values if isinstance(values, tuple) else ()


def _label(item: object) -> str:
    """A record's name, or its id; a number itself."""
    fields = getattr(item, "fields_of_record", {})
    return str(fields.get("name") or getattr(item, "id", item))


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
    """Evaluate every cell, once in a book's life. Raises RuleError with what went wrong.

    All the tables of a game share one allowance: each of many small ones costs a line.
    """
    memory = book.memory
    if table not in memory.grids:
        if memory.table_units <= 0:
            raise RuleError("the tables before it take all the work that tables may do", "compute less in them")
        with allowance(memory.table_units) as purse:
            try:
                memory.grids[table] = _computed(table, book, collections)
            except TooMuchWork as error:
                raise RuleError(str(error), "make fewer rows, columns or tables") from None
            finally:
                memory.table_units = purse.units
    grid = memory.grids[table]
    assert isinstance(grid, Grid), "only these are kept"
    return grid


def _computed(table: Table, book: RuleBook, collections: Mapping[str, Iterable[object]]) -> Grid:
    heads = list(lines_of(table.across, table.modifiers, book, collections)) if table.across is not None else []
    headings = (
        (f"{table.down.name.capitalize()} \\ {table.across.name}", *(table.across.label(head) for head in heads))
        if table.across is not None
        else (table.down.name.capitalize(), *table.columns)
    )
    rows: list[tuple[object, ...]] = []
    for bound in lines_of(table.down, table.modifiers, book, collections):
        if (len(rows) + 1) * (len(headings) - 1) > MAX_CELLS:
            raise RuleError(f"it has more than {MAX_CELLS:,} cells", "make several tables of it")
        spend(CELL * (len(headings) - 1))
        cells = (
            [_cell(table, book, {**bound, **head}) for head in heads]
            if table.across is not None
            else [_value(expression, bound, book) for expression in table.columns.values()]
        )
        rows.append((table.down.label(bound), *cells))
    return Grid(table, headings, tuple(rows))


def _cell(table: Table, book: RuleBook, bound: Mapping[str, object]) -> object:
    names = {**bound, **{f"{name}_id": item.id for name, item in bound.items() if isinstance(item, Combatant)}}
    if table.skip and book.value(table.skip, names):
        return None
    return _value(table.cell, names, book)


def _value(expression: str, bound: Mapping[str, object], book: RuleBook) -> object:
    """What stands in a cell: a number, a text, or nothing."""
    value = book.value(expression, bound)
    if isinstance(value, str) and len(value) > MAX_CELL:
        raise RuleError(f"a cell has a text of {len(value):,} letters; at most {MAX_CELL:,}", "show a part of it")
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
