"""The ``boards:`` section and its files go in, boards come out; findings become problems with their line and column."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pnp.board.hex_board import Board
from pnp.board.textmap import BoardError, Finding, read_board
from pnp.game.datafile import read_beside
from pnp.game.model import Collection
from pnp.game.sections import entries, known_keys, read_fields, texts
from pnp.game.spec import BOARD_KEYS, fields_of, named_kit
from pnp.game.workspace import Workspace
from pnp.problems import Span, did_you_mean
from pnp.rules.kits import board_checks
from pnp.rules.kits.offers import FORMER_BOARD, FORMER_CHECKS
from pnp.schema.naming import check_name
from pnp.schema.read import Reader
from pnp.schema.types import field_types
from pnp.schema.values import Record
from pnp.source.nodes import Mapping as MappingNode
from pnp.source.nodes import Node, Scalar, block_line, kind, shortened

MAX_PLACES = 100
MAX_TOKEN = 8
BOARD_FILE_KEYS = ("title", "hex", "line-of-sight", "terrain", "legend", "kinds", "places", "checks", "map")
HEX = field_types({"flat-to-flat": "length 5..200", "stagger": "one of even | odd?"})
TERRAIN = field_types({"name": "text"})
PLACE_KIND = field_types({"solid": "flag?", "zone": "int 0..5?", "hexes": "int 1..100?", "cut": "flag?"})
PLACE = field_types({"kind": "text", "name": "text", "zone": "int 0..5?"})
BOARD_TOP = field_types({"title": "text?", "line-of-sight": "one of axis | centre?", "map": "text"})


def read_boards(
    reader: Reader,
    node: Node | None,
    collections: Mapping[str, Collection],
    folder: Path,
    workspace: Workspace,
) -> dict[str, Board]:
    """Read every board a game names: ``island: board.yaml``, or with ``refs`` from places' keys to collections."""
    boards = {}
    for key, value in entries(reader, node, "boards"):
        file, refs = value, {}
        if isinstance(value, MappingNode):
            file = value.get("file") or value
            refs = _refs(reader, value.get("refs"), collections)
            known_keys(reader, value, BOARD_KEYS, f"boards.{key.text}")
        page = read_beside(reader, file, folder, workspace)
        if page is None:
            continue
        board = _board(reader, page, refs, collections)
        if board is not None:
            boards[key.text] = board
    return boards


def _refs(reader: Reader, node: Node | None, collections: Mapping[str, Collection]) -> dict[str, str]:
    """Which keys of places name a record, and of which collection."""
    refs = {}
    for name, item in entries(reader, node, "refs"):
        if name.text in PLACE:
            reader.problem("bad-name", f"refs: '{name.text}' is taken already", name.span, "choose another key")
        elif not isinstance(item, Scalar) or item.text not in collections:
            found = f"'{shortened(item.text)}'" if isinstance(item, Scalar) else kind(item)
            hint = did_you_mean(item.text, collections) if isinstance(item, Scalar) else "such as blessing: blessings"
            reader.problem(
                "unknown-collection", f"{shortened(name.text)}: there is no collection {found}", item.span, hint
            )
        else:
            refs[name.text] = item.text
    return refs


def _board(reader: Reader, page: Node, refs: Mapping[str, str], collections: Mapping[str, Collection]) -> Board | None:
    if not isinstance(page, MappingNode):
        reader.problem("wrong-type", "a board file must begin with 'title: …'", page.span)
        return None
    before = len(reader.problems)
    known_keys(reader, page, BOARD_FILE_KEYS, "the board", FORMER_BOARD)
    others = [key.text for key, _ in page.entries if key.text not in BOARD_TOP]
    top = read_fields(reader, page, BOARD_TOP, "board", others)
    hexes = read_fields(reader, page.get("hex") or page, HEX, "hex", () if page.get("hex") else BOARD_FILE_KEYS)
    values: dict[str, object] = {
        "title": top.get("title") or "",
        "map": top.get("map") or "",
        "line-of-sight": top.get("line-of-sight") or "axis",
        "hex": {**hexes, "stagger": hexes.get("stagger") or "even"},
        "terrain": _terrains(reader, page.get("terrain")),
        "legend": _legend(reader, page.get("legend")),
        "kinds": _kinds(reader, page.get("kinds")),
        "places": _places(reader, page.get("places"), refs, collections),
    }
    checks = _checks(reader, page.get("checks"))
    if len(reader.problems) > before:
        return None
    try:
        board = read_board(values)
        findings = [finding for kit, given in checks.items() for finding in board_checks(kit).check(board, given)]
    except BoardError as error:
        board, findings = None, error.findings
    for finding in findings:
        reader.problem("board", finding.message, _place(page, finding), finding.hint)
    return board


