"""Nets on faces: what a template sees, what the lines say, their size on paper, mistakes with their line and cure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import hypot
from pathlib import Path
from xml.etree import ElementTree

import pypdfium2
import pytest

from pnp.build.build import build, gather, read_game
from pnp.cli.starters import make_workspace
from pnp.faces.compose import composer
from pnp.game.model import Game
from pnp.game.workspace import find_workspace
from pnp.job import PrintJob
from pnp.problems import GameError

from .conftest import CARD, GAME, ROOT, MakeGame

SVG = "{http://www.w3.org/2000/svg}"
NET = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">%s</svg>'
ONE = GAME.replace(
    "cards: {of: heroes, template: card.svg, size: poker, bleed: 3}", "cards: {template: card.svg, size: %s}"
)


def drawn(make_game: MakeGame, body: str, size: str = "200 x 200") -> tuple[ElementTree.Element, list[str]]:
    """The only face, and what was said of it: code, message and hint."""
    game = read_game(make_game({"data/tiny/game.yaml": ONE % size, "templates/tiny/card.svg": NET % body}), "tiny")
    made = composer(game, PrintJob("a4"))
    front = next(iter(made.pairs(game.components["cards"]))).front
    said = [f"{problem.code}: {problem.message} ({problem.hint})" for problem in made.problems]
    return ElementTree.fromstring(front.svg) if front.svg else ElementTree.Element("none"), said


def lines(root: ElementTree.Element) -> dict[str, list[str]]:
    """The path data of each kind of line."""
    found: dict[str, list[str]] = {}
    for path in root.iter(f"{SVG}path"):
        found.setdefault(path.get("data-line", "ink"), []).append(path.get("d", ""))
    return found


def test_a_template_sees_a_net(make_game: MakeGame) -> None:
    body = """{% set box = tuck_box(63, 88, 16.2) %}{{ box.lines }}
    <title>{{ box.width | round(2) }} x {{ box.height | round(2) }}</title><path d="{{ box.cut }}"/>
    {% for name, panel in box.panels.items() %}<desc>{{ name }}: {{ panel.transform }}, {{ panel.width | round(1) }} x {{ panel.height | round(1) }}</desc>{% endfor %}"""
    root, said = drawn(make_game, body)
    assert said == []
    assert root.findtext(f"{SVG}title") == "182.82 x 145.2"
    assert [item.text for item in root.iter(f"{SVG}desc")] == [
        "left: translate(0 36.8), 17.8 x 90.6", "front: translate(17.8 36.8), 65.6 x 90.6",
        "right: translate(83.4 36.8), 17.8 x 90.6", "back: translate(101.2 36.8), 65.6 x 90.6",
        "top: translate(166.8 36.8) rotate(180), 65.6 x 17.8",
        "bottom: translate(166.8 145.2) rotate(180), 65.6 x 17.8",
    ]  # fmt: skip
    found = lines(root)
    assert {kind: len(paths) for kind, paths in found.items()} == {"glue": 4, "fold": 12, "cut": 1, "ink": 1}
    assert found["cut"] == found["ink"] and found["cut"][0].endswith("Z")


@pytest.mark.parametrize(
    ("call", "glue", "fold", "cut"),
    [
        ("cube(20)", 7, 12, 1), ("closed_box(40, 20, 30)", 7, 12, 1), ("closed_box(40, 20, 30, tab=5)", 7, 12, 1),
        ("fold_over(40, 60)", 0, 1, 0), ("fold_over(40, 60, fold='top')", 0, 1, 0),
        ("standee(23, 44, 23)", 0, 3, 2), ("standee(23, 44, 60, tab=8, rim=2)", 0, 3, 2),
    ],
)  # fmt: skip
def test_every_net_has_its_lines(make_game: MakeGame, call: str, glue: int, fold: int, cut: int) -> None:
    root, said = drawn(make_game, f"{{{{ {call}.lines }}}}")
    assert said == []
    found = lines(root)
    assert [len(found.get(kind, ())) for kind in ("glue", "fold", "cut")] == [glue, fold, cut]


def test_a_net_measures_on_paper_what_it_says(make_game: MakeGame) -> None:
    card = NET % '<g transform="translate(4 3)">{{ tuck_box(63, 88, 16.2).lines }}</g>'
    workspace = make_game({"data/tiny/game.yaml": ONE % "190 x 150", "templates/tiny/card.svg": card})
    game = read_game(workspace, "tiny")
    (made,) = build(game, PrintJob("a4"), workspace.root / "out")
    gathered = gather(game, composer(game, PrintJob("a4")), list(game.documents.values()))
    (placement,) = gathered.sheets["cards"][0].placements[:1]
    assert placement.clip is not None
    box, dots = placement.clip.rect, 600 / 25.4
    document = pypdfium2.PdfDocument(made.path)
    page = document[0].render(scale=600 / 72).to_pil().convert("L")
    document.close()
    edges = (box.x + 0.5, box.y + 0.5, box.right - 0.5, box.bottom - 0.5)  # clear of the marks
    dark = page.crop(tuple(round(edge * dots) for edge in edges)).point(lambda value: 255 * (value < 128)).getbbox()
    assert dark is not None
    width, height = (dark[2] - dark[0]) / dots, (dark[3] - dark[1]) / dots
    assert (width, height) == pytest.approx((182.82 + 0.15, 145.2 + 0.15), abs=0.1)  # a line is 0.15 mm wide


@pytest.mark.parametrize(
    ("call", "size", "said"),
    [
        ("tuck_box(63, 88, 16.2).lines", "poker",
         "net-too-large: tuck_box: the net measures 182.9 x 145.2 mm, and there are 63 x 88 mm, on cards"
         " (write size: 182.9 x 145.2 in game.yaml)"),
        ("cube(30).lines", "127.5 x 104",
         "net-too-large: cube: the net measures 127.5 x 105 mm, and there are 127.5 x 104 mm, on cards"
         " (write size: 127.5 x 105 in game.yaml)"),
        ("cube(0).lines", "a4",
         "template: cube: edge cannot be 0 mm (while drawing cards) (give more than 0 and at most 5000 mm)"),
        ("cube(10 ** 9).lines", "a4",
         "template: cube: edge cannot be 1e+09 mm (while drawing cards) (give more than 0 and at most 5000 mm)"),
        ("cube('wide').lines", "a4",
         "template: this cannot be computed: cube: the edge must be a number (while drawing cards)"
         " (check that numbers meet numbers, texts texts)"),
        ("fold_over(40, 60, fold='left').lines", "a4",
         "template: fold_over: there is no fold at the left (while drawing cards) (fold is 'side' or 'top')"),
        ("fold_over(40, 60, fold=[1]).lines", "a4",
         "template: this cannot be computed: fold is where the fold is: 'side' or 'top' (while drawing cards)"
         " (check that numbers meet numbers, texts texts)"),
        ("standee(20, 40, 5).lines", "a4",
         "template: standee: tabs of 1 mm on a base of 5 mm are too small for glue (while drawing cards)"
         " (they need 2 mm: give a larger base, a smaller rim, or a deeper tab)"),
        ("cube(16).panels.botom.x", "a4",
         "template: there is no 'botom' here; did you mean 'bottom'?"),
        ("cube(16).net", "a4", "template: there is no 'net' here; known: cut, height, lines, panels, width"),
        ("cube(16).helpers", "a4", "template: there is no 'helpers' here; known: cut"),
    ],
)  # fmt: skip
def test_what_cannot_be_folded_is_told(make_game: MakeGame, call: str, size: str, said: str) -> None:
    _, told = drawn(make_game, f"{{{{ {call} }}}}", size)
    assert len(told) == 1
    assert told[0].startswith(said)


def test_the_size_that_is_told_is_enough(make_game: MakeGame) -> None:
    for call in ("tuck_box(63, 88, 16.2, board=0.33)", "standee(23, 44.44, 23)", "closed_box(33.33, 21.27, 9.11)"):
        _, told = drawn(make_game, f"{{{{ {call}.lines }}}}", "10 x 10")
        size = re.search(r"write size: (\S+ x \S+) in", told[0])
        assert size is not None
        assert drawn(make_game, f"{{{{ {call}.lines }}}}", size[1])[1] == []


def test_a_net_too_large_stops_the_build_at_its_line(make_game: MakeGame) -> None:
    card = CARD.replace("</svg>", "  {{ cube(30).lines }}\n</svg>")
    workspace = make_game({"templates/tiny/card.svg": card})
    with pytest.raises(GameError) as caught:
        build(read_game(workspace, "tiny"), PrintJob("a4"), workspace.root / "out")
    problem = caught.value.problems[0]
    assert (problem.code, problem.span and (problem.span.source.name, problem.span.line)) == (
        "net-too-large", ("templates/tiny/card.svg", 6),
    )  # fmt: skip


def test_a_thousand_nets_are_paid_for(make_game: MakeGame) -> None:
    _, told = drawn(make_game, "{% for i in range(10000) %}{{ cube(16).lines }}{% endfor %}")
    assert len(told) == 1 and told[0].startswith("template: ")
    assert "too much" in told[0]


def shipped(name: str) -> Game:
    return read_game(find_workspace(ROOT), name)


def points(path: str) -> list[tuple[float, float]]:
    """The corners of a path of M, h, v and Z, as the bases' glue areas are written."""
    at = tuple(map(float, path[1 : path.index("h")].split()))
    x, y = at[0], at[1]
    found = [(x, y)]
    for verb, number in re.findall(r"([hv])(-?[\d.]+)", path):
        x, y = (x + float(number), y) if verb == "h" else (x, y + float(number))
        found.append((x, y))
    return found


