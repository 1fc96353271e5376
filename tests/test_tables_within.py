"""A record's list in a file of its own: what is read, where mistakes are told, what is refused."""

from __future__ import annotations

import pytest

from pnp.build.build import build, check, read_game
from pnp.game.model import Game
from pnp.job import PrintJob
from pnp.problems import GameError
from pnp.rules.tables import compute_table
from pnp.schema.values import Record

from .conftest import GAME, MakeGame
from .spreadsheets import Rows, workbook

BASE = GAME.partition("collections:")[0]
REST = """
types:
  card: {name: text, power: int 1..6, kind: one of beast | giant, text: markup?, double: "= power * 2"}
collections:
  decks:
    file: decks.yaml
    fields:
      name: text
      crest: text
      cards: list 2..4 of card
      count: "= cards | sum(attribute='copies')"
      points: "= cards | sum(attribute='power')"
components:
  cards: {of: decks.cards, template: card.svg, size: poker}
documents: {all: [cards]}
rules: rules.yaml
checks:
  - {every: decks, value: count, at-most: 9, because: a deck has up to nine cards}
  - {every: decks, each: cards, value: item.power * item.copies, at-most: 12, because: no card is that strong}
"""
GOBLINS = """\
name,power,kind,text,copies
Cave Troll,6,giant,,2
Wolf,2,beast,"Counts **{{ power }}** for the {{ crest }}.",
"""
DECKS = "goblins: {name: Goblins, crest: moon, cards: goblins.csv}\n"
SVG = """
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><rect width="63" height="88" fill="paper"/>
{{ text(name ~ ", " ~ kind ~ " " ~ double ~ " " ~ copies ~ " of " ~ owner.count, 5, 10, 53, 6, "body") }}
{{ text(it.text or "-", 5, 20, 53, 20, "body") }}</svg>
"""
RULES = """
parameters: {deck: decks, card: decks}
formulas: {mass(deck): "deck.cards | sum(attribute='copies')"}
tables:
  all: {title: All, rows: "decks as deck, deck.cards as card", columns: {many: card.copies, of: mass(deck), twice: card.double}}
"""
DATA = {
    "data/tiny/rules.yaml": RULES,
    "data/tiny/game.yaml": BASE + REST,
    "data/tiny/decks.yaml": DECKS,
    "data/tiny/goblins.csv": GOBLINS,
    "templates/tiny/card.svg": SVG,
}


def game_of(make_game: MakeGame, files: dict[str, str | bytes] | None = None) -> Game:
    given = files or {}
    workspace = make_game(DATA | {name: text for name, text in given.items() if isinstance(text, str)})
    for name, data in given.items():
        if isinstance(data, bytes):
            (workspace.root / name).write_bytes(data)
    return read_game(workspace, "tiny")


def cards(game: Game, deck: str = "goblins") -> list[tuple[object, ...]]:
    items = game.collections["decks"][deck]["cards"]
    assert isinstance(items, tuple)
    return [(item.id, str(item["name"]), item["power"], str(item["text"] or "")) for item in items]


WANTED = [("cave-troll", "Cave Troll", 6, ""), ("wolf", "Wolf", 2, "Counts **2** for the moon.")]
SHEET: Rows = [["Name", "Power", "Kind", "Text", "Copies"], ["Cave Troll", 6, "giant", None, 2],
         ["Wolf", 2, "beast", "Counts **{{ power }}** for the {{ crest }}.", None]]  # fmt: skip


@pytest.mark.parametrize(
    ("cell", "files"),
    [
        ("goblins.csv", {}),
        ("goblins.tsv", {"data/tiny/goblins.tsv": "name\tpower\tkind\ttext\tcopies\nCave Troll\t6\tgiant\t\t2\n"
                         "Wolf\t2\tbeast\tCounts **{{ power }}** for the {{ crest }}.\t\n"}),
        ("one.xlsx", {"data/tiny/one.xlsx": workbook({"Any": SHEET})}),
        ("all.xlsx", {"data/tiny/all.xlsx": workbook({"Notes": [["x"]], "Goblins": SHEET})}),
        ("{file: all.xlsx, sheet: B, ignore: [Rest]}",
         {"data/tiny/all.xlsx": workbook({"A": [["x"]], "B": [[*SHEET[0], "Rest"], [*SHEET[1], "!"], [*SHEET[2], 7]]})}),
        ("{file: goblins.yaml, defaults: {kind: beast}}", {"data/tiny/goblins.yaml":
         'cave-troll: {name: Cave Troll, power: 6, kind: giant, copies: 2}\n'
         'wolf: {name: Wolf, power: 2, text: "Counts **{{ power }}** for the {{ crest }}."}\n'}),
        ("{file: goblins.csv, defaults: {kind: beast}}", {"data/tiny/goblins.csv":
         "name,power,text,copies\nCave Troll,6,,2\nWolf,2,Counts **{{ power }}** for the {{ crest }}.,\n"}),
    ],
)  # fmt: skip
def test_a_list_in_any_file(make_game: MakeGame, cell: str, files: dict[str, str | bytes]) -> None:
    game = game_of(make_game, {"data/tiny/decks.yaml": DECKS.replace("goblins.csv", cell), **files})
    assert cards(game) == WANTED
    deck = game.collections["decks"]["goblins"]
    assert (deck["count"], deck["points"]) == (3, 8)
    made = game.components["cards"]
    assert {record.id: made.copies_of(record.id) for record in made.records} == {
        "goblins/cave-troll": 2,
        "goblins/wolf": 1,
    }
    (built,) = build(game, PrintJob("a4"), game.workspace.root / "out")
    assert built.faces == 3
    assert not [problem for problem in check(game, PrintJob("a4")) if problem.code != "unused-field"]


