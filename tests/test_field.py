"""Free distances against brute force: everything that the field computes is found again by dense sampling."""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, pi, sin

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pnp.field.geometry import Circle, Point, Polygon, Shape, along, apart, box, contains, gap, path_gap
from pnp.field.legs import TOUCH, halt, length, meets, overlaps, slid
from pnp.field.sight_lines import CLEAR, blockers, first_hit, sight

numbers = st.integers(0, 60).map(lambda n: n / 2)
points = st.tuples(numbers, numbers)
circles = st.builds(Circle, numbers, numbers, st.integers(1, 8).map(lambda n: n / 2))
boxes = st.builds(
    box, numbers, numbers, st.integers(1, 16).map(float), st.integers(1, 16).map(float), st.integers(0, 179).map(float)
)
# a star-shaped polygon round a point: simple, and seldom convex
stars = st.builds(
    lambda x, y, spokes: Polygon(
        tuple(
            (x + r * cos(2 * pi * i / len(spokes)), y + r * sin(2 * pi * i / len(spokes))) for i, r in enumerate(spokes)
        )
    ),
    numbers,
    numbers,
    st.lists(st.integers(1, 8).map(float), min_size=3, max_size=7),
)
shapes: st.SearchStrategy[Shape] = st.one_of(circles, boxes, stars)


