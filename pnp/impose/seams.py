"""The sides of a face and what stands on it go in; the straight cuts that part it into tiles, cutting least, come out.

A cut runs across the whole face, so what matters of a thing is how far it reaches each way: a convex thing is cut
where the cut lies strictly within its box. What a cut cuts changes only at the edges of things, and is least on them.
Move each cut of a best set as far back as it goes without cutting more: it then lies on such an edge, or as far
from another cut or from an end of the face as a tile may be long, or must. Such places are finitely many, so the
search is exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, fsum, isqrt

from pnp.faces.obstacles import Obstacle, Rank

TOLERANCE = 1e-6
CLEAR = 0.01  # mm within a thing's edge before it counts as cut: rounding makes that much
LEAST = 10.0  # mm: no tile is narrower
# what a search may take; a board of a thousand hexes on nine sheets takes a hundredth of it
MOST_PLACES = 240  # for one cut: such a board has two dozen
MOST_LOOKS = 4_000_000  # whether a place cuts a thing
MOST_ANCHORS = 20_000  # places that are reckoned from others
MOST_STATES = 400  # sets of cuts of one side that are weighed against the other side's
MOST_STEPS = 500_000  # that weighing them may take
MOST_TRIED = 200_000  # sets of cuts that are made of smaller ones
# hexes that are cut: of places, of places that may be, of any kind; other things that are; how uneven the tiles are
Cost = tuple[int, int, int, int, int]
Cuts = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the face to be parted: ``limits`` are the greatest lengths of its tiles in their order, mm.

    ``forced`` says of each cut where it must lie, or None; ``ideal`` where it would lie if nothing stood there.
    No tile is shorter than ``least``.
    """

    length: float
    limits: tuple[float, ...]
    forced: tuple[float | None, ...]
    ideal: Cuts
    least: float = 0.0


def whole_tiles(length: float, room: float, lap: float) -> int:
    """Into how few tiles a side of this length goes, if each but the last gives ``lap`` of its room away."""
    return 1 if length <= room + TOLERANCE else 1 + ceil((length - room) / (room - lap) - TOLERANCE)


def free_side(length: float, room: float, lap: float) -> Side:
    """As few tiles as can be; but for what stands there, all equal on paper."""
    count = whole_tiles(length, room, lap)
    step = (length + (count - 1) * lap) / count - lap
    limits = (room - lap,) * (count - 1) + (room,)
    ideal = tuple(number * step for number in range(1, count))
    return Side(length, limits, (None,) * (count - 1), ideal, max(lap, min(LEAST, step)) if count > 1 else 0.0)


