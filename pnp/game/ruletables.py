"""The tables of a rules file go in, Tables come out: rows, columns and cells as they will be computed."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.game.model import Collection
from pnp.game.sections import entries, known_keys, read_fields, texts
from pnp.problems import did_you_mean
from pnp.rules.formulas import RuleBook
from pnp.rules.tables import FORMATS, Axis, Table, numbers_of
from pnp.schema.naming import check_name, check_word
from pnp.schema.read import Reader
from pnp.schema.types import field_types
from pnp.source.nodes import Listing, Node, Scalar, kind, shortened
from pnp.source.nodes import Mapping as MappingNode

Collections = Mapping[str, Collection]

MOST_STEPS = 8  # lists that are combined along a side
TABLE_KEYS = ("title", "rows", "columns", "cell", "skip", "format", "note", "better", "with")
TABLE = field_types(
    {
        "title": "text",
        "rows": "text",
        "cell": "text?",
        "skip": "text?",
        "note": "text?",
        "format": f"one of {' | '.join(FORMATS)}?",
        "better": "one of high | low?",
    }
)


def read_tables(reader: Reader, node: Node | None, book: RuleBook, collections: Collections) -> dict[str, Table]:
    """The tables by their names; what is wrong with one is a problem, and the table is left out."""
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
            modifiers=_with(reader, value.get("with"), book, _records_of(down, across)),
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
    """``heroes as hero, hero.abilities as ability``, ``1..20 as force``, or both kinds."""
    if node is None:
        return None  # said already
    if not isinstance(node, Scalar):
        reader.problem("wrong-type", f"expected heroes as hero, found {kind(node)}", node.span, "write it as a text")
        return None
    steps: list[tuple[str, str]] = []
    parts = node.text.split(",")
    if len(parts) > MOST_STEPS:
        message = f"rows or columns: {len(parts):,} lists are combined here; at most {MOST_STEPS}"
        reader.problem("too-many", message, node.span, "make several tables of it")
        return None
    for part in parts:
        where, _, name = (word.strip() for word in part.partition(" as "))
        owner = where.partition(".")[0]
        if name:
            check_word(reader, Scalar(name, node.span), "row or column")
        if name in (bound for _, bound in steps):
            reader.problem("duplicate-key", f"'{name}' names two things", node.span, "choose another name for one")
        known = [bound for _, bound in steps] if "." in where else list(collections)
        try:
            numbers = numbers_of(where)
        except ValueError as error:
            reader.problem("bad-range", f"rows or columns: {error}", node.span, "such as 1..20 as force")
            return None
        if not name or (numbers is None and owner not in known):
            hint = did_you_mean(owner, known) if name else ""
            hint = hint or "write it as heroes as hero, or 1..20 as force"
            reader.problem(
                "unknown-collection",
                f"there is no collection '{shortened(owner)}' to take rows or columns from",
                node.span,
                hint,
            )
            return None
        steps.append((where, name))
    return Axis(tuple(steps))


def _records_of(*axes: Axis | None) -> list[str]:
    """The names that stand for records: only those have fields that a modifier can add to."""
    return [name for axis in axes if axis for where, name in axis.steps if numbers_of(where) is None]


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


__all__ = ["TABLE", "TABLE_KEYS", "read_tables"]
