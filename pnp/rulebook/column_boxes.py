"""What a column is stacked from: boxes of SVG in mm, with links, anchors and faces in them; set lines become such."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import fsum

from pnp.faces.face import Face
from pnp.fonts.families import Fonts
from pnp.game.model import TextStyle
from pnp.impose.sheet import Link
from pnp.text.block_svg import line_svg
from pnp.text.flow import flow
from pnp.text.lines import SHARE, Alignment, Line
from pnp.text.markup import Inlines
from pnp.text.measure import measure_of
from pnp.units import MM_PER_POINT, Rect, mm


@dataclass(frozen=True, slots=True)
class Spot:
    """A face's trim shown at (x, y) in mm, so many times its size."""

    face: Face
    x: float
    y: float
    scale: float


@dataclass(frozen=True, slots=True)
class Target:
    """What links lead to; with a title it stands in the outline, at a level."""

    name: str
    title: str = ""
    level: int = 0


@dataclass(frozen=True, slots=True)
class Box:
    """A stretch of a column that no page breaks inside of; everything in mm from its upper left corner.

    ``above`` and ``below`` are the white it asks for (neighbours share the larger; none at a column's top).
    ``keep``: no break between it and the next. ``columns``: how many columns its band has, 0 for the book's own.
    ``opens``: it begins a chapter. ``head`` is set over it again where it begins a column (a table's headings).
    """

    height: float
    svg: str = ""
    links: tuple[Link, ...] = ()
    spots: tuple[Spot, ...] = ()
    targets: tuple[Target, ...] = ()
    above: float = 0.0
    below: float = 0.0
    keep: bool = False
    columns: int = 0
    opens: bool = False
    head: Box | None = None


def shifted(box: Box, dx: float, dy: float = 0.0) -> Box:
    """The box with its contents moved by (dx, dy) mm; its height stays."""
    if not dx and not dy:
        return box
    svg = f'<g transform="translate({mm(dx)} {mm(dy)})">{box.svg}</g>' if box.svg else ""
    links = tuple(Link(_moved(link.rect, dx, dy), link.target) for link in box.links)
    spots = tuple(replace(spot, x=spot.x + dx, y=spot.y + dy) for spot in box.spots)
    return replace(box, svg=svg, links=links, spots=spots)


def stacked(boxes: Sequence[Box], top: float = 0.0, bottom: float = 0.0) -> Box:
    """One box of all, under one another with their white between; ``top`` and ``bottom`` mm are added."""
    y = top
    parts: list[Box] = []
    for i, box in enumerate(boxes):
        y += max(boxes[i - 1].below, box.above) if i else 0.0
        parts.append(shifted(box, 0.0, y))
        y += box.height
    return joined(parts, y + bottom)


def joined(parts: Iterable[Box], height: float) -> Box:
    """One box of boxes that lie where they lie."""
    found = list(parts)
    return Box(
        height,
        "".join(part.svg for part in found),
        tuple(link for part in found for link in part.links),
        tuple(spot for part in found for spot in part.spots),
        tuple(target for part in found for target in part.targets),
    )


def total(boxes: Sequence[Box]) -> float:
    """The height of a stack in mm, its inner white included."""
    white = fsum(max(a.below, b.above) for a, b in pairwise(boxes))
    return white + fsum(box.height for box in boxes)


def _moved(rect: Rect, dx: float, dy: float) -> Rect:
    return Rect(rect.x + dx, rect.y + dy, rect.width, rect.height)


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
