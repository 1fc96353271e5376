"""Computed fields and counted lists: what a formula sees, what it gives, and how a mistake is told."""

from __future__ import annotations

import shutil
from fractions import Fraction

import pytest
from typer.testing import CliRunner

from pnp.build.build import build, check, read_game
from pnp.cli.typer_app import app
from pnp.game.model import Game
from pnp.job import PrintJob
from pnp.problems import GameError, Problem

from .conftest import GAME, MakeGame

BASE = GAME.partition("collections:")[0]
FIGURES = """
types:
  perk: {name: text, cost: int, weight: int 1.., price: "= cost * weight", line: "= it.name ~ ' of ' ~ rank"}
collections:
  abilities: {file: abilities.yaml, fields: {name: text, cost: int, taxed: "= cost + rules.tax", label: "= name ~ '!'"}}
  figures:
    file: figures.yaml
    fields:
      name: text
      rank: {type: text, default: plain}
      force: int 1..20
      speed: int 0..9
      points: "= base + (abilities | sum(attribute='taxed')) + (perks | sum(attribute='price'))"
      base: "= force + speed"
      abilities: list ..3 of ref abilities
      perks: list ..2 of perk
      friend: ref figures?
      both: "= points + (friend.points if friend else 0)"
      strong: "= force > 9"
      costly: "= abilities | selectattr('cost', '>', 2) | list"
rules: rules.yaml
components:
  cards: {of: figures, template: card.svg, size: poker, bleed: 3, sort: -points, where: points < 90}
documents: {cards: [cards]}
checks:
  - {every: figures, must: "points < 99", because: that is the limit}
"""
DATA = {
    "data/tiny/game.yaml": BASE + FIGURES,
    "data/tiny/rules.yaml": """
        values: {tax: 1}
        formulas: {worth(a): "a.points * 2"}
        parameters: {a: figures}
        tables: {worths: {title: Worths, rows: figures as a, columns: {points: a.points, worth: worth(a)}}}
        """,
    "data/tiny/abilities.yaml": "leap: {name: Leap, cost: 2}\nroar: {name: Roar, cost: 5}\n",
    "data/tiny/figures.yaml": """
        ada: {name: Ada, force: 7, speed: 3, abilities: [leap, roar], perks: [], friend: bo}
        bo: {name: Bo, rank: knight, force: 12, speed: 1, abilities: [], perks: [{name: Horn, cost: 2, weight: 3}]}
        """,
    "templates/tiny/card.svg": """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69 94">
          <rect x="-3" y="-3" width="69" height="94" fill="paper"/>
          {{ text(name ~ " " ~ points, 5, 5, 53, 6, "body") }}
          {% for item in abilities %}{{ text(item.label, 5, 12 + 6 * loop.index, 53, 6, "body") }}{% endfor %}
        </svg>
        """,
}


def game_of(make_game: MakeGame, changed: dict[str, str] | None = None) -> Game:
    return read_game(make_game(DATA | (changed or {})), "tiny")


def problems_of(make_game: MakeGame, changed: dict[str, str]) -> list[Problem]:
    with pytest.raises(GameError) as caught:
        game_of(make_game, changed)
    return list(caught.value.problems)


def said(problem: Problem) -> str:
    place = f"{problem.span.source.name.rpartition('/')[2]}:{problem.span.line}" if problem.span else ""
    return f"{place} {problem.message}"


def test_fields_add_themselves_up_in_whatever_order_they_are_declared(make_game: MakeGame) -> None:
    figures = game_of(make_game).collections["figures"]
    ada, bo = figures["ada"], figures["bo"]
    assert (ada["base"], ada["points"]) == (10, 10 + 3 + 6)
    assert (bo["base"], bo["points"]) == (13, 13 + 6)
    assert (ada["both"], bo["both"]) == (38, 19)
    assert (ada["strong"], bo["strong"]) == (False, True)
    assert ada["costly"] == (figures["ada"]["abilities"][1],)  # type: ignore[index]
    assert bo["perks"][0]["line"] == "Horn of knight"  # type: ignore[index]
    assert list(ada.fields_of_record)[:6] == ["name", "rank", "force", "speed", "points", "base"]


