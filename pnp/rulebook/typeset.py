"""Blocks and a measure go in, boxes come out, block by block; page numbers of the last pass are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import fsum
from typing import Any

from pnp.rulebook.blocks import (
    Aside,
    Beside,
    Block,
    Break,
    CellsBlock,
    Chapter,
    Heading,
    IndexMark,
    Insert,
    Items,
    ParagraphBlock,
    RowBlock,
    TermsBlock,
    Together,
    plain,
    walk,
)
from pnp.rulebook.column_boxes import Box, Target, joined, pitch, shifted, stacked, text_box, text_boxes, total
from pnp.rulebook.figure_boxes import ROW_GAP, figure_of, set_figure, set_row
from pnp.rulebook.figures import given_width
from pnp.rulebook.set_context import SetContext, with_pages
from pnp.rulebook.table_boxes import Words, grid_words, set_table
from pnp.text.markup import Inlines, Piece
from pnp.units import mm

INDENT = 4.6  # of lists
WHOLE = 90.0  # a table no taller than this stays on one page, mm
PANEL = 3.0  # white inside a panel
BESIDE_GAP = 5.0  # between a figure and the text beside it
LEAST_BESIDE = 42.0  # text narrower than this is set beneath instead


def set_chapter(chapter: Chapter, number: str, context: SetContext, width: float) -> list[Box]:
    """A chapter's boxes: its opener, then its blocks."""
    return [_opener(chapter, number, context), *set_blocks(chapter.blocks, context, width)]


def _opener(chapter: Chapter, number: str, context: SetContext) -> Box:
    """Title and number over the whole measure; a page's own art may want the room and the number for itself."""
    look = context.look
    parts = []
    if number and not context.opener_room:
        style = replace(look.aside_title, color=look.colors["link"])
        parts.append(text_box((Piece(f"Chapter {number}"),), style, context.fonts, context.measure))
    parts.append(text_box(chapter.title, look.h1, context.fonts, context.measure))
    box = stacked(parts, top=context.opener_room, bottom=3.2)
    rule = (
        f'<path d="M0 {mm(box.height - 1.2)}H{mm(context.measure)}" stroke="{look.colors["line"]}" stroke-width="0.3"/>'
    )
    target = Target(chapter.id, plain(chapter.title), 0)
    return replace(box, svg=box.svg + rule, targets=(target,), below=2.6, keep=True, columns=1, opens=True)


def set_blocks(blocks: Sequence[Block], context: SetContext, width: float) -> list[Box]:
    """Boxes for a run of blocks; index marks become targets of what follows, the last ones of what stands before."""
    boxes: list[Box] = []
    marks: list[Target] = []
    for block in blocks:
        if isinstance(block, IndexMark):
            marks.append(Target(block.id))
            continue
        found = _SETTERS[type(block)](block, context, width)
        if found and marks:
            found[0] = replace(found[0], targets=(*found[0].targets, *marks))
            marks = []
        boxes += found
    if marks:
        last = boxes.pop() if boxes else Box(0.0)
        boxes.append(replace(last, targets=(*last.targets, *marks)))
    return boxes


def _heading(block: Heading, context: SetContext, width: float) -> list[Box]:
    style = context.look.h2 if block.level == 2 else context.look.h3
    box = text_box(block.words, style, context.fonts, width)
    above, below = (5.2 * context.air, 1.3) if block.level == 2 else (3.6 * context.air, 0.7)
    title = plain(block.words) if block.level == 2 else ""
    return [replace(box, above=above, below=below, keep=True, targets=(Target(block.id, title, 1),))]


def _paragraph(block: ParagraphBlock, context: SetContext, width: float) -> list[Box]:
    look = context.look
    style = look.lead if block.lead else look.body
    return _text(
        block.words, style, context, width, justify=not block.lead and width > 60, gap=context.gap + 1.2 * block.lead
    )


def _text(
    words: Inlines, style: Any, context: SetContext, width: float, *, justify: bool = False, gap: float | None = None
) -> list[Box]:
    found = text_boxes(
        with_pages(words, context),
        style,
        context.fonts,
        width,
        align="justify" if justify else "left",
        language=context.language if style.hyphenate else "",
        link_color=context.look.colors["link"],
    )
    boxes = list(found)
    if not boxes:
        return []
    white = context.gap if gap is None else gap
    boxes[0] = replace(boxes[0], above=white)
    boxes[-1] = replace(boxes[-1], below=white, keep=plain(words).endswith(":"))
    return boxes


