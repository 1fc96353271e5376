"""A deck's table goes in: the linked file, and columns that stand in the script. Fields, rows and a CSV come out."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from pnp.files import Folders
from pnp.game.headings import SPECIAL
from pnp.importing.deck import MOST_CARDS, Deck
from pnp.importing.plain_text import as_literal
from pnp.importing.script_folder import NotBeside, ScriptFolder
from pnp.problems import GameError, Source
from pnp.schema.columns import plain_heading
from pnp.schema.naming import KEPT, bettered
from pnp.source.csv_reader import parse_csv, read_csv
from pnp.source.nodes import BLANK, Scalar, SourceTable
from pnp.source.spreadsheet import SPREADSHEETS, open_spreadsheet
from pnp.source.text_file import read_bytes

_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,8})")
_WORD = re.compile(r"[a-z][a-z0-9_]*")
MOST_COPIES = 1_000
MOST_MADE = 500  # cards of a script without a table


@dataclass
class Field:
    """A column: its heading in the deck, the field it becomes, and its values, one for each row."""

    heading: str
    name: str
    values: list[str]
    whole: bool = False  # whether it is of whole numbers

    @property
    def optional(self) -> bool:
        """Whether some row has nothing there."""
        return not all(self.values)

    @property
    def type(self) -> str:
        """As game.yaml writes it."""
        return ("int" if self.whole else "text") + ("?" if self.optional else "")


@dataclass
class Rows:
    """The deck's cards. ``of_card`` is the row of each card, counted from 0, copies of a row one after the other."""

    fields: list[Field]
    ids: list[str]
    of_card: list[int]
    copies: Field | None = None
    notes: list[str] = field(default_factory=list)

    def field(self, heading: str) -> Field | None:
        """The column of that heading; capitals do not matter, as they do not in nanDECK."""
        wanted = heading.strip().casefold()
        return next((each for each in self.fields if each.heading.casefold() == wanted), None)

    def csv(self) -> bytes:
        """The table as pnp reads it: UTF-8, commas, an id for each row."""
        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        headings = [each.heading if plain_heading(each.heading) == each.name else each.name for each in self.fields]
        writer.writerow(["id", *headings])
        for number, id_ in enumerate(self.ids):
            writer.writerow([id_, *(as_literal(each.values[number]) for each in self.fields)])
        return stream.getvalue().encode("utf-8")


def read_rows(deck: Deck, beside: ScriptFolder) -> Rows:
    """Read the deck's table; what cannot be is noted on the deck, and its cards have what the script itself holds."""
    headings, rows = _linked(deck, beside)
    if deck.count and headings:
        rows = rows[: deck.count]
    number = len(rows) if headings else deck.count or max([1, *map(len, deck.series.values())])
    if not headings and number > MOST_MADE:
        deck.leave(0, f"{number:,} cards without a table", f"{MOST_MADE} are begun: a table says what each is")
        number = MOST_MADE
    named = _fields(headings, rows)
    for heading, values in deck.series.items():
        filled = [values[at % len(values)] if deck.cycles or at < len(values) else "" for at in range(number)]
        named.append(Field(heading, "", filled))
    if not named:
        named = [Field("Name", "", [f"Card {at + 1}" for at in range(number)])]
    notes = _name(named)
    ids = _ids(named, number)
    named = [each for each in named if each.name != "id"]
    for each in named:
        each.whole = any(each.values) and all(_WHOLE.fullmatch(value) for value in each.values if value)
    found = Rows(named, ids, list(range(number)), notes=notes)
    _count_copies(deck, found)
    return found


def _linked(deck: Deck, beside: ScriptFolder) -> tuple[list[str], list[list[str]]]:
    if not deck.file:
        return [], []
    try:
        table = _opened(deck, beside)
    except NotBeside as why:
        deck.leave(deck.file_line, f"the table '{deck.file[:60]}'", str(why))
        return [], []
    except GameError as error:
        for problem in error.problems[:5]:
            deck.leave(
                deck.file_line, f"the table '{deck.file[:60]}'", f"{problem.message}. {problem.hint}".rstrip(". ")
            )
        return [], []
    width = len(table.header)
    rows: list[list[str]] = []
    for row in table.rows:
        if len(rows) == MOST_CARDS:
            deck.leave(deck.file_line, "further rows", f"a deck has {MOST_CARDS:,} cards at most")
            break
        rows.append(
            [cell.text.strip() if isinstance(cell, Scalar) and cell.tag != BLANK else "" for cell in row[:width]]
        )
    return [cell.text.strip() for cell in table.header], rows


