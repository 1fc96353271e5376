"""All shipped games in every ink: what `pnp check` says of them, and how much of each kind of sheet is covered."""

from __future__ import annotations

import pytest

from bench.commits import ROOT, game_names
from pnp.build.build import check, read_game
from pnp.build.ink_use import ink_use
from pnp.game.workspace import find_workspace
from pnp.job import INKS, Ink, PrintJob
from tests.test_ink import LARGE, MOST, hold_redrawn


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("name", game_names(ROOT))
def test_shipped_games_are_fine_in_every_ink(name: str, ink: Ink) -> None:
    """Text keeps its contrast, colours that must be told apart still are, and nothing overflows."""
    assert check(read_game(find_workspace(ROOT), name), PrintJob("a4", ink)) == []


@pytest.mark.parametrize("name", game_names(ROOT))
def test_light_ink_takes_a_fifth_of_what_is_dark_books_too(name: str) -> None:
    used = ink_use(read_game(find_workspace(ROOT), name), "letter")
    assert any("pages" in item.name for item in used)
    for item in used:
        full, *cheap = (100 * item.shares[ink] for ink in INKS)
        assert max(cheap) <= (full / 5 if full >= LARGE else MOST), (item.name, full, cheap)


@pytest.mark.parametrize("name", game_names(ROOT))
def test_light_faces_are_redrawn_and_not_faded(name: str) -> None:
    hold_redrawn(name)
