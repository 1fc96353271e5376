"""Diagrams on a field: claims are computed as a ruler would, all is to scale, mistakes are named in place."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from math import hypot

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from pnp.build.build import gather, read_game
from pnp.diagrams import field_map as fieldmap
from pnp.diagrams import field_scenario as fieldscenario
from pnp.diagrams.depiction import FieldDiagram
from pnp.diagrams.diagram_file import read_diagrams
from pnp.diagrams.field_artist import Labels
from pnp.diagrams.field_diagram import FOOT, MARGIN, draw_field
from pnp.diagrams.field_scene import FIELD_FUNCTIONS, Base, FieldScene, Ground, Way
from pnp.editor.datafiles import diagrams_schema
from pnp.editor.type_schemas import KnownNames
from pnp.faces.compose import composer
from pnp.faces.icons import icon_names
from pnp.field.geometry import Circle, Point, along, box, gap
from pnp.field.legs import TOUCH
from pnp.game.model import Game
from pnp.game.workspace import Workspace, shipped_root
from pnp.job import PrintJob
from pnp.problems import Problem, Source, Span
from pnp.schema.read import Reader
from pnp.schema.values import Record
from pnp.source.yaml_reader import parse_yaml
from pnp.units import Rect

from .conftest import CARD, GAME, ROOT, MakeGame

FILES = {
    "data/tiny/game.yaml": GAME.replace(
        "fields: {name: text, health: int 1..20, story: markup?}}",
        "fields: {name: text, stride: int, base: int}}\n  sides: {file: sides.yaml, fields: {name: text, color: color}}",
    ),
    "data/tiny/heroes.yaml": "ada: {name: Ada, stride: 8, base: 30}\nbo: {name: Bo, stride: 5, base: 50}\ncy: {name: Cy, stride: 6, base: 20}\n",
    "data/tiny/sides.yaml": "us: {name: Us, color: ink}\nthem: {name: Them, color: ink}\n",
}
GOOD = """\
looks:
  far: {edge: ink, dashed: yes}
diagrams:
  one:
    title: One
    field: [40, 24]
    figures:
      A: {is: heroes.ada, team: sides.us, at: [5, 12], across: base / 10}
      c: {is: heroes.cy, team: sides.us, at: [12, 20], across: 2}
      b: {is: heroes.bo, team: sides.them, at: [30, 12], across: base / 10}
    terrain:
      hill: {name: the hill, at: [14, 8.5], size: [6, 5], height: 2}
      rock: {at: [22, 4], across: 4}
      wood: {corners: [[18, 13], [26, 13], [24, 22]], blocks: [sight]}
    places:
      goal: {name: the goal, at: [36, 5], across: 6}
      mine: {at: [30, 19], across: 1, owner: sides.us}
    paths:
      walk: {who: A, to: [[9, 9], [21, 9]]}
      run: {who: A, to: [[5, 4], [38, 4]], look: far}
    ranges:
      - {round: A, reach: A.stride * 2, look: far}
      - {round: mine, reach: 5}
    lines:
      - {from: A, to: b, measure: yes}
      - {from: c, to: b}
    pushes:
      - {by: A, who: b, distance: 3}
    claims:
      - length(walk) == 17 and cost(walk) == 19 and climbed(walk) == hill
      - fits(walk) and not fits(run) and blocked_by(run) == rock
      - gap(A, b) == 21 and distance(A, b) == 25
      - sees(A, c) and not sees(c, b) and obstacle(c, b) == wood
      - touches(stopped(run), rock) and not touches(A, rock)
      - distance(A, pushed(A, b, 3)) == 28 and distance(A, pulled(A, b, 3)) == 22
      - within(b, mine, 5) and near(mine, 5) == [b] and not within(A, mine, 5)
      - edge(A) == 3.5 and enemies(A) == b and allies(A) == c
      - overlap(at(A, 22, 5)) == rock and count(overlap(A)) == 0
      - touches(end(walk), at(A, 24, 9)) and sight(A, c) == sight(c, A)
    caption: "{{ A }} walks {{ cost(walk) }} cm, {{ length(walk) }} of them on the flat. {{ hill }}, {{ mine }}"
    alt: "{{ b }} is {{ gap(A, b) }} cm away."
