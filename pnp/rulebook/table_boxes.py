"""Rows of words go in, boxes of table rows come out: columns fitted to the words, values shaded, headings repeated."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import fsum

from pnp.fonts.families import Fonts
from pnp.game.model import TextStyle
from pnp.rulebook.column_boxes import Box, joined, shifted, text_box
from pnp.rules.grid_formats import cells_of
from pnp.rules.tables import Grid
from pnp.text.markup import Inlines, Piece, parse_markup
from pnp.text.measure import piece_width
from pnp.text.words import words_of
from pnp.units import MM_PER_POINT, mm

BAR, EDGE = 0.55, 0.4  # mm: how high a bar in the place of a shade is, and how far from its cell's sides
PAD_X, PAD_Y = 1.3, 0.75  # white beside and over a cell's words, mm


@dataclass(frozen=True, slots=True)
class Words:
    """A table as words. ``values`` are the numbers to shade by, row by row, None where a cell has none."""

    head: tuple[Inlines, ...]
    rows: tuple[tuple[Inlines, ...], ...]
    align: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...] = ()


@dataclass(frozen=True, eq=False)
class TableLook:
    """What a table is set in; a colour, #rrggbb, for each role in ``pnp.game.spec.BOOK_ROLES``.

    A ``cheap`` one saves ink: it has no stripes, and a bar of each value's length in the place of its shade.
    """

    body: TextStyle
    head: TextStyle
    fonts: Fonts
    colors: Mapping[str, str]
    cheap: bool = False


def grid_words(grid: Grid, icons: frozenset[str]) -> Words:
    """A computed table as words; a table of one formula is shaded from its least to its greatest value."""
    rows = cells_of(grid)
    if grid.table.format == "rate":  # a rate and its error stay on one line
        rows = [[row[0], *(cell.replace(" ", "\u00a0") for cell in row[1:])] for row in rows]
    else:  # and so does a number with its sign
        rows = [[row[0], *(cell.replace(" %", "\u00a0%") for cell in row[1:])] for row in rows]
    cells = tuple(tuple(_markup(cell, icons) for cell in row) for row in rows)
    head = tuple((Piece(heading),) for heading in grid.headings)
    wordy = [any(_wordy(row[i]) for row in rows) for i in range(len(grid.headings))]
    align = tuple("left" if wide or i == 0 else "center" for i, wide in enumerate(wordy))
    values: tuple[tuple[float | None, ...], ...] = ()
    if grid.table.across is not None:
        values = tuple((None, *(_number(cell) for cell in row[1:])) for row in rows)
    return Words(head, cells, align, values)


def _markup(cell: str, icons: frozenset[str]) -> Inlines:
    """A cell's light markup; texts of records may hold it."""
    pieces: list[Piece] = []
    for paragraph in parse_markup(cell, icons):
        label = [Piece(f"{paragraph.label} ")] if paragraph.label else []
        pieces += [*([Piece(" ")] if pieces else []), *label, *paragraph.pieces]
    return tuple(pieces)


def _wordy(cell: str) -> bool:
    return len(cell) > 14 or (len(cell) > 5 and cell[:1].isalpha())


def _number(cell: str) -> float | None:
    match = re.match(r"[-−]?\d+(\.\d+)?", cell)
    return float(match[0].replace("−", "-")) if match else None


@lru_cache(maxsize=256)
def set_table(words: Words, look: TableLook, width: float) -> tuple[Box, ...]:
    """The table ``width`` mm wide, as one box for its headings and one a row.

    What is too wide even with every column at its longest word is set as several tables under one another, each
    with the first column.
    """
    boxes: list[Box] = []
    for part in _parts(words, look, width):
        columns = _widths(part, look, width)
        ends = _ends(part)
        head = replace(_row(part.head, part, look, columns, ends, -1), keep=True, above=2.0 if boxes else 0.0)
        rows = [replace(_row(row, part, look, columns, ends, i), head=head) for i, row in enumerate(part.rows)]
        boxes += [head, *rows]
    return tuple(boxes)


def _parts(words: Words, look: TableLook, width: float) -> list[Words]:
    least, _ = _measures(words, look)
    if fsum(least) <= width or len(least) < 3:
        return [words]
    groups: list[list[int]] = [[0]]
    for i in range(1, len(least)):
        if len(groups[-1]) > 1 and fsum(least[j] for j in groups[-1]) + least[i] > width:
            groups.append([0])
        groups[-1].append(i)
    return [_picked(words, group) for group in groups]


def _picked(words: Words, columns: Sequence[int]) -> Words:
    return Words(
        tuple(words.head[i] for i in columns),
        tuple(tuple(row[i] for i in columns) for row in words.rows),
        tuple(words.align[i] for i in columns),
        tuple(tuple(row[i] for i in columns) for row in words.values),
    )


