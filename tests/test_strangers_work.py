"""What a stranger's template may ask for costs as much as it takes: memory, look-ups, long names, words to guess."""

from __future__ import annotations

import gc
import re
import weakref
from difflib import get_close_matches
from fractions import Fraction
from pathlib import Path

import pytest

from pnp.build.build import examine, read_game
from pnp.faces.charts import Charts
from pnp.faces.helpers import Helpers
from pnp.faces.safe import mark, unmarked, unsafe
from pnp.game.model import Game
from pnp.history.ledger import MOST, read_ledger
from pnp.problems import GameError, Source, did_you_mean
from pnp.rulebook.chapters import game_digest
from pnp.rulebook.markdown import MAX_FAULTS, read_chapter
from pnp.rules.dice import read_pool
from pnp.rules.sandbox import Environment, RuleError, evaluate
from pnp.rules.work import MOST_ALIKE, allowance
from pnp.svg.document import SvgDocument
from pnp.svg.tree import SvgFault
from pnp.units import Size

from . import growth
from .conftest import CARD, MakeGame

PRIME = 2**61 - 1  # whole numbers that lie so far apart have one hash
HUGE = "{% set a = (0,) * 1000 %}{% set b = (a,) * 1000 %}{% set c = (b,) * 1000 %}"  # a billion, in three lists
MEGA = "{% set s = 'x' * 999999 %}"


def cost(template: str) -> int:
    with allowance(10**9, 10**9) as purse:
        Environment().from_string(template).render()
        return 10**9 - purse.units


def colliding(count: int) -> str:
    return "{" + ", ".join(f"{i * PRIME}: 1" for i in range(count)) + "}"


def test_a_mapping_that_would_be_slow_to_ask_is_not_made() -> None:
    """Every look-up and every comparison goes through all keys that have one hash."""
    assert len(evaluate(colliding(MOST_ALIKE), {})) == MOST_ALIKE
    with pytest.raises(RuleError, match="too slow"):
        evaluate(colliding(MOST_ALIKE + 2), {})


def test_a_range_of_long_numbers_is_refused() -> None:
    assert evaluate("range(10 ** 18, 10 ** 18 + 2) | list", {"range": Environment().globals["range"]})
    with pytest.raises(RuleError, match="too large"):
        evaluate("range(0, 10 ** 60, 10 ** 55) | list", {"range": Environment().globals["range"]})


@pytest.mark.parametrize(
    ("made", "bytes_"),
    [
        ("[0] * 800000", 6_400_000), ("(0, 1) * 400000", 6_400_000), ("'x' * 800000", 800_000),
        ("'\U0001f600' * 800000", 3_200_000), ("('\U0001f600' * 400000) ~ ('\U0001f600' * 400000)", 4_800_000),
        ("([0] * 400000) + ([0] * 400000)", 9_600_000), ("([0] * 800000)[1:]", 12_800_000),
        ("('\\'' * 800000) | escape", 4_000_000),
    ],
)  # fmt: skip
def test_what_is_kept_is_paid_for_by_its_size(made: str, bytes_: int) -> None:
    """So no rendering keeps more than some 200 MB, and no table more than six times that."""
    assert cost(f"{{% set a = {made} %}}") >= bytes_ // 64


@pytest.mark.parametrize("way", ["round(15)", "round(15, 'ceil')", "round(2, 'floor')"])
def test_a_long_fraction_is_paid_for_when_it_is_rounded(way: str) -> None:
    with allowance(10**9) as purse:
        evaluate(f"fraction(v, w) | {way}", {"v": 3**3700, "w": 7**2000, "fraction": Fraction})
        assert 10**9 - purse.units > 3_000


def test_trimming_costs_by_the_letters_that_are_looked_at() -> None:
    assert cost("{% set a = ('a' * 800000) | trim('xyza') %}") > 100_000


