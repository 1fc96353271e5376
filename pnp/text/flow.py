"""Pieces of running text and a measure go in; set lines come out: one paragraph, on a page or in a box."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache

from pnp.fonts.families import Fonts
from pnp.game.model import TextStyle
from pnp.text.breaks import Fragment, break_fragments
from pnp.text.lines import Alignment, Line, set_line
from pnp.text.markup import Piece
from pnp.text.measure import Measure, measure_of
from pnp.text.words import rows_of
from pnp.units import MM_PER_POINT


@lru_cache(maxsize=8192)
def flow(
    pieces: tuple[Piece, ...],
    style: TextStyle,
    fonts: Fonts,
    width: float,
    align: Alignment = "left",
    language: str = "en",
) -> tuple[Line, ...]:
    """Set a paragraph ``width`` mm wide at the style's size. A word wider than the line stands out to the right."""
    measure = measure_of(style, fonts)
    limit = max(1e-6, width / (style.size * MM_PER_POINT))
    lines: list[Line] = []
    hyphenated = cache(lambda: rows_of(pieces, measure, language))  # asked for only where a line is loose
    for i, plain in enumerate(rows_of(pieces, measure, "")):
        lines += set_lines(plain, lambda i=i: hyphenated()[i], measure, limit, justify=align == "justify")  # type: ignore[misc]
    return tuple(lines)


def set_lines(
    plain: Sequence[Fragment],
    cut: Callable[[], Sequence[Fragment]],
    measure: Measure,
    limit: float,
    *,
    justify: bool,
    fewest: bool = False,
) -> list[Line]:
    """Break and set one paragraph: without hyphens (``plain``), and where that leaves a loose line, ``cut`` with them.

    ``limit`` is the measure in em; ``fewest`` wants as few lines as there can be (see ``break_fragments``).
    """
    chosen = plain
    breaks = break_fragments(plain, measure.space, limit, justify=justify, fewest=fewest)
    if breaks is None or (not justify and max([part.width for part in plain], default=0.0) > limit):
        chosen = cut()
        breaks = break_fragments(chosen, measure.space, limit, justify=justify, emergency=True, fewest=fewest) or []
    last = len(breaks) - 1
    return [
        set_line(chosen[start:end], measure, limit, justify=justify, ends=i == last)
        for i, (start, end) in enumerate(breaks)
    ]
