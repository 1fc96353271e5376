"""A text goes in; the first character that would be set wrongly here comes out, with the reason.

Lines are set from left to right, a glyph after a glyph. Scripts that run from right to left (UAX 9) need their
lines reordered, and those of India and South-East Asia need syllables reordered and words found by dictionary
(UAX 14, class SA). Neither is done, so neither is accepted.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

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
