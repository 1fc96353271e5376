"""The command line is polite: help with examples, completion, no colour where none is wanted, narrow terminals, pipes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from pnp.build.build import build, check, read_game
from pnp.job import PrintJob

from .conftest import CARD, GAME, HEROES, ROOT, MakeGame

COMMANDS = ["new", "build", "watch", "check", "list", "tables"]


def run(*words: str, cwd: Path = ROOT, code: int = 0, env: dict[str, str] | None = None) -> str:
    """The command line in a process of its own, its output and errors piped."""
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS", "FORCE_COLOR")}
    done = subprocess.run(
        [sys.executable, "-m", "pnp.cli", *words],
        cwd=cwd,
        env={**kept, **(env or {})},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_the_help_lists_every_command() -> None:
    text = run("--help")
    assert [name for name in COMMANDS if f"\n  {name} " not in text] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example_that_keeps_to_a_narrow_terminal(name: str) -> None:
    assert f"Example:  pnp {name}" in run(name, "--help", env={"COLUMNS": "80"})
    narrow = run(name, "--help", env={"COLUMNS": "40"})
    assert "Example:  pnp" in narrow
    assert [line for line in narrow.splitlines() if len(line) > 40] == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_completion_can_be_shown_for_every_shell(shell: str) -> None:
    text = run(env={"_PNP_COMPLETE": f"source_{shell}"})
    assert "pnp" in text
    assert "_PNP_COMPLETE" in text


GAMES = sorted(path.parent.name for path in (ROOT / "data").glob("*/game.yaml"))
COMPLETED = [("pnp ch", "1", ["check"]), ("pnp build ", "2", GAMES), ("pnp new x --kind s", "4", ["skirmish"]),
             ("pnp build --paper le", "3", ["letter"]), ("pnp new x --from ", "4", GAMES)]  # fmt: skip


@pytest.mark.parametrize(("typed", "at", "offered"), COMPLETED)
def test_the_shell_completes_commands_games_and_choices(typed: str, at: str, offered: list[str]) -> None:
    said = run(env={"_PNP_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": at})
    assert said.split() == offered


@pytest.mark.parametrize("env", [{}, {"NO_COLOR": "1"}])
def test_pipes_get_plain_text(env: dict[str, str], make_game: MakeGame) -> None:
    root = make_game(None).root
    assert "\x1b" not in run("build", "tiny", cwd=root, env=env)
    assert "\x1b" not in run("--help", env=env)
    (root / "data/tiny/heroes.yaml").write_text("ada: {name: Ada, health: 99}\n", encoding="utf-8")
    said = run("build", "tiny", cwd=root, code=1, env=env)
    assert "\x1b" not in said
    assert "\r" not in said


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("wanted", "env"), [(True, {}), (False, {"NO_COLOR": "1"})])
def test_a_terminal_gets_colour_unless_none_is_wanted(wanted: bool, env: dict[str, str], make_game: MakeGame) -> None:
    import pty  # only where there are terminals

    root = make_game({"data/tiny/heroes.yaml": "ada: {name: Ada, health: 99}\n"}).root
    inner, outer = pty.openpty()
    kept = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    words = [sys.executable, "-m", "pnp.cli", "check", "tiny"]
    done = subprocess.run(words, cwd=root, env={**kept, **env}, stdout=outer, stderr=outer, check=False)
    os.close(outer)
    said = os.read(inner, 65536).decode()
    os.close(inner)
    assert done.returncode == 1
    assert "out-of-range" in said or "99" in said
    assert ("\x1b[1;31m" in said) is wanted


def test_paths_with_windows_separators_are_found(make_game: MakeGame) -> None:
    page = GAME.replace("alegreya-sans/", "alegreya-sans\\").replace("heroes.yaml", "lists\\heroes.yaml")
    page = page.replace("template: card.svg", "template: cards\\card.svg")
    card = CARD.replace("</svg>", '<image href="art\\bee.png" x="5" y="60" width="10" height="10"/></svg>')
    workspace = make_game(
        {"data/tiny/game.yaml": page, "data/tiny/lists/heroes.yaml": HEROES, "templates/tiny/cards/card.svg": card}
    )
    (workspace.root / "templates/tiny/art").mkdir()
    Image.new("RGB", (200, 200), "#aa3344").save(workspace.root / "templates/tiny/art/bee.png")
    game = read_game(workspace, "tiny")
    assert [problem for problem in check(game, PrintJob("a4")) if problem.severity == "error"] == []
    assert build(game, PrintJob("a4"), workspace.root / "build")[0].faces == 2


@pytest.mark.parametrize("name", ["..\\heroes.yaml", "..\\..\\secret.yaml"])
def test_windows_separators_lead_no_further_out(name: str, make_game: MakeGame) -> None:
    workspace = make_game({"data/heroes.yaml": HEROES, "data/tiny/game.yaml": GAME.replace("heroes.yaml", name)})
    said = run("check", "tiny", cwd=workspace.root, code=1)
    assert "leads out of the game's folder" in said
    assert "keep the file beside game.yaml" in said
