"""How a person gets backs behind fronts: a printer that prints both sides, a fold, or glue; or there are none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from pnp.impose.cards import Paper, impose_cards
from pnp.impose.grid import CutPiece
from pnp.impose.leaf import Leaf, mirror, mirrored
from pnp.impose.marks import dashed, lines_svg, moved
from pnp.impose.sheet import Placement, Sheet
from pnp.job import Backs
from pnp.units import Flip, Matrix, Rect, Size

FOLD_CLEAR = 5.0  # from the fold to the nearest bleed: thick paper takes some of it
_FRAME = 0.5  # from the bleed to the frame that both sheets of a glued pair are trimmed by

Lay = Callable[[Sequence[CutPiece], Paper, str], list[Leaf]]


def impose_pieces(
    items: Sequence[CutPiece], paper: Paper, label: str, backs: Backs, lay: Lay = impose_cards
) -> list[Leaf]:
    """Pieces to cut out on leaves, ``lay`` says where; their backs as they are wanted.

    Pieces of one side are never laid on a folded leaf. Raises ValueError for a piece too large for the paper, or
    for half of it when it is folded.
    """
    if backs == "two-sided":
        return lay(items, paper, label)
    if backs == "none":
        return lay([CutPiece(item.front) for item in items], paper, label)
    if backs == "glue":
        return glued(lay(items, paper, label), paper.flip)
    groups = [(two, list(group)) for two, group in groupby(items, key=lambda item: item.back is not None)]
    return [
        leaf
        for two, group in groups
        for leaf in (_folded(group, paper, label, lay) if two else lay(group, paper, label))
    ]


def glued(leaves: Iterable[Leaf], flip: Flip) -> list[Leaf]:
    """Each back on a leaf of its own, to be glued behind its front: with the same marks and frame, mirrored."""
    found = []
    for leaf in leaves:
        front = replace(leaf.front, marks=leaf.front.marks + _frame(leaf.front)) if leaf.back else leaf.front
        found.append(Leaf(front))
        if leaf.back:
            marks = moved(front.marks, mirror(front.size, flip))
            found.append(Leaf(replace(leaf.back, marks=marks), glued=True))
    return found


def _frame(sheet: Sheet) -> str:
    """A rectangle round everything on a sheet, by which it may be trimmed; nothing where it would leave the paper."""
    at = sheet.bleed.outset(_FRAME)
    if min(at.x, at.y, sheet.size.width - at.right, sheet.size.height - at.bottom) < 0:
        return ""
    across = [(at.x, y, at.right, y) for y in (at.y, at.bottom)]
    return lines_svg([*across, *((x, at.y, x, at.bottom) for x in (at.x, at.right))], 0.15)


def _folded(items: Sequence[CutPiece], paper: Paper, label: str, lay: Lay) -> list[Leaf]:
    """Fronts on one half of a side, their backs mirrored on the other: to be folded between them and glued.

    The fold is upright, or level where that takes fewer leaves. Only a level one sets the backs on their heads.
    """
    tried: list[list[Leaf]] = []
    reason = ""
    for half, shift in _halves(paper):
        try:
            tried.append([_unfolded(leaf, half, shift, paper) for leaf in lay(items, half, label)])
        except ValueError as error:
            reason = reason or f"{error} when it is folded in half"
    if not tried:
        raise ValueError(reason)
    return min(tried, key=len)


def _halves(paper: Paper) -> Iterable[tuple[Paper, Matrix]]:
    """Half the paper as a paper of its own, that is turned over the edge where the fold is; and where its back goes."""
    width, height = paper.size.width, paper.size.height
    margin = max(paper.margin, FOLD_CLEAR)
    upright = Size(width / 2, height)
    yield (
        Paper(upright, margin, paper.gutter, "long" if height >= width / 2 else "short", paper.slug),
        Matrix.translation(width / 2, 0),
    )
    level = Size(width, (height - paper.slug) / 2)
    yield (
        Paper(level, margin, paper.gutter, "long" if level.width > level.height else "short", 0.0),
        Matrix.translation(0, level.height),
    )


def _unfolded(leaf: Leaf, half: Paper, shift: Matrix, paper: Paper) -> Leaf:
    """Both sides of half a leaf on one side of a whole one, with the fold between them."""
    front, back = leaf.front, leaf.back
    placed = [_shifted(item, shift) for item in back.placements] if back else []
    fold = (shift.e, 0.0, shift.e, paper.size.height) if shift.e else (0.0, shift.f, paper.size.width, shift.f)
    marks = front.marks + moved(front.marks, shift @ mirror(half.size, half.flip)) + dashed(fold)
    trim, bleed = (
        rect.union(_there(mirrored(rect, half.size, half.flip), shift)) for rect in (front.trim, front.bleed)
    )
    label = f"{front.label}, fold at the dashed line"
    return Leaf(Sheet(paper.size, (*front.placements, *placed), trim, bleed, label, marks, measure=front.measure))


def _shifted(placement: Placement, shift: Matrix) -> Placement:
    clip = placement.clip and replace(placement.clip, rect=_there(placement.clip.rect, shift))
    return replace(placement, matrix=shift @ placement.matrix, clip=clip)


def _there(rect: Rect, shift: Matrix) -> Rect:
    return replace(rect, x=rect.x + shift.e, y=rect.y + shift.f)
