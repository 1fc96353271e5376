"""The rules file goes in, a RuleBook and its tables come out; every formula is tried on the records it is for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from pnp.game.model import Collection
from pnp.game.rulechecks import check_rules
from pnp.game.sections import entries, known_keys, read_fields, texts
from pnp.problems import did_you_mean
from pnp.rules.dice import READINGS, Roll, read_roll
from pnp.rules.formulas import Formula, RuleBook, RuleError, read_signature
from pnp.rules.lookups import unused_names
from pnp.rules.tables import FORMATS, Axis, Table
from pnp.schema.names import check_name, check_value, check_word
from pnp.schema.read import Reader
from pnp.schema.types import FieldType, parse_type
from pnp.source.nodes import Listing, Node, Scalar, kind, shortened
from pnp.source.nodes import Mapping as MappingNode
from pnp.units import looks_like_number, parse_number, parse_whole

Collections = Mapping[str, Collection]
T = TypeVar("T")

RULE_KEYS = ("values", "roll", "extras", "parameters", "modifiers", "formulas", "tables")
TABLE_KEYS = ("title", "rows", "columns", "cell", "skip", "format", "note", "better", "with")


def _types(**fields: str) -> dict[str, FieldType]:
    return {name: parse_type(text, (), ()) for name, text in fields.items()}


ROLL = _types(dice="text", read=f"one of {' | '.join(READINGS)}?")
TABLE = _types(
    title="text",
    rows="text",
    cell="text?",
    skip="text?",
    note="text?",
    format=f"one of {' | '.join(FORMATS)}?",
    better="one of high | low?",
)


def read_rules(reader: Reader, page: Node | None, collections: Collections) -> tuple[RuleBook, dict[str, Table]]:
    """Read the sections of a rules file; an absent file is an empty book."""
    if page is None:
        return RuleBook(), {}
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
    )
    check_rules(reader, page, book, collections)
    return book, _tables(reader, page.get("tables"), book, collections)


def try_formulas(reader: Reader, book: RuleBook, collections: Collections) -> None:
    """Evaluate every formula on each record it is for, paired with the next; the first failure is its problem.

    Every pair would be many; `pnp check` and `pnp tables` compute the tables whole.
    """
    for formula in book.formulas.values():
        pools = [list(collections[book.parameters[name]]) for name in formula.parameters]
        for i in range(max(map(len, pools)) if all(pools) else 0):
            arguments = [book.combatant(pool[(i + step) % len(pool)]) for step, pool in enumerate(pools)]
            try:
                book.value(formula.expression, dict(zip(formula.parameters, arguments, strict=True)))
            except RuleError as error:
                who = ", ".join(str(item) for item in arguments)
                reader.problem("bad-formula", f"{formula.name}: {error} (for {who})", formula.span, error.hint)
                break


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
    for key, value in entries(reader, node, what):
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
        if name in collections:
            found[key.text] = name
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


def _tables(reader: Reader, node: Node | None, book: RuleBook, collections: Collections) -> dict[str, Table]:
    tables = {}
    for key, value in entries(reader, node, "tables"):
        if not isinstance(value, MappingNode):
            reader.problem(
                "wrong-type", f"{key.text}: expected title:, rows: and columns:, found {kind(value)}", value.span
            )
            continue
        check_name(reader, key, "table")
        known_keys(reader, value, TABLE_KEYS, f"tables.{shortened(key.text)}")
        given = read_fields(reader, value, TABLE, f"tables.{key.text}", ("columns", "with"))
        across, columns = _columns(reader, value, collections)
        down = _axis(reader, value.get("rows"), collections)
        if across is not None and given["cell"] is None:
            reader.problem(
                "missing-field",
                f"tables.{key.text} has no field 'cell'",
                value.span,
                'add cell: "formula(row, column)"',
            )
        if down is None or (across is None and not columns):
            continue
        tables[key.text] = Table(
            id=key.text,
            title=str(given["title"] or key.text),
            span=key.span,
            down=down,
            across=across,
            cell=str(given["cell"] or ""),
            columns=columns,
            skip=str(given["skip"] or ""),
            format=str(given["format"] or "plain"),
            note=" ".join(str(given["note"] or "").split()),
            better=str(given["better"] or ""),
            modifiers=_with(
                reader, value.get("with"), book, [name for axis in (down, across) if axis for _, name in axis.steps]
            ),
        )
    return tables


def _columns(reader: Reader, node: MappingNode, collections: Collections) -> tuple[Axis | None, dict[str, str]]:
    """Columns from a collection, or a mapping of headings to expressions."""
    columns = node.get("columns")
    if isinstance(columns, MappingNode):
        if not columns.entries:
            reader.problem("missing-field", "columns: no column stands here", columns.span, "add heading: expression")
        return None, _headings(reader, columns)
    if columns is None:
        reader.problem(
            "missing-field", "the table has no field 'columns'", node.span, "add columns: heroes as attacker"
        )
        return None, {}
    return _axis(reader, columns, collections), {}


def _headings(reader: Reader, columns: MappingNode) -> dict[str, str]:
    """Expressions by the headings of their columns."""
    found = {}
    for key, value in columns.entries:
        if not key.text.strip():
            reader.problem("empty-text", "a column has no heading", key.span, "write one before the colon")
        if isinstance(value, Scalar) and not value.empty:
            found[key.text] = value.text
        else:
            message = f"{shortened(key.text)}: expected an expression, found {kind(value)}"
            reader.problem("wrong-type", message, value.span, "such as hero.name")
    return found


def _axis(reader: Reader, node: Node | None, collections: Collections) -> Axis | None:
    """``heroes as hero, hero.abilities as ability``."""
    if node is None:
        return None  # said already
    if not isinstance(node, Scalar):
        reader.problem("wrong-type", f"expected heroes as hero, found {kind(node)}", node.span, "write it as a text")
        return None
    steps: list[tuple[str, str]] = []
    for part in node.text.split(","):
        where, _, name = (word.strip() for word in part.partition(" as "))
        owner = where.partition(".")[0]
        if name:
            check_word(reader, Scalar(name, node.span), "row or column")
        if name in (bound for _, bound in steps):
            reader.problem("duplicate-key", f"'{name}' names two things", node.span, "choose another name for one")
        known = [bound for _, bound in steps] if "." in where else list(collections)
        if not name or owner not in known:
            hint = did_you_mean(owner, known) or "write it as heroes as hero"
            reader.problem(
                "unknown-collection",
                f"there is no collection '{shortened(owner)}' to take rows or columns from",
                node.span,
                hint,
            )
            return None
        steps.append((where, name))
    return Axis(tuple(steps))


def _with(reader: Reader, node: Node | None, book: RuleBook, axes: list[str]) -> dict[str, tuple[str, ...]]:
    """``with: {attacker: [pinpoint]}``: modifiers by the name of a row or column."""
    found = {}
    for key, value in entries(reader, node, "with"):
        if key.text not in axes:
            hint = did_you_mean(key.text, axes)
            reader.problem("unknown-name", f"with: no row or column is called '{shortened(key.text)}'", key.span, hint)
        names = texts(reader, value if isinstance(value, Listing) else Listing((value,), value.span), "with")
        for name in names:
            if name.text not in book.modifiers:
                reader.problem(
                    "unknown-modifier",
                    f"there is no modifier '{shortened(name.text)}'",
                    name.span,
                    did_you_mean(name.text, book.modifiers),
                )
        found[key.text] = tuple(name.text for name in names if name.text in book.modifiers)
    return found


__all__ = ["read_rules", "try_formulas"]
