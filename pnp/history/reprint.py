"""Changes go in; the sheets of a reprint come out: the list first, then only the pieces that must be printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from pnp.build.piece_leaves import piece_title
from pnp.build.slugs import finish_leaves
from pnp.faces.face import Face
from pnp.game.model import Document, Game
from pnp.game.slug_family import slug_family
from pnp.history.changes import Alteration, Changes
from pnp.history.cover import draw_cover
from pnp.history.inventory import Inventory, InventoryPiece
from pnp.history.listing import Section
from pnp.history.record import home, tiled_documents
from pnp.impose.backs import impose_pieces, in_parts
from pnp.impose.cards import Paper
from pnp.impose.grid import CutPiece
from pnp.impose.leaf import Leaf
from pnp.impose.scale import scaled, unscaled
from pnp.impose.sheet import Placement, Sheet
from pnp.impose.strips import impose_strips
from pnp.impose.tile_plan import tiling_of
from pnp.impose.tile_sheets import impose_tiles
from pnp.job import Backs, PrintJob
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


@dataclass(frozen=True, slots=True)
class _Press:
    """What all pieces of a reprint are laid out with."""

    inventory: Inventory
    flip: Flip
    job: PrintJob

    @property
    def family(self) -> str:
        """What words on sheets are set in."""
        return slug_family(self.inventory.game)

    @property
    def factor(self) -> float:
        """How large pieces are printed; 1 is true size."""
        return self.job.scale / 100

    def paper(self, margin: float, gutter: float) -> Paper:
        """The paper, before it is scaled with what lies on it."""
        return unscaled(Paper(PAPERS[self.inventory.paper], margin, gutter, self.flip), self.factor)

    def backs(self, document: Document) -> Backs:
        """How the backs of what a document holds are printed."""
        return self.job.backs or document.backs or "two-sided"

    def in_parts(self, leaves: list[Leaf], document: Document) -> list[Leaf]:
        """Sheets that hold one piece, or a part of one, with their backs as they are wanted."""
        return in_parts(leaves, self.backs(document), self.flip)


def find_needs(inventory: Inventory, changes: Changes, tiles: Mapping[str, tuple[str, ...]]) -> list[Need]:
    """The pieces to print, in the game's order."""

    def need(item: Alteration) -> Need:
        return Need(inventory.pieces[item.component, item.record], item.prints, tiles.get(item.component, ()))

    return [need(item) for item in changes.pieces if item.prints and home(inventory.game, item.component)]


def lay_out_reprint(
    inventory: Inventory, needs: list[Need], lead: str, sections: Sequence[Section], job: PrintJob
) -> list[Sheet]:
    """Every page, finished: the list of changes, then the leaves of what is printed again. Raises GameError."""
    size = PAPERS[inventory.paper]
    flip = flip_of(inventory.game, needs)
    press = _Press(inventory, flip, job)
    try:
        leaves = [*_cards(press, needs), *_strips(press, needs)]
    except ValueError:
        raise GameError(_too_large(press, needs)) from None
    for need in needs:
        leaves += [replace(leaf, stock=need.piece.component.paper) for leaf in _tiles(press, need)]
    leaves = scaled(leaves, press.factor) if press.factor != 1 else leaves
    if leaves:
        lead = f"{lead} {len(leaves)} {'sheet' if len(leaves) == 1 else 'sheets'} of paper after this list."
    cover = [_page(face, size) for face in draw_cover(inventory.game, size, TITLE, lead, sections)]
    listed = [Leaf(replace(cover[0], bookmark=TITLE)), *map(Leaf, cover[1:])]
    return finish_leaves(inventory.game, [*listed, *leaves], flip, job)


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


def _too_large(press: _Press, needs: list[Need]) -> list[Problem]:
    """The components that do not fit the paper."""
    found = {}
    for need in needs:
        component = need.piece.component
        try:
            _cards(press, [need])
            _strips(press, [need])
        except ValueError as error:
            hint = "use a smaller size, or a larger paper, or layout: tiles"
            found[component.name] = Problem("too-large", f"{component.name}: {error}", component.span, hint)
    return list(found.values())


