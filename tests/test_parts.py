"""Components of what stands in a list of each record: faces, names, copies, choices, reprints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pnp.build.build import build, check, read_game
from pnp.cli.typer_app import app
from pnp.faces.compose import composer
from pnp.game.model import Game
from pnp.job import PrintJob
from pnp.problems import GameError

from .conftest import GAME, MakeGame

BASE = GAME.partition("collections:")[0]
REST = """
types:
  card: {name: text, power: int 1..6, story: markup?, rank: "= power * 2"}
collections:
  abilities: {file: abilities.yaml, fields: {name: text, cost: int}}
  decks: {file: decks.yaml, fields: {name: text, crest: text, cards: list of card, abilities: list of ref abilities}}
components:
  cards: {of: decks.cards, template: card.svg, back: back.svg, size: poker}
  aids: {of: decks.abilities, template: aid.svg, size: poker}
  summaries: {of: decks, template: summary.svg, size: poker}
documents: {all: [cards, aids, summaries]}
"""
DECKS = """
goblins:
  name: Goblins
  crest: moon
  cards:
    - {name: Cave Troll, power: 6, copies: 2}
    - {name: Wolf, power: 2, story: "Twice {{ power }}, of the {{ crest }}."}
    - {name: Wolf, power: 3}
  abilities: [leap, roar, leap]
elves:
  name: Elves
  crest: sun
  cards: [{name: Wolf, power: 1, copies: 0}, {name: Bow, power: 4}]
  abilities: [roar]
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><rect width="63" height="88" fill="paper"/>{}</svg>'
LINE = '{{{{ text({}, 5, {}, 53, 6, "body") }}}}'


def drawn(*lines: str) -> str:
    return SVG.format("".join(LINE.format(line, 10 + 8 * i) for i, line in enumerate(lines)))


DATA = {
    "data/tiny/game.yaml": BASE + REST,
    "data/tiny/abilities.yaml": "leap: {name: Leap, cost: 2}\nroar: {name: Roar, cost: 5}\n",
    "data/tiny/decks.yaml": DECKS,
    "templates/tiny/card.svg": drawn("name", "it.power ~ ' ' ~ rank", "owner.crest", "story or '-'"),
    "templates/tiny/back.svg": drawn("owner.name"),
    "templates/tiny/aid.svg": drawn("name ~ ' of ' ~ owner.name", "it.cost"),
    "templates/tiny/summary.svg": drawn("name", "cards | sum(attribute='power')", "cards | sum(attribute='copies')"),
}


def game_of(make_game: MakeGame, was: str = "", now: str = "") -> Game:
    text = BASE + REST
    assert was in text
    return read_game(make_game(DATA | {"data/tiny/game.yaml": text.replace(was, now, 1)}), "tiny")


def printed(game: Game, component: str) -> dict[str, int]:
    made = game.components[component]
    return {record.id: made.copies_of(record.id) for record in made.records}


def words(svg: str) -> list[str]:
    return [re.sub(r"<[^>]+>", "", text).replace("\xa0", " ") for text in re.findall(r"<text.*?</text>", svg)]


def test_every_item_of_every_record_is_a_piece_with_a_name_of_its_own(make_game: MakeGame) -> None:
    game = game_of(make_game)
    assert printed(game, "cards") == {"goblins/cave-troll": 2, "goblins/wolf": 1, "goblins/wolf-2": 1, "elves/bow": 1}
    assert printed(game, "aids") == {"goblins/leap": 1, "goblins/roar": 1, "goblins/leap-2": 1, "elves/roar": 1}
    assert game.components["cards"].pieces == 5
    (built,) = build(game, PrintJob("a4"), game.workspace.root / "out")
    assert built.faces == 2 * 5 + 4 + 2
    assert not [problem for problem in check(game, PrintJob("a4")) if problem.severity == "error"]


def test_a_face_sees_its_item_and_the_record_it_stands_in(make_game: MakeGame) -> None:
    game = game_of(make_game)
    made = composer(game, PrintJob("a4"))
    faces = {pair.front.record: pair for pair in made.pairs(game.components["cards"])}
    assert words(faces["goblins/wolf"].front.svg) == ["Wolf", "2 4", "moon", "Twice 2, of the moon."]
    assert words(faces["elves/bow"].front.svg) == ["Bow", "4 8", "sun", "-"]
    assert faces["elves/bow"].back is not None
    assert words(faces["elves/bow"].back.svg) == ["Elves"]
    aids = {pair.front.record: words(pair.front.svg) for pair in made.pairs(game.components["aids"])}
    assert aids["goblins/leap"] == ["Leap of Goblins", "2"]
    assert aids["elves/roar"] == ["Roar of Elves", "5"]
    sums = [words(pair.front.svg) for pair in made.pairs(game.components["summaries"])]
    assert sums == [["Goblins", "11", "4"], ["Elves", "5", "1"]]
    assert not made.problems


