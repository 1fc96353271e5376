"""A little map with figures goes in; what expressions ask of it comes out: reach, sight, zones, who is near."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial, wraps
from inspect import signature
from itertools import islice
from typing import ClassVar

from pnp.board.hex_board import Board, Place
from pnp.board.hexes import Cell
from pnp.board.moves import behind, chain, direction, distances, flanks
from pnp.board.sight import line_of_sight, obstacle, sight_path
from pnp.schema.values import Record

MAX_QUESTIONS = 2_000  # that one diagram's expressions may ask of its map


@dataclass(frozen=True, eq=False)
class MapFigure:
    """One who stands on the map. As an expression sees it: its record's fields, ``team`` and what the rules add."""

    prints_its_name: ClassVar = True

    token: str
    record: Record
    cell: Cell
    team: Record | None
    fields_of_record: Mapping[str, object]

    @property
    def id(self) -> str:
        """The record's id."""
        return self.record.id

    def __str__(self) -> str:
        return str(self.fields_of_record.get("name", self.token))


@dataclass(frozen=True, eq=False)
class Landmark:
    """A place on the map with the record that it stands for, and the team that holds it."""

    prints_its_name: ClassVar = True

    token: str
    record: Record
    place: Place
    owner: Record | None
    fields_of_record: Mapping[str, object]

    @property
    def id(self) -> str:
        """The record's id."""
        return self.record.id

    @property
    def cell(self) -> Cell:
        """Where it stands."""
        return self.place.cell

    def __str__(self) -> str:
        return str(self.fields_of_record.get("name", self.token))


@dataclass(frozen=True, eq=False)
class HexSet:
    """Some hexes; figures count as the hexes they stand on. ``steps`` says how far each is, where they were walked to.

    ``a + b`` are the hexes of both, ``a - b`` those of a that are not in b; two are equal when their hexes are.
    """

    cells: frozenset[Cell]
    steps: Mapping[Cell, int] = field(default_factory=dict)

    def __contains__(self, item: object) -> bool:
        return cells_of(item) <= self.cells

    def __iter__(self) -> Iterator[Cell]:
        return iter(sorted(self.cells))

    def __len__(self) -> int:
        return len(self.cells)

    def __eq__(self, other: object) -> bool:
        return self.cells == cells_of(other)

    def __hash__(self) -> int:
        return hash(self.cells)

    def __add__(self, other: object) -> HexSet:
        return HexSet(self.cells | cells_of(other))

    def __sub__(self, other: object) -> HexSet:
        left = self.cells - cells_of(other)
        return HexSet(left, {cell: count for cell, count in self.steps.items() if cell in left})

    def __str__(self) -> str:
        return ", ".join(f"{column:02d}{row:02d}" for column, row in self) or "no hex"


def cells_of(value: object) -> frozenset[Cell]:
    """The hexes that a value stands for: a figure, a place, hexes, or a list of these. Raises ValueError."""
    match value:
        case MapFigure() | Landmark():
            return frozenset({value.cell})
        case HexSet():
            return value.cells
        case (int(column), int(row)):
            return frozenset({(column, row)})
        case list() | tuple():
            return frozenset(cell for item in value for cell in cells_of(item))
    raise ValueError(f"'{value}' is no hex: name a figure, a place, or cell(\"0304\")")


def cell_of(value: object) -> Cell:
    """The one hex that a value stands for. Raises ValueError."""
    found = cells_of(value)
    if len(found) != 1:
        raise ValueError(f"one hex is wanted here, and these are {len(found)}")
    return next(iter(found))


def _count(value: object, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f"{what} is '{value}', no whole number")
    return value


