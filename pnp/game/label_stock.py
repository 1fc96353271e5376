"""Sheets of die-cut labels by name: where the labels lie, in mm.

The makers print no drawings; these are the measures that templates of the trade agree on and that come out even: each
set is as far from the left edge of its paper as from the right one, and from the upper as from the lower. Lists of the
trade differ by up to 0.8 mm (of 5160, 5163 and 5294 some are not symmetrical), and compatible sheets of other makers
differ, too: hence the test page. 22806 and 22807 are left out: their published margins contradict one another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from pnp.units import MM_PER_INCH, PAPERS, Rect, Size


@dataclass(frozen=True, slots=True)
class LabelStock:
    """``columns`` x ``rows`` labels of one size; ``first`` is the upper left one's corner, ``pitch`` from each to the
    next, corner to corner. ``paper`` is a name of ``PAPERS``."""

    name: str
    paper: str
    label: Size
    columns: int
    rows: int
    pitch: Size
    first: tuple[float, float]
    shape: Literal["rectangle", "circle"] = "rectangle"

    @property
    def sheet(self) -> Size:
        """The paper's size."""
        return PAPERS[self.paper]

    @property
    def count(self) -> int:
        """How many labels a sheet has."""
        return self.columns * self.rows

    @property
    def gap(self) -> Size:
        """What lies between two labels, each way; 0 where they touch."""
        return Size(max(0.0, self.pitch.width - self.label.width), max(0.0, self.pitch.height - self.label.height))

    def places(self) -> Iterator[Rect]:
        """Every label, row by row."""
        left, top = self.first
        for row in range(self.rows):
            for column in range(self.columns):
                x, y = left + column * self.pitch.width, top + row * self.pitch.height
                yield Rect(x, y, self.label.width, self.label.height)


def _a4(number: str, label: Size, pitch: Size, grid: tuple[int, int], first: tuple[float, float]) -> LabelStock:
    return LabelStock(f"avery-{number}", "a4", label, *grid, pitch, first)


def _letter(
    number: str,
    label: tuple[float, ...],
    pitch: tuple[float, float],
    grid: tuple[int, int],
    first: tuple[float, float],
) -> LabelStock:
    """From inches, as they are sold; one measure for a round label's diameter."""
    width, height = label[0] * MM_PER_INCH, label[-1] * MM_PER_INCH
    step = Size(pitch[0] * MM_PER_INCH, pitch[1] * MM_PER_INCH)
    corner = first[0] * MM_PER_INCH, first[1] * MM_PER_INCH
    shape: Literal["rectangle", "circle"] = "circle" if len(label) == 1 else "rectangle"
    return LabelStock(f"avery-{number}", "letter", Size(width, height), *grid, step, corner, shape)


_STOCKS = (
    # Avery's own measures as Finomnis/ResistorLabels read them off its template (issue 14); gLabels is 0.8 mm off
    _letter("5160", (2.625, 1), (2.75, 1), (3, 10), (0.1875, 0.5)),
    # gLabels, but for its left margin of 0.1625 in, which the right one belies
    _letter("5163", (4, 2), (4.1875, 2), (2, 5), (0.15625, 0.5)),
    _letter("5167", (1.75, 0.5), (2.0625, 0.5), (4, 20), (0.28125, 0.5)),  # gLabels
    _letter("5293", (1.625,), (2.0145, 1.6554), (4, 6), (0.41575, 0.549)),  # gLabels, as 5193
    # the even layout of twelve 2.5 in rounds; gLabels' margins of 0.21 and 0.29 in belie one another
    _letter("5294", (2.5,), (2.75, 2.5625), (3, 4), (0.25, 0.40625)),
    _a4("l7159", Size(63.5, 33.9), Size(66, 33.9), (3, 8), (7.25, 12.9)),  # SharpPDFLabel and others
    _a4("l7160", Size(63.5, 38.1), Size(66, 38.1), (3, 7), (7.25, 15.15)),  # SharpPDFLabel and others
    _a4("l7651", Size(38.1, 21.2), Size(40.6, 21.2), (5, 13), (4.75, 10.7)),  # SharpPDFLabel and others
)
LABEL_STOCKS: Mapping[str, LabelStock] = {stock.name: stock for stock in _STOCKS}
