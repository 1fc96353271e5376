"""A synthetic printer: what a known profile does to a leaf goes in, what a person reads on the paper comes out.

Nothing here uses the formulas by which a profile is reckoned: points of both sides are put through the printer's error,
the back is turned over, and the strokes that meet are found among all of them.
"""

from __future__ import annotations

from math import hypot

from pnp.calibration.leaf_plan import PITCH, SQUARE, STEP, STROKES, LeafPlan
from pnp.printer import PrinterProfile, UnprintableMargins
from pnp.units import PAPERS, Matrix

Point = tuple[float, float]
# off by less than a millimetre each way, leaning, shrunk across and stretched down; and unable to print at its feet
OFFICE = PrinterProfile(
    "office", "plain", "", "a4", "long", (0.8, -0.5), (-0.6, 1.1), 0.3, 0.994, 1.003, UnprintableMargins(4, 5, 4, 14)
)


def to_tenths(value: float) -> float:
    return round(value, 1) + 0.0


def readings_of(true: PrinterProfile, applied: PrinterProfile | None = None) -> dict[str, list[float]]:
    """What a careful person reads on a leaf from the printer, printed through ``applied``: tenths, whole millimetres."""
    paper = PAPERS[true.paper]
    plan = LeafPlan(paper)
    (width, height), (x, y) = (paper.width, paper.height), plan.centre
    over = Matrix(a=-1, e=width) if true.flip == "long" else Matrix(d=-1, f=height)
    maps = {}
    for side in ("front", "back"):
        error = true.error(side, paper, true.flip)
        maps[side] = error @ applied.correction(side, paper, true.flip) if applied else error

    def front(point: Point) -> Point:
        return maps["front"].apply(*point)

    def back(point: Point) -> Point:
        """Where a stroke of the back appears from the front, that is meant to lie behind a point of it."""
        return over.apply(*maps["back"].apply(*over.apply(*point)))

    def meets(axis: int, along: float) -> float:
        """The number of the pair of strokes that lie best in one line."""
        best, number = 9.0, 0.0
        for i in range(-STROKES, STROKES + 1):
            for k in range(-STROKES, STROKES + 1):
                if axis == 0:
                    one, other = front((x + i * PITCH, along)), back((x + k * (PITCH - STEP), along))
                else:
                    one, other = front((along, y + i * PITCH)), back((along, y + k * (PITCH - STEP)))
                apart = abs(one[axis] - other[axis])
                if apart < best - 1e-9:
                    best, number = apart, i * STEP
        return to_tenths(number)

    corners = {(a, b): front((a, b)) for a in (plan.left, plan.right) for b in (plan.top, plan.bottom)}
    upper_left = corners[plan.left, plan.top]
    upper_right, lower_left = corners[plan.right, plan.top], corners[plan.left, plan.bottom]

    def coarse(axis: int) -> float:
        """Where the back's long line crosses the scale, in half millimetres."""
        spot = (x, y - SQUARE) if axis == 0 else (x - SQUARE, y)
        return round(2 * (back(spot)[axis] - front(spot)[axis])) / 2

    margins = true.margins
    read = {
        "A": upper_left[0], "B": lower_left[0], "C": upper_left[1], "D": upper_right[1],
        "E": hypot(upper_right[0] - upper_left[0], upper_right[1] - upper_left[1]),
        "F": hypot(lower_left[0] - upper_left[0], lower_left[1] - upper_left[1]),
        "G": coarse(0), "H": coarse(1),
        "J": meets(0, plan.rows[0]), "K": meets(0, plan.rows[1]),
        "L": meets(1, plan.columns[0]), "M": meets(1, plan.columns[1]),
        "N": margins.left, "P": margins.top, "Q": margins.right, "R": margins.bottom,
    }  # fmt: skip
    return {letter: [to_tenths(value)] for letter, value in read.items()}