def _measures(words: Words, look: TableLook) -> tuple[list[float], list[float]]:
    """For each column its longest word and its longest line, padding included, in mm."""
    least, natural = [], []
    for i, head in enumerate(words.head):
        styled = [(head, look.head), *((row[i], look.body) for row in words.rows)]
        least.append(max(_longest(cell, style, look.fonts) for cell, style in styled) + 2 * PAD_X)
        natural.append(max(_line(cell, style, look.fonts) for cell, style in styled) + 2 * PAD_X)
    return least, natural


def _longest(cell: Inlines, style: TextStyle, fonts: Fonts) -> float:
    em = style.size * MM_PER_POINT
    words = [word for line in words_of(cell, style.upper) for word in line]
    return max((fsum(piece_width(piece, style, fonts) for piece in word) * em for word in words), default=0.0)


def _line(cell: Inlines, style: TextStyle, fonts: Fonts) -> float:
    em = style.size * MM_PER_POINT
    shown = [piece._replace(text=piece.text.upper()) if style.upper and not piece.icon else piece for piece in cell]
    return fsum(piece_width(piece, style, fonts) for piece in shown) * em + 0.01


def _widths(words: Words, look: TableLook, width: float) -> list[float]:
    """Share the width: every column at least its longest word, then towards its longest line, then evenly."""
    least, natural = _measures(words, look)
    spare = width - fsum(least)
    wanted = [a - b for a, b in zip(natural, least, strict=True)]
    if spare < fsum(wanted):
        share = max(0.0, spare) / fsum(wanted) if fsum(wanted) else 0.0
        return [a + share * b for a, b in zip(least, wanted, strict=True)]
    numbers = [i for i, align in enumerate(words.align) if align != "left"] or list(range(len(natural)))
    if words.values:  # equal columns read as a matrix
        even = max(natural[i] for i in numbers)
        if natural[0] + even * len(numbers) <= width:
            natural = [even if i in numbers else natural[i] for i in range(len(natural))]
    extra = (width - fsum(natural)) / len(natural)
    return [value + extra for value in natural]


def _ends(words: Words) -> tuple[float, float]:
    """The least and the greatest value, between which all others are shaded."""
    numbers = [value for row in words.values for value in row if value is not None]
    return min(numbers, default=0.0), max(numbers, default=0.0)


def _row(
    cells: Sequence[Inlines],
    words: Words,
    look: TableLook,
    columns: Sequence[float],
    ends: tuple[float, float],
    number: int,
) -> Box:
    """One row; ``number`` is -1 for the headings."""
    style = look.head if number < 0 else look.body
    if number < 0:
        style = replace(style, color=look.colors["head-text"])
    parts, x = [], 0.0
    for cell, width, align in zip(cells, columns, words.align, strict=True):
        box = text_box(cell, style, look.fonts, width - 2 * PAD_X, align=align)
        parts.append((box, x + PAD_X))
        x += width
    tall = max(box.height for box, _ in parts) + 2 * PAD_Y
    placed = [shifted(box, left, (tall - box.height) / 2 if number < 0 else PAD_Y) for box, left in parts]
    ground = Box(tall, _ground(words, look, columns, ends, number, tall))
    return joined([ground, *placed], tall)


def _ground(
    words: Words, look: TableLook, columns: Sequence[float], ends: tuple[float, float], number: int, tall: float
) -> str:
    """What lies behind a row: the headings' band, a stripe, or each value's shade."""
    whole = fsum(columns)

    def rect(x: float, width: float, color: str) -> str:
        return _rect(x, 0.0, width, tall, color)

    rule = f'<path d="M0 {mm(tall)}H{mm(whole)}" stroke="{look.colors["line"]}" stroke-width="0.15"/>'
    if number < 0:
        return rect(0, whole, look.colors["head"])
    if not words.values:
        return (rect(0, whole, look.colors["stripe"]) if number % 2 and not look.cheap else "") + rule
    (low, high), parts, x = ends, [], 0.0
    for value, width in zip(words.values[number], columns, strict=True):
        if value is not None and high > low:
            share = (value - low) / (high - low)
            if look.cheap and value > low:
                wide, y = share * (width - 2 * EDGE), tall - BAR - EDGE / 2
                parts.append(_rect(x + EDGE, y, wide, BAR, look.colors["high"], ' data-ink="sign"'))
            elif not look.cheap:
                parts.append(rect(x, width, _mixed(look.colors["low"], look.colors["high"], share)))
        x += width
    return "".join(parts) + rule


def _rect(x: float, y: float, width: float, height: float, color: str, more: str = "") -> str:
    return f'<rect x="{mm(x)}" y="{mm(y)}" width="{mm(width)}" height="{mm(height)}" fill="{color}"{more}/>'


def _mixed(low: str, high: str, share: float) -> str:
    """The colour ``share`` of the way from one to the other."""
    pairs = [(int(low[i : i + 2], 16), int(high[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)
