"""Nets are folded here: edges meet, flaps lie behind their panels, tabs stay within the base, and a PDF has their size."""

from __future__ import annotations

from itertools import combinations
from math import cos, dist, fsum, hypot, pi, radians, sin, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.faces.cartons import closed_box, cube, tuck_box
from pnp.faces.nets import (
    CHORD,
    Corner,
    Flap,
    Fold,
    Net,
    NetError,
    Panel,
    Point,
    fold_over,
    path_data,
    polygon,
    standee,
)

Point3 = tuple[float, float, float]
NEAR = 0.01  # mm
MEASURE = st.floats(8, 300).map(lambda value: round(value, 2))
BOXES = st.builds(closed_box, MEASURE, MEASURE, MEASURE) | st.builds(cube, MEASURE)
TUCK_BOXES = st.builds(tuck_box, MEASURE, MEASURE, MEASURE, st.floats(0, 1), st.floats(0, 4), st.floats(2, 40))
STANDEES = st.builds(standee, st.floats(5, 60), st.floats(10, 100), st.floats(15, 60))


def parts(net: Net) -> dict[str, tuple[Point, ...]]:
    """The polygons of panels and flaps."""
    return {name: panel.corners for name, panel in net.panels.items()} | {flap.name: flap.corners for flap in net.flaps}


def turned(fold: Fold, part: tuple[Point, ...], point: Point3) -> Point3:
    """A point of the flat part when it is folded; x to the right, y down, z towards who sees the printed side."""
    (x0, y0), (x1, y1) = fold.start, fold.end
    long = hypot(x1 - x0, y1 - y0)
    out = ((y1 - y0) / long, -(x1 - x0) / long)
    middle = (fsum(x for x, _ in part) / len(part), fsum(y for _, y in part) / len(part))
    if (middle[0] - x0) * out[0] + (middle[1] - y0) * out[1] < 0:
        out = (-out[0], -out[1])
    far = (point[0] - x0) * out[0] + (point[1] - y0) * out[1]  # from the fold, in the plane
    angle = radians(fold.angle)
    moved = far * cos(angle) + point[2] * sin(angle) - far
    return point[0] + moved * out[0], point[1] + moved * out[1], point[2] * cos(angle) - far * sin(angle)


def folded(net: Net, name: str, point: Point3) -> Point3:
    """Where a point of a part is when the net is folded, and all that it hangs on."""
    folds = {fold.part: fold for fold in net.folds}
    while name in folds:
        point = turned(folds[name], parts(net)[name], point)
        name = folds[name].on
    return point


def corners(net: Net, name: str) -> list[Point3]:
    return [folded(net, name, (x, y, 0)) for x, y in parts(net)[name]]


def edges(net: Net, name: str) -> list[tuple[Point3, Point3]]:
    found = corners(net, name)
    return [(found[i - 1], found[i]) for i in range(len(found))]


def same_edge(one: tuple[Point3, Point3], other: tuple[Point3, Point3]) -> bool:
    return any(dist(one[0], a) < NEAR and dist(one[1], b) < NEAR for a, b in (other, other[::-1]))


def normal(net: Net, name: str) -> Point3:
    """The direction in which the printed side of a folded part looks."""
    x, y = parts(net)[name][0]
    one, other = folded(net, name, (x, y, 0)), folded(net, name, (x, y, 1))
    return other[0] - one[0], other[1] - one[1], other[2] - one[2]


def down(net: Net, panel: Panel) -> Point3:
    """The direction of what is drawn downwards on a panel, when it is folded."""
    sign = -1 if panel.half_turned else 1
    one, other = folded(net, panel.name, (panel.x, panel.y, 0)), folded(net, panel.name, (panel.x, panel.y + sign, 0))
    return other[0] - one[0], other[1] - one[1], other[2] - one[2]


def inside(points: list[Point], shape: tuple[Point, ...]) -> bool:
    """Whether points lie in a convex shape, clockwise as one sees it."""
    return all(
        (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= -NEAR * hypot(bx - ax, by - ay)
        for (ax, ay), (bx, by) in ((shape[i - 1], shape[i]) for i in range(len(shape)))
        for x, y in points
    )


def area(shape: tuple[Point, ...]) -> float:
    pairs = ((shape[i - 1], shape[i]) for i in range(len(shape)))
    return fsum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs) / 2


