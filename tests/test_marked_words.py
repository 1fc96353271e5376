"""Words along which a line runs, larger and smaller words, and lines that stay as they were typed."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.build.build import build, examine, read_game
from pnp.faces.compose import composer
from pnp.game.model import TextStyle
from pnp.job import PrintJob
from pnp.text.block_svg import block_svg
from pnp.text.fit import TextBlock, fit_text
from pnp.text.markup import SIZES, MarkupError, Piece, parse_markup

from .conftest import CARD, GAME, HEROES, MakeGame
from .pdfs import text_of
from .test_paint import FONTS

STYLE = TextStyle("body", "Text", 10, 4)
KEEP = TextStyle("body", "Text", 10, 4, keep_lines=True)


def pieces(text: str, colors: frozenset[str] = frozenset()) -> tuple[Piece, ...]:
    (paragraph,) = parse_markup(text, frozenset({"flame"}), colors)
    return paragraph.pieces


def svg(block: TextBlock, w: float = 60, h: float = 30) -> str:
    return block_svg(block, 0, 0, w, h, "left", "top", "ink")


def test_brackets_say_lines_and_sizes() -> None:
    assert pieces("a [underline: b] [strike: c]") == (
        Piece("a "), Piece("b", bars="underline"), Piece(" "), Piece("c", bars="line-through"),
    )  # fmt: skip
    assert pieces("[large: **b** [red: c]]", frozenset({"red"})) == (
        Piece("b", bold=True, size=1.25), Piece(" ", size=1.25), Piece("c", color="red", size=1.25),
    )  # fmt: skip
    assert pieces("[underline: [strike: a]]") == (Piece("a", bars="underline line-through"),)
    assert pieces("[tiny: :flame:]") == (Piece("flame", icon=True, size=0.7),)
    assert pieces("[small: a]", frozenset({"small"})) == (Piece("a", color="small"),)  # a colour of the palette


def test_a_word_that_brackets_do_not_know() -> None:
    with pytest.raises(MarkupError) as caught:
        parse_markup("[undrline: a]")
    assert str(caught.value) == "unknown colour '[undrline: …]'"
    assert caught.value.hint == r"did you mean 'underline'? For a bracket as such, write \["


def test_what_they_are_in_svg() -> None:
    made = svg(fit_text("a [underline: b c] [huge: d]", STYLE, 60, 30, FONTS))
    assert re.findall(r"<text[^>]*>[^<]*", made)[1].endswith(' text-decoration="underline" fill="ink">b c ')
    sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"', made)]
    assert max(sizes) == pytest.approx(1.6 * min(sizes), abs=1e-4)


def test_a_line_of_large_words_takes_its_room() -> None:
    plain, large = (fit_text(words, STYLE, 60, 30, FONTS) for words in ("a\\\nb\\\nc", "a\\\n[huge: b]\\\nc"))
    assert large.height == pytest.approx(plain.height + 0.6 * large.leading * large.em)
    first = fit_text("[huge: a]\\\nb", STYLE, 60, 30, FONTS)
    cap = first.measure.font.cap_height * first.em
    assert f'y="{1.6 * cap:.4f}"' in svg(first)


@given(
    st.lists(st.sampled_from(["word ", "[huge: Large] ", "[tiny: little words] ", "[large: two words] ", "\n\n", "[underline: a]"]), min_size=1, max_size=30).map("".join),
    st.floats(20, 60), st.floats(3, 30),
)  # fmt: skip
@settings(max_examples=150)
def test_a_box_holds_whatever_sizes_are_in_it(words: str, w: float, h: float) -> None:
    block = fit_text(words, STYLE, w, h, FONTS)
    if block.excess:
        assert block.size == STYLE.min_size
        return
    em, font = block.em, block.measure.font
    y = 0.0
    made = svg(block, w, h)
    baselines = [float(y) for y in re.findall(r' y="([\d.]+)"', made)]
    sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"', made)]
    for y, size in zip(baselines, sizes, strict=True):
        assert y - font.cap_height * size >= -1e-3
        assert y + block.measure.descent * size <= h + 1e-3
    assert block.width <= w + 1e-3
    assert all(line.width * em <= w + 1e-3 for line in block.lines)


def test_little_words_under_six_points_are_told(make_game: MakeGame) -> None:
    heroes = HEROES.replace("Keeps **", "[tiny: Keeps] **")
    report = examine(read_game(make_game({"data/tiny/heroes.yaml": heroes}), "tiny"), PrintJob("a4"))
    found = [problem for problem in report.problems if problem.code != "missing-dice"]
    assert [problem.code for problem in found] == (["small-text"] if 9 * SIZES["tiny"] < 6 else [])


def test_a_line_that_was_typed_stays_where_the_style_says_so(make_game: MakeGame) -> None:
    assert len(fit_text("one\ntwo\nthree", STYLE, 60, 30, FONTS).lines) == 1
    assert len(fit_text("one\ntwo\nthree", KEEP, 60, 30, FONTS).lines) == 3
    assert len(fit_text("- one\ntwo\n- three", KEEP, 60, 30, FONTS).lines) == 3
    assert len(parse_markup("one\n\ntwo", keep_lines=True)) == 2
    for lines, count in (("", 1), (", lines: flow", 1), (", lines: keep", 3)):
        heroes = "ada: {name: Ada, health: 12}\nbo:\n  name: Bo\n  health: 7\n  story: |\n    To the hive,\n    to the hill,\n    home.\n"
        files = {
            "data/tiny/game.yaml": GAME.replace("color: ink}}", f"color: ink{lines}}}}}").replace(
                "min: 7, color: ink}", f"min: 7, color: ink{lines}}}"
            ),
            "data/tiny/heroes.yaml": heroes,
        }
        game = read_game(make_game(files), "tiny")
        compose = composer(game, PrintJob("a4"))
        face = [pair.front for pair in compose.pairs(game.components["cards"])][1]
        assert not compose.problems
        assert face.svg.count("<text") == 2 + count


def test_underlined_words_are_painted_and_found(make_game: MakeGame) -> None:
    def built(words: str) -> tuple[str, int]:
        workspace = make_game(
            {
                "templates/tiny/card.svg": CARD.replace(
                    "</svg>", f'{{{{ text("{words}", 5, 60, 53, 9, "body") }}}}</svg>'
                )
            }
        )
        path = build(read_game(workspace, "tiny"), PrintJob("a4"), workspace.root / "out", ["cards"])[0].path
        return text_of(path), path.stat().st_size

    text, size = built("Take [underline: two cards] or [strike: none]")
    assert "Take two cards or none" in text
    assert size > built("Take two cards or none")[1]  # two lines
