"""What a board is: terrain on every cell, altars with their zones, spawns."""

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


@dataclass(frozen=True, eq=False)
class Altar:
    """A place to take. Its own cell is solid: nobody enters it, but sight passes over it.

    ``zone`` is the open cells round it. ``record`` is what it refers to, once the game has resolved that.
    """

    open_to_templates: ClassVar = frozenset({"id", "name", "cell", "zone", "record"})

    id: str
    name: str
    cell: Cell
    zone: frozenset[Cell]
    record: object = None


@dataclass(frozen=True, eq=False)
class Spawn:
    """Where a team's figures enter: a few cells."""

    open_to_templates: ClassVar = frozenset({"id", "name", "cells", "record"})

    id: str
    name: str
    cells: tuple[Cell, ...]
    record: object = None


@dataclass(frozen=True, slots=True)
class Limits:
    """What a fair map keeps to; see ``pnp.board.checks``."""

    nearest_altars: int = 3
    distance_difference: int = 2
    most_entrances: int = 3


@dataclass(frozen=True, eq=False)
class Board:
    """The battlefield. ``kinds`` holds every terrain in the order of its file, the first for unmarked ground;
    ``legend`` says which token of the text map stands for which.
    """

    open_to_templates: ClassVar = frozenset({"title", "hexes", "kinds", "altars", "spawns", "sight"})

    title: str
    hexes: Hexes
    kinds: tuple[Terrain, ...]
    terrain: Mapping[Cell, Terrain]
    altars: tuple[Altar, ...]
    spawns: tuple[Spawn, ...]
    sight: SightRule = "axis"
    limits: Limits = Limits()
    legend: Mapping[str, Terrain] = field(default_factory=dict)

    @cached_property
    def ground(self) -> frozenset[Cell]:
        """Every cell a figure may stand on: no blocking terrain, no altar."""
        altars = {altar.cell for altar in self.altars}
        return frozenset(cell for cell, kind in self.terrain.items() if not kind.blocks_move and cell not in altars)

    def passable(self, cell: Cell) -> bool:
        """Whether a figure may stand there."""
        return cell in self.ground

    def see_through(self, cell: Cell) -> bool:
        """Whether sight passes over the cell's terrain."""
        return cell in self.hexes and not self.terrain[cell].blocks_sight
