"""A field with bases, terrain and places goes in, all in cm; what expressions ask of it comes out.

Lengths are answered to a tenth of a centimetre, as a ruler gives them; ``within`` and ``sees`` decide exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import fsum
from typing import ClassVar

from pnp.diagrams.hex_scene import guarded
from pnp.field.geometry import Circle, Point, Polygon, Segment, Shape, apart, gap
from pnp.field.legs import TOUCH, halt, length, meets, overlaps, slid
from pnp.field.sight_lines import blockers, first_hit, sight
from pnp.schema.values import Record


@dataclass(frozen=True, eq=False)
class Base:
    """A figure on its round base. As an expression sees it: its record's fields, and ``team``."""

    prints_its_name: ClassVar = True

    token: str
    record: Record
    team: Record | None
    shape: Circle
    fields_of_record: Mapping[str, object]

    @property
    def id(self) -> str:
        """The record's id."""
        return self.record.id

    def __str__(self) -> str:
        return str(self.fields_of_record.get("name", self.token))

    def at(self, point: Point) -> Base:
        """The same figure elsewhere."""
        return replace(self, shape=self.shape.at(point))


@dataclass(frozen=True, eq=False)
class Ground:
    """A piece of terrain. ``height`` in cm is what climbing it costs; None where nobody climbs."""

    prints_its_name: ClassVar = True

    token: str
    shape: Shape
    height: float | None
    blocks: frozenset[str]
    fields_of_record: Mapping[str, object]

    @property
    def id(self) -> str:
        """Its token."""
        return self.token

    def __str__(self) -> str:
        return str(self.fields_of_record.get("name") or self.token)


@dataclass(frozen=True, eq=False)
class FieldPlace:
    """Something flat: a goal, a mine, a zone. Nobody is hindered by it."""

    prints_its_name: ClassVar = True

    token: str
    shape: Shape
    icon: str
    owner: Record | None
    look: str
    fields_of_record: Mapping[str, object]

    @property
    def id(self) -> str:
        """Its token."""
        return self.token

    def __str__(self) -> str:
        return str(self.fields_of_record.get("name") or self.token)


@dataclass(frozen=True, eq=False)
class Way:
    """The straight legs of a base's centre, its own place first."""

    token: str
    who: Base
    points: tuple[Point, ...]
    look: str = ""

    def __str__(self) -> str:
        return self.token


Thing = Base | Ground | FieldPlace


@dataclass(frozen=True, eq=False)
class Things:
    """Some of what is on the field. Two are equal when they hold the same; a single thing counts as a list of it."""

    items: tuple[Thing, ...]

    def tokens(self) -> frozenset[str]:
        """By their tokens."""
        return frozenset(item.token for item in self.items)

    def __contains__(self, other: object) -> bool:
        return things_of(other).tokens() <= self.tokens()

    def __eq__(self, other: object) -> bool:
        return self.tokens() == things_of(other).tokens()

    def __hash__(self) -> int:
        return hash(self.tokens())

    def __iter__(self) -> Iterator[Thing]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    def __str__(self) -> str:
        return ", ".join(map(str, self.items)) or "nothing"


def things_of(value: object) -> Things:
    """What a value stands for. Raises ValueError."""
    match value:
        case Base() | Ground() | FieldPlace():
            return Things((value,))
        case Things():
            return value
        case list() | tuple():
            return Things(tuple(thing for item in value for thing in things_of(item)))
    raise ValueError(f"'{value}' is nothing on the field: name a figure, a terrain or a place by its token")


def base_of(value: object) -> Base:
    """A figure. Raises ValueError."""
    if isinstance(value, Base):
        return value
    raise ValueError(f"'{value}' is no figure: name one by its token")


def thing_of(value: object) -> Thing:
    """One thing on the field. Raises ValueError."""
    found = things_of(value)
    if len(found) != 1:
        raise ValueError(f"one thing is wanted here, and these are {len(found)}")
    return found.items[0]


def way_of(value: object) -> Way:
    """A path. Raises ValueError."""
    if isinstance(value, Way):
        return value
    raise ValueError(f"'{value}' is no path: name one by its token under paths:")


