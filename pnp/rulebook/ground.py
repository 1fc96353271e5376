"""A game goes in, the symbols that stand for its terrains on little maps come out: its own template's, or plain ones.

The template is ``rulebook/diagram.svg``: an SVG file with a symbol for each terrain, in a hex of circumradius 10 round
the origin. Its id is the terrain's; ``ruin-0``, ``ruin-1`` are variants that take turns.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from pnp.board.hexes import Cell
from pnp.board.model import Terrain
from pnp.faces.compose import composer
from pnp.game.model import Component, Game
from pnp.paint.fault import SvgFault
from pnp.paint.tree import local, parse
from pnp.problems import GameError, Problem, Source, Span
from pnp.units import Size

TEMPLATE = "rulebook/diagram.svg"
RADIUS = 10.0
_HEX = "M-10 0L-5 -8.66H5L10 0L5 8.66H-5Z"
_OPEN = f'<symbol id="{{}}"><path d="{_HEX}" fill="#f4f1ea"/></symbol>'
_STRIPES = "M-7.5 -2L-3.5 -6M-7.5 3.5L2 -6M-5 6.5L6 -4.5M0.5 6.5L7.5 -0.5"
_SOLID = (
    f'<symbol id="{{}}"><path d="{_HEX}" fill="#77716a"/>'
    f'<path d="{_STRIPES}" stroke="#b8b2a8" stroke-width="1.1"/></symbol>'
)


@dataclass(frozen=True)
class Ground:
    """``symbols`` is SVG; ``variants`` the ids of each terrain's symbols."""

    symbols: str
    variants: Mapping[str, tuple[str, ...]]

    def symbol(self, terrain: Terrain, cell: Cell) -> str:
        """Which symbol a hex is drawn with."""
        names = self.variants[terrain.id]
        column, row = cell
        return names[(column * 31 + row * 17 + (column * row) % 13) % len(names)]


@lru_cache(maxsize=4)
def ground_of(game: Game, kinds: tuple[Terrain, ...]) -> Ground:
    """The symbols of a game's terrains. Raises GameError when its template is at fault."""
    found = _drawn(game)
    ids = re.findall(r'<symbol\b[^>]*\bid="([^"]+)"', found)
    symbols, variants = [found], {}
    for kind in kinds:
        names = tuple(name for name in ids if name == kind.id or re.fullmatch(re.escape(kind.id) + r"-\d+", name))
        if not names:
            names = (f"{kind.id}-plain",)
            symbols.append((_SOLID if kind.blocks_move else _OPEN).format(names[0]))
        variants[kind.id] = names
    return Ground("".join(symbols), variants)


def _drawn(game: Game) -> str:
    """What stands inside the template's root; empty when the game has none."""
    path = game.workspace.find("templates", game.name, TEMPLATE)
    if path is None:
        return ""
    span = Span(Source(game.workspace.shown(path), path.read_text(encoding="utf-8")))
    compose = composer(game, "a4")
    component = Component("diagrams", "Diagrams", span, TEMPLATE, {"": Size(2 * RADIUS, 2 * RADIUS)})
    svg = compose.face(component, None, "front").svg
    if compose.problems:
        raise GameError(compose.problems)
    try:
        root = parse(svg)
    except SvgFault as fault:
        raise GameError([Problem("svg", f"{fault.message} (while drawing diagrams)", span, fault.hint)]) from None
    strangers = [local(child.tag) for child in root if isinstance(child.tag, str) and local(child.tag) != "symbol"]
    if strangers:
        message = f"<{strangers[0]}> stands outside the symbols"
        raise GameError(
            [Problem("svg", message, span, "put one <symbol> for each terrain into the root, nothing else")]
        )
    return svg[svg.index(">", svg.index("<svg")) + 1 : svg.rindex("</svg>")]