def _items(block: Items, context: SetContext, width: float) -> list[Box]:
    boxes: list[Box] = []
    for i, item in enumerate(block.items):
        inner = [shifted(box, INDENT) for box in set_blocks(item, context, width - INDENT)]
        if not any(box.height for box in inner):
            boxes += inner  # at most the targets of an index
            continue
        mark = _label(block.start + i if block.start is not None else None, context)
        gap = context.gap if i == 0 else context.gap / 3
        inner[0] = replace(joined([inner[0], mark], inner[0].height), keep=inner[0].keep, above=gap)
        inner[-1] = replace(inner[-1], below=context.gap if i == len(block.items) - 1 else context.gap / 3)
        boxes += inner
    return boxes


def _label(number: int | None, context: SetContext) -> Box:
    """What stands before an item: its number, or a bullet; as tall as a line."""
    style = context.look.body
    if number is not None:
        return text_box((Piece(f"{number}."),), replace(style, bold=True), context.fonts, INDENT)
    middle = pitch(style) / 2
    side = 0.75
    bullet = (
        f"M{mm(1.9 - side)} {mm(middle)}L1.9 {mm(middle - side)}L{mm(1.9 + side)} {mm(middle)}L1.9 {mm(middle + side)}Z"
    )
    return Box(2 * middle, f'<path d="{bullet}" fill="{context.look.colors["line"]}"/>')


def _terms(block: TermsBlock, context: SetContext, width: float) -> list[Box]:
    """A term runs into what it means, in bold; further paragraphs are indented with it."""
    boxes: list[Box] = []
    for term, blocks in block.items:
        head = tuple(piece._replace(bold=True) for piece in term)
        first, *others = blocks or (ParagraphBlock(()),)
        colon = "\u00a0" if plain(term)[-1:] in "?!.:" else ":"  # bold signs lean over a space of one
        words = (*head, Piece(f"{colon} "), *first.words) if isinstance(first, ParagraphBlock) else head
        lead = _text(words, context.look.body, context, width - INDENT, gap=context.gap / 2)
        rest = [] if isinstance(first, ParagraphBlock) else [first]
        inner = [shifted(box, INDENT) for box in set_blocks([*rest, *others], context, width - INDENT)]
        boxes += [shifted(lead[0], 0.0), *(shifted(box, INDENT) for box in lead[1:]), *inner]
    return boxes


def _cells(block: CellsBlock, context: SetContext, width: float) -> list[Box]:
    rows = tuple(tuple(with_pages(cell, context) for cell in row) for row in block.rows)
    return _spaced(set_table(Words(block.head, rows, block.align), context.look.tables, width), context)


def _spaced(rows: Sequence[Box], context: SetContext) -> list[Box]:
    """White round a table; a short one stays whole."""
    boxes = list(rows)
    boxes[0] = replace(boxes[0], above=context.gap + 0.8)
    boxes[-1] = replace(boxes[-1], below=context.gap + 0.8)
    if total(boxes) <= WHOLE:
        return [replace(box, keep=True) for box in boxes[:-1]] + boxes[-1:]
    if len(boxes) > 2:  # neither one row alone under the headings nor one alone on the next page
        boxes[-2] = replace(boxes[-2], keep=True)
        boxes[1] = replace(boxes[1], keep=True)
    return boxes


def _table(block: Insert, context: SetContext, width: float) -> list[Box]:
    """A computed table with its title above and its note beneath; over the whole measure if it needs that."""
    if block.name not in context.grids:
        return []
    grid = context.grids[block.name]
    words = grid_words(grid, context.icons)
    wide = 1 if block.width == "wide" or (width < context.measure and len(words.head) > 4) else 0
    measure = context.measure if wide else width
    title = block.caption or (Piece(grid.table.title),)
    heading = text_box(title, context.look.h3, context.fonts, measure)
    heading = replace(heading, targets=(Target(f"table/{block.name}"),), keep=True, above=context.gap + 1.6, below=0.9)
    rows = _spaced(set_table(words, context.look.tables, measure), context)
    rows[0] = replace(rows[0], above=0.0)
    note = []
    if grid.table.note:
        rows[-1] = replace(rows[-1], keep=True, below=1.0)
        box = text_box((Piece(grid.table.note),), context.look.caption, context.fonts, measure)
        note = [replace(box, above=1.0, below=context.gap + 0.8)]
    return [replace(box, columns=wide) for box in (heading, *rows, *note)]


