"""A scenario on hexes as nodes, and the game, go in; its Diagram comes out: everything computed, every claim held true.

What is wrong is added to the reader's problems: a false claim like any other mistake, with its line and a cure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pnp.board.hex_board import Board
from pnp.board.hexes import Cell
from pnp.diagrams.asking import Asking, game_names, items_of, yes_or_no
from pnp.diagrams.depiction import Area, Diagram, DrawnLine, Style
from pnp.diagrams.hex_map import read_scene
from pnp.diagrams.hex_scene import HexSet, Scene, cell_of, cells_of
from pnp.game.model import Game
from pnp.game.sections import read_fields
from pnp.rules.kits.offers import FORMER_DIAGRAM
from pnp.schema.read import Reader
from pnp.schema.types import field_types
from pnp.source.nodes import Mapping as MappingNode
from pnp.source.nodes import Node, Scalar

DIAGRAM = field_types({"title": "text", "map": "text", "caption": "text", "alt": "text"})
SECTIONS = ("figures", "places", "areas", "lines", "claims")
AREA = field_types({"cells": "text", "look": "text", "steps": "flag?"})
LINE = field_types({"from": "text", "to": "text", "look": "text?", "holds": "text?"})


def read_hex_diagram(
    reader: Reader,
    key: Scalar,
    node: Node,
    board: Board,
    style: Style,
    game: Game,
    questions: Mapping[str, Callable[..., object]],
) -> Diagram | None:
    """One situation on a little map; None after a problem. ``questions`` are those of the kits that the file names."""
    path = f"diagrams.{key.text}"
    before = len(reader.problems)
    if isinstance(node, MappingNode):
        node = MappingNode(node.entries, key.span)  # what it lacks is said beside its name
    former = [name for name in FORMER_DIAGRAM if isinstance(node, MappingNode) and node.get(name) is not None]
    read_fields(reader, node, DIAGRAM, path, (*SECTIONS, *former))
    if not isinstance(node, MappingNode):
        return None
    if former:
        span = (node.key(former[0]) or key).span
        message = f"{path}: '{former[0]}' is no longer written so"
        reader.problem("unknown-field", message, span, FORMER_DIAGRAM[former[0]])
        return None
    scene = read_scene(reader, node, board, game, questions)
    if scene is None:
        return None
    asking = Asking(reader, game_names(game) | scene.names(), style)
    areas = _areas(asking, node.get("areas"))
    lines = _lines(asking, scene, node.get("lines"))
    claims = asking.claims(node.get("claims"), key)
    title, caption, alt = (asking.text(node, name, path) for name in ("title", "caption", "alt"))
    if len(reader.problems) > before:
        return None
    size = (scene.board.hexes.columns, scene.board.hexes.rows)
    return Diagram(key.text, title, key.span, caption, alt, size, scene, areas, lines, claims, style)


def _areas(asking: Asking, node: Node | None) -> tuple[Area, ...]:
    found = []
    for item in items_of(asking.reader, node, "areas"):
        given = read_fields(asking.reader, item, AREA, "areas")
        if not isinstance(item, MappingNode):
            continue
        look = asking.look(item.get("look"))
        chosen = asking.value(item.get("cells"), "cells", lambda value: (cells_of(value), value))
        if chosen is None or look is None:
            continue
        cells, value = chosen
        steps = value.steps if given["steps"] and isinstance(value, HexSet) else {}
        if given["steps"] and not steps:
            span = (item.get("steps") or item).span
            asking.reader.problem("no-steps", "steps: these hexes were not walked to", span, "use them with reach(…)")
        found.append(Area(cells, look, steps))
    return tuple(found)


def _lines(asking: Asking, scene: Scene, node: Node | None) -> tuple[DrawnLine, ...]:
    found = []
    for item in items_of(asking.reader, node, "lines"):
        read_fields(asking.reader, item, LINE, "lines")
        if not isinstance(item, MappingNode):
            continue
        start, end = (asking.value(item.get(name), name, _placed) for name in ("from", "to"))
        if start is None or end is None:
            continue
        holds = item.get("holds")
        if holds is None:
            clear = scene.sees(start[1], end[1])
            stopped = tuple(scene.obstacle(start[1], end[1]))
        else:
            clear, stopped = bool(asking.value(holds, "holds", yes_or_no)), ()
        found.append(DrawnLine(start[0], end[0], clear, stopped, asking.look(item.get("look"))))
    return tuple(found)


def _placed(value: object) -> tuple[Cell, object]:
    return cell_of(value), value
