"""Cells and obstacles go in; travel distances, reachable cells, and the cells an effect spreads to come out."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping

from pnp.board.hex_board import Board, Terrain
from pnp.board.hexes import DIRECTIONS, Cell, Hexes


def distances(board: Board, sources: Iterable[Cell], occupied: Collection[Cell] = frozenset()) -> dict[Cell, int]:
    """Steps from the nearest source to every cell that can be reached, through passable, unoccupied cells."""
    found = dict.fromkeys(sources, 0)
    waiting = deque(found)
    while waiting:
        cell = waiting.popleft()
        for near in board.hexes.neighbours(cell):
            if near not in found and near not in occupied and board.passable(near):
                found[near] = found[cell] + 1
                waiting.append(near)
    return found


def reachable(board: Board, start: Cell, points: int, occupied: Collection[Cell] = frozenset()) -> frozenset[Cell]:
    """Where a figure may end a move of ``points``, its own cell among them."""
    return frozenset(cell for cell, steps in distances(board, [start], occupied).items() if steps <= points)


def direction(hexes: Hexes, start: Cell, end: Cell) -> int | None:
    """Which of the six directions leads from one cell straight to another; None when none does."""
    a, b = hexes.cube(start), hexes.cube(end)
    count = hexes.distance(start, end)
    for index, (dq, dr, _) in enumerate(DIRECTIONS):
        if count and (b[0] - a[0], b[1] - a[1]) == (dq * count, dr * count):
            return index
    return None


def behind(hexes: Hexes, attacker: Cell, target: Cell, count: int) -> list[Cell]:
    """The next ``count`` hexes past the target, as the attacker sees it; those off the field are left out.

    Raises ValueError when the two do not stand in one straight line: then nothing is straight behind.
    """
    ahead = direction(hexes, attacker, target)
    if ahead is None:
        raise ValueError("the two do not stand in one straight line")
    found: list[Cell] = []
    while len(found) < count and (cell := hexes.step(target, ahead, len(found) + 1)) in hexes:
        found.append(cell)
    return found


def flanks(hexes: Hexes, attacker: Cell, target: Cell) -> list[Cell]:
    """The hexes left and right of the target, as the attacker sees it, in this order; off the field they are left out.

    They are the two neighbours of the target that lie just as far from the attacker as the target does.
    """
    away = hexes.distance(attacker, target)
    (ax, ay), (tx, ty) = hexes.centre(attacker), hexes.centre(target)

    def side(cell: Cell) -> float:
        x, y = hexes.centre(cell)
        return (tx - ax) * (y - ay) - (ty - ay) * (x - ax)  # y grows downwards: negative is to the left

    return sorted((cell for cell in hexes.neighbours(target) if hexes.distance(attacker, cell) == away), key=side)


def chain(hexes: Hexes, start: Cell, others: Collection[Cell]) -> frozenset[Cell]:
    """The start, and each of the others that it reaches by leaping from neighbour to neighbour among them."""
    found = {start}
    waiting = deque(found)
    while waiting:
        for near in hexes.neighbours(waiting.popleft()):
            if near in others and near not in found:
                found.add(near)
                waiting.append(near)
    return frozenset(found)


def open_within(
    hexes: Hexes, terrain: Mapping[Cell, Terrain], around: Collection[Cell], radius: int, solid: Collection[Cell]
) -> frozenset[Cell]:
    """The hexes at most ``radius`` from one of some cells that nothing fills: a place's zone. None for radius 0."""
    if not radius:
        return frozenset()
    near = edge = set(around)
    for _ in range(radius):
        edge = {other for cell in edge for other in hexes.neighbours(cell)} - near
        near = near | edge
    rows = sorted(near, key=lambda cell: (cell[1], cell[0]))  # templates walk a zone in the order it was made in
    return frozenset(cell for cell in rows if cell not in solid and not terrain[cell].blocks_move)
