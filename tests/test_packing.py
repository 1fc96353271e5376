"""Packing held by others' rules: nothing overlaps, straight cuts free all, few leaves, never more than rows take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import product
from math import ceil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.build.build import Gathered, gather, read_game
from pnp.build.guide_page import TITLE
from pnp.faces.compose import composer
from pnp.faces.face import Face
from pnp.game.model import Game
from pnp.game.workspace import find_workspace
from pnp.impose.cards import Paper, impose_packed
from pnp.impose.cutting import plan_cuts
from pnp.impose.grid import CutPiece, pack
from pnp.impose.guillotine import WORK, Cells, Kind, Packer, Split, Start, layouts, starts
from pnp.impose.leaf import Leaf, mirrored
from pnp.impose.packing import PackedPiece, count_cuts, pack_pieces
from pnp.job import PrintJob
from pnp.units import PAPERS, Size

from .conftest import ROOT

A4, LETTER = Paper(PAPERS["a4"]), Paper(PAPERS["letter"])
GAMES = ("battle-gate", "ephemeral-gate", "mortalgate")
papers = st.sampled_from(
    [A4, LETTER, Paper(PAPERS["a4"], flip="short"), Paper(PAPERS["a3"], 7, 4), Paper(PAPERS["a4"], 5, 0)]
)
groups = st.lists(
    st.tuples(st.integers(8, 120), st.integers(8, 120), st.integers(1, 12)), min_size=1, max_size=6, unique_by=lambda g: g[:2]
)  # fmt: skip


def of(component: str, width: float, height: float, count: int, *, backs: bool = False) -> list[CutPiece]:
    """Pieces of a component, each with a record of its own."""
    made = []
    for number in range(count):
        sides = [Face(component, str(number), side, "<svg/>", Size(width, height), 2) for side in ("front", "back")]
        made.append(CutPiece(sides[0], sides[1] if backs else None))
    return made


def mix(sizes: Sequence[tuple[float, float, int]]) -> list[CutPiece]:
    return [piece for i, (width, height, count) in enumerate(sizes) for piece in of(f"c{i}", width, height, count)]


def cuttable(boxes: list[tuple[float, float, float, float]]) -> bool:
    """Whether straight cuts, each from edge to edge, part these boxes: the rule itself, one cut at a time."""
    if len(boxes) <= 1:
        return True
    for low, high in ((0, 2), (1, 3)):
        for line in {box[high] for box in boxes}:
            before = [box for box in boxes if box[high] <= line + 1e-6]
            after = [box for box in boxes if box[low] >= line - 1e-6]
            if after and len(before) + len(after) == len(boxes):
                return cuttable(before) and cuttable(after)
    return False


def hold(leaves: Sequence[Sequence[PackedPiece]], items: Sequence[CutPiece], paper: Paper) -> None:
    """Every piece once, at its size, inside the area, a gutter from every other, and freed by straight cuts."""
    placed = Counter((place.item.front.component, place.item.front.record) for leaf in leaves for place in leaf)
    assert placed == Counter((item.front.component, item.front.record) for item in items)
    area, half = paper.area, paper.gutter / 2
    for leaf in leaves:
        boxes = []
        for place in leaf:
            size = place.item.front.size
            assert place.trim.size == pytest.approx(size.turned if place.turned else size)
            box = place.trim.outset(half)
            assert box.x > area.x - 1e-6 and box.y > area.y - 1e-6
            assert box.right < area.right + 1e-6 and box.bottom < area.bottom + 1e-6
            boxes.append((box.x, box.y, box.right, box.bottom))
        for i, one in enumerate(boxes):
            for other in boxes[i + 1 :]:
                apart = max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])
                assert apart > -1e-6
        assert cuttable(boxes)


@settings(deadline=None, max_examples=40)
@given(groups, papers)
def test_any_mix_lies_apart_inside_and_can_be_cut(sizes: list[tuple[int, int, int]], paper: Paper) -> None:
    items = mix(sizes)
    leaves = pack_pieces(items, paper.area, paper.gutter)
    hold(leaves, items, paper)
    assert len(leaves) <= len(pack(items, paper.area, paper.gutter))
    assert leaves == pack_pieces(items, paper.area, paper.gutter)


@settings(deadline=None, max_examples=40)
@given(st.integers(5, 180), st.integers(5, 180), st.integers(1, 400), papers)
def test_one_size_takes_no_more_leaves_than_a_grid(width: int, height: int, count: int, paper: Paper) -> None:
    items = of("cards", width, height, count)
    assert len(pack_pieces(items, paper.area, paper.gutter)) <= len(pack(items, paper.area, paper.gutter))


def fewest(kinds: tuple[tuple[int, int, int], ...], width: int, height: int) -> int:
    """The fewest leaves that straight cuts allow, by trying all: which sets of boxes one leaf holds, then how few sets."""

    @cache
    def held(room: tuple[int, int]) -> frozenset[tuple[int, ...]]:
        """Every number of each kind that a free area holds: nothing, one that fits, or what its two parts hold."""
        wide, high = room
        found = {tuple([0] * len(kinds))}
        for i, (w, h, _) in enumerate(kinds):
            if (w <= wide and h <= high) or (h <= wide and w <= high):
                found.add(tuple(int(i == j) for j in range(len(kinds))))
        parts = [((at, high), (wide - at, high)) for at in range(1, wide // 2 + 1)]
        parts += [((wide, at), (wide, high - at)) for at in range(1, high // 2 + 1)]
        for one, other in parts:
            for a, b in product(held(one), held(other)):
                found.add(tuple(min(x + y, kind[2]) for x, y, kind in zip(a, b, kinds, strict=True)))
        return frozenset(found)

    full = held((width, height))

    @cache
    def leaves(left: tuple[int, ...]) -> int:
        if not any(left):
            return 0
        rests = {tuple(max(0, x - y) for x, y in zip(left, taken, strict=True)) for taken in full if any(taken)}
        return 1 + min(leaves(rest) for rest in rests if rest != left)

    return leaves(tuple(kind[2] for kind in kinds))


@settings(deadline=None, max_examples=25)
@given(st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5), st.integers(1, 3)), min_size=1, max_size=3))
def test_few_pieces_take_as_few_leaves_as_can_be(kinds: list[tuple[int, int, int]]) -> None:
    """Against all that straight cuts can do on a leaf of 6 x 5; one more at most, and hardly ever that."""
    paper = Paper(Size(6, 5), margin=0, gutter=0)
    best = fewest(tuple(kinds), 6, 5)
    assert best <= len(pack_pieces(mix(kinds), paper.area, 0)) <= best + (best > 2)


def test_a_piece_larger_than_the_area_is_refused() -> None:
    with pytest.raises(ValueError, match="a piece of 300 x 20 mm does not fit the 200 x 282 mm"):
        pack_pieces([*of("a", 20, 20, 3), *of("b", 300, 20, 1)], A4.area, 3)
    assert pack_pieces([], A4.area, 3) == []
    assert impose_packed([], A4, "Nothing") == []


def test_pieces_are_turned_where_that_saves_a_leaf() -> None:
    (leaf,) = pack_pieces(mix([(196, 140, 1), (136, 196, 1)]), A4.area, 3)
    assert [place.turned for place in leaf] in ([False, True], [True, False])


def leaves_of(*pieces: tuple[list[CutPiece], str]) -> list[Leaf]:
    return impose_packed([(piece, title) for group, title in pieces for piece in group], A4, "All")


def test_one_sided_and_two_sided_pieces_never_share_a_leaf() -> None:
    leaves = leaves_of((of("a", 40, 40, 3), "A"), (of("b", 40, 30, 2, backs=True), "B"), (of("c", 20, 20, 4), "C"))
    assert [bool(leaf.back) for leaf in leaves] == [False, True]
    assert [leaf.front.label for leaf in leaves] == ["A, C", "B"]
    assert [leaf.front.bookmark for leaf in leaves] == ["A, C", "B"]
    back = leaves[1].back
    assert back
    for one, other in zip(leaves[1].front.placements, back.placements, strict=True):
        behind = mirrored(one.trim, A4.size, "long")
        assert one.face.record == other.face.record
        edges = (behind.x, behind.y, behind.right, behind.bottom)
        assert (other.trim.x, other.trim.y, other.trim.right, other.trim.bottom) == pytest.approx(edges)


def test_a_leaf_that_has_too_many_names_has_the_documents_own() -> None:
    (leaf,) = leaves_of(
        (of("a", 40, 40, 3), "Tokens of the northern tribes"), (of("b", 20, 20, 2), "Counters for supplies")
    )
    assert (leaf.front.label, leaf.front.bookmark) == ("All", "Tokens of the northern tribes, Counters for supplies")


def test_a_component_stays_together_where_that_costs_no_leaf() -> None:
    leaves = pack_pieces([*of("a", 63, 88, 10), *of("b", 63, 88, 10)], A4.area, 3)  # 3 leaves, or 4: by itself 2 each
    assert len(leaves) == 3
    leaves = pack_pieces([*of("a", 63, 88, 13), *of("b", 63, 88, 13)], A4.area, 3)
    shared = [{place.item.front.component for place in leaf} for leaf in leaves]
    assert len(leaves) == 3 and sorted(map(len, shared)) == [1, 1, 2]
    leaves = pack_pieces([*of("a", 63, 88, 12), *of("b", 63, 88, 17)], A4.area, 3)  # 4 leaves either way
    assert [{place.item.front.component for place in leaf} for leaf in leaves] == [{"a"}, {"a"}, {"b"}, {"b"}]


def test_leaves_follow_the_games_order() -> None:
    leaves = pack_pieces([*of("small", 20, 20, 60), *of("large", 190, 130, 3)], A4.area, 3)
    assert leaves[0][0].item.front.component == "small"
    records = [place.item.front.record for leaf in leaves for place in leaf if place.item.front.component == "small"]
    assert records == [str(number) for number in range(60)]


def test_of_what_comes_first_the_leaf_with_most_comes_first() -> None:
    leaves = pack_pieces(mix([(84, 72, 8), (65, 73, 6)]), A4.area, 3)
    assert [Counter(place.item.front.component for place in leaf) for leaf in leaves] == [{"c0": 6}, {"c0": 2, "c1": 6}]


@settings(deadline=None, max_examples=20)
@given(groups, papers)
def test_cuts_are_counted_as_they_will_be_made(sizes: list[tuple[int, int, int]], paper: Paper) -> None:
    leaves = pack_pieces(mix(sizes), paper.area, paper.gutter)
    planned = [plan_cuts(paper.size, tuple(place.trim for place in leaf)) for leaf in leaves]
    assert count_cuts(leaves) == sum(len(plan.cuts) for plan in planned)


@pytest.mark.parametrize(("split", "held"), [("large", Size(8, 6)), ("even", Size(4, 10))])
def test_what_a_block_leaves_is_parted_into_one_large_area_or_two_alike(split: Split, held: Size) -> None:
    """Beside and below 4 x 4 on a leaf of 8 x 10: 8 x 6 and 4 x 4, or 4 x 10 and 4 x 6. Each way holds one box."""
    start = Start("given", "early", split, "single")
    for size in (Size(8, 6), Size(4, 10)):
        leaves = Packer([Kind(Size(4, 4), 1), Kind(size, 1)], Size(8, 10)).fill(start, 9)
        assert leaves is not None and len(leaves) == (1 if size == held else 2)


def test_of_one_size_no_more_is_tried_once_the_leaves_are_as_few_as_the_area_allows() -> None:
    """Four squares fill a leaf, and eight two; of nine smaller ones, whose area is that of two leaves, all is tried."""
    assert layouts((Kind(Size(5, 5), 8),), Size(10, 10), 9) == (((Cells(0, 0.0, 0.0, 2, 2, False),),) * 2,)
    found = layouts((Kind(Size(4, 4), 9),), Size(10, 10), 9)
    assert len(found) > 1 and {len(leaves) for leaves in found} == {3}


def test_the_work_has_a_bound_whatever_the_pieces_are() -> None:
    """Equal pieces are laid in blocks: 20,000 cost hardly more than 20; of those that differ, the starts run out."""
    equal = Packer([Kind(Size(66, 91), 20_000)], Size(200, 282))
    (first, *_) = starts(1, 20_000)
    leaves = equal.fill(first, 3000)
    assert leaves is not None and len(leaves) == 2223 and equal.work < 4 * 2223
    kinds = [Kind(Size(10 + i % 89 + i / 1000, 12 + i % 97), 1) for i in range(2000)]
    packer = Packer(kinds, Size(200, 282))
    (first, *_) = starts(len(kinds), len(kinds))
    assert packer.fill(first, 3000) is not None
    assert packer.work <= 2 * 151 * len(kinds) < WORK
    assert packer.fill(first, 10) is None  # more leaves than were found before


def capacity(box: Size, area: Size) -> int:
    """The most equal boxes that straight cuts free from an area: every first cut, in the middle or before, tried."""

    @cache
    def held(width: float, height: float) -> int:
        best = int((box.width <= width and box.height <= height) or (box.height <= width and box.width <= height))
        steps = [i * box.width + j * box.height for i, j in product(range(6), range(6)) if i + j]
        for at in steps:
            if at <= width - min(box.width, box.height):
                best = max(best, held(at, height) + held(round(width - at, 6), height))
            if at <= height - min(box.width, box.height):
                best = max(best, held(width, at) + held(width, round(height - at, 6)))
        return best

    return held(round(area.width, 6), round(area.height, 6))


def gathered(name: str, paper: str) -> tuple[Game, Gathered]:
    game = read_game(find_workspace(ROOT), name)
    return game, gather(game, composer(game, PrintJob(paper)), [game.documents["print-and-play"]], tried=False)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", GAMES)
def test_shipped_sets_take_at_most_a_leaf_more_than_the_area_of_their_pieces(name: str, paper: str) -> None:
    """For each paper, of all that is packed: pieces with their gutters, against the area between the margins.

    Where all are of one size, paper may have room for a piece and no place: then as many as straight cuts can place.
    """
    game, made = gathered(name, paper)
    document = game.documents["print-and-play"]
    packed = [each for each in map(game.documents.__getitem__, document.combine) if document.packs(each)]
    assert packed
    names = {component for each in packed for component in each.components}
    sheet = Paper(PAPERS[paper], document.margin, document.gutter)
    for stock in {game.components[component].paper for component in names}:
        need, sizes = 0.0, Counter[Size]()
        for component in (game.components[each] for each in names if game.components[each].paper == stock):
            size = component.size(paper)
            sizes[size] += component.pieces
            need += component.pieces * (size.width + sheet.gutter) * (size.height + sheet.gutter)
        most = ceil(need / (sheet.area.width * sheet.area.height)) + 1
        if len(sizes) == 1:
            (size,) = sizes
            held = capacity(Size(size.width + sheet.gutter, size.height + sheet.gutter), sheet.area.size)
            most = ceil(sizes[size] / held)
        taken = [leaf for leaf in made.leaves["print-and-play"] if leaf.front.placements[0].face.component in names]
        assert 0 < len([leaf for leaf in taken if leaf.stock == stock]) <= most
    made_of_pieces = [leaf for leaf in made.leaves["print-and-play"] if leaf.front.label != TITLE]
    assert len(made_of_pieces) <= LEAVES[name, paper]


# what the boxes' present content takes; they may grow, and the rule above stays
LEAVES = {
    ("mortalgate", "a4"): 17, ("mortalgate", "letter"): 17, ("ephemeral-gate", "a4"): 18, ("ephemeral-gate", "letter"): 19,
    ("battle-gate", "a4"): 20, ("battle-gate", "letter"): 23,
}  # fmt: skip
