"""Broken games: each mistake stands beside the message it must give, on the line it must name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pnp.build.build import build, read_game
from pnp.cli.typer_app import app
from pnp.job import PrintJob
from pnp.problems import GameError, Problem, Source
from pnp.source.yaml_reader import parse_yaml

from .conftest import CARD, GAME, HEROES, MakeGame

BOARD_GAME = GAME + "boards: {field: board.yaml}\n"
BOARD = """
hex: {flat-to-flat: 25}
terrain:
  open: {name: Open}
  wall: {name: Wall, blocks: [move, sight]}
legend: {".": open, "#": wall}
kinds:
  altar: {solid: yes, zone: 1, hexes: 1}
  spawn: {}
places:
  A: {kind: altar, name: Altar}
  R: {kind: spawn, name: Red landing}
checks: {capture: {of: altar, from: spawn, nearest: 1, difference: 2, most-entrances: 3}}
map: |
"""
GOOD_MAP = """  R . # # #
  . . . A #
  . # # # #
"""

# name -> files that replace the good ones; a line that ends in "# error: MESSAGE" must be reported so, and no other
BROKEN: dict[str, dict[str, str]] = {
    "duplicate key": {"data/tiny/heroes.yaml": "ada: {name: Ada, health: 3}\nada: {name: Eve, health: 4}  # error: 'ada' is given twice; first on line 1\n"},
    "unknown field": {"data/tiny/heroes.yaml": "ada:\n  name: Ada\n  helth: 3  # error: unknown field 'helth' in heroes.ada\n  health: 3\n"},
    "wrong type": {"data/tiny/heroes.yaml": "ada:\n  name: Ada\n  health: ten  # error: health: expected a whole number from 1 to 20, found 'ten'\n"},
    "yaml 1.1 octal and sexagesimal": {"data/tiny/heroes.yaml": "ada:\n  name: NO\n  health: 1:2  # error: health: expected a whole number from 1 to 20, found '1:2'\n"},
    "too large": {"data/tiny/heroes.yaml": "ada:\n  name: Ada\n  health: 21  # error: health: 21 is more than 20, the most it may be\n"},
    "too small": {"data/tiny/heroes.yaml": "ada:\n  name: Ada\n  health: 0  # error: health: 0 is less than 1, the least it may be\n"},
    "missing field": {"data/tiny/heroes.yaml": "ada:  # error: heroes.ada has no field 'health'\n  name: Ada\n"},
    "a list where a text belongs": {"data/tiny/heroes.yaml": "ada:\n  name: [Ada]  # error: name: expected a text, found a list\n  health: 3\n"},
    "tab": {"data/tiny/heroes.yaml": "ada:\n\tname: Ada  # error: a tab stands where spaces should\n"},
    "open quote": {"data/tiny/heroes.yaml": "ada:\n  name: \"Ada  # error: a quote is opened and never closed\n  health: 3\n"},
    "second colon": {"data/tiny/heroes.yaml": "ada:\n  name: Ada: the first  # error: a second ': ' stands on this line\n  health: 3\n"},
    "unknown mark": {"data/tiny/heroes.yaml": "ada:\n  name: Ada\n  health: !assume 3  # error: unknown mark '!assume'\n"},
    "merge key": {"data/tiny/heroes.yaml": "ada: &a {name: Ada, health: 3}\nbo:\n  <<: *a  # error: merge keys (<<) are not read\n  name: Bo\n  health: 3\n"},
    "nothing in braces": {"data/tiny/heroes.yaml": "ada:\n  name: Ada\n  health: 3\n  story: \"{{ helth }}\"  # error: heroes.ada.story: 'helth' is not known here\n"},
    "a way into the program": {"data/tiny/heroes.yaml": "ada:\n  name: Ada\n  health: 3\n  story: \"{{ name.__class__ }}\"  # error: heroes.ada.story: this reaches into the program, which no game may\n"},
    "an endless loop": {"data/tiny/heroes.yaml": "ada:\n  name: Ada\n  health: 3\n  story: \"{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}\"  # error: heroes.ada.story: its loops take more than 200,000 steps\n"},
    "markup not closed": {"data/tiny/heroes.yaml": "ada:\n  name: Ada\n  health: 3\n  story: \"Keeps **bees\"  # error: heroes.ada.story, on cards, ada: '**' is opened and never closed\n"},
    "unknown inline icon": {"data/tiny/heroes.yaml": "ada:\n  name: Ada\n  health: 3\n  story: \"A :flam: burns\"  # error: heroes.ada.story, on cards, ada: unknown icon ':flam:'\n"},
    "missing glyph": {"data/tiny/heroes.yaml": "ada:\n  name: 漢  # error: heroes.ada.name, on cards, ada: no font has '漢' (U+6F22)\n  health: 3\n"},
    "text too long": {"data/tiny/heroes.yaml": f"ada:\n  name: {'Adamantine ' * 12}  # error: heroes.ada.name, on cards, ada, does not fit its box of 53 x 6 mm:\n  health: 3\n"},
    "unknown key of the game": {"data/tiny/game.yaml": GAME + "palete: {}  # error: unknown field 'palete' in game.yaml\n"},
    "bad colour": {"data/tiny/game.yaml": GAME.replace('palette: {ink: "#111111", paper: "#ffffff"}', 'palette:\n  ink: black  # error: ink: expected a colour such as #1d1a16, found \'black\'\n  paper: "#ffffff"')},
    "unknown colour of a style": {"data/tiny/game.yaml": GAME.replace("min: 7, color: ink}}", "min: 7, color: inc}}  # error: color: 'inc' is no colour of the palette")},
    "missing font": {"data/tiny/game.yaml": GAME.replace("fonts: {Text: {regular: alegreya-sans/AlegreyaSans-Regular.ttf, bold: alegreya-sans/AlegreyaSans-Bold.ttf}}", "fonts:\n  Text:\n    regular: alegreya-sans/AlegreyaSans-Bold.ttf\n    bold: lost.ttf  # error: there is no font file 'lost.ttf' in fonts/")},
    "unknown size": {"data/tiny/game.yaml": GAME.replace("size: poker, bleed: 3}", "size: pokr, bleed: 3}  # error: size: unknown size 'pokr': use a name such as poker or a5 landscape, or 63 x 88")},
    "missing template": {"data/tiny/game.yaml": GAME.replace("template: card.svg, size: poker, bleed: 3}", "template: cart.svg, size: poker}  # error: there is no template 'cart.svg' in templates/tiny/")},
    "unknown collection": {"data/tiny/game.yaml": GAME.replace("cards: {of: heroes, template: card.svg, size: poker, bleed: 3}", "cards: {of: heros, template: card.svg, size: poker}  # error: of: there is no collection 'heros'")},
    "unknown component": {"data/tiny/game.yaml": GAME.replace("  cards: [cards]", "  cards: [card]  # error: there is no component 'card'")},
    "unknown field type": {"data/tiny/game.yaml": GAME.replace("fields: {name: text, health: int 1..20, story: markup?}}", "fields: {name: text, health: init 1..20, story: markup?}}  # error: health: unknown field type 'init 1..20'")},
    "a file outside": {"data/tiny/game.yaml": GAME.replace("heroes: {file: heroes.yaml, fields", "heroes: {file: ../../../../etc/passwd, fields").replace("story: markup?}}", "story: markup?}}  # error: '../../../../etc/passwd' leads out of the game's folder")},
    "a broken reference": {"data/tiny/game.yaml": GAME.replace("story: markup?", "story: markup?, foe: ref heroes?"), "data/tiny/heroes.yaml": "ada: {name: Ada, health: 3}\nbo:\n  name: Bo\n  health: 3\n  foe: adda  # error: foe: there is no 'adda' in heroes\n"},
    "a constraint": {"data/tiny/game.yaml": GAME + 'checks: [{every: heroes, must: "health < 10", because: nine dice}]\n', "data/tiny/heroes.yaml": "ada: {name: Ada, health: 3}\nbo: {name: Bo, health: 11}  # error: heroes.bo: nine dice\n"},
    "board row too short": {"data/tiny/game.yaml": BOARD_GAME, "data/tiny/board.yaml": BOARD + "  R . # # #\n  . . . A #\n  . # # #  #! row 3 of the map has 4 hexes, the first row has 5\n"},
    "unknown token": {"data/tiny/game.yaml": BOARD_GAME, "data/tiny/board.yaml": BOARD + GOOD_MAP.replace("  . # # # #", "  . # # ? #  #! the map has '?', which the legend does not explain")},
    "altar walled in": {"data/tiny/game.yaml": BOARD_GAME, "data/tiny/board.yaml": BOARD + "  R . # # #\n  . # # A #  #! no way leads from Red landing to Altar\n  . # # # #\n"},
    "template: unknown name": {"templates/tiny/card.svg": CARD.replace("text(health,", "text(helth,").replace('12, 53, 6, "body") }}', '12, 53, 6, "body") }}<!-- error: \'helth\' is not known here (while drawing cards, ada) -->')},
    "template: unknown element": {"templates/tiny/card.svg": CARD.replace("</svg>", "  <hatch/><!-- error: <hatch> is not painted (while drawing cards, ada) -->\n</svg>")},
    "template: unknown attribute": {"templates/tiny/card.svg": CARD.replace('fill="paper"/>', 'fil="paper"/><!-- error: unknown attribute \'fil\' on <rect> (while drawing cards, ada) -->')},
    "template: unknown colour": {"templates/tiny/card.svg": CARD.replace('fill="paper"/>', 'fill="papre"/><!-- error: unknown colour \'papre\' (while drawing cards, ada) -->')},
    "template: Jinja left open": {"templates/tiny/card.svg": CARD.replace("</svg>", "{% if name %}</svg><!-- error: this cannot be read: Unexpected end of template -->")},
    "a title that no font has": {"data/tiny/game.yaml": GAME.replace("title: Tiny", "title: 漢字").replace("  cards: [cards]", "  cards: [cards]  # error: the slug line of cards cannot be set: no font has '漢' (U+6F22), '字' (U+5B57), of the Han script")},
    "no fonts": {"data/tiny/game.yaml": "title: Tiny  # error: game has no field 'fonts'\n"},
    "a document that leads out": {"data/tiny/game.yaml": GAME.replace("  cards: [cards]", "  ../x: [cards]  # error: '../x' cannot be the name of a document")},
    "a name with capitals": {"data/tiny/heroes.yaml": "Ada:  # error: 'Ada' cannot be the name of a record\n  name: Ada\n  health: 3\n"},
    "a field that templates keep": {"data/tiny/game.yaml": GAME.replace("health: int 1..20,", "health: int 1..20, self: text?,").replace("story: markup?}}", "story: markup?}}  # error: 'self' cannot be the name of a field: expressions use the word themselves")},
    "too many digits": {"data/tiny/heroes.yaml": f"ada:\n  name: Ada\n  health: {'9' * 5000}  # error: health: expected a whole number from 1 to 20, found '{'9' * 39}…': at most 12 digits\n"},
    "digits of another script": {"data/tiny/heroes.yaml": "ada:\n  name: Ada\n  health: ٣  # error: health: expected a whole number from 1 to 20, found '٣'\n"},
    "an empty name": {"data/tiny/heroes.yaml": "ada:\n  name: ''  # error: name: the text is empty\n  health: 3\n"},
    "a bell": {"data/tiny/heroes.yaml": 'ada:\n  name: "A\\ada"  # error: name: the text holds a character that cannot be printed (U+0007)\n  health: 3\n'},
    "nested too deep": {"data/tiny/heroes.yaml": f"ada: {'[' * 100_000}  # error: nested more than 50 deep\n"},
    "checks: nothing": {"data/tiny/game.yaml": GAME + "checks:  # error: checks: nothing stands here\n"},
    "checks: a text": {"data/tiny/game.yaml": GAME + "checks: [no]  # error: checks: expected fields such as 'name: …', found 'no'\n"},
    "a size of no paper": {"data/tiny/game.yaml": GAME.replace("size: poker, bleed: 3}", "size: {}, bleed: 3}  # error: size: no paper stands here")},
    "a size without end": {"data/tiny/game.yaml": GAME.replace("size: poker, bleed: 3}", f"size: {'9' * 400}, bleed: 3}}  # error: size: '{'9' * 40}' is longer than 5 m")},
    "an oval circle": {"data/tiny/game.yaml": GAME.replace("size: poker, bleed: 3}", "size: poker, bleed: 3, shape: circle}  # error: a circle cannot be 63 mm wide and 88 mm high")},
    "a list for a template": {"data/tiny/game.yaml": GAME.replace("size: poker, bleed: 3}", "size: poker, with: {x: [1]}}  # error: x: expected a text, found a list")},
    "a name that templates have": {"data/tiny/game.yaml": GAME.replace("size: poker, bleed: 3}", "size: poker, with: {w: '1'}}  # error: with: 'w' is the name of something that every template has")},
    "a component twice": {"data/tiny/game.yaml": GAME.replace("  cards: [cards]", "  cards: [cards, cards]  # error: 'cards' stands twice in document 'cards'")},
    "a document in itself": {"data/tiny/game.yaml": GAME + "  a: {combine: [b]}  # error: document 'a' combines itself\n  b: {combine: [a]}  # error: document 'b' combines itself\n"},
    "nothing to pack": {"data/tiny/game.yaml": GAME + "  all: {combine: [cards], layout: pack, gutter: 4}  # error: documents.all packs nothing: no document that it combines is a grid with margin 5 and gutter 4\n"},
    "a paper of many words": {"data/tiny/game.yaml": GAME.replace("size: poker, bleed: 3}", f"size: poker, paper: {'x' * 41}}}  # error: paper: 41 characters are more than 40")},
    "min above size": {"data/tiny/game.yaml": GAME.replace("min: 7, color: ink}}", "min: 17, color: ink}}  # error: min: 17 is more than the size, 9")},
    "a default of another type": {"data/tiny/game.yaml": GAME.replace("story: markup?}}", "story: markup?, n: {type: int, default: x}}}  # error: n: default: expected a whole number, found 'x'")},
    "a language that is none": {"data/tiny/game.yaml": GAME + "language: a b  # error: language: this is no language's code\n"},
    "a file name without end": {"data/tiny/game.yaml": GAME.replace("file: heroes.yaml", f"file: {'9' * 5000}").replace("story: markup?}}", "story: markup?}}  # error: there is no file '999999999999999999999999999999999999999…' beside game.yaml")},
    "terrain blocks a text": {"data/tiny/game.yaml": BOARD_GAME, "data/tiny/board.yaml": BOARD.replace("blocks: [move, sight]}", "blocks: move}  # error: blocks: expected a list, found 'move'") + GOOD_MAP},
    "legend of lists": {"data/tiny/game.yaml": BOARD_GAME, "data/tiny/board.yaml": BOARD.replace('"#": wall}', '"#": [wall]}  # error: legend: expected the name of a terrain, found a list') + GOOD_MAP},
    "template: a way to the disk": {"templates/tiny/card.svg": CARD.replace("</svg>", "{{ game.workspace.root.read_text() }}</svg><!-- error: there is no 'workspace' here -->")},
    "template: nothing to print": {"templates/tiny/card.svg": CARD.replace("</svg>", "<title>{{ it.story }}</title></svg><!-- error: nothing stands here: an optional field was not given -->")},
    "template: a list to print": {"templates/tiny/card.svg": CARD.replace("</svg>", "<title>{{ [1] }}</title></svg><!-- error: this is no text and no number: take one out of it -->")},
    "a net larger than its piece": {"templates/tiny/card.svg": CARD.replace("</svg>", "{{ cube(30).lines }}</svg><!-- error: cube: the net measures 127.5 x 105 mm, and there are 63 x 88 mm, on cards, ada -->")},
    "a box of no height": {"templates/tiny/card.svg": CARD.replace("</svg>", "{{ tuck_box(63, 0, 20).lines }}</svg><!-- error: tuck_box: height cannot be 0 mm -->")},
    "a value with a helper's name": {"data/tiny/game.yaml": GAME.replace("bleed: 3}", "bleed: 3, with: {cube: 3}}  # error: with: 'cube' is the name of something that every template has")},
    "two mistakes in two files": {
        "data/tiny/game.yaml": GAME.replace("  cards: [cards]", "  cards: [card]  # error: there is no component 'card'"),
        "data/tiny/heroes.yaml": "ada:\n  name: Ada\n  health: x  # error: health: expected a whole number from 1 to 20, found 'x'\n",
    },
}  # fmt: skip

_EXPECTED = re.compile(r"(?:# error:|#!|<!-- error:) (.*?)(?: -->)?$")


def expected(files: dict[str, str]) -> set[tuple[str, int, str]]:
    """Which file, line and message the comments ask for."""
    found = set()
    for name, text in files.items():
        for number, line in enumerate(text.lstrip("\n").splitlines(), 1):
            match = _EXPECTED.search(line)
            if match:
                found.add((name, number, match[1]))
    return found


def without_marks(files: dict[str, str]) -> dict[str, str]:
    """A block scalar has no comments: the marks of map rows are taken out again."""
    return {name: re.sub(r"  #!.*", "", text) for name, text in files.items()}


def problems_of(make_game: MakeGame, files: dict[str, str]) -> tuple[Problem, ...]:
    workspace = make_game(without_marks(files))
    with pytest.raises(GameError) as caught:
        build(read_game(workspace, "tiny"), PrintJob("a4"), workspace.root / "out")
    assert not (workspace.root / "out").exists()
    return caught.value.problems


@pytest.mark.parametrize("files", BROKEN.values(), ids=BROKEN)
def test_each_mistake_is_named_where_it_stands(make_game: MakeGame, files: dict[str, str]) -> None:
    wanted = expected(files)
    assert wanted, "the case must say what it expects"
    problems = problems_of(make_game, files)
    for problem in problems:
        assert problem.span is not None, problem
    found = {(problem.span.source.name, problem.span.line, problem.message) for problem in problems if problem.span}
    for name, line, message in wanted:
        assert any((name, line) == (f, n) and said.startswith(message) for f, n, said in found), (message, found)
    assert {(name, line) for name, line, _ in found} == {(name, line) for name, line, _ in wanted}
    assert "<class" not in "".join(problem.message for problem in problems)


def test_there_are_many_kinds() -> None:
    assert len(BROKEN) >= 20


def test_most_messages_name_a_cure(make_game: MakeGame) -> None:
    problems = problems_of(make_game, BROKEN["unknown field"])
    assert problems[0].hint == "did you mean 'health'?"


def test_the_caret_points_at_the_word(make_game: MakeGame) -> None:
    span = problems_of(make_game, BROKEN["too large"])[0].span
    assert span is not None
    assert (span.line, span.column, span.length) == (3, 11, 2)


def test_not_utf8(make_game: MakeGame) -> None:
    workspace = make_game(None)
    (workspace.root / "data/tiny/heroes.yaml").write_bytes(b"ada:\n  name: Ad\xe9\n  health: 3\n")
    with pytest.raises(GameError, match="this is not UTF-8 text"):
        read_game(workspace, "tiny")


def test_a_billion_laughs(make_game: MakeGame) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"] + [
        f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 12)
    ]
    with pytest.raises(GameError, match="unfolds to more than"):
        read_game(make_game({"data/tiny/heroes.yaml": "\n".join(lines)}), "tiny")


def test_an_alias_counts_as_if_it_were_written_again(monkeypatch: pytest.MonkeyPatch) -> None:
    part = "[1, {a: [2, 3]}]"

    def values_in(text: str) -> int:
        """The least limit under which a file is read."""
        for limit in range(100):
            monkeypatch.setattr("pnp.source.yaml_reader.MAX_NODES", limit)
            try:
                parse_yaml(Source("a.yaml", text))
            except GameError as error:
                assert [problem.code for problem in error.problems] == ["too-many-nodes"]
            else:
                return limit
        raise AssertionError("it is never read")

    once, again = values_in(f"- {part}\n"), values_in(f"- {part}\n- {part}\n- {part}\n")
    assert once < values_in(f"- &it {part}\n- *it\n- *it\n") == again
    assert values_in("- &it one\n- *it\n- *it\n") == values_in("- one\n- one\n- one\n")


def test_a_wrong_line_of_a_map_is_told_with_the_column_of_its_first_letter(make_game: MakeGame) -> None:
    wrong = BOARD + GOOD_MAP.replace("  . # # # #\n", "     ? # # # #\n")
    (problem,) = problems_of(make_game, {"data/tiny/game.yaml": BOARD_GAME, "data/tiny/board.yaml": wrong})
    assert problem.span is not None
    line = problem.span.source.line(problem.span.line)
    assert line[problem.span.column - 1 :] == "? # # # #"


def test_the_command_says_it_and_leaves_the_old_pdf(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = make_game(None)
    monkeypatch.chdir(workspace.root)
    assert CliRunner().invoke(app, ["build", "tiny"]).exit_code == 0
    pdf = workspace.root / "build/tiny/a4/cards.pdf"
    before = pdf.read_bytes()
    heroes = workspace.root / "data/tiny/heroes.yaml"
    heroes.write_text(HEROES.replace("health: 7", "health: 70"), encoding="utf-8")
    result = CliRunner().invoke(app, ["build", "tiny"])
    assert result.exit_code == 1
    assert "data/tiny/heroes.yaml:3:" in result.output
    assert "error: health: 70 is more than 20" in result.output
    assert "^^" in result.output
    assert "hint:" in result.output
    assert "Traceback" not in result.output
    assert pdf.read_bytes() == before
    assert [path.name for path in Path(pdf.parent).iterdir()] == ["cards.pdf"]
