"""Trees of texts: what a printing remembers. Written as YAML a person can read, compared, kept as differences.

Every leaf is a text, so that what is read is what was written: 9, on and 1.50 stay what they are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TypeAlias

from pnp.source.nodes import Listing, Node, Scalar
from pnp.source.nodes import Mapping as MappingNode

Value: TypeAlias = "str | list[Value] | dict[str, Value]"
Tree: TypeAlias = dict[str, Value]
Change: TypeAlias = "str | list[Value] | dict[str, Change] | None"
Changes: TypeAlias = dict[str, Change]

GONE = "~"  # in differences: what was not there
_PLAIN = re.compile(r"[\w.(+−–/][^:#\"\\{}\[\]]*")
_RESERVED = ("null", "~")


def write_tree(tree: Tree | Changes, indent: int = 0) -> str:
    """The tree as YAML, in its own order; short lists on one line."""
    return "".join(_entry(key, value, " " * indent) for key, value in tree.items())


def _entry(key: str, value: Change, margin: str) -> str:
    head = f"{margin}{_scalar(key)}:"
    if value is None:
        return f"{head} {GONE}\n"
    if isinstance(value, str):
        return f"{head} {_scalar(value)}\n"
    if not value:
        return f"{head} {'[]' if isinstance(value, list) else '{}'}\n"
    if isinstance(value, dict):
        return f"{head}\n{write_tree(value, len(margin) + 2)}"
    if all(isinstance(item, str) for item in value):
        line = f"{head} {_inline(value)}\n"
        if len(line) <= 160:
            return line
    return f"{head}\n" + "".join(_item(item, margin + "  ") for item in value)


def _item(value: Value, margin: str) -> str:
    if isinstance(value, str):
        return f"{margin}- {_scalar(value)}\n"
    if isinstance(value, dict) and value:
        return f"{margin}- {write_tree(value, len(margin) + 2)[len(margin) + 2 :]}"
    return f"{margin}- {{}}\n" if isinstance(value, dict) else f"{margin}- {_inline(value)}\n"


def _inline(value: Value) -> str:
    """A value on one line."""
    if isinstance(value, str):
        return _scalar(value, inside=True)
    if isinstance(value, list):
        return f"[{', '.join(map(_inline, value))}]"
    return "{" + ", ".join(f"{_scalar(key, inside=True)}: {_inline(item)}" for key, item in value.items()) + "}"


def _scalar(text: str, *, inside: bool = False) -> str:
    """A text as YAML: plain where no reader could mistake it, else in double quotes."""
    plain = _PLAIN.fullmatch(text) and text == text.strip() and text not in _RESERVED
    if plain and not (inside and "," in text) and text.isprintable():
        return text
    return json.dumps(text, ensure_ascii=False)


def read_tree(node: Node) -> Value:
    """A node as a tree."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Listing):
        return [read_tree(item) for item in node.items]
    return {key.text: read_tree(value) for key, value in node.entries}


def read_changes(node: Node) -> Change:
    """A node as differences: nothing where nothing was."""
    if isinstance(node, Scalar) and node.empty:
        return None
    if isinstance(node, MappingNode):
        return {key.text: read_changes(value) for key, value in node.entries}
    return read_tree(node)


def differences(new: Tree, old: Tree) -> Changes:
    """What must be said to get from the new tree back to the old one."""
    found: Changes = {}
    for key in sorted(new.keys() | old.keys()):
        now, then = new.get(key), old.get(key)
        if now == then:
            continue
        if isinstance(now, dict) and isinstance(then, dict) and now and then:
            found[key] = differences(now, then)
        else:
            found[key] = then
    return found


def applied(tree: Tree, changes: Changes) -> Tree:
    """The tree with the differences applied."""
    made: Tree = dict(tree)
    for key, change in changes.items():
        now = made.get(key)
        if change is None:
            made.pop(key, None)
        elif isinstance(change, dict) and isinstance(now, dict) and now and change:
            made[key] = applied(now, change)
        else:
            made[key] = change
    return made


def at(tree: Value | None, path: tuple[str, ...]) -> Value | None:
    """What stands at a path; None where it leads nowhere."""
    for name in path:
        tree = tree.get(name) if isinstance(tree, dict) else None
    return tree


def branch(tree: Value | None, *path: str) -> Tree:
    """The mapping at a path; an empty one where there is none."""
    found = at(tree, path)
    return found if isinstance(found, dict) else {}


def text_at(tree: Value | None, *path: str) -> str:
    """The text at a path; empty where there is none."""
    found = at(tree, path)
    return found if isinstance(found, str) else ""


def leaves(tree: Value, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Value]]:
    """Every text and list with its path."""
    if isinstance(tree, dict) and tree:
        for key, value in tree.items():
            yield from leaves(value, (*path, key))
    else:
        yield path, tree
