"""What a style would paint goes in; what a cheap ink paints of it comes out: edges in the colour of the surfaces.

Where a surface was there is paper with a line round it, so colours stay where the eye looks for them and are told apart
as lines. A ground that covers the face becomes a frame inside the cut; of what runs into the bleed, no edge lies
outside the trim or along the cut. Small shapes and icons are signs and stay solid, and so do short dashes; large icons
are drawn by their outlines, a broad line by its two sides. Words are dark enough for paper, for the ground under them
is gone. Hatches stay: they are thin. An element says otherwise by one of ``WORDS`` as its ``data-ink``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from pnp.inks import PALE, PAPER, hex_of, lightness, readable, rgb_of, words_of
from pnp.paint.context import DrawContext
from pnp.paint.edges import edges_within
from pnp.paint.paints import Paint, Server, read_paint
from pnp.paint.stroke import Nib, longest_dash
from pnp.svg.cascade import Cascade
from pnp.svg.colors import Rgb, Solid
from pnp.svg.path import Path, bounds, moved
from pnp.svg.transform import moved_box
from pnp.svg.tree import local
from pnp.units import Matrix, Rect

SIGN = 2.5  # mm: a shape that is no wider somewhere is a mark, a line or an arrow
LARGE = 10.0  # mm: an icon from here on is a picture
LINE = 0.25  # mm, the edge of a surface, and of a picture
THIN = 0.15  # mm, the edge of what was pale
BAND = 1.2  # mm: a broader line was a surface, too
FRAME, INSIDE = 0.9, 1.4  # mm: how broad the frame of a ground is, and how far inside the cut its middle stands
SLIM = 0.022  # of a face: no frame is broader, so that of a counter is thin
SHEET = 0.5  # of a face: a pale shape as large as this is a sheet of paper, and needs no edge
NEAR = 0.5  # mm: an edge no farther from the cut runs along it
HATCH = 1.0  # mm between the lines of a hatch
# what ``data-ink`` may say: as it is written; filled, dark enough for paper; by lines; white, without an edge
WORDS: Final = ("solid", "sign", "hatched", "paper")
_PAPER: Rgb = (1.0, 1.0, 1.0)
_INK: Rgb = (0.2, 0.2, 0.2)  # of words, where all is grey
_EDGE: Rgb = (0.35, 0.35, 0.35)  # of what has many colours, or none


def draws_outlines(cascade: Cascade, context: DrawContext) -> bool:
    """Whether a thing is drawn by its edges here: in a cheap ink, but in no mask, and nowhere that says it is solid."""
    return context.mode != "full" and not cascade.gray and cascade.style.get("data-ink") != "solid"


@dataclass(frozen=True, slots=True)
class Drawn:
    """How a shape is painted: its ``path`` is filled, ``edge`` is stroked.

    A ``hatch`` is laid over the fill, its lines ``pitch`` apart. Within a ``swath`` is paper: only its sides are seen.
    """

    fill: Paint
    stroke: Paint
    nib: Nib
    path: Path
    edge: Path
    hatch: Solid | None = None
    pitch: float = 0.0
    swath: bool = False

    @property
    def plain(self) -> bool:
        """Whether one path is filled and stroked, and that is all."""
        return self.edge is self.path and self.hatch is None and not self.swath


def outlined(fill: Paint, stroke: Paint, nib: Nib, path: Path, cascade: Cascade, context: DrawContext) -> Drawn:
    """How a shape of this fill and stroke is painted where things are drawn by their edges."""
    word, unit = cascade.style.get("data-ink"), context.unit
    if word == "paper":
        return Drawn(_paper(fill), _paper(stroke), nib, path, path)
    line, nib, swath = _line(stroke, nib, fill, cascade, unit)
    if context.mode == "sign" or fill is None or _is_pattern(fill):
        hollow = isinstance(fill, Solid) and line is not None and _pale(fill.rgb)
        return Drawn(_paper(fill) if hollow else _words(fill), line, nib, path, path, swath=swath)
    box = bounds(path)
    least = min(box.width, box.height) * unit
    pale = isinstance(fill, Solid) and _pale(fill.rgb)
    if word == "sign" or (isinstance(fill, Solid) and not pale and least <= SIGN and word != "hatched"):
        return Drawn(_words(fill if isinstance(fill, Solid) else Solid(_EDGE, fill.alpha)), line, nib, path, path)
    edge = Solid(words(fill.rgb) if isinstance(fill, Solid) and not pale else _EDGE, fill.alpha)
    if word == "hatched" and isinstance(fill, Solid):  # a tint keeps its hue
        edge = Solid(rgb_of(readable(hex_of(fill.rgb))), fill.alpha)
    edges = (
        edges_within(path, context.here, _trim(context), NEAR / unit) if context.here and context.page.x < 0 else path
    )
    if word == "hatched":
        line, nib = (edge, Nib(LINE / unit, nib.stretch)) if line is None else (line, nib)
        return Drawn(Solid(_PAPER, fill.alpha), line, nib, path, edges, edge, HATCH / unit)
    if not pale and line is None and (inner := _framed(path, box, context)):
        return Drawn(None, edge, Nib(min(FRAME / unit, SLIM * min(box.width, box.height))), inner, inner)
    sheet = pale and (edges is not path or _covers(box, context))
    if line is None and not sheet:
        line, nib = edge, Nib((THIN if pale else LINE) / unit, nib.stretch)
    return Drawn(Solid(_PAPER, fill.alpha), line if edges else None, nib, path, edges)


def _trim(context: DrawContext) -> Rect:
    """The face without its bleed: it begins as far before its trim as its bleed is wide."""
    return context.page.outset(min(0.0, context.page.x))


def _covers(box: Rect, context: DrawContext) -> bool:
    """Whether a shape takes half of its face or more: it is the sheet on which all else lies."""
    trim = _trim(context)
    box = moved_box(box, context.here) if context.here else box
    wide = min(box.right, trim.right) - max(box.x, trim.x)
    tall = min(box.bottom, trim.bottom) - max(box.y, trim.y)
    return wide > 0 and tall > 0 and wide * tall >= SHEET * trim.width * trim.height


def _framed(path: Path, box: Rect, context: DrawContext) -> Path | None:
    """The path inside the cut, of a shape that covers the face with its bleed; None for any other.

    A face begins as far before its trim as its bleed is wide; without bleed, what covers it may well be a sheet.
    """
    face = context.page
    bleed = -face.x
    near = max(abs(box.x - face.x), abs(box.y - face.y), abs(box.right - face.right), abs(box.bottom - face.bottom))
    inside = bleed + INSIDE / context.unit
    if bleed <= 0 or near > bleed / 2 or min(box.width, box.height) < 4 * inside:
        return None
    sx, sy = 1 - 2 * inside / box.width, 1 - 2 * inside / box.height
    return moved(path, Matrix(sx, 0, 0, sy, box.x + inside - sx * box.x, box.y + inside - sy * box.y))


def as_picture(cascade: Cascade, size: float, context: DrawContext) -> Cascade | None:
    """How the use of an icon of so many user units is styled, to be drawn by its outlines or in white; None if it is
    a sign.
    """
    if not draws_outlines(cascade, context):
        return None
    if cascade.style.get("data-ink") == "paper":
        return Cascade({**cascade.style, "fill": PAPER, "data-ink": "solid"}, cascade.viewport, cascade.depth)
    if context.mode == "sign" or size * context.unit < LARGE or cascade.style.get("data-ink") == "sign":
        return None
    fill = read_paint("fill", cascade, context)
    if not isinstance(fill, Solid):
        return None
    edge = hex_of(words(fill.rgb))
    width = f"{LINE / context.unit:.6g}"
    style = {**cascade.style, "fill": PAPER, "stroke": edge, "stroke-width": width, "stroke-linejoin": "round"}
    return Cascade({**style, "data-ink": "solid"}, cascade.viewport, cascade.depth, cascade.gray)


def read_words(cascade: Cascade, context: DrawContext) -> Paint:
    """The fill of letters, dark enough for paper; of hollow ones, and of those with many colours, a solid one."""
    fill = read_paint("fill", cascade, context)
    if not draws_outlines(cascade, context):
        return fill
    if cascade.style.get("data-ink") == "paper":
        return _paper(fill)
    if fill is None:
        fill = read_paint("stroke", cascade, context)
    fill = _words(Solid(_EDGE, fill.alpha) if isinstance(fill, Server) else fill)
    return _dark(fill) if context.assets.grey and isinstance(fill, Solid) and not _told(fill, context) else fill


def _told(paint: Solid, context: DrawContext) -> bool:
    """Whether a grey is one that must be told apart from others."""
    return hex_of(paint.rgb) in context.assets.apart


def _dark(paint: Solid) -> Solid:
    """Words that need no grey of their own are as dark as the rest: size and weight tell which are more important."""
    return Solid(min(paint.rgb, _INK), paint.alpha)


def _line(stroke: Paint, nib: Nib, fill: Paint, cascade: Cascade, unit: float) -> tuple[Paint, Nib, bool]:
    """A stroke's paint and nib, and whether it is a swath. A line that was broad is a band; short dashes are signs."""
    if not isinstance(stroke, Solid):
        return (Solid(_EDGE, stroke.alpha) if isinstance(stroke, Server) else None), nib, False
    if _pale(stroke.rgb):
        return Solid(_EDGE, stroke.alpha), Nib(min(nib.width, THIN / unit), nib.stretch), False
    longest = longest_dash(cascade, nib)
    if longest is not None and min(longest, nib.width) * unit <= SIGN:
        return _words(stroke), nib, False
    if longest is None and fill is None and stroke.alpha == 1 and nib.width * unit > SIGN:
        return _words(stroke), nib, True
    return _words(stroke), Nib(min(nib.width, BAND / unit), nib.stretch), False


def _paper(paint: Paint) -> Paint:
    return Solid(_PAPER, paint.alpha) if paint is not None else None


def _words(paint: Paint) -> Paint:
    return Solid(words(paint.rgb), paint.alpha) if isinstance(paint, Solid) else paint


def _is_pattern(paint: Paint) -> bool:
    return isinstance(paint, Server) and local(paint.element.tag) == "pattern"


@lru_cache(maxsize=4096)
def words(color: Rgb) -> Rgb:
    """What words of this colour are painted in on paper."""
    return rgb_of(words_of(hex_of(color)))


@lru_cache(maxsize=4096)
def _pale(color: Rgb) -> bool:
    return lightness(hex_of(color)) >= PALE
