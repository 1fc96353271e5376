"""Pieces and a style go in; boxes of set lines come out, with their links: text on the book's pages."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from pnp.fonts.fonts import Fonts
from pnp.game.styles import TextStyle
from pnp.impose.sheet import Link
from pnp.rulebook.boxes import Box
from pnp.text.flow import flow
from pnp.text.lines import SHARE, Alignment, Line
from pnp.text.markup import Inlines
from pnp.text.measure import measure_of
from pnp.text.svg import line_svg
from pnp.units import MM_PER_POINT, Rect, mm


def pitch(style: TextStyle) -> float:
    """From one baseline to the next, in mm."""
    return style.leading * style.size * MM_PER_POINT


@lru_cache(maxsize=8192)  # a book is set several times, until its page numbers hold
def text_boxes(
    words: Inlines,
    style: TextStyle,
    fonts: Fonts,
    width: float,
    *,
    align: Alignment = "left",
    language: str = "en",
    link_color: str = "",
) -> tuple[Box, ...]:
    """A box for each line. A paragraph's first two lines and its last two stay together."""
    lines = flow(words, style, fonts, width, align, language)
    last = len(lines) - 1
    return tuple(
        replace(
            line_box(line, style, fonts, width, align, link_color), keep=i < last and (i in (0, last - 1) or last == 2)
        )
        for i, line in enumerate(lines)
    )


@lru_cache(maxsize=8192)
def text_box(
    words: Inlines, style: TextStyle, fonts: Fonts, width: float, *, align: Alignment = "left", link_color: str = ""
) -> Box:
    """All lines in one box."""
    boxes = text_boxes(words, style, fonts, width, align=align, link_color=link_color)
    tall = pitch(style)
    links = tuple(
        Link(Rect(link.rect.x, link.rect.y + i * tall, link.rect.width, link.rect.height), link.target)
        for i, box in enumerate(boxes)
        for link in box.links
    )
    svg = "".join(
        f'<g transform="translate(0 {mm(i * tall)})">{box.svg}</g>' if i else box.svg for i, box in enumerate(boxes)
    )
    return Box(len(boxes) * tall, svg, links)


def line_box(line: Line, style: TextStyle, fonts: Fonts, width: float, align: Alignment, link_color: str = "") -> Box:
    """One line as tall as the pitch, its capitals in the middle."""
    em = style.size * MM_PER_POINT
    tall, measure = pitch(style), measure_of(style, fonts)
    x = max(0.0, (width - line.width * em) * SHARE[align])
    links: dict[str, Rect] = {}
    for item in line.stretches:
        if item.piece.link:
            rect = Rect(x + item.x * em, 0.0, item.width * em, tall)
            links[item.piece.link] = links[item.piece.link].union(rect) if item.piece.link in links else rect
    baseline = (tall + measure.font.cap_height * em) / 2
    svg = line_svg(line, style, measure, em, x, baseline, style.color, link_color)
    return Box(tall, svg, tuple(Link(rect, target) for target, rect in links.items()))
