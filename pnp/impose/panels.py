"""A board that folds: into how many panels, which joints between them are folded, in which order, and which are cut.

The panels are one chain, row by row and back again, and the chain is folded like a fan: printed sides together, then
backs together, in turn. Each fold then lies between two panels that lie on one another, so that a board of any
thickness folds, however many panels it has. Joints between panels that are not neighbours in the chain are cut: one
half joint of a board of 2 x 2 panels, none of a single row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pnp.units import Size

Panel = tuple[int, int]  # column and row, from 0


@dataclass(frozen=True, slots=True)
class PanelJoint:
    """A joint between two panels on the face, in mm. ``step`` is when it is folded, from 1; 0 for one that is cut."""

    x1: float
    y1: float
    x2: float
    y2: float
    step: int

    @property
    def inwards(self) -> bool:
        """Whether the printed sides come together (a valley, seen from the front); else the backs do (a mountain)."""
        return self.step % 2 == 1


@dataclass(frozen=True, slots=True)
class Panels:
    """Equal panels in columns and rows; one panel does not fold."""

    columns: int = 1
    rows: int = 1

    @property
    def count(self) -> int:
        """How many there are."""
        return self.columns * self.rows

    def chain(self, size: Size) -> list[Panel]:
        """The panels of a face in the order of folding: along the shorter side of a panel, so that cuts are short."""
        across, down = range(self.columns), range(self.rows)
        if size.width / self.columns <= size.height / self.rows:
            return [(column, row) for row in down for column in (reversed(across) if row % 2 else across)]
        return [(column, row) for column in across for row in (reversed(down) if column % 2 else down)]

    def joints(self, size: Size) -> Iterator[PanelJoint]:
        """Every joint between two panels of a face, folds and cuts."""
        place = {panel: number for number, panel in enumerate(self.chain(size))}
        width, height = size.width / self.columns, size.height / self.rows
        for (column, row), number in place.items():
            for other, x, y in (((column + 1, row), width, 0.0), ((column, row + 1), 0.0, height)):
                if other in place:
                    left, top = column * width + x, row * height + y
                    step = min(number, place[other]) + 1 if abs(number - place[other]) == 1 else 0
                    yield PanelJoint(left, top, left + (0.0 if x else width), top + (0.0 if y else height), step)

    def lines(self, size: Size) -> tuple[list[float], list[float]]:
        """Where joints run down the face, and where across."""
        xs = [column * size.width / self.columns for column in range(1, self.columns)]
        return xs, [row * size.height / self.rows for row in range(1, self.rows)]


UNFOLDED = Panels()