@pytest.mark.parametrize(
    ("more", "wanted"),
    [
        ("where: power > 2,", "goblins/cave-troll goblins/wolf-2 elves/bow"),
        ("where: \"owner.id == 'elves'\",", "elves/bow"),
        ("sort: [-power, owner.name],", "goblins/cave-troll elves/bow goblins/wolf-2 goblins/wolf"),
        ("sort: name,", "elves/bow goblins/cave-troll goblins/wolf goblins/wolf-2"),
        ("where: rank == 2, copies: 1,", "elves/wolf"),
        ("copies: copies * 2 if it.power < 3 else 0,", "goblins/wolf"),
    ],
)
def test_items_are_chosen_sorted_and_counted(make_game: MakeGame, more: str, wanted: str) -> None:
    assert list(printed(game_of(make_game, "of: decks.cards,", f"of: decks.cards, {more}"), "cards")) == wanted.split()


@pytest.mark.parametrize(
    ("was", "now", "wanted"),
    [
        ("of: decks.cards", "of: decks.crads", "of: 'crads' is no list of records that decks have / did you mean 'cards'?"),
        ("of: decks.cards", "of: decks.crest", "of: 'crest' is no list of records that decks have / "),
        ("of: decks.cards", "of: dekcs.cards", "of: there is no collection 'dekcs.cards' / known: abilities, decks"),
        ("of: decks.cards,", "of: decks.cards, with: {power: x},", "with: 'power' is a field of decks.cards already, "),
        ("of: decks.cards,", "of: decks.cards, with: {owner: x},", "with: 'owner' is a field of decks.cards already, "),
        ("of: decks.cards,", "of: decks.cards, where: pwer > 2,", "where: 'pwer' is not known here / did you mean 'power'?"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_cure(make_game: MakeGame, was: str, now: str, wanted: str) -> None:
    with pytest.raises(GameError) as caught:
        game_of(make_game, was, now)
    (problem,) = caught.value.problems
    assert f"{problem.message} / {problem.hint}".startswith(wanted)
    assert problem.span is not None


def test_a_chapter_shows_such_a_face(make_game: MakeGame) -> None:
    shown = "# One\n\n![](face:cards/goblins/wolf)\n\n![](face:cards/elves/bow/back)\n\n![](face:summaries/elves)\n"
    text = BASE + REST + "  book: {layout: book, book: rules, size: a5}\nbooks: {rules: {chapters: [one]}}\n"
    text = text.replace("documents: {all: [cards, aids, summaries]}", "documents:\n  all: [cards, aids, summaries]")
    text = text.replace("text: {", "text: {" + "".join(f"book-{name}: {{font: Text, size: 9}}, " for name in BOOK), 1)
    files = {"data/tiny/game.yaml": text, "templates/tiny/rules/one.md": shown}
    game = read_game(make_game(DATA | files), "tiny")
    build(game, PrintJob("a4"), game.workspace.root / "out")
    files["templates/tiny/rules/one.md"] = "# One\n\n![](face:cards/goblins/wolfe)\n"
    game = read_game(make_game(DATA | files), "tiny")
    with pytest.raises(GameError) as caught:
        build(game, PrintJob("a4"), game.workspace.root / "out")
    assert [problem.message for problem in caught.value.problems] == ["there is no 'goblins/wolfe' in decks.cards"]


BOOK = ("body", "lead", "h1", "h2", "h3", "caption", "aside", "aside-title", "table", "table-head", "small", "contents")


def run(*args: str) -> str:
    result = CliRunner().invoke(app, list(args))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == 0, result.output
    return result.output


def edited(root: Path, file: str, was: str, now: str) -> None:
    path = root / "data/tiny" / file
    text = path.read_text(encoding="utf-8")
    assert was in text
    path.write_text(text.replace(was, now, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "was", "now", "lead", "wanted"),
    [
        ("decks.yaml", "power: 3", "power: 4", "2 pieces to print",
         ["Wolf (Goblins): power 3 -> 4  [Cards]", "Goblins: Wolf power 3 -> 4  [Summaries]"]),
        ("decks.yaml", "crest: sun", "crest: star", "1 piece to print", ["Elves: crest sun -> star  [cards of Bow (Elves)]"]),
        ("abilities.yaml", "cost: 5", "cost: 6", "2 pieces to print",
         ["Roar: cost 5 -> 6  [aids of Roar (Goblins), Roar (Elves)]"]),
        ("decks.yaml", "name: Elves", "name: Elfs", "3 pieces to print", ["Elves"]),
        ("decks.yaml", ", copies: 2}", ", copies: 3}", "1 more cards", []),
    ],
)  # fmt: skip
def test_a_reprint_knows_items(
    make_game: MakeGame, monkeypatch: pytest.MonkeyPatch, file: str, was: str, now: str, lead: str, wanted: list[str]
) -> None:
    root = make_game(DATA).root
    monkeypatch.chdir(root)
    run("print", "--quiet")
    assert "nothing" in run("reprint").lower()
    edited(root, file, was, now)
    output = run("reprint")
    assert lead in output
    for line in wanted:
        assert line in output


def test_what_is_not_chosen_is_not_printed_again(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(make_game, "of: decks.cards,", "of: decks.cards, where: power > 3,")
    monkeypatch.chdir(game.workspace.root)
    run("print", "--quiet")
    edited(game.workspace.root, "decks.yaml", "power: 2", "power: 3")
    assert "Wolf (Goblins)" not in run("reprint")
