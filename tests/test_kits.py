"""Rule kits: a game without one is left in peace, one that names a kit is held to it, and nothing of it is loaded before."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from pnp.board.hex_board import Terrain
from pnp.board.hexes import Hexes
from pnp.board.moves import open_within
from pnp.build.build import build, read_game
from pnp.editor.datafiles import board_schema, diagrams_schema
from pnp.editor.type_schemas import KnownNames
from pnp.faces.board_view import view_board
from pnp.game.model import Game
from pnp.history.causes import causes_of
from pnp.history.snapshot import Tree
from pnp.job import PrintJob
from pnp.problems import GameError, Problem
from pnp.rules.kits import KITS, board_checks, offering, questions, simulator
from pnp.rules.kits.offers import Key
from pnp.rules.sandbox import RuleError

from .conftest import GAME, ROOT, MakeGame
from .test_diagrams import read

# a map of cities that knows nothing of altars: six hexes lead to London, some land nobody reaches, two zones meet
CITIES = """
hex: {flat-to-flat: 20}
terrain:
  land: {name: Land}
  sea: {name: The sea, blocks: [move]}
legend: {".": land, "~": sea}
kinds:
  city: {solid: yes, zone: 1, hexes: 1}
  port: {}
places:
  L: {kind: city, name: London}
  P: {kind: city, name: Paris, zone: 2}
  d: {kind: port, name: Dover}
CHECKS
map: |
  . . . . ~ .
  ~ . . . ~ .
  . L . d ~ .
  . . . P ~ .
  ~ . . . ~ .
"""
TEMPLATE = """
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">
  {% for city in board.places("city") %}<path d="{{ board.outline(city.zone) }}" fill="ink"/>{% endfor %}
  {% for hex in board.hexes if hex.solid %}<circle cx="{{ hex.x }}" cy="{{ hex.y }}" r="2" fill="paper"/>{% endfor %}
  {{ text(board.places() | map(attribute="name") | join(", "), 5, 5, 100, 8, "body") }}
</svg>
"""
MAP_GAME = (
    GAME.replace(
        "documents:\n", "  map: {board: england, template: map.svg, size: 150 x 150}\ndocuments:\n  map: [map]\n"
    )
    + "boards: {england: board.yaml}\n"
)


def cities(checks: str = "", **more: tuple[str, str]) -> dict[str, str]:
    board = CITIES.replace("CHECKS\n", f"{checks}\n" if checks else "")
    for old, new in more.values():
        assert old in board
        board = board.replace(old, new)
    return {"data/tiny/game.yaml": MAP_GAME, "data/tiny/board.yaml": board, "templates/tiny/map.svg": TEMPLATE}


def problems_of(make_game: MakeGame, files: dict[str, str]) -> tuple[Problem, ...]:
    with pytest.raises(GameError) as caught:
        read_game(make_game(files), "tiny")
    return caught.value.problems


def line_of(files: dict[str, str], text: str) -> int:
    lines = files["data/tiny/board.yaml"].lstrip("\n").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def test_a_foreign_map_is_built_without_a_complaint(make_game: MakeGame) -> None:
    workspace = make_game(cities())
    game = read_game(workspace, "tiny")
    built = {item.path.stem: item for item in build(game, PrintJob("a4"), workspace.root / "out")}
    assert built["map"].faces == 1
    london, paris, dover = game.boards["england"].places
    assert (london.name, london.cell, len(london.zone), paris.kind.id) == ("London", (2, 3), 6, "city")
    assert len(paris.zone) > 6  # its own zone is wider than its kind's
    assert (dover.cells, dover.zone) == (((4, 3),), frozenset())


def test_a_board_that_asks_for_the_kit_is_held_to_it(make_game: MakeGame) -> None:
    files = cities("checks: {capture: {of: city, from: port, most-entrances: 3}}")
    found = {problem.message: problem for problem in problems_of(make_game, files)}
    assert {problem.code for problem in found.values()} == {"board"}
    entrances = "the zone of London has 6 entrances (0201, 0205, 0302, 0305, 0402, 0403); from 1 to 3 are allowed"
    span = found[entrances].span
    assert span is not None and span.line == line_of(files, ". L . d")
    (shared,) = [
        problem for message, problem in found.items() if message.startswith("the zones of London and Paris share ")
    ]
    assert (shared.hint, shared.span and shared.span.line) == ("move one of them", line_of(files, ". L . d"))
    assert found[entrances].hint == "close or open hexes round the zone"
    assert any(message.startswith("nobody can reach 0601, 0602") for message in found)


def test_land_that_nobody_reaches_is_told_where_its_first_hex_stands(make_game: MakeGame) -> None:
    files = cities("checks: {capture: {of: city, from: port}}")
    (problem,) = [
        found for found in problems_of(make_game, files) if found.message.startswith("nobody can reach 0601,")
    ]
    first = ". . . . ~ ."
    assert problem.span is not None
    assert problem.span.line == line_of(files, first)
    assert problem.span.column == len("  ") + len(first)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("difference: 0", "altar number 1 is 1 hexes from West and 3 hexes from East: more than 0 apart"),
        ("difference: 1, nearest: 1", "altar number 1 is 1 hexes from West and 3 hexes from East: more than 1 apart"),
        ("difference: 2, nearest: 1", None),
        ("", None),  # a limit that is left out is not looked at
    ],
)
def test_the_starts_limits(make_game: MakeGame, asked: str, message: str | None) -> None:
    board = f"""
