"""Two sides go in; what differs comes out: records field by field, other causes, pieces, tables."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.history.balance import TableChange, compare_tables
from pnp.history.causes import Cause, causes_of
from pnp.history.changes import Changes, changes_of, facts_of, find_changes
from pnp.history.phrasing import brief, changed_field, spoken
from pnp.history.sides import ComparedGame
from pnp.history.snapshot import Tree, Value, branch
from pnp.history.traced import Path


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One field of a record before and after; ``words`` say it in one go."""

    name: str
    old: str
    new: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecordChange:
    """One record that is new, gone, or has other fields."""

    collection: str
    name: str
    kind: str  # changed, new or gone
    fields: tuple[FieldChange, ...] = ()


@dataclass(frozen=True, eq=False)
class Difference:
    """Everything that differs between two sides."""

    old: ComparedGame
    new: ComparedGame
    records: tuple[RecordChange, ...]
    causes: tuple[Cause, ...]
    changes: Changes
    tables: tuple[TableChange, ...]

    @property
    def empty(self) -> bool:
        """Whether nothing differs."""
        return not (self.records or self.causes or self.changes.pieces or self.tables)


def compare(old: ComparedGame, new: ComparedGame) -> Difference:
    """Compare two sides of one game."""
    if new.inventory:
        changes = changes_of(old.tree, lambda _: old.tree, new.inventory)
    else:
        changes = find_changes(old.tree, lambda _: old.tree, new.tree, *facts_of(new.tree))
    tables = compare_tables(old.game, new.game) if old.game and new.game else ()
    return Difference(old, new, tuple(_records(old, new)), tuple(_causes(old.tree, new.tree)), changes, tuple(tables))


def _records(old: ComparedGame, new: ComparedGame) -> list[RecordChange]:
    found = []
    partial = old.inventory is None or new.inventory is None  # a printing knows only what its pieces show
    for collection in dict.fromkeys([*new.records, *old.records]):
        was, now = branch(old.records, collection), branch(new.records, collection)
        if partial and not (was and now):
            continue
        for key in dict.fromkeys([*now, *was]):
            before, after = branch(was, key), branch(now, key)
            name = str(after.get("name") or before.get("name") or key)
            if not before or not after:
                found.append(RecordChange(collection, name, "new" if after else "gone"))
                continue
            if partial:
                before, after = _shared(before, after)
            fields = tuple(_fields(before, after))
            if fields:
                found.append(RecordChange(collection, name, "changed", fields))
    return found


def _shared(before: Tree, after: Tree) -> tuple[Tree, Tree]:
    names = before.keys() & after.keys()
    return ({key: before[key] for key in before if key in names}, {key: after[key] for key in after if key in names})


def _fields(before: Tree, after: Tree) -> list[FieldChange]:
    names = [*after, *(name for name in before if name not in after)]
    return [
        FieldChange(spoken(name), _shown(before.get(name)), _shown(after.get(name)), tuple(words))
        for name in names
        if (words := changed_field(name, before.get(name), after.get(name)))
    ]


def _shown(value: Value | None) -> str:
    return "–" if value is None else brief(value, 400)


def _causes(old: Tree, new: Tree) -> list[Cause]:
    """What changed besides records: rules, colours, boards, styles, templates, fonts."""
    facts: set[Path] = {("engine",)}
    for room in ("rules", "computed", "palette", "boards", "text", "fonts", "templates", "icons", "art", "game"):
        facts |= {(room, name) for side in (old, new) for name in branch(side, room)}
    for side in (old, new):
        for name in branch(side, "components"):
            facts |= {("components", name, "size"), ("components", name, "made with")}
    both = branch(old, "components").keys() & branch(new, "components").keys()
    wanted = {fact for fact in facts if fact[0] != "components" or fact[1] in both}
    return causes_of(frozenset(wanted), "", "", old, new)
