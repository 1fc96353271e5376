"""Cut plans made, cut by cut: each piece of paper has marks for its next cut, and in the end every trim lies alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.build.build import gather, read_game
from pnp.build.guide_page import TITLE
from pnp.faces.compose import composer
from pnp.faces.face import Face
from pnp.game.workspace import find_workspace
from pnp.impose.cards import Paper, impose_cards, impose_packed
from pnp.impose.cutting import SLIVER, cut_plans, plan_cuts
from pnp.impose.grid import CutPiece
from pnp.impose.sheet import Sheet
from pnp.impose.ticks import LEG, NARROW, OFF, angles, survivors
from pnp.job import PrintJob
from pnp.units import PAPERS, Rect, Size

from .conftest import ROOT

A4 = Paper(PAPERS["a4"])
GAMES = ("battle-gate", "ephemeral-gate", "mortalgate")
Segment = tuple[float, float, float, float]
_PATH = re.compile(r'<path d="([^"]*)" fill="none" stroke="([^"]*)" stroke-width="([^"]*)"/>')


def strokes(marks: str, color: str) -> Iterator[tuple[Segment, float]]:
    """The straight strokes of one colour, each with its width."""
    for path, stroke, width in _PATH.findall(marks):
        for run in path.split("M")[1:] if stroke == color else ():
            points = [(float(x), float(y)) for x, y in map(str.split, run.split("L"))]
            yield from (((x1, y1, x2, y2), float(width)) for (x1, y1), (x2, y2) in pairwise(points))


def inside(line: Segment, paper: Rect) -> tuple[float, float] | None:
    """How far a level or upright line reaches on a piece of paper, along its own direction."""
    upright = line[0] == line[2]
    at, low, high = (line[0], *sorted(line[1::2])) if upright else (line[1], *sorted(line[::2]))
    near, far = (paper.x, paper.right) if upright else (paper.y, paper.bottom)
    start, end = (paper.y, paper.bottom) if upright else (paper.x, paper.right)
    if not near < at < far or min(high, end) - max(low, start) < 0.5:
        return None
    return max(low, start), min(high, end)


def shows(marks: Sequence[Segment], paper: Rect, line: Segment, whole: Size) -> bool:
    """Whether both ends of a cut have a mark on this very piece of paper, no farther off its line than a third of a mm."""
    upright = line[0] == line[2]
    at, low, high = (line[0], line[1], line[3]) if upright else (line[1], line[0], line[2])
    reaches = [
        reach
        for mark in marks
        if (mark[0] == mark[2]) == upright and abs(mark[0 if upright else 1] - at) < 1 / 3
        if (reach := inside(mark, paper))
    ]
    edge = whole.height if upright else whole.width
    first = low + (16 if low == 0 else 6)
    last = high - (16 if high == edge else 6)
    return any(start < first for start, _ in reaches) and any(end > last for _, end in reaches)


def simulate(sheet: Sheet) -> int:
    """Make the planned cuts, one after another; the number of them."""
    plan = plan_cuts(sheet.size, sheet.trims)
    assert not plan.scissors and [cut.number for cut in plan.cuts] == list(range(1, len(plan.cuts) + 1))
    marks = [line for line, _ in strokes(sheet.marks, "#000000") if line[0] == line[2] or line[1] == line[3]]
    pieces = [Rect(0, 0, sheet.size.width, sheet.size.height)]
    depth = 0
    for cut in plan.cuts:
        x1, y1, x2, y2 = cut.line
        assert cut.depth >= depth  # the whole paper first
        depth = cut.depth
        ends = [
            paper
            for paper in pieces
            if (cut.upright and (paper.y, paper.bottom) == pytest.approx((y1, y2)) and paper.x < x1 < paper.right)
            or (not cut.upright and (paper.x, paper.right) == pytest.approx((x1, x2)) and paper.y < y1 < paper.bottom)
        ]
        assert len(ends) == 1, cut
        (paper,) = ends
        assert shows(marks, paper, cut.line, sheet.size), (sheet.label, cut, paper)
        pieces.remove(paper)
        if cut.upright:
            pieces.append(Rect(paper.x, paper.y, x1 - paper.x, paper.height))
            pieces.append(Rect(x1, paper.y, paper.right - x1, paper.height))
        else:
            pieces.append(Rect(paper.x, paper.y, paper.width, y1 - paper.y))
            pieces.append(Rect(paper.x, y1, paper.width, paper.bottom - y1))
    for trim in sheet.trims:
        lies = [paper for paper in pieces if paper.x < trim.x + 1 < paper.right and paper.y < trim.y + 1 < paper.bottom]
        assert len(lies) == 1
        off = [lies[0].x - trim.x, lies[0].y - trim.y, lies[0].right - trim.right, lies[0].bottom - trim.bottom]
        assert all(abs(each) < SLIVER for each in off)
        at_edge = lies[0].x == 0 or lies[0].y == 0
        assert at_edge or all(abs(each) < 0.02 for each in off)
    return len(plan.cuts)


def clear_of_trims(sheet: Sheet) -> None:
    """No mark, nor the pale ground under it, touches a piece.

    But pieces that fill the paper keep a border for marks, and strips have ticks by which they are joined.
    """
    if sheet.measure or any(min(trim.x, trim.y) < SLIVER for trim in sheet.trims):
        return
    for color in ("#000000", "#ffffff"):
        for (x1, y1, x2, y2), width in strokes(sheet.marks, color):
            half = width / 2
            ink = Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)).outset(half)
            for trim in sheet.trims:
                apart = max(trim.x - ink.right, ink.x - trim.right, trim.y - ink.bottom, ink.y - trim.bottom)
                assert apart > 0.05, (sheet.label, (x1, y1, x2, y2), trim)


def pieces(*sizes: tuple[float, float, int]) -> list[CutPiece]:
    return [
        CutPiece(Face(f"c{i}", str(number), "front", "<svg/>", Size(width, height), 3))
        for i, (width, height, count) in enumerate(sizes)
        for number in range(count)
    ]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", GAMES)
def test_every_planned_cut_of_every_shipped_sheet_has_its_marks(name: str, paper: str) -> None:
    game = read_game(find_workspace(ROOT), name)
    cut = [document for document in game.documents.values() if not document.book]
    made = gather(game, composer(game, PrintJob(paper)), cut, tried=False)
    cuts = 0
    for document in cut:
        for leaf in made.leaves[document.name]:
            if leaf.front.label == TITLE:
                continue
            if leaf.front.placements and "map" not in leaf.front.label:
                assert leaf.front.trims, leaf.front.label
            cuts += simulate(leaf.front)
            if document.layout in ("grid", "pack"):
                clear_of_trims(leaf.front)
    assert cuts > 300


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.tuples(st.integers(10, 110), st.integers(10, 110), st.integers(1, 9)), min_size=1, max_size=5),
    st.sampled_from([2.0, 3.0, 5.0]),
    st.booleans(),
)
def test_any_sheet_can_be_cut_by_its_marks(sizes: list[tuple[int, int, int]], gutter: float, packed: bool) -> None:
    paper = Paper(PAPERS["a4"], 5, gutter)
    items = pieces(*sizes)
    leaves = (
        impose_packed([(item, "All") for item in items], paper, "All") if packed else impose_cards(items, paper, "All")
    )
    for leaf in leaves:
        simulate(leaf.front)
        clear_of_trims(leaf.front)


def test_nine_cards_take_24_cuts_across_the_paper_first() -> None:
    (leaf,) = impose_cards(pieces((63, 88, 9)), A4, "Cards")
    plan = plan_cuts(leaf.front.size, leaf.front.trims)
    assert [cut.depth for cut in plan.cuts] == [0] * 6 + [1] * 18
    assert [cut.upright for cut in plan.cuts] == [False] * 6 + [True] * 18
    assert [cut.number for cut in plan.cuts] == list(range(1, 25))
    assert plan.cuts[0].line == pytest.approx((0, 11, 210, 11))
    assert (plan.pieces, plan.scissors) == (9, 0)


def test_cards_without_a_gutter_share_their_cuts() -> None:
    trims = tuple(Rect(10 + 63 * column, 10 + 88 * row, 63, 88) for row in range(3) for column in range(3))
    assert len(plan_cuts(Size(210, 297), trims).cuts) == 4 + 3 * 4


def test_what_no_straight_cut_parts_is_left_to_scissors_and_has_no_marks() -> None:
    wheel = (Rect(10, 10, 40, 20), Rect(53, 10, 20, 40), Rect(33, 53, 40, 20), Rect(10, 33, 20, 40))
    plan = plan_cuts(Size(210, 297), (*wheel, Rect(100, 10, 50, 50)))
    assert (plan.scissors, plan.pieces) == (4, 5)
    assert plan_cuts(Size(210, 297), wheel[:1]).scissors == 0
    assert plan_cuts(Size(210, 297), ()).cuts == ()


def test_a_sliver_at_the_papers_edge_is_not_cut() -> None:
    """Two half sheets: one cut, for the half millimetre that is left no blade would take."""
    trims = (Rect(0, 0.5, 210, 148), Rect(0, 148.5, 210, 148))
    assert [cut.line for cut in plan_cuts(Size(210, 297), trims).cuts] == [(0, 148.5, 210, 148.5)]
    assert len(plan_cuts(Size(210, 299.1), trims).cuts) == 2


def test_leaves_that_are_cut_alike_go_together() -> None:
    leaves = impose_cards(pieces((63, 88, 20)), A4, "Cards")
    found = cut_plans([*(leaf.front for leaf in leaves), leaves[0].front])
    assert [alike.leaves for alike in found] == [(1, 2, 4), (3,)]
    assert [len(alike.plan.cuts) for alike in found] == [24, 6]
    assert len({alike.plan.key for alike in found}) == 2


def test_a_narrow_gutter_has_no_marks_between_pieces() -> None:
    (leaf,) = impose_cards(pieces((60, 60, 6)), Paper(PAPERS["a4"], 5, NARROW / 2), "Cards")
    whole = leaf.front.trim
    angles = [line for line, width in strokes(leaf.front.marks, "#000000") if width == 0.15]
    assert angles
    for x1, y1, x2, y2 in angles:
        assert (
            max(whole.x - max(x1, x2), min(x1, x2) - whole.right, whole.y - max(y1, y2), min(y1, y2) - whole.bottom) > 0
        )


@pytest.mark.parametrize(
    ("width", "height", "across", "down"), [(6, 4, 1.5, 1.0), (40, 5, LEG, 1.25), (63, 88, LEG, LEG)]
)
def test_an_angle_takes_no_more_than_a_quarter_of_an_edge(
    width: float, height: float, across: float, down: float
) -> None:
    lines = angles([Rect(20, 30, width, height)], 3)
    assert len(lines) == 8
    for x1, y1, x2, y2 in lines:
        reach = (abs(y2 - y1), down) if x1 == x2 else (abs(x2 - x1), across)
        assert reach[0] == pytest.approx(reach[1] + OFF)


@given(st.integers(0, 100), st.sampled_from(["left", "top", "right", "bottom"]))
def test_marks_and_their_ground_lie_on_the_paper(hundredths: int, side: str) -> None:
    """A piece so near one edge of the paper, and far from the others."""
    paper, near = Size(100, 90), hundredths / 100
    x = near if side == "left" else 100 - 60 - near if side == "right" else 20
    y = near if side == "top" else 90 - 50 - near if side == "bottom" else 20
    marks = survivors(paper, [Rect(x, y, 60, 50)], 3, [])
    drawn = [*strokes(marks, "#ffffff"), *strokes(marks, "#000000")]
    assert drawn
    for (x1, y1, x2, y2), width in drawn:
        assert min(x1, x2) >= width / 2 - 1e-9 and max(x1, x2) <= paper.width - width / 2 + 1e-9
        assert min(y1, y2) >= width / 2 - 1e-9 and max(y1, y2) <= paper.height - width / 2 + 1e-9
