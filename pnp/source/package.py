"""A zip file of XML goes in, as spreadsheets are kept; the elements of its parts come out, one by one.

Python's own zip and XML readers are used: sizes are bounded by what the zip declares (it never yields more), document
types and entities are refused as they begin, and no tree is built.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import NoReturn
from xml.parsers import expat
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from pnp.files import Folders
from pnp.problems import GameError, Problem, Source, Span
from pnp.source.text_file import read_bytes

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
    """An open zip file. ``name`` is what messages call it, ``ending`` that of its kind."""

    def __init__(self, archive: ZipFile, name: str, ending: str) -> None:
        self.archive = archive
        self.name = name
        self.ending = ending

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
        raise GameError(
            [Problem("broken-spreadsheet", message, Span(Source(self.name, "")), f"save it anew as {self.ending}")]
        )


@contextmanager
def open_package(path: Path, name: str, ending: str, within: Folders = ()) -> Iterator[Package]:
    """Open a file of a kind, by its ending. What goes wrong inside the block because of the file is a GameError."""
    data = read_bytes(path, name, MAX_FILE, within)
    if data.count(b"PK\x01\x02") > MAX_PARTS:  # what every entry of the directory begins with
        raise too_much(name)
    try:
        with ZipFile(BytesIO(data)) as archive:
            yield Package(archive, name, ending)
    except _BROKEN:
        message = f"this cannot be read as an {ending} file"
        hint = f"save it anew as {ending}, without a password; a file of another kind is no {ending} file by its name"
        raise GameError([Problem("broken-spreadsheet", message, Span(Source(name, "")), hint)]) from None


def too_much(name: str) -> GameError:
    """The refusal of a file that is too large."""
    message, hint = f"{name} unpacks to more than can be read", "delete what is no data: pictures, empty formatted rows"
    return GameError([Problem("table-too-large", message, Span(Source(name, "")), hint)])


def local_name(name: str) -> str:
    """A name without its namespace."""
    return name.rpartition(":")[2]
