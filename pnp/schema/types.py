"""A field type as text (``int 1..20``, ``list of ability``, ``ref classes?``) goes in, a FieldType comes out."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from pnp.problems import did_you_mean

PLAIN = ("text", "markup", "int", "number", "flag", "length", "color", "icon")
_RANGE = re.compile(r"(-?[0-9]{1,12}(?:\.[0-9]{1,12})?)?\.\.(-?[0-9]{1,12}(?:\.[0-9]{1,12})?)?")
MAX_TEXT = 1_000  # characters of a field type
MAX_FORMULA = 4_000
MAX_LISTS = 4  # inside one another
RESERVED = (*PLAIN, "list", "ref", "one", "any", "record", "computed")


@dataclass(frozen=True, slots=True)
class FieldType:
    """What a field may hold. ``kind`` is one of PLAIN, or ``one of``, ``ref``, ``list``, ``record``.

    ``high`` of a text is how many characters it may have, ``low`` and ``high`` of a list how many items. ``target`` is
    the collection of a ref or the name of a record type; ``item`` the type of a list's items. The kind ``computed``
    has a ``formula`` and may hold whatever that gives. ``names`` are others of a table's columns for
    the field.
    """

    kind: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    target: str = ""
    item: FieldType | None = None
    optional: bool = False
    default: str | None = None
    formula: str = ""
    names: tuple[str, ...] = ()

    def __str__(self) -> str:
        limits = "" if self.low is None and self.high is None else f" {_plain(self.low)}..{_plain(self.high)}"
        if self.kind == "computed":
            return f"= {self.formula}"
        if self.kind == "list":
            return f"list{limits} of {self.item}"
        if self.kind == "one of":
            return f"one of {' | '.join(self.choices)}"
        if self.kind == "record":
            return self.target
        return f"{self.kind} {self.target}".strip() + limits


def _plain(value: float | None) -> str:
    return "" if value is None else f"{value:g}"


def parse_type(text: str, records: Collection[str], collections: Collection[str]) -> FieldType:
    """Read a field type. ``records`` are the record types and ``collections`` the collections it may name.

    Raises ValueError, in a designer's words; its second argument is a hint.
    """
    words = text.strip()
    if words.startswith("="):
        return _computed(words[1:].strip())
    if len(words) > MAX_TEXT or words.count("list ") > MAX_LISTS:
        raise ValueError("the field type is too long", "name a type of your own under types:")
    if words.endswith("??"):
        raise ValueError(f"'{words[-40:]}' is optional twice", "one ? is enough")
    if words.endswith("?"):
        return replace(parse_type(words[:-1], records, collections), optional=True)
    head, _, rest = words.partition(" ")
    rest = rest.strip()
    if head == "list":
        limits, rest = _counted(rest)
        item = parse_type(rest.removeprefix("of ").strip(), records, collections)
        if item.kind == "computed":
            raise ValueError("the things of a list are not computed", "compute the whole list, or a field of a type")
        if item.optional:
            raise ValueError(
                f"the things of a list are not optional: '{words[:40]}?'", "put the ? behind a field of a type"
            )
        return FieldType("list", *limits, item=item)
    if head == "ref":
        if rest not in collections:
            raise ValueError(f"'{rest}' is no collection of this game", did_you_mean(rest, collections))
        return FieldType("ref", target=rest)
    if words.startswith("one of "):
        choices = tuple(choice.strip() for choice in re.split(r"[|,]", words.removeprefix("one of ")))
        if not all(choices) or len(set(choices)) < len(choices):
            raise ValueError("a choice is empty, or stands twice", "such as one of archer | mage")
        return FieldType("one of", choices=choices)
    if head in records and not rest:
        return FieldType("record", target=head)
    if head not in PLAIN:
        known = [*PLAIN, *records, "list of", "ref", "one of"]
        raise ValueError(
            f"unknown field type '{words}'",
            did_you_mean(head, known) or "such as text, int 1..20, list of text",
        )
    if not rest:
        return FieldType(head)
    match = _RANGE.fullmatch(rest)
    texts = head in ("text", "markup") and match is not None and not match[1] and (match[2] or "").isdecimal()
    if match is None or not (head in ("int", "number", "length") or texts):
        raise ValueError(
            f"'{rest}' says nothing to the type {head}", "a range is written like int 1..20, number 0.. or text ..80"
        )
    low, high = _limits(match)
    return FieldType(head, low=low, high=high)


def field_types(fields: Mapping[str, str]) -> dict[str, FieldType]:
    """The types of fields by their names, as texts; none of them names a record type or a collection."""
    return {name: parse_type(text, (), ()) for name, text in fields.items()}


def _limits(match: re.Match[str]) -> tuple[float | None, float | None]:
    low, high = (float(part) if part else None for part in match.groups())
    if low is not None and high is not None and low > high:
        raise ValueError(f"the range {match[0]} is empty", "write the smaller number first")
    return low, high


def _computed(formula: str) -> FieldType:
    """``= health + 2``: what the formula gives, which needs no value of its own."""
    if not formula:
        raise ValueError("nothing stands behind the =", 'write what is computed, such as "= health + 2"')
    if len(formula) > MAX_FORMULA:
        raise ValueError("the formula is too long", "make several computed fields of it")
    return FieldType("computed", optional=True, formula=formula)


def _counted(rest: str) -> tuple[tuple[float | None, float | None], str]:
    """The ``2..6`` of ``list 2..6 of ref figures``, and what stands behind it."""
    first, _, behind = rest.partition(" ")
    match = _RANGE.fullmatch(first)
    if match is None or first == "..":
        return (None, None), rest
    if not all(part is None or part.isdecimal() for part in match.groups()):
        raise ValueError(f"'{first}' is no number of items", "such as list 2..6 of text, or list ..3 of text")
    return _limits(match), behind.strip()
