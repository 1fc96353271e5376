"""What templates may call besides the helpers: namespace, sines and their like, points, arcs and sectors."""

from __future__ import annotations

import math
import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.build.build import read_game
from pnp.faces.arcs import arc, polar, sector
from pnp.faces.compose import composer, words_for_all
from pnp.job import PrintJob
from pnp.rules import trigonometry
from pnp.rules.explain import explain
from pnp.rules.sandbox import Environment, plain_environment
from pnp.svg.path import parse_path

from .conftest import CARD, MakeGame

ANGLES = st.one_of(st.integers(-1080, 1080), st.floats(-1e4, 1e4), st.fractions(-400, 400))


def filled(text: str, **names: object) -> str:
    """A template's text filled in, or what is said of it."""
    environment = Environment(plain_environment().loader, markup=True, given=words_for_all("full"))
    try:
        return environment.from_string(text).render(names)
    except Exception as error:
        said = explain(error, names)
        return f"{said} | {said.hint}"


def test_a_namespace_is_written_to_from_within_a_loop() -> None:
    start = "{% set ns = namespace(total=10, last='') %}"
    loop = "{% for i in range(4) %}{% set ns.total = ns.total + i %}{% set ns.last = i ~ '!' %}{% endfor %}"
    assert filled(start + loop + "{{ ns.total }} {{ ns['last'] }}") == "16 3!"
    macro = "{% macro add(ns) %}{% set ns.total = ns.total + 1 %}{% endmacro %}{{ add(ns) }}{{ add(ns) }}"
    assert filled(start + macro + "{{ ns.total }}") == "12"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{% set ns = namespace(total=1) %}{{ ns.totl }}", "nothing was written to 'totl' of this namespace; did you mean 'total'? | "),
        ("{% set ns = 3 %}{% set ns.x = 1 %}", "only a namespace can be written to with a dot | make it one first: {% set ns = namespace(total=0) %}"),
        ("{% set ns = namespace() %}{{ {ns: 1} }}", "this cannot be computed: a namespace cannot be what something is found by | "),
    ],
)  # fmt: skip
def test_what_a_namespace_cannot(text: str, said: str) -> None:
    assert filled(text).startswith(said)


@pytest.mark.parametrize(
    "text",
    [
        "{% set ns = namespace(l=[1]) %}{% for i in range(60) %}{% set ns.l = [ns.l, ns.l] %}{% endfor %}",
        "{% set ns = namespace(l=[1]) %}{% for i in range(9000) %}{% set ns.l = [ns.l] %}{% endfor %}",
        "{% set ns = namespace(l='x') %}{% for i in range(60) %}{% set ns.l = ns.l ~ ns.l %}{% endfor %}",
        "{% set ns = namespace(l=7) %}{% for i in range(60) %}{% set ns.l = ns.l * ns.l %}{% endfor %}",
        "{% for i in range(200000) %}{% set ns = namespace(a=i, b=i, c=i, d=i) %}{% endfor %}",
        "{% for i in range(200000) %}{{ sin(i) }}{% endfor %}",
        "{% for i in range(200000) %}{{ sector(0, 0, 9, i, 3) }}{% endfor %}",
        "{{ sin(10 ** 40 * 10 ** 900) }}{% for i in range(9999) %}{{ atan2(10 ** 3000, i) }}{% endfor %}",
        "{% set ns = namespace() %}{% set ns.__html__ = ns %}{% set ns.fields_of_record = {} %}{{ ns }}",
        "{% set ns = namespace() %}{{ ns.written }}",
        "{% set ns = namespace() %}{{ ns.__init__.__globals__ }}",
        "{{ namespace.__globals__ }}{{ sin.__globals__ }}",
        "{{ polar(0, 0, 1, 0)._replace }}",
        "{{ polar(0, 0, 1, 0).__class__ }}",
    ],
)
def test_a_stranger_gets_nothing_by_them(text: str) -> None:
    assert re.search(
        "too much work|too large|no text and no number|nothing was written|reaches into the program|takes more than|power",
        filled(text),
    )


@given(ANGLES)
@settings(max_examples=200)
def test_sines_are_those_of_the_machine_but_for_its_last_bits(angle: int | float | Fraction) -> None:
    turned = math.radians(float(Fraction(angle) % 360))
    assert trigonometry.sin(angle) == pytest.approx(math.sin(turned), abs=2e-12)
    assert trigonometry.cos(angle) == pytest.approx(math.cos(turned), abs=2e-12)
    if abs(math.cos(turned)) > 1e-3:
        assert trigonometry.tan(angle) == pytest.approx(math.tan(turned), rel=1e-9, abs=1e-11)


