"""The documents tell the truth: the README's game builds, its mistake is answered as shown, links lead somewhere."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pnp.build import build, read_game
from pnp.cli import app
from pnp.game.spec import COMPONENT_KEYS, DOCUMENT, GAME_KEYS
from pnp.game.workspace import Workspace, shipped_root
from pnp.paint.subset import ELEMENTS
from pnp.schema.types import PLAIN

from .conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "fonts/README.md", ROOT / "CHANGELOG.md"]


def test_the_game_of_the_readme_builds(tmp_path: Path) -> None:
    blocks = re.findall(r"```(?:yaml|xml)\n(.*?)```", README, re.DOTALL)
    written = 0
    for block in blocks:
        text = re.sub(r"^   ", "", block, flags=re.MULTILINE)
        name = re.search(r"(data|templates)/bees/[\w.]+", text.splitlines()[0])
        assert name is not None
        path = tmp_path / name[0]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text if path.suffix == ".yaml" else text.split("\n", 1)[1], encoding="utf-8")
        written += 1
    assert written == 3
    (built,) = build(read_game(Workspace(tmp_path, shipped_root()), "bees"), "a4", tmp_path / "out")
    assert (built.pages, built.faces) == (1, 2)


def test_the_mistake_of_the_readme_is_answered_as_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = re.search(r"give him `dodge: 55`\.\n\n(.*?)\n\n", README, re.DOTALL)
    assert shown is not None
    for folder in ("data", "templates"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    heroes = tmp_path / "data/mortalgate/heroes.yaml"
    heroes.write_text(heroes.read_text(encoding="utf-8").replace("dodge: 5\n", "dodge: 55\n"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    output = CliRunner().invoke(app, ["build", "mortalgate"]).output
    assert [line.strip() for line in output.splitlines()] == [line.strip() for line in shown[1].splitlines()]


def test_links_lead_somewhere() -> None:
    seen = 0
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            if not target.startswith("http"):
                assert (page.parent / target).exists(), (page, target)
                seen += 1
    assert seen > 10


def test_every_key_and_element_is_documented() -> None:
    game = (ROOT / "docs/game.md").read_text(encoding="utf-8")
    templates = (ROOT / "docs/templates.md").read_text(encoding="utf-8")
    words = set(re.findall(r"[\w-]+", game))
    assert [key for key in (*GAME_KEYS, *COMPONENT_KEYS, *DOCUMENT, *PLAIN) if key not in words] == []
    assert [name for name in ELEMENTS if name not in templates] == []
