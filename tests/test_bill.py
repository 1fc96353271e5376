"""What printing a game takes: leaves by paper, cuts, what is cut by hand, and what the box needs besides."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from pnp.build.bill import BillRow, bills, set_of
from pnp.build.build import gather, read_game
from pnp.cli.typer_app import app
from pnp.faces.compose import composer
from pnp.game.model import Game
from pnp.job import PrintJob

from .conftest import CARD, GAME, MakeGame

COIN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><circle cx="10" cy="10" r="8" fill="ink"/></svg>'
BOX = GAME.replace("size: poker, bleed: 3}", "size: poker, bleed: 3, back: card.svg, paper: Card  250}\n"
    "  coins: {template: coin.svg, shape: circle, size: 20, copies: 5, paper: card 180}\n"
    "  mats: {template: coin.svg, size: 40}").replace("  cards: [cards]", "  cards: [cards]\n"
    "  rest: {components: [coins, mats]}\n  whole: {combine: [cards, rest], layout: pack}\nbox:\n"
    "  d6: {count: 12, title: dice of six sides}\n  bag: 1")  # fmt: skip


@pytest.fixture
def box(make_game: MakeGame) -> Game:
    return read_game(make_game({"data/tiny/game.yaml": BOX, "templates/tiny/coin.svg": COIN}), "tiny")


def test_the_bill_is_a_row_for_each_paper_and_number_of_sides(box: Game) -> None:
    assert [document.name for document in set_of(box)] == ["whole"]
    assert bills(box, PrintJob()) == {
        "whole": (
            BillRow("", False, 2, 1, 4, 0, 0),  # the page that tells how, too
            BillRow("Card 250", True, 1, 2, 2 + 4, 0, 0),
            BillRow("card 180", False, 1, 5, 2 + 2 * 5, 0, 5),
        )
    }


def test_no_leaf_holds_two_papers_whatever_its_layout(box: Game) -> None:
    documents = list(box.documents.values())
    made = gather(box, composer(box, PrintJob()), documents, tried=False)
    assert [leaf.stock for leaf in made.leaves["rest"]] == ["card 180", ""]
    for name in box.documents:
        for leaf in made.leaves[name][name == "whole" :]:  # behind the page that tells how
            assert {box.components[place.face.component].paper for place in leaf.front.placements} == {leaf.stock}
            slug = made.sheets[name][2 if name == "whole" else 0].overlay
            assert "· Card 250 ·" in slug or name == "rest"
    assert "· card 180 ·" in made.sheets["rest"][0].overlay
    assert "paper" not in made.sheets["rest"][1].overlay.partition("<text")[2]


def test_without_a_combined_document_every_file_but_pages_is_the_set(make_game: MakeGame) -> None:
    game = read_game(
        make_game({"data/tiny/game.yaml": GAME + "  more: [cards]\n", "templates/tiny/card.svg": CARD}), "tiny"
    )
    assert [document.name for document in set_of(game)] == ["cards", "more"]


def test_list_bom_prints_it(box: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(box.workspace.root)
    assert CliRunner().invoke(app, ["list", "tiny", "--bom", "--paper", "letter"]).output == (
        "tiny: Tiny 1, on letter\n"
        "  whole: 4 leaves\n"
        "    paper                sides  leaves  pieces  cuts  folds  by hand\n"
        "    plain paper          one         2       1     4      0        0\n"
        "    Card 250             two         1       2     6      0        0\n"
        "    card 180             one         1       5    12      0        5\n"
        "  besides\n"
        "     12 x  dice of six sides\n"
        "      1 x  bag\n"
    )


def test_a_game_that_does_not_fit_has_no_bill(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> None:
    large = GAME.replace("size: poker", "size: 400 x 500").replace(
        "cards: [cards]", "cards: {components: [cards], layout: pack}"
    )
    monkeypatch.chdir(make_game({"data/tiny/game.yaml": large}).root)
    result = CliRunner().invoke(app, ["list", "tiny", "--bom"])
    assert result.exit_code == 1
    assert "a piece of 400 x 500 mm does not fit the 200 x 282 mm" in result.output