def rim(shape: Shape, many: int = 240) -> list[Point]:
    """Points round a shape's edge."""
    if isinstance(shape, Circle):
        turns = [2 * pi * i / many for i in range(many)]
        return [(shape.x + shape.radius * cos(t), shape.y + shape.radius * sin(t)) for t in turns]
    each = max(2, many // len(shape.corners))
    return [along(a, b, i / each) for a, b in shape.sides for i in range(each)]


def inside(shape: Shape, point: Point) -> bool:
    return apart(shape.centre, point) <= shape.radius if isinstance(shape, Circle) else contains(shape, point)


def pitch(shape: Shape, many: int = 240) -> float:
    """How far apart the points of its rim are at most."""
    found = rim(shape, many)
    return max(apart(a, b) for a, b in zip(found, [*found[1:], found[0]], strict=True))


@given(shapes, shapes)
def test_gap_is_the_least_distance_of_points_of_both(a: Shape, b: Shape) -> None:
    one, two = rim(a), rim(b)
    least = min(apart(p, q) for p in one for q in two)
    if any(inside(a, q) for q in two) or any(inside(b, p) for p in one):
        assert gap(a, b) < 1e-9
    else:
        assert gap(a, b) <= least + 1e-9
        assert gap(a, b) >= least - (pitch(a) + pitch(b)) / 2 - 1e-9
    assert gap(a, b) == pytest.approx(gap(b, a), abs=1e-9)


@given(boxes, points)
def test_a_box_holds_what_its_own_axes_say(shape: Polygon, point: Point) -> None:
    """Against the definition: inside a rectangle both coordinates along its sides lie between its ends."""
    a, b, _, d = shape.corners
    shares = []
    for end in (b, d):
        ex, ey = end[0] - a[0], end[1] - a[1]
        shares.append(((point[0] - a[0]) * ex + (point[1] - a[1]) * ey) / (ex * ex + ey * ey))
    assume(all(min(abs(share), abs(share - 1)) > 1e-6 for share in shares))
    assert contains(shape, point) == all(0 < share < 1 for share in shares)


@given(circles, st.lists(points, min_size=2, max_size=4), shapes)
def test_a_base_meets_what_it_lies_over_at_any_step(base: Circle, way: list[Point], shape: Shape) -> None:
    steps = [along(a, b, i / 200) for a, b in pairwise(way) for i in range(201)]
    least = min(gap(Circle(*step), shape) for step in steps)
    stride = max(apart(a, b) for a, b in pairwise(way)) / 200
    if least < base.radius - TOUCH - 1e-9:
        assert meets(base, way, shape)
    if least > base.radius - TOUCH + stride:
        assert not meets(base, way, shape)
    assert path_gap(way, shape) == pytest.approx(least, abs=stride + 1e-9)


@given(circles, st.lists(points, min_size=2, max_size=4), st.lists(shapes, max_size=3))
def test_a_base_halts_where_it_first_touches(base: Circle, way: list[Point], others: list[Shape]) -> None:
    base = base.at(way[0])
    assume(not any(overlaps(base, other) for other in others))
    leg, where = halt(base, way, others)
    gone = [*way[: leg + 1], where]
    assert not any(meets(base, gone, other) for other in others), "all the way there it lies over nothing"
    hit = any(meets(base, way, other) for other in others)
    if not hit:
        assert where == way[-1]
        return
    touched = min(gap(base.at(where), other) for other in others)
    assert touched < 1e-6, "and there it touches what halts it"
    # a step further it lies over it, or slides along it to where it does
    assert length(gone) <= length(way) + 1e-9


@given(circles, circles, st.lists(shapes, max_size=3))
def test_sight_is_clear_exactly_when_some_sampled_line_is(a: Circle, b: Circle, others: list[Shape]) -> None:
    assume(apart(a.centre, b.centre) > a.radius + b.radius + 0.1)
    assume(not any(gap(end, other) < 0.05 for end in (a, b) for other in others))
    found = sight(a, b, others)
    sampled = [
        (p, q) for p in rim(a, 36) for q in rim(b, 36) if all(path_gap([p, q], other) > 2 * CLEAR for other in others)
    ]
    if found is None:
        assert not sampled, "every line that can be drawn is found"
        return
    assert all(path_gap(found, other) > 0 for other in others), "the line that is found can be drawn"
    assert apart(found[0], a.centre) == pytest.approx(a.radius, abs=1e-6)
    assert apart(found[1], b.centre) == pytest.approx(b.radius, abs=1e-6)
    if sampled:
        assert apart(*found) <= min(apart(*line) for line in sampled) + 1e-6, "and no shorter one can"


def test_nobody_sees_through_the_joint_of_two_walls() -> None:
    a, b = Circle(0, 0, 1), Circle(20, 0, 1)
    walls = [box(10, -15, 2, 30), box(10, 15, 2, 30)]
    assert sight(a, b, walls) is None
    assert sight(a, b, [box(10, -15.1, 2, 30), walls[1]]) is not None
    assert blockers(a, b, [Circle(15, 0, 1), *walls]) == [1, 2, 0]
    assert first_hit(((1, 0), (19, 0)), Circle(15, 0, 1)) == pytest.approx(13, abs=0.01)


def test_sight_passes_beside_what_hides_the_middle() -> None:
    """The shortest way round a small rock leaves from the flank of the base, not from its middle."""
    a, b, rock = Circle(0, 0, 2), Circle(12, 0, 2), Circle(6, 0, 0.5)
    found = sight(a, b, [rock])
    assert found is not None and 8 < apart(*found) < 8.2
    assert min(abs(y) for _, y in found) > 0.4
    straight = sight(a, b, [])
    assert straight is not None and apart(*straight) == pytest.approx(8)


@given(circles, points, st.integers(-20, 20).map(lambda n: n / 4))
def test_a_push_keeps_to_the_line_of_the_centres(base: Circle, about: Point, distance: float) -> None:
    assume(apart(about, base.centre) > max(0.5, -distance))
    moved = slid(base, about, distance)
    assert apart(moved.centre, base.centre) == pytest.approx(abs(distance))
    assert apart(about, moved.centre) == pytest.approx(apart(about, base.centre) + distance)
    (ax, ay), (bx, by), (mx, my) = about, base.centre, moved.centre
    assert abs((bx - ax) * (my - ay) - (by - ay) * (mx - ax)) < 1e-6
    assert moved.radius == base.radius
    with pytest.raises(ValueError, match="no line through their centres"):
        slid(base.at(about), about, 1)


def test_a_gap_as_wide_as_the_base_lets_it_through_and_no_narrower_one() -> None:
    way = [(0.0, 0.0), (20.0, 0.0)]
    for width, passes in ((4.0, True), (4.2, True), (3.96, False), (3.0, False)):
        walls: list[Shape] = [box(10, -(width / 2 + 5), 2, 10), Circle(10, width / 2 + 3, 3)]
        assert any(meets(Circle(0, 0, 2), way, wall) for wall in walls) != passes
    assert hypot(*halt(Circle(0, 0, 2), way, [box(10, 0, 2, 2)])[1]) == pytest.approx(7)
