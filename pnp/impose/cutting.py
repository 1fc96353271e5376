"""The trims of a sheet go in; the straight cuts that free them come out, in the order in which they are made.

A cut goes through one piece of paper from edge to edge, as a guillotine or a knife along a ruler makes it. A piece of
paper is parted by all cuts of one direction, along the edges of trims, then each of its strips across, until every trim
lies alone. The whole paper comes first. Where no straight cut parts what is left, that is for scissors.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

from pnp.impose.sheet import Sheet
from pnp.units import Rect, Size

NEAR = 0.01  # mm; edges as near as this are one cut
SLIVER = 1.0  # no cut is made as near to the paper's own edge: a blade would not take it

Line = tuple[float, float, float, float]  # x1, y1, x2, y2


@dataclass(frozen=True, slots=True)
class Cut:
    """Cut ``number`` (from 1) along a straight line, from edge to edge of the piece of paper that it parts, sheet mm.

    ``depth`` is 0 for a cut through the whole paper, 1 through a strip of it, and so on.
    """

    number: int
    line: Line
    depth: int

    @property
    def upright(self) -> bool:
        """Whether it runs from top to bottom."""
        return self.line[0] == self.line[2]


@dataclass(frozen=True, slots=True)
class CutPlan:
    """The cuts of one sheet in their order. ``scissors`` of its ``pieces`` cannot be parted by straight cuts."""

    paper: Size
    trims: tuple[Rect, ...]
    cuts: tuple[Cut, ...]
    scissors: int = 0

    @property
    def pieces(self) -> int:
        """How many trims the sheet has."""
        return len(self.trims)

    @property
    def key(self) -> str:
        """Eight hexadecimal digits: sheets with the same are cut alike, at the same places."""
        lines = ";".join(" ".join(f"{value:.2f}" for value in cut.line) for cut in self.cuts)
        text = f"{self.paper.width:.2f} x {self.paper.height:.2f}: {lines} / {self.pieces} {self.scissors}"
        return sha256(text.encode()).hexdigest()[:8]


@dataclass(frozen=True, slots=True)
class CutAlike:
    """A plan, and the numbers (from 1) of the leaves that it is for."""

    plan: CutPlan
    leaves: tuple[int, ...]


def cut_plans(fronts: Iterable[Sheet]) -> list[CutAlike]:
    """The plans of a document's leaves, in the order of their first leaf; leaves of which nothing is cut have none."""
    found: dict[str, tuple[CutPlan, list[int]]] = {}
    for number, front in enumerate(fronts, 1):
        if front.trims:
            plan = plan_cuts(front.size, front.trims)
            found.setdefault(plan.key, (plan, []))[1].append(number)
    return [CutAlike(plan, tuple(numbers)) for plan, numbers in found.values()]


@dataclass(frozen=True, slots=True)
class _Part:
    """A piece of paper, and the trims on it."""

    paper: Rect
    trims: tuple[Rect, ...]
    depth: int


@lru_cache(maxsize=256)  # the full pages of a deck are cut alike
def plan_cuts(paper: Size, trims: tuple[Rect, ...]) -> CutPlan:
    """The way that takes fewer cuts: the whole paper across first, or upright (across, when equal)."""
    whole = _Part(Rect(0, 0, paper.width, paper.height), trims, 0)
    plans = [_plan(paper, whole, upright=upright) for upright in (False, True)]
    return min(plans, key=lambda plan: (plan.scissors, len(plan.cuts)))


def _plan(paper: Size, whole: _Part, *, upright: bool) -> CutPlan:
    cuts: list[Cut] = []
    scissors = 0
    waiting = deque([(whole, upright, False)] if whole.trims else [])
    while waiting:
        part, upright, stuck = waiting.popleft()
        lines, parts = _parted(part, paper, upright=upright)
        box = part.paper
        for at in lines:
            line = (at, box.y, at, box.bottom) if upright else (box.x, at, box.right, at)
            cuts.append(Cut(len(cuts) + 1, line, part.depth))
        if len(parts) > 1 or not stuck:
            waiting += [(each, not upright, len(parts) == 1) for each in parts]
        elif len(part.trims) > 1:  # neither direction parts them
            scissors += len(part.trims)
    return CutPlan(paper, whole.trims, tuple(cuts), scissors)


def _parted(part: _Part, whole: Size, *, upright: bool) -> tuple[list[float], list[_Part]]:
    """Where straight cuts of one direction go through a piece of paper, and the pieces that lie between them."""
    groups: list[tuple[float, float, list[Rect]]] = []
    for trim in sorted(part.trims, key=lambda each: each.x if upright else each.y):
        start, end = (trim.x, trim.right) if upright else (trim.y, trim.bottom)
        if groups and start < groups[-1][1] - NEAR:
            groups[-1][2].append(trim)
            groups[-1] = groups[-1][0], max(groups[-1][1], end), groups[-1][2]
        else:
            groups.append((start, end, [trim]))
    box = part.paper
    low, high = (box.x, box.right) if upright else (box.y, box.bottom)
    first = low + (SLIVER if low == 0 else NEAR)
    last = high - (SLIVER if high == (whole.width if upright else whole.height) else NEAR)
    lines: list[float] = []
    parts = []
    for start, end, trims in groups:
        for at in (start, end):
            if first < at < last and not (lines and at < lines[-1] + NEAR):
                lines.append(at)
        near, far = start if start > first else low, end if end < last else high
        paper = Rect(near, box.y, far - near, box.height) if upright else Rect(box.x, near, box.width, far - near)
        parts.append(_Part(paper, tuple(trims), part.depth + 1))
    return lines, parts
