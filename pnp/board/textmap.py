"""The plain values of a board file go in, a Board comes out, or every mistake with where it stands in the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pnp.board.hex_board import Board, Place, PlaceKind, Terrain
from pnp.board.hexes import Cell, Hexes
from pnp.board.moves import open_within
from pnp.problems import did_you_mean

# a key path such as ("legend", "#"), or a row and a token of the map, both from 0
MAX_CELLS = 10_000
Where = tuple[str, ...] | tuple[int, int]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong with a board, and where."""

    message: str
    hint: str
    where: Where


class BoardError(Exception):
    """A board file that is no board: every finding."""

    def __init__(self, findings: list[Finding]) -> None:
        self.findings = findings
        super().__init__("; ".join(finding.message for finding in findings))


def read_board(values: Mapping[str, Any]) -> Board:
    """Build a board from checked values: hex, terrain, legend, kinds, places, map. Raises BoardError."""
    findings: list[Finding] = []
    kinds = {
        name: Terrain(name, given["name"], "move" in given["blocks"], "sight" in given["blocks"])
        for name, given in values["terrain"].items()
    }
    if not kinds:
        raise BoardError([Finding("a board needs at least one terrain", "the first is open ground", ("terrain",))])
    tokens = _legend(values, kinds, findings)
    rows = [line.split() for line in values["map"].splitlines() if line.strip()]
    columns = len(rows[0]) if rows else 0
    if max(len(rows) * columns, sum(map(len, rows))) > MAX_CELLS:
        message = f"the map has {len(rows)} rows of {columns} hexes: more than {MAX_CELLS:,} in all"
        raise BoardError([*findings, Finding(message, "make the board smaller, or make several", ("map",))])
    placed: dict[str, list[Cell]] = {token: [] for token in values["places"]}
    terrain: dict[Cell, Terrain] = {}
    ground = next(iter(kinds.values()))
    for r, row in enumerate(rows):
        if len(row) != columns:
            message = f"row {r + 1} of the map has {len(row)} hexes, the first row has {columns}"
            findings.append(
                Finding(message, "one token a hex, a space between two", (r, max(0, min(len(row), columns) - 1)))
            )
        for c, token in enumerate(row):
            cell = (c + 1, r + 1)
            terrain[cell] = tokens.get(token, ground)
            if token in placed:
                placed[token].append(cell)
            elif token not in tokens:
                hint = did_you_mean(token, [*tokens, *placed])
                findings.append(Finding(f"the map has '{token}', which the legend does not explain", hint, (r, c)))
    hexes = Hexes(columns, len(rows), values["hex"]["flat-to-flat"], values["hex"]["stagger"])
    place_kinds = {
        name: PlaceKind(name, given["solid"], given["zone"], given["hexes"], bool(given.get("cut")))
        for name, given in values["kinds"].items()
    }
    findings += _standing(values["places"], placed, place_kinds)
    if findings:
        raise BoardError(findings)
    of_kind = {token: place_kinds[given["kind"]] for token, given in values["places"].items()}
    solid = {cell for token, cells in placed.items() if of_kind[token].solid for cell in cells}
    places = []
    for token, given in values["places"].items():
        radius = of_kind[token].zone if given["zone"] is None else given["zone"]
        zone = open_within(hexes, terrain, placed[token], radius, solid)
        places.append(Place(of_kind[token], token, given["name"], tuple(placed[token]), zone, given["record"]))
    return Board(
        values["title"],
        hexes,
        tuple(kinds.values()),
        terrain,
        tuple(places),
        values["line-of-sight"],
        place_kinds,
        tokens,
    )


def _standing(
    places: Mapping[str, Any], placed: Mapping[str, list[Cell]], kinds: Mapping[str, PlaceKind]
) -> list[Finding]:
    """Places of no kind, that stand nowhere, or on more or fewer hexes than one of their kind has."""
    findings = []
    for token, given in places.items():
        kind = kinds.get(given["kind"])
        count = len(placed[token])
        if kind is None:
            hint = did_you_mean(given["kind"], kinds) or f"describe it: kinds: {{{given['kind']}: {{solid: yes}}}}"
            message = f"{given['name']} ('{token}') is '{given['kind']}', which is no kind of place"
            findings.append(Finding(message, hint, ("places", token, "kind")))
        elif not count or count != (kind.hexes or count):
            times = {0: "nowhere", 1: "once"}.get(count, f"{count} times")
            hint = f"put its token on {_hexes(kind.hexes)}" if kind.hexes else "mark its hexes with its token"
            findings.append(Finding(f"{given['name']} ('{token}') stands {times} on the map", hint, ("places", token)))
    return findings


def _hexes(count: int) -> str:
    return "one hex" if count == 1 else f"{count} hexes"


def _legend(values: Mapping[str, Any], kinds: Mapping[str, Terrain], findings: list[Finding]) -> dict[str, Terrain]:
    tokens: dict[str, Terrain] = {}
    for token, name in values["legend"].items():
        if name in kinds:
            tokens[token] = kinds[name]
        else:
            findings.append(
                Finding(
                    f"the legend's '{token}' is '{name}', which is no terrain",
                    did_you_mean(name, kinds),
                    ("legend", token),
                )
            )
    for token in values["places"]:
        if token in values["legend"]:
            message = f"'{token}' already means something on the map"
            findings.append(Finding(message, "choose another token", ("places", token)))
    return tokens
