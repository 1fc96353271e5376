"""Sheets for a printer's profile go in; what of them lies where the printer prints nothing comes out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import hypot

from pnp.game.model import Document
from pnp.impose.sheet import Sheet
from pnp.paint.placing import text_box
from pnp.pdf.pages import DocumentInfo, write_pdf
from pnp.preflight.subject import Subject, warning
from pnp.printer import PrinterProfile, Side
from pnp.problems import Problem
from pnp.shapes.polygon import span_within
from pnp.svg.boxes import leaf_box
from pnp.svg.cascade import Cascade
from pnp.svg.document import SvgDocument
from pnp.svg.path import parse_path
from pnp.svg.transform import face_origin, moved_box
from pnp.svg.tree import Element, local, parse
from pnp.svg.walk import Shown, shown_in
from pnp.units import MM_PER_INCH, PAPERS, Matrix, Rect

Edges = dict[str, float]  # how many mm beyond each edge of what is printed
Point = tuple[float, float]
Stroke = tuple[Point, Point]

_DPI = 100
_WHITE = 250
_SLACK = 0.3  # mm; a hair more is rounding, and no loss
_SEEN = 1.5  # mm of a mark that must be left to cut by; marks are drawn on to the paper's edge
_SAME, _GAP = 0.01, 6.0  # mm; strokes in one line with no more between them are one mark
_CURES = {
    "art": "give the document a larger `margin:`, or the pieces a frame that keeps clear of it",
    "a mark": "give the document a larger `margin:`, so that the marks are longer",
    "a text": "the pieces are whole; feed the paper with its other end first, or from another tray, to see it all",
}


def printer_reaches(subject: Subject) -> Iterator[Problem]:
    """Every sheet for a printer keeps clear of its margins; marks may end there as long as enough of each is left."""
    printer = subject.compose.job.printer
    if printer is None:
        return
    for document in subject.game.documents.values():
        if document.combine:
            continue  # its sheets are other documents', told there
        lost: dict[str, list[tuple[Edges, str]]] = {}
        for index, sheet in enumerate(subject.sheets.get(document.name, ())):
            if sheet.correction is None:
                continue  # of another paper than the printer was calibrated on
            reach = printer.reach(_side(sheet, index), PAPERS[printer.paper], sheet.turn or printer.flip)
            for what, edges in _beyond(subject, sheet, reach).items():
                if edges:
                    lost.setdefault(what, []).append((edges, sheet.label or document.title))
        yield from _told(document, printer, lost)


def _side(sheet: Sheet, index: int) -> Side:
    return "back" if sheet.turn and index % 2 else "front"


def _told(
    document: Document, printer: PrinterProfile, lost: Mapping[str, Sequence[tuple[Edges, str]]]
) -> Iterator[Problem]:
    """One warning for each kind of thing, with its edges and the name of the sheet that loses most."""
    for what, found in lost.items():
        _, label = max(found, key=lambda item: max(item[0].values()))
        others = f" and {len(found) - 1} more of its pages" if len(found) > 1 else ""
        edges: Edges = {}
        for of_sheet, _ in found:
            _join(edges, of_sheet)
        losses = " and ".join(f"{by:.1f} mm at the {edge} edge" for edge, by in sorted(edges.items()))
        message = f"{document.name}: {what} of '{label}'{others} lies beyond what {printer.name} prints, by {losses}"
        yield warning("beyond-reach", message, document.span, _CURES[what], f"{document.name}: {what}")


def _beyond(subject: Subject, sheet: Sheet, reach: Rect) -> dict[str, Edges]:
    found = {"art": _art_beyond(subject, sheet, reach), "a mark": {}, "a text": {}}
    if (sheet.marks or sheet.overlay) and sheet.correction:
        strokes: list[Stroke] = []
        for shown, document in _shown(subject, sheet):
            if local(shown.element.tag) == "text":
                box = leaf_box(shown.element, shown.cascade, document)
                _join(found["a text"], _excess(moved_box(box, sheet.correction @ shown.matrix), reach) if box else {})
            elif local(shown.element.tag) == "path":
                strokes += _strokes(shown.element, shown.matrix)
        for a, b in _whole_marks(strokes):
            _join(found["a mark"], _lost(sheet.correction.apply(*a), sheet.correction.apply(*b), reach))
    return found


def _shown(subject: Subject, sheet: Sheet) -> Iterator[tuple[Shown, SvgDocument]]:
    """What stands among a sheet's marks."""
    root = parse(f'<svg xmlns="http://www.w3.org/2000/svg">{sheet.marks}{sheet.overlay}</svg>')
    matrix, origin = face_origin(root)

    def box(element: Element, cascade: Cascade, document: SvgDocument) -> Rect | None:
        return text_box(element, cascade, document, subject.game.fonts)

    document = SvgDocument(root, origin, box, lenient=True)
    for shown in shown_in(document, matrix):
        yield shown, document


