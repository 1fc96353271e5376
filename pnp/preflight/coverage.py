"""A game's sheets go in; how much of what is cut out of them is covered with ink comes out, for each kind of sheet.

Ink is the mean of 1 - R, 1 - G and 1 - B: what a printer lays down of cyan, magenta and yellow, or of black in their
place. Each sheet is painted by the real painter and rastered by pdfium at 100 dpi; marks in the waste do not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, fsum, sqrt

from PIL import Image, ImageDraw

from pnp.game.model import Document, Game
from pnp.impose.sheet import Placement, Sheet
from pnp.pdf.drawing import Drawing
from pnp.pdf.pages import DocumentInfo, write_pdf
from pnp.units import MM_PER_INCH, MM_PER_POINT

DPI = 100
MOST_PIXELS = 6_000_000  # of a sheet's picture; a poster is looked at more coarsely
MOST_SHEETS = 40  # of a kind; of more, so many are measured, evenly chosen
_FULL = 255


@dataclass(frozen=True, slots=True)
class Coverage:
    """Of a kind of sheet: its name ("status-cards, backs"), how many there are, and the share of ink from 0 to 1."""

    name: str
    sheets: int
    ink: float


def coverages(game: Game, sheets: Mapping[str, Sequence[Sheet]], draw: Callable[[str], Drawing]) -> Iterator[Coverage]:
    """Of each kind of sheet of the documents given: fronts and backs apart, of a book its cover and its pages.

    Documents that only repeat others' faces (combined ones, booklets, web pages) are left out.
    """
    for document in game.documents.values():
        if shows_what_others_do(document) or document.name not in sheets:
            continue
        for name, kind in _kinds(game, document, sheets[document.name]):
            measured = _chosen(kind)
            areas = [_covered(sheet, image) for sheet, image in _pictures(measured, draw)]
            whole = sum(pixels for _, pixels in areas)
            if whole:
                yield Coverage(name, len(kind), fsum(ink for ink, _ in areas) / whole)


def shows_what_others_do(document: Document) -> bool:
    """Whether a document only repeats what others hold, or has no sheets: it is not measured."""
    return bool(document.combine) or document.layout in ("booklet", "html")


def _kinds(game: Game, document: Document, sheets: Sequence[Sheet]) -> Iterator[tuple[str, list[Sheet]]]:
    kinds: dict[str, list[Sheet]] = {}
    for number, sheet in enumerate(sheets):
        if not sheet.placements:
            continue
        name = document.name
        if document.book:
            name += ", cover" if number == 0 and game.books[document.book].cover else ", pages"
        elif all(place.face.side == "back" for place in sheet.placements):
            name += ", backs"
        kinds.setdefault(name, []).append(sheet)
    yield from kinds.items()


def _chosen(sheets: Sequence[Sheet]) -> list[Sheet]:
    if len(sheets) <= MOST_SHEETS:
        return list(sheets)
    return [sheets[number * len(sheets) // MOST_SHEETS] for number in range(MOST_SHEETS)]


def _pictures(sheets: Sequence[Sheet], draw: Callable[[str], Drawing]) -> Iterator[tuple[Sheet, Image.Image]]:
    """Each sheet without its marks, as it is printed on white paper."""
    if not sheets:
        return
    import pypdfium2

    bare = [replace(sheet, marks="", overlay="", links=(), anchors=(), bookmark=None) for sheet in sheets]
    pdf = pypdfium2.PdfDocument(write_pdf(bare, draw, DocumentInfo("", "", "", "", "en", None)))
    try:
        for sheet, page in zip(sheets, pdf, strict=True):
            bitmap = page.render(
                scale=_scale(sheet) * MM_PER_POINT, fill_color=(255, 255, 255, 255), rev_byteorder=True
            )
            yield sheet, bitmap.to_pil().convert("RGB")
            page.close()
    finally:
        pdf.close()


def _scale(sheet: Sheet) -> float:
    """Pixels a mm."""
    return min(DPI / MM_PER_INCH, sqrt(MOST_PIXELS / (sheet.size.width * sheet.size.height)))


def _covered(sheet: Sheet, picture: Image.Image) -> tuple[float, int]:
    """How many pixels' worth of ink lies within the trims, and how many pixels those have."""
    mask = Image.new("L", picture.size, 0)
    pen = ImageDraw.Draw(mask)
    for place in sheet.placements:
        _mark(pen, place, _scale(sheet))
    pixels = mask.histogram()[_FULL]
    channels = picture.histogram(mask)
    ink = sum((_FULL - value % 256) * count for value, count in enumerate(channels))
    return ink / (3 * _FULL), pixels


def _mark(pen: ImageDraw.ImageDraw, place: Placement, scale: float) -> None:
    """Fill the place's trim, as far as it is seen."""
    rect = place.trim
    if place.clip:
        seen = place.clip.rect
        left, top = max(rect.x, seen.x), max(rect.y, seen.y)
        right, bottom = min(rect.right, seen.right), min(rect.bottom, seen.bottom)
    else:
        left, top, right, bottom = rect.x, rect.y, rect.right, rect.bottom
    if right <= left or bottom <= top:
        return
    box = (floor(left * scale), floor(top * scale), ceil(right * scale) - 1, ceil(bottom * scale) - 1)
    draw = pen.ellipse if place.face.shape.kind == "circle" else pen.rectangle
    draw(box, fill=_FULL)
