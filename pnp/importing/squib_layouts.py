"""Squib's layout files go in; the options of each layout come out, with what they extend (squib's docs/layouts.rst)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from pnp.files import is_file, leads_out
from pnp.importing.deck import Deck
from pnp.problems import GameError
from pnp.schema.file_names import with_slashes
from pnp.source.nodes import Listing, Node, Scalar
from pnp.source.nodes import Mapping as MappingNode
from pnp.source.yaml_reader import read_yaml
from pnp.units import looks_like_number, parse_number

Layouts = dict[str, dict[str, object]]
MOST_ANCESTORS = 50
_CHANGE = re.compile(r"([-+*/])=\s*(.+)")
# they come with Squib (lib/squib/builtin/layouts) and stand beside no script
BUILT_IN = ("economy.yml", "fantasy.yml", "hand.yml", "party.yml", "playing-card.yml", "tuck_box.yml")


def read_layouts(files: list[str], folder: Path, line: int, deck: Deck) -> Layouts:
    """Read them one after the other: what a later file says of a layout counts."""
    raw: dict[str, dict[str, object]] = {}
    for file in files[:20]:
        path = folder / with_slashes(file)
        if len(file) > 200 or leads_out(path, (folder,)):
            deck.leave(line, f"layout '{file[:60]}'", "it leads out of the script's folder")
        elif is_file(path):
            try:
                raw |= _of(read_yaml(path, file, (folder,)))
                deck.take("layout")
            except GameError as error:
                problem = error.problems[0]
                deck.leave(line, f"layout '{file[:60]}'", f"{problem.span}: {problem.message}")
        elif file in BUILT_IN:
            deck.leave(line, f"layout '{file}'", "it comes with Squib: copy it beside the script, then import again")
        else:
            deck.leave(line, f"layout '{file[:60]}'", "there is no such file beside the script")
    made: Layouts = {}
    return {name: _whole(name, raw, made, ()) for name in raw}


def _of(node: Node) -> dict[str, dict[str, object]]:
    if not isinstance(node, MappingNode):
        return {}
    return {
        key.text: {name.text: _plain(each) for name, each in value.entries}
        for key, value in node.entries
        if isinstance(value, MappingNode)
    }


def _plain(node: Node) -> object:
    if isinstance(node, Listing):
        return [_plain(item) for item in node.items]
    if not isinstance(node, Scalar):
        return None
    if node.empty:
        return None
    if not node.quoted and node.text in ("true", "false"):
        return node.text == "true"
    if not node.quoted and looks_like_number(node.text):
        try:
            return parse_number(node.text)
        except ValueError:
            return node.text
    return node.text.removeprefix(":") if not node.quoted else node.text


def _whole(name: str, raw: Mapping[str, dict[str, object]], made: Layouts, below: tuple[str, ...]) -> dict[str, object]:
    """A layout with what it inherits, each worked out once and kept in ``made``; a circle ends where it closes."""
    own = raw.get(name, {})
    if name in made:
        return made[name]
    if name in below or len(below) > MOST_ANCESTORS:
        return own
    named = own.get("extends")
    parents = named if isinstance(named, list) else [named] if named else []
    found: dict[str, object] = {}
    for parent in parents[:20]:
        if isinstance(parent, str):
            found |= _whole(parent, raw, made, (*below, name))
    for key, value in own.items():
        change = _CHANGE.fullmatch(value.strip()) if isinstance(value, str) else None
        # what is changed is worked out when lengths are: it may have a unit
        found[key] = (change[1], found.get(key, 0.0), change[2]) if change else value
    found.pop("extends", None)
    made[name] = found
    return found
