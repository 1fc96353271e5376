"""Faces and pages of every game, as pdfium shows them: as they were when their pictures were kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.references import FOLDER, MOST_BYTES, SUFFIX, differences, foreign_viewer, kept_names, write_page
from bench.views import Picture, all_views
from pnp.game.workspace import find_workspace
from tests.conftest import ROOT


@pytest.fixture(scope="module")
def views(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Picture]:
    """Every picture of today, by its name."""
    wrong = foreign_viewer()
    if wrong:
        pytest.fail(wrong, pytrace=False)
    folder: Path = tmp_path_factory.mktemp("views")
    return dict(all_views(folder))


def test_what_is_shown_is_what_is_kept(views: dict[str, Picture]) -> None:
    assert views.keys() == kept_names(), "make references"
    assert {name.partition("/")[0] for name in views} == {*find_workspace(ROOT).games(), "reprint"}
    ends = {name.rpartition("-")[2] for name in views}
    kinds = {"front", "back", "sheet", "backs", "round", "tile", "map", "poster", "strips", "side"}
    assert kinds | {"cover", "contents", "opener", "table", "figure", "text", "index"} <= ends
    assert len(views) > 60 and "reprint/cover" in views


def test_they_take_little_room() -> None:
    assert sum(path.stat().st_size for path in FOLDER.rglob(f"*{SUFFIX}")) <= MOST_BYTES


def test_everything_looks_as_it_was_kept(views: dict[str, Picture]) -> None:
    found = differences(views)
    page = write_page(found)
    lines = [f"{item.name}: {item.words}" for item in found]
    assert not found, "\n".join([f"see {page}; make references renews them, once they are as they should be", *lines])
