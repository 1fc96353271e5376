"""Two cells and what stands between them go in; whether one sees the other comes out. Exact, in whole numbers."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from pnp.board.hex_board import Board
from pnp.board.hexes import Cell
from pnp.board.moves import direction

Point = tuple[int, int]
_CORNERS: tuple[Point, ...] = ((-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1))


def straight(board: Board, start: Cell, end: Cell) -> list[Cell] | None:
    """The cells strictly between two that lie along one of the six directions; None when they do not."""
    ahead = direction(board.hexes, start, end)
    if ahead is None:
        return None
    return [board.hexes.step(start, ahead, i) for i in range(1, board.hexes.distance(start, end))]


def line_of_sight(board: Board, start: Cell, end: Cell, blockers: Collection[Cell] = frozenset()) -> bool:
    """Whether ``start`` sees ``end`` under the board's rule; ``blockers`` are cells with figures in the way.

    "axis": along one of the six directions, every cell between free. "centre": the straight line between the
    centres; where it runs along a side, it is blocked only if both cells of that side block.
    """
    if start == end:
        return True
    return sight_path(board, start, end) is not None and not obstacle(board, start, end, blockers)


def sight_path(board: Board, start: Cell, end: Cell) -> list[list[Cell]] | None:
    """What lies between two cells on the line of sight, in order (see ``crossings``); None: there is no line."""
    if board.sight == "centre":
        return crossings(board, start, end)
    between = straight(board, start, end)
    return None if between is None else [[cell] for cell in between]


def obstacle(board: Board, start: Cell, end: Cell, blockers: Collection[Cell] = frozenset()) -> list[Cell]:
    """The first cell that stops the line of sight, both where it runs along a side; none when nothing does."""

    def free(cell: Cell) -> bool:
        return board.see_through(cell) and cell not in blockers

    return next((step for step in sight_path(board, start, end) or [] if not any(map(free, step))), [])


def crossings(board: Board, start: Cell, end: Cell) -> list[list[Cell]]:
    """What the line between two centres crosses, in its order: single cells, and pairs it runs between.

    Hexes are stretched so that centres and corners are whole numbers (lines stay lines), and cut by fractions:
    nothing is rounded. A cell that the line merely touches at a corner is not crossed.
    """
    a, b = _centre(board, start), _centre(board, end)
    inside: list[tuple[Fraction, list[Cell]]] = []
    beside: dict[tuple[Fraction, Fraction], list[Cell]] = {}
    rows = sorted((start[1], end[1]))
    for column in range(min(start[0], end[0]) - 1, max(start[0], end[0]) + 2):
        for row in range(rows[0] - 1, rows[1] + 2):
            cell = (column, row)
            if cell in (start, end) or cell not in board.hexes:
                continue
            stretch = _stretch(a, b, _centre(board, cell))
            if stretch is None:
                continue
            low, high, along = stretch
            if along:
                beside.setdefault((low, high), []).append(cell)
            else:
                inside.append((low, [cell]))
    return [cells for _, cells in sorted(inside + [(key[0], sorted(cells)) for key, cells in beside.items()])]


def _centre(board: Board, cell: Cell) -> Point:
    """In halves of a side across, in halves of a height down."""
    column, row = cell
    low = (column % 2 == 0) == (board.hexes.stagger == "even")
    return 3 * column, 2 * row + (1 if low else 0)


def _stretch(a: Point, b: Point, centre: Point) -> tuple[Fraction, Fraction, bool] | None:
    """Where the segment lies in a hex, as shares of its length, and whether it runs along a side; None if nowhere."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    low, high = Fraction(0), Fraction(1)
    along = False
    corners = [(centre[0] + x, centre[1] + y) for x, y in _CORNERS]
    for (px, py), (qx, qy) in zip(corners, corners[1:] + corners[:1], strict=True):
        # inside is where (q - p) x (point - p) >= 0, corners going clockwise with y downwards
        ex, ey = qx - px, qy - py
        offset = ex * (a[1] - py) - ey * (a[0] - px)
        slope = ex * dy - ey * dx
        if slope == 0:
            if offset < 0:
                return None
            along = along or offset == 0
        elif slope > 0:
            low = max(low, Fraction(-offset, slope))
        else:
            high = min(high, Fraction(-offset, slope))
    return (low, high, along) if low < high else None
