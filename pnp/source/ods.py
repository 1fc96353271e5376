"""An .ods file goes in, its sheets come out as tables: of LibreOffice, Google Sheets, Excel and others.

After OpenDocument 1.3, part 3, section 9. Of a cell what it holds is taken, not how it is shown, as from an .xlsx file.
What a cell or a row says it repeats is counted before it is made: a sheet of a few hundred bytes may claim 16,384
columns a million times over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from pnp.files import Folders
from pnp.problems import Source
from pnp.source.nodes import SHOWN_ERRORS, SourceTable, plain_number, too_large
from pnp.source.package import Package, local_name, open_package
from pnp.source.sheet_grid import MOST_ROWS, SheetGrid, table_of

_CONTENT = "content.xml"
_WHITE = re.compile(r"[ \t\n]+")  # which are one space, as on a web page
_TRUTHS = {"of:=TRUE()": "TRUE", "of:=FALSE()": "FALSE"}  # what LibreOffice makes of Excel's
_ERR = re.compile(r"Err:[0-9]{3}")
_TIME = re.compile(r"PT(\d{1,6})H(\d{1,2})M(\d{1,2})(?:[.,]\d*)?S")
_MOST_COLUMNS = 16_384
_MOST_SPACES = 10_000
# what stands in a cell and is none of its text
_ASIDE = frozenset({"annotation", "ruby-text", "note", "frame", "shape", "custom-shape", "g", "tracked-changes"})
_CELLS = ("table-cell", "covered-table-cell")


@dataclass(frozen=True)
class OpenDocument:
    """An open file; ``sheets`` are the names of its tables in order, hidden ones too, each with its number from 0."""

    package: Package
    sheets: Mapping[str, int]

    def table(self, sheet: str) -> SourceTable:
        """The cells of one sheet. Raises GameError."""
        cells = _Cells(SheetGrid(Source(self.package.name, "")), self.sheets[sheet])
        self.package.walk(_CONTENT, cells.start, cells.end, cells.letters)
        return table_of(cells.grid, sheet)


@contextmanager
def read_ods(path: Path, name: str, within: Folders = ()) -> Iterator[OpenDocument]:
    """Open a file; ``name`` is what messages call it. Raises GameError."""
    with open_package(path, name, ".ods", within) as package:
        names = _Names()
        package.walk(_CONTENT, names.start, names.end, names.letters)
        yield OpenDocument(package, dict(reversed([(name, number) for number, name in enumerate(names.found)])))


@dataclass
class _Names:
    """The names of the sheets; a table inside a table is none."""

    found: list[str] = field(default_factory=list)
    depth: int = 0

    def start(self, tag: str, given: Mapping[str, str]) -> None:
        tag = local_name(tag)
        if tag == "table":
            if not self.depth:
                self.found.append(_said(given, "name"))
            self.depth += 1

    def end(self, tag: str) -> None:
        self.depth -= local_name(tag) == "table"

    def letters(self, _text: str) -> None:
        return None


class _Local(dict[str, str]):
    """Names without their namespaces, each parted once."""

    def __missing__(self, name: str) -> str:
        self[name] = local_name(name)
        return self[name]


def _said(given: Mapping[str, str], name: str) -> str:
    """An attribute by its name without its namespace; nothing where it is not there."""
    for key, value in given.items():
        if key.endswith(name) and local_name(key) == name:
            return value
    return ""


def _times(given: Mapping[str, str], name: str, most: int) -> int:
    """How often something is repeated. Raises ValueError for what no spreadsheet says."""
    said = _said(given, name)
    if not said:
        return 1
    if not said.isdecimal() or not 0 < int(said[:9]) <= most:
        raise ValueError(said)
    return int(said)


@dataclass
class _Cells:
    """What the elements of one sheet say, gathered in ``grid``; ``wanted`` is the sheet's number."""

    grid: SheetGrid
    wanted: int
    sheet: int = -1
    depth: int = 0  # of tables
    aside: int = 0  # of elements that are none of the cell's text
    row: int = 0
    rows: int = 1
    column: int = 0
    cell: Mapping[str, str] | None = None
    content: list[tuple[int, int, str, str]] = field(default_factory=list)  # of the row: column, how often, text, tag
    pictures: list[int] = field(default_factory=list)
    paragraphs: list[str] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    inside: bool = False  # a paragraph
    spaces: int = 0  # that were counted, and not written
    local: _Local = field(default_factory=_Local)

    def start(self, tag: str, given: Mapping[str, str]) -> None:
        """An element begins."""
        tag = self.local[tag]
        if tag == "table":
            self.sheet += not self.depth
            self.depth += 1
        elif self.depth != 1 or self.sheet != self.wanted:
            return
        elif self.aside or tag in _ASIDE:
            self.aside += 1
            if tag == "image" and self.cell is not None:
                self.pictures.append(self.column + 1)
        elif tag == "table-row":
            self.rows = _times(given, "number-rows-repeated", MOST_ROWS)
            self.column, self.content, self.pictures = 0, [], []
        elif tag in _CELLS:
            self.cell, self.paragraphs = given, []
        elif tag in ("p", "h") and self.cell is not None:
            self.parts = []
            self.inside = True
        elif self.inside:
            self._mark(tag, given)

    def _mark(self, tag: str, given: Mapping[str, str]) -> None:
        if tag == "line-break":
            self.parts.append("\n")
        elif tag == "tab":
            self.parts.append("\t")
        elif tag == "s":
            times = _times(given, "c", _MOST_SPACES)
            self.spaces += times
            too_large(self.grid.source, 0, 0, 0, self.grid.size + self.spaces)
            self.parts.append(" " * times)

    def letters(self, text: str) -> None:
        """Text stands between two tags."""
        if self.inside and not self.aside:
            self.parts.append(_WHITE.sub(" ", text))

    def end(self, tag: str) -> None:
        """An element ends."""
        tag = self.local[tag]
        if tag == "table":
            self.depth -= 1
        elif self.depth != 1 or self.sheet != self.wanted:
            return
        elif self.aside:
            self.aside -= 1
        elif tag in ("p", "h") and self.inside:
            self.inside = False
            self.paragraphs.append("".join(self.parts))
        elif tag in _CELLS and self.cell is not None:
            self._end_cell(self.cell, covered=tag != "table-cell")
            self.cell = None
        elif tag == "table-row":
            self._end_row()

    def _end_cell(self, given: Mapping[str, str], *, covered: bool) -> None:
        times = _times(given, "number-columns-repeated", _MOST_COLUMNS)
        text, tag = ("", "") if covered else value_of(given, "\n".join(self.paragraphs))
        if text or tag:
            self.content.append((self.column + 1, times, text, tag))
            if down := _said(given, "number-rows-spanned"):
                spanned = _times({"n": down}, "n", MOST_ROWS)
                self.grid.merge(self.column + 1, self.row + 1, self.row + spanned)
        self.column += times

    def _end_row(self) -> None:
        if self.content or self.pictures:
            for number in range(self.row + 1, self.row + self.rows + 1):
                for column, times, text, tag in self.content:
                    for place in range(column, column + times):
                        self.grid.put(number, place, text, tag)
                for column in self.pictures:
                    self.grid.picture(number, column)
                if not self.content:
                    break
        self.row += self.rows
        if self.row > MOST_ROWS:
            raise ValueError(self.row)


