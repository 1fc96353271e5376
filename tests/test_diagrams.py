"""The rulebook's little maps: what they claim is computed, patterns equal brute force, mistakes are named in place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import hypot
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pnp.board.hex_board import Board, Terrain
from pnp.board.hexes import Cell, Hexes
from pnp.board.moves import behind, chain, flanks
from pnp.board.sight import line_of_sight, obstacle
from pnp.build.build import read_game
from pnp.diagrams import diagram_file as diagramfile
from pnp.diagrams import hex_map
from pnp.diagrams import hex_scenario as scenario
from pnp.diagrams.depiction import Diagram
from pnp.diagrams.diagram_file import read_diagrams
from pnp.diagrams.hex_diagram import draw_diagram
from pnp.diagrams.hex_scene import FUNCTIONS
from pnp.faces.icons import icon_names, read_icon
from pnp.game.ink_palettes import with_ink
from pnp.game.model import Game
from pnp.paint.context import Assets
from pnp.paint.draw import draw
from pnp.problems import GameError, Problem, Source
from pnp.schema.read import Reader
from pnp.schema.values import Record
from pnp.source.yaml_reader import parse_yaml
from pnp.svg.tree import parse
from pnp.units import MM_PER_POINT

from .conftest import CARD, GAME, ROOT, MakeGame

FILE = "data/mortalgate/diagrams.yaml"
IDS = (
    "reach", "sight-clear", "sight-enemy", "sight-ally", "sight-terrain", "sight-crooked", "capture", "contested",
    "splinter", "shockwave", "chain-lightning", "burning",
)  # fmt: skip
SHIPPED = (ROOT / FILE).read_text(encoding="utf-8")


def read(game: Game, text: str) -> tuple[dict[str, Diagram], list[Problem]]:
    reader = Reader({}, game.palette, icon_names(game.workspace))
    pictures = read_diagrams(reader, parse_yaml(Source("diagrams.yaml", text)), game)
    return {name: item for name, item in pictures.items() if isinstance(item, Diagram)}, reader.problems


@pytest.fixture(scope="module")
def shipped(mortalgate: Game) -> dict[str, Diagram]:
    diagrams, problems = read(mortalgate, SHIPPED)
    assert problems == []
    return diagrams


# --- geometry against brute force -----------------------------------------------------------------------------------

OPEN, WALL = Terrain("open", "Open"), Terrain("wall", "Wall", blocks_move=True, blocks_sight=True)
FIELD = Hexes(8, 7, 20.0)
ODD = replace(FIELD, stagger="odd")
cells = st.sampled_from(FIELD.cells())
fields = st.sampled_from([FIELD, ODD])


def along(hexes: Hexes, start: Cell, end: Cell, steps: int) -> Cell | None:
    """The hex whose centre lies on the ray from start through end, so many hexes past the end: by measuring."""
    (ax, ay), (bx, by) = hexes.centre(start), hexes.centre(end)
    length = hypot(bx - ax, by - ay)
    x, y = bx + (bx - ax) / length * 20 * steps, by + (by - ay) / length * 20 * steps
    near = [cell for cell in hexes.cells() if hypot(hexes.centre(cell)[0] - x, hexes.centre(cell)[1] - y) < 1e-6]
    return near[0] if near else None


def angle_apart(hexes: Hexes, start: Cell, end: Cell) -> float:
    """How far the way between two centres is from the nearest of the six directions, in mm at its end."""
    (ax, ay), (bx, by) = hexes.centre(start), hexes.centre(end)
    ways = ((0.0, 1.0), (3**0.5 / 2, 0.5), (3**0.5 / 2, -0.5))
    return min(abs((bx - ax) * dy - (by - ay) * dx) for dx, dy in ways)


@given(fields, cells, cells, st.integers(0, 9))
def test_behind_is_the_straight_line_carried_on(hexes: Hexes, start: Cell, end: Cell, count: int) -> None:
    assume(start != end)
    if angle_apart(hexes, start, end) > 1e-6:
        with pytest.raises(ValueError, match="straight line"):
            behind(hexes, start, end, count)
        return
    wanted = [along(hexes, start, end, steps) for steps in range(1, count + 1)]
    assert behind(hexes, start, end, count) == [cell for cell in wanted if cell is not None]


@given(fields, cells, cells)
def test_flanks_stand_left_and_right_as_far_away(hexes: Hexes, start: Cell, end: Cell) -> None:
    assume(start != end)
    (ax, ay), (bx, by) = hexes.centre(start), hexes.centre(end)
    found = flanks(hexes, start, end)
    assert set(found) == {
        cell
        for cell in hexes.cells()
        if hexes.distance(cell, end) == 1 and hexes.distance(cell, start) == hexes.distance(start, end)
    }
    if angle_apart(hexes, start, end) > 1e-6:
        return
    # along a straight line they mirror each other: one on each side, equally far from the attacker
    sides = []
    for cell in found:
        x, y = hexes.centre(cell)
        sides.append((bx - ax) * (y - ay) - (by - ay) * (x - ax))
    assert sides == sorted(sides) and all(side != 0 for side in sides)
    inner = all(1 < c < 8 and 1 < r < 7 for c, r in [end])
    if inner:
        assert len(found) == 2 and sides[0] == pytest.approx(-sides[1])


@given(cells, st.sets(cells, max_size=20))
def test_a_chain_is_what_any_walk_over_the_others_reaches(start: Cell, others: set[Cell]) -> None:
    found = {start}
    for _ in range(len(others) + 1):  # the plainest closure there is
        found |= {b for a, b in product(found, others) if FIELD.distance(a, b) == 1}
    assert chain(FIELD, start, others) == found


@given(fields, st.sets(cells, max_size=14), cells, cells, st.sampled_from(["axis", "centre"]))
def test_a_line_is_clear_exactly_when_nothing_is_its_obstacle(
    hexes: Hexes, walls: set[Cell], start: Cell, end: Cell, rule: Any
) -> None:
    board = Board("", hexes, (OPEN, WALL), {cell: WALL if cell in walls else OPEN for cell in hexes.cells()}, (), rule)
    stopped = obstacle(board, start, end)
    assert set(stopped) <= walls
    if rule == "centre" or start == end or angle_apart(hexes, start, end) < 1e-6:
        assert line_of_sight(board, start, end) == (not stopped)
    if stopped:  # the first of all that would stop it
        nearest = min(hexes.distance(start, cell) for cell in stopped)
        opened = {cell: OPEN if hexes.distance(start, cell) < nearest else kind for cell, kind in board.terrain.items()}
        assert obstacle(replace(board, terrain=opened), start, end) == stopped


# --- the shipped diagrams -------------------------------------------------------------------------------------------


def test_the_twelve_are_there(shipped: dict[str, Diagram]) -> None:
    assert tuple(shipped) == IDS
    for diagram in shipped.values():
        columns, rows = diagram.size
        assert 5 <= columns <= 9 and 4 <= rows <= 6
        assert len(diagram.claims) >= 3
        assert diagram.caption.endswith(".") and diagram.alt.endswith(".") and diagram.caption != diagram.alt
        assert "{" not in diagram.title + diagram.caption + diagram.alt
        for figure in diagram.scene.figures.values():
            assert str(figure) in diagram.caption, "the caption speaks of everyone on the map"
            assert str(figure) in diagram.alt


def test_reach_equals_every_path_tried(shipped: dict[str, Diagram]) -> None:
    scene = shipped["reach"].scene
    me = scene.figures["D"]
    shut = {figure.cell for figure in scene.figures.values()} | {
        cell for cell in scene.board.hexes.cells() if not scene.board.passable(cell)
    }
    paths: list[list[Cell]] = [[me.cell]]
    best = {me.cell: 0}
    for steps in range(1, int(str(me.fields_of_record["movement"])) + 1):
        paths = [
            [*path, near]
            for path in paths
            for near in scene.board.hexes.cells()
            if scene.board.hexes.distance(path[-1], near) == 1 and near not in shut
        ]
        for path in paths:
            best.setdefault(path[-1], steps)
    area = shipped["reach"].areas[0]
    assert dict(area.steps) == best and area.cells == set(best)


def test_captions_follow_the_data(mortalgate: Game, shipped: dict[str, Diagram]) -> None:
    hero = mortalgate.collections["heroes"]["elazar"]
    assert f"for {hero['damage']} damage" in shipped["chain-lightning"].caption
    assert f"{mortalgate.rules['grace_for_altar']} Grace" in shipped["capture"].caption
    stronger = Record(hero.path, hero.id, hero.span, {**hero.fields_of_record, "damage": 7, "name": "Elazara"})
    heroes = mortalgate.collections["heroes"]
    changed = replace(heroes, records={**heroes.records, "elazar": stronger})
    game = replace(mortalgate, collections={**mortalgate.collections, "heroes": changed})
    diagrams, problems = read(game, SHIPPED)
    assert problems == []
    assert diagrams["chain-lightning"].caption.startswith("Elazara strikes Zadita for 7 damage")


HEAD, BODY = SHIPPED.split("\ndiagrams:\n")
PARTS = dict(re.findall(r"^  ([a-z-]+):\n(.*?)(?=^  [a-z]|\Z)", BODY, re.DOTALL | re.MULTILINE))


def alone(name: str, part: str) -> str:
    return f"{HEAD}\ndiagrams:\n  {name}:\n{part}"


def mutations(part: str) -> Iterator[str]:
    """The same scenario with one thing changed: a figure moved, two swapped, a wall more or less, a team changed."""
    grid = re.search(r"map: \|\n((?:      .*\n)+)", part)
    assert grid
    rows = [line.split() for line in grid[1].splitlines() if line.startswith("      ")]
    places = [(r, c) for r, row in enumerate(rows) for c, _ in enumerate(row)]

    def written(changed: dict[tuple[int, int], str]) -> str:
        lines = [
            "      " + " ".join(changed.get((r, c), word) for c, word in enumerate(row)) for r, row in enumerate(rows)
        ]
        return part.replace(grid[1], "\n".join(lines) + "\n")

    word = {(r, c): rows[r][c] for r, c in places}
    for a, b in product(places, places):
        if a < b and word[a] != word[b] and not {word[a], word[b]} <= {".", "#", "f"}:
            yield written({a: word[b], b: word[a]})
    for a in places:
        if word[a] in ".#":
            yield written({a: "#" if word[a] == "." else "."})
    for team, other in (("teams.red", "teams.blue"), ("teams.blue", "teams.red")):
        for match in re.finditer(f"team: {team}", part):
            yield part[: match.start()] + f"team: {other}" + part[match.end() :]


@pytest.mark.parametrize("name", IDS)
def test_every_claim_can_fail(mortalgate: Game, shipped: dict[str, Diagram], name: str) -> None:
    assert read(mortalgate, alone(name, PARTS[name]))[1] == []
    waiting = set(shipped[name].claims)
    assert waiting
    for part in mutations(PARTS[name]):
        _, problems = read(mortalgate, alone(name, part))
        waiting -= {
            problem.message.partition("it is not true that ")[2]
            for problem in problems
            if problem.code == "false-claim"
        }
        if not waiting:
            return
    pytest.fail(f"no change of the map makes these false: {waiting}")


# --- drawing --------------------------------------------------------------------------------------------------------


def assets(game: Game) -> Assets:
    def no_art(name: str) -> bytes:
        raise LookupError(name)

    return Assets(game.palette, game.fonts, lambda name: read_icon(game.workspace, name), no_art)


@pytest.mark.parametrize("width", [40.0, 60.0, 100.0])
def test_every_diagram_is_painted_and_legible(mortalgate: Game, shipped: dict[str, Diagram], width: float) -> None:
    for diagram in shipped.values():
        face = draw_diagram(diagram, mortalgate, width)
        assert draw(face.svg, assets(mortalgate)).content
        again = draw_diagram(read(mortalgate, SHIPPED)[0][diagram.id], mortalgate, width)
        assert again == face and again.digest == face.digest
        root = parse(face.svg)
        assert root.get("viewBox") == f"0 0 {width} {face.size.height}" and face.size.width == width
        sizes = [float(element.get("font-size", "0")) for element in root.iter() if element.tag.endswith("text")]
        assert all(size >= 6 * MM_PER_POINT - 1e-4 for size in sizes)
        words = {element.text for element in root.iter() if element.tag.endswith("text")}
        names = {str(figure) for figure in diagram.scene.figures.values()}
        assert names <= words if width >= 60 else not names & words, "names stand where there is room, all or none"
        assert [root[0].text, root[1].text] == [diagram.title, diagram.alt]


def test_where_ink_is_saved_halos_are_paper_tokens_signs_and_areas_hatched(
    mortalgate: Game, shipped: dict[str, Diagram]
) -> None:
    light = with_ink(mortalgate, "light")
    for diagram in shipped.values():
        assert "data-ink" not in draw_diagram(diagram, mortalgate, 60).svg
        svg = draw_diagram(diagram, light, 60).svg
        said = set(re.findall(r'data-ink="([a-z]+)"', svg))
        assert said >= {"paper", "sign"}
        fields = [area for area in diagram.areas if area.look.fill and area.cells]
        assert "hatched" in said or not fields, diagram.id


def test_only_what_is_on_the_map_is_defined(mortalgate: Game, shipped: dict[str, Diagram]) -> None:
    svg = draw_diagram(shipped["reach"], mortalgate, 60).svg
    defined = set(re.findall(r'<symbol id="([^"]+)"', svg))
    used = set(re.findall(r'href="#([^"]+)"', svg))
    assert defined == used and any(name.startswith("ruin-") for name in used)
    assert not any(name.startswith("forest") for name in used)


def test_friend_and_foe_differ_without_colour(mortalgate: Game, shipped: dict[str, Diagram]) -> None:
    one = (
        dict(mortalgate.palette)
        | dict.fromkeys(("red", "blue"), "#444444")
        | dict.fromkeys(("red-pale", "blue-pale"), "#dddddd")
    )
    grey = replace(mortalgate, palette=one)
    drawn = draw(draw_diagram(shipped["sight-enemy"], grey, 60).svg, assets(grey)).content
    swapped = SHIPPED.replace("K: {is: heroes.dekhar, team: teams.blue}", "K: {is: heroes.dekhar, team: teams.red}")
    swapped = re.sub(r"claims:\n(?:      .*\n)+", "claims: ['1 == 1']\n", swapped)
    diagrams, problems = read(grey, swapped)
    assert problems == []
    friend = replace(
        diagrams["sight-enemy"],
        lines=shipped["sight-enemy"].lines,
        areas=shipped["sight-enemy"].areas,
        alt=shipped["sight-enemy"].alt,
    )
    assert draw(draw_diagram(friend, grey, 60).svg, assets(grey)).content != drawn


# --- a game without a template, and mistakes ------------------------------------------------------------------------

TINY = (
    GAME.replace(
        "story: markup?}}",
        "story: markup?, stride: int 1..9?}}\n  sides: {file: sides.yaml, fields: {name: text, color: color}}",
    )
    + "boards: {field: board.yaml}\nrules: rules.yaml\n"
)
FILES = {
    "data/tiny/game.yaml": TINY,
    "data/tiny/sides.yaml": "us: {name: Us, color: ink}\nthem: {name: Them, color: ink}\n",
    "data/tiny/rules.yaml": "values: {prize: 3}\nparameters: {hero: heroes}\nformulas: {twice(hero): 2 * hero.health}\n",
    "data/tiny/board.yaml": """
        hex: {flat-to-flat: 25}
        terrain:
          open: {name: Open}
          bog: {name: Bog, blocks: [sight]}
          wall: {name: Wall, blocks: [move, sight]}
        legend: {".": open, "~": bog, "#": wall}
        kinds: {shrine: {solid: yes, zone: 1, hexes: 1}, landing: {}}
        places: {R: {kind: landing, name: Red landing}}
        map: |
          R . # # #
          . . . . ~
        """,
}
GOOD = """\
board: field
looks:
  near: {fill: paper, edge: ink}
