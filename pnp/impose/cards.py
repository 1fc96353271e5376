"""Pieces to cut out go in; front sheets and, for two-sided pieces, mirrored back sheets come out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from pnp.faces.face import Face
from pnp.impose.grid import Block, CutPiece, pack
from pnp.impose.marks import SLUG_HEIGHT, crop_marks
from pnp.impose.sheet import Clip, Placement, Sheet
from pnp.units import Matrix, Rect, Size

Flip = Literal["long", "short"]


@dataclass(frozen=True, slots=True)
class Paper:
    """The paper and what a home printer leaves of it: ``margin`` mm on every side, ``gutter`` mm between pieces.

    A margin of 0 gives the pieces the whole sheet; their own borders then keep clear of the paper's edge.
    """

    size: Size
    margin: float = 5.0
    gutter: float = 3.0
    flip: Flip = "long"

    @property
    def area(self) -> Rect:
        """Where pieces may lie: inside the margins, above the slug (and below, for sheets turned end over end)."""
        slug = SLUG_HEIGHT if self.margin else 0.0
        top = slug if self.flip == "short" else 0.0
        width, height = self.size.width - 2 * self.margin, self.size.height - 2 * self.margin - slug - top
        return Rect(self.margin, self.margin + top, width, height)


def impose_cards(items: Sequence[CutPiece], paper: Paper, label: str) -> list[Sheet]:
    """Lay pieces on as few sheets as their order allows; each front sheet is followed by its backs, if any.

    Raises ValueError when a piece does not fit the paper.
    """
    sheets = []
    for blocks in pack(items, paper.area, paper.gutter):
        sheets.append(_front(blocks, paper, label))
        if any(item.back for block in blocks for item, _ in block.places()):
            sheets.append(_back(blocks, paper, f"{label}, backs"))
    return sheets


def _front(blocks: list[Block], paper: Paper, label: str) -> Sheet:
    placements = tuple(
        _place(item.front, trim, 1 if block.turned else 0, paper.gutter)
        for block in blocks
        for item, trim in block.places()
    )
    return _sheet(placements, blocks, paper, label)


def _back(blocks: list[Block], paper: Paper, label: str) -> Sheet:
    """Mirror every place about the edge the paper is turned over, so that a back lies behind its front.

    Turned over the long (upright) edge, x is mirrored and a quarter turn changes its sense; over the short edge,
    y is mirrored and the back stands on its head beside that.
    """
    width, height = paper.size.width, paper.size.height
    placements = []
    for block in blocks:
        for item, trim in block.places():
            if item.back is None:
                continue
            if paper.flip == "long":
                there = Rect(width - trim.right, trim.y, trim.width, trim.height)
                turns = 3 if block.turned else 0
            else:
                there = Rect(trim.x, height - trim.bottom, trim.width, trim.height)
                turns = 1 if block.turned else 2
            placements.append(_place(item.back, there, turns, paper.gutter))
    return _sheet(tuple(placements), [], paper, label)


def _place(face: Face, trim: Rect, turns: int, gutter: float) -> Placement:
    return Placement(face, *_spot(trim, turns, min(face.bleed, gutter / 2), face.shape == "circle"))


@lru_cache(maxsize=1024)  # the pages of a deck have their cards at the same places: half a kilobyte a card less
def _spot(trim: Rect, turns: int, reach: float, round_: bool) -> tuple[Matrix, Clip]:
    width, height = trim.width, trim.height
    corner = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))[turns]
    matrix = Matrix.translation(trim.x + corner[0], trim.y + corner[1]) @ Matrix.quarter_turns(turns)
    return matrix, Clip(trim.outset(reach), round_)


def _sheet(placements: tuple[Placement, ...], blocks: list[Block], paper: Paper, label: str) -> Sheet:
    trim = placements[0].trim
    for placement in placements:
        trim = trim.union(placement.trim)
    bleed = trim.outset(paper.gutter / 2)
    return Sheet(paper.size, placements, trim, bleed, label, marks=crop_marks(blocks, paper.size))
