"""A board goes in, what a template draws comes out: hexes with centres in mm, terrain, altars, spawns, outlines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from pnp.board.hexes import Cell
from pnp.board.model import Altar, Board, Spawn, Terrain
from pnp.rules.work import NATIVE, spend


@dataclass(frozen=True, slots=True)
class Hex:
    """One hex: its centre in mm from the field's upper left corner, its printed label, what stands on it.

    ``marked`` hexes belong to a zone or a spawn, whose outline runs along their sides; an altar stands on ``altar``.
    ``grain`` is a whole number from 0 to 5, spread over the board like noise: which variant of a picture to use.
    """

    open_to_templates: ClassVar = frozenset({"x", "y", "label", "terrain", "grain", "open", "marked", "altar"})

    x: float
    y: float
    label: str
    terrain: Terrain
    grain: int
    open: bool
    marked: bool
    altar: bool


@dataclass(frozen=True, slots=True)
class BoardView:
    """The board as a template sees it; lengths in mm from the field's upper left corner."""

    open_to_templates: ClassVar = frozenset(
        {
            "board",
            "hexes",
            "width",
            "height",
            "side",
            "altars",
            "spawns",
            "terrains",
            "at",
            "outline",
            "columns",
            "rows",
        }
    )

    board: Board
    hexes: tuple[Hex, ...]

    @property
    def width(self) -> float:
        """The field's width."""
        return self.board.hexes.size.width

    @property
    def height(self) -> float:
        """The field's height."""
        return self.board.hexes.size.height

    @property
    def columns(self) -> int:
        """How many hexes it is wide."""
        return self.board.hexes.columns

    @property
    def rows(self) -> int:
        """How many hexes it is tall."""
        return self.board.hexes.rows

    @property
    def side(self) -> float:
        """The side of a hex, which is also its circumradius."""
        return self.board.hexes.side

    @property
    def altars(self) -> tuple[Altar, ...]:
        """The altars in the order of the board's file."""
        return tuple(self.board.altars)

    @property
    def spawns(self) -> tuple[Spawn, ...]:
        """The spawns in the order of the board's file."""
        return tuple(self.board.spawns)

    @property
    def terrains(self) -> tuple[Terrain, ...]:
        """Every kind of terrain that stands on the board, in the order of the board's file."""
        return tuple(self.board.kinds)

    def at(self, cell: Cell) -> tuple[float, float]:
        """The centre of a cell."""
        return self.board.hexes.centre(cell)

    def outline(self, cells: Iterable[Cell] | None = None, inset: float = 0.0) -> str:
        """SVG path data round the given cells (all of them, when none are given)."""
        chosen = frozenset(self.board.hexes.cells() if cells is None else cells)
        spend(NATIVE * len(chosen))
        return self.board.hexes.outline(chosen, inset)


def view_board(board: Board) -> BoardView:
    """Place every hex of the board."""
    outlined = {cell for place in board.altars for cell in place.zone}
    outlined |= {cell for place in board.spawns for cell in place.cells}
    solid = {place.cell for place in board.altars}
    hexes = []
    for column, row in board.hexes.cells():
        x, y = board.hexes.centre((column, row))
        terrain = board.terrain[column, row]
        grain = (column * 31 + row * 17 + (column * row) % 13) % 6
        label = board.hexes.label((column, row))
        cell = (column, row)
        hexes.append(Hex(x, y, label, terrain, grain, not terrain.blocks_move, cell in outlined, cell in solid))
    return BoardView(board, tuple(hexes))
