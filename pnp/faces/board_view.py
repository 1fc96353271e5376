"""A board goes in, what a template draws comes out: hexes with centres in mm, terrain, places, outlines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from pnp.board.hex_board import Board, Place, Terrain
from pnp.board.hexes import Cell
from pnp.problems import did_you_mean
from pnp.rules.explain import RuleError
from pnp.rules.filters import counted
from pnp.rules.work import NATIVE, spend, spend_keys


@dataclass(frozen=True, slots=True)
class Hex:
    """One hex: its centre in mm from the field's upper left corner, its printed label, what stands on it.

    ``marked`` hexes belong to a zone or to a place that one may enter, whose outline runs along their sides; on
    ``solid`` hexes stands a place that nobody enters.
    ``grain`` is a whole number from 0 to 5, spread over the board like noise: which variant of a picture to use.
    """

    open_to_templates: ClassVar = frozenset({"x", "y", "label", "terrain", "grain", "open", "marked", "solid"})

    x: float
    y: float
    label: str
    terrain: Terrain
    grain: int
    open: bool
    marked: bool
    solid: bool


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
            "places",
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
    def terrains(self) -> tuple[Terrain, ...]:
        """Every kind of terrain that stands on the board, in the order of the board's file."""
        return tuple(self.board.kinds)

    def places(self, kind: str | None = None) -> tuple[Place, ...]:
        """The places of one kind, or all, in the order of the board's file. Raises RuleError for an unknown kind."""
        spend(len(self.board.places))
        if kind is None:
            return self.board.places
        if kind not in self.board.place_kinds:
            known = self.board.place_kinds
            raise RuleError(f"the board has no kind of place called '{kind}'", did_you_mean(str(kind), known))
        return self.board.places_of(kind)

    def at(self, cell: Cell) -> tuple[float, float]:
        """The centre of a cell."""
        return self.board.hexes.centre(cell)

    def outline(self, cells: Iterable[Cell] | None = None, inset: float = 0.0) -> str:
        """SVG path data round the given cells (all of them, when none are given)."""
        given: list[Any] = self.board.hexes.cells() if cells is None else list(counted(cells))
        spend(NATIVE * len(given))
        spend_keys(given)
        chosen = frozenset(given)
        return self.board.hexes.outline(chosen, inset)


def view_board(board: Board) -> BoardView:
    """Place every hex of the board."""
    outlined = {
        cell for place in board.places for cell in (place.zone if place.kind.solid else place.zone | {*place.cells})
    }
    solid = {cell for place in board.places if place.kind.solid for cell in place.cells}
    hexes = []
    for column, row in board.hexes.cells():
        x, y = board.hexes.centre((column, row))
        terrain = board.terrain[column, row]
        grain = (column * 31 + row * 17 + (column * row) % 13) % 6
        label = board.hexes.label((column, row))
        cell = (column, row)
        hexes.append(Hex(x, y, label, terrain, grain, not terrain.blocks_move, cell in outlined, cell in solid))
    return BoardView(board, tuple(hexes))
