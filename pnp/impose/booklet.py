"""A book's pages go in, the leaves of a saddle-stitched booklet come out: two pages a side, in folding order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pnp.impose.leaf import Leaf
from pnp.impose.marks import lines_svg
from pnp.impose.sheet import Placement, Sheet
from pnp.units import Flip, Matrix, Rect, Size

_MARK = 4.0  # length of the fold marks at the sheet's edges, mm


def booklet_order(pages: int) -> list[tuple[int, int]]:
    """Left and right page (from 1) of every side, outermost sheet first, front before back.

    ``pages`` is a multiple of four. Folded and nested, the pages then read 1, 2, 3 and on.
    """
    order = []
    for sheet in range(pages // 4):
        low, high = 2 * sheet + 1, pages - 2 * sheet
        order += [(high, low), (low + 1, high - 1)]
    return order


def impose_booklet(pages: Sequence[Sheet], paper: Size, flip: Flip = "short") -> list[Leaf]:
    """Two pages to a side of the paper laid on its side, to be stitched at the fold.

    Turned over its short edge, front and back stand alike; over its long one, backs stand on their heads. Pages beyond
    a multiple of four are blank. Raises ValueError when two pages do not fit the paper.
    """
    side = paper if paper.width > paper.height else paper.turned
    if not pages:
        return []
    page = pages[0].size
    if 2 * page.width > side.width + 0.01 or page.height > side.height + 0.01:
        raise ValueError(
            f"two pages of {page.width:g} x {page.height:g} mm do not fit {side.width:g} x {side.height:g} mm"
        )
    count = len(pages) + -len(pages) % 4
    middle, top = side.width / 2, (side.height - page.height) / 2
    fold = lines_svg([(middle, 0, middle, _MARK), (middle, side.height - _MARK, middle, side.height)], 0.15)
    sheets = []
    for left, right in booklet_order(count):
        placements: list[Placement] = []
        for number, x in ((left, middle - page.width), (right, middle)):
            if number <= len(pages):
                placements += [item.moved(Matrix.translation(x, top)) for item in pages[number - 1].placements]
        trim = Rect(middle - page.width, top, 2 * page.width, page.height)
        sheets.append(Sheet(side, tuple(placements), trim, trim, "", marks=fold))
    backs = [_on_its_head(sheet) for sheet in sheets[1::2]] if flip == "long" else sheets[1::2]
    return [Leaf(front, back) for front, back in zip(sheets[::2], backs, strict=True)]


def _on_its_head(sheet: Sheet) -> Sheet:
    turn = Matrix(-1, 0, 0, -1, sheet.size.width, sheet.size.height)
    placed = (place.moved(turn) for place in sheet.placements)
    return replace(sheet, placements=tuple(placed))
