"""A fact of a piece and the tree before and now go in; the cause it gives, in words, comes out.

A cause is the piece's own when it lies in its record; shared when other pieces show the same; weak when it may have
changed nothing (an edit of a template, another version of the program).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pnp.build.own_lettering import ARROW
from pnp.history.phrasing import brief, changed_field, changed_text, spoken
from pnp.history.snapshot import Tree, Value, at, branch, text_at
from pnp.history.traced import Path
from pnp.source.nodes import shortened


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a piece prints otherwise. ``subject`` is what it is about, ``words`` what happened to it."""

    subject: str
    words: tuple[str, ...]
    own: bool = False
    weak: bool = False

    def __str__(self) -> str:
        return f"{self.subject}: {'; '.join(self.words)}"


def record_name(tree: Tree, collection: str, record: str) -> str:
    """A record's name, or its id; of one in a list of another's, with that one's name: "Wolf (Goblins)"."""
    owner, inside, own = record.partition("/")
    name = text_at(tree, "records", collection, record, "name") or own or record
    return f"{name} ({record_name(tree, collection.partition('.')[0], owner)})" if inside else name


def causes_of(facts: frozenset[Path], collection: str, record: str, old: Tree, new: Tree) -> list[Cause]:
    """Everything that changed among the facts of one piece, its own record's changes first and as one cause."""
    own: list[str] = []
    found: list[Cause] = []
    names = list(branch(new, "records", collection, record))
    ordered = sorted(
        facts,
        key=lambda fact: (
            _ORDER.get(fact[0], 9),
            names.index(fact[3]) if _is_own(fact, collection, record) and fact[3] in names else 99,
            fact,
        ),
    )
    for fact in ordered:
        before, after = at(old, fact), at(new, fact)
        if before == after:
            continue
        if _is_own(fact, collection, record):
            own += changed_field(fact[3], before, after)
        else:
            found += _CAUSES[fact[0]](fact, before, after, old, new)
    mine = [Cause(record_name(new, collection, record), tuple(own), own=True)] if own else []
    merged: dict[tuple[str, bool], list[str]] = {}
    for cause in found:
        merged.setdefault((cause.subject, cause.weak), []).extend(cause.words)
    return mine + [Cause(subject, tuple(dict.fromkeys(words)), weak=weak) for (subject, weak), words in merged.items()]


_ORDER = {name: i for i, name in enumerate(("records", "boards", "rules", "game", "components", "palette"))}


def _is_own(fact: Path, collection: str, record: str) -> bool:
    return fact[:3] == ("records", collection, record) and len(fact) == 4


def _of_record(fact: Path, before: Value | None, after: Value | None, old: Tree, new: Tree) -> list[Cause]:
    collection = fact[1]
    if len(fact) == 2:
        was, now = branch(old, *fact), branch(new, *fact)
        gone = [f"{record_name(old, collection, key)} is gone" for key in was if key not in now]
        come = [f"{record_name(new, collection, key)} is new" for key in now if key not in was]
        return [Cause(spoken(collection), (*come, *gone))] if gone or come else []
    if not at(old, fact[:3]):
        return []  # a new record, said by its collection
    words = changed_field(fact[3], before, after)
    return [Cause(record_name(new, collection, fact[2]), tuple(words))]


def _of_board(_fact: Path, before: Value | None, after: Value | None, _old: Tree, _new: Tree) -> list[Cause]:
    was = before if isinstance(before, dict) else {}
    now = after if isinstance(after, dict) else {}
    words = [
        changed_text(name, was.get(name) or "", now.get(name) or "")
        for name in ("title", "size")
        if was.get(name) != now.get(name)
    ]
    placed, standing = _places(was), _places(now)
    for kind in dict.fromkeys((*standing, *placed)):
        places, others = branch(placed, kind), branch(standing, kind)
        for key in [*others, *(key for key in places if key not in others)]:
            words += _moved(spoken(kind), text_at(places, key), text_at(others, key))
    words += _ground(was.get("map"), now.get("map"))
    if was.get("legend") != now.get("legend"):
        words.append("other kinds of ground")
    return [Cause(text_at(now, "title") or "the board", tuple(words))] if words else []


