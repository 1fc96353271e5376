"""Hex geometry against counting and measuring; sight against dense sampling; broken boards with their messages."""

from __future__ import annotations

import re
from itertools import pairwise
from math import hypot
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.board.hex_board import Board, Terrain
from pnp.board.hexes import Cell, Hexes
from pnp.board.moves import behind, chain, direction, distances, flanks, reachable
from pnp.board.sight import crossings, line_of_sight, obstacle, sight_path, straight
from pnp.board.textmap import BoardError, read_board

OPEN, WALL = Terrain("open", "Open"), Terrain("wall", "Wall", blocks_move=True, blocks_sight=True)
FIELD = Hexes(9, 8, 25, "even")
cells = st.sampled_from(FIELD.cells())
grids = st.builds(Hexes, st.integers(1, 9), st.integers(1, 9), st.just(25.0), st.sampled_from(["even", "odd"]))


def board(walls: frozenset[Cell] = frozenset(), sight: Any = "axis", hexes: Hexes = FIELD) -> Board:
    terrain = {cell: WALL if cell in walls else OPEN for cell in hexes.cells()}
    return Board("", hexes, (OPEN, WALL), terrain, (), sight)


def test_the_field_of_22_by_28_measures_as_it_should() -> None:
    size = Hexes(22, 28, 25, "even").size
    assert (size.width, size.height) == pytest.approx((483.53, 712.5), abs=0.01)


@given(grids, st.data())
def test_distance_is_the_number_of_steps(hexes: Hexes, data: st.DataObject) -> None:
    start = data.draw(st.sampled_from(hexes.cells()))
    steps = distances(board(hexes=hexes), [start])
    assert steps == {cell: hexes.distance(start, cell) for cell in hexes.cells()}


@given(grids)
def test_neighbours_lie_25_mm_apart_and_inside_the_field(hexes: Hexes) -> None:
    for cell in hexes.cells():
        x, y = hexes.centre(cell)
        assert hexes.cell(hexes.cube(cell)) == cell
        for near in hexes.neighbours(cell):
            assert cell in hexes.neighbours(near)
            nx, ny = hexes.centre(near)
            assert hypot(nx - x, ny - y) == pytest.approx(25, abs=1e-9)
        assert all(
            -1e-9 <= px <= hexes.size.width + 1e-9 and -1e-9 <= py <= hexes.size.height + 1e-9
            for px, py in hexes.corners(cell)
        )


def test_labels_are_column_then_row() -> None:
    assert FIELD.label((3, 2)) == "0302"


def loops(path: str) -> list[list[tuple[float, float]]]:
    return [
        [tuple(map(float, point.split())) for point in loop.split("L")]  # type: ignore[misc]  # pairs
        for loop in re.findall(r"M([^Z]*)Z", path)
    ]


def area(path: str) -> float:
    return sum(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*loop, loop[0]])) / 2 for loop in loops(path))


@given(st.sets(cells, min_size=1))
def test_an_outline_encloses_exactly_its_cells(chosen: set[Cell]) -> None:
    one = 25 * 25 * 3**0.5 / 2
    assert area(FIELD.outline(chosen)) == pytest.approx(one * len(chosen), rel=1e-4)
    assert 0 < area(FIELD.outline(chosen, 1.0)) < area(FIELD.outline(chosen))


def test_reach_goes_round_walls_and_figures() -> None:
    walls = frozenset({(4, 4), (5, 4), (4, 5)})
    ground = board(walls)
    near = reachable(ground, (5, 5), 2, occupied={(6, 5)})
    assert (5, 5) in near
    assert not near & (walls | {(6, 5)})
    assert all(distances(ground, [(5, 5)], {(6, 5)})[cell] <= 2 for cell in near)


@given(cells, cells)
def test_the_axis_rule_is_the_six_straight_lines(start: Cell, end: Cell) -> None:
    (x1, y1), (x2, y2) = FIELD.centre(start), FIELD.centre(end)
    along = start != end and any(
        abs((x2 - x1) * dy - (y2 - y1) * dx) < 1e-6 for dx, dy in ((0, 1), (3**0.5 / 2, 0.5), (3**0.5 / 2, -0.5))
    )
    between = straight(board(), start, end)
    assert (between is not None) == along
    if between is not None:
        assert len(between) == FIELD.distance(start, end) - 1


def test_walls_and_enemies_block_a_line_and_its_ends_do_not() -> None:
    clear = board()
    assert line_of_sight(clear, (5, 2), (5, 6))
    assert not line_of_sight(board(frozenset({(5, 4)})), (5, 2), (5, 6))
    assert not line_of_sight(clear, (5, 2), (5, 6), blockers={(5, 3)})
    assert line_of_sight(clear, (5, 2), (5, 6), blockers={(5, 2), (5, 6)})
    assert not line_of_sight(clear, (5, 2), (6, 6))
    assert line_of_sight(board(sight="centre"), (5, 2), (6, 6))


