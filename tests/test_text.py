"""Fonts and text: figures of one width, kerning, breaks against brute force, the largest size that fits."""

from __future__ import annotations

import re
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.fonts.font import FontError, load_font
from pnp.fonts.shape import shape
from pnp.game.styles import TextStyle
from pnp.text.fit import MM_PER_POINT, fit_text
from pnp.text.lines import break_lines
from pnp.text.markup import MarkupError, Piece, parse_markup
from pnp.text.svg import block_svg

from .conftest import ROOT
from .test_paint import FONTS

BODY = TextStyle("body", "Text", 10, 6, 1.2, "ink")
ICONS = frozenset({"flame"})
FILES = sorted((ROOT / "fonts").glob("*/*.ttf"))
words = st.text(st.sampled_from("abcdefghijklmnopqrstuvwxyz ÁÉőßAVWTo.,-–’"), max_size=60)


def test_the_shipped_fonts_have_their_licences_and_are_small() -> None:
    assert len(FILES) == 8
    for file in FILES:
        assert "SIL Open Font License" in (file.parent / "OFL.txt").read_text(encoding="utf-8")
        assert file.stat().st_size < 120_000


@pytest.mark.parametrize("style", ["Regular", "Italic", "Bold", "BoldItalic"])
def test_figures_are_tabular(style: str) -> None:
    font = load_font(ROOT / f"fonts/alegreya-sans/AlegreyaSans-{style}.ttf")
    assert len({shape(font, digit).width for digit in "0123456789"}) == 1


def test_pairs_are_kerned() -> None:
    font = FONTS.find("Text")
    assert shape(font, "AV").width < shape(font, "A").width + shape(font, "V").width - 0.01


def test_a_file_that_is_no_truetype_font_is_refused() -> None:
    with pytest.raises(FontError, match="has no TrueType outlines"):
        load_font(ROOT / "README.md")


def test_missing_characters_come_from_the_fallback_or_are_named() -> None:
    runs = FONTS.runs("a ∮ b", "Text")
    assert [text for _, text in runs] == ["a ", "∮", " b"]
    assert FONTS.missing("a∮漢", "Text") == "漢"


@given(words)
@settings(max_examples=300)
def test_measured_width_is_what_the_painter_advances(text: str) -> None:
    font = FONTS.find("Text")
    shaped = shape(font, text)
    assert shaped.width == pytest.approx(sum(shaped.advances))
    assert "".join(text[i] for i in shaped.clusters) == text or len(shaped.glyphs) <= len(text)


def test_markup() -> None:
    (paragraph,) = parse_markup(r"Deal **3 damage** :flame: \*now*a*.", ICONS)
    assert paragraph == (
        (Piece("Deal"),),
        (Piece("3", bold=True),),
        (Piece("damage", bold=True),),
        (Piece("flame", icon=True),),
        (Piece("*"), Piece("now"), Piece("a", italic=True), Piece(".")),
    )
    assert len(parse_markup("one\n\ntwo")) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a **b", "'**' is opened and never closed"),
        ("*a", "'*' is opened and never closed"),
        (":flam:", "unknown icon ':flam:'"),
    ],
)
def test_markup_that_does_not_close(text: str, message: str) -> None:
    with pytest.raises(MarkupError) as caught:
        parse_markup(text, ICONS)
    assert str(caught.value) == message
    assert caught.value.hint


@given(st.lists(st.integers(1, 9), min_size=1, max_size=9), st.integers(9, 20))
def test_breaks_are_the_best_there_are(widths: list[int], limit: int) -> None:
    def cost(breaks: list[tuple[int, int]]) -> tuple[int, float] | None:
        total = 0.0
        for i, (start, end) in enumerate(breaks):
            used = sum(widths[start:end]) + end - start - 1
            if used > limit:
                return None
            total += (limit - used) ** 2 if i < len(breaks) - 1 else 4 * max(0, 0.4 * limit - used) ** 2
        return len(breaks), total

    costs = []
    for cuts in product([False, True], repeat=len(widths) - 1):
        ends = [i + 1 for i, cut in enumerate(cuts) if cut] + [len(widths)]
        found = cost(list(zip([0, *ends[:-1]], ends, strict=True)))
        costs += [found] if found else []
    assert cost(break_lines(widths, 1, limit)) == min(costs)


LONG = "The quick brown fox jumps over the lazy dog and runs on through the burning ruins until night falls."


def test_the_largest_size_that_fits_is_found() -> None:
    block = fit_text(LONG, BODY, 40, 14, FONTS)
    assert block.excess == 0
    assert 6 <= block.size < 10
    larger = TextStyle("body", "Text", block.size + 0.1, block.size + 0.1, 1.04, "ink")
    assert fit_text(LONG, larger, 40, 14, FONTS).excess > 0


def test_room_enough_keeps_the_style() -> None:
    block = fit_text("Short", BODY, 40, 14, FONTS)
    assert (block.size, block.leading, block.excess) == (10, 1.2, 0)


def test_what_cannot_fit_says_by_how_much() -> None:
    block = fit_text(LONG, BODY, 20, 5, FONTS)
    assert block.size == 6
    assert block.excess_side == "tall"
    assert block.excess == pytest.approx(block.height - 5)
    assert fit_text("Unbreakably", BODY, 3, 50, FONTS, language="xx").excess_side == "wide"


def test_no_break_spaces_hold() -> None:
    block = fit_text("aaaa bbbb\u00a0cccc", BODY, 17, 50, FONTS)
    lines = [" ".join(piece.text for piece in line.pieces) for line in block.lines]
    assert lines == ["aaaa", "bbbb\u00a0cccc"]


def test_long_words_are_hyphenated() -> None:
    block = fit_text("extraordinarily", BODY, 9, 50, FONTS)
    assert len(block.lines) > 1
    assert block.lines[0].pieces[0].text.endswith("-")
    assert all(line.width * block.em <= 9 + 1e-6 for line in block.lines)


def test_runs_stand_where_the_measure_puts_them() -> None:
    block = fit_text("Take **2** :flame: now", BODY, 60, 10, FONTS, icons=ICONS)
    svg = block_svg(block, 5, 5, 60, 10, "left", "top", "ink")
    places = [float(x) for x in re.findall(r' x="([\d.]+)"', svg)]
    assert places[0] == 5
    assert places == sorted(places)
    assert svg.count("<use ") == 1
    assert 'fill="ink"' in svg
    assert re.sub(r"<[^>]*>", "", svg) == "Take 2  now"


@pytest.mark.parametrize(("align", "share"), [("left", 0.0), ("center", 0.5), ("right", 1.0)])
def test_lines_align(align: str, share: float) -> None:
    block = fit_text("Hail", BODY, 60, 10, FONTS)
    svg = block_svg(block, 0, 0, 60, 10, align, "middle", "ink")  # type: ignore[arg-type]  # one of three
    x = float(re.findall(r' x="([\d.]+)"', svg)[0])
    assert x == pytest.approx((60 - block.lines[0].width * 10 * MM_PER_POINT) * share, abs=1e-3)
    y = float(re.findall(r' y="([\d.]+)"', svg)[0])
    assert y == pytest.approx(5 + FONTS.find("Text").cap_height * block.em / 2, abs=1e-3)
