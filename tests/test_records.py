"""Copies, bases, defaults, filters and orders: which records there are, and what a component prints of them."""

from __future__ import annotations

import pytest

from pnp.build.build import build, read_game
from pnp.game.model import Game
from pnp.job import PrintJob
from pnp.problems import GameError
from pnp.schema.values import FieldText

from .conftest import GAME, MakeGame

FIELDS = "types: {art: {file: text, by: text?}}\n" + GAME.strip("\n").replace(
    "story: markup?", "class: ref classes?, cost: int?, art: art?, tags: list of text?, story: markup?"
).replace("collections:", "collections:\n  classes: {file: classes.yaml, fields: {name: text}}")
CLASSES = "mage: {name: Mage}\narcher: {name: Archer}\n"
HEROES = """
ada: {name: Ada, health: 12, class: archer, cost: 3}
bo: {name: bo, health: 7, class: mage}
cy: {name: Cy, health: 7, class: mage, cost: 10}
di: {name: Di, health: 9, cost: 3}
"""


def game_of(make_game: MakeGame, heroes: str = HEROES, card: str = "", collection: str = "") -> Game:
    text = FIELDS.replace("of: heroes,", f"of: heroes, {card}").replace("heroes.yaml,", f"heroes.yaml, {collection}")
    files = {"data/tiny/game.yaml": text, "data/tiny/classes.yaml": CLASSES, "data/tiny/heroes.yaml": heroes}
    return read_game(make_game(files), "tiny")


def printed(game: Game) -> dict[str, int]:
    card = game.components["cards"]
    return {record.id: card.copies_of(record.id) for record in card.records}


@pytest.mark.parametrize(
    ("card", "wanted"),
    [
        ("", "ada bo cy di"),
        ("where: \"class and class.name == 'Mage'\",", "bo cy"),
        ("where: health < 10 and cost,", "cy di"),
        ("where: \"it.id in ['ada', 'di']\",", "ada di"),
        ("sort: name,", "ada bo cy di"),
        ("sort: -name,", "di cy bo ada"),
        ("sort: cost,", "ada di cy bo"),
        ("sort: -cost,", "cy ada di bo"),
        ("sort: [-cost, -name],", "cy di ada bo"),
        ("sort: [class, name],", "bo cy ada di"),
        ("sort: health % 5,", "ada bo cy di"),
        ("sort: class,  where: class,", "bo cy ada"),
    ],
)
def test_what_is_printed_and_in_which_order(make_game: MakeGame, card: str, wanted: str) -> None:
    assert list(printed(game_of(make_game, card=card))) == wanted.split()


@pytest.mark.parametrize(
    ("card", "copies", "wanted"),
    [
        ("", "", {"ada": 1, "bo": 1, "cy": 1, "di": 1}),
        ("", "copies: 3", {"ada": 3, "bo": 1, "cy": 1, "di": 1}),
        ("", "copies: 0", {"bo": 1, "cy": 1, "di": 1}),
        ("copies: 2,", "copies: 3", {"ada": 2, "bo": 2, "cy": 2, "di": 2}),
        ("copies: health - 7,", "", {"ada": 5, "di": 2}),
        ("copies: copies * 2,", "copies: 3", {"ada": 6, "bo": 2, "cy": 2, "di": 2}),
    ],
)
def test_copies(make_game: MakeGame, card: str, copies: str, wanted: dict[str, int]) -> None:
    heroes = HEROES.replace("cost: 3}\nbo", f"cost: 3, {copies}}}\nbo") if copies else HEROES
    game = game_of(make_game, heroes, card)
    assert printed(game) == wanted
    (built,) = build(game, PrintJob("a4"), game.workspace.root / "out")
    assert built.faces == sum(wanted.values()) == game.components["cards"].pieces


@pytest.mark.parametrize(
    ("card", "message"),
    [
        ("where: helth < 3,", "where: 'helth' is not known here"),
        ("where: class.name,", "where: what should have 'name' is empty here: ask for it first, with if or and"),
        ("where: name.__class__,", "where: this reaches into the program, which no game may"),
        ("sort: helth,", "sort: 'helth' is not known here"),
        ("sort: art,", None),
        ("sort: tags,", "sort: tags is no number and no text, or sometimes one and sometimes the other"),
        ('sort: "cost or name",', "sort: cost or name is no number and no text, or sometimes one and sometimes the other"),
        ("copies: name,", "copies: name is Ada for heroes.ada"),
        ("copies: health * 1000,", "copies: health * 1000 is 12000 for heroes.ada"),
        ("copies: 0,", "copies: a component of which there are none"),
        ("copies: 5000,", "copies: 5000 is more than 1000, the most it may be"),
    ],
)  # fmt: skip
def test_mistakes_of_components(make_game: MakeGame, card: str, message: str | None) -> None:
    if message is None:
        assert len(printed(game_of(make_game, card=card))) == 4
        return
    heroes = HEROES.replace("cost: 3}", "cost: 3, tags: [a]}")
    with pytest.raises(GameError) as caught:
        game_of(make_game, heroes, card)
    (problem,) = caught.value.problems
    assert problem.message == message
    assert problem.span is not None
    assert problem.span.source.name == "data/tiny/game.yaml"


