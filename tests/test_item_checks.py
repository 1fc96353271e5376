"""Checks that go through a list: each item knows those before it, and is told where its own value stands."""

from __future__ import annotations

import pytest

from pnp.build.build import read_game
from pnp.game.workspace import Workspace, shipped_root
from pnp.problems import GameError

from .conftest import CARD, GAME, MakeGame

CARDS = "name,power,copies\nAda,2,3\nBo,3,2\nCy,9,1\nDee,1,1\n"
FIELDS = "types: {card: {name: text, power: int, cost: '= power * copies'}}\ncollections:\n  decks: {file: decks.yaml, fields: {name: text, cards: list of card}}\n"


def said(make_game: MakeGame, check: str) -> list[str]:
    head, tail = GAME.split("collections:", 1)
    game = head + FIELDS + tail.split("\n", 2)[2].replace("of: heroes", "of: decks.cards") + f"checks:\n  - {check}\n"
    files = {
        "data/tiny/game.yaml": game, "data/tiny/decks.yaml": "mine: {name: Mine, cards: mine.csv}\n", "data/tiny/mine.csv": CARDS,
        "templates/tiny/card.svg": CARD.replace("{{ text(health, 5, 12, 53, 6, \"body\") }}", "").split("{% if")[0] + "</svg>",
    }  # fmt: skip
    workspace = make_game(files)
    try:
        read_game(Workspace(workspace.root, shipped_root()), "tiny")
    except GameError as error:
        return [f"{str(problem).removeprefix('data/tiny/')} / {problem.hint}" for problem in error.problems]
    return []


@pytest.mark.parametrize(
    ("check", "wanted"),
    [
        ("{every: decks, each: cards, value: item.power, at-most: 6, because: so}",
         ["mine.csv:4:4: error: Mine, Cy: power is 9, 3 more than 6: so / the game asks for item.power of at most 6"]),
        ("{every: decks, each: cards, value: item.power + 1, at-most: 9, because: so}",
         ["mine.csv:4:1: error: Mine, Cy: item.power + 1 is 10, 1 more than 9: so / "
          "the game asks for item.power + 1 of at most 9"]),
        ("{every: decks, each: cards, must: \"(before | sum(attribute='cost')) + item.cost <= 12 "
         "or (before | sum(attribute='cost')) > 12\", because: 'over, with {{ before | length }} before it', hint: less}",
         ["mine.csv:4:1: error: decks.mine, Cy: over, with 2 before it / less"]),
        ("{every: decks, each: cards, must: item.name not in (before | map(attribute='name')), because: twice}", []),
    ],
)  # fmt: skip
def test_an_item_knows_what_stands_before_it(make_game: MakeGame, check: str, wanted: list[str]) -> None:
    assert said(make_game, check) == wanted
