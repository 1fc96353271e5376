"""An .xlsx file goes in, its sheets come out as tables: of Excel, LibreOffice and whatever else writes the format.

Read here rather than by a library: one pass gives the values, the formulas that have none yet, errors, dates, pictures
and merged cells, each at its cell, and nothing that a stranger packed can blow it up (``docs/speed.md`` compares).
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from pnp.files import Folders
from pnp.source.nodes import MAX_LETTERS, SourceTable
from pnp.source.package import Package, local_name, open_package, too_much
from pnp.source.sheet_grid import SheetGrid, table_of
from pnp.source.worksheet import Dates, Formats, SheetCells, unescaped


@dataclass(frozen=True)
class Workbook:
    """An open file; ``sheets`` are the names of its tables in order, hidden ones too, and where each is kept."""

    package: Package
    sheets: Mapping[str, str]
    strings: tuple[str, ...]
    formats: Formats

    def table(self, sheet: str) -> SourceTable:
        """The cells of one sheet. Raises GameError."""
        cells = SheetCells(self.package.name, self.strings, self.formats)
        part = self.sheets[sheet]
        self.package.walk(part, cells.start, cells.end, cells.letters)
        for kind, target in _links(self.package, part).values():
            if kind == "drawing" and target in self.package:
                anchors = _Anchors(cells.grid)
                self.package.walk(target, anchors.start, anchors.end, anchors.letters)
        return table_of(cells.grid, sheet)


@contextmanager
def read_workbook(path: Path, name: str, within: Folders = ()) -> Iterator[Workbook]:
    """Open a file; ``name`` is what messages call it. Raises GameError."""
    with open_package(path, name, ".xlsx", within) as package:
        main = dict(_links(package, "").values()).get("officeDocument", "xl/workbook.xml")
        links = _links(package, main)
        parts = dict(links.values())
        book = _Book()
        package.walk(main, book.start, _no_end, _no_letters)
        tables = {name: links[link][1] for name, link in book.sheets if links.get(link, ("",))[0] == "worksheet"}
        strings = _Strings(package.name)
        if parts.get("sharedStrings", "") in package:
            package.walk(parts["sharedStrings"], strings.start, strings.end, strings.letters)
        formats = _Styles()
        if parts.get("styles", "") in package:
            package.walk(parts["styles"], formats.start, formats.end, _no_letters)
        kinds = Formats(tuple(formats.codes.get(number, number) for number in formats.used), Dates(book.from_1904))
        yield Workbook(package, tables, tuple(strings.found), kinds)


def _links(package: Package, part: str) -> dict[str, tuple[str, str]]:
    """What a part is linked with: by the link's id, the last word of its type and the part it leads to."""
    folder, name = posixpath.split(part)
    own = posixpath.join(folder, "_rels", f"{name}.rels")
    found: dict[str, tuple[str, str]] = {}

    def start(tag: str, given: Mapping[str, str]) -> None:
        if local_name(tag) == "Relationship" and given.get("TargetMode") != "External":
            target = posixpath.normpath(posixpath.join("/", folder, given.get("Target", ""))).lstrip("/")
            found[given.get("Id", "")] = (given.get("Type", "").rpartition("/")[2], target)

    if own in package:
        package.walk(own, start, _no_end, _no_letters)
    return found


def _no_end(_tag: str) -> None:
    return None


def _no_letters(_text: str) -> None:
    return None


@dataclass
class _Book:
    """The list of sheets, each with the id of its link, and the year that dates count from."""

    sheets: list[tuple[str, str]] = field(default_factory=list)
    from_1904: bool = False

    def start(self, tag: str, given: Mapping[str, str]) -> None:
        tag = local_name(tag)
        if tag == "sheet":
            link = next((value for name, value in given.items() if local_name(name) == "id" and ":" in name), "")
            self.sheets.append((given.get("name", ""), link))
        elif tag == "workbookPr":
            self.from_1904 = given.get("date1904") in ("1", "true")


@dataclass
class _Strings:
    """The texts that cells share; of one with several styles all runs, of one with a reading aid not the aid."""

    name: str
    found: list[str] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    reading: bool = False
    aid: int = 0
    size: int = 0

    def start(self, tag: str, _given: Mapping[str, str]) -> None:
        tag = local_name(tag)
        if tag == "si":
            self.parts = []
        elif tag == "rPh":
            self.aid += 1
        self.reading = tag == "t" and not self.aid

    def letters(self, text: str) -> None:
        if self.reading:
            self.parts.append(text)
            self.size += len(text)
            if self.size > MAX_LETTERS:
                raise too_much(self.name)

    def end(self, tag: str) -> None:
        tag = local_name(tag)
        self.reading = False
        if tag == "rPh":
            self.aid -= 1
        elif tag == "si":
            self.found.append(unescaped("".join(self.parts)))


@dataclass
class _Styles:
    """The number format of each style of cells: its code, or its number where the format is built in."""

    codes: dict[str, str] = field(default_factory=dict)
    used: list[str] = field(default_factory=list)
    inside: bool = False

    def start(self, tag: str, given: Mapping[str, str]) -> None:
        tag = local_name(tag)
        if tag == "numFmt":
            self.codes[given.get("numFmtId", "")] = given.get("formatCode", "")
        elif tag == "cellXfs":
            self.inside = True
        elif tag == "xf" and self.inside:
            self.used.append(given.get("numFmtId", "0"))

    def end(self, tag: str) -> None:
        if local_name(tag) == "cellXfs":
            self.inside = False


@dataclass
class _Anchors:
    """The pictures that float over a sheet, each in the cell of its corner, which is counted from 0."""

    grid: SheetGrid
    row: str = ""
    column: str = ""
    reading: str = ""
    inside: bool = False

    def start(self, tag: str, _given: Mapping[str, str]) -> None:
        tag = local_name(tag)
        if tag == "from":
            self.inside, self.row, self.column = True, "", ""
        elif tag in ("row", "col") and self.inside:
            self.reading = tag
        elif tag == "pic" and self.row.isdecimal() and self.column.isdecimal():
            self.grid.picture(int(self.row[:7]) + 1, int(self.column[:5]) + 1)

    def letters(self, text: str) -> None:
        if self.reading == "row":
            self.row += text
        elif self.reading == "col":
            self.column += text

    def end(self, tag: str) -> None:
        self.reading = ""
        if local_name(tag) == "from":
            self.inside = False
