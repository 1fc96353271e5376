"""What several tests share: the shipped game, read once, and tiny games made of text."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import settings

from pnp.build.build import read_game
from pnp.game.model import Game
from pnp.game.workspace import Workspace, find_workspace, shipped_root

ROOT = Path(__file__).parent.parent
# machines are shared and noisy: no deadlines, and the same examples every time
settings.register_profile("pnp", deadline=None, derandomize=True)
settings.load_profile("pnp")
os.environ.pop("PNP_PRINTER", None)  # whoever runs the tests may have a printer of their own

# forks and their processes are Linux's; Windows cannot bound what a process may take, as the fuzzers do
collect_ignore = [
    *(["test_workers.py"] if sys.platform != "linux" else []),
    *(["test_conformance.py"] if sys.platform == "win32" else []),
]

MakeGame = Callable[[dict[str, str] | None], Workspace]


@pytest.fixture(scope="session")
def mortalgate() -> Game:
    return read_game(find_workspace(ROOT), "mortalgate")


@pytest.fixture
def copy(tmp_path: Path) -> Workspace:
    """All shipped games in a folder of their own, to be changed."""
    for folder in ("data", "templates"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    return Workspace(tmp_path, shipped_root())


GAME = """
title: Tiny
version: "1"
palette: {ink: "#111111", paper: "#ffffff"}
fonts: {Text: {regular: alegreya-sans/AlegreyaSans-Regular.ttf, bold: alegreya-sans/AlegreyaSans-Bold.ttf}}
text: {body: {font: Text, size: 9, min: 7, color: ink}}
collections:
  heroes: {file: heroes.yaml, fields: {name: text, health: int 1..20, story: markup?}}
components:
  cards: {of: heroes, template: card.svg, size: poker, bleed: 3}
documents:
  cards: [cards]
"""
HEROES = """
ada: {name: Ada, health: 12}
bo: {name: Bo, health: 7, story: "Keeps **{{ health }}** bees."}
"""
CARD = """
<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69 94">
  <rect x="-3" y="-3" width="69" height="94" fill="paper"/>
  {{ text(name, 5, 5, 53, 6, "body") }}
  {{ text(health, 5, 12, 53, 6, "body") }}
  {{ text(it.story or "", 5, 20, 53, 30, "body") }}
</svg>
"""


def write_tiny(root: Path, files: dict[str, str] | None = None) -> Workspace:
    """Write a tiny workspace: the files above, replaced or joined by those given (path in the workspace = text)."""
    given = {"data/tiny/game.yaml": GAME, "data/tiny/heroes.yaml": HEROES, "templates/tiny/card.svg": CARD}
    for name, text in (given | (files or {})).items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    return Workspace(root, shipped_root())


@pytest.fixture
def make_game(tmp_path: Path) -> MakeGame:
    """Write a tiny workspace into the test's own folder."""
    return partial(write_tiny, tmp_path)


@pytest.fixture(scope="module")
def tiny_game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The tiny game of those files, read once."""
    return read_game(write_tiny(tmp_path_factory.mktemp("tiny")), "tiny")


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A folder outside of any workspace."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    return folder
