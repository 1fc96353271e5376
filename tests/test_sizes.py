"""Sizes measured in the PDFs themselves, on both papers, within 0.05 mm; tiles against the poster; backs on fronts."""

from __future__ import annotations

from itertools import pairwise
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
from pnp.units import PAPERS, POINTS_PER_MM

from .pdfs import Painted, painted, text_of

TOLERANCE = 0.05
Box = dict[str, Path]
papers = pytest.mark.parametrize("paper", ["a4", "letter"])


@pytest.fixture(scope="module")
def box(mortalgate: Game, tmp_path_factory: pytest.TempPathFactory) -> Box:
    """The folder of the built box for each paper; its books are measured elsewhere."""
    folders = {paper: tmp_path_factory.mktemp(paper) for paper in ("a4", "letter")}
    pieces = [name for name, document in mortalgate.documents.items() if not document.book]
    for paper, folder in folders.items():
        build(mortalgate, PrintJob(paper), folder, pieces)
    return folders


def clips(path: Path, page: int = 0) -> list[tuple[float, float, float, float]]:
    """The windows faces are seen through: the clips of the page itself, not of its forms."""
    return [item.box for item in painted(path, page) if item.operator == "W" and item.depth == 0]


def sizes(boxes: list[tuple[float, float, float, float]]) -> list[tuple[float, float]]:
    return [(right - left, bottom - top) for left, top, right, bottom in boxes]


@papers
@pytest.mark.parametrize(
    ("document", "count", "size", "shown"),
    [("status-cards", 8, (63, 88), 1.5), ("reference-cards", 2, (95, 140), 1.5), ("standees", 8, (23, 99.6), 1.5)],
)
def test_cards_measure_true(
    box: Box, paper: str, document: str, count: int, size: tuple[float, float], shown: float
) -> None:
    path = box[paper] / f"{document}.pdf"
    with pikepdf.open(path) as pdf:
        pages = len(pdf.pages)
    found = [measured for page in range(pages) for measured in sizes(clips(path, page))]
    both_ways = {(round(w - 2 * shown, 2), round(h - 2 * shown, 2)) for w, h in found}
    assert size in both_ways or size[::-1] in both_ways
    whole = [
        item
        for item in found
        if sorted(item) == pytest.approx(sorted((size[0] + 2 * shown, size[1] + 2 * shown)), abs=TOLERANCE)
    ]
    assert len(whole) in (count, 2 * count)  # with backs, twice


@papers
def test_tokens_measure_25_20_and_12_mm(box: Box, paper: str) -> None:
    path = box[paper] / "tokens.pdf"
    found = [round(w - 3, 3) for w, h in sizes(clips(path)) if w == pytest.approx(h, abs=1e-3)]
    assert [size for size in found if size == pytest.approx(25, abs=TOLERANCE)].__len__() == 8
    assert [size for size in found if size == pytest.approx(20, abs=TOLERANCE)].__len__() == 2
    assert [size for size in found if size == pytest.approx(12, abs=TOLERANCE)].__len__() == 58


def test_crop_marks_stand_63_and_88_mm_apart_and_reach_the_edge(box: Box) -> None:
    marks = next(
        item
        for item in painted(box["a4"] / "status-cards.pdf")
        if item.operator == "S" and item.depth == 0 and len(item.points) > 20
    )
    ends = list(zip(marks.points[::2], marks.points[1::2], strict=True))
    xs = sorted({round(a[0], 2) for a, b in ends if a[0] == pytest.approx(b[0], abs=1e-3)})
    ys = sorted({round(a[1], 2) for a, b in ends if a[1] == pytest.approx(b[1], abs=1e-3)})
    assert [b - a for a, b in pairwise(xs)] == pytest.approx([63, 3, 63, 3, 63], abs=TOLERANCE)
    assert [b - a for a, b in pairwise(ys)] == pytest.approx([88, 3, 88, 3, 88], abs=TOLERANCE)
    assert min(min(a[1], b[1]) for a, b in ends) == pytest.approx(0, abs=1e-3)
    assert max(max(a[0], b[0]) for a, b in ends) == pytest.approx(210, abs=1e-3)


