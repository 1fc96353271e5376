"""A game and its ``checks:`` go in; every record that breaks one is a problem, in the designer's own words.

``must`` is an expression that is true of each record; ``value`` one whose number keeps to ``at-least`` and ``at-most``.
With ``each`` a check holds for every item of a list field: ``item`` is the item, ``before`` are those before it, and a
problem is told at its place, or at that of the field that is its value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pnp.game.expectations import is_count
from pnp.game.model import Collection, Game
from pnp.game.sections import read_fields
from pnp.game.spec import CHECK
from pnp.problems import Span, did_you_mean
from pnp.rules.lookups import check_text, unused_names
from pnp.rules.sandbox import RuleError, evaluate, render
from pnp.schema.read import Reader
from pnp.schema.values import Record
from pnp.source.nodes import Listing, Node, Scalar, shortened

ITEM = "item."  # before a field of the item's


@dataclass(frozen=True, slots=True)
class Check:
    """One entry of ``checks``; what it does not say is empty."""

    span: Span
    every: str
    because: str
    must: str = ""
    each: str = ""
    value: str = ""
    at_least: str = ""
    at_most: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Case:
    """What a check is asked of: a record, or an item of its list; ``place`` is where a problem is told."""

    record: Record
    names: Mapping[str, object]
    label: str
    title: str
    place: Span


def check_constraints(game: Game, node: Node | None, reader: Reader) -> None:
    """Hold every record to every check."""
    if node is None:
        return
    if isinstance(node, Scalar) and node.empty:
        reader.problem("empty-section", "checks: nothing stands here", node.span, "fill it in, or take the line out")
        return
    for item in node.items if isinstance(node, Listing) else (node,):
        if is_count(item):
            continue  # counted by `pnp check`, when every piece is known
        check = _read(game, item, reader)
        if check is not None:
            _hold(game, check, reader)


def _read(game: Game, node: Node, reader: Reader) -> Check | None:
    """One entry, if it can be asked."""
    given = read_fields(reader, node, CHECK, "checks")
    check = Check(node.span, **{name.replace("-", "_"): str(given[name] or "") for name in CHECK})
    if not check.every or not check.because:
        return None
    if bool(check.must) == bool(check.value):
        message = "a check asks either must: or value:" + (", not both" if check.must else "")
        hint = 'such as must: "health <= 20", or value: health with at-most: 20'
        reader.problem("missing-field", message, node.span, hint)
        return None
    limited = check.at_least or check.at_most
    if check.value and not limited:
        reader.problem("missing-field", "the value has no limit", node.span, 'add at-least: 8, or at-most: "…"')
        return None
    if check.must and limited:
        hint = f"write value: {shortened(check.must)}, if that is a number"
        reader.problem("missing-field", "a limit needs a value: what must: asks has none", node.span, hint)
        return None
    if check.every not in game.collections:
        hint = did_you_mean(check.every, game.collections)
        message = f"every: there is no collection '{shortened(check.every)}'"
        reader.problem("unknown-collection", message, node.span, hint)
        return None
    return check if _has_list(game.collections[check.every], check, reader) else None


def _has_list(collection: Collection, check: Check, reader: Reader) -> bool:
    """Whether ``each``, if it is given, names a list; and a warning for a check that asks nothing of the records."""
    type_ = collection.fields.get(check.each)
    if check.each and (type_ is None or type_.kind not in ("list", "computed")):
        lists = [name for name, field in collection.fields.items() if field.kind == "list"]
        hint = did_you_mean(check.each, lists) or "name a field whose type begins with list"
        message = f"each: '{shortened(check.each)}' is no list field of {check.every}"
        reader.problem("unknown-field", message, check.span, hint)
        return False
    names = [*collection.fields, *(["item", "before"] if check.each else [])]
    asked = check.must or check.value
    if len(unused_names(asked, names)) == len(names) and unused_names(asked, ["it"]):
        what = "must" if check.must else "value"
        message = f"{what}: '{shortened(asked)}' names no field of {check.every}: it holds for all or for none"
        reader.warn("constant-check", message, check.span, "compare a field with something, such as health <= 20")
    return True


def _hold(game: Game, check: Check, reader: Reader) -> None:
    """Ask a check of every record, or every item; an expression that fails is told once."""
    for number, case in enumerate(_cases(game, check)):
        what = "because"
        try:
            if not number:  # the texts are filled in when they are needed; what is wrong with them is known before
                check_text(f"{check.because}{check.hint}", case.names)
            what = "must" if check.must else "value"
            broken = _broken(check, case) if check.value else _untrue(check, case)
            what = "because"
            if broken:
                because, hint = render(check.because, case.names), render(check.hint, case.names)
        except RuleError as error:
            reader.problem("bad-expression", f"{what}: {error} (for {case.label})", check.span, error.hint)
            return
        if broken:
            asked = f"the game asks that {check.must}" if check.must else _asked(check)
            reader.problem("constraint", f"{broken}: {because}", case.place, hint or asked)


def _cases(game: Game, check: Check) -> Iterator[Case]:
    for record in game.collections[check.every]:
        names = {**record.names(), "rules": game.rules}
        if not check.each:
            place = record.places.get(check.value, record.span)
            yield Case(record, names, str(record), _title(record), place if check.value else record.span)
            continue
        found = record[check.each]
        items = found if isinstance(found, tuple) else ()
        for number, item in enumerate(items):
            place = record.places.get(f"{check.each}[{number}]", record.span)
            if isinstance(item, Record):
                place = item.places.get(check.value.removeprefix(ITEM), place)
            title = _title(item)
            known = {**names, "item": item, "before": items[:number]}
            yield Case(record, known, f"{record}, {title}", f"{_title(record)}, {title}", place)


def _title(item: object) -> str:
    """What a designer calls it: a record's name, or its id."""
    return str(item.fields_of_record.get("name") or item.id) if isinstance(item, Record) else shortened(str(item))


def _untrue(check: Check, case: Case) -> str:
    return "" if evaluate(check.must, case.names) else case.label


def _broken(check: Check, case: Case) -> str:
    """``Ada: base points are 31, 6 more than 25``; empty where the value keeps to its limits, or there is none."""
    value = _number(check.value, case)
    if value is None:
        return ""
    for limit, more in ((check.at_least, False), (check.at_most, True)):
        bound = _number(limit, case) if limit else None
        if bound is None or (value <= bound if more else value >= bound):
            continue
        by = f"{_shown(abs(value - bound))} {'more' if more else 'less'} than {_shown(bound)}"
        field = check.value.removeprefix(ITEM)
        words = field.replace("_", " ") if field.isidentifier() else shortened(check.value)
        verb = "are" if words.endswith("s") and not words.endswith("ss") and field.isidentifier() else "is"
        return f"{case.title}: {words} {verb} {_shown(value)}, {by}"
    return ""


def _asked(check: Check) -> str:
    limits = [f"at least {check.at_least}"] * bool(check.at_least) + [f"at most {check.at_most}"] * bool(check.at_most)
    return f"the game asks for {shortened(check.value)} of {' and '.join(limits)}"


def _number(expression: str, case: Case) -> Fraction | None:
    """The number that an expression gives, as exact as it is written; None for nothing."""
    value = evaluate(expression, case.names)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        hint = f"count them: {expression} | length" if isinstance(value, list | tuple) else "name a number"
        raise RuleError(f"'{shortened(expression)}' is no number", hint)
    return Fraction(str(value))


def _shown(number: Fraction) -> str:
    return f"{float(number):.10g}"
