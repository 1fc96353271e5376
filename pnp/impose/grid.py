"""Faces of equal or different sizes go in, rows of cells on pages come out: as many as fit, cuts in straight lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import ceil, fsum

from pnp.faces.face import Face
from pnp.impose.honeycomb import Honeycomb, as_small, most_hexes
from pnp.shapes.piece_shape import Shape
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

    Hexes may be nested in a ``comb``, which then says where each lies.

    A None among the items is a cell left free, so that the next component begins a row.
    """

    items: tuple[CutPiece | None, ...]
    columns: int
    cell: Size
    turned: bool
    gutter: float
    x: float = 0.0
    y: float = 0.0
    comb: Honeycomb | None = None

    @property
    def rows(self) -> int:
        """How many rows are used."""
        return ceil(len(self.items) / self.columns)

    @property
    def extent(self) -> Rect:
        """The rectangle around all cells, in sheet mm."""
        if self.comb:
            return Rect(self.x, self.y, self.comb.extent.width, self.comb.extent.height)
        step = self.gutter
        width = self.columns * (self.cell.width + step) - step
        return Rect(self.x, self.y, width, self.rows * (self.cell.height + step) - step)

    def places(self) -> list[tuple[CutPiece, Rect]]:
        """Every item with its trim, row by row."""
        if self.comb:
            cells = [replace(cell, x=cell.x + self.x, y=cell.y + self.y) for cell in self.comb.cells()]
            return [(item, cell) for item, cell in zip(self.items, cells, strict=False) if item is not None]
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

    Hexes are nested as a honeycomb where a page holds more of them so.

    Every page's blocks stand under one another, centred in ``area`` (mm). Raises ValueError when a piece is too large.
    """
    room = Size(area.width + _TOLERANCE, area.height + _TOLERANCE)
    filled = _Filled(room, gutter)
    for (size, hexes), group in groupby(items, key=_alike):
        pending = list(group)
        turned, columns, rows = best_turn(size, room, gutter)
        most = nested(hexes, size, room, gutter) if hexes else None
        if hexes and most and most.count > columns * rows:
            _fill_comb(filled, pending, hexes)
        else:
            _fill_grid(filled, pending, size.turned if turned else size, turned, columns, rows)
    return [_centred(blocks, area) for blocks in filled.pages if blocks]


@dataclass(eq=False)
class _Filled:
    """Collects blocks, page by page; ``used`` is the height that the last page's take of its room."""

    room: Size
    gutter: float
    pages: list[list[Block]] = field(default_factory=lambda: [[]])
    used: float = 0.0

    def add(self, block: Block, height: float) -> None:
        """Another block on the last page."""
        self.pages[-1].append(block)
        self.used += height + BLOCK_GAP

    def turn_over(self) -> None:
        """Begin a page."""
        self.pages.append([])
        self.used = 0.0


def _fill_grid(filled: _Filled, pending: Sequence[CutPiece], cell: Size, turned: bool, columns: int, rows: int) -> None:
    step = cell.height + filled.gutter
    while pending:
        left = int((filled.room.height - filled.used) // step)
        needed = ceil(len(pending) / columns)
        if filled.pages[-1] and (left < 1 or (needed > left and needed <= rows)):
            filled.turn_over()
            continue
        taken = pending[: columns * min(left, rows)]
        cells, even = _evened(taken, columns, min(left, rows) if len(taken) == len(pending) else 0)
        block = Block(cells, even, cell, turned, filled.gutter)
        filled.add(block, block.rows * step)
        pending = pending[len(taken) :]


def _fill_comb(filled: _Filled, pending: Sequence[CutPiece], shape: Shape) -> None:
    size = pending[0].front.size
    full = nested(shape, size, filled.room, filled.gutter, len(pending))
    while pending:
        left = Size(filled.room.width, filled.room.height - filled.used)
        comb = nested(shape, size, left, filled.gutter, len(pending)) if filled.pages[-1] else full
        if comb is None or (full and filled.pages[-1] and comb.count < len(pending) <= full.count):
            filled.turn_over()
            continue
        taken = tuple(pending[: comb.count])
        small = as_small(comb, len(taken))
        turned = comb.lying != (shape.kind == "hex flat")
        filled.add(
            Block(taken, small.long, small.cell, turned, filled.gutter, comb=small), small.extent.height + filled.gutter
        )
        pending = pending[len(taken) :]


def _alike(item: CutPiece) -> tuple[Size, Shape | None]:
    """What pieces of one block have in common: their size; and hexes lie among hexes."""
    shape = item.front.shape
    return item.front.size, shape if shape.hexagonal else None


def nested(shape: Shape, size: Size, room: Size, gutter: float, needed: int | None = None) -> Honeycomb | None:
    """The honeycomb that holds most hexes, upright where that holds all ``needed``; None where not one fits."""
    lying = shape.kind == "hex flat"
    upright = most_hexes(size, room, gutter, lying=lying)
    turned = most_hexes(size.turned, room, gutter, lying=not lying)
    found = [comb for comb in (upright, turned) if comb]
    return max(found, key=lambda comb: min(comb.count, needed or comb.count), default=None)


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
        placed.append(replace(block, x=x, y=y + block.gutter / 2))
        y += extent.height + block.gutter + BLOCK_GAP
    return placed