@given(cells, cells)
def test_the_centre_rule_crosses_what_a_dense_sampling_crosses(start: Cell, end: Cell) -> None:
    (x1, y1), (x2, y2) = FIELD.centre(start), FIELD.centre(end)
    sampled: set[Cell] = set()
    for i in range(1, 400):
        x, y = x1 + (x2 - x1) * i / 400, y1 + (y2 - y1) * i / 400
        near = sorted((hypot(x - cx, y - cy), cell) for cell in FIELD.cells() for cx, cy in [FIELD.centre(cell)])
        if near[1][0] - near[0][0] > 0.5:  # well inside one hex
            sampled.add(near[0][1])
    crossed = {cell for step in crossings(board(), start, end) for cell in step} | {start, end}
    assert sampled <= crossed
    assert all(1 <= len(step) <= 2 for step in crossings(board(), start, end))


def test_a_line_along_a_side_is_blocked_only_by_both_hexes() -> None:
    start, end = (5, 5), (7, 5)  # two columns on, level: the line runs along the side of the two hexes between
    pair = [step for step in crossings(board(), start, end) if len(step) == 2]
    assert len(pair) == 1
    one, other = pair[0]
    assert line_of_sight(board(frozenset({one}), "centre"), start, end)
    assert line_of_sight(board(frozenset({other}), "centre"), start, end)
    assert not line_of_sight(board(frozenset({one, other}), "centre"), start, end)


def values(grid: str, **changes: Any) -> dict[str, Any]:
    return {
        "title": "",
        "hex": {"flat-to-flat": 25, "stagger": "even"},
        "line-of-sight": "axis",
        "terrain": {"open": {"name": "Open", "blocks": []}, "wall": {"name": "Wall", "blocks": ["move", "sight"]}},
        "legend": {".": "open", "#": "wall"},
        "kinds": {
            "altar": {"solid": True, "zone": 1, "hexes": 1},
            "spawn": {"solid": False, "zone": 0, "hexes": None},
        },
        "places": {
            "A": {"kind": "altar", "name": "Altar", "zone": None, "record": None},
            "R": {"kind": "spawn", "name": "Red", "zone": None, "record": None},
        },
        "map": grid,
    } | changes


@pytest.mark.parametrize(
    ("given_values", "message"),
    [
        (values("R . .\n. A\n"), "row 2 of the map has 2 hexes, the first row has 3"),
        (values("R . .\n. . .\n"), "Altar ('A') stands nowhere on the map"),
        (values("R A .\n. A .\n"), "Altar ('A') stands 2 times on the map"),
        (values(". . .\n. A .\n"), "Red ('R') stands nowhere on the map"),
        (values("R . x\n. A .\n"), "the map has 'x', which the legend does not explain"),
        (values("R . .\n. A .\n", legend={".": "opn", "#": "wall"}), "the legend's '.' is 'opn', which is no terrain"),
    ],
)
def test_broken_boards(given_values: dict[str, Any], message: str) -> None:
    with pytest.raises(BoardError) as caught:
        read_board(given_values)
    assert message in [finding.message for finding in caught.value.findings]


def test_each_finding_says_where_it_is_and_what_to_do() -> None:
    places = {
        "A": {"kind": "altar", "name": "Altar", "zone": None, "record": None},
        "B": {"kind": "altr", "name": "Bay", "zone": None, "record": None},
        "G": {"kind": "gate", "name": "Gate", "zone": None, "record": None},
        "#": {"kind": "spawn", "name": "Red", "zone": None, "record": None},
        "N": {"kind": "xyz", "name": "Nook", "zone": None, "record": None},
    }
    kinds = {
        "altar": {"solid": True, "zone": 1, "hexes": 1},
        "gate": {"solid": False, "zone": 0, "hexes": 2},
        "spawn": {"solid": False, "zone": 0, "hexes": None},
    }
    broken = values(
        "B . G G G\n\n. A a N\n. A . . # x\n", places=places, kinds=kinds, legend={".": "open", "#": "wal", "+": "q"}
    )
    with pytest.raises(BoardError) as caught:
        read_board(broken)
    assert [(finding.message, finding.where, finding.hint) for finding in caught.value.findings] == [
        ("the legend's '#' is 'wal', which is no terrain", ("legend", "#"), "did you mean 'wall'?"),
        ("the legend's '+' is 'q', which is no terrain", ("legend", "+"), "known: open, wall"),
        ("'#' already means something on the map", ("places", "#"), "choose another token"),
        ("row 2 of the map has 4 hexes, the first row has 5", (1, 3), "one token a hex, a space between two"),
        ("the map has 'a', which the legend does not explain", (1, 2), "did you mean 'A'?"),
        ("row 3 of the map has 6 hexes, the first row has 5", (2, 4), "one token a hex, a space between two"),
        ("the map has 'x', which the legend does not explain", (2, 5), "known: #, ., A, B, G, N"),
        ("Altar ('A') stands 2 times on the map", ("places", "A"), "put its token on one hex"),
        ("Bay ('B') is 'altr', which is no kind of place", ("places", "B", "kind"), "did you mean 'altar'?"),
        ("Gate ('G') stands 3 times on the map", ("places", "G"), "put its token on 2 hexes"),
        ("Nook ('N') is 'xyz', which is no kind of place", ("places", "N", "kind"), "known: altar, gate, spawn"),
    ]
    assert "; ".join(finding.message for finding in caught.value.findings) == str(caught.value)


