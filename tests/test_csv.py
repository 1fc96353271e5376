"""Collections from CSV and TSV: what spreadsheets write is read, and every mistake is named at its cell."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.build import build, read_game
from pnp.faces.compose import composer
from pnp.game.model import Game

from .conftest import GAME, HEROES, MakeGame

CSV_GAME = GAME.replace("file: heroes.yaml", "file: heroes.csv")
CSV = "name,health,story\nAda,12,\nBo,7,Keeps **{{ health }}** bees.\n"


def csv_game(make_game: MakeGame, text: str | bytes, game: str = CSV_GAME, file: str = "heroes.csv") -> Game:
    workspace = make_game({"data/tiny/game.yaml": game.replace("heroes.csv", file)})
    path = workspace.root / "data/tiny" / file
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_game(workspace, "tiny")


def faces_of(game: Game) -> list[str]:
    compose = composer(game, "a4")
    found = [pair.front.svg for component in game.components.values() for pair in compose.pairs(component)]
    assert compose.problems == []
    return found


@pytest.mark.parametrize(
    ("text", "file"),
    [
        (CSV, "heroes.csv"),
        (CSV.replace(",", ";"), "heroes.csv"),
        (CSV.replace(",", "\t"), "heroes.csv"),
        (CSV.replace(",", "\t"), "heroes.tsv"),
        (CSV.replace("\n", "\r\n"), "heroes.csv"),
        (b"\xef\xbb\xbf" + CSV.encode(), "heroes.CSV"),
        (CSV.replace(",", "\t").encode("utf-16"), "heroes.tsv"),
        ("sep=;\n" + CSV.replace(",", ";"), "heroes.csv"),
        ('"Name" , "Health","STORY",\n\n"Ada",12,""\n,,,\nBo , "7","Keeps **{{ health }}** bees."\n\n', "heroes.csv"),
        ("story;name;health\n;Ada;12\nKeeps **{{ health }}** bees.;Bo;7", "heroes.csv"),
    ],
    ids=["commas", "semicolons", "tabs", "tsv", "windows", "mark", "utf-16", "sep", "quotes and gaps", "another order"],
)
def test_the_same_deck_whatever_wrote_it(make_game: MakeGame, text: str | bytes, file: str) -> None:
    wanted = faces_of(read_game(make_game({"data/tiny/heroes.yaml": HEROES}), "tiny"))
    game = csv_game(make_game, text, file=file)
    assert list(game.collections["heroes"].records) == ["ada", "bo"]
    assert faces_of(game) == wanted


def test_copies_of_each_row_are_printed(make_game: MakeGame, tmp_path: Path) -> None:
    game = csv_game(make_game, "name,health,copies\nAda,12,3\nBo,7,\nCy,9,0\n")
    assert game.components["cards"].pieces == 4
    (built,) = build(game, "a4", tmp_path / "out")
    assert built.faces == 4
