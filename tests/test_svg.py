"""What SVG says, as plain values: lengths, transforms, viewports, boxes, letters, foreign files, a path's length."""

from __future__ import annotations

from dataclasses import astuple
from math import hypot

import numpy as np
import pytest

from pnp.svg.art import embedded_picture, is_svg, open_art, picture_port
from pnp.svg.boxes import box_of, leaf_box, units
from pnp.svg.cascade import Cascade, Viewport, first_style, relative_weight
from pnp.svg.lengths import fraction, number, numbers, split_length
from pnp.svg.letters import spans_of
from pnp.svg.path import parse_path
from pnp.svg.plain import plain_group
from pnp.svg.references import colors_in, families_in, icons_in, pictures_in, words_in
from pnp.svg.subset import INITIAL
from pnp.svg.transform import cuts_off, enter, face_space, fit, invert, moved_box, parse_transform, port_size, view_box
from pnp.svg.tree import Element, SvgFault, parse, target, written
from pnp.svg.vertices import path_length
from pnp.svg.walk import open_face, shown_in
from pnp.units import Matrix, Rect, Size

HERE = Cascade({**INITIAL, "font-size": "5"}, Viewport(40, 30, 2.0))
NOWHERE = Cascade(INITIAL, Viewport())


def svg(body: str, root: str = "") -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30" {root}>{body}</svg>'


def element(text: str) -> Element:
    return parse(svg(text))[0]


@pytest.mark.parametrize(
    ("text", "axis", "length"),
    [
        ("7", "w", 7), ("7px", "w", 7), ("7PX", "w", 7), (" -.5e1 ", "w", -5), ("+3.", "h", 3),
        ("3mm", "w", 6), ("1cm", "w", 20), ("1in", "w", 50.8), ("72pt", "w", 50.8), ("6pc", "w", 50.8), ("4q", "w", 2),
        ("50%", "w", 20), ("50%", "h", 15), ("50%", "d", hypot(40, 30) / 2 / 2**0.5),
        ("2em", "w", 10), ("2rem", "w", 10), ("2ex", "w", 5), ("1e6", "w", 1e6), ("-1e6", "w", -1e6),
    ],
)  # fmt: skip
def test_a_length_in_each_unit(text: str, axis: str, length: float) -> None:
    assert HERE.length(text, "x", axis) == pytest.approx(length)


@pytest.mark.parametrize(
    "text", ["", "3foo", "1000001", "-1000001", "1e7%", "nan", "3 mm", "3,4", "0x3", "--3", "1e", "calc(1px)"]
)
def test_what_is_no_length_is_told(text: str) -> None:
    with pytest.raises(SvgFault) as caught:
        split_length(text, "rx")
    assert caught.value.message == f"rx is '{text}', which is not a number"
    assert caught.value.hint == "write a number of millimetres, without a unit"


def test_a_share_of_a_drawing_that_does_not_say_how_large_it_is_is_refused() -> None:
    for half in (Viewport(), Viewport(width=3), Viewport(height=3)):
        with pytest.raises(SvgFault) as caught:
            Cascade(INITIAL, half).length("5%", "rx", "w")
        assert caught.value.message == "rx is '5%', and the drawing has no viewBox"
        assert caught.value.hint == "give the <svg> a viewBox"


@pytest.mark.parametrize(("text", "share"), [("0.3", 0.3), ("30%", 0.3), ("-1", 0), ("1.01", 1), ("101%", 1), ("0", 0)])
def test_a_share_stays_between_nothing_and_all(text: str, share: float) -> None:
    assert fraction(text, "opacity") == share


def test_numbers_stand_apart_or_run_together() -> None:
    assert numbers(" 1,2 -3.5.5+6e1\n,7", "points") == [1, 2, -3.5, 0.5, 60, 7]
    assert numbers("1000000 -1000000", "points") == [1e6, -1e6]
    with pytest.raises(SvgFault, match=r"^points has 'x 4567890123' where a number should stand$"):
        numbers("1 2 x 45678901234", "points")
    with pytest.raises(SvgFault, match=r"^points has 1000001, which is larger than any paper$"):
        numbers("1 1000001", "points")
    with pytest.raises(SvgFault) as caught:
        number("3mm", "pathLength")
    assert (caught.value.message, caught.value.hint) == (
        "pathLength is '3mm', which is not a number",
        "write a number, without a unit",
    )


