"""Leaves go in, the same leaves larger or smaller come out: laid out on a paper that has the right size when scaled."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pnp.impose.cards import Paper
from pnp.impose.leaf import Leaf
from pnp.impose.marks import moved
from pnp.impose.sheet import Sheet
from pnp.units import Matrix, Rect, Size


def unscaled(paper: Paper, factor: float) -> Paper:
    """The paper to lay out what is then scaled: its margins, gutter and slug come out as they are asked for."""
    size = Size(paper.size.width / factor, paper.size.height / factor)
    return Paper(size, paper.margin / factor, paper.gutter / factor, paper.flip, paper.slug / factor)


def scaled(leaves: Iterable[Leaf], factor: float) -> list[Leaf]:
    """All that lies on the leaves, ``factor`` times as large, and the leaves themselves."""
    return [
        replace(leaf, front=_scaled(leaf.front, factor), back=leaf.back and _scaled(leaf.back, factor))
        for leaf in leaves
    ]


def _scaled(sheet: Sheet, factor: float) -> Sheet:
    by = Matrix(factor, 0, 0, factor)
    return replace(
        sheet,
        size=Size(sheet.size.width * factor, sheet.size.height * factor),
        placements=tuple(item.moved(by) for item in sheet.placements),
        trim=_rect(sheet.trim, factor),
        bleed=_rect(sheet.bleed, factor),
        marks=moved(sheet.marks, by),
        overlay=moved(sheet.overlay, by),
        trims=tuple(_rect(trim, factor) for trim in sheet.trims),
        scale=factor,
    )


def _rect(rect: Rect, factor: float) -> Rect:
    return Rect(rect.x * factor, rect.y * factor, rect.width * factor, rect.height * factor)
