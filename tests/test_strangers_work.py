"""What a stranger's template may ask for costs as much as it takes: memory, look-ups, long names, words to guess."""

from __future__ import annotations

import gc
import re
import weakref
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from pathlib import Path

import pytest

from pnp.build.build import check, examine, read_game
from pnp.faces.charts import Charts
from pnp.faces.folding import FoldingHelpers
from pnp.faces.helpers import Helpers
from pnp.faces.safe import mark, unmarked, unsafe
from pnp.game.model import Game
from pnp.history.ledger import MOST, read_ledger
from pnp.job import PrintJob
from pnp.problems import GameError, Source, Span, did_you_mean
from pnp.rulebook import pagination, table_boxes
from pnp.rulebook.chapters import game_digest
from pnp.rulebook.column_boxes import Box, total
from pnp.rulebook.markdown import MAX_FAULTS, read_chapter
from pnp.rulebook.table_boxes import TableLook, Words, set_table
from pnp.rules.dice import read_pool
from pnp.rules.formulas import RuleBook
from pnp.rules.rates import Rate, Simulation, too_much
from pnp.rules.sandbox import Environment, RuleError, evaluate
from pnp.rules.tables import Axis, Table, compute_table
from pnp.rules.work import MAX_STAGE, MOST_ALIKE, NATIVE, allowance
from pnp.shapes.piece_shape import RECTANGLE
from pnp.svg.document import SvgDocument
from pnp.svg.tree import SvgFault
from pnp.text.markup import Piece
from pnp.units import Size

from . import growth
from .conftest import CARD, GAME, MakeGame

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


def cells(**given: object) -> Table:
    plain = {"id": "t", "title": "T", "span": Span(Source("rules.yaml", "t:"), 1, 1), "down": Axis((("1..100", "n"),))}
    return Table(**{**plain, "columns": {"A": "n"}, **given})  # type: ignore[arg-type]  # as the tests name them


def test_all_tables_of_a_game_share_one_allowance_and_each_is_worked_out_once() -> None:
    book = RuleBook()
    first, second, third = cells(), cells(), cells()
    grid = compute_table(first, book, {})
    spent = MAX_STAGE - book.memory.table_units
    with allowance(10**6) as purse:
        assert RuleBook().value("n", {"n": 1}) == 1
    assert spent == 100 * (40 + 10**6 - purse.units)
    assert compute_table(first, book, {}) is grid
    assert MAX_STAGE - book.memory.table_units == spent
    book.memory.table_units = spent // 2
    with pytest.raises(RuleError, match="too much work"):
        compute_table(second, book, {})
    with pytest.raises(RuleError, match="tables before it"):
        compute_table(third, book, {})


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (cells(columns={f"C{i}": "n" for i in range(201)}), "more than 20,000 cells"),
        (cells(across=Axis((("1..201", "m"),)), cell="n * m"), "more than 20,000 cells"),
        (cells(columns={"A": "'x' * 2001"}), "2,001 letters; at most 2,000"),
    ],
)
def test_a_table_is_bounded_whichever_way_it_is_made(table: Table, said: str) -> None:
    with pytest.raises(RuleError, match=said):
        compute_table(table, RuleBook(), {})


def test_a_chain_as_long_as_a_book_is_torn_in_few_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page looked at all beginnings of the rest, the longest first: 24 KB of headings took minutes."""
    looked: list[int] = []

    def counted(boxes: Sequence[Box]) -> float:
        looked.append(len(boxes))
        return total(boxes)

    monkeypatch.setattr(pagination, "total", counted)
    pages = pagination.paginate([Box(10.0, keep=True)] * 600, pagination.Frame(100.0, 100.0))
    assert [len(page.placed) for page in pages] == [10] * 60
    assert len(looked) < 60 * 20


def test_what_an_expression_may_name_is_paid_for() -> None:
    """It is copied for each evaluation: with 8,000 values a cell took a millisecond."""

    def spent(names: int) -> int:
        with allowance(10**6) as purse:
            evaluate("n1", {f"n{i}": i for i in range(names)})
            return 10**6 - purse.units

    assert spent(4_000) - spent(400) > 3_600 // 8
    with allowance(10**6) as purse:
        RuleBook(extras={f"e{i}": 0 for i in range(500)}, modifiers={"m": {"e1": 1}}).combatant(object(), ("m",) * 50)
        assert 10**6 - purse.units > 500 + 50 * NATIVE


def test_games_that_took_too_long_are_not_begun_again() -> None:
    """Each of many tables played for a minute."""
    begun: list[int] = []

    def play(_one: object, _other: object, games: int) -> Rate:
        begun.append(games)
        raise too_much()

    class Player:
        fields_of_record: Mapping[str, object] = {}

    fight = Simulation("fight", "decks", "cards", {}, 10, lambda record, _value: id(record), play)
    book = RuleBook(simulations={"fight": fight})
    for _ in range(3):
        with pytest.raises(RuleError, match="too much work to play"):
            book.value("fight(a, b)", {"a": Player(), "b": Player()})
    assert begun == [10]


def shaded(rows: int) -> Words:
    look = tuple(tuple((Piece(str(i)),) for _ in range(3)) for i in range(rows))
    return Words(tuple((Piece(name),) for name in "abc"), look, ("left",) * 3, ((None, 1.0, 2.0),) * rows)


def test_the_ends_of_a_tables_shades_are_looked_for_once(tiny_game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each row looked for them among all rows."""
    asked: list[Words] = []

    def ends(words: Words) -> tuple[float, float]:
        asked.append(words)
        return 0.0, 1.0

    monkeypatch.setattr(table_boxes, "_ends", ends)
    style = next(iter(tiny_game.text_styles.values()))
    colors = dict.fromkeys(("line", "head", "head-text", "stripe", "low", "high"), "#000000")
    set_table(shaded(40), TableLook(style, style, tiny_game.fonts, colors), 80.0)
    assert len(asked) == 1