diagrams:
  one:
    title: One
    map: |
      a . . .
      . # ~ .
      . . b .
    figures:
      a: {is: heroes.ada, team: sides.us}
      b: {is: heroes.bo, team: sides.them}
    areas:
      - {cells: "reach(a, 2)", look: near, steps: yes}
    lines:
      - {from: a, to: b}
    claims:
      - distance(a, b) == 3
    caption: "{{ a }} has {{ twice(a) }} of {{ rules.prize }}"
    alt: "{{ b }}"
"""

# a line that ends in "# error: MESSAGE" (or "#! MESSAGE" in a block) must be reported so, and no other
BROKEN: dict[str, str] = {
    "false claim": GOOD.replace("distance(a, b) == 3", "distance(a, b) == 4  # error: one: it is not true that distance(a, b) == 4"),
    "claim that is no statement": GOOD.replace("distance(a, b) == 3", "distance(a, b)  # error: claim: '3' is neither true nor false: compare it with something"),
    "unknown function": GOOD.replace("distance(a, b) == 3", "distanc(a, b) == 3  # error: claim: 'distanc' is not known here"),
    "unknown name": GOOD.replace("distance(a, b) == 3", "sees(a, c)  # error: claim: 'c' is not known here"),
    "wrong number of arguments": GOOD.replace("distance(a, b) == 3", "distance(a) == 3  # error: claim: distance(…) is not given 'b'"),
    "a number where a hex belongs": GOOD.replace("distance(a, b) == 3", "distance(a, 3) == 3  # error: claim: this cannot be computed: '3' is no hex"),
    "a hex off the map": GOOD.replace("distance(a, b) == 3", "distance(a, cell(\"0909\")) == 3  # error: claim: this cannot be computed: the map has no hex '0909'"),
    "nothing straight behind": GOOD.replace("distance(a, b) == 3", "behind(a, b, 2) == b  # error: claim: this cannot be computed: the two do not stand in one straight line"),
    "a zone without an altar": GOOD.replace("distance(a, b) == 3", "a in zone(b)  # error: claim: this cannot be computed: 'Bo' is no place"),
    "a way into the program": GOOD.replace("distance(a, b) == 3", "a.name.__class__ == b  # error: claim: this reaches into the program, which no game may"),
    "too many questions": GOOD.replace('caption: "', 'caption: "{% for i in range(3000) %}{{ sees(a, b) }}{% endfor %}').replace("rules.prize }}\"", "rules.prize }}\"  # error: diagrams.one.caption: this cannot be computed: the diagram asks more than 2,000 questions of its map"),
    "no claims": GOOD.replace("  one:\n", "  one:  # error: diagrams.one has no claims\n").replace("    claims:\n      - distance(a, b) == 3\n", ""),
    "row too short": GOOD.replace("      . # ~ .\n", "      . # ~  #! row 2 of the map has 3 hexes, the first row has 4\n"),
    "unknown token": GOOD.replace("      . # ~ .\n", "      . # ? .  #! the map has '?', which is no figure, no place and no terrain\n"),
    "unused figure": GOOD.replace("      b: {is: heroes.bo, team: sides.them}\n", "      b: {is: heroes.bo, team: sides.them}\n      c: {is: heroes.bo}  # error: 'c' stands nowhere on the map\n"),
    "figure twice": GOOD.replace("      . # ~ .\n", "      . # ~ a\n").replace("a: {is: heroes.ada, team: sides.us}", "a: {is: heroes.ada, team: sides.us}  # error: 'a' stands 2 times on the map"),
    "figure on a wall": GOOD.replace("team: sides.us}", "team: sides.us, on: wall}  # error: 'a' stands on Wall, where nobody can stand"),
    "unknown ground": GOOD.replace("team: sides.us}", "team: sides.us, on: bogg}  # error: on: there is no terrain 'bogg'"),
    "token of the legend": GOOD.replace("    figures:\n", "    figures:\n      \"~\": {is: heroes.bo}  # error: '~' is no token\n"),
    "token of a function": GOOD.replace("      . # ~ .\n", "      . # ~ chain\n").replace("    figures:\n", "    figures:\n      chain: {is: heroes.bo}  # error: 'chain' already means something in expressions\n"),
    "unknown record": GOOD.replace("{is: heroes.ada, team: sides.us}", "{is: heroes.adda, team: sides.us}  # error: is: there is no 'adda' in heroes"),
    "unknown collection": GOOD.replace("{is: heroes.ada, team: sides.us}", "{is: heros.ada, team: sides.us}  # error: is: there is no collection 'heros'"),
    "no reference": GOOD.replace("{is: heroes.ada, team: sides.us}", "{is: ada, team: sides.us}  # error: is: expected a record, found 'ada'"),
    "unknown team": GOOD.replace("team: sides.us}", "team: sides.uss}  # error: team: there is no 'uss' in sides"),
    "missing record": GOOD.replace("{is: heroes.ada, team: sides.us}", "{team: sides.us}  # error: a has no field 'is'"),
    "unknown look": GOOD.replace("look: near, steps: yes}", "look: nearr, steps: yes}  # error: look: there is no look 'nearr'"),
    "unknown colour": GOOD.replace("edge: ink}", "edge: inc}  # error: edge: 'inc' is no colour of the palette"),
    "unknown icon": GOOD.replace("edge: ink}", "icon: flam}  # error: icon: unknown icon 'flam'"),
    "steps of what was not walked to": GOOD.replace('"reach(a, 2)", look: near, steps: yes}', '"neighbours(a)", look: near, steps: yes}  # error: steps: these hexes were not walked to'),
    "points that are no number": GOOD.replace('"reach(a, 2)", look: near, steps: yes}', '"reach(a, a.stride)", look: near}  # error: cells: this cannot be computed: the number of points is \'None\', no whole number'),
    "area of nothing": GOOD.replace('"reach(a, 2)", look: near, steps: yes}', '"2 + 2", look: near}  # error: cells: \'4\' is no hex'),
    "unknown key": GOOD.replace("    lines:\n", "    lined:  # error: unknown field 'lined' in diagrams.one\n"),
    "unknown key of an area": GOOD.replace("steps: yes}", "step: yes}  # error: unknown field 'step' in areas"),
    "line to nowhere": GOOD.replace("to: b}", "to: c}  # error: to: 'c' is not known here"),
    "line that holds a number": GOOD.replace("{from: a, to: b}", "{from: a, to: b, holds: \"distance(a, b)\"}  # error: holds: '3' is neither true nor false"),
    "token that is a word": GOOD.replace("      . # ~ .\n", "      . # ~ in\n").replace("    figures:\n", "    figures:\n      in: {is: heroes.bo}  # error: 'in' already means something in expressions\n"),
    "line without end": GOOD.replace("{from: a, to: b}", "{from: a}  # error: lines has no field 'to'"),
    "areas that are no list": GOOD.replace('    areas:\n      - {cells: "reach(a, 2)", look: near, steps: yes}\n', "    areas: all  # error: areas: expected a list, found 'all'\n"),
    "caption with an unknown field": GOOD.replace("{{ a }} has {{ twice(a) }} of {{ rules.prize }}\"", "{{ a.helth }}\"  # error: diagrams.one.caption: Ada has no field 'helth'"),
    "no alternative text": GOOD.replace("  one:\n", "  one:  # error: diagrams.one has no field 'alt'\n").replace('    alt: "{{ b }}"\n', ""),
    "unknown board": GOOD.replace("board: field", "board: feld  # error: board: there is no board 'feld'"),
    "unknown font": GOOD.replace("looks:\n", "font: Comic  # error: font: 'Comic' is no family of fonts:\nlooks:\n"),
    "place with too wide a zone": GOOD.replace("      . # ~ .\n", "      . A ~ .\n").replace("    areas:\n", "    places:\n      A: {kind: shrine, is: heroes.bo, zone: 9}  # error: zone: 9 is more than 5, the most it may be\n    areas:\n"),
    "a list for a file": "- one  # error: a file of diagrams must begin with 'board: …'\n",
    "two mistakes": GOOD.replace("look: near, steps: yes}", "look: far}  # error: look: there is no look 'far'").replace("distance(a, b) == 3", "sees(a, b)  # error: one: it is not true that sees(a, b)"),
}  # fmt: skip
_MARK = re.compile(r"(?:# error:|#!) (.*)$")


@pytest.fixture
def tiny(make_game: MakeGame) -> Game:
    return read_game(make_game(FILES), "tiny")


def test_the_good_one_is_good(tiny: Game) -> None:
    diagrams, problems = read(tiny, GOOD)
    assert problems == []
    assert (diagrams["one"].caption, diagrams["one"].alt, diagrams["one"].size) == ("Ada has 24 of 3", "Bo", (4, 3))
    assert read_diagrams(Reader({}, {}, frozenset()), None, tiny) == {}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_each_mistake_is_named_where_it_stands(tiny: Game, text: str) -> None:
    wanted = {(n, match[1]) for n, line in enumerate(text.splitlines(), 1) if (match := _MARK.search(line))}
    assert wanted, "the case must say what it expects"
    _, problems = read(tiny, re.sub(r"  #!.*", "", text))
    found = {(problem.span.line, problem.message) for problem in problems if problem.span}
    assert len(found) == len(problems)
    for line, message in wanted:
        assert any(line == n and said.startswith(message) for n, said in found), (message, found)
    assert {line for line, _ in found} == {line for line, _ in wanted}
    assert "<class" not in "".join(problem.message for problem in problems)


def test_messages_name_a_cure_and_the_word(tiny: Game) -> None:
    problem = read(tiny, re.sub(r"  #!.*", "", BROKEN["unknown token"]))[1][0]
    assert problem.span is not None
    assert (problem.span.line, problem.span.column, problem.span.length) == (9, 11, 1)
    assert read(tiny, BROKEN["unknown function"])[1][0].hint == "did you mean 'distance'?"


def test_a_game_without_a_template_is_drawn_plainly(tiny: Game) -> None:
    diagrams, _ = read(tiny, GOOD)
    svg = draw_diagram(diagrams["one"], tiny, 50).svg
    assert draw(svg, assets(tiny)).content
    assert set(re.findall(r'<symbol id="([^"]+)"', svg)) == {"open-plain", "bog-plain", "wall-plain"}


def test_figures_stand_on_the_ground_they_name(tiny: Game) -> None:
    text = GOOD.replace("team: sides.them}", "team: sides.them, on: bog}").replace(
        "distance(a, b) == 3", "b in reach(b, 0)"
    )
    diagrams, problems = read(tiny, text)
    assert problems == []
    assert diagrams["one"].scene.board.terrain[3, 3].id == "bog"


def test_the_page_explains_every_key_and_function() -> None:
    page = (ROOT / "docs/diagrams.md").read_text(encoding="utf-8")
    keys = (
        *diagramfile.DIAGRAM_KEYS,
        *diagramfile.LOOK,
        *scenario.DIAGRAM,
        *scenario.SECTIONS,
        *scenario.AREA,
        *scenario.LINE,
        *hex_map.FIGURE,
        *hex_map.LANDMARK,
    )
    assert len(keys) > 25
    assert [key for key in keys if f"`{key}`" not in page and f"`{key}: " not in page] == []
    assert [name for name in FUNCTIONS if f"`{name}(" not in page] == []


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("<svg xmlns='http://www.w3.org/2000/svg'><rect width='1' height='1'/></svg>", "<rect> is no terrain's symbol"),
        ("<svg xmlns='http://www.w3.org/2000/svg'><symbol id='open'></svg>", "the drawing is not well-formed XML"),
        ("<svg xmlns='http://www.w3.org/2000/svg'>{{ grond }}</svg>", "'grond' is not known here"),
    ],
)
def test_a_faulty_template_is_named(make_game: MakeGame, template: str, message: str) -> None:
    game = read_game(
        make_game(FILES | {"templates/tiny/rulebook/diagram.svg": template, "templates/tiny/card.svg": CARD}), "tiny"
    )
    diagrams, _ = read(game, dedent(GOOD))
    with pytest.raises(GameError) as caught:
        draw_diagram(diagrams["one"], game, 50)
    problem = caught.value.problems[0]
    assert problem.message.startswith(message)
    assert problem.span is not None and problem.span.source.name == "templates/tiny/rulebook/diagram.svg"
