"""A font and a run of letters go in, the letters' outlines come out as a path."""

from __future__ import annotations

from functools import lru_cache

import uharfbuzz as hb

from pnp.fonts.font import Font
from pnp.fonts.shape import shape
from pnp.svg.path import Path, Segment, moved
from pnp.units import Matrix

_FUNCS = hb.DrawFuncs()
_FUNCS.set_move_to_func(lambda x, y, path: path.append(("m", x, y)))
_FUNCS.set_line_to_func(lambda x, y, path: path.append(("l", x, y)))
_FUNCS.set_cubic_to_func(lambda a, b, c, d, x, y, path: path.append(("c", a, b, c, d, x, y)))
_FUNCS.set_close_path_func(lambda path: path.append(("h",)))


def _quadratic(qx: float, qy: float, x: float, y: float, path: list[Segment]) -> None:
    px, py = path[-1][-2:]
    path.append(("c", px + 2 / 3 * (qx - px), py + 2 / 3 * (qy - py), x + 2 / 3 * (qx - x), y + 2 / 3 * (qy - y), x, y))


_FUNCS.set_quadratic_to_func(_quadratic)


@lru_cache(maxsize=2048)
def _glyph(font: Font, glyph: int) -> Path:
    """One glyph in font units, y upwards."""
    path: list[Segment] = []
    font.hb_font.draw_glyph(glyph, _FUNCS, path)
    return tuple(path)


def outline(font: Font, text: str, tracking: float, size: float, x: float, y: float) -> Path:
    """The letters of a run, set at (x, y) with y downwards."""
    shaped = shape(font, text, tracking)
    scale = size / font.units_per_em
    segments: list[Segment] = []
    for glyph, advance, offset in zip(shaped.glyphs, shaped.advances, shaped.offsets, strict=True):
        matrix = Matrix(scale, 0, 0, -scale, x + offset[0] * size, y - offset[1] * size)
        segments += moved(_glyph(font, glyph), matrix)
        x += advance * size
    return tuple(segments)