def test_choosing_nothing_is_a_warning(make_game: MakeGame) -> None:
    game = game_of(make_game, card="where: \"class == 'Mage'\",")
    (warning,) = game.warnings
    assert warning.code == "nothing-chosen"
    assert ".name" in warning.hint


BASES = """
base: {abstract: yes, health: 9, art: {file: a.png, by: Eve}, tags: [x, y], story: "I am {{ name }}."}
ada: {extends: base, name: Ada, art: {by: Flo}}
bo: {extends: ada, name: Bo, tags: [z], story: ~}
"""


def test_records_extend_one_another(make_game: MakeGame) -> None:
    game = game_of(make_game, BASES)
    ada, bo = game.collections["heroes"]
    assert (ada["health"], ada["story"], ada["tags"]) == (9, "I am Ada.", ("x", "y"))
    assert (ada["art"]["file"], ada["art"]["by"]) == ("a.png", "Flo")  # type: ignore[index]
    assert (bo["art"]["by"], bo["tags"], bo["story"]) == ("Flo", ("z",), None)  # type: ignore[index]
    story = ada["story"]
    assert isinstance(story, FieldText)
    assert str(story.span).startswith("data/tiny/heroes.yaml:1:")


def test_defaults_stand_behind_everything(make_game: MakeGame) -> None:
    heroes = "base: {abstract: yes, cost: 5}\nada: {name: Ada, extends: base}\nbo: {name: Bo, health: 3}\n"
    game = game_of(make_game, heroes, collection="defaults: {health: 8, cost: 1, copies: 2},")
    ada, bo = game.collections["heroes"]
    assert [(hero["health"], hero["cost"], hero["copies"]) for hero in (ada, bo)] == [(8, 5, 2), (3, 1, 2)]


@pytest.mark.parametrize(
    ("heroes", "collection", "place", "message"),
    [
        ("a: {extends: b, name: A, health: 3}\n", "", "heroes.yaml:1:14", "extends: there is no 'b' in heroes"),
        ("a: {extends: [b], name: A, health: 3}\n", "", "heroes.yaml:1:14", "extends: expected the id of one of heroes, found a list"),
        ("a: {extends: a, name: A, health: 3}\n", "", "heroes.yaml:1:14", "'a' extends itself"),
        ("a: {extends: b, name: A}\nb: {extends: a, name: B}\n", "", "heroes.yaml:2:14", "'a' extends itself, by way of b"),
        ("b: {abstract: maybe, name: B, health: 3}\n", "", "heroes.yaml:1:15", "abstract: expected yes or no, found 'maybe'"),
        ("b: {abstract: yes, helth: 3}\nc: {name: C, health: 3}\n", "", "heroes.yaml:1:20", "unknown field 'helth' in heroes.b"),
        ("b: {abstract: yes, health: 33}\nc: {name: C, extends: b}\n", "", "heroes.yaml:1:28", "health: 33 is more than 20, the most it may be"),
        ("c: {name: C}\n", "defaults: {helth: 3, health: 4},", "game.yaml:9:42", "unknown field 'helth' in collections.heroes.defaults"),
        ("c: {name: C, health: 3}\n", "sheet: A,", "game.yaml:9:38", "sheet: only an .xlsx, .ods or .json file has several tables"),
        ("c: {name: C, health: 3}\n", "id: name,", "game.yaml:9:35", "id: the records of a YAML file are named by their keys, not by 'name'"),
        ("".join(f"a{i}: {{extends: a{i + 1}, name: A}}\n" for i in range(30)) + "a30: {name: A, health: 1}\n", "", "heroes.yaml:21:16", "'a0' extends more than 20 records in a line"),
    ],
)  # fmt: skip
def test_mistakes_of_records(make_game: MakeGame, heroes: str, collection: str, place: str, message: str) -> None:
    with pytest.raises(GameError) as caught:
        game_of(make_game, heroes, collection=collection)
    assert [str(problem) for problem in caught.value.problems] == [f"data/tiny/{place}: error: {message}"]
