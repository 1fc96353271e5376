"""A sheet's size and side go in, the matrix that undoes a printer's faults on its page comes out."""

from __future__ import annotations

from pnp.printer import PrinterProfile, Side
from pnp.units import PAPERS, Flip, Matrix, Size


def correction_of(size: Size, side: Side, edge: Flip, printer: PrinterProfile | None) -> Matrix | None:
    """From the sheet's mm to its page's, for leaves that are turned over that edge; None where nothing is to be undone.

    That is without a printer, and for pages that are not of the paper it was calibrated on: a poster goes elsewhere.
    A sheet that lies is stood upright, a quarter turn clockwise on both sides, for drivers turn it the one way or the
    other, and nobody could tell which of the printer's faults meets which of its edges. What lay behind a point still
    does: the turn takes the same edges of the paper, that it is turned over, to the sides.
    """
    if printer is None:
        return None
    paper = PAPERS[printer.paper]
    if size == paper:
        return printer.correction(side, paper, edge)
    if size == paper.turned:
        return printer.correction(side, paper, edge) @ Matrix(0, 1, -1, 0, paper.width, 0)
    return None