@dataclass(frozen=True, eq=False)
class Scene:
    """The little map: a board of its own, who stands on it, and its places, each by its token.

    ``questions`` are functions of kits, whose first argument is the scene.
    """

    board: Board
    figures: Mapping[str, MapFigure]
    landmarks: Mapping[str, Landmark]
    questions: Mapping[str, Callable[..., object]] = field(default_factory=dict)

    def names(self) -> dict[str, object]:
        """What an expression may name: each token, and the functions, which answer ``MAX_QUESTIONS`` times in all."""
        left = iter(range(MAX_QUESTIONS))
        hexes = len(self.board.hexes.cells())
        dear = {"seen": hexes, "reach": 1 + hexes // 4, "steps": 1 + hexes // 4}  # they go over the whole map
        functions = {
            name: guarded(name, getattr(self, method), left, dear.get(name, 1)) for name, method in FUNCTIONS.items()
        }
        kits = {name: guarded(name, partial(method, self), left, 1) for name, method in self.questions.items()}
        return {**functions, **kits, **self.figures, **self.landmarks}

    def friends(self, who: object) -> HexSet:
        """The team-mates of a figure, without itself."""
        me = self._figure(who)
        return HexSet(frozenset(x.cell for x in self.figures.values() if x.team is me.team and x is not me))

    def foes(self, who: object) -> HexSet:
        """The figures of other teams."""
        me = self._figure(who)
        return HexSet(frozenset(x.cell for x in self.figures.values() if x.team is not me.team))

    def reach(self, figure: object, points: object) -> HexSet:
        """Where it may end a move of so many points, its own hex among them."""
        most = _count(points, "the number of points")
        found = {cell: count for cell, count in self._walk(cell_of(figure)).items() if count <= most}
        return HexSet(frozenset(found), found)

    def steps(self, a: object, b: object) -> int | None:
        """How many hexes a walk from a to b takes, whoever stands on b; none when no way leads there."""
        end = cell_of(b)
        return self._walk(cell_of(a), end).get(end)

    def sees(self, a: object, b: object) -> bool:
        """Whether a has a line of sight to b; enemies of a stand in it, team-mates do not."""
        return line_of_sight(self.board, cell_of(a), cell_of(b), self._blockers(a))

    def seen(self, a: object, radius: object = None) -> HexSet:
        """Every other hex that a sees, at most so many hexes away; what blocks sight is not among them."""
        start, blockers = cell_of(a), self._blockers(a)
        near = self.board.hexes.within(start, 99 if radius is None else _count(radius, "the distance"))
        return HexSet(
            frozenset(
                cell
                for cell in near
                if cell != start and self.board.see_through(cell) and line_of_sight(self.board, start, cell, blockers)
            )
        )

    def obstacle(self, a: object, b: object) -> HexSet:
        """The hex that stops the line of sight from a to b; no hex when nothing does, or when there is no line."""
        return HexSet(frozenset(obstacle(self.board, cell_of(a), cell_of(b), self._blockers(a))))

    def straight(self, a: object, b: object) -> bool:
        """Whether the two stand in one straight line of hexes."""
        return direction(self.board.hexes, cell_of(a), cell_of(b)) is not None

    def between(self, a: object, b: object) -> HexSet:
        """The hexes between two on the line of sight."""
        path = sight_path(self.board, cell_of(a), cell_of(b))
        if path is None:
            raise ValueError("the two do not stand in one straight line")
        return HexSet(frozenset(cell for step in path for cell in step))

    def distance(self, a: object, b: object) -> int:
        """How many hexes apart, terrain ignored."""
        return self.board.hexes.distance(cell_of(a), cell_of(b))

    def adjacent(self, a: object, b: object) -> bool:
        """Whether the two hexes share a side."""
        return self.distance(a, b) == 1

    def neighbours(self, x: object) -> HexSet:
        """The hexes round one hex."""
        return HexSet(frozenset(self.board.hexes.neighbours(cell_of(x))))

    def zone(self, place: object) -> HexSet:
        """A place's zone."""
        if isinstance(place, Landmark):
            return HexSet(place.place.zone)
        raise ValueError(f"'{place}' is no place: name one by its token")

    def behind(self, attacker: object, target: object, count: object = 1) -> HexSet:
        """The next hexes past the target, as the attacker sees it."""
        many = _count(count, "the number of hexes")
        return HexSet(frozenset(behind(self.board.hexes, cell_of(attacker), cell_of(target), many)))

    def flanks(self, attacker: object, target: object) -> HexSet:
        """The hexes left and right of the target, as the attacker sees it."""
        return HexSet(frozenset(flanks(self.board.hexes, cell_of(attacker), cell_of(target))))

    def chain(self, attacker: object, target: object) -> HexSet:
        """The target, and every enemy of the attacker that is reached from it over enemies side by side."""
        return HexSet(chain(self.board.hexes, cell_of(target), self.foes(attacker).cells))

    def common(self, a: object, b: object) -> HexSet:
        """The hexes that are among both."""
        return HexSet(cells_of(a) & cells_of(b))

    def cell(self, label: object) -> Cell:
        """A hex by its column and row, two digits each."""
        text = str(label)
        found = (int(text[:2]), int(text[2:])) if len(text) == 4 and text.isdecimal() else (0, 0)
        if found not in self.board.hexes:
            raise ValueError(f"the map has no hex '{text}': write column and row with two digits each")
        return found

    def count(self, cells: object) -> int:
        """How many hexes."""
        return len(cells_of(cells))

    def _walk(self, start: Cell, end: Cell | None = None) -> dict[Cell, int]:
        occupied = {other.cell for other in self.figures.values()} - {start, end}
        return distances(self.board, [start], occupied)

    def _blockers(self, who: object) -> frozenset[Cell]:
        """Who stands in the way of a figure's sight: its enemies; of a mere hex's: everyone."""
        if isinstance(who, MapFigure):
            return self.foes(who).cells
        return frozenset(figure.cell for figure in self.figures.values())

    def _figure(self, who: object) -> MapFigure:
        if isinstance(who, MapFigure):
            return who
        raise ValueError(f"'{who}' is no figure: name one by its token")


# as expressions name them, and the method that answers
FUNCTIONS: Mapping[str, str] = {
    name: name
    for name in (
        "reach", "steps", "sees", "seen", "obstacle", "straight", "between", "distance", "adjacent", "neighbours",
        "zone", "behind", "flanks", "chain", "common", "cell", "count",
    )
} | {"enemies": "foes", "allies": "friends"}  # fmt: skip


def guarded(name: str, method: Callable[..., object], left: Iterator[int], price: int) -> Callable[..., object]:
    """The method, its arguments counted in a designer's words; each call costs ``price`` of the questions left."""
    wanted = signature(method)

    @wraps(method)
    def call(*arguments: object) -> object:
        try:
            wanted.bind(*arguments)
        except TypeError:
            raise TypeError(f"{name} takes ({', '.join(wanted.parameters)})") from None
        if len(list(islice(left, price))) < price:
            raise ValueError(f"the diagram asks more than {MAX_QUESTIONS:,} questions of its map")
        return method(*arguments)

    return call