def refusals(game: Game, template: str) -> tuple[Helpers, str]:
    """The helpers after a template was rendered with them, and what was said when it was refused."""
    helpers = Helpers(game, "cards, ada", frozenset({"flame"}), lambda name: Source(name, ""))
    charts = Charts(helpers)
    names = {"text": helpers.text, "icon": helpers.icon, "bars": charts.bars, "shares": charts.shares}
    try:
        Environment(markup=True).from_string(template).render(names)
    except Exception as error:
        return helpers, str(error)
    return helpers, ""


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("text('', 0, 0, 9, 9, c)", "one name"), ("icon(c, 0, 0, 9, 'ink')", "one name"),
        ("text('', 0, 0, 9, 9, 'body', color=c)", "no text"), ("text('', 0, 0, 9, 9, 'body', align=c)", "one of"),
        ("text('', c, 0, 9, 9, 'body')", "millimetres"),
        ("text('a', 0, 0, 9, 9, 'body', color=s)", "at most 200"), ("icon('flame', 0, 0, 9, s)", "at most 200"),
        ("bars({'a': 1}, 0, 0, 40, 40, 'body', s)", "at most 200"),
        ("bars({'a': 1}, 0, 0, 40, 40, 'body', 'ink', line=s)", "at most 200"),
        ("shares({'a': 1}, 0, 0, 40, 40, 'body', 'ink', line=s)", "at most 200"),
    ],
)  # fmt: skip
def test_a_helper_takes_names_not_heaps(tiny_game: Game, call: str, said: str) -> None:
    assert said in refusals(tiny_game, f"{HUGE}{MEGA}{{{{ {call} }}}}")[1]


@pytest.mark.parametrize(
    "call", ["text('', i, 0, 9, 9, s)", "icon(s, i, 0, 9, 'ink')", "bars({'a': 1}, 0, 0, 9, 9, s, 'ink')"]
)
def test_a_problem_is_short_whatever_it_is_about(tiny_game: Game, call: str) -> None:
    helpers, _ = refusals(tiny_game, f"{MEGA}{{% for i in range(3) %}}{{{{ {call} }}}}{{% endfor %}}")
    assert helpers.problems
    assert all(len(problem.message) < 200 for problem in helpers.problems)


def test_marks_are_taken_off_in_one_pass() -> None:
    marked = "".join(mark(f"<text>{number}</text>", number) for number in (0, 2, 1, 10))
    assert unmarked(marked, 11) == re.sub(' id="pnp-text-[0-9]+"', "", marked)
    assert 'id="pnp-text-10"' in unmarked(marked, 10)
    assert 'id="pnp-text-01"' in unmarked('<g id="pnp-text-01">', 9)
    digits = "9" * 5_000  # more than int() takes
    face = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g id="pnp-text-{digits}"><rect width="1" height="1"/></g></svg>'
    assert digits in unmarked(face, 9)
    assert list(unsafe(face, {}, Size(9, 9), 1, "rectangle")) == []
    few, many = ("".join(mark("a", i) for i in range(count)) for count in (4_000, 16_000))
    short = growth.seconds(lambda text: unmarked(text, 4_000), few)
    assert growth.seconds(lambda text: unmarked(text, 16_000), many) < 9 * max(short, growth.SHORTEST)


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        ("x " + "g " * 7 + "rect { fill: red }", "rules for"),
        ("x ~ rect ~ rect ~ rect { fill: red }", "rules for"),
        (",".join(["rect"] * 60_000) + " { fill: red }", "rules for"),
        (":is(" * 1_000 + "a" + ")" * 1_000 + " { fill: red }", "nested too deep"),
        ("(" * 5_000 + ")" * 5_000 + " { fill: red }", "nested too deep"),
    ],
)
def test_a_selector_is_tried_so_many_times(sheet: str, said: str) -> None:
    """cssselect2 goes back and tries all that stands above, for each of which it does so again."""
    drawn = "<g>" * 40 + "<rect/>" * 50 + "</g>" * 40
    with pytest.raises(SvgFault, match=said):
        growth.READERS["document"](f"<style>{sheet}</style>{drawn}")
    long = growth.READERS["document"](f"<style>{'g ' * 5_000} rect {{ fill: red }}</style>{drawn}")
    assert isinstance(long, SvgDocument) and long.left_out == {"a selector has more than 20 steps": ""}
    growth.READERS["document"](f"<style>g .a rect, rect:nth-child(2n), rect + rect {{ fill: red }}</style>{drawn}")


def test_of_large_answers_few_are_kept() -> None:
    first = weakref.ref(read_pool("d4"))
    for added in range(64):
        read_pool(f"d4+{added + 1}")
    gc.collect()
    assert first() is None


