"""The leaf: a piece of paper with two sides. What stands behind a placement, and the pages that a printer is given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pnp.faces.face import Face
from pnp.impose.sheet import Clip, Placement, Sheet
from pnp.impose.sheet_lines import lines_behind
from pnp.units import Flip, Matrix, Rect, Size


@dataclass(frozen=True, slots=True)
class Leaf:
    """One piece of paper; without a ``back`` nothing is printed on its other side.

    ``stock`` is what it is printed on ("card 250"); without it, plain paper. A ``glued`` one is to be glued behind the
    leaf before it.
    """

    front: Sheet
    back: Sheet | None = None
    stock: str = ""
    glued: bool = False


def pages_of(
    leaves: Sequence[Leaf], edge: Flip, printed: Callable[[int], bool] = lambda _: True
) -> list[tuple[Sheet, int, str]]:
    """Each page in the order of printing, with the number of its leaf and what its slug says of the side.

    Where one leaf has two sides all have two pages: a printer that turns paper turns all of it. Nothing follows the
    last leaf: its empty back need not be sent. Only leaves whose number is ``printed`` are.
    """
    numbered = [(number, leaf) for number, leaf in enumerate(leaves, 1) if printed(number)]
    if not any(leaf.back for _, leaf in numbered):
        return [(leaf.front, number, _single(leaves, number)) for number, leaf in numbered]
    pages = []
    for number, leaf in numbered:
        side = f"front  ·  turn over the {edge} edge" if leaf.back else _single(leaves, number)
        pages.append((leaf.front, number, side))
        if leaf.back or number < numbered[-1][0]:
            pages.append((leaf.back or _empty_back(leaf.front), number, "back"))
    return pages


def _single(leaves: Sequence[Leaf], number: int) -> str:
    """What is said of a leaf with one side."""
    if leaves[number - 1].glued:
        return f"one-sided  ·  glue it behind leaf {number - 1}"
    if number < len(leaves) and leaves[number].glued:
        return f"one-sided  ·  glue leaf {number + 1} behind it"
    return "one-sided"


def _empty_back(front: Sheet) -> Sheet:
    """The side of a leaf that nothing is printed on, but the line that says so: printers leave out what is blank."""
    whole = Rect(0, 0, front.size.width, front.size.height)
    return Sheet(front.size, (), whole, whole, ", ".join(filter(None, (front.label, "left empty"))), scale=front.scale)


def back_of(front: Sheet, backs: Sequence[tuple[Placement, Face | None]], flip: Flip, family: str = "") -> Sheet | None:
    """The other side of a sheet: each face behind its placement; None when there is none.

    It has no marks: printers drift, and they would never lie behind those of the front. What the backs' own templates
    say of folds, holes and glue is drawn; ``family`` sets its words.
    """
    placed = tuple(behind(placement, face, front.size, flip) for placement, face in backs if face)
    if not placed:
        return None
    trim, bleed = mirrored(front.trim, front.size, flip), mirrored(front.bleed, front.size, flip)
    return Sheet(front.size, placed, trim, bleed, f"{front.label}, back", overlay=lines_behind(placed, family))


def behind(front: Placement, face: Face, paper: Size, flip: Flip) -> Placement:
    """Where a face lies on the back of a leaf, so that it is behind that placement when the paper has been turned over.

    Turned over an upright edge, x is mirrored; over the upper or lower one, y is, and faces stand on their heads.
    """
    return Placement(face, *_behind(front.matrix, front.clip, face.size.width, paper, flip))


@lru_cache(maxsize=1024)  # the pages of a deck have their cards at the same places
def _behind(front: Matrix, clip: Clip | None, width: float, paper: Size, flip: Flip) -> tuple[Matrix, Clip | None]:
    turn = mirror(paper, flip)
    matrix = turn @ front @ Matrix(a=-1.0, e=width)
    return _plain(matrix), clip and clip.moved(turn)


def mirror(paper: Size, flip: Flip) -> Matrix:
    """From a place on the front to the one behind it, as one sees that from the back."""
    return Matrix(a=-1.0, e=paper.width) if _upright(paper, flip) else Matrix(d=-1.0, f=paper.height)


def mirrored(rect: Rect, paper: Size, flip: Flip) -> Rect:
    """The rectangle behind one of the front, as one sees it from the back."""
    if _upright(paper, flip):
        return Rect(paper.width - rect.right, rect.y, rect.width, rect.height)
    return Rect(rect.x, paper.height - rect.bottom, rect.width, rect.height)


def _upright(paper: Size, flip: Flip) -> bool:
    """Whether the edge that paper is turned over stands upright. Paper that lies has its long edges above and below."""
    return (flip == "long") == (paper.height >= paper.width)


def _plain(matrix: Matrix) -> Matrix:
    """Without negative zeros."""
    return Matrix(*(value + 0.0 for value in (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)))