def _insert(block: Insert, context: SetContext, width: float) -> list[Box]:
    if block.kind == "table":
        return _table(block, context, width)
    if block.kind in context.parts:
        return context.parts[block.kind](context, width)
    return set_figure(block, context, width)


def _aside(block: Aside, context: SetContext, width: float) -> list[Box]:
    """A panel: its heading with an icon, then its blocks, on a ground of its own. A long one may run on."""
    look, kind = context.look, context.look.asides[block.kind]
    inner = width - 2 * PANEL - 1.0
    words: Inlines = (Piece(kind.title), *((Piece(": "), *block.title) if block.title else ()))
    words = ((Piece(kind.icon, icon=True), Piece("  ")) if kind.icon in context.icons else ()) + words
    heading = replace(text_box(words, look.aside_title, context.fonts, inner), keep=True, below=0.8)
    small = replace(context, look=replace(look, body=look.aside))
    boxes = [heading, *set_blocks(block.blocks, small, inner)]
    boxes[1:2] = [replace(box, above=0.8) for box in boxes[1:2]]  # none, when all that stands in it was refused
    boxes[-1] = replace(boxes[-1], below=0.0, keep=False)
    if total(boxes) < 100:
        whole = stacked(boxes, top=PANEL * 0.75 * context.air, bottom=PANEL * 0.85 * context.air)
        return [replace(_panel(whole, kind.fill, kind.edge, width), above=context.gap * 1.5, below=context.gap * 1.5)]
    panels = []
    for i, box in enumerate(boxes):
        above = max(boxes[i - 1].below, box.above) if i else PANEL
        below = PANEL if i == len(boxes) - 1 else 0.0
        padded = replace(shifted(box, 0.0, above), height=box.height + above + below)
        panels.append(replace(_panel(padded, kind.fill, kind.edge, width), above=0.0, below=0.0))
    panels[0] = replace(panels[0], above=context.gap * 1.5)
    panels[-1] = replace(panels[-1], below=context.gap * 1.5)
    return panels


def _panel(box: Box, fill: str, edge: str, width: float) -> Box:
    ground = (
        f'<rect x="0" y="0" width="{mm(width)}" height="{mm(box.height)}" fill="{fill}"/>'
        f'<rect x="0" y="0" width="1" height="{mm(box.height)}" fill="{edge}"/>'
    )
    moved = shifted(box, PANEL + 1.0)
    return replace(moved, svg=ground + moved.svg)


def _beside(block: Beside, context: SetContext, width: float) -> list[Box]:
    """A figure at the left, text at its right, in one box; under one another where the column is too narrow."""
    inserts = [insert for insert in walk((block.figure,)) if isinstance(insert, Insert) and figure_of(insert, context)]
    if not inserts:
        return set_blocks(block.blocks, context, width)
    given = [given_width(insert) or width * 0.45 / len(inserts) for insert in inserts]
    shown = min(fsum(given) + ROW_GAP * (len(inserts) - 1), width * 0.9)
    beside = width - shown - BESIDE_GAP
    if beside < LEAST_BESIDE:
        return set_blocks((block.figure, *block.blocks), context, width)
    left = set_blocks((block.figure,), replace(context, squeeze=1.0), shown)
    right = set_blocks(block.blocks, context, beside)
    if not left or not right:
        return left or right
    picture, text = left[0], stacked(right)
    box = joined([picture, shifted(text, shown + BESIDE_GAP)], max(picture.height, text.height))
    return [replace(box, above=context.gap + 0.6, below=context.gap + 0.6)]


def _break(_block: Break, context: SetContext, width: float) -> list[Box]:
    middle, color = width / 2, context.look.colors["line"]
    rule = f'<path d="M{mm(middle - 9)} 1H{mm(middle + 9)}" stroke="{color}" stroke-width="0.4"/>'
    return [Box(2.0, rule, above=context.gap * 1.5, below=context.gap * 1.5)]


def _together(block: Together, context: SetContext, width: float) -> list[Box]:
    boxes = set_blocks(block.blocks, context, width)
    return [replace(box, keep=True) for box in boxes[:-1]] + boxes[-1:]


_SETTERS: dict[type, Callable[[Any, SetContext, float], list[Box]]] = {
    Heading: _heading,
    ParagraphBlock: _paragraph,
    Items: _items,
    TermsBlock: _terms,
    CellsBlock: _cells,
    Insert: _insert,
    RowBlock: set_row,
    Beside: _beside,
    Together: _together,
    Break: _break,
    Aside: _aside,
}
