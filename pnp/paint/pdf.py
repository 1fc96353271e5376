"""Sheets go in, the bytes of one PDF come out: reportlab's canvas for pages, boxes, bookmarks and preferences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Literal

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFDocument,
    PDFName,
    PDFObjectReference,
    PDFResourceDictionary,
    xObjectName,
)
from reportlab.pdfgen.canvas import Canvas

from pnp.faces.face import Face
from pnp.fonts.font import Font
from pnp.impose.sheet import Clip, Placement, Sheet
from pnp.paint.drawing import Drawing, ForeignArt, Form, Pen, Resources, flip, font_name
from pnp.paint.embed import embed_font
from pnp.paint.foreign import foreign_drawing
from pnp.paint.ink import clip
from pnp.paint.objects import alpha_state, image_objects, reference, shading_object, stream
from pnp.paint.path import ellipse_path, rect_path
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
    keeper = _Keeper(canvas)
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
        clip(pen, ellipse_path(rect.x + rx, rect.y + ry, rx, ry), "nonzero")
    else:
        clip(pen, rect_path(rect.x, rect.y, rect.width, rect.height, 0, 0), "nonzero")


def _inline(pen: Pen, drawing: Drawing) -> None:
    """Write a drawing's operators out between q and Q, and use what it uses."""
    resources = drawing.resources
    pen.ops.append(f"q\n{drawing.content}\nQ")
    for font, glyphs in resources.glyphs.items():
        pen.glyphs.setdefault(font, {}).update(glyphs)
    pen.forms.update(resources.forms)
    pen.alphas.update(resources.alphas)
    pen.shadings.update(resources.shadings)
    pen.images.update(resources.images)


class _Keeper:
    """The resources of one document: each kept once, however many pages and forms name it."""

    def __init__(self, canvas: Any) -> None:
        self.canvas = canvas
        self.document: PDFDocument = canvas._doc
        self.kept: dict[str, object] = {}
        self.glyphs: dict[Font, dict[int, str]] = {}

    def dictionary(self, resources: Resources) -> PDFResourceDictionary:
        """The resource dictionary for a page or a form: exactly what it names, fonts by a reference made later."""
        for font, glyphs in resources.glyphs.items():
            self.glyphs.setdefault(font, {}).update(glyphs)
        x_objects = {name: self._form(name, form) for name, form in sorted(resources.forms.items())}
        x_objects |= {name: self._picture(name, item) for name, item in sorted(resources.images.items())}
        states = {name: alpha_state(*pair) for name, pair in sorted(resources.alphas.items())}
        shadings = {name: self._shading(name, item) for name, item in sorted(resources.shadings.items())}
        names = sorted(font_name(font) for font in resources.glyphs)
        return PDFResourceDictionary(
            Font={name: PDFObjectReference(name) for name in names},
            XObject=x_objects,
            ExtGState=states,
            Shading=shadings,
        )

    def embed_fonts(self) -> None:
        """Embed every font with the glyphs that the whole document used."""
        for font in sorted(self.glyphs, key=font_name):
            embed_font(self.document, font_name(font), font, self.glyphs[font])

    def _form(self, name: str, form: Form) -> object:
        if name not in self.kept:
            box = form.bbox
            entries: dict[str, object] = {
                "Type": PDFName("XObject"),
                "Subtype": PDFName("Form"),
                "BBox": PDFArray([round(value, 4) for value in (box.x, box.y, box.right, box.bottom)]),
                "Resources": self.dictionary(form.resources),
            }
            if form.group:
                entries["Group"] = PDFDictionary({"S": PDFName("Transparency"), "CS": PDFName("DeviceRGB")})
            self.kept[name] = reference(self.document, name, stream(form.content.encode("ascii"), entries))
        return self.kept[name]

    def _shading(self, name: str, shading: Any) -> object:
        if name not in self.kept:
            self.kept[name] = reference(self.document, name, shading_object(shading))
        return self.kept[name]

    def _picture(self, name: str, picture: Any) -> object:
        if name not in self.kept:
            if isinstance(picture, ForeignArt):
                self.kept[name] = self._foreign(name, picture)
            else:
                self.kept[name] = image_objects(self.document, picture)
        return self.kept[name]

    def _foreign(self, name: str, art: ForeignArt) -> object:
        """Let reportlab draw a foreign drawing into a form of one by one unit, the shape of an image."""
        from reportlab.graphics import renderPDF  # only games with foreign art pay for it

        drawing = foreign_drawing(art.data)
        self.canvas.beginForm(name, 0, 0, 1, 1)
        self.canvas.scale(1 / drawing.width, 1 / drawing.height)
        renderPDF.draw(drawing, self.canvas, 0, 0)
        self.canvas.endForm()
        return PDFObjectReference(xObjectName(name))
