"""Text, a style and a box go in; the largest setting that fits comes out: lines of words at one size."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial

from pnp.fonts.fonts import Fonts
from pnp.fonts.shape import shape
from pnp.game.styles import TextStyle
from pnp.text.hyphens import hyphenated
from pnp.text.lines import break_lines
from pnp.text.markup import Paragraph, Piece, Word, break_points, parse_markup

MM_PER_POINT = 25.4 / 72
TIGHTEST = 1.04  # a style's leading may shrink this far before its size does
STEP = 0.05  # points between the sizes that are tried
PARAGRAPH_GAP = 0.45  # of the line pitch, between paragraphs
ICON_SCALE = 1.32  # an inline icon's side, as a multiple of the cap height
ICON_DROP = 0.16  # how far it hangs below the baseline, so that its middle is the capitals' middle


@dataclass(frozen=True, slots=True)
class Line:
    """One line: glued pieces with word spaces already inside them, and its width in em of the size."""

    pieces: tuple[Piece, ...]
    width: float
    ends_paragraph: bool


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A setting. ``size`` in points; ``excess`` mm that it is too tall or wide for its box, 0 when it fits."""

    lines: tuple[Line, ...]
    style: TextStyle
    fonts: Fonts
    size: float
    leading: float
    height: float
    excess: float
    excess_side: str
    missing: str

    @property
    def em(self) -> float:
        """The size in mm."""
        return self.size * MM_PER_POINT


@lru_cache(maxsize=8192)  # most texts of a game stay as they are while one is being changed
def fit_text(
    content: str,
    style: TextStyle,
    width: float,
    height: float,
    fonts: Fonts,
    *,
    language: str = "en",
    icons: frozenset[str] = frozenset(),
) -> TextBlock:
    """Set ``content`` into ``width`` x ``height`` mm: line spacing gives way first, then the size, by bisection.

    What does not fit at the style's minimum comes back with its excess; nothing is clipped. Raises MarkupError.
    """
    paragraphs = parse_markup(content, icons, style.upper)
    missing = _missing(paragraphs, style, fonts)

    def attempt(size: float, leading: float, cut: bool) -> TextBlock:
        return _set(paragraphs, style, fonts, size, leading, width, height, language if cut else "", missing)

    block = _search(style, partial(attempt, cut=style.hyphenate))
    if block.excess > 0 and block.excess_side == "wide" and not style.hyphenate:
        return _search(style, partial(attempt, cut=True))  # a word too wide at the smallest size is better cut
    return block


def _search(style: TextStyle, attempt: Callable[[float, float], TextBlock]) -> TextBlock:
    """The largest setting without excess, or the smallest there is."""
    block = attempt(style.size, style.leading)
    if block.excess == 0:
        return block
    tight = min(style.leading, TIGHTEST)
    if block.excess_side == "tall":
        for leading in _between(style.leading, tight):
            block = attempt(style.size, leading)
            if block.excess == 0:
                return block
    low, high = 0, round((style.size - style.min_size) / STEP)
    best = attempt(style.min_size, tight)
    if best.excess > 0:
        return best
    while high - low > 1:
        middle = (low + high) // 2
        block = attempt(style.min_size + middle * STEP, tight)
        if block.excess == 0:
            low, best = middle, block
        else:
            high = middle
    for leading in _between(style.leading, tight):  # the size found may leave room to open the lines again
        block = attempt(best.size, leading)
        if block.excess == 0:
            return block
    return best


def _between(wide: float, tight: float) -> Iterator[float]:
    """Line spacings from wide to tight, in four steps."""
    return (wide + (tight - wide) * step / 4 for step in range(5))


def _missing(paragraphs: tuple[Paragraph, ...], style: TextStyle, fonts: Fonts) -> str:
    lost = ""
    for paragraph in paragraphs:
        for word in paragraph:
            for piece in word:
                if not piece.icon:
                    lost += fonts.missing(
                        piece.text, style.family, piece.bold or style.bold, piece.italic or style.italic
                    )
    return "".join(dict.fromkeys(lost))


