"""Readings of a calibration leaf go in, the printer's profile comes out; readings that contradict one another do not.

With the error of ``pnp.printer`` (turn θ, scales sx and sy, the offsets o of the front and b of the back), c the page's
middle and d = p - c, the front puts p at c + SR·d + o. So the crosses, which lie evenly about c, show

    A - B = sx · sin θ · (distance of the two crosses)      D - C = sy · sin θ · (the same, across)
    (A + B) / 2 = cx + sx · cos θ · (left - cx) + ox        (C + D) / 2 = cy + sy · cos θ · (top - cy) + oy
    E = sx · (drawn)                                        F = sy · (drawn)

Through the paper the back is seen mirrored by J (x for a leaf turned over its upright edge, y otherwise), and J·SR·J is
SR with the sign of sin θ changed: back minus front is, whatever the scales,

    across: 2 · sx · sin θ · dy + (J·b - o)x                down: -2 · sy · sin θ · dx + (J·b - o)y

A nonius answers modulo its period; the coarse scale and the turn that the rulers show say which of these it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import asin, cos, degrees, fsum, sqrt
from typing import NoReturn

from pnp.calibration.leaf_plan import PERIOD, SQUARE, LeafPlan
from pnp.calibration.readings import Readings
from pnp.printer import MAX_SHIFT, MAX_TURN, PrinterProfile, UnprintableMargins
from pnp.problems import GameError, Problem
from pnp.units import PAPERS, Flip

_RULED, _SEEN = 0.2, 0.05  # mm; how far off a careful reading is
_SPREAD = 3.0  # mm between readings of one place; what moves more is no drift to be undone
_UNSURE = 1.0  # mm between coarse scale and nonius, whose next answer is a period away
_BENT_RULED, _BENT_SEEN = 1.2, 0.4  # mm at the ends of a leaf between two readings of its turn
_FIT = 0.015  # printers stretch paper by less; viewers that fit a page take 3 to 4 %


@dataclass(frozen=True, slots=True)
class _Lean:
    """sin θ as two readings show it, ``base`` mm apart; ``off`` is how far off it may be."""

    sine: float
    base: float
    off: float
    letters: str


def reckon(readings: Readings, printer: str, stock: str, tray: str, paper: str, flip: Flip) -> PrinterProfile:
    """The profile of readings of every letter, from a leaf of ``paper`` turned over ``flip``. Raises GameError."""
    plan = LeafPlan(PAPERS[paper])
    for letter, values in readings.items():
        if letter not in "JKLM" and max(values) - min(values) > _SPREAD:
            _disagree(
                f"the readings of {letter} differ by {max(values) - min(values):.1f} mm",
                "what changes so much from leaf to leaf, no file can undo: see to the tray's guides",
            )
    mean = {letter: fsum(values) / len(values) for letter, values in readings.items()}
    across, down = plan.right - plan.left, plan.bottom - plan.top
    width, height = mean["E"] / across, mean["F"] / down
    _hold_scale(width, height)
    ruled = (
        _Lean((mean["A"] - mean["B"]) / (width * down), down, _RULED, "A and B"),
        _Lean((mean["D"] - mean["C"]) / (height * across), across, _RULED, "C and D"),
    )
    _hold_leans(*ruled, _BENT_RULED)
    (upper, lower), (left, right) = plan.rows, plan.columns
    (x, y), rough = plan.centre, _together(ruled)
    drifts = [
        _whole(readings, letter, mean[coarse] + 2 * rough * away) * scale
        for letter, coarse, away, scale in (
            ("J", "G", upper - (y - SQUARE), width),
            ("K", "G", lower - (y - SQUARE), width),
            ("L", "H", (x - SQUARE) - left, height),
            ("M", "H", (x - SQUARE) - right, height),
        )
    ]
    seen = (
        _Lean((drifts[1] - drifts[0]) / (2 * width * (lower - upper)), 2 * (lower - upper), _SEEN, "J and K"),
        _Lean((drifts[2] - drifts[3]) / (2 * height * (right - left)), 2 * (right - left), _SEEN, "L and M"),
    )
    _hold_leans(*seen, _BENT_SEEN)
    sine = _together((*ruled, *seen))
    _hold_leans(ruled[0], _Lean(_together(seen), down, _SEEN, "J to M"), _BENT_RULED)
    shrunk = cos(asin(sine))
    front = (
        (mean["A"] + mean["B"]) / 2 - x - width * shrunk * (plan.left - x),
        (mean["C"] + mean["D"]) / 2 - y - height * shrunk * (plan.top - y),
    )
    apart = ((drifts[0] + drifts[1]) / 2, (drifts[2] + drifts[3]) / 2)
    sign = -1.0 if flip == "long" else 1.0
    back = (sign * (front[0] + apart[0]), -sign * (front[1] + apart[1]))
    turn = degrees(asin(sine))
    _hold_shifts(front, back, turn)
    margins = UnprintableMargins(*(mean[letter] for letter in "NPQR"))
    return PrinterProfile(
        printer, stock, tray, paper, flip,
        (round(front[0], 2) + 0.0, round(front[1], 2) + 0.0), (round(back[0], 2) + 0.0, round(back[1], 2) + 0.0),
        round(turn, 3) + 0.0, round(width, 5), round(height, 5), margins,
    )  # fmt: skip


def _whole(readings: Readings, letter: str, near: float) -> float:
    """The mm that a nonius means, of all that lie a period apart: the nearest to what the coarse scale says there."""
    values = [value + PERIOD * round((near - value) / PERIOD) for value in readings[letter]]
    for value in values:
        if abs(value - near) > _UNSURE:
            coarse = "G" if letter in "JK" else "H"
            other = value - PERIOD if value > near else value + PERIOD
            _disagree(
                f"{letter} means {value:+.1f} or {other:+.1f} mm, but {coarse} and the ruler say about {near:+.1f} mm",
                f"read {letter} and {coarse} again, and A to D; to the right and down is +",
            )
    return fsum(values) / len(values)


def _together(leans: tuple[_Lean, ...]) -> float:
    """The mean, weighted by how sure each is."""
    weights = [(lean.base / lean.off) ** 2 / 2 for lean in leans]
    return fsum(lean.sine * weight for lean, weight in zip(leans, weights, strict=True)) / fsum(weights)


def _hold_leans(one: _Lean, other: _Lean, most: float) -> None:
    base = min(one.base, other.base)
    if abs(one.sine - other.sine) * base > most:
        _disagree(
            f"{one.letters} say that the print leans by {100 * one.sine:+.2f} mm over 100 mm, "
            f"{other.letters} say {100 * other.sine:+.2f} mm",
            "read these again; to the right and down is +",
        )


def _hold_scale(width: float, height: float) -> None:
    wrong = [(name, scale) for name, scale in (("E", width), ("F", height)) if abs(scale - 1) > _FIT]
    if wrong:
        what = " and ".join(f"{name} is {100 * scale:.1f} % of what is drawn" for name, scale in wrong)
        raise GameError(
            [
                Problem(
                    "bad-reading",
                    what,
                    None,
                    "print at 100 %, never fitted to the page, and measure again; was the leaf for another --paper?",
                )
            ]
        )


def _hold_shifts(front: tuple[float, float], back: tuple[float, float], turn: float) -> None:
    for side, shift in (("front", front), ("back", back)):
        if max(map(abs, shift)) > MAX_SHIFT:
            message = (
                f"the {side} lies {sqrt(shift[0] ** 2 + shift[1] ** 2):.1f} mm off; at most {MAX_SHIFT:g} can be undone"
            )
            hint = "see to the paper's guides and the paper size in the printer's settings, and print a new leaf"
            raise GameError([Problem("bad-reading", message, None, hint)])
    if abs(turn) > MAX_TURN:
        message = f"the print is turned by {turn:+.1f} degrees; at most {MAX_TURN:g} can be undone"
        raise GameError([Problem("bad-reading", message, None, "see to the paper's guides, and print a new leaf")])


def _disagree(message: str, hint: str) -> NoReturn:
    raise GameError([Problem("readings-disagree", message, None, hint)])
