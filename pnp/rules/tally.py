"""Records and a field go in; how many there are of each of its values comes out, copies counted: a curve, a mix."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sized

from pnp.rules.explain import RuleError
from pnp.rules.filters import counted
from pnp.rules.work import spend, spend_keys


def tally(records: object, field: object, among: object = None) -> list[tuple[object, int]]:
    """Pairs of a value and its count, in the order of ``among``, or as the values first appear.

    ``field`` may lead through references: ``class.name``. What is not ``among`` the values is not counted. A record
    counts as often as its ``copies`` say. Raises RuleError for a field that a record does not have.
    """
    if not isinstance(field, str) or not field:
        raise ValueError("tally needs the name of a field, as tally(cards, 'power')")
    found: dict[object, int] = {}
    wanted: list[object] = []
    if among is not None:
        wanted = list(_items(among, "the values to count"))
        spend(5 * len(wanted))
        found = dict.fromkeys(wanted, 0)
    spend(5 * len(records) if isinstance(records, Sized) else 0)
    pairs = [(_value(record, field), _copies(record)) for record in _items(records, "what is counted")]
    spend_keys([*wanted, *(value for value, _ in pairs)])
    for value, copies in pairs:
        if among is None or value in found:
            found[value] = found.get(value, 0) + copies
    return list(found.items())


def _items(given: object, what: str) -> Iterable[object]:
    if isinstance(given, str | Mapping) or not isinstance(given, Iterable):
        raise ValueError(f"{what} must be a list")
    return counted(given)


def _value(record: object, field: str) -> object:
    value = record
    for name in field.split("."):
        spend(1)
        fields = getattr(value, "fields_of_record", None)
        if fields is None or name not in fields:
            raise RuleError(f"{value} has no field '{name}' to count by" if fields else f"'{name}' is no field here")
        value = fields[name]
    if isinstance(value, list | tuple | dict):
        raise RuleError(f"'{field}' is a list: count by a field with one value")
    return value


def _copies(record: object) -> int:
    copies = getattr(record, "fields_of_record", {}).get("copies", 1)
    return max(0, copies) if isinstance(copies, int) else 1
