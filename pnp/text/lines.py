"""Measured words and a width go in, the breaks that leave the least ragged lines come out."""

from __future__ import annotations

from collections.abc import Sequence

_INFINITE = float("inf")
SHORT = 0.4  # of the line: a last line under this looks left behind


def break_lines(widths: Sequence[float], space: float, limit: float, tolerance: float = 1e-6) -> list[tuple[int, int]]:
    """Break a paragraph's words into lines (first, past the last) of at most ``limit``.

    Takes as few lines as can be, and of those breaks the one with the smallest sum of squared slack (Knuth and
    Plass, without stretch); the last line costs only when it is very short, so that no word is left alone there.
    A word wider than the line gets a line of its own.
    """
    count = len(widths)
    if not count:
        return []
    # best[i]: (lines used, raggedness, where the last line starts) for the words before i
    best: list[tuple[int, float, int]] = [(0, 0.0, 0)] + [(count + 1, _INFINITE, 0)] * count
    for end in range(1, count + 1):
        width = -space
        for start in range(end - 1, -1, -1):
            width += widths[start] + space
            if width > limit + tolerance and end - start > 1:
                break
            lines, cost, _ = best[start]
            slack = _last_line(width, limit) if end == count else max(0.0, limit - width) ** 2
            candidate = (lines + 1, cost + slack, start)
            best[end] = min(best[end], candidate)
    breaks = []
    end = count
    while end:
        start = best[end][2]
        breaks.append((start, end))
        end = start
    return breaks[::-1]


def _last_line(width: float, limit: float) -> float:
    """A last line of two fifths and more is free; the shorter, the dearer."""
    return 4 * max(0.0, SHORT * limit - width) ** 2
