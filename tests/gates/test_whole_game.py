"""MortalGate as a whole: built twice, elsewhere, with a ninth hero, changed in many places, copied."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pnp.build.build import build, check, read_game
from pnp.build.painter import Painter
from pnp.cli.typer_app import app
from pnp.game.model import Game
from pnp.game.workspace import Workspace, find_workspace, shipped_root
from pnp.history.inventory import take_inventory
from pnp.history.printing import open_ledger, plan_reprint, record, record_reprint
from pnp.history.tiles import picture_mark, tile_marks
from pnp.impose.tile_plan import paper_of, tiling_of
from pnp.job import PrintJob

from ..conftest import ROOT
from ..test_build import changed
from ..test_history import swap


@pytest.fixture(scope="module")
def box(mortalgate: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("a4")
    build(mortalgate, PrintJob("a4"), folder)
    return folder


def test_a_second_build_is_byte_identical(mortalgate: Game, box: Path, tmp_path: Path) -> None:
    build(mortalgate, PrintJob("a4"), tmp_path)
    files = sorted(path.name for path in tmp_path.iterdir())
    assert len(files) == 12
    assert all((tmp_path / name).read_bytes() == (box / name).read_bytes() for name in files)


def test_another_folder_locale_and_hash_seed_change_nothing(copy: Workspace, box: Path) -> None:
    env = {**os.environ, "LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Tokyo", "PYTHONHASHSEED": "77", "HOME": str(copy.root)}
    command = [sys.executable, "-m", "pnp.cli", "build", "mortalgate", "--out", "pdf"]
    done = subprocess.run(command, cwd=copy.root, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for path in sorted((copy.root / "pdf").iterdir()):
        assert path.read_bytes() == (box / path.name).read_bytes(), path.name


def test_a_ninth_hero_of_a_new_class_adds_its_faces_and_changes_none(mortalgate: Game, copy: Workspace) -> None:
    classes = copy.root / "data/mortalgate/classes.yaml"
    classes.write_text(classes.read_text() + "healer: {name: Healer, color: bronze, pale: sand, icon: healing}\n")
    heroes = copy.root / "data/mortalgate/heroes.yaml"
    text = heroes.read_text(encoding="utf-8")
    ninth = text[text.index("\nyodan:") : text.index("\nelazar:")].replace("yodan", "ione").replace("Yodan", "Ione")
    heroes.write_text(text + ninth.replace("class: mage", "class: healer"), encoding="utf-8")
    game = read_game(copy, "mortalgate")
    assert changed(mortalgate, game) == {
        (component, "ione") for component in ("hero-sheets", "status-cards", "standees", "standee-bases")
    }
    built = {item.path.name: item.pages for item in build(game, PrintJob("a4"), copy.root / "out")}
    assert built["hero-sheets.pdf"] == 5


def test_assumed_values_are_listed_with_their_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    output = CliRunner().invoke(app, ["check", "mortalgate", "--assumed"]).output
    assert re.search(r"data/mortalgate/heroes\.yaml:\d+:\d+: assumed: heroes\.greven\.health", output)
    assert output.count("assumed: ") == 28


def test_a_change_anywhere_on_the_board_is_seen(mortalgate: Game) -> None:
    """Move each of a few things in the drawing by hand: some tile's hash must follow."""
    inventory = take_inventory(mortalgate, "a4")
    painter = Painter(mortalgate, inventory.composer)
    face = inventory.pieces["board", "piece"].pair.front
    tiling = tiling_of(mortalgate, mortalgate.documents["board"], face, paper_of(mortalgate.documents["board"], "a4"))
    marks = tile_marks(painter.draw(face.svg), tiling)
    assert len(marks) == 9
    numbers = list(re.finditer(r'\bx="(\d+\.\d+)"', face.svg))
    assert len(numbers) > 500
    for match in numbers[:: len(numbers) // 12]:
        moved = f"{face.svg[: match.start(1)]}{float(match[1]) + 0.5:.3f}{face.svg[match.end(1) :]}"
        assert tile_marks(painter.draw(moved), tiling) != marks, match[0]


def test_a_change_anywhere_in_a_picture_is_seen(mortalgate: Game) -> None:
    """A twentieth of a millimetre, another colour, another letter: each of a few hundred changes gives another hash."""
    inventory = take_inventory(mortalgate, "a4")
    painter, known = Painter(mortalgate, inventory.composer), dict[tuple[str, int], str]()
    for key in (("board", "piece"), ("hero-sheets", "drexir"), ("player-aids", "piece")):
        svg = inventory.pieces[key].pair.front.svg
        mark = picture_mark(painter.draw(svg), known)
        places = list(re.finditer(r'\b[xy]="(\d+\.\d+)"', svg))
        assert len(places) > 50
        for match in places[:: len(places) // 20]:
            for step, same in ((0.05, False), (1e-9, True)):
                moved = f"{svg[: match.start(1)]}{float(match[1]) + step:.9f}{svg[match.end(1) :]}"
                assert (picture_mark(painter.draw(moved, keep=False), known) == mark) is same, (
                    key,
                    match[0],
                    step,
                )


def test_a_book_is_named_in_one_line_and_stays_named_until_printed(copy: Workspace, mortalgate: Game) -> None:
    record(mortalgate, PrintJob("a4"), copy.root, "", ())
    swap(copy.root, "data/mortalgate/heroes.yaml", "accuracy: 9", "accuracy: 11")
    game = read_game(copy, "mortalgate")
    for _ in range(2):  # a reprint holds no book: recording it must not forget that the book is old
        ledger = open_ledger(copy.root, "mortalgate")
        assert ledger.last
        reprint = plan_reprint(game, ledger, ledger.last, "a4")
        assert reprint.sections[-1].title == "Not in this document"
        assert "changed in 6 of 27 chapters: What is in the box" in str(reprint.sections[-1].lines[0])
        record_reprint(reprint, copy.root, "")
    assert reprint.changes.prints == 0


def test_a_shipped_game_is_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(app, ["new", "my-gate", "--from", "mortalgate"]).exit_code == 0
    data, original = tmp_path / "my-gate/data/my-gate", shipped_root() / "data/mortalgate"
    assert {p.name: p.read_bytes() for p in data.iterdir()} == {p.name: p.read_bytes() for p in original.iterdir()}
    game = read_game(find_workspace(tmp_path / "my-gate"), "my-gate")
    assert check(game, PrintJob("a4")) == []
    assert build(game, PrintJob("a4"), tmp_path / "out", ["hero-sheets"])[0].pages == 4