hex: {{flat-to-flat: 20}}
terrain: {{open: {{name: Open}}}}
legend: {{".": open}}
kinds: {{altar: {{solid: yes, zone: 1, hexes: 1}}, camp: {{}}}}
places: {{A: {{kind: altar, name: Stone}}, w: {{kind: camp, name: West}}, e: {{kind: camp, name: East}}}}
checks:
  capture: {{of: altar, from: camp{", " if asked else ""}{asked}}}
map: |
  . . . . . . . .
  w . A . . . e .
  . . . . . . . .
"""
    files = cities() | {"data/tiny/board.yaml": board}
    files["data/tiny/game.yaml"] = GAME + "boards: {england: board.yaml}\n"
    if message is None:
        assert read_game(make_game(files), "tiny").boards
    else:
        assert [problem.message for problem in problems_of(make_game, files)] == [message]


def test_so_many_starts_are_not_walked_from(make_game: MakeGame) -> None:
    ports = "".join(f"  p{i}: {{kind: port, name: Port {i}}}\n" for i in range(16))
    row = " ".join(f"p{i}" for i in range(6))
    files = cities(
        "checks: {capture: {of: city, from: port}}",
        places=("  d: {kind: port, name: Dover}\n", f"  d: {{kind: port, name: Dover}}\n{ports}"),
        north=("map: |\n", f"map: |\n  {row}\n  p6 p7 p8 p9 p10 p11\n  p12 p13 p14 p15 . .\n"),
    )
    (problem,) = problems_of(make_game, files)
    assert (problem.message, problem.hint) == ("from: 17 places to start from are more than 16", "make several boards")


def test_a_zone_is_all_open_ground_within_so_many_hexes_of_any_of_a_places_own() -> None:
    field = Hexes(12, 10, 20, "odd")
    rock = Terrain("rock", "Rock", blocks_move=True)
    for seed in range(30):
        chance = random.Random(seed)
        own, rocks, solid = (chance.sample(field.cells(), count) for count in (3, 20, 4))
        terrain = {cell: rock if cell in rocks else Terrain("open", "Open") for cell in field.cells()}
        for radius in range(4):
            wanted = {
                cell
                for cell in field.cells()
                if radius and cell not in rocks and cell not in solid
                if min(field.distance(cell, other) for other in own) <= radius
            }
            assert open_within(field, terrain, own, radius, solid) == wanted


@pytest.mark.parametrize(
    ("checks", "at", "message", "hint"),
    [
        ("checks: {captur: {of: city, from: port}}", "captur", "there is no kit 'captur' that checks a board", "did you mean 'capture'?"),
        ("checks: {battle: {of: city}}", "battle", "there is no kit 'battle' that checks a board", "known: capture"),
        ("checks: {capture: {of: citty, from: port}}", "citty", "of: there is no kind of place 'citty'", "did you mean 'city'?"),
        ("checks: {capture: {of: city, from: port, most-entrance: 3}}", "capture", "unknown field 'most-entrance' in capture", "did you mean 'most-entrances'?"),
        ("checks: {capture: {of: city}}", "capture", "capture has no field 'from'", "add from"),
        ("checks: {nearest-altars: 3}", "nearest-altars", "checks: 'nearest-altars' is no longer written here", "checks: {capture: {of: altar, from: spawn, nearest: 3"),
        ("checks: {most-entrances: 12, distance-difference: 3}", "most-entrances", "checks: 'most-entrances' is no longer written here", "under the name of their kit"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_the_asking_is_said(
    make_game: MakeGame, checks: str, at: str, message: str, hint: str
) -> None:
    files = cities(checks)
    found = [item for item in problems_of(make_game, files) if item.message == message]
    assert [hint in item.hint and item.span is not None and item.span.line == line_of(files, at) for item in found] == [
        True
    ]


@pytest.mark.parametrize(
    ("old", "cure"),
    [
        ("altars:\n  A: {name: Stone, zone: 1}\n", "kinds: {altar: {solid: yes, zone: 1, hexes: 1}}, and places: {P: {kind: altar"),
        ("spawns:\n  A: {name: Landing}\n", "kinds: {spawn: {}}, and places: {R: {kind: spawn"),
    ],
)  # fmt: skip
def test_keys_of_old_are_answered_with_how_they_are_written_now(make_game: MakeGame, old: str, cure: str) -> None:
    files = cities(first=("kinds:\n", f"{old}kinds:\n"), second=("  . L . d ~ .", "  . L . d ~ A"))
    (problem,) = problems_of(make_game, files)  # and nothing about the token, which they explained
    key = old.partition(":")[0]
    assert (problem.code, problem.message) == ("unknown-field", f"the board: '{key}' is no longer written so")
    assert cure in problem.hint
    assert problem.span is not None
    assert problem.span.line == line_of(files, f"{key}:")


@pytest.mark.parametrize(
    ("change", "message", "hint"),
    [
        (("kind: city, name: London", "kind: citty, name: London"), "London ('L') is 'citty', which is no kind of place", "did you mean 'city'?"),
        (("  ~ . . . ~ .\n  . L", "  ~ L . . ~ .\n  . L"), "London ('L') stands 2 times on the map", "put its token on one hex"),
        (("  . L . d ~ .", "  . . . d ~ ."), "London ('L') stands nowhere on the map", "put its token on one hex"),
        (("  . L . d ~ .", "  . L . . ~ ."), "Dover ('d') stands nowhere on the map", "mark its hexes with its token"),
        (("hexes: 1}", "hexes: 2}"), "London ('L') stands once on the map", "put its token on 2 hexes"),
        (("d: {kind: port", '"~": {kind: port'), "'~' already means something on the map", "choose another token"),
        (("solid: yes, zone: 1", "solid: yes, zon: 1"), "unknown field 'zon' in kinds.city", "did you mean 'zone'?"),
        (("name: Dover", "nam: Dover"), "unknown field 'nam' in 'd'", "did you mean 'name'?"),
    ],
)  # fmt: skip
def test_places_that_cannot_be(make_game: MakeGame, change: tuple[str, str], message: str, hint: str) -> None:
    found = problems_of(make_game, cities(change=change))
    assert any(problem.message == message and hint in problem.hint for problem in found), found


def test_a_template_that_asks_for_an_unknown_kind_is_told(make_game: MakeGame) -> None:
    view = view_board(read_game(make_game(cities()), "tiny").boards["england"])
    assert [place.name for place in view.places("port")] == ["Dover"]
    with pytest.raises(RuleError, match="the board has no kind of place called 'cities'") as caught:
        view.places("cities")
    assert "city" in caught.value.hint
    solid = [(hex_.label, hex_.marked) for hex_ in view.hexes if hex_.solid]
    assert [label for label, _ in solid] == ["0203", "0404"]
    assert not any(marked for label, marked in solid if label == "0203")
    assert next(hex_ for hex_ in view.hexes if hex_.label == "0403").marked  # Dover may be entered


# --- diagrams -------------------------------------------------------------------------------------------------------

SIEGE = """
board: england
kits: [capture]
diagrams:
  siege:
    title: Siege
    map: |
      a L . .
      . . . b
    figures:
      a: {is: heroes.ada, team: heroes.ada}
      b: {is: heroes.bo, team: heroes.bo}
    places:
      L: {kind: city, is: heroes.bo, owner: heroes.bo}
    claims:
      - can_capture(a, L) and not can_capture(b, L)
      - a in zone(L) and L not in zone(L) and L not in reach(a, 9)
      - L.owner == b.team
    caption: "{{ a }} before {{ L }}"
    alt: A siege.
