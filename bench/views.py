"""A game goes in; pictures of what is printed of it come out: a face of every component, a page of every kind.

A component shows the record with the most text, front and back, but for one that a poster shows. A document shows what
its layout has: a tile and the assembly map, a strip, a side of a booklet, a poster's corner, of a book the pages that
``book_pages`` finds. Of cut sheets a game shows one with cards and its backs, and one with round pieces; of a book that
is set twice, the first setting. Documents that only combine others have no pages of their own to show.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pypdfium2

from pnp.build.build import Gathered, gather, read_game
from pnp.build.painter import Painter
from pnp.cli.starters import make_workspace
from pnp.faces.compose import Pair, composer
from pnp.faces.face import Face
from pnp.game.model import Document, Game
from pnp.game.workspace import find_workspace
from pnp.history.printing import open_ledger, plan_reprint, record
from pnp.history.reprint import find_needs, lay_out_reprint
from pnp.impose.sheet import Placement, Sheet
from pnp.job import PrintJob
from pnp.pdf.drawing import Drawing
from pnp.pdf.pages import DocumentInfo, write_pdf
from pnp.rulebook.blocks import Chapter, Insert
from pnp.units import Matrix, Rect, Size

Picture = npt.NDArray[np.uint8]

ROOT = Path(__file__).parent.parent
PAPER = "a4"
DPI = 100
CORNER = 827, 1170  # pixels of an A4 page: of a larger one, its upper left part
PARTS = ("contents", "index")  # of a book, made by the program
STARTER = "moonrise"  # what the game of the reprint is called
INFO = DocumentInfo("", "", "", "", "en", None)
_TAG = re.compile("<[^>]*>")


def all_views(scratch: Path) -> Iterator[tuple[str, Picture]]:
    """Every picture, named GAME/WHAT: of the shipped games, and of a reprint. ``scratch`` is a folder to work in."""
    workspace = find_workspace(ROOT)
    for name in workspace.games():
        yield from game_views(read_game(workspace, name))
    yield from reprint_views(scratch)


def game_views(game: Game) -> Iterator[tuple[str, Picture]]:
    """The pictures of one game."""
    documents = [item for item in game.documents.values() if not item.combine and item.layout != "html"]
    made = gather(game, composer(game, PrintJob(PAPER)), documents, tried=False)
    assert not made.problems, made.problems
    shown = dict(face_sheets(game, made))
    seen: set[str] = set()
    for document in documents:
        pages = document_pages(document, made)
        kinds = {f"book {document.book}"} if document.layout == "book" else set(pages)
        shown |= {f"{document.name}-{kind}": sheet for kind, sheet in pages.items() if not kinds <= seen}
        seen |= kinds
    names = [f"{game.name}/{name}" for name in shown]
    yield from zip(names, pictures(list(shown.values()), made.painter.draw), strict=True)


def face_sheets(game: Game, made: Gathered) -> Iterator[tuple[str, Sheet]]:
    """A page of the face's own size for each side of each component, of the record whose two sides say most."""
    whole = {name for item in game.documents.values() if item.layout == "poster" for name in item.components}
    for component in game.components.values():
        if component.name in whole:
            continue
        pair = max(made.compose.pairs(component), key=words)
        for face in pair.faces:
            yield f"{component.name}-{face.side}", face_sheet(face)


def words(pair: Pair) -> int:
    """How many words a piece bears."""
    return sum(len(_TAG.sub("", face.svg).split()) for face in pair.faces)


def face_sheet(face: Face) -> Sheet:
    """The face with its bleed, and nothing else."""
    size = Size(face.size.width + 2 * face.bleed, face.size.height + 2 * face.bleed)
    page = Rect(0, 0, size.width, size.height)
    return Sheet(size, (Placement(face, Matrix.translation(face.bleed, face.bleed)),), page, page, "")


