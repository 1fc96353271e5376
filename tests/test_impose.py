"""Imposition as geometry: as many as fit, turned if that fits more, backs mirrored, tiles that cover the face."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from math import ceil, fsum, hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.faces.face import Face
from pnp.impose.booklet import impose_booklet
from pnp.impose.cards import Paper, impose_cards
from pnp.impose.grid import Block, CutPiece, best_turn
from pnp.impose.leaf import Leaf, mirrored, pages_of
from pnp.impose.marks import crop_marks, lines_svg
from pnp.impose.poster import impose_poster
from pnp.impose.sheet import Clip, Placement, Sheet
from pnp.impose.strips import TAB, impose_strips
from pnp.impose.tile_sheets import impose_tiles
from pnp.impose.tiling import plan_tiles, tile_area
from pnp.shapes.piece_shape import CIRCLE
from pnp.svg.transform import invert
from pnp.units import PAPERS, Flip, Matrix, Rect, Size

A4 = Paper(PAPERS["a4"])
LETTER = Paper(PAPERS["letter"])
papers = st.sampled_from([A4, LETTER, Paper(PAPERS["a4"], flip="short"), Paper(PAPERS["a3"], 7, 4)])
pieces = st.builds(Size, st.integers(10, 120), st.integers(10, 120))


def sides(leaves: Iterable[Leaf]) -> list[Sheet]:
    """Fronts and the backs behind them."""
    return [page for leaf in leaves for page in (leaf.front, leaf.back) if page]


def cards(pieces: Sequence[CutPiece], paper: Paper, label: str) -> list[Sheet]:
    return sides(impose_cards(pieces, paper, label))


def booklet(pages: Sequence[Sheet], paper: Size) -> list[Sheet]:
    return sides(impose_booklet(pages, paper))


def poster(face: Face, label: str) -> Sheet:
    return impose_poster(CutPiece(face), label).front


def tiles(face: Face, paper: Paper, label: str, family: str) -> list[Sheet]:
    return sides(impose_tiles(CutPiece(face), plan_tiles(face.size, paper), paper, label, family))


def items(size: Size, count: int, backs: bool = True) -> list[CutPiece]:
    front = [Face("cards", str(i), "front", f"<svg id='{i}'/>", size, 3) for i in range(count)]
    back = [Face("cards", str(i), "back", f"<svg id='b{i}'/>", size, 3) for i in range(count)]
    return [CutPiece(f, b if backs else None) for f, b in zip(front, back, strict=True)]


def test_nine_poker_cards_stand_on_a4_and_eight_lie_on_letter() -> None:
    assert best_turn(Size(63, 88), A4.area.size, 3) == (False, 3, 3)
    assert best_turn(Size(63, 88), LETTER.area.size, 3) == (True, 2, 4)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="a piece of 300 x 20 mm does not fit"):
        cards(items(Size(300, 20), 1), A4, "Cards")


@given(pieces, st.integers(1, 40), papers)
def test_nothing_overlaps_or_leaves_the_margins(size: Size, count: int, paper: Paper) -> None:
    sheets = cards(items(size, count), paper, "Cards")
    fronts = [place for sheet in sheets[::2] for place in sheet.placements]
    assert [place.face.record for place in fronts] == [str(i) for i in range(count)]
    for sheet in sheets:
        windows = [place.clip.rect for place in sheet.placements if place.clip]
        assert len(windows) == len(sheet.placements)
        for i, one in enumerate(windows):
            area = paper.area
            assert one.x >= area.x - 1e-6
            assert one.right <= area.right + 1e-6
            assert one.y >= area.y - 1e-6
            assert one.bottom <= area.bottom + 1e-6
            for other in windows[i + 1 :]:
                apart = (
                    min(one.right, other.right) - max(one.x, other.x),
                    min(one.bottom, other.bottom) - max(one.y, other.y),
                )
                assert min(apart) < 1e-6


@given(pieces, st.integers(1, 20), papers)
def test_backs_mirror_their_fronts(size: Size, count: int, paper: Paper) -> None:
    sheets = cards(items(size, count), paper, "Cards")
    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        for one, other in zip(front.placements, back.placements, strict=True):
            assert one.face.record == other.face.record
            here, there = one.trim, other.trim
            if paper.flip == "long":
                assert (there.x, there.y) == pytest.approx((paper.size.width - here.right, here.y))
                same = (one.matrix.a, one.matrix.b) == pytest.approx((other.matrix.a, -other.matrix.b))
            else:
                assert (there.x, there.y) == pytest.approx((here.x, paper.size.height - here.bottom))
                same = (one.matrix.a, one.matrix.b) == pytest.approx((-other.matrix.a, other.matrix.b))
            assert same


def test_a_block_that_fits_is_evened_out() -> None:
    (sheet,) = cards(items(Size(27, 122), 8, backs=False), A4, "Standees")
    rows = sorted({round(place.trim.y, 3) for place in sheet.placements})
    assert [sum(round(place.trim.y, 3) == row for place in sheet.placements) for row in rows] == [4, 4]


def test_components_of_one_size_begin_rows_of_their_own() -> None:
    red, blue = items(Size(12, 12), 9), items(Size(12, 12), 40)
    other = [CutPiece(Face("blue", "", "front", "<svg/>", Size(12, 12))) for _ in blue]
    (sheet, _) = cards([*red, *other], A4, "Tokens")
    rows: dict[float, list[str]] = {}
    for place in sheet.placements:
        rows.setdefault(round(place.trim.y, 3), []).append(place.face.component)
    assert [sorted(set(row)) for _, row in sorted(rows.items())] == [["cards"], *[["blue"]] * 4]


def test_pieces_of_two_sizes_share_a_page_with_marks_for_every_cut() -> None:
    """Three that lie on their side over two that do not: 150 mm of paper, of which the slug takes 5."""
    paper = Paper(Size(200, 150), margin=10, gutter=4)
    lying = [CutPiece(Face("a", str(i), "front", "<svg/>", Size(50, 40), 3)) for i in range(3)]
    lying[1] = CutPiece(lying[1].front, Face("a", "1", "back", "<svg/>", Size(50, 40), 3))
    round_ = [CutPiece(Face("b", str(i), "front", "<svg/>", Size(80, 20), 1, shape=CIRCLE)) for i in range(2)]
    front, back = cards([*lying, *round_], paper, "Two")
    turned = [(Rect(x, 32, 40, 50), Matrix(0, 1, -1, 0, x + 40, 32)) for x in (36, 80, 124)]
    upright = [(Rect(x, 93, 80, 20), Matrix(1, 0, 0, 1, x, 93)) for x in (18, 102)]
    assert [(place.trim, place.matrix) for place in front.placements] == [*turned, *upright]
    assert [place.clip for place in front.placements] == [
        *(Clip(trim.outset(2)) for trim, _ in turned),  # half the gutter, though the face has more to show
        *(Clip(trim.outset(1), round=True) for trim, _ in upright),
    ]
    assert (front.trim, front.bleed) == (Rect(18, 32, 164, 81), Rect(16, 30, 168, 85))
    across = [(y, ends) for y, ends in ((32, (33, 167)), (82, (33, 167)), (93, (15, 185)), (113, (15, 185)))]
    down: list[tuple[int, tuple[tuple[float, float], ...]]]
    down = [(x, ((0, 29), (85, 87.2))) for x in (36, 76, 80, 120, 124, 164)]
    down += [(x, ((87.8, 90), (116, 141.5), (146.5, 150))) for x in (18, 98, 102, 182)]
    wanted = [Rect(x, y, width, 0) for y, (a, b) in across for x, width in ((0, a), (b, 200 - b))]
    wanted += [Rect(x, a, 0, b - a) for x, spans in down for a, b in spans]
    found = marks_of(front)
    assert len(found) == len(wanted)
    assert all(min(apart(one, other) + abs(one.width - other.width) + abs(one.height - other.height) for other in found) < 1e-6 for one in wanted)  # fmt: skip
    (place,) = back.placements
    assert (place.trim, place.matrix) == (Rect(80, 68, 40, 50), Matrix(0, 1, -1, 0, 120, 68))
    assert (back.label, back.marks, back.bleed) == ("Two, back", "", Rect(16, 35, 168, 85))


def test_pieces_that_fill_the_paper_have_short_marks_over_their_border() -> None:
    piece = CutPiece(Face("a", "", "front", "<svg/>", Size(100, 71)))
    block = Block((piece, piece, piece, piece), 2, Size(100, 71), False, 0.005, 0, 4)  # cuts at 4, 75, 75.005, 146.005
    assert crop_marks([block], Size(200, 150)) == [(0, 75, 4, 75), (196, 75, 200, 75)]
    for x, marks in ((1.99, 2), (2, 3 * 2 + 2 * 2)):  # 2 mm beside it are room for marks that run to the edge
        block = Block((piece, piece), 1, Size(100, 71), False, 0, x, 4)  # cuts at 4, 75, 146
        assert len(crop_marks([block], Size(200, 150))) == marks
    assert crop_marks([], Size(200, 150)) == []


def two_sided(size: Size, bleed: float = 2) -> CutPiece:
    return CutPiece(*(Face("board", "", side, f"<svg id='{side}'/>", size, bleed) for side in ("front", "back")))


LAYOUTS: dict[str, Callable[[CutPiece, Paper], list[Leaf]]] = {
    "cards": lambda piece, paper: impose_cards([piece] * 7, paper, "Cards"),
    "tiles": lambda piece, paper: impose_tiles(
        piece, plan_tiles(piece.front.size, paper), paper, "Board", "Text", copies=2
    )[:-1],
    "strips": lambda piece, paper: impose_strips([(piece, "Ruler")] * 3, paper, "Rulers", "Text"),
    "poster": lambda piece, paper: [impose_poster(piece, "Board", paper.flip)],
}


@pytest.mark.parametrize("layout", LAYOUTS)
@given(st.integers(20, 80), st.integers(20, 80), st.sampled_from(["long", "short"]), st.booleans())
def test_a_needle_through_the_front_meets_the_same_place_of_the_back(
    layout: str, width: int, height: int, flip: Flip, lies: bool
) -> None:
    """Whichever edge is turned over: on a sheet that lies, the long edges are above and below."""
    size = PAPERS["a4"].turned if lies else PAPERS["a4"]
    scale = 4 if layout == "tiles" else 1
    piece = two_sided(Size(width * scale, height * scale))
    for leaf in LAYOUTS[layout](piece, Paper(size, flip=flip)):
        front, back = leaf.front, leaf.back
        assert back and back.size == front.size and len(back.placements) == len(front.placements)
        assert back.marks == "" and back.label == f"{front.label}, back"
        upright = (flip == "long") == (front.size.height >= front.size.width)
        for one, other in zip(front.placements, back.placements, strict=True):
            assert (one.face, other.face) == (piece.front, piece.back)
            for x, y in ((0, 0), (width, 0), (3, height)):
                sx, sy = one.matrix.apply(x, y)
                behind = (front.size.width - sx, sy) if upright else (sx, front.size.height - sy)
                assert other.matrix.apply(piece.front.size.width - x, y) == pytest.approx(behind)
            assert one.clip and other.clip
            seen = mirrored(one.clip.rect, front.size, flip)
            assert seen.union(other.clip.rect) == other.clip.rect  # of a strip's tab the back shows more


def test_the_back_of_a_strips_tab_shows_what_the_next_part_would() -> None:
    (leaf,) = impose_strips([(two_sided(Size(300, 30)), "Ruler")], A4, "Rulers", "Text")
    assert leaf.back
    for side, widths in ((leaf.front, [151, 152]), (leaf.back, [151 + TAB, 152])):
        assert [place.clip.rect.width for place in side.placements if place.clip] == pytest.approx(widths)


def test_tiles_are_copied_and_their_map_is_not() -> None:
    leaves = impose_tiles(two_sided(Size(300, 200)), plan_tiles(Size(300, 200), A4), A4, "Board", "Text", copies=3)
    assert [leaf.front.label for leaf in leaves] == [*["Board, tile A1", "Board, tile A2"] * 3, "Board, assembly map"]
    behind = leaves[-1].back
    assert behind and behind.label == "Board, assembly map, back"
    named = [re.findall(r'<text x="([\d.]+)"[^>]*>([A-Z]\d)<', page.overlay) for page in (leaves[-1].front, behind)]
    names = [[name for _, name in sorted(found, key=lambda item: float(item[0]))] for found in named]
    assert names == [["A1", "A2"], ["A2", "A1"]]  # as one sees them from behind


def test_a_leaf_without_a_back_has_an_empty_one_among_others() -> None:
    one, two = (
        impose_poster(CutPiece(two_sided(Size(30, 40)).front), "One"),
        impose_poster(two_sided(Size(30, 40)), "Two"),
    )
    assert [(page.label, number, side) for page, number, side in pages_of([one, two, one], "short")] == [
        ("One", 1, "one-sided"),
        ("One, left empty", 1, "back"),
        ("Two", 2, "front  ·  turn over the short edge"),
        ("Two, back", 2, "back"),
        ("One", 3, "one-sided"),
    ]
    assert [(page.label, side) for page, _, side in pages_of([one, one], "long")] == [("One", "one-sided")] * 2
    assert pages_of([], "long") == []


def test_a_booklet_among_other_leaves_is_turned_over_their_edge() -> None:
    box = Rect(0, 0, 100, 140)
    face = Face("book", "", "front", "<svg/>", box.size)
    pages = [Sheet(box.size, (Placement(face, Matrix(), Clip(Rect(1, 2, 3, 4))),), box, box, "")] * 4
    (short,), (long,) = (impose_booklet(pages, PAPERS["a4"], flip) for flip in ("short", "long"))
    assert short.front == long.front and short.back and long.back
    for one, other in zip(short.back.placements, long.back.placements, strict=True):
        x, y = one.matrix.apply(0, 0)
        assert other.matrix.apply(0, 0) == pytest.approx((297 - x, 210 - y))
        assert one.clip and other.clip
        assert (other.clip.rect.right, other.clip.rect.bottom) == (297 - one.clip.rect.x, 210 - one.clip.rect.y)


def test_a_booklet_has_two_pages_to_a_side_and_blanks_at_its_end() -> None:
    face = Face("book", "", "front", "<svg/>", Size(100, 140))
    box = Rect(0, 0, 100, 140)
    pages = [
        Sheet(
            Size(100, 140),
            (Placement(face, Matrix(2, 0, 0, 3, 5, 7), Clip(Rect(1, 2, 3, 4), round=True)), Placement(face, Matrix())),
            box,
            box,
            f"page {number}",
        )
        for number in range(5)
    ]
    sheets = booklet(pages, PAPERS["a4"])
    left, right, top = 48.5, 148.5, 35  # the pages' corners on 297 x 210 mm
    clipped = [place for sheet in sheets for place in sheet.placements if place.clip]
    assert [(place.matrix, place.clip) for place in clipped] == [
        (Matrix(2, 0, 0, 3, x + 5, top + 7), Clip(Rect(x + 1, top + 2, 3, 4), round=True))
        for x in (right, left, right, left, right)  # 1; 2 on the back; 3; 4 and 5
    ]
    assert [len(sheet.placements) for sheet in sheets] == [2, 2, 2, 4]
    for sheet in sheets:
        assert (sheet.size, sheet.trim, sheet.bleed, sheet.label) == (
            Size(297, 210),
            Rect(left, top, 200, 140),
            Rect(left, top, 200, 140),
            "",
        )
        assert sheet.marks == lines_svg([(148.5, 0, 148.5, 4), (148.5, 206, 148.5, 210)], 0.15)
    assert booklet([], PAPERS["a4"]) == []


@pytest.mark.parametrize(("width", "height"), [(148.51, 140), (100, 210.02)])
def test_two_pages_that_do_not_fit_the_paper_are_refused(width: float, height: float) -> None:
    box = Rect(0, 0, 148.5, 210)
    assert len(booklet([Sheet(box.size, (), box, box, "")], PAPERS["a4"].turned)) == 2
    large = Sheet(Size(width, height), (), box, box, "")
    with pytest.raises(ValueError, match=f"^two pages of {width:g} x {height:g} mm do not fit 297 x 210 mm$"):
        booklet([large], PAPERS["a4"])


@given(st.integers(100, 900), st.integers(100, 900), papers)
def test_tiles_cover_the_face_and_fit_the_paper(width: int, height: int, paper: Paper) -> None:
    tiling = plan_tiles(Size(width, height), paper)
    area = tile_area(paper).size
    room = area.turned if tiling.turned else area
    windows = [tiling.window(*cell) for cell in tiling.cells()]
    assert fsum(window.width * window.height for window in windows) == pytest.approx(width * height)
    assert max(window.width for window in windows) <= room.width + 1e-6
    assert max(window.height for window in windows) <= room.height + 1e-6
    assert max(window.right for window in windows) == pytest.approx(width)
    assert max(window.bottom for window in windows) == pytest.approx(height)
    fewest = min(ceil(width / way.width) * ceil(height / way.height) for way in (area, area.turned))
    assert len(windows) == fewest
    assert tiling.name(0, 0) == "A1"


def test_a_poster_has_its_bleed_and_boxes() -> None:
    sheet = poster(Face("board", "", "front", "<svg/>", Size(560, 764.5), 3), "Board")
    assert (sheet.trim.width, sheet.trim.height) == (560, 764.5)
    assert sheet.bleed == sheet.trim.outset(3)


def test_equal_sheets_have_equal_hashes() -> None:
    one, other = (cards(items(Size(63, 88), 9), A4, "Cards")[0] for _ in range(2))
    fewer = cards(items(Size(63, 88), 8), A4, "Cards")[0]
    assert one.digest == other.digest != fewer.digest


def marks_of(sheet: Sheet) -> list[Rect]:
    """Each straight stroke of the marks as the box it covers, ``mm`` of the sheet."""
    (path, *_) = re.findall(r'<path d="([^"]*)"', sheet.marks)
    found = [tuple(map(float, line)) for line in re.findall(r"M(\S+) (\S+)L(\S+) (\S+?)(?=M|$)", path)]
    assert found, "a sheet that is cut has marks"
    return [Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)) for x1, y1, x2, y2 in found]


def apart(one: Rect, other: Rect) -> float:
    """The distance between two boxes; 0 when they touch."""
    across = max(one.x - other.right, other.x - one.right, 0.0)
    down = max(one.y - other.bottom, other.y - one.bottom, 0.0)
    return hypot(across, down)


@given(pieces, st.integers(1, 20), papers)
def test_marks_stand_clear_of_what_is_cut(size: Size, count: int, paper: Paper) -> None:
    # a mark that touched the bleed would show on a piece that is cut a little outside of it
    for sheet in cards(items(size, count), paper, "Cards")[::2]:
        windows = [place.clip.rect for place in sheet.placements if place.clip]
        clear = min(apart(mark, window) for mark in marks_of(sheet) for window in windows)
        assert 0.5 <= clear <= 2


def test_marks_of_boards_and_tiles_stand_clear_of_what_is_cut() -> None:
    face = Face("board", "", "front", "<svg/>", Size(560, 764.5), 3)
    sheets = [poster(face, "Board"), *tiles(face, A4, "Board", "Text")[:-1]]
    assert len(sheets) > 8
    for sheet in sheets:
        assert 0.4 <= min(apart(mark, sheet.bleed) for mark in marks_of(sheet)) <= 2, sheet.label
        assert all(mark.x >= 0 and mark.right <= sheet.size.width for mark in marks_of(sheet))
        assert all(mark.y >= 0 and mark.bottom <= sheet.size.height for mark in marks_of(sheet))


def test_each_joint_of_a_tile_names_the_tile_that_meets_it() -> None:
    face = Face("board", "", "front", "<svg/>", Size(560, 700), 3)
    tiling = plan_tiles(face.size, A4)
    assert (tiling.columns, tiling.rows) == (3, 3)
    windows = {tiling.name(c, r): tiling.window(c, r) for c in range(3) for r in range(3)}
    counts = []
    for sheet in tiles(face, A4, "Board", "Text")[:-1]:
        (place,) = sheet.placements
        to_face = invert(place.matrix)
        assert to_face is not None
        named = re.findall(r'<text x="([^"]*)" y="([^"]*)"[^>]*>([^<]*)</text>', sheet.overlay)
        assert named[0][2] == f"Tile {sheet.label.rpartition(' ')[2]}"
        joints = [(to_face.apply(float(x), float(y)), name) for x, y, name in named[1:]]
        for (x, y), name in joints:
            # a name stands on the art of the very tile that lies there
            (there,) = [tile for tile, at in windows.items() if at.x < x < at.right and at.y < y < at.bottom]
            assert name == there, sheet.label
        counts.append(len({name for _, name in joints}))
    assert counts == [2, 3, 2, 3, 4, 3, 2, 3, 2]


@pytest.mark.parametrize(
    "by", [Matrix.translation(7, -3), Matrix(0.5, 0, 0, 0.5, 1, 2), Matrix(a=-1, e=210), Matrix(-1, 0, 0, -1, 210, 297)]
)
def test_what_is_seen_of_a_piece_goes_where_the_piece_goes(by: Matrix) -> None:
    """Its outline, too: in a booklet a hexagon stays one."""
    path = (("m", 10.0, 20.0), ("l", 40.0, 20.0), ("l", 25.0, 60.0), ("h",))
    face = Face("cards", "", "front", "<svg/>", Size(30, 40))
    place = Placement(face, Matrix.translation(10, 20), Clip(Rect(10, 20, 30, 40), path=path)).moved(by)
    corners = [by.apply(x, y) for x, y in ((10, 20), (40, 60))]
    assert place.clip and place.clip.path[1] == ("l", *by.apply(40, 20))
    assert (place.clip.rect.x, place.clip.rect.y) == pytest.approx(tuple(map(min, zip(*corners, strict=True))))
    assert (place.clip.rect.right, place.clip.rect.bottom) == pytest.approx(tuple(map(max, zip(*corners, strict=True))))
    assert place.matrix.apply(0, 0) == pytest.approx(by.apply(10, 20))
