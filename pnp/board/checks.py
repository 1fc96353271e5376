"""A board goes in, what makes it unfair or unplayable comes out: a list of small functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pnp.board.hexes import Cell
from pnp.board.model import Altar, Board, Spawn
from pnp.board.moves import distances
from pnp.board.textmap import Finding


def check_board(board: Board) -> list[Finding]:
    """Every finding of every check."""
    return [finding for check in CHECKS for finding in check(board)]


def _at(cell: Cell) -> tuple[int, int]:
    return cell[1] - 1, cell[0] - 1


def _labels(board: Board, cells: Iterable[Cell]) -> str:
    return ", ".join(board.hexes.label(cell) for cell in sorted(cells))


def altar_distances(board: Board, spawn: Spawn) -> list[int | None]:
    """For every altar, steps from a spawn to the nearest hex of its zone; None when there is no way."""
    found = distances(board, spawn.cells)
    return [min((found[cell] for cell in altar.zone if cell in found), default=None) for altar in board.altars]


def entrances(board: Board, altar: Altar) -> frozenset[Cell]:
    """The passable hexes outside a zone that touch it."""
    near = {other for cell in altar.zone for other in board.hexes.neighbours(cell)}
    return frozenset(cell for cell in near - altar.zone if board.passable(cell))


def altars_are_reachable(board: Board) -> list[Finding]:
    """Every altar can be walked to from every spawn."""
    return [
        Finding(
            f"no way leads from {spawn.name} to {altar.name}",
            "open a way through the terrain",
            _at(altar.cell),
        )
        for spawn in board.spawns
        for altar, way in zip(board.altars, altar_distances(board, spawn), strict=True)
        if way is None
    ]


def zones_are_apart(board: Board) -> list[Finding]:
    """No hex belongs to two zones."""
    findings = []
    for i, altar in enumerate(board.altars):
        for other in board.altars[i + 1 :]:
            shared = altar.zone & other.zone
            if shared:
                message = f"the zones of {altar.name} and {other.name} share {_labels(board, shared)}"
                findings.append(Finding(message, "move one of them", _at(altar.cell)))
    return findings


def no_dead_land(board: Board) -> list[Finding]:
    """Every passable hex can be reached from some spawn."""
    if not board.spawns:
        return []
    found = distances(board, [cell for spawn in board.spawns for cell in spawn.cells])
    lost = [cell for cell in board.hexes.cells() if board.passable(cell) and cell not in found]
    if not lost:
        return []
    return [Finding(f"nobody can reach {_labels(board, lost)}", "open a way, or fill it with terrain", _at(lost[0]))]


def spawns_are_fair(board: Board) -> list[Finding]:
    """The spawns' ways to their first, second and third nearest altar differ by little."""
    limits = board.limits
    ways = [sorted(way for way in altar_distances(board, spawn) if way is not None) for spawn in board.spawns]
    findings = []
    for place, steps in enumerate(zip(*ways, strict=False)):
        if place < limits.nearest_altars and max(steps) - min(steps) > limits.distance_difference:
            said = " and ".join(
                f"{way} hexes from {spawn.name}" for way, spawn in zip(steps, board.spawns, strict=True)
            )
            message = f"altar number {place + 1} is {said}: more than {limits.distance_difference} apart"
            findings.append(Finding(message, "move an altar or a spawn", _at(board.spawns[0].cells[0])))
    return findings


def zones_have_few_entrances(board: Board) -> list[Finding]:
    """One to three hexes lead into each zone: nobody circles an altar, and nobody is locked out."""
    findings = []
    for altar in board.altars:
        ways = entrances(board, altar)
        if not 1 <= len(ways) <= board.limits.most_entrances:
            where = f" ({_labels(board, ways)})" if ways else ""
            allowed = f"from 1 to {board.limits.most_entrances} are allowed"
            message = f"the zone of {altar.name} has {len(ways)} entrances{where}; {allowed}"
            findings.append(Finding(message, "close or open hexes round the zone", _at(altar.cell)))
    return findings


CHECKS: tuple[Callable[[Board], list[Finding]], ...] = (
    altars_are_reachable,
    zones_are_apart,
    no_dead_land,
    spawns_are_fair,
    zones_have_few_entrances,
)
