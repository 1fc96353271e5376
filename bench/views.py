"""A game goes in; pictures of what is printed of it come out: a face of every component, a page of every kind.

A component shows the record with the most text, front and back, but for one that a poster shows whole. A document shows
its first sheet, the first with backs, and what only its layout has: a tile and the assembly map, a side of a booklet,
and of a book the pages that ``book_pages`` finds; of a book set once more, a page of a chapter. Documents that only
combine others have no pages of their own to show, and the starters' sheets are laid out as those of the games are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pypdfium2

from pnp.build.build import Gathered, gather, read_game
from pnp.build.painter import Painter
from pnp.cli.starters import KINDS, make_workspace
from pnp.faces.compose import Pair, composer
from pnp.faces.face import Face
from pnp.game.model import Document, Game
from pnp.game.workspace import find_workspace
from pnp.history.printing import open_ledger, plan_reprint, record
from pnp.history.reprint import find_needs, lay_out_reprint
from pnp.impose.sheet import Placement, Sheet
from pnp.pdf.drawing import Drawing
from pnp.pdf.pages import DocumentInfo, write_pdf
from pnp.rulebook.blocks import Chapter, Insert
from pnp.units import Matrix, Rect, Size

Picture = npt.NDArray[np.uint8]

ROOT = Path(__file__).parent.parent
PAPER = "a4"
DPI = 100
PARTS = ("contents", "index", "credits")  # of a book, made by the program
STARTER = "moonrise"  # what the starters' games are called here
INFO = DocumentInfo("", "", "", "", "en", None)
_TAG = re.compile("<[^>]*>")


def all_views(scratch: Path) -> Iterator[tuple[str, Picture]]:
    """Every picture, named GAME/WHAT: of the shipped games, of the starters, of a reprint. ``scratch`` is a folder."""
    workspace = find_workspace(ROOT)
    for name in workspace.games():
        yield from game_views(read_game(workspace, name), name)
    for kind in KINDS:
        (scratch / kind).mkdir()
        made = find_workspace(make_workspace(STARTER, kind, None, scratch / kind))
        yield from game_views(read_game(made, STARTER), f"starter-{kind}", books_alone=True)
    yield from reprint_views(scratch)


def game_views(game: Game, folder: str, *, books_alone: bool = False) -> Iterator[tuple[str, Picture]]:
    """The pictures of one game, named from ``folder``: of its faces, and of its documents or its ``books_alone``."""
    documents = [item for item in game.documents.values() if not item.combine and item.layout != "html"]
    made = gather(game, composer(game, PAPER), documents, tried=False)
    assert not made.problems, made.problems
    shown = dict(face_sheets(game, made))
    books: set[str] = set()
    for document in documents:
        pages = document_pages(document, made)
        if document.layout == "book":
            pages = {"opener": pages["opener"]} if document.book in books else pages
            books.add(document.book)
        elif books_alone:
            continue
        shown |= {f"{document.name}-{kind}": sheet for kind, sheet in pages.items()}
    yield from zip(
        (f"{folder}/{name}" for name in shown), pictures(list(shown.values()), made.painter.draw), strict=True
    )


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
    backs = [sheet for sheet in sheets if any(place.face.side == "back" for place in sheet.placements)]
    return {"sheet": sheets[0]} | ({"backs": backs[0]} if backs else {})


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
        left = [sheet for sheet in sheets if sheet not in found.values()]
        best = max(left, key=value, default=None)
        if best is not None and value(best) > 0:
            found[kind] = best

    def names(sheet: Sheet) -> set[str]:
        return {anchor.name for anchor in sheet.anchors}

    choose("cover", lambda sheet: sheet.placements[0].face.record == "cover")
    for part, chapter in parts.items():
        choose(part, lambda sheet, chapter=chapter: chapter in names(sheet))
    choose("opener", lambda sheet: bool(names(sheet) & titles))
    choose("table", lambda sheet: sum(name.startswith("table/") for name in names(sheet)))
    choose("figure", lambda sheet: len(sheet.placements) - 1)
    choose("text", lambda sheet: len(_TAG.sub("", sheet.placements[0].face.svg)))
    choose("last", lambda sheet: sheet is sheets[-1])
    return found


def reprint_views(scratch: Path) -> Iterator[tuple[str, Picture]]:
    """The list of changes that a reprint begins with: of a starter in which a card became another."""
    folder = make_workspace(STARTER, "cards", None, scratch)
    workspace = find_workspace(folder)
    ledger, _ = record(read_game(workspace, STARTER), PAPER, folder, "", ())
    data = folder / "data" / STARTER / "acts.yaml"
    data.write_text(
        data.read_text(encoding="utf-8").replace("coins: 3, nerve: 3", "coins: 4, nerve: 3"), encoding="utf-8"
    )
    assert ledger.last
    plan = plan_reprint(read_game(find_workspace(folder), STARTER), open_ledger(folder, STARTER), ledger.last, PAPER)
    needs = find_needs(plan.inventory, plan.changes, plan.tiles)
    cover = lay_out_reprint(plan.inventory, needs, plan.summary, plan.sections)[0]
    painter = Painter(plan.inventory.game, plan.inventory.composer)
    yield from zip(["reprint/cover"], pictures([cover], painter.draw), strict=True)


def pictures(sheets: Sequence[Sheet], draw: Callable[[str], Drawing]) -> Iterator[Picture]:
    """Each sheet as pdfium shows it, RGB; without links, which may lead to pages that are not there."""
    pdf = pypdfium2.PdfDocument(write_pdf([replace(sheet, links=()) for sheet in sheets], draw, INFO))
    try:
        for number in range(len(sheets)):
            yield np.array(pdf[number].render(scale=DPI / 72).to_numpy()[:, :, 2::-1])
    finally:
        pdf.close()
