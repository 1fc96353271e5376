"""One large piece goes in; a poster at true size, or page tiles for a butt joint with their assembly map, come out."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from math import ceil

from pnp.faces.face import Face
from pnp.impose.cards import Paper
from pnp.impose.grid import CutPiece
from pnp.impose.leaf import Leaf, back_of
from pnp.impose.marks import corner_marks, lines_svg
from pnp.impose.sheet import Clip, Placement, Sheet, clip_of
from pnp.impose.sheet_lines import lines_on
from pnp.units import Flip, Matrix, Rect, Size

POSTER_BORDER = 12.0  # round the bleed: marks, slug and scale bar
TILE_MARK = 4.0  # between a tile's overlap and the unprintable margin, for marks and the neighbours' names
OVERLAP = 3.0  # art that a tile shows past its cut, so that a cut a hair outside leaves no white


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a face is cut: equal tiles in rows (A, B ...) and columns (1, 2 ...), all mm."""

    size: Size
    columns: int
    rows: int

    @property
    def tile(self) -> Size:
        """One tile's trim."""
        return Size(self.size.width / self.columns, self.size.height / self.rows)

    def name(self, column: int, row: int) -> str:
        """The tile's label: ``A1`` is the upper left one; columns and rows count from 0 here."""
        return f"{chr(ord('A') + row)}{column + 1}"

    def window(self, column: int, row: int) -> Rect:
        """The tile's part of the face."""
        return Rect(column * self.tile.width, row * self.tile.height, self.tile.width, self.tile.height)


def tile_area(paper: Paper) -> Rect:
    """The largest tile the paper takes beside its marks, names and slug."""
    side = paper.margin + TILE_MARK
    return Rect(side, side, paper.size.width - 2 * side, paper.size.height - 2 * side - paper.slug)


def plan_tiles(size: Size, paper: Paper) -> Tiling:
    """Cut ``size`` into as few equal tiles as the paper allows."""
    area = tile_area(paper)
    return Tiling(size, ceil(size.width / area.width - 1e-6), ceil(size.height / area.height - 1e-6))


def impose_poster(
    piece: CutPiece, label: str, flip: Flip = "long", family: str = "", border: float = POSTER_BORDER
) -> Leaf:
    """The whole piece on one leaf in a white ``border``: bleed and trim boxes, marks outside the bleed."""
    face = piece.front
    border += face.bleed
    page = Size(face.size.width + 2 * border, face.size.height + 2 * border)
    trim = Rect(border, border, face.size.width, face.size.height)
    matrix = Matrix.translation(border, border)
    placement = Placement(face, matrix, clip_of(face.shape, face.size, matrix, trim, face.bleed))
    marks, lines = corner_marks(trim, page, face.bleed + 1), lines_on((placement,), family)
    front = Sheet(page, (placement,), trim, trim.outset(face.bleed), label, marks, lines, trims=(trim,))
    return Leaf(front, back_of(front, [(placement, piece.back)], flip, family))


def impose_tiles(piece: CutPiece, paper: Paper, label: str, family: str, copies: int = 1) -> list[Leaf]:
    """Page tiles that are cut on their marks and laid edge to edge, and a last leaf that shows how."""
    tiling = plan_tiles(piece.front.size, paper)
    cells = [(column, row) for row in range(tiling.rows) for column in range(tiling.columns)]
    leaves = []
    for column, row in cells:
        front = _tile(piece.front, tiling, column, row, paper, label, family)
        leaves.append(Leaf(front, back_of(front, [(front.placements[0], piece.back)], paper.flip, family)))
    front = _assembly_map(piece.front, tiling, paper, f"{label}, assembly map", family)
    back = _assembly_map(piece.back, tiling, paper, f"{front.label}, back", family, behind=True) if piece.back else None
    return [*(leaf for _ in range(copies) for leaf in leaves), Leaf(front, back)]


