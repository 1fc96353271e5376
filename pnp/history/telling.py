"""A difference goes in; the lines that a terminal shows come out."""

from __future__ import annotations

from pnp.history.balance import find_balance, find_shifts
from pnp.history.compare import Difference, RecordChange
from pnp.history.listing import ListedLine, Section, list_pieces
from pnp.history.phrasing import signed

SHOWN = 2  # tables for each name; the page shows all


def tell_difference(difference: Difference) -> list[Section]:
    """The sections that have something to say."""
    sections = [
        Section("Records", tuple(_record(item) for item in difference.records)),
        Section(
            "Everything else", tuple(ListedLine(cause.subject, "; ".join(cause.words)) for cause in difference.causes)
        ),
        Section("Pieces", tuple(list_pieces(difference.changes))),
        Section(
            "Tables",
            tuple(ListedLine(item.table.title, f"{item.changed} of {item.filled} cells") for item in difference.tables),
        ),
        Section("Balance at a glance", tuple(_balance(difference))),
    ]
    return [section for section in sections if section.lines]


def _record(item: RecordChange) -> ListedLine:
    words = "; ".join(words for field in item.fields for words in field.words)
    return ListedLine(item.name, words or ("new" if item.kind == "new" else "gone"))


def _balance(difference: Difference) -> list[ListedLine]:
    """Who gained and who lost, each with the tables that moved most for it; only what moved, where none says better."""
    shifts = find_shifts(difference.tables)
    balance = find_balance(shifts)
    verdicts = {name: "gained" if value > 0 else "lost" if value < 0 else "even" for name, value in balance}
    bare = set(find_shifts([change for change in difference.tables if not change.table.modifiers]))
    lines = []
    for name in verdicts or dict.fromkeys(item.name for item in shifts):
        own = [item for item in shifts if item.name == name and (item.gain or not verdicts)]
        own = [item for item in own if item in bare] or own
        own.sort(key=lambda item: abs(item.mean if item.gain is None else item.gain), reverse=True)
        words = [f"{item.title.lower()} {signed(item.mean)} {item.part}".rstrip() for item in own[:SHOWN]]
        lines.append(ListedLine(f"{name} {verdicts[name]}" if verdicts else name, "; ".join(words)))
    return lines
