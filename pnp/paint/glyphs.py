"""A run of one font goes in; the operators that show it come out, and what each glyph in it stands for.

A run is put together from words shaped once: words come again and again, lines hardly ever. What stands between two
words is shaped with their facing letters, since fonts kern spaces too; so the run is set as if it were shaped whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from pnp.fonts.font import Font
from pnp.fonts.shape import Shaped, shape
from pnp.paint.numbers import pdf_number

Used = Mapping[int, str]
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
    return (_from_words(font, text, tracking) if " " in text and _apart(font) else None) or _run(font, text, tracking)


@lru_cache(maxsize=64)
def _apart(font: Font) -> bool:
    """Whether words may be shaped one by one."""
    return not any(map(font.offers, _FARSIGHTED))


def _from_words(font: Font, text: str, tracking: float) -> tuple[str, Used] | None:
    """The run from its words; None where that would not be exact. (Of a deck's paint, 40 % less time.)"""
    shown = "[<"
    used: dict[int, str] = {}
    before, facing = None, ""
    for letters in text.split(" "):
        word = _word(font, letters, tracking)
        if word is None:
            return None
        if before is not None:
            gap = _word(font, f"{facing} {letters[0]}", tracking)
            if gap is None or gap.first != before.last or gap.last != word.first or len(gap.used) not in (2, 3):
                return None
            shown += gap.shown[4:-4]  # without the letters themselves
            used |= gap.used
        shown += word.shown
        used |= word.used
        before, facing = word, letters[-1]
    return shown + ">] TJ", used


@lru_cache(maxsize=16384)
def _word(font: Font, letters: str, tracking: float) -> _Word | None:
    """A word shaped by itself; None when a glyph stands off the line, or its end is kerned."""
    shaped = shape(font, letters, tracking)
    if not letters or any(map(any, shaped.offsets)):
        return None
    shown = ""
    used: dict[int, str] = {}
    for glyph, advance, own in zip(shaped.glyphs, shaped.advances, shaped.letters, strict=True):
        used[glyph] = own or used.get(glyph, "")
        back = (font.advance(glyph) - advance) * 1000
        shown += f"{glyph:04x}" + (f"> {pdf_number(back)} <" if abs(back) > 0.01 else "")
    return None if shown.endswith("<") else _Word(shown, shaped.glyphs[0], shaped.glyphs[-1], used)


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
