"""What a style would paint goes in; what a cheap ink paints of it comes out: edges in the colour of the surfaces.

Where a surface was there is paper with a line round it, so colours stay where the eye looks for them and are told apart
as lines. A ground that runs into the bleed becomes a frame inside the cut. Small shapes and icons are signs and stay
solid; large icons are drawn by their outlines. Words are dark enough for paper, for the ground under them is gone.
Hatches stay: they are thin. What stands in an element with ``data-ink="solid"`` is painted as it says.
"""

from __future__ import annotations

from functools import lru_cache

from pnp.inks import PALE, PAPER, hex_of, lightness, rgb_of, words_of
from pnp.paint.context import DrawContext
from pnp.paint.paints import Paint, Server, read_paint
from pnp.paint.stroke import Nib
from pnp.svg.cascade import Cascade
from pnp.svg.colors import Rgb, Solid
from pnp.svg.path import Path, bounds, moved
from pnp.svg.tree import local
from pnp.units import Matrix, Rect

SIGN = 2.5  # mm: a shape that is no wider somewhere is a mark, a line or an arrow
SHEET = 25.0  # mm: a pale shape as large as this is a sheet of paper on something, and needs no edge
LARGE = 10.0  # mm: an icon from here on is a picture
LINE = 0.25  # mm, the edge of a surface, and of a picture
THIN = 0.15  # mm, the edge of what was pale
BAND = 1.2  # mm: a broader line was a surface, too
FRAME, INSIDE = 0.9, 1.4  # mm: how broad the frame of a ground is, and how far inside the cut its middle stands
SLIM = 0.022  # of a face: no frame is broader, so that of a counter is thin
_PAPER: Rgb = (1.0, 1.0, 1.0)
_EDGE: Rgb = (0.35, 0.35, 0.35)  # of what has many colours, or none


def draws_outlines(cascade: Cascade, context: DrawContext) -> bool:
    """Whether a thing is drawn by its edges here: in a cheap ink, but in no mask, and nowhere that says it is solid."""
    return context.mode != "full" and not cascade.gray and cascade.style.get("data-ink") != "solid"


def outlined(
    fill: Paint, stroke: Paint, nib: Nib, path: Path, cascade: Cascade, context: DrawContext
) -> tuple[Paint, Paint, Nib, Path]:
    """A shape's fill, stroke, nib and path, as they are painted."""
    if not draws_outlines(cascade, context):
        return fill, stroke, nib, path
    line, nib = _line(stroke, nib, context.unit)
    if context.mode == "sign":
        return _words(fill), line, nib, path
    if fill is None or _is_pattern(fill):
        return fill, line, nib, path
    box = bounds(path)
    least = min(box.width, box.height) * context.unit
    pale = isinstance(fill, Solid) and _pale(fill.rgb)
    if isinstance(fill, Solid) and not pale and least <= SIGN:
        return _words(fill), line, nib, path
    edge = Solid(words(fill.rgb) if isinstance(fill, Solid) and not pale else _EDGE, fill.alpha)
    if not pale and line is None and (inner := _framed(path, box, context)):
        return None, edge, Nib(min(FRAME / context.unit, SLIM * min(box.width, box.height))), inner
    if line is None and not (pale and least > SHEET):
        line, nib = edge, Nib((THIN if pale else LINE) / context.unit, nib.stretch)
    return Solid(_PAPER, fill.alpha), line, nib, path


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
    """How the use of an icon of so many user units is styled, to be drawn by its outlines; None if it is small."""
    if not draws_outlines(cascade, context) or context.mode == "sign" or size * context.unit < LARGE:
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
    if fill is None:
        fill = read_paint("stroke", cascade, context)
    return _words(Solid(_EDGE, fill.alpha) if isinstance(fill, Server) else fill)


def _line(stroke: Paint, nib: Nib, unit: float) -> tuple[Paint, Nib]:
    if not isinstance(stroke, Solid):
        return (Solid(_EDGE, stroke.alpha) if isinstance(stroke, Server) else None), nib
    if _pale(stroke.rgb):
        return Solid(_EDGE, stroke.alpha), Nib(min(nib.width, THIN / unit), nib.stretch)
    return _words(stroke), Nib(min(nib.width, BAND / unit), nib.stretch)


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