def _strokes(element: Element, matrix: Matrix) -> Iterator[Stroke]:
    """The straight strokes of a path among the marks, on the sheet."""
    run: list[Point] = []
    for kind, *values in parse_path(element.get("d", "")):
        point = matrix.apply(values[-2], values[-1]) if values else run[0]
        run = [point] if kind == "m" else [*run, point]
        yield from list(pairwise(run))[-1:]


def _whole_marks(strokes: Sequence[Stroke]) -> Iterator[Stroke]:
    """Strokes, those upright and level ones as one that go on in the same line after a gap, as past the slug."""
    for axis in (0, 1):
        lines: dict[float, list[tuple[float, float]]] = {}
        for a, b in strokes:
            if abs(a[axis] - b[axis]) < _SAME:
                ends = sorted((a[1 - axis], b[1 - axis]))
                lines.setdefault(round(a[axis], 1), []).append((ends[0], ends[1]))
        for at, runs in lines.items():
            start, end = min(runs)
            for low, high in sorted(runs):
                if low > end + _GAP:
                    yield ((at, start), (at, end)) if axis == 0 else ((start, at), (end, at))
                    start, end = low, high
                end = max(end, high)
            yield ((at, start), (at, end)) if axis == 0 else ((start, at), (end, at))
    yield from ((a, b) for a, b in strokes if min(abs(a[0] - b[0]), abs(a[1] - b[1])) >= _SAME)


def _lost(a: Point, b: Point, reach: Rect) -> Edges:
    """How far a stroke runs beyond, if too little of it is left; nothing otherwise."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    first, last = span_within(a, b, reach) or (0.0, 0.0)
    if (last - first) * length >= min(_SEEN, length - _SLACK):
        return {}
    return _excess(Rect(min(a[0], b[0]), min(a[1], b[1]), abs(a[0] - b[0]), abs(a[1] - b[1])), reach)


def _excess(box: Rect, reach: Rect) -> Edges:
    """How far a box lies beyond each edge."""
    edges = {
        "left": reach.x - box.x,
        "upper": reach.y - box.y,
        "right": box.right - reach.right,
        "lower": box.bottom - reach.bottom,
    }
    return {edge: by for edge, by in edges.items() if by > _SLACK}


def _join(edges: Edges, more: Edges) -> None:
    for edge, by in more.items():
        edges[edge] = max(by, edges.get(edge, 0.0))


def _art_beyond(subject: Subject, sheet: Sheet, reach: Rect) -> Edges:
    """How far ink of faces lies beyond. Only a sheet whose faces reach so far at all is painted and looked at."""
    if sheet.correction is None:
        return {}
    near: Edges = {}
    for place in sheet.placements:
        face = place.face
        box = moved_box(face.trim.outset(face.bleed), sheet.correction @ place.matrix)
        if place.clip:
            clip = moved_box(place.clip.rect, sheet.correction)
            box = Rect(
                max(box.x, clip.x), max(box.y, clip.y),
                min(box.right, clip.right) - max(box.x, clip.x), min(box.bottom, clip.bottom) - max(box.y, clip.y),
            )  # fmt: skip
        _join(near, _excess(box, reach))
    return _excess(_ink(subject, sheet), reach) if near else {}


def _ink(subject: Subject, sheet: Sheet) -> Rect:
    """The box round all that is not white on a sheet's page, marks left out: mm."""
    import pypdfium2

    bare = replace(sheet, marks="", overlay="", links=(), anchors=(), bookmark=None)
    pdf = pypdfium2.PdfDocument(write_pdf([bare], subject.draw, DocumentInfo("", "", "", "", "en", None)))
    try:
        picture = pdf[0].render(scale=_DPI / 72).to_pil().convert("L")
    finally:
        pdf.close()
    box = picture.point(lambda light: 255 if light < _WHITE else 0).getbbox()
    if box is None:
        return Rect(sheet.page.width / 2, sheet.page.height / 2, 0, 0)
    x, y, right, bottom = (edge * MM_PER_INCH / _DPI for edge in box)
    return Rect(x, y, right - x, bottom - y)
