"""A style and a game's fonts go in; what words measure comes out, in em: the same figures that the painter uses."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import fsum

from pnp.fonts.families import Fonts
from pnp.fonts.font import Font
from pnp.fonts.shape import shape
from pnp.game.model import TextStyle
from pnp.text.markup import Piece

ICON_SCALE = 1.32  # an inline icon's side, as a multiple of the cap height
ICON_DROP = 0.16  # how far it hangs below the baseline, so that its middle is the capitals' middle


class Gaps(dict[str, float]):
    """The gaps of a look, by the two letters that face there: each measured once."""

    def __init__(self, measure: Measure, *, bold: bool, italic: bool) -> None:
        super().__init__()
        self.measure, self.bold, self.italic = measure, bold or measure.bold, italic or measure.italic

    def __missing__(self, facing: str) -> float:
        self[facing] = width = self.measure.gap(facing[0], facing[1], bold=self.bold, italic=self.italic)
        return width


@dataclass(frozen=True, eq=False)
class Measure:
    """Widths in one style. Compared by identity, so that words are found again quickly; ``measure_of`` makes one."""

    family: str
    bold: bool
    italic: bool
    tracking: float
    upper: bool
    fonts: Fonts

    @cached_property
    def font(self) -> Font:
        """The style's own face."""
        return self.fonts.find(self.family, self.bold, self.italic)

    @cached_property
    def space(self) -> float:
        """From one word to the next."""
        return self.letters(" ", bold=self.bold, italic=self.italic) + 2 * self.tracking

    @cached_property
    def icon(self) -> float:
        """The side of an inline icon."""
        return ICON_SCALE * self.font.cap_height

    @cached_property
    def descent(self) -> float:
        """How far letters hang below the baseline, as a positive number: what must not touch the box."""
        return -min(0.0, max(self.font.descent, -0.26))

    def piece(self, piece: Piece) -> float:
        """The width of a piece, with its tracking after every letter but the last."""
        if piece.icon:
            return self.icon * piece.size
        return self.letters(piece.text, bold=piece.bold or self.bold, italic=piece.italic or self.italic) * piece.size

    @lru_cache(maxsize=8192)  # noqa: B019 - bounded, and measures live as long as their game
    def letters(self, text: str, *, bold: bool, italic: bool) -> float:
        """The width of letters in one face and its fallbacks."""
        runs = self.fonts.runs(text, self.family, bold, italic)
        widths = [shape(font, run, self.tracking).width for font, run in runs]
        return fsum(widths) + self.tracking * (len(runs) - 1)

    def gap(self, before: str, after: str, *, bold: bool, italic: bool) -> float:
        """From the end of one word to the beginning of the next in the same look, given the letters that face there.

        Fonts kern spaces too: a line measured word by word is as wide as the line shaped as a whole.
        """
        whole = self.letters(f"{before} {after}", bold=bold, italic=italic)
        return whole - self.letters(before, bold=bold, italic=italic) - self.letters(after, bold=bold, italic=italic)

    @lru_cache(maxsize=64)  # noqa: B019 - a look each
    def gaps(self, *, bold: bool, italic: bool) -> Gaps:
        """The gaps of a look."""
        return Gaps(self, bold=bold, italic=italic)

    def word(self, pieces: tuple[Piece, ...]) -> float:
        """The width of pieces that stand against one another."""
        return fsum([self.piece(piece) for piece in pieces]) + self.tracking * (len(pieces) - 1)


@lru_cache(maxsize=512)
def measure_of(style: TextStyle, fonts: Fonts) -> Measure:
    """The measure of a style, which every size of it shares."""
    return _measure(style.family, style.bold, style.italic, style.tracking, style.upper, fonts)


@lru_cache(maxsize=512)
def _measure(family: str, bold: bool, italic: bool, tracking: float, upper: bool, fonts: Fonts) -> Measure:
    return Measure(family, bold, italic, tracking, upper, fonts)


def piece_width(piece: Piece, style: TextStyle, fonts: Fonts) -> float:
    """The width of a piece in em of its style."""
    return measure_of(style, fonts).piece(piece)
