"""Words that no template draws: slugs, marks, what stands beside folds. They are set in letters, or said at once."""

from __future__ import annotations

import pytest

from pnp.build.build import build, check, read_game
from pnp.game.slug_family import slug_family
from pnp.game.workspace import Workspace
from pnp.job import PrintJob
from pnp.problems import GameError, Problem

from .conftest import CARD, GAME, MakeGame
from .pdfs import text_of

SYMBOLS = "Signs: {regular: noto-sans-symbols-2/NotoSansSymbols2-Regular.ttf}"
TEXT = "Text: {regular: alegreya-sans/AlegreyaSans-Regular.ttf, bold: alegreya-sans/AlegreyaSans-Bold.ttf}"
FOLD = '<path d="M5 60H50" fill="none" stroke="black" data-line="fold" data-word="WORD"/></svg>'


def with_fonts(*families: str, more: str = "") -> str:
    assert TEXT in GAME
    return GAME.replace(f"fonts: {{{TEXT}}}", f"fonts: {{{', '.join(families)}}}") + more


def both(workspace: Workspace) -> tuple[list[Problem], list[Problem]]:
    """The errors of a check, and those of a build."""
    game = read_game(workspace, "tiny")
    checked = [problem for problem in check(game, PrintJob("a4")) if problem.severity == "error"]
    try:
        build(game, PrintJob("a4"), workspace.root / "out")
    except GameError as error:
        return checked, [problem for problem in error.problems if problem.severity == "error"]
    return checked, []


def test_a_font_of_symbols_named_first_does_not_set_the_slug(make_game: MakeGame) -> None:
    workspace = make_game({"data/tiny/game.yaml": with_fonts(SYMBOLS, TEXT, more="fallback: [Signs]\n")})
    game = read_game(workspace, "tiny")
    assert next(iter(game.fonts.families)) == "Signs"
    assert slug_family(game) == "Text"
    assert both(workspace) == ([], [])
    assert "Tiny" in text_of(workspace.root / "out" / "cards.pdf")
    assert [problem.code for problem in check(game, PrintJob("a4"))] == []


def test_the_family_that_can_say_the_title_sets_the_slug(make_game: MakeGame) -> None:
    math = "Math: {regular: noto-sans-math/NotoSansMath-Regular.ttf}"
    game = with_fonts(TEXT, math).replace("title: Tiny", "title: Tiny ∮")
    checked, built = both(make_game({"data/tiny/game.yaml": game}))
    assert [problem.message for problem in checked] == [problem.message for problem in built]
    assert [problem.code for problem in checked] == ["slug"]
    assert checked[0].message == "the slug line of cards cannot be set: no font has '∮' (U+222E)"
    assert checked[0].hint.startswith("Math has them: add it to the families of fallback: in game.yaml")


def test_a_style_slug_chooses(make_game: MakeGame) -> None:
    more = "fallback: []\n"
    game = with_fonts(TEXT, SYMBOLS, more=more).replace("text: {body:", "text: {slug: {font: Signs, size: 7}, body:")
    workspace = make_game({"data/tiny/game.yaml": game.replace("fallback: []\n", "")})
    checked, built = both(workspace)
    assert {problem.code for problem in checked} == {problem.code for problem in built} == {"slug"}
    assert "of the Latin script" in checked[0].message


@pytest.mark.parametrize("word", ["折る", "fold ∮"])
def test_a_word_of_a_fold_names_its_piece_and_itself(make_game: MakeGame, word: str) -> None:
    card = CARD.replace("</svg>", FOLD.replace("WORD", word))
    checked, built = both(make_game({"templates/tiny/card.svg": card}))
    for found in (checked, built):
        assert not any("slug" in problem.message for problem in found)
        assert found[0].message.startswith(f"cards, ada: the word '{word}' beside a fold cannot be set: no font has ")
        assert found[0].span is not None
        assert found[0].span.source.name == "templates/tiny/card.svg"
        assert "data-word" in found[0].span.source.line(found[0].span.line)


def test_a_word_in_an_area_of_glue_too(make_game: MakeGame) -> None:
    area = FOLD.replace("M5 60H50", "M5 60H50V80H5Z").replace('"fold"', '"glue"').replace("WORD", "клей")
    checked, _ = both(make_game({"templates/tiny/card.svg": CARD.replace("</svg>", area)}))
    (found,) = checked
    assert found.message.startswith("cards, ada: the word 'клей' in an area of glue cannot be set")


def test_words_that_can_be_set_are_no_problem(make_game: MakeGame) -> None:
    assert both(make_game({"templates/tiny/card.svg": CARD.replace("</svg>", FOLD.replace("WORD", "fold"))})) == (
        [],
        [],
    )


def test_the_first_page_of_a_set_is_set_in_letters(make_game: MakeGame) -> None:
    """A title style in a font of symbols sets none of the program's own words."""
    game = with_fonts(TEXT, SYMBOLS, more="").replace("text: {body:", "text: {sign: {font: Signs, size: 30}, body:")
    game = game.replace("  cards: [cards]", "  cards: [cards]\n  all: {combine: [cards]}")
    workspace = make_game({"data/tiny/game.yaml": game})
    build(read_game(workspace, "tiny"), PrintJob("a4"), workspace.root / "out")
    assert "How to make it" in text_of(workspace.root / "out" / "all.pdf")
