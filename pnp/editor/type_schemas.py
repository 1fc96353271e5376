"""Field types go in, JSON Schemas of their values come out, as YAML editors see values: numbers, texts, yes and no."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pnp.schema.file_names import DATA_ENDINGS
from pnp.schema.types import FieldType
from pnp.units import looks_like_number, parse_number, parse_whole

Schema = dict[str, Any]
Fields = Mapping[str, FieldType]

DRAFT = "https://json-schema.org/draft/2020-12/schema"
ID = "^[a-z0-9]+(-[a-z0-9]+)*$"
NAME = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$"
WORD = "^[a-z][a-z0-9_]*$"
HEX_COLOR = "^#([0-9a-fA-F]{3}){1,2}$"
TEXT: Schema = {"type": ["string", "number", "boolean"]}  # a text may look like a number, or like yes
# behind a mark such as !assumed an editor sees every value as a text
_WHOLE = r"^[+-]?[0-9]+$"
_NUMBER = r"^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)$"
_FILE = rf"\.({'|'.join(ending[1:] for ending in DATA_ENDINGS)})$"
_LENGTH = r"^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)\s*(mm|cm|in|pt|MM|CM|IN|PT)?$"


@dataclass(frozen=True)
class KnownNames:
    """What a game's values may name: colours, icons, and the ids of every collection."""

    palette: Collection[str] = ()
    icons: Collection[str] = ()
    records: Mapping[str, Collection[str]] = field(default_factory=dict)


def value_schema(type_: FieldType, names: KnownNames) -> Schema:
    """The schema of one field's value."""
    schema = _plain(type_, names)
    if not type_.optional:
        return schema
    if "enum" in schema:
        return {**schema, "enum": [*schema["enum"], None]}
    if "$ref" in schema:
        return {"anyOf": [schema, {"type": "null"}]}
    if "type" in schema:
        kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        return {**schema, "type": [*kinds, "null"]}
    return schema


def object_schema(
    fields: Fields, names: KnownNames, words: Mapping[str, str], more: Mapping[str, Schema] | None = None
) -> Schema:
    """A mapping with these fields, and ``more`` that have schemas of their own; ``words`` describe them."""
    given = {name: type_ for name, type_ in fields.items() if type_.kind != "computed"}
    found = {name: value_schema(type_, names) for name, type_ in given.items()} | dict(more or {})
    schema: Schema = {
        "type": "object",
        "properties": {name: described(inner, words.get(name, "")) for name, inner in found.items()},
        "additionalProperties": False,
    }
    required = [name for name, type_ in fields.items() if not type_.optional]
    return {**schema, "required": required} if required else schema


def mapping_schema(of: Schema, key: str = NAME) -> Schema:
    """Any names of a pattern, each with a value of this schema."""
    return {"type": "object", "propertyNames": {"pattern": key}, "additionalProperties": of}


def list_schema(of: Schema) -> Schema:
    """A list of such values."""
    return {"type": "array", "items": of}


def one_of(choices: Iterable[str]) -> Schema:
    """One of some texts, also where an editor sees a number in one; any text, where there are none to choose from."""
    found: list[Any] = []
    for choice in choices:
        found.append(choice)
        if looks_like_number(choice):
            found.append(_number(choice))
        elif choice in ("true", "false"):
            found.append(choice == "true")
    return {"enum": [item for item in found if item is not None]} if found else TEXT


def named(choices: Iterable[str]) -> Schema:
    """A name, with those there are as proposals: one may be given before the thing it names."""
    known = list(choices)
    return {"anyOf": [{"enum": known}, TEXT]} if known else TEXT


def described(schema: Schema, words: str) -> Schema:
    """The schema with a description, which an editor shows."""
    return {**schema, "description": words} if words else schema


def _number(text: str) -> int | float | None:
    for parse in (parse_whole, parse_number):
        try:
            return parse(text)
        except ValueError:
            continue
    return None


def _plain(type_: FieldType, names: KnownNames) -> Schema:
    kind = type_.kind
    if kind == "list" and type_.item is not None:
        limits = {"minItems": type_.low, "maxItems": type_.high}
        counts = {key: int(at) for key, at in limits.items() if at is not None}
        items = {**list_schema(value_schema(type_.item, names)), **counts}
        if type_.item.kind != "record":
            return items
        # or the name of a file: each of these words speaks to one kind of value only
        return {**items, "type": ["array", "string", "object"], "pattern": _FILE, "required": ["file"]}
    if kind == "record":
        return {"$ref": f"#/$defs/{type_.target}"}
    if kind in ("text", "markup"):
        length = {"maxLength": int(type_.high)} if type_.high is not None else {}
        return {**TEXT, **length}
    if kind == "flag":
        return {"enum": [True, False, "yes", "no", "true", "false"]}
    chosen = {
        "color": names.palette,
        "icon": sorted(names.icons),
        "one of": type_.choices,
        "ref": names.records.get(type_.target, ()),
    }
    if kind in chosen:
        return one_of(chosen[kind])
    numbers = {"int": ("integer", _WHOLE), "number": ("number", _NUMBER), "length": ("number", _LENGTH)}
    if kind not in numbers:
        return {}
    number, pattern = numbers[kind]
    limits = {"minimum": type_.low, "maximum": type_.high}
    return {"type": [number, "string"], "pattern": pattern, **{key: at for key, at in limits.items() if at is not None}}
