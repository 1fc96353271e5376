"""A font and a string go in; shaped glyphs with their advances come out, in em: kerned, ligated, marks in place."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import uharfbuzz as hb

from pnp.fonts.font import Font
from pnp.fonts.scripts import INVISIBLE


@dataclass(frozen=True, slots=True)
class Shaped:
    """Glyphs in visual order; all lengths in em. ``clusters`` gives the index of each glyph's first character.

    ``letters`` is what each glyph stands for when text is copied or searched: a ligature for all its letters.
    """

    glyphs: tuple[int, ...]
    advances: tuple[float, ...]
    offsets: tuple[tuple[float, float], ...]
    clusters: tuple[int, ...]
    letters: tuple[str, ...]
    width: float


@lru_cache(maxsize=2048)  # words and whole lines: what is made of them is kept where it is needed
def shape(font: Font, text: str, tracking: float = 0.0) -> Shaped:
    """Shape a run of one font, left to right. ``tracking`` em are added after every glyph but the last.

    Tracked letters stand apart, so they form no ligatures; a mark keeps to its letter, untracked.
    """
    if not text:
        return Shaped((), (), (), (), (), 0.0)
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "ltr"
    buffer.language = "en"  # else HarfBuzz asks the machine's locale, and pages would differ from desk to desk
    # a mark is a character of its own when text is copied; what is invisible leaves no glyph that stands for it
    buffer.cluster_level = hb.BufferClusterLevel.MONOTONE_CHARACTERS
    buffer.flags = hb.BufferFlags.REMOVE_DEFAULT_IGNORABLES
    hb.shape(font.hb_font, buffer, _features(font, tracked=tracking != 0))
    em = font.units_per_em
    infos, positions = buffer.glyph_infos, buffer.glyph_positions
    clusters = tuple([info.cluster for info in infos])
    glyphs = tuple([info.codepoint for info in infos])
    advances = [item.x_advance / em for item in positions]
    if tracking:
        for i in range(len(advances) - 1):
            if not unicodedata.combining(text[clusters[i + 1]]):
                advances[i] += tracking
    return Shaped(
        glyphs,
        tuple(advances),
        _offsets(positions, em),
        clusters,
        _letters(font, text, glyphs, clusters),
        sum(advances),
    )


_NO_OFFSET = (0.0, 0.0)  # one for all: most glyphs stand where they should


def _offsets(positions: Iterable[hb.GlyphPosition], em: int) -> tuple[tuple[float, float], ...]:
    return tuple(
        [
            (item.x_offset / em, item.y_offset / em) if item.x_offset or item.y_offset else _NO_OFFSET
            for item in positions
        ]
    )


@lru_cache(maxsize=256)
def _features(font: Font, *, tracked: bool) -> dict[str, bool]:
    """Kerning, marks and the ligatures that every text wants; the ornamental ones never."""
    ligatures = not tracked
    return {"kern": True, "liga": ligatures, "clig": ligatures, "dlig": False} | dict.fromkeys(font.features, True)


def _letters(font: Font, text: str, glyphs: tuple[int, ...], clusters: tuple[int, ...]) -> tuple[str, ...]:
    """What each glyph stands for. Every white space is a plain one, lest all spaces copy as no-break spaces."""
    if text.isascii() and len(glyphs) == len(text):
        return tuple(text)
    if not glyphs:
        return ()
    counts = Counter(clusters)
    starts = list(counts)
    found: list[str] = []
    for start, end in zip([0, *starts[1:]], [*starts[1:], len(text)], strict=True):
        letters = "".join([char for char in text[start:end] if char not in INVISIBLE])
        letters = " " if letters.isspace() else letters
        count = counts[start or clusters[0]]
        if count == 1:
            found.append(letters)
            continue
        own = list(glyphs[len(found) : len(found) + count])
        parts = unicodedata.normalize("NFD", letters)
        if [font.glyph(char) for char in parts] == own:
            found += parts  # a letter that the font takes apart into base and marks
        else:
            found += [letters, *[""] * (count - 1)]
    return tuple(found)
