"""An expression or a text goes in, the names that it looks up come out, without running it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from jinja2 import TemplateSyntaxError
from jinja2.meta import find_undeclared_variables

from pnp.problems import did_you_mean
from pnp.rules.explain import RuleError, explain
from pnp.rules.sandbox import plain_environment

_ENDS = {"{{": "}}", "{%": "%}", "{##": "##}"}
_OPENING = re.compile(r"\{(?:\{|%|##)")


def code_spans(text: str, *, comments: bool) -> Iterator[tuple[int, int]]:
    """Where ``{{ }}`` and ``{% %}`` begin and end in a text, and ``{## ##}``, if asked for; each a pair of places.

    What is opened and never closed is looked for once, not from each of its openings.
    """
    unclosed: set[str] = set() if comments else {"{##"}
    position = 0
    while opening := _OPENING.search(text, position):
        mark = opening[0]
        end = -1 if mark in unclosed else text.find(_ENDS[mark], opening.end())
        if end < 0:
            unclosed.add(mark)
            position = opening.start() + 1
        else:
            position = end + len(_ENDS[mark])
            yield opening.start(), position


def used_names(expression: str) -> set[str]:
    """The names that an expression looks up; none, when it cannot be read."""
    return _used(expression) or set()


def unused_names(expression: str, names: Iterable[str]) -> list[str]:
    """Those of the names that an expression does not look up; none, when it cannot be read."""
    used = _used(expression)
    return [] if used is None else [name for name in names if name not in used]


def check_text(text: str, names: Iterable[str]) -> None:
    """Try a text with ``{{ }}`` without filling it in. Raises RuleError for one that nobody can."""
    try:
        unknown = (
            find_undeclared_variables(plain_environment().parse(text)) - set(names) - plain_environment().globals.keys()
        )
    except TemplateSyntaxError as error:
        raise explain(error, {}) from None
    if unknown:
        raise RuleError(f"'{min(unknown)}' is not known here", did_you_mean(min(unknown), names))


def _used(expression: str) -> set[str] | None:
    try:
        return find_undeclared_variables(plain_environment().parse("{{ (" + expression + ") }}"))
    except TemplateSyntaxError:
        return None
