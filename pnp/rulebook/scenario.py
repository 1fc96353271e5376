"""A file of scenarios as nodes, and the game, go in; Diagrams come out: everything computed, every claim held true.

What is wrong is added to the reader's problems: a false claim like any other mistake, with its line and a cure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from pnp.board.hexes import Cell
from pnp.board.model import Board
from pnp.game.model import Game
from pnp.game.sections import entries, known_keys, read_fields, texts
from pnp.problems import Span, did_you_mean
from pnp.rulebook.depiction import Area, Diagram, Line, Look, Style
from pnp.rulebook.littlemap import read_scene
from pnp.rulebook.scene import Cells, Scene, cell_of, cells_of
from pnp.rules.sandbox import RuleError, evaluate, render
from pnp.schema.read import Reader
from pnp.schema.types import FieldType, parse_type
from pnp.schema.values import FieldText
from pnp.source.nodes import Listing, Node, Scalar, kind
from pnp.source.nodes import Mapping as MappingNode

T = TypeVar("T")


def _types(**fields: str) -> dict[str, FieldType]:
    return {name: parse_type(text, (), ()) for name, text in fields.items()}


DIAGRAM_KEYS = ("board", "ink", "paper", "font", "looks", "diagrams")
DIAGRAM_TOP = _types(board="text", ink="color?", paper="color?", font="text?")
LOOK = _types(fill="color?", edge="color?", icon="icon?", dashed="flag?")
DIAGRAM = _types(title="text", map="text", caption="text", alt="text")
SECTIONS = ("figures", "altars", "areas", "lines", "claims")
AREA = _types(cells="text", look="text", steps="flag?")
LINE = {
    name: parse_type(text, (), ())
    for name, text in {"from": "text", "to": "text", "look": "text?", "holds": "text?"}.items()
}


def read_diagrams(reader: Reader, node: Node | None, game: Game) -> dict[str, Diagram]:
    """Every diagram of a file, by its id; one with a mistake is left out, and the mistake is on the reader."""
    if not isinstance(node, MappingNode):
        if node is not None:
            reader.problem("wrong-type", "a file of diagrams must begin with 'board: …'", node.span)
        return {}
    known_keys(reader, node, DIAGRAM_KEYS, "the diagrams")
    top = read_fields(reader, node, DIAGRAM_TOP, "diagrams", ("looks", "diagrams"))
    board = _board(reader, node, top.get("board"), game)
    style = _style(reader, node, top, game)
    diagrams: dict[str, Diagram] = {}
    for key, value in entries(reader, node.get("diagrams"), "diagrams"):
        diagram = _diagram(reader, key, value, board, style, game) if board else None
        if diagram is not None:
            diagrams[key.text] = diagram
    return diagrams


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
        looks[key.text] = Look(**words, dashed=bool(given.get("dashed")))
    family = str(top.get("font") or next(iter(game.fonts.families), ""))
    if family not in game.fonts.families:
        span = (node.get("font") or node).span
        hint = did_you_mean(family, game.fonts.families)
        reader.problem("unknown-font", f"font: '{family}' is no family of fonts:", span, hint)
    plain = Style()
    return Style(str(top.get("ink") or plain.ink), str(top.get("paper") or plain.paper), family, looks)


@dataclass(frozen=True)
class _Desk:
    """What the parts of one diagram are computed with."""

    reader: Reader
    names: Mapping[str, object]
    scene: Scene
    style: Style

    def value(self, node: Node | None, what: str, take: Callable[[object], T]) -> T | None:
        """An expression's value, as ``take`` understands it; None after a problem."""
        if not isinstance(node, Scalar) or node.empty:
            return None  # said already
        try:
            return take(evaluate(node.text, self.names))
        except RuleError as error:
            self.reader.problem("bad-expression", f"{what}: {error}", node.span, error.hint)
        except ValueError as error:
            self.reader.problem("bad-expression", f"{what}: {error}", node.span)
        return None

    def look(self, node: Node | None) -> Look | None:
        """A look by its name."""
        if not isinstance(node, Scalar) or node.empty:
            return None
        if node.text not in self.style.looks:
            hint = did_you_mean(node.text, self.style.looks) or "describe it under looks:"
            self.reader.problem("unknown-look", f"look: there is no look '{node.text}'", node.span, hint)
        return self.style.looks.get(node.text)

    def text(self, node: MappingNode, name: str, path: str) -> str:
        """A text with its braces filled in and its white space made single."""
        given = node.get(name)
        if not isinstance(given, Scalar):
            return ""
        try:
            filled = " ".join(render(given.text, self.names).split())
        except RuleError as error:
            span = _line_span(given, error.line)
            self.reader.problem("bad-expression", f"{path}.{name}: {error}", span, error.hint)
            return ""
        return FieldText.of(filled, f"{path}.{name}", given.span)


