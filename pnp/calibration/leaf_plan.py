"""A paper goes in; where the scales of a calibration leaf stand on it comes out: geometry alone, mm, y downwards."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.units import Size

# The nonius: strokes of the front stand PITCH apart, those of the back STEP less, and each pair that meets is one STEP
# more of drift. After Pierre Vernier (1631), as on a slide gauge.
PITCH = 4.0
STEP = 0.1
PERIOD = PITCH - STEP  # further, the same stroke of the front meets the back's next one: answers are modulo this
STROKES = 20  # on either side of the middle one: drift of 2 mm either way
COARSE = 15  # mm either way
SQUARE = 19.0  # mm from the page's middle to the two coarse scales; the lines of the back reach beyond them
DEEPEST = 22  # mm; how far from an edge the lines go that show the margin there

_INSET = 20.0  # of the crosses from the edges; more where they would be further apart than a ruler of 30 cm measures
_RULER = 290.0
_APART = 250.0
_ROW = 18.0  # of a nonius from the crosses' lines
_COLUMN = 11.0


@dataclass(frozen=True, slots=True)
class LeafPlan:
    """What stands where on a leaf of a paper: ``left``, ``right``, ``top`` and ``bottom`` are those of the crosses.

    The nonius scales that show drift across stand along the lines y = ``rows``, those for drift down along
    x = ``columns``, all with their middles on the page's middle lines.
    """

    paper: Size

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the page."""
        return self.paper.width / 2, self.paper.height / 2

    @property
    def left(self) -> float:
        """The x of the left crosses."""
        return _inset(self.paper.width)

    @property
    def right(self) -> float:
        """The x of the right crosses."""
        return self.paper.width - self.left

    @property
    def top(self) -> float:
        """The y of the upper crosses."""
        return _inset(self.paper.height)

    @property
    def bottom(self) -> float:
        """The y of the lower crosses."""
        return self.paper.height - self.top

    @property
    def rows(self) -> tuple[float, float]:
        """The y of the upper and of the lower nonius for drift across."""
        return self.top + _ROW, self.bottom - _ROW

    @property
    def columns(self) -> tuple[float, float]:
        """The x of the left and of the right nonius for drift down."""
        return self.left + _COLUMN, self.right - _COLUMN


def _inset(length: float) -> float:
    return _INSET if length - 2 * _INSET <= _RULER else (length - _APART) / 2
