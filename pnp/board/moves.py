"""Cells and obstacles go in, travel distances and reachable cells come out: breadth first, one hex a step."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable

from pnp.board.hexes import Cell
from pnp.board.model import Board


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