def hexes(path: Path) -> list[Painted]:
    """Where the poster places its terrain: the forms that are placed in columns of the hexes' pitch."""
    return [item for item in painted(path) if item.operator == "Do" and item.depth == 1]


def test_hexes_are_25_mm_flat_to_flat(box: Box) -> None:
    places = [item.points[0] for item in hexes(box["a4"] / "board-poster.pdf")]
    columns: dict[float, list[float]] = {}
    for x, y in places:
        columns.setdefault(round(x, 2), []).append(y)
    full = {x: sorted(ys) for x, ys in columns.items() if len(ys) >= 28}
    assert len(full) == 22
    for ys in full.values():
        assert [b - a for a, b in pairwise(ys)] == pytest.approx([25.0] * (len(ys) - 1), abs=0.01)
    assert [b - a for a, b in pairwise(sorted(full))] == pytest.approx([25 * 3**0.5 / 2] * 21, abs=0.02)


@papers
def test_tiles_laid_side_by_side_are_the_poster(box: Box, mortalgate: Game, paper: str) -> None:
    size = mortalgate.components["board"].size(paper)
    poster, board = box[paper] / "board-poster.pdf", box[paper] / "board.pdf"
    border = 3 + 12  # the poster's bleed and border
    face = next(composer(mortalgate, PrintJob(paper)).pairs(mortalgate.components["board"])).front
    tiling = tiling_of(mortalgate, mortalgate.documents["board"], face, paper_of(mortalgate.documents["board"], paper))
    for page, (column, row) in enumerate(tiling.cells()):
        place = tiling.window(column, row)
        with pikepdf.open(board) as pdf:
            left, bottom, right, top = (float(value) for value in pdf.pages[page].trimbox)
        assert ((right - left) / POINTS_PER_MM, (top - bottom) / POINTS_PER_MM) == pytest.approx(
            (place.width, place.height), abs=0.01
        )
        tile = window(board, page, (left, bottom, right, top))
        corner = ((border + place.x) * POINTS_PER_MM, (border + size.height - place.bottom) * POINTS_PER_MM)
        there = window(poster, 0, (*corner, corner[0] + right - left, corner[1] + top - bottom))
        difference = np.abs(tile.astype(int) - there.astype(int))
        assert float(difference.mean()) < 0.5, (row, column)  # of 255 levels
        assert float((difference.max(axis=2) > 64).mean()) < 0.002, (row, column)


def window(path: Path, page: int, box: tuple[float, float, float, float]) -> np.ndarray[Any, Any]:
    """A part of a page (in points, from its lower left corner) as pixels, the part's corner on a pixel's corner."""
    document = pypdfium2.PdfDocument(path)
    try:
        leaf = document[page]
        leaf.set_cropbox(*box)
        return np.array(leaf.render(scale=1).to_numpy()[:, :, :3])
    finally:
        document.close()


@papers
@pytest.mark.parametrize("document", ["status-cards", "tokens", "reference-cards"])
def test_backs_lie_behind_their_fronts(box: Box, paper: str, document: str) -> None:
    path = box[paper] / f"{document}.pdf"
    with pikepdf.open(path) as pdf:
        count = len(pdf.pages)
    width = PAPERS[paper].width
    assert count % 2 == 0
    for page in range(0, count, 2):
        fronts, backs = clips(path, page), clips(path, page + 1)
        mirrored = [(width - right, top, width - left, bottom) for left, top, right, bottom in backs]
        assert len(fronts) == len(backs) > 1
        for front, back in zip(fronts, mirrored, strict=True):
            assert back == pytest.approx(front, abs=0.01)


