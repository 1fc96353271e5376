"""The page that ``pnp diff`` writes, opened in a browser: each changed piece as it was and as it is."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from bench.fuzz.harmless import wrong_in
from pnp.build.build import read_game
from pnp.build.painter import Painter
from pnp.faces.compose import composer
from pnp.game.workspace import Workspace, shipped_root
from pnp.job import PrintJob
from tests.conftest import CARD, GAME, ROOT, write_tiny
from tests.gates.browser import open_page
from tests.gates.pictures import Wanted, compare, keep, missing, places
from tests.gates.references import too_wide, wrong_references

# what drawings for browsers get wrong first: a symbol used twice by XLink, an icon, a gradient, a colour by its name
DRAWN = CARD.replace(
    "</svg>",
    """
  <defs>
    <linearGradient id="fade"><stop offset="0" stop-color="ink"/><stop offset="1" stop-color="paper"/></linearGradient>
    <symbol id="gem" viewBox="0 0 10 10"><path d="M5 0 L10 5 L5 10 L0 5 Z" fill="ink"/></symbol>
  </defs>
  <rect x="5" y="56" width="53" height="8" fill="url(#fade)"/>
  <use xlink:href="#gem" x="5" y="68" width="14" height="14"/>
  <use href="#gem" x="24" y="68" width="14" height="14"/>
  {{ icon("crossed-swords", 44, 68, 14, "ink") }}
</svg>""",
).replace("<svg ", '<svg xmlns:xlink="http://www.w3.org/1999/xlink" ', 1)


@pytest.fixture
def sides(tmp_path: Path) -> tuple[Path, Path]:
    """A tiny game as it was, and as it is: another colour and another health."""
    files = {"templates/tiny/card.svg": DRAWN, "data/tiny/game.yaml": GAME}
    write_tiny(tmp_path / "before", files)
    write_tiny(tmp_path / "after", files | {"data/tiny/game.yaml": GAME.replace("#111111", "#882211")})
    heroes = tmp_path / "after/data/tiny/heroes.yaml"
    heroes.write_text(heroes.read_text(encoding="utf-8").replace("health: 12", "health: 14"), encoding="utf-8")
    return tmp_path / "before", tmp_path / "after"


def _pieces(folder: Path, when: str) -> Iterator[Wanted]:
    game = read_game(Workspace(folder, shipped_root()), "tiny")
    compose = composer(game, PrintJob("a4"))
    painter = Painter(game, compose)
    for pair in compose.pairs(game.components["cards"]):
        name = str(game.collections["heroes"].records[pair.front.record].fields_of_record["name"])
        yield Wanted(f"{name}, {when}", f"{name}, {when}", pair.front, painter.draw)


@pytest.mark.parametrize("width", [1200, 390])
def test_before_and_after_are_as_they_are_printed(browser: Browser, sides: tuple[Path, Path], width: int) -> None:
    before, after = sides
    shutil.copytree(before, after / "before")
    command = [sys.executable, "-m", "pnp.cli", "diff", "before", ".", "--out", "page.html"]
    subprocess.run(command, cwd=after, check=True, capture_output=True)
    assert wrong_in((after / "page.html").read_text(encoding="utf-8")) == []
    opened = open_page(browser, after / "page.html", width)
    try:
        wrong = [*opened.faults, *wrong_references(opened.page), *too_wide(opened.page)]
        assert not wrong, "\n".join(wrong)
        for when, folder in (("before", before), ("after", after)):
            wanted = list(_pieces(folder, when))
            found = places(opened.page, f".{when} [role=img], .{when} img")
            assert not (wrong := missing(found, wanted)), "\n".join(wrong)
            differ = [item for item in compare(opened, found, wanted) if not item.same]
            for item in differ:
                keep(item, ROOT / f"build/gates/diff-{width}-{item.wanted.name.replace(', ', '-')}.png")
            assert not differ, "\n".join(map(str, differ))
    finally:
        opened.page.close()