def _cards(press: _Press, needs: list[Need]) -> list[Leaf]:
    """Pieces to cut out, on as few leaves as their margins and sizes allow. Raises ValueError for one too large."""
    game = press.inventory.game
    groups: dict[tuple[float, float, str, Backs], list[Need]] = {}
    for need in needs:
        document, of = home(game, need.piece.component.name), need.piece.component
        if document and document.layout in ("grid", "pack"):
            key = document.margin, document.gutter, of.paper, press.backs(document)
            groups.setdefault(key, []).append(need)
    leaves = []
    for (margin, gutter, stock, backs), group in groups.items():
        paper = press.paper(margin, gutter)
        made = min(_in_rows(press, group, paper, backs), _packed(press, group, paper, backs), key=len)
        leaves += [replace(leaf, stock=stock) for leaf in made]
    return leaves


def _packed(press: _Press, needs: list[Need], paper: Paper, backs: Backs) -> list[Leaf]:
    """Different sizes on one leaf, those of two sides on their own."""
    pairs = [(need.piece.pair, need.copies * press.job.copies) for need in needs]
    pieces = [(CutPiece(pair.front, pair.back), TITLE) for pair, count in pairs for _ in range(count)]
    leaves = impose_pieces(pieces, paper, TITLE, backs, press.family, packed=True)
    return [replace(leaf, front=replace(leaf.front, bookmark=None)) for leaf in leaves]


def _in_rows(press: _Press, needs: list[Need], paper: Paper, backs: Backs) -> list[Leaf]:
    """The order of the pieces' sizes that takes the fewest leaves; the first such, largest pieces first."""
    sizes: dict[Size, list[CutPiece]] = {}
    for need in needs:
        pair = need.piece.pair
        sizes.setdefault(pair.front.size, []).extend(
            [CutPiece(pair.front, pair.back)] * (need.copies * press.job.copies)
        )
    largest = sorted(sizes, key=lambda size: (-size.width * size.height, -size.height))
    orders = permutations(largest) if len(largest) <= _ORDERS else [tuple(largest)]
    tried = (
        impose_pieces([(item, TITLE) for size in order for item in sizes[size]], paper, TITLE, backs, press.family)
        for order in orders
    )
    return min(tried, key=len)


def _tiles(press: _Press, need: Need) -> list[Leaf]:
    inventory = press.inventory
    document = tiled_documents(inventory).get(need.piece.component.name)
    if document is None or home(inventory.game, need.piece.component.name) is not document:
        return []
    paper = press.paper(document.margin, document.gutter)
    piece = CutPiece(need.piece.pair.front, need.piece.pair.back)
    tiling = tiling_of(inventory.game, document, piece.front, paper)
    count = need.copies * press.job.copies
    leaves = impose_tiles(piece, tiling, paper, document.title, press.family, count)
    wanted = [leaf for leaf in leaves if not need.tiles or leaf.front.label.rpartition(" tile ")[2] in need.tiles]
    return press.in_parts(wanted, document)


def _strips(press: _Press, needs: list[Need]) -> list[Leaf]:
    """Long pieces in their parts, those of each document together. Raises ValueError for one too broad."""
    game = press.inventory.game
    groups: dict[tuple[Document, str], list[tuple[CutPiece, str]]] = {}
    for need in needs:
        document, pair = home(game, need.piece.component.name), need.piece.pair
        if document and document.layout == "strips":
            piece, title = CutPiece(pair.front, pair.back), piece_title(need.piece.component, pair.front)
            group = groups.setdefault((document, need.piece.component.paper), [])
            group.extend([(piece, title)] * (need.copies * press.job.copies))
    leaves = []
    for (document, stock), pieces in groups.items():
        paper = press.paper(document.margin, document.gutter)
        made = press.in_parts(impose_strips(pieces, paper, document.title, slug_family(game)), document)
        leaves += [replace(leaf, stock=stock) for leaf in made]
    return leaves
