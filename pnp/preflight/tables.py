"""Tables: every cell can be computed, shown in the book or not."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.preflight.subject import Subject
from pnp.problems import Problem
from pnp.rules.sandbox import RuleError
from pnp.rules.tables import compute_table


def tables_compute(subject: Subject) -> Iterator[Problem]:
    """Every cell of every table can be computed."""
    game = subject.game
    for table in game.tables.values():
        try:
            compute_table(table, game.book, game.collections)
        except RuleError as error:
            yield Problem("bad-table", f"table {table.id}: {error}", table.span, error.hint)
