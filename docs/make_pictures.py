"""Built PDFs go in, the pictures of README and docs come out: PNGs in docs/pictures/. Run by `make pictures`."""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pypdfium2
from PIL import Image

from pnp.build.build import build, gather, read_game
from pnp.calibration.leaf_file import calibration_leaf
from pnp.cli.starters import make_workspace
from pnp.faces.compose import composer
from pnp.game.model import Game
from pnp.game.workspace import find_workspace
from pnp.impose.sheet import Sheet
from pnp.job import INKS, Backs, Ink, PrintJob
from pnp.rulebook.book import read_book
from pnp.rulebook.edition import set_book
from pnp.units import PAPERS, Rect, Size

ROOT = Path(__file__).parent.parent
OUT = ROOT / "docs" / "pictures"
# picture -> game, document, page (from 0), the part shown as shares of it (left, top, right, bottom), width in pixels
PICTURES = {
    "board": ("mortalgate", "board-poster", 0, (0.02, 0.015, 0.98, 0.985), 760),
    "hero-sheets": ("mortalgate", "hero-sheets", 0, (0.0, 0.005, 1.0, 0.9745), 760),
    "spec-sheets": ("ephemeral-gate", "spec-sheets", 0, (0.0, 0.0, 1.0, 0.975), 760),
    "ability-cards": ("ephemeral-gate", "ability-cards", 0, (0.035, 0.045, 0.965, 0.955), 760),
    "muster-cards": ("battle-gate", "decks", 18, (0.035, 0.045, 0.965, 0.955), 760),
    "first-page": ("mortalgate", "print-and-play", 0, (0.03, 0.02, 0.97, 0.985), 620),
    "packed-sheet": ("ephemeral-gate", "print-and-play", 20, (0.0, 0.0, 1.0, 0.985), 480),
    "cut-marks": ("mortalgate", "status-cards", 0, (0.24, 0.28, 0.46, 0.40), 620),
    "muster-page": ("battle-gate", "summaries", 0, (0.0, 0.0, 1.0, 0.98), 760),
}
SPREAD = "blessings"  # the chapter on one of the book's two open pages
FIRST_CARD = (7.5 / 210, 13.5 / 297, 70.5 / 210, 101.5 / 297)  # the part of its page inside the cut
NET = re.compile(r"<!-- net (\S+) (\S+ x \S+) -->\n```xml\n(.*?)```\n", re.DOTALL)  # name, size, drawing
JOB = PrintJob("a4")
TUTORIAL = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
DIAGRAM = "reach"  # the diagram shown by itself
SAMPLES = ROOT / "docs" / "samples"  # a tiny game for what the shipped ones do not have


def main() -> int:
    """Build the games, take the pictures."""
    folders = {name: ROOT / "build" / name / "a4" for name in dict.fromkeys(shot[0] for shot in PICTURES.values())}
    games = {name: read_game(find_workspace(ROOT), name) for name in folders}
    for name, game in games.items():
        build(game, JOB, folders[name])
    OUT.mkdir(parents=True, exist_ok=True)
    for name, (shown, document, page, part, width) in PICTURES.items():
        keep(name, take(folders[shown] / f"{document}.pdf", page, part, width))
    game, folder = games["mortalgate"], folders["mortalgate"]
    book = folder / "rulebook.pdf"
    opened, (page, part) = find_in_book(game)
    keep("rulebook", beside([take(book, page, (0, 0, 1, 1), 380) for page in opened]))
    keep("diagram", take(book, page, part, 760))
    keep("inks", beside([ink_picture(games["mortalgate"], ink) for ink in INKS]))
    keep("backs-folded", backs_picture(games["mortalgate"], "fold"))
    tutorial()
    calibration()
    nets()
    samples()
    return 0


def ink_picture(game: Game, ink: Ink) -> Image.Image:
    """A hero sheet in an ink."""
    with tempfile.TemporaryDirectory() as scratch:
        (made,) = build(game, PrintJob("a4", ink), Path(scratch), ["hero-sheets"])
        return take(made.path, 0, (0.0, 0.005, 1.0, 0.5), 380)


def backs_picture(game: Game, backs: Backs) -> Image.Image:
    """A sheet of cards with backs for a printer of one side."""
    with tempfile.TemporaryDirectory() as scratch:
        (made,) = build(game, PrintJob("a4", backs=backs), Path(scratch), ["status-cards"])
        return take(made.path, 0, (0.0, 0.0, 1.0, 0.985), 480)


def calibration() -> None:
    """The leaf that a printer is calibrated by, front and back."""
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / "leaf.pdf"
        path.write_bytes(calibration_leaf("office/card-250", "a4", "long", "pnp calibrate office --stock card-250"))
        keep("calibration-leaf", beside([take(path, page, (0, 0, 1, 1), 500) for page in (0, 1)]))


