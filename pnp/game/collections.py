"""The ``types:`` and ``collections:`` sections go in, with their files; record types and typed records come out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from pnp.game.datafile import read_data
from pnp.game.model import Collection
from pnp.game.records import read_collection
from pnp.game.sections import entries, known_keys
from pnp.game.spec import COLLECTION_KEYS
from pnp.game.workspace import Workspace
from pnp.schema.names import check_word
from pnp.schema.read import Fields, Reader
from pnp.schema.types import RESERVED, FieldType, parse_type
from pnp.source.nodes import Mapping as MappingNode
from pnp.source.nodes import Node, Scalar, kind, shortened

_LONG = ("type", "default")
_NO_DEFAULT = ("list", "record", "any", "computed")


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
    for key, value in entries(reader, node, path):
        check_word(reader, key, "field")
        if isinstance(value, MappingNode):
            known_keys(reader, value, _LONG, f"{path}.{shortened(key.text)}")
            text, default = value.get("type") or value, value.get("default")
        else:
            text, default = value, None
        if not isinstance(text, Scalar) or text.empty:
            message = f"{shortened(key.text)}: expected a field type, found {kind(text)}"
            reader.problem("wrong-type", message, text.span, "such as text or int 1..20")
            type_ = FieldType("any", optional=True)  # its values are not at fault
        else:
            type_ = _type(reader, key, text, records, collections)
        fields[key.text] = type_ if default is None else _with_default(reader, key, default, type_)
    return MappingProxyType(fields)


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
