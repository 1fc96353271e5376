"""A file of diagrams as nodes, and the game, go in; pictures come out: on hexes, on a field, or a face's callouts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pnp.board.hex_board import Board
from pnp.diagrams.callouts import read_callouts
from pnp.diagrams.depiction import Diagram, MarkLook, Picture, Style
from pnp.diagrams.field_scenario import read_field_diagram
from pnp.diagrams.hex_scenario import read_hex_diagram
from pnp.game.model import Game
from pnp.game.sections import entries, known_keys, read_fields, texts
from pnp.game.spec import named_kit
from pnp.problems import did_you_mean
from pnp.rules.kits import questions
from pnp.schema.read import Reader
from pnp.schema.types import field_types
from pnp.source.nodes import Mapping as MappingNode
from pnp.source.nodes import Node

MOST_TOGETHER = 10_000  # hexes of all maps
DIAGRAM_KEYS = ("board", "kits", "ink", "paper", "font", "looks", "diagrams")
DIAGRAM_TOP = field_types({"board": "text?", "ink": "color?", "paper": "color?", "font": "text?"})
LOOK = field_types({"fill": "color?", "edge": "color?", "icon": "icon?", "dashed": "flag?"})


def read_diagrams(reader: Reader, node: Node | None, game: Game) -> dict[str, Picture]:
    """Every diagram of a file, by its id; one with a mistake is left out, and the mistake is on the reader."""
    if not isinstance(node, MappingNode):
        if node is not None:
            hint = "or, where no diagram has a map of hexes, with 'diagrams:'"
            reader.problem("wrong-type", "a file of diagrams must begin with 'board: …'", node.span, hint)
        return {}
    known_keys(reader, node, DIAGRAM_KEYS, "the diagrams")
    top = read_fields(reader, node, DIAGRAM_TOP, "diagrams", ("kits", "looks", "diagrams"))
    asked = _questions(reader, node.get("kits"))
    board = _board(reader, node, top.get("board"), game)
    style = _style(reader, node, top, game)
    pictures: dict[str, Picture] = {}
    lacking, hexes = False, 0
    for key, value in entries(reader, node.get("diagrams"), "diagrams"):
        picture: Picture | None = None
        if isinstance(value, MappingNode) and value.get("field") is not None:
            picture = read_field_diagram(reader, key, value, style, game)
        elif isinstance(value, MappingNode) and value.get("face") is not None:
            picture = read_callouts(reader, key, value, style, game)
        elif board:
            picture = read_hex_diagram(reader, key, value, board, style, game, asked)
        elif top.get("board") is None and not lacking:
            lacking = True
            hint = "add board: with the name of a board, or give the diagram a field: [30, 20] in cm, or a face:"
            reader.problem("missing-field", "diagrams has no field 'board', whose hexes a map has", key.span, hint)
        if picture is not None:
            pictures[key.text] = picture
        hexes += len(picture.scene.board.hexes.cells()) if isinstance(picture, Diagram) else 0
        if hexes > MOST_TOGETHER:
            message = f"with diagram {key.text} the maps have more than {MOST_TOGETHER:,} hexes together"
            reader.problem("too-many", message, key.span, "show the parts that matter")
            break
    return pictures


def _questions(reader: Reader, node: Node | None) -> dict[str, Callable[..., object]]:
    """What the kits that a file names let its diagrams ask."""
    names = [item for item in texts(reader, node, "kits") if named_kit(reader, item, "questions")]
    return {question: function for name in names for question, function in questions(name.text).items()}


def _board(reader: Reader, node: MappingNode, name: object, game: Game) -> Board | None:
    if not isinstance(name, str):
        return None
    if name not in game.boards:
        span = (node.get("board") or node).span
        reader.problem("unknown-board", f"board: there is no board '{name}'", span, did_you_mean(name, game.boards))
    return game.boards.get(name)


def _style(reader: Reader, node: MappingNode, top: Mapping[str, object], game: Game) -> Style:
    looks = {}
    for key, value in entries(reader, node.get("looks"), "looks"):
        given = read_fields(reader, value, LOOK, f"looks.{key.text}")
        words = {name: str(given.get(name) or "") for name in ("fill", "edge", "icon")}
        looks[key.text] = MarkLook(**words, dashed=bool(given.get("dashed")))
    family = str(top.get("font") or next(iter(game.fonts.families), ""))
    if family not in game.fonts.families:
        span = (node.get("font") or node).span
        hint = did_you_mean(family, game.fonts.families)
        reader.problem("unknown-font", f"font: '{family}' is no family of fonts:", span, hint)
    plain = Style()
    return Style(str(top.get("ink") or plain.ink), str(top.get("paper") or plain.paper), family, looks)
