"""Cut positions go in; SVG lines, slug and scale bar in sheet mm come out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape
from itertools import pairwise

from pnp.impose.cutting import CutPlan, Line
from pnp.impose.grid import Block
from pnp.impose.ticks import NARROW, survivors
from pnp.units import Matrix, Rect, Size, mm

SLUG_HEIGHT = 5.0  # above the lower margin, for the slug line and the scale bar
SCALE_BAR = 50.0
SLUG_SIZE = 1.95  # mm
_SCALE_WORDS = 28.0  # mm that "50 mm when printed at 100 %" takes in a wide face
_WEIGHT = 0.2  # of a crop mark; 0.15 to 0.25 mm prints and still tells where to cut
_CLEAR = 1.0  # from the bleed to a mark
_INSIDE = 4.0  # length of a mark on pieces that fill the paper and keep a blank border
_NOTE = 1.9  # of a note over the scale bar, from the slug's own line
_EDGE = 4.0  # the slug stands this far from the paper's lower edge, and 4 mm high with the bar


def lines_svg(lines: Iterable[Line], weight: float = _WEIGHT, color: str = "#000000") -> str:
    """Straight strokes as one SVG path; empty for no lines."""
    return _path(tuple(lines), weight, color)


@lru_cache(maxsize=64)  # every full page of a deck has the same marks: a third of the time that its layout takes
def _path(lines: tuple[Line, ...], weight: float, color: str) -> str:
    path = "".join(f"M{mm(x1)} {mm(y1)}L{mm(x2)} {mm(y2)}" for x1, y1, x2, y2 in lines)
    return f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{weight}"/>' if path else ""


def moved(marks: str, by: Matrix) -> str:
    """Marks elsewhere, or mirrored: they are lines, and say nothing."""
    if not marks:
        return ""
    values = " ".join(mm(value) for value in (by.a, by.b, by.c, by.d, by.e, by.f))
    return f'<g transform="matrix({values})">{marks}</g>'


def around_slug(x: float, top: float, paper: Size, slug: float) -> list[Line]:
    """A mark from ``top`` to the lower edge of the paper that leaves the slug's band free, ``slug`` mm high."""
    edge = _EDGE * slug / SLUG_HEIGHT
    band_top, band_bottom = paper.height - edge - 0.9 * slug, paper.height - edge + 0.1 * slug
    ends = [(top, band_top), (band_bottom, paper.height)]
    return [(x, a, x, b) for a, b in ends if b - a > 0.5]


def crop_marks(blocks: Sequence[Block], paper: Size, slug: float = SLUG_HEIGHT) -> list[Line]:
    """Marks for every cut of a page's blocks, outside the bleed, running to the paper's edge.

    Between two blocks the marks are as long as the gap allows. Pieces that fill the paper (no margin) get short
    marks over their own blank border instead. Nothing for no blocks (a back is cut from its front).
    """
    lines: list[Line] = []
    for i, block in enumerate(blocks):
        if block.comb:
            continue  # no straight cut parts what is nested: a line goes round each
        extent, reach = block.extent, block.gutter / 2 + _CLEAR
        trims = [trim for _, trim in block.places()]
        xs = sorted({x for trim in trims for x in (trim.x, trim.right)})
        ys = sorted({y for trim in trims for y in (trim.y, trim.bottom)})
        if extent.x < reach + 1:
            inner = [y for y in ys if _INSIDE < y < paper.height - _INSIDE]
            lines += [
                line
                for y in _merged(inner)
                for line in ((0, y, _INSIDE, y), (paper.width - _INSIDE, y, paper.width, y))
            ]
            continue
        for y in ys:
            lines += [(0, y, extent.x - reach, y), (extent.right + reach, y, paper.width, y)]
        above = (blocks[i - 1].extent.bottom + extent.y) / 2 + 0.3 if i else 0.0
        for x in xs:
            lines.append((x, above, x, extent.y - reach))
            if i + 1 < len(blocks):
                lines.append((x, extent.bottom + reach, x, (extent.bottom + blocks[i + 1].extent.y) / 2 - 0.3))
            else:
                lines += around_slug(x, extent.bottom + reach, paper, slug)
    return lines


