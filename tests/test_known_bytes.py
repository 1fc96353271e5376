"""What is printed is, to the byte, what `bench/digests.txt` says: the games, starters, tables, reprints and drawings.

Every Python is held to the same file by `make pythons`. A change that is wanted is written by `make digests`, and its
commit says why.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from bench.commits import ROOT, game_names
from bench.conformance.corpus import corpus
from bench.digested import corpus_digests, table_digests, text_digests
from bench.digests import FILE, PAPERS, differences, edited_digests, read_text, shipped_digests, starter_digests
from bench.edits import EDITS
from pnp.build.build import read_game
from pnp.cli.starters import KINDS
from pnp.game.workspace import find_workspace

KEPT = read_text(FILE.read_text(encoding="utf-8"))
GAMES = game_names(ROOT)


def hold(found: Iterable[tuple[str, str]], under: str) -> None:
    """Those found are all that the file has under a name, and equal to them."""
    changed = differences({name: mark for name, mark in KEPT.items() if name.startswith(under)}, dict(found))
    assert not changed, "\n".join([*changed[:20], "If it is meant: make digests"])


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_starter_is_built_as_it_was(kind: str, paper: str) -> None:
    hold(starter_digests(kind, paper), f"starter-{kind}/{paper}/")


@pytest.mark.parametrize("kind", EDITS)
def test_a_starter_that_was_edited_is_printed_again_and_told_as_it_was(kind: str) -> None:
    hold(edited_digests(kind), f"starter-{kind}/edited/")


@pytest.mark.parametrize("feature", sorted({case.feature for case in corpus()}))
def test_drawings_are_painted_and_refused_as_they_were(feature: str) -> None:
    hold(corpus_digests(feature), f"corpus/{feature}/")


def test_texts_are_set_as_they_were() -> None:
    hold(text_digests(), "texts/")


@pytest.mark.parametrize("name", GAMES)
def test_a_games_tables_are_what_they_were(name: str) -> None:
    hold(table_digests(read_game(find_workspace(ROOT), name)), f"{name}/tables/")


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_built_as_it_was(name: str) -> None:
    hold(shipped_digests(name, "a4"), f"{name}/a4/")


def test_nothing_else_is_in_the_file() -> None:
    known = {f"starter-{kind}" for kind in KINDS} | set(GAMES) | {"corpus", "texts"}
    assert {name.partition("/")[0] for name in KEPT} == known
    assert EDITS.keys() == KINDS.keys()
