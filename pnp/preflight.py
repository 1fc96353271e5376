"""A loaded game goes in, what a build would not notice comes out: a list of small functions."""

from __future__ import annotations

from collections.abc import Callable

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
            compute_table(table, game.book, game.collections)
        except RuleError as error:
            problems.append(Problem("bad-table", f"table {table.id}: {error}", table.span, error.hint))
    return problems


CHECKS: tuple[Callable[[Game], list[Problem]], ...] = (tables_compute,)
