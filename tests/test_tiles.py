"""Boards in tiles: joints that cut least, proved by trying all; laps; boards that fold; labels have a file of their own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise, product
from time import process_time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.build.build import build, examine, read_game
from pnp.faces.compose import composer
from pnp.faces.face import Face
from pnp.faces.obstacles import MOST_THINGS, Obstacle, Rank, obstacles_on
from pnp.game.model import Game
from pnp.impose.cards import Paper
from pnp.impose.grid import CutPiece
from pnp.impose.leaf import Leaf
from pnp.impose.panels import Panels
from pnp.impose.poster import FOLDING, POSTER_BORDER, impose_poster
from pnp.impose.seams import Cost, find_seams, free_side
from pnp.impose.sheet import Sheet
from pnp.impose.tile_plan import obstacles_of, paper_of, tiling_of
from pnp.impose.tile_sheets import impose_tiles
from pnp.impose.tiling import Tiling, plan_tiles, tile_area
from pnp.job import PrintJob
from pnp.svg.transform import invert
from pnp.units import PAPERS, Rect, Size

from .conftest import CARD, GAME, MakeGame
from .test_broken_games import BOARD, BOARD_GAME

A4 = Paper(PAPERS["a4"])
papers = st.sampled_from([Paper(size) for size in PAPERS.values()])
Mask = np.ndarray


def drawn(sheet: Sheet) -> str:
    """All that stands on a sheet beside its faces."""
    return sheet.marks + sheet.overlay


def board_face(game: Game, paper: str) -> Face:
    return next(composer(game, PrintJob(paper)).pairs(game.components["board"])).front


def room_of(paper: str, *, turned: bool = False) -> Size:
    room = tile_area(Paper(PAPERS[paper])).size
    return room.turned if turned else room


# --- the search, against trying everything ---------------------------------------------------------------------------


def cuts_of(at: Iterable[float], extents: Sequence[tuple[float, float]]) -> int:
    return sum(1 << i for i, (low, high) in enumerate(extents) if any(low < place < high for place in at))


def every_cut(length: int, room: int, lap: int) -> list[tuple[int, ...]]:
    """Every set of cuts at whole millimetres that makes as few tiles as can be."""
    side = free_side(length, room, lap)
    found = []
    for cuts in product(range(1, length), repeat=len(side.forced)):
        ends = (0, *cuts, length)
        tiles = [b - a for a, b in pairwise(ends)]
        if all(side.least <= tile <= most for tile, most in zip(tiles, side.limits, strict=True)):
            found.append(cuts)
    return found


things = st.lists(
    st.tuples(st.integers(0, 50), st.integers(0, 50), st.integers(1, 45), st.integers(1, 45), st.sampled_from(Rank)),
    max_size=14,
)


@given(
    st.integers(1, 60), st.integers(1, 60), st.integers(26, 40), st.integers(26, 40), st.sampled_from([0, 3, 5]), things
)
def test_no_placing_of_joints_cuts_less_than_the_one_that_is_found(
    width: int, height: int, room_x: int, room_y: int, lap: int, drawn: list[tuple[int, int, int, int, Rank]]
) -> None:
    """Everything is whole millimetres, so that trying each is trying all: a better place elsewhere has one like it here."""
    items = [Obstacle(Rect(x, y, w, h), rank, "a" if rank < Rank.HEX else "") for x, y, w, h, rank in drawn]
    sides = free_side(width, room_x, lap), free_side(height, room_y, lap)
    xs, ys, cost = find_seams(*sides, items)
    for cuts, side in ((xs, sides[0]), (ys, sides[1])):
        ends = (0, *cuts, side.length)
        tiles = [b - a for a, b in pairwise(ends)]
        assert len(tiles) == len(side.limits)
        assert all(side.least - 1e-6 <= tile <= most + 1e-6 for tile, most in zip(tiles, side.limits, strict=True))
    across = [(item.box.x, item.box.right) for item in items]
    down = [(item.box.y, item.box.bottom) for item in items]
    assert counted(cuts_of(xs, across) | cuts_of(ys, down), items) == cost[:4]
    down_masks = {cuts_of(cuts, down) for cuts in every_cut(height, room_y, lap)}
    across_masks = {cuts_of(cuts, across) for cuts in every_cut(width, room_x, lap)}
    assert cost[:4] == min(counted(one | other, items) for one in across_masks for other in down_masks)


def counted(mask: int, items: Sequence[Obstacle]) -> tuple[int, ...]:
    """Of the things in a mask: hexes of places, of places that may be cut, all hexes, other things."""
    cut = [item.rank for i, item in enumerate(items) if mask >> i & 1]
    hexes = [rank for rank in cut if rank is not Rank.THING]
    return hexes.count(Rank.PLACE), hexes.count(Rank.OPEN_PLACE), len(hexes), cut.count(Rank.THING)


def island_masks(game: Game, paper: str, step: float) -> tuple[Mask, Mask, Mask, Mask]:
    """Which hexes every placing of three by three tiles cuts, at steps so fine that none is missed, down and across.

    Then which hexes are altars, and which are landings. Worked out from the board alone, not from the drawing.
    """
    board, size = game.boards["island"], game.components["board"].size(paper)
    hexes = board.hexes
    left, top = (size.width - hexes.size.width) / 2, (size.height - hexes.size.height) / 2
    corners = np.array([hexes.corners(cell) for cell in hexes.cells()]) + np.array((left, top))
    room, masks = room_of(paper), []
    for axis, length, most in ((0, size.width, room.width), (1, size.height, room.height)):
        low, high = corners[:, :, axis].min(axis=1), corners[:, :, axis].max(axis=1)
        places = np.arange(0, length, step)
        cut = (low[None] + 0.01 < places[:, None]) & (places[:, None] < high[None] - 0.01)
        firsts = [i for i, at in enumerate(places) if at <= most]
        sets = {
            (cut[i] | cut[j]).tobytes()
            for i in firsts
            for j, at in enumerate(places)
            if places[i] < at <= places[i] + most and length - at <= most
        }
        masks.append(np.array([np.frombuffer(item, dtype=bool) for item in sets]))
    of = {cell: place.kind.id for place in board.places for cell in place.cells}
    kinds = [of.get(cell) for cell in hexes.cells()]
    return (
        masks[0],
        masks[1],
        np.array([kind == "altar" for kind in kinds]),
        np.array([kind == "spawn" for kind in kinds]),
    )


@pytest.mark.parametrize(("paper", "fewest", "altars", "landings"), [("a4", 76, 0, 2), ("letter", 96, 2, 0)])
def test_of_the_island_no_placing_cuts_fewer_hexes_altars_or_landings(
    mortalgate: Game, paper: str, fewest: int, altars: int, landings: int
) -> None:
    down, across, altar, landing = island_masks(mortalgate, paper, 0.25)
    assert len(altar) == 616
    assert len(down) * len(across) > 15
    tried = []
    for mask in down:
        both = mask[None] | across
        tried += list(zip((both & altar).sum(1), (both & landing).sum(1), both.sum(1), strict=True))
    assert min(tried) == (altars, landings, fewest)
    assert min(count for _, _, count in tried) == fewest  # to spare the altars costs no hex
    face = board_face(mortalgate, paper)
    tiling = tiling_of(mortalgate, mortalgate.documents["board"], face, paper_of(mortalgate.documents["board"], paper))
    known = obstacles_of(mortalgate, face).items
    cut = [item for item in known if tiling.cut(item)]
    assert (tiling.columns, tiling.rows, tiling.turned) == (3, 3, False)
    assert sum(item.rank == Rank.PLACE for item in cut) == altars
    assert sum(item.rank == Rank.OPEN_PLACE for item in cut) == landings
    assert sum(item.rank != Rank.THING for item in cut) == fewest


@pytest.mark.parametrize(("paper", "sheets"), [("a4", 9), ("letter", 9), ("a3", 6), ("tabloid", 6)])
def test_the_island_takes_the_fewest_sheets_either_way(mortalgate: Game, paper: str, sheets: int) -> None:
    face = board_face(mortalgate, paper)
    tiling = tiling_of(mortalgate, mortalgate.documents["board"], face, paper_of(mortalgate.documents["board"], paper))
    costs: list[tuple[int, Cost]] = []
    for turned in (False, True):
        room = room_of(paper, turned=turned)
        sides = free_side(face.size.width, room.width, 0), free_side(face.size.height, room.height, 0)
        count = len(sides[0].limits) * len(sides[1].limits)
        costs.append((count, find_seams(*sides, obstacles_of(mortalgate, face).items)[2][:4]))  # type: ignore[arg-type]
    assert tiling.columns * tiling.rows == sheets == min(costs)[0]
    assert tiling.turned == (costs[1] < costs[0])


def test_the_hexes_are_found_where_they_are_drawn(mortalgate: Game) -> None:
    face = board_face(mortalgate, "a4")
    board = mortalgate.boards["island"]
    cells = [item for item in obstacles_of(mortalgate, face).items if item.rank != Rank.THING]
    assert len(cells) == 616
    drawn = {(float(x), float(y)) for x, y in re.findall(r'<use href="#\w+-\d" x="([\d.]+)" y="([\d.]+)"', face.svg)}
    (shift,) = re.findall(r'data-board="field" transform="translate\(([\d.]+) ([\d.]+)\)"', face.svg)
    centres = [(item.box.x + item.box.width / 2, item.box.y + item.box.height / 2) for item in cells]
    for x, y in centres:
        assert any(abs(x - float(shift[0]) - a) < 1e-3 and abs(y - float(shift[1]) - b) < 1e-3 for a, b in drawn)
    assert {round(item.box.width, 3) for item in cells} == {round(2 * board.hexes.side, 3)}


# --- tiles on paper ------------------------------------------------------------------------------------------------


def face_of(width: float, height: float, bleed: float = 3) -> Face:
    return Face("board", "", "front", "<svg/>", Size(width, height), bleed)


sizes = st.integers(30, 900)
folds = st.sampled_from([Panels(), Panels(2, 1), Panels(2, 2), Panels(3, 2)])


def leaves_of(tiling: Tiling, paper: Paper, *, back: bool = False) -> list[Leaf]:
    face = Face("board", "", "front", "<svg/>", tiling.size, 3)
    other = Face("board", "", "back", "<svg id='b'/>", tiling.size, 3)
    return impose_tiles(CutPiece(face, other if back else None), tiling, paper, "Board", "Text")


@given(sizes, sizes, papers, st.sampled_from([0, 3, 6, 12.5, 30]), folds)
def test_tiles_overlap_by_the_lap_and_fit_the_paper(
    width: int, height: int, paper: Paper, lap: float, panels: Panels
) -> None:
    tiling = plan_tiles(Size(width, height), paper, (), lap, panels)
    room = tile_area(paper)
    xs, ys = panels.lines(tiling.size)
    for column, row in tiling.cells():
        window, piece = tiling.window(column, row), tiling.piece(column, row)
        right = column + 1 < tiling.columns and not any(abs(window.right - x) < 1e-6 for x in xs)
        below = row + 1 < tiling.rows and not any(abs(window.bottom - y) < 1e-6 for y in ys)
        assert (piece.x, piece.y) == (window.x, window.y)
        assert piece.right - window.right == pytest.approx(lap if right else 0)
        assert piece.bottom - window.bottom == pytest.approx(lap if below else 0)
        assert piece.right <= width + 1e-6
        assert piece.bottom <= height + 1e-6
    for leaf in leaves_of(tiling, paper)[: tiling.columns * tiling.rows]:
        assert leaf.front.size == paper.size
        trim = leaf.front.trim
        assert room.x - 1e-6 <= trim.x
        assert trim.right <= room.right + 1e-6
        assert room.y - 1e-6 <= trim.y
        assert trim.bottom <= room.bottom + 1e-6


def strokes(sheet: Sheet) -> list[tuple[tuple[float, float], tuple[float, float], float]]:
    """Each straight stroke of the marks with its weight."""
    found = []
    for data, weight in re.findall(r'<path d="([^"]*)"[^>]*stroke-width="([\d.]+)"', drawn(sheet)):
        for line in re.findall(r"M(\S+) (\S+)L(\S+) (\S+?)(?=M|$)", data):
            x1, y1, x2, y2 = map(float, line)
            found.append(((x1, y1), (x2, y2), float(weight)))
    return found


@pytest.mark.parametrize(("size", "turned"), [(Size(560, 700), False), (Size(270, 560), True)])
@pytest.mark.parametrize("lap", [0, 6, 20])
def test_no_mark_stands_on_what_is_seen_of_a_tile(size: Size, turned: bool, lap: float) -> None:
    tiling = plan_tiles(size, A4, (), lap)
    assert tiling.turned == turned
    lines = on_laps = 0
    for (column, row), leaf in zip(tiling.cells(), leaves_of(tiling, A4), strict=False):
        back = invert(leaf.front.placements[0].matrix)
        assert back
        window, piece = tiling.window(column, row), tiling.piece(column, row)
        for a, b, weight in strokes(leaf.front):
            (ax, ay), (bx, by) = back.apply(*a), back.apply(*b)
            for share in (0, 0.25, 0.5, 0.75, 1):
                x, y = ax + (bx - ax) * share, ay + (by - ay) * share
                reach = weight / 2 - 1e-3
                across = min(x + reach, window.right) - max(x - reach, window.x)
                down = min(y + reach, window.bottom) - max(y - reach, window.y)
                assert min(across, down) <= 1e-3, (leaf.front.label, x, y)
                lines += 1
                on_laps += piece.x < x < piece.right and piece.y < y < piece.bottom
    assert lines > 100
    assert bool(on_laps) == bool(lap)


@pytest.mark.parametrize("size", [Size(560, 700), Size(270, 560)])
@pytest.mark.parametrize("lap", [0, 8])
def test_each_joint_names_its_neighbour_and_each_lap_says_what_is_glued_there(size: Size, lap: float) -> None:
    tiling = plan_tiles(size, A4, (), lap)
    windows = {tiling.name(*cell): tiling.window(*cell) for cell in tiling.cells()}
    glued = 0
    for leaf, own in zip(leaves_of(tiling, A4), windows, strict=False):
        back = invert(leaf.front.placements[0].matrix)
        assert back
        turned = r'<text x="0" y="[^"]*"[^>]*transform="translate\(([\d.]+) ([\d.]+)\)[^>]*>([^<]*)<'
        upright = r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)<'
        words = [(float(x), float(y), text) for x, y, text in re.findall(f"{turned}", drawn(leaf.front))]
        words += [(float(x), float(y), text) for x, y, text in re.findall(upright, drawn(leaf.front)) if x != "0"]
        for x, y, text in words:
            px, py = back.apply(x, y)
            there = [name for name, at in windows.items() if at.x < px < at.right and at.y < py < at.bottom]
            if text.startswith("glue "):
                glued += 1
                assert there == [text.split()[1]] != [own]  # a lap is a part of the neighbour's picture
            elif text.startswith("Tile "):
                assert text == f"Tile {own}"
            else:
                assert there == [text]
    joints = (tiling.columns - 1) * tiling.rows + (tiling.rows - 1) * tiling.columns
    assert glued == (joints if lap else 0)


def test_from_behind_a_lap_shows_art_all_round() -> None:
    tiling = plan_tiles(Size(300, 200), A4, (), 6)
    front, back = leaves_of(tiling, A4, back=True)[0].front, leaves_of(tiling, A4, back=True)[0].back
    assert back and front.placements[0].clip and back.placements[0].clip
    assert front.placements[0].clip.rect.right == pytest.approx(
        front.trim.right
    )  # nothing past the lap, which is covered
    assert back.placements[0].clip.rect == back.trim.outset(3)


def test_the_map_of_glued_tiles_says_their_order_and_of_one_tile_there_is_none() -> None:
    tiling = plan_tiles(Size(560, 764.5), A4, (), 6)
    *_, last = leaves_of(tiling, A4)
    assert "Row by row, up to C3, glue each tile onto the laps before it" in drawn(last.front)
    assert [leaf.front.label for leaf in leaves_of(plan_tiles(Size(150, 200), A4), A4)] == ["Board, tile A1"]
    folding = leaves_of(plan_tiles(Size(150, 200), A4, (), 0, Panels(2, 1)), A4)
    assert [leaf.front.label for leaf in folding] == ["Board, tile A1", "Board, assembly map"]
    assert "Fold the printed sides together" in drawn(folding[-1].front)


def test_a_plan_is_told_apart_from_every_other_and_equal_tiles_have_none() -> None:
    board = Size(560, 764.5)
    assert plan_tiles(board, A4).plan == ""
    turned, glued = plan_tiles(Size(270, 560), A4), plan_tiles(board, A4, (), 6)
    moved = plan_tiles(board, A4, [Obstacle(Rect(170, 0, 20, 100))])
    assert moved.down[0].at == pytest.approx(190)
    assert len({tiling.plan for tiling in (turned, glued, moved)} - {""}) == 3


# --- boards that fold ----------------------------------------------------------------------------------------------

every_board = pytest.mark.parametrize(
    ("columns", "rows"), [(c, r) for c in range(1, 7) for r in range(1, 7) if c * r > 1]
)


@every_board
def test_a_chain_of_panels_folds_flat_like_a_fan(columns: int, rows: int) -> None:
    """Fold it: every panel comes to lie on the last one, the next on top of it, art to art and back to back in turn."""
    panels, size = Panels(columns, rows), Size(columns * 10.0, rows * 14.0)
    chain = panels.chain(size)
    assert len(set(chain)) == columns * rows
    joints = list(panels.joints(size))
    cuts = [joint for joint in joints if not joint.step]
    assert len(cuts) == (columns - 1) * (rows - 1)
    hinges = sorted((joint for joint in joints if joint.step), key=lambda joint: joint.step)
    assert [hinge.step for hinge in hinges] == list(range(1, columns * rows))
    assert [hinge.inwards for hinge in hinges] == [step % 2 == 1 for step in range(1, columns * rows)]
    folded: list[tuple[tuple[float, float], ...]] = []  # the corners of each panel so far, as it lies now
    faces: list[bool] = []  # whether its printed side is up
    for panel, hinge in zip(chain, [None, *hinges], strict=True):
        if hinge is not None:  # all that is folded already turns over together, about this joint
            folded = [tuple(mirror(point, hinge.x1, hinge.y1, hinge.x2) for point in item) for item in folded]
            faces = [not up for up in faces]
        x, y = panel[0] * 10.0, panel[1] * 14.0
        folded.append(((x, y), (x + 10, y + 14)))
        faces.append(True)
        assert {tuple(sorted({a for a, _ in item})) for item in folded} == {(x, x + 10)}
        assert {tuple(sorted({b for _, b in item})) for item in folded} == {(y, y + 14)}
        assert faces == [(len(faces) - i) % 2 == 1 for i in range(len(faces))]  # in turn


def mirror(point: tuple[float, float], x: float, y: float, x2: float) -> tuple[float, float]:
    return (2 * x - point[0], point[1]) if x == x2 else (point[0], 2 * y - point[1])


def test_a_board_of_four_has_one_half_joint_cut_the_shorter_way() -> None:
    (cut,) = [joint for joint in Panels(2, 2).joints(Size(400, 600)) if not joint.step]
    assert (cut.x1, cut.y1, cut.x2, cut.y2) == (0, 300, 200, 300)
    (cut,) = [joint for joint in Panels(2, 2).joints(Size(600, 400)) if not joint.step]
    assert (cut.x1, cut.y1, cut.x2, cut.y2) == (300, 0, 300, 200)


@given(sizes, sizes, papers, folds, st.sampled_from([0, 6]))
def test_joints_of_tiles_lie_on_folds_or_within_panels(
    width: int, height: int, paper: Paper, panels: Panels, lap: float
) -> None:
    """Where a panel fits the paper none is cut; else each fold is a joint, and has no lap."""
    tiling = plan_tiles(Size(width, height), paper, (), lap, panels)
    area = tile_area(paper).size
    room = area.turned if tiling.turned else area
    for joints, folds_there, length, most, count in (
        (tiling.down, panels.lines(tiling.size)[0], width, room.width, panels.columns),
        (tiling.across, panels.lines(tiling.size)[1], height, room.height, panels.rows),
    ):
        on_folds = [joint for joint in joints if any(abs(joint.at - fold) < 1e-6 for fold in folds_there)]
        assert all(joint.lap == 0 for joint in on_folds)
        if count > 1 and length / count <= most:
            assert on_folds == list(joints)
        elif count > 1:
            assert len(on_folds) == count - 1


def test_a_board_that_folds_is_marked_outside_its_trim() -> None:
    plain = impose_poster(CutPiece(face_of(400, 600)), "Board").front
    sheet = impose_poster(CutPiece(face_of(400, 600)), "Board", "long", Panels(2, 3), "Text").front
    assert sheet.size == Size(plain.size.width, plain.size.height + FOLDING)
    assert (sheet.trim, sheet.bleed) == (plain.trim, plain.bleed)
    border = 3 + POSTER_BORDER
    marks = [line for line in strokes(sheet) if line not in strokes(plain) and line[0][1] < border + 600]
    xs = {round(a[0], 3) for a, b, _ in marks if a[0] == b[0] and a[1] < border}
    ys = {round(a[1], 3) for a, b, _ in marks if a[1] == b[1] and a[0] < border}
    assert (xs, ys) == ({border + 200}, {border + 200, border + 400})
    for a, b, _ in strokes(sheet):
        for x, y in (a, b):
            assert not (sheet.bleed.x < x < sheet.bleed.right and sheet.bleed.y < y < sheet.bleed.bottom)
    assert ">2 x 3 panels<" in drawn(sheet)
    assert "Cut along the heavy lines." in drawn(sheet)


# --- what check says -----------------------------------------------------------------------------------------------

SQUARE = '<rect width="{{ w }}" height="{{ h }}" fill="paper"/>'
FIELD = f"""
<svg xmlns="http://www.w3.org/2000/svg">{SQUARE}
  <g data-board="field" transform="translate(5 5)"><path d="{{{{ board.outline() }}}}" stroke="ink" fill="none"/></g>