def _merged(positions: Sequence[float]) -> list[float]:
    """Positions without those that stand within a hundredth of a millimetre of the one before."""
    return list(positions[:1]) + [b for a, b in pairwise(positions) if b - a > 0.01]


def across_marks(plan: CutPlan, bleed: float, slug: float = SLUG_HEIGHT) -> list[Line]:
    """Marks at both margins for each cut through the whole paper, clear of the bleed (mm round the trims).

    Over pieces that fill the paper they are short, as ``crop_marks`` makes them.
    """
    lines: list[Line] = []
    paper, clear = plan.paper, bleed + _CLEAR
    left, top = (min(at) for at in zip(*((trim.x, trim.y) for trim in plan.trims), strict=True))
    right, bottom = (max(at) for at in zip(*((trim.right, trim.bottom) for trim in plan.trims), strict=True))
    for cut in plan.cuts:
        x, y = cut.line[:2]
        if cut.depth:
            continue
        if cut.upright:
            lines.append((x, 0, x, top - clear if top - clear > 1 else _INSIDE))
            lines += around_slug(
                x, bottom + clear if paper.height - bottom - clear > 1 else paper.height - _INSIDE, paper, slug
            )
        else:
            lines.append((0, y, left - clear if left - clear > 1 else _INSIDE, y))
            lines.append(
                (right + clear if paper.width - right - clear > 1 else paper.width - _INSIDE, y, paper.width, y)
            )
    return lines


def corner_marks(trim: Rect, paper: Size, clear: float, slug: float = SLUG_HEIGHT) -> str:
    """Marks at the corners of one trim, from ``clear`` mm outside it to the paper's edges, and the angles round it."""
    lines: list[Line] = []
    for y in (trim.y, trim.bottom):
        lines += [(0, y, trim.x - clear, y), (trim.right + clear, y, paper.width, y)]
    for x in (trim.x, trim.right):
        lines += [(x, 0, x, trim.y - clear), *around_slug(x, trim.bottom + clear, paper, slug)]
    return lines_svg(lines) + survivors(paper, (trim,), NARROW, lines)


def slug_room(paper: Size) -> float:
    """How wide a slug line may be, mm: it ends before what is said of the scale bar."""
    return paper.width - 2 * 8.0 - SCALE_BAR - 1.5 - _SCALE_WORDS


def slug(text: str, paper: Size, family: str, note: str = "") -> str:
    """The line that says what the sheet is, at the lower left; a 50 mm scale bar, and a note over it, at the right."""
    y, left, right = paper.height - _EDGE - 1.2, 8.0, paper.width - 8.0
    bar = right - SCALE_BAR
    ticks: list[Line] = [(bar, y, right, y)]
    ticks += [(bar + step, y - (1.2 if step % 50 == 0 else 0.7), bar + step, y) for step in range(0, 51, 10)]
    font = f'font-family="{escape(family)}" font-size="{SLUG_SIZE}" fill="#55504a"'
    look = f'y="{y:.4f}" {font}'
    over = f'<text x="{mm(right - 2)}" y="{mm(y - _NOTE)}" {font} text-anchor="end">{escape(note)}</text>'
    return (  # the first text as the helper ``text`` writes it: sheets then differ in it alone, and share a stencil
        f'<text xml:space="preserve" x="{left:.4f}" {look}>{escape(" ".join(text.split()), quote=False)}</text>'
        f'<text x="{mm(bar - 1.5)}" {look} text-anchor="end">50 mm when printed at 100 %</text>'
        f"{lines_svg(ticks, 0.2)}{over if note else ''}"
    )
