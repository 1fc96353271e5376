"""Text in boxes: markup, lists, colours, smart quotes, the largest size that fits, and what cannot be set."""

from __future__ import annotations

import json
import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.build.build import build, check, read_game
from pnp.faces.compose import composer
from pnp.game.model import TextStyle
from pnp.job import PrintJob
from pnp.text.block_svg import block_svg
from pnp.text.fit import TIGHTEST, TextBlock, fit_text
from pnp.text.lines import Line, set_line
from pnp.text.markup import MarkupError, Paragraph, Piece, parse_markup
from pnp.text.measure import measure_of
from pnp.text.smart import THIN, quotes_of, smarten
from pnp.text.words import fragments_of, words_of
from pnp.units import MM_PER_POINT

from .conftest import GAME, MakeGame
from .test_broken_games import problems_of
from .test_paint import FONTS

BODY = TextStyle("body", "Text", 10, 6, 1.2, "ink")
ICONS, COLORS = frozenset({"flame"}), frozenset({"blood", "ink"})
LONG = "The quick brown fox jumps over the lazy dog and runs on through the burning ruins until night falls."


def texts(lines: tuple[Line, ...]) -> list[str]:
    return ["".join(item.piece.text for item in line.stretches) for line in lines]


def fit(words: str, width: float = 40, height: float = 60, style: TextStyle = BODY, **options: str) -> TextBlock:
    return fit_text(words, style, width, height, FONTS, icons=ICONS, colors=COLORS, **options)


# markup


def test_markup() -> None:
    (paragraph,) = parse_markup(r"Deal **3 damage** :flame: \*now*a*.", ICONS)
    assert paragraph.pieces == (
        Piece("Deal "),
        Piece("3 damage", bold=True),
        Piece(" "),
        Piece("flame", icon=True),
        Piece(" *now"),
        Piece("a", italic=True),
        Piece("."),
    )
    assert len(parse_markup("one\n\ntwo")) == 2
    assert parse_markup("one\ntwo") == (Paragraph((Piece("one two"),)),)
    assert parse_markup("one\\\ntwo") == (Paragraph((Piece("one\ntwo"),)),)


def test_words_in_colour() -> None:
    (paragraph,) = parse_markup(r"Lose [blood: **2** health] or \[pay: 1].", frozenset(), COLORS)
    assert paragraph.pieces == (
        Piece("Lose "),
        Piece("2", bold=True, color="blood"),
        Piece(" health", color="blood"),
        Piece(" or [pay: 1]."),
    )
    svg = block_svg(fit("Lose [blood: 2] now"), 0, 0, 60, 10, "left", "top", "ink")
    assert re.findall(r'fill="(\w+)">([^<]*)<', svg) == [("ink", "Lose "), ("blood", "2 "), ("ink", "now")]


def test_lists() -> None:
    found = parse_markup("Choose one:\n- Move\n  on.\n- Rest.\n\n1. First\n2. Second")
    assert [(item.label, item.pieces[0].text) for item in found] == [
        ("", "Choose one:"),
        ("•", "Move   on."),
        ("•", "Rest."),
        ("1.", "First"),
        ("2.", "Second"),
    ]
    assert [item.label for item in parse_markup("-3 health\n2.5 mm\n\\- not this")] == [""]


def test_white_stands_between_paragraphs_and_less_between_items() -> None:
    block = fit("One\n\nTwo\n\n- Three\n- Four\n\n1. Five\n2. Six\n\nSeven", 40, 60)
    # the words of each line, whatever stands before them
    assert [line.stretches[-1].piece.text for line in block.lines] == [
        "One",
        "Two",
        "Three",
        "Four",
        "Five",
        "Six",
        "Seven",
    ]
    white = [line.after for line in block.lines]
    wide, narrow = white[0], white[2]
    assert wide > narrow > 0
    # a list ends where another kind of list begins, and nothing stands below the last line
    assert white == [wide, wide, narrow, wide, narrow, wide, 0]
    assert block.lines[0].stretches[0].x == 0 < block.lines[2].stretches[-1].x
    assert block.lines[3].stretches[-1].x == block.lines[2].stretches[-1].x


