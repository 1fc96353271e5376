"""The reading places of a calibration leaf: what is read at each, what a true printer shows there, and what may be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from pnp.calibration.leaf_plan import COARSE, DEEPEST, STEP, STROKES, LeafPlan
from pnp.printer import MAX_SHIFT

Way = Literal["ruler", "window", "edge"]


@dataclass(frozen=True, slots=True)
class ReadingPlace:
    """A place with its ``letter`` and the words for it; readings lie within ``least`` and ``most`` mm.

    ``true`` is what a printer without fault shows there: a letter that is moved as a whole by what it is short of.
    """

    letter: str
    way: Way
    says: str
    true: float
    least: float
    most: float


_NONIUS = STROKES * STEP
_RULED: Final = {
    "A": "from the paper's left edge to the upper left cross",
    "B": "from the paper's left edge to the lower left cross",
    "C": "from the paper's upper edge to the upper left cross",
    "D": "from the paper's upper edge to the upper right cross",
    "E": "from the upper left cross across to the upper right one",
    "F": "from the upper left cross down to the lower left one",
}
_SEEN: Final = {
    "G": ("where the back's upright line crosses the scale in the middle", COARSE),
    "H": ("where the back's level line crosses the scale in the middle", COARSE),
    "J": ("the pair of strokes that meet, in the upper row", _NONIUS),
    "K": ("the pair of strokes that meet, in the lower row", _NONIUS),
    "L": ("the pair of strokes that meet, in the left column", _NONIUS),
    "M": ("the pair of strokes that meet, in the right column", _NONIUS),
}
_MARGINS: Final = {
    "N": "the smallest number whose line is printed at the left edge",
    "P": "the smallest number whose line is printed at the upper edge",
    "Q": "the smallest number whose line is printed at the right edge",
    "R": "the smallest number whose line is printed at the lower edge",
}
LETTERS: Final = (*_RULED, *_SEEN, *_MARGINS)  # no I, no O: they look like numbers


def places_of(plan: LeafPlan) -> Mapping[str, ReadingPlace]:
    """The places of a leaf by their letters, in the order of reading."""
    across, down = plan.right - plan.left, plan.bottom - plan.top
    true = {"A": plan.left, "B": plan.left, "C": plan.top, "D": plan.top, "E": across, "F": down}
    found = [
        ReadingPlace(letter, "ruler", says, true[letter], true[letter] - MAX_SHIFT, true[letter] + MAX_SHIFT)
        for letter, says in _RULED.items()
    ]
    found += [ReadingPlace(letter, "window", says, 0.0, -most, most) for letter, (says, most) in _SEEN.items()]
    found += [ReadingPlace(letter, "edge", says, 0.0, 0.0, DEEPEST) for letter, says in _MARGINS.items()]
    return {place.letter: place for place in found}
