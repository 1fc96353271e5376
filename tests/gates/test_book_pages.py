"""The web page of every shipped game's book, opened in a browser: it is whole, and shows what the print shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from bench.fuzz.harmless import wrong_in
from pnp.build.build import Gathered, gather, read_game
from pnp.faces.compose import composer
from pnp.game.model import Document, Game
from pnp.game.workspace import find_workspace
from pnp.job import PrintJob
from pnp.rulebook.blocks import Insert, walk
from tests.conftest import ROOT
from tests.gates.browser import Opened, open_page
from tests.gates.pictures import Wanted, compare, keep, missing, places
from tests.gates.references import too_wide, wrong_references

GAMES = sorted(path.parent.name for path in (ROOT / "data").glob("*/game.yaml"))
WIDTHS = (1200, 390)  # CSS pixels: a desk and a phone
FIGURES = "figure [role=img], figure img"
NO_FIGURES = ("table", "contents", "index", "credits")
LEFT = ROOT / "build/gates"


@dataclass(frozen=True, eq=False, repr=False)  # pytest writes what a failed test was given: this is all of a game
class BookPage:
    """A game's page as a file, all that was gathered for it and for the printed book, and the figures it should show."""

    game: Game
    file: Path
    gathered: Gathered
    printed: Document
    wanted: tuple[Wanted, ...]


@pytest.fixture(scope="module", params=GAMES)
def book(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> BookPage:
    game = read_game(find_workspace(ROOT), request.param)
    (page,) = (document for document in game.documents.values() if document.layout == "html")
    printed = next(
        document for document in game.documents.values() if document.layout == "book" and document.book == page.book
    )
    gathered = gather(game, composer(game, PrintJob("a4")), [page, printed], tried=False)
    assert not [problem for problem in gathered.problems if problem.severity == "error"]
    file = tmp_path_factory.mktemp("pages") / f"{game.name}.html"
    file.write_bytes(gathered.data(page).data)
    return BookPage(game, file, gathered, printed, tuple(_figures(gathered, page)))


def _figures(gathered: Gathered, page: Document) -> Iterator[Wanted]:
    """What the chapters show, in their order."""
    made = gathered.books[page.book]
    for chapter in made.chapters:
        for block in walk(chapter.blocks):
            if isinstance(block, Insert) and block.kind not in NO_FIGURES:
                figure = made.figures.figure(block, made.book.span)
                yield Wanted(f"{block.kind}:{block.name}", figure.alt, figure.face, gathered.painter.draw)


@pytest.fixture(scope="module", params=WIDTHS)
def opened(request: pytest.FixtureRequest, book: BookPage, browser: Browser) -> Iterator[Opened]:
    made = open_page(browser, book.file, request.param)
    yield made
    made.page.close()


def test_nothing_in_it_could_run_or_ask(book: BookPage) -> None:
    assert wrong_in(book.file.read_text(encoding="utf-8")) == []


def test_nothing_is_said_or_asked_for(opened: Opened) -> None:
    assert not opened.faults, "\n".join(opened.faults)


def test_every_reference_leads_somewhere(opened: Opened) -> None:
    assert not (wrong := wrong_references(opened.page)), "\n".join(wrong)


def test_nothing_is_wider_than_the_page(opened: Opened) -> None:
    assert not (wrong := too_wide(opened.page)), "\n".join(wrong)


def test_what_is_printed_is_wanted(book: BookPage) -> None:
    """The list of figures is held against the printed book: every face that it shows is among them."""
    pages = {"", "cover"}
    shown = {
        (placement.face.component, placement.face.record, placement.face.side)
        for sheet in book.gathered.sheets[book.printed.name]
        for placement in sheet.placements
        if placement.face.record not in pages and not placement.face.record.startswith("page ")
    }
    wanted = {(item.face.component, item.face.record, item.face.side) for item in book.wanted}
    assert shown
    assert shown <= wanted


def test_every_figure_is_there_as_it_is_printed(book: BookPage, opened: Opened) -> None:
    found = places(opened.page, FIGURES)
    assert not (wrong := missing(found, book.wanted)), "\n".join(wrong)
    differ = []
    for number, likeness in enumerate(compare(opened, found, book.wanted), 1):
        if not likeness.same:
            name = likeness.wanted.name.replace("/", "-").replace(":", "-")
            path = keep(likeness, LEFT / f"{book.game.name}-{opened.width}-{number}-{name}.png")
            differ.append(f"    {likeness}: {path.relative_to(ROOT)}")
    assert not differ, f"{len(differ)} of {len(found)} figures are not as they are printed:\n" + "\n".join(differ)
