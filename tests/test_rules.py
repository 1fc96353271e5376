"""Rules as data: exact odds against enumeration and simulation, tables against the fixture, mistakes with their places."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jinja2 import DictLoader, TemplateSyntaxError
from jinja2.exceptions import SecurityError
from typer.testing import CliRunner

from pnp.build.build import read_game
from pnp.cli.typer_app import app
from pnp.game.model import Game
from pnp.problems import GameError, Source, Span
from pnp.rules.dice import read_roll
from pnp.rules.explain import FORBIDDEN, explain
from pnp.rules.filters import bounded_range, joined
from pnp.rules.formulas import Formula, RuleBook, decimal, percent
from pnp.rules.grid_formats import as_csv, as_json, as_markdown, as_shaded, as_text
from pnp.rules.lookups import check_text, code_spans, unused_names, used_names
from pnp.rules.odds import attacks_for, attacks_mean, duel, hits_needed
from pnp.rules.rates import MAX_EFFORT, Rate, Simulation
from pnp.rules.readable import MAX_TOKENS
from pnp.rules.sandbox import MAX_EXPRESSION, Environment, RuleError, evaluate, render
from pnp.rules.tables import Axis, Grid, Table, compute_table

from .conftest import GAME, ROOT, MakeGame
from .test_mortalgate import ATTACKERS, REQUIRED

chances = st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=20)


def grid(game: Game, table: str) -> Grid:
    return compute_table(game.tables[table], game.book, game.collections)


def test_percent_dice_are_a_hundred_equal_results() -> None:
    roll = read_roll("2d10", "percent")
    assert [value for value, _ in roll.outcomes] == list(range(1, 101))
    assert sum(share for _, share in roll.outcomes) == 1
    enumerated = [(10 * tens + ones) or 100 for tens, ones in product(range(10), repeat=2)]
    for least in range(-3, 105):
        assert roll.at_least(least) == Fraction(sum(value >= least for value in enumerated), 100)


@given(st.integers(1, 3), st.sampled_from([4, 6, 8]))
def test_sums_of_dice_agree_with_enumeration(count: int, sides: int) -> None:
    roll = read_roll(f"{count}d{sides}")
    shown = [sum(dice) for dice in product(range(1, sides + 1), repeat=count)]
    assert dict(roll.outcomes) == {value: Fraction(shown.count(value), len(shown)) for value in set(shown)}


@pytest.mark.parametrize("dice", ["", "d", "2x6", "d1", "99d6", "3d10"])
def test_dice_that_are_none(dice: str) -> None:
    with pytest.raises(ValueError, match=r"dice|percent"):
        read_roll(dice, "percent" if dice == "3d10" else "sum")


def sequences(length: int) -> Iterator[tuple[bool, ...]]:
    return product([True, False], repeat=length)


@given(chances, st.integers(1, 3), st.sampled_from([Fraction(1, 2), Fraction(3, 4)]))
@settings(max_examples=40)
def test_attacks_for_agrees_with_enumeration(chance: Fraction, hits: int, share: Fraction) -> None:
    attacks = attacks_for(share, chance, hits)

    def enough(count: int) -> Fraction:
        total = Fraction(0)
        for sequence in sequences(count):
            landed = sum(sequence)
            if landed >= hits:
                total += chance**landed * (1 - chance) ** (count - landed)
        return total

    if attacks <= 9:
        assert enough(attacks) >= share > enough(attacks - 1)
    assert attacks_mean(chance, hits) == hits / chance


@given(chances, st.integers(1, 3), chances, st.integers(1, 3))
@settings(max_examples=40)
def test_a_duel_has_one_winner(p: Fraction, i: int, q: Fraction, j: int) -> None:
    first = duel(p, i, q, j)
    # the other wins when it strikes first after a hit, or a miss, of the one: condition on the first strike
    after_hit = 1 - duel(q, j, p, i - 1) if i > 1 else Fraction(1)
    assert first == p * after_hit + (1 - p) * (1 - duel(q, j, p, i))
    assert 0 < first < 1


def test_a_million_seeded_attacks_agree() -> None:
    rng = random.Random(1)
    p, q, hits, other_hits = Fraction(79, 100), Fraction(63, 100), 3, 4
    wins = landed = 0
    rounds, attacks = 120_000, 0
    for _ in range(rounds):
        left, other_left = hits, other_hits
        while left and other_left:
            struck = rng.randrange(100) < 79
            landed, attacks = landed + struck, attacks + 1
            left -= struck
            if left:
                other_left -= rng.randrange(100) < 63
        wins += not left
    assert attacks > 350_000
    assert landed / attacks == pytest.approx(0.79, abs=0.003)
    assert wins / rounds == pytest.approx(float(duel(p, hits, q, other_hits)), abs=0.004)


def test_hits_needed_round_up() -> None:
    assert [hits_needed(health, 4) for health in (1, 4, 5, 20)] == [1, 1, 2, 5]


def test_numbers_are_rounded_half_up() -> None:
    assert (
        percent(Fraction(1, 200)),
        percent(Fraction(79, 100)),
        decimal(Fraction(5, 4)),
        decimal(Fraction(-1, 3), 2),
    ) == (
        "1 %",
        "79 %",
        "1.3",
        "−0.33",
    )


def test_the_table_of_required_rolls_is_the_fixture(mortalgate: Game) -> None:
    names = [str(mortalgate.collections["heroes"][hero]["name"]) for hero in ATTACKERS]
    rows = list(csv.reader(io.StringIO(as_csv(grid(mortalgate, "to-hit")))))
    assert rows[0][1:] == names
    assert [row[0] for row in rows[1:]] == names
    for row, defender in zip(rows[1:], ATTACKERS, strict=True):
        assert row[1:] == ["" if required is None else str(required) for required in REQUIRED[defender]]


@pytest.mark.parametrize(("table", "shift"), [("to-hit-pinpoint", -5), ("to-hit-evasive", 10), ("to-hit-both", 5)])
def test_blessings_move_every_required_roll(mortalgate: Game, table: str, shift: int) -> None:
    for plain, blessed in zip(grid(mortalgate, "to-hit").rows, grid(mortalgate, table).rows, strict=True):
        assert blessed[1:] == tuple(None if value is None else value + shift for value in plain[1:])  # type: ignore[operator]


def test_the_true_probability_is_one_point_above_the_nominal_chance(mortalgate: Game) -> None:
    cells = [cell for row in grid(mortalgate, "hit-chance").rows for cell in row[1:] if cell is not None]
    assert len(cells) == 56
    for cell in cells:
        exact, nominal = str(cell).replace(" %", "").replace("(", "").replace(")", "").split()
        assert int(exact) == int(nominal) + 1


def test_a_duel_is_lost_by_the_one_who_does_not_win(mortalgate: Game) -> None:
    first, second = grid(mortalgate, "duel").rows, grid(mortalgate, "duel-second").rows
    for i, j in product(range(8), repeat=2):
        if i != j:
            assert first[i][j + 1] + second[j][i + 1] == 1  # type: ignore[operator]  # fractions


def test_every_table_computes_and_says_its_name(mortalgate: Game) -> None:
    assert len(mortalgate.tables) >= 16
    for table in mortalgate.tables.values():
        computed = compute_table(table, mortalgate.book, mortalgate.collections)
        assert len(computed.rows) in (8, 16)
        assert all(len(row) == len(computed.headings) for row in computed.rows)
        assert as_text(computed).startswith(table.title)
        assert as_markdown(computed).count("\n| ") == len(computed.rows) + 2
        assert json.loads(as_json(computed))["id"] == table.id


def test_numbers_are_shaded_from_low_to_high(mortalgate: Game) -> None:
    shaded = as_shaded(grid(mortalgate, "to-hit"))
    assert "\x1b[48;5;41;38;5;16m" in shaded
    assert "\x1b[48;5;189;38;5;16m" in shaded


def small_grid(**given: Any) -> Grid:
    """Three rows unlike each other: a text that is cut in two, a skipped cell, a share, a rate, a wide column."""
    axis = Axis((("1..3", "n"),))
    table = Table(**{"id": "odds", "title": "Odds\nof all", "span": Span(Source("r", ""), 1, 1), "down": axis, **given})
    rate = Rate(Fraction(1, 4), 0.01234, Fraction(1, 2), Fraction(0), Fraction(9), 50)
    rows = (
        ("Ada", 5, Fraction(1, 8), "a | b"),
        ("Bo\nby", None, rate, ""),
        ("C", -3.5, Fraction(2), "words of a wide column"),
    )
    return Grid(table, ("N", "Plain", "Share", "Note"), rows)


def test_a_table_as_text_is_aligned() -> None:
    assert as_text(small_grid(note="So it is.")).split("\n") == [
        "Odds\\nof all",
        "",
        "N       Plain     Share  Note",
        "------  -----  --------  ----------------------",
        "Ada         5       0.1  a | b",
        "Bo\\nby         25 % ± 2",
        "C        -3.5         2  words of a wide column",
        "",
        "So it is.",
        "",
    ]
    assert as_text(small_grid(format="percent")).split("\n")[4:] == [
        "Ada     500 %   13 %  a | b",
        "Bo\\nby          25 %",
        "C        -3.5  200 %  words of a wide column",
        "",
    ]


def test_a_table_in_other_formats() -> None:
    assert as_markdown(small_grid(note="So it is.", format="tenths")).split("\n") == [
        "## Odds\\nof all",
        "",
        "| N | Plain | Share | Note |",
        "| --- | ---: | ---: | ---: |",
        "| Ada | 5.0 | 0.1 | a \\| b |",
        "| Bo\\nby |  | 0.3 |  |",
        "| C | -3.5 | 2.0 | words of a wide column |",
        "",
        "So it is.",
        "",
    ]
    assert as_csv(small_grid(format="rate")) == (
        'N,Plain,Share,Note\nAda,500 %,13 %,a | b\n"Bo\nby",,25 % ± 2,\nC,-3.5,200 %,words of a wide column\n'
    )
    told = json.loads(as_json(small_grid(note="So.")))
    assert told == {
        "id": "odds", "title": "Odds\nof all", "note": "So.", "headings": ["N", "Plain", "Share", "Note"],
        "rows": [["Ada", 5, "1/8", "a | b"], ["Bo\nby", None, {"share": "1/4", "error": 0.0123, "games": 50}, ""],
                 ["C", -3.5, "2", "words of a wide column"]],
    }  # fmt: skip


def test_a_shade_says_where_a_number_lies_between_the_lowest_and_the_highest() -> None:
    rows = tuple((str(number), number) for number in (-2, -1, 0, 1, 2, 3, 8))
    lines = as_shaded(replace(small_grid(), headings=("N", "M"), rows=rows)).split("\n")
    assert lines[:4] == ["Odds\\nof all", "", "N    M", "--  --"]
    assert lines[4] == "-2  \x1b[48;5;189;38;5;16m-2\x1b[0m"
    assert [line.split("48;5;")[1].split(";")[0] for line in lines[4:11]] == [
        "189",
        "189",
        "152",
        "152",
        "115",
        "115",
        "41",
    ]
    alike = as_shaded(replace(small_grid(), headings=("N", "M"), rows=(("a", 3), ("b", 3), ("c", "x"))))
    assert alike == "Odds\\nof all\n\nN  M\n-  -\na  3\nb  3\nc  x\n"


def lines_and_columns(rows: int, columns: int, value: str = "1", **given: Any) -> Table:
    asked = {"down": Axis(((f"1..{rows}", "n"),)), "columns": {f"C{i}": value for i in range(columns)}, **given}
    return Table(**{"id": "t", "title": "T", "span": Span(Source("r", ""), 1, 1), **asked})


def test_a_table_has_so_many_lines_and_cells() -> None:
    whole = compute_table(lines_and_columns(200, 100), RuleBook(), {})
    assert sum(len(row) - 1 for row in whole.rows) == 20_000
    assert len(compute_table(lines_and_columns(2000, 1), RuleBook(), {}).rows) == 2_000
    pairs = Axis((("1..40", "m"), ("1..49", "n")))  # 40 and 1,960
    assert len(compute_table(lines_and_columns(1, 1, down=pairs), RuleBook(), {}).rows) == 1_960
    for table, said, cure in (
        (lines_and_columns(201, 100), "it has more than 20,000 cells", "make several tables of it"),
        (lines_and_columns(1, 1, down=Axis((("1..40", "m"), ("1..50", "n")))), "it has more than 2,000 rows or columns", "name fewer collections"),
        (lines_and_columns(1, 1, "[1]"), "a cell must be a number or a text", "take one field of a record; join a list with | join(', ')"),
        (lines_and_columns(1, 1, "'x' * 2001"), "a cell has a text of 2,001 letters; at most 2,000", "show a part of it"),
    ):  # fmt: skip
        with pytest.raises(RuleError) as caught:
            compute_table(table, RuleBook(), {})
        assert (str(caught.value), caught.value.hint) == (said, cure)
    (row,) = compute_table(lines_and_columns(1, 1, "'x' * 2000"), RuleBook(), {}).rows
    assert row == ("1", "x" * 2_000)


def test_tables_that_take_too_much_work_say_which_cure_there_is() -> None:
    book = RuleBook()
    book.memory.table_units = 100
    with pytest.raises(RuleError, match="this takes too much work to compute") as caught:
        compute_table(lines_and_columns(9, 1), book, {})
    assert caught.value.hint == "make fewer rows, columns or tables"
    for left in (0, -1):
        book.memory.table_units = left
        with pytest.raises(RuleError, match="the tables before it take all the work that tables may do") as caught:
            compute_table(lines_and_columns(1, 1), book, {})
        assert caught.value.hint == "compute less in them"


RULES = """
values: {base: 75}
roll: {dice: 2d10, read: percent}
parameters: {one: heroes, other: heroes}
formulas:
  chance(one, other): "base + one.health - other.health"
