"""A game goes in; what its paper box takes comes out: leaves by paper and sides, pieces, cuts and folds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pnp.build.build import gather
from pnp.faces.compose import composer
from pnp.game.model import Document, Game
from pnp.impose.cutting import plan_cuts
from pnp.impose.leaf import Leaf
from pnp.job import PrintJob
from pnp.problems import raise_errors


@dataclass(frozen=True, slots=True)
class BillRow:
    """Leaves of one paper (plain, when empty) with one printed side or two, and the work that they make.

    ``cuts`` are straight ones; ``by_hand`` are pieces that are no rectangles, or that no straight cuts free.
    """

    stock: str
    two_sided: bool
    leaves: int
    pieces: int
    cuts: int
    folds: int
    by_hand: int


def set_of(game: Game) -> list[Document]:
    """What one prints to have the game: the documents that combine others, else all; never a web page."""
    inner = {name for document in game.documents.values() for name in document.combine}
    sets = [each for each in game.documents.values() if each.combine and each.name not in inner]
    return sets or [each for each in game.documents.values() if each.layout != "html"]


def bills(game: Game, job: PrintJob) -> Mapping[str, tuple[BillRow, ...]]:
    """The rows of each document of the set, by its name. Raises GameError for a game that cannot be laid out."""
    documents = set_of(game)
    made = gather(game, composer(game, job), documents, tried=False)
    raise_errors(made.problems)
    return {document.name: bill_of(made.leaves[document.name]) for document in documents}


def bill_of(leaves: Iterable[Leaf]) -> tuple[BillRow, ...]:
    """A row for each paper and number of sides, in the order of the leaves."""
    groups: dict[tuple[str, bool], list[Leaf]] = {}
    for leaf in leaves:
        groups.setdefault((leaf.stock, leaf.back is not None), []).append(leaf)
    return tuple(_row(stock, group, two_sided=two_sided) for (stock, two_sided), group in groups.items())


def _row(stock: str, leaves: Sequence[Leaf], *, two_sided: bool) -> BillRow:
    plans = [plan_cuts(leaf.front.size, leaf.front.trims) for leaf in leaves]
    by_hand = 0
    for leaf, plan in zip(leaves, plans, strict=True):
        shaped = sum(place.face.shape.kind != "rectangle" for place in leaf.front.placements)
        by_hand += min(plan.pieces, shaped + plan.scissors)
    pieces, cuts = sum(plan.pieces for plan in plans), sum(len(plan.cuts) for plan in plans)
    folds = sum(leaf.front.folds for leaf in leaves)
    return BillRow(stock, two_sided, len(leaves), pieces, cuts, folds, by_hand)
