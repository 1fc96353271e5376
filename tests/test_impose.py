"""Imposition as geometry: as many as fit, turned if that fits more, backs mirrored, tiles that cover the face."""

from __future__ import annotations

import re
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.faces.face import Face
from pnp.impose.cards import Paper, impose_cards
from pnp.impose.grid import CutPiece, best_turn
from pnp.impose.poster import impose_poster, impose_tiles, plan_tiles, tile_area
from pnp.impose.sheet import Sheet
from pnp.svg.transform import invert
from pnp.units import PAPERS, Rect, Size

A4 = Paper(PAPERS["a4"])
LETTER = Paper(PAPERS["letter"])
papers = st.sampled_from([A4, LETTER, Paper(PAPERS["a4"], flip="short"), Paper(PAPERS["a3"], 7, 4)])
pieces = st.builds(Size, st.integers(10, 120), st.integers(10, 120))


def items(size: Size, count: int, backs: bool = True) -> list[CutPiece]:
    front = [Face("cards", str(i), "front", f"<svg id='{i}'/>", size, 3) for i in range(count)]
    back = [Face("cards", str(i), "back", f"<svg id='b{i}'/>", size, 3) for i in range(count)]
    return [CutPiece(f, b if backs else None) for f, b in zip(front, back, strict=True)]


def test_nine_poker_cards_stand_on_a4_and_eight_lie_on_letter() -> None:
    assert best_turn(Size(63, 88), A4.area.size, 3) == (False, 3, 3)
    assert best_turn(Size(63, 88), LETTER.area.size, 3) == (True, 2, 4)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="a piece of 300 x 20 mm does not fit"):
        impose_cards(items(Size(300, 20), 1), A4, "Cards")


@given(pieces, st.integers(1, 40), papers)
def test_nothing_overlaps_or_leaves_the_margins(size: Size, count: int, paper: Paper) -> None:
    sheets = impose_cards(items(size, count), paper, "Cards")
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
    sheets = impose_cards(items(size, count), paper, "Cards")
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
    (sheet,) = impose_cards(items(Size(27, 122), 8, backs=False), A4, "Standees")
    rows = sorted({round(place.trim.y, 3) for place in sheet.placements})
    assert [sum(round(place.trim.y, 3) == row for place in sheet.placements) for row in rows] == [4, 4]


def test_components_of_one_size_begin_rows_of_their_own() -> None:
    red, blue = items(Size(12, 12), 9), items(Size(12, 12), 40)
    other = [CutPiece(Face("blue", "", "front", "<svg/>", Size(12, 12))) for _ in blue]
    (sheet, _) = impose_cards([*red, *other], A4, "Tokens")
    rows: dict[float, list[str]] = {}
    for place in sheet.placements:
        rows.setdefault(round(place.trim.y, 3), []).append(place.face.component)
    assert [sorted(set(row)) for _, row in sorted(rows.items())] == [["cards"], *[["blue"]] * 4]


@given(st.integers(100, 900), st.integers(100, 900), papers)
def test_tiles_cover_the_face_and_fit_the_paper(width: int, height: int, paper: Paper) -> None:
    tiling = plan_tiles(Size(width, height), paper)
    area = tile_area(paper)
    assert tiling.tile.width * tiling.columns == pytest.approx(width)
    assert tiling.tile.height * tiling.rows == pytest.approx(height)
    assert tiling.tile.width <= area.width + 1e-6
    assert tiling.tile.height <= area.height + 1e-6
    assert tiling.name(0, 0) == "A1"


def test_a_poster_has_its_bleed_and_boxes() -> None:
    sheet = impose_poster(Face("board", "", "front", "<svg/>", Size(560, 764.5), 3), "Board")
    assert (sheet.trim.width, sheet.trim.height) == (560, 764.5)
    assert sheet.bleed == sheet.trim.outset(3)


def test_equal_sheets_have_equal_hashes() -> None:
    one, other = (impose_cards(items(Size(63, 88), 9), A4, "Cards")[0] for _ in range(2))
    fewer = impose_cards(items(Size(63, 88), 8), A4, "Cards")[0]
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
    for sheet in impose_cards(items(size, count), paper, "Cards")[::2]:
        windows = [place.clip.rect for place in sheet.placements if place.clip]
        clear = min(apart(mark, window) for mark in marks_of(sheet) for window in windows)
        assert 0.5 <= clear <= 2


def test_marks_of_boards_and_tiles_stand_clear_of_what_is_cut() -> None:
    face = Face("board", "", "front", "<svg/>", Size(560, 764.5), 3)
    sheets = [impose_poster(face, "Board"), *impose_tiles(face, A4, "Board", "Text")[:-1]]
    assert len(sheets) > 8
    for sheet in sheets:
        assert 0.4 <= min(apart(mark, sheet.bleed) for mark in marks_of(sheet)) <= 2, sheet.label
        assert all(mark.x >= 0 and mark.right <= sheet.size.width for mark in marks_of(sheet))
        assert all(mark.y >= 0 and mark.bottom <= sheet.size.height for mark in marks_of(sheet))


def test_each_joint_of_a_tile_names_the_tile_that_meets_it() -> None:
    face = Face("board", "", "front", "<svg/>", Size(500, 700), 3)
    tiling = plan_tiles(face.size, A4)
    assert (tiling.columns, tiling.rows) == (3, 3)
    windows = {tiling.name(c, r): tiling.window(c, r) for c in range(3) for r in range(3)}
    counts = []
    for sheet in impose_tiles(face, A4, "Board", "Text")[:-1]:
        (place,) = sheet.placements
        to_face = invert(place.matrix)
        assert to_face is not None
        named = re.findall(r'<text x="([^"]*)" y="([^"]*)"[^>]*>([^<]*)</text>', sheet.marks)
        assert named[0][2] == f"Tile {sheet.label.rpartition(' ')[2]}"
        joints = [(to_face.apply(float(x), float(y)), name) for x, y, name in named[1:]]
        for (x, y), name in joints:
            # a name stands on the art of the very tile that lies there
            (there,) = [tile for tile, at in windows.items() if at.x < x < at.right and at.y < y < at.bottom]
            assert name == there, sheet.label
        counts.append(len({name for _, name in joints}))
    assert counts == [2, 3, 2, 3, 4, 3, 2, 3, 2]