"""


def read(game: Game, text: str) -> tuple[dict[str, FieldDiagram], list[Problem]]:
    reader = Reader({}, game.palette, icon_names(game.workspace))
    pictures = read_diagrams(reader, parse_yaml(Source("diagrams.yaml", text)), game)
    return {name: item for name, item in pictures.items() if isinstance(item, FieldDiagram)}, reader.problems


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Game:
    root = tmp_path_factory.mktemp("field")
    for name, text in (
        FILES | {"templates/tiny/card.svg": CARD.replace("health", "stride").replace("it.story or", "name or")}
    ).items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text.lstrip("\n"), encoding="utf-8")
    return read_game(Workspace(root, shipped_root()), "tiny")


def test_every_claim_of_the_good_one_holds(tiny: Game) -> None:
    diagrams, problems = read(tiny, GOOD)
    assert problems == []
    one = diagrams["one"]
    assert one.caption == "Ada walks 19 cm, 17 of them on the flat. the hill, mine"
    assert one.alt == "Bo is 21 cm away."
    assert [walk.halted is None for walk in one.walks] == [True, False]
    assert [line.clear for line in one.lines] == [True, False]


def negated(claim: str) -> str:
    return f"not ({claim})"


def test_every_claim_can_fail(tiny: Game) -> None:
    claims = re.findall(r"^      - (.*(?:==| and ).*)$", GOOD, re.MULTILINE)
    assert len(claims) == 10
    for claim in claims:
        _, problems = read(tiny, GOOD.replace(f"- {claim}", f"- {negated(claim)}"))
        assert [problem.message for problem in problems] == [f"one: it is not true that {negated(claim)}"]


# --- against dense sampling, on random fields ---

RECORD = Record("heroes.ada", "ada", Span(Source("x", "")), {"name": "Ada"})
US, THEM = (Record(f"sides.{name}", name, Span(Source("x", "")), {}) for name in ("us", "them"))
coordinates = st.tuples(st.integers(0, 40), st.integers(0, 24)).map(lambda p: (float(p[0]), float(p[1])))
legs = st.lists(coordinates, min_size=2, max_size=4)
blocks = st.lists(
    st.tuples(coordinates, st.integers(1, 9), st.integers(1, 9), st.integers(0, 90), st.sampled_from([None, 1.0, 3.0])),
    max_size=4,
)
others = st.lists(st.tuples(coordinates, st.sampled_from([1.0, 1.5, 2.5]), st.sampled_from(["us", "them"])), max_size=3)


def scene_of(
    way: list[Point], terrain: list[tuple[Point, int, int, int, float | None]], crowd: list[tuple[Point, float, str]]
) -> tuple[FieldScene, Way]:
    me = Base("A", RECORD, US, Circle(*way[0], 1.5), {"name": "Ada"})
    bases = {"A": me} | {
        f"x{i}": Base(f"x{i}", RECORD, US if team == "us" else THEM, Circle(*at, r), {})
        for i, (at, r, team) in enumerate(crowd)
    }
    grounds = {
        f"g{i}": Ground(f"g{i}", box(*at, w, h, turn), high, frozenset({"move", "sight"}), {})
        for i, (at, w, h, turn, high) in enumerate(terrain)
    }
    walk = Way("walk", me, tuple(way))
    return FieldScene(40, 24, bases, grounds, {}, {"walk": walk}), walk


@given(legs, blocks, others)
def test_what_is_met_on_a_way_is_met_at_some_step_of_it(
    way: list[Point], terrain: list[tuple[Point, int, int, int, float | None]], crowd: list[tuple[Point, float, str]]
) -> None:
    scene, walk = scene_of(way, terrain, crowd)
    steps = [along(a, b, i / 150) for a, b in pairwise(way) for i in range(151)]
    slack = max(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(way)) / 150

    def nearest(thing: Base | Ground) -> float:
        return min(gap(Circle(*step), thing.shape) for step in steps)

    things: list[Base | Ground] = [*scene.grounds.values(), *scene.bases.values()]
    barred, climbed = scene.blocked_by(walk).tokens(), scene.climbed(walk).tokens()
    resting = {
        x.token for x in scene.bases.values() if gap(Circle(*way[-1], 1.5 - TOUCH), x.shape) == 0 and x.token != "A"
    }
    for thing in things:
        if thing.token == "A":
            continue
        far = nearest(thing)
        if isinstance(thing, Base):
            enemy = thing.team is THEM
            if far < 1.5 - TOUCH - 1e-9 and enemy:
                assert thing.token in barred
            if far > 1.5 - TOUCH + slack or not enemy:
                assert (thing.token in barred) == (thing.token in resting)
        elif thing.height is None:
            assert thing.token not in climbed
            if abs(far - 1.5 + TOUCH) > slack:
                assert (thing.token in barred) == (far < 1.5 - TOUCH)
        else:
            assert thing.token not in barred
            stood = gap(Circle(*way[0], 1.5 - TOUCH), thing.shape) == 0
            if abs(far - 1.5 + TOUCH) > slack:
                assert (thing.token in climbed) == (far < 1.5 - TOUCH and not stood)
    heights = sum(scene.grounds[token].height or 0 for token in climbed)
    assert scene.cost(walk) == pytest.approx(
        sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(way)) + heights, abs=0.06
    )


def test_team_mates_do_not_hide_and_enemies_do(tiny: Game) -> None:
    line = GOOD.replace("at: [12, 20], across: 2", "at: [12, 12], across: 4").replace(
        "wood: {", "wud: {at: [1, 1], across: 1}\n      wood: {"
    )
    both, _ = read(tiny, line.replace("sight(A, c) == sight(c, A)", "sees(A, b)"))
    one = re.sub(r"    claims:\n(      - .*\n)+", "    claims: [XX]\n", line)
    mate = one.replace("XX", '"sees(A, b)"').replace("[14, 8.5], size: [6, 5]", "[14, 2], size: [6, 3]")
    assert read(tiny, mate)[1] == []
    enemy = mate.replace("team: sides.us, at: [12, 12]", "team: sides.them, at: [12, 12]")
    assert [p.message for p in read(tiny, enemy)[1]] == ["one: it is not true that sees(A, b)"]
    assert both == {}


# --- drawn to scale ---


def test_everything_is_drawn_to_scale(tiny: Game) -> None:
    one = read(tiny, GOOD)[0]["one"]
    for width in (40.0, 78.0, 120.0):
        face = draw_field(one, tiny, width)
        scale = (width - 2 * MARGIN) / 40
        assert face.size.height == pytest.approx(24 * scale + 2 * MARGIN + FOOT, abs=0.001)
        circles = [
            (float(x), float(y), float(r))
            for x, y, r in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"[^>]*? r="([\d.]+)"', face.svg)
        ]
        for base in one.scene.bases.values():
            x, y = base.shape.x * scale, base.shape.y * scale
            assert any(
                hypot(cx - x, cy - y) < 0.002
                and min(abs(r - base.shape.radius * scale * rim) for rim in (1, 0.91))
                < 0.002  # a foe's rim is half its ring's
                for cx, cy, r in circles
            ), base
        bar = re.findall(r'd="M[\d.]+ [\d.]+h([\d.]+)v1.1h', face.svg)
        assert len(bar) == 5 and sum(map(float, bar)) == pytest.approx(20 * scale, abs=0.02)
        assert "20 cm on the table" in face.svg
        ring = (1.5 + 16) * scale
        assert f"a{ring:.3f} {ring:.3f} 0 1 0" in face.svg


def plates(svg: str) -> list[Rect]:
    """The grounds of the labels."""
    found = re.findall(
        r'<rect fill="[^"]*" height="([\d.]+)" opacity="0.86"[^>]*width="([\d.]+)" x="([-\d.]+)" y="([-\d.]+)"', svg
    )
    return [Rect(float(x), float(y), float(w), float(h)) for h, w, x, y in found]


def common(a: Rect, b: Rect) -> float:
    wide, tall = min(a.right, b.right) - max(a.x, b.x), min(a.bottom, b.bottom) - max(a.y, b.y)
    return wide * tall if wide > 0 and tall > 0 else 0.0


def test_labels_stand_apart_and_on_the_field(tiny: Game) -> None:
    one = read(tiny, GOOD)[0]["one"]
    for width in (60.0, 78.0, 110.0):
        scale = (width - 2 * MARGIN) / 40
        labels = plates(draw_field(one, tiny, width).svg)
        assert len(labels) >= 9
        for a, b in combinations(labels, 2):
            assert common(a, b) < 0.02, (width, a, b)
        for label in labels:
            assert label.x > 0 and label.right < 40 * scale and label.y > 0 and label.bottom < 24 * scale
            for base in one.scene.bases.values():
                r = base.shape.radius * scale * 0.7
                disc = Rect(base.shape.x * scale - r, base.shape.y * scale - r, 2 * r, 2 * r)
                assert common(label, disc) < 0.02, (width, base.token)


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 30)), min_size=1, max_size=12))
def test_a_label_takes_the_first_place_that_is_free(points: list[tuple[int, int]]) -> None:
    labels = Labels(Rect(-10, -10, 80, 60))
    taken: list[Rect] = []
    for x, y in points:
        spots = [(float(x), float(y)), (float(x), float(y) + 3), (float(x) + 7, float(y))]
        rects = [Rect(sx - 3, sy - 1, 6, 2) for sx, sy in spots]
        free = [not any(common(rect.outset(0.01), other) for other in taken) for rect in rects]
        middle = labels.place(6, 2, spots)
        if any(free):
            assert free[spots.index(middle)]
            assert not any(free[: spots.index(middle)]), "the first of those that are free"
        taken.append(Rect(middle[0] - 3, middle[1] - 1, 6, 2).outset(0.15))


def test_the_same_diagram_is_the_same_drawing(tiny: Game) -> None:
    assert draw_field(read(tiny, GOOD)[0]["one"], tiny, 78).svg == draw_field(read(tiny, GOOD)[0]["one"], tiny, 78).svg


# --- mistakes: a line that ends in "# error: MESSAGE" must be reported so, and no other ---

BROKEN: dict[str, str] = {
    "false claim": GOOD.replace("gap(A, b) == 21 and", "gap(A, b) == 20 and").replace("distance(A, b) == 25\n", "distance(A, b) == 25  # error: one: it is not true that gap(A, b) == 20\n"),
    "field of one number": GOOD.replace("[40, 24]", "[40]  # error: field: expected a width and a height from 2 to 500 cm"),
    "field of words": GOOD.replace("[40, 24]", "[wide, 24]  # error: [0]: expected a number"),
    "off the field": GOOD.replace("at: [5, 12], across: base / 10}", "at: [5, 42], across: base / 10}  # error: at: [5, 42] lies off the field, which is 40 x 24 cm").replace("{who: A", "{who: c").replace("round: A, reach: A.stride", "round: c, reach: c.stride"),
    "over the edge": GOOD.replace("      c: {is: heroes.cy, team: sides.us, at: [12, 20], across: 2}", "      c: {is: heroes.cy, team: sides.us, at: [12, 23.5], across: 2}  # error: the base of 'c', 2 cm across, reaches over the field's edge"),
    "a point of three numbers": GOOD.replace("at: [5, 12], across: base / 10}", "at: [5, 12, 1], across: 3}  # error: at: 3 numbers, where x and y are wanted"),
    "on one another": GOOD.replace("at: [12, 20], across: 2}", "at: [6, 13], across: 2}").replace("      A: {is: heroes.ada, team: sides.us, at: [5, 12], across: base / 10}", "      A: {is: heroes.ada, team: sides.us, at: [5, 12], across: base / 10}  # error: 'A' and 'c' lie over one another"),
    "in a rock": GOOD.replace("at: [12, 20], across: 2}", "at: [22, 5], across: 2}  # error: 'c' and 'rock' lie over one another"),
    "no diameter": GOOD.replace("across: 2}", "across: stride - 6}  # error: across: '0' is no diameter from 0.1 to 100 cm"),
    "a diameter of an unknown field": GOOD.replace("across: 2}", "across: bas / 10}  # error: across: 'bas' is not known here"),
    "no shape": GOOD.replace("rock: {at: [22, 4], across: 4}", "rock: {at: [22, 4]}  # error: rock has no shape"),
    "two shapes": GOOD.replace("rock: {at: [22, 4], across: 4}", "rock: {at: [22, 4], across: 4, size: [2, 2]}  # error: rock has across and size"),
    "a shape nowhere": GOOD.replace("rock: {at: [22, 4], across: 4}", "rock: {across: 4}  # error: rock has no field 'at'"),
    "a knot": GOOD.replace("[[18, 13], [26, 13], [24, 22]]", "[[20, 16], [26, 22], [26, 16], [20, 22]]").replace("blocks: [sight]}", "blocks: [sight]}  # error: wood: these corners are the outline of no area"),
    "what nothing blocks": GOOD.replace("blocks: [sight]}", "blocks: [sound]}  # error: blocks[0]: 'sound' is none of move, sight"),
    "a token twice": GOOD.replace("      mine: {", "      hill: {at: [1, 1], across: 1}  # error: 'hill' already means something in expressions\n      mine: {"),
    "a token of a function": GOOD.replace("      mine: {", "      gap: {at: [1, 1], across: 1}  # error: 'gap' already means something in expressions\n      mine: {"),
    "a path of nobody": GOOD.replace("{who: A, to: [[5, 4], [38, 4]], look: far}", "{who: Z, to: [[5, 4]]}  # error: who: there is no figure 'Z' on the field"),
    "a path off the field": GOOD.replace("[38, 4]]", "[48, 4]]").replace("look: far}\n    ranges", "look: far}  # error: to: [48, 4] lies off the field, which is 40 x 24 cm\n    ranges"),
    "a range round a hill": GOOD.replace("{round: mine, reach: 5}", "{round: hill, reach: 5}  # error: round: 'the hill' is terrain: a range is drawn round a figure or a place"),
    "a range of a name": GOOD.replace("{round: mine, reach: 5}", "{round: mine, reach: A.name}  # error: the reach is 'Ada', no length in cm"),
    "a range that computes wrong": GOOD.replace("{round: mine, reach: 5}", "{round: mine, reach: A.strid}  # error: reach: Ada has no field 'strid'"),
    "a push off the field": GOOD.replace("distance: 3}", "distance: 9}  # error: pushes: 'b' would end over the edge of the field"),
    "a push by nobody": GOOD.replace("{by: A, who: b", "{by: hill, who: b").replace("distance: 3}", "distance: 3}  # error: by: 'the hill' is no figure"),
    "unknown look": GOOD.replace("across: 6}", "across: 6, look: fra}  # error: look: there is no look 'fra'"),
    "unknown key": GOOD.replace("    pushes:\n", "    pushed:  # error: unknown field 'pushed' in diagrams.one\n"),
    "unknown figure in a claim": GOOD.replace("sees(A, c) and", "sees(A, d) and").replace("obstacle(c, b) == wood", "obstacle(c, b) == wood  # error: claim: 'd' is not known here"),
    "a claim about a number": GOOD.replace("gap(A, b) == 21 and", "gap(A, 3) == 21 and").replace("distance(A, b) == 25\n", "distance(A, b) == 25  # error: claim: this cannot be computed: '3' is nothing on the field\n"),
    "a length of a figure": GOOD.replace("length(walk) == 17 and", "length(A) == 17 and").replace("climbed(walk) == hill", "climbed(walk) == hill  # error: claim: this cannot be computed: 'Ada' is no path"),
    "too many corners": GOOD.replace("    places:\n", "".join(f"      t{i}: {{at: [{i + 3}, 1], size: [0.5, 0.5]}}\n" for i in range(24)) + "    places:\n").replace("  one:\n", "  one:  # error: the field holds 32 things, the terrain 103 corners\n"),
    "no claims": re.sub(r"    claims:\n(      - .*\n)+", "", GOOD).replace("  one:\n", "  one:  # error: diagrams.one has no claims\n"),
    "a map without a board": GOOD + "  two:  # error: diagrams has no field 'board', whose hexes a map has\n    map: . .\n",
}  # fmt: skip
_MARK = re.compile(r"# error: (.*)$")


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_each_mistake_is_named_where_it_stands(tiny: Game, text: str) -> None:
    wanted = {(n, match[1]) for n, line in enumerate(text.splitlines(), 1) if (match := _MARK.search(line))}
    assert wanted, "the case must say what it expects"
    _, problems = read(tiny, text)
    found = {(problem.span.line, problem.message) for problem in problems if problem.span}
    assert {line for line, _ in found} == {line for line, _ in wanted}, found
    for line, message in wanted:
        assert any(line == n and message in said for n, said in found), found
    assert "<class" not in "".join(problem.message for problem in problems)


def test_too_many_questions_are_refused(tiny: Game) -> None:
    text = GOOD.replace('alt: "', 'alt: "{% for i in range(3000) %}{{ sees(A, b) }}{% endfor %}')
    (problem,) = read(tiny, text)[1]
    assert "asks more than" in problem.message


def test_the_page_explains_every_key_and_function() -> None:
    page = (ROOT / "docs/diagrams.md").read_text(encoding="utf-8")
    keys = (
        *fieldmap.FIELD_FIGURE, *fieldmap.FIELD_TERRAIN, *fieldmap.FIELD_PLACE, *fieldmap.FIELD_PATH,
        *fieldscenario.FIELD, *fieldscenario.FIELD_SECTIONS, *fieldscenario.RANGE, *fieldscenario.SIGHT,
        *fieldscenario.PUSH,
    )  # fmt: skip
    assert len(keys) > 40
    assert [key for key in keys if f"`{key}`" not in page and f"`{key}: " not in page] == []
    assert [name for name in FIELD_FUNCTIONS if f"`{name}(" not in page] == []


def test_a_field_stands_in_a_book_and_on_a_web_page(make_game: MakeGame) -> None:
    book = """
