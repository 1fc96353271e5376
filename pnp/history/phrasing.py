"""Two values of a field go in; what changed comes out in the designer's words: "accuracy 9 -> 11"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import count

from pnp.build.own_lettering import ARROW
from pnp.history.snapshot import Value
from pnp.rules.formulas import decimal
from pnp.text.markup import unmarked

_CONTEXT = 1  # words shown on either side of what changed in a text
_SHORT = 28  # characters: a longer text is shown by what changed in it


def spoken(name: str) -> str:
    """A field's name as words."""
    return name.replace("-", " ").replace("_", " ")


def changed_field(name: str, old: Value | None, new: Value | None) -> list[str]:
    """What happened to a field; nothing for equal values."""
    if old == new:
        return []
    if name == "name" and isinstance(old, str) and isinstance(new, str):
        return [f"renamed, was {old}"]
    said = spoken(name)
    if isinstance(old, list | None) and isinstance(new, list | None) and (old or new):
        return _changed_list(said, old or [], new or [])
    if isinstance(old, dict) and isinstance(new, dict):
        return [f"{said} {words}" for words in changed_fields(old, new)]
    if old is None or new is None:
        return [f"no {said} any more, was {brief(old)}" if new is None else f"{said} {brief(new)}, had none"]
    return [changed_text(said, old, new)]


def changed_fields(old: dict[str, Value], new: dict[str, Value]) -> list[str]:
    """What happened to each of a record's fields, in the order of the new one."""
    names = [*new, *(name for name in old if name not in new)]
    return [words for name in names for words in changed_field(name, old.get(name), new.get(name))]


def changed_text(said: str, old: Value, new: Value) -> str:
    """``said old -> new``; of long texts only the words that differ, with their neighbours."""
    before, after = brief(old, 10_000), brief(new, 10_000)
    if len(before) <= _SHORT and len(after) <= _SHORT:
        return f"{said} {before} {ARROW} {after}"
    left, right = before.split(), after.split()
    start = 0
    while start < min(len(left), len(right)) and left[start] == right[start]:
        start += 1
    end = 0
    while end < min(len(left), len(right)) - start and left[-1 - end] == right[-1 - end]:
        end += 1
    cut = [_excerpt(words, max(0, start - _CONTEXT), max(0, end - _CONTEXT)) for words in (left, right)]
    if max(map(len, cut)) > 2 * _SHORT:
        return f"{said} now reads “{brief(new, 2 * _SHORT)}”"
    return f"{said} “{cut[0]}” {ARROW} “{cut[1]}”"


def _excerpt(words: list[str], start: int, end: int) -> str:
    return ("… " if start else "") + " ".join(words[start : len(words) - end]) + (" …" if end else "")


def brief(value: Value | None, most: int = _SHORT) -> str:
    """A value in one line, cut when it is long."""
    if not value:
        return "nothing"
    if isinstance(value, dict):
        return str(value.get("name") or ", ".join(f"{key} {brief(item)}" for key, item in value.items()))
    text = ", ".join(brief(item) for item in value) if isinstance(value, list) else unmarked(value)
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def _changed_list(said: str, old: list[Value], new: list[Value]) -> list[str]:
    """Items matched by their names (equal ones in their order), then those left by their places."""
    before, after = numbered(map(_key, old)), numbered(map(_key, new))
    found = []
    for place, (key, item) in enumerate(zip(after, new, strict=True)):
        if key in before:
            was = old[before.index(key)]
            if isinstance(item, dict) and isinstance(was, dict):
                found += [f"{key[0]} {words}" for words in changed_fields(was, item)]
        elif place < len(old) and before[place] not in after:
            was = old[place]
            found.append(f"{brief(was)} is now {brief(item)}")
            if isinstance(item, dict) and isinstance(was, dict):
                rest = [words for words in changed_fields(was, item) if not words.startswith("renamed, ")]
                found += [f"{key[0]} {words}" for words in rest]
        else:
            found.append(f"{said} gain {brief(item)}")
    found += [
        f"{said} lose {brief(was)}"
        for place, (key, was) in enumerate(zip(before, old, strict=True))
        if key not in after and not (place < len(new) and after[place] not in before)
    ]
    return found or [f"{said} in another order"]


def numbered(names: Iterable[str]) -> list[tuple[str, int]]:
    """Each name with how many equal ones stand before it, so that they are told apart."""
    counts: defaultdict[str, Iterator[int]] = defaultdict(count)
    return [(name, next(counts[name])) for name in names]


def _key(item: Value) -> str:
    return brief(item.get("name") or next(iter(item.values()), "")) if isinstance(item, dict) else brief(item, 10_000)


def signed(value: Fraction) -> str:
    """A change with its sign and at most two decimals."""
    size = decimal(abs(value), 2).rstrip("0").rstrip(".")
    return f"{'+' if value > 0 else '−' if value < 0 else ''}{size}"
