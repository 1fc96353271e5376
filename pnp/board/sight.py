"""Two cells and what stands between them go in; whether one sees the other comes out. Exact, in whole numbers."""

from __future__ import annotations

from collections.abc import Collection

from pnp.board.hexes import DIRECTIONS, Cell, Cube
from pnp.board.model import Board


def straight(board: Board, start: Cell, end: Cell) -> list[Cell] | None:
    """The cells strictly between two that lie along one of the six directions; None when they do not."""
    a, b = board.hexes.cube(start), board.hexes.cube(end)
    count = board.hexes.distance(start, end)
    for direction, (dq, dr, _) in enumerate(DIRECTIONS):
        if count and (b[0] - a[0], b[1] - a[1]) == (dq * count, dr * count):
            return [board.hexes.step(start, direction, i) for i in range(1, count)]
    return None


def line_of_sight(board: Board, start: Cell, end: Cell, blockers: Collection[Cell] = frozenset()) -> bool:
    """Whether ``start`` sees ``end`` under the board's rule; ``blockers`` are cells with figures in the way.

    "axis": along one of the six directions, every cell between free. "centre": the straight line between the
    centres; where it runs along a side, it is blocked only if both cells of that side block.
    """
    if start == end:
        return True

    def free(cell: Cell) -> bool:
        return board.see_through(cell) and cell not in blockers

    if board.sight == "axis":
        between = straight(board, start, end)
        return between is not None and all(map(free, between))
    return all(any(map(free, crossed)) for crossed in crossings(board, start, end))


def crossings(board: Board, start: Cell, end: Cell) -> list[list[Cell]]:
    """What the line between two centres crosses, step by step: one cell, or the two it runs between.

    At step i of n the point is a + (b - a) i / n; multiplied by n its cube coordinates are whole, so that rounding
    to the nearest hex, and a tie between two, are exact.
    """
    a, b = board.hexes.cube(start), board.hexes.cube(end)
    count = board.hexes.distance(start, end)
    steps: list[list[Cell]] = []
    for i in range(1, count):
        point = (a[0] * (count - i) + b[0] * i, a[1] * (count - i) + b[1] * i, a[2] * (count - i) + b[2] * i)
        steps.append([board.hexes.cell(cube) for cube in _nearest(point, count)])
    return steps


def _nearest(point: Cube, scale: int) -> list[Cube]:
    """The hexes whose centres are nearest to point / scale: one, or two when the point lies on their side."""
    around = [(q, r, -q - r) for q in _floors(point[0], scale) for r in _floors(point[1], scale)]
    around += [(-r - s, r, s) for r in _floors(point[1], scale) for s in _floors(point[2], scale)]
    # the hexagon round a centre is where every |difference of two coordinates' errors| is at most one
    spread = {cube: _spread(cube, point, scale) for cube in around}
    least = min(spread.values())
    return sorted(cube for cube, value in spread.items() if value == least)


def _floors(value: int, scale: int) -> tuple[int, int]:
    return value // scale, value // scale + 1


def _spread(cube: Cube, point: Cube, scale: int) -> int:
    q, r, s = (cube[axis] * scale - point[axis] for axis in range(3))
    return max(abs(q - r), abs(r - s), abs(s - q))
