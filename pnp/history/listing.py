"""Changes go in; lines that a designer reads come out: what changed and why, what is new, what to throw away.

A cause that several pieces share is said once, with the pieces; a record's own changes stand under its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from pnp.history.causes import Cause
from pnp.history.changes import Alteration, Changes, Kind

MANY = 6  # names; more are counted
_SAID: dict[Kind, str] = {"changed": "changed", "new": "new", "gone": "gone"}


@dataclass(frozen=True, slots=True)
class ListedLine:
    """One entry: what it is about, what happened, and which pieces it concerns."""

    head: str
    words: str = ""
    pieces: str = ""

    def __str__(self) -> str:
        text = f"{self.head}: {self.words}" if self.words else self.head
        return f"{text}  [{self.pieces}]" if self.pieces else text


@dataclass(frozen=True, slots=True)
class Section:
    """Lines under a heading."""

    title: str
    lines: tuple[ListedLine, ...]
    ticked: bool = False  # each line is something to do


def list_changes(changes: Changes, tiles: Mapping[str, tuple[str, ...]]) -> list[Section]:
    """The sections that have something to say, in the order of a designer's interest.

    ``tiles`` are those of a board that changed, where not all did.
    """
    titles = {name: _tiled(title, tiles.get(name, ())) for name, title in changes.titles.items()}
    changes = replace(changes, titles=titles)
    altered = _strong_causes(changes)
    sections = [
        Section("What changed", (*_own(altered, changes), *_shared(altered, changes), *_unknown(altered, changes))),
        Section("New", tuple(_new(changes))),
        Section("Throw away", tuple(_discards(changes)), ticked=True),
        Section("Not in this document", tuple(ListedLine(*note) for note in changes.notes), ticked=True),
    ]
    return [section for section in sections if section.lines]


def _tiled(title: str, tiles: tuple[str, ...]) -> str:
    """A board's title with its tiles that changed."""
    return f"{title}, {'tile' if len(tiles) == 1 else 'tiles'} {_and(list(tiles))}" if tiles else title


def _small(title: str) -> str:
    """A title inside a sentence: its first letter small, unless it is one of capitals."""
    return title[:1].lower() + title[1:] if not title[:2].isupper() else title


def _strong_causes(changes: Changes) -> list[Alteration]:
    """Leave weak causes out where a strong one explains the piece, unless a whole component changed."""
    changed = changes.of("changed")
    whole = {name for name in changes.totals if _count(changed, name) == changes.totals[name] > 1}
    found = []
    for item in changed:
        strong = tuple(cause for cause in item.causes if not cause.weak)
        causes = item.causes if item.component in whole or not strong else strong
        found.append(replace(item, causes=causes))
    return found


def _count(items: Iterable[Alteration], component: str) -> int:
    return sum(item.component == component for item in items)


def _own(altered: list[Alteration], changes: Changes) -> list[ListedLine]:
    """A line a record: everything that happened to it, and its pieces."""
    words: dict[str, dict[str, None]] = {}
    pieces: dict[str, dict[str, None]] = {}
    for item in altered:
        for cause in item.causes:
            if cause.own:
                words.setdefault(cause.subject, {}).update(dict.fromkeys(cause.words))
                pieces.setdefault(cause.subject, {})[changes.titles[item.component]] = None
    return [ListedLine(name, "; ".join(words[name]), ", ".join(pieces[name])) for name in words]


def _shared(altered: list[Alteration], changes: Changes) -> list[ListedLine]:
    """A line a cause that is not one record's own; causes of the very same pieces stand together."""
    told: dict[Cause, list[Alteration]] = {}
    for item in altered:
        for cause in item.causes:
            if not cause.own:
                told.setdefault(cause, []).append(item)
    together: dict[str, list[Cause]] = {}
    for cause, items in told.items():
        together.setdefault(_pieces(items, changes), []).append(cause)
    lines = []
    for pieces, causes in together.items():
        strong = [cause for cause in causes if not cause.weak]
        lines += [ListedLine(cause.subject, "; ".join(cause.words), pieces) for cause in strong]
        weak = [cause for cause in causes if cause.weak]
        if weak:
            lines.append(_weak_line(weak, pieces))
    return lines


def _weak_line(causes: list[Cause], pieces: str) -> ListedLine:
    """However many templates and styles were edited: one line."""
    shown = [str(cause) for cause in causes[:MANY]]
    more = [f"and {len(causes) - MANY} more"] if len(causes) > MANY else []
    return ListedLine(pieces, "; ".join([*shown, *more]))