def held(game: Game, standees: str, bases: str, across: Mapping[str, float], least: int) -> None:
    """The tabs of every figure lie where its base has its areas for glue, inside of the base; the art is no wider."""
    made = composer(game, PrintJob("a4"))
    pairs = list(zip(made.pairs(game.components[standees]), made.pairs(game.components[bases]), strict=True))
    assert made.problems == []
    assert len(pairs) >= least
    for figure, base in pairs:
        assert figure.front.record == base.front.record
        wide = across[figure.front.record]
        assert figure.front.size.width <= wide
        areas = lines(ElementTree.fromstring(base.front.svg))["glue"]
        middle = base.front.size.width / 2
        corners = [(x - middle, y - middle) for area in areas for x, y in points(area)]
        assert max(hypot(x, y) for x, y in corners) < wide / 2 - 1
        (left, *_, right), (high, *_, deep) = (sorted(along) for along in zip(*corners, strict=True))
        assert (left, high) == pytest.approx((-right, -deep), abs=0.001), "both tabs, on either side of the middle"
        folds = lines(ElementTree.fromstring(figure.front.svg))["fold"]
        head, foot, top = (tuple(map(float, re.findall(r"-?[\d.]+", fold))) for fold in folds)
        assert [end[2] - end[0] for end in (foot, top)] == pytest.approx([right - left] * 2, abs=0.001)
        assert top[1] == pytest.approx(deep, abs=0.001)
        assert figure.front.size.height - foot[1] == pytest.approx(deep, abs=0.001)
        assert head[1] == pytest.approx(figure.front.size.height / 2, abs=0.001)


def test_the_heroes_tabs_stay_on_their_discs() -> None:
    game = shipped("mortalgate")
    held(game, "standees", "standee-bases", {hero.id: 23 for hero in game.collections["heroes"]}, 8)


def test_the_figures_tabs_stay_on_their_bases() -> None:
    game = shipped("ephemeral-gate")
    across = {figure.id: float(str(figure["base"])) for figure in game.collections["figures"]}
    assert min(across.values()) == 25
    held(game, "standees", "bases", across, 9)


@pytest.mark.parametrize(("kind", "across"), [("board", 18), ("skirmish", 24)])
def test_the_starters_tabs_stay_on_their_discs(kind: str, across: float, tmp_path: Path) -> None:
    game = read_game(find_workspace(make_workspace("shop", kind, None, tmp_path)), "shop")
    held(game, "standees", "bases", {record.id: across for record in game.components["standees"].records}, 4)
