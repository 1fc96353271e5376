"""Hexes of one size and an area go in; how many fit nested as a honeycomb, and where each lies, come out. All in mm.

In a honeycomb neighbours are a gutter apart along all six sides, so centres are as far apart as flats, and a gutter,
in three directions: columns follow at three quarters of a hex and sqrt(3) / 2 of the gutter, every second one half a
step lower. Upright hexes are the same with rows and columns exchanged.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, sqrt

from pnp.units import Rect, Size

_TOLERANCE = 1e-6
_CORNER = 2 / sqrt(3)  # how far bleed reaches past a corner, where it is 1 past a side


@dataclass(frozen=True, slots=True)
class Honeycomb:
    """Hexes in lines of ``long`` and, every second one, ``short`` cells; ``cell`` is one's box.

    ``lying`` hexes have a side at the top: their lines are columns, and every second one begins half a step lower.
    Otherwise lines are rows.
    """

    cell: Size
    gutter: float
    lying: bool
    lines: int
    long: int
    short: int

    @property
    def count(self) -> int:
        """How many cells there are."""
        return ceil(self.lines / 2) * self.long + self.lines // 2 * self.short

    @property
    def extent(self) -> Size:
        """Round all cells, without the bleed outside."""
        flats, corners = _measures(self.cell, lying=self.lying)
        step = flats + self.gutter
        along = self.long * step - self.gutter
        if self.lines > 1:
            along = max(along, self.short * step - self.gutter + step / 2)
        across = corners + (self.lines - 1) * _pitch(corners, self.gutter)
        return Size(across, along) if self.lying else Size(along, across)

    def cells(self) -> list[Rect]:
        """The box of every hex, as one reads them: from the top down, each row from the left."""
        flats, corners = _measures(self.cell, lying=self.lying)
        step, pitch = flats + self.gutter, _pitch(corners, self.gutter)
        found = []
        for line in range(self.lines):
            for place in range(self.short if line % 2 else self.long):
                x, y = line * pitch, (place + (0.5 if line % 2 else 0.0)) * step
                at = (x, y) if self.lying else (y, x)
                found.append(Rect(*at, self.cell.width, self.cell.height))
        return sorted(found, key=lambda cell: (round(cell.y, 6), round(cell.x, 6)))


def _measures(cell: Size, *, lying: bool) -> tuple[float, float]:
    """Across the flats and across the corners."""
    return (cell.height, cell.width) if lying else (cell.width, cell.height)


def _pitch(corners: float, gutter: float) -> float:
    """From the centre of one line to the next."""
    return 0.75 * corners + sqrt(3) / 2 * gutter


def most_hexes(cell: Size, area: Size, gutter: float, *, lying: bool) -> Honeycomb | None:
    """The honeycomb of most cells in an area, half a gutter of bleed round it; None where not one hex fits."""
    flats, corners = _measures(cell, lying=lying)
    across, along = (area.width, area.height) if lying else (area.height, area.width)
    step = flats + gutter
    lines = int((across - corners - gutter * _CORNER + _TOLERANCE) // _pitch(corners, gutter)) + 1
    long = int((along + _TOLERANCE) // step)
    short = int((along - step / 2 + _TOLERANCE) // step)
    if lines < 1 or long < 1:
        return None
    return Honeycomb(cell, gutter, lying, lines if short else 1, long, short)


def as_small(comb: Honeycomb, count: int) -> Honeycomb:
    """The same honeycomb, only as large as so many hexes need: as few rows as hold them, then narrower."""
    made = comb
    if comb.lying:  # its rows run across the lines
        rows = (replace(comb, long=rows, short=min(rows, comb.short)) for rows in range(1, comb.long))
        made = next((fewer for fewer in rows if fewer.count >= count), comb)
    lines = (replace(made, lines=lines) for lines in range(1, made.lines))
    made = next((fewer for fewer in lines if fewer.count >= count), made)
    return made if made.lines > 1 else replace(made, long=min(made.long, count))
