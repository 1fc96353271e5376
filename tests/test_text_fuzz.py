"""Random strings through boxes and paragraphs: each ends in a setting or a problem, and soon.

`make fuzz` tries as many as PNP_FUZZ says and holds each to two seconds; the tests try a few hundred and take no time,
since machines are shared: that nothing hangs is counted in calls.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.faces.helpers import Helpers
from pnp.fonts.shape import refused
from pnp.game.model import Game, TextStyle
from pnp.paint.context import Assets
from pnp.paint.draw import draw
from pnp.problems import Source, Span, describe
from pnp.text.fit import fit_text
from pnp.text.flow import flow
from pnp.text.lines import Alignment
from pnp.text.markup import MarkupError, Piece

from .test_paint import FONTS, art

EXAMPLES = int(os.environ.get("PNP_FUZZ", "300"))
SLOWEST = 2.0 if "PNP_FUZZ" in os.environ else float("inf")  # seconds of work
ODD = [
    "**", "*", ":flame:", ":x:", "[blood: ", "]", "\\", "\n", "\n\n", "- ", "1. ", "\t", " ", "\u00a0", "\u00ad", "\u200b",
    "\u200d", "\u2060", "\u202f", "\u3000", "\u2028", "--", "---", "...", '"', "'", "“", "”", "«", "»", "—", "-", "/", "e\u0301",
    "\u0301", "x\u0302\u0323", "ffi", "漢", "字。", "（", "ש", "ع", "न", "\x00", "\ud800", "\ufffe", "🔥", "\U0001f1e9\U0001f1ea", "İß",
    "supercalifragilisticexpialidocious", "&", "<", "{{", "W" * 40, "word ", "a b c d e f g ",
]  # fmt: skip
STRINGS = st.lists(st.one_of(st.sampled_from(ODD), st.text(max_size=8)), max_size=40).map("".join)
STYLES = [
    TextStyle("plain", "Text", 10, 6, smart=True),
    TextStyle("narrow", "Text", 9, 5, 1.0, align="justify", hyphenate=True, smart=True),
    TextStyle("wide", "Text", 12, 12, 1.4, bold=True, tracking=0.2, upper=True, align="center", hyphenate=True),
]
ALIGN: list[Alignment] = ["left", "center", "right", "justify"]
LANGUAGES = ["en", "de", "fr", "xx", "", "tr"]
SIDES = st.floats(-2, 300, allow_nan=False)
FLAME = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 9L4 0L9 9Z"/></svg>'
ASSETS = Assets({"ink": "#102030", "blood": "#c00000"}, FONTS, lambda _: FLAME, art)


@given(STRINGS, st.sampled_from(STYLES), SIDES, SIDES, st.sampled_from(ALIGN), st.sampled_from(LANGUAGES))
@settings(max_examples=EXAMPLES)
def test_boxes(words: str, style: TextStyle, w: float, h: float, align: Alignment, language: str) -> None:
    start = process_time()
    try:
        block = fit_text(
            words, style, w, h, FONTS, language=language, align=align,
            icons=frozenset({"flame"}), colors=frozenset({"blood"}),
        )  # fmt: skip
    except MarkupError as error:
        assert str(error)
    else:
        assert block.excess >= 0
        assert style.min_size <= block.size <= style.size
        assert refused(words) is None or block.missing or not words.strip()
        if not block.excess:
            assert block.width <= max(0.0, w) + 1e-3
    assert process_time() - start < SLOWEST


@given(STRINGS, st.sampled_from(STYLES), st.floats(-5, 200), st.sampled_from(ALIGN), st.sampled_from(LANGUAGES))
@settings(max_examples=EXAMPLES)
def test_paragraphs(words: str, style: TextStyle, width: float, align: Alignment, language: str) -> None:
    start = process_time()
    pieces = (Piece(words[::2]), Piece(words[1::3], bold=True), Piece("flame", icon=True), Piece(words, italic=True))
    lines = flow(pieces, style, FONTS, width, align, language)
    assert all(line.width >= 0 for line in lines)
    assert process_time() - start < SLOWEST


@given(STRINGS, st.sampled_from(ALIGN))
@settings(max_examples=EXAMPLES // 3)
def test_faces(tiny_game: Game, words: str, align: Alignment) -> None:
    """What the helper answers is painted, or it has a problem with a message."""
    helpers = Helpers(
        tiny_game, "cards, ada", frozenset({"flame"}), lambda name, *_: Span(Source(name, "")), track=True
    )
    svg = helpers.text(words, 1, 1, 60, 40, "body", align)
    for problem in helpers.problems:
        assert describe(problem)
    if not helpers.problems:
        draw(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">{svg}</svg>', ASSETS)


def calls(work: Callable[[], object]) -> int:
    """How many calls of Python functions some work makes: the same on every machine."""
    count = 0

    def listen(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(listen)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("part", ["a", "a ", "漢", "\u200b", "- a\n", "“", "-"])
@pytest.mark.parametrize("style", STYLES, ids=lambda style: str(style.name))
def test_twice_the_text_is_no_more_than_about_twice_the_work(part: str, style: TextStyle) -> None:
    def work(words: str) -> Callable[[], object]:
        return lambda: (fit_text(words, style, 50, 30, FONTS), flow((Piece(words),), style, FONTS, 50, "justify"))

    work(part)()  # what is remembered from now on: glyphs, hyphens
    once, twice = calls(work(part * 1000)), calls(work(part * 2000))
    assert 0 < twice < 3 * once