def _tile(face: Face, tiling: Tiling, column: int, row: int, paper: Paper, label: str, family: str) -> Sheet:
    area, window = tile_area(paper), tiling.window(column, row)
    x = area.x + (area.width - window.width) / 2
    y = area.y + (area.height - window.height) / 2
    trim = Rect(x, y, window.width, window.height)
    bleed = trim.outset(min(OVERLAP, face.bleed or OVERLAP))
    shift = Matrix.translation(x - window.x, y - window.y)
    marks = corner_marks(trim, paper.size, OVERLAP + 0.5, paper.slug)
    name = tiling.name(column, row)
    measure = f"tile {window.width:.4g} x {window.height:.4g} mm"
    placement = Placement(face, shift, Clip(bleed))
    over = _names(tiling, column, row, trim, family) + lines_on((placement,), family)
    label = f"{label}, tile {name}"
    return Sheet(paper.size, (placement,), trim, bleed, label, marks, over, measure=measure, trims=(trim,))


def _label(text: str, x: float, y: float, family: str, size: float = 2.8, anchor: str = "middle") -> str:
    return (
        f'<text x="{x:.3f}" y="{y:.3f}" font-family="{escape(family)}" font-size="{size}" font-weight="bold" '
        f'fill="#1d1a16" text-anchor="{anchor}">{escape(text, quote=False)}</text>'
    )


def _names(tiling: Tiling, column: int, row: int, trim: Rect, family: str) -> str:
    """The tile's own name at the upper left corner, and at each joint the name of the tile that meets it."""
    middle_x, middle_y, out = trim.x + trim.width / 2, trim.y + trim.height / 2, OVERLAP + 1.2
    parts = [_label(f"Tile {tiling.name(column, row)}", trim.x + 3, trim.y - out, family, 3.2, "start")]
    if row > 0:
        parts.append(_label(tiling.name(column, row - 1), middle_x, trim.y - out, family))
    if row + 1 < tiling.rows:
        parts.append(_label(tiling.name(column, row + 1), middle_x, trim.bottom + out + 2, family))
    if column > 0:
        parts.append(_label(tiling.name(column - 1, row), trim.x - OVERLAP - 3, middle_y, family))
    if column + 1 < tiling.columns:
        parts.append(_label(tiling.name(column + 1, row), trim.right + OVERLAP + 3, middle_y, family))
    return "".join(parts)


def _assembly_map(face: Face, tiling: Tiling, paper: Paper, label: str, family: str, *, behind: bool = False) -> Sheet:
    """The face made small, its joints drawn and its tiles named, with a line on how to join them.

    From ``behind``, the columns stand the other way round.
    """
    area = paper.area
    head = 22.0
    scale = min((area.width - 20) / face.size.width, (area.height - head - 8) / face.size.height)
    width, height = face.size.width * scale, face.size.height * scale
    x, y = area.x + (area.width - width) / 2, area.y + head
    trim = Rect(x, y, width, height)
    matrix = Matrix(scale, 0, 0, scale, x, y)
    tile = tiling.tile
    joints = [
        (x + c * tile.width * scale, y, x + c * tile.width * scale, y + height) for c in range(tiling.columns + 1)
    ]
    joints += [(x, y + r * tile.height * scale, x + width, y + r * tile.height * scale) for r in range(tiling.rows + 1)]
    parts = [lines_svg(joints, 1.1, "#ffffff"), lines_svg(joints, 0.35)]
    for row in range(tiling.rows):
        for column in range(tiling.columns):
            cx, cy = x + (column + 0.5) * tile.width * scale, y + (row + 0.5) * tile.height * scale
            parts.append(
                f'<circle cx="{cx:.3f}" cy="{cy:.3f}" r="7" fill="#ffffff" stroke="#1d1a16" stroke-width="0.4"/>'
            )
            name = tiling.name(tiling.columns - 1 - column if behind else column, row)
            parts.append(_label(name, cx, cy + 1.9, family, 5.4))
    parts.append(_label("How the tiles join", area.x + area.width / 2, area.y + 8, family, 5.6))
    count = tiling.columns * tiling.rows
    text = f"Cut each of the {count} tiles on its corner marks, lay them edge to edge, and tape the joints from behind."
    parts.append(
        f'<text x="{area.x + area.width / 2:.3f}" y="{area.y + 14:.3f}" font-family="{escape(family)}" font-size="3.5" '
        f'fill="#1d1a16" text-anchor="middle">{escape(text, quote=False)}</text>'
    )
    placement = Placement(face, matrix, Clip(trim))
    return Sheet(paper.size, (placement,), trim, trim, label, overlay="".join(parts))
