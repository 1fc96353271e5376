"""Random edits of a good game, and nasty values at every node of it: each ends in a PDF or in problems with places, never in a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.build.build import build, check, read_game
from pnp.game.workspace import Workspace, shipped_root
from pnp.job import PrintJob
from pnp.problems import GameError, describe

from ..conftest import CARD, GAME, HEROES
from ..test_broken_games import BOARD, BOARD_GAME, GOOD_MAP

FILES = {
    "data/tiny/game.yaml": BOARD_GAME + 'checks: [{every: heroes, must: "health > 2", because: weak}]\n',
    "data/tiny/heroes.yaml": HEROES,
    "data/tiny/board.yaml": BOARD + GOOD_MAP,
    "templates/tiny/card.svg": CARD,
}
assert GAME in BOARD_GAME
WORDS = [
    "{{",
    "}}",
    "{%",
    ":",
    "-",
    " ",
    "\n",
    "\t",
    '"',
    "'",
    "#",
    "&a",
    "*a",
    "!",
    "<",
    ">",
    "/",
    "&",
    "999",
    "-1",
    "~",
    "[",
    "]",
    "{",
    "}",
    "é",
    "漢",
    "\x00",
    "\ufeff",
    "<<: x",
    "%",
    "|",
    ">",
]
edits = st.lists(
    st.tuples(st.floats(0, 1), st.integers(0, 6), st.one_of(st.just(""), st.sampled_from(WORDS))),
    min_size=1,
    max_size=3,
)


@given(st.sampled_from(sorted(FILES)), edits)
@settings(max_examples=250)
def test_random_edits_never_give_a_traceback(name: str, changes: list[tuple[float, int, str]]) -> None:
    text = FILES[name].lstrip("\n")
    for where, cut, word in changes:
        at = int(where * len(text))
        text = text[:at] + word + text[at + cut :]
    with TemporaryDirectory() as folder:
        root = Path(folder)
        for file, content in (FILES | {name: text}).items():
            path = root / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content.lstrip("\n") if file != name else content, encoding="utf-8")
        try:
            built = build(read_game(Workspace(root, shipped_root()), "tiny"), PrintJob("a4"), root / "out")
        except GameError as error:
            assert error.problems
            assert all(describe(problem) for problem in error.problems)
            assert not (root / "out").exists()
        else:
            assert all((root / "out" / item.path.name).read_bytes().startswith(b"%PDF") for item in built)


WHOLE = """
title: Tiny
version: "1"
language: en
palette: {ink: "#111111", paper: "#ffffff"}
fonts: {Text: {regular: alegreya-sans/AlegreyaSans-Regular.ttf, bold: alegreya-sans/AlegreyaSans-Bold.ttf}}
fallback: [Text]
text: {body: {font: Text, size: 9, min: 7, color: ink, leading: 1.1, weight: bold, align: left, hyphenate: yes}}
rules: rules.yaml
types: {ability: {name: text, cost: int 1..3}}
collections:
  heroes:
    file: heroes.yaml
    defaults: {ok: no}
    fields: {name: text, health: int 1..20, story: markup?, abilities: list of ability?, friend: ref heroes?,
             kind: one of a | b?, long: length?, n: {type: number, default: "3"}, ok: flag?, c: color?, i: icon?}
boards: {field: {file: board.yaml, refs: {hero: heroes}}}
components:
  cards: {of: heroes, template: card.svg, back: card.svg, size: poker, bleed: 3, copies: health % 3, shape: rectangle, with: {x: y}, where: health > 1, sort: [-health, name]}
  field: {board: field, template: board.svg, size: {a4: 200 x 200, letter: 200 x 200}}
documents:
  cards: [cards]
  field: {title: Field, components: [field], layout: tiles, margin: 5mm, gutter: 3, flip: long}
  all: {combine: [cards, field]}
checks: [{every: heroes, must: health > 2, because: weak}]
assumed: [this]
"""
WHOLE_HEROES = """
ada: {name: Ada, health: 12, abilities: [{name: Hop, cost: 2}], friend: bo, kind: a, long: 3mm, n: 2, ok: yes, c: ink, i: flame}
bo: {extends: base, name: Bo, health: 7, story: "Keeps **{{ health }}** bees.", copies: 2, abilities: [{name: Hit, cost: 3}]}
base: {abstract: yes, health: 3}
"""
WHOLE_RULES = """
values: {base: 75}
roll: {dice: 2d10, read: percent}
extras: {shield: 0}
parameters: {hero: heroes, foe: heroes, n: 1..3}
modifiers: {strong: {health: 1}}
formulas:
  f(hero, foe): "at_least(50) * hero.health + foe.shield"
  g(n): "pool_mean('d4+2d6', n, 9) * f(best(heroes, 'h'), heroes.ada)"
  h(hero): hero.health