WIDE = {
    "a section": ("values:\n" + "".join(f"  v{i}: 1\n" for i in range(1_001)), "1002:3: error: values: 1,001 entries stand here; at most 1,000"),
    "extras": ("extras:\n" + "".join(f"  v{i}: 1\n" for i in range(101)), "102:3: error: extras: 101 entries stand here; at most 100"),
    "a side": (
        "tables: {t: {title: T, columns: {A: a1}, rows: '" + ", ".join(f"1..1 as a{i}" for i in range(9)) + "'}}",
        "error: rows or columns: 9 lists are combined here; at most 8",
    ),
    "a side without end": (
        "tables: {t: {title: T, columns: {A: a1}, rows: '" + ", ".join(f"1..1 as a{i}" for i in range(1500)) + "'}}",
        "error: rows or columns: 1,500 lists are combined here; at most 8",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("rules", "said"), WIDE.values(), ids=WIDE)
def test_a_section_holds_what_a_game_needs(make_game: MakeGame, rules: str, said: str) -> None:
    page = GAME + "rules: rules.yaml\n"
    with pytest.raises(GameError) as caught:
        read_game(make_game({"data/tiny/game.yaml": page, "data/tiny/rules.yaml": rules}), "tiny")
    assert any(said in str(problem) for problem in caught.value.problems), caught.value.problems


ROW = "      " + " ".join("." * 20) + "\n"
MAP = f"    title: T\n    map: |\n      A{ROW[7:]}{ROW * 9}    figures: {{A: {{is: heroes.ada}}}}\n    alt: a\n    caption: c\n"
CLAIM = "    claims: ['count(neighbours(A)) > 0']\n"


@pytest.mark.parametrize(
    ("diagrams", "chapter", "said"),
    [
        (f"  d:\n{MAP}    claims: [{', '.join(['true'] * 61)}]\n", "", "claims: 61 stand here; at most 60"),
        (f"  d:\n{MAP}{CLAIM}    lines:\n" + "      - {from: A, to: A}\n" * 61, "", "lines: 61 stand here; at most 60"),
        (f"  d:\n{MAP}    claims: ['{' and '.join(['reach(A, 9)'] * 40)}']\n", "", "more than 2,000 questions of its map"),
        ("".join(f"  d{i}:\n{MAP}{CLAIM}" for i in range(6)), "", "with diagram d5 the maps have more than 1,000 hexes together"),
        (f"  d:\n{MAP}{CLAIM}", "![](diagram:d)\n\n" * 50, "the figures so far are"),
        (f"  d:\n{MAP}{CLAIM}", "![](diagram:d)\n\n![](table:t)\n\n![](table:t)\n", "with table t the book 'guide' shows more than 300 cells of tables"),
    ],
)  # fmt: skip
def test_what_a_book_shows_is_bounded(
    make_game: MakeGame, monkeypatch: pytest.MonkeyPatch, diagrams: str, chapter: str, said: str
) -> None:
    monkeypatch.setattr("pnp.diagrams.diagram_file.MOST_TOGETHER", 1_000)
    monkeypatch.setattr("pnp.rulebook.book.MAX_DRAWN", 500_000)
    monkeypatch.setattr("pnp.rulebook.book.MAX_SHOWN", 300)
    files = {
        "data/tiny/game.yaml": GAME.replace(
            "text: {body:", "text: {book-body: {font: Text, size: 9, color: ink}, body:"
        ).replace("  cards: [cards]", "  cards: [cards]\n  guide: {book: guide, layout: book, size: a5}")
        + "boards: {marsh: {file: board.yaml}}\nrules: rules.yaml\nbooks: {guide: {chapters: [one], diagrams: diagrams.yaml}}\n",
        "data/tiny/rules.yaml": "tables: {t: {title: T, rows: 1..80 as n, columns: {A: n}}}\n",
        "data/tiny/board.yaml": "title: M\nhex: {flat-to-flat: 9}\nterrain: {heath: {name: H}}\nlegend: {'.': heath}\nmap: |\n  . .\n",
        "data/tiny/diagrams.yaml": f"board: marsh\ndiagrams:\n{diagrams}",
        "templates/tiny/guide/one.md": f"# One\n\nHello.\n\n{chapter}",
    }
    with pytest.raises(GameError) as caught:
        game = read_game(make_game(files), "tiny")
        raise GameError(check(game, PrintJob("a4")))
    assert any(said in str(problem) for problem in caught.value.problems), caught.value.problems


def refusals(game: Game, template: str) -> tuple[Helpers, str]:
    """The helpers after a template was rendered with them, and what was said when it was refused."""
    helpers = Helpers(game, "cards, ada", frozenset({"flame"}), lambda name, *_: Span(Source(name, "")))
    charts = Charts(helpers)
    folding = FoldingHelpers(helpers, Size(63, 88))
    names = {"text": helpers.text, "icon": helpers.icon, "bars": charts.bars, "shares": charts.shares}
    names |= {"cube": folding.cube, "fold_over": folding.fold_over}
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
        ("cube(c).lines", "too much work"), ("fold_over(9, 9, c)", "too much work"),
        ("fold_over(9, 9, s)", "there is no fold at the "),
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
    assert list(unsafe(face, {}, Size(9, 9), 1, RECTANGLE)) == []
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
    plain = ",".join(["rect"] * 2_000)  # each looks at an element alone, however deep that stands
    growth.READERS["document"](f"<style>{plain} {{ fill: red }}</style>{drawn}")


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
            examine(game, PrintJob("a4"))
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
