"""A heading of a table and the fields of its records go in, the field that the column fills comes out.

Capitals, spaces, dashes and dots do not matter: ``Max Health`` is ``max_health``. A number picks an item of a list, a
further word a field of a record: ``Abilities 2 Name`` or ``abilities.2.name`` is the name of the second ability.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from unicodedata import normalize

from pnp.problems import Span
from pnp.schema.naming import bettered
from pnp.schema.types import FieldType

MAX_ITEMS = 50

_ITEM = re.compile(r"([0-9]{1,3})(?:_(.+))?")
Fields = Mapping[str, FieldType]
Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """What a column fills: ``path`` leads from the record to it, ``number`` counts columns from 0."""

    path: Path
    type: FieldType
    number: int
    heading: Span

    @property
    def name(self) -> str:
        """As a heading is written in messages: ``abilities.2.name``."""
        return ".".join(str(part) for part in self.path)


def plain_heading(text: str) -> str:
    """A heading as a field's name would be written; one in letters that no name has, as it stands."""
    text = text[:200]
    if any(letter.isalpha() and not letter.isascii() for letter in normalize("NFKD", text)):
        return " ".join(text.casefold().split())
    return bettered(text, "_")


def find_field(heading: str, fields: Fields, types: Mapping[str, Fields]) -> tuple[Path, FieldType] | None:
    """The field that a plain heading names, with its path; None when there is none."""
    if heading in fields:
        return (heading,), fields[heading]
    for name, type_ in fields.items():
        if heading in type_.names:
            return (name,), type_
    for name, type_ in fields.items():
        for word in (name, *type_.names):
            if heading.startswith(f"{word}_"):
                found = _inside(heading[len(word) + 1 :], type_, types)
                if found is not None:
                    return (name, *found[0]), found[1]
    return None


def _inside(rest: str, type_: FieldType, types: Mapping[str, Fields]) -> tuple[Path, FieldType] | None:
    if type_.kind == "record":
        return find_field(rest, types.get(type_.target, {}), types)
    match = _ITEM.fullmatch(rest) if type_.kind == "list" and type_.item is not None else None
    if match is None or not 1 <= int(match[1]) <= MAX_ITEMS:
        return None
    assert type_.item is not None, "a list type has an item type"
    if not match[2]:
        return ((int(match[1]),), type_.item)
    found = _inside(match[2], type_.item, types)
    return ((int(match[1]), *found[0]), found[1]) if found else None


def fields_along(path: Path, fields: Fields, types: Mapping[str, Fields]) -> Fields:
    """The fields of the record that a path leads to; none where it leads to something else."""
    type_ = FieldType("any")
    for part in path:
        type_ = fields[part] if isinstance(part, str) else type_.item or FieldType("any")
        fields = types.get(type_.target, {}) if type_.kind == "record" else {}
    return fields


def headings(fields: Fields, types: Mapping[str, Fields]) -> list[str]:
    """Headings that would be understood, for a hint; of lists of records, the first item's."""
    found = []
    for name, type_ in fields.items():
        inner, prefix = type_, name
        if type_.kind == "list" and type_.item is not None and type_.item.kind == "record":
            inner, prefix = type_.item, f"{name}.1"
        if inner.kind == "record":
            found += [f"{prefix}.{field}" for field in types.get(inner.target, {})]
        else:
            found.append(name)
    return found