simulations:
  war: {kit: battle, decks: heroes, cards: abilities, power: cost, attacks: yes, defends: "cost > 1", boosts: no, draws: 1, plays: cost, recovers: 0,
        turn: {draw: 1, play: 1}, first: {draw: 3, power: 3}, second: {draw: 4, play: 1}, turns: 50, games: 10}
tables:
  r: {title: R, rows: "heroes as hero, 1..2 as n", columns: 3..4 as m, cell: "war(heroes.ada, heroes.bo)", format: rate}
  t: {title: T, rows: heroes as hero, columns: heroes as foe, cell: "f(hero, foe)", skip: hero_id == foe_id, format: plain,
      note: N, with: {hero: [strong]}}
  u: {title: U, rows: "heroes as hero, hero.abilities as ability", columns: {X: hero.health}}
"""
WALKED = {
    "data/tiny/game.yaml": WHOLE,
    "data/tiny/heroes.yaml": WHOLE_HEROES,
    "data/tiny/board.yaml": BOARD + GOOD_MAP,
    "data/tiny/rules.yaml": WHOLE_RULES,
    "templates/tiny/card.svg": CARD.replace(
        "</svg>", '{{ bars({"a": health, "b": 3}, 5, 50, 50, 30, "body", "ink") }}</svg>'
    ),
    "templates/tiny/board.svg": CARD.replace("it.story", "board.board.title")
    .replace("health", '"x"')
    .replace("text(name", 'text("Field"'),
}
NASTY: list[Any] = [
    None, [], {}, "", "9" * 5000, "nan", "-1", "0", "1e999", "../x", "a/b", [["x"]], {"k": {"z": "1"}}, [None], "self",
    "\x07", "true", "x y", "1.5", "²", "٣", "{{", "it", "__class__", "-", "[" * 20_000,
]  # fmt: skip


def nodes_of(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every node of plain data."""
    yield path
    for key, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from nodes_of(item, (*path, key))


def put(value: Any, path: tuple[Any, ...], new: Any, *, key: bool) -> Any:
    """The data with another value at a node, or (``key``) with the node's own key renamed."""
    if not path:
        return new
    first, rest = path[0], path[1:]
    if isinstance(value, dict):
        changed = {name: put(item, rest, new, key=key) if name == first else item for name, item in value.items()}
        renamed = key and not rest and isinstance(new, str)
        return {(new if renamed and name == first else name): value[name] for name in value} if renamed else changed
    return [put(item, rest, new, key=key) if i == first else item for i, item in enumerate(value)]


PLAIN = {name: yaml.load(text, yaml.CBaseLoader) for name, text in WALKED.items() if name.endswith(".yaml")}
PLACES = [(name, path) for name, data in PLAIN.items() for path in nodes_of(data)]


def test_the_walked_game_is_good() -> None:
    assert len(PLACES) > 150
    with TemporaryDirectory() as folder:
        root = Path(folder)
        write(root, WALKED)
        game = read_game(Workspace(root, shipped_root()), "tiny")
        assert [problem for problem in check(game, PrintJob("a4")) if problem.severity == "error"] == []
        assert len(build(game, PrintJob("a4"), root / "out")) == 3


@given(st.sampled_from(PLACES), st.sampled_from(NASTY), st.booleans())
@settings(max_examples=200)
def test_a_nasty_value_anywhere_is_answered_in_words(place: tuple[str, tuple[Any, ...]], new: Any, key: bool) -> None:
    name, path = place
    text = yaml.safe_dump(put(PLAIN[name], path, new, key=key), sort_keys=False, allow_unicode=True, width=1_000_000)
    with TemporaryDirectory() as folder:
        root = Path(folder)
        write(root, WALKED | {name: text})
        try:
            game = read_game(Workspace(root, shipped_root()), "tiny")
            found = check(game, PrintJob("a4"))
            build(game, PrintJob("a4"), root / "out" / "inner")
        except GameError as error:
            found = list(error.problems)
            assert found
        for problem in found:
            assert problem.span is not None, problem
            assert "<class" not in problem.message
            assert len(describe(problem)) < 3_000
        outside = [path for path in root.rglob("*.pdf") if not path.is_relative_to(root / "out" / "inner")]
        assert outside == []


def write(root: Path, files: dict[str, str]) -> None:
    for file, content in files.items():
        path = root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content.lstrip("\n"), encoding="utf-8")
