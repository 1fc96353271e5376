"""A plan and words go in, the two sides of a calibration leaf come out as SVG in mm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from pnp.calibration.leaf_plan import COARSE, DEEPEST, PITCH, SQUARE, STEP, STROKES, LeafPlan
from pnp.calibration.places import ReadingPlace, Way, places_of
from pnp.impose.cutting import Line
from pnp.impose.marks import lines_svg
from pnp.units import mm

FAMILY = "Leaf"
_INK, _PALE, _ACCENT = "#16181a", "#8f999e", "#0b5c6b"
_HAIR, _THIN, _LINE = 0.12, 0.18, 0.25
_COMB = 3.5  # mm along the edge from one line of a comb to the next
WAYS: tuple[Way, ...] = ("ruler", "window", "edge")
# paragraphs above, each with a number or none before its lines; lines below the table
LeafWords = tuple[Sequence[tuple[str, Sequence[str]]], Sequence[str]]
_ROWS: dict[Way, str] = {"ruler": "Ruler", "window": "Window", "edge": "Edges"}


def front_drawing(plan: LeafPlan, title: str, words: LeafWords, ways: Sequence[Way] = WAYS) -> str:
    """The side that is read: scales with letters, the title, the words, and a table for what is read in these ways."""
    above, below = words
    parts = [_frame(plan), *_combs(plan), _coarse(plan), *_nonius(plan, PITCH, inside=True)]
    return "".join([*parts, *_letters(plan), *_words(plan, title, above), *_table(plan, below, ways)])


def back_drawing(plan: LeafPlan, title: str) -> str:
    """The other side: strokes that shine through, and the combs of the margins. It is the same from either edge."""
    x, y = plan.centre
    cross = [(x, y - 26, x, y + 26), (x - 26, y, x + 26, y)]
    name = _text(plan.right - 3, plan.bottom - 3.2, title, 2.3, "end", color=_PALE)
    return "".join([*_combs(plan), lines_svg(cross, _LINE, _INK), *_nonius(plan, PITCH - STEP, inside=False), name])


def _text(
    x: float, y: float, words: str, size: float, anchor: str = "start", *, bold: bool = False, color: str = _INK
) -> str:
    look = f'font-family="{FAMILY}" font-size="{mm(size)}" fill="{color}" text-anchor="{anchor}"'
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{mm(x)}" y="{mm(y)}" {look}{weight}>{escape(words, quote=False)}</text>'


def _badge(x: float, y: float, letter: str) -> str:
    """A letter in white on a disc."""
    disc = f'<circle cx="{mm(x)}" cy="{mm(y)}" r="2.4" fill="{_ACCENT}"/>'
    return disc + _text(x, y + 1.1, letter, 3.1, "middle", bold=True, color="#ffffff")


def _frame(plan: LeafPlan) -> str:
    """Four crosses, dashes between them that leave the combs free, and pale lines to the edges that are measured."""
    left, right, top, bottom = plan.left, plan.right, plan.top, plan.bottom
    x, y = plan.centre
    free = (DEEPEST + 1) * _COMB / 2 + 3
    sides: list[Line] = []
    for level in (top, bottom):
        sides += [(left + 5, level, x - free, level), (x + free, level, right - 5, level)]
    for upright in (left, right):
        sides += [(upright, top + 5, upright, y - free), (upright, y + free, upright, bottom - 5)]
    dashes = "".join(f"M{mm(a)} {mm(b)}L{mm(c)} {mm(d)}" for a, b, c, d in sides)
    dashed = f'<path d="{dashes}" fill="none" stroke="{_PALE}" stroke-width="{_HAIR}" stroke-dasharray="1.6 1.2"/>'
    measured: list[Line] = [(1, top, left - 5, top), (1, bottom, left - 5, bottom)]
    measured += [(left, 1, left, top - 5), (right, 1, right, top - 5)]
    crosses = [
        line
        for a in (left, right)
        for b in (top, bottom)
        for line in ((a - 4.2, b, a + 4.2, b), (a, b - 4.2, a, b + 4.2))
    ]
    rings = "".join(
        f'<circle cx="{mm(a)}" cy="{mm(b)}" r="2" fill="none" stroke="{_INK}" stroke-width="{_HAIR}"/>'
        for a in (left, right)
        for b in (top, bottom)
    )
    return dashed + lines_svg(measured, _HAIR, _PALE) + lines_svg(crosses, _HAIR, _INK) + rings


def _combs(plan: LeafPlan) -> Iterator[str]:
    """At each edge lines one millimetre deeper each, with numbers: the first that is printed shows the margin."""
    width, height = plan.paper.width, plan.paper.height
    x, y = plan.centre
    lines: list[Line] = []
    numbers = []
    for deep in range(1, DEEPEST + 1):
        along = (deep - (DEEPEST + 1) / 2) * _COMB
        a, b = along - _COMB * 0.46, along + _COMB * 0.46
        lines += [(x + a, deep, x + b, deep), (x + a, height - deep, x + b, height - deep)]
        lines += [(deep, y + a, deep, y + b), (width - deep, y + a, width - deep, y + b)]
        for i, j, anchor in (
            (x + along, deep + 2.2, "middle"),
            (x + along, height - deep - 0.8, "middle"),
            (deep + 0.7, y + along + 0.65, "start"),
            (width - deep - 0.7, y + along + 0.65, "end"),
        ):
            numbers.append(_text(i, j, str(deep), 1.85, anchor))
    yield lines_svg(lines, _THIN, _INK)
    yield from numbers


def _coarse(plan: LeafPlan) -> str:
    """A square with millimetres along two of its sides, which the long lines of the back meet."""
    x, y = plan.centre
    left, top = x - SQUARE, y - SQUARE
    lines: list[Line] = [(left, top, left + 2 * SQUARE, top), (left, top, left, top + 2 * SQUARE)]
    numbers = []
    for step in range(-COARSE, COARSE + 1):
        long = 4.0 if step % 5 == 0 else 2.2
        lines += [(x + step, top, x + step, top + long), (left, y + step, left + long, y + step)]
        if step % 5 == 0:
            numbers.append(_text(x + step, top - 1.2, _signed(step, 0), 2.2, "middle"))
            numbers.append(_text(left - 1.2, y + step + 0.8, _signed(step, 0), 2.2, "end"))
    rest = [(left, y + SQUARE, x + SQUARE, y + SQUARE), (x + SQUARE, top, x + SQUARE, y + SQUARE)]
    return lines_svg(rest, _HAIR, _PALE) + lines_svg(lines, _THIN, _INK) + "".join(numbers)


def _nonius(plan: LeafPlan, pitch: float, *, inside: bool) -> Iterator[str]:
    """The strokes of one side at all four scales; those ``inside`` their lines bear the numbers."""
    x, y = plan.centre
    lines: list[Line] = []
    numbers = []
    for level in plan.rows:
        way = (1.0 if level < y else -1.0) * (1.0 if inside else -1.0)
        for i in range(-STROKES, STROKES + 1):
            long = _length(i) * way
            lines.append((x + i * pitch, level, x + i * pitch, level + long))
            if inside and i % 5 == 0:
                deep = level + long + (2.6 if way > 0 else -1.0)
                numbers.append(_text(x + i * pitch, deep, _signed(i * STEP), 2.2, "middle"))
    for upright in plan.columns:
        way = (1.0 if upright < x else -1.0) * (1.0 if inside else -1.0)
        for i in range(-STROKES, STROKES + 1):
            long = _length(i) * way
            lines.append((upright, y + i * pitch, upright + long, y + i * pitch))
            if inside and i % 5 == 0:
                anchor = "start" if way > 0 else "end"
                numbers.append(_text(upright + long + 1.0 * way, y + i * pitch + 0.8, _signed(i * STEP), 2.2, anchor))
    yield lines_svg(lines, _THIN if inside else _LINE, _INK)
    yield from numbers


def _length(stroke: int) -> float:
    return 6.0 if stroke % 10 == 0 else 5.0 if stroke % 5 == 0 else 3.8


def _signed(value: float, digits: int = 1) -> str:
    """With a sign, and a true minus."""
    return f"{value:+.{digits}f}".replace("-", "−") if value else "0"


def _letters(plan: LeafPlan) -> Iterator[str]:
    """The letters of the reading places, beside what they name."""
    left, right, top, bottom = plan.left, plan.right, plan.top, plan.bottom
    x, y = plan.centre
    comb = (DEEPEST + 1) * _COMB / 2 + 4
    spots = {
        "A": (10, top + 4.5), "B": (10, bottom - 4.5), "C": (left + 4.5, 10), "D": (right - 4.5, 10),
        "E": (left + 15, top), "F": (left, top + 15),
        "G": (x, y - SQUARE - 7), "H": (x - SQUARE - 9, y),
        "J": (x, plan.rows[0] + 13), "K": (x, plan.rows[1] - 13),
        "L": (plan.columns[0] + 16, y), "M": (plan.columns[1] - 16, y),
        "N": (12, y - comb), "P": (x - comb, 12), "Q": (plan.paper.width - 12, y - comb),
        "R": (x - comb, plan.paper.height - 12),
    }  # fmt: skip
    for letter, (a, b) in spots.items():
        yield _badge(a, b, letter)


def _words(plan: LeafPlan, title: str, lines: Sequence[tuple[str, Sequence[str]]]) -> Iterator[str]:
    x, y = plan.centre
    left = x - 56
    top = y - SQUARE - 61
    yield _text(left, top, title, 6.6, bold=True)
    at = top + 6.6
    for number, words in lines:
        if number:
            yield _text(left, at, number, 3.1, bold=True, color=_ACCENT)
        for line in words:
            yield _text(left + (5.5 if number else 0), at, line, 3.1)
            at += 4.1
        at += 1.0 if number else 2.2


def _table(plan: LeafPlan, words: Sequence[str], ways: Sequence[Way]) -> Iterator[str]:
    """A box for each reading, with what a true printer shows there."""
    x, y = plan.centre
    left, at, wide, high = x - 46, y + SQUARE + 9, 17.0, 12.5
    places = places_of(plan)
    for row, way in enumerate(ways):
        top = at + row * (high + 1.8)
        yield _text(left - 10, top + 4.4, _ROWS[way], 2.7, bold=True, color=_ACCENT)
        yield _text(left - 10, top + 8.2, "mm", 2.3, color=_PALE)
        for column, place in enumerate(place for place in places.values() if place.way == way):
            yield from _cell(left + 5 + column * wide, top, wide - 1.6, high, place)
    below = at + len(ways) * (high + 1.8) + 2.6
    for row, line in enumerate(words):
        yield _text(left - 10, below + 4.2 * row, line, 2.6, bold=row > 0, color=_INK)


def _cell(x: float, y: float, wide: float, high: float, place: ReadingPlace) -> Iterator[str]:
    box = f'<rect x="{mm(x)}" y="{mm(y)}" width="{mm(wide)}" height="{mm(high)}" rx="1" fill="none"'
    yield f'{box} stroke="{_PALE}" stroke-width="{_HAIR}"/>'
    yield _text(x + 1.4, y + 3.6, place.letter, 3.1, bold=True, color=_ACCENT)
    if place.way != "edge":
        yield _text(
            x + wide - 1.2, y + 3.4, f"{place.true:g}" if place.way == "ruler" else "0", 2.2, "end", color=_PALE
        )
