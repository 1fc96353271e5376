"""Sheets go in, the bytes of a PDF come out: pages painted one by one, bound with their links and their outline."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pnp.faces.face import Face
from pnp.fonts.font import Font
from pnp.impose.sheet import Clip, Placement, Sheet
from pnp.pdf.drawing import Drawing, Form, Resources, flip, matrix_operator
from pnp.pdf.file import PdfFile, deflated, literal
from pnp.pdf.pen import Pen, clip_path
from pnp.pdf.resource_table import ResourceTable
from pnp.shapes.piece_shape import box_of
from pnp.svg.path import ellipse_path, rect_path
from pnp.svg.transform import moved_box
from pnp.units import POINTS_PER_MM, Matrix, Rect

Target = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """What a PDF says of itself, and which edge a two-sided print is turned over (None: one-sided)."""

    title: str
    author: str
    subject: str
    creator: str
    language: str
    duplex: Literal["long", "short"] | None


@dataclass(frozen=True, slots=True)
class PaintedPage:
    """A painted sheet: its operators, deflated, and what they name."""

    content: bytes
    resources: Resources


def write_pdf(sheets: Sequence[Sheet], draw: Callable[[str], Drawing], info: DocumentInfo) -> bytes:
    """Paint the sheets in their order. ``draw`` answers a face's or a mark's drawing, and may remember it.

    The same sheets give the same bytes. A face that is placed more than once is stored once.
    """
    return bind_pages(sheets, paint_pages(sheets, draw, often(sheets)), info)


def often(sheets: Sequence[Sheet]) -> frozenset[str]:
    """The digests of the faces that are placed more than once."""
    counts = Counter(placement.face.digest for sheet in sheets for placement in sheet.placements)
    return frozenset(digest for digest, count in counts.items() if count > 1)


def paint_pages(
    sheets: Sequence[Sheet], draw: Callable[[str], Drawing], forms: Container[str]
) -> Iterator[PaintedPage]:
    """Paint sheets one by one; the faces with these digests become forms."""
    made: dict[str, Form] = {}
    glyphs: dict[Font, dict[int, str]] = {}  # one for all pages: to keep each page's own would take 8 KB a page
    for sheet in sheets:
        pen = Pen()
        for placement in sheet.placements:
            _place(pen, placement, draw, made if placement.face.digest in forms else None)
        if sheet.marks or sheet.overlay:
            _inline(pen, draw(_document(sheet)))
        for font, used in pen.glyphs.items():
            glyphs.setdefault(font, {}).update(used)
        pen.glyphs = {font: glyphs[font] for font in pen.glyphs}
        operators = f"{matrix_operator(_to_page(sheet))}\n" + "\n".join(pen.ops) + "\n"
        yield PaintedPage(deflated(operators.encode("ascii")), pen.resources)


def bind_pages(sheets: Sequence[Sheet], pages: Iterable[PaintedPage], info: DocumentInfo) -> bytes:
    """The document of the sheets, whose painted pages come in the same order."""
    file = PdfFile()
    table = ResourceTable(file)
    tree, references = file.promise(), [file.promise() for _ in sheets]
    known = _targets(sheets, references)
    for sheet, painted, reference in zip(sheets, pages, references, strict=True):
        page = {
            "Type": "/Page",
            "Parent": tree,
            **_boxes(sheet),
            "Contents": file.put_stream(painted.content, {}),
            "Resources": table.shared_dictionary(painted.resources),
        }
        annotations = _links(sheet, known)
        file.put({**page, "Annots": annotations} if annotations else page, reference)
    table.embed_fonts()
    file.put({"Type": "/Pages", "Kids": references, "Count": len(references)}, tree)
    return file.close(_catalog(file, info, tree, _outline(file, sheets, references, known)), _facts(file, info))


def _catalog(file: PdfFile, info: DocumentInfo, tree: str, entries: str) -> str:
    wishes = {"PrintScaling": "/None", "DisplayDocTitle": True}
    if info.duplex:
        wishes["Duplex"] = f"/DuplexFlip{info.duplex.capitalize()}Edge"
    catalog = {"Type": "/Catalog", "Pages": tree, "Lang": literal(info.language), "ViewerPreferences": wishes}
    return file.put({**catalog, "Outlines": entries} if entries else catalog)


def _facts(file: PdfFile, info: DocumentInfo) -> str:
    facts = {"Title": info.title, "Author": info.author, "Subject": info.subject}
    makers = {"Creator": info.creator, "Producer": info.creator}
    return file.put({name: literal(text) for name, text in (facts | makers).items()})


def _boxes(sheet: Sheet) -> dict[str, object]:
    """The page's box, what of it is left when it is cut, and how far the art reaches past that."""
    page = Rect(0, 0, sheet.page.width, sheet.page.height)
    boxes: dict[str, object] = {}
    for name, box in (
        ("MediaBox", page),
        ("TrimBox", _corrected(sheet, sheet.trim)),
        ("BleedBox", _corrected(sheet, sheet.bleed)),
    ):
        left, right = max(box.x, page.x), min(box.right, page.right)
        top, bottom = max(box.y, page.y), min(box.bottom, page.bottom)
        boxes[name] = [*map(_points, (left, page.height - bottom, right, page.height - top))]
    return boxes


