"""Chapters and credits go in; the parts of a book that write themselves come out as boxes: contents, index, credits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pnp.impose.sheet import Link
from pnp.rulebook.blocks import Chapter, Heading, IndexMark, plain, walk
from pnp.rulebook.column_boxes import Box, joined, shifted, text_box, text_boxes
from pnp.rulebook.credit import Credit
from pnp.rulebook.set_context import GAP, SetContext
from pnp.text.flow import flow
from pnp.text.markup import Inlines, Piece
from pnp.units import MM_PER_POINT, Rect, mm

_FOLIO = 9.0  # mm kept for a page number at the right
INDEX_COLUMN = 40.0  # an index column is about so many mm wide
COLUMN_GAP = 6.0  # mm between two columns


def set_contents(
    chapters: Sequence[Chapter], numbers: Mapping[str, str], context: SetContext, width: float
) -> list[Box]:
    """A line a chapter with its page, its sections run in beneath."""
    boxes: list[Box] = []
    for chapter in chapters:
        title: Inlines = (Piece(plain(chapter.title)),)
        number = numbers.get(chapter.id, "")
        boxes.append(replace(_entry(title, number, chapter.id, context, width), above=GAP * 1.1, below=0.4))
        sections = [block for block in walk(chapter.blocks) if isinstance(block, Heading) and block.level == 2]
        words: list[Piece] = []
        for section in sections:
            page = context.pages.get(section.id, "0")
            words += [Piece("  ·  ")] if words else []
            words.append(Piece(f"{plain(section.words)}\u00a0\u00a0{page}", link=section.id))
        if words:
            boxes[-1] = replace(boxes[-1], keep=True)
            inner = text_boxes(tuple(words), context.look.small, context.fonts, width - 7 - _FOLIO)
            boxes += [shifted(box, 7) for box in inner]
    return boxes


def _entry(title: Inlines, number: str, target: str, context: SetContext, width: float) -> Box:
    """Number, title, a row of dots, page."""
    style = replace(context.look.contents, bold=True)
    name = text_box(title, style, context.fonts, width - 7 - _FOLIO)
    page = text_box((Piece(context.pages.get(target, "0")),), style, context.fonts, _FOLIO, align="right")
    color = context.look.colors["link"]
    label = text_box((Piece(number),), replace(style, color=color), context.fonts, 7)
    wide = _natural(title, context)
    dots = (
        f'<path d="M{mm(7 + wide + 2)} {mm(name.height * 0.62)}H{mm(width - _FOLIO + 1)}" fill="none"'
        f' stroke="{context.look.colors["line"]}" stroke-width="0.35" stroke-linecap="round" stroke-dasharray="0 1.5"/>'
    )
    link = Link(Rect(0, 0, width, name.height), target)
    parts = [Box(0, dots, (link,)), label, shifted(name, 7), shifted(page, width - _FOLIO)]
    return joined(parts, name.height)


def _natural(words: Inlines, context: SetContext) -> float:
    style = replace(context.look.contents, bold=True)
    lines = flow(words, style, context.fonts, 1000.0)
    return max((line.width for line in lines), default=0.0) * style.size * MM_PER_POINT


def set_index(chapters: Sequence[Chapter], context: SetContext, _width: float) -> list[Box]:
    """Every entry with the pages it leads to, under its letter, in narrow columns."""
    places: dict[str, list[str]] = {}
    for chapter in chapters:
        for block in walk(chapter.blocks):
            if isinstance(block, IndexMark):
                for term in block.terms:
                    places.setdefault(term, []).append(block.id)
    columns = max(2, round(context.measure / INDEX_COLUMN))
    width = (context.measure - (columns - 1) * COLUMN_GAP) / columns
    style = context.look.small
    boxes: list[Box] = []
    letter = ""
    for term in sorted(places, key=lambda term: (term.casefold(), term)):
        first = term[:1].upper()
        if first != letter:
            letter = first
            head = text_box((Piece(letter),), context.look.h3, context.fonts, width)
            boxes.append(replace(head, above=2.4, below=0.4, keep=True, columns=columns))
        pages: dict[str, str] = {}
        for place in places[term]:
            pages.setdefault(context.pages.get(place, "0"), place)
        words = [Piece(f"{term}\u00a0\u00a0")]
        for i, (page, place) in enumerate(pages.items()):
            words += [Piece(", ")] if i else []
            words.append(Piece(page, link=place))
        box = text_box(tuple(words), style, context.fonts, width, link_color=context.look.colors["link"])
        boxes.append(replace(box, columns=columns, below=0.25))
    return boxes


def set_credits(credits_: Sequence[Credit], context: SetContext, width: float) -> list[Box]:
    """A paragraph for each font and each hand that drew icons."""
    boxes: list[Box] = []
    for credit in credits_:
        words = (Piece(credit.who, bold=True), Piece(f"  {credit.what}"))
        found = text_boxes(words, context.look.small, context.fonts, width, language=context.language)
        boxes += [replace(found[0], above=0.8), *found[1:]]
    return boxes
