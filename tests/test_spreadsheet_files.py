"""Files that other programs wrote (tests/material/README.md): what stands in them is read, what cannot be is told."""

from __future__ import annotations

import pytest

from .conftest import ROOT, MakeGame
from .spreadsheets import faults, with_table

MATERIAL = ROOT / "tests/material/tables"
GOBLINS = (
    "sheet: Goblin deck, leave-out: Total, fields: {name: {type: text, names: Card}, health: {type: int, names: HP}, text: markup?, "
    "weight: number, loud: flag, art: text?}"
)
TROLLS = (
    "fields: {name: text, cost: {type: int, names: Kosten}, weight: {type: number, names: Gewicht}, loud: {type: flag, names: Laut}, text: text?}"
)  # fmt: skip


@pytest.mark.parametrize("kind", ["ods", "xlsx"])
def test_a_deck_of_libreoffice(make_game: MakeGame, kind: str) -> None:
    """A merged title, a formula, two lines in a cell, truths, a comment, a total, a picture."""
    game = with_table(make_game, f"h.{kind}", (MATERIAL / f"goblins-libreoffice.{kind}").read_bytes(), GOBLINS)
    names = ("health", "text", "weight", "loud", "copies", "art")
    assert {record.id: [record[name] for name in names] for record in game.collections["heroes"]} == {
        "cave-troll": [12, "Adds two.\nThen sleeps.", 1.5, True, 2, None],
        "wolf": [4, "Runs  fast & far", 0.25, False, 4, "wolf.png"],
        "bat": [2, None, 0.5, True, 1, None],
        "imp": [2, None, 0.5, True, 1, None],
    }
    assert game.told == (
        f"data/tiny/h.{kind}: the headings of heroes were found in row 4",
        f"data/tiny/h.{kind}: 1 row of heroes left out (Total)",
    )
    assert [str(problem) for problem in game.warnings] == [
        f"data/tiny/h.{kind}:'Goblin deck'!G5: warning: Art: the cell holds a picture, which is not read"
    ]


@pytest.mark.parametrize("kind", ["ods", "xlsx"])
def test_errors_and_dates_of_libreoffice(make_game: MakeGame, kind: str) -> None:
    declared = "sheet: Wrong, fields: {name: text, health: int?, story: text?}"
    data = (MATERIAL / f"goblins-libreoffice.{kind}").read_bytes()
    assert faults(make_game, f"h.{kind}", data, declared) == [
        f"h.{kind}:Wrong!B2: error: health: the cell shows the error #DIV/0!",
        f"h.{kind}:Wrong!B3: error: health: the spreadsheet made a date of what you typed: 2026-02-01",
        f"h.{kind}:Wrong!C4: warning: story: this is a date, which is printed as 2026-03-01",
        f"h.{kind}:Wrong!B5: error: health: the cell shows the error #N/A",
    ]


def test_a_deck_that_openpyxl_wrote_has_formulas_without_values(make_game: MakeGame) -> None:
    data = (MATERIAL / "goblins-openpyxl.xlsx").read_bytes()
    assert faults(make_game, "h.xlsx", data, GOBLINS) == [
        "h.xlsx:'Goblin deck'!B5: error: HP: the formula has no value yet",
        "h.xlsx:'Goblin deck'!G5: warning: Art: the cell holds a picture, which is not read",
    ]


def test_a_sheet_that_odfpy_wrote(make_game: MakeGame) -> None:
    data = (MATERIAL / "heroes-odfpy.ods").read_bytes()
    ada, bo, cy = with_table(make_game, "h.ods", data, "fields: {name: text, health: int, story: markup?}").collections[
        "heroes"
    ]
    assert (ada["health"], bo["story"], cy["story"]) == (12, "Keeps **7** bees.", "One\nTwo")


@pytest.mark.parametrize(
    ("file", "name"), [("trolls-libreoffice-de.csv", "h.csv"), ("trolls-libreoffice-utf16.tsv", "h.tsv")]
)
def test_a_table_as_german_machines_write_it(make_game: MakeGame, file: str, name: str) -> None:
    data = (MATERIAL / file).read_bytes()
    assert faults(make_game, name, data, TROLLS) == [f"{name}:5:18: error: Text: the cell shows the error #N/A"]
    fixed = data.replace("#N/A".encode("utf-16-le"), b"").replace(b"#N/A", b"")
    found = with_table(make_game, name, fixed, TROLLS).collections["heroes"]
    assert [(record["cost"], record["weight"], record["loud"]) for record in found] == [
        (3, 1.5, True),
        (1, 0.25, False),
        (2, 0.125, True),
    ]
    assert found["hohlentroll"]["text"] == "Zähle zwei.\nDann schlafe; lange."


@pytest.mark.parametrize("kind", ["json", "jsonl"])
def test_records_that_jq_wrote(make_game: MakeGame, kind: str) -> None:
    fields = (
        "fields: {name: text, health: int, story: markup?, tags: list of text, loud: flag, weight: int}, ignore: [more]"
    )
    ada, bo = with_table(make_game, f"h.{kind}", (MATERIAL / f"heroes-jq.{kind}").read_bytes(), fields).collections[
        "heroes"
    ]
    assert (ada["tags"], ada["loud"], ada["weight"], ada["story"]) == (("quick", "small"), True, 12, None)
    assert bo["story"] == "Keeps **7** bees."


def test_every_file_has_its_line_and_is_small() -> None:
    page = (ROOT / "tests/material/README.md").read_text(encoding="utf-8")
    files = sorted(MATERIAL.iterdir())
    assert len(files) > 6
    assert [path.name for path in files if f"`tables/{path.name}`" not in page] == []
    assert max(path.stat().st_size for path in files) <= 30_000