def common(one: tuple[Point, ...], other: tuple[Point, ...]) -> float:
    """The area that two convex shapes share: one is cut by each side of the other (Sutherland and Hodgman)."""
    rest = list(one)
    for i in range(len(other)):
        (ax, ay), (bx, by) = other[i - 1], other[i]
        sides = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in rest]
        kept: list[Point] = []
        for j, (x, y) in enumerate(rest):
            before, side = sides[j - 1], sides[j]
            if (before >= 0) != (side >= 0):
                share = before / (before - side)
                px, py = rest[j - 1]
                kept.append((px + (x - px) * share, py + (y - py) * share))
            if side >= 0:
                kept.append((x, y))
        rest = kept
        if not rest:
            return 0.0
    return abs(area(tuple(rest)))


def crosses(outline: tuple[Point, ...]) -> bool:
    """Whether an outline crosses itself."""

    def side(a: Point, b: Point, c: Point) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    sides = [(outline[i - 1], outline[i]) for i in range(len(outline))]
    return any(
        side(a, b, c) * side(a, b, d) < -1e-6 and side(c, d, a) * side(c, d, b) < -1e-6
        for (a, b), (c, d) in combinations(sides, 2)
    )


def lies_flat(net: Net) -> None:
    """Nothing overlaps, the outline goes round all parts, and all of it lies in the net's box, which it fills."""
    shapes = parts(net)
    for one, other in combinations(shapes, 2):
        assert common(shapes[one], shapes[other]) < 0.001, (one, other)
    outline = polygon(net.outline)
    assert not crosses(outline)
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    assert (min(xs), min(ys)) == pytest.approx((0, 0), abs=1e-6)
    assert (max(xs), max(ys)) == pytest.approx((net.size.width, net.size.height), abs=1e-6)


def closes(net: Net) -> None:
    """The six sides meet at twelve edges, looking outwards, and each flap lies behind its side with nothing past it."""
    found = [edge for name in net.panels for edge in edges(net, name)]
    assert len(found) == 24
    assert [sum(same_edge(edge, other) for other in found) for edge in found] == [2] * 24
    middle = [fsum(edge[0][axis] for edge in found) / 24 for axis in range(3)]
    for name in net.panels:
        towards = normal(net, name)
        at = [fsum(corner[axis] for corner in corners(net, name)) / 4 for axis in range(3)]
        assert fsum((at[axis] - middle[axis]) * towards[axis] for axis in range(3)) > 0, name
    for flap in net.flaps:
        behind(net, flap)


def behind(net: Net, flap: Flap) -> None:
    """A folded flap lies in the plane of its panel, inside it, its printed side towards the panel's unprinted one."""
    panel = net.panels[flap.behind]
    origin, right, low, out = (
        folded(net, panel.name, (panel.x + dx, panel.y + dy, dz))
        for dx, dy, dz in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))
    )
    own = [
        tuple(fsum((corner[i] - origin[i]) * (axis[i] - origin[i]) for i in range(3)) for axis in (right, low, out))
        for corner in corners(net, flap.name)
    ]
    assert max(abs(z) for _, _, z in own) < NEAR, flap.name
    assert inside([(panel.x + x, panel.y + y) for x, y, _ in own], panel.corners), flap.name
    assert normal(net, flap.name) == pytest.approx(normal(net, panel.name), abs=1e-9)


def stands_upright(net: Net) -> None:
    """Sides are read upright; the lid with the front below it, the bottom with the front above it."""
    for name in ("front", "back", "left", "right"):
        assert down(net, net.panels[name]) == pytest.approx((0, 1, 0), abs=1e-9), name
    assert down(net, net.panels["top"]) == pytest.approx((0, 0, 1), abs=1e-9)
    assert down(net, net.panels["bottom"]) == pytest.approx((0, 0, -1), abs=1e-9)


@given(BOXES)
def test_a_box_closes(net: Net) -> None:
    lies_flat(net)
    closes(net)
    stands_upright(net)
    assert area(polygon(net.outline)) == pytest.approx(fsum(area(shape) for shape in parts(net).values()), abs=0.001)


@given(BOXES)
def test_the_tabs_of_a_box_are_at_its_seven_open_edges_and_never_meet(net: Net) -> None:
    assert len(net.flaps) == 7
    for one, other in combinations(net.flaps, 2):
        if one.behind == other.behind:
            origin = net.panels[one.behind]
            flat = [flat_on(net, origin, flap.name) for flap in (one, other)]
            assert common(*flat) < 0.001, (one.name, other.name)