def cm_of(value: object, what: str) -> float:
    """A length in cm. Raises ValueError."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not abs(value) < 1000:
        raise ValueError(f"{what} is '{value}', no length in cm")
    return float(value)


def rounded(value: float) -> float:
    """To a tenth of a centimetre; a whole one prints without a point."""
    tenths = round(value, 1)
    return int(tenths) if tenths == int(tenths) else tenths


@dataclass(eq=False)
class SightMemory:
    """The lines of sight that were asked for before, by what stands at their ends and where."""

    lines: dict[object, Segment | None] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class FieldScene:
    """The field, ``width`` x ``height`` cm, with what is on it by its token."""

    width: float
    height: float
    bases: Mapping[str, Base]
    grounds: Mapping[str, Ground]
    places: Mapping[str, FieldPlace]
    ways: Mapping[str, Way] = field(default_factory=dict)
    questions: int = 2_000
    sights: SightMemory = field(default_factory=SightMemory)

    def names(self) -> dict[str, object]:
        """What an expression may name: each token, and the functions, which answer so many questions in all."""
        left = iter(range(self.questions))
        corners = sum(len(item.shape.corners) for item in self.grounds.values() if isinstance(item.shape, Polygon))
        dear = 1 + corners * corners // 32  # a line of sight tries the tangents of all pairs of corners
        functions = {
            name: guarded(name, getattr(self, method), left, dear if method in ("sees", "sight", "obstacle") else 1)
            for name, method in FIELD_FUNCTIONS.items()
        }
        return {**functions, **self.bases, **self.grounds, **self.places, **self.ways}

    def friends(self, who: object) -> Things:
        """The team-mates of a figure, without itself."""
        me = base_of(who)
        return Things(tuple(x for x in self.bases.values() if x.team is me.team and x.token != me.token))

    def foes(self, who: object) -> Things:
        """The figures of other teams."""
        me = base_of(who)
        return Things(tuple(x for x in self.bases.values() if x.team is not me.team))

    # --- distances ---

    def distance(self, a: object, b: object) -> float:
        """From centre to centre."""
        return rounded(apart(thing_of(a).shape.centre, thing_of(b).shape.centre))

    def gap(self, a: object, b: object) -> float:
        """From edge to edge; 0 where they touch."""
        return rounded(gap(thing_of(a).shape, thing_of(b).shape))

    def touches(self, a: object, b: object) -> bool:
        """Whether there is no gap between them."""
        return gap(thing_of(a).shape, thing_of(b).shape) <= TOUCH

    def within(self, a: object, b: object, cm: object) -> bool:
        """Whether the gap is at most so many cm."""
        return gap(thing_of(a).shape, thing_of(b).shape) <= cm_of(cm, "the distance") + TOUCH

    def near(self, thing: object, cm: object) -> Things:
        """The figures within so many cm of something, itself not counted."""
        me = thing_of(thing)
        return Things(tuple(x for x in self.bases.values() if x.token != me.token and self.within(x, me, cm)))

    def edge(self, thing: object) -> float:
        """From its edge to the nearest edge of the field; 0 where it touches one."""
        shape = thing_of(thing).shape
        corners = shape.corners if isinstance(shape, Polygon) else (shape.centre,)
        inside = min(min(x, y, self.width - x, self.height - y) for x, y in corners)
        return rounded(max(0.0, inside - (shape.radius if isinstance(shape, Circle) else 0.0)))

    # --- sight ---

    def disc(self, thing: Thing) -> Circle:
        """What a line of sight ends at: a base's disc, the middle of anything else."""
        return thing.shape if isinstance(thing.shape, Circle) else Circle(*thing.shape.centre)

    def line(self, a: object, b: object) -> Segment | None:
        """The shortest clear line; None where there is none."""
        one, two = thing_of(a), thing_of(b)
        key = (one.token, one.shape, two.token, two.shape)
        lines = self.sights.lines
        if key not in lines:
            hiding = [item.shape for item in self._hiding(one, two)]
            lines[key] = sight(self.disc(one), self.disc(two), hiding)
        return lines[key]

    def sees(self, a: object, b: object, cm: object = None) -> bool:
        """Whether a clear straight line leads from some point of a to some point of b, no longer than so many cm."""
        found = self.line(a, b)
        return found is not None and (cm is None or apart(*found) <= cm_of(cm, "the range") + TOUCH)

    def sight(self, a: object, b: object) -> float | None:
        """The length of the shortest clear line."""
        found = self.line(a, b)
        return None if found is None else rounded(apart(*found))

    def obstacle(self, a: object, b: object) -> Things:
        """What the straight line between the centres runs through, from a to b; nothing where a sees b."""
        return Things(tuple(item for item, _ in self.in_line(a, b)) if self.line(a, b) is None else ())

    def in_line(self, a: object, b: object) -> list[tuple[Thing, float]]:
        """What hides b from a on the line of the centres, and how far from a's edge each stands."""
        one, two = thing_of(a), thing_of(b)
        ends = self.disc(one), self.disc(two)
        hiding = self._hiding(one, two)
        far = apart(ends[0].centre, ends[1].centre) or 1.0
        start = slid(ends[0], ends[1].centre, -ends[0].radius).centre if far > 1e-9 else ends[0].centre
        found = blockers(*ends, [item.shape for item in hiding])
        return [(hiding[i], first_hit((start, ends[1].centre), hiding[i].shape)) for i in found]

    def _hiding(self, a: Thing, b: Thing) -> list[Thing]:
        """Terrain that neither stands on, and a's enemies; all figures, where a is no figure."""
        ends = {a.token, b.token}
        others = self.foes(a) if isinstance(a, Base) else self.bases.values()
        grounds = [item for item in self.grounds.values() if "sight" in item.blocks and item.token not in ends]
        stood = [item for item in grounds if any(isinstance(x, Base) and overlaps(x.shape, item.shape) for x in (a, b))]
        return [*(item for item in grounds if item not in stood), *(x for x in others if x.token not in ends)]

    # --- moving ---

    def length(self, way: object) -> float:
        """All legs of a path together, as its centre goes."""
        return rounded(length(way_of(way).points))

    def cost(self, way: object) -> float:
        """The length, and the height of each terrain that is climbed on the way, once."""
        found = way_of(way)
        return rounded(length(found.points) + fsum(item.height or 0.0 for _, item in self.climbs(found)))

    def climbed(self, way: object) -> Things:
        """The terrain that a path climbs, in its order."""
        return Things(tuple(item for _, item in self.climbs(way_of(way))))

    def climbs(self, way: Way) -> list[tuple[int, Ground]]:
        """Each terrain that the base climbs, with the leg on which it first does. What it stands on it has climbed."""
        found: list[tuple[int, Ground]] = []
        for number, leg in enumerate(pairwise(way.points)):
            for item in self.grounds.values():
                free = item.height is None or "move" not in item.blocks or overlaps(way.who.shape, item.shape)
                if not free and item not in [known for _, known in found] and meets(way.who.shape, leg, item.shape):
                    found.append((number, item))
        return found

    def blocked_by(self, way: object, through: object = ()) -> Things:
        """What the base may not pass and would lie over on its way; at the end that is a team-mate too."""
        found = way_of(way)
        end = found.who.shape.at(found.points[-1])
        passed = things_of(through).tokens()
        hit = [
            item
            for item in self._barring(found.who)
            if item.token not in passed and meets(found.who.shape, found.points, item.shape)
        ]
        resting = [
            x for x in self.bases.values() if x.token != found.who.token and x not in hit and overlaps(end, x.shape)
        ]
        return Things((*hit, *resting))

    def fits(self, way: object, through: object = ()) -> bool:
        """Whether nothing is in the way; ``through`` names what the base may pass after all."""
        return not self.blocked_by(way, through)

    def halt(self, way: Way) -> tuple[int, Point]:
        """The leg on which the base is stopped, and where."""
        return halt(way.who.shape, way.points, [item.shape for item in self.blocked_by(way)])

    def stopped(self, way: object) -> Base:
        """The figure where it is stopped, or at the path's end."""
        found = way_of(way)
        return found.who.at(self.halt(found)[1])

    def end(self, way: object) -> Base:
        """The figure at the path's end."""
        found = way_of(way)
        return found.who.at(found.points[-1])

    def at(self, who: object, x: object, y: object) -> Base:
        """The figure as if it stood there."""
        return base_of(who).at((cm_of(x, "x"), cm_of(y, "y")))

    def pushed(self, by: object, who: object, cm: object) -> Base:
        """The figure moved away along the line through both centres."""
        target = base_of(who)
        moved = slid(target.shape, thing_of(by).shape.centre, cm_of(cm, "the distance"))
        return target.at(moved.centre)

    def pulled(self, by: object, who: object, cm: object) -> Base:
        """The figure moved nearer along that line."""
        return self.pushed(by, who, -cm_of(cm, "the distance"))

    def overlap(self, who: object) -> Things:
        """The other figures, and the terrain that nobody climbs, that a figure would lie over where it is."""
        me = base_of(who)
        solid = [item for item in self.grounds.values() if item.height is None and "move" in item.blocks]
        others: Iterable[Thing] = [*(x for x in self.bases.values() if x.token != me.token), *solid]
        return Things(tuple(item for item in others if overlaps(me.shape, item.shape)))

    def count(self, things: object) -> int:
        """How many."""
        return len(things_of(things))

    def _barring(self, who: Base) -> list[Thing]:
        solid = [item for item in self.grounds.values() if item.height is None and "move" in item.blocks]
        return [*solid, *(x for x in self.foes(who) if x.token != who.token)]


# as expressions name them, and the method that answers
FIELD_FUNCTIONS: Mapping[str, str] = {
    name: name
    for name in (
        "distance", "gap", "touches", "within", "near", "edge", "sees", "sight", "obstacle", "length", "cost",
        "climbed", "blocked_by", "fits", "stopped", "end", "at", "pushed", "pulled", "overlap", "count",
    )
} | {"enemies": "foes", "allies": "friends"}  # fmt: skip

__all__ = ["FIELD_FUNCTIONS", "Base", "FieldPlace", "FieldScene", "Ground", "Thing", "Things", "Way"]
