"""A painted case goes in, or its SVG; pdfium's picture of it, resvg's picture, and how far they differ come out."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import numpy.typing as npt
import pypdfium2
import resvg_py
from PIL import Image

from bench.conformance.painting import FACES, POINTS

Picture = npt.NDArray[np.uint8]

SIDE = 240  # pixels a picture is wide and high
TOLERANCE = 16  # of 255, beyond what the neighbouring pixels hold: antialiasing differs by a pixel's edge, not more
ALLOWED = 0.01  # of all pixels may differ


def ours(pdf: bytes, page: int = 0) -> Picture:
    """A page as pdfium shows it."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        picture = document[page].render(scale=SIDE / POINTS).to_numpy()
        return np.array(picture[:SIDE, :SIDE, 2::-1])
    finally:
        document.close()


def theirs(svg: str) -> Picture:
    """The drawing as resvg shows it, on white."""
    png = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=SIDE,
        height=SIDE,
        background="white",
        dpi=96,
        skip_system_fonts=True,
        font_files=[str(path) for path in FACES.values() if path.exists()],
    )
    with Image.open(BytesIO(bytes(png))) as image:
        return np.array(image.convert("RGB"))


def difference(first: Picture, second: Picture) -> float:
    """The share of pixels that differ: those outside the range of the other's three by three pixels, either way."""
    return float((_outside(first, second) | _outside(second, first)).mean())


def differing(first: Picture, second: Picture) -> npt.NDArray[np.bool_]:
    """Which pixels differ."""
    return _outside(first, second) | _outside(second, first)


def _outside(picture: Picture, other: Picture) -> npt.NDArray[np.bool_]:
    padded = np.pad(other.astype(np.int16), ((1, 1), (1, 1), (0, 0)), mode="edge")
    height, width = other.shape[:2]
    around = np.stack([padded[y : y + height, x : x + width] for y in range(3) for x in range(3)])
    low, high = around.min(axis=0) - TOLERANCE, around.max(axis=0) + TOLERANCE
    return np.asarray(((picture < low) | (picture > high)).any(axis=2))
