"""Text, a style and a box go in; the largest setting that fits comes out: lines of stretches at one size.

The space between lines gives way first, then the size. What words measure does not depend on the size, so each size
tried costs a count of lines and no more; only the setting chosen is broken for even lines and shaped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import fsum

from pnp.fonts.families import Fonts
from pnp.game.model import TextStyle
from pnp.text.breaks import Fragment, lines_needed
from pnp.text.flow import set_lines
from pnp.text.lines import Alignment, Line, Stretch
from pnp.text.markup import BULLET, Paragraph, Piece, parse_markup
from pnp.text.measure import Measure, measure_of
from pnp.text.smart import quotes_of
from pnp.text.words import rows_of
from pnp.units import MM_PER_POINT

PARAGRAPH_GAP = 0.45  # of the line pitch, between paragraphs
ITEM_GAP = 0.15  # the same between the items of a list
LABEL_GAP = 0.45  # em between an item's label and its text
TIGHTEST = 1.04  # a style's leading may shrink this far before its size does
STEP = 0.05  # points between the sizes that are tried
TOUCH = 1e-6  # mm and em: what rounding may add


@dataclass(frozen=True, slots=True)
class MeasuredParagraph:
    """A paragraph measured. ``rows`` end where a line must; ``label`` stands in the ``indent`` (em) of a list.

    ``after`` is the white below, as a share of the line pitch.
    """

    rows: tuple[tuple[Fragment, ...], ...]
    label: Piece | None = None
    indent: float = 0.0
    after: float = 0.0


def measure_items(paragraphs: Sequence[Paragraph], measure: Measure, language: str) -> list[MeasuredParagraph]:
    """Measure a text's paragraphs; with a language, their words are cut where they may be hyphenated."""
    if len(paragraphs) == 1 and not paragraphs[0].label:  # nearly every text of a face
        return [MeasuredParagraph(tuple(rows_of(paragraphs[0].pieces, measure, language)))]
    indents = {
        kind: max((measure.piece(label_of(item, measure)) for item in paragraphs if _kind(item) == kind), default=0.0)
        for kind in ("bullets", "numbers")
    }
    last, items = len(paragraphs) - 1, []
    for i, paragraph in enumerate(paragraphs):
        rows = tuple(rows_of(paragraph.pieces, measure, language))
        gap = (
            ITEM_GAP if i < last and paragraph.label and _kind(paragraphs[i + 1]) == _kind(paragraph) else PARAGRAPH_GAP
        )
        after = gap if i < last else 0.0
        if paragraph.label:
            items.append(
                MeasuredParagraph(rows, label_of(paragraph, measure), indents[_kind(paragraph)] + LABEL_GAP, after)
            )
        else:
            items.append(MeasuredParagraph(rows, after=after))
    return items


def label_of(paragraph: Paragraph, measure: Measure) -> Piece:
    """An item's number, or its bullet: a dash where no font has one."""
    label = paragraph.label
    if label == BULLET and measure.fonts.missing(label, measure.family, bold=True, italic=measure.italic):
        label = "-"
    return Piece(label, bold=True)  # a bullet of regular weight is a speck in many fonts


def _kind(paragraph: Paragraph) -> str:
    return "" if not paragraph.label else "bullets" if paragraph.label == BULLET else "numbers"


def set_item(item: MeasuredParagraph, measure: Measure, limit: float, *, justify: bool) -> list[Line]:
    """Set an item ``limit`` em wide in as few lines as can be; its label stands beside the first."""
    lines: list[Line] = []
    inner = max(1e-6, limit - item.indent)
    for row in item.rows:
        lines += set_lines(row, lambda row=row: row, measure, inner, justify=justify, fewest=True) or [Line((), 0.0)]  # type: ignore[misc]
    if item.label:
        label = Stretch(item.label, 0.0, measure.piece(item.label))
        lines = [_indented(line, item.indent) for line in lines]
        lines[0] = lines[0]._replace(stretches=(label, *lines[0].stretches))
    if item.after:
        lines[-1] = lines[-1]._replace(after=item.after)
    return lines


def _indented(line: Line, by: float) -> Line:
    return line._replace(
        stretches=tuple([item._replace(x=item.x + by) for item in line.stretches]), width=line.width + by
    )


def _apart(lines: Sequence[Line]) -> list[Line]:
    """Lines of larger letters are so much further below the one before."""
    below = [line.size - 1.0 for line in lines[1:]] + [0.0]
    return [line._replace(after=line.after + more) for line, more in zip(lines, below, strict=True)]


