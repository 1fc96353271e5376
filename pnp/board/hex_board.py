"""What a board is: terrain on every cell, and places of the game's own kinds with their zones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Literal

from pnp.board.hexes import Cell, Hexes

SightRule = Literal["axis", "centre"]


@dataclass(frozen=True, slots=True)
class Terrain:
    """A kind of ground."""

    open_to_templates: ClassVar = frozenset({"id", "name", "blocks_move", "blocks_sight"})

    id: str
    name: str
    blocks_move: bool = False
    blocks_sight: bool = False


@dataclass(frozen=True, slots=True)
class PlaceKind:
    """A kind of place, under the game's own word for it (``id``).

    ``solid``: nobody enters its hexes, but sight passes over them. ``zone`` is how many hexes round it belong to it.
    ``hexes`` is how many hexes one such place has; None for any number. ``cut``: a joint of tiles may cut it.
    """

    open_to_templates: ClassVar = frozenset({"id", "solid", "zone", "hexes", "cut"})

    id: str
    solid: bool = False
    zone: int = 0
    hexes: int | None = None
    cut: bool = False


@dataclass(frozen=True, eq=False)
class Place:
    """Some cells with a name. ``zone`` is the open cells round them, as far as its kind or the place itself says.

    ``record`` is what it refers to, once the game has resolved that.
    """

    open_to_templates: ClassVar = frozenset({"id", "kind", "name", "cell", "cells", "zone", "record"})

    kind: PlaceKind
    id: str
    name: str
    cells: tuple[Cell, ...]
    zone: frozenset[Cell] = frozenset()
    record: object = None

    @property
    def cell(self) -> Cell:
        """Its first cell, row by row; the only one of many a place."""
        return self.cells[0]


@dataclass(frozen=True, eq=False)
class Board:
    """A field of hexes. ``kinds`` holds every terrain in the order of its file, the first for unmarked ground;
    ``place_kinds`` every kind of place by its id; ``legend`` says which token of the text map stands for which terrain.
    """

    open_to_templates: ClassVar = frozenset({"title", "hexes", "kinds", "places", "sight"})

    title: str
    hexes: Hexes
    kinds: tuple[Terrain, ...]
    terrain: Mapping[Cell, Terrain]
    places: tuple[Place, ...] = ()
    sight: SightRule = "axis"
    place_kinds: Mapping[str, PlaceKind] = field(default_factory=dict)
    legend: Mapping[str, Terrain] = field(default_factory=dict)

    def places_of(self, kind: str) -> tuple[Place, ...]:
        """The places of one kind, in the order of the board's file."""
        return tuple(place for place in self.places if place.kind.id == kind)

    @cached_property
    def ground(self) -> frozenset[Cell]:
        """Every cell a figure may stand on: no blocking terrain, no solid place."""
        solid = {cell for place in self.places if place.kind.solid for cell in place.cells}
        return frozenset(cell for cell, kind in self.terrain.items() if not kind.blocks_move and cell not in solid)

    def passable(self, cell: Cell) -> bool:
        """Whether a figure may stand there."""
        return cell in self.ground

    def see_through(self, cell: Cell) -> bool:
        """Whether sight passes over the cell's terrain."""
        return cell in self.hexes and not self.terrain[cell].blocks_sight
