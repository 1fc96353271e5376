"""A sheet printed by a printer that is off, through its profile, lies where the plain sheet does: both sides, 600 dpi."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pytest
from PIL import Image

from pnp.build.build import build, read_game
from pnp.job import PrintJob
from pnp.printer import PrinterProfile, Side
from pnp.units import MM_PER_INCH, PAPERS, Matrix
from tests.conftest import GAME, MakeGame
from tests.pdfs import painted
from tests.printers import OFFICE

Pixels = np.ndarray[Any, np.dtype[np.float32]]
DPI = 600
SCALE = DPI / MM_PER_INCH  # pixels a mm
NEAR = 3.0  # mm round a cross
A4 = PAPERS["a4"]
CROSSES = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69 94"><path d="{}" fill="none" stroke="ink" stroke-width="0.3"/></svg>'
PLACES = {"card": [(9, 9), (54, 79)], "back": [(9, 79), (54, 9)]}
MAX_OFF = 0.05  # mm


def crosses(name: str) -> str:
    return CROSSES.format("".join(f"M{x - 2} {y}h4M{x} {y - 2}v4" for x, y in PLACES[name]))


def photographed(path: Path, page: int) -> Image.Image:
    document = pypdfium2.PdfDocument(path)
    try:
        pixels = document[page].render(scale=DPI / 72, grayscale=True).to_numpy()
        return Image.fromarray(np.array(pixels).reshape(pixels.shape[:2]))
    finally:
        document.close()


def through(picture: Image.Image, error: Matrix) -> Image.Image:
    """What comes out of the printer: each pixel of the paper is looked for where the printer took it from."""
    det = error.a * error.d - error.b * error.c
    a, b, c, d = error.d / det, -error.c / det, -error.b / det, error.a / det
    e, f = -(a * error.e + b * error.f) * SCALE, -(c * error.e + d * error.f) * SCALE
    return picture.transform(
        picture.size, Image.Transform.AFFINE, (a, b, e, c, d, f), Image.Resampling.BICUBIC, fillcolor=255
    )


def centre(picture: Image.Image, x: float, y: float) -> tuple[float, float]:
    """The middle of the ink near a place (mm), to a part of a pixel; looked for twice, so that all of it is in view."""
    for reach in (NEAR, NEAR - 0.5):
        box = [round(value * SCALE) for value in (x - reach, y - reach, x + reach, y + reach)]
        ink: Pixels = 255 - np.asarray(picture.crop((box[0], box[1], box[2], box[3])), dtype=np.float32)
        total = float(ink.sum())
        assert total > 10_000, "a cross is in view"
        rows, columns = np.mgrid[0 : ink.shape[0], 0 : ink.shape[1]] + 0.5
        x = (box[0] + float((columns * ink).sum()) / total) / SCALE
        y = (box[1] + float((rows * ink).sum()) / total) / SCALE
    return x, y


def marked(path: Path, page: int) -> list[tuple[float, float]]:
    """Where the plain file has its crosses: mm on the page."""
    found = []
    for item in painted(path, page):
        points = item.points
        if item.operator == "S" and len(points) == 8:
            found += [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(points[::4], points[1::4], strict=True)]
    return found


def worst(plain: Image.Image, printed: Image.Image, where: list[tuple[float, float]]) -> float:
    return max(
        max(abs(a - b) for a, b in zip(centre(plain, x, y), centre(printed, x, y), strict=True)) for x, y in where
    )


@pytest.mark.parametrize("profile", [OFFICE], ids=["office"])
def test_both_sides_register(profile: PrinterProfile, make_game: MakeGame, tmp_path: Path) -> None:
    files = {
        "data/tiny/game.yaml": GAME.replace("template: card.svg", "template: card.svg, back: back.svg, copies: 4"),
        "templates/tiny/card.svg": crosses("card"),
        "templates/tiny/back.svg": crosses("back"),
    }
    game = read_game(make_game(files), "tiny")
    (plain,) = build(game, PrintJob("a4"), tmp_path / "plain")
    (bent,) = build(game, PrintJob("a4", printer=profile), tmp_path / "bent")
    sides: tuple[Side, ...] = ("front", "back")
    for page, side in enumerate(sides):
        where = marked(plain.path, page)
        assert len(where) == 16
        assert max(x for x, _ in where) - min(x for x, _ in where) > 150
        assert max(y for _, y in where) - min(y for _, y in where) > 200
        original = photographed(plain.path, page)
        error = profile.error(side, A4, "long")
        assert worst(original, through(photographed(bent.path, page), error), where) < MAX_OFF
        spoilt = through(original, error)
        assert worst(original, spoilt, where) > 1, f"without the profile the {side} is off"