def test_a_list_of_items_in_yaml_and_a_deck_in_a_table(make_game: MakeGame) -> None:
    listed = "- {name: Cave Troll, power: 6, kind: giant}\n- {name: Wolf, power: 2, kind: beast}\n"
    text = (BASE + REST).replace("decks.yaml", "decks.csv")
    decks = "name,crest,cards\nGoblins,moon,goblins.yaml\nElves,sun,goblins.csv\n"
    files: dict[str, str | bytes] = {"data/tiny/goblins.yaml": listed, "data/tiny/decks.csv": decks}
    game = game_of(make_game, {**files, "data/tiny/game.yaml": text})
    assert [record.id for record in game.components["cards"].records] == [
        "goblins/cave-troll", "goblins/wolf", "elves/cave-troll", "elves/wolf",
    ]  # fmt: skip
    assert cards(game, "elves")[1][3] == "Counts **2** for the sun."  # each knows the deck it stands in


@pytest.mark.parametrize(
    ("files", "wanted"),
    [
        ({"goblins.csv": GOBLINS.replace("6,giant", "7,giant")}, "goblins.csv:2:12: error: power: 7 is more than 6, the most it may be"),
        ({"goblins.csv": GOBLINS.replace("beast", "best")}, "goblins.csv:3:8: error: kind: 'best' is none of beast, giant"),
        ({"goblins.csv": GOBLINS.replace("power", "pwer")}, "goblins.csv:1:6: error: unknown column 'pwer'"),
        ({"goblins.csv": GOBLINS.replace("kind", "double")}, "goblins.csv:1:12: error: double: this field is computed"),
        ({"goblins.csv": GOBLINS + "Wolf,1,beast,,\n"}, "goblins.csv:4:1: error: the id 'wolf' stands twice; first on line 3"),
        ({"goblins.csv": GOBLINS.replace(",2\n", ",many\n")}, "goblins.csv:2:21: error: copies: expected a whole number"),
        ({"goblins.csv": GOBLINS + "Bear,1,beast,,\nHog,1,beast,,\nFox,1,beast,,\n"},
         "goblins.csv:6:1: error: cards: 5 items, 1 more than 4, the most there may be"),
        ({"goblins.csv": GOBLINS.partition("Wolf")[0]}, "decks.yaml:1:46: error: cards: 1 item, 1 fewer than 2, the least there may be"),
        ({"goblins.csv": GOBLINS.replace(",2\n", ",9\n")}, "decks.yaml:1:1: error: Goblins: count is 10, 1 more than 9: a deck has up to"),
        ({"goblins.csv": GOBLINS.replace(",2\n", ",3\n")},
         "goblins.csv:2:1: error: Goblins, Cave Troll: item.power * item.copies is 18, 6 more than 12: no card is that strong"),
        ({"decks.yaml": DECKS.replace("goblins.csv", "goblin.csv")}, "decks.yaml:1:46: error: there is no file 'goblin.csv' beside game.yaml"),
        ({"decks.yaml": DECKS.replace("goblins.csv", "../x.csv")}, "decks.yaml:1:46: error: '../x.csv' leads out of the game's folder"),
        ({"decks.yaml": DECKS.replace("goblins.csv", "goblins.txt"), "goblins.txt": "x"}, "error: 'goblins.txt' is no file of data"),
        ({"decks.yaml": DECKS.replace("goblins.csv", "goblins")}, "decks.yaml:1:46: error: cards: expected a list, found 'goblins'"),
        ({"decks.yaml": DECKS.replace("goblins.csv", "{file: goblins.csv, sheat: A}")}, "unknown field 'sheat' in decks.goblins.cards"),
    ],
)  # fmt: skip
def test_mistakes_are_told_where_they_stand(make_game: MakeGame, files: dict[str, str], wanted: str) -> None:
    given: dict[str, str | bytes] = {f"data/tiny/{name}": text for name, text in files.items()}
    with pytest.raises(GameError) as caught:
        game_of(make_game, given)
    said = [str(problem).removeprefix("data/tiny/") for problem in caught.value.problems]
    assert any(wanted in line for line in said), said
    assert len(said) == 1 or wanted in said[0] or "unknown column" in wanted or "double" in wanted


def test_too_many_files_are_refused(make_game: MakeGame) -> None:
    decks = "".join(f"d{number}: {{name: D, crest: x, cards: goblins.csv}}\n" for number in range(502))
    with pytest.raises(GameError) as caught:
        game_of(make_game, {"data/tiny/decks.yaml": decks})
    assert "the records name more than 500 files, or 50,000 rows in them" in str(caught.value)


def test_items_belong_to_their_record(make_game: MakeGame) -> None:
    deck = game_of(make_game).collections["decks"]["goblins"]
    items = deck["cards"]
    assert isinstance(items, tuple)
    for item in items:
        assert isinstance(item, Record)
        assert item.parent is deck
        assert item.span.source.name == "data/tiny/goblins.csv"


def test_tables_and_formulas_know_items_and_their_copies(make_game: MakeGame) -> None:
    game = game_of(make_game)
    grid = compute_table(game.tables["all"], game.book, game.collections)
    assert grid.rows == (("Cave Troll", 2, 3, 12), ("Wolf", 1, 3, 4))
