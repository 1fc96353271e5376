"""How a person gets backs behind fronts: a printer that prints both sides, a fold, or glue; or there are none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from pnp.impose.cards import Paper, impose_cards, impose_packed
from pnp.impose.grid import CutPiece
from pnp.impose.leaf import Leaf, mirror, mirrored
from pnp.impose.marks import lines_svg, moved
from pnp.impose.sheet import Sheet
from pnp.impose.sheet_lines import fold_across
from pnp.job import Backs
from pnp.units import Flip, Matrix, Rect, Size

FOLD_CLEAR = 5.0  # from the fold to the nearest bleed: thick paper takes some of it
_FRAME = 0.5  # from the bleed to the frame that both sheets of a glued pair are trimmed by

Named = tuple[CutPiece, str]  # a piece, and the title of the document that it is of
Lay = Callable[[Sequence[Named], Paper], list[Leaf]]


def impose_pieces(
    pieces: Sequence[Named], paper: Paper, label: str, backs: Backs, family: str = "", *, packed: bool = False
) -> list[Leaf]:
    """Pieces to cut out on leaves, in rows or ``packed``, with their backs as they are wanted.

    Pieces of one side are never laid on a folded leaf. ``family`` sets the words beside lines. Raises ValueError for a
    piece too large for the paper, or for half of it when it is folded.
    """

    def lay(pieces: Sequence[Named], paper: Paper) -> list[Leaf]:
        if packed:
            return impose_packed(pieces, paper, label, family)
        return impose_cards([piece for piece, _ in pieces], paper, label, family)

    if backs == "two-sided":
        return lay(pieces, paper)
    if backs == "none":
        return lay([(CutPiece(piece.front), title) for piece, title in pieces], paper)
    if backs == "glue":
        return glued(lay(pieces, paper), paper.flip)
    groups = [(two, list(group)) for two, group in groupby(pieces, key=lambda item: item[0].back is not None)]
    return [leaf for two, group in groups for leaf in (_folded(group, paper, lay) if two else lay(group, paper))]


def in_parts(leaves: list[Leaf], backs: Backs, flip: Flip) -> list[Leaf]:
    """Leaves that hold one piece, or parts of it, with their backs as they are wanted: what has a leaf of its own
    cannot be folded behind itself, and is glued."""
    if backs == "none":
        return [replace(leaf, back=None) for leaf in leaves]
    return leaves if backs == "two-sided" else glued(leaves, flip)


def glued(leaves: Iterable[Leaf], flip: Flip) -> list[Leaf]:
    """Each back on a leaf of its own, to be glued behind its front: with the same marks and frame, mirrored."""
    found = []
    for leaf in leaves:
        front = replace(leaf.front, marks=leaf.front.marks + _frame(leaf.front)) if leaf.back else leaf.front
        found.append(replace(leaf, front=front, back=None))
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


def _folded(pieces: Sequence[Named], paper: Paper, lay: Lay) -> list[Leaf]:
    """Fronts on one half of a side, their backs mirrored on the other: to be folded between them and glued.

    The fold is upright, or level where that takes fewer leaves. Only a level one sets the backs on their heads.
    """
    tried: list[list[Leaf]] = []
    reason = ""
    for half, shift in _halves(paper):
        try:
            tried.append([_unfolded(leaf, half, shift, paper) for leaf in lay(pieces, half)])
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
    placed = [item.moved(shift) for item in back.placements] if back else []
    fold = (shift.e, 0.0, shift.e, paper.size.height) if shift.e else (0.0, shift.f, paper.size.width, shift.f)
    marks = front.marks + moved(front.marks, shift @ mirror(half.size, half.flip)) + fold_across(*fold)
    trim, bleed = (
        rect.union(_there(mirrored(rect, half.size, half.flip), shift)) for rect in (front.trim, front.bleed)
    )
    over = front.overlay + (moved(back.overlay, shift) if back else "")
    label = f"{front.label}, fold at the dashed line"
    placements = (*front.placements, *placed)
    whole = replace(front, size=paper.size, placements=placements, trim=trim, bleed=bleed, label=label)
    return Leaf(replace(whole, marks=marks, overlay=over, folded=True))


def _there(rect: Rect, shift: Matrix) -> Rect:
    return replace(rect, x=rect.x + shift.e, y=rect.y + shift.f)
