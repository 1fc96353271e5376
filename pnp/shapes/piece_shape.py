"""The shape of a piece as text -> a value that knows its outline for any trim, its mirror image and its depth.

All lengths are mm, (0, 0) is the corner of the trim, y grows downwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import fsum, hypot, sqrt
from typing import ClassVar, Literal

from pnp.shapes.polygon import Point, area, closed, crossing, depth, flattened, sides, wider
from pnp.svg.path import Path, bounds, ellipse_path, moved, rect_path
from pnp.units import Matrix, Rect, Size, parse_length

Kind = Literal["rectangle", "rounded", "circle", "hex flat", "hex pointy", "polygon", "path"]
CutLine = Literal["outside", "on", "none"]

KINDS = ("rectangle", "rounded 3mm", "circle", "hex flat", "hex pointy", "polygon 0,0 30,0 15,26", "path")
LEAST_POINTS, MOST_POINTS = 3, 200
MOST_FLAT = 600  # points of a path's outline, its curves among them
SLACK = 0.1  # mm by which a hex may differ from a regular one, and a point lie outside the trim
HEX = 2 / sqrt(3)  # the width of a regular hex across its corners, where it is 1 across its flats


@dataclass(frozen=True, slots=True)
class Shape:
    """What a piece is cut to. ``radius`` is of a ``rounded`` one's corners; ``points`` are a ``polygon``'s corners.

    The outline of a ``path`` is the template's own; it is empty until a face is composed.
    """

    open_to_templates: ClassVar = frozenset({"kind", "radius"})

    kind: Kind = "rectangle"
    radius: float = 0.0
    points: tuple[Point, ...] = ()
    drawn: Path = ()

    def __str__(self) -> str:
        if self.kind == "rounded":
            return f"rounded {self.radius:g}mm"
        corners = (f"{x:g},{y:g}" for x, y in self.points)
        return " ".join([self.kind, *corners])

    @property
    def hexagonal(self) -> bool:
        """Whether it is a hex, either way up."""
        return self.kind in ("hex flat", "hex pointy")

    def outline(self, size: Size) -> Path:
        """Where a piece of this trim is cut."""
        w, h = size.width, size.height
        if self.kind == "circle":
            return ellipse_path(w / 2, h / 2, w / 2, h / 2)
        if self.kind == "path" and self.drawn:
            return self.drawn
        if self.kind == "rounded":
            return rect_path(0, 0, w, h, self.radius, self.radius)
        return closed(self.corners(size))

    def corners(self, size: Size) -> list[Point]:
        """The outline as a polygon, curves in short straight steps."""
        w, h = size.width, size.height
        if self.hexagonal:
            across, down = (w, h) if self.kind == "hex flat" else (h, w)
            flat = [(across / 4, 0.0), (3 * across / 4, 0.0), (across, down / 2), (3 * across / 4, down),
                    (across / 4, down), (0.0, down / 2)]  # fmt: skip
            return flat if self.kind == "hex flat" else [(y, x) for x, y in flat[::-1]]
        if self.kind == "polygon":
            return list(self.points)
        if self.kind in ("rounded", "circle") or self.drawn:
            return flattened(self.outline(size))[0][0]
        return [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)]

    def wider(self, size: Size, by: float) -> Path:
        """The outline moved out by so many mm; to be filled by the nonzero rule."""
        if self.kind == "circle":
            return ellipse_path(size.width / 2, size.height / 2, size.width / 2 + by, size.height / 2 + by)
        if self.kind == "rounded":
            radius = self.radius + by if self.radius else 0.0
            return rect_path(-by, -by, size.width + 2 * by, size.height + 2 * by, radius, radius)
        return _wider(tuple(self.corners(size)), by)

    def mirrored(self, size: Size) -> Shape:
        """The same piece seen from behind: left and right change places."""
        points = tuple((size.width - x, y) for x, y in self.points[::-1])
        return Shape(self.kind, self.radius, points, moved(self.drawn, Matrix(a=-1.0, e=size.width)))

    def depth(self, size: Size, x: float, y: float) -> float:
        """How far inside the cut a point lies, in mm; negative outside."""
        w, h = size.width, size.height
        if self.kind == "circle":
            return min(w, h) / 2 - hypot(x - w / 2, y - h / 2)
        if self.kind == "rounded":
            across, down = abs(x - w / 2) - (w / 2 - self.radius), abs(y - h / 2) - (h / 2 - self.radius)
            return self.radius - hypot(max(across, 0), max(down, 0)) - min(max(across, down), 0)
        if self.kind == "rectangle":
            return min(x, y, w - x, h - y)
        return depth(self.corners(size), x, y)


RECTANGLE = Shape()
CIRCLE = Shape("circle")


@lru_cache(maxsize=64)  # each copy of a piece on a sheet asks for the same
def _wider(points: tuple[Point, ...], by: float) -> Path:
    return wider(points, by)


def parse_shape(text: str) -> Shape:
    """Read ``rectangle``, ``rounded 3mm``, ``circle``, ``hex flat``, ``polygon 0,0 30,0 15,26`` or ``path``.

    Raises ValueError, in a designer's words, when the text is none of them or a polygon is no outline.
    """
    words = text.split()
    name, rest = (words[0].lower(), words[1:]) if words else ("", [])
    if name in ("rectangle", "circle", "path") and not rest:
        return Shape(name)  # type: ignore[arg-type]  # one of three
    if name == "rounded":
        radius = _length(" ".join(rest)) if rest else 0.0
        if radius <= 0:
            raise ValueError("a rounded piece needs the radius of its corners, such as rounded 3mm")
        return Shape("rounded", radius)
    if name == "hex":
        if [word.lower() for word in rest] not in (["flat"], ["pointy"]):
            raise ValueError("a hex is 'hex flat', with a side at the top, or 'hex pointy', with a corner there")
        return Shape("hex flat" if rest[0].lower() == "flat" else "hex pointy")
    if name == "polygon":
        return Shape("polygon", points=_polygon(rest))
    raise ValueError(f"unknown shape '{text[:40]}': use {', '.join(KINDS[:-1])} or {KINDS[-1]}")


def _length(text: str) -> float:
    return parse_length(text[:60])


def _polygon(words: list[str]) -> tuple[Point, ...]:
    if len(words) > MOST_POINTS:
        raise ValueError(f"a polygon of {len(words):,} points; at most {MOST_POINTS}")
    points: list[Point] = []
    for word in words:
        x, comma, y = word.partition(",")
        if not comma or not x or not y:
            raise ValueError(f"expected a point such as 30,12.5, found '{word[:40]}'")
        point = (_length(x), _length(y))
        if not points or point != points[-1]:
            points.append(point)
    if len(points) > 1 and points[0] == points[-1]:
        points.pop()
    wrong = outline_fault(points)
    if wrong:
        raise ValueError(wrong)
    return tuple(points)


def outline_fault(points: list[Point]) -> str:
    """Why points are no outline of a piece; empty when they are one."""
    if len(points) < LEAST_POINTS:
        return f"an outline needs {LEAST_POINTS} points or more, found {len(points)}"
    where = crossing(points)
    if where is not None:
        return f"the outline crosses itself at {where[0]:.4g},{where[1]:.4g}"
    if abs(area(points)) < 1:
        return "the outline holds no area"
    return ""


def fits(shape: Shape, size: Size) -> str:
    """Why a piece of this trim cannot have the shape; empty when it can."""
    w, h = size.width, size.height
    if shape.kind == "circle" and w != h:
        return f"a circle cannot be {w:g} mm wide and {h:g} mm high"
    if shape.kind == "rounded" and shape.radius > min(w, h) / 2:
        return f"corners of {shape.radius:g} mm are more than half of {min(w, h):g} mm, the shorter side"
    if shape.hexagonal:
        true = hex_size(shape, h if shape.kind == "hex flat" else w)
        if abs(true.width - w) > SLACK or abs(true.height - h) > SLACK:
            flats = h if shape.kind == "hex flat" else w
            return (
                f"a {shape} of {flats:g} mm across its flats is {true.width:.2f} x {true.height:.2f} mm,"
                f" not {w:g} x {h:g} mm"
            )
    return outside_fault(list(shape.points), size)


def outside_fault(points: list[Point], size: Size) -> str:
    """Which of the points lies outside the trim; empty when none does."""
    for x, y in points:
        if x < -SLACK or y < -SLACK or x > size.width + SLACK or y > size.height + SLACK:
            return (
                f"the point {x:.4g},{y:.4g} of the outline lies outside the trim of {size.width:g} x {size.height:g} mm"
            )
    return ""


def hex_size(shape: Shape, flats: float) -> Size:
    """The trim of a regular hex that is so wide across its flats."""
    return Size(flats * HEX, flats) if shape.kind == "hex flat" else Size(flats, flats * HEX)


def box_of(shape: Shape, size: Size, by: float) -> Rect:
    """The box round the outline moved out by so many mm."""
    return bounds(shape.wider(size, by))


def round_the_edge(shape: Shape, size: Size, step: float, most: int) -> list[tuple[Point, Point]]:
    """Places along the outline about a step apart, clear of its corners, each with the direction out of the piece."""
    corners = shape.corners(size)
    turned = corners if area(corners) > 0 else corners[::-1]
    every = sides(turned)
    whole = fsum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in every)
    step = max(step, whole / most)
    places = []
    for a, b in every:
        length = hypot(b[0] - a[0], b[1] - a[1])
        count = max(1, int(length / step)) if length >= step / 4 else 0
        for i in range(count):
            share = (i + 0.5) / count
            at = (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))
            places.append((at, ((b[1] - a[1]) / length, (a[0] - b[0]) / length)))
    return places
