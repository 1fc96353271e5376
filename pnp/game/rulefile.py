"""The rules file goes in, a RuleBook and its tables come out; every formula is tried on the records it is for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from pnp.game.model import Collection
from pnp.game.ruletables import read_tables
from pnp.game.sections import entries, known_keys, read_fields
from pnp.game.simulations import read_simulations, try_simulations
from pnp.problems import did_you_mean
from pnp.rules.dice import READINGS, Roll, read_roll
from pnp.rules.formulas import FUNCTIONS, Formula, RuleBook, RuleError, read_signature
from pnp.rules.lookups import unused_names
from pnp.rules.tables import Table, numbers_of
from pnp.schema.naming import check_name, check_value, check_word
from pnp.schema.read import Reader
from pnp.schema.types import FieldType, field_types
from pnp.source.nodes import Mapping as MappingNode
from pnp.source.nodes import Node, Scalar, kind, shortened
from pnp.units import looks_like_number, parse_number, parse_whole

MOST_NUMBERS = 100  # extras, or what a modifier adds: every record gets them
Collections = Mapping[str, Collection]
T = TypeVar("T")

ROLL = field_types({"dice": "text", "read": f"one of {' | '.join(READINGS)}?"})
RULE_KEYS = ("values", "roll", "extras", "parameters", "modifiers", "formulas", "simulations", "tables")


def check_rules(reader: Reader, page: MappingNode, book: RuleBook, collections: Mapping[str, Collection]) -> None:
    """Everything that needs more than one section."""
    _check_names(reader, page)
    _check_modifiers(reader, page, book, collections)


def _check_names(reader: Reader, page: MappingNode) -> None:
    """Values, formulas and parameters share their names with the functions: each name is one thing."""
    taken = dict.fromkeys(FUNCTIONS, "a function")
    sections = {
        "values": "a value", "parameters": "a parameter", "formulas": "a formula", "simulations": "a simulation",
    }  # fmt: skip
    for section, what in sections.items():
        node = page.get(section)
        for key, _ in node.entries if isinstance(node, MappingNode) else ():
            name = key.text.partition("(")[0].strip().replace("-", "_")
            if name in taken and taken[name] != what:
                message = f"'{name}' is the name of {taken[name]} already"
                reader.problem("bad-name", message, key.span, "choose another name")
            taken.setdefault(name, what)


def _check_modifiers(reader: Reader, page: MappingNode, book: RuleBook, collections: Mapping[str, Collection]) -> None:
    """A modifier adds to a number: an extra field, or a field of the records that formulas are about."""
    named = [name for name in dict.fromkeys(book.parameters.values()) if name in collections]
    owners = [collections[name] for name in named] or list(collections.values())
    fields = {name: type_ for owner in owners for name, type_ in owner.fields.items()}
    node = page.get("modifiers")
    for modifier, value in node.entries if isinstance(node, MappingNode) else ():
        for key, _ in value.entries if isinstance(value, MappingNode) else ():
            known = [
                *book.extras,
                *(name for name, type_ in fields.items() if type_.kind in ("int", "number", "computed")),
            ]
            if key.text in known:
                continue
            message = f"{modifier.text}: no record has a number called '{key.text}'"
            hint = did_you_mean(key.text, known) or "name it under extras:, with its usual value"
            reader.problem("unknown-field", message, key.span, hint)


def read_rules(reader: Reader, page: Node | None, collections: Collections) -> tuple[RuleBook, dict[str, Table]]:
    """Read the sections of a rules file; an absent file is an empty book."""
    named = {name.replace("-", "_"): collection for name, collection in collections.items()}
    if page is None:
        return RuleBook(collections=named), {}
    if not isinstance(page, MappingNode):
        message = f"expected the sections of the rules, found {kind(page)}"
        reader.problem("wrong-type", message, page.span, f"such as {', '.join(RULE_KEYS)}")
        return RuleBook(), {}
    known_keys(reader, page, RULE_KEYS, "the rules")
    book = RuleBook(
        values=_values(reader, page.get("values")),
        roll=_roll(reader, page.get("roll")),
        extras=_numbers(reader, page.get("extras"), "extras"),
        parameters=_parameters(reader, page.get("parameters"), collections),
        modifiers=_modifiers(reader, page.get("modifiers")),
        formulas=_formulas(reader, page.get("formulas"), page.get("parameters")),
        simulations=read_simulations(reader, page.get("simulations"), collections),
        collections=named,
    )
    check_rules(reader, page, book, collections)
    return book, read_tables(reader, page.get("tables"), book, collections)


def try_formulas(reader: Reader, book: RuleBook, collections: Collections) -> None:
    """Evaluate every formula on each record it is for, paired with the next; the first failure is its problem.

    Every pair would be many; `pnp check` and `pnp tables` compute the tables whole. Simulations play two games.
    """
    try_simulations(reader, book, collections)
    if book.simulations:
        book = replace(book, trial=True, memory=replace(book.memory, results={}, rates={}))
    for formula in book.formulas.values():
        pools = [_tried(book, book.parameters[name], collections) for name in formula.parameters]
        for i in range(max(map(len, pools)) if all(pools) else 0):
            arguments = [pool[(i + step) % len(pool)] for step, pool in enumerate(pools)]
            try:
                book.value(formula.expression, dict(zip(formula.parameters, arguments, strict=True)))
            except RuleError as error:
                who = ", ".join(str(item) for item in arguments)
                reader.problem("bad-formula", f"{formula.name}: {error} (for {who})", formula.span, error.hint)
                break


def _tried(book: RuleBook, where: str, collections: Collections) -> Sequence[object]:
    """What a parameter stands for: numbers, or the records of a collection."""
    numbers = numbers_of(where)
    return [book.combatant(record) for record in collections[where]] if numbers is None else numbers


def _values(reader: Reader, node: Node | None) -> dict[str, object]:
    """Numbers and texts under their own names, dashes as underscores."""
    values: dict[str, object] = {}
    for key, value in entries(reader, node, "values"):
        check_value(reader, key, "value")
        if isinstance(value, Scalar) and not value.empty:
            _once(reader, key, values)[key.text.replace("-", "_")] = _plain(reader, value)
        else:
            message = f"{shortened(key.text)}: expected a number or a text, found {kind(value)}"
            reader.problem("wrong-type", message, value.span, "write its number behind the colon")
    return values


def _once(reader: Reader, key: Scalar, found: dict[str, T]) -> dict[str, T]:
    """What was found so far; a name that differs from an earlier one in its dashes alone is the same name."""
    if key.text.replace("-", "_") in found:
        message = f"'{key.text}' is given twice: dashes and underscores are the same here"
        reader.problem("duplicate-key", message, key.span, "keep one of them")
    return found


def _plain(reader: Reader, node: Scalar) -> object:
    """A number where the text is one (and is not quoted), else the text."""
    if node.quoted or not looks_like_number(node.text):
        return str(reader.value(node, FieldType("text", optional=True), "value", None))
    return _whole_or_number(reader, node)


def _whole_or_number(reader: Reader, node: Scalar) -> int | float:
    for parse in (parse_whole, parse_number):
        try:
            return parse(node.text)
        except ValueError as error:
            wrong = str(error)
    reader.problem("wrong-type", f"{wrong}, found {kind(node)}", node.span, "put quotes round it, if it is a text")
    return 0


def _numbers(reader: Reader, node: Node | None, what: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for key, value in entries(reader, node, what, MOST_NUMBERS):
        check_word(reader, key, "field")
        try:
            if not isinstance(value, Scalar):
                raise ValueError("expected a whole number")
            found[key.text] = parse_whole(value.text)
        except ValueError as error:
            message = f"{shortened(key.text)}: {error}, found {kind(value)}"
            reader.problem("wrong-type", message, value.span, "such as 5 or -1")
    return found


def _modifiers(reader: Reader, node: Node | None) -> dict[str, dict[str, int]]:
    found = {}
    for key, value in entries(reader, node, "modifiers"):
        check_name(reader, key, "modifier")
        found[key.text] = _numbers(reader, value, shortened(key.text))
    return found


def _roll(reader: Reader, node: Node | None) -> Roll | None:
    if node is None:
        return None
    given = read_fields(reader, node, ROLL, "roll")
    try:
        return read_roll(str(given["dice"]), str(given["read"] or "sum")) if given["dice"] else None
    except ValueError as error:
        reader.problem("bad-roll", f"roll: {error}", node.span, "such as {dice: 2d6} or {dice: 2d10, read: percent}")
        return None


def _parameters(reader: Reader, node: Node | None, collections: Collections) -> dict[str, str]:
    found = {}
    for key, value in entries(reader, node, "parameters"):
        name = value.text if isinstance(value, Scalar) else ""
        check_word(reader, key, "parameter")
        try:
            numbers = numbers_of(name)
        except ValueError as error:
            reader.problem("bad-range", f"{shortened(key.text)}: {error}", value.span, "such as 1..20")
            continue
        if name in collections or numbers:
            found[key.text] = name.strip()
        else:
            reader.problem(
                "unknown-collection",
                f"{shortened(key.text)}: there is no collection '{shortened(name)}'",
                value.span,
                did_you_mean(name, collections),
            )
    return found


def _formulas(reader: Reader, node: Node | None, parameters: Node | None) -> dict[str, Formula]:
    known = [key.text for key, _ in entries(reader, parameters, "parameters")]
    found = {}
    for key, value in entries(reader, node, "formulas"):
        signature = read_signature(key.text)
        if signature is None or not isinstance(value, Scalar) or value.empty:
            hint = 'write it as name(parameter, parameter): "expression"'
            reader.problem("bad-formula", f"'{shortened(key.text)}' is no formula", key.span, hint)
            continue
        name, arguments = signature
        if name in found or len(set(arguments)) < len(arguments):
            what = f"'{name}' is given twice" if name in found else f"{name} names a parameter twice"
            reader.problem("duplicate-key", what, key.span, "keep one of them")
        check_word(reader, Scalar(name, key.span), "formula")
        for argument in unused_names(value.text, arguments):
            message = f"{name}: the parameter '{argument}' is not used"
            reader.warn("unused-parameter", message, key.span, "take it out, or use it")
        strangers = [argument for argument in arguments if argument not in known]
        for argument in strangers:
            hint = did_you_mean(argument, known) or "name it under parameters:"
            reader.problem("unknown-parameter", f"{name}: unknown parameter '{argument}'", key.span, hint)
        if not strangers:
            found[name] = Formula(name, arguments, value.text, value.span)
    return found


__all__ = ["read_rules", "try_formulas"]
