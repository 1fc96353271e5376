"""Shapes of pieces against brute force: areas, wider outlines, depths, crossings; hexes nested as a honeycomb."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from math import cos, hypot, pi, sin, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.faces.face import Face
from pnp.impose.grid import CutPiece, nested, pack
from pnp.impose.honeycomb import Honeycomb, as_small, most_hexes
from pnp.shapes.piece_shape import CIRCLE, RECTANGLE, Shape, fits, hex_size, parse_shape
from pnp.shapes.polygon import (
    MITRE,
    Point,
    area,
    contains,
    crossing,
    depth,
    flattened,
    ring,
    sides,
    to_side,
    wider,
)
from pnp.svg.path import Path, bounds
from pnp.units import Rect, Size

corners_of = st.integers(0, 12).map(lambda n: n * 2.5)
loose = st.lists(st.tuples(corners_of, corners_of), min_size=3, max_size=8, unique=True)
# round a point, with spokes of any length: simple, and seldom convex
stars = st.lists(st.integers(4, 30), min_size=3, max_size=9).map(
    lambda spokes: [
        (30 + r * cos(2 * pi * i / len(spokes)), 30 + r * sin(2 * pi * i / len(spokes))) for i, r in enumerate(spokes)
    ]
)
SIZE = Size(60, 60)
HEXES = (Shape("hex flat"), Shape("hex pointy"))


def winding(path: Path, x: float, y: float) -> int:
    """How often a path goes round a point."""
    turns = 0
    for points, _ in flattened(path):
        for (ax, ay), (bx, by) in sides(points):
            if (ay <= y) != (by <= y):
                left = (bx - ax) * (y - ay) - (x - ax) * (by - ay) > 0
                turns += 1 if by > ay and left else -1 if by < ay and not left else 0
    return turns


def away(points: list[Point], x: float, y: float) -> float:
    return min(to_side(x, y, *side) for side in sides(points))


@given(stars, st.floats(0.5, 4), st.integers(0, 60), st.integers(0, 60))
def test_a_wider_outline_holds_what_is_near_and_nothing_that_is_far(
    points: list[Point], by: float, across: int, down: int
) -> None:
    path = wider(points, by)
    x, y = across + 0.123, down + 0.457
    near = contains(points, x, y) or away(points, x, y) < by - 1e-6
    sharp = any(_turn(a, b, c) < -1 + 2 * (2 / MITRE) ** 2 for a, b, c in _corners(points))
    if near and not sharp:  # a corner sharper than the limit is cut off
        assert winding(path, x, y) != 0
    if not contains(points, x, y) and away(points, x, y) > MITRE * by + 1e-6:
        assert winding(path, x, y) == 0


def _corners(points: list[Point]) -> list[tuple[Point, Point, Point]]:
    return [(points[i - 2], points[i - 1], points[i]) for i in range(len(points))]


def _turn(a: Point, b: Point, c: Point) -> float:
    """The cosine of the turn at b: 1 goes straight on, -1 turns back."""
    along = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1])
    return along / (hypot(b[0] - a[0], b[1] - a[1]) * hypot(c[0] - b[0], c[1] - b[1]))


@given(stars)
def test_a_wider_outline_goes_round_one_way_and_a_bleed_of_nothing_changes_nothing(points: list[Point]) -> None:
    for part, _ in flattened(wider(points, 2)):
        assert area(part) > -1e-9
    ((same, closes),) = flattened(wider(points, 0))
    assert closes
    assert abs(area(same)) == pytest.approx(abs(area(points)))


@given(loose)
def test_a_crossing_is_found_where_exact_numbers_find_one(points: list[Point]) -> None:
    where = crossing(points)
    assert (where is not None) == _crosses(points)
    if where is not None:
        assert away(points, *where) < 1e-6


def _crosses(points: list[Point]) -> bool:
    """By exact arithmetic, every pair of sides."""
    exact = [(Fraction(x), Fraction(y)) for x, y in points]
    every = list(pairwise([*exact, exact[0]]))

    def turn(a: tuple[Fraction, Fraction], b: tuple[Fraction, Fraction], c: tuple[Fraction, Fraction]) -> int:
        value = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        return (value > 0) - (value < 0)

    for (i, (a, b)), (k, (c, d)) in combinations(enumerate(every), 2):
        if k == i + 1 or (i == 0 and k == len(every) - 1):
            p, q, r = (a, b, d) if k == i + 1 else (c, d, b)
            along = (q[0] - p[0]) * (r[0] - q[0]) + (q[1] - p[1]) * (r[1] - q[1])
            if turn(p, q, r) == 0 and along < 0:
                return True
            continue
        boxes = max(a[0], b[0]) >= min(c[0], d[0]) and max(c[0], d[0]) >= min(a[0], b[0])
        boxes = boxes and max(a[1], b[1]) >= min(c[1], d[1]) and max(c[1], d[1]) >= min(a[1], b[1])
        if boxes and turn(a, b, c) * turn(a, b, d) <= 0 and turn(c, d, a) * turn(c, d, b) <= 0:
            return True
    return False


@pytest.mark.parametrize(
    ("shape", "size", "wanted"),
    [
        (RECTANGLE, Size(40, 30), 1200.0),
        (CIRCLE, Size(40, 40), pi * 400),
        (Shape("rounded", 5), Size(40, 30), 1200 - (4 - pi) * 25),
        (Shape("hex flat"), Size(25 * 2 / sqrt(3), 25), 625 * sqrt(3) / 2),
        (Shape("hex pointy"), Size(25, 25 * 2 / sqrt(3)), 625 * sqrt(3) / 2),
        (parse_shape("polygon 0,0 40,0 40,30"), Size(40, 30), 600.0),
    ],
)
def test_the_outline_has_the_shapes_area_and_fills_its_trim(shape: Shape, size: Size, wanted: float) -> None:
    assert abs(area(shape.corners(size))) == pytest.approx(wanted, rel=2e-3)
    box = bounds(shape.outline(size))
    assert (box.x, box.y, box.width, box.height) == pytest.approx((0, 0, size.width, size.height), abs=1e-9)
    wide = bounds(shape.wider(size, 2))
    assert wide.x <= -2 + 1e-9 and wide.bottom >= size.height + 2 - 1e-9


@pytest.mark.parametrize(
    "shape", [RECTANGLE, CIRCLE, Shape("rounded", 9), *HEXES, parse_shape("polygon 0,0 60,0 60,60 20,25 0,60")], ids=str
)
@given(st.floats(-20, 80), st.floats(-20, 80))
def test_depth_is_the_distance_to_the_outline_and_the_back_is_the_mirror_image(
    shape: Shape, x: float, y: float
) -> None:
    outline = shape.corners(SIZE)
    assert shape.depth(SIZE, x, y) == pytest.approx(depth(outline, x, y), abs=0.06) or shape == RECTANGLE
    if shape == RECTANGLE and shape.depth(SIZE, x, y) >= 0:  # past a corner it is the farther side that counts
        assert shape.depth(SIZE, x, y) == pytest.approx(depth(outline, x, y))
    back = shape.mirrored(SIZE)
    assert back.depth(SIZE, 60 - x, y) == pytest.approx(shape.depth(SIZE, x, y), abs=1e-9)
    assert back.mirrored(SIZE) == shape


@pytest.mark.parametrize(
    "text", ["rectangle", "circle", "rounded 3mm", "hex flat", "hex pointy", "polygon 0,0 30,0 15,26"]
)
def test_a_shape_says_itself_as_it_was_written(text: str) -> None:
    assert str(parse_shape(text)) == text
    assert parse_shape(text.upper().replace("MM", "mm")) == parse_shape(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("oval", "unknown shape 'oval': use rectangle"),
        ("rounded", "a rounded piece needs the radius of its corners"),
        ("rounded 3km", "unknown unit 'km'"),
        ("hex", "a hex is 'hex flat', with a side at the top"),
        ("polygon 0,0 9,9", "an outline needs 3 points or more, found 2"),
        ("polygon 0,0 9,0 9,0 0,0", "an outline needs 3 points or more, found 2"),
        ("polygon 0,0 9,9 9,0 0,9", "the outline crosses itself at 4.5,4.5"),
        ("polygon 0,0 9,0 18,0", "the outline crosses itself at 0,0"),
        ("polygon 0,0 1,0 0,1", "the outline holds no area"),
        ("polygon 0,0 9 9,9", "expected a point such as 30,12.5, found '9'"),
        ("polygon " + "0,0 1,1 " * 101, "a polygon of 202 points; at most 200"),
    ],
)
def test_what_is_no_outline_is_refused_in_plain_words(text: str, said: str) -> None:
    with pytest.raises(ValueError, match="^" + said.replace("(", r"\(")[:60]):
        parse_shape(text)


def test_a_shape_fits_its_trim_or_says_why_not() -> None:
    assert fits(Shape("hex flat"), Size(28.9, 25)) == ""
    assert "is 28.87 x 25.00 mm, not 25 x 25 mm" in fits(Shape("hex flat"), Size(25, 25))
    assert "is 25.00 x 28.87 mm, not 25 x 28 mm" in fits(Shape("hex pointy"), Size(25, 28))
    assert fits(Shape("rounded", 15), Size(40, 30)) == ""
    assert "more than half of 30 mm" in fits(Shape("rounded", 15.1), Size(40, 30))
    assert "the point 40,31 of the outline lies outside" in fits(parse_shape("polygon 0,0 40,0 40,31"), Size(40, 30))


def hexagon(cell: Rect, lying: bool) -> list[Point]:
    shape = HEXES[0] if lying else HEXES[1]
    return [(cell.x + x, cell.y + y) for x, y in shape.corners(cell.size)]


def fit_in(comb: Honeycomb, area_: Size) -> bool:
    """Whether all hexes of a comb, with half a gutter of bleed round each, lie in an area, wherever it stands."""
    cells = [flattened(wider(hexagon(cell, comb.lying), comb.gutter / 2))[0][0] for cell in comb.cells()]
    xs, ys = [x for cell in cells for x, _ in cell], [y for cell in cells for _, y in cell]
    return max(xs) - min(xs) <= area_.width + 1e-5 and max(ys) - min(ys) <= area_.height + 1e-5


@settings(max_examples=8)  # the oracle tries every comb
@given(st.floats(8, 40), st.floats(0, 5), st.floats(45, 140), st.floats(45, 140), st.booleans())
def test_no_larger_honeycomb_fits_and_none_overlaps(
    flats: float, gutter: float, width: float, height: float, lying: bool
) -> None:
    cell, area_ = hex_size(HEXES[0] if lying else HEXES[1], flats), Size(width, height)
    found = most_hexes(cell, area_, gutter, lying=lying)
    if found is None:  # a single one, with its bleed, is too large
        across, along = (width, height) if lying else (height, width)
        assert (flats + gutter) * 2 / sqrt(3) > across - 1e-5 or flats + gutter > along - 1e-5
        return
    tried = [
        Honeycomb(cell, gutter, lying, lines, long, short)
        for lines in range(1, 30)
        for long in range(1, 30)
        for short in {long, max(1, long - 1)}
        if lines * long * flats * flats < 2 * width * height
    ]
    assert found.count == max(comb.count for comb in tried if fit_in(comb, area_))
    assert fit_in(found, area_)
    hexes = [hexagon(rect, lying) for rect in found.cells()]
    nearest = []
    for one, two in combinations(hexes, 2):
        between = min(to_side(x, y, *side) for a, b in ((one, two), (two, one)) for x, y in a for side in sides(b))
        assert between >= gutter - 1e-6
        nearest.append(between)
        assert not contains(two, *_centre(one))
    touching = sum(between < gutter + 1e-6 for between in nearest)
    inner = found.count - found.lines + (found.lines - 1) * 2 * (min(found.long, found.short) - 1)
    assert touching >= inner  # along each line, and between lines two neighbours of each but the last


def _centre(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


@pytest.mark.parametrize("shape", HEXES, ids=str)
def test_a_page_holds_as_many_as_hexes_can_be_nested(shape: Shape) -> None:
    size = hex_size(shape, 25)
    counts = [nested(shape, size, Size(190, 277), gutter, 99) for gutter in (0.0, 4.0)]
    assert [comb.count for comb in counts if comb] == [84, 63]  # 66 and 48 in rows and columns
    piece = CutPiece(Face("a", "", "front", "<svg/>", size, shape=shape))
    pages = pack([piece] * 85, Rect(10, 10, 190, 277), 0)
    assert [[len(block.places()) for block in page] for page in pages] == [[84], [1]]
    for page in pages:
        for block in page:
            box = block.extent
            middle = (box.x + box.width / 2, box.y + box.height / 2)
            assert middle == pytest.approx((105, 148.5))


@given(st.integers(1, 63))
def test_a_small_honeycomb_holds_what_is_asked_and_lies_within_the_large_one(count: int) -> None:
    full = nested(HEXES[0], hex_size(HEXES[0], 25), Size(190, 277), 4, 99)
    assert full is not None
    small = as_small(full, count)
    assert count <= small.count <= full.count
    assert small.extent.width <= full.extent.width + 1e-9 and small.extent.height <= full.extent.height + 1e-9
    assert small.count - count < small.lines + small.long  # less is left free than a row and a column


def test_hexes_go_on_where_others_end_and_keep_to_rows_where_that_holds_more() -> None:
    size = hex_size(HEXES[0], 25)
    hexes = [CutPiece(Face("a", str(i), "front", "<svg/>", size, shape=HEXES[0])) for i in range(30)]
    cards = [CutPiece(Face("b", str(i), "front", "<svg/>", Size(63, 88))) for i in range(3)]
    (page,) = pack([*cards, *hexes], Rect(10, 10, 190, 277), 3)
    assert [len(block.places()) for block in page] == [3, 30]
    assert page[0].extent.bottom < page[1].extent.y
    assert page[1].extent.bottom <= 287 + 1e-6
    narrow = pack(hexes[:4], Rect(0, 0, 30, 110), 0)  # a single column of hexes: nothing to nest
    assert [block.comb for blocks in narrow for block in blocks] == [None]


@given(stars)
def test_a_ring_keeps_its_distance(points: list[Point]) -> None:
    ((line, closes),) = flattened(ring(points, 0.2))
    assert closes
    turned = points if area(points) > 0 else points[::-1]
    if len(line) == len(points):  # no corner was too sharp
        for (ax, ay), (a, b) in zip(line, _pairs(turned), strict=True):
            assert to_side(ax, ay, a, b) >= 0.2 - 1e-6 or min(hypot(ax - x, ay - y) for x, y in (a, b)) >= 0.19


def _pairs(points: list[Point]) -> list[tuple[Point, Point]]:
    return list(zip(points, [*points[1:], points[0]], strict=True))


@pytest.mark.parametrize("lying", [True, False])
def test_an_area_that_hexes_fill_exactly_is_filled(lying: bool) -> None:
    """Three and a half steps along, and two lines across: no line is shorter for the float that is in the way."""
    cell = hex_size(HEXES[0] if lying else HEXES[1], 17.3)
    flats, corners = (cell.height, cell.width) if lying else (cell.width, cell.height)
    along, across = 3.5 * (flats + 2.1), 1.75 * corners + sqrt(3) / 2 * 2.1 + 2.1 * 2 / sqrt(3)
    found = most_hexes(cell, Size(across, along) if lying else Size(along, across), 2.1, lying=lying)
    assert found and (found.lines, found.long, found.short) == (2, 3, 3)


@pytest.mark.parametrize("lying", [True, False])
def test_a_small_honeycomb_has_no_line_and_no_row_that_could_go(lying: bool) -> None:
    full = most_hexes(hex_size(HEXES[0] if lying else HEXES[1], 25), Size(190, 277), 4, lying=lying)
    assert full
    for count in range(1, full.count + 1):
        small = as_small(full, count)
        assert small.count >= count
        if small.lines > 1:
            assert replace(small, lines=small.lines - 1).count < count
        rows = small.long - 1
        if lying and rows:
            assert replace(small, lines=full.lines, long=rows, short=min(rows, full.short)).count < count
