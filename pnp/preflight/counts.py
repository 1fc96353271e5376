"""What a game counts and computes goes in; pieces and dice that its box lacks, and cells without a value, come out."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator
from fractions import Fraction

from pnp.game.model import CountRule
from pnp.preflight.phrases import texts_of
from pnp.preflight.subject import Subject, warning
from pnp.problems import Problem, Source, Span
from pnp.rulebook.chapters import book_names
from pnp.rules.rates import Rate
from pnp.rules.sandbox import RuleError, evaluate, render
from pnp.rules.tables import compute_table
from pnp.rules.work import stage_allowance

_DIE = re.compile(r"(?<![\w#-])\d*(d(?:2|3|4|6|8|10|12|16|20|24|30|100))(?![\w-])")
_NAMES = "it may use collections, rules, your formulas and pieces('component')"


def counts_suffice(subject: Subject) -> Iterator[Problem]:
    """What ``checks`` counts is there, as often as it must be."""
    names = book_names(subject.game)
    with stage_allowance():
        found = [problem for rule in subject.game.expected.counts for problem in _counted(subject, rule, names)]
    yield from found


def _counted(subject: Subject, rule: CountRule, names: dict[str, object]) -> Iterator[Problem]:
    game = subject.game
    known = rule.what in game.components or rule.what in game.expected.box
    held = evaluate(f"pieces('{rule.what}')", names) if known else 0
    try:
        because, cure = render(rule.because, names), render(rule.hint, names)
    except RuleError as error:
        yield Problem("bad-expression", f"count of {rule.what}: {error}", rule.span, error.hint or _NAMES)
        return
    for limit, code, wrong in (
        (rule.at_least, "too-few-pieces", operator.lt),
        (rule.at_most, "too-many-pieces", operator.gt),
    ):
        if not limit:
            continue
        try:
            number = evaluate(limit, names)
        except RuleError as error:
            yield Problem("bad-expression", f"count of {rule.what}: {error}", rule.span, error.hint or _NAMES)
            continue
        if isinstance(number, bool) or not isinstance(number, (int, float)):
            hint = "write a number, or an expression that gives one"
            yield Problem("bad-expression", f"count of {rule.what}: '{limit}' is no number", rule.span, hint)
        elif not known and number > 0:
            hint = cure or f"add {rule.what}: {number:g} to box:, or change the rule"
            yield Problem("missing-piece", f"the box has no {rule.what}: {because}", rule.span, hint, about=rule.what)
        elif wrong(held, number):
            asked = f"{'at least' if limit is rule.at_least else 'at most'} {number:g}"
            message = f"the box has {held} {rule.what}, and {asked} are asked for: {because}"
            hint = cure or "change its copies (or its count under box:), or the rule"
            yield Problem(code, message, rule.span, hint, about=rule.what)


def dice_are_there(subject: Subject) -> Iterator[Problem]:
    """Dice that the roll or any text names stand in ``box``; a game without such a list is not asked."""
    game = subject.game
    if not game.expected.box:
        return
    held = {name for name in game.expected.box if _DIE.fullmatch(name)}
    named: dict[str, Span] = {}
    for source in subject.phrases.files.values():
        _find(source, named)
    for collection in game.collections.values():
        for text in (text for record in collection for text in texts_of(record)):
            for die in _DIE.findall(text):
                named.setdefault(die, text.span)
    for die, span in sorted(named.items()):
        if die not in held:
            hint = f"add {die} to box: in game.yaml, or name other dice"
            yield warning("missing-dice", f"a {die} is called for here, and the box has none", span, hint, die)


def _find(source: Source, named: dict[str, Span]) -> None:
    for number, line in enumerate(source.lines, 1):
        for match in _DIE.finditer(line):
            named.setdefault(match[1], Span(source, number, match.start() + 1, len(match[0])))


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
