"""The plain values of a board file go in, a Board comes out, or every mistake with where it stands in the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pnp.board.hexes import Cell, Hexes
from pnp.board.model import Altar, Board, Limits, Spawn, Terrain
from pnp.board.patterns import open_within
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
    """Build a board from checked values: hex, terrain, legend, altars, spawns, checks, map. Raises BoardError."""
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
    placed: dict[str, list[Cell]] = {token: [] for token in (*values["altars"], *values["spawns"])}
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
    for token, given in values["altars"].items():
        if len(placed[token]) != 1:
            times = "nowhere" if not placed[token] else f"{len(placed[token])} times"
            findings.append(
                Finding(
                    f"{given['name']} ('{token}') stands {times} on the map",
                    "put its token on one hex",
                    ("altars", token),
                )
            )
    findings += [
        Finding(
            f"{given['name']} ('{token}') stands nowhere on the map",
            "mark its hexes with its token",
            ("spawns", token),
        )
        for token, given in values["spawns"].items()
        if not placed[token]
    ]
    if findings:
        raise BoardError(findings)
    solid = {cells[0] for token, cells in placed.items() if token in values["altars"]}
    altars = tuple(
        Altar(
            token,
            given["name"],
            placed[token][0],
            open_within(hexes, terrain, placed[token][0], given["zone"], solid),
            given["record"],
        )
        for token, given in values["altars"].items()
    )
    spawns = tuple(
        Spawn(token, given["name"], tuple(placed[token]), given["record"]) for token, given in values["spawns"].items()
    )
    limits = Limits(**{key.replace("-", "_"): value for key, value in values["checks"].items() if value is not None})
    return Board(
        values["title"],
        hexes,
        tuple(kinds.values()),
        terrain,
        altars,
        spawns,
        values["line-of-sight"],
        limits,
        tokens,
    )


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
    for group in ("altars", "spawns"):
        for token in values[group]:
            if token in values["legend"] or any(char.isspace() for char in token):
                findings.append(
                    Finding(
                        f"'{token}' already means something on the map",
                        "choose another token",
                        (group, token),
                    )
                )
    return tokens