def _grown(paragraphs: Sequence[Paragraph]) -> bool:
    return any(piece.size > 1.0 for paragraph in paragraphs for piece in paragraph.pieces)


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A setting. ``size`` in points; ``excess`` mm that it is too tall or wide for its box, 0 when it fits."""

    lines: tuple[Line, ...]
    style: TextStyle
    measure: Measure
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

    @property
    def least(self) -> float:
        """The size of its smallest letters in points."""
        sizes = [item.piece.size for line in self.lines for item in line.stretches if not item.piece.icon]
        return self.size * min([1.0, *sizes])

    @property
    def width(self) -> float:
        """The widest line, in mm."""
        return max((line.width for line in self.lines), default=0.0) * self.em


@lru_cache(maxsize=256)  # names of classes, numbers, labels are set again and again; a setting is 5 KB
def fit_text(
    content: str,
    style: TextStyle,
    width: float,
    height: float,
    fonts: Fonts,
    *,
    language: str = "en",
    icons: frozenset[str] = frozenset(),
    colors: frozenset[str] = frozenset(),
    align: Alignment | None = None,
) -> TextBlock:
    """Set ``content`` into ``width`` x ``height`` mm: line spacing gives way first, then the size, by bisection.

    What does not fit at the style's minimum comes back with its excess; nothing is clipped. Raises MarkupError.
    """
    quotes = quotes_of(language, fonts, style.family, style.bold, style.italic) if style.smart else None
    paragraphs = parse_markup(content, icons, colors, quotes, keep_lines=style.keep_lines)
    measure = measure_of(style, fonts)
    justify = (align or style.align) == "justify"
    box = _Box(style, measure, width, height, justify, _missing(paragraphs, measure), _grown(paragraphs))
    hyphens = style.hyphenate and justify  # holes in justified lines are worse than hyphens
    items = measure_items(paragraphs, measure, language if hyphens else "")
    block = box.largest(items)
    # a style that hyphenates does so rather than shrink; any other, only when a word is too wide at its smallest
    cramped = (
        block.size < style.size or block.excess if style.hyphenate else block.excess and block.excess_side == "wide"
    )
    if cramped and not hyphens:
        return box.largest(measure_items(paragraphs, measure, language))
    return block


def _missing(paragraphs: Sequence[Paragraph], measure: Measure) -> str:
    """The characters that no font has, each once."""
    lost = ""
    for paragraph in paragraphs:
        pieces = (*paragraph.pieces, label_of(paragraph, measure)) if paragraph.label else paragraph.pieces
        for piece in pieces:
            if not piece.icon:
                bold, italic = piece.bold or measure.bold, piece.italic or measure.italic
                text = piece.text.upper() if measure.upper else piece.text
                lost += measure.fonts.missing(text.replace("\n", ""), measure.family, bold, italic)
    return "".join(dict.fromkeys(lost))


@dataclass(frozen=True, slots=True)
class _Box:
    """A box of ``width`` x ``height`` mm, and the style that texts are set in it."""

    style: TextStyle
    measure: Measure
    width: float
    height: float
    justify: bool
    missing: str
    grown: bool  # whether some letters are larger than the style's, and their lines taller

    def largest(self, items: Sequence[MeasuredParagraph]) -> TextBlock:
        """The largest setting without excess, or the smallest there is."""
        style = self.style
        block = self._set(items, style.size)
        if not block.excess:
            return block
        if not self._fits(items, style.min_size):
            return self._set(items, style.min_size)
        low, high = 0, round((style.size - style.min_size) / STEP)
        while high - low > 1:
            middle = (low + high) // 2
            if self._fits(items, style.min_size + middle * STEP):
                low = middle
            else:
                high = middle
        # kerning over a space shows only in the set line, and may ask for a step less
        for step in range(low, max(-1, low - 3), -1):
            block = self._set(items, style.min_size + step * STEP)
            if not block.excess:
                break
        return block

    def _fits(self, items: Sequence[MeasuredParagraph], size: float) -> bool:
        """Whether the text fits at a size, its lines as close as they may be."""
        if self.grown:  # which lines are taller is known when they are set
            return not self._set(items, size).excess
        limit = self.width / (size * MM_PER_POINT) + TOUCH
        pitches = -1.0
        for item in items:
            inner = limit - item.indent
            for row in item.rows:
                lines = lines_needed(row, self.measure.space, inner)
                if lines < 0:
                    return False
                pitches += max(1, lines)
            pitches += item.after
        return self._tall(pitches, min(self.style.leading, TIGHTEST), size) <= self.height + TOUCH

    def _tall(self, pitches: float, leading: float, size: float, first: float = 1.0, last: float = 1.0) -> float:
        """The height in mm: a line is as tall as its capitals and descenders, which must not touch the box.

        ``first`` and ``last`` are the sizes of these lines, as shares of the style's.
        """
        em = size * MM_PER_POINT
        return (max(0.0, pitches) * leading + self.measure.font.cap_height * first + self.measure.descent * last) * em

    def _set(self, items: Sequence[MeasuredParagraph], size: float) -> TextBlock:
        """Set at a size, as open as the box allows between the style's leading and the tightest."""
        em = size * MM_PER_POINT
        limit = max(TOUCH, self.width / em)
        lines = [line for item in items for line in set_item(item, self.measure, limit, justify=self.justify)]
        lines = _apart(lines) if self.grown else lines
        first, last = (lines[0].size, lines[-1].size) if lines else (1.0, 1.0)
        pitches = len(lines) - 1 + fsum([line.after for line in lines])
        leading = self.style.leading
        if pitches > 0:
            room = (self.height - self._tall(0.0, leading, size, first, last)) / (pitches * em)
            leading = max(min(leading, TIGHTEST), min(leading, room))
        tall = self._tall(pitches, leading, size, first, last)
        too_wide = max([line.width for line in lines], default=0.0) * em - self.width
        too_tall = tall - self.height
        excess, side = (too_wide, "wide") if too_wide > too_tall else (too_tall, "tall")
        excess = excess if excess > TOUCH else 0.0
        return TextBlock(tuple(lines), self.style, self.measure, size, leading, tall, excess, side, self.missing)
