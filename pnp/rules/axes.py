"""The rows or columns of a table as data go in; the names they bind and their headings come out.

An axis is made of steps: records of a collection, a list inside a record, or whole numbers such as ``1..20``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pnp.rules.formulas import RuleBook, RuleError

MAX_LINES = 2_000  # rows, or columns
_NUMBERS = re.compile(r"(-?[0-9]{1,6})\.\.(-?[0-9]{1,6})")


@dataclass(frozen=True, slots=True)
class Axis:
    """``heroes as hero``, ``heroes as hero, hero.abilities as ability``, ``classes as class, 1..6 as power``."""

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