def _checks(reader: Reader, node: Node | None) -> dict[str, dict[str, object]]:
    """What the board asks of each kit that it names; a board that names none is held to nothing."""
    checks = {}
    for key, value in entries(reader, node, "checks"):
        if key.text in FORMER_CHECKS:
            message = f"checks: '{key.text}' is no longer written here"
            reader.problem("unknown-field", message, key.span, FORMER_CHECKS[key.text])
        elif named_kit(reader, key, "checks"):
            checks[key.text] = read_fields(reader, value, fields_of(board_checks(key.text).keys), key.text)
    return checks


def _kinds(reader: Reader, node: Node | None) -> dict[str, object]:
    """The kinds of places."""
    kinds: dict[str, object] = {}
    for key, value in entries(reader, node, "kinds"):
        check_name(reader, key, "kind of place")
        given = read_fields(reader, value, PLACE_KIND, f"kinds.{key.text}")
        flags = {name: bool(given[name]) for name in ("solid", "cut")}
        kinds[key.text] = {**flags, "zone": given["zone"] or 0, "hexes": given["hexes"]}
    return kinds


def _legend(reader: Reader, node: Node | None) -> dict[str, str]:
    """What the map's tokens stand for."""
    legend = {}
    for key, item in entries(reader, node, "legend"):
        _check_token(reader, key)
        if isinstance(item, Scalar) and not item.empty:
            legend[key.text] = item.text
        else:
            message = f"legend: expected the name of a terrain, found {kind(item)}"
            reader.problem("wrong-type", message, item.span, 'such as "#": ruin')
    return legend


def _check_token(reader: Reader, key: Scalar) -> None:
    if not key.text or len(key.text) > MAX_TOKEN or any(char.isspace() for char in key.text):
        message = f"'{shortened(key.text)}' cannot be a token of the map"
        reader.problem("bad-token", message, key.span, f"use up to {MAX_TOKEN} letters or signs without spaces")


def _terrains(reader: Reader, node: Node | None) -> dict[str, object]:
    kinds: dict[str, object] = {}
    for key, value in entries(reader, node, "terrain"):
        given = read_fields(reader, value, TERRAIN, f"terrain.{key.text}", ("blocks",))
        check_name(reader, key, "terrain")
        blocks = value.get("blocks") if isinstance(value, MappingNode) else None
        named = [item.text for item in texts(reader, blocks, "blocks")]
        for name in named:
            if name not in ("move", "sight"):
                reader.problem(
                    "unknown-choice",
                    f"blocks: '{shortened(name)}' is neither move nor sight",
                    (blocks or value).span,
                    did_you_mean(name, ("move", "sight")) or "such as [move, sight]",
                )
        kinds[key.text] = {**given, "blocks": named}
    return kinds


def _places(
    reader: Reader, node: Node | None, refs: Mapping[str, str], collections: Mapping[str, Collection]
) -> dict[str, object]:
    """The places by token; the one key among ``refs`` that an entry has names its record."""
    places: dict[str, object] = {}
    if isinstance(node, MappingNode) and len(node.entries) > MAX_PLACES:
        reader.problem("too-many", f"places: more than {MAX_PLACES} stand here", node.span, "make several boards")
        return places
    for key, value in entries(reader, node, "places"):
        _check_token(reader, key)
        given = read_fields(reader, value, PLACE, f"'{key.text}'", tuple(refs))
        record: Record | None = None
        for name, target in refs.items():
            item = value.get(name) if isinstance(value, MappingNode) else None
            collection = collections.get(target)
            if item is None or collection is None:
                continue
            if not isinstance(item, Scalar):
                message = f"{name}: expected the id of one of {target}, found {kind(item)}"
                reader.problem("wrong-type", message, item.span, "name one record")
                continue
            record = collection.records.get(item.text)
            if record is None:
                hint = did_you_mean(item.text, collection.records)
                reader.problem(
                    "unknown-reference", f"{name}: there is no '{shortened(item.text)}' in {target}", item.span, hint
                )
        places[key.text] = {**given, "record": record}
    return places


def _place(page: MappingNode, finding: Finding) -> Span:
    """Where a finding stands: a token of the map, or a key."""
    where = finding.where
    grid = page.get("map")
    if isinstance(where[0], int) and isinstance(grid, Scalar):
        rows = [i for i, line in enumerate(grid.text.splitlines()) if line.strip()]
        line, column = block_line(grid, rows[where[0]])
        text = grid.span.source.line(line)
        tokens = text.split()
        column += (
            len(" ".join(tokens[: int(where[1])])) + (1 if where[1] else 0) if " ".join(tokens) == text.strip() else 0
        )
        return Span(grid.span.source, line, column, len(tokens[int(where[1])]) if int(where[1]) < len(tokens) else 1)
    node: Node = page
    span = page.span
    for part in where:
        if not isinstance(node, MappingNode) or node.get(str(part)) is None:
            break
        key = node.key(str(part))
        span = key.span if key else span
        node = node.get(str(part)) or node
    return span