@pytest.mark.parametrize(
    ("size", "made"),
    [
        ("7", 7), ("3mm", 6), ("2em", 10), ("2ex", 5), ("150%", 7.5), ("larger", 6), ("smaller", 5 / 1.2), ("0", 0),
        ("medium", 12 * 25.4 / 72 * 2), ("xx-small", 0.6 * 12 * 25.4 / 72 * 2), ("x-large", 1.5 * 12 * 25.4 / 72 * 2),
    ],
)  # fmt: skip
def test_a_size_of_letters_is_in_user_units(size: str, made: float) -> None:
    assert float(HERE.deeper({"font-size": size}).style["font-size"]) == pytest.approx(made)


@pytest.mark.parametrize(
    ("weight", "lighter", "bolder"),
    [
        ("100", "100", "400"), ("349", "100", "400"), ("350", "100", "700"), ("normal", "100", "700"),
        ("549", "100", "700"), ("550", "400", "900"), ("bold", "400", "900"), ("749", "400", "900"),
        ("750", "700", "900"), ("899", "700", "900"), ("900", "700", "900"), ("1000", "700", "1000"),
        ("heavy", "heavy", "heavy"),
    ],
)  # fmt: skip
def test_what_is_bolder_and_lighter(weight: str, lighter: str, bolder: str) -> None:
    assert (relative_weight("lighter", weight), relative_weight("bolder", weight)) == (lighter, bolder)


def test_a_place_hands_down_what_is_inherited() -> None:
    below = HERE.deeper({"fill": "red", "stroke": "inherit", "opacity": "0.5", "stroke-width": "3"})
    changed = {name for name, value in below.style.items() if value != HERE.style.get(name)}
    assert changed == {"fill", "stroke-width"} and "opacity" not in below.style
    assert (below.depth, below.viewport, below.gray) == (1, HERE.viewport, False)
    assert HERE.deeper({}).style is HERE.style
    assert Viewport(3, 4, 5).sized(Rect(9, 9, 6, 7)) == Viewport(6, 7, 5)
    assert float(first_style(Viewport(per_mm=3))["font-size"]) == pytest.approx(12 * 25.4 / 72 * 3)


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("translate(3)", (5, 5)), ("translate(3 4)", (5, 9)), ("scale(3)", (6, 15)), ("scale(3, 4)", (6, 20)),
        ("rotate(90)", (-5, 2)), ("rotate(90 1 2)", (-2, 3)), ("skewX(45)", (7, 5)), ("skewY(45)", (2, 7)),
        ("matrix(1 2 3 4 5 6)", (22, 30)), (" translate(3 4) , scale(2)\n", (7, 14)), ("", (2, 5)),
    ],
)  # fmt: skip
def test_a_transform_moves_a_point(text: str, point: tuple[float, float]) -> None:
    matrix = parse_transform(text)
    assert matrix.apply(2, 5) == pytest.approx(point)
    back = invert(matrix)
    assert back is not None and back.apply(*point) == pytest.approx((2, 5))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("translate(1 2 3)", "transform translate takes 1 or 2 numbers, found 3"),
        ("rotate(1 2)", "transform rotate takes 1 or 3 numbers, found 2"),
        ("skewX()", "transform skewX takes 1 numbers, found 0"),
        ("matrix(1)", "transform matrix takes 6 numbers, found 1"),
        ("scale(2) and what follows it", "transform has 'and what follows'"),
        ("scale(2mm)", "transform scale has 'mm' where a number should stand"),
        ("rotation(2)", "unknown transform 'rotation'"),
    ],
)
def test_what_is_no_transform_is_told(text: str, message: str) -> None:
    with pytest.raises(SvgFault) as caught:
        parse_transform(text)
    assert caught.value.message == message


def test_what_flattens_has_no_way_back() -> None:
    assert invert(Matrix(1, 2, 2, 4)) is None and invert(Matrix(1e-7, 0, 0, 1e-6)) is None
    assert invert(Matrix(2e-6, 0, 0, 1e-6)) is not None


def test_a_moved_box_is_upright_round_its_corners() -> None:
    assert astuple(moved_box(Rect(1, 2, 3, 5), parse_transform("rotate(90) scale(2 1)"))) == pytest.approx(
        (-7, 2, 5, 6)
    )
    assert astuple(moved_box(Rect(1, 2, 3, 5), Matrix(1, 2, 3, 4, 5, 6))) == pytest.approx((12, 16, 18, 26))


