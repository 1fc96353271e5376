"""Faces go in, proofs come out: each face painted by the real painter, then read back and rasterised by pdfium.

What is measured is therefore what will be printed, whatever drew it: gradients, clips, foreign art. A proof's text is
made invisible before its picture is taken: the picture is what lies behind the words.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from PIL import Image

from pnp.faces.face import Face
from pnp.impose.sheet import Placement, Sheet
from pnp.pdf.drawing import Drawing
from pnp.pdf.pages import DocumentInfo, write_pdf
from pnp.preflight.vision import Rgb
from pnp.units import MM_PER_INCH, MM_PER_POINT, Matrix, Rect, Size

DPI = 100  # a stroke of the smallest letters is about a pixel then: enough to see what lies behind it
MOST_PIXELS = 2_500_000  # of a picture; a large board is looked at more coarsely
MAX_DEPTH = 20  # forms inside forms
BOLD = 600


@dataclass(frozen=True, slots=True)
class Run:
    """Words set in one go: the box of their ink in the face's mm, colour, opacity from 0 to 1, size in points.

    ``read`` answers the words, while the proof is the one that is being looked at.
    """

    read: Callable[[], str]
    box: Rect
    color: Rgb
    opacity: float
    size: float
    bold: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """A raster picture: its pixels, and the mm they are spread over."""

    pixels: tuple[int, int]
    width: float
    height: float


@dataclass(frozen=True, eq=False)
class Proof:
    """One face as it prints. Lengths in the face's mm, (0, 0) at the corner of the trim."""

    face: Face
    runs: tuple[Run, ...]
    pictures: tuple[Picture, ...]
    scale: float  # pixels a mm
    take: Callable[[], Image.Image]

    @cached_property
    def ground(self) -> Image.Image:
        """What lies behind the words, RGBA; paper that nothing is painted on is transparent. Taken when asked for."""
        return self.take()

    @cached_property
    def pixels(self) -> Any:
        """Its pixels by (column, row)."""
        return self.ground.load()

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        """The pixel of a point, kept inside the picture."""
        bleed, (width, height) = self.face.bleed, self.ground.size
        column, row = int((x + bleed) * self.scale), int((y + bleed) * self.scale)
        return min(max(column, 0), width - 1), min(max(row, 0), height - 1)


def proofs(faces: Sequence[Face], draw: Callable[[str], Drawing]) -> Iterator[Proof]:
    """A proof of each face; one at a time, since pictures are large."""
    if not faces:
        return
    import pypdfium2

    info = DocumentInfo("", "", "", "", "en", None)
    pdf = pypdfium2.PdfDocument(write_pdf([_sheet(face) for face in faces], draw, info))
    try:
        for number, face in enumerate(faces):
            page = pdf[number]
            try:
                yield _proof(face, page)
            finally:
                page.close()
    finally:
        pdf.close()


def _sheet(face: Face) -> Sheet:
    size = Size(face.size.width + 2 * face.bleed, face.size.height + 2 * face.bleed)
    page = Rect(0, 0, size.width, size.height)
    return Sheet(size, (Placement(face, Matrix.translation(face.bleed, face.bleed)),), page, page, "")


def _proof(face: Face, page: Any) -> Proof:
    width, height = face.size.width + 2 * face.bleed, face.size.height + 2 * face.bleed
    scale = min(DPI / MM_PER_INCH, (MOST_PIXELS / (width * height)) ** 0.5)
    to_face = Matrix(MM_PER_POINT, 0, 0, -MM_PER_POINT, -face.bleed, height - face.bleed)
    reading = _Reading(page, to_face)

    def take() -> Image.Image:
        bitmap = page.render(scale=scale * MM_PER_POINT, fill_color=(255, 255, 255, 0), rev_byteorder=True)
        return bitmap.to_pil().convert("RGBA")  # type: ignore[no-any-return]  # pypdfium2 has no types

    return Proof(face, tuple(reading.runs), tuple(reading.pictures), scale, take)


