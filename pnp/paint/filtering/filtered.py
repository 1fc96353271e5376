"""A painter goes in, one that filters its work comes out: as pixels of its final size, its words unseen over them.

The element is painted on a page of its own, which pdfium makes pixels of; ``filter_pixels`` filters these.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from math import ceil, hypot
from typing import TYPE_CHECKING

from pnp.impose.sheet import Sheet
from pnp.paint.context import DrawContext
from pnp.paint.filtering.filter_pixels import Colors, cost, filtered_pixels, reach
from pnp.paint.filtering.mixing import bled
from pnp.paint.filtering.unseen import unseen_words
from pnp.paint.outlines import draws_outlines
from pnp.pdf.drawing import Drawing, ImageData, matrix_operator
from pnp.pdf.kept_bytes import KeptBytes
from pnp.pdf.pages import DocumentInfo, write_pdf
from pnp.pdf.pen import Pen
from pnp.pdf.png_files import written_png
from pnp.svg.boxes import box_of
from pnp.svg.cascade import Cascade
from pnp.svg.filtering.filter_steps import Filter, read_filter
from pnp.svg.transform import invert, moved_box
from pnp.svg.tree import LINE_MARK, Element, SvgFault
from pnp.units import MM_PER_INCH, POINTS_PER_MM, Matrix, Rect, Size

if TYPE_CHECKING:
    from PIL import Image

DPI = 300
MOST_PIXELS = 12_000_000  # of one filtered element, A4 at 350 dpi; what is larger is made coarser
MOST_SIDE = 30_000
MOST_WORK = 1_000_000_000  # pixels that the filters of one drawing may go through, each step counted
_PER_POINT = 4  # pixels of a page: a quarter of a point is said exactly in a PDF
_KEPT = 64_000_000  # bytes of pictures
_WITHOUT = DocumentInfo("", "", "", "", "en", None)

Painter = Callable[[Pen, Element, Cascade, DrawContext, float], None]


@dataclass(frozen=True, slots=True)
class _Grid:
    """Pixels over a region of user space: its corner, how many to a user unit along each axis, and how many in all."""

    x: float
    y: float
    across: float
    down: float
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class _Filtered:
    """A filtered picture as a PNG, and where in its grid it begins; empty where nothing is left to see."""

    png: bytes
    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0


_kept: KeptBytes[_Filtered] = KeptBytes(_KEPT)


def filtering(reference: str, painter: Painter) -> Painter:
    """A painter whose work goes through a filter. What cannot be filtered is told, and painted without.

    A cheap ink has no filters: what is drawn by its edges is painted without them.
    """

    def paint(pen: Pen, element: Element, cascade: Cascade, context: DrawContext, opacity: float) -> None:
        if draws_outlines(cascade, context):
            painter(pen, element, cascade, context, opacity)
            return
        try:
            box = box_of(element, cascade, context.svg)
            deeds = read_filter(reference, box, cascade, context.svg)
            colors, grid = _flood_colors(deeds, context), _grid(deeds, context)
            context.spend_pixels(cost(deeds) * grid.width * grid.height if grid else 0, MOST_WORK)
        except SvgFault as fault:
            context.svg.refuse(fault.at(element.get(LINE_MARK, "")))
            painter(pen, element, cascade, context, opacity)
            return
        inner = Pen()
        colored = Cascade(cascade.style, cascade.viewport, cascade.depth, False, cascade.lines)
        painter(inner, element, colored, context, 1.0)
        if inner.holes:  # no stencil comes of it, so nothing of it is seen
            pen.holes += inner.holes
        elif grid:
            made = _filtered(_page(inner, grid), deeds, colors, grid)
            _place(pen, inner, made, grid, cascade.gray or context.assets.grey, opacity)

    return paint


def _grid(deeds: Filter, context: DrawContext) -> _Grid | None:
    """The pixels of a filter's region, of what of it can be seen; None where nothing can."""
    region = deeds.region
    back = invert(context.here) if context.here else None
    if back and context.page.width > 0 < context.page.height:
        wide, high = reach(deeds)
        seen = moved_box(context.page, back)
        seen = Rect(seen.x - wide, seen.y - high, seen.width + 2 * wide, seen.height + 2 * high)
        region = _common(region, seen)
    zoom = context.zoom
    across, down = (hypot(*part) * DPI / MM_PER_INCH for part in ((zoom.a, zoom.b), (zoom.c, zoom.d)))
    width, height = region.width * across, region.height * down
    if min(width, height) <= 0:
        return None
    less = min(1.0, (MOST_PIXELS / (width * height)) ** 0.5, MOST_SIDE / max(width, height))
    across, down = across * less, down * less
    return _Grid(
        region.x, region.y, across, down, max(1, ceil(region.width * across)), max(1, ceil(region.height * down))
    )


