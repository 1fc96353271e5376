"""Built PDFs go in, the README's pictures come out: small PNGs under docs/pictures/. Run by `make pictures`."""

from __future__ import annotations

import sys
from pathlib import Path

import pypdfium2
from PIL import Image

from pnp.build import build, read_game
from pnp.game.workspace import find_workspace

ROOT = Path(__file__).parent.parent
OUT = ROOT / "docs" / "pictures"
# picture -> document, page (from 0), the part shown as shares of the page (left, top, right, bottom), width in pixels
PICTURES = {
    "board": ("board-poster", 0, (0.02, 0.015, 0.98, 0.985), 760),
    "hero-sheets": ("hero-sheets", 0, (0.0, 0.005, 1.0, 0.9745), 760),
    "status-cards": ("status-cards", 0, (0.0, 0.0, 1.0, 0.66), 760),
    "tokens": ("tokens", 0, (0.03, 0.18, 0.97, 0.80), 760),
}


def main() -> int:
    """Build the box, take the pictures."""
    folder = ROOT / "build" / "mortalgate" / "a4"
    build(read_game(find_workspace(ROOT), "mortalgate"), "a4", folder)
    OUT.mkdir(parents=True, exist_ok=True)
    for name, (document, page, part, width) in PICTURES.items():
        picture = take(folder / f"{document}.pdf", page, part, width)
        picture.quantize(128, dither=Image.Dither.NONE).save(OUT / f"{name}.png", optimize=True)
        print(f"docs/pictures/{name}.png  {picture.width} x {picture.height}")
    return 0


def take(path: Path, page: int, part: tuple[float, float, float, float], width: int) -> Image.Image:
    """A part of a page, ``width`` pixels wide, made larger first and then reduced."""
    document = pypdfium2.PdfDocument(path)
    leaf = document[page]
    wide, _ = leaf.get_size()
    image = leaf.render(scale=min(3 * width / (wide * (part[2] - part[0])), 6)).to_pil()
    box = (part[0] * image.width, part[1] * image.height, part[2] * image.width, part[3] * image.height)
    cut = image.crop(tuple(round(edge) for edge in box))
    document.close()
    return cut.resize((width, round(cut.height * width / cut.width)), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    sys.exit(main())