def document_pages(document: Document, made: Gathered) -> dict[str, Sheet]:
    """The pages of a document that are shown, by what they are."""
    sheets = made.sheets[document.name]
    if document.layout == "book":
        return book_pages(sheets, made.books[document.book].chapters)
    if document.layout == "booklet":
        return {"side": sheets[1]}
    if document.layout == "tiles":
        return {"tile": sheets[0], "assembly-map": sheets[-1]}
    if document.layout != "grid":
        return {document.layout: sheets[0]}
    round_ones = [sheet for sheet in sheets if any(place.face.shape.kind == "circle" for place in sheet.placements)]
    backs = [sheet for sheet in sheets if any(place.face.side == "back" for place in sheet.placements)]
    if round_ones:
        return {"round": round_ones[0]}
    return {"sheet": sheets[0], "backs": backs[0]} if backs else {}


def book_pages(sheets: Sequence[Sheet], chapters: Sequence[Chapter]) -> dict[str, Sheet]:
    """The cover, what the program makes, the first page of a chapter, the page with the most tables, figures, words."""
    parts = {
        block.kind: chapter.id
        for chapter in chapters
        for block in chapter.blocks
        if isinstance(block, Insert) and block.kind in PARTS
    }
    titles = {chapter.id for chapter in chapters} - set(parts.values())
    found: dict[str, Sheet] = {}

    def choose(kind: str, value: Callable[[Sheet], int]) -> None:
        left = [sheet for sheet in sheets if all(sheet is not other for other in found.values())]
        best = max(left, key=value, default=None)
        if best is not None and value(best) > 0:
            found[kind] = best

    def names(sheet: Sheet) -> set[str]:
        return {anchor.name for anchor in sheet.anchors}

    def begins(ids: set[str], sheet: Sheet) -> int:
        return len(names(sheet) & ids)

    choose("cover", lambda sheet: sheet.placements[0].face.record == "cover")
    for part, chapter in parts.items():
        choose(part, partial(begins, {chapter}))
    choose("opener", lambda sheet: bool(begins(titles, sheet)))
    choose("table", lambda sheet: sum(name.startswith("table/") for name in names(sheet)))
    choose("figure", lambda sheet: len(sheet.placements) - 1)
    choose("text", lambda sheet: len(_TAG.sub("", sheet.placements[0].face.svg)))
    return found


def reprint_views(scratch: Path) -> Iterator[tuple[str, Picture]]:
    """The list of changes that a reprint begins with: of a starter in which a card became another."""
    folder = make_workspace(STARTER, "cards", None, scratch)
    workspace = find_workspace(folder)
    ledger, _ = record(read_game(workspace, STARTER), PrintJob(PAPER), folder, "", ())
    data = folder / "data" / STARTER / "acts.yaml"
    data.write_text(
        data.read_text(encoding="utf-8").replace("coins: 3, nerve: 3", "coins: 4, nerve: 3"), encoding="utf-8"
    )
    assert ledger.last
    plan = plan_reprint(read_game(find_workspace(folder), STARTER), open_ledger(folder, STARTER), ledger.last, PAPER)
    needs = find_needs(plan.inventory, plan.changes, plan.tiles)
    cover = lay_out_reprint(plan.inventory, needs, plan.summary, plan.sections, PrintJob())[0]
    painter = Painter(plan.inventory.game, plan.inventory.composer)
    yield from zip(["reprint/cover"], pictures([cover], painter.draw), strict=True)


def pictures(sheets: Sequence[Sheet], draw: Callable[[str], Drawing]) -> Iterator[Picture]:
    """Each sheet as pdfium shows it, RGB; without links, which may lead to pages that are not there."""
    pdf = pypdfium2.PdfDocument(write_pdf([replace(sheet, links=()) for sheet in sheets], draw, INFO))
    try:
        for number in range(len(sheets)):
            whole = pdf[number].render(scale=DPI / 72).to_numpy()
            height, width = whole.shape[:2]
            large = min(width, height) > max(CORNER)
            yield np.array(whole[: CORNER[1], : CORNER[0], 2::-1] if large else whole[:, :, 2::-1])
    finally:
        pdf.close()
