"""Imposition as geometry: as many as fit, turned if that fits more, backs mirrored, tiles that cover the face."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.faces.face import Face
from pnp.impose.cards import Paper, impose_cards
from pnp.impose.grid import CutPiece, best_turn
from pnp.impose.poster import impose_poster, plan_tiles, tile_area
from pnp.units import PAPERS, Size

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
