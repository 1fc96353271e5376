"""Pieces to cut out go in; leaves come out, with mirrored backs for two-sided pieces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pnp.faces.face import Face
from pnp.impose.grid import Block, CutPiece, pack
from pnp.impose.leaf import Leaf, back_of
from pnp.impose.marks import SLUG_HEIGHT, crop_marks
from pnp.impose.sheet import Clip, Placement, Sheet, clip_of
from pnp.impose.sheet_lines import lines_on
from pnp.shapes.piece_shape import Shape
from pnp.units import Flip, Matrix, Rect, Size


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


def impose_cards(items: Sequence[CutPiece], paper: Paper, label: str, family: str = "") -> list[Leaf]:
    """Lay pieces on as few leaves as their order allows; a leaf with a two-sided piece has a back.

    ``family`` sets the words beside lines. Raises ValueError when a piece does not fit the paper.
    """
    return [_leaf(blocks, paper, label, family) for blocks in pack(items, paper.area, paper.gutter)]


def _leaf(blocks: list[Block], paper: Paper, label: str, family: str) -> Leaf:
    placed = [
        (_place(item.front, trim, 1 if block.turned else 0, paper.gutter), item.back)
        for block in blocks
        for item, trim in block.places()
    ]
    front = _sheet(tuple(place for place, _ in placed), blocks, paper, label, family)
    return Leaf(front, back_of(front, placed, paper.flip, family))


def _place(face: Face, trim: Rect, turns: int, gutter: float) -> Placement:
    matrix = _spot(trim, turns)
    return Placement(face, matrix, _window(face.shape, face.size, matrix, trim, min(face.bleed, gutter / 2)))


@lru_cache(maxsize=1024)  # the pages of a deck have their cards at the same places: half a kilobyte a card less
def _spot(trim: Rect, turns: int) -> Matrix:
    width, height = trim.width, trim.height
    corner = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))[turns]
    return Matrix.translation(trim.x + corner[0], trim.y + corner[1]) @ Matrix.quarter_turns(turns)


@lru_cache(maxsize=1024)
def _window(shape: Shape, size: Size, matrix: Matrix, trim: Rect, reach: float) -> Clip:
    return clip_of(shape, size, matrix, trim, reach)


def _sheet(placements: tuple[Placement, ...], blocks: list[Block], paper: Paper, label: str, family: str) -> Sheet:
    trim = placements[0].trim
    for placement in placements:
        trim = trim.union(placement.trim)
    bleed = trim.outset(paper.gutter / 2)
    marks = crop_marks(blocks, paper.size) + lines_on(placements, family, paper.gutter)
    return Sheet(paper.size, placements, trim, bleed, label, marks=marks)
