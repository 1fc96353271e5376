"""PDF objects go in one by one and are written at once, by reportlab's hand; the bytes of the file come out.

A value is a mapping, a list, a number, a flag, a text that is PDF syntax as it stands (``/Name``, ``12 0 R``), or what
``literal`` makes. reportlab's own document keeps every object until the end, 10 MB for 1,000 pages; its file, its
objects and its tables are enough for us.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from reportlab.pdfbase.pdfdoc import (
    NoEncryption,
    PDFArrayCompact,
    PDFCrossReferenceTable,
    PDFDictionary,
    PDFFile,
    PDFIndirectObject,
    PDFStream,
    PDFString,
    PDFTrailer,
)
from reportlab.pdfbase.pdfdoc import format as written


class _Ledger:
    """What reportlab's objects ask of their document: the number of each, and where it was written."""

    encrypt = NoEncryption()

    def __init__(self) -> None:
        self.idToObjectNumberAndVersion: dict[str, tuple[int, int]] = {}
        self.idToOffset: dict[str, int] = {}


def syntax(value: object) -> bytes:
    """A value as PDF writes it."""
    content: bytes = written(_object(value), _Ledger())
    return content


def literal(text: str) -> object:
    """A text for people: as it is, or in UTF-16 (PDF 32000, 7.9.2.2)."""
    return PDFString(text)


def _object(value: object) -> object:
    """reportlab's object for a value."""
    if isinstance(value, Mapping):
        return PDFDictionary({key: _object(inner) for key, inner in value.items()})
    if isinstance(value, list | tuple):
        return PDFArrayCompact([_object(inner) for inner in value])
    if isinstance(value, bool):
        return "true" if value else "false"
    return value


class PdfFile:
    """A PDF file as it grows. What is put into it is answered by its reference."""

    def __init__(self) -> None:
        self._file = PDFFile((1, 7))
        self._ledger = _Ledger()

    def promise(self) -> str:
        """The reference of an object that comes later."""
        numbers = self._ledger.idToObjectNumberAndVersion
        reference = f"{len(numbers) + 1} 0 R"
        numbers[reference] = len(numbers) + 1, 0
        return reference

    def put(self, value: object, promised: str = "") -> str:
        """Write an object, one that was promised or another."""
        reference = promised or self.promise()
        self._ledger.idToOffset[reference] = self._file.add(
            PDFIndirectObject(reference, _object(value)).format(self._ledger)
        )
        return reference

    def put_stream(self, content: bytes, entries: Mapping[str, object], packing: str = "/FlateDecode") -> str:
        """Write a stream whose content is packed already."""
        dictionary = PDFDictionary({key: _object(value) for key, value in {**entries, "Filter": packing}.items()})
        return self.put(PDFStream(dictionary, content + b"\n", filters=()))

    def close(self, root: str, info: str) -> bytes:
        """Write the table of the objects, which must all be there; answers the whole file."""
        references = list(self._ledger.idToObjectNumberAndVersion)
        assert self._ledger.idToOffset.keys() == set(references), "every object that was promised is written"
        identity = f"<{sha256(self._file.format(self._ledger)).hexdigest()[:32]}>"
        table = PDFCrossReferenceTable()
        table.addsection(0, references)
        start = self._file.add(table.format(self._ledger))
        trailer = PDFTrailer(start, len(references) + 1, Root=root, Info=info, ID=f"[{identity} {identity}]")
        self._file.add(trailer.format(self._ledger))
        content: bytes = self._file.format(self._ledger)
        return content