def test_the_lines_of_an_item_stand_beside_its_label() -> None:
    block = fit("- " + LONG + "\n- Two", 40)
    first, second, *others, last = block.lines
    assert first.stretches[0].piece.text == last.stretches[0].piece.text == "•"
    assert first.stretches[0].x == last.stretches[0].x == 0
    assert {line.stretches[0].x for line in (second, *others)} == {first.stretches[1].x}
    assert last.stretches[1].x == first.stretches[1].x > first.stretches[0].width


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a **b", "'**' is opened and never closed"),
        ("*a", "'*' is opened and never closed"),
        (":flam:", "unknown icon ':flam:'"),
        ("[blod: 2]", "unknown colour '[blod: …]'"),
        ("[blood: 2", "'[' is opened and never closed"),
    ],
)
def test_markup_that_does_not_close(text: str, message: str) -> None:
    with pytest.raises(MarkupError) as caught:
        parse_markup(text, ICONS, COLORS)
    assert str(caught.value) == message
    assert caught.value.hint


@pytest.mark.parametrize(
    ("language", "typed", "printed"),
    [
        ("en", "\"Run!\" she said, 'now' -- or don't.", "“Run!” she said, ‘now’ – or don’t."),
        ("en", "The heroes' 5\" range, 6' tall, the '90s...", "The heroes’ 5\" range, 6' tall, the ’90s…"),
        ("en", "Wait---what - never 5 - 3", "Wait—what – never 5 - 3"),
        ("en", "(\"It's 'so'\")", "(“It’s ‘so’”)"),
        ("de", "\"Lauf\", sagte sie, 'los'", "„Lauf“, sagte sie, ‚los‘"),
        ("de-CH", '"Lauf"', "«Lauf»"),
        ("fr", '"Cours !" dit-elle : « va »', f"«\u00a0Cours{THIN}!\u00a0» dit-elle\u00a0: «\u00a0va\u00a0»"),
        ("sv", '"Spring"', "”Spring”"),
        ("xx", '"Run"', "“Run”"),
    ],
)
def test_quotes_and_dashes_of_a_language(language: str, typed: str, printed: str) -> None:
    quotes = quotes_of(language, FONTS, "Text", bold=False, italic=False)
    assert smarten([typed], quotes) == [printed]
    assert smarten([typed], None) == [typed]


def test_a_quote_at_the_end_of_a_stretch_is_what_the_next_one_makes_it() -> None:
    quotes = quotes_of("en", FONTS, "Text", bold=False, italic=False)
    assert smarten(["the '", "90s ", "end"], quotes) == ["the ’", "90s ", "end"]
    assert smarten(["the '", "end ", "90s"], quotes) == ["the ‘", "end ", "90s"]


def test_quotes_reach_over_markup_and_spare_what_is_escaped() -> None:
    quotes = quotes_of("en", FONTS, "Text", bold=False, italic=False)
    (paragraph,) = parse_markup('"**Run**" \\"so\\" ":flame:"', ICONS, frozenset(), quotes)
    assert "".join("F" if piece.icon else piece.text for piece in paragraph.pieces) == '“Run” "so" “F”'


# fitting


def test_the_largest_size_that_fits_is_found() -> None:
    block = fit(LONG, 40, 14)
    assert block.excess == 0
    assert 6 <= block.size < 10
    larger = TextStyle("body", "Text", block.size + 0.1, block.size + 0.1, 1.04, "ink")
    assert fit(LONG, 40, 14, larger).excess > 0


@given(st.floats(8, 60), st.floats(4, 40))
def test_every_fit_keeps_its_word(width: float, height: float) -> None:
    block = fit(LONG, width, height)
    assert BODY.min_size <= block.size <= BODY.size
    assert TIGHTEST - 1e-9 <= block.leading <= BODY.leading
    if block.excess == 0:
        assert block.width <= width + 1e-4
        assert block.height <= height + 1e-4
    else:
        assert block.size == BODY.min_size
    if block.size < BODY.size:
        assert block.leading == pytest.approx(TIGHTEST) or block.excess == 0


def test_lines_close_up_before_the_size_gives_way() -> None:
    loose = fit(LONG, 60, 60)
    tight = fit(LONG, 60, loose.height - 0.3)
    assert tight.size == 10
    assert TIGHTEST < tight.leading < 1.2
    assert tight.height == pytest.approx(loose.height - 0.3)


