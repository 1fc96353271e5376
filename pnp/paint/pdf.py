"""Sheets go in, the bytes of one PDF come out: reportlab's canvas for pages, boxes, bookmarks and preferences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Literal

from reportlab.pdfbase.pdfdoc import PDFDocument
from reportlab.pdfgen.canvas import Canvas

from pnp.faces.face import Face
from pnp.impose.sheet import Clip, Placement, Sheet
from pnp.paint.drawing import Drawing, Form, flip
from pnp.paint.keeper import Keeper
from pnp.paint.objects import stream
from pnp.paint.path import ellipse_path, rect_path
from pnp.paint.pen import Pen
from pnp.paint.regions import clip_path
from pnp.paint.transform import matrix_operator
from pnp.units import Rect


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """What a PDF says of itself, and which edge a two-sided print is turned over (None: one-sided)."""

    title: str
    author: str
    subject: str
    creator: str
    language: str
    duplex: Literal["long", "short"] | None


class _Canvas(Canvas):  # type: ignore[misc]  # reportlab has no types
    """reportlab's canvas without its preamble: no default font, no text state; every operator is ours."""

    def _make_preamble(self) -> None:
        self._preamble = ""


def write_pdf(sheets: Sequence[Sheet], draw: Callable[[str], Drawing], info: DocumentInfo) -> bytes:
    """Paint the sheets in their order. ``draw`` answers a face's or a mark's drawing, and may remember it.

    The same sheets give the same bytes. A face that is placed more than once is stored once.
    """
    buffer = BytesIO()
    canvas = _Canvas(buffer, invariant=1, pageCompression=1, pdfVersion=(1, 7), lang=info.language)
    _say(canvas, info)
    document: PDFDocument = canvas._doc
    keeper = Keeper(document)
    often = Counter(placement.face.svg for sheet in sheets for placement in sheet.placements)
    for number, sheet in enumerate(sheets):
        pen = Pen()
        for placement in sheet.placements:
            _place(pen, placement, draw, as_form=often[placement.face.svg] > 1)
        if sheet.marks:
            _inline(pen, draw(_document(sheet)))
        canvas.setPageSize((_pt(sheet.size.width), _pt(sheet.size.height)))
        _set_boxes(canvas, sheet)
        if sheet.bookmark:
            key = f"page{number}"
            canvas.bookmarkPage(key, fit="Fit")
            canvas.addOutlineEntry(sheet.bookmark, key, 0)
        _set_links(canvas, sheet)
        canvas.showPage()
        page = document.Pages.pages[-1]
        operators = f"{matrix_operator(flip(sheet.size.height))}\n" + "\n".join(pen.ops) + "\n"
        page.Contents = stream(operators.encode("ascii"), {})
        page.Resources = keeper.dictionary(pen.resources)
    keeper.embed_fonts()
    document.idToObject["BasicFonts"].dict.clear()
    canvas.save()
    return buffer.getvalue()


def _pt(mm: float) -> float:
    return round(mm * 72 / 25.4, 4)


def _say(canvas: Any, info: DocumentInfo) -> None:
    canvas.setTitle(info.title)
    canvas.setAuthor(info.author)
    canvas.setSubject(info.subject)
    canvas.setCreator(info.creator)
    canvas.setProducer(info.creator)
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    if info.duplex:
        canvas.setViewerPreference("Duplex", f"DuplexFlip{info.duplex.capitalize()}Edge")


def _set_boxes(canvas: Any, sheet: Sheet) -> None:
    page = Rect(0, 0, sheet.size.width, sheet.size.height)
    for name, box in (("trim", sheet.trim), ("bleed", sheet.bleed)):
        left, right = max(box.x, page.x), min(box.right, page.right)
        top, bottom = max(box.y, page.y), min(box.bottom, page.bottom)
        corners = (_pt(left), _pt(page.height - bottom), _pt(right), _pt(page.height - top))
        setattr(canvas, f"_{name}Box", corners)


def _set_links(canvas: Any, sheet: Sheet) -> None:
    """The sheet's anchors as named destinations, the titled ones in the outline; its links as annotations."""
    top = sheet.size.height
    for anchor in sheet.anchors:
        canvas.bookmarkPage(anchor.name, fit="XYZ", left=0, top=_pt(top - anchor.y), zoom=0)
        if anchor.title:
            canvas.addOutlineEntry(anchor.title, anchor.name, anchor.level, closed=anchor.level == 0)
    for link in sheet.links:
        rect = link.rect
        corners = (_pt(rect.x), _pt(top - rect.bottom), _pt(rect.right), _pt(top - rect.y))
        canvas.linkRect("", link.target, corners, relative=0, thickness=0)


def _document(sheet: Sheet) -> str:
    """The sheet's marks as an SVG document; their Jinja-free text is ours."""
    return f'<svg xmlns="http://www.w3.org/2000/svg">{sheet.marks}</svg>'


def _place(pen: Pen, placement: Placement, draw: Callable[[str], Drawing], *, as_form: bool) -> None:
    face = placement.face
    pen.save()
    if placement.clip:
        _clip(pen, placement.clip)
    drawing = draw(face.svg)
    operator = matrix_operator(placement.matrix)
    if as_form:
        pen.place(Form(drawing.content, drawing.resources, _bled(face)), operator)
    else:
        pen.ops.append(operator)
        _inline(pen, drawing)
    pen.restore()


def _bled(face: Face) -> Rect:
    return face.trim.outset(face.bleed)


def _clip(pen: Pen, window: Clip) -> None:
    rect = window.rect
    if window.round:
        rx, ry = rect.width / 2, rect.height / 2
        clip_path(pen, ellipse_path(rect.x + rx, rect.y + ry, rx, ry), "nonzero")
    else:
        clip_path(pen, rect_path(rect.x, rect.y, rect.width, rect.height, 0, 0), "nonzero")


def _inline(pen: Pen, drawing: Drawing) -> None:
    """Write a drawing's operators out between q and Q, and use what it uses."""
    pen.ops.append(f"q\n{drawing.content}\nQ")
    pen.take(drawing.resources)
