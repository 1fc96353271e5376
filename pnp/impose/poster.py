"""One large piece goes in; a poster at true size comes out, with marks at the folds of a board that folds."""

from __future__ import annotations

from pnp.impose.cutting import Line
from pnp.impose.grid import CutPiece
from pnp.impose.leaf import Leaf, back_of
from pnp.impose.marks import corner_marks, lines_svg
from pnp.impose.panel_map import folding_words, panel_lines
from pnp.impose.panels import UNFOLDED, Panels
from pnp.impose.sheet import Placement, Sheet, clip_of
from pnp.impose.sheet_lines import lines_on
from pnp.impose.tile_text import paragraph
from pnp.units import Flip, Matrix, Rect, Size

POSTER_BORDER = 12.0  # round the bleed: marks, slug and scale bar
FOLDING = 34.0  # below the border of a board that folds: how it does
_DASH = 1.5


def impose_poster(
    piece: CutPiece,
    label: str,
    flip: Flip = "long",
    panels: Panels = UNFOLDED,
    family: str = "",
    border: float = POSTER_BORDER,
) -> Leaf:
    """The whole piece on one leaf in a white ``border``: bleed and trim boxes, marks outside the bleed.

    A board that folds has a dashed mark at each end of each joint between panels, and below it a drawing of them.
    """
    face = piece.front
    border += face.bleed
    below = FOLDING if panels.count > 1 else 0.0
    page = Size(face.size.width + 2 * border, face.size.height + 2 * border + below)
    trim = Rect(border, border, face.size.width, face.size.height)
    matrix = Matrix.translation(border, border)
    placement = Placement(face, matrix, clip_of(face.shape, face.size, matrix, trim, face.bleed))
    marks, over = corner_marks(trim, page, face.bleed + 1), lines_on((placement,), family)
    if panels.count > 1:
        marks += _fold_marks(panels, trim, face.bleed + 1)
        over += _folding(panels, trim, page, family)
    front = Sheet(page, (placement,), trim, trim.outset(face.bleed), label, marks, over, trims=(trim,))
    return Leaf(front, back_of(front, [(placement, piece.back)], flip, family))


def _fold_marks(panels: Panels, trim: Rect, clear: float) -> str:
    """Three dashes at both ends of every line between panels."""
    xs, ys = panels.lines(trim.size)
    lines: list[Line] = []
    for number in range(3):
        near = clear + 2 * _DASH * number
        far = near + _DASH
        for x in (trim.x + x for x in xs):
            lines += [(x, trim.y - near, x, trim.y - far), (x, trim.bottom + near, x, trim.bottom + far)]
        for y in (trim.y + y for y in ys):
            lines += [(trim.x - near, y, trim.x - far, y), (trim.right + near, y, trim.right + far, y)]
    return lines_svg(lines)


def _folding(panels: Panels, trim: Rect, page: Size, family: str) -> str:
    """A small drawing of the panels at the lower left, and beside it what to do."""
    top, left = page.height - FOLDING - 6, trim.x + 6
    height = FOLDING - 8
    scale = min(height / trim.height, page.width / 4 / trim.width)
    matrix = Matrix(scale, 0, 0, scale, left, top)
    right, bottom = left + trim.width * scale, top + trim.height * scale
    outline: list[Line] = [
        (left, top, right, top),
        (right, top, right, bottom),
        (right, bottom, left, bottom),
        (left, bottom, left, top),
    ]
    words = [f"{panels.columns} x {panels.rows} panels", *folding_words(panels)]
    return (
        lines_svg(outline, 0.35)
        + panel_lines(panels, trim.size, matrix, family, 3.2)
        + paragraph(words, right + 6, top + 5, family, 4.0, "start")
    )