@given(st.floats(-0.999, 0.999), st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
@settings(max_examples=200)
def test_and_the_ways_back(share: float, x: float, y: float) -> None:
    assert trigonometry.asin(share) == pytest.approx(math.degrees(math.asin(share)), abs=1e-10)
    assert trigonometry.acos(share) == pytest.approx(math.degrees(math.acos(share)), abs=1e-10)
    assert trigonometry.atan(x) == pytest.approx(math.degrees(math.atan(x)), abs=1e-10)
    assert abs(trigonometry.atan2(y, x) - math.degrees(math.atan2(y + 0.0, x + 0.0))) % 360 == pytest.approx(
        0, abs=1e-10
    )


def test_round_angles_are_exact() -> None:
    assert [trigonometry.sin(angle) for angle in (0, 30, 90, 180, 210, 270, 360)] == [0, 0.5, 1, 0, -0.5, -1, 0]
    assert [trigonometry.cos(angle) for angle in (0, 60, 90, 180, 270)] == [1, 0.5, 0, -1, 0]
    assert (trigonometry.tan(45), trigonometry.atan2(1, -1), trigonometry.asin(0.5)) == (1, 135, 30)
    assert str(trigonometry.sin(-180)) == "0.0"
    assert filled("{{ sin(60) }} {{ sqrt(2) | round(3) }}") == "0.866025403784 1.414"


def test_pi_is_right_to_the_last_of_its_bits() -> None:
    """By Machin's formula: 16 atan(1/5) - 4 atan(1/239)."""

    def arctan(one: int) -> Fraction:
        return sum((Fraction((-1) ** n, (2 * n + 1) * one ** (2 * n + 1)) for n in range(80)), Fraction(0))

    assert int((16 * arctan(5) - 4 * arctan(239)) * (1 << 96)) == trigonometry._PI


def test_an_angle_is_that_of_a_clock() -> None:
    assert [tuple(polar(10, 20, 5, angle)) for angle in (0, 90, 180, 270)] == [(10, 15), (15, 20), (10, 25), (5, 20)]
    assert filled(
        "{% set p = polar(0, 0, 10, 30) %}{{ p.x }} {{ p.y }}{% set x, y = polar(1, 1, 0, 7) %} {{ x + y }}"
    ) == ("5.0 -8.660254 2.0")


def test_arcs_and_sectors() -> None:
    assert arc(10, 10, 5, 0, 90) == "M10 5A5 5 0 0 1 15 10"
    assert arc(10, 10, 5, 90, 0) == "M15 10A5 5 0 0 0 10 5"
    assert arc(0, 0, 5, 0, 270) == "M0 -5A5 5 0 0 1 5 0A5 5 0 0 1 0 5A5 5 0 0 1 -5 0"  # in parts of at most 120 degrees
    assert sector(10, 10, 5, 0, 90) == sector(10, 10, 5, 90, 0) == "M10 5A5 5 0 0 1 15 10L10 10Z"
    assert sector(10, 10, 5, 0, 90, inner=2) == "M10 5A5 5 0 0 1 15 10L12 10A2 2 0 0 0 10 8Z"
    ring = sector(0, 0, 5, 0, 360, 2)
    assert ring.count("A5 5 0 0 1") == ring.count("A2 2 0 0 0") == 3  # the hole goes round the other way
    assert ring.count("M") == ring.count("Z") == 2


@given(st.floats(1, 90), st.integers(-720, 720), st.integers(-720, 720))
@settings(max_examples=100)
def test_every_point_of_an_arc_is_as_far_from_its_middle(r: float, start: int, end: int) -> None:
    found = [tuple(step[-2:]) for step in parse_path(arc(3, 4, r, start, end)) if len(step) > 2]
    assert all(math.hypot(x - 3, y - 4) == pytest.approx(r, abs=1e-3) for x, y in found)
    assert found[0] == pytest.approx(tuple(polar(3, 4, r, start)), abs=1e-4)
    if abs(end - start) <= 360:
        assert found[-1] == pytest.approx(tuple(polar(3, 4, r, end)), abs=1e-4)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("sector(0, 0, -5, 0, 90)", "sector(…): r is a radius, and cannot be less than 0"),
        ("sector(0, 0, 5, 0, 90, inner=6)", "sector(…): inner must be less than r"),
        ("arc(0, 0, 5, 0, 'x')", "arc(…): end must be a number"),
        ("polar(0, 10 ** 9, 5, 0)", "polar(…): cy is further out than any face reaches"),
        ("tan(90)", "an angle of 90 degrees has no tangent"),
        ("asin(2)", "asin takes a number from -1 to 1"),
        ("sqrt(-1)", "a number below 0 has no square root"),
    ],
)
def test_what_they_refuse(call: str, said: str) -> None:
    assert said in filled(f"{{{{ {call} }}}}")


def test_a_field_of_the_same_name_goes_before() -> None:
    assert filled("{{ arc }}", arc="a field") == "a field"


def test_a_face_is_drawn_with_them(make_game: MakeGame) -> None:
    wheel = (
        "{% set ns = namespace(at=0) %}{% for share in [90, 150, 120] %}"
        '<path d="{{ sector(30, 60, 12, ns.at, ns.at + share, inner=4) }}" fill="ink"/>'
        "{% set ns.at = ns.at + share %}{% endfor %}"
    )
    workspace = make_game({"templates/tiny/card.svg": CARD.replace("</svg>", wheel + "</svg>")})
    game = read_game(workspace, "tiny")
    compose = composer(game, PrintJob("a4"))
    face = next(iter(compose.pairs(game.components["cards"]))).front
    assert not compose.problems
    assert face.svg.count("<path") == 3
    assert "M30 48A12 12 0 0 1 42 60L34 60A4 4 0 0 0 30 56Z" in face.svg
