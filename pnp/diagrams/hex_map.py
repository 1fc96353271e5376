"""A scenario's map, figures and places as nodes go in; its Scene comes out, or problems with their line and column."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from pnp.board.hex_board import Board, Place, PlaceKind, Terrain
from pnp.board.hexes import Cell, Hexes
from pnp.board.moves import open_within
from pnp.diagrams.hex_scene import FUNCTIONS, Landmark, MapFigure, Scene
from pnp.game.model import Game
from pnp.game.sections import entries, read_fields
from pnp.problems import Span, did_you_mean
from pnp.schema.read import Reader
from pnp.schema.types import field_types
from pnp.schema.values import Record
from pnp.source.nodes import Mapping as MappingNode
from pnp.source.nodes import Node, Scalar, block_line, kind

MAX_HEXES = 400

TOKEN = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
EXPRESSION_WORDS = frozenset({"and", "or", "not", "in", "is", "if", "else", "true", "false", "none", "rules", "game"})
_REFERENCE = re.compile(r"([A-Za-z][\w-]*)\.([A-Za-z][\w-]*)")
FIGURE = field_types({"is": "text", "team": "text?", "on": "text?"})
LANDMARK = field_types({"kind": "text", "is": "text", "zone": "int 0..5?", "owner": "text?"})


@dataclass(frozen=True)
class _Grid:
    """The map's tokens row by row, and the node they were written in."""

    node: Scalar
    rows: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]  # of the node's text, one for each row

    def span(self, row: int, column: int) -> Span:
        """Where a token stands in the file; the whole value when it is no block of lines."""
        source = self.node.span.source
        line, _ = block_line(self.node, self.lines[row])
        found = list(re.finditer(r"\S+", source.line(line)))
        if [match[0] for match in found] != list(self.rows[row]):
            return self.node.span
        match = found[min(column, len(found) - 1)]
        return Span(source, line, match.start() + 1, len(match[0]))

    def cells(self, token: str) -> list[Cell]:
        """Where a token stands on the map."""
        return [(c + 1, r + 1) for r, row in enumerate(self.rows) for c, word in enumerate(row) if word == token]


def read_scene(
    reader: Reader, node: MappingNode, board: Board, game: Game, questions: Mapping[str, Callable[..., object]]
) -> Scene | None:
    """The scene of one diagram; None when its map or those on it cannot be placed. ``questions`` are those of kits."""
    before = len(reader.problems)
    grid = _grid(reader, node.get("map"))
    known = {*FUNCTIONS, *questions, *game.book.names}
    taken = {*known, *(name.replace("-", "_") for name in game.collections), *EXPRESSION_WORDS}
    figures = _declared(reader, node, "figures", board, taken)
    places = _declared(reader, node, "places", board, {*taken, *figures})
    if grid is None:
        return None
    _check_rows(reader, grid)
    _check_tokens(reader, grid, {*figures, *places}, board)
    for token, (key, _) in {**figures, **places}.items():
        cells = grid.cells(token)
        if len(cells) != 1:
            times = f"{len(cells)} times" if cells else "nowhere"
            hint = "put its token on one hex of the map, or take it out here"
            reader.problem("diagram-map", f"'{token}' stands {times} on the map", key.span, hint)
    grounds = _grounds(reader, grid, figures, board)
    kinds = {token: _kind(reader, value, board) for token, (_, value) in places.items()}
    if len(reader.problems) > before:
        return None
    hexes = Hexes(len(grid.rows[0]), len(grid.rows), board.hexes.flat_to_flat, board.hexes.stagger)
    terrain = {
        (c + 1, r + 1): board.legend.get(word) or grounds.get(word) or board.kinds[0]
        for r, row in enumerate(grid.rows)
        for c, word in enumerate(row)
    }
    solid = [grid.cells(token)[0] for token, kind in kinds.items() if kind and kind.solid]

    def zone_of(cell: Cell, radius: int) -> frozenset[Cell]:
        return open_within(hexes, terrain, [cell], radius, solid)

    landmarks = {
        token: _landmark(reader, token, value, grid.cells(token)[0], kind, zone_of, game)
        for (token, (_, value)), kind in zip(places.items(), kinds.values(), strict=True)
    }
    little = Board(
        board.title,
        hexes,
        board.kinds,
        terrain,
        tuple(landmark.place for landmark in landmarks.values() if landmark),
        board.sight,
        board.place_kinds,
        board.legend,
    )
    placed = {token: _figure(reader, token, value, grid.cells(token)[0], game) for token, (_, value) in figures.items()}
    if len(reader.problems) > before:
        return None
    return Scene(
        little,
        {token: figure for token, figure in placed.items() if figure},
        {token: landmark for token, landmark in landmarks.items() if landmark},
        questions,
    )


def find_record(reader: Reader, node: Node | None, field: str, game: Game) -> Record | None:
    """The record that ``heroes.ada`` names; a problem when there is none."""
    if not isinstance(node, Scalar) or node.empty:
        return None
    match = _REFERENCE.fullmatch(node.text)
    if match is None:
        hint = f"write it as {next(iter(game.collections), 'heroes')}.NAME"
        reader.problem("wrong-type", f"{field}: expected a record, found {kind(node)}", node.span, hint)
        return None
    name, record = match[1], match[2]
    collection = game.collections.get(name) or game.collections.get(name.replace("_", "-"))
    if collection is None:
        hint = did_you_mean(name, game.collections)
        reader.problem("unknown-collection", f"{field}: there is no collection '{name}'", node.span, hint)
        return None
    if record not in collection.records:
        hint = did_you_mean(record, collection.records)
        reader.problem("unknown-reference", f"{field}: there is no '{record}' in {name}", node.span, hint)
        return None
    return collection[record]


