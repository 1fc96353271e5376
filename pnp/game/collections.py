"""The ``types:`` and ``collections:`` sections go in, with their files; record types and typed records come out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from pnp.game.datafile import read_data
from pnp.game.headings import SPECIAL, columns_of, read_header
from pnp.game.inherit import Entry, Family
from pnp.game.model import Collection
from pnp.game.sections import entries, known_keys, texts
from pnp.game.spec import COLLECTION_KEYS
from pnp.game.table_rows import find_header, leave_out
from pnp.game.tabular import rows_as_records
from pnp.game.workspace import Workspace
from pnp.problems import did_you_mean
from pnp.schema.columns import plain_heading
from pnp.schema.naming import check_id, check_word
from pnp.schema.read import COPIES, Fields, Reader, new_values
from pnp.schema.types import RESERVED, FieldType, parse_type
from pnp.schema.values import Record
from pnp.source.nodes import Listing, Node, Scalar, SourceTable, kind, shortened
from pnp.source.nodes import Mapping as MappingNode
from pnp.source.yaml_reader import MAX_NODES

_LONG = ("type", "default", "names")
_NO_DEFAULT = ("list", "record", "any", "computed")


def read_collection(
    reader: Reader,
    name: str,
    declared: MappingNode,
    data: Node | SourceTable | None,
    fields: Fields,
    parent: Record | None = None,
) -> Collection:
    """The collection with its records; one whose file could not be read is not ``whole``.

    With a ``parent`` they are the items of a list of that record's.
    """
    before = len(reader.problems)
    defaults = _defaults(reader, declared.get("defaults"), name)
    ignore = texts(reader, declared.get("ignore"), "ignore")
    ignored = [item.text for item in ignore]
    if isinstance(data, SourceTable):
        data = find_header(reader, name, declared.get("header"), data, fields, ignored)
        data = data and leave_out(reader, name, declared.get("leave-out"), data)
    if "copies" not in fields and fields and _say_copies(data, defaults):
        fields = MappingProxyType({**fields, "copies": COPIES})
    _check_ignore(reader, ignore, data, fields)
    if isinstance(data, SourceTable):
        given = [key.text for key, _ in defaults.entries] if defaults else []
        header = read_header(reader, data, fields, ignored, columns_of(declared.get("id")), given)
        reading = {field: _lenient(type_) if field in header.lacking else type_ for field, type_ in fields.items()}
        page: Iterable[tuple[Scalar, Node]] = rows_as_records(reader, data, header)
        alone = not any(column.path[0] in SPECIAL for column in header.columns)
    else:
        _refuse_table_keys(reader, declared, data)
        reading = dict(fields)
        page = [(key, _without(value, ignored)) for key, value in entries(reader, data, name, MAX_NODES)]
        alone = False
    family = Family(reader, name, reading, defaults)
    found = family.alone(page) if alone else family.entries(list(page))
    records = _records(reader, name, found, reading, defaults, parent)
    whole = data is not None and (bool(records) or len(reader.problems) == before)
    return Collection(name, MappingProxyType(records), fields, whole)


def _records(
    reader: Reader,
    name: str,
    found: Iterator[Entry],
    fields: Fields,
    defaults: MappingNode | None,
    parent: Record | None,
) -> dict[str, Record]:
    records: dict[str, Record] = {}
    lenient = {field: _lenient(type_) for field, type_ in fields.items()}
    if defaults is not None:
        _try(reader, Entry(Scalar("defaults", defaults.span), defaults), lenient, f"collections.{name}")
    for entry in found:
        key = entry.key
        check_id(reader, key, "record")
        if entry.abstract:
            _try(reader, entry, lenient, name)
            continue
        values = new_values(fields)
        path = f"{name}.{shortened(key.text)}"
        records[key.text] = Record(path, key.text, key.span, values, parent)
        reader.fields(entry.value, lenient if entry.orphan else fields, path, records[key.text], values)
    return records


def _try(reader: Reader, entry: Entry, fields: Fields, name: str) -> None:
    """Read what is only there to be inherited, for its mistakes."""
    values: dict[str, object] = {}
    path = f"{name}.{shortened(entry.key.text)}"
    reader.fields(entry.value, fields, path, Record(path, entry.key.text, entry.key.span, values), values)


def _lenient(type_: FieldType) -> FieldType:
    return replace(type_, optional=True)


def _defaults(reader: Reader, node: Node | None, name: str) -> MappingNode | None:
    """What records have that do not say otherwise."""
    found = list(entries(reader, node, f"collections.{name}.defaults"))
    return MappingNode(tuple(found), node.span) if node is not None and found else None


def _say_copies(data: Node | SourceTable | None, defaults: MappingNode | None) -> bool:
    """Whether any record says how many copies there are of it: then all have that field, though nobody declared it."""
    if defaults is not None and defaults.get("copies") is not None:
        return True
    if isinstance(data, SourceTable):
        return any(plain_heading(cell.text) == "copies" for cell in data.header)
    if isinstance(data, MappingNode):
        return any(isinstance(value, MappingNode) and value.get("copies") is not None for _, value in data.entries)
    return False


def _check_ignore(reader: Reader, ignore: list[Scalar], data: Node | SourceTable | None, fields: Fields) -> None:
    """What is ignored stands in the file, and is no field of the game's."""
    if isinstance(data, SourceTable):
        known = {plain_heading(cell.text) for cell in data.header}
    elif isinstance(data, MappingNode):
        known = {key.text for _, value in data.entries if isinstance(value, MappingNode) for key, _ in value.entries}
    else:
        return
    for item in ignore:
        plain = plain_heading(item.text) if isinstance(data, SourceTable) else item.text
        if plain in fields and fields[plain].kind != "computed":
            message = f"ignore: '{shortened(item.text)}' is a field"
            reader.problem("bad-ignore", message, item.span, "take it out of ignore, or out of fields")
        elif plain not in known:
            message = f"ignore: the file has no '{shortened(item.text)}'"
            reader.warn("bad-ignore", message, item.span, did_you_mean(item.text, known) or "take it out")


