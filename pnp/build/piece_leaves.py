"""A document and the faces of its pieces go in; its leaves come out, of one paper each, with backs, at a scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from pnp.faces.compose import Pair
from pnp.faces.face import Face
from pnp.game.label_stock import LabelStock
from pnp.game.model import Component, Document, Game
from pnp.game.slug_family import slug_family
from pnp.impose.backs import impose_pieces, in_parts
from pnp.impose.cards import Paper
from pnp.impose.grid import CutPiece
from pnp.impose.labels import impose_labels, outline_page
from pnp.impose.leaf import Leaf
from pnp.impose.panels import Panels
from pnp.impose.poster import POSTER_BORDER, impose_poster
from pnp.impose.scale import scaled, unscaled
from pnp.impose.strips import impose_strips
from pnp.impose.tile_plan import tiling_of
from pnp.impose.tile_sheets import impose_tiles
from pnp.job import Backs, PrintJob
from pnp.units import PAPERS, Flip


@dataclass(frozen=True, slots=True)
class Wanted:
    """So many copies of a piece, the component it is of, and the title of the document that asks for it."""

    piece: CutPiece
    of: Component
    copies: int
    title: str


@dataclass(frozen=True, slots=True)
class _Press:
    """What the pieces of a document are laid out with, before they are scaled by ``factor``."""

    game: Game
    document: Document
    paper: Paper
    backs: Backs
    factor: float

    @property
    def family(self) -> str:
        """What words on sheets are set in."""
        return slug_family(self.game)


def piece_leaves(
    game: Game,
    job: PrintJob,
    pairs: Mapping[str, Sequence[Pair]],
    document: Document,
    edge: Flip,
    backs: Backs,
    packed: Sequence[Document] = (),
) -> list[Leaf]:
    """The leaves of a document's own components, to be turned over an edge; the first bears its bookmark.

    With its pieces go those of documents that it packs. No leaf holds pieces of two papers. Raises ValueError for a
    piece that is too large.
    """
    wanted = [
        Wanted(CutPiece(pair.front, pair.back), of, of.copies_of(pair.front.record) * job.copies, each.title)
        for each in (document, *packed)
        for of in (game.components[name] for name in each.components)
        for pair in pairs[of.name]
    ]
    if labels := document.stock(job.paper):  # cut already: nothing about them can be scaled or folded
        return named_leaves(_labelled(wanted, labels, document, backs, slug_family(game)), document.title)
    if document.layout == "pack":
        stocks = list(dict.fromkeys(item.of.paper for item in wanted))
        wanted.sort(key=lambda item: stocks.index(item.of.paper))
    factor = job.scale / 100
    paper = unscaled(Paper(PAPERS[job.paper], document.margin, document.gutter, edge), factor)
    press = _Press(game, document, paper, backs, factor)
    leaves: list[Leaf] = []
    for stock, run in groupby(wanted, key=lambda item: item.of.paper):
        leaves += [replace(leaf, stock=stock) for leaf in _impose(press, list(run))]
    leaves = scaled(leaves, factor) if factor != 1 else leaves
    return leaves if document.layout == "pack" else named_leaves(leaves, document.title)


def _labelled(
    wanted: Sequence[Wanted], labels: LabelStock, document: Document, backs: Backs, family: str
) -> list[Leaf]:
    """Pieces on labels; without components, the page that shows where the labels lie."""
    if not document.components:
        return [outline_page(labels, document.title, family)]
    pieces = [item.piece for item in wanted for _ in range(item.copies)]
    if backs == "none":
        pieces = [CutPiece(piece.front) for piece in pieces]
    return impose_labels(pieces, labels, document.title)


def _impose(press: _Press, wanted: Sequence[Wanted]) -> list[Leaf]:
    """The leaves of pieces that are all of one paper."""
    document, paper, family, title = press.document, press.paper, press.family, press.document.title
    pieces = [item for item in wanted for _ in range(item.copies)]
    match document.layout:
        case "poster":
            panels, border = Panels(*document.panels), POSTER_BORDER / press.factor
            leaves = [impose_poster(item.piece, title, paper.flip, panels, family, border) for item in pieces]
        case "tiles":
            leaves = [leaf for item in wanted for leaf in _tiles(press, item)]
        case "strips":
            strips = [(item.piece, piece_title(item.of, item.piece.front)) for item in pieces]
            leaves = impose_strips(strips, paper, title, family) if strips else []
        case layout:
            named = [(item.piece, item.title) for item in pieces]
            return impose_pieces(named, paper, title, press.backs, family, packed=layout == "pack") if named else []
    return in_parts(leaves, press.backs, paper.flip)


def _tiles(press: _Press, item: Wanted) -> list[Leaf]:
    tiling = tiling_of(press.game, press.document, item.piece.front, press.paper)
    return impose_tiles(item.piece, tiling, press.paper, press.document.title, press.family, item.copies)


def named_leaves(leaves: Sequence[Leaf], title: str) -> list[Leaf]:
    """The same leaves, the first with a bookmark."""
    first = [replace(leaf, front=replace(leaf.front, bookmark=title)) for leaf in leaves[:1]]
    return [*first, *leaves[1:]]


def piece_title(component: Component, face: Face) -> str:
    """What a piece is called where it lies: its component's title, and its record's name."""
    record = next((record for record in component.records if record.id == face.record), None)
    return ", ".join(filter(None, (component.title, str(record.fields_of_record.get("name") or "") if record else "")))