def test_a_board_has_a_terrain_and_ten_thousand_hexes_at_most() -> None:
    with pytest.raises(BoardError, match="a board needs at least one terrain") as caught:
        read_board(values("R . .\n. A .\n", terrain={}))
    assert caught.value.findings[0].where == ("terrain",)
    row = ". " * 98 + "R A\n"
    rest = (". " * 100 + "\n") * 99
    assert len(read_board(values(row + rest)).terrain) == 10_000
    for grid in (
        row + rest + ". " * 100,
        ". " * 10_001,
        ".\n" * 10_001,
        ".\n" + ". " * 10_000,
        ". " * 101 + "\n" + ".\n" * 99,
    ):
        with pytest.raises(BoardError) as caught:
            read_board(values(grid))
        (finding,) = caught.value.findings
        assert finding.message.endswith("more than 10,000 in all"), grid[:9]
        assert finding.where == ("map",)


def test_a_board_keeps_its_ground_its_places_and_their_zones() -> None:
    given = values(
        "R . . .\n. . # A\n. w . B\n",
        terrain={
            "open": {"name": "Open", "blocks": []},
            "wall": {"name": "Wall", "blocks": ["move"]},
            "wood": {"name": "Wood", "blocks": ["sight"]},
        },
        legend={".": "open", "#": "wall", "w": "wood"},
        kinds={"altar": {"solid": True, "zone": 1, "hexes": 1}, "spawn": {"solid": False, "zone": 0, "hexes": None}},
        places={
            "A": {"kind": "altar", "name": "Altar", "zone": None, "record": "x"},
            "B": {"kind": "altar", "name": "Bay", "zone": 2, "record": None},
            "R": {"kind": "spawn", "name": "Red", "zone": 1, "record": None},
        },
        hex={"flat-to-flat": 30, "stagger": "odd"},
    )
    made = read_board(given)
    assert (made.hexes, made.sight, made.title) == (Hexes(4, 3, 30, "odd"), "axis", "")
    assert [(place.id, place.name, place.kind.id, place.cell, place.record) for place in made.places] == [
        ("A", "Altar", "altar", (4, 2), "x"), ("B", "Bay", "altar", (4, 3), None), ("R", "Red", "spawn", (1, 1), None)
    ]  # fmt: skip
    assert [sorted(place.zone) for place in made.places] == [
        [(3, 1), (4, 1)],
        [(2, 2), (2, 3), (3, 1), (3, 3), (4, 1)],
        [(1, 1), (1, 2), (2, 1), (2, 2)],
    ]
    assert {cell for cell in made.hexes.cells() if not made.passable(cell)} == {(3, 2), (4, 2), (4, 3)}
    assert {cell for cell in made.hexes.cells() if not made.see_through(cell)} == {(2, 3)}
    assert not made.see_through((5, 1)) and not made.passable((0, 1))
    assert [place.id for place in made.places_of("altar")] == ["A", "B"]


