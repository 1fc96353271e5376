"""A book that must fit its pages, coloured words in chapters, and symbols that a browser must not cut."""

from __future__ import annotations

import re

import pytest

from pnp.build.build import Gathered, check, examine, gather, read_game
from pnp.faces.compose import composer
from pnp.faces.face import Face
from pnp.game.model import Game
from pnp.job import PrintJob
from pnp.problems import GameError
from pnp.report.terminal import TerminalLook, as_text
from pnp.rulebook.edition import STEPS, Edition, number_pages
from pnp.units import Size
from pnp.web.drawings import WebDrawings

from .conftest import GAME, MakeGame

WORDS = "Each player takes a deck and shuffles it well before the first card is drawn. Nobody looks at the last card. "


def files(
    pages: str = "pages: 2", low: str = "min: 7", parts: int = 9, columns: int = 1, style: str = ""
) -> dict[str, str]:
    game = GAME.replace(
        "documents:\n  cards: [cards]\n",
        f"""books: {{sheet: {{chapters: [making, playing], {pages}}}}}
documents:
  sheet: {{layout: book, book: sheet, size: a5, columns: {columns}}}
  sheet.html: {{layout: html, book: sheet}}
""".replace(", }", "}"),
    ).replace("color: ink}}", f"color: ink}}, book-body: {{font: Text, size: 10, {low}, color: ink}}{style}}}")
    making = "# Making\n\n" + "\n\n".join(f"## Part {i}\n\n{WORDS * 3}" for i in range(parts))
    return {
        "data/tiny/game.yaml": game.replace("size: 10, , ", "size: 10, "),
        "templates/tiny/sheet/making.md": making,
        "templates/tiny/sheet/playing.md": f"# Playing\n\n{WORDS}\n",
    }


def set_book(make_game: MakeGame, given: dict[str, str]) -> tuple[Game, Gathered]:
    game = read_game(make_game(given), "tiny")
    return game, gather(game, composer(game, PrintJob("a4")), [game.documents["sheet"]])


def sizes(made: Gathered) -> set[float]:
    """The sizes of all text on the pages, in points."""
    svg = "".join(sheet.placements[0].face.svg for sheet in made.sheets["sheet"])
    return {round(float(size) * 72 / 25.4, 2) for size in re.findall(r'font-size="([\d.]+)"', svg)} - {
        round(3 * 72 / 25.4, 2)
    }


def test_a_book_shrinks_evenly_and_no_further_than_it_must(make_game: MakeGame) -> None:
    _, free = set_book(make_game, files(pages=""))
    assert len(free.sheets["sheet"]) == 3
    game, made = set_book(make_game, files())
    assert len(made.sheets["sheet"]) == 2 and made.problems == ()
    (note,) = made.notes
    percent = int(re.findall(r"(\d+) %", note)[0])
    assert note.startswith("sheet: 2 of 2 pages, text at ") and 0 < percent < 100
    body = 10 - 3 * percent / 100
    for style in (1.0, 1.35, 2.2):  # body and headings keep their proportions
        assert any(size == pytest.approx(body * style, abs=0.3) for size in sizes(made)), (style, sizes(made))
    # a step larger would not have fitted
    document = game.documents["sheet"]
    larger = Edition(made.books["sheet"], document, document.size("a4"), (percent * STEPS / 100 - 1) / STEPS)
    assert larger.count(number_pages(larger)[0]) == 3
    assert gather(game, composer(game, PrintJob("a4")), [game.documents["sheet"]]).sheets == made.sheets, (
        "always the same"
    )


def test_what_fits_keeps_its_sizes(make_game: MakeGame) -> None:
    _, made = set_book(make_game, files(pages="pages: 3"))
    _, free = set_book(make_game, files(pages=""))
    assert [sheet.digest for sheet in made.sheets["sheet"]] == [sheet.digest for sheet in free.sheets["sheet"]]
    (note,) = made.notes
    assert "text at 10.00 pt, 0 %" in note
    assert free.notes == ()


def test_a_style_of_its_own_without_a_min_keeps_its_size(make_game: MakeGame) -> None:
    _, made = set_book(make_game, files(style=", book-h2: {font: Text, weight: bold, size: 13, color: ink}"))
    assert 13.0 in sizes(made) and 10.0 not in sizes(made)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (files(low="min: 9.6"), r"sheet: 3 pages, even at the smallest sizes, and the book may have 2: \d+ mm \(\d+ lines?\) too much in 'Making'"),
        (files(low="", pages="pages: 1"), r"sheet: 3 pages, .* may have 1: "),
        (files(pages="pages: 1", parts=1), r"sheet: 2 pages, .* may have 1: each chapter begins one"),
        (files(pages="pages: 1", parts=14, columns=2), r"sheet: \d pages, .* may have 1: \d+ mm \(\d+ lines?\) too much$"),
    ],
)  # fmt: skip
def test_what_does_not_fit_says_by_how_much(make_game: MakeGame, given: dict[str, str], words: str) -> None:
    game, made = set_book(make_game, given)
    (problem,) = made.problems
    assert re.match(words, problem.message), problem.message
    assert problem.code == "book-too-long" and problem.span is not None
    assert "pages: " in problem.hint
    assert any(found.code == "book-too-long" for found in check(game, PrintJob("a4")))


