"""Figures go in, boxes come out: one in the middle of its column, or several side by side, captions beneath."""

from __future__ import annotations

from dataclasses import replace
from math import fsum

from pnp.rulebook.blocks import Insert, RowBlock
from pnp.rulebook.column_boxes import Box, Spot, Target, joined, shifted, stacked, text_box
from pnp.rulebook.figures import Figure, FigureError, given_width
from pnp.rulebook.set_context import SetContext, with_pages
from pnp.svg.path import moved, path_data
from pnp.text.markup import Piece
from pnp.units import Matrix, mm

TALLEST = 92.0  # of a figure without a given width, mm
ROW_TALLEST = 46.0  # of figures side by side
CAPTION = 16.0  # kept free on a page for a figure's caption and white
ROW_GAP = 4.0  # between them
KEY_GAP, KEY_MARK, KEY_LINE = 5.0, 4.6, 0.7  # between a figure and its key; for a label; between its lines
LEAST_KEY, WIDEST_KEY = 34.0, 96.0  # a key is set beside a figure only if it may be so wide; and never wider


def set_figure(block: Insert, context: SetContext, width: float) -> list[Box]:
    """One figure in the middle of the column; nothing for one that does not exist."""
    figure = figure_of(block, context)
    if figure is None:
        return []
    wide = 1 if block.width == "wide" else 0
    measure = context.measure if wide else width
    size = figure.face.size
    fitted = given_width(block) or min(size.width, size.width * TALLEST / size.height if figure.framed else 1e9)
    if wide:
        fitted = measure
    fitted = min(fitted, (context.height - CAPTION) * size.width / size.height)
    shown = min(fitted, measure) * context.squeeze
    box = _with_key(context.figures.at_width(figure, shown), shown, measure, context)
    return [replace(box, columns=wide, above=context.gap + 1.2, below=context.gap + 1.2)]


def figure_of(block: Insert, context: SetContext) -> Figure | None:
    """The figure; None for one that is not there, which was said when the chapters were read."""
    try:
        return context.figures.figure(block, context.span)
    except FigureError:
        return None


def _with_key(figure: Figure, shown: float, width: float, context: SetContext) -> Box:
    """A figure and what its labels stand for: at its right where that leaves room for a key, else beneath."""
    room = width - shown - KEY_GAP
    if not figure.key or figure.key_at == "beneath" or room < LEAST_KEY:
        return _shown(figure, shown, width, context)
    picture = _shown(replace(figure, key=()), shown, shown, context)
    key = _key(figure, min(room, WIDEST_KEY), context)
    left = (room - min(room, WIDEST_KEY)) / 2
    tall = max(picture.height, key.height)
    down = max(0.0, (shown * figure.face.size.height / figure.face.size.width - key.height) / 2)
    return joined([shifted(picture, left), shifted(key, left + shown + KEY_GAP, down)], tall)


def _key(figure: Figure, width: float, context: SetContext) -> Box:
    """Each label in bold with its words, under one another; in two columns where they are many and there is room."""
    columns = 2 if width > 84 and len(figure.key) > 4 else 1
    wide = (width - (columns - 1) * KEY_GAP) / columns
    style, color = context.look.small, context.look.colors["link"]
    entries = []
    for mark, words in figure.key:
        label = text_box((Piece(mark, bold=True),), style, context.fonts, KEY_MARK)
        text = text_box(with_pages(words, context), style, context.fonts, wide - KEY_MARK, link_color=color)
        entries.append(replace(joined([label, shifted(text, KEY_MARK)], text.height), above=KEY_LINE * context.air))
    share = -(-len(entries) // columns)
    parts = [stacked(entries[i : i + share]) for i in range(0, len(entries), share)]
    return joined(
        [shifted(part, i * (wide + KEY_GAP)) for i, part in enumerate(parts)], max(part.height for part in parts)
    )


def _shown(figure: Figure, shown: float, width: float, context: SetContext) -> Box:
    """A figure ``shown`` mm wide in the middle of ``width``, its caption beneath."""
    face = figure.face
    scale = shown / face.size.width
    tall, x = face.size.height * scale, (width - shown) / 2
    frame = _frame(figure, x, shown, tall, context) if figure.framed else ""
    targets = (Target(figure.id),) if figure.id else ()
    picture = Box(tall, frame, (), (Spot(face, x, 0.0, scale),), targets)
    if figure.key:
        measure = min(width, max(shown, WIDEST_KEY))
        key = shifted(_key(figure, measure, context), (width - measure) / 2)
        picture = stacked([picture, replace(key, above=2.0)])
    if not figure.caption:
        return picture
    words = with_pages(figure.caption, context)
    line = min(width, max(shown, 46.0))
    color = context.look.colors["link"]
    caption = text_box(words, context.look.caption, context.fonts, line, align="center", link_color=color)
    return stacked([picture, replace(shifted(caption, (width - line) / 2), above=1.6)])


def _frame(figure: Figure, x: float, width: float, height: float, context: SetContext) -> str:
    look = f'fill="none" stroke="{context.look.colors["line"]}" stroke-width="0.3"'
    shape, size = figure.face.shape, figure.face.size
    if shape.kind not in ("rectangle", "circle"):
        matrix = Matrix(width / size.width, 0, 0, height / size.height, x, 0)
        return f'<path d="{path_data(moved(shape.outline(size), matrix))}" {look}/>'
    if shape.kind == "circle":
        rx, ry = width / 2, height / 2
        return f'<ellipse cx="{mm(x + rx)}" cy="{mm(ry)}" rx="{mm(rx)}" ry="{mm(ry)}" {look}/>'
    return f'<rect x="{mm(x)}" y="0" width="{mm(width)}" height="{mm(height)}" {look}/>'


def set_row(block: RowBlock, context: SetContext, width: float) -> list[Box]:
    """Figures side by side, equally tall, sharing the width; each caption under its own."""
    found = [(figure, insert) for insert in block.inserts if (figure := figure_of(insert, context))]
    figures = [figure for figure, _ in found]
    if not figures:
        return []
    wide = 1 if any(insert.width == "wide" for insert in block.inserts) else 0
    measure = context.measure if wide else width
    gap = ROW_GAP
    given = [given_width(insert) for _, insert in found]
    shapes = [figure.face.size.width / figure.face.size.height for figure in figures]
    tall = min((measure - gap * (len(figures) - 1)) / fsum(shapes), ROW_TALLEST * context.squeeze)
    widths = [wanted or tall * shape for wanted, shape in zip(given, shapes, strict=True)]
    share = min(1.0, (measure - gap * (len(figures) - 1)) / fsum(widths))
    widths = [value * share for value in widths]
    figures = [context.figures.at_width(figure, shown) for figure, shown in zip(figures, widths, strict=True)]
    shapes = [figure.face.size.width / figure.face.size.height for figure in figures]
    cell = (measure - gap * (len(figures) - 1)) / len(figures)
    even = max(widths) <= cell
    x = 0.0 if even else (measure - fsum(widths) - gap * (len(figures) - 1)) / 2
    deepest = max(shown / shape for shown, shape in zip(widths, shapes, strict=True))
    parts = []
    for figure, shown, shape in zip(figures, widths, shapes, strict=True):
        room = cell if even else shown
        box = _shown(figure, shown, room, context)
        down = deepest - shown / shape  # the pictures stand on one line, and so do their captions
        parts.append(replace(shifted(box, x, down), height=box.height + down))
        x += room + gap
    box = joined(parts, max(part.height for part in parts))
    return [replace(box, columns=wide, above=context.gap + 1.2, below=context.gap + 1.2)]
