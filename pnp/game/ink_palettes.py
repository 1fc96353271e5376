"""The section ``ink`` of game.yaml goes in, and a game; the same game in the colours of a cheap print comes out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from pnp import inks
from pnp.game.model import Game
from pnp.game.sections import entries, read_color
from pnp.job import INKS, Ink
from pnp.problems import did_you_mean
from pnp.schema.read import Reader
from pnp.source.nodes import Node

CHEAP: tuple[Ink, ...] = tuple(ink for ink in INKS if ink != "full")


def read_inks(reader: Reader, node: Node | None, palette: Mapping[str, str]) -> dict[Ink, Mapping[str, str]]:
    """Colours by name for each cheap ink that the section names; every name is one of the palette."""
    found: dict[Ink, Mapping[str, str]] = {}
    for key, value in entries(reader, node, "ink"):
        ink = next((ink for ink in CHEAP if ink == key.text), None)
        if ink is None:
            message = f"unknown ink '{key.text}'"
            reader.problem("unknown-field", message, key.span, did_you_mean(key.text, CHEAP) or "write light or grey")
            continue
        colors: dict[str, str] = {}
        for name, color in entries(reader, value, f"ink.{ink}"):
            if name.text in palette:
                colors[name.text] = _long(read_color(reader, name, color))
            else:
                message = f"ink.{ink}: '{name.text}' is no colour of the palette"
                reader.problem("unknown-color", message, name.span, did_you_mean(name.text, palette))
        found[ink] = MappingProxyType(colors)
    return found


def with_ink(game: Game, ink: Ink) -> Game:
    """The game with the palette of an ink; itself in full ink, and where it is in that ink already.

    What the game does not say is left as it is: the painter finds the colour of each line and letter as it draws. In
    grey, colours that must be told apart get greys of their own.
    """
    if ink == game.ink:
        return game
    full = {name: _long(color) for name, color in game.palette.items()}
    palette = full | dict(game.inks.get("light", {}))
    if ink == "grey":
        own = game.inks.get("grey", {})
        groups = [group.colors for group in game.expected.distinct]
        palette |= {**inks.greys_apart(palette, groups, own), **own}
    return replace(game, ink=ink, palette=MappingProxyType(palette))


def _long(color: str) -> str:
    """``#rrggbb`` of three digits or six."""
    return color.lower() if len(color) == 7 else "#" + "".join(char * 2 for char in color[1:]).lower()
