"""The shipped games go in; docs/gallery.md and a picture of every piece and book come out. Run by `make pictures`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
from PIL import Image

from pnp.build.build import gather, read_game
from pnp.build.painter import Painter
from pnp.faces.compose import composer
from pnp.faces.face import Face
from pnp.game.model import Component, Document, Game
from pnp.game.workspace import find_workspace
from pnp.impose.sheet import Clip, Placement, Sheet, clip_of
from pnp.job import PrintJob
from pnp.pdf.pages import DocumentInfo, write_pdf
from pnp.svg.path import moved
from pnp.units import Matrix, Rect, Size

ROOT = Path(__file__).parent.parent
OUT = ROOT / "docs" / "pictures" / "gallery"
PAGE = ROOT / "docs" / "gallery.md"
OPENING = """# Gallery

Every piece of the games that come with `pnp`, as it prints: the first few of each, and a back where there is one.
Drawn by `make pictures` from the very data in `data/` and `templates/`.
"""
TABLE = (233, 229, 221)  # what the pieces lie on
WIDE, TALL = 760, 330  # pixels, at most
LARGE = 5.0  # pixels a mm, at most: a small token need not fill the page
MOST = 5  # pieces in a picture
LONGEST = 3.2  # a row of pieces is at most so many times as wide as it is tall, if there are several
SHOWN = (0.0, 0.3, 0.55, 0.8)  # the pages of a book that are shown, as shares of it
INFO = DocumentInfo("", "", "", "", "en", None)


def main() -> int:
    """Write the page and its pictures; what was there before goes."""
    for old in OUT.glob("*.png"):
        old.unlink()
    OUT.mkdir(parents=True, exist_ok=True)
    workspace = find_workspace(ROOT)
    parts = [OPENING]
    for name in workspace.games():
        parts.extend(show(read_game(workspace, name)))
    PAGE.write_text("\n".join(parts), encoding="utf-8", newline="\n")
    return 0


def show(game: Game) -> Iterator[str]:
    """A game's part of the page."""
    documents = list(game.documents.values())
    made = gather(game, composer(game, PrintJob("a4")), documents)
    yield f"## {game.title}\n\n{game.subject.rstrip('.')}.\n"
    for component in game.components.values():
        faces = chosen(component, made.pieces)
        if faces:
            caption = f"{component.title}: {component.pieces} of {sizes(faces)}"
            yield keep(game, component.name, row(faces), made.painter, caption)
    for book, document in books(documents):
        pages = [made.sheets[document.name][round(share * (len(made.sheets[document.name]) - 1))] for share in SHOWN]
        caption = f"{document.title}: {len(made.sheets[document.name])} pages of {sizes(pages)}"
        yield keep(game, book, beside(list(dict.fromkeys(pages))), made.painter, caption)


def books(documents: list[Document]) -> Iterator[tuple[str, Document]]:
    """Each book in its first edition of single pages."""
    seen = set()
    for document in documents:
        if document.layout == "book" and document.book not in seen:
            seen.add(document.book)
            yield document.book, document


def chosen(component: Component, pieces: tuple[Face, ...]) -> list[Face]:
    """The first fronts that fit a row, and the first back behind them."""
    mine = [face for face in pieces if face.component == component.name]
    fronts = list({face.digest: face for face in mine if face.side == "front"}.values())
    seen = {face.digest for face in fronts}
    backs = [face for face in mine if face.side == "back" and face.digest not in seen][:1]
    if not fronts:
        return []
    aspect = fronts[0].size.width / fronts[0].size.height
    count = min(MOST, max(1, int(LONGEST / aspect)))
    return [*fronts[: max(1, count - len(backs))], *backs]


def sizes(things: list[Face] | list[Sheet]) -> str:
    """``63 x 88 mm``."""
    size = things[0].size
    round_ = isinstance(things[0], Face) and things[0].shape.kind == "circle"
    return f"{size.width:g} mm across" if round_ else f"{size.width:g} x {size.height:g} mm"


def row(faces: list[Face]) -> Sheet:
    """Faces side by side, cut out, with a little of the table round them."""
    gap = 0.06 * max(face.size.height for face in faces)
    placed, x = [], gap
    for face in faces:
        window = Rect(x, gap, face.size.width, face.size.height)
        matrix = Matrix.translation(x, gap)
        placed.append(Placement(face, matrix, clip_of(face.shape, face.size, matrix, window, 0)))
        x += face.size.width + gap
    size = Size(x, max(face.size.height for face in faces) + 2 * gap)
    page = Rect(0, 0, size.width, size.height)
    return Sheet(size, tuple(placed), page, page, "")


def beside(pages: list[Sheet]) -> Sheet:
    """Pages side by side on the table, each on white paper."""
    width, height = pages[0].size.width, pages[0].size.height
    gap = 0.06 * height
    size = Size(len(pages) * (width + gap) + gap, height + 2 * gap)
    placed: list[Placement] = []
    for i, page in enumerate(pages):
        shift = Matrix.translation(gap + i * (width + gap), gap)
        blank = (
            f'<svg xmlns="http://www.w3.org/2000/svg"><rect width="{width:g}" height="{height:g}" fill="white"/></svg>'
        )
        placed.append(Placement(Face("paper", "", "front", blank, page.size), shift))
        for item in page.placements:
            clip = item.clip and Clip(
                Rect(
                    item.clip.rect.x + shift.e, item.clip.rect.y + shift.f, item.clip.rect.width, item.clip.rect.height
                ),
                item.clip.round,
                moved(item.clip.path, shift),
            )
            placed.append(Placement(item.face, shift @ item.matrix, clip))
    whole = Rect(0, 0, size.width, size.height)
    return Sheet(size, tuple(placed), whole, whole, "")


def keep(game: Game, name: str, sheet: Sheet, painter: Painter, caption: str) -> str:
    """Paint a picture; the words that show it on the page."""
    document = pypdfium2.PdfDocument(write_pdf([sheet], painter.draw, INFO))
    wide, tall = document[0].get_size()
    scale = min(WIDE / wide, TALL / tall, LARGE * 25.4 / 72)
    image = document[0].render(scale=3 * scale, fill_color=(*TABLE, 255)).to_pil().convert("RGB")
    document.close()
    image = image.resize((round(wide * scale), round(tall * scale)), Image.Resampling.LANCZOS)
    path = OUT / f"{game.name}-{name}.png"
    image.quantize(160, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE).save(path, optimize=True)
    return f"**{caption}**\n\n![{caption}](pictures/gallery/{path.name})\n"


if __name__ == "__main__":
    sys.exit(main())