def find_seams(across: Side, down: Side, obstacles: Sequence[Obstacle]) -> tuple[Cuts, Cuts, Cost]:
    """Where to cut from top to bottom, where from left to right, and what that costs; evenest tiles among equals.

    What both a cut down and a cut across cut counts once. Exact, within the bounds above, which no board of hexes at
    the size of fingers reaches: beyond them the best are tried, not all.
    """
    ranks = _ranks(obstacles)
    sides = (
        _Parting(across, [(item.box.x, item.box.right) for item in obstacles], ranks),
        _Parting(down, [(item.box.y, item.box.bottom) for item in obstacles], ranks),
    )
    swapped = sides[0].many > sides[1].many
    first, second = (sides[1], sides[0]) if swapped else sides
    best: tuple[Cost, Cuts, Cuts] | None = None
    for cuts, uneven, places in first.states(max(20, min(MOST_STATES, MOST_STEPS // second.steps))):
        there, others = second.best(cuts)
        cost = _sum(first.cost(cuts, uneven), there)
        if best is None or cost < best[0]:
            best = cost, places, others
    assert best is not None, "equal tiles are a set of cuts"
    return (best[2], best[1], best[0]) if swapped else (best[1], best[2], best[0])


def is_cut(low: float, high: float, at: float) -> bool:
    """Whether a cut parts what reaches from ``low`` to ``high``."""
    return low + CLEAR < at < high - CLEAR


def _ranks(obstacles: Sequence[Obstacle]) -> tuple[int, int, int, int]:
    """What each number of a cost counts, the last left out: obstacles as bits of a number."""

    def of(*ranks: Rank) -> int:
        return sum(1 << number for number, item in enumerate(obstacles) if item.rank in ranks)

    return of(Rank.PLACE), of(Rank.OPEN_PLACE), of(Rank.PLACE, Rank.OPEN_PLACE, Rank.HEX), of(Rank.THING)


def _sum(a: Cost, b: Cost) -> Cost:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a cut may lie: what it cuts there, as bits, and how far that is from where it would lie best."""

    at: float
    cuts: int
    uneven: int


class _Parting:
    """One side with every place that each of its cuts may have."""

    def __init__(self, side: Side, extents: Sequence[tuple[float, float]], ranks: tuple[int, int, int, int]) -> None:
        self.side, self.ranks = side, ranks
        edges = {edge for extent in extents for edge in extent}
        cuts = len(side.forced)
        looks = MOST_LOOKS // max(1, cuts * len(extents))
        self.most = max(4, min(MOST_PLACES, looks, isqrt(MOST_STEPS // 2 // max(1, cuts))))
        self.places = [
            [self._place(at, side.ideal[number], extents) for at in self._spots(number, edges)]
            for number in range(cuts)
        ]
        self.many = 1
        for found in self.places:
            self.many = min(10**9, self.many * len({place.cuts for place in found}))
        self.steps = 1 + sum(len(found) for found in self.places) * max(map(len, self.places), default=0)

    def _spots(self, number: int, edges: set[float]) -> list[float]:
        """Where cut ``number`` (from 0) may lie, from left to right or from top to bottom."""
        side = self.side
        known = {-1: 0.0, len(side.forced): side.length}
        known |= {i: at for i, at in enumerate(side.forced) if at is not None}
        if number in known:
            return [known[number]]
        start, end = max(i for i in known if i < number), min(i for i in known if i > number)
        low = known[end] - fsum(side.limits[number + 1 : end + 1])
        high = known[start] + fsum(side.limits[start + 1 : number + 1])
        tiles = (
            end - start - 1
        )  # all but the last of them have one limit; each may be as long as that, or as short as can be
        longest = side.limits[start + 1]
        steps = {a * longest + b * side.least for a in range(tiles + 1) for b in range(tiles + 1 - a)}
        reach = tiles * longest
        sure = {low, high, side.ideal[number]}
        ends = {known[start], known[end], known[end] - side.limits[end]}
        anchors = [*sure, *ends, *(at for at in edges if low - reach <= at <= high + reach)]
        if len(anchors) * len(steps) > MOST_ANCHORS:
            anchors, steps = [*sure, *(at for at in edges if low <= at <= high)], {0.0}
        found = {round(at + way * step, 6) for at in anchors for step in steps for way in (1, -1)}
        spots = sorted({at for at in found if low <= at <= high} - sure)
        return sorted(sure.union(spots[:: max(1, ceil(len(spots) / self.most))]))

    def _place(self, at: float, ideal: float, extents: Sequence[tuple[float, float]]) -> _Place:
        cuts = sum(1 << number for number, (low, high) in enumerate(extents) if is_cut(low, high, at))
        return _Place(at, cuts, round((at - ideal) * 100) ** 2)

    def cost(self, cuts: int, uneven: int) -> Cost:
        """What is cut, counted by rank."""
        places, open_places, cells, things = ((cuts & rank).bit_count() for rank in self.ranks)
        return places, open_places, cells, things, uneven

    def _follows(self, number: int, before: float, at: float) -> bool:
        """Whether tile ``number`` (from 0) may reach from one place to the other."""
        return self.side.least - TOLERANCE <= at - before <= self.side.limits[number] + TOLERANCE

    def _ends(self, at: float) -> bool:
        return self._follows(len(self.places), at, self.side.length)

    def states(self, most: int) -> list[tuple[int, int, Cuts]]:
        """Sets of cuts, each cutting other things than the rest: what it cuts, how uneven it is, and its cuts.

        The best come first; there are no more than ``most``.
        """
        states: dict[tuple[float, int], tuple[int, Cuts]] = {(0.0, 0): (0, ())}
        for number, places in enumerate(self.places):
            reached: dict[tuple[float, int], tuple[int, Cuts]] = {}
            for (before, cuts), (uneven, cut) in states.items():
                for place in places:
                    if self._follows(number, before, place.at):
                        key, value = (place.at, cuts | place.cuts), (uneven + place.uneven, (*cut, place.at))
                        reached[key] = min(reached.get(key, value), value)
            states = self._kept(reached)
        found: dict[int, tuple[int, Cuts]] = {}
        for (at, cuts), value in states.items():
            if self._ends(at):
                found[cuts] = min(found.get(cuts, value), value)
        ordered = sorted(found.items(), key=lambda item: (self.cost(item[0], item[1][0]), item[1][1]))
        return [(cuts, uneven, cut) for cuts, (uneven, cut) in ordered[:most]]

    def _kept(self, states: Mapping[tuple[float, int], tuple[int, Cuts]]) -> dict[tuple[float, int], tuple[int, Cuts]]:
        """All states, or when they are too many the best for each place of the last cut, so that none is cut off."""
        ordered = sorted(states.items(), key=lambda item: (self.cost(item[0][1], item[1][0]), item[0][0]))
        tried = MOST_TRIED // max(1, sum(len(found) for found in self.places))
        each = max(1, min(10 * MOST_STATES, tried) // max(1, len({at for at, _ in states})))
        held: dict[float, int] = {}
        kept = {}
        for key, value in ordered:
            held[key[0]] = held.get(key[0], 0) + 1
            if held[key[0]] <= each:
                kept[key] = value
        return kept

    def best(self, given: int) -> tuple[Cost, Cuts]:
        """The cuts that cut least beside ``given``, what the other side's cuts cut anyway.

        What two cuts of one side cut, all between them do: it is enough to know the cut before.
        """
        states: dict[float, tuple[Cost, Cuts, int]] = {0.0: ((0, 0, 0, 0, 0), (), given)}
        for number, places in enumerate(self.places):
            reached: dict[float, tuple[Cost, Cuts, int]] = {}
            for place in places:
                found = min(self._before(number, place, states), default=None)
                if found is not None:
                    reached[place.at] = found[0], (*found[1], place.at), place.cuts | given
            states = reached
        return min((cost, cuts) for at, (cost, cuts, _) in states.items() if self._ends(at))

    def _before(
        self, number: int, place: _Place, states: Mapping[float, tuple[Cost, Cuts, int]]
    ) -> Iterator[tuple[Cost, Cuts]]:
        """What each set of cuts costs with one more, where tiles may be as long."""
        for before, (cost, cuts, known) in states.items():
            if self._follows(number, before, place.at):
                yield _sum(cost, self.cost(place.cuts & ~known, place.uneven)), cuts