def test_room_enough_keeps_the_style() -> None:
    block = fit("Short", 40, 14)
    assert (block.size, block.leading, block.excess) == (10, 1.2, 0)


def test_what_cannot_fit_says_by_how_much() -> None:
    block = fit(LONG, 20, 5)
    assert block.size == 6
    assert block.excess_side == "tall"
    assert block.excess == pytest.approx(block.height - 5)
    assert fit("Unbreakably", 3, 50, language="xx").excess_side == "wide"


def test_justified_lines_fill_the_measure() -> None:
    style = TextStyle("body", "Text", 10, 6, 1.2, "ink", align="justify", hyphenate=True)
    block = fit(LONG + " " + LONG, 60, 60, style)
    for line in block.lines[:-1]:
        assert line.width * block.em == pytest.approx(60)
    gaps = [b.x - a.x - a.width for line in block.lines[:-1] for a, b in pairwise(line.stretches)]
    assert max(gaps) < 2.5 * block.measure.space
    assert block.lines[-1].width * block.em < 60


def test_a_paragraphs_last_line_is_shrunk_into_the_measure_and_never_stretched() -> None:
    measure = fit(LONG).measure
    words = fragments_of(words_of([Piece("runs on and on until night")])[0], measure, "")
    natural = set_line(words, measure, 99, justify=True, ends=True).width
    assert set_line(words, measure, natural + 1, justify=True, ends=True).width == pytest.approx(natural)
    assert set_line(words, measure, natural - 0.2, justify=True, ends=True).width == pytest.approx(natural - 0.2)
    assert set_line(words, measure, natural + 1, justify=True, ends=False).width == pytest.approx(natural + 1)


@pytest.mark.parametrize("tracking", [0.0, 0.1])
def test_a_space_is_as_wide_alone_as_in_a_line_that_is_shaped_whole(tracking: float) -> None:
    measure = measure_of(TextStyle("body", "Text", 10, 6, 1.2, "ink", tracking=tracking), FONTS)
    assert measure.space == pytest.approx(measure.gap("n", "n", bold=False, italic=False))


def test_no_break_spaces_hold_and_copy_as_spaces() -> None:
    block = fit("aaaa bbbb\u00a0cccc", 17)
    assert texts(block.lines) == ["aaaa", "bbbb cccc"]


def test_long_words_are_hyphenated() -> None:
    block = fit("extraordinarily", 9)
    assert len(block.lines) > 1
    assert texts(block.lines)[0].endswith("-")
    assert block.width <= 9 + 1e-6


def test_soft_hyphens_are_taken_where_they_help_and_never_seen() -> None:
    assert texts(fit("Drachen\u00adbezwinger", 60).lines) == ["Drachenbezwinger"]
    assert texts(fit("Drachen\u00adbezwinger", 22).lines) == ["Drachen-", "bezwinger"]


def test_no_word_is_left_alone_on_the_last_line() -> None:
    block = fit("At upkeep take one damage; so does each hero beside you.", 48)
    assert len(texts(block.lines)[-1]) > 12


def test_runs_stand_where_the_measure_puts_them() -> None:
    block = fit("Take **2** :flame: now", 60, 10)
    svg = block_svg(block, 5, 5, 60, 10, "left", "top", "ink")
    places = [float(x) for x in re.findall(r' x="([\d.]+)"', svg)]
    assert places[0] == 5
    assert places == sorted(places)
    assert svg.count("<use ") == 1
    assert 'fill="ink"' in svg
    assert re.sub(r"<[^>]*>", "", svg) == "Take 2  now"


@pytest.mark.parametrize(("align", "share"), [("left", 0.0), ("center", 0.5), ("right", 1.0), ("justify", 0.0)])
def test_lines_align(align: str, share: float) -> None:
    block = fit("Hail", 60, 10)
    svg = block_svg(block, 0, 0, 60, 10, align, "middle", "ink")  # type: ignore[arg-type]  # one of four
    x = float(re.findall(r' x="([\d.]+)"', svg)[0])
    assert x == pytest.approx((60 - block.lines[0].width * 10 * MM_PER_POINT) * share, abs=1e-3)
    y = float(re.findall(r' y="([\d.]+)"', svg)[0])
    assert y == pytest.approx(5 + FONTS.find("Text").cap_height * block.em / 2, abs=1e-3)


