"""The island in tiles, glued and edge to edge, laid together by the plan at 300 dpi: it is the poster, to the pixel."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
import pypdfium2
import pytest

from pnp.build.build import build
from pnp.faces.compose import composer
from pnp.game.model import Game
from pnp.impose.tile_plan import paper_of, tiling_of
from pnp.job import PrintJob
from pnp.units import POINTS_PER_MM, Rect

DPI = 300
BORDER = 3 + 12  # the poster's bleed and border
Picture = np.ndarray[Any, Any]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("lap", [0.0, 6.0])
def test_stitched_tiles_are_the_poster(mortalgate: Game, tmp_path: Path, paper: str, lap: float) -> None:
    document = replace(mortalgate.documents["board"], lap=lap)
    game = replace(mortalgate, documents={**mortalgate.documents, "board": document})
    build(game, PrintJob(paper), tmp_path, ["board"])
    build(game, PrintJob(paper), tmp_path, ["board-poster"])
    face = next(composer(game, PrintJob(paper)).pairs(game.components["board"])).front
    tiling = tiling_of(game, document, face, paper_of(document, paper))
    assert tiling.lapped == bool(lap)
    worst, seen = 0.0, 0
    for page, (column, row) in enumerate(tiling.cells()):
        with pikepdf.open(tmp_path / "board.pdf") as pdf:
            trim = [float(value) / POINTS_PER_MM for value in pdf.pages[page].trimbox]
        place, piece = tiling.window(column, row), tiling.piece(column, row)
        assert (trim[2] - trim[0], trim[3] - trim[1]) == pytest.approx((piece.width, piece.height), abs=0.001)
        # what is seen of a tile lies at the piece's upper left: its laps go under the neighbours
        tile = picture(tmp_path / "board.pdf", page, Rect(trim[0], trim[3] - place.height, place.width, place.height))
        below = face.size.height - place.bottom
        there = picture(
            tmp_path / "board-poster.pdf", 0, Rect(BORDER + place.x, BORDER + below, place.width, place.height)
        )
        assert tile.shape == there.shape
        off = np.abs(tile.astype(int) - there.astype(int)).max(axis=2)
        worst = max(worst, float((off > 64).mean()))
        assert float(off.mean()) < 0.5, (column, row)
        for edge in (
            off[:2],
            off[-2:],
            off[:, :2],
            off[:, -2:],
        ):  # a line or a white hair at a joint would be all of it
            assert float((edge > 64).mean()) < 0.1, (column, row)
        seen += tile.shape[0] * tile.shape[1]
    assert worst < 0.002
    assert seen == pytest.approx(face.size.width * face.size.height * (DPI / 25.4) ** 2, rel=0.002)


def picture(path: Path, page: int, rect: Rect) -> Picture:
    """A part of a page as pixels; the rectangle is in mm from the page's lower left corner, ``y`` its lower edge."""
    document = pypdfium2.PdfDocument(path)
    try:
        leaf = document[page]
        corners = (rect.x, rect.y, rect.x + rect.width, rect.y + rect.height)
        leaf.set_cropbox(*(value * POINTS_PER_MM for value in corners))
        return np.array(leaf.render(scale=DPI / 72).to_numpy()[:, :, :3])
    finally:
        document.close()
