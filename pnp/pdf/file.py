"""PDF objects go in one by one and are written at once, by reportlab's hand; the bytes of the file come out.

A value is a mapping, a list, a number, a flag, a text that is PDF syntax as it stands (``/Name``, ``12 0 R``), or what
``literal`` makes. reportlab's own document keeps every object until the end, 10 MB for 1,000 pages; its file, its
objects and its tables are enough for us.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from itertools import pairwise

from deflate import zlib_compress
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

from pnp.pdf.drawing import Shading, ShadingPattern, fine_number, pdf_number, shade_number
from pnp.units import Rect

Value = dict[str, object]

_SPECIMEN = "f511521037f51e38ffdffce54b2e0b126448597674c1c26d8623d9c5af744b46"  # of the objects of ``specimen()``


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
        digest = sha256()
        for part in self._file.strings:  # in parts: a file of pictures is large, and a copy of it as large
            digest.update(part)
        identity = f"<{digest.hexdigest()[:32]}>"
        table = PDFCrossReferenceTable()
        table.addsection(0, references)
        start = self._file.add(table.format(self._ledger))
        trailer = PDFTrailer(start, len(references) + 1, Root=root, Info=info, ID=f"[{identity} {identity}]")
        self._file.add(trailer.format(self._ledger))
        content: bytes = self._file.format(self._ledger)
        return content


def specimen() -> bytes:
    """A file with one of each of the objects that are used, to see that reportlab writes them as it did."""
    file = PdfFile()
    root, info = file.promise(), file.promise()
    file.put_stream(b"q", {"Length1": 1})
    file.put({"List": [1, 0.5, True], "Name": "/N"}, root)
    file.put({"Title": literal("a \u2014 (b)")}, info)
    return file.close(root, info)


def check_library(made: bytes) -> None:
    """See that a specimen has the objects and the table that this module was written for. Raises ImportError."""
    objects, _, table = made.partition(b"\nxref\n")
    body = objects[objects.find(b"3 0 obj") :]
    start = table.partition(b"startxref\n")[2].partition(b"\n")[0]
    sound = b"/Root 1 0 R" in table and start.isdigit() and made[int(start) :].startswith(b"xref")
    if not sound or sha256(body).hexdigest() != _SPECIMEN:
        raise ImportError(
            "this is not the reportlab that pnp was written for: it writes a PDF's objects otherwise;"
            " install the versions that pyproject.toml asks for"
        )


def deflated(content: bytes) -> bytes:
    """Packed by libdeflate: its bytes are the same on every Python and processor, which zlib's are not.

    Level 6 packs tighter than zlib's does, in two thirds of its time; level 9 takes twice as long for a fiftieth less.
    """
    return bytes(zlib_compress(content, 6))


def alpha_state(fill: float, stroke: float) -> Value:
    """The graphics state for two opacities."""
    return {"Type": "/ExtGState", "ca": fill, "CA": stroke}


def mask_state(kind: str, form: object) -> Value:
    """The graphics state for a soft mask (PDF 32000, 11.6.5.2)."""
    mask = {"Type": "/Mask", "S": f"/{kind}", "G": form}
    return {"Type": "/ExtGState", "SMask": mask}


def form_entries(box: Rect, resources: object, *, group: bool) -> Value:
    """The dictionary of a form; a group is composited as one before it meets what is under it."""
    entries: Value = {
        "Type": "/XObject",
        "Subtype": "/Form",
        "BBox": [pdf_number(value) for value in (box.x, box.y, box.right, box.bottom)],
        "Resources": resources,
    }
    if group:
        entries["Group"] = {"S": "/Transparency", "CS": "/DeviceRGB", "I": True}
    return entries


def pattern_object(pattern: ShadingPattern, shading: object) -> Value:
    """A shading as a colour; its matrix starts from the form that names it."""
    m = pattern.matrix
    matrix = [fine_number(value) for value in (m.a, m.b, m.c, m.d, m.e, m.f)]
    return {"Type": "/Pattern", "PatternType": 2, "Shading": shading, "Matrix": matrix}


def shading_object(shading: Shading) -> Value:
    """An axial or radial shading; more than two stops are stitched (PDF 32000, 7.10.4)."""
    gray = len(shading.stops[0][1]) == 1
    return {
        "ShadingType": shading.kind,
        "ColorSpace": "/DeviceGray" if gray else "/DeviceRGB",
        "Coords": [fine_number(value) for value in shading.coords],
        "Function": _function(shading),
        "Extend": [shading.reaches_back, True],
    }


def _function(shading: Shading) -> Value:
    """Pieces between stops; two stops at one place make a step between pieces, and no piece of their own."""
    pieces = [(a, b) for a, b in pairwise(shading.stops) if b[0] - a[0] > 1e-7]
    parts = [
        {"FunctionType": 2, "Domain": _array((0, 1)), "N": 1, "C0": _array(a[1]), "C1": _array(b[1])} for a, b in pieces
    ]
    if len(parts) == 1:
        return parts[0]
    return {
        "FunctionType": 3,
        "Domain": _array((0, 1)),
        "Functions": parts,
        "Bounds": [fine_number(a[0]) for a, _ in pieces[1:]],
        "Encode": _array([0, 1] * len(parts)),
    }


def _array(values: Iterable[float]) -> list[object]:
    return [shade_number(float(value)) for value in values]


check_library(specimen())
