"""A field of flat-top hexes in offset columns: cells go in, neighbours, distances, centres and outlines come out.

Columns and rows count from 1; lengths are mm from the upper left corner of the field's bounding box, y downwards.
Cube coordinates and distance after Red Blob Games, "Hexagonal Grids".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import hypot, sqrt
from typing import ClassVar, Literal

from pnp.units import Size

Cell = tuple[int, int]
Cube = tuple[int, int, int]
Stagger = Literal["even", "odd"]

# clockwise from straight up
DIRECTIONS: tuple[Cube, ...] = ((0, -1, 1), (1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1))


def cube_distance(a: Cube, b: Cube) -> int:
    """How many hexes apart."""
    return (abs(a[0] - b[0]) + abs(a[1] - b[1]) + abs(a[2] - b[2])) // 2


@dataclass(frozen=True, slots=True)
class Hexes:
    """The grid. ``stagger`` names the columns, counted from 1, that sit half a hex lower."""

    open_to_templates: ClassVar = frozenset({"columns", "rows", "flat_to_flat", "side", "label"})

    columns: int
    rows: int
    flat_to_flat: float
    stagger: Stagger = "even"

    @property
    def side(self) -> float:
        """The side of a hex; its circumradius too."""
        return self.flat_to_flat / sqrt(3)

    @property
    def size(self) -> Size:
        """The bounding box of the whole field."""
        lower = self.flat_to_flat / 2 if any(map(self._low, range(1, self.columns + 1))) else 0.0
        return Size((1.5 * (self.columns - 1) + 2) * self.side, self.rows * self.flat_to_flat + lower)

    def cells(self) -> list[Cell]:
        """Every cell, row by row."""
        return [(column, row) for row in range(1, self.rows + 1) for column in range(1, self.columns + 1)]

    def __contains__(self, cell: Cell) -> bool:
        return 1 <= cell[0] <= self.columns and 1 <= cell[1] <= self.rows

    def _low(self, column: int) -> bool:
        return (column % 2 == 0) == (self.stagger == "even")

    def centre(self, cell: Cell) -> tuple[float, float]:
        """The middle of a hex."""
        column, row = cell
        shift = 1.0 if self._low(column) else 0.5
        return (1.5 * (column - 1) + 1) * self.side, (row - 1 + shift) * self.flat_to_flat

    def corners(self, cell: Cell) -> list[tuple[float, float]]:
        """Six corners, clockwise from the left one."""
        x, y = self.centre(cell)
        side, half = self.side, self.flat_to_flat / 2
        steps = (
            (-side, 0.0),
            (-side / 2, -half),
            (side / 2, -half),
            (side, 0.0),
            (side / 2, half),
            (-side / 2, half),
        )
        return [(x + dx, y + dy) for dx, dy in steps]

    def cube(self, cell: Cell) -> Cube:
        """Cube coordinates (q, r, s) with q + r + s = 0."""
        q = cell[0] - 1
        lowered = (q + 1) // 2 if self.stagger == "odd" else q // 2
        r = cell[1] - 1 - lowered
        return q, r, -q - r

    def cell(self, cube: Cube) -> Cell:
        """The cell at cube coordinates; it may lie outside the field."""
        q, r, _ = cube
        lowered = (q + 1) // 2 if self.stagger == "odd" else q // 2
        return q + 1, r + lowered + 1

    def distance(self, a: Cell, b: Cell) -> int:
        """How many hexes apart, terrain ignored."""
        return cube_distance(self.cube(a), self.cube(b))

    def step(self, cell: Cell, direction: int, count: int = 1) -> Cell:
        """``count`` hexes on in one of the six directions; it may lie outside the field."""
        q, r, s = self.cube(cell)
        dq, dr, ds = DIRECTIONS[direction % 6]
        return self.cell((q + dq * count, r + dr * count, s + ds * count))

    def neighbours(self, cell: Cell) -> list[Cell]:
        """The hexes of the field that share a side, clockwise from straight up."""
        return [near for direction in range(6) if (near := self.step(cell, direction)) in self]

    def within(self, cell: Cell, radius: int) -> list[Cell]:
        """The hexes of the field at most ``radius`` away, row by row, the cell itself among them."""
        return [other for other in self.cells() if self.distance(cell, other) <= radius]

    def label(self, cell: Cell) -> str:
        """CCRR: ``0302`` is column 3, row 2."""
        return f"{cell[0]:02d}{cell[1]:02d}"

    def outline(self, cells: Iterable[Cell], inset: float = 0.0) -> str:
        """The boundary of a set of cells as closed SVG path data, moved ``inset`` mm inwards."""
        return "".join(
            "M" + "L".join(f"{x:.3f} {y:.3f}" for x, y in _inset(loop, inset)) + "Z" for loop in self._loops(set(cells))
        )

    def _loops(self, cells: set[Cell]) -> Iterator[list[tuple[float, float]]]:
        """Walk the sides that belong to one cell only, clockwise round the cells."""
        following: dict[tuple[int, int], list[tuple[tuple[int, int], tuple[float, float]]]] = {}
        for cell in sorted(cells, key=lambda item: (item[1], item[0])):
            corners = self.corners(cell)
            for i in range(6):
                # the side from corner i to i + 1 faces direction i - 1: the first one up and to the left
                if self.step(cell, i - 1) not in cells:
                    a, b = corners[i], corners[(i + 1) % 6]
                    following.setdefault(_key(a), []).append((_key(b), a))
        while following:
            start = next(iter(following))
            loop: list[tuple[float, float]] = []
            here = start
            while here in following:
                there, point = following[here].pop(0)
                if not following[here]:
                    del following[here]
                loop.append(point)
                here = there
            yield loop


def _key(point: tuple[float, float]) -> tuple[int, int]:
    return round(point[0] * 1000), round(point[1] * 1000)


def _inset(loop: list[tuple[float, float]], by: float) -> list[tuple[float, float]]:
    """Move every side of a clockwise polygon (y downwards) inwards; neighbouring sides meet at new corners."""
    if by == 0:
        return loop
    result = []
    for i, (x, y) in enumerate(loop):
        (px, py), (nx, ny) = loop[i - 1], loop[(i + 1) % len(loop)]
        ax, ay = _unit(x - px, y - py)
        bx, by_ = _unit(nx - x, ny - y)
        # inward normals of the two sides are (-ay, ax) and (-by_, bx); the corner moves along their sum
        sx, sy = -ay - by_, ax + bx
        scale = 2 * by / (sx * sx + sy * sy)
        result.append((x + sx * scale, y + sy * scale))
    return result


def _unit(x: float, y: float) -> tuple[float, float]:
    length = hypot(x, y)
    return x / length, y / length
