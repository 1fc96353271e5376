"""Regions: unions of shapes within one another go in; what a pen paints next is cut to them (SVG 1.1, 14.3)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from pnp.pdf.drawing import Form, SoftMask, path_operators
from pnp.pdf.pen import FILL, Pen, clip_path
from pnp.svg.path import Path, bounds
from pnp.units import Rect

_PAIRWISE = 40  # as many parts are compared with one another


@dataclass(frozen=True)
class ClipPart:
    """One shape of a clip; ``within`` is a clip of its own. ``turns`` tells which way a plain shape is drawn."""

    path: Path
    rule: str
    within: Region | None
    turns: int


@dataclass(frozen=True, eq=False)
class Region:
    """The union of its parts, inside ``within`` if there is one."""

    parts: tuple[ClipPart, ...]
    within: Region | None

    @cached_property
    def segments(self) -> int:
        """How many segments its paths have, all together."""
        return sum(len(part.path) for part in self.parts) + (self.within.segments if self.within else 0)

    @cached_property
    def white(self) -> Form:
        """The region in white: every part inside its own clip, and all of them inside the region's."""
        pen = Pen()
        for part in self.parts:
            inner = Pen(ops=["1 1 1 rg", path_operators(part.path), FILL[part.rule]], painted=1)
            _confine(pen, part.within, inner.form(group=True))
        outer = Pen()
        _confine(outer, self.within, pen.form(group=True))
        return outer.form(group=True)

    @cached_property
    def plain(self) -> bool:
        """Whether one path says it: a single part, parts that do not touch, or plain shapes drawn the same way."""
        if any(part.within for part in self.parts) or len({part.rule for part in self.parts}) > 1:
            return False
        if len(self.parts) == 1:
            return True
        turns = {part.turns for part in self.parts}
        if len(turns) == 1 and 0 not in turns and self.parts[0].rule == "nonzero":
            return True
        boxes = [bounds(part.path) for part in self.parts]
        return len(boxes) <= _PAIRWISE and not any(_touch(a, b) for a, b in combinations(boxes, 2))


def cut(pen: Pen, region: Region) -> SoftMask | None:
    """Cut what follows to the region, until the pen restores; answers a mask where a path alone cannot say it."""
    if not region.parts:
        pen.ops.append("0 0 m W n")  # nothing is inside
        return None
    if region.plain:
        soft = cut(pen, region.within) if region.within else None
        clip_path(pen, tuple(segment for part in region.parts for segment in part.path), region.parts[0].rule)
        return soft
    return SoftMask("Luminosity", region.white)


def _confine(pen: Pen, within: Region | None, form: Form) -> None:
    pen.save()
    soft = cut(pen, within) if within else None
    if soft:
        pen.mask(soft)
    pen.place(form)
    pen.restore()


def _touch(a: Rect, b: Rect) -> bool:
    return a.x < b.right and b.x < a.right and a.y < b.bottom and b.y < a.bottom