@pytest.mark.parametrize(
    ("ratio", "matrix"),
    [
        ("", (2, 0, 0, 2, 8, 0)), ("xMidYMid", (2, 0, 0, 2, 8, 0)), ("xMinYMin meet", (2, 0, 0, 2, 3, 0)),
        ("defer xMaxYMax", (2, 0, 0, 2, 13, 0)), ("none", (3, 0, 0, 2, 2, 0)),
        ("xMidYMin slice", (3, 0, 0, 3, 2, -2)), ("xMinYMid slice", (3, 0, 0, 3, 2, -7)),
        ("xMaxYMax slice", (3, 0, 0, 3, 2, -12)),
    ],
)  # fmt: skip
def test_a_box_is_fitted_into_a_port(ratio: str, matrix: tuple[float, ...]) -> None:
    assert astuple(fit(Rect(1, 2, 10, 10), Rect(5, 4, 30, 20), ratio)) == matrix


@pytest.mark.parametrize("text", ["1 2 3", "1 2 0 4", "1 2 3 0", "1 2 -3 4", "1 2 3 4 5"])
def test_what_is_no_view_box_is_told(text: str) -> None:
    with pytest.raises(SvgFault) as caught:
        view_box(Element("svg", viewBox=text))
    assert (caught.value.message, caught.value.hint) == (f"viewBox is '{text}'", "write it as x y width height")


@pytest.mark.parametrize(
    ("own", "use", "place", "size"),
    [
        ({"width": "7", "height": "10%"}, {}, HERE, (7, 3)),
        ({"width": "7", "height": "3"}, {"width": "25%"}, HERE, (10, 3)),
        ({}, {"height": "3"}, HERE, (40, 3)),
        ({"width": "auto"}, {}, HERE, (40, 30)),
        ({"viewBox": "1 2 7 3"}, {}, HERE, (40, 30)),
        ({"viewBox": "1 2 7 3"}, {}, NOWHERE, (7, 3)),
        ({"viewBox": "1 2 7 3"}, {"width": "4"}, NOWHERE, (4, 3)),
        ({"height": "4"}, {}, NOWHERE, None),
        ({"width": "0", "height": "3"}, {}, NOWHERE, (0, 3)),
    ],
)
def test_a_viewport_is_as_large_as_its_use_its_own_sides_or_all_there_is(
    own: dict[str, str], use: dict[str, str], place: Cascade, size: tuple[float, float] | None
) -> None:
    assert port_size(Element("svg", own), Element("use", use), place) == (size and Rect(0, 0, *size))


def test_within_a_viewport_lengths_are_of_its_box() -> None:
    port = Rect(0, 0, 20, 10)
    matrix, inside = enter(Element("svg", viewBox="1 2 5 5"), port, HERE)
    assert astuple(matrix) == (2, 0, 0, 2, 3, -4) and inside.viewport == Viewport(5, 5, 2)
    matrix, inside = enter(Element("svg"), port, HERE)
    assert matrix == Matrix() and inside.viewport == Viewport(20, 10, 2)
    assert enter(Element("svg", viewBox="1 2 5 5"), None, HERE) == (Matrix(), HERE)


def test_a_viewport_cuts_off_unless_it_is_told_otherwise() -> None:
    cut = {name: cuts_off({"overflow": name}) for name in ("hidden", "scroll", "visible", "auto")}
    assert cut == {"hidden": True, "scroll": True, "visible": False, "auto": False} and cuts_off({})


@pytest.mark.parametrize(
    ("root", "scale", "viewport"),
    [
        ({}, 1, Viewport()),
        ({"viewBox": "1 2 40 30"}, 1, Viewport(40, 30)),
        ({"viewBox": "1 2 40 30", "width": "20mm", "height": "15mm"}, 0.5, Viewport(40, 30, 2)),
        ({"viewBox": "1 2 40 30", "width": "20mm", "height": "90mm"}, 0.5, Viewport(40, 30, 2)),
        ({"viewBox": "1 2 40 30", "width": "2em", "height": "15mm"}, 1, Viewport(40, 30)),
        ({"viewBox": "1 2 40 30", "width": "20", "height": "15mm"}, 1, Viewport(40, 30)),
        ({"viewBox": "1 2 40 30", "width": "40.00001mm", "height": "30.00001mm"}, 1, Viewport(40, 30)),
    ],
)
def test_a_face_says_how_long_its_unit_is(root: dict[str, str], scale: float, viewport: Viewport) -> None:
    assert face_space(Element("svg", root)) == (Matrix(scale, 0, 0, scale), viewport)


