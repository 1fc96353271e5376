"""A font and a string go in; kerned glyphs with their advances come out, in em."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import uharfbuzz as hb

from pnp.fonts.font import Font

# Ligatures stay off: one glyph for several letters would have to be taken apart again to copy as typed.
_FEATURES = {"kern": True, "liga": False, "clig": False, "dlig": False, "calt": False}


@dataclass(frozen=True, slots=True)
class Shaped:
    """Glyphs in visual order; all lengths in em. ``clusters`` gives the index of each glyph's first character."""

    glyphs: tuple[int, ...]
    advances: tuple[float, ...]
    offsets: tuple[tuple[float, float], ...]
    clusters: tuple[int, ...]
    width: float


@lru_cache(maxsize=16384)
def shape(font: Font, text: str, tracking: float = 0.0) -> Shaped:
    """Shape a run of one font, left to right, kerned. ``tracking`` em are added after every glyph but the last."""
    if not text:
        return Shaped((), (), (), (), 0.0)
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "ltr"
    hb.shape(font.hb_font, buffer, _FEATURES)
    em = font.units_per_em
    infos, positions = buffer.glyph_infos, buffer.glyph_positions
    last = len(infos) - 1
    advances = tuple(item.x_advance / em + (tracking if i < last else 0.0) for i, item in enumerate(positions))
    return Shaped(
        tuple(info.codepoint for info in infos),
        advances,
        tuple((item.x_offset / em, item.y_offset / em) for item in positions),
        tuple(info.cluster for info in infos),
        sum(advances),
    )
