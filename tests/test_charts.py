"""Charts on faces: bars as tall as their values, shares as wide, words that keep apart, mistakes with their line."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.build.build import build, read_game
from pnp.faces.charts import spread
from pnp.faces.compose import composer
from pnp.game.model import Game
from pnp.job import PrintJob
from pnp.problems import GameError

from .conftest import CARD, GAME, MakeGame

STYLED = GAME.replace(
    "text: {body:", "text: {label: {font: Text, size: 7, min: 6, color: ink}, body:"
).replace('paper: "#ffffff"', 'paper: "#ffffff", red: "#aa2222", gold: "#ddaa44"')  # fmt: skip
RULES = """
formulas: {half(hero): "fraction(hero.health, 24)"}
parameters: {hero: heroes}
"""


def drawn(make_game: MakeGame, call: str, extra: str = "") -> tuple[Game, ElementTree.Element, list[str]]:
    """The face of the first hero with this call on it, and what was said of it."""
    card = CARD.replace("</svg>", f"  {{{{ {call} }}}}\n</svg>")
    workspace = make_game({"data/tiny/game.yaml": STYLED + extra, "templates/tiny/card.svg": card, "data/tiny/rules.yaml": RULES})  # fmt: skip
    game = read_game(workspace, "tiny")
    made = composer(game, PrintJob("a4"))
    front = next(iter(made.pairs(game.components["cards"]))).front
    said = [f"{problem.code}: {problem.message}" for problem in made.problems]
    return game, ElementTree.fromstring(front.svg) if front.svg else ElementTree.Element("none"), said


def rects(root: ElementTree.Element, color: str) -> list[tuple[float, float, float, float]]:
    found = [rect for rect in root.iter("{http://www.w3.org/2000/svg}rect") if rect.get("fill") == color]
    return [tuple(float(rect.get(name, "")) for name in ("x", "y", "width", "height")) for rect in found]  # type: ignore[misc]


def words(root: ElementTree.Element) -> list[str]:
    texts = ("".join(text.itertext()).strip() for text in root.iter("{http://www.w3.org/2000/svg}text"))
    return [text.replace("\xa0", " ") for text in texts]


def test_bars_are_as_tall_as_their_values(make_game: MakeGame) -> None:
    _, root, said = drawn(
        make_game, "bars({'a': 4, 'b': 8, 'c': 0, 'd': 2}, 5, 30, 50, 40, 'body', 'red', labels='label')"
    )
    assert said == []
    bars = rects(root, "red")
    assert len(bars) == 3  # nothing is drawn for nothing
    assert bars[0][3] * 2 == pytest.approx(bars[1][3], abs=0.001)
    assert bars[2][3] * 4 == pytest.approx(bars[1][3], abs=0.001)
    assert len({round(y + h, 3) for _, y, _, h in bars}) == 1
    assert all(x >= 5 and x + w <= 55 and y >= 30 and y + h <= 70 for x, y, w, h in bars)
    assert {"4", "8", "0", "2", "a", "b", "c", "d"} <= set(words(root))


def test_top_and_show_and_colours_in_turn(make_game: MakeGame) -> None:
    call = "bars([['a', fraction(1, 4)], ['b', 0.5]], 5, 30, 50, 40, 'body', ['red', 'gold'], top=1, show='percent')"
    _, root, said = drawn(make_game, call)
    assert said == []
    (a,), (b,) = rects(root, "red"), rects(root, "gold")
    assert a[3] * 2 == pytest.approx(b[3], abs=0.001)
    assert b[1] - 30 > b[3] * 0.9  # half of the room is left above
    assert {"25 %", "50 %"} <= set(words(root))


def test_shares_are_as_wide_as_their_values(make_game: MakeGame) -> None:
    call = "shares({'Ada': 1, 'Bo': 2, 'Nobody': 0, 'Cy': 5}, 5, 30, 50, 16, 'body', ['red', 'gold'], show='percent')"
    _, root, said = drawn(make_game, call)
    assert said == []
    (first,) = rects(root, "red")
    second, third = rects(root, "gold")  # each name keeps its colour, whoever is left out
    whole = 50 - 2 * 0.4
    assert [part[2] for part in (first, second, third)] == pytest.approx(
        [whole / 8, whole / 4, whole * 5 / 8], abs=0.001
    )
    assert first[0] == 5
    assert third[0] + third[2] == pytest.approx(55, abs=0.001)
    assert second[0] - first[0] - first[2] == pytest.approx(0.4, abs=0.001)
    assert {"13 %", "25 %", "63 %", "Cy"} <= set(words(root))
    assert "Nobody" not in words(root)


def test_no_line_is_thinner_than_a_printer_can_show(make_game: MakeGame) -> None:
    for call in (
        "bars({'a': 4, 'b': 8}, 5, 30, 50, 40, 'body', 'red', grid=3)",
        "shares({'Adamant': 1, 'Borrowed': 1, 'Cyan': 98}, 5, 30, 50, 20, 'body', ['red', 'gold'])",
    ):
        _, root, said = drawn(make_game, call)
        assert said == []
        widths = [float(item.get("stroke-width", "1")) for item in root.iter() if item.get("stroke")]
        assert len(widths) >= 3
        assert min(widths) >= 0.25 * 25.4 / 72  # 0.25 pt


def test_grid_lines_leave_numbers_clear(make_game: MakeGame) -> None:
    _, root, _ = drawn(make_game, "bars({'a': 10, 'b': 7}, 5, 30, 50, 40, 'body', 'red', grid=4)")
    faint = [str(item.get("d")) for item in root.iter() if item.get("stroke-opacity")]
    assert len(faint) == 4
    assert any(path.count("M") > 1 for path in faint)


def test_formulas_and_rules_reach_a_face(make_game: MakeGame) -> None:
    call = "bars({'a': half(it), 'b': half(heroes.bo)}, 5, 30, 50, 40, 'body', 'red', show='percent')"
    _, root, said = drawn(make_game, call, "rules: rules.yaml\n")
    assert said == []
    assert {"50 %", "29 %"} <= set(words(root))


def test_a_tally_is_drawn_as_it_is(make_game: MakeGame) -> None:
    _, root, said = drawn(make_game, "bars(tally(heroes, 'health', [7, 9, 12]), 5, 30, 50, 40, 'body', 'red')")
    assert said == []
    assert len(rects(root, "red")) == 2
    _, root, said = drawn(
        make_game, "shares([[heroes.ada, 2], [heroes.bo, 3]], 5, 30, 50, 20, 'body', ['red', 'gold'])"
    )
    assert said == []
    assert {"Ada", "Bo", "2", "3"} <= set(words(root))


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("bars(3, 5, 30, 50, 40, 'body', 'red')", "bad-chart: bars: expected names with their numbers, on cards, ada"),
        ("bars({}, 5, 30, 50, 40, 'body', 'red')", "bad-chart: bars: 0 of them cannot be drawn; there must be 1 to 60"),
        ("bars({'a': 'b'}, 5, 30, 50, 40, 'body', 'red')", "bad-chart: bars: the value of 'a' must be a number"),
        ("bars({'a': -1}, 5, 30, 50, 40, 'body', 'red')", "bad-chart: bars: the value of 'a' is less than 0"),
        ("bars({'a': 1}, 5, 30, 50, 8, 'body', 'red')", "bad-chart: bars: a height of 8 mm is 2.2 mm too little"),
        ("bars({'a': 1}, 5, 30, 50, 40, 'bdy', 'red')", "unknown-style: unknown text style 'bdy'"),
        ("bars({'a': 1}, 5, 30, 50, 40, 'body', 'red', labels='lable')", "unknown-style: unknown text style 'lable'"),
        ("bars({'a': 1}, 5, 30, 50, 40, 'body', 'red', show='x')", "template: this cannot be computed: show must be one of"),
        ("bars({'a': 1}, 5, 30, 50, 40, 'body', 'red', grid=99)", "template: this cannot be computed: grid is how many"),
        ("bars({'a': 1}, 5, 30, 0, 40, 'body', 'red')", "template: this cannot be computed: a chart needs a width"),
        ("bars({'a': 1}, 'x', 30, 9, 40, 'body', 'red')", "template: this cannot be computed: x in mm must be a number"),
        ("bars({'a': 1}, 5, 30, 50, 40, 'body', [])", "template: this cannot be computed: a chart needs a colour"),
        ("bars({'quite a long name': 1, 'b': 2}, 5, 30, 9, 40, 'body', 'red')", "overflow: 'quite a long name', on cards"),
        ("shares({'a': 0}, 5, 30, 50, 40, 'body', 'red')", "bad-chart: shares: all values are 0"),
        ("shares([1, 2], 5, 30, 50, 40, 'body', 'red')", "bad-chart: shares: expected names with their numbers"),
        ("shares({'a': 1}, 5, 30, 50, 8, 'body', 'red')", "bad-chart: shares: a height of 8 mm is"),
        ("shares({'**a': 1}, 5, 30, 50, 40, 'body', 'red')", "markup"),
    ],
)  # fmt: skip
def test_what_a_chart_cannot_show_is_said(make_game: MakeGame, call: str, said: str) -> None:
    _, _, found = drawn(make_game, call)
    assert any(problem.startswith(said) for problem in found), found


def test_a_problem_names_the_line_of_the_template(make_game: MakeGame) -> None:
    card = CARD.replace("</svg>", "  {{ bars({'a': -1}, 5, 30, 50, 40, 'body', 'red') }}\n</svg>")
    game = read_game(make_game({"data/tiny/game.yaml": STYLED, "templates/tiny/card.svg": card}), "tiny")
    with pytest.raises(GameError) as caught:
        build(game, PrintJob("a4"), game.workspace.root / "out")
    spans = [problem.span for problem in caught.value.problems if problem.code == "bad-chart"]
    assert [(span.source.name, span.line) for span in spans if span] == [("templates/tiny/card.svg", 6)] * len(spans)
    assert spans


def test_a_chart_is_painted(make_game: MakeGame, tmp_path: Path) -> None:
    card = CARD.replace("</svg>", "  {{ bars({'a': 3, 'b': 1}, 5, 30, 50, 40, 'body', 'red', grid=2) }}\n</svg>")
    game = read_game(make_game({"data/tiny/game.yaml": STYLED, "templates/tiny/card.svg": card}), "tiny")
    build(game, PrintJob("a4"), tmp_path / "out")
    assert (tmp_path / "out/cards.pdf").read_bytes().startswith(b"%PDF")


@given(st.lists(st.tuples(st.floats(0, 100), st.floats(1, 30)), min_size=1, max_size=8))
def test_labels_keep_apart_and_inside(given_: list[tuple[float, float]]) -> None:
    middles = sorted(middle for middle, _ in given_)
    widths = [width for _, width in given_]
    placed = spread(middles, widths, 0, 100)
    edges = [(place - width / 2, place + width / 2) for place, width in placed]
    assert edges[0][0] >= -1e-6
    assert edges[-1][1] <= 100 + 1e-6
    assert all(before[1] <= after[0] + 1e-6 for before, after in pairwise(edges))
    wide = sum(widths)
    assert [width for _, width in placed] == pytest.approx([width * min(1, 100 / wide) for width in widths])
    roomy = all(
        middles[i] - widths[i] / 2 >= (middles[i - 1] + widths[i - 1] / 2 if i else 0)
        and middles[i] + widths[i] / 2 <= 100
        for i in range(len(widths))
    )
    if roomy:
        assert [place for place, _ in placed] == pytest.approx(middles)


def test_the_docs_show_charts_that_work(make_game: MakeGame) -> None:
    page = (Path(__file__).parent.parent / "docs/templates.md").read_text(encoding="utf-8")
    calls = re.findall(r"^\{\{ ((?:bars|shares)\(.*\)) \}\}$", page, re.MULTILINE)
    assert len(calls) == 2
    named = ("blood", "red"), ("moss", "red"), ("number", "body")
    for shown in calls:
        call = shown
        for old, new in named:
            call = call.replace(f'"{old}"', f'"{new}"')
        assert drawn(make_game, call)[2] == []