def value_of(given: Mapping[str, str], shown: str) -> tuple[str, str]:
    """A cell's text and tag from its attributes and the text that it shows; nothing for one that is empty."""
    shown = shown.strip()
    if given.get("office:value-type") == "string" == given.get("calcext:value-type") and len(given) == 2:
        return shown, ""  # nearly every cell
    said = {local_name(key): value for key, value in given.items() if not key.startswith("calcext:")}
    kind, formula = said.get("value-type", ""), "formula" in said
    if given.get("calcext:value-type") == "error" or (formula and (shown in SHOWN_ERRORS or _ERR.fullmatch(shown))):
        return shown, "error"
    if formula and not kind and not shown:
        return "", "formula"
    if formula and said["formula"] in _TRUTHS:
        return _TRUTHS[said["formula"]], ""
    if kind in ("float", "currency", "percentage"):
        if "value" not in said:
            return "", "formula"
        value = float(said["value"])
        return (f"{plain_number(value * 100)}%" if kind == "percentage" else plain_number(value)), ""
    if kind == "boolean":
        return ("TRUE" if said.get("boolean-value") == "true" else "FALSE"), ""
    if kind == "date":
        day, _, clock = said.get("date-value", shown).removesuffix("T00:00:00").partition("T")
        return f"{day} {clock.removesuffix(':00')}" if clock else day, "date"
    if kind == "time":
        return _clock(said.get("time-value", "")) or shown, "date"
    return (shown or said.get("string-value", "").strip()), ""


def _clock(duration: str) -> str:
    """``PT09H05M00S`` as 09:05."""
    match = _TIME.fullmatch(duration)
    if match is None:
        return ""
    return f"{int(match[1]):02}:{int(match[2]):02}:{int(match[3]):02}".removesuffix(":00")
