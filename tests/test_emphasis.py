"""Stars and underscores in light markup: what they mark in a chapter they mark in a box, and no other one vanishes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from pnp.text.emphasis import MarkRun, paired
from pnp.text.markup import MarkupError, Piece, parse_markup, unmarked

COLORS = frozenset({"red"})
ICONS = frozenset({"flame"})
MARKDOWN = MarkdownIt("commonmark").disable(["entity", "html_inline", "autolink", "link", "backticks", "image"])


def looks(text: str) -> list[tuple[str, str]]:
    """Each stretch of a paragraph with ``b`` for bold and ``i`` for italic."""
    (paragraph,) = parse_markup(text, ICONS, COLORS)
    return [(piece.text, "b" * piece.bold + "i" * piece.italic) for piece in paragraph.pieces]


def in_markdown(text: str) -> list[tuple[str, str]]:
    """The same of a chapter's paragraph."""
    found: list[tuple[str, str]] = []
    bold = italic = 0
    for token in MARKDOWN.parseInline(text)[0].children or ():
        bold += (token.type == "strong_open") - (token.type == "strong_close")
        italic += (token.type == "em_open") - (token.type == "em_close")
        words = " " if token.type == "softbreak" else token.content
        if words:
            look = "b" * (bold > 0) + "i" * (italic > 0)
            if found and found[-1][1] == look:
                found[-1] = (found[-1][0] + words, look)
            else:
                found.append((words, look))
    return found


@pytest.mark.parametrize(
    "text",
    [
        "Deal 2 * X and 3 * Y", "3*4*5", "2*X*3", "ATK*2", "Attack*", "5* and 6*", "a ** b", "* * *", "***", "snake_case_name",
        "____", "Name: ____ (_)", "2**3**4", "x*", "(*)",
    ],
)  # fmt: skip
def test_stars_that_mark_nothing_stay(text: str) -> None:
    assert looks(text) == [(text, "")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("**D**raw", [("D", "b"), ("raw", "")]),
        ("un*be*lievable", [("un", ""), ("be", "i"), ("lievable", "")]),
        ("***both***", [("both", "bi")]),
        ("_so_ and __so__", [("so", "i"), (" and ", ""), ("so", "b")]),
        ("*3*VP, **2**VP", [("3", "i"), ("VP, ", ""), ("2", "b"), ("VP", "")]),
        ("2*3 *so* 4*5", [("2*3 ", ""), ("so", "i"), (" 4*5", "")]),
        ("**2 * 3**", [("2 * 3", "b")]),
        (r"\*a\* \_b\_", [("*a* _b_", "")]),
        # what CommonMark's rule for signs would leave open, and nobody means so
        ("**Attack:**2", [("Attack:", "b"), ("2", "")]),
        ("**「強」**字", [("「強」", "b"), ("字", "")]),
        # a colour's brackets are not there, and an icon is a letter
        ("a**[red: b]**", [("a", ""), ("b", "b")]),
        ("**a [red: b** c]", [("a ", "b"), ("b", "b"), (" c", "")]),
        ("a**:flame:**", [("a", ""), ("flame", "")]),
    ],
)
def test_what_stars_and_underscores_mark(text: str, found: list[tuple[str, str]]) -> None:
    assert looks(text) == found


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("**Draw two", "'**' is opened and never closed", r"close it with **, or write \* for a star"),
        ("Draw *two", "'*' is opened and never closed", r"close it with *, or write \* for a star"),
        ("Draw** two", "'**' closes nothing", r"write ** before the words that are bold, or write \* for a star"),
    ],
)
def test_stars_that_were_meant_are_told(text: str, message: str, hint: str) -> None:
    with pytest.raises(MarkupError) as caught:
        parse_markup(text)
    assert (str(caught.value), caught.value.hint) == (message, hint)


@given(st.one_of(st.text("ab *_", max_size=24), st.text('aé漢 *_.,"($\\', max_size=24)).map(str.strip))
@settings(max_examples=600)
def test_a_box_reads_stars_and_underscores_as_a_chapter_does(text: str) -> None:
    """But where a star would stray in a chapter: a box tells it, or takes what is before it for a letter."""
    theirs = in_markdown(text)
    try:
        ours = looks(text)
    except MarkupError:
        ours = None
    assert ours == theirs or any("*" in words for words, _ in theirs)


@given(st.text("ab *", max_size=24).map(str.strip))
@settings(max_examples=400)
def test_among_letters_there_is_no_but(text: str) -> None:
    try:
        ours = looks(text)
    except MarkupError:
        return
    assert ours == in_markdown(text)


@given(st.text("a3 *_.", max_size=24))
@settings(max_examples=400)
def test_nothing_vanishes_in_silence(text: str) -> None:
    """A text comes out whole but for the marks of what is bold or italic in it."""
    try:
        (paragraph,) = parse_markup(text) if text.strip() else ((),)
    except (MarkupError, ValueError):
        return
    pieces: tuple[Piece, ...] = paragraph.pieces if paragraph else ()
    shown = "".join(piece.text for piece in pieces)
    if not any(piece.bold or piece.italic for piece in pieces):
        assert shown.strip() == text.strip()
    assert shown.replace("*", "").replace("_", "").strip() == text.replace("*", "").replace("_", "").strip()


def test_runs_are_paired_in_linear_time() -> None:
    runs = [MarkRun("*", 1 + at % 3, "a", "a") for at in range(20_000)]
    assert sum(len(run.opened) for run in paired(runs)) == sum(len(run.closed) for run in runs) > 0


def test_words_without_marks() -> None:
    assert unmarked("Deal **3*4** :flame:\n- _x_ [red: y]") == "Deal 3*4 flame - x y"
    assert unmarked("**open  x") == "**open x"
