"""docs/gallery.md shows every component and every book of every shipped game, and its pictures are there."""

from __future__ import annotations

import re
from pathlib import Path

from pnp.build.build import read_game
from pnp.game.workspace import find_workspace

ROOT = Path(__file__).parent.parent


def test_the_gallery_shows_everything_shipped() -> None:
    page = (ROOT / "docs/gallery.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"\(pictures/gallery/(.+?)\.png\)", page))
    workspace = find_workspace(ROOT)
    wanted = set()
    for name in workspace.games():
        game = read_game(workspace, name)
        wanted |= {f"{name}-{item}" for item in (*game.components, *game.books)}
    assert wanted
    assert shown == wanted, "run `make pictures`"
    assert all((ROOT / f"docs/pictures/gallery/{name}.png").is_file() for name in shown)
