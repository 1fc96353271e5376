"""Every recipe of the cookbook is cooked: its changes find their place, and the game is clean, without a warning."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
import yaml
from PIL import Image

from pnp.build.build import check, read_game
from pnp.cli.starters import make_workspace
from pnp.game.workspace import find_workspace
from pnp.job import PrintJob

from .conftest import ROOT
from .pages import apply, blocks

TEXT = (ROOT / "docs/cookbook.md").read_text(encoding="utf-8")
RECIPES = {part.splitlines()[0]: part for part in TEXT.split("\n## ")[1:]}
# what a recipe changes, counted: a recipe whose marks are lost would test nothing
STEPS = {
    "A picture of your own on a card": 1, "A drawing from Illustrator": 2, "A curved name": 1, "Art that is not drawn yet": 1, "Photographs as card art": 3, "An icon of your own": 3, "A back for each card": 1, "How many of each": 3,
    "A table that computes itself": 2, "A diagram that cannot lie": 4, "A box for your deck": 3, "Stickers": 2, "A board larger than the paper": 3,
    "One size on A4 and Letter": 0, "A font of your own": 3, "A spreadsheet with a title and a total": 2, "A deck in JSON": 2,
    "A deck from nanDECK or Squib": 0,
}  # fmt: skip


def test_every_recipe_is_counted() -> None:
    assert RECIPES.keys() == STEPS.keys()


@pytest.mark.parametrize("title", RECIPES)
def test_a_recipe_works(title: str, tmp_path: Path) -> None:
    recipe = RECIPES[title]
    kind = re.search(r"\*Kind: (\w+)\.\*", recipe)
    assert kind is not None
    folder = make_workspace("shop", kind[1], None, tmp_path)
    for name in re.findall(r"<!-- pictures (\S+) -->", recipe):
        acts = yaml.safe_load((folder / "data/shop/acts.yaml").read_text(encoding="utf-8"))
        (folder / name).mkdir(parents=True)
        for act in acts:
            Image.new("RGB", (240, 240), "#aa3344").save(folder / name / f"{act}.png")
    for name in re.findall(r"<!-- font (\S+) -->", recipe):
        (folder / name).parent.mkdir()
        shutil.copy(ROOT / "tests/material/fonts/TrialSans-Regular.otf", folder / name)
    found = list(blocks(recipe))
    at = steps = 0
    while at < len(found):
        taken = apply(found, at, folder) if found[at].mark else 0
        steps += taken > 0
        at += taken or 1
    assert steps == STEPS[title]
    game = read_game(find_workspace(folder), "shop")
    for paper in ("a4", "letter"):
        warned = re.findall(r"<!-- warns (\S+) -->", recipe)
        assert [problem.code for problem in check(game, PrintJob(paper))] == warned


def test_the_size_of_the_day_is_the_starters_own() -> None:
    snippet = re.search(r"```yaml\n(sheets: .*)\n```", RECIPES["One size on A4 and Letter"])
    assert snippet is not None
    assert f"  {snippet[1]}\n" in (ROOT / "starters/skirmish/data/NAME/game.yaml").read_text(encoding="utf-8")
