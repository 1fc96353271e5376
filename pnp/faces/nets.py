"""Measures in mm go in, a net comes out: what is cut from one piece of card, folded and glued. Geometry alone.

A net lies with its printed side up, y downwards, its box's corner at (0, 0).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import acos, atan2, ceil, cos, floor, hypot, pi, sin, sqrt, tan
from typing import ClassVar

from pnp.units import MAX_LENGTH, Size, mm

Point = tuple[float, float]
FOLDS = ("side", "top")
RIM = 1.0  # mm of a round base that a standee's tabs leave free all round
TAB = 10.0  # mm: deeper tabs of a standee hold no better
LEAST_TAB = 2.0  # mm that glue needs
CHORD = pi / 24  # of an arc, where it is flattened


class NetError(ValueError):
    """Measures of which no net can be made, in a designer's words, with the cure."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Corner:
    """A corner of an outline, rounded with a radius in mm."""

    x: float
    y: float
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Panel:
    """A side that can be seen: its box in the net, and by how many quarter turns what is drawn on it stands turned."""

    open_to_templates: ClassVar = frozenset({"name", "x", "y", "width", "height", "transform"})
    name: str
    x: float
    y: float
    width: float
    height: float
    half_turned: bool = False

    @property
    def corners(self) -> tuple[Point, ...]:
        """Its polygon."""
        right, bottom = self.x + self.width, self.y + self.height
        return (self.x, self.y), (right, self.y), (right, bottom), (self.x, bottom)

    @property
    def transform(self) -> str:
        """What puts a drawing of (0, 0) to (width, height) on the panel, so that it is upright on the folded piece."""
        if self.half_turned:
            return f"translate({mm(self.x + self.width)} {mm(self.y + self.height)}) rotate(180)"
        return f"translate({mm(self.x)} {mm(self.y)})"


@dataclass(frozen=True, slots=True)
class Flap:
    """A part that lies behind a panel when all is folded: ``behind`` it, and glued to it or only tucked in."""

    name: str
    corners: tuple[Point, ...]
    behind: str
    glued: bool = True


@dataclass(frozen=True, slots=True)
class Fold:
    """A line that a ``part`` is folded along, which hangs ``on`` another.

    ``angle`` in degrees: the part turns so far away from the printed side; less than 0, towards it.
    """

    part: str
    on: str
    start: Point
    end: Point
    angle: float


@dataclass(frozen=True, slots=True)
class Net:
    """What is cut out of one piece. ``cuts`` are the lines to cut that are not the sides of the net's own box.

    ``closed`` says that the cuts are the whole outline, drawn all round.
    """

    size: Size
    outline: tuple[Corner, ...]
    folds: tuple[Fold, ...]
    panels: Mapping[str, Panel]
    flaps: tuple[Flap, ...] = ()
    cuts: tuple[tuple[Corner, ...], ...] = ()
    closed: bool = True


def fold_over(width: float, height: float, fold: str = "side") -> Net:
    """A card of one piece: front and back beside one another, or with ``fold="top"`` the back above, on its head."""
    measured("fold_over", width=width, height=height)
    if fold not in FOLDS:
        raise NetError(f"fold_over: there is no fold at the {fold[:40]}", "fold is 'side' or 'top'")
    if fold == "side":
        size = Size(2 * width, height)
        panels = (Panel("front", 0, 0, width, height), Panel("back", width, 0, width, height))
        line: tuple[Point, Point] = ((width, 0.0), (width, height))
    else:
        size = Size(width, 2 * height)
        panels = (Panel("front", 0, height, width, height), Panel("back", 0, 0, width, height, half_turned=True))
        line = ((0.0, height), (width, height))
    outline = straight(((0, 0), (size.width, 0), (size.width, size.height), (0, size.height)))
    return Net(size, outline, (Fold("back", "front", *line, 180),), named(panels))


