"""An .xlsx file goes in, its sheets come out as tables: of Excel, LibreOffice and whatever else writes the format.

Read here rather than by openpyxl: one pass gives the values, the formulas that have none yet, dates and merged cells,
in a fifth of the time, and nothing that a stranger packed can blow it up. Python's own zip and XML readers are used:
sizes are bounded by what the zip declares (it never yields more), document types and entities are refused as they
begin, and no tree is built.
"""

from __future__ import annotations

import posixpath
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import NoReturn
from xml.parsers import expat
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from pnp.files import Folders
from pnp.problems import GameError, Problem, Source, Span
from pnp.source.nodes import MAX_LETTERS, SourceTable
from pnp.source.text_file import read_bytes
from pnp.source.worksheet import Dates, Formats, SheetCells, table_of, unescaped

MAX_FILE = 20_000_000  # bytes as packed
MAX_PART = 60_000_000  # bytes of one part unpacked
MAX_PARTS = 10_000
_CHUNK = 65_536
_BROKEN = (
    BadZipFile, zlib.error, struct.error, expat.ExpatError, EOFError, OSError, RuntimeError, NotImplementedError,
    ValueError, LookupError, OverflowError,
)  # fmt: skip

Start = Callable[[str, Mapping[str, str]], object]
End = Callable[[str], object]
Letters = Callable[[str], object]


class Package:
    """An open zip file. ``name`` is what messages call it."""

    def __init__(self, archive: ZipFile, name: str) -> None:
        self.archive = archive
        self.name = name

    def __contains__(self, part: str) -> bool:
        return part in self.archive.NameToInfo

    def walk(self, part: str, start: Start, end: End, letters: Letters) -> None:
        """Call for every element of a part, by its name without its namespace, and for the text between."""
        info = self.archive.getinfo(part)
        if info.file_size > MAX_PART:
            raise too_much(self.name)
        if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise NotImplementedError
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = start
        parser.EndElementHandler = end
        parser.CharacterDataHandler = letters
        parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = self._refuse
        with self.archive.open(info) as stream:
            while chunk := stream.read(_CHUNK):
                parser.Parse(chunk, False)
        parser.Parse(b"", True)

    def _refuse(self, *_: object) -> NoReturn:
        message = "the file declares a document type or entities, which no spreadsheet does"
        raise GameError([Problem("broken-spreadsheet", message, Span(Source(self.name, "")), "save it anew as .xlsx")])


@contextmanager
def open_package(path: Path, name: str, within: Folders = ()) -> Iterator[Package]:
    """Open a file. Whatever goes wrong inside the block because of the file is a GameError."""
    data = read_bytes(path, name, MAX_FILE, within)
    if data.count(b"PK\x01\x02") > MAX_PARTS:  # what every entry of the directory begins with
        raise too_much(name)
    try:
        with ZipFile(BytesIO(data)) as archive:
            yield Package(archive, name)
    except _BROKEN:
        message = "this cannot be read as an .xlsx file"
        hint = "save it anew as .xlsx, without a password; an .xls or .ods file must be saved as .xlsx first"
        raise GameError([Problem("broken-spreadsheet", message, Span(Source(name, "")), hint)]) from None


def too_much(name: str) -> GameError:
    """The refusal of a file that is too large."""
    message, hint = f"{name} unpacks to more than can be read", "delete what is no data: pictures, empty formatted rows"
    return GameError([Problem("table-too-large", message, Span(Source(name, "")), hint)])


def _local(name: str) -> str:
    return name.rpartition(":")[2]


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
        self.package.walk(self.sheets[sheet], cells.start, cells.end, cells.letters)
        return table_of(cells, self.package.name, sheet)


@contextmanager
def read_workbook(path: Path, name: str, within: Folders = ()) -> Iterator[Workbook]:
    """Open a file; ``name`` is what messages call it. Raises GameError."""
    with open_package(path, name, within) as package:
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
        if _local(tag) == "Relationship" and given.get("TargetMode") != "External":
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
        tag = _local(tag)
        if tag == "sheet":
            link = next((value for name, value in given.items() if _local(name) == "id" and ":" in name), "")
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
        tag = _local(tag)
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
        tag = _local(tag)
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
        tag = _local(tag)
        if tag == "numFmt":
            self.codes[given.get("numFmtId", "")] = given.get("formatCode", "")
        elif tag == "cellXfs":
            self.inside = True
        elif tag == "xf" and self.inside:
            self.used.append(given.get("numFmtId", "0"))

    def end(self, tag: str) -> None:
        if _local(tag) == "cellXfs":
            self.inside = False
