"""Pieces of different sizes go in; leaves come out on which straight cuts take them apart: as few as many tries find.

Each piece takes its trim and half a gutter round it. The rows of a grid are tried first, then the starts of
``guillotine``; of those with the fewest leaves, the one that keeps components together, then the one with fewest cuts.
So packing never takes more leaves than a grid.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pnp.impose.cutting import plan_cuts
from pnp.impose.grid import CutPiece, best_turn, pack
from pnp.impose.guillotine import TOLERANCE, Cells, Kind, layouts
from pnp.units import Rect, Size

_LAID = 100_000  # pieces that are laid in choosing among equals: half a second
_PLANNED = 60_000  # pieces whose cuts are counted in choosing among equals: a second or two


@dataclass(frozen=True, slots=True)
class PackedPiece:
    """A piece and where its trim lies on the paper, mm; ``turned`` by a quarter, clockwise."""

    item: CutPiece
    trim: Rect
    turned: bool


Layout = list[list[PackedPiece]]


def pack_pieces(items: Sequence[CutPiece], area: Rect, gutter: float) -> Layout:
    """The leaves, each with its pieces in their order. All are of one paper, and of one side or of two.

    The time is bounded by ``guillotine.WORK``, whatever the pieces are; the same pieces lie the same way always. Raises
    ValueError for a piece larger than the area (mm).
    """
    room = Size(area.width + TOLERANCE, area.height + TOLERANCE)
    sizes: dict[Size, list[CutPiece]] = {}
    for item in items:
        sizes.setdefault(item.front.size, []).append(item)
    for size in sizes:
        best_turn(size, room, gutter)
    if not items:
        return []
    found = [_each_by_itself(items, area, gutter), _of_grid(items, area, gutter)]
    fewest = min(map(len, found))
    kinds = [Kind(Size(size.width + gutter, size.height + gutter), len(own)) for size, own in sizes.items()]
    tried = layouts(tuple(kinds), area.size, fewest)[: max(1, _LAID // len(items))]
    found += [_of_cells(leaves, sizes, kinds, area, gutter) for leaves in tried]
    fewest = min(map(len, found))
    return _best([each for each in found if len(each) == fewest], len(items))


def _best(layouts: Sequence[Layout], pieces: int) -> Layout:
    """Of layouts on equally many leaves: components together first, then fewest cuts, then the first found."""
    apart = [_scattered(layout) for layout in layouts]
    together = [layout for layout, count in zip(layouts, apart, strict=True) if count == min(apart)]
    return min(together[: max(1, _PLANNED // pieces)], key=count_cuts)


def count_cuts(layout: Layout) -> int:
    """How many straight cuts free all pieces; the paper's edges, which are far, do not matter here."""
    cuts = 0
    for places in layout:
        trims = tuple(place.trim for place in places)
        right, bottom = max(trim.right for trim in trims), max(trim.bottom for trim in trims)
        cuts += len(plan_cuts(Size(right + 10, bottom + 10), trims).cuts)
    return cuts


def _scattered(layout: Layout) -> int:
    """On how many leaves each component lies, all together."""
    return sum(len({place.item.front.component for place in places}) for places in layout)


def _each_by_itself(items: Sequence[CutPiece], area: Rect, gutter: float) -> Layout:
    """Every component on leaves of its own."""
    own: dict[str, list[CutPiece]] = {}
    for item in items:
        own.setdefault(item.front.component, []).append(item)
    return [places for group in own.values() for places in _of_grid(group, area, gutter)]


def _of_grid(items: Sequence[CutPiece], area: Rect, gutter: float) -> Layout:
    """The same sizes side by side, in rows."""
    order: dict[Size, int] = {}
    for item in items:
        order.setdefault(item.front.size, len(order))
    given = pack(items, area, gutter)
    by_size = pack(sorted(items, key=lambda item: order[item.front.size]), area, gutter)
    pages = by_size if len(by_size) < len(given) else given
    return [
        [PackedPiece(item, trim, block.turned) for block in blocks for item, trim in block.places()] for blocks in pages
    ]


def _of_cells(
    leaves: Iterable[Sequence[Cells]],
    sizes: dict[Size, list[CutPiece]],
    kinds: Sequence[Kind],
    area: Rect,
    gutter: float,
) -> Layout:
    """Pieces in their cells: those that come first in the game lie on the first leaves; all in the area's middle."""

    def rank(leaf: Sequence[Cells]) -> tuple[int, int]:
        first = min(cells.kind for cells in leaf)
        return first, -sum(cells.count for cells in leaf if cells.kind == first)

    waiting = [iter(own) for own in sizes.values()]
    layout: Layout = []
    for leaf in sorted(leaves, key=rank):
        boxes = [_box(cells, kinds) for cells in leaf]
        width = max(cells.x + cells.columns * box.width for cells, box in zip(leaf, boxes, strict=True))
        height = max(cells.y + cells.rows * box.height for cells, box in zip(leaf, boxes, strict=True))
        left = area.x + (area.width - width) / 2 + gutter / 2
        top = area.y + (area.height - height) / 2 + gutter / 2
        places: list[PackedPiece] = []
        for cells in sorted(leaf, key=lambda cells: (cells.kind, cells.y, cells.x)):
            box = _box(cells, kinds)
            for number in range(cells.count):
                row, column = divmod(number, cells.columns)
                x, y = left + cells.x + column * box.width, top + cells.y + row * box.height
                trim = Rect(x, y, box.width - gutter, box.height - gutter)
                places.append(PackedPiece(next(waiting[cells.kind]), trim, cells.turned))
        layout.append(places)
    return layout


def _box(cells: Cells, kinds: Sequence[Kind]) -> Size:
    size = kinds[cells.kind].size
    return size.turned if cells.turned else size