def standee(width: float, height: float, base: float, tab: float = TAB, rim: float = RIM) -> Net:
    """A figure of (width, height) that is folded at its head, with two tabs bent outwards onto a round base.

    ``base`` is the base's diameter, ``rim`` what the tabs leave free of it, ``tab`` how deep they may be. The corners
    of a tab of width w lie within the base when its depth is at most sqrt((base/2 - rim)^2 - (w/2)^2); the largest
    tabs together are the square in the circle. Where they would be wider than the figure, they are as wide.
    """
    measured("standee", width=width, height=height, base=base, tab=tab)
    radius = base / 2 - rim
    if rim < 0 or radius <= 0:
        raise NetError(f"standee: a rim of {rim:g} mm leaves nothing of a base of {base:g} mm", "0.5 to 3 mm is usual")
    depth = sqrt(radius**2 - (width / 2) ** 2) if width < radius * sqrt(2) else radius / sqrt(2)
    depth = _tenths_down(min(tab, depth))
    if depth < LEAST_TAB:
        message = f"standee: tabs of {depth:g} mm on a base of {base:g} mm are too small for glue"
        raise NetError(message, f"they need {LEAST_TAB:g} mm: give a larger base, a smaller rim, or a deeper tab")
    wide = min(width, _tenths_down(2 * sqrt(radius**2 - depth**2)))
    left, right = (width - wide) / 2, (width + wide) / 2
    head, foot = depth + height, depth + 2 * height
    whole = foot + depth
    outline = (
        (left, 0.0), (right, 0.0), (right, depth), (width, depth), (width, foot), (right, foot),
        (right, whole), (left, whole), (left, foot), (0.0, foot), (0.0, depth), (left, depth),
    )  # fmt: skip
    panels = (
        Panel("front", 0, head, width, height),
        Panel("back", 0, depth, width, height, half_turned=True),
        Panel("front_tab", left, foot, wide, depth),
        Panel("back_tab", left, 0, wide, depth, half_turned=True),
    )
    folds = (
        Fold("back", "front", (0.0, head), (width, head), 180),
        Fold("front_tab", "front", (left, foot), (right, foot), -90),
        Fold("back_tab", "back", (left, depth), (right, depth), -90),
    )
    corners = straight(outline)
    ends = ((10, 11, 0, 1, 2, 3), (4, 5, 6, 7, 8, 9)) if left > 0 else ((0, 1), (6, 7))
    cuts = tuple(tuple(corners[i] for i in end) for end in ends)
    return Net(Size(width, whole), distinct(corners), folds, named(panels), cuts=cuts, closed=False)


def straight(points: Sequence[Point]) -> tuple[Corner, ...]:
    """Corners that are not rounded."""
    return tuple(Corner(x, y) for x, y in points)


def distinct(corners: Sequence[Corner]) -> tuple[Corner, ...]:
    """Corners without those that stand where the one before does."""
    places = [(corner.x, corner.y) for corner in corners]
    return tuple(corner for i, corner in enumerate(corners) if places[i] != places[i - 1])


def named(panels: Sequence[Panel]) -> dict[str, Panel]:
    """Panels by their names."""
    return {panel.name: panel for panel in panels}


def path_data(corners: Sequence[Corner], *, closed: bool = True) -> str:
    """An outline, or a line, as SVG path data; rounded corners are arcs."""
    words: list[str] = []
    for i, corner in enumerate(corners):
        verb = "L" if words else "M"
        if not corner.radius:
            words.append(f"{verb}{mm(corner.x)} {mm(corner.y)}")
            continue
        start, end, turn = _arc(corners[i - 1], corner, corners[(i + 1) % len(corners)])
        radius = mm(corner.radius)
        words.append(f"{verb}{mm(start[0])} {mm(start[1])}")
        words.append(f"A{radius} {radius} 0 0 {int(turn > 0)} {mm(end[0])} {mm(end[1])}")
    return "".join(words) + ("Z" if closed else "")


def polygon(corners: Sequence[Corner]) -> tuple[Point, ...]:
    """An outline as points alone; arcs are followed in steps of 7.5 degrees."""
    points: list[Point] = []
    for i, corner in enumerate(corners):
        if not corner.radius:
            points.append((corner.x, corner.y))
            continue
        start, end, turn = _arc(corners[i - 1], corner, corners[(i + 1) % len(corners)])
        # the centre lies a radius from the arc's start, square to the way that leads to the corner
        way = atan2(corner.y - start[1], corner.x - start[0])
        side = 1 if turn > 0 else -1
        centre = (start[0] - side * corner.radius * sin(way), start[1] + side * corner.radius * cos(way))
        first = atan2(start[1] - centre[1], start[0] - centre[0])
        steps = ceil(abs(turn) / CHORD)
        for step in range(steps):
            angle = first + turn * step / steps
            points.append((centre[0] + corner.radius * cos(angle), centre[1] + corner.radius * sin(angle)))
        points.append(end)
    return tuple(points)


def _arc(before: Corner, corner: Corner, after: Corner) -> tuple[Point, Point, float]:
    """Where a rounded corner begins and ends, and by how many radians its way turns: clockwise, more than 0."""
    ins, outs = (corner.x - before.x, corner.y - before.y), (after.x - corner.x, after.y - corner.y)
    there, away = hypot(*ins), hypot(*outs)
    cross = (ins[0] * outs[1] - ins[1] * outs[0]) / (there * away)
    turn = acos(max(-1.0, min(1.0, (ins[0] * outs[0] + ins[1] * outs[1]) / (there * away)))) * (1 if cross > 0 else -1)
    cut = corner.radius * tan(abs(turn) / 2)
    start = (corner.x - ins[0] / there * cut, corner.y - ins[1] / there * cut)
    return start, (corner.x + outs[0] / away * cut, corner.y + outs[1] / away * cut), turn


def measured(what: str, **measures: float) -> None:
    """Every measure of a net is a length. Raises NetError."""
    for name, value in measures.items():
        if not 0 < value <= MAX_LENGTH:
            message = f"{what}: {name} cannot be {value:g} mm"
            raise NetError(message, f"give more than 0 and at most {MAX_LENGTH:g} mm")


def _tenths_down(length: float) -> float:
    """A length rounded down to a tenth of a millimetre, as a size is written."""
    return floor(length * 10 + 1e-6) / 10
