"""The forms of what kits offer: keys that a designer writes, and the functions that their values are handed to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from pnp.board.hex_board import Board
from pnp.board.hexes import Cell
from pnp.board.textmap import Finding
from pnp.rules.rates import Simulation


class Key(NamedTuple):
    """A key that a designer writes: the type of its value, as in game.yaml, and what it is for, in a sentence."""

    type: str
    says: str


@dataclass(frozen=True, eq=False)
class BoardChecks:
    """What stands under a kit's name in a board's ``checks:``, and the function that holds the board to it.

    ``check`` gets the values by their keys, None for one that is left out.
    """

    keys: Mapping[str, Key]
    check: Callable[[Board, Mapping[str, Any]], list[Finding]]


@dataclass(frozen=True, eq=False)
class Simulator:
    """What stands in a simulation beside ``kit:``, and the function that makes a Simulation of its name and values.

    ``parts`` are keys that hold keys of their own; their values come as mappings. The key ``collection`` names whose
    records play, the key ``items`` their field that lists what they play with.
    """

    keys: Mapping[str, Key]
    parts: Mapping[str, Mapping[str, Key]]
    part_says: Mapping[str, str]
    collection: str
    items: str
    make: Callable[[str, Mapping[str, Any]], Simulation]


class Hexagons(Protocol):
    """Some hexes of a little map."""

    @property
    def cells(self) -> frozenset[Cell]:
        """Each by its column and row."""

    def __contains__(self, item: object) -> bool: ...

    def __iter__(self) -> Iterator[Cell]: ...


class Situation(Protocol):
    """A little map with figures, as a kit's questions may ask it. Each raises ValueError, in a designer's words."""

    def zone(self, place: object) -> Hexagons:
        """A place's zone."""

    def foes(self, who: object) -> Hexagons:
        """Where the figures of other teams stand."""


# what is answered to keys of files that were written before there were kits: how each is written now
_LIMITS = (
    "limits stand under the name of their kit: "
    "checks: {capture: {of: altar, from: spawn, nearest: 3, difference: 2, most-entrances: 3}}"
)
# keys of a board's file
FORMER_BOARD: Mapping[str, str] = MappingProxyType(
    {
        "altars": "write kinds: {altar: {solid: yes, zone: 1, hexes: 1}}, and places: {P: {kind: altar, name: …}}",
        "spawns": "write kinds: {spawn: {}}, and places: {R: {kind: spawn, name: …}}",
    }
)
# keys of its checks
FORMER_CHECKS: Mapping[str, str] = MappingProxyType(
    {"nearest-altars": _LIMITS, "distance-difference": _LIMITS, "most-entrances": _LIMITS}
)
# keys of a diagram on hexes
FORMER_DIAGRAM: Mapping[str, str] = MappingProxyType({"altars": "write places: {P: {kind: altar, is: …}}"})
