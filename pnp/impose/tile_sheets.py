"""A large piece and its tiling go in; a leaf for each tile, to be cut and joined, and one that shows how come out.

Tiles are joined edge to edge, or glued: then a tile runs on under its right and lower neighbours by the lap. The first
tile lies lowest, and each that follows, row by row, is glued onto the laps of those before it, its edges on the lines.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pnp.faces.face import Face
from pnp.impose.assembly_map import assembly_map
from pnp.impose.cards import Paper
from pnp.impose.cutting import Line
from pnp.impose.grid import CutPiece
from pnp.impose.leaf import Leaf, back_of
from pnp.impose.marks import corner_marks, lines_svg
from pnp.impose.sheet import Clip, Placement, Sheet
from pnp.impose.sheet_lines import lines_on
from pnp.impose.tile_text import text_svg
from pnp.impose.tiling import OVERLAP, Tiling, tile_area
from pnp.units import Matrix, Rect, Size

_HATCH = 5.0  # between the strokes that say where glue goes
_INSET = 0.8  # of the hatching from the line, so that no stroke ends on what is seen
_DASH = 0.8  # of the marks at the ends of folds


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where a tile lies on its sheet: ``matrix`` takes the face's mm there, a turned tile a quarter turn back."""

    matrix: Matrix
    turned: bool

    def rect(self, rect: Rect) -> Rect:
        """A part of the face on the sheet."""
        ax, ay = self.matrix.apply(rect.x, rect.y)
        bx, by = self.matrix.apply(rect.right, rect.bottom)
        return Rect(min(ax, bx), min(ay, by), abs(bx - ax), abs(by - ay))

    def lines(self, lines: list[Line]) -> list[Line]:
        """Lines of the face on the sheet."""
        return [(*self.matrix.apply(x1, y1), *self.matrix.apply(x2, y2)) for x1, y1, x2, y2 in lines]

    def text(self, text: str, x: float, y: float, family: str, size: float, anchor: str = "middle") -> str:
        """Words whose middle stands at a place of the face, upright as the face is."""
        return text_svg(text, *self.matrix.apply(x, y), family, size, anchor, -90 if self.turned else 0)


def impose_tiles(piece: CutPiece, tiling: Tiling, paper: Paper, label: str, family: str, copies: int = 1) -> list[Leaf]:
    """Leaves of tiles that are cut on their marks and joined, and a last one that shows how, if there is more than one
    tile or the board folds."""
    leaves = []
    for column, row in tiling.cells():
        front = _tile(piece.front, tiling, column, row, paper, label, family)
        leaves.append(Leaf(front, back_of(front, [(_seen_from_behind(front), piece.back)], paper.flip, family)))
    every = [leaf for _ in range(copies) for leaf in leaves]
    if len(leaves) == tiling.panels.count == 1 or not every:
        return every
    front = assembly_map(piece.front, tiling, paper, f"{label}, assembly map", family)
    behind = f"{front.label}, back"
    back = assembly_map(piece.back, tiling, paper, behind, family, behind=True) if piece.back else None
    return [*every, Leaf(front, back)]


def _tile(face: Face, tiling: Tiling, column: int, row: int, paper: Paper, label: str, family: str) -> Sheet:
    piece = tiling.piece(column, row)
    frame = _frame(piece, tiling.turned, paper)
    trim, shown = frame.rect(piece), frame.rect(_shown(face, tiling, column, row))
    marks = corner_marks(trim, paper.size, OVERLAP + 0.5, paper.slug) + _folds(frame, tiling, piece)
    placement = Placement(face, frame.matrix, Clip(shown))
    over = [
        _laps(frame, tiling, column, row, family),
        _names(frame, tiling, column, row, family),
        lines_on((placement,), family),
    ]
    name = tiling.name(column, row)
    laps = ", laps and all" if any(tiling.laps(column, row)) else ""
    measure = f"tile {trim.width:.4g} x {trim.height:.4g} mm{laps}"
    label = f"{label}, tile {name}"
    return Sheet(paper.size, (placement,), trim, shown, label, marks, "".join(over), measure=measure, trims=(trim,))


def _seen_from_behind(front: Sheet) -> Placement:
    """The tile of a sheet, with art round all of it: from behind a lap is what one sees."""
    (placement,) = front.placements
    over = min(OVERLAP, placement.face.bleed or OVERLAP)
    return replace(placement, clip=Clip(front.trim.outset(over)))


def _frame(piece: Rect, turned: bool, paper: Paper) -> _Frame:
    """A piece in the middle of the paper."""
    area = tile_area(paper)
    size = Size(piece.height, piece.width) if turned else piece.size
    x, y = area.x + (area.width - size.width) / 2, area.y + (area.height - size.height) / 2
    if turned:
        return _Frame(Matrix.translation(x - piece.y, y + piece.right) @ Matrix.quarter_turns(3), turned)
    return _Frame(Matrix.translation(x - piece.x, y - piece.y), turned)


def _shown(face: Face, tiling: Tiling, column: int, row: int) -> Rect:
    """What a sheet shows of the face: the piece and a little more, but nothing past a lap, which no one sees."""
    piece, over = tiling.piece(column, row), min(OVERLAP, face.bleed or OVERLAP)
    right, below = (0.0 if lap else over for lap in tiling.laps(column, row))
    return Rect(piece.x - over, piece.y - over, piece.width + over + right, piece.height + over + below)


