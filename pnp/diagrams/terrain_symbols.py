"""A game and terrains go in, their symbols on little maps come out: those of the game's own template, or plain ones.

The template is ``rulebook/diagram.svg``: an SVG file with a symbol for each terrain, in a hex of circumradius 10 round
the origin. Its id is the terrain's; ``ruin-0``, ``ruin-1`` are variants that take turns.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from pnp.board.hex_board import Terrain
from pnp.board.hexes import Cell
from pnp.faces.compose import composer
from pnp.game.model import Component, Game
from pnp.job import PrintJob
from pnp.problems import GameError, Problem, Span
from pnp.source.text_file import read_text
from pnp.svg.encoding import encoding_of
from pnp.svg.tree import SvgFault, bare, local, parse, written
from pnp.units import Size

TEMPLATE = "rulebook/diagram.svg"
RADIUS = 10.0
_HEX = "M-10 0L-5 -8.66H5L10 0L5 8.66H-5Z"
_STRIPES = "M-7.5 -2L-3.5 -6M-7.5 3.5L2 -6M-5 6.5L6 -4.5M0.5 6.5L7.5 -0.5"
_OPEN = f'<symbol id="{{}}"><path d="{_HEX}" fill="#f4f1ea"/></symbol>'
_SOLID = (
    f'<symbol id="{{}}"><path d="{_HEX}" fill="#77716a"/>'
    f'<path d="{_STRIPES}" stroke="#b8b2a8" stroke-width="1.1"/></symbol>'
)


@dataclass(frozen=True)
class TerrainSymbols:
    """The SVG of each symbol by its id, and the ids of each terrain's symbols."""

    symbols: Mapping[str, str]
    variants: Mapping[str, tuple[str, ...]]

    def symbol(self, terrain: Terrain, cell: Cell) -> str:
        """Which symbol a hex is drawn with."""
        names = self.variants[terrain.id]
        column, row = cell
        return names[(column * 31 + row * 17 + (column * row) % 13) % len(names)]


@dataclass(eq=False)
class SymbolSets:
    """The symbols of one game's terrains, each set of them drawn once for all diagrams."""

    game: Game
    made: dict[tuple[Terrain, ...], TerrainSymbols] = field(default_factory=dict)

    def of(self, kinds: tuple[Terrain, ...]) -> TerrainSymbols:
        """The symbols for a board with these terrains. Raises GameError when the game's template is at fault."""
        if kinds not in self.made:
            self.made[kinds] = symbols_of(self.game, kinds)
        return self.made[kinds]


def symbols_of(game: Game, kinds: tuple[Terrain, ...]) -> TerrainSymbols:
    """The symbols of a game's terrains. Raises GameError when its template is at fault."""
    symbols, variants = _drawn(game), {}
    for kind in kinds:
        wanted = re.compile(re.escape(kind.id) + r"(-\d+)?")
        variants[kind.id] = tuple(name for name in symbols if wanted.fullmatch(name)) or (f"{kind.id}-plain",)
    for kind in kinds:
        plain = (_SOLID if kind.blocks_move else _OPEN).format(f"{kind.id}-plain")
        symbols.setdefault(f"{kind.id}-plain", plain)
    return TerrainSymbols(symbols, variants)


def _drawn(game: Game) -> dict[str, str]:
    """The symbols of the template; none when the game has no template."""
    path = game.workspace.find("templates", game.name, TEMPLATE)
    if path is None:
        return {}
    span = Span(read_text(path, game.workspace.shown(path), game.workspace.within, encoding_of))
    compose = composer(game, PrintJob(ink=game.ink))
    component = Component("diagrams", "Diagrams", span, TEMPLATE, {"": Size(2 * RADIUS, 2 * RADIUS)})
    svg = compose.face(component, None, "front").svg
    if compose.problems:
        raise GameError(compose.problems)
    try:
        root = parse(svg)
    except SvgFault as fault:
        raise GameError([Problem("svg", f"{fault.message} (while drawing diagrams)", span, fault.hint)]) from None
    symbols = {}
    for child in root:
        if local(child.tag) != "symbol" or not child.get("id"):
            hint = "put nothing but a <symbol id='…'> for each terrain into it"
            raise GameError([Problem("svg", f"<{local(child.tag)}> is no terrain's symbol", span, hint)])
        symbol = bare(child)
        symbol.tail = None
        symbols[child.get("id", "")] = written(symbol)
    return symbols
