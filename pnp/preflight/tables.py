"""Tables: every cell can be computed, shown in the book or not, and a table's format is of use."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pnp.preflight.subject import Subject, warning
from pnp.problems import Problem
from pnp.rules.rates import Rate
from pnp.rules.sandbox import RuleError
from pnp.rules.tables import compute_table


def tables_compute(subject: Subject) -> Iterator[Problem]:
    """Every cell of every table can be computed; a format other than plain fits at least one of them."""
    game = subject.game
    for table in game.tables.values():
        try:
            grid = compute_table(table, game.book, game.collections)
        except RuleError as error:
            yield Problem("bad-table", f"table {table.id}: {error}", table.span, error.hint)
            continue
        values = [value for row in grid.rows for value in row[1:] if value is not None]
        if table.format != "plain" and values and not any(isinstance(value, Fraction | int | Rate) for value in values):
            message = f"table {table.id}: the format {table.format} fits none of its cells: they are texts or decimals"
            hint = "leave the format out, or let the cell be an exact number"
            yield warning("idle-format", message, table.span, hint, f"tables.{table.id}")
