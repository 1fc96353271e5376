"""A list of records as JSON has them goes in, a table comes out: a column for each name, a row for each record.

So that its mistakes are told as a table's are: a name that fits no field once, and not for every record. A cell may
hold a list or a mapping. Records by their names (``{"ada": {…}}``) have these as ids, unless they say one themselves.
"""

from __future__ import annotations

from pnp.source.nodes import Listing, Mapping, Node, Scalar, SourceTable, blank_at, kind, refuse, too_large

_ID = "id"


def table_of_records(node: Listing | Mapping) -> SourceTable:
    """The table of a list of mappings, or of a mapping of them. Raises GameError for an item that is no mapping."""
    named: list[tuple[Scalar | None, Mapping]]
    if isinstance(node, Mapping):
        named = [(key, _record(value)) for key, value in node.entries]
    else:
        named = [(None, _record(item)) for item in node.items]
    header: dict[str, Scalar] = {}
    if isinstance(node, Mapping) and node.entries:
        first = node.entries[0][0]
        header[_ID] = Scalar(_ID, first.span)
    for _, record in named:
        for key, _ in record.entries:
            header.setdefault(key.text, key)
    too_large(node.span.source, len(named), len(header), len(named) * len(header), 0)
    rows = tuple(_row(key, record, header) for key, record in named)
    return SourceTable(tuple(header.values()), rows, node.span, lines=False)


def _record(node: Node) -> Mapping:
    if not isinstance(node, Mapping) or not node.entries:
        found = "none" if isinstance(node, Mapping) else kind(node)
        hint = 'write each as {"name": …, …}'
        refuse("wrong-type", f"expected a record with its fields, found {found}", node.span, hint)
    return node


def _row(key: Scalar | None, record: Mapping, header: dict[str, Scalar]) -> tuple[Node, ...]:
    given = {name.text: value for name, value in record.entries}
    if key is not None and (_ID not in given or _nothing(given[_ID])):
        given[_ID] = key
    return tuple(_cell(given.get(name), record) for name in header)


def _cell(value: Node | None, record: Mapping) -> Node:
    """What stands under a name; ``null`` and an empty text are an empty cell."""
    if value is None:
        return blank_at(record.span)
    return blank_at(value.span) if _nothing(value) else value


def _nothing(value: Node) -> bool:
    return isinstance(value, Scalar) and (value.empty or not value.text.strip())