def _opened(deck: Deck, beside: ScriptFolder) -> SourceTable:
    path, within = beside.find(deck.file), (beside.folder,)
    ending = path.suffix.lower()
    if ending in (".csv", ".tsv", ".txt"):
        return _text_table(path, deck, within)
    if ending not in SPREADSHEETS:
        raise NotBeside(
            f"a {ending or 'file without an ending'} is not read: save it as .xlsx, .ods or .csv, then import again"
        )
    with open_spreadsheet(path, deck.file, within) as book:
        names = list(book.sheets)
        wanted = deck.sheet
        at = int(wanted[1:]) if wanted.startswith("#") and wanted[1:].isdigit() else 0
        chosen = next((name for name in names if name.casefold() == wanted.casefold()), "")
        if not chosen and at < len(names) and (not wanted or wanted.startswith("#")):
            chosen = names[at]
        if not chosen:
            raise NotBeside(f"it has no sheet '{wanted[:40]}'")
        return book.table(chosen)


def _text_table(path: Path, deck: Deck, within: Folders) -> SourceTable:
    try:
        return read_csv(path, deck.file, within)
    except GameError as error:
        if [problem.code for problem in error.problems] != ["not-utf8"]:
            raise
    text = read_bytes(path, deck.file, within=within).decode("cp1252", "replace")
    deck.leave(deck.file_line, "the encoding of the table", "it was read as Windows-1252: look at its accents")
    return parse_csv(Source(deck.file, text.replace("\r\n", "\n").replace("\r", "\n")))


def _fields(headings: list[str], rows: list[list[str]]) -> list[Field]:
    found = []
    for number, heading in enumerate(headings):
        values = [row[number] if number < len(row) else "" for row in rows]
        if heading or any(values):
            found.append(Field(heading or f"column {number + 1}", "", values))
    return found


def _name(fields: Iterable[Field]) -> list[str]:
    """Give each column a field's name that pnp takes; what was renamed is told."""
    taken: set[str] = set()
    notes = []
    for each in fields:
        plain = plain_heading(each.heading)
        name = plain if _WORD.fullmatch(plain) else f"field_{plain}".strip("_")[:55]
        if name in KEPT or name in SPECIAL:
            name += "_field"
        if name in taken:
            name = next(f"{name[:55]}_{at}" for at in range(2, 1_000) if f"{name[:55]}_{at}" not in taken)
        taken.add(name)
        each.name = name
        if name != plain:
            notes.append(f"the column '{each.heading[:60]}' is called {name}")
    return notes


def _ids(fields: list[Field], number: int) -> list[str]:
    """An id for each row: of a column id, of its name, else its number; what stands twice gets a number behind it."""
    order = [each for wanted in ("id", "name", "title") for each in fields if each.name == wanted]
    texts = order or [each for each in fields if not all(_WHOLE.fullmatch(value) for value in each.values if value)]
    found: list[str] = []
    taken: set[str] = set()
    for at in range(number):
        plain = bettered(texts[0].values[at], "-")[:50].strip("-") if texts else ""
        plain = plain or f"card-{at + 1}"
        name, again = plain, 1
        while name in taken:
            again += 1
            name = f"{plain}-{again}" if again < 50 else f"{plain}-{again}-{at}"
        taken.add(name)
        found.append(name)
    return found


def _count_copies(deck: Deck, rows: Rows) -> None:
    """Which row each card shows, by the column that counts copies."""
    counted = rows.field(deck.copies) if deck.copies else None
    if counted is None:
        return
    if not counted.whole or any(value and not 0 <= int(value) <= MOST_COPIES for value in counted.values):
        deck.leave(deck.file_line, f"the copies in '{counted.heading[:40]}'", "not every cell is 0 to 1000")
        return
    rows.copies = counted
    if deck.series and any(value not in ("", "1") for value in counted.values):
        deck.leave(
            deck.file_line, "lists in the script", "they count copies of a card; here each row has its own value"
        )
    rows.of_card = []
    for number, value in enumerate(counted.values):
        rows.of_card += [number] * (int(value) if value else 1)
        if len(rows.of_card) > MOST_CARDS * 10:
            break
