"""The kit of places that are captured: a board and limits go in, what makes it unfair comes out; who may capture, too.

A place's zone is where one stands to capture it, and its start is where a team's figures enter the board. Which kinds
of places these are, the board's file says in words of its own: altars and spawns, temples and boats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from pnp.board.hex_board import Board, Place
from pnp.board.hexes import Cell
from pnp.board.moves import distances
from pnp.board.textmap import Finding
from pnp.problems import did_you_mean
from pnp.rules.kits.offers import BoardChecks, Key, Situation

MAX_STARTS = 16  # from each of them the whole board is walked
KEYS = {
    "of": Key("text", "the kind of place that is captured"),
    "from": Key("text", "the kind of place where figures start"),
    "nearest": Key("int 1..20?", "how many of its nearest places each start is compared by; all, unless you say"),
    "difference": Key(
        "int 0..50?",
        "how many hexes further one start may have it to its first, second … place than another; any, unless you say",
    ),
    "most-entrances": Key("int 1..20?", "how many hexes may lead into a zone; any number, unless you say"),
}


@dataclass(frozen=True, eq=False)
class Contest:
    """The places of a board that are captured, where figures start, and the limits that the board is held to.

    A limit that is None is not looked at.
    """

    board: Board
    goals: tuple[Place, ...]
    starts: tuple[Place, ...]
    kind: str
    nearest: int | None = None
    difference: int | None = None
    most_entrances: int | None = None


def check_contest(board: Board, given: Mapping[str, Any]) -> list[Finding]:
    """Every finding of every check."""
    strangers = [
        Finding(
            f"{key}: there is no kind of place '{given[key]}'",
            did_you_mean(given[key], board.place_kinds) or "describe it under kinds:",
            ("checks", "capture", key),
        )
        for key in ("of", "from")
        if given[key] not in board.place_kinds
    ]
    if strangers:
        return strangers
    contest = contest_of(board, given)
    if len(contest.starts) > MAX_STARTS:
        message = f"from: {len(contest.starts)} places to start from are more than {MAX_STARTS}"
        return [Finding(message, "make several boards", ("checks", "capture", "from"))]
    return [finding for check in FAIRNESS for finding in check(contest)]


def contest_of(board: Board, given: Mapping[str, Any]) -> Contest:
    """What the checks look at, of the values under ``capture:``."""
    goals, starts = board.places_of(given["of"]), board.places_of(given["from"])
    limits = (given.get("nearest"), given.get("difference"), given.get("most-entrances"))
    return Contest(board, goals, starts, given["of"], *limits)


def _at(cell: Cell) -> tuple[int, int]:
    return cell[1] - 1, cell[0] - 1


def _labels(board: Board, cells: Iterable[Cell]) -> str:
    return ", ".join(board.hexes.label(cell) for cell in sorted(cells))


def ways_from(contest: Contest, start: Place) -> list[int | None]:
    """For every goal, steps from a start to the nearest hex of its zone; None when there is no way."""
    found = distances(contest.board, start.cells)
    return [min((found[cell] for cell in goal.zone if cell in found), default=None) for goal in contest.goals]


def entrances(board: Board, goal: Place) -> frozenset[Cell]:
    """The passable hexes outside a zone that touch it."""
    near = {other for cell in goal.zone for other in board.hexes.neighbours(cell)}
    return frozenset(cell for cell in near - goal.zone if board.passable(cell))


def goals_are_reachable(contest: Contest) -> list[Finding]:
    """Every goal can be walked to from every start."""
    return [
        Finding(f"no way leads from {start.name} to {goal.name}", "open a way through the terrain", _at(goal.cell))
        for start in contest.starts
        for goal, way in zip(contest.goals, ways_from(contest, start), strict=True)
        if way is None
    ]


def zones_are_apart(contest: Contest) -> list[Finding]:
    """No hex belongs to two zones."""
    findings = []
    for i, goal in enumerate(contest.goals):
        for other in contest.goals[i + 1 :]:
            shared = goal.zone & other.zone
            if shared:
                message = f"the zones of {goal.name} and {other.name} share {_labels(contest.board, shared)}"
                findings.append(Finding(message, "move one of them", _at(goal.cell)))
    return findings


def no_dead_land(contest: Contest) -> list[Finding]:
    """Every passable hex can be reached from some start."""
    if not contest.starts:
        return []
    board = contest.board
    found = distances(board, [cell for start in contest.starts for cell in start.cells])
    lost = [cell for cell in board.hexes.cells() if board.passable(cell) and cell not in found]
    if not lost:
        return []
    return [Finding(f"nobody can reach {_labels(board, lost)}", "open a way, or fill it with terrain", _at(lost[0]))]


def starts_are_fair(contest: Contest) -> list[Finding]:
    """The starts' ways to their first, second and third nearest goal differ by little."""
    most = contest.difference
    if most is None:
        return []
    ways = [sorted(way for way in ways_from(contest, start) if way is not None) for start in contest.starts]
    findings = []
    for number, steps in enumerate(list(zip(*ways, strict=False))[: contest.nearest], 1):
        if max(steps) - min(steps) > most:
            said = " and ".join(
                f"{way} hexes from {start.name}" for way, start in zip(steps, contest.starts, strict=True)
            )
            message = f"{contest.kind} number {number} is {said}: more than {most} apart"
            findings.append(Finding(message, "move it, or a start", _at(contest.starts[0].cell)))
    return findings


def zones_have_few_entrances(contest: Contest) -> list[Finding]:
    """At least one hex leads into each zone, and no more than may: nobody is locked out, nor circles a goal."""
    most = contest.most_entrances
    findings = []
    for goal in contest.goals if most is not None else ():
        ways = entrances(contest.board, goal)
        if not 1 <= len(ways) <= (most or 0):
            where = f" ({_labels(contest.board, ways)})" if ways else ""
            message = f"the zone of {goal.name} has {len(ways)} entrances{where}; from 1 to {most} are allowed"
            findings.append(Finding(message, "close or open hexes round the zone", _at(goal.cell)))
    return findings


FAIRNESS: tuple[Callable[[Contest], list[Finding]], ...] = (
    goals_are_reachable,
    zones_are_apart,
    no_dead_land,
    starts_are_fair,
    zones_have_few_entrances,
)


def can_capture(situation: Situation, figure: object, place: object) -> bool:
    """Whether a figure stands in a place's zone and no enemy of its does. Raises ValueError."""
    foes = situation.foes(figure).cells
    zone = situation.zone(place)
    return figure in zone and not zone.cells & foes


CHECKS = BoardChecks(KEYS, check_contest)
QUESTIONS: Mapping[str, Callable[..., object]] = MappingProxyType({"can_capture": can_capture})