def _names(frame: _Frame, tiling: Tiling, column: int, row: int, family: str) -> str:
    """The tile's own name at the upper left corner, and at each joint the name of the tile that meets it."""
    window, piece = tiling.window(column, row), tiling.piece(column, row)
    middle_x, middle_y, out = window.x + window.width / 2, window.y + window.height / 2, OVERLAP + 2.3
    parts = [frame.text(f"Tile {tiling.name(column, row)}", piece.x + 3, piece.y - out, family, 3.2, "start")]
    neighbours = (
        (column, row - 1, middle_x, piece.y - out),
        (column, row + 1, middle_x, piece.bottom + out),
        (column - 1, row, piece.x - out, middle_y),
        (column + 1, row, piece.right + out, middle_y),
    )
    for other_column, other_row, x, y in neighbours:
        if 0 <= other_column < tiling.columns and 0 <= other_row < tiling.rows:
            parts.append(frame.text(tiling.name(other_column, other_row), x, y, family, 2.8))
    return "".join(parts)


def _laps(frame: _Frame, tiling: Tiling, column: int, row: int, family: str) -> str:
    """On the laps, which are covered: hatching, whose glue goes there, and the line that the neighbour's edge meets."""
    window, piece = tiling.window(column, row), tiling.piece(column, row)
    right, below = tiling.laps(column, row)
    parts = []
    if right:
        parts.append(_hatched(frame, Rect(window.right + _INSET, piece.y, right - _INSET, piece.height)))
        parts.append(_edge(frame, (window.right, piece.y, window.right, piece.bottom), 1, 0))
    if below:
        parts.append(_hatched(frame, Rect(piece.x, window.bottom + _INSET, piece.width, below - _INSET)))
        parts.append(_edge(frame, (piece.x, window.bottom, piece.right, window.bottom), 0, 1))
    if right:
        x, y = window.right + right / 2, window.y + window.height / 3
        parts.append(_sign(frame, f"glue {tiling.name(column + 1, row)} here", x, y, right, family, upright=True))
    if below:
        x, y = window.x + window.width / 3, window.bottom + below / 2
        parts.append(_sign(frame, f"glue {tiling.name(column, row + 1)} here", x, y, below, family))
    return "".join(parts)


def _hatched(frame: _Frame, lap: Rect) -> str:
    """Slanting strokes over a lap, seen on any ground."""
    depth = min(lap.width, lap.height)
    lines: list[Line] = []
    for number in range(1, int((max(lap.width, lap.height) - depth) / _HATCH) + 1):
        at = number * _HATCH
        if lap.width < lap.height:
            lines.append((lap.x, lap.y + at + depth, lap.right, lap.y + at))
        else:
            lines.append((lap.x + at, lap.bottom, lap.x + at + depth, lap.y))
    drawn = frame.lines(lines)
    return lines_svg(drawn, 0.5, "#ffffff") + lines_svg(drawn, 0.15)


def _edge(frame: _Frame, line: Line, dx: int, dy: int) -> str:
    """The line that a neighbour's edge is laid to: all of it on the lap, so that nothing of it is seen afterwards."""

    def moved(by: float) -> list[Line]:
        return frame.lines([(line[0] + dx * by, line[1] + dy * by, line[2] + dx * by, line[3] + dy * by)])

    return lines_svg(moved(0.35), 0.7, "#ffffff") + lines_svg(moved(0.1), 0.2)


def _sign(frame: _Frame, text: str, x: float, y: float, lap: float, family: str, *, upright: bool = False) -> str:
    """Words on a white ground along a lap; nothing where it is too narrow for them."""
    size = min(2.4, lap - 1.2)
    if size < 1.6:
        return ""
    long, deep = 0.62 * size * len(text) + 2, size + 0.6
    ground = Rect(x - deep / 2, y - long / 2, deep, long) if upright else Rect(x - long / 2, y - deep / 2, long, deep)
    box, (mx, my) = frame.rect(ground), frame.matrix.apply(x, y)
    turn = -90 if upright != frame.turned else 0
    return (
        f'<rect x="{box.x:.3f}" y="{box.y:.3f}" width="{box.width:.3f}" height="{box.height:.3f}" fill="#ffffff"/>'
        + text_svg(text, mx, my, family, size, "middle", turn)
    )


def _folds(frame: _Frame, tiling: Tiling, piece: Rect) -> str:
    """A dashed mark at each end of a line between panels that runs over the tile."""
    xs, ys = tiling.panels.lines(tiling.size)
    lines: list[Line] = []
    start = OVERLAP + 0.5
    for end in (start, start + 2 * _DASH):
        for x in (x for x in xs if piece.x + 1e-3 < x < piece.right - 1e-3):
            lines += [
                (x, piece.y - end, x, piece.y - end - _DASH),
                (x, piece.bottom + end, x, piece.bottom + end + _DASH),
            ]
        for y in (y for y in ys if piece.y + 1e-3 < y < piece.bottom - 1e-3):
            lines += [
                (piece.x - end, y, piece.x - end - _DASH, y),
                (piece.right + end, y, piece.right + end + _DASH, y),
            ]
    return lines_svg(frame.lines(lines), 0.25)