def test_boxes_and_preferences(box: Box, mortalgate: Game) -> None:
    with pikepdf.open(box["a4"] / "board-poster.pdf") as pdf:
        page = pdf.pages[0]
        trim = [float(value) / POINTS_PER_MM for value in page.trimbox]
        bleed = [float(value) / POINTS_PER_MM for value in page.obj.BleedBox]
        assert trim[2] - trim[0] == pytest.approx(560, abs=TOLERANCE)
        assert trim[3] - trim[1] == pytest.approx(764.5, abs=TOLERANCE)
        assert [trim[0] - bleed[0], bleed[2] - trim[2]] == pytest.approx([3, 3], abs=TOLERANCE)
        assert str(pdf.docinfo["/Title"]) == "MortalGate: Board poster"
        assert str(pdf.docinfo["/Author"]) == mortalgate.author
        assert str(pdf.docinfo["/Subject"]) == mortalgate.subject
    with pikepdf.open(box["a4"] / "tokens.pdf") as pdf:
        wishes = pdf.Root.ViewerPreferences
        assert (str(wishes.PrintScaling), str(wishes.Duplex)) == ("/None", "/DuplexFlipLongEdge")
    with pikepdf.open(box["a4"] / "board.pdf") as pdf:
        assert "/Duplex" not in pdf.Root.ViewerPreferences


@papers
def test_page_counts_and_paper(box: Box, paper: str) -> None:
    counts = {}
    for path in box[paper].glob("*.pdf"):
        with pikepdf.open(path) as pdf:
            counts[path.stem] = len(pdf.pages)
            if path.stem != "board-poster":
                for page in pdf.pages:
                    wide, tall = (float(value) / POINTS_PER_MM for value in page.mediabox[2:])
                    assert (wide, tall) == pytest.approx((PAPERS[paper].width, PAPERS[paper].height), abs=0.01)
    assert counts["hero-sheets"] == 4
    assert counts["board"] == 10
    whole, poster = counts.pop("print-and-play"), counts.pop("board-poster")
    assert poster == 1
    assert counts["standees"] == 1  # with their bases
    # board and hero sheets as they are, cards, tokens and aids on two leaves; what has nothing behind it has an empty
    # back, but for the last leaf
    assert whole == 2 * (counts["board"] + counts["hero-sheets"] + 2 + counts["standees"]) - 1


def test_fonts_are_embedded_subsets_and_nothing_is_a_raster(box: Box) -> None:
    seen = set()
    for path in box["a4"].glob("*.pdf"):
        with pikepdf.open(path) as pdf:
            for thing in pdf.objects:
                if not isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
                    continue
                assert thing.get("/Subtype") not in ("/Image", "/Type3", "/Type1"), path.name
                if thing.get("/Subtype") == "/CIDFontType2":
                    name = str(thing.BaseFont)
                    assert name[7] == "+"
                    assert name[1:7].isupper()
                    assert "/FontFile2" in thing.FontDescriptor
                    seen.add(name[8:])
    assert {"Cinzel-Bold", "AlegreyaSans-Regular", "AlegreyaSans-Bold", "AlegreyaSans-Italic"} <= seen


def test_text_extracts_in_reading_order(box: Box, mortalgate: Game) -> None:
    names = [str(hero["name"]) for hero in mortalgate.collections["heroes"]]
    pages = "\n".join(text_of(box["a4"] / "hero-sheets.pdf", page) for page in range(4))
    assert [pages.index(name) for name in names] == sorted(pages.index(name) for name in names)
    flat = " ".join(pages.split())
    assert "Deal 6 damage to one enemy." in flat
    assert "Make one basic attack at a target up to 6 hexes away." in flat
    assert flat.index("Drexir") < flat.index("Mighty Blow") < flat.index("Sabea")


def test_sheets_say_what_they_are(box: Box) -> None:
    text = text_of(box["a4"] / "hero-sheets.pdf", 1)
    assert "MortalGate" in text
    assert "2.5" in text
    assert "leaf 2 of 4, one-sided" in text
    assert "50 mm when printed at 100 %" in text


def test_the_box_has_bookmarks_in_printing_order(box: Box) -> None:
    with pikepdf.open(box["a4"] / "print-and-play.pdf") as pdf, pdf.open_outline() as outline:
        titles = [str(item.title) for item in outline.root]
    assert titles == ["How to make it", "Board", "Hero sheets", "Status cards", "Tokens, Player aids", "Standees"]