def _common(one: Rect, other: Rect) -> Rect:
    x, y = max(one.x, other.x), max(one.y, other.y)
    return Rect(x, y, min(one.right, other.right) - x, min(one.bottom, other.bottom) - y)


def _place(pen: Pen, inner: Pen, made: _Filtered, grid: _Grid, gray: bool, opacity: float) -> None:
    """Put what came out of a filter in its place, and the words of what went in."""
    pen.save()
    if made.png:
        pen.alpha(opacity, opacity)
        cell = Matrix(1 / grid.across, 0, 0, 1 / grid.down, grid.x, grid.y)
        square = Matrix(made.width, 0, 0, -made.height, made.x, made.y + made.height)
        pen.picture(ImageData(made.png, True, gray), cell @ square)
    if words := unseen_words(inner):
        pen.ops.append("3 Tr")
        pen.inline(words)
        pen.ops.append("0 Tr")
    pen.restore()


def _flood_colors(deeds: Filter, context: DrawContext) -> Colors:
    """The colours that a filter floods with, by their words: three of 255, and how dense."""
    found: dict[str, tuple[int, int, int, float]] = {}
    for step in deeds.steps:
        flood = getattr(step.deed, "flood", step.deed)
        if text := getattr(flood, "color", ""):
            rgb, alpha = context.assets.color(text)
            red, green, blue = (round(part * 255) for part in rgb)
            found[text] = red, green, blue, alpha
    return found


def _page(inner: Pen, grid: _Grid) -> bytes:
    """A PDF of one page with what was painted, as large as the grid."""
    unit = 1 / (_PER_POINT * POINTS_PER_MM)  # mm a pixel
    across, down = grid.across * unit, grid.down * unit
    to_page = Matrix(across, 0, 0, down, -grid.x * across, -grid.y * down)
    drawing = Drawing("\n".join([matrix_operator(to_page), *inner.ops]), inner.resources)
    whole = Rect(0, 0, grid.width * unit, grid.height * unit)
    sheet = Sheet(Size(whole.width, whole.height), (), whole, whole, "", marks="<g/>")
    return write_pdf([sheet], lambda _: drawing, _WITHOUT)


def _filtered(page: bytes, deeds: Filter, colors: Colors, grid: _Grid) -> _Filtered:
    key = sha256(repr((deeds, colors, grid)).encode() + page).digest()
    if found := _kept.get(key):
        return found
    region = Rect(grid.x, grid.y, grid.width / grid.across, grid.height / grid.down)
    picture = filtered_pixels(_pixels(page, grid), deeds, colors, region)
    box = picture.getchannel("A").getbbox()
    made = _Filtered(b"")
    if box:
        cut = bled(picture.crop(box))
        made = _Filtered(written_png(cut), box[0], box[1], cut.width, cut.height)
    return _kept.keep(key, made, len(made.png) + 100)


def _pixels(page: bytes, grid: _Grid) -> Image.Image:
    """The page as pdfium paints it, on nothing."""
    import pypdfium2  # only games with filters pay for it

    pdf = pypdfium2.PdfDocument(page)
    try:
        sheet = pdf[0]
        bitmap = sheet.render(scale=_PER_POINT, fill_color=(0, 0, 0, 0), rev_byteorder=True)
        picture = bitmap.to_pil().convert("RGBA")
        sheet.close()
    finally:
        pdf.close()
    return picture.crop((0, 0, grid.width, grid.height))  # type: ignore[no-any-return]  # pypdfium2 has no types