# in a game


def story(text: str) -> dict[str, str]:
    return {"data/tiny/heroes.yaml": f"ada: {{name: Ada, health: 12, story: {json.dumps(text)}}}\n"}


@pytest.mark.parametrize(("text", "character"), [("Say שלום", "'ש' (U+05E9)"), ("नमस्ते", "'न' (U+0928)")])
def test_scripts_that_cannot_be_set_are_refused(make_game: MakeGame, text: str, character: str) -> None:
    (problem,) = check(read_game(make_game(story(text)), "tiny"), PrintJob("a4"))
    assert problem.code == "script"
    assert problem.message.startswith(f"heroes.ada.story, on cards, ada: {character} is of a script")
    assert problem.span
    assert problem.span.source.name.endswith("heroes.yaml")


STYLED = GAME.replace("min: 7, color: ink}", "min: 5, color: ink, fit: together}")


def test_small_print_is_a_warning(make_game: MakeGame) -> None:
    files = {"data/tiny/game.yaml": STYLED.replace(", fit: together", ""), **story(LONG * 11)}
    found = [item for item in check(read_game(make_game(files), "tiny"), PrintJob("a4")) if item.code == "small-text"]
    assert [item.severity for item in found] == ["warning"]
    assert "heroes.ada.story, on cards, ada, is set at 5." in found[0].message


def test_siblings_share_the_smallest_size(make_game: MakeGame) -> None:
    heroes = f"ada: {{name: Ada, health: 12, story: {LONG * 6!r}}}\nbo: {{name: Bo, health: 7, story: Short.}}\n"
    files = {"data/tiny/game.yaml": STYLED, "data/tiny/heroes.yaml": heroes}
    game = read_game(make_game(files), "tiny")
    made = composer(game, PrintJob("a4"))
    faces = [pair.front.svg for pair in made.pairs(game.components["cards"])]
    sizes = {size for svg in faces for size in re.findall(r'font-size="([\d.]+)"', svg)}
    assert len(sizes) == 1
    assert float(sizes.pop()) < 9 * MM_PER_POINT
    assert {(item.where, item.field, item.style) for item in made.settings} >= {
        ("cards, ada", "heroes.ada.story", "body")
    }
    assert made.problems == []


SAFE = GAME.replace("bleed: 3}", "bleed: 3, safe: 3}")


@pytest.mark.parametrize(
    ("call", "past"),
    [
        ('{{ text(name, 3, 5, 53, 6, "body") }}', ""),
        ('{{ text(name, 2, 5, 53, 6, "body") }}', "1.0 mm nearer"),
        ('<g transform="translate(63 88) rotate(180)">{{ text(name, 3, 5, 53, 6, "body") }}</g>', ""),
        ('<g transform="rotate(90 10 10)"><g>{{ text(name, 3, 16, 53, 6, "body") }}</g></g>', "mm nearer"),
    ],
)
def test_text_keeps_to_the_safe_area(make_game: MakeGame, call: str, past: str) -> None:
    card = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69 94">{call}</svg>'
    workspace = make_game({"data/tiny/game.yaml": SAFE, "templates/tiny/card.svg": card})
    found = [item for item in check(read_game(workspace, "tiny"), PrintJob("a4")) if item.code == "unsafe-text"]
    assert bool(found) == bool(past)
    if past:
        assert past in found[0].message
        assert found[0].message.startswith("heroes.ada.name, on cards, ada, comes")


def test_small_capitals_come_from_the_font_or_not_at_all(make_game: MakeGame) -> None:
    small = GAME.replace("color: ink}", "color: ink, case: small-caps}")
    workspace = make_game({"data/tiny/game.yaml": small})
    game = read_game(workspace, "tiny")
    assert game.text_styles["body"].family == "Text Small Caps"
    assert build(game, PrintJob("a4"), workspace.root / "built")
    cinzel = re.sub(r"fonts: \{Text: .*", "fonts: {Text: {regular: cinzel/Cinzel-Regular.ttf}}", small)
    (problem,) = problems_of(make_game, {"data/tiny/game.yaml": cinzel})
    assert problem.message == "Text draws no small capitals"