def _refuse_table_keys(reader: Reader, declared: MappingNode, data: Node | None) -> None:
    """What is said about a table's rows, of a file that is none."""
    if data is None:
        return  # that it cannot be read was said
    if (node := declared.get("id")) is not None:
        message = f"id: the records of a YAML file are named by their keys, not by {kind(node)}"
        reader.problem("idle-id", message, node.span, "take the line out")
    for word in ("header", "leave-out"):
        if (node := declared.get(word)) is not None:
            message = f"{word}: a YAML file has no rows"
            reader.problem("idle-header", message, node.span, "take the line out")


def _without(value: Node, ignored: list[str]) -> Node:
    """An entry without the keys that are the designer's own."""
    if not ignored or not isinstance(value, MappingNode):
        return value
    return MappingNode(tuple(item for item in value.entries if item[0].text not in ignored), value.span, value.tag)


def read_types(reader: Reader, node: Node | None, collections: list[str], types: dict[str, Fields]) -> None:
    """Record types of the game's own, into ``types``, where the reader looks for them."""
    found = list(entries(reader, node, "types"))
    names = [key.text for key, _ in found]
    for key, value in found:
        if key.text in RESERVED:
            message = f"'{key.text}' is a field type already"
            reader.problem("bad-name", message, key.span, "choose another name")
        types[key.text] = _fields(reader, value, f"types.{key.text}", names, collections)


