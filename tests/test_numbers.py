"""Numbers as rows, pools of dice against enumeration, and the best record of a list."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.build.build import read_game
from pnp.game.model import Game
from pnp.problems import GameError
from pnp.rulebook.table_boxes import grid_words
from pnp.rules.dice import pool_chance, pool_mean
from pnp.rules.formulas import RuleBook
from pnp.rules.grid_formats import as_csv, as_shaded
from pnp.rules.sandbox import RuleError
from pnp.rules.tables import Axis, Grid, compute_table, numbers_of

from .conftest import GAME, MakeGame

POOLS = ["d4", "d6", "d8", "d10", "d12", "d4+d6", "2d8", "d12 + d4", "2d4+d6", "D6+D10", "d6+2", "3d4"]


def thrown(pool: str) -> list[int]:
    """Every way the dice can fall, each with its sum."""
    sides, added = [], 0
    for part in re.sub(r"\s", "", pool).lower().split("+"):
        count, _, die = part.partition("d")
        if die:
            sides += [int(die)] * int(count or 1)
        else:
            added += int(part)
    return [sum(dice) + added for dice in product(*(range(1, die + 1) for die in sides))]


@given(st.sampled_from(POOLS), st.integers(-3, 30), st.integers(-3, 30))
def test_pools_agree_with_enumeration(pool: str, low: int, high: int) -> None:
    ways = thrown(pool)
    inside = [total for total in ways if low <= total <= high]
    assert pool_chance(pool, low, high) == Fraction(len(inside), len(ways))
    assert pool_mean(pool, low, high) == Fraction(sum(inside), len(ways))


def test_every_force_and_pool_of_two_dice_agrees_with_enumeration() -> None:
    dice = [f"d{sides}" for sides in (4, 6, 8, 10, 12)]
    pools = dice + [f"{one}+{other}" for i, one in enumerate(dice) for other in dice[i:]]
    assert len(pools) == 20
    for pool in pools:
        ways = thrown(pool)
        for force in range(1, 21):
            kept = [total for total in ways if total <= force]
            assert pool_chance(pool, 1, force) == Fraction(len(kept), len(ways))
            assert pool_mean(pool, 1, force) == Fraction(sum(kept), len(ways))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("pool_chance('', 1, 2)", "expected dice such as 2d10 or d20, found ''"),
        ("pool_chance('2x6', 1, 2)", "expected dice such as 2d10 or d20, found '2x6'"),
        ("pool_chance('7', 1, 2)", "expected dice such as d4+d6 or 2d8, found '7'"),
        ("pool_chance('d6+9999', 1, 2)", "expected dice such as d4+d6"),
        ("pool_chance('19d6+2d4', 1, 2)", "more dice than a hand holds: at most 20"),
        ("pool_chance('d9999', 1, 2)", "too many different sums"),
        ("pool_chance('d6+' * 99, 1, 2)", "in at most 100 letters"),
        ("pool_mean(6, 1, 2)", "a pool of dice is a text"),
        ("pool_mean('d6', 'a', 2)", "the lowest result must be a number"),
        ("pool_mean('d6', 1, none)", "the highest result must be a number"),
        ("best([], 'f')", "best needs the name of a formula"),
        ("tally([1], 'x')", "'x' is no field here"),
        ("tally('abc', 'x')", "what is counted must be a list"),
        ("tally([], 3)", "tally needs the name of a field"),
        ("tally([], 'x', 3)", "the values to count must be a list"),
    ],
)
def test_pools_that_are_none(call: str, message: str) -> None:
    with pytest.raises(RuleError, match=re.escape(message)):
        RuleBook().value(call, {})


def test_a_hand_holds_twenty_dice() -> None:
    assert pool_chance("18d2+2d4", 20, 20) == Fraction(1, 2**18 * 4**2)


def test_ranges() -> None:
    assert numbers_of("1..3") == range(1, 4)
    assert numbers_of("-2..-1") == range(-2, 0)
    assert numbers_of("heroes") is None
    assert numbers_of("hero.abilities") is None
    assert Axis((("heroes", "hero"), ("hero.abilities", "ability"))).name == "ability"
    assert Axis((("heroes", "hero"), ("1..6", "power"))).name == "hero power"


RULES = """
parameters: {hero: heroes, pool: pools, force: 1..20, power: 1..6, other: 1..6}
modifiers: {strong: {health: 5}}
formulas:
  holds(pool, force): pool_chance(pool.dice, 1, force)
  expected(pool, force): pool_mean(pool.dice, 1, force)
  favourite(force): best(pools, 'expected', force)
  toughness(hero): hero.health
  left(hero, power): max(0, hero.health - power)
tables:
  holds: {title: Holds, rows: 1..20 as force, columns: pools as pool, cell: "holds(pool, force)", format: percent}
  best:
    title: Best
    rows: 1..20 as force
    columns: {Dice: favourite(force).dice, Expected: "expected(favourite(force), force)"}
    format: tenths
  survive:
    title: Survive
    rows: heroes as hero, 1..6 as power
    columns: 4..5 as other
    cell: left(hero, power) - other
    with: {hero: [strong]}
  toughest: {title: T, rows: 0..0 as n, columns: {Name: "best(heroes, 'toughness').name", N: n}}
