"""A reprint's sections go in; its first pages come out as faces in the game's own fonts: what changed, what goes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pnp.build.own_lettering import GREY, INK, PALE, Lettering, placed
from pnp.faces.face import Face
from pnp.game.model import Game
from pnp.history.listing import ListedLine, Section
from pnp.units import Size

MARGIN, FOOT = 18.0, 20.0  # mm; the foot keeps clear of the slug
HEADS = 46.0  # the column of names
GAP = 4.0


@dataclass(frozen=True, slots=True)
class _Row:
    """Something set, ``height`` mm tall, at its place on the page once that is known."""

    svg: str
    height: float
    heads: bool = False  # a heading, which stays with what follows


@dataclass(frozen=True)
class _Column:
    """What the lines of the pages are set with."""

    game: Game
    size: Size

    @property
    def width(self) -> float:
        return self.size.width - 2 * MARGIN

    @property
    def lettering(self) -> Lettering:
        return Lettering(self.game)


def draw_cover(game: Game, size: Size, title: str, lead: str, sections: Sequence[Section]) -> list[Face]:
    """As many pages as the sections need."""
    column = _Column(game, size)
    rows = [*_head(column, title, lead), *(row for section in sections for row in _section(column, section))]
    pages: list[list[str]] = [[]]
    y = MARGIN
    for i, row in enumerate(rows):
        needed = row.height + (rows[i + 1].height if row.heads and i + 1 < len(rows) else 0)
        if y + needed > size.height - FOOT and pages[-1]:
            pages.append([])
            y = MARGIN
        pages[-1].append(f'<g transform="translate({MARGIN:g} {y:.3f})">{row.svg}</g>')
        y += row.height
    box = f"0 0 {size.width:g} {size.height:g}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">'
    return [
        Face("reprint", str(number), "front", f"{head}{''.join(page)}</svg>", size)
        for number, page in enumerate(pages, 1)
    ]


def _head(column: _Column, title: str, lead: str) -> Iterator[_Row]:
    over = column.lettering.set(column.game.title, column.lettering.style(10), column.width)
    name = column.lettering.set(title, column.lettering.style(26, title=True, bold=True), column.width)
    words = column.lettering.set(lead, column.lettering.style(11.5), column.width)
    yield _Row(placed(over, 0, 0, column.width, GREY), over.height + 3)
    yield _Row(placed(name, 0, 0, column.width, INK), name.height + 5)
    yield _Row(placed(words, 0, 0, column.width, INK), words.height + 4)


def _section(column: _Column, section: Section) -> Iterator[_Row]:
    title = column.lettering.set(section.title, column.lettering.style(13, title=True, bold=True), column.width)
    rule = f'<path d="M0 {title.height + 8:.3f}h{column.width:g}" stroke="{INK}" stroke-width="0.35" fill="none"/>'
    yield _Row(placed(title, 0, 6, column.width, INK) + rule, title.height + 10.4, heads=True)
    for line in section.lines:
        yield _line(column, line, ticked=section.ticked)


def _line(column: _Column, line: ListedLine, *, ticked: bool) -> _Row:
    """The name at the left, what happened beside it, its pieces small beneath; a box to tick, where there is a deed."""
    left = 6.0 if ticked else 0.0
    alone = not line.words and not line.pieces
    width = column.width - left if alone else HEADS - left
    head = column.lettering.set(_capital(line.head), column.lettering.style(10.5, bold=True), width)
    parts = [placed(head, left, 1.2, width, INK)]
    if ticked:
        parts.append(f'<rect x="0.3" y="1" width="3.2" height="3.2" fill="none" stroke="{GREY}" stroke-width="0.3"/>')
    x, y = HEADS + GAP, 1.2
    wide = column.width - x
    for words, size, color in ((line.words, 10.5, INK), (line.pieces, 8.6, GREY)):
        if words:
            block = column.lettering.set(words if color == INK else _capital(words), column.lettering.style(size), wide)
            parts.append(placed(block, x, y, wide, color))
            y += block.height + 1.4
    height = max(head.height + 1.2, y - 1.4) + 2
    parts.append(f'<path d="M0 {height:.3f}h{column.width:g}" stroke="{PALE}" stroke-width="0.2" fill="none"/>')
    return _Row("".join(parts), height + 1)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
