"""Boxes on a face go in; for each a label outside the face, and a line that leads to the box, come out. All in mm.

Every line runs straight in from one of the face's four sides and bends once, outside. Which side, and where, is chosen
for all of them together: no two cross, they keep off texts and out of one another's way, and they are short.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import fsum

from pnp.field.geometry import Point
from pnp.units import Rect, Size

PITCH = 5.4  # from label to label
STAND_OFF = 6.4  # from the face's edge to a label's middle
DOT = 1.0  # kept free between a line's end and a text
KNEE = 1.6  # from the face's edge to the bend
_TEXT, _PART, _CROSS, _CLOSE, _CROWDED = 9.0, 0.6, 400.0, 40.0, 300.0
SIDES = ("left", "right", "top", "bottom")
_SWEEPS = 8


@dataclass(frozen=True, slots=True)
class Leader:
    """A label's middle, and the line from it: the bend, and where it ends on the part."""

    side: str
    label: Point
    knee: Point
    end: Point


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to lead to a part: a straight line in from a side, at ``at`` along it, ``deep`` mm into the face."""

    side: str
    at: float
    deep: float
    cost: float

    @property
    def flat(self) -> bool:
        """Whether it runs from left or right."""
        return self.side in ("left", "right")


def lead(boxes: Sequence[Rect], texts: Sequence[Rect], size: Size) -> list[Leader]:
    """A leader for each box, in their order. The same boxes always get the same leaders."""
    ways = [_ways(i, boxes, texts, size) for i in range(len(boxes))]
    chosen = [min(options, key=lambda way: way.cost) for options in ways]
    for _ in range(_SWEEPS):
        before = list(chosen)
        for i, options in enumerate(ways):
            others = [way for j, way in enumerate(chosen) if j != i]
            chosen[i] = min(options, key=lambda way: _total([*others, way], size))
        if chosen == before:
            break
    return _laid(chosen, size)


def _ways(number: int, boxes: Sequence[Rect], texts: Sequence[Rect], size: Size) -> list[_Way]:
    """Every way to a part that is tried."""
    box = boxes[number]
    found = []
    for side in SIDES:
        flat = side in ("left", "right")
        start, long = (box.y, box.height) if flat else (box.x, box.width)
        deep = {"left": box.x, "right": size.width - box.right, "top": box.y, "bottom": size.height - box.bottom}[side]
        inset = 1.2 if min(box.width, box.height) > 6 else 0.0
        for share in (0.5, 0.35, 0.65, 0.2, 0.8, 0.08, 0.92):
            at = start + share * long
            reach = _reach(side, at, deep, inset, texts, size)
            over = _covered(side, at, 0.0, reach, texts, size) * _TEXT
            others = [other for j, other in enumerate(boxes) if j != number and not _around(other, box)]
            over += _covered(side, at, 0.0, reach, others, size) * _PART
            # labels at the sides read best; long lines and odd places cost a little
            found.append(_Way(side, at, reach, over + 0.25 * deep + 1.5 * abs(share - 0.5) + (0.0 if flat else 3.0)))
    return found


def _reach(side: str, at: float, deep: float, inset: float, texts: Sequence[Rect], size: Size) -> float:
    """How deep a line ends: a little inside the part, on its edge, or before it; never so near that it touches text."""
    for reach in (deep + inset, deep):
        if not _covered(side, at, deep - DOT, reach + DOT, texts, size, DOT):
            return reach
    return max(0.0, deep - DOT)


def _around(outer: Rect, inner: Rect) -> bool:
    return (
        outer.x <= inner.x + 0.1 and outer.y <= inner.y + 0.1
        and outer.right >= inner.right - 0.1 and outer.bottom >= inner.bottom - 0.1
    )  # fmt: skip


def _covered(
    side: str, at: float, start: float, end: float, rects: Sequence[Rect], size: Size, wide: float = 0.3
) -> float:
    """How many mm of a line, from ``start`` to ``end`` mm into the face, lie on rectangles or ``wide`` mm beside."""
    total = 0.0
    for rect in rects:
        low, high = (rect.y, rect.bottom) if side in ("left", "right") else (rect.x, rect.right)
        if not low - wide < at < high + wide:
            continue
        near, far = {
            "left": (rect.x, rect.right), "right": (size.width - rect.right, size.width - rect.x),
            "top": (rect.y, rect.bottom), "bottom": (size.height - rect.bottom, size.height - rect.y),
        }[side]  # fmt: skip
        total += max(0.0, min(end, far) - max(start, near) - 0.05)
    return total


def _total(ways: Sequence[_Way], size: Size) -> float:
    """What a choice of ways costs."""
    cost = fsum(way.cost for way in ways)
    for one, two in combinations(ways, 2):
        if one.flat == two.flat:
            same = one.side == two.side
            meet = same or one.deep + two.deep > (size.width if one.flat else size.height)
            if meet and abs(one.at - two.at) < 1.3:
                cost += _CLOSE * (1.3 - abs(one.at - two.at)) + _CLOSE / 4
        elif _cross(one, two, size):
            cost += _CROSS
    for side in SIDES:
        ats = sorted(way.at for way in ways if way.side == side)
        room = size.height if side in ("left", "right") else size.width
        cost += _CROWDED * max(0.0, (len(ats) - 1) * PITCH - room) / PITCH
        cost += fsum(0.5 * abs(at - label) for at, label in zip(ats, spread(ats, room), strict=True))
        cost += 0.05 * len(ats) ** 2
    return cost


def _cross(one: _Way, two: _Way, size: Size) -> bool:
    flat, steep = (one, two) if one.flat else (two, one)
    x = steep.at if flat.side == "left" else size.width - steep.at
    y = flat.at if steep.side == "top" else size.height - flat.at
    return x < flat.deep + 0.4 and y < steep.deep + 0.4


def spread(wanted: Sequence[float], room: float) -> list[float]:
    """Places at least ``PITCH`` apart, as near as can be to those wanted (in order), within 0 and ``room``.

    Neighbours that crowd one another become a block round the mean of what they want, until no blocks do; if all are
    too many for the room, they overlap it on both sides alike.
    """
    blocks: list[tuple[float, int]] = []  # the sum of what each would have as its block's first place; how many
    for at in wanted:
        blocks.append((at, 1))
        while len(blocks) > 1:
            (total, many), (other, more) = blocks[-2], blocks[-1]
            if total / many + PITCH * many <= other / more:
                break
            blocks[-2:] = [(total + other - PITCH * many * more, many + more)]
    if (len(wanted) - 1) * PITCH >= room:
        first = (room - (len(wanted) - 1) * PITCH) / 2
        return [first + i * PITCH for i in range(len(wanted))]
    places = [total / many + i * PITCH for total, many in blocks for i in range(many)]
    for i, least in enumerate(i * PITCH for i in range(len(places))):
        places[i] = max(places[i], least)
    for i in reversed(range(len(places))):
        places[i] = min(places[i], room - (len(places) - 1 - i) * PITCH)
    return places


def _laid(ways: Sequence[_Way], size: Size) -> list[Leader]:
    """The leaders of the ways chosen; on each side in the order of their places, so that no two cross outside."""
    found: dict[int, Leader] = {}
    for side in SIDES:
        order = sorted((way.at, i) for i, way in enumerate(ways) if way.side == side)
        room = size.height if side in ("left", "right") else size.width
        for (at, i), label in zip(order, spread([at for at, _ in order], room), strict=True):
            found[i] = Leader(
                side, _point(side, -STAND_OFF, label, size), _point(side, -KNEE, at, size),
                _point(side, ways[i].deep, at, size),
            )  # fmt: skip
    return [found[i] for i in range(len(ways))]


def _point(side: str, deep: float, at: float, size: Size) -> Point:
    return {
        "left": (deep, at), "right": (size.width - deep, at), "top": (at, deep), "bottom": (at, size.height - deep)
    }[side]  # fmt: skip
