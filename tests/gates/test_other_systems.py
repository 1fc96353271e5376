"""All commands as on Windows, played on Linux; every shipped game with the line ends of Windows."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from pnp.build.build import build, read_game
from pnp.cli.starters import make_workspace
from pnp.game.workspace import Workspace, find_workspace
from pnp.job import PrintJob
from tests.conftest import ROOT
from tests.test_systems import with_crlf

COMMANDS = [
    ["build", "bees"],
    ["check", "bees", "--format", "json"],
    ["list", "bees"],
    ["tables", "bees"],
    ["print", "bees", "--quiet", "--note", "für alle"],
    ["reprint", "bees"],
    ["schema", "bees"],
    ["diff", ".", "old", "bees", "--out", "build/difference.html"],
    ["build", "wrong"],
    ["build", "BEES"],
    ["new", "bees-2", "--kind", "skirmish"],
    ["watch", "bees"],
]  # fmt: skip


def played(kind: str, root: Path) -> tuple[list[tuple[int, str]], dict[str, bytes]]:
    """The commands in a workspace of their own, as a system has them: what they answered, and every file."""
    root.mkdir(parents=True)
    make_workspace("bees", "cards", None, root)
    made = root / "bees"
    shutil.copytree(made, made / "old")
    acts = made / "old/data/bees/acts.yaml"
    acts.write_bytes(acts.read_bytes().replace(b"coins: 1", b"coins: 2", 1))
    shutil.copytree(made / "data/bees", made / "data/wrong")
    shutil.copytree(made / "templates/bees", made / "templates/wrong")
    page = made / "data/wrong/game.yaml"
    page.write_bytes(page.read_bytes().replace(b"template: act.svg", b"template: Act.svg"))
    words = [sys.executable, "-X", "warn_default_encoding", "-m", "tests.as_windows", kind, json.dumps(COMMANDS)]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": ""}
    done = subprocess.run(words, cwd=made, env=env, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    answers = json.loads(done.stdout)
    assert answers["modules"] > 200
    return [(each["code"], re.sub(r" +\d+ ms", " … ms", each["said"])) for each in answers["commands"]], tree(made)


def test_all_commands_do_on_windows_what_they_do_here(tmp_path: Path) -> None:
    here, files = played("plain", tmp_path / "here")
    there, written = played("windows", tmp_path / "Spiele für Büro")
    for words, plain, windows in zip(COMMANDS, here, there, strict=True):
        assert windows == plain, words
        assert "Traceback" not in plain[1], plain[1]
    assert [code for code, _ in here] == [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0]
    said = dict(zip((words[0] + " " + words[-1] for words in COMMANDS), (text for _, text in here), strict=True))
    assert (
        "hint: it is called 'act.svg': a name has the same small and capital letters everywhere" in said["build wrong"]
    )
    assert "there is no game 'BEES'\n    hint: did you mean 'bees'?" in said["build BEES"]
    assert "build/bees/a4/cards.pdf  stilts … ms\n" in said["watch bees"]
    assert written == files
    assert {
        "prints/bees.yaml",
        ".vscode/settings.json",
        "build/difference.html",
        "bees-2/.gitattributes",
    } <= files.keys()
    for name, data in files.items():
        if not name.endswith(".pdf"):
            assert b"\r" not in data, name
    said_by_all = "".join(text for _, text in here)
    assert "\\" not in said_by_all
    assert "\r" not in said_by_all
    assert json.loads(said["check json"])["games"][0]["name"] == "bees"


def tree(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_every_shipped_game_prints_the_same_with_the_line_ends_of_windows(tmp_path: Path) -> None:
    for part in ("data", "templates", "fonts"):
        shutil.copytree(ROOT / part, tmp_path / "Spiele für Büro" / part)
    with_crlf(tmp_path / "Spiele für Büro")
    plain, windows = find_workspace(ROOT), Workspace(tmp_path / "Spiele für Büro", tmp_path / "nothing")
    games = plain.games()
    assert len(games) > 2
    for name in games:
        made = [
            build(read_game(each, name), PrintJob("a4"), tmp_path / name / each.root.name) for each in (plain, windows)
        ]
        assert len(made[0]) == len(made[1]) > 2
        for here, there in zip(*made, strict=True):
            assert here.path.read_bytes() == there.path.read_bytes(), f"{name}/{here.path.name}"