def test_a_face_too_small_for_its_view_box_is_refused() -> None:
    with pytest.raises(SvgFault) as caught:
        face_space(Element("svg", viewBox="0 0 1000000 1000000", width="1mm", height="0.5mm"))
    assert caught.value.message == "width='1mm' is too small for the viewBox"


BOXES = {
    "what says something and draws nothing": (
        '<title style="fil: ink">a</title><o:a xmlns:o="urn:o" style="fil: ink"/><rect x="1" y="2" width="3" height="5"/>',
        (1, 2, 3, 5),
    ),
    "what is not displayed": (
        '<rect x="1" y="2" width="3" height="5"/><rect display="none" width="30" height="20"/>',
        (1, 2, 3, 5),
    ),
    "a group that moves": (
        '<g transform="translate(3 4)"><rect x="1" y="2" width="3" height="5"/><rect width="1" height="1"/></g>',
        (3, 4, 4, 7),
    ),
    "what moves within a use": (
        '<defs><g id="a" transform="translate(3 4)"><rect x="1" y="2" width="3" height="5"/></g></defs>'
        '<use href="#a" x="10" y="20"/>',
        (14, 26, 3, 5),
    ),
    "a nested drawing": (
        '<svg x="5" y="3" width="30" height="20" viewBox="0 0 10 10"><rect x="1" y="2" width="3" height="4"/></svg>',
        (12, 7, 6, 8),
    ),
    "a nested drawing of nothing": ('<svg x="5" y="3" width="30" height="20"><g/></svg>', None),
    "a symbol": (
        '<symbol id="s" viewBox="0 0 10 10"><rect x="1" y="2" width="3" height="4"/></symbol>'
        '<use href="#s" x="5" y="3" width="30" height="20"/>',
        (12, 7, 6, 8),
    ),
    "a picture": ('<image x="10%" y="2" width="3" height="10%"/>', (4, 2, 3, 3)),
    "an icon": ('<use href="icon:a" x="1" y="2" width="3" height="5"/>', (1, 2, 3, 5)),
    "a use of nothing": ('<g id="a"/><use href="#a" x="1" y="2" width="3" height="5"/>', None),
}


@pytest.mark.parametrize("name", BOXES)
def test_a_box_is_round_what_is_drawn(name: str) -> None:
    body, box = BOXES[name]
    document, _ = open_face(svg(body))
    found = box_of(document.root, document.origin, document)
    assert (found and astuple(found)) == box
    assert document.left_out == {}


@pytest.mark.parametrize(
    ("body", "box"),
    [
        ('<rect x="1" y="2" width="3" height="5"/>', (1, 2, 3, 5)),
        ('<image x="1" y="2" width="3" height="5"/>', (1, 2, 3, 5)),
        ('<use href="icon:a" x="1" y="2" width="3" height="5"/>', (1, 2, 3, 5)),
        ('<use href="#b" x="1" y="2" width="3" height="5"/><rect id="b" width="3" height="5"/>', None),
        ('<g><rect x="1" y="2" width="3" height="5"/></g>', None),
        ("<text>a</text>", None),
    ],
)
def test_a_leaf_has_the_box_of_what_it_draws_itself(body: str, box: tuple[float, ...] | None) -> None:
    document, _ = open_face(svg(body))
    found = leaf_box(document.root[0], document.origin, document)
    assert (found and astuple(found)) == box


def test_units_are_shares_of_a_box_or_the_users() -> None:
    box = Rect(1, 2, 3, 5)
    assert units(Element("mask", u="objectBoundingBox"), "u", "userSpaceOnUse", box) == Matrix(3, 0, 0, 5, 1, 2)
    assert units(Element("mask"), "u", "objectBoundingBox", box) == Matrix(3, 0, 0, 5, 1, 2)
    assert units(Element("mask"), "u", "userSpaceOnUse", box) == Matrix()
    with pytest.raises(SvgFault) as caught:
        units(Element("mask", u="box"), "u", "userSpaceOnUse", box)
    assert (caught.value.message, caught.value.hint) == ("u is 'box'", "write userSpaceOnUse or objectBoundingBox")