</svg>
"""
GOOD = BOARD.replace("map: |\n", "").replace("checks:", "#")
TILED = (
    BOARD_GAME.replace("story: markup?}}", "story: markup?}}")
    .replace("  cards: [cards]\n", "  cards: [cards]\n  field: {layout: tiles, components: [field]}\n")
    .replace("documents:", "  field: {board: field, template: field.svg, size: 320 x 60}\ndocuments:")
)


def said(
    make_game: MakeGame, board: str, drawn: str = FIELD, game: str = TILED, paper: str = "a4"
) -> list[tuple[str, str]]:
    files = {"data/tiny/game.yaml": game, "data/tiny/board.yaml": board, "templates/tiny/field.svg": drawn}
    workspace = make_game(files)
    report = examine(read_game(workspace, "tiny"), PrintJob(paper))
    return [(item.code, item.message) for item in report.problems if item.code in ("cut-place", "joint-marks")]


ROW = "map: |\n  . . . . . . . . . . . . . R\n  . . . . . A . . . . . . . .\n"


def test_a_place_that_no_joint_can_spare_is_named(make_game: MakeGame) -> None:
    wide = TILED.replace("320 x 60", "320 x 410")
    rows = ["R R . . . . . . . . . . . ."] * 14 + ["A . . . . . . . . . . . . ."]
    everywhere = "map: |\n" + "".join(f"  {row}\n" for row in rows)
    found = dict(said(make_game, GOOD + everywhere, game=wide))
    assert found["cut-place"].startswith("field on letter: the joints of the tiles cut Red landing (0208)")
    assert said(make_game, GOOD.replace("spawn: {}", "spawn: {cut: yes}") + everywhere, game=wide) == []


def test_joints_go_round_a_place(make_game: MakeGame) -> None:
    for column in range(2, 14):
        row = ["."] * 14
        row[column] = "A"
        row[0] = "R"
        assert said(make_game, GOOD + f"map: |\n  {' '.join(row)}\n") == [], column


def test_a_board_whose_place_is_not_known_is_a_warning(make_game: MakeGame) -> None:
    unmarked = FIELD.replace(' data-board="field"', "")
    assert said(make_game, GOOD + ROW, unmarked) == [
        ("joint-marks", "field: the joints of its tiles do not know where the board's hexes are drawn")
    ]
    assert said(make_game, GOOD + ROW, unmarked, TILED.replace("layout: tiles", "layout: poster")) == []


def test_things_are_left_whole_and_named_when_they_cannot_be(make_game: MakeGame) -> None:
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg">{SQUARE}%s</svg>'
    plain = TILED.replace("board: field, template", "template").replace("320 x 60", "350 x 60")
    one = '<g data-whole="The  start"><circle cx="{x}" cy="30" r="20"/></g>'
    for x in range(20, 340, 20):
        assert said(make_game, GOOD + ROW, drawing % one.format(x=x), plain) == []
    long = '<rect data-whole="The  start" x="10" y="9" width="300" height="9"/><g data-whole="t"/>'
    assert sorted(said(make_game, GOOD + ROW, drawing % long, plain)) == [
        ("cut-place", "field on a4: the joints of the tiles cut The start"),
        ("cut-place", "field on letter: the joints of the tiles cut The start"),
        ("joint-marks", "field: data-whole stands on what has no outline: t"),
    ]
    asked = long.replace("The  start", "").replace(' data-whole="t"', "")
    assert said(make_game, GOOD + ROW, drawing % asked, plain) == []


def test_more_marks_than_anybody_needs_are_counted() -> None:
    many = "".join('<rect data-whole="" x="1" y="1" width="2" height="2"/>' for _ in range(MOST_THINGS + 7))
    known = obstacles_on(
        Face("a", "", "front", f'<svg xmlns="http://www.w3.org/2000/svg">{many}</svg>', Size(9, 9)), None
    )
    assert (len(known.items), known.surplus) == (MOST_THINGS, 7)


def test_a_turned_and_scaled_board_is_found(make_game: MakeGame) -> None:
    drawn = FIELD.replace("translate(5 5)", "translate(60 5) rotate(90) scale(0.5)")
    workspace = make_game(
        {
            "data/tiny/game.yaml": TILED.replace("320 x 60", "320 x 200"),
            "data/tiny/board.yaml": GOOD + ROW,
            "templates/tiny/field.svg": drawn,
        }
    )
    game = read_game(workspace, "tiny")
    face = next(composer(game, PrintJob()).pairs(game.components["field"])).front
    boxes = [item.box for item in obstacles_of(game, face).items]
    size = game.boards["field"].hexes.size
    assert max(box.right for box in boxes) == pytest.approx(60)
    assert max(box.bottom for box in boxes) == pytest.approx(5 + size.width / 2)
    assert {round(box.width, 3) for box in boxes} == {12.5}


def test_a_board_with_laps_is_built(make_game: MakeGame) -> None:
    game = TILED.replace("layout: tiles", "layout: tiles, lap: 8mm, panels: 2 x 1")
    workspace = make_game(
        {"data/tiny/game.yaml": game, "data/tiny/board.yaml": GOOD + ROW, "templates/tiny/field.svg": FIELD}
    )
    read = read_game(workspace, "tiny")
    document = read.documents["field"]
    assert (document.lap, document.panels) == (8.0, (2, 1))
    built = build(read, PrintJob(), workspace.root / "out", ["field"])
    assert [item.pages for item in built] == [3]


def test_a_key_that_says_nothing_is_refused(make_game: MakeGame) -> None:
    from pnp.problems import GameError

    for key, cure in (("lap: 6", "layout: tiles"), ("panels: 2 x 2", "layout: tiles")):
        files = {"data/tiny/game.yaml": GAME.replace("  cards: [cards]", f"  cards: {{components: [cards], {key}}}")}
        with pytest.raises(GameError) as caught:
            read_game(make_game(files | {"templates/tiny/card.svg": CARD}), "tiny")
        (problem,) = caught.value.problems
        name = key.partition(":")[0]
        assert (problem.code, problem.message) == (
            "unknown-field",
            f"'{name}' says nothing to a document with layout grid",
        )
        assert cure in problem.hint


def test_a_board_of_ten_thousand_hexes_is_cut_in_bounded_time() -> None:
    """A stranger's board takes seconds, not hours, and its tiles fit the paper though not every placing is tried."""
    hexes = [Obstacle(Rect(number * 0.49, 0, 0.6, 5)) for number in range(10_000)]
    start = process_time()
    tiling = plan_tiles(Size(4900, 300), A4, hexes)
    assert process_time() - start < 60
    assert tiling.columns * tiling.rows == 36
    assert max(tiling.window(*cell).width for cell in tiling.cells()) <= tile_area(A4).height + 1e-6
