"""Pieces and a style go in; boxes of set lines come out, with their links: text on the book's pages."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from xml.sax.saxutils import escape, quoteattr

from pnp.fonts.fonts import Fonts
from pnp.game.styles import TextStyle
from pnp.impose.sheet import Link
from pnp.rulebook.blocks import Inlines
from pnp.rulebook.boxes import Box, mm
from pnp.text.fit import ICON_DROP, ICON_SCALE, MM_PER_POINT
from pnp.text.flow import Alignment, FlowLine, Stretch, flow
from pnp.text.markup import Piece
from pnp.units import Rect


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
        replace(line_box(line, style, fonts, link_color), keep=i < last and (i in (0, last - 1) or last == 2))
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


def line_box(line: FlowLine, style: TextStyle, fonts: Fonts, link_color: str = "") -> Box:
    """One line as tall as the pitch, its capitals in the middle."""
    em = style.size * MM_PER_POINT
    tall = pitch(style)
    font = fonts.find(style.family, style.bold, style.italic)
    baseline = (tall + font.cap_height * em) / 2
    parts: list[str] = []
    links: dict[str, Rect] = {}
    group: list[Stretch] = []
    for stretch in line.stretches:
        piece = stretch.piece
        if piece.link:
            rect = Rect(stretch.x, 0.0, stretch.width, tall)
            links[piece.link] = links[piece.link].union(rect) if piece.link in links else rect
        if piece.icon:
            parts.append(_text(group, style, baseline, link_color))
            group = []
            parts.append(_icon(stretch, style, font.cap_height * em, baseline))
        elif group and _look(group[-1].piece) != _look(piece):
            parts.append(_text(group, style, baseline, link_color))
            group = [stretch]
        else:
            group.append(stretch)
    parts.append(_text(group, style, baseline, link_color))
    return Box(tall, "".join(parts), tuple(Link(rect, target) for target, rect in links.items()))


def _look(piece: Piece) -> tuple[bool, bool, bool]:
    return piece.bold, piece.italic, bool(piece.link)


def _text(group: list[Stretch], style: TextStyle, baseline: float, link_color: str) -> str:
    """Stretches of one look as one text element, a tspan at each place."""
    if not group:
        return ""
    em = style.size * MM_PER_POINT
    piece = group[0].piece
    weight = ' font-weight="bold"' if piece.bold or style.bold else ""
    slant = ' font-style="italic"' if piece.italic or style.italic else ""
    spacing = f' letter-spacing="{style.tracking * em:.5f}"' if style.tracking else ""
    color = link_color if piece.link and link_color else style.color
    first, *others = group
    spans = "".join(f'<tspan x="{mm(item.x)}">{escape(item.piece.text)}</tspan>' for item in others)
    return (
        f'<text xml:space="preserve" x="{mm(first.x)}" y="{mm(baseline)}" font-family={quoteattr(style.family)}'
        f' font-size="{em:.5f}"{weight}{slant}{spacing} fill={quoteattr(color)}>{escape(piece.text)}{spans}</text>'
    )


def _icon(stretch: Stretch, style: TextStyle, cap: float, baseline: float) -> str:
    side = ICON_SCALE * cap
    top = baseline - side * (1 - ICON_DROP / ICON_SCALE)
    return (
        f'<use href="icon:{stretch.piece.text}" x="{mm(stretch.x)}" y="{mm(top)}" width="{mm(side)}"'
        f' height="{mm(side)}" fill={quoteattr(style.color)}/>'
    )