def _grid(reader: Reader, node: Node | None) -> _Grid | None:
    if not isinstance(node, Scalar) or node.empty:
        return None  # said already: the field is missing or no text
    lines = node.text.splitlines()
    kept = tuple(i for i, line in enumerate(lines) if line.strip())
    rows = tuple(tuple(lines[i].split()) for i in kept)
    if sum(map(len, rows)) > MAX_HEXES:
        message = f"the map has {sum(map(len, rows)):,} hexes: more than the {MAX_HEXES} that a diagram may have"
        reader.problem("diagram-map", message, node.span, "show the part that matters")
        return None
    return _Grid(node, rows, kept)


def _check_rows(reader: Reader, grid: _Grid) -> None:
    for r, row in enumerate(grid.rows):
        if len(row) != len(grid.rows[0]):
            message = f"row {r + 1} of the map has {len(row)} hexes, the first row has {len(grid.rows[0])}"
            span = grid.span(r, min(len(row), len(grid.rows[0])) - 1)
            reader.problem("diagram-map", message, span, "one token a hex, a space between two")


def _check_tokens(reader: Reader, grid: _Grid, declared: set[str], board: Board) -> None:
    for r, row in enumerate(grid.rows):
        for c, word in enumerate(row):
            if word not in declared and word not in board.legend:
                hint = did_you_mean(word, [*declared, *board.legend]) or "explain it under figures: or places:"
                message = f"the map has '{word}', which is no figure, no place and no terrain"
                reader.problem("diagram-map", message, grid.span(r, c), hint)


def _declared(
    reader: Reader, node: MappingNode, section: str, board: Board, taken: Collection[str]
) -> dict[str, tuple[Scalar, Node]]:
    """What a section declares by token; a token that means something else already is a problem."""
    found = {}
    for key, value in entries(reader, node.get(section), section):
        token = key.text
        if not TOKEN.fullmatch(token):
            message, hint = f"'{token}' is no token", "begin with a letter; then letters, digits and _"
        elif token in board.legend:
            message, hint = f"'{token}' already means {board.legend[token].name} on the map", "choose another token"
        elif token in taken:
            message, hint = f"'{token}' already means something in expressions", "choose another token"
        else:
            found[token] = (key, value)
            continue
        found[token] = (key, value)
        reader.problem("diagram-token", message, key.span, hint)
    return found


def _grounds(
    reader: Reader, grid: _Grid, figures: Mapping[str, tuple[Scalar, Node]], board: Board
) -> dict[str, Terrain]:
    """What each figure stands on: the first terrain, or what its ``on`` says; never where nobody can stand."""
    kinds = {terrain.id: terrain for terrain in board.kinds}
    grounds = {}
    for token, (key, value) in figures.items():
        node = value.get("on") if isinstance(value, MappingNode) else None
        name = node.text if isinstance(node, Scalar) and not node.empty else board.kinds[0].id
        if node is not None and name not in kinds:
            reader.problem("unknown-terrain", f"on: there is no terrain '{name}'", node.span, did_you_mean(name, kinds))
            continue
        grounds[token] = kinds[name]
        if kinds[name].blocks_move:
            places = grid.cells(token)
            span = node.span if node else grid.span(places[0][1] - 1, places[0][0] - 1) if places else key.span
            message = f"'{token}' stands on {kinds[name].name}, where nobody can stand"
            reader.problem("diagram-map", message, span, "say on: with the id of open ground")
    return grounds


def _figure(reader: Reader, token: str, node: Node, cell: Cell, game: Game) -> MapFigure | None:
    read_fields(reader, node, FIGURE, token)
    if not isinstance(node, MappingNode):
        return None
    record = find_record(reader, node.get("is"), "is", game)
    team = find_record(reader, node.get("team"), "team", game)
    if record is None:
        return None
    fields = {**game.book.combatant(record).fields_of_record, "team": team, "cell": cell}
    return MapFigure(token, record, cell, team, fields)


def _kind(reader: Reader, node: Node, board: Board) -> PlaceKind | None:
    """The kind of place that an entry is of, one of the board's; None where it names none."""
    name = node.get("kind") if isinstance(node, MappingNode) else None
    if not isinstance(name, Scalar) or name.empty:
        return None  # said when its fields are read
    if name.text not in board.place_kinds:
        hint = did_you_mean(name.text, board.place_kinds) or "describe it under kinds: in the board's file"
        message = f"kind: '{name.text}' is no kind of place of the board"
        reader.problem("unknown-choice", message, name.span, hint)
    return board.place_kinds.get(name.text)


def _landmark(
    reader: Reader,
    token: str,
    node: Node,
    cell: Cell,
    kind: PlaceKind | None,
    zone_of: Callable[[Cell, int], frozenset[Cell]],
    game: Game,
) -> Landmark | None:
    given = read_fields(reader, node, LANDMARK, token)
    if not isinstance(node, MappingNode):
        return None
    record = find_record(reader, node.get("is"), "is", game)
    owner = find_record(reader, node.get("owner"), "owner", game)
    if record is None or kind is None:
        return None
    radius = given["zone"] if isinstance(given["zone"], int) else kind.zone
    name = str(record.fields_of_record.get("name", record.id))
    place = Place(kind, token, name, (cell,), zone_of(cell, radius), record)
    return Landmark(token, record, place, owner, {**record.fields_of_record, "owner": owner, "cell": cell})