def read_collections(
    reader: Reader,
    declared: Mapping[str, Node],
    types: Mapping[str, Fields],
    folder: Path,
    workspace: Workspace,
) -> dict[str, Collection]:
    """Every collection whose section can be read, with the records of its file."""
    found = {}
    for name, node in declared.items():
        if not isinstance(node, MappingNode):
            message = f"{name}: expected file: and fields:, found {kind(node)}"
            reader.problem("wrong-type", message, node.span, f"such as {{file: {name}.yaml, fields: {{name: text}}}}")
            continue
        known_keys(reader, node, COLLECTION_KEYS, f"collections.{name}")
        for key, hint in (("file", f"{name}.yaml"), ("fields", "{name: text}")):
            if node.get(key) is None:
                message = f"collections.{name} has no field '{key}'"
                reader.problem("missing-field", message, node.span, f"add {key}: {hint}")
        if node.get("file") is None:
            continue
        fields = _fields(reader, node.get("fields"), f"collections.{name}.fields", list(types), list(declared))
        data = read_data(reader, node, name, folder, workspace)
        found[name] = read_collection(reader, name, node, data, fields)
        if data is not None and found[name].whole and not found[name].records:
            reader.warn("empty-collection", f"{name} has no records", data.span, "add some, such as my-first: {…}")
    return found


def _fields(reader: Reader, node: Node | None, path: str, records: list[str], collections: list[str]) -> Fields:
    fields: dict[str, FieldType] = {}
    others: list[tuple[str, Scalar]] = []
    for key, value in entries(reader, node, path):
        check_word(reader, key, "field")
        if isinstance(value, MappingNode):
            known_keys(reader, value, _LONG, f"{path}.{shortened(key.text)}")
            text, default = value.get("type") or value, value.get("default")
            said = value.get("names")
            several = Listing((said,), said.span) if isinstance(said, Scalar) else said
            names = texts(reader, several, f"{shortened(key.text)}: names")
        else:
            text, default, names = value, None, []
        if not isinstance(text, Scalar) or text.empty:
            message = f"{shortened(key.text)}: expected a field type, found {kind(text)}"
            reader.problem("wrong-type", message, text.span, "such as text or int 1..20")
            type_ = FieldType("any", optional=True)  # its values are not at fault
        else:
            type_ = _type(reader, key, text, records, collections)
        type_ = type_ if default is None else _with_default(reader, key, default, type_)
        fields[key.text] = replace(type_, names=tuple(plain_heading(name.text) for name in names)) if names else type_
        others += [(key.text, name) for name in names]
    _check_names(reader, fields, others)
    return MappingProxyType(fields)


def _check_names(reader: Reader, fields: Fields, others: Iterable[tuple[str, Scalar]]) -> None:
    """A column's other names name one field each."""
    taken = {name: name for name in fields}
    for field, name in others:
        plain = plain_heading(name.text)
        if not plain:
            message = f"{field}: names: '{shortened(name.text)}' has neither letters nor digits"
            reader.problem("bad-name", message, name.span, "write the heading as it stands above the column")
        elif taken.setdefault(plain, field) != field:
            message = f"{field}: names: '{shortened(name.text)}' is the field '{taken[plain]}' already"
            reader.problem("named-twice", message, name.span, "keep it with one of them")


def _type(reader: Reader, key: Scalar, text: Scalar, records: list[str], collections: list[str]) -> FieldType:
    try:
        return parse_type(text.text, records, collections)
    except ValueError as error:
        hint = str(error.args[1]) if len(error.args) > 1 else ""
        reader.problem("bad-type", f"{shortened(key.text)}: {error.args[0]}", text.span, hint)
        return FieldType("any", optional=True)


def _with_default(reader: Reader, key: Scalar, default: Node, type_: FieldType) -> FieldType:
    """The type with its default, which must itself be of the type."""
    optional = replace(type_, optional=True)
    if type_.kind in _NO_DEFAULT:
        if type_.kind == "computed":
            message, hint = f"{key.text}: a computed field has no default", "take the default out"
            reader.problem("bad-default", message, default.span, hint)
        elif type_.kind != "any":
            message = f"{key.text}: a {type_.kind} has no default"
            reader.problem("bad-default", message, default.span, "put a ? behind the type, to make it optional")
        return optional
    before = len(reader.problems)
    reader.value(default, type_, f"{key.text}: default", None)
    if len(reader.problems) > before or not isinstance(default, Scalar):
        return optional
    return replace(optional, default=default.text)
