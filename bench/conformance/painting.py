"""A case's SVG goes in; the PDF that the program paints of it comes out."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from pnp.faces.face import Face
from pnp.fonts.families import FontFamily, Fonts
from pnp.fonts.font import FontSource
from pnp.impose.sheet import Placement, Sheet
from pnp.paint.context import Assets
from pnp.paint.draw import draw
from pnp.pdf.pages import DocumentInfo, write_pdf
from pnp.units import Matrix, Rect, Size

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
    faces = {style: FontSource(path) for style, path in FACES.items() if path.exists()}
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