def tutorial() -> None:
    """What the tutorial's reader sees: the starter's cards, and one of them before and after the first change."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = make_workspace("moon-harvest", "box", None, Path(temporary))
        cards = folder / "data" / "moon-harvest" / "cards.yaml"
        before = built(folder, "cards")
        keep("tutorial-cards", take(before, 0, (0, 0, 1, 1), 380))
        first = take(before, 0, FIRST_CARD, 250)
        old, new = (block.split("```")[0] for block in TUTORIAL.split("```yaml\n")[1:3])
        text = cards.read_text(encoding="utf-8")
        assert text.count(old) == 1, "the tutorial's first change finds its place"
        cards.write_text(text.replace(old, new), encoding="utf-8", newline="\n")
        keep("tutorial-change", beside([first, take(built(folder, "cards"), 0, FIRST_CARD, 250)]))


def nets() -> None:
    """The nets of "Drawing a template", built as they stand there, in a game fresh from `pnp new`."""
    found = NET.findall((ROOT / "docs" / "templates.md").read_text(encoding="utf-8"))
    assert len(found) == 4, "every net of the page is found"
    for name, size, body in found:
        with tempfile.TemporaryDirectory() as temporary:
            folder = make_workspace("shop", "cards", None, Path(temporary))
            page = built(write_net(folder, size, body), "net")
            keep(f"net-{name}", piece_picture(read_game(find_workspace(folder), "shop"), "net", page, 4))


def samples() -> None:
    """A piece with all kinds of lines, the lap of a tile, labels and the page to try them: of the tiny game."""
    game = read_game(find_workspace(SAMPLES), "bees")
    with tempfile.TemporaryDirectory() as temporary:
        names = ["sign", "board", "labels", "labels-test"]
        files = {made.path.stem: made.path for made in build(game, JOB, Path(temporary), names)}
        keep("lines", piece_picture(game, "sign", files["sign"], 7))
        tile = sheets_of(game, "board")[0]
        lap = Rect(tile.trim.right - 76, tile.trim.y - 8, 90, 88)  # its upper end
        keep("laps", take(files["board"], 0, shares(lap, tile.size), 540))
        first = shares(Rect(0, 8, 110, 90), PAPERS[JOB.paper])
        keep("labels", beside([take(files[name], 0, first, 420) for name in ("labels", "labels-test")]))


def sheets_of(game: Game, document: str) -> Sequence[Sheet]:
    """A document's sheets, as they are printed."""
    return gather(game, composer(game, JOB), [game.documents[document]]).sheets[document]


def piece_picture(game: Game, document: str, page: Path, scale: float) -> Image.Image:
    """The first piece of a document, upright, with a little round it: ``scale`` pixels a mm, if it is not too wide."""
    sheet = sheets_of(game, document)[0]
    placed, clip = sheet.placements[0], sheet.placements[0].clip
    assert clip is not None, "pieces are cut to their bleed"
    box = clip.rect.outset(2)
    picture = take(page, 0, shares(box, sheet.size), round(min(760, scale * box.width)))
    turned = placed.matrix.b > 0.5  # a quarter clockwise, where more of them fit the paper so
    return picture.transpose(Image.Transpose.ROTATE_90) if turned else picture


def shares(part: Rect, paper: Size) -> tuple[float, float, float, float]:
    """A part of a paper as shares of it: left, top, right, bottom."""
    return part.x / paper.width, part.y / paper.height, part.right / paper.width, part.bottom / paper.height


def write_net(folder: Path, size: str, body: str) -> Path:
    """Give a game a component and a document with one net; its template is what the page shows."""
    page = folder / "data" / "shop" / "game.yaml"
    text = page.read_text(encoding="utf-8")
    text = text.replace("\ncomponents:\n", f"\ncomponents:\n  net: {{template: net.svg, size: {size}, bleed: 1}}\n")
    text = text.replace("\ndocuments:\n", "\ndocuments:\n  net: [net]\n")
    page.write_text(text, encoding="utf-8", newline="\n")
    root = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {{ w + 2 }} {{ h + 2 }}">'
    (folder / "templates" / "shop" / "net.svg").write_text(f"{root}\n{body}</svg>\n", encoding="utf-8", newline="\n")
    return folder


def built(folder: Path, document: str) -> Path:
    """One document of the only game of a workspace, built."""
    workspace = find_workspace(folder)
    (name,) = workspace.games()
    (made,) = build(read_game(workspace, name), JOB, folder / "build", [document])
    return made.path


def keep(name: str, picture: Image.Image) -> None:
    """Save a picture small; colours are chosen by their spread, so that a small red token stays red."""
    picture.quantize(128, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE).save(
        OUT / f"{name}.png", optimize=True
    )
    print(f"docs/pictures/{name}.png  {picture.width} x {picture.height}")


def find_in_book(game: Game) -> tuple[tuple[int, int], tuple[int, tuple[float, float, float, float]]]:
    """The open pages with the chapter, left and right, and the page and part that show the diagram."""
    manuscript, _ = read_book(composer(game, JOB), game.books["rulebook"])
    assert manuscript is not None, "the book was built a moment ago"
    sheets = set_book(manuscript, game.documents["rulebook"], "a4").sheets
    (begins,) = [i for i, sheet in enumerate(sheets) if any(anchor.name == SPREAD for anchor in sheet.anchors)]
    left = begins - 1 if begins % 2 == 0 else begins  # page 1 is a right-hand page
    shown = [
        (i, item.clip) for i, sheet in enumerate(sheets) for item in sheet.placements if item.face.record == DIAGRAM
    ]
    page, clip = shown[0]
    assert clip is not None, "figures are cut to their trim"
    return (left, left + 1), (page, shares(clip.rect, sheets[page].size))


def beside(pages: list[Image.Image]) -> Image.Image:
    """Two pages as an open book, with a thin line in the fold and round them."""
    wide, tall = sum(page.width for page in pages), pages[0].height
    spread = Image.new("RGB", (wide + len(pages) + 1, tall + 2), (196, 188, 172))
    for i, page in enumerate(pages):
        spread.paste(page, (1 + i * (pages[0].width + 1), 1))
    return spread


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