"""
POOL_FILE = "\n".join(f"p{i}: {{dice: '{pool}'}}" for i, pool in enumerate(POOLS)) + "\n"
WITH_POOLS = GAME.replace(
    "components:", "  pools: {file: pools.yaml, fields: {dice: text}}\nrules: rules.yaml\ncomponents:"
)


def files(rules: str = RULES) -> dict[str, str]:
    return {"data/tiny/game.yaml": WITH_POOLS, "data/tiny/rules.yaml": rules, "data/tiny/pools.yaml": POOL_FILE}


@pytest.fixture
def game(make_game: MakeGame) -> Game:
    return read_game(make_game(files()), "tiny")


def grid(game: Game, table: str) -> Grid:
    return compute_table(game.tables[table], game.book, game.collections)


def test_a_row_for_every_number(game: Game) -> None:
    found = grid(game, "holds")
    assert [row[0] for row in found.rows] == [str(force) for force in range(1, 21)]
    assert found.headings[0] == "Force \\ pool"
    assert found.rows[5][1 + POOLS.index("d8")] == Fraction(6, 8)
    assert "75 %" in as_csv(found).split("\n")[6]
    assert "\x1b[" in as_shaded(found)
    words = grid_words(found, frozenset())
    assert words.values[5][1 + POOLS.index("d8")] == 75


def test_the_best_pool_of_each_force_is_the_first_of_the_greatest(game: Game) -> None:
    for force, row in enumerate(grid(game, "best").rows, 1):
        means = [Fraction(sum(t for t in thrown(pool) if t <= force), len(thrown(pool))) for pool in POOLS]
        assert (row[1], row[2]) == (POOLS[means.index(max(means))], max(means))


def test_records_and_numbers_make_a_row_of_every_pair(game: Game) -> None:
    found = grid(game, "survive")
    assert found.headings == ("Hero power \\ other", "4", "5")
    assert [row[0] for row in found.rows][:2] == ["Ada 1", "Ada 2"]
    assert len(found.rows) == 12
    assert found.rows[7] == ("Bo 2", 7 + 5 - 2 - 4, 7 + 5 - 2 - 5)
    assert grid(game, "toughest").rows == (("0", "Ada", 0),)


@pytest.mark.parametrize(
    ("old", "new", "message", "hint"),
    [
        ("rows: 1..20 as force, columns: pools", "rows: 20..1 as force, columns: pools", "the range 20..1 is empty", "1..20"),
        ("rows: 1..20 as force, columns: pools", "rows: 1..9999 as force, columns: pools", "more than 2,000 numbers", "1..20"),
        ("force: 1..20,", "force: 3..1,", "force: the range 3..1 is empty", "such as 1..20"),
        ("force: 1..20,", "force: 1...20,", "force: there is no collection '1...20'", ""),
        ("1..6 as power", "1..6", "there is no collection '1' to take rows or columns from", "1..20 as force"),
        ("with: {hero: [strong]}", "with: {power: [strong]}", "with: no row or column is called 'power'", "hero"),
        ("'expected', force)", "'expectd', force)", "best needs the name of a formula", "did you mean 'expected'?"),
        ("'expected', force)", "expected, force)", "best needs the name of a formula", "quotes"),
        ("best(pools, 'expected', force)", "best('pools', 'expected', force)", "best chooses from a list of records", ""),
        ("best(pools, 'expected', force)", "best([], 'expected', force)", "there is no record to choose from", ""),
        ("pool_chance(pool.dice", "pool_chance(pool", "a pool of dice is a text such as 'd4+d6'", ""),
    ],
)  # fmt: skip
def test_broken_numbers(make_game: MakeGame, old: str, new: str, message: str, hint: str) -> None:
    assert old in RULES
    with pytest.raises(GameError) as caught:
        read_game(make_game(files(RULES.replace(old, new, 1))), "tiny")
    found = [(item.message, item.hint, item.span) for item in caught.value.problems]
    assert any(message in said and hint in cure and span for said, cure, span in found), found


def test_a_tally_counts_copies_and_keeps_an_order(make_game: MakeGame) -> None:
    heroes = """
    ada: {name: Ada, health: 3, copies: 4}
    bo: {name: Bo, health: 1}
    cy: {name: Cy, health: 3}
    """
    game = read_game(make_game({"data/tiny/heroes.yaml": heroes}), "tiny")
    value = game.book.value
    assert value("tally(heroes, 'health')", {}) == [(3, 5), (1, 1)]
    assert value("tally(heroes, 'health', range(1, 5))", {}) == [(1, 1), (2, 0), (3, 5), (4, 0)]
    assert value("tally(heroes, 'health', [1])", {}) == [(1, 1)]
    with pytest.raises(RuleError, match=r"heroes.ada has no field 'wealth' to count by"):
        value("tally(heroes, 'wealth')", {})