def test_the_excess_is_what_must_go(make_game: MakeGame) -> None:
    """Take out as many lines as it says, and it fits; half of them are not enough."""
    given = files(low="")
    (problem,) = set_book(make_game, given)[1].problems
    excess = float(re.findall(r"(\d+) mm", problem.message)[0])
    name = "templates/tiny/sheet/making.md"
    sentences = given[name].count("Each player")
    fits = [
        count
        for count in range(sentences)
        if not set_book(make_game, given | {name: given[name][: -len(WORDS) * count] if count else given[name]})[
            1
        ].problems
    ]
    gone = min(fits) * 2 * 10 * 25.4 / 72 * 1.2  # about two lines a sentence
    assert gone == pytest.approx(excess, abs=30)


def test_a_chapter_that_would_spill_some_lines_is_set_closer(make_game: MakeGame) -> None:
    """What is a few lines too much for a page goes on it all the same."""

    def pages(words: int) -> list[list[float]]:
        """The tops of each page's blocks."""
        given = files(pages="", parts=4)
        name = "templates/tiny/sheet/making.md"
        game, made = set_book(make_game, given | {name: f"{given[name]}\n\n{WORDS * words}\n"})
        document = game.documents["sheet"]
        edition = Edition(made.books["sheet"], document, document.size("a4"))
        set_, _ = number_pages(edition)
        openers = [number for number, page in enumerate(set_) if page.opener]
        return [[item.y for item in page.placed] for page in set_[: openers[1]]]

    # a last paragraph that grows: from one page, set closer and closer, to two pages with white as it was
    loose, *grown = [pages(words) for words in (1, 9, 13, 17, 21, 37)]
    counts = [len(found) for found in [loose, *grown]]
    assert counts[0] == 1 and counts[-1] == 2 and counts == sorted(counts)
    tops = [found[0][1] for found in [loose, *grown] if len(found) == 1]  # where the second block stands
    assert tops[0] == max(tops) > min(tops), "the white between blocks goes before a page is begun"
    assert grown[-1][0][1] == pytest.approx(tops[0]), "where it does not help, none goes"


def test_verbose_says_what_was_chosen(make_game: MakeGame) -> None:
    report = examine(read_game(make_game(files()), "tiny"), PrintJob("a4"))
    assert "  sheet: 2 of 2 pages, text at" in as_text(report, TerminalLook(), verbose=True)
    assert "of 2 pages" not in as_text(report, TerminalLook())


@pytest.mark.parametrize("pages", ["pages: 0", "pages: many"])
def test_pages_that_are_no_number(make_game: MakeGame, pages: str) -> None:
    with pytest.raises(GameError) as caught:
        read_game(make_game(files(pages=pages)), "tiny")
    assert caught.value.problems[0].message.startswith("pages: ")


# --- coloured words ---


def colored(make_game: MakeGame, text: str) -> tuple[Game, Gathered]:
    return set_book(make_game, files(pages="") | {"templates/tiny/sheet/playing.md": f"# Playing\n\n{text}\n"})


def test_words_in_brackets_take_a_colour_of_the_palette(make_game: MakeGame) -> None:
    game, made = colored(make_game, "Draw. [paper: Never **look**] at it, [1] or [so: it goes], [ink: a\nnew line].")
    assert made.problems == ()
    svg = made.sheets["sheet"][-1].placements[0].face.svg
    assert re.search(r'fill="paper">Never ?<', svg) and re.search(r'font-weight="bold" fill="paper">look ?<', svg)
    plain = re.sub(r"<[^>]*>", "", svg)
    assert "[1] or [so: it goes]," in plain.replace("\xa0", " ") and "paper:" not in plain
    page = (
        gather(game, composer(game, PrintJob("a4")), [game.documents["sheet.html"]])
        .data(game.documents["sheet.html"])
        .data.decode()
    )
    assert '<span style="color:#ffffff">Never </span>' in page
    assert '<span style="color:#ffffff"><strong>look</strong></span>' in page


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Draw. [papr: Never] look.", "unknown colour '[papr: …]'"),
        ("Draw. [paper: Never look.", "'[paper:' is opened and never closed"),
    ],
)
def test_brackets_that_are_wrong(make_game: MakeGame, text: str, message: str) -> None:
    _, made = colored(make_game, text)
    assert [(str(p.span), p.message) for p in made.problems] == [("templates/tiny/sheet/playing.md:3:1", message)]


# --- symbols on a web page ---


def test_a_symbol_round_its_origin_is_not_cut_by_a_browser(make_game: MakeGame) -> None:
    game = read_game(make_game(None), "tiny")
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="a"><circle r="5"/></symbol>'
        '<symbol id="b" viewBox="0 0 9 9"><circle r="5"/></symbol><use href="#a" x="9" y="9"/></svg>'
    )
    web = WebDrawings(game).svg(Face("cards", "", "front", svg, Size(20, 20)), "x")
    assert re.search(r'<symbol id="d1-a" overflow="visible">', web)
    assert re.search(r'<symbol id="d1-b" viewBox="0 0 9 9">', web), "one with a viewBox is cut on paper too"