books: {guide: {chapters: [one], diagrams: diagrams.yaml}}
documents:
  guide: {layout: book, book: guide, size: a5}
  guide.html: {layout: html, book: guide}
"""
    game = FILES["data/tiny/game.yaml"].replace("\ndocuments:\n  cards: [cards]\n", book)
    game = game.replace("color: ink}}\ncoll", "color: ink}, book-body: {font: Text, size: 9.5, color: ink}}\ncoll")
    files = FILES | {
        "data/tiny/game.yaml": game,
        "data/tiny/diagrams.yaml": GOOD,
        "templates/tiny/card.svg": CARD.replace("health", "stride").replace("it.story or", "name or"),
        "templates/tiny/guide/one.md": '# One\n\n![](diagram:one)\n\n![](diagram:one "60mm") ![](diagram:one)\n',
    }
    tiny = read_game(make_game(files), "tiny")
    gathered = gather(tiny, composer(tiny, PrintJob("a4")), list(tiny.documents.values()))
    assert gathered.problems == ()
    widths = {
        item.face.size.width
        for sheet in gathered.sheets["guide"]
        for item in sheet.placements
        if item.face.component == "diagrams"
    }
    assert 78.0 in widths and len(widths) == 3, "each is drawn for the width it is shown at"
    page = gathered.data(tiny.documents["guide.html"]).data.decode()
    assert page.count('id="diagram-one"') == 1 and "20 cm on the table" in page


def test_editors_know_fields_and_their_mistakes(tiny: Game) -> None:
    schema = diagrams_schema(tiny, KnownNames(palette=tuple(tiny.palette), icons=("flame",)))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)

    def faults(text: str) -> list[str]:
        return [fault.message for fault in validator.iter_errors(yaml.safe_load(text))]

    assert faults(GOOD) == []
    assert faults(GOOD.replace("    ranges:\n", "    rangs:\n"))
    assert faults(GOOD.replace("across: 6}", "acros: 6}"))
    callouts = "diagrams: {card: {title: A, face: cards/ada, parts: {name: its name}, caption: B, alt: C}}"
    assert faults(callouts) == []
    assert faults(callouts.replace("parts", "part"))
    assert faults("diagrams: {card: {title: A, caption: B, alt: C}}"), "neither map, field nor face"
