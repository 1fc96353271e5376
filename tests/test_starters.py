"""`pnp new` makes workspaces that build and check clean at once, refuses what it must, and names the cure."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pnp.build.build import build, check, read_game
from pnp.cli.starters import KINDS
from pnp.cli.typer_app import app
from pnp.game.workspace import find_workspace
from pnp.job import PrintJob

from .conftest import ROOT


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def pnp(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_builds_and_checks_clean(kind: str, paper: str, here: Path) -> None:
    assert pnp("new", "moon-harvest", "--kind", kind).exit_code == 0
    workspace = find_workspace(here / "moon-harvest")
    assert workspace.root == here / "moon-harvest"
    game = read_game(workspace, "moon-harvest")
    assert game.title == "Moon Harvest"
    assert check(game, PrintJob(paper)) == []
    built = build(game, PrintJob(paper), here / "out")
    assert sum(item.faces for item in built) > 20
    assert all(item.path.stat().st_size > 3000 for item in built)


@pytest.mark.parametrize("kind", KINDS)
def test_a_starter_is_whole_short_and_commented(kind: str, here: Path) -> None:
    pnp("new", "bees", "--kind", kind)
    made = here / "bees"
    files = {path.relative_to(made).as_posix(): path for path in made.rglob("*") if path.is_file()}
    assert {"README.md", ".gitignore", "fonts/README.md", "data/bees/game.yaml"} <= files.keys()
    assert (made / "build").is_dir()
    assert (made / ".gitignore").read_text().splitlines()[-1] == "build/"
    for name, path in files.items():
        text = path.read_text(encoding="utf-8")
        assert "NAME" not in name + text, name
        assert "@TITLE@" not in text, name
        assert len(text.splitlines()) <= 130, name
        if path.suffix == ".svg":
            assert re.search(r"\{#|<!--", text), f"{name} says nothing about itself"
    assert "#" in files["data/bees/game.yaml"].read_text(encoding="utf-8")
    assert "pnp build" in files["README.md"].read_text(encoding="utf-8")


def test_what_to_do_next_stands_in_three_lines(here: Path) -> None:
    result = pnp("new", "bees")
    assert result.output == "bees/ is ready. Next:\n  cd bees\n  pnp build\n  pnp watch\n"
    assert (here / "bees").is_dir()


def test_nothing_is_overwritten(here: Path) -> None:
    (here / "bees").mkdir()
    (here / "bees" / "precious.txt").write_text("honey")
    result = pnp("new", "bees")
    assert (result.exit_code, result.output) == (
        2,
        "error: 'bees' is there already, and nothing is overwritten\n    hint: choose another name\n",
    )
    assert [path.name for path in here.rglob("*")] == ["bees", "precious.txt"]


REFUSED = [
    (["Bees"], "no name for a game", "such as bees"),
    (["Ada's Bees!"], "no name for a game", "such as adas-bees"),
    (["7 Bees"], "no name for a game", "such as bees"),
    (["Ω"], "no name for a game", "such as moon-harvest"),
    (["bees_2"], "no name for a game", "such as bees-2"),
    (["games/bees"], "is a path", "go to the folder first"),
    (["games\\bees"], "is a path", "go to the folder first"),
    (["icons"], "is a name that is taken", "such as icons-game"),
    (["con"], "is a name that is taken", "such as con-game"),
    (["a" * 51], "51 letters, 50 at most", "title"),
    (["bees", "--kind", "card"], "unknown kind 'card'", "did you mean 'cards'?"),
    (["bees", "--from", "mortalgates"], "no shipped game 'mortalgates'", "did you mean 'mortalgate'?"),
    (["bees", "--from", "mortalgate", "--kind", "cards"], "--kind and --from at once", "leave --kind out"),
]


@pytest.mark.parametrize(("words", "says", "cure"), REFUSED)
def test_what_cannot_be_made_is_refused_with_a_cure(words: list[str], says: str, cure: str, here: Path) -> None:
    result = pnp("new", *words)
    assert result.exit_code == 2
    assert says in result.output
    assert f"hint: {cure}" in result.output or cure in result.output.split("hint:")[1]
    assert list(here.iterdir()) == []


def test_the_kinds_are_the_folders_and_the_help_names_them() -> None:
    folders = {path.name for path in (ROOT / "starters").iterdir() if path.is_dir()} - {"shared"}
    assert folders == set(KINDS)
    text = pnp("new", "--help").output
    assert [kind for kind in KINDS if kind not in text] == []