class _Reading:
    """One walk over the objects of a page and of the forms on it; texts are made invisible on the way."""

    def __init__(self, page: Any, to_face: Matrix) -> None:
        from pypdfium2 import raw

        self.raw, self._page = raw, page
        self.runs: list[Run] = []
        self.pictures: list[Picture] = []
        self._bounds = [ctypes.c_float() for _ in range(4)]
        self._channels = [ctypes.c_uint() for _ in range(4)]
        self._size = ctypes.c_float()
        self._filled = (raw.FPDF_TEXTRENDERMODE_FILL, raw.FPDF_TEXTRENDERMODE_FILL_STROKE)
        for i in range(raw.FPDFPage_CountObjects(page)):
            self._object(raw.FPDFPage_GetObject(page, i), to_face, 0)

    def _object(self, item: Any, outer: Matrix, depth: int) -> None:
        raw = self.raw
        kind = raw.FPDFPageObj_GetType(item)
        if kind == raw.FPDF_PAGEOBJ_TEXT:
            self._text(item, outer)
        elif kind == raw.FPDF_PAGEOBJ_IMAGE:
            self._image(item, outer @ _matrix(raw, item))
        elif kind == raw.FPDF_PAGEOBJ_FORM and depth < MAX_DEPTH:
            count = raw.FPDFFormObj_CountObjects(item)
            inner = outer @ _matrix(raw, item) if count else outer
            for i in range(count):
                self._object(raw.FPDFFormObj_GetObject(item, i), inner, depth + 1)

    def _text(self, item: Any, outer: Matrix) -> None:
        raw = self.raw
        mode = raw.FPDFTextObj_GetTextRenderMode(item)
        raw.FPDFPageObj_GetBounds(item, *self._bounds)
        plain = raw.FPDFPageObj_GetFillColor(item, *self._channels)
        raw.FPDFTextObj_GetFontSize(item, self._size)
        raw.FPDFTextObj_SetTextRenderMode(item, raw.FPDF_TEXTRENDERMODE_INVISIBLE)
        left, bottom, right, top = (side.value for side in self._bounds)
        if not plain or mode not in self._filled or right <= left or top <= bottom:
            return  # outlines and gradients are not judged; spaces alone have no ink
        matrix = outer @ _matrix(raw, item)
        points = self._size.value * (abs(matrix.a * matrix.d - matrix.b * matrix.c) ** 0.5) / MM_PER_POINT
        red, green, blue, alpha = (channel.value for channel in self._channels)
        box, color = _box(outer, left, bottom, right, top), (red, green, blue)
        self.runs.append(Run(lambda: self._words(item), box, color, alpha / 255, points, _bold(raw, item)))

    def _words(self, item: Any) -> str:
        raw = self.raw
        text = raw.FPDFText_LoadPage(self._page)
        try:
            length = raw.FPDFTextObj_GetText(item, text, None, 0)
            buffer = ctypes.create_string_buffer(length + 2)
            raw.FPDFTextObj_GetText(item, text, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), length)
        finally:
            raw.FPDFText_ClosePage(text)
        return buffer.raw[:length].decode("utf-16-le", "replace").rstrip("\0").strip()

    def _image(self, item: Any, matrix: Matrix) -> None:
        width, height = ctypes.c_uint(), ctypes.c_uint()
        self.raw.FPDFImageObj_GetImagePixelSize(item, width, height)
        wide, tall = (matrix.a**2 + matrix.b**2) ** 0.5, (matrix.c**2 + matrix.d**2) ** 0.5
        self.pictures.append(Picture((width.value, height.value), wide, tall))


def _matrix(raw: Any, item: Any) -> Matrix:
    found = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(item, found)
    return Matrix(found.a, found.b, found.c, found.d, found.e, found.f)


def _box(matrix: Matrix, left: float, bottom: float, right: float, top: float) -> Rect:
    corners = [matrix.apply(x, y) for x in (left, right) for y in (bottom, top)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _bold(raw: Any, item: Any) -> bool:
    font = raw.FPDFTextObj_GetFont(item)
    buffer = ctypes.create_string_buffer(128)
    raw.FPDFFont_GetBaseFontName(font, buffer, 128)
    return b"bold" in buffer.value.lower() or b"black" in buffer.value.lower() or raw.FPDFFont_GetWeight(font) >= BOLD
