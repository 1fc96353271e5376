"""A case's SVG goes in; our picture, resvg's picture, and how far they differ come out."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pypdfium2
import resvg_py
from PIL import Image

from pnp.faces.face import Face
from pnp.fonts.families import FontFamily, Fonts
from pnp.impose.sheet import Placement, Sheet
from pnp.paint.context import Assets
from pnp.paint.draw import draw
from pnp.pdf.pages import DocumentInfo, write_pdf
from pnp.units import Matrix, Rect, Size

Picture = npt.NDArray[np.uint8]

SIDE = 240  # pixels a picture is wide and high
TOLERANCE = 16  # of 255, beyond what the neighbouring pixels hold: antialiasing differs by a pixel's edge, not more
ALLOWED = 0.01  # of all pixels may differ
POINTS = 75.0  # 100 pixels of 1/96 inch
FONTS_FOLDER = Path(__file__).parents[2] / "fonts" / "alegreya-sans"
FACES = {
    "regular": FONTS_FOLDER / "AlegreyaSans-Regular.ttf",
    "bold": FONTS_FOLDER / "AlegreyaSans-Bold.ttf",
    "italic": FONTS_FOLDER / "AlegreyaSans-Italic.ttf",
    "bold-italic": FONTS_FOLDER / "AlegreyaSans-BoldItalic.ttf",
}
INFO = DocumentInfo("Conformance", "pnp", "", "pnp", "en", None)


def _nothing(name: str) -> str:
    raise LookupError(f"there is no picture '{name}'")


def _no_bytes(name: str) -> bytes:
    raise LookupError(f"there is no picture '{name}'")


@lru_cache(maxsize=1)
def assets() -> Assets:
    """The corpus's font, and neither palette nor icons."""
    faces = {style: path for style, path in FACES.items() if path.exists()}
    return Assets({}, Fonts({"Alegreya Sans": FontFamily("Alegreya Sans", faces)}), _nothing, _no_bytes)


def paint(svgs: list[str], *, as_forms: bool = False) -> bytes:
    """A PDF with a page for each; as forms, every page holds its drawing twice, the first half of it out of sight."""
    side = POINTS / 72 * 25.4
    whole = Rect(0, 0, side, side)
    sheets = []
    for svg in svgs:
        face = Face("c", "r", "front", svg, Size(side, side))
        placements: tuple[Placement, ...] = (Placement(face, Matrix()),)
        if as_forms:
            placements = (Placement(face, Matrix.translation(3 * side, 0)), *placements)
        sheets.append(Sheet(Size(side, side), placements, whole, whole, ""))
    return write_pdf(sheets, lambda text: draw(text, assets()), INFO)


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
