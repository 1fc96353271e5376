"""The shipped games: nothing is left to say of them, on any paper, and every sheet measures true."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pikepdf
import pytest

from pnp.build.build import build, examine, read_game
from pnp.game.model import Game
from pnp.game.workspace import find_workspace
from pnp.job import PrintJob
from tests.conftest import ROOT
from tests.pdfs import painted

ACCEPTED = {
    "mortalgate": ["cut-place", "similar-colors", "low-contrast", "low-contrast"],
    "battle-gate": [],
    "ephemeral-gate": [],
}
ASSUMED = {"ephemeral-gate": {"figures.mira.hit_points", "figures.mira.force"}}
TOLERANCE = 0.05  # mm


@pytest.fixture(scope="module")
def games() -> dict[str, Game]:
    workspace = find_workspace(ROOT)
    return {name: read_game(workspace, name) for name in workspace.games()}


def test_all_of_them_are_looked_at(games: dict[str, Game]) -> None:
    assert games.keys() == ACCEPTED.keys()


@pytest.mark.parametrize(("name", "paper"), [*product(ACCEPTED, ("a4", "letter")), ("mortalgate", "a3")])
def test_nothing_is_left_to_say_of_it(games: dict[str, Game], name: str, paper: str) -> None:
    seen = examine(games[name], PrintJob(paper))
    assert [str(problem) for problem in seen.problems] == []
    assert [item.problem.code for item in seen.accepted] == ACCEPTED[name]
    assert all(len(item.because.split()) > 5 for item in seen.accepted)
    assert seen.checked["faces of components"] > 20


@pytest.mark.parametrize(("name", "paths"), ASSUMED.items())
def test_what_is_assumed_is_said(games: dict[str, Game], name: str, paths: set[str]) -> None:
    assert {path for path, _ in games[name].assumed} == paths
    assert len(games[name].notes) >= 8


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", ACCEPTED)
def test_every_sheet_has_a_scale_bar_of_50_mm(games: dict[str, Game], name: str, paper: str, tmp_path: Path) -> None:
    game = games[name]
    cut = [item.name for item in game.documents.values() if not item.book]
    build(game, PrintJob(paper), tmp_path, cut)
    seen = 0
    for path in sorted(tmp_path.glob("*.pdf")):
        with pikepdf.open(path) as pdf:
            pages = len(pdf.pages)
        for page in range(pages):
            strokes = [item for item in painted(path, page) if item.operator == "S" and item.depth == 0]
            left, _, right, _ = strokes[-1].box
            assert right - left == pytest.approx(50, abs=TOLERANCE), path.name
            seen += 1
    assert seen >= len(cut)
