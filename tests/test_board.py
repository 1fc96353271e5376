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
from pnp.board.moves import distances, reachable
from pnp.board.sight import crossings, line_of_sight, straight
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
