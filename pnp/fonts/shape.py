"""A font and a text go in; glyphs with their advances come out (HarfBuzz), or why a script cannot be set.

Lines are set from left to right, a glyph after a glyph. Scripts that run from right to left (UAX 9) need their lines
reordered, and those of India and South-East Asia need syllables reordered and words found by dictionary (UAX 14, class
SA). Neither is done, so neither is accepted.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import fsum

import uharfbuzz as hb

from pnp.fonts.font import Font

# first and last character of the blocks whose letters change places or shapes (The Unicode Standard, 12 to 17)
_COMPLEX = (
    (0x0900, 0x0DFF), (0x0E00, 0x0FFF), (0x1000, 0x109F), (0x1700, 0x18AF), (0x1900, 0x1CFF), (0xA800, 0xA8FF),
    (0xA900, 0xA95F), (0xA980, 0xAAFF), (0xABC0, 0xABFF), (0x11000, 0x11FFF),
)  # fmt: skip
# never drawn: soft hyphen, grapheme joiner, zero-width and directional marks, joiners, variation selectors
INVISIBLE = frozenset("\u00ad\u034f\u200b\u200c\u200d\u200e\u2060\u2061\u2062\u2063\u2064\ufeff") | frozenset(
    map(chr, range(0xFE00, 0xFE10))
)
_CONTROLS = "\u061c\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # of direction
_PLAIN = re.compile(r"[\t\n\r\x20-\x7e\xa0-\u0590\u1e00-\u1fff\u2010-\u2027\u2030-\u205f\u20a0-\u2fff\u3000-\u9fff]*")


def refused(text: str) -> tuple[str, str] | None:
    """The first character that cannot be set rightly, and why; None when all can.

    The reason ends a sentence that names the character: "runs from right to left".
    """
    return None if text.isascii() and text.isprintable() else _refused(text)


@lru_cache(maxsize=1024)
def _refused(text: str) -> tuple[str, str] | None:
    plain = _PLAIN.match(text)
    if plain and plain.end() == len(text):
        return None
    for char in text[plain.end() if plain else 0 :]:
        reason = _reason(char)
        if reason:
            return char, reason
    return None


def _reason(char: str) -> str:
    code = ord(char)
    if char in _CONTROLS or unicodedata.bidirectional(char) in ("R", "AL", "AN"):
        return "is of a script that runs from right to left, which is not set here"
    if any(first <= code <= last for first, last in _COMPLEX):
        return "is of a script whose letters change places or shapes, which is not set here"
    if char not in "\t\n\r" and (unicodedata.category(char) in ("Cc", "Cs") or code & 0xFFFE == 0xFFFE):
        return "is a control character, which cannot be printed"
    return ""


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
    buffer.language = "en"  # else HarfBuzz asks the machine's locale, and pages would differ from one to another
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
        fsum(advances),
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
