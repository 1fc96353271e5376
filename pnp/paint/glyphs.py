"""A run of one font goes in; the operators that show it, what each glyph stands for, or its outlines, come out.

A run is put together from words shaped once: words come again and again, lines hardly ever. What stands between two
words is shaped with their facing letters, since fonts kern spaces too; so the run is set as if it were shaped whole.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import uharfbuzz as hb

from pnp.fonts.font import Font
from pnp.fonts.shape import Shaped, shape
from pnp.pdf.drawing import pdf_number
from pnp.svg.path import Path, Segment, moved
from pnp.units import Matrix

Used = Mapping[int, str]
MOST_WORDS = 1024  # of a font, kept at a time
_FARSIGHTED = ("calt", "rclt", "rlig")  # features that may look past the next letter

_FUNCS = hb.DrawFuncs()
_FUNCS.set_move_to_func(lambda x, y, path: path.append(("m", x, y)))
_FUNCS.set_line_to_func(lambda x, y, path: path.append(("l", x, y)))
_FUNCS.set_cubic_to_func(lambda a, b, c, d, x, y, path: path.append(("c", a, b, c, d, x, y)))
_FUNCS.set_close_path_func(lambda path: path.append(("h",)))


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """Glyphs as they stand between ``<`` and ``>``, kerning among them; the outermost glyphs; what they stand for."""

    shown: str
    first: int
    last: int
    used: Used


@dataclass(frozen=True, slots=True, eq=False)
class Gap:
    """What stands between two words, as it is shown; the glyphs that face there; the space, which lines share."""

    shown: str
    first: int
    last: int
    space: Word


def glyph_operators(font: Font, text: str, tracking: float) -> tuple[str, Used]:
    """The ``TJ`` of a run (kerning as thousandths of an em to take back) and what each glyph stands for.

    It is to be shown in the font that is so ``tracked``.
    """
    known = operators_of_words(font, text, tracking)
    return (known[0], used_in(known[1])) if known else _run(font, text, tracking)


def used_in(words: Iterable[Word]) -> dict[int, str]:
    """What each glyph of these words stands for."""
    used: dict[int, str] = {}
    for word in words:
        used |= word.used
    return used


def operators_of_words(font: Font, text: str, tracking: float) -> tuple[str, list[Word]] | None:
    """The same from words, and these; for a text that the font may lack letters of. None where it would not be exact.

    Of the time that a deck takes to paint, two fifths less than lines shaped one by one.
    """
    words, gaps = _known(font, tracking)
    shown = "[<"
    found: list[Word] = []
    before, facing, space = None, "", None
    for letters in text.split(" "):
        word = words[letters]
        if word is None:
            return None
        if before is not None:
            gap = gaps[facing + letters[0]]
            if gap is None or gap.first != before.last or gap.last != word.first:
                return None
            shown += gap.shown
            if gap.space is not space:  # once a line, not with every word: a fifteenth of what painting takes
                space = gap.space
                found.append(space)
        shown += word.shown
        found.append(word)
        before, facing = word, letters[-1] + " "
    return shown + ">] TJ", found


class _Words(dict[str, Word | None]):
    """Words by their letters, each shaped once; None for those that cannot be shaped by themselves."""

    def __init__(self, font: Font, tracking: float) -> None:
        super().__init__()
        self.font, self.tracking, self.tracked = font, tracking, font.tracked(tracking)
        self.apart = not any(map(font.offers, _FARSIGHTED))

    def __missing__(self, letters: str) -> Word | None:
        if len(self) >= MOST_WORDS:
            self.clear()
        self[letters] = word = self._shaped(letters) if self.apart and _faces_well(letters) else None
        return word

    def _shaped(self, letters: str) -> Word | None:
        font, tracked = self.font, self.tracked
        shaped = shape(font, letters, self.tracking)
        if not all(map(font.has, letters)) or any(map(any, shaped.offsets)):
            return None
        shown = ""
        used: dict[int, str] = {}
        for glyph, advance, own in zip(shaped.glyphs, _advances(shaped, tracked), shaped.letters, strict=True):
            used[glyph] = own or used.get(glyph, "")
            back = (tracked.advance(glyph) - advance) * 1000
            shown += f"{glyph:04x}" + (f"> {pdf_number(back)} <" if abs(back) > 0.01 else "")
        return None if shown.endswith("<") else Word(shown, shaped.glyphs[0], shaped.glyphs[-1], used)


class _Gaps(dict[str, Gap | None]):
    """What stands between two words: the space, and what is kerned round it; by it and the letters that face there."""

    def __init__(self, words: _Words) -> None:
        super().__init__()
        self.words = words
        self.spaces: dict[int, Word] = {}  # by their glyph

    def __missing__(self, letters: str) -> Gap | None:
        if len(self) >= MOST_WORDS:
            self.clear()
        self[letters] = gap = self._shaped(letters)
        return gap

    def _shaped(self, letters: str) -> Gap | None:
        whole = self.words[letters]
        glyphs = shape(self.words.font, letters, self.words.tracking).glyphs
        if whole is None or len(glyphs) != len(letters):
            return None
        space = self.spaces.setdefault(glyphs[1], Word("", glyphs[1], glyphs[1], {glyphs[1]: whole.used[glyphs[1]]}))
        return Gap(whole.shown[4:-4], whole.first, whole.last, space)


def _advances(shaped: Shaped, tracked: Font) -> tuple[float, ...]:
    """The advances with the tracking that every letter of a tracked font has, though the last one's leads nowhere."""
    if not tracked.tracking:
        return shaped.advances
    return (*shaped.advances[:-1], shaped.advances[-1] + tracked.tracking)


def _faces_well(letters: str) -> bool:
    """Whether a word's ends kern with a space by themselves; beside a mark, its letter does."""
    return bool(letters) and (letters.isascii() or not any(map(unicodedata.combining, (*letters[:2], letters[-1]))))


@lru_cache(maxsize=64)
def _known(font: Font, tracking: float) -> tuple[_Words, _Gaps]:
    words = _Words(font, tracking)
    return words, _Gaps(words)


@lru_cache(maxsize=1024)
def _run(font: Font, text: str, tracking: float) -> tuple[str, Used]:
    """A run shaped as a whole. A mark above or below its letter is shown with a rise of its own (``Ts``)."""
    shaped: Shaped = shape(font, text, tracking)
    tracked = font.tracked(tracking)
    done: list[str] = []
    parts: list[str] = []
    run, raised = "", 0.0
    used: dict[int, str] = {}
    for glyph, advance, offset, letters in zip(
        shaped.glyphs, _advances(shaped, tracked), shaped.offsets, shaped.letters, strict=True
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
        back = (tracked.advance(glyph) - advance + offset[0]) * 1000
        if abs(back) > 0.01:
            parts += [f"<{run}>", pdf_number(back)]
            run = ""
    if run:
        parts.append(f"<{run}>")
    done.append(f"[{' '.join(filter(None, parts))}] TJ")
    return " ".join([*done, "0 Ts"] if raised else done), used


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
