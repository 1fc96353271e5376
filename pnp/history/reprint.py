"""Changes go in; the sheets of a reprint come out: the list first, then only the pieces that must be printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from pnp.build.layout import finish_sheets, piece_title, slug_family
from pnp.faces.face import Face
from pnp.game.model import Document, Game
from pnp.history.changes import Alteration, Changes
from pnp.history.cover import draw_cover
from pnp.history.inventory import Inventory, InventoryPiece
from pnp.history.listing import Section
from pnp.history.record import home, tiled_documents
from pnp.impose.cards import Flip, Paper, impose_cards
from pnp.impose.grid import CutPiece
from pnp.impose.poster import impose_tiles
from pnp.impose.sheet import Placement, Sheet
from pnp.impose.strips import impose_strips
from pnp.problems import GameError, Problem
from pnp.units import PAPERS, Matrix, Rect, Size

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
    """Every sheet, finished. With backs, each leaf has two sides: what has none gets a blank one. Raises GameError."""
    size = PAPERS[inventory.paper]
    flip = flip_of(inventory.game, needs)
    try:
        loose, strips = _cards(inventory, needs, flip), _strips(inventory, needs)
    except ValueError:
        raise GameError(_too_large(inventory, needs, flip)) from None
    tiled = [*strips, *(sheet for need in needs for sheet in _tiles(inventory, need))]
    leaves = len(tiled) + sum(not _is_back(sheet) for sheet in loose)
    if leaves:
        lead = f"{lead} {leaves} {'sheet' if leaves == 1 else 'sheets'} of paper after this list."
    front = [_page(face, size) for face in draw_cover(inventory.game, size, TITLE, lead, sections)]
    if any(_is_back(sheet) for sheet in loose):
        front += [_empty(front[-1])] if len(front) % 2 else []
        loose, tiled = _leaves(loose), _leaves(tiled)
    return finish_sheets(inventory.game, [*front, *loose, *tiled], TITLE)


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
            _cards(inventory, [need], flip), _strips(inventory, [need])
        except ValueError as error:
            hint = "use a smaller size, or a larger paper, or layout: tiles"
            found[component.name] = Problem("too-large", f"{component.name}: {error}", component.span, hint)
    return list(found.values())


def _cards(inventory: Inventory, needs: list[Need], flip: Flip) -> list[Sheet]:
    """Pieces to cut out, on as few sheets as their margins and sizes allow. Raises ValueError for one too large."""
    game = inventory.game
    groups: dict[tuple[float, float], list[Need]] = {}
    for need in needs:
        document = home(game, need.piece.component.name)
        if document and document.layout == "grid":
            groups.setdefault((document.margin, document.gutter), []).append(need)
    sheets = []
    for (margin, gutter), group in groups.items():
        paper = Paper(PAPERS[inventory.paper], margin, gutter, flip)
        sheets += _packed(group, paper)
    return sheets


def _packed(needs: list[Need], paper: Paper) -> list[Sheet]:
    """The order of the pieces' sizes that takes the fewest sheets; the first such, largest pieces first."""
    sizes: dict[Size, list[CutPiece]] = {}
    for need in needs:
        pair = need.piece.pair
        sizes.setdefault(pair.front.size, []).extend(CutPiece(pair.front, pair.back) for _ in range(need.copies))
    largest = sorted(sizes, key=lambda size: (-size.width * size.height, -size.height))
    orders = permutations(largest) if len(largest) <= _ORDERS else [tuple(largest)]
    tried = (impose_cards([item for size in order for item in sizes[size]], paper, TITLE) for order in orders)
    return min(tried, key=len)


def _tiles(inventory: Inventory, need: Need) -> list[Sheet]:
    document = tiled_documents(inventory).get(need.piece.component.name)
    if document is None or home(inventory.game, need.piece.component.name) is not document:
        return []
    paper = Paper(PAPERS[inventory.paper], document.margin, document.gutter, document.flip)
    sheets = impose_tiles(need.piece.pair.front, paper, document.title, slug_family(inventory.game))
    if not need.tiles:
        return sheets
    return [sheet for sheet in sheets if sheet.label.rpartition(" tile ")[2] in need.tiles]


def _strips(inventory: Inventory, needs: list[Need]) -> list[Sheet]:
    """Long pieces in their parts, those of each document together. Raises ValueError for one too broad."""
    groups: dict[Document, list[tuple[Face, str]]] = {}
    for need in needs:
        document, face = home(inventory.game, need.piece.component.name), need.piece.pair.front
        if document and document.layout == "strips":
            title = piece_title(need.piece.component, face)
            groups.setdefault(document, []).extend([(face, title)] * need.copies)
    sheets = []
    for document, pieces in groups.items():
        paper = Paper(PAPERS[inventory.paper], document.margin, document.gutter, document.flip)
        sheets += impose_strips(pieces, paper, document.title, slug_family(inventory.game))
    return sheets


def _is_back(sheet: Sheet) -> bool:
    return any(place.face.side == "back" for place in sheet.placements)


def _leaves(sheets: list[Sheet]) -> list[Sheet]:
    """Give every one-sided sheet an empty back, so that a printer that turns the paper keeps them apart."""
    found: list[Sheet] = []
    for i, sheet in enumerate(sheets):
        found.append(sheet)
        followed = i + 1 < len(sheets) and _is_back(sheets[i + 1])
        if not _is_back(sheet) and not followed:
            found.append(_empty(sheet))
    return found


def _empty(sheet: Sheet) -> Sheet:
    whole = Rect(0, 0, sheet.size.width, sheet.size.height)
    return Sheet(sheet.size, (), whole, whole, "left empty: the back of the sheet before")