@pytest.mark.parametrize(("stagger", "low"), [("even", {2, 4}), ("odd", {1, 3})])
def test_hexes_stand_where_they_stand(stagger: Any, low: set[int]) -> None:
    hexes = Hexes(4, 3, 30, stagger)
    side = 30 / 3**0.5
    assert hexes.size.width == pytest.approx(6.5 * side)
    assert hexes.size.height == 105
    for column, row in hexes.cells():
        x, y = hexes.centre((column, row))
        assert x == pytest.approx(side * (1.5 * column - 0.5))
        assert y == pytest.approx(30 * (row - 0.5) + (15 if column in low else 0))
    x, y = hexes.centre((3, 2))
    wanted = [(-side, 0), (-side / 2, -15), (side / 2, -15), (side, 0), (side / 2, 15), (-side / 2, 15)]
    assert hexes.corners((3, 2)) == [pytest.approx((x + dx, y + dy)) for dx, dy in wanted]
    assert Hexes(1, 3, 30, "even").size.height == 90
    assert Hexes(1, 3, 30, "odd").size.height == 105
    lower = stagger == "odd"
    assert hexes.neighbours((3, 2)) == (
        [(3, 1), (4, 2), (4, 3), (3, 3), (2, 3), (2, 2)] if lower else [(3, 1), (4, 1), (4, 2), (3, 3), (2, 2), (2, 1)]
    )
    assert hexes.neighbours((1, 1)) == ([(2, 1), (2, 2), (1, 2)] if lower else [(2, 1), (1, 2)])
    assert [cell in hexes for cell in ((0, 1), (1, 0), (4, 3), (5, 3), (4, 4))] == [False, False, True, False, False]
    assert hexes.step((1, 1), 2, 2) == (3, 2)
    assert hexes.step((1, 1), 9, 2) == (1, 3) == hexes.step((1, 1), -3, 2)
    assert hexes.within((1, 1), 1) == [(1, 1), *(((2, 1), (1, 2), (2, 2)) if lower else ((2, 1), (1, 2)))]


def test_an_inset_outline_lies_as_far_inside_as_it_says() -> None:
    hexes = Hexes(3, 2, 30, "even")
    side = 30 / 3**0.5
    ((left, *_),) = loops(hexes.outline([(1, 1)]))
    assert left == pytest.approx((0, 15), abs=1e-3)
    ((left, top, *_),) = loops(hexes.outline([(1, 1)], 3))
    assert left == pytest.approx((3 / (3**0.5 / 2), 15), abs=2e-3)
    assert top == pytest.approx((side / 2 + 3 / 3**0.5, 3), abs=2e-3)
    assert len(loops(hexes.outline([(1, 1), (3, 1)]))) == 2
    ring = [cell for cell in Hexes(3, 3, 30, "even").cells() if cell != (2, 2)]
    assert len(loops(Hexes(3, 3, 30, "even").outline(ring))) == 2, "round a hole, too"


def test_who_stands_behind_and_beside_a_target() -> None:
    assert direction(FIELD, (5, 5), (5, 5)) is None
    assert [direction(FIELD, (5, 5), cell) for cell in ((5, 3), (7, 4), (7, 6), (5, 7), (3, 6), (3, 4), (6, 6), (6, 7))] == [
        0, 1, 2, 3, 4, 5, None, None,
    ]  # fmt: skip
    assert behind(FIELD, (5, 5), (5, 3), 3) == [(5, 2), (5, 1)]
    assert behind(FIELD, (5, 5), (5, 7), 1) == [(5, 8)]
    assert behind(FIELD, (5, 5), (5, 7), 0) == []
    with pytest.raises(ValueError, match="the two do not stand in one straight line"):
        behind(FIELD, (5, 5), (6, 7), 1)
    assert flanks(FIELD, (5, 5), (5, 4)) == [(4, 4), (6, 4)]
    assert flanks(FIELD, (5, 5), (5, 6)) == [(6, 5), (4, 5)]
    assert flanks(FIELD, (5, 5), (7, 4)) == [(6, 3), (7, 5)]
    assert flanks(FIELD, (1, 1), (2, 1)) == [(1, 2)]
    assert chain(FIELD, (1, 1), {(2, 1), (3, 2), (5, 2), (6, 1)}) == {(1, 1), (2, 1), (3, 2)}


def test_the_first_that_stops_a_line_of_sight_is_named() -> None:
    walled = board(frozenset({(5, 4), (5, 6)}))
    assert obstacle(walled, (5, 2), (5, 8)) == [(5, 4)]
    assert obstacle(walled, (5, 8), (5, 2)) == [(5, 6)]
    assert obstacle(walled, (5, 8), (5, 2), {(5, 7)}) == [(5, 7)]
    assert obstacle(walled, (5, 5), (5, 5)) == obstacle(walled, (5, 5), (6, 7)) == []
    assert sight_path(walled, (5, 5), (6, 7)) is None
    assert crossings(board(), (5, 5), (7, 5)) == [[(6, 4), (6, 5)]]
    along = [[(2, 3), (3, 3)], [(3, 4)], [(3, 5), (4, 4)], [(4, 5)], [(4, 6), (5, 6)]]
    assert crossings(board(), (2, 2), (5, 7)) == along
    assert crossings(board(), (5, 7), (2, 2)) == along[::-1]
    assert crossings(board(), (2, 2), (4, 7)) == [[(2, 3)], [(3, 4)], [(3, 5)], [(3, 6)], [(4, 6)]]