def _places(board: Tree) -> Tree:
    """A board's places by their kinds. An early printing has them beside the map, under a plural."""
    if "places" in board:
        return branch(board, "places")
    return {
        name.removesuffix("s"): value for name, value in board.items() if isinstance(value, dict) and name != "legend"
    }


def _moved(what: str, was: str, now: str) -> list[str]:
    if was == now:
        return []
    name, _, place = now.rpartition(" at ")
    before, _, there = was.rpartition(" at ")
    if not was or not now:
        return [f"{what} {name} is new at {place}" if now else f"{what} {before} is gone from {there}"]
    renamed = [f"{what} {before} is now called {name}"] if name != before else []
    return renamed + ([f"{what} {name} moved from {there} to {place}"] if place != there else [])


def _ground(was: Value | None, now: Value | None) -> list[str]:
    rows = [
        [" ".join(row.split()).split() for row in side if isinstance(row, str)] if isinstance(side, list) else []
        for side in (was, now)
    ]
    if [len(row) for row in rows[0]] != [len(row) for row in rows[1]]:
        return ["the map has another size"]
    found = [
        f"column {x} row {y} {a} {ARROW} {b}"
        for y, pair in enumerate(zip(*rows, strict=True), 1)
        for x, (a, b) in enumerate(zip(*pair, strict=True), 1)
        if a != b
    ]
    if len(found) > 3:
        return [f"the ground of {len(found)} cells changed"]
    return [f"ground {', '.join(found)}"] if found else []


def _of_style(fact: Path, before: Value | None, after: Value | None, _old: Tree, _new: Tree) -> list[Cause]:
    was, now = brief(before, 1000).split(", "), brief(after, 1000).split(", ")
    gone, come = [word for word in was if word not in now], [word for word in now if word not in was]
    words = f"{', '.join(gone) or 'plain'} {ARROW} {', '.join(come) or 'plain'}"
    return [Cause(f"text style {fact[1]}", (words,), weak=True)]


def _of_formula(fact: Path, before: Value | None, after: Value | None, _old: Tree, _new: Tree) -> list[Cause]:
    was, now = (shortened(side) if isinstance(side, str) else "nothing" for side in (before, after))
    return [Cause(f"how {fact[1]} is computed", (f"{was} {ARROW} {now}",))]


def _says(subject: str, words: str, *, weak: bool = False) -> Callable[..., list[Cause]]:
    """A cause from a pattern: {name}, {old} and {new} stand for what the fact names and its values."""

    def cause(fact: Path, before: Value | None, after: Value | None, _old: Tree, _new: Tree) -> list[Cause]:
        names = {"name": fact[-1], "spoken": spoken(fact[-1]), "old": brief(before, 60), "new": brief(after, 60)}
        return [Cause(subject.format(**names), (words.format(**names),), weak=weak)]

    return cause


_CAUSES: dict[str, Callable[[Path, Value | None, Value | None, Tree, Tree], list[Cause]]] = {
    "records": _of_record,
    "boards": _of_board,
    "text": _of_style,
    "computed": _of_formula,
    "rules": _says("rule {spoken}", f"{{old}} {ARROW} {{new}}"),
    "game": _says("the game's {name}", f"{{old}} {ARROW} {{new}}"),
    "components": _says("{name}", f"{{old}} {ARROW} {{new}}"),
    "palette": _says("colour {name}", f"{{old}} {ARROW} {{new}}"),
    "fonts": _says("font {name}", "another font file"),
    "icons": _says("icon {name}", "drawn anew"),
    "art": _says("picture {name}", "drawn anew"),
    "templates": _says("template {name}", "edited", weak=True),
    "engine": _says("the program", f"{{old}} {ARROW} {{new}}", weak=True),
}