def test_a_file_of_many_printings_is_not_gone_through(tmp_path: Path) -> None:
    heads = "".join(f"  {number}: {{paper: a4}}\n" for number in range(1, MOST + 2))
    path = tmp_path / "a.yaml"
    path.write_text(f"printings:\n{heads}now: {{components: {{}}}}\n")
    with pytest.raises(GameError, match="101 printings stand here, at most 12 are ever kept"):
        read_ledger(path, "a", "a.yaml")


def test_files_are_bounded_together(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = make_game({"data/other/game.yaml": "title: Other\n", "templates/icons/idle.svg": "<svg/>"})
    game = read_game(workspace, "tiny")
    for most, name in ((40, "templates/tiny/card.svg"), (len(CARD), "data/other/game.yaml")):
        monkeypatch.setattr("pnp.source.text_file.MOST_TOGETHER", most)
        if name.startswith("data"):
            monkeypatch.setattr("pnp.source.text_file.MOST_TOGETHER", 5)
            monkeypatch.setattr("pnp.preflight.phrases.TEXTS", ())
        with pytest.raises(GameError, match=f"with {name}, the files here are larger than 0 MB together"):
            examine(game, "a4")
    monkeypatch.setattr("pnp.rulebook.chapters.MOST_OF_ALL", 40)
    with pytest.raises(GameError, match=r"with data/tiny/game.yaml, the files here are larger"):
        game_digest(game)


def test_guessing_a_word_is_bounded_however_alike_the_words_are() -> None:
    """difflib takes the cube of the letters where all are alike: half a second for one word among five hundred."""
    names = [f"{'ab' * 8}{i:03}" for i in range(400)]
    assert did_you_mean("ab" * 8 + "00", names) == f"did you mean '{names[300]}'?"  # the last of equals
    assert did_you_mean("ab" * 29, [f"{'ab' * 28}{i:03}" for i in range(499)]) == ""


@pytest.mark.parametrize("word", ["acuracy", "helth", "dogde", "nmae", "colums", "zzz", "bleeed", "seconds", "x"])
def test_a_guess_is_the_one_that_comparing_all_would_give(word: str) -> None:
    known = [
        "accuracy",
        "health",
        "dodge",
        "name",
        "columns",
        "rows",
        "bleed",
        "second",
        "seconds-left",
        "first",
        "title",
        "y",
        "z",
    ]
    close = get_close_matches(word, sorted(known), n=1, cutoff=0.6)
    assert did_you_mean(word, known) == (f"did you mean '{close[0]}'?" if close else "")


def test_words_in_brackets_are_guessed_so_many_times(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def guess(word: str, _: object) -> str:
        asked.append(word)
        return ""

    monkeypatch.setattr("pnp.rulebook.markdown.did_you_mean", guess)
    words = " ".join(f"[w{i}: a]" for i in range(2 * MAX_FAULTS)) * 2
    read_chapter("c", f"# T\n\n{words}\n", frozenset(), set(), lambda *_: "", frozenset({"red"}))
    assert len(asked) == MAX_FAULTS


@pytest.mark.parametrize(
    "template",
    [
        "{% for i in range(n) %}{{ text('a', i, 0, 9, 9, 'body') }}{% endfor %}",
        "{{ text('ab ' * n, 0, 0, 300, 300, 'body') }}",
        "{% for i in range(n) %}{{ icon('flame', i, 0, 9, 'ink') }}{% endfor %}",
        "{% for i in range(n) %}{{ bars({'a': 1, 'b': 2}, 0, 0, 40, 40, 'body', 'ink') }}{% endfor %}",
        "{% for i in range(n) %}{{ shares({'a': 1, 'b': 2}, 0, 0, 40, 40, 'body', 'ink') }}{% endfor %}",
        "{{ bars([('a', 1)] * n, 0, 0, 300, 40, 'body', 'ink') }}",
        "{{ shares([('a', 1)] * n, 0, 0, 300, 40, 'body', 'ink') }}",
        "{% for i in range(n) %}{{ text('', 0, 0, 9, 9, 'nowhere') }}{% endfor %}",
    ],
)
def test_the_bill_of_a_helper_grows_as_its_work_does(tiny_game: Game, template: str) -> None:
    def billed(n: int) -> int:
        with allowance(10**9, 10**9) as purse:
            refusals(tiny_game, f"{{% set n = {n} %}}{template}")
            return 10**9 - purse.units

    small, middle, large = map(billed, (3, 12, 48))
    assert middle > small and large - middle > 2.5 * (middle - small), (small, middle, large)