def test_everything_that_knows_fields_knows_computed_ones(make_game: MakeGame) -> None:
    texts = {
        "data/tiny/figures.yaml": 'bo: {name: "B {{ points }}", force: 12, speed: 1, abilities: [leap], perks: []}'
    }
    game = game_of(make_game, texts)
    assert str(game.collections["figures"]["bo"]["name"]) == "B 16"
    game = game_of(make_game)
    assert [record.id for record in game.components["cards"].records] == ["ada", "bo"]
    assert game.book.value("worth(a)", {"a": game.book.combatant(game.collections["figures"]["ada"])}) == 38
    (built,) = build(game, PrintJob("a4"), game.workspace.root / "out")
    assert built.faces == 2


def test_check_knows_that_a_formula_reads_fields(make_game: MakeGame) -> None:
    unread = {problem.about for problem in check(game_of(make_game), PrintJob("a4")) if problem.code == "unused-field"}
    assert unread == {f"collections.figures.{name}" for name in ("both", "strong", "costly")} | {"types.perk.line"}


@pytest.mark.parametrize(
    ("was", "now", "wanted"),
    [
        ("= force + speed", "= forse + speed", "base: 'forse' is not known here (computed for figures.ada, "),
        ("= force + speed", "= force / (speed - 3)", "base: this divides by zero (computed for figures.ada, "),
        ("= force + speed", "= points - 1", "points: it is computed from itself, by way of base"),
        ("= force + speed", "= base + 1", "base: it is computed from itself (computed for"),
        ("= force + speed", "= it.both", "points: it is computed from itself, by way of base, both (computed for figures.ada"),
        ("= force + speed", "= (force", "base: this cannot be read:"),
        ("= force + speed", "= {'a': 1}", "base: this gives neither a number, a text, a record nor a list"),
        ("= force + speed", "= it.__class__", "base: figures.ada has no field '__class__'"),
        ("= force + speed", "= range(200000) | sum + range(200000) | sum", "base: "),
        ('"= force + speed"', '"="', "base: nothing stands behind the ="),
        ('"= force + speed"', '{type: "= force", default: 2}', "base: a computed field has no default"),
        ("list ..3 of ref", "list 3..1 of ref", "abilities: the range 3..1 is empty"),
        ("list ..3 of ref", "list 1.5.. of ref", "abilities: '1.5..' is no number of items"),
        ("list ..3 of ref abilities", 'list of = force', "abilities: the things of a list are not computed"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_once_at_its_declaration(make_game: MakeGame, was: str, now: str, wanted: str) -> None:
    text = (BASE + FIGURES).replace(was, now)
    (problem,) = problems_of(make_game, {"data/tiny/game.yaml": text})
    number = text.lstrip("\n").splitlines().index(next(line for line in text.splitlines() if now in line)) + 1
    assert said(problem).startswith(f"game.yaml:{number - wanted.startswith('points')} {wanted}")


def test_a_value_for_a_computed_field_is_refused(make_game: MakeGame) -> None:
    figure = "ada: {name: Ada, force: 7, speed: 3, abilities: [], perks: [], base: 4}\n"
    (problem,) = problems_of(make_game, {"data/tiny/figures.yaml": figure})
    assert said(problem) == "figures.yaml:1 base: this field is computed"
    assert problem.hint == "take it out; it is force + speed"
    text = (BASE + FIGURES).replace("abilities.yaml", "abilities.csv")
    table = "name,cost,taxed\nLeap,2,3\nRoar,5,6\n"
    files = {"data/tiny/game.yaml": text, "data/tiny/abilities.csv": table}
    (problem,) = problems_of(make_game, files)
    assert said(problem) == "abilities.csv:1 taxed: this field is computed"
    files["data/tiny/game.yaml"] = text.replace("abilities.csv,", "abilities.csv, ignore: [taxed],")
    assert game_of(make_game, files).collections["abilities"]["leap"]["taxed"] == 3


def test_an_item_too_many_is_shown_itself(make_game: MakeGame) -> None:
    figure = """
        ada:
          name: Ada
          force: 7
          speed: 3
          abilities:
            - leap
            - roar
            - leap
            - roar
            - leap
          perks: []
        """
    (problem,) = problems_of(make_game, {"data/tiny/figures.yaml": figure})
    assert problem.span is not None
    assert said(problem) == "figures.yaml:9 abilities: 5 items, 2 more than 3, the most there may be"
    assert problem.span.column == 7
    text = (BASE + FIGURES).replace("list ..3 of ref", "list 2.. of ref")
    (problem,) = problems_of(make_game, {"data/tiny/game.yaml": text})
    assert said(problem) == "figures.yaml:2 abilities: 0 items, 2 fewer than 2, the least there may be"
    table = "name,force,speed,abilities,perks 1 name,perks 1 cost,perks 1 weight\nAda,7,3,leap; roar; leap; roar,,,\n"
    text = (BASE + FIGURES).replace("figures.yaml", "figures.csv")
    (problem,) = problems_of(make_game, {"data/tiny/game.yaml": text, "data/tiny/figures.csv": table})
    assert said(problem) == "figures.csv:2 abilities: 4 items, 1 more than 3, the most there may be"


def test_numbers_stay_exact_where_they_are(make_game: MakeGame) -> None:
    text = (BASE + FIGURES).replace("= force > 9", "= [force * 2, name, friend]")
    strong = game_of(make_game, {"data/tiny/game.yaml": text}).collections["figures"]["ada"]["strong"]
    assert isinstance(strong, tuple)
    assert strong[:2] == (14, "Ada")
    assert not isinstance(strong[0], Fraction)


def run(*words: str) -> str:
    result = CliRunner().invoke(app, list(words))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize(
    ("file", "was", "now", "wanted"),
    [
        ("figures.yaml", "force: 7", "force: 8", "Ada: force 7 -> 8  [Cards]"),
        ("abilities.yaml", "cost: 5", "cost: 4", "Roar: cost 5 -> 4  [cards of Ada]"),
        ("rules.yaml", "tax: 1", "tax: 2", "rule tax: 1 -> 2  [cards of Ada]"),
        ("figures.yaml", "weight: 3", "weight: 4", "Bo: Horn weight 3 -> 4  [Cards]"),
        ("game.yaml", "= force + speed", "= force + speed + 1",
         "how figures.base is computed: force + speed -> force + speed + 1  [all 2 cards]"),
        ("game.yaml", "= cost * weight", "= cost + weight",
         "how figures.perks.price is computed: cost * weight -> cost + weight  [cards of Bo]"),
        ("game.yaml", "= name ~ '!'", "= name ~ '?'",
         "how abilities.label is computed: name ~ '!' -> name ~ '?'  [cards of Ada]"),
    ],
)  # fmt: skip
def test_a_reprint_tells_a_computed_value_by_its_causes(
    make_game: MakeGame, monkeypatch: pytest.MonkeyPatch, file: str, was: str, now: str, wanted: str
) -> None:
    root = make_game(DATA).root
    monkeypatch.chdir(root)
    run("print", "--quiet")
    path = root / "data/tiny" / file
    path.write_text(path.read_text(encoding="utf-8").replace(was, now, 1), encoding="utf-8")
    output = run("reprint")
    changed = output.partition("What changed\n")[2].partition("\n\n")[0].splitlines()
    assert changed == [f"  {wanted}"]
    assert "points" not in (root / "prints/tiny.yaml").read_text(encoding="utf-8").partition("computed:")[0]


def test_a_difference_tells_what_was_written(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make_game(DATA).root
    monkeypatch.chdir(root)
    for folder in ("data", "templates"):
        shutil.copytree(root / folder, root / "before" / folder)
    path = root / "data/tiny/figures.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("force: 7", "force: 8"), encoding="utf-8")
    output = run("diff", "before", ".")
    assert "Records\n  Ada: force 7 -> 8\n" in output
