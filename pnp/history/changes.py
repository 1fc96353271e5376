"""What was printed and what a game would print now go in; what to print, to throw away and to keep comes out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from pnp.history.causes import Cause, causes_of, record_name
from pnp.history.inventory import ALONE, Inventory
from pnp.history.snapshot import Tree, branch, text_at
from pnp.history.traced import Path

Facts = Mapping[tuple[str, str], frozenset[Path]]
Kind = Literal["changed", "new", "gone", "more", "fewer"]


@dataclass(frozen=True, slots=True)
class Alteration:
    """What happened to one piece: copies to print and to throw away, and why.

    ``name`` is its record's, ``was`` what that was called before.
    """

    component: str
    record: str
    kind: Kind
    name: str
    prints: int
    discards: int
    causes: tuple[Cause, ...] = ()
    was: str = ""


@dataclass(frozen=True, eq=False)
class Changes:
    """Everything that happened since a printing. ``totals`` are the pieces of each component as it is now.

    ``notes`` name what a reprint does not hold, and say what happened to it.
    """

    pieces: tuple[Alteration, ...]
    titles: Mapping[str, str]
    totals: Mapping[str, int]
    notes: tuple[tuple[str, str], ...] = ()

    @property
    def prints(self) -> int:
        """How many pieces there are to print."""
        return sum(item.prints for item in self.pieces)

    @property
    def discards(self) -> int:
        """How many there are to throw away."""
        return sum(item.discards for item in self.pieces)

    def of(self, *kinds: Kind) -> list[Alteration]:
        """The pieces that one of these happened to."""
        return [item for item in self.pieces if item.kind in kinds]


def parse_mark(mark: str) -> tuple[int, str]:
    """``9 x hash / hash`` as the count and the hashes."""
    count, _, hashes = mark.partition(" x ")
    return int(count), hashes


def find_changes(
    old: Tree,
    then: Callable[[str], Tree | None],
    new: Tree,
    facts: Facts,
    collections: Mapping[str, str],
) -> Changes:
    """Compare two trees. ``then`` gives the old tree of a component, that of its own printing.

    ``facts`` are what each piece of the new tree was made from, in the game's order; ``collections`` whence it came.
    """
    found: list[Alteration] = []
    was, now = branch(old, "components"), branch(new, "components")
    order = dict.fromkeys([name for name, _ in facts] + list(was))
    for name in order:
        found += _component(name, collections.get(name, ""), old, then(name), new, facts)
    titles = {name: text_at(tree, name, "title") or name for tree in (was, now) for name in tree}
    totals = {name: len(branch(now, name, "pieces")) for name in now}
    return Changes(tuple(found), titles, totals)


def changes_of(old: Tree, then: Callable[[str], Tree | None], inventory: Inventory, new: Tree | None = None) -> Changes:
    """Compare a tree with a game, or with the whole tree of one: then a face of equal pictures did not change."""
    facts = {key: piece.facts for key, piece in inventory.pieces.items()}
    collections = {name: component.of for name, component in inventory.game.components.items()}
    return find_changes(old, then, inventory.tree if new is None else new, facts, collections)


def facts_of(tree: Tree) -> tuple[Facts, dict[str, str]]:
    """What can be known of a tree whose game is gone: each piece shows its own record's fields."""
    facts: dict[tuple[str, str], frozenset[Path]] = {}
    collections: dict[str, str] = {}
    for name in branch(tree, "components"):
        for key in branch(tree, "components", name, "pieces"):
            collection = _owner(tree, "", key) if key != ALONE else ""
            collections.setdefault(name, collection)
            fields = branch(tree, "records", collection, key) if collection else {}
            facts[name, key] = frozenset(("records", collection, key, field) for field in fields)
    return facts, collections


def _component(
    name: str,
    collection: str,
    old: Tree,
    before: Tree | None,
    new: Tree,
    facts: Facts,
) -> list[Alteration]:
    was = {key: str(mark) for key, mark in branch(old, "components", name, "pieces").items()}
    now = {key: str(mark) for key, mark in branch(new, "components", name, "pieces").items()}
    gone = [key for key in was if key not in now]
    found = []
    for key in [key for name_, key in facts if name_ == name]:
        copies, hashes = parse_mark(now[key])
        # a record under another id whose piece looks the same needs no new piece
        twin = next((other for other in gone if parse_mark(was[other])[1] == hashes), None) if key not in was else None
        if twin:
            gone.remove(twin)
        mark = was.get(key) or (was[twin] if twin else "")
        label = record_name(new, collection, key) if key != ALONE else ""
        if not mark:
            found.append(Alteration(name, key, "new", label, copies, 0))
            continue
        had, looked = parse_mark(mark)
        if looked != hashes and not _same_picture(name, (old, twin or key), (new, key)):
            causes = causes_of(facts[name, key], collection, key, before, new) if before is not None else ()
            called = record_name(before or old, collection, twin or key) if label else ""
            found.append(Alteration(name, key, "changed", label, copies, had, tuple(causes), called))
        elif copies != had:
            kind: Kind = "more" if copies > had else "fewer"
            found.append(Alteration(name, key, kind, label, max(0, copies - had), max(0, had - copies)))
    for key in gone:
        owner = _owner(old, collection, key)
        label = record_name(old, owner, key) if key != ALONE else ""
        found.append(Alteration(name, key, "gone", label, 0, parse_mark(was[key])[0]))
    return found


def _same_picture(component: str, was: tuple[Tree, str], now: tuple[Tree, str]) -> bool:
    """Whether a piece that is written otherwise, by another version of the program, looks as it did."""
    before, after = (text_at(tree, "components", component, "pictures", key) for tree, key in (was, now))
    return before == after != ""


def _owner(old: Tree, collection: str, record: str) -> str:
    """The collection of a record of a component that may be gone itself."""
    if collection:
        return collection
    return next(
        (name for name, group in branch(old, "records").items() if isinstance(group, dict) and record in group), ""
    )