tables:
  odds: {title: Odds, rows: heroes as one, columns: heroes as other, cell: "at_least(100 - chance(one, other))"}
"""


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("one.health -", "one.helth -", 5, "chance: heroes.ada has no field 'helth'; did you mean 'health'?"),
        ("base +", "basis +", 5, "chance: 'basis' is not known here"),
        ("one.health -", "one.health / (other.health - 7) -", 5, "chance: this divides by zero"),
        ("one.health -", "one.name -", 5, "chance: this cannot be computed: "),
        ("chance(one, other):", "chance(one, othr):", 5, "chance: unknown parameter 'othr'"),
        ("chance(one, other):", "chance:", 5, "'chance' is no formula"),
        ("2d10", "2d", 2, "roll: expected dice such as 2d10 or d20, found '2d'"),
        ("other: heroes}", "other: heros}", 3, "other: there is no collection 'heros'"),
        (
            "columns: heroes as other",
            "columns: heros as other",
            7,
            "there is no collection 'heros' to take rows or columns from",
        ),
        ("formulas:", "formulae:", 4, "unknown field 'formulae' in the rules"),
    ],
)
def test_broken_rules(make_game: MakeGame, old: str, new: str, line: int, message: str) -> None:
    files = {"data/tiny/game.yaml": GAME + "rules: rules.yaml\n", "data/tiny/rules.yaml": RULES.replace(old, new, 1)}
    with pytest.raises(GameError) as caught:
        read_game(make_game(files), "tiny")
    found = [(problem.span.line, problem.message) for problem in caught.value.problems if problem.span]
    assert any(number == line and said.startswith(message) for number, said in found), found


def test_tables_on_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    listed = CliRunner().invoke(app, ["tables", "mortalgate"])
    assert listed.exit_code == 0
    assert "to-hit " in listed.output
    assert (
        CliRunner()
        .invoke(app, ["tables", "mortalgate", "to-hit", "--format", "csv"])
        .output.startswith("Defender \\ attacker,Drexir")
    )
    wrong = CliRunner().invoke(app, ["tables", "mortalgate", "tohit"])
    assert (wrong.exit_code, "did you mean 'to-hit'?" in wrong.output) == (2, True)
    assert CliRunner().invoke(app, ["tables", "mortalgate", "to-hit", "--format", "xls"]).exit_code == 2


@pytest.mark.parametrize(
    "attack",
    [
        "''.__class__.__mro__",
        "range(10**9)",
        "'a' * 10**9",
        "9**9**9",
        "'%9999999d' % 1",
        "cycler",
        "lipsum",
        "'{:>99999999}'.format(1)",
        "namespace()",
    ],
)
def test_the_sandbox_holds(attack: str) -> None:
    with pytest.raises(RuleError):
        evaluate(attack, {})


@pytest.mark.parametrize(
    "attack",
    [
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
        "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}",
        "{% set a = 'aaaaaaaaaa' %}" + "{% set a = a ~ a %}" * 60,
        "{% set a = 'aaaaaaaaaa' %}" + "{% set a = a + a %}" * 60,
        "{% include '/etc/passwd' %}",
    ],
)
def test_nothing_runs_away(attack: str) -> None:
    with pytest.raises(RuleError):
        render(attack, {})


def test_half_a_character_is_refused_before_it_is_written_anywhere() -> None:
    for compute in (lambda: evaluate("'a\\ud800'", {}), lambda: render("{{ 'a\\ud800' }}", {})):
        with pytest.raises(RuleError, match="half of a character"):
            compute()


BIG = "range(200000) | list"
HOSTILE_EXPRESSIONS = [
    "(0 - 1) ** 0.5", "1e308 * 10", "1e999", "'1e999' | float", "'nan' | float", "9" * 5000, "('9' * 5000) | int",
    "1.5 | round(1000000000)", "1.5 | round(1000000, 'ceil')", "(fraction(1, 3) ** 64) ** 64",
    f"({BIG}) * 10", "('a' * 1000000) | join('b' * 1000000)", "(['a' * 1000000] * 1000000) | sort",
    "[[1] * 1000000] * 1000000 == [[1] * 1000000] * 1000000", "range(200000) | select('in', range(200000) | list) | list",
    "decimal(1, 10 ** 9)", "decimal('x')", "fraction('1e999999999')", "duel(fraction(1, 2), 10 ** 9, 1, 1)",
    "duel(fraction(1, 100), 1000, fraction(1, 100), 1000)", "duel('a', 1, 1, 1)", "hits_needed('a', 1)",
    "attacks_for(fraction(99, 100), fraction(1, 10000), 10)", "attacks_for(1, fraction(1, 2), 1)",
    "attacks_mean(fraction(1, 3), 10 ** 9)", "at_least('x')", "max([])", "max('abc')", "f40(1)",
    "(" * 5000, "[" * 5000 + "]" * 5000, "- " * 5000 + "1", "1" + "+1" * 5000, "a" + ".a" * 5000, "not " * 4000 + "1",
    "1 if " * 500 + "1", "x" * 30_000, "range", "self", "range(5) | map('string')", "'\\ud800'", "none ~ 'x'", "[1] | string",
    "'a' | int", "'٣' | int", "range(10 ** 30)", "'a'.replace('a', 'b')", "{}.update({})",
]  # fmt: skip
HOSTILE_TEXTS = [
    "{% set a = [1] %}" + "{% set a = [a, a] %}" * 60 + "{{ a == a }}",
    "{% set a = [1000] %}{% set b = [1000.0] %}" + "{% set a = [a, a] %}{% set b = [b, b] %}" * 40 + "{{ a == b }}",
    "{% set a = (1,) %}" + "{% set a = (a, a) %}" * 60 + "{{ {a: 1} | length }}",
    "{% set a = 7 %}" + "{% set a = a * a %}" * 60,
    "{% set a = fraction(1, 3) %}{% set b = fraction(1, 7) %}" + "{% set a = a + b %}{% set b = b / a %}" * 60,
    "{% set a %}xxxxxxxxxx{% endset %}" + "{% set a %}{{ a }}{{ a }}{% endset %}" * 60,
    "{% macro m0() %}{% endmacro %}"
    + "".join(f"{{% macro m{i + 1}() %}}{{{{ m{i}() }}}}{{{{ m{i}() }}}}{{% endmacro %}}" for i in range(50))
    + "{{ m50() }}",
    "{% for i in range(3) recursive %}{{ loop(range(3)) }}{% endfor %}",
    "{% set a = 'x' * 1000000 %}{% for i in range(200000) %}{{ a }}{% endfor %}",
    "{% set a = [1] * 1000000 %}{% for i in range(200000) %}{% set b = a[::1] %}{% endfor %}",
    "{% set a = [1] * 1000000 %}{% for i in range(200000) %}{% if 'a' in a %}{% endif %}{% endfor %}",
    "{% for i in range(200000) %}" + "{{ i }}" * 2000 + "{% endfor %}",
    "{% for i in range(200000) if " + " and ".join(["i"] * 50) + " %}{% endfor %}",
    "{% for a in range(2) %}" * 30 + "{% endfor %}" * 30,
    "{% if 1 %}" * 200 + "{% endif %}" * 200,
    "{% block a %}{{ self.a() }}{% endblock %}",
    "{{ none }}", "{{ [1] }}", "{{ range }}", "{% extends 'x' %}", "{% import 'x' as y %}",
]  # fmt: skip


class Ada:
    """A record, as a formula sees it."""

    id = "ada"
    fields_of_record = MappingProxyType({"name": "Ada", "tags": ("a", "b"), "n": 2})

    def __str__(self) -> str:
        return "heroes.ada"


GIVEN: dict[str, object] = {
    "hero": Ada(), "rows": [{"a": 2, "b": "x"}, {"a": 1, "b": "y"}, {"a": 2, "b": "Z"}], "range": bounded_range,
    "huge": 2**12_000 - 1, "vast": 2**12_000,
}  # fmt: skip
PLAIN = "use the record's fields and plain arithmetic"
MEET = "check that numbers meet numbers, texts texts"
BRACES = "check its braces, quotes and brackets"


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("[3, 1, 2] | sort | join('-')", "1-2-3"),
        ("[1, 2, 3] | sum", 6),
        ("7 // 2 + 7 % 2", 4),
        ("2.5 | round(0, 'floor')", 2.0),
        ("'12' | int + 1", 13),
        ("max(1, fraction(3, 2))", Fraction(3, 2)),
        ("decimal(0.25, 1)", "0.3"),
        ("'x' if 3 in range(5) else 'y'", "x"),
        ("{'a': 1}.a + {'b': 2}['b']", 3),
        ("'a' ~ 1 ~ 'b'", "a1b"),
        ("(1, 2, 3)[1:] | list", [2, 3]),
        ("'abcd'[1:3] ~ [5, 6, 7][0] ~ (8, 9)[::-1][0]", "bc59"),
        ("(1000000 ** 2, 2 ** 64, (0 - 1000000) ** 1, 2 ** (0 - 64))", (10**12, 2**64, -(10**6), 2.0**-64)),
        ("fraction(1, 1000000) ** 1 + fraction(1000000, 7) ** 1", Fraction(1, 10**6) + Fraction(10**6, 7)),
        ("('x' * 1000000) | length", 1_000_000),
        ("(1000000 * [1])[999999] + ([1] * 999999 + [2])[999999]", 3),
        ("(7 is odd, 8 is odd, 7 is even, 8 is even, (0 - 7) is odd)", (True, False, False, True, True)),
        ("(9 is divisibleby(3), 7 is divisibleby(3), 3 is divisibleby(9))", (True, False, False)),
        ("('ab' is lower, 'aB' is lower, 'AB' is upper, 'Ab' is upper)", (True, False, True, False)),
        ("(2 is in [1, 2], 3 is in [1, 2], 'bc' is in 'abc')", (True, False, True)),
        ("range(200000) | length", 200_000),
        ("range(2, 11, 3) | list", [2, 5, 8]),
        ("range(2 ** 64 * 2 ** 63, 2 ** 64 * 2 ** 63 + 1) | list", [2**127]),
        ("(2.345 | round(2), 1234.5 | round(0 - 2), 2 | round(15), 2.5 | round(0 - 15))", (2.35, 1200.0, 2, 0.0)),
        ("(2.34 | round(1, 'ceil'), 2.36 | round(1, 'floor'), fraction(1, 3) | round(2, 'ceil'))", (2.4, 2.3, 0.34)),
        ("('1.9' | int, 2.7 | int, '1e3' | float, '7' | float, 'x' | int(7), [1] | float(2.5))", (1, 2, 1000.0, 7.0, 7, 2.5)),
        ("('7' * 40) | int", int("7" * 40)),
        ("((0 - 7.5) | abs, fraction(0 - 1, 2) | abs)", (7.5, Fraction(1, 2))),
        ("(' ab ' | trim, 'xxabxy' | trim('xy'), 'xxabxy'.strip('xy'), 'a' | trim('b' * 100))", ("ab", "ab", "ab", "a")),
        ("'the OLD man' | title ~ ('ab' | upper) ~ ('AB' | lower) ~ ('ab' | capitalize)", "The Old ManABabAb"),
        ("(['b', 1, fraction(1, 3)] | join('; '), rows | join('+', 'b'), rows | join(attribute='a'))", ("b; 1; 1/3", "x+y+Z", "212")),
        ("(rows | sum('a'), rows | sum(attribute='a', start=10), [1, 2] | sum(start=fraction(1, 3)))", (5, 15, Fraction(10, 3))),
        ("rows | sort(attribute='a,b') | map(attribute='b') | join", "yxZ"),
        ("rows | sort(attribute='b') | map(attribute='b') | join", "xyZ"),
        ("rows | sort(attribute='b', case_sensitive=true) | map(attribute='b') | join", "Zxy"),
        ("rows | sort(true, attribute='a') | map(attribute='b') | join", "xZy"),
        ("((rows | max(attribute='a')).b, (rows | min(attribute='a')).b)", ("x", "y")),
        ("rows | unique(attribute='a') | map(attribute='b') | join", "xy"),
        ("rows | groupby('a') | map(attribute='grouper') | list", [1, 2]),
        ("rows | groupby('c', default=5) | map(attribute='grouper') | list", [5]),
        ("rows | selectattr('a', 'gt', 1) | map(attribute='b') | list", ["x", "Z"]),
        ("({'items': 3}.items, rows[0]['a'], hero.name ~ hero['n'] ~ hero.tags[1], hero.id)", (3, 2, "Ada2b", "ada")),
    ],
)  # fmt: skip
def test_what_is_sensible_is_computed(expression: str, value: object) -> None:
    assert RuleBook().value(expression, GIVEN) == value


@pytest.mark.parametrize(
    ("expression", "message", "hint"),
    [
        ("1000001 ** 2", "the power is too large", PLAIN),
        ("2 ** 65", "the power is too large", PLAIN),
        ("2 ** (0 - 65)", "the power is too large", PLAIN),
        ("(0 - 1000001) ** 1", "the power is too large", PLAIN),
        ("fraction(1, 1000001) ** 1", "the power is too large", PLAIN),
        ("fraction(0 - 1000001, 7) ** 1", "the power is too large", PLAIN),
        ("'a' ** 2", "the power is too large", PLAIN),
        ("(0 - 1) ** 0.5", "this is no real number: a root of a negative number", PLAIN),
        ("1000000.0 ** 64", "the number is too large", ""),
        ("1e308 * 10", "the number is too large", PLAIN),
        ("huge * 2", "the number is too large", PLAIN),
        ("huge + huge", "the number is too large", PLAIN),
        ("'%5d' % 1", "texts are not formatted with %: join them with ~", PLAIN),
        ("'x' * 1000001", "a text or list of 1,000,001 is too large; at most 1,000,000", PLAIN),
        ("1000001 * [1]", "a text or list of 1,000,001 is too large; at most 1,000,000", PLAIN),
        ("[1] * 500001 + [1] * 500000", "a text or list of 1,000,001 is too large; at most 1,000,000", PLAIN),
        ("range(200001)", "a loop of more than 200,000 steps is too long", PLAIN),
        ("range(0, 10 ** 30)", "a loop of more than 200,000 steps is too long", PLAIN),
        ("range(2 ** 64 * 2 ** 64, 0)", "a range's numbers are too large", PLAIN),
        ("range(0, 2 ** 64 * 2 ** 64)", "a range's numbers are too large", PLAIN),
        ("range(0, 1, 2 ** 64 * 2 ** 64)", "a range's numbers are too large", PLAIN),
        ("2 | round(16)", "round takes at most 15 places", MEET),
        ("2 | round(0 - 16)", "round takes at most 15 places", MEET),
        ("2 | round(true)", "round takes at most 15 places", MEET),
        ("2 | round(1.5)", "round takes at most 15 places", MEET),
        ("true | round", "round takes a number", MEET),
        ("'2' | round", "round takes a number", MEET),
        ("2.5 | round(0, 'up')", "round knows common, ceil and floor", MEET),
        ("'1e3' | int", "'1e3' is no whole number", MEET),
        ("'٣' | float", "'٣' is no number", MEET),
        ("[1] | int", "this is no whole number", MEET),
        ("('7' * 41) | int(3)", "a text of 41 characters is no number", MEET),
        ("vast | int(5)", "the number is too large", PLAIN),
        ("'7' | abs", "abs takes a number", MEET),
        ("true is odd", "odd takes a number", MEET),
        ("'%9d' is even", "even takes a number", MEET),
        ("7 is divisibleby('a')", "divisibleby takes a number", MEET),
        ("7 is divisibleby(0)", "this divides by zero", "guard it with an {% if %}"),
        ("nope is even", "'nope' is not known here", ""),
        ("nope | abs", "'nope' is not known here", ""),
        ("hiro", "'hiro' is not known here", "did you mean 'hero'?"),
        ("'a' | trim('b' * 101)", "at most 100 characters can be trimmed", MEET),
        ("'a'.strip('b' * 101)", "at most 100 characters can be trimmed", MEET),
        ("[none] | join", "nothing stands here: an optional field was not given; write (field or '') to allow it", ""),
        ("[1] ~ ''", "this is no text and no number: take one out of it, or join a list with | join(', ')", ""),
        ("hero ~ ''", "heroes.ada is a whole record: name one of its fields, such as .name", ""),
        ("none.x", "what should have 'x' is empty here: ask for it first, with if or and", ""),
        ("none._x", FORBIDDEN, PLAIN),
        ("'a'.join", FORBIDDEN, PLAIN),
        ("hero.nam", "heroes.ada has no field 'nam'; did you mean 'name'?", ""),
        ("hero.tags[2]", "there is no number 2 in a list of 2", ""),
        ("rows[0].c", "there is no 'c' here; known: a, b", ""),
        ("range", "this is a function: give it its arguments, in brackets", PLAIN),
        ("self", "this is a function: give it its arguments, in brackets", PLAIN),
        ("range(5) | map('string')", "this makes a list that nobody reads: write | list behind it", PLAIN),
        ("1 +", "this cannot be read: unexpected 'end of template'", BRACES),
        ("9" * 5000, "this cannot be read: a number is too long, or a character has no place in it", BRACES),
        ("(" * 70 + "1" + ")" * 70, "this cannot be read: it is nested too deep", BRACES),
        ("not " * 70 + "1", "this cannot be read: it is nested more than 60 deep", BRACES),
        ("score(1)", "score(…) takes 2 arguments, and is given 1", "write score(one, other)"),
        ("best(rows, 'scor')", "best needs the name of a formula, as best(heroes, 'threat')", "did you mean 'score'?"),
    ],
)  # fmt: skip
def test_what_is_not_is_refused_in_a_designers_words(expression: str, message: str, hint: str) -> None:
    book = RuleBook(formulas={"score": Formula("score", ("one", "other"), "one + other")})
    with pytest.raises(RuleError) as caught:
        book.value(expression, GIVEN)
    said = str(caught.value).removeprefix("this cannot be computed: ")
    assert (said, caught.value.hint, caught.value.line) == (message, hint, 1)


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("{{ true }} {{ 1.5 }} {{ fraction(1, 3) }} {{ 3 }}", "True 1.5 1/3 3"),
        ("{% for i in [4, 5] %}{{ loop.index }}{{ loop.last }} {% else %}none{% endfor %}", "1False 2True "),
        ("{% for i in [] %}{% else %}none{% endfor %}", "none"),
        ("{% for i in [1, 2, 3] if i is odd %}{{ i }}{{ loop.length }} {% endfor %}", "12 32 "),
        (
            "{% autoescape true %}{{ '<' ~ 1 }}{% endautoescape %}{% autoescape false %}{{ '<' }}{% endautoescape %}",
            "&lt;1<",
        ),
        ("{% macro m(a, b=2) %}{{ a }}{{ b }}{% endmacro %}{{ m(1) }}{{ m(b=3, a=4) }}", "1243"),
        ("{% macro m() %}{{ caller(1, 2) }}{% endmacro %}{% call(a, b) m() %}{{ b }}{{ a }}{% endcall %}", "21"),
        ("{% block b %}{{ 1 }}{% endblock %}{{ self.b() }}", "11"),
        ("  {% if true %}\n x\n  {% endif %}\ny\n", " x\ny"),
        ("{# a note #}{% with a = {'x': [1, 2]} %}{{ a.x[1] }}{% endwith %}", "2"),
    ],
)
def test_texts_are_filled_in(text: str, filled: str) -> None:
    assert render(text, RuleBook().names) == filled


@pytest.mark.parametrize(
    ("text", "line", "message", "hint"),
    [
        ("a\n\n{{ 1 + }}", 3, "this cannot be read: unexpected 'end of print statement'", BRACES),
        ("a\n{{ 1e999 }}", 2, "this cannot be read: a number is too large", BRACES),
        ("\n{% autoescape 'x' %}{% endautoescape %}", 2, "this cannot be read: autoescape is followed by true or false", BRACES),
        ("{{ 1 | nope }}", 1, "there is no filter 'nope'", "docs/reference.md lists them all"),
        ("{% block a required %}{% endblock %}", 1, "Required block 'a' not found", ""),
        ("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", 1, "this calls itself without end", "remove the macro's or the formula's call to itself"),
        ("{% include 'x' %}", 1, "only a template can take in another file, so 'x' stays out", PLAIN),
        ("{% for i in range(200000) %}{% endfor %}{% for i in [1] %}{% endfor %}", 1, "its loops take more than 200,000 steps", PLAIN),
        ("{% for a in [1] %}" * 30 + "{% endfor %}" * 30, 1, "this cannot be read: it is nested too deep, or too long", BRACES),
        ("x" * 20_001, 1, "this cannot be read: it is longer than 20,000 characters", BRACES),
    ],
)  # fmt: skip
def test_a_text_that_cannot_be_filled_in_says_where(text: str, line: int, message: str, hint: str) -> None:
    with pytest.raises(RuleError) as caught:
        render(text, RuleBook().names | {"range": range})
    assert (caught.value.line, str(caught.value), caught.value.hint) == (line, message, hint)


def test_a_text_is_tried_without_being_filled_in() -> None:
    check_text("{{ name ~ x }}{% for i in range(9) %}{{ i }}{% endfor %}", ["name", "x"])
    for text, line, message, hint in (
        ("a\n{{ 1 + }}", 2, "this cannot be read: unexpected 'end of print statement'", BRACES),
        ("{{ x ~ zz ~ nam }}", 1, "'nam' is not known here", "did you mean 'name'?"),
    ):
        with pytest.raises(RuleError) as caught:
            check_text(text, ["name", "x"])
        assert (caught.value.line, str(caught.value), caught.value.hint) == (line, message, hint)
    assert (used_names("a + b.c"), used_names("a +")) == ({"a", "b"}, set())
    assert (unused_names("a + b.c", ["c", "a", "d"]), unused_names("a +", ["c"])) == (["c", "d"], [])


def test_code_is_found_in_a_text_and_what_is_never_closed_is_none() -> None:
    text = "{% a {{ b }} {## c ##} {{% d %} {{ e"
    assert [text[start:end] for start, end in code_spans(text, comments=False)] == ["{% a {{ b }} {## c ##} {{% d %}"]
    text = "{{ b }}{## c ##}{{% d %}{{ e"
    assert [text[start:end] for start, end in code_spans(text, comments=True)] == ["{{ b }}", "{## c ##}", "{% d %}"]
    assert [text[start:end] for start, end in code_spans(text, comments=False)] == ["{{ b }}", "{% d %}"]


def test_a_template_that_was_taken_in_is_printed_whole() -> None:
    environment = Environment(DictLoader({"lib": "a < b{{ 1 }}"}), markup=True)
    assert environment.from_string("{% import 'lib' as l %}{{ l }}-{{ l ~ '<' }}").render() == "a < b1-a < b1&lt;"


def test_games_take_so_much_work_together() -> None:
    def play(one: object, other: object, games: int) -> Rate:
        return Rate(Fraction(1), 0.0, Fraction(1), Fraction(0), Fraction(3), games, MAX_EFFORT // 2 + (one == other))

    war = Simulation("war", "decks", "cards", {}, 40, lambda record, _: str(record), play)
    given = {name: Ada() for name in "abc"}
    book = RuleBook(simulations={"war": war})
    assert book.value("(war(a, b).games, war(b, a).share, war(a, b).share)", given) == (40, 0, 1)
    with pytest.raises(RuleError, match="its games take too much work to play out") as caught:
        book.value("war(a, c)", given)
    assert caught.value.hint == "play fewer games, or allow fewer turns"
    assert RuleBook(simulations={"war": war}, trial=True).value("war(a, b).games", given) == 2


@pytest.mark.parametrize(("last", "refused"), [(100_000_000, False), (100_000_001, True)])
def test_all_games_together_may_take_two_hundred_million(last: int, refused: bool) -> None:
    efforts = iter((60_000_000, 40_000_000, last))

    def play(_one: object, _other: object, games: int) -> Rate:
        return Rate(Fraction(1), 0.0, Fraction(1), Fraction(0), Fraction(3), games, next(efforts))

    war = Simulation("war", "decks", "cards", {}, 40, lambda record, _: str(record), play)
    book, given = RuleBook(simulations={"war": war}), {name: Ada() for name in "abc"}
    assert book.value("(war(a, b).games, war(a, c).games)", given) == (40, 40)
    if refused:
        with pytest.raises(RuleError, match="its games take too much work to play out"):
            book.value("war(b, c)", given)
    else:
        assert book.value("war(b, c).games", given) == 40


def test_a_text_may_be_as_long_and_loop_as_often_as_its_refusals_say() -> None:
    assert len(render("x" * MAX_EXPRESSION, {})) == MAX_EXPRESSION
    assert render("{% for i in range(200000) %}{% endfor %}ok", {}) == "ok"


def test_a_template_has_so_many_words_and_signs() -> None:
    """Three for each number: its brackets count."""
    environment = Environment()
    assert len(list(environment._tokenize("{{1}}" * 20_000, None))) == MAX_TOKENS == 60_000
    with pytest.raises(TemplateSyntaxError, match=r"^it has more than 60,000 words and signs$") as caught:
        environment.from_string("\n" + "{{1}}" * 20_000)
    assert caught.value.lineno == 2


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (ValueError("a" * 200), "a" * 200),
        (ValueError("a" * 201), "a" * 199 + "…"),
        (AttributeError("'str' object has no attribute 'x'"), "a text has no attribute 'x'"),
        (TypeError("'NoneType' and 'Fraction', not 'dict' object"), "nothing and a fraction, not a mapping"),
    ],
)
def test_errors_of_python_are_said_shortly_and_in_our_words(error: Exception, message: str) -> None:
    found = explain(error, {})
    assert (str(found), found.hint, found.line) == (f"this cannot be computed: {message}", MEET, 1)


@pytest.mark.parametrize("error", [MemoryError(), OverflowError()])
def test_what_does_not_fit_is_too_large(error: Exception) -> None:
    assert (str(explain(error, {})), explain(error, {}).hint) == ("the number is too large", "")


def test_an_error_of_ours_is_not_explained_away() -> None:
    with pytest.raises(AssertionError, match="ours"):
        explain(AssertionError("ours"), {})
    known = RuleError("theirs", "a cure", 7)
    assert explain(known, {}) is known
    assert (RuleError("plain").hint, RuleError("plain").line) == ("", 1)


def test_what_is_written_has_a_bound() -> None:
    part = "x" * 5_000_000
    assert len(joined([part, part])) == 10_000_000
    with pytest.raises(SecurityError, match="longer than 10,000,000 characters"):
        joined([part, part, "x"])


def test_a_long_loop_of_a_large_board_is_allowed() -> None:
    text = "{% for i in range(10000) %}{% set x = i * 2 + 1 %}{% if x % 3 %}{{ x }} {% endif %}{% endfor %}"
    assert render(text, {}).startswith("1 ")
