"""A run of one font goes in; the operators that show it come out, and what each glyph in it stands for.

A run is put together from words shaped once: words come again and again, lines hardly ever. What stands between two
words is shaped with their facing letters, since fonts kern spaces too; so the run is set as if it were shaped whole.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from pnp.fonts.font import Font
from pnp.fonts.shape import Shaped, shape
from pnp.paint.numbers import pdf_number

Used = Mapping[int, str]
MOST_WORDS = 20_000  # of a font, kept at a time
_FARSIGHTED = ("calt", "rclt", "rlig")  # features that may look past the next letter


@dataclass(frozen=True, slots=True)
class _Word:
    """Glyphs as they stand between ``<`` and ``>``, kerning among them; the outermost glyphs; what they stand for."""

    shown: str
    first: int
    last: int
    used: Used


def glyph_operators(font: Font, text: str, tracking: float) -> tuple[str, Used]:
    """The ``TJ`` of a run (kerning as thousandths of an em to take back) and what each glyph stands for."""
    return operators_of_words(font, text, tracking) or _run(font, text, tracking)


def operators_of_words(font: Font, text: str, tracking: float) -> tuple[str, Used] | None:
    """The same from words, for a text that the font may lack letters of; None where that would not be exact.

    Of the time that a deck takes to paint, two fifths less than lines shaped one by one.
    """
    words, gaps = _known(font, tracking)
    shown = "[<"
    used: dict[int, str] = {}
    before, facing = None, ""
    for letters in text.split(" "):
        word = words[letters]
        if word is None:
            return None
        if before is not None:
            gap = gaps[facing + letters[0]]
            if gap is None or gap.first != before.last or gap.last != word.first:
                return None
            shown += gap.shown
            used |= gap.used
        shown += word.shown
        used |= word.used
        before, facing = word, letters[-1]
    return shown + ">] TJ", used


class _Words(dict[str, _Word | None]):
    """Words by their letters, each shaped once; None for those that cannot be shaped by themselves."""

    def __init__(self, font: Font, tracking: float) -> None:
        super().__init__()
        self.font, self.tracking = font, tracking
        self.apart = not any(map(font.offers, _FARSIGHTED))

    def __missing__(self, letters: str) -> _Word | None:
        if len(self) >= MOST_WORDS:
            self.clear()
        self[letters] = word = self._shaped(letters) if self.apart and _faces_well(letters) else None
        return word

    def _shaped(self, letters: str) -> _Word | None:
        font = self.font
        shaped = shape(font, letters, self.tracking)
        if not all(map(font.has, letters)) or any(map(any, shaped.offsets)):
            return None
        shown = ""
        used: dict[int, str] = {}
        for glyph, advance, own in zip(shaped.glyphs, shaped.advances, shaped.letters, strict=True):
            used[glyph] = own or used.get(glyph, "")
            back = (font.advance(glyph) - advance) * 1000
            shown += f"{glyph:04x}" + (f"> {pdf_number(back)} <" if abs(back) > 0.01 else "")
        return None if shown.endswith("<") else _Word(shown, shaped.glyphs[0], shaped.glyphs[-1], used)


class _Gaps(_Words):
    """What stands between two words, by the letters that face there: the space, and what is kerned round it."""

    def _shaped(self, letters: str) -> _Word | None:
        whole = super()._shaped(f"{letters[0]} {letters[1]}")
        if whole is None or len(shape(self.font, f"{letters[0]} {letters[1]}", self.tracking).glyphs) != 3:
            return None
        return _Word(whole.shown[4:-4], whole.first, whole.last, whole.used)


def _faces_well(letters: str) -> bool:
    """Whether a word's ends kern with a space by themselves; beside a mark, its letter does."""
    return bool(letters) and (letters.isascii() or not any(map(unicodedata.combining, (*letters[:2], letters[-1]))))


@lru_cache(maxsize=64)
def _known(font: Font, tracking: float) -> tuple[_Words, _Gaps]:
    return _Words(font, tracking), _Gaps(font, tracking)


@lru_cache(maxsize=1024)
def _run(font: Font, text: str, tracking: float) -> tuple[str, Used]:
    """A run shaped as a whole. A mark above or below its letter is shown with a rise of its own (``Ts``)."""
    shaped: Shaped = shape(font, text, tracking)
    done: list[str] = []
    parts: list[str] = []
    run, raised = "", 0.0
    used: dict[int, str] = {}
    for glyph, advance, offset, letters in zip(
        shaped.glyphs, shaped.advances, shaped.offsets, shaped.letters, strict=True
    ):
        used[glyph] = letters or used.get(glyph, "")
        if offset[1] != raised:
            done += [
                f"[{' '.join(filter(None, [*parts, f'<{run}>' if run else '']))}] TJ",
                f"{pdf_number(offset[1])} Ts",
            ]
            parts, run, raised = [], "", offset[1]
        if offset[0]:
            parts += [f"<{run}>" if run else "", pdf_number(-offset[0] * 1000)]
            run = ""
        run += f"{glyph:04x}"
        back = (font.advance(glyph) - advance + offset[0]) * 1000
        if abs(back) > 0.01:
            parts += [f"<{run}>", pdf_number(back)]
            run = ""
    if run:
        parts.append(f"<{run}>")
    done.append(f"[{' '.join(filter(None, parts))}] TJ")
    return " ".join([*done, "0 Ts"] if raised else done), used
