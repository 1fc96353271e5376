"""Measured fragments of words and a measure go in, the line breaks of least demerits come out (Knuth and Plass)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.text.markup import Word

STRETCH = 0.55  # of a word space: what a loose line may add to each before it looks holed
SHRINK = 0.22  # what a tight line may take
TOLERANCE = 2.2  # how far past its stretch a line may go before hyphens are tried
HYPHEN = 60.0  # what a hyphen costs, and a second one below the first
SHORT = 0.18  # of the measure: a last line under this looks left behind


@dataclass(frozen=True, slots=True)
class Fragment:
    """What no line breaks inside of. ``broken`` is how it looks at a line's end, with its hyphen; widths in em.

    ``starts`` says that a space stands before it, ``cut`` that a line may end behind it inside its word.
    """

    pieces: Word
    broken: Word
    width: float
    broken_width: float
    starts: bool
    cut: bool


def break_fragments(
    fragments: Sequence[Fragment], space: float, limit: float, *, justify: bool, emergency: bool = False
) -> list[tuple[int, int]] | None:
    """Break a paragraph into lines (first, past the last) of ``limit`` em.

    None when a line would be looser than allowed; in an ``emergency`` every looseness is, and a fragment wider
    than the line stands alone. Ragged lines (not ``justify``) do not shrink, and cost the square of their slack.
    """
    count = len(fragments)
    best: list[tuple[float, int, bool]] = [(0.0, 0, False)] + [(float("inf"), 0, False)] * count
    for end in range(1, count + 1):
        last = fragments[end - 1]
        width, spaces = last.broken_width, 0
        for start in range(end - 1, -1, -1):
            if start < end - 1:
                part, after = fragments[start], fragments[start + 1]
                width += part.width + (space if after.starts else 0.0)
                spaces += after.starts
            if width - (spaces * space * SHRINK if justify else 0.0) > limit + 1e-6 and start < end - 1:
                break
            before = best[start]
            if before[0] == float("inf"):
                continue
            slack = limit - width
            cost = _cost(slack, spaces * space, limit, end == count, justify, emergency)
            if cost is None:
                continue
            if last.cut:
                cost += HYPHEN * (2 if before[2] else 1) if last.broken != last.pieces else HYPHEN / 4
            if before[0] + cost < best[end][0]:
                best[end] = (before[0] + cost, start, last.cut)
    if count and best[count][0] == float("inf"):
        return None
    breaks = []
    end = count
    while end:
        start = best[end][1]
        breaks.append((start, end))
        end = start
    return breaks[::-1]


def _cost(slack: float, spaces: float, limit: float, ends: bool, justify: bool, emergency: bool) -> float | None:
    """The demerits of one line; None for a line that may not be."""
    if ends:
        if slack >= 0:
            return 10.0 + 4000 * max(0.0, SHORT - (1 - slack / limit)) ** 2
        if not justify and not emergency:
            return None
    if not justify:
        return 10.0 + 100 * (slack / limit) ** 2 * 10 if slack >= -1e-6 else 1e12 if emergency else None
    if slack < 0:
        ratio = -slack / max(1e-9, spaces * SHRINK)
        if ratio > 1:
            return 1e12 if emergency else None
    else:
        ratio = slack / max(1e-9, spaces * STRETCH)
        if ratio > TOLERANCE and not emergency:
            return None
    return (10 + 100 * ratio**3) ** 2 / 100