def flat_on(net: Net, panel: Panel, name: str) -> tuple[Point, ...]:
    """A folded part as it lies on a panel's plane, clockwise."""
    origin, right, low = (
        folded(net, panel.name, (panel.x + dx, panel.y + dy, 0)) for dx, dy in ((0, 0), (1, 0), (0, 1))
    )
    found = tuple(
        (
            fsum((corner[i] - origin[i]) * (right[i] - origin[i]) for i in range(3)),
            fsum((corner[i] - origin[i]) * (low[i] - origin[i]) for i in range(3)),
        )
        for corner in corners(net, name)
    )
    return found if area(found) > 0 else found[::-1]


def test_a_cube_has_tabs_of_a_quarter_of_its_edge() -> None:
    net = cube(16)
    assert (net.size.width, net.size.height) == (68, 56)
    assert {hypot(b[0] - a[0], b[1] - a[1]) for a, b, *_ in (flap.corners for flap in net.flaps)} == {4 * sqrt(2)}


@given(TUCK_BOXES)
def test_a_tuck_box_closes(net: Net) -> None:
    lies_flat(net)
    closes(net)
    stands_upright(net)
    assert [flap.name for flap in net.flaps if not flap.glued] == ["top_left_flap", "top_right_flap", "lip"]
    for flap in net.flaps[:3]:
        start, first, last, end = flap.corners
        assert dist(start, end) - dist(first, last) > 0.19 * min(dist(start, end), dist(start, first)), "it is tapered"
    # rounding takes a half disc out of the front, and the lip's two corners off
    rounded = [corner.radius for corner in net.outline if corner.radius]
    notch, lip = min(rounded[:2]), rounded[2]
    assert notch < net.panels["top"].y, "the lip covers the thumb notch"
    per_square = pi * sin(CHORD) / CHORD  # a disc of radius 1 that is followed by chords
    taken = per_square * notch**2 / 2 + 2 * lip**2 * (1 - per_square / 4)
    whole = fsum(area(shape) for shape in parts(net).values())
    assert area(polygon(net.outline)) == pytest.approx(whole - taken, abs=0.001)


@given(MEASURE, MEASURE, MEASURE, st.floats(0, 1), st.floats(0, 4))
def test_what_it_is_made_for_goes_in(width: float, height: float, depth: float, board: float, slack: float) -> None:
    net = tuck_box(width, height, depth, board, slack)
    front, left = net.panels["front"], net.panels["left"]
    inner = (front.width - 2 * board, front.height - 2 * board, left.width - 2 * board)
    assert inner == pytest.approx((width + slack, height + slack, depth + slack / 2))


def test_the_box_of_54_poker_cards() -> None:
    net = tuck_box(63, 88, 54 * 0.3)
    assert (net.size.width, net.size.height) == pytest.approx((182.8, 145.2), abs=0.05)
    assert (net.panels["front"].width, net.panels["front"].height) == pytest.approx((65.6, 90.6))


@given(st.floats(5, 300), st.floats(5, 300), st.sampled_from(["side", "top"]))
def test_a_card_folds_onto_itself(width: float, height: float, fold: str) -> None:
    net = fold_over(width, height, fold)
    lies_flat(net)
    back_to_back(net)


@given(STANDEES)
def test_a_standee_folds_at_its_head_and_stands(net: Net) -> None:
    lies_flat(net)
    back_to_back(net)
    for name, way in (("front_tab", 1), ("back_tab", -1)):
        found = corners(net, name)
        feet = [corner[1] for corner in corners(net, "front")]
        assert [y for _, y, _ in found] == pytest.approx([max(feet)] * 4, abs=1e-6), "the tabs lie on the ground"
        assert max(way * z for _, _, z in found) == pytest.approx(net.panels[name].height)
        assert min(way * z for _, _, z in found) == pytest.approx(0, abs=1e-6)
        assert normal(net, name) == pytest.approx((0, -1, 0), abs=1e-9), "what is printed on a tab is seen from above"
        assert down(net, net.panels[name])[2] == pytest.approx(way), "each is read from its own side"


