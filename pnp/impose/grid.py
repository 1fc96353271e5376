"""Faces of equal or different sizes go in, rows of cells on pages come out: as many as fit, cuts in straight lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil, fsum

from pnp.faces.face import Face
from pnp.units import Rect, Size

_TOLERANCE = 1e-6
BLOCK_GAP = 7.0  # between blocks of different sizes: room for the marks of both


@dataclass(frozen=True, slots=True)
class CutPiece:
    """One piece to cut out: its front and, for a two-sided piece, its back."""

    front: Face
    back: Face | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """Equal cells in rows and columns at one place of a page; ``turned`` faces lie a quarter turn round.

    A None among the items is a cell left free, so that the next component begins a row.
    """

    items: tuple[CutPiece | None, ...]
    columns: int
    cell: Size
    turned: bool
    gutter: float
    x: float = 0.0
    y: float = 0.0

    @property
    def rows(self) -> int:
        """How many rows are used."""
        return ceil(len(self.items) / self.columns)

    @property
    def extent(self) -> Rect:
        """The rectangle around all cells, in sheet mm."""
        step = self.gutter
        width = self.columns * (self.cell.width + step) - step
        return Rect(self.x, self.y, width, self.rows * (self.cell.height + step) - step)

    def places(self) -> list[tuple[CutPiece, Rect]]:
        """Every item with its trim, row by row."""
        dx, dy = self.cell.width + self.gutter, self.cell.height + self.gutter
        return [
            (
                item,
                Rect(
                    self.x + i % self.columns * dx, self.y + i // self.columns * dy, self.cell.width, self.cell.height
                ),
            )
            for i, item in enumerate(self.items)
            if item is not None
        ]


def _capacity(cell: Size, area: Size, gutter: float) -> tuple[int, int]:
    """How many columns and rows of cells fit, with half a gutter of bleed around the outermost."""
    columns = int((area.width + _TOLERANCE) // (cell.width + gutter))
    rows = int((area.height + _TOLERANCE) // (cell.height + gutter))
    return columns, rows


def best_turn(size: Size, area: Size, gutter: float) -> tuple[bool, int, int]:
    """Choose upright or turned, whichever fits more (upright when equal): (turned, columns, rows).

    Raises ValueError when not even one piece fits the area.
    """
    upright, turned = _capacity(size, area, gutter), _capacity(size.turned, area, gutter)
    lies = turned[0] * turned[1] > upright[0] * upright[1]
    columns, rows = turned if lies else upright
    if columns * rows == 0:
        raise ValueError(
            f"a piece of {size.width:g} x {size.height:g} mm does not fit the {area.width:g} x {area.height:g} mm "
            "that the paper leaves between its margins"
        )
    return lies, columns, rows


def pack(items: Sequence[CutPiece], area: Rect, gutter: float) -> list[list[Block]]:
    """Lay the items on pages in their order; neighbours of equal size share a block, blocks share a page.

    Every page's blocks stand under one another, centred in ``area`` (mm). Raises ValueError when a piece is too large.
    """
    room = Size(area.width + _TOLERANCE, area.height + _TOLERANCE)
    pages: list[list[Block]] = []
    page: list[Block] = []
    used = 0.0
    for size, group in groupby(items, key=lambda item: item.front.size):
        pending = list(group)
        turned, columns, rows = best_turn(size, room, gutter)
        cell = size.turned if turned else size
        step = cell.height + gutter
        while pending:
            left = int((room.height - used) // step)
            needed = ceil(len(pending) / columns)
            if page and (left < 1 or (needed > left and needed <= rows)):
                pages.append(page)
                page, used = [], 0.0
                continue
            taken = pending[: columns * min(left, rows)]
            cells, even = _evened(taken, columns, min(left, rows) if len(taken) == len(pending) else 0)
            block = Block(cells, even, cell, turned, gutter)
            page.append(block)
            used += block.rows * step + BLOCK_GAP
            pending = pending[len(taken) :]
    pages.extend([page] if page else [])
    return [_centred(blocks, area) for blocks in pages]


def _evened(items: Sequence[CutPiece], columns: int, rows: int) -> tuple[tuple[CutPiece | None, ...], int]:
    """The cells of a block and its columns: each component on rows of its own, if these fit ``rows``; then as narrow
    as the rows allow (eight pieces as 4 + 4 rather than 6 + 2)."""
    groups = [list(group) for _, group in groupby(items, key=lambda item: item.front.component)]

    def used(wide: int) -> int:
        return sum(ceil(len(group) / wide) for group in groups)

    if len(groups) == 1 or used(columns) > rows:
        return tuple(items), ceil(len(items) / ceil(len(items) / columns))
    narrow = next(wide for wide in range(1, columns + 1) if used(wide) <= used(columns))
    cells: list[CutPiece | None] = []
    for group in groups:
        cells += [*group, *[None] * (-len(group) % narrow)]
    return tuple(cells), narrow


def _centred(blocks: list[Block], area: Rect) -> list[Block]:
    height = fsum(block.extent.height + block.gutter for block in blocks) + BLOCK_GAP * (len(blocks) - 1)
    y = area.y + (area.height - height) / 2
    placed = []
    for block in blocks:
        extent = block.extent
        x = area.x + (area.width - extent.width) / 2
        placed.append(
            Block(block.items, block.columns, block.cell, block.turned, block.gutter, x, y + block.gutter / 2)
        )
        y += extent.height + block.gutter + BLOCK_GAP
    return placed