def _unknown(altered: list[Alteration], changes: Changes) -> list[ListedLine]:
    items = [item for item in altered if not item.causes]
    return [ListedLine(_pieces(items, changes), "drawn otherwise, though the data says the same")] if items else []


def _pieces(items: list[Alteration], changes: Changes) -> str:
    """``all 8 hero sheets; status cards and standees of Ada, Bo``."""
    whole: list[str] = []
    many: list[str] = []
    some: dict[tuple[str, ...], list[str]] = {}
    for name in dict.fromkeys(item.component for item in items):
        own = tuple(item.name for item in items if item.component == name)
        total, title = changes.totals[name], _small(changes.titles[name])
        if len(own) == total:
            whole.append(title if total == 1 else f"all {total} {title}")
        elif len(own) <= MANY:
            some.setdefault(own, []).append(title)
        else:
            many.append(f"{len(own)} of {total} {title}")
    parts = [*whole, *many, *(f"{_and(titles)} of {', '.join(names)}" for names, titles in some.items())]
    return ", ".join(parts)


def _and(words: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _by_record(items: list[Alteration], changes: Changes) -> list[tuple[str, str]]:
    """Pieces told record by record: its name, and its pieces with their counts."""
    found: dict[str, list[str]] = {}
    for item in items:
        title = changes.titles[item.component]
        count = item.prints or item.discards
        words = _small(title) if item.name else title
        found.setdefault(item.name or title, []).append(f"{count} x {words}" if count > 1 else words)
    return [(name, ", ".join(parts) if parts != [name] else "") for name, parts in found.items()]


def _new(changes: Changes) -> list[ListedLine]:
    lines = []
    for name in dict.fromkeys(item.component for item in changes.of("new")):
        own = [item for item in changes.of("new") if item.component == name]
        if len(own) == changes.totals[name] > 1:
            lines.append(ListedLine(f"All {len(own)} {_small(changes.titles[name])}"))
    whole = {name for name in changes.totals if _count(changes.of("new"), name) == changes.totals[name] > 1}
    rest = [item for item in changes.of("new") if item.component not in whole]
    lines += [ListedLine(name, words) for name, words in _by_record(rest, changes)]
    lines += [ListedLine(f"{item.prints} more {_one(item, changes)}") for item in changes.of("more")]
    return lines


def _one(item: Alteration, changes: Changes) -> str:
    title = _small(changes.titles[item.component])
    return f"{title} of {item.name}" if item.name else title


def _discards(changes: Changes) -> list[ListedLine]:
    lines = []
    for name in dict.fromkeys(item.component for item in changes.of("changed")):
        own = [item for item in changes.of("changed") if item.component == name]
        count = sum(item.discards for item in own)
        title = changes.titles[name]
        if len(own) == changes.totals[name]:
            several = count > 1 or ", tiles " in title
            lines.append(
                ListedLine(title, f"the old ones, all {count}" if count > 1 else f"the old one{'s' * several}")
            )
        else:
            names = ", ".join(item.was for item in own) if len(own) <= MANY else f"{len(own)} of them"
            lines.append(ListedLine(title, f"the old {names}" + (f", {count} pieces" if count > len(own) else "")))
    lines += [
        ListedLine(name, f"{words}: no longer in the game" if words else "no longer in the game")
        for name, words in _by_record(changes.of("gone"), changes)
    ]
    lines += [
        ListedLine(f"{item.discards} {_one(item, changes)}", "the game needs fewer") for item in changes.of("fewer")
    ]
    return lines


def list_pieces(changes: Changes) -> list[ListedLine]:
    """The pieces that differ, a line a component, without a word on printing."""
    lines = []
    for name in dict.fromkeys(item.component for item in changes.pieces):
        own = [item for item in changes.pieces if item.component == name]
        words = []
        for kind, said in _SAID.items():
            items = [item for item in own if item.kind == kind]
            if not items:
                continue
            whole = name not in changes.totals if kind == "gone" else len(items) == changes.totals.get(name)
            if whole or not items[0].name:
                words.append(f"all {said}" if len(items) > 1 else said)
            else:
                names = ", ".join(item.name for item in items) if len(items) <= MANY else f"{len(items)} of them"
                words.append(f"{names} {said}")
        words += [f"{item.prints or item.discards} {item.kind}" for item in own if item.kind in ("more", "fewer")]
        lines.append(ListedLine(changes.titles[name], "; ".join(words)))
    return lines