def back_to_back(net: Net) -> None:
    """The back lies on the front's back, upright, each corner on a corner."""
    front, back = corners(net, "front"), corners(net, "back")
    assert all(min(dist(corner, other) for other in front) < NEAR for corner in back)
    assert normal(net, "front") == pytest.approx((0, 0, 1), abs=1e-9)
    assert normal(net, "back") == pytest.approx((0, 0, -1), abs=1e-9)
    for name in ("front", "back"):
        assert down(net, net.panels[name]) == pytest.approx((0, 1, 0), abs=1e-9)


@pytest.mark.parametrize("base", range(15, 61))
@given(width=st.floats(5, 60), tab=st.floats(3, 30), rim=st.floats(0.5, 3))
def test_tabs_stay_within_every_base(base: int, width: float, tab: float, rim: float) -> None:
    net = standee(width, 40, base, tab, rim)
    middle = net.size.width / 2
    ground = corners(net, "front_tab") + corners(net, "back_tab")
    assert max(hypot(x - middle, z) for x, _, z in ground) <= base / 2 - rim + 1e-6
    front = net.panels["front_tab"]
    assert front.width <= width and front.height <= tab


@pytest.mark.parametrize("base", [15, 23, 25, 30, 40, 60])
@pytest.mark.parametrize("width", [8, 16, 24, 40])
def test_no_larger_tab_would_stay_within_the_base(base: int, width: int) -> None:
    tab = standee(width, 40, base).panels["front_tab"]
    radius = base / 2 - 1
    sizes = ((w / 10, d / 10) for w in range(1, 10 * width + 1) for d in range(1, 101))
    best = max(w * d for w, d in sizes if hypot(w / 2, d) <= radius)
    assert tab.width * tab.height >= best - 0.1 * (tab.width + tab.height)  # both are rounded down to a tenth


def test_a_standees_cuts_are_what_is_not_the_strips_own_edge() -> None:
    narrow = standee(23, 44, 23)
    assert [len(line) for line in narrow.cuts] == [6, 6]
    wide = standee(20, 44, 50)
    assert [len(line) for line in wide.cuts] == [2, 2]
    assert wide.panels["front_tab"].width == 20
    assert area(polygon(wide.outline)) == pytest.approx(wide.size.width * wide.size.height)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: cube(-1), "cube: edge cannot be -1 mm"),
        (lambda: cube(6000), "cube: edge cannot be 6000 mm"),
        (lambda: cube(16, 9), "cube: a tab of 9 mm is more than half of 16 mm"),
        (lambda: cube(2), "cube: a tab of 0.5 mm at an edge of 2 mm is too small for glue"),
        (lambda: closed_box(30, 4, 30, 3), "closed_box: a tab of 3 mm is more than half of 4 mm"),
        (lambda: tuck_box(63, 0, 20), "tuck_box: height cannot be 0 mm"),
        (lambda: tuck_box(63, 88, 2), "tuck_box: a depth of 2 mm leaves no room for flaps"),
        (lambda: tuck_box(63, 88, 20, board=30), "tuck_box: a board of 30 mm cannot be right"),
        (lambda: standee(20, 40, 5), "standee: tabs of 1 mm on a base of 5 mm are too small for glue"),
        (lambda: standee(20, 40, 25, rim=13), "standee: a rim of 13 mm leaves nothing of a base of 25 mm"),
        (lambda: fold_over(40, 60, "middle"), "fold_over: there is no fold at the middle"),
    ],
)  # fmt: skip
def test_measures_of_which_nothing_can_be_made(make, says: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(NetError) as caught:
        make()
    assert str(caught.value).startswith(says)
    assert caught.value.hint


def test_rounded_corners_are_arcs() -> None:
    square = (Corner(0, 0), Corner(10, 0, 2), Corner(10, 10), Corner(0, 10))
    assert path_data(square) == "M0 0L8 0A2 2 0 0 1 10 2L10 10L0 10Z"
    points = polygon(square)
    assert all(dist(point, (8, 2)) == pytest.approx(2) for point in points[1:-2])
    assert area(points) == pytest.approx(100 - 4 * (1 - pi / 4), abs=0.02)
    notch = (Corner(0, 0), Corner(5, 0), Corner(5, 3, 3), Corner(11, 3, 3), Corner(11, 0), Corner(16, 0), Corner(16, 9))
    assert "A3 3 0 0 0 8 3" in path_data(notch)
