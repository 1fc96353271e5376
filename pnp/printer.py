"""What one printer does wrong goes in, the map that undoes it beforehand comes out: pure geometry, in mm.

The frame is that of a page as one looks at the printed side: x to the right, y downwards, of the back as seen from the
back. A printer puts each point p of a page, whose centre is c, at

    c + S · R · (p - c) + o

R turns by ``turn`` degrees, clockwise on paper; then S enlarges by ``width`` across and by ``height`` down; then o, the
offset of that side, shifts. The correction is the exact inverse, c + R⁻¹ · S⁻¹ · (p - c - o): what is drawn through it
lands where it was meant to.

Turn and scale are the mechanism's, which meets each side as its own page, face up: seen from their own sides both are
turned the same way, clockwise or not. Seen through the paper the back therefore leans against the front by twice the
turn. Turned over its other edge, a leaf's back is printed with its head where its foot was (a half turn, which leaves S
and R as they are), so that the back's offset changes its sign there, and its margins change places.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin
from typing import Literal

from pnp.units import Flip, Matrix, Rect, Size

Side = Literal["front", "back"]
Shift = tuple[float, float]  # mm to the right, mm down

MAX_SHIFT = 15.0  # mm; what is further off is a slip of the reader's, or a fault that no file can mend
MAX_TURN = 3.0  # degrees
SCALES = (0.95, 1.05)
MAX_MARGIN = 30.0  # mm


@dataclass(frozen=True, slots=True)
class UnprintableMargins:
    """How far from each edge of a page, as one looks at its side, a printer prints nothing: mm."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0

    @property
    def turned(self) -> UnprintableMargins:
        """The same, the page standing on its head."""
        return UnprintableMargins(self.right, self.bottom, self.left, self.top)


@dataclass(frozen=True, slots=True)
class PrinterProfile:
    """One printer with one stock from one tray, as it was read from a calibration leaf on ``paper``.

    ``front`` and ``back`` are the sides' offsets in mm, ``turn`` degrees clockwise, ``width`` and ``height`` factors
    (1 is true). ``flip`` is the edge that the leaf was turned over. See the module for the frame and the order.
    """

    printer: str
    stock: str
    tray: str
    paper: str
    flip: Flip
    front: Shift
    back: Shift
    turn: float
    width: float
    height: float
    margins: UnprintableMargins

    @property
    def name(self) -> str:
        """What it is called on the command line and in slugs: ``office/card/rear``."""
        return "/".join(filter(None, (self.printer, self.stock, self.tray)))

    def error(self, side: Side, paper: Size, edge: Flip) -> Matrix:
        """Where the printer puts the points of a page (mm), when the leaf is turned over that edge."""
        centre = (paper.width / 2, paper.height / 2)
        x, y = self._shift(side, edge)
        turned = Matrix.translation(centre[0] + x, centre[1] + y) @ self._scale @ _rotation(self.turn)
        return turned @ Matrix.translation(-centre[0], -centre[1])

    def correction(self, side: Side, paper: Size, edge: Flip) -> Matrix:
        """The exact inverse of ``error``: what to draw a page through."""
        centre = (paper.width / 2, paper.height / 2)
        x, y = self._shift(side, edge)
        undone = _rotation(-self.turn) @ Matrix(a=1 / self.width, d=1 / self.height)
        back = Matrix.translation(centre[0], centre[1]) @ undone
        return back @ Matrix.translation(-centre[0] - x, -centre[1] - y)

    def reach(self, side: Side, paper: Size, edge: Flip) -> Rect:
        """What of a page (mm) the printer prints at all."""
        free = self.margins if side == "front" or edge == self.flip else self.margins.turned
        return Rect(free.left, free.top, paper.width - free.left - free.right, paper.height - free.top - free.bottom)

    @property
    def _scale(self) -> Matrix:
        return Matrix(a=self.width, d=self.height)

    def _shift(self, side: Side, edge: Flip) -> Shift:
        if side == "front":
            return self.front
        return self.back if edge == self.flip else (-self.back[0], -self.back[1])


def _rotation(degrees: float) -> Matrix:
    """A turn about the origin, clockwise on paper."""
    angle = radians(degrees)
    return Matrix(cos(angle), sin(angle), -sin(angle), cos(angle))
