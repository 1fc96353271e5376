"""Pieces to cut out go in; leaves come out, with mirrored backs for two-sided pieces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from pnp.faces.face import Face
from pnp.impose.cutting import Line, plan_cuts
from pnp.impose.grid import CutPiece, pack
from pnp.impose.leaf import Leaf, back_of
from pnp.impose.marks import SLUG_HEIGHT, across_marks, crop_marks, lines_svg
from pnp.impose.packing import PackedPiece, pack_pieces
from pnp.impose.sheet import Clip, Placement, Sheet, clip_of
from pnp.impose.sheet_lines import lines_on
from pnp.impose.ticks import survivors
from pnp.shapes.piece_shape import Shape
from pnp.units import Flip, Matrix, Rect, Size

_NAMED = 40  # letters of a label that names what lies on a leaf


@dataclass(frozen=True, slots=True)
class Paper:
    """The paper and what a home printer leaves of it: ``margin`` mm on every side, ``gutter`` mm between pieces.

    A margin of 0 gives the pieces the whole sheet; their own borders then keep clear of the paper's edge. ``slug`` is
    the height that is kept free for the slug line, above the lower margin.
    """

    size: Size
    margin: float = 5.0
    gutter: float = 3.0
    flip: Flip = "long"
    slug: float = SLUG_HEIGHT

    @property
    def area(self) -> Rect:
        """Where pieces may lie: inside the margins, above the slug (and below, for sheets turned end over end)."""
        slug = self.slug if self.margin else 0.0
        top = slug if self.flip == "short" else 0.0
        width, height = self.size.width - 2 * self.margin, self.size.height - 2 * self.margin - slug - top
        return Rect(self.margin, self.margin + top, width, height)


def impose_cards(items: Sequence[CutPiece], paper: Paper, label: str, family: str = "") -> list[Leaf]:
    """Lay pieces on as few leaves as their order allows; a leaf with a two-sided piece has a back.

    ``family`` sets the words beside lines. Raises ValueError when a piece does not fit the paper.
    """
    leaves = []
    for blocks in pack(items, paper.area, paper.gutter):
        places = [PackedPiece(item, trim, block.turned) for block in blocks for item, trim in block.places()]
        straight = tuple(trim for block in blocks if not block.comb for _, trim in block.places())
        marks = crop_marks(blocks, paper.size, paper.slug)
        leaves.append(_leaf(places, straight, marks, paper, label, family))
    return leaves


def impose_packed(pieces: Sequence[tuple[CutPiece, str]], paper: Paper, label: str, family: str = "") -> list[Leaf]:
    """Lay pieces of any sizes, each with the title of its document, on few leaves, those of two sides on their own.

    A leaf says whose pieces it holds, unless these are too many to name; the first with a document's pieces bears its
    bookmark. Raises ValueError when a piece does not fit the paper.
    """
    leaves = []
    begun: set[str] = set()
    sides: dict[bool, list[tuple[CutPiece, str]]] = {}
    for piece, title in pieces:
        sides.setdefault(piece.back is not None, []).append((piece, title))
    for group in sides.values():
        title_of = {piece.front.component: title for piece, title in group}
        for places in pack_pieces([piece for piece, _ in group], paper.area, paper.gutter):
            titles = list(dict.fromkeys(title_of[place.item.front.component] for place in places))
            named = ", ".join(titles)
            trims = tuple(place.trim for place in places)
            marks = across_marks(plan_cuts(paper.size, trims), paper.gutter / 2, paper.slug)
            leaf = _leaf(places, trims, marks, paper, named if len(named) <= _NAMED else label, family)
            bookmark = ", ".join(title for title in titles if title not in begun) or None
            begun.update(titles)
            leaves.append(replace(leaf, front=replace(leaf.front, bookmark=bookmark)))
    return leaves


def _leaf(
    places: Sequence[PackedPiece],
    straight: tuple[Rect, ...],
    margin_marks: list[Line],
    paper: Paper,
    label: str,
    family: str,
) -> Leaf:
    """A leaf of pieces; of them the ``straight`` trims are parted by straight cuts."""
    placed = [
        (_place(place.item.front, place.trim, 1 if place.turned else 0, paper.gutter), place.item.back)
        for place in places
    ]
    trims = tuple(place.trim for place in places)
    whole = trims[0]
    for trim in trims:
        whole = whole.union(trim)
    marks = lines_svg(margin_marks) + survivors(paper.size, straight, paper.gutter, margin_marks)
    bleed = whole.outset(paper.gutter / 2)
    placements = tuple(place for place, _ in placed)
    lines = lines_on(placements, family, paper.gutter)
    front = Sheet(paper.size, placements, whole, bleed, label, marks, lines, trims=trims)
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
