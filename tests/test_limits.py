"""Checks: what must be true of every record and item, and limits that say by how much they are broken."""

from __future__ import annotations

import pytest

from pnp.build.build import check, read_game
from pnp.job import PrintJob
from pnp.problems import GameError, Problem

from .conftest import GAME, MakeGame

BASE = GAME.partition("collections:")[0]
REST = """
collections:
  classes: {file: classes.yaml, fields: {name: text, least: int?, most: int?}}
  abilities: {file: abilities.yaml, fields: {name: text, classes: list of ref classes}}
  figures:
    file: figures.yaml
    fields:
      name: text
      class: ref classes
      width: number
      force: int
      base_points: "= force + 3"
      abilities: list of ref abilities
      marks: list of text?
components:
  cards: {of: figures, template: card.svg, size: poker, bleed: 3}
documents: {cards: [cards]}
checks:
"""
FIGURES = """
mira:
  name: Mira
  class: disruptor
  width: 67.3
  force: 28
  abilities:
    - leap
    - roar
  marks: [a, b]
bo: {name: Bo, class: guard, width: 0.1, force: 1, abilities: [roar]}
"""
DATA = {
    "data/tiny/classes.yaml": "disruptor: {name: Disruptor, least: 10, most: 25}\nguard: {name: Guard}\n",
    "data/tiny/abilities.yaml": "leap: {name: Leap, classes: [guard]}\nroar: {name: Roar, classes: [guard, disruptor]}\n",
    "data/tiny/figures.yaml": FIGURES,
    "templates/tiny/card.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"></svg>',
}


def problems_of(make_game: MakeGame, checks: str) -> list[Problem]:
    files = {"data/tiny/game.yaml": BASE + REST + checks}
    try:
        game = read_game(make_game(DATA | files), "tiny")
    except GameError as error:
        return list(error.problems)
    return [
        problem
        for problem in check(game, PrintJob("a4"))
        if problem.severity == "error" or problem.code == "constant-check"
    ]


def lines(problems: list[Problem]) -> list[str]:
    return [f"{str(problem).removeprefix('data/tiny/')} / {problem.hint}" for problem in problems]


@pytest.mark.parametrize(
    ("checks", "wanted"),
    [
        ('- {every: figures, value: base_points, at-least: class.least, at-most: class.most, '
         'because: "a {{ class.name }} has {{ class.least }} to {{ class.most }} base points", hint: lower a spec}',
         ["figures.yaml:1:1: error: Mira: base points are 31, 6 more than 25: "
          "a Disruptor has 10 to 25 base points / lower a spec"]),
        ("- {every: figures, value: force, at-least: 5, because: so, hint: 'add {{ 5 - force }}'}",
         ["figures.yaml:10:49: error: Bo: force is 1, 4 less than 5: so / add 4"]),
        ("- {every: figures, value: width, at-most: 67, because: a base is that wide}",
         ["figures.yaml:4:10: error: Mira: width is 67.3, 0.3 more than 67: a base is that wide"
          " / the game asks for width of at most 67"]),
        ("- {every: figures, value: marks | length, at-most: 2, because: so}",
         ["error: value: this cannot be computed: nothing stands where a text or a list belongs (for figures.bo)"]),
        ("- {every: figures, value: abilities | length, at-least: 1, at-most: 1, because: so}",
         ["figures.yaml:1:1: error: Mira: abilities | length is 2, 1 more than 1: so"]),
        ('- {every: figures, each: abilities, must: "class.id in (item.classes | map(attribute=\'id\'))", '
         'because: "{{ item.name }} is not for a {{ class.name }}"}',
         ["figures.yaml:7:7: error: figures.mira, Leap: Leap is not for a Disruptor / the game asks that class.id in"]),
        ("- {every: figures, each: marks, value: item | length, at-least: 2, because: so}",
         ["figures.yaml:9:11: error: Mira, a: item | length is 1, 1 less than 2: so",
          "figures.yaml:9:14: error: Mira, b: item | length is 1, 1 less than 2: so"]),
        ("- {every: figures, must: force > 2, because: 'it has {{ force }}', hint: '{{ 3 - force }} more'}",
         ["figures.yaml:10:1: error: figures.bo: it has 1 / 2 more"]),
        ("- {every: figures, must: force > 0, because: '{{ forse }}'}", ["error: because: 'forse' is not known here (for figures.mira)"]),
        ("- {every: figures, value: name, at-most: 3, because: so}", ["error: value: 'name' is no number (for figures.mira)"]),
        ("- {every: figures, value: abilities, at-most: 3, because: so}",
         ["error: value: 'abilities' is no number (for figures.mira) / count them: abilities | length"]),
        ("- {every: figures, value: force, because: so}", ["error: the value has no limit"]),
        ("- {every: figures, must: force > 1, at-most: 3, because: so}", ["error: a limit needs a value: what must: asks has none / write value: force > 1, if that is a number"]),
        ("- {every: figures, because: so}", ["error: a check asks either must: or value: /"]),
        ("- {every: figures, must: a, value: b, because: so}", ["error: a check asks either must: or value:, not both"]),
        ("- {every: figures, each: force, must: item, because: so}",
         ["error: each: 'force' is no list field of figures / known: abilities, marks"]),
        ("- {every: figures, value: 3, at-most: 4, because: so}", ["warning: value: '3' names no field of figures"]),
        ("- {count: d20, at-least: 2, because: 'for {{ figures | length }} figures', hint: 'buy {{ 1 + 1 }}'}",
         ["error: the box has no d20: for 2 figures / buy 2"]),
        ("- {count: d20, at-least: 2, because: 'for {{ figurs | length }} figures'}",
         ["error: count of d20: 'figurs' is not known here"]),
    ],
)  # fmt: skip
def test_what_breaks_a_check(make_game: MakeGame, checks: str, wanted: list[str]) -> None:
    found = lines(problems_of(make_game, checks))
    assert len(found) == len(wanted), found
    for line, words in zip(found, wanted, strict=True):
        assert words in line


@pytest.mark.parametrize(
    "checks",
    [
        "- {every: figures, value: base_points, at-least: class.least, because: so}",
        "- {every: figures, value: width, at-least: 0.1, at-most: 67.3, because: so}",
        "- {every: figures, each: abilities, must: item.name, because: so}",
        "- {every: figures, each: marks, must: item in 'ab', because: so}",
    ],
)
def test_what_keeps_to_it(make_game: MakeGame, checks: str) -> None:
    assert not problems_of(make_game, checks)
