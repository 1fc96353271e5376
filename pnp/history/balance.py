"""Two games go in; their tables cell by cell come out, and what they mean for whoever heads a row or a column."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pnp.game.model import Game
from pnp.history.phrasing import numbered
from pnp.problems import GameError, Problem
from pnp.rules.grid_formats import cells_of
from pnp.rules.rates import Rate
from pnp.rules.sandbox import RuleError
from pnp.rules.tables import Grid, Table, compute_table

_NUMBER = re.compile(r"[−-]?\d+(?:\.\d+)?")
Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class ShownCell:
    """A cell of one side: its text, and its number, exact where the table knows it, else what the text begins with."""

    text: str = ""
    number: Fraction | None = None


_NONE = ShownCell()


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell before and after; empty where there was none."""

    old: ShownCell
    new: ShownCell

    @property
    def changed(self) -> bool:
        """Whether it reads otherwise."""
        return self.old.text != self.new.text

    @property
    def step(self) -> Fraction | None:
        """By how much its number grew; None where a side has no number."""
        if self.old.number is None or self.new.number is None:
            return None
        return self.new.number - self.old.number


@dataclass(frozen=True, eq=False)
class TableChange:
    """A table of which some cells differ: headings without the corner, and rows of cells under their labels."""

    table: Table
    corner: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]

    @property
    def changed(self) -> int:
        """How many cells differ."""
        return sum(cell.changed for _, cells in self.rows for cell in cells)

    @property
    def filled(self) -> int:
        """How many cells hold something."""
        return sum(bool(cell.old.text or cell.new.text) for _, cells in self.rows for cell in cells)


def number_in(text: str) -> Fraction | None:
    """The number that a cell begins with: 79 of "79 % (78)"; None for words."""
    match = _NUMBER.match(text)
    return Fraction(match[0].replace("−", "-")) if match else None


def compare_tables(old: Game, new: Game) -> list[TableChange]:
    """Every table that both games have and that differs, in the new game's order. Raises GameError."""
    found = []
    for table in new.tables.values():
        if table.id in old.tables:
            change = _compare(_grid(old.tables[table.id], old), _grid(table, new))
            if change.changed:
                found.append(change)
    return found


def _grid(table: Table, game: Game) -> Grid:
    try:
        return compute_table(table, game.book, game.collections)
    except RuleError as error:
        raise GameError([Problem("bad-table", f"table {table.id}: {error}", table.span, error.hint)]) from None


def _compare(old: Grid, new: Grid) -> TableChange:
    """Rows and columns are matched by their headings; equal ones in their order."""
    was, now = _by_heading(old), _by_heading(new)
    columns = list(dict.fromkeys([*numbered(new.headings[1:]), *numbered(old.headings[1:])]))
    labels = list(dict.fromkeys([*now, *was]))
    rows = [
        (
            label[0],
            tuple(Cell(was.get(label, {}).get(key, _NONE), now.get(label, {}).get(key, _NONE)) for key in columns),
        )
        for label in labels
    ]
    return TableChange(new.table, new.headings[0], tuple(name for name, _ in columns), tuple(rows))


def _by_heading(grid: Grid) -> dict[Key, dict[Key, ShownCell]]:
    columns = numbered(grid.headings[1:])
    found = {}
    for label, row, texts in zip(numbered(str(row[0]) for row in grid.rows), grid.rows, cells_of(grid), strict=True):
        cells = [
            ShownCell(text, _exact(value, text, grid.table.format)) for value, text in zip(row, texts, strict=True)
        ]
        found[label] = dict(zip(columns, cells[1:], strict=True))
    return found


def _exact(value: object, text: str, style: str) -> Fraction | None:
    """A cell's number as it is shown, before it was rounded."""
    if isinstance(value, Rate):
        return value.share * 100
    if isinstance(value, int | Fraction):
        return Fraction(value) * (100 if style == "percent" else 1)
    return number_in(text)


@dataclass(frozen=True, slots=True)
class Shift:
    """What a table means for one record: the mean change of its cells, in its part ("as attacker").

    ``gain`` is that change as a share of the table's range, positive where it is good for the record; None where
    the table does not say what is better.
    """

    name: str
    title: str
    part: str
    mean: Fraction
    gain: Fraction | None


def find_shifts(changes: Sequence[TableChange]) -> list[Shift]:
    """The shifts of every table of numbers, for each heading of a row, and of a column if a record heads it."""
    found = []
    for change in changes:
        table = change.table
        sign = {"high": 1, "low": -1}.get(table.better)
        if table.across is None:
            for i, heading in enumerate(change.headings):
                lines = [(label, [cells[i]]) for label, cells in change.rows]
                found += _shifts(f"{table.title}, {heading.lower()}", "", lines, sign)
            continue
        columns = [(name, [cells[i] for _, cells in change.rows]) for i, name in enumerate(change.headings)]
        found += _shifts(table.title, f"as {table.across.name}", columns, sign)
        rows = [(label, list(cells)) for label, cells in change.rows]
        found += _shifts(table.title, f"as {table.down.name}", rows, None if sign is None else -sign)
    return found


def _shifts(title: str, part: str, lines: list[tuple[str, list[Cell]]], sign: int | None) -> list[Shift]:
    numbers = [n for _, cells in lines for cell in cells if (n := cell.old.number) is not None]
    spread = max(numbers) - min(numbers) if numbers else Fraction(0)
    found = []
    for name, cells in lines:
        steps = [step for cell in cells if (step := cell.step) is not None]
        mean = sum(steps, Fraction(0)) / len(steps) if steps else Fraction(0)
        if mean:
            found.append(Shift(name, title, part, mean, None if sign is None else sign * mean / (spread or 1)))
    return found


def find_balance(shifts: Sequence[Shift]) -> list[tuple[str, Fraction]]:
    """Who gained (above 0) and who lost: the sum of a record's gains over the tables that differ, best first."""
    sums: dict[str, Fraction] = {}
    for shift in shifts:
        if shift.gain is not None:
            sums[shift.name] = sums.get(shift.name, Fraction(0)) + shift.gain
    return sorted(sums.items(), key=lambda item: (-item[1], item[0]))
