"""A loaded game goes in, what a build would not notice comes out: a list of small functions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from pnp.game.model import Game
from pnp.problems import Problem
from pnp.rules.sandbox import RuleError
from pnp.rules.tables import compute_table


def preflight(game: Game) -> list[Problem]:
    """Every problem that every check finds."""
    return [problem for check in CHECKS for problem in check(game)]


def tables_compute(game: Game) -> list[Problem]:
    """Every cell of every table can be computed."""
    problems = []
    for table in game.tables.values():
        try:
            grid = compute_table(table, game.book, game.collections)
        except RuleError as error:
            problems.append(Problem("bad-table", f"table {table.id}: {error}", table.span, error.hint))
            continue
        values = [value for row in grid.rows for value in row[1:] if value is not None]
        if table.format != "plain" and values and not any(isinstance(value, Fraction | int) for value in values):
            message = f"table {table.id}: the format {table.format} fits none of its cells: they are texts or decimals"
            hint = "leave the format out, or let the cell be an exact number"
            problems.append(Problem("idle-format", message, table.span, hint, "warning"))
    return problems


CHECKS: tuple[Callable[[Game], list[Problem]], ...] = (tables_compute,)