"""


@pytest.fixture
def england(make_game: MakeGame) -> Game:
    return read_game(make_game(cities()), "tiny")


def test_a_file_of_diagrams_asks_what_its_kits_know(england: Game) -> None:
    diagrams, problems = read(england, SIEGE)
    assert problems == []
    landmark = diagrams["siege"].scene.landmarks["L"]
    assert (landmark.place.kind.id, diagrams["siege"].caption) == ("city", "Ada before Bo")
    inside = SIEGE.replace("      a L . .\n      . . . b\n", "      a L . .\n      . . b .\n")
    assert [problem.code for problem in read(england, inside)[1]] == ["false-claim"]


@pytest.mark.parametrize(
    ("old", "new", "message", "hint"),
    [
        ("kits: [capture]\n", "", "claim: 'can_capture' is not known here", "add kits: [capture] at the top"),
        ("kits: [capture]", "kits: [captur]", "there is no kit 'captur' that answers questions of diagrams", "did you mean 'capture'?"),
        ("kits: [capture]", "kits: [battle]", "there is no kit 'battle' that answers questions of diagrams", "known: capture"),
        ("    places:\n", "    altars:\n", "diagrams.siege: 'altars' is no longer written so", "write places: {P: {kind: altar, is: …}}"),
        ("kind: city", "kind: citty", "kind: 'citty' is no kind of place of the board", "did you mean 'city'?"),
        ("kind: city, ", "", "L has no field 'kind'", "add kind"),
        ("can_capture(a, L) and not can_capture(b, L)", "can_capture(a)", "claim: can_capture(…) is not given 'place'", ""),
        ("can_capture(a, L) and not can_capture(b, L)", "can_capture(a, b)", "claim: this cannot be computed: 'Bo' is no place: name one by its token", ""),
        ("can_capture(a, L) and not can_capture(b, L)", "can_capture(L, L)", "claim: this cannot be computed: 'Bo' is no figure: name one by its token", ""),
    ],
)  # fmt: skip
def test_what_a_diagram_does_not_know_is_said(england: Game, old: str, new: str, message: str, hint: str) -> None:
    assert old in SIEGE
    _, problems = read(england, SIEGE.replace(old, new))
    assert any(problem.message == message and hint in problem.hint for problem in problems), problems


def test_a_token_may_not_be_called_like_a_question_of_a_kit(england: Game) -> None:
    text = SIEGE.replace("      . . . b\n", "      . . can_capture b\n").replace(
        "    places:\n", "    places:\n      can_capture: {kind: city, is: heroes.bo}\n"
    )
    assert any(problem.code == "diagram-token" for problem in read(england, text)[1])
    assert not any(
        problem.code == "diagram-token" for problem in read(england, text.replace("kits: [capture]\n", ""))[1]
    )


# --- the table of kits ----------------------------------------------------------------------------------------------


def test_an_editor_knows_kinds_places_and_kits(england: Game) -> None:
    board: dict[str, Any] = yaml.safe_load(CITIES.replace("CHECKS\n", ""))
    validator = Draft202012Validator(board_schema(england, {}, KnownNames()))
    assert validator.is_valid(board)
    assert validator.is_valid({**board, "checks": {"capture": {"of": "city", "from": "port", "nearest": 3}}})
    assert not validator.is_valid({**board, "checks": {"captur": {"of": "city", "from": "port"}}})
    assert not validator.is_valid({**board, "checks": {"capture": {"of": "city", "from": "port", "nearest": 0}}})
    assert not validator.is_valid({**board, "altars": {}})
    assert not validator.is_valid({**board, "kinds": {"city": {"solid": "perhaps"}}})
    diagrams = Draft202012Validator(diagrams_schema(england, KnownNames()))
    assert diagrams.is_valid(yaml.safe_load(SIEGE))
    assert not diagrams.is_valid(yaml.safe_load(SIEGE.replace("[capture]", "[captur]")))
    assert not diagrams.is_valid(yaml.safe_load(SIEGE.replace("kind: city", "kin: city")))


def test_every_kit_is_documented_as_one() -> None:
    page = (ROOT / "docs/kits.md").read_text(encoding="utf-8")
    assert len(KITS) >= 2
    for name in KITS:
        assert f"\n## The kit `{name}`\n" in page
    keys: dict[str, Key] = {}
    for name in offering("checks"):
        keys |= board_checks(name).keys
    for name in offering("simulation"):
        kit = simulator(name)
        parts = {part: Key("", kit.part_says[part]) for part in kit.parts}
        for more in (kit.keys, parts, *kit.parts.values()):
            keys |= more
    lost = [name for name, key in keys.items() if f"| `{name}` | {key.says} |" not in page]
    assert lost == []
    assert len(keys) > 15
    asked = [question for name in offering("questions") for question in questions(name)]
    assert asked
    assert [question for question in asked if f"`{question}(" not in page] == []


def test_the_boards_of_the_docs_are_read(make_game: MakeGame) -> None:
    boards = re.findall(r"```yaml\n(hex:.*?)```", (ROOT / "docs/game.md").read_text(encoding="utf-8"), re.DOTALL)
    (asked,) = re.findall(
        r"```yaml\n(checks:\n  capture:.*?)```", (ROOT / "docs/kits.md").read_text(encoding="utf-8"), re.DOTALL
    )
    assert len(boards) == 1
    game = {"data/tiny/game.yaml": GAME + "boards: {england: board.yaml}\n"}
    assert isinstance(
        read_game(make_game(game | {"data/tiny/board.yaml": boards[0]}), "tiny").boards["england"].hexes, Hexes
    )
    altars = asked.replace("of: altar, from: spawn", "of: city, from: port")
    found = problems_of(make_game, game | {"data/tiny/board.yaml": altars + boards[0]})
    assert {problem.code for problem in found} == {"board"}


def test_nothing_of_a_kit_is_loaded_before_a_game_names_it() -> None:
    code = "import pnp.build.build, pnp.diagrams.diagram_file, sys; print(*(name for name in sys.modules if 'pnp.rules.kits' in name))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "pnp.rules.kits" in loaded
    assert not [name for name in loaded if "battle" in name or "capture" in name]


# --- printings ------------------------------------------------------------------------------------------------------


def test_a_printing_says_which_place_moved_also_one_that_kept_places_by_plurals() -> None:
    kept: Tree = {
        "title": "England",
        "cities": {"X": "Bath at 0101"},
        "ports": {"d": "Dover at 0403"},
        "legend": {".": "Land"},
    }
    places: Tree = {"port": {"d": "Dover at 0404"}, "city": {}}
    early: Tree = {"boards": {"england": kept}}
    before: Tree = {"boards": {"england": {**kept, "places": {"city": {"X": "Bath at 0101"}, "port": kept["ports"]}}}}
    after: Tree = {"boards": {"england": {"title": "England", "places": places, "legend": {".": "Land"}}}}
    fact = frozenset({("boards", "england")})
    assert [str(cause) for cause in causes_of(fact, "", "", before, after)] == [
        "England: port Dover moved from 0403 to 0404; city Bath is gone from 0101"
    ]
    assert "port Dover moved from 0403 to 0404" in str(causes_of(fact, "", "", early, after)[0])
    same: Tree = {
        "boards": {"england": {"title": "England", "places": {"port": kept["ports"]}, "legend": {".": "Land"}}}
    }
    assert causes_of(fact, "", "", {"boards": {"england": {**kept, "cities": {}}}}, same) == []