TEXTS: dict[str, tuple[str, list[tuple[object, ...]]]] = {
    "spaces": ("<text>  a \n b </text>", [("a b", None, None, 0, 0)]),
    "spaces across elements": (
        "<text> a <tspan> b</tspan>\n c </text>",
        [("a ", None, None, 0, 0), ("b", None, None, 0, 0), (" c", None, None, 0, 0)],
    ),
    "spaces that are kept": ('<text xml:space="preserve">a\n\tb </text>', [("a  b ", None, None, 0, 0)]),
    "spaces that a style keeps": ('<text style="white-space:pre">a  b </text>', [("a  b ", None, None, 0, 0)]),
    "spaces that a style does not keep": ('<text style="white-space:normal">a \n b </text>', [("a b", None, None, 0, 0)]),
    "one place": ('<text x="10%" y="10%" dx="1" dy="-2">ab</text>', [("ab", 4, 3, 1, -2)]),
    "places": (
        '<text x="1 2,3" y="5" dx="0 4">abcd</text>',
        [("a", 1, 5, 0, 0), ("b", 2, None, 4, 0), ("cd", 3, None, 0, 0)],
    ),
    "places of an inner element": (
        '<text x="1 8">ab<tspan x="5" y="7">cd</tspan>ef<tspan dx="1" dy="-2">g</tspan></text>',
        [("a", 1, None, 0, 0), ("b", 8, None, 0, 0), ("cd", 5, 7, 0, 0), ("ef", None, None, 0, 0), ("g", None, None, 1, -2)],
    ),
    "words apart": (
        '<text x="1" y="2" dx="5" word-spacing="3">ab cd <tspan>ef</tspan> gh</text>',
        [
            ("ab ", 1, 2, 5, 0), ("cd ", None, None, 3, 0), ("", None, None, 3, 0), ("ef", None, None, 0, 0),
            (" ", None, None, 0, 0), ("gh", None, None, 3, 0),
        ],
    ),
    "what is no text": (
        "<text>a<title>no</title>b<tspan display='none'>d</tspan><o:a xmlns:o='urn:o'>no</o:a></text>",
        [("a", None, None, 0, 0), ("b", None, None, 0, 0)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TEXTS)
def test_letters_stand_in_stretches(name: str) -> None:
    body, stretches = TEXTS[name]
    document, _ = open_face(svg(body))
    text = document.root[0]
    found = spans_of(text, document.origin.deeper(document.declared(text)), document)
    assert [(span.text, span.x, span.y, span.dx, span.dy) for span in found] == stretches
    assert document.left_out == {}


def test_a_stretch_has_the_style_and_the_shifts_of_what_it_stands_in() -> None:
    document, _ = open_face(
        svg(
            '<text dominant-baseline="hanging" font-size="5">a<tspan alignment-baseline="middle" font-size="2">b</tspan>'
            '<tspan alignment-baseline="baseline" baseline-shift="sub">c<tspan baseline-shift="0">d</tspan>'
            '<tspan baseline-shift="2" font-size="3">e</tspan></tspan></text>'
        )
    )
    text = document.root[0]
    place = document.origin.deeper(document.declared(text))
    found = spans_of(text, Cascade(place.style, place.viewport, 7, gray=True), document)
    assert [(span.text, span.cascade.style["dominant-baseline"], span.cascade.style["font-size"]) for span in found] == [
        ("a", "hanging", "5.0"), ("b", "middle", "2.0"), ("c", "hanging", "5.0"), ("d", "hanging", "5.0"), ("e", "hanging", "3.0"),
    ]  # fmt: skip
    shifts = [[(shift, place.style["font-size"]) for shift, place in span.shifts] for span in found]
    assert shifts == [[], [], [("sub", "5.0")], [("sub", "5.0")], [("sub", "5.0"), ("2", "3.0")]]
    assert {(span.cascade.viewport, span.cascade.gray) for span in found} == {(document.origin.viewport, True)}
    assert [span.cascade.depth for span in found] == [7, 8, 8, 9, 9]


def shown(body: str) -> list[tuple[str, tuple[float, ...], int, int]]:
    """What is shown of a drawing: tags, how far they are moved and scaled, how deep, how many stand round them."""
    document, matrix = open_face(svg(body, 'width="80mm" height="60mm"'))
    places = list(shown_in(document, matrix))[1:]
    assert not document.left_out
    return [
        (place.element.tag.rpartition("}")[2], (place.matrix.a, place.matrix.d, place.matrix.e, place.matrix.f), place.cascade.depth, len(place.within))
        for place in places
    ]  # fmt: skip


WALKS: dict[str, tuple[str, list[tuple[str, tuple[float, ...], int, int]]]] = {
    "a group that moves": (
        '<g transform="translate(3 4)"><rect/><a><path transform="scale(5 6)"/></a></g>',
        [("g", (2, 2, 6, 8), 2, 1), ("rect", (2, 2, 6, 8), 3, 2), ("a", (2, 2, 6, 8), 3, 2), ("path", (10, 12, 6, 8), 4, 3)],
    ),
    "what is not shown": (
        '<defs><rect/></defs><title/><style/><g display="none"><rect/></g><o:a xmlns:o="urn:o"><rect/></o:a><symbol/>',
        [],
    ),
    "a use": (
        '<defs><g id="a" transform="translate(3 4)"><rect/></g></defs><use href="#a" x="10" y="20"/>',
        [("use", (2, 2, 0, 0), 2, 1), ("g", (2, 2, 26, 48), 3, 2), ("rect", (2, 2, 26, 48), 4, 3)],
    ),
    "a nested drawing": (
        '<svg x="5" y="3" width="30" height="20" viewBox="1 2 10 10"><rect/></svg>',
        [("svg", (2, 2, 0, 0), 2, 1), ("rect", (4, 4, 16, -2), 3, 2)],
    ),
    "a symbol": (
        '<symbol id="s" viewBox="1 2 10 10"><rect/></symbol><use href="#s" x="5" y="3" width="30" height="20"/>',
        [("use", (2, 2, 0, 0), 2, 1), ("rect", (4, 4, 16, -2), 4, 3)],
    ),
    "a drawing of no width": ('<svg width="0" height="9"><rect/></svg>', [("svg", (2, 2, 0, 0), 2, 1)]),
    "an icon": ('<use href="icon:a" x="5"/>', [("use", (2, 2, 0, 0), 2, 1)]),
    "what uses itself": ('<g id="a"><use href="#a"/></g>', [("g", (2, 2, 0, 0), 2, 1), ("use", (2, 2, 0, 0), 3, 2), ("g", (2, 2, 0, 0), 4, 3), ("use", (2, 2, 0, 0), 5, 4)]),
    "what cannot be read": ('<g transform="turn(3)"><rect/></g><svg viewBox="1"><rect/></svg><path/>', [("svg", (2, 2, 0, 0), 2, 1), ("path", (2, 2, 0, 0), 2, 1)]),
}  # fmt: skip


@pytest.mark.parametrize("name", WALKS)
def test_a_walk_meets_what_is_shown_where_it_is_shown(name: str) -> None:
    body, places = WALKS[name]
    assert shown(body) == places


def test_a_walk_ends_after_twenty_thousand() -> None:
    document, matrix = open_face(svg("<g/>" * 20_000))
    assert len(list(shown_in(document, matrix))) == 20_000


def test_a_drawing_is_asked_for_the_names_it_uses() -> None:
    drawing = svg(
        """<g fill="ink" style="stroke : 'blood'; font-family: 'One', Two Three"><text font-family=" Four ,, "> a</text>"""
        '<use href="icon:sword"/><image x="1" href="a b.png"/><image href="data:image/png,a"/><image href="#a"/>'
        '<text font-family="A, B">c<tspan font-family="D"> d</tspan></text><stop stop-color="#fff"/><defs><text>no</text></defs></g>'
    )
    assert colors_in(drawing) == {"ink", "blood"}
    assert icons_in(drawing) == {"sword"}
    assert pictures_in(drawing) == {"a b.png"}
    assert families_in(drawing) == {"One", "Two Three", "Four", "A", "B", "D"}
    assert families_in("a { font-family:One , \"Two Three\",'A' }") == {"One", "Two Three", "A"}
    assert families_in("<g style='font-family: One' fill='a, b'/>") == {"One"}
    assert list(words_in(drawing)) == [("Four", "a"), ("A", "c"), ("B", "c"), ("D", " d")]
    assert list(words_in("<g>")) == []


def test_a_plain_drawing_keeps_how_its_root_moves_and_where_its_markers_are_held() -> None:
    body = (
        '<marker id="k" viewBox="1 2 4 8" refX="25%" refY="bottom"><path d="M0 0H1"/></marker>'
        '<marker id="j" refX="right" refY="10%"><path d="M0 0H1"/></marker>'
        '<path d="M0 0H9" marker-start="url(#k)" marker-end="url(#j)"/>'
        '<rect x="10%" y="10%" width="1cm" height="3pt" rx="1em"/>'
    )
    document, _ = open_face(svg(body, 'transform="rotate(30)" fill="red"'))
    assert written(plain_group(document)) == (
        '<g fill="red" transform="rotate(30)">'
        '<marker id="k" viewBox="1 2 4 8" refX="2" refY="10"><path d="M0 0H1" /></marker>'
        '<marker id="j" refX="3" refY="0.3"><path d="M0 0H1" /></marker>'
        '<path d="M0 0H9" marker-start="url(#k)" marker-end="url(#j)" />'
        '<rect x="4" y="3" width="10" height="1.05833" rx="1em" /></g>'
    )
    broken, _ = open_face(svg("<g/>", 'transform="turn(3)"'))
    with pytest.raises(SvgFault, match=r"unknown transform 'turn'"):
        plain_group(broken)


def test_a_plain_drawing_has_no_transform_where_none_is_said() -> None:
    for said in ("", 'transform=""', 'transform=" "'):
        assert written(plain_group(open_face(svg("<g/>", said))[0])) == "<g><g /></g>"


def test_a_plain_icon_says_its_lines_in_numbers_whoever_said_them() -> None:
    body = (
        '<g stroke="red" stroke-width="2" font-size="4">'
        '<use href="icon:a" width="2em" height="10%" stroke-dasharray="1em 10%"/></g><use href="icon:a" width="5"/>'
    )
    assert written(plain_group(open_face(svg(body))[0])) == (
        '<g><g stroke="red" stroke-width="2" font-size="4"><use href="icon:a" width="8" height="3" '
        'stroke-dasharray="4 3.53553" stroke-width="2" stroke-dashoffset="0" /></g><use href="icon:a" width="5" /></g>'
    )


def test_a_plain_drawing_has_what_it_names_and_the_lines_it_had() -> None:
    body = (
        '<linearGradient id="a"><stop offset="0.5"/></linearGradient><linearGradient id="g" xlink:href="#a"/>\n'
        '<g fill="url(#no) red">stray <rect fill="url(#g)"/>\n <path stroke="url(#no)none"/><text> a <tspan>b</tspan> c</text></g>'
    )
    document, _ = open_face(svg(body, 'xmlns:xlink="http://www.w3.org/1999/xlink"'))
    assert written(plain_group(document)) == (
        '<g><linearGradient id="a"><stop offset="0.5" /></linearGradient><linearGradient id="g" href="#a" />\n'
        '<g fill="red"><rect fill="url(#g)" />\n<path stroke="none" /><text> a <tspan>b</tspan> c</text></g></g>'
    )
    assert not document.left_out
    hidden = '<g display="none" color="red"><linearGradient id="g"><stop/></linearGradient></g><rect fill="url(#g)"/>'
    document, _ = open_face(svg(hidden))
    assert written(plain_group(document)) == (
        '<g><rect fill="url(#g)" /><defs><g color="red"><linearGradient id="g"><stop /></linearGradient></g></defs></g>'
    )


def test_a_large_drawing_may_show_more_and_at_most_two_hundred_thousand() -> None:
    assert [open_face(svg("<g/>" * count))[0].most for count in (9, 44_000, 50_000)] == [20_040, 196_004, 200_000]
    path = '<path d="M0 0 10 10 20"/><polyline points="1 2 3 4 5 6 7 8 9"/>'  # as much as its segments may be
    assert open_face(svg(path))[0].most == 20_000 + 3 * 4 + 15 // 8 + 17 // 8


@pytest.mark.parametrize(
    ("root", "frame", "matrix"),
    [
        ('width="8" height="4" viewBox="1 2 4 4"', (8, 4), (1, 0, 0, 1, 1, -2)),
        ('width="50%" height="auto" viewBox="1 2 4 3"', (4, 3), (1, 0, 0, 1, -1, -2)),
        ('viewBox="1 2 4 3"', (4, 3), (1, 0, 0, 1, -1, -2)),
        ("", (300, 150), (1, 0, 0, 1, 0, 0)),
        ('width="1in" height="72pt"', (96, 96), (1, 0, 0, 1, 0, 0)),
        ('width="2em" height="3em"', (32, 48), (1, 0, 0, 1, 0, 0)),
        ('width="2em" height="3em" font-size="20"', (40, 60), (1, 0, 0, 1, 0, 0)),
        ('width="8" height="9" viewBox="0 0 4 3" preserveAspectRatio="none"', (8, 9), (2, 0, 0, 3, 0, 0)),
    ],
)
def test_a_foreign_drawing_is_as_large_as_it_says(
    root: str, frame: tuple[float, ...], matrix: tuple[float, ...]
) -> None:
    document, found, way = open_art(f'<svg xmlns="http://www.w3.org/2000/svg" {root}/>'.encode(), depth=3, gray=True)
    assert (found.x, found.y, found.width, found.height) == pytest.approx((0, 0, *frame))
    assert astuple(way) == pytest.approx(matrix)
    assert document.lenient and (document.origin.depth, document.origin.gray) == (3, True)


@pytest.mark.parametrize(
    ("data", "message", "hint"),
    [
        (b'<svg width="0" height="3"/>', "the picture is 0 wide or high", "give it a size above 0"),
        (b'<svg width="3" height="-2mm"/>', "the picture is -2mm wide or high", "give it a size above 0"),
        (b"<svg>\xff</svg>", "the drawing is not text in UTF-8, as it should be", "save it as UTF-8"),
        (b"<g/>", "the outermost element is not <svg xmlns='http://www.w3.org/2000/svg'>", "begin the template with <svg …>"),
    ],
)  # fmt: skip
def test_a_foreign_drawing_that_cannot_be_shown_is_told(data: bytes, message: str, hint: str) -> None:
    with pytest.raises(SvgFault) as caught:
        open_art(data)
    assert (caught.value.message, caught.value.hint) == (message, hint)


def test_a_drawing_is_told_from_pixels_in_any_encoding() -> None:
    drawing = "<svg/>"
    for data in (
        drawing.encode(),
        drawing.encode("utf-8-sig"),
        drawing.encode("utf-16"),
        b" \n\t\r" + drawing.encode(),
    ):
        assert is_svg(data)
    assert is_svg(b" " * 63 + b"<") and not is_svg(b" " * 64 + b"<")
    assert not is_svg(b"\x89PNG<") and not is_svg(b"")


@pytest.mark.parametrize(
    ("sides", "port"),
    [
        ('x="1" y="2" width="3" height="5"', (1, 2, 3, 5)),
        ('x="10%" y="10%" width="3"', (4, 3, 3, 1.5)),
        ('height="3"', (0, 0, 6, 3)),
        ('height="3" width="auto"', (0, 0, 6, 3)),
        ('width="10%" height="auto"', (0, 0, 4, 2)),
        ('width="0" height="0"', (0, 0, 0, 0)),
    ],
)
def test_one_side_of_a_picture_may_be_left_to_its_shape(sides: str, port: tuple[float, ...]) -> None:
    assert astuple(picture_port(element(f"<image {sides}/>"), HERE, Size(8, 4))) == port


def test_an_embedded_picture_is_its_bytes() -> None:
    assert embedded_picture("data:image/svg+xml,%3Csvg/%3E") == b"<svg/>"
    assert embedded_picture("data:image/png;base64,QU\n JD") == b"ABC"
    for broken, message in (
        ("data:image/png", "the embedded picture has no data"),
        ("data:image/png;base64,QUJ", "the embedded picture is not valid base64"),
    ):
        with pytest.raises(SvgFault) as caught:
            embedded_picture(broken)
        assert caught.value.message == message


@pytest.mark.parametrize(
    ("reference", "parts"),
    [
        ("url(#a)", ("a", "")), (" url( '#a' ) red ", ("a", "red")), ('url("#a b")none', ("a b", "none")),
        ("url(a.svg#a)", ("", "")), ("red", ("", "")), ("url(#a", ("", "")),
    ],
)  # fmt: skip
def test_a_reference_is_a_name_and_what_stands_in(reference: str, parts: tuple[str, str]) -> None:
    assert target(reference) == parts


@pytest.mark.parametrize(
    ("data", "length"),
    [
        ("M1 2H4V6Z", 12),
        ("M1 2L4 6M9 9L9 11", 7),
        ("M1 2L4 6ZM0 0H1", 11),
        ("M1 2C1.3 2.4 3.7 5.6 4 6", 5),
        ("M3 3", 0),
    ],
)
def test_a_path_is_as_long_as_its_lines(data: str, length: float) -> None:
    assert path_length(parse_path(data)) == pytest.approx(length)


def test_a_curve_is_as_long_as_32_chords() -> None:
    start, points = (2.0, 1.0), ((1.0, 7.0), (9.0, 4.0), (11.0, 12.0))
    data = "M2 1C" + " ".join(f"{x} {y}" for x, y in points)
    t = np.linspace(0, 1, 33)
    x, y = (
        (1 - t) ** 3 * start[i] + 3 * (1 - t) ** 2 * t * points[0][i] + 3 * (1 - t) * t**2 * points[1][i] + t**3 * points[2][i]
        for i in (0, 1)
    )  # fmt: skip
    assert path_length(parse_path(data + "L11 15")) == pytest.approx(
        np.hypot(np.diff(x), np.diff(y)).sum() + 3, rel=1e-12
    )
