"""What every kind of table may do: be watched, be printed again, come from a revision, be found in a diff."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.job import PrintJob
from pnp.watch.loop import Watch
from pnp.watch.standing import Renewed, Standing

from .conftest import GAME, MakeGame
from .spreadsheets import Rows, opendocument, workbook
from .test_history import run

ROWS: Rows = [["name", "health", "story"], ["Ada", 12, "a\nb"], ["Bo", 7, "Keeps bees."]]


def as_ods(rows: Rows) -> bytes:
    cells = "".join(
        "<table:table-row>"
        + "".join(
            f'<table:table-cell office:value-type="string"><text:p>{"</text:p><text:p>".join(str(value).splitlines())}</text:p></table:table-cell>'
            for value in row
        )
        + "</table:table-row>"
        for row in rows
    )
    return opendocument(cells)


def as_csv(rows: Rows) -> bytes:
    return "".join(";".join(f'"{value}"' for value in row) + "\n" for row in rows).encode("utf-8-sig")


def as_json(rows: Rows) -> bytes:
    return json.dumps([dict(zip(map(str, rows[0]), row, strict=True)) for row in rows[1:]]).encode()


def as_lines(rows: Rows) -> bytes:
    return "\n".join(json.dumps(record) for record in json.loads(as_json(rows))).encode()


KINDS: dict[str, Callable[[Rows], bytes]] = {
    "heroes.csv": as_csv,
    "heroes.json": as_json,
    "heroes.jsonl": as_lines,
    "heroes.ods": as_ods,
    "heroes.xlsx": lambda rows: workbook({"Heroes": rows}),
}


def changed() -> Rows:
    rows = [list(row) for row in ROWS]
    rows[1][1] = 13
    return rows


@pytest.mark.parametrize("file", KINDS)
def test_a_save_renews_what_it_changed(make_game: MakeGame, file: str) -> None:
    workspace = make_game({"data/tiny/game.yaml": GAME.replace("heroes.yaml", file)})
    path = workspace.root / "data/tiny" / file
    path.write_bytes(KINDS[file](ROWS))
    standing = Standing(workspace, "tiny", PrintJob("a4"), workspace.root / "build")
    renewed: list[Renewed] = []
    assert standing.renew((), renewed.append) == []
    renewed.clear()
    path.write_bytes(KINDS[file](changed()))
    assert standing.renew((path,), renewed.append) == []
    assert {item.path.name: item.faces for item in renewed} == {"cards.pdf": ("ada",)}


def test_a_spreadsheet_that_is_opened_concerns_nobody(make_game: MakeGame) -> None:
    workspace = make_game(None)
    standing = Standing(workspace, "tiny", PrintJob("a4"), workspace.root / "build")
    words: list[str] = []
    watch = Watch([standing], lambda _problems, _stays: None, words.append)
    watch.build(lambda: False)
    words.clear()
    folder = workspace.root / "data/tiny"
    watch.take({folder / ".~lock.heroes.ods#", folder / "~$heroes.xlsx"})
    watch.build(lambda: False)
    assert words == []
    watch.take({folder / "heroes.yaml"})
    watch.build(lambda: False)
    assert words == ["Nothing that is printed changed.\n"]


@pytest.mark.parametrize("file", KINDS)
def test_pieces_are_the_same_from_whatever_they_come(
    make_game: MakeGame, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    """Printed from YAML, moved into a table: nothing is to print again, until a number changes."""
    text = 'ada: {name: Ada, health: 12, story: "a\\nb"}\nbo: {name: Bo, health: 7, story: Keeps bees.}\n'
    workspace = make_game({"data/tiny/heroes.yaml": text})
    monkeypatch.chdir(workspace.root)
    assert run("print", "--quiet")[0] == 0
    game = Path("data/tiny/game.yaml")
    game.write_text(game.read_text(encoding="utf-8").replace("heroes.yaml", file), encoding="utf-8")
    path = game.with_name(file)
    path.write_bytes(KINDS[file](ROWS))
    assert "othing" in run("reprint")[1]
    path.write_bytes(KINDS[file](changed()))
    assert "health 12 -> 13" in run("reprint")[1]