def _set(
    paragraphs: tuple[Paragraph, ...],
    style: TextStyle,
    fonts: Fonts,
    size: float,
    leading: float,
    width: float,
    height: float,
    language: str,
    missing: str,
) -> TextBlock:
    em = size * MM_PER_POINT
    limit = width / em
    lines = [line for paragraph in paragraphs for line in _lines(paragraph, style, fonts, limit, language)]
    gaps = PARAGRAPH_GAP * leading * em * (sum(line.ends_paragraph for line in lines[:-1]))
    font = fonts.find(style.family, style.bold, style.italic)
    # a line is as tall as its capitals and descenders: what must not touch the box
    tall = (max(0, len(lines) - 1) * leading + font.cap_height - min(0.0, max(font.descent, -0.26))) * em + gaps
    wide = max((line.width for line in lines), default=0.0) * em
    too_wide, too_tall = wide - width, tall - height
    excess, side = (too_wide, "wide") if too_wide > too_tall else (too_tall, "tall")
    return TextBlock(tuple(lines), style, fonts, size, leading, tall, excess if excess > 1e-6 else 0.0, side, missing)


def piece_width(piece: Piece, style: TextStyle, fonts: Fonts) -> float:
    """The width of a piece in em, with its tracking after every letter but the last."""
    return _piece_width(piece, style, fonts)


@lru_cache(maxsize=32768)
def _piece_width(piece: Piece, style: TextStyle, fonts: Fonts) -> float:
    bold, italic = piece.bold or style.bold, piece.italic or style.italic
    if piece.icon:
        return ICON_SCALE * fonts.find(style.family, bold, italic).cap_height
    runs = fonts.runs(piece.text, style.family, bold, italic)
    return sum(shape(font, text, style.tracking).width for font, text in runs) + style.tracking * (len(runs) - 1)


def _word_width(word: Word, style: TextStyle, fonts: Fonts) -> float:
    return sum(_piece_width(piece, style, fonts) for piece in word) + style.tracking * (len(word) - 1)


def _lines(paragraph: Paragraph, style: TextStyle, fonts: Fonts, limit: float, language: str) -> list[Line]:
    space = _piece_width(Piece(" ", style.bold, style.italic), style, fonts) + 2 * style.tracking
    words = paragraph
    widths = [_word_width(word, style, fonts) for word in words]
    if language and max(widths, default=0.0) > limit:
        words = hyphenated(words, lambda word: _word_width(word, style, fonts), limit, language)
        widths = [_word_width(word, style, fonts) for word in words]
    breaks = break_lines(widths, space, limit)
    lines = [_join(words[start:end], style, fonts, i == len(breaks) - 1) for i, (start, end) in enumerate(breaks)]
    return lines or [Line((), 0.0, True)]


def _join(words: tuple[Word, ...], style: TextStyle, fonts: Fonts, ends: bool) -> Line:
    """Join words with their spaces; pieces of one look become one piece, so that they are shaped as one run."""
    pieces: list[Piece] = []
    for i, word in enumerate(words):
        for j, piece in enumerate(word):
            spaced = i > 0 and j == 0
            last = pieces[-1] if pieces else None
            if last and not last.icon and not piece.icon and (last.bold, last.italic) == (piece.bold, piece.italic):
                pieces[-1] = Piece(f"{last.text}{' ' if spaced else ''}{piece.text}", piece.bold, piece.italic)
                continue
            if spaced and last and not last.icon:
                pieces[-1] = Piece(last.text + " ", last.bold, last.italic)
            elif spaced:
                pieces.append(Piece(" ", piece.bold, piece.italic))
                if not piece.icon:
                    pieces[-1] = Piece(" " + piece.text, piece.bold, piece.italic)
                    continue
            pieces.append(piece)
    glued = tuple(pieces)
    return Line(glued, _word_width(glued, style, fonts), ends)


__all__ = ["TextBlock", "break_points", "fit_text", "piece_width"]