def _to_page(sheet: Sheet) -> Matrix:
    """From a sheet's mm to its page's points."""
    upright = flip(sheet.page.height)
    return upright @ sheet.correction if sheet.correction else upright


def _corrected(sheet: Sheet, box: Rect) -> Rect:
    """The upright box round one of the sheet, where it lies on the page: mm."""
    return moved_box(box, sheet.correction) if sheet.correction else box


def _document(sheet: Sheet) -> str:
    """The sheet's marks and words as an SVG document; their Jinja-free text is ours."""
    return f'<svg xmlns="http://www.w3.org/2000/svg">{sheet.marks}{sheet.overlay}</svg>'


def _place(pen: Pen, placement: Placement, draw: Callable[[str], Drawing], forms: dict[str, Form] | None) -> None:
    """Place a face: one of those that come again as a form, any other written out."""
    face = placement.face
    pen.save()
    if placement.clip:
        _clip(pen, placement.clip)
    operator = matrix_operator(placement.matrix)
    if forms is None:
        pen.ops.append(operator)
        _inline(pen, draw(face.svg))
    else:
        if face.digest not in forms:
            drawing = draw(face.svg)
            forms[face.digest] = Form(drawing.content, drawing.resources, _bled(face))
        pen.place(forms[face.digest], operator)
    pen.restore()


def _bled(face: Face) -> Rect:
    box = face.trim.outset(face.bleed)
    plain = face.shape.kind in ("rectangle", "circle")
    return box if plain else box.union(box_of(face.shape, face.size, face.bleed))


def _clip(pen: Pen, window: Clip) -> None:
    rect = window.rect
    if window.path:
        clip_path(pen, window.path, "nonzero")
    elif window.round:
        rx, ry = rect.width / 2, rect.height / 2
        clip_path(pen, ellipse_path(rect.x + rx, rect.y + ry, rx, ry), "nonzero")
    else:
        clip_path(pen, rect_path(rect.x, rect.y, rect.width, rect.height, 0, 0), "nonzero")


def _inline(pen: Pen, drawing: Drawing) -> None:
    """Write a drawing's operators out between q and Q, and use what it uses."""
    pen.ops.append(f"q\n{drawing.content}\nQ")
    pen.take(drawing.resources)


@dataclass
class _Entry:
    """A line of the outline, and those below it."""

    title: str
    target: Target
    inner: list[_Entry] = field(default_factory=list)


def _points(mm: float) -> float:
    """Millimetres in points, to four decimals."""
    return round(mm * POINTS_PER_MM, 4)


def _targets(sheets: Sequence[Sheet], pages: Sequence[str]) -> Mapping[str, Target]:
    """Where every anchor is: the page, and how far up."""
    return {
        anchor.name: (page, "/XYZ", 0, _points(sheet.page.height - _corrected(sheet, Rect(0, anchor.y, 0, 0)).y), 0)
        for sheet, page in zip(sheets, pages, strict=True)
        for anchor in sheet.anchors
    }


def _links(sheet: Sheet, known: Mapping[str, Target]) -> list[object]:
    """The annotations of a sheet's links."""
    top = sheet.page.height
    boxes = [(link, _corrected(sheet, link.rect)) for link in sheet.links]
    return [
        {
            "Type": "/Annot",
            "Subtype": "/Link",
            "Border": [0, 0, 0],
            "Dest": known[link.target],
            "Rect": [*map(_points, (box.x, top - box.bottom, box.right, top - box.y))],
        }
        for link, box in boxes
    ]


def _outline(file: PdfFile, sheets: Sequence[Sheet], pages: Sequence[str], known: Mapping[str, Target]) -> str:
    """The outline's reference: bookmarked sheets and titled anchors, by their levels. Empty when there are none."""
    top: list[_Entry] = []
    for sheet, page in zip(sheets, pages, strict=True):
        if sheet.bookmark:
            top.append(_Entry(sheet.bookmark, (page, "/Fit")))
        for anchor in sheet.anchors:
            if anchor.title:
                _siblings(top, anchor.level).append(_Entry(anchor.title, known[anchor.name]))
    if not top:
        return ""
    root = file.promise()
    first, last = _write(file, top, root)
    return file.put({"Type": "/Outlines", "First": first, "Last": last, "Count": len(top)}, root)


def _siblings(entries: list[_Entry], level: int) -> list[_Entry]:
    for _ in range(level):
        entries = entries[-1].inner if entries else entries
    return entries


def _write(file: PdfFile, entries: Sequence[_Entry], parent: str) -> tuple[str, str]:
    """Entries of one parent, closed; the references of the first and the last."""
    own = [file.promise() for _ in entries]
    for i, (entry, reference) in enumerate(zip(entries, own, strict=True)):
        line: dict[str, object] = {"Title": literal(entry.title), "Parent": parent, "Dest": entry.target}
        if i:
            line["Prev"] = own[i - 1]
        if i + 1 < len(own):
            line["Next"] = own[i + 1]
        if entry.inner:
            first, last = _write(file, entry.inner, reference)
            line |= {"First": first, "Last": last, "Count": -len(entry.inner)}
        file.put(line, reference)
    return own[0], own[-1]
