"""Numbers as rows, pools of dice against enumeration, and the best record of a list."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.build.build import read_game
from pnp.game.model import Game
from pnp.problems import GameError
from pnp.rulebook.table_boxes import grid_words
from pnp.rules.dice import Roll, pool_chance, pool_mean, read_pool, read_roll
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


@pytest.mark.parametrize(
    ("call", "value"),
    [
        ("attacks_for(1, 1, 3)", 3),
        ("attacks_for(0.9, 0.5, 2)", 7),
        ("attacks_for(0.5, 0.9, 2)", 2),
        ("attacks_for(0.5, 1, 200)", 200),
        ("attacks_for(0, 0, 5)", 0),
        ("attacks_for(0.5, 0, 0)", 0),
        ("attacks_mean(0.5, 0)", 0),
        ("attacks_mean(0.5, 1000)", 2000),
        ("attacks_mean(fraction(2, 3), 4)", 6),
        ("hits_needed(3, 0.5)", 6),
        ("hits_needed(0, 4)", 0),
        ("duel(fraction(1, 2), 2, fraction(1, 3), 3)", Fraction(117, 128)),
        ("duel(fraction(1, 3), 3, fraction(1, 2), 2)", Fraction(9, 64)),
        ("duel(1, 1, 1, 1)", 1),
        ("duel(1, 2, 1, 1)", 0),
        ("duel(0, 1, 0.5, 1)", 0),
        ("fraction(3)", 3),
        ("fraction(0.1, 3)", Fraction(1, 30)),
        ("percent(fraction(1, 8))", "13 %"),
        ("percent(0 - 0.125, 1)", "−12.5 %"),
        ("decimal(1, 20)", "1." + "0" * 20),
        ("decimal(0.05)", "0.1"),
        ("decimal(0 - 0.05)", "−0.1"),
        ("decimal(0 - 0.04)", "0.0"),
        ("decimal(12.345, 2)", "12.35"),
        ("decimal(7, 0)", "7"),
        ("min(3, 1, 2)", 1),
        ("min([3, 1])", 1),
        ("max((3, 7, 2))", 7),
    ],
)
def test_what_the_functions_of_rules_answer(call: str, value: object) -> None:
    assert RuleBook().value(call, {}) == value


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("attacks_for(0.5, 0, 1)", "this divides by zero"),
        ("attacks_for(1, 0.999, 1)", "this divides by zero"),
        ("attacks_for(1.1, 0.5, 1)", "the share must be from 0 to 1, as fraction(79, 100) is"),
        ("attacks_for(0.5, 1.1, 1)", "the chance must be from 0 to 1, as fraction(79, 100) is"),
        ("attacks_for(0.5, 0 - 0.1, 1)", "the chance must be from 0 to 1, as fraction(79, 100) is"),
        ("attacks_for(0.5, 0.5, 1.5)", "the number of hits must be a whole number from 0 to 1,000"),
        ("attacks_for(0.5, 1, 1001)", "the number of hits must be a whole number from 0 to 1,000"),
        ("attacks_mean(0.5, 1001)", "the number of hits must be a whole number from 0 to 1,000"),
        ("attacks_mean(0.5, 0 - 1)", "the number of hits must be a whole number from 0 to 1,000"),
        ("attacks_mean(0, 3)", "this divides by zero"),
        ("hits_needed(5, 0)", "this divides by zero"),
        ("hits_needed(5, 0 - 1)", "this divides by zero"),
        ("hits_needed(5, true)", "the damage must be a number"),
        ("hits_needed('5', 1)", "the health must be a number"),
        ("duel(0, 1, 0, 1)", "this divides by zero"),
        ("duel(0.5, 0, 0.5, 1)", "the number of hits must be a whole number from 1 to 1,000"),
        ("duel(0.5, 1, 0.5, 1001)", "the number of hits must be a whole number from 1 to 1,000"),
        ("fraction('3')", "a fraction's upper part must be a number"),
        ("fraction(3, '4')", "a fraction's lower part must be a number"),
        ("percent('x')", "the share must be a number"),
        ("decimal('x')", "the number must be a number"),
        ("decimal(1, 21)", "the number of places must be a whole number from 0 to 20"),
        ("decimal(1, 0 - 1)", "the number of places must be a whole number from 0 to 20"),
        ("min([])", "there is no number to choose from"),
        ("max(1, 'a')", "what max compares must be a number"),
        ("min(1, 'a')", "what min compares must be a number"),
        ("at_least(3)", "at_least needs a roll: in the rules"),
        ("tally([hero], 'tags')", "'tags' is a list: count by a field with one value"),
        ("tally([hero], 'n.x')", "'x' is no field here"),
        ("tally({}, 'n')", "what is counted must be a list"),
        ("tally([hero], '')", "tally needs the name of a field, as tally(cards, 'power')"),
    ],
)
def test_what_the_functions_of_rules_refuse(call: str, message: str) -> None:
    class Hero:
        fields_of_record = MappingProxyType({"tags": ("a", "b"), "n": 2})

    with pytest.raises(RuleError) as caught:
        RuleBook().value(call, {"hero": Hero()})
    assert str(caught.value).removeprefix("this cannot be computed: ") == message


@pytest.mark.parametrize(
    ("dice", "least", "most"),
    [("20d4", 20, 80), ("20d100", 20, 2000), ("d9999", 1, 9999), (" d2 ", 1, 2), ("02d3", 2, 6)],
)
def test_rolls_at_the_bounds_are_read(dice: str, least: int, most: int) -> None:
    roll = read_roll(dice)
    assert (roll.outcomes[0][0], roll.outcomes[-1][0]) == (least, most)
    assert sum(share for _, share in roll.outcomes) == 1


@pytest.mark.parametrize(
    ("dice", "message"),
    [
        ("21d4", "21d4 is more dice than a hand holds: at most 20"),
        ("20d101", "20d101 can show too many different sums: at most 2,000"),
        ("d10000", "expected dice such as 2d10 or d20, found 'd10000'"),
        ("d1", "expected dice such as 2d10 or d20, found 'd1'"),
        ("0d6", "expected dice such as 2d10 or d20, found '0d6'"),
        ("00d6", "expected dice such as 2d10 or d20, found '00d6'"),
    ],
)
def test_rolls_past_the_bounds_are_refused(dice: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        read_roll(dice)


@pytest.mark.parametrize("dice", ["2d6", "3d10", "d10"])
def test_only_two_dice_of_ten_sides_are_read_as_percent(dice: str) -> None:
    with pytest.raises(ValueError, match=f"^only 2d10 can be read as percent, not {dice}$"):
        read_roll(dice, "percent")


def test_a_roll_reaches_its_outcomes_and_no_more() -> None:
    roll = Roll(((2, Fraction(1, 6)), (5, Fraction(1, 3)), (9, Fraction(1, 2))))
    asked = (1, 2, 3, 5, Fraction(11, 2), 9, 10)
    assert [roll.at_least(least) * 6 for least in asked] == [6, 6, 5, 5, 3, 3, 0]


@pytest.mark.parametrize(
    ("pool", "results"),
    [
        ("d6" + " " * 98, range(1, 7)),
        ("d2+1000", range(1001, 1003)),
        ("d2+d2+3+4", range(9, 12)),
        ("18d100+2d100", range(20, 2001)),
    ],
)
def test_pools_at_the_bounds_are_read(pool: str, results: range) -> None:
    assert read_pool(pool).results == tuple(results)


@pytest.mark.parametrize(
    ("pool", "message"),
    [
        ("d6" + " " * 99, "a pool of dice is written in at most 100 letters"),
        ("d2+1001", "expected dice such as d4+d6 or 2d8, found 'd2+1001'"),
        ("19d2 + 2D2", "19d2+2d2 is more dice than a hand holds: at most 20"),
        ("19d100+d101", "19d100+d101 can show too many different sums: at most 2,000"),
    ],
)
def test_pools_past_the_bounds_are_refused(pool: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        read_pool(pool)


def test_a_hand_holds_twenty_dice() -> None:
    assert pool_chance("18d2+2d4", 20, 20) == Fraction(1, 2**18 * 4**2)


def test_ranges() -> None:
    assert numbers_of("1..3") == range(1, 4)
    assert numbers_of("-2..-1") == range(-2, 0)
    assert numbers_of("heroes") is None
    assert numbers_of("hero.abilities") is None
    assert numbers_of(" 3..3 ") == range(3, 4)
    assert numbers_of("1..2000") == range(1, 2001)
    for text, message in {
        "2..1": "the range 2..1 is empty",
        "0..2000": "the range 0..2000 has more than 2,000 numbers",
    }.items():
        with pytest.raises(ValueError, match=re.escape(message)):
            numbers_of(text)
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
    assert value("tally(heroes, 'health', [3, 4])", {}) == [(3, 5), (4, 0)]
    with pytest.raises(RuleError, match=r"heroes.ada has no field 'wealth' to count by"):
        value("tally(heroes, 'wealth')", {})
