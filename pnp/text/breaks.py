"""Measured fragments of words and a measure go in, the line breaks of least demerits come out (Knuth and Plass).

"Breaking Paragraphs into Lines", Software: Practice and Experience 11 (1981): every line of a paragraph is weighed
together with all others, never one after another.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from pnp.text.markup import Piece

STRETCH = 0.55  # of a word space: what a loose line may add to each before it looks holed
SHRINK = 0.22  # what a tight line may take
TOLERANCE = 2.2  # how far past its stretch a line may go before hyphens are tried
HYPHEN = 60.0  # what a hyphen costs, and a second one below the first
LINE = 1e12  # what a line costs where lines are few: more than all that can be said against a way to break
OVERFULL = 1e16  # a line wider than its measure, when there is no other way
SHORT = 0.18  # of the measure: a last line under this looks left behind
SHORT_BOX = 0.4  # the same in a box, where a short last line leaves a hole that shows
EPSILON = 1e-6

Look = tuple[bool, bool, str, str]  # bold, italic, link, colour


@dataclass(frozen=True, slots=True)
class Fragment:
    """What no line breaks inside of. ``broken`` is how it looks at a line's end, with its hyphen; widths in em.

    ``starts`` says that a space stands before it, ``cut`` that a line may end behind it inside its word. ``look`` is
    the look of its letters, one object a look, when there is only one and it can be measured by itself.
    """

    pieces: tuple[Piece, ...]
    broken: tuple[Piece, ...]
    width: float
    broken_width: float
    starts: bool
    cut: bool
    look: Look | None = None


def break_fragments(
    fragments: Sequence[Fragment],
    space: float,
    limit: float,
    *,
    justify: bool,
    emergency: bool = False,
    fewest: bool = False,
) -> list[tuple[int, int]] | None:
    """Break a paragraph into lines (first, past the last) of ``limit`` em.

    None when a line would be looser than allowed; in an ``emergency`` every looseness is, and a fragment wider
    than the line stands alone. Ragged lines (not ``justify``) do not shrink, and cost the square of their slack.
    With ``fewest``, no way that takes more lines than another is taken, as a box wants it.
    """
    count = len(fragments)
    if not count:
        return []
    begins, ends, gaps = _places(fragments, space)
    if ends[-1] - begins[0] <= limit + EPSILON:
        return [(0, count)]
    if fewest and not justify:
        few = _few_lines(fragments, begins, ends, limit)
        if few is not None:
            return few
    infinite = float("inf")
    costs, origins = [0.0] + [infinite] * count, [0] * (count + 1)
    each = LINE if fewest else 0.0
    short = SHORT_BOX if fewest else SHORT
    bound, ragged = limit + EPSILON, not justify
    for end in range(1, count + 1):
        last = fragments[end - 1]
        edge = ends[end - 1] + last.broken_width - last.width
        hyphen = _hyphen(last, justify) if last.cut else 0.0
        for start in range(end - 1, -1, -1):
            width = edge - begins[start]
            spaces = 0.0 if ragged else gaps[end] - gaps[start + 1]
            if width - spaces * SHRINK > bound and start < end - 1:
                break
            if costs[start] == infinite:
                continue
            if ragged and end < count and width <= bound:  # the usual case, said again for speed
                share = 1 - width / limit
                cost: float | None = 10.0 + 1000 * share * share
            else:
                cost = _cost(limit - width, spaces, limit, end == count, short, justify, emergency)
            if cost is None:
                continue
            cost += costs[start] + each
            if last.cut:
                cost += hyphen * (2 if start and fragments[start - 1].cut else 1)
            if cost < costs[end]:
                costs[end], origins[end] = cost, start
    if costs[count] == infinite:
        return None
    breaks = []
    end = count
    while end:
        breaks.append((origins[end], end))
        end = origins[end]
    return breaks[::-1]


def _few_lines(
    fragments: Sequence[Fragment], begins: list[float], ends: list[float], limit: float
) -> list[tuple[int, int]] | None:
    """The same for ragged lines that must be few: only the breaks that leave every line its room are weighed.

    Line k cannot end behind where lines filled in turn from the beginning end, nor before where those filled from the
    end begin: for a card's text, a quarter of all lines there could be. None where that cannot be known beforehand.
    """
    count, bound = len(fragments), limit + EPSILON
    latest, earliest = [0], [count]
    while latest[-1] < count:
        first = latest[-1]
        latest.append(bisect_right(ends, begins[first] + bound, first))
        if latest[-1] == first:
            return None  # wider than a line
    while earliest[-1] > 0:
        earliest.append(bisect_left(begins, ends[earliest[-1] - 1] - bound, 0, earliest[-1]))
    earliest.reverse()
    cuts = [end for end, part in enumerate(fragments, 1) if part.cut]
    if len(earliest) != len(latest) or any(fragments[end - 1].broken_width > fragments[end - 1].width for end in cuts):
        return None
    typed = {end: _hyphen(fragments[end - 1], False) for end in cuts if end < count}
    last = len(latest) - 1
    costs, origins = {0: 0.0}, list[dict[int, int]]()
    for line in range(1, last + 1):
        reached: dict[int, float] = {}
        origin: dict[int, int] = {}
        for end in range(earliest[line], latest[line] + 1):
            edge, hyphen = ends[end - 1], typed.get(end, 0.0)
            best = float("inf")
            for start, before in costs.items():
                width = edge - begins[start]
                if width > bound or start >= end:
                    continue
                filled = width / limit
                cost = before + (_last_line(filled) if line == last else 10.0 + 1000 * (1 - filled) ** 2)
                if hyphen:
                    cost += hyphen * (2 if start in typed else 1)
                if cost <= best:
                    best, origin[end] = cost, start
            reached[end] = best
        costs = {end: cost for end, cost in reached.items() if end in origin}
        origins.append(origin)
    breaks, end = [], count
    for origin in reversed(origins):
        breaks.append((origin[end], end))
        end = origin[end]
    return breaks[::-1]


def _last_line(filled: float) -> float:
    missing = SHORT_BOX - filled
    return 10.0 + (4000 * missing * missing if missing > 0 else 0.0)


def lines_needed(fragments: Sequence[Fragment], space: float, limit: float) -> int:
    """How few lines the fragments can be set in, ragged: each line filled in turn; -1 when one is too wide."""
    begins, ends, _ = _places(fragments, space)
    count, start, lines = len(fragments), 0, 0
    while start < count:
        bound = begins[start] + limit + EPSILON
        fits = end = start
        while end < count and ends[end] <= bound:
            part = fragments[end]
            if not part.cut or ends[end] + part.broken_width - part.width <= bound:
                fits = end + 1
            end += 1
        if fits == start:
            return -1
        start, lines = fits, lines + 1
    return lines


def _places(fragments: Sequence[Fragment], space: float) -> tuple[list[float], list[float], list[float]]:
    """Where each fragment would begin and end, were they all on one line; the width of the spaces before each."""
    x = spaces = 0.0
    begins, ends, gaps = [], [], [0.0]
    for part in fragments:
        if part.starts:
            x += space
            spaces += space
        begins.append(x)
        x += part.width
        ends.append(x)
        gaps.append(spaces)
    return begins, ends, gaps


def _hyphen(part: Fragment, justify: bool) -> float:
    """What it costs to end a line inside a word: most with a hyphen of ours, nothing between ideographs."""
    if part.broken_width > part.width:
        return HYPHEN
    typed = part.pieces[-1].text[-1:] in "-‐/"
    return (HYPHEN / 4 if justify else HYPHEN) if typed else 0.0


def _cost(
    slack: float, spaces: float, limit: float, ends: bool, short: float, justify: bool, emergency: bool
) -> float | None:
    """The demerits of one line; None for a line that may not be."""
    if ends and slack >= -EPSILON:
        missing = short - (1 - slack / limit)
        return 10.0 + (4000 * missing * missing if missing > 0 else 0.0)
    if not justify:  # but for the last line only those come here that are too wide
        return OVERFULL if emergency else None
    if slack < 0:
        ratio = -slack / max(1e-9, spaces * SHRINK)
        if ratio > 1:
            return OVERFULL if emergency else None
    else:
        ratio = slack / max(1e-9, spaces * STRETCH)
        if ratio > TOLERANCE and not emergency:
            return None
    return (10 + 100 * min(ratio, 20.0) ** 3) ** 2 / 100
