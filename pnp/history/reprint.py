"""Changes go in; the sheets of a reprint come out: the list first, then only the pieces that must be printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from pnp.build.layout import finish_leaves, piece_title, slug_family
from pnp.faces.face import Face
from pnp.game.model import Document, Game
from pnp.history.changes import Alteration, Changes
from pnp.history.cover import draw_cover
from pnp.history.inventory import Inventory, InventoryPiece
from pnp.history.listing import Section
from pnp.history.record import home, tiled_documents
from pnp.impose.cards import Paper, impose_cards
from pnp.impose.grid import CutPiece
from pnp.impose.leaf import Leaf
from pnp.impose.sheet import Placement, Sheet
from pnp.impose.strips import impose_strips
from pnp.impose.tile_plan import tiling_of
from pnp.impose.tile_sheets import impose_tiles
from pnp.problems import GameError, Problem
from pnp.units import PAPERS, Flip, Matrix, Rect, Size

TITLE = "Reprint"
_ORDERS = 5  # sizes whose every order is tried: 120 packings at most


@dataclass(frozen=True, slots=True)
class Need:
    """A piece and how many of it to print; of a board, only these tiles (all, for no names)."""

    piece: InventoryPiece
    copies: int
    tiles: tuple[str, ...] = ()


def find_needs(inventory: Inventory, changes: Changes, tiles: Mapping[str, tuple[str, ...]]) -> list[Need]:
    """The pieces to print, in the game's order."""

    def need(item: Alteration) -> Need:
        return Need(inventory.pieces[item.component, item.record], item.prints, tiles.get(item.component, ()))

    return [need(item) for item in changes.pieces if item.prints and home(inventory.game, item.component)]


def lay_out_reprint(inventory: Inventory, needs: list[Need], lead: str, sections: Sequence[Section]) -> list[Sheet]:
    """Every page, finished: the list of changes, then the leaves of what is printed again. Raises GameError."""
    size = PAPERS[inventory.paper]
    flip = flip_of(inventory.game, needs)
    try:
        leaves = [*_cards(inventory, needs, flip), *_strips(inventory, needs, flip)]
    except ValueError:
        raise GameError(_too_large(inventory, needs, flip)) from None
    leaves += [leaf for need in needs for leaf in _tiles(inventory, need, flip)]
    if leaves:
        lead = f"{lead} {len(leaves)} {'sheet' if len(leaves) == 1 else 'sheets'} of paper after this list."
    cover = [_page(face, size) for face in draw_cover(inventory.game, size, TITLE, lead, sections)]
    listed = [Leaf(replace(cover[0], bookmark=TITLE)), *map(Leaf, cover[1:])]
    return finish_leaves(inventory.game, [*listed, *leaves], flip)


def _page(face: Face, size: Size) -> Sheet:
    whole = Rect(0, 0, size.width, size.height)
    return Sheet(size, (Placement(face, Matrix()),), whole, whole, "what changed")


def flip_of(game: Game, needs: Iterable[Need]) -> Flip:
    """One edge to turn over serves the whole reprint: that of the first two-sided piece's document."""
    for need in needs:
        document = home(game, need.piece.component.name)
        if need.piece.pair.back and document:
            return document.flip
    return "long"


def _too_large(inventory: Inventory, needs: list[Need], flip: Flip) -> list[Problem]:
    """The components that do not fit the paper."""
    found = {}
    for need in needs:
        component = need.piece.component
        try:
            _cards(inventory, [need], flip)
            _strips(inventory, [need], flip)
        except ValueError as error:
            hint = "use a smaller size, or a larger paper, or layout: tiles"
            found[component.name] = Problem("too-large", f"{component.name}: {error}", component.span, hint)
    return list(found.values())


def _cards(inventory: Inventory, needs: list[Need], flip: Flip) -> list[Leaf]:
    """Pieces to cut out, on as few leaves as their margins and sizes allow. Raises ValueError for one too large."""
    game = inventory.game
    groups: dict[tuple[float, float], list[Need]] = {}
    for need in needs:
        document = home(game, need.piece.component.name)
        if document and document.layout == "grid":
            groups.setdefault((document.margin, document.gutter), []).append(need)
    leaves = []
    for (margin, gutter), group in groups.items():
        paper = Paper(PAPERS[inventory.paper], margin, gutter, flip)
        leaves += _packed(group, paper)
    return leaves


def _packed(needs: list[Need], paper: Paper) -> list[Leaf]:
    """The order of the pieces' sizes that takes the fewest leaves; the first such, largest pieces first."""
    sizes: dict[Size, list[CutPiece]] = {}
    for need in needs:
        pair = need.piece.pair
        sizes.setdefault(pair.front.size, []).extend(CutPiece(pair.front, pair.back) for _ in range(need.copies))
    largest = sorted(sizes, key=lambda size: (-size.width * size.height, -size.height))
    orders = permutations(largest) if len(largest) <= _ORDERS else [tuple(largest)]
    tried = (impose_cards([item for size in order for item in sizes[size]], paper, TITLE) for order in orders)
    return min(tried, key=len)


def _tiles(inventory: Inventory, need: Need, flip: Flip) -> list[Leaf]:
    document = tiled_documents(inventory).get(need.piece.component.name)
    if document is None or home(inventory.game, need.piece.component.name) is not document:
        return []
    paper = Paper(PAPERS[inventory.paper], document.margin, document.gutter, flip)
    piece = CutPiece(need.piece.pair.front, need.piece.pair.back)
    tiling = tiling_of(inventory.game, document, piece.front, inventory.paper)
    leaves = impose_tiles(piece, tiling, paper, document.title, slug_family(inventory.game), need.copies)
    if not need.tiles:
        return leaves
    return [leaf for leaf in leaves if leaf.front.label.rpartition(" tile ")[2] in need.tiles]


def _strips(inventory: Inventory, needs: list[Need], flip: Flip) -> list[Leaf]:
    """Long pieces in their parts, those of each document together. Raises ValueError for one too broad."""
    groups: dict[Document, list[tuple[CutPiece, str]]] = {}
    for need in needs:
        document, pair = home(inventory.game, need.piece.component.name), need.piece.pair
        if document and document.layout == "strips":
            piece, title = CutPiece(pair.front, pair.back), piece_title(need.piece.component, pair.front)
            groups.setdefault(document, []).extend([(piece, title)] * need.copies)
    leaves = []
    for document, pieces in groups.items():
        paper = Paper(PAPERS[inventory.paper], document.margin, document.gutter, flip)
        leaves += impose_strips(pieces, paper, document.title, slug_family(inventory.game))
    return leaves