def _line_span(node: Scalar, line: int) -> Span:
    """A line of a text that may be a block; the text itself when it is a single line."""
    source, number = node.span.source, node.span.line + line
    first = source.line(node.span.line)[node.span.column - 1 :]
    if not first.startswith(("|", ">")):
        return node.span
    text = source.line(number)
    return Span(source, number, len(text) - len(text.lstrip()) + 1, max(1, len(text.strip())))


def _diagram(reader: Reader, key: Scalar, node: Node, board: Board, style: Style, game: Game) -> Diagram | None:
    path = f"diagrams.{key.text}"
    before = len(reader.problems)
    if isinstance(node, MappingNode):
        node = MappingNode(node.entries, key.span)  # what it lacks is said beside its name
    read_fields(reader, node, DIAGRAM, path, SECTIONS)
    if not isinstance(node, MappingNode):
        return None
    scene = read_scene(reader, node, board, game)
    if scene is None:
        return None
    desk = _Desk(reader, _names(scene, game), scene, style)
    areas = _areas(desk, node.get("areas"))
    lines = _lines(desk, node.get("lines"))
    claims = _claims(desk, node.get("claims"), key)
    title, caption, alt = (desk.text(node, name, path) for name in ("title", "caption", "alt"))
    if len(reader.problems) > before:
        return None
    size = (scene.board.hexes.columns, scene.board.hexes.rows)
    return Diagram(key.text, title, key.span, caption, alt, size, scene, areas, lines, claims, style)


def _names(scene: Scene, game: Game) -> dict[str, object]:
    """What a diagram's expressions and texts may name: the rules, every collection, the map's functions and tokens."""
    collections = {name.replace("-", "_"): collection for name, collection in game.collections.items()}
    return {**game.book.names, "rules": game.rules, **collections, **scene.names()}


def _items(reader: Reader, node: Node | None, what: str) -> tuple[Node, ...]:
    if node is None:
        return ()
    if not isinstance(node, Listing):
        reader.problem("wrong-type", f"{what}: expected a list, found {kind(node)}", node.span, "write it with dashes")
        return ()
    return node.items


def _areas(desk: _Desk, node: Node | None) -> tuple[Area, ...]:
    found = []
    for item in _items(desk.reader, node, "areas"):
        given = read_fields(desk.reader, item, AREA, "areas")
        if not isinstance(item, MappingNode):
            continue
        look = desk.look(item.get("look"))
        chosen = desk.value(item.get("cells"), "cells", lambda value: (cells_of(value), value))
        if chosen is None or look is None:
            continue
        cells, value = chosen
        steps = value.steps if given["steps"] and isinstance(value, Cells) else {}
        if given["steps"] and not steps:
            span = (item.get("steps") or item).span
            desk.reader.problem("no-steps", "steps: these hexes were not walked to", span, "use them with reach(…)")
        found.append(Area(cells, look, steps))
    return tuple(found)


def _lines(desk: _Desk, node: Node | None) -> tuple[Line, ...]:
    found = []
    for item in _items(desk.reader, node, "lines"):
        read_fields(desk.reader, item, LINE, "lines")
        if not isinstance(item, MappingNode):
            continue
        start, end = (desk.value(item.get(name), name, _placed) for name in ("from", "to"))
        if start is None or end is None:
            continue
        holds = item.get("holds")
        if holds is None:
            clear = desk.scene.sees(start[1], end[1])
            stopped = tuple(desk.scene.obstacle(start[1], end[1]))
        else:
            clear, stopped = bool(desk.value(holds, "holds", _yes_or_no)), ()
        found.append(Line(start[0], end[0], clear, stopped, desk.look(item.get("look"))))
    return tuple(found)


def _claims(desk: _Desk, node: Node | None, key: Scalar) -> tuple[str, ...]:
    """Every claim must hold; a diagram that claims nothing proves nothing."""
    claims = texts(desk.reader, node, "claims")
    if not claims:
        hint = 'add claims: ["sees(A, e)"], one for each thing that the caption says'
        desk.reader.problem("missing-field", f"diagrams.{key.text} has no claims", key.span, hint)
    for claim in claims:
        value = desk.value(claim, "claim", _yes_or_no)
        if value is False:
            hint = "mend the map, or the claim and the caption"
            desk.reader.problem("false-claim", f"{key.text}: it is not true that {claim.text}", claim.span, hint)
    return tuple(claim.text for claim in claims)


def _placed(value: object) -> tuple[Cell, object]:
    return cell_of(value), value


def _yes_or_no(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise ValueError(f"'{value}' is neither true nor false: compare it with something")
