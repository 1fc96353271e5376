"""Documents and their faces go in, sheets with slugs and bookmarks come out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pnp.faces.compose import Pair
from pnp.faces.face import Face
from pnp.game.model import Component, Document, Game
from pnp.impose.booklet import impose_booklet
from pnp.impose.cards import Paper, impose_cards
from pnp.impose.grid import CutPiece
from pnp.impose.marks import slug
from pnp.impose.poster import impose_poster, impose_tiles
from pnp.impose.sheet import Sheet
from pnp.impose.strips import impose_strips
from pnp.problems import GameError, Problem
from pnp.units import PAPERS

if TYPE_CHECKING:
    from pnp.rulebook.book import Manuscript
    from pnp.rulebook.edition import Typeset

MAX_PAGES = 2_000


def needed_documents(game: Game, documents: Iterable[Document]) -> list[Document]:
    """The documents themselves and those whose sheets they combine, each once, those first that others need."""
    found: dict[str, Document] = {}

    def add(document: Document, above: tuple[str, ...]) -> None:
        if document.name in above:
            message = f"document '{document.name}' combines itself"
            raise GameError(
                [Problem("circular-document", message, document.span, "take it out of its own combine list")]
            )
        for name in document.combine if document.name not in found else ():
            add(game.documents[name], (*above, document.name))
        found.setdefault(document.name, document)

    for document in documents:
        add(document, ())
    return list(found.values())


@dataclass(frozen=True)
class Material:
    """What documents are made of on one paper: every component's pieces, and every book's manuscript."""

    game: Game
    paper: str
    pairs: Mapping[str, Sequence[Pair]]
    books: Mapping[str, Manuscript]


@dataclass(frozen=True)
class LaidOut:
    """The sheets of documents by their names, what was wrong, and what is to be told of books that were made to fit."""

    sheets: Mapping[str, tuple[Sheet, ...]]
    problems: tuple[Problem, ...]
    notes: tuple[str, ...]


@dataclass(eq=False)
class _Editions:
    """The books of a material as they were set so far: one setting serves a book and its booklet."""

    material: Material
    made: dict[tuple[str, str, int], Typeset] = field(default_factory=dict)

    def pages(self, document: Document) -> tuple[Sheet, ...]:
        """The pages of a document's book."""
        paper = self.material.paper
        key = (document.book, str(document.size(paper)), document.columns)
        if key not in self.made:
            from pnp.rulebook.edition import set_book  # loaded for games with a book alone

            self.made[key] = set_book(self.material.books[document.book], document, paper)
        return self.made[key].sheets


def lay_out_documents(material: Material, documents: Sequence[Document]) -> LaidOut:
    """The sheets of each document; a piece that does not fit the paper is a problem."""
    sheets: dict[str, tuple[Sheet, ...]] = {}
    problems: list[Problem] = []
    editions = _Editions(material)
    for document in needed_documents(material.game, documents):
        try:
            own = tuple(_lay_out(material, document, editions))
        except ValueError as error:
            hint = "use a smaller size, or a larger paper" + ("" if document.book else ", or layout: tiles")
            problems.append(Problem("too-large", f"{document.name}: {error}", document.span, hint))
            own = ()
        if len(own) + sum(len(sheets[name]) for name in document.combine) > MAX_PAGES:
            message, hint = f"{document.name} has more than {MAX_PAGES:,} pages", "make several documents of it"
            problems.append(Problem("too-many-pages", message, document.span, hint))
            raise GameError(problems)
        sheets[document.name] = (*own, *(sheet for name in document.combine for sheet in sheets[name]))
        if not sheets[document.name] and not problems and document.layout != "html" and not document.book:
            message, hint = f"{document.name} has no pages", "give its collections some records"
            problems.append(Problem("empty-document", message, document.span, hint))
    made = [edition for book in material.books for key, edition in editions.made.items() if key[0] == book]
    problems += [problem for edition in made for problem in edition.problems]
    return LaidOut(sheets, tuple(problems), tuple(edition.note for edition in made if edition.note))


def _lay_out(material: Material, document: Document, editions: _Editions) -> Sequence[Sheet]:
    """One document's own sheets; all but a book's pages with slugs and bookmarks."""
    game = material.game
    stock = Paper(PAPERS[material.paper], document.margin, document.gutter, document.flip)
    family = slug_family(game)
    sheets: list[Sheet] = []
    if document.layout == "html" or (document.book and document.book not in material.books):
        return []
    if document.layout == "book":
        return editions.pages(document)
    if document.layout == "booklet":
        sheets = impose_booklet(editions.pages(document), stock.size, document.title)
    elif document.layout == "grid":
        items = [item for name in document.components for item in _items(game.components[name], material.pairs[name])]
        sheets = impose_cards(items, stock, document.title) if items else []
    elif document.layout == "strips":
        named = [(pair, game.components[name]) for name in document.components for pair in material.pairs[name]]
        strips = [
            (pair.front, piece_title(component, pair.front))
            for pair, component in named
            for _ in range(component.copies_of(pair.front.record))
        ]
        sheets = impose_strips(strips, stock, document.title, family) if strips else []
    else:
        for pair in (pair for name in document.components for pair in material.pairs[name]):
            if document.layout == "poster":
                sheets.append(impose_poster(pair.front, document.title))
            else:
                sheets += impose_tiles(pair.front, stock, document.title, family)
    return finish_sheets(game, sheets, document.title, slugged=document.layout != "booklet")


def finish_sheets(game: Game, sheets: Sequence[Sheet], title: str, *, slugged: bool = True) -> list[Sheet]:
    """The sheets of one document with their slugs, the first with the document's bookmark."""
    family = slug_family(game)
    finished = []
    for number, sheet in enumerate(sheets, 1):
        measure = sheet.measure or _measure(sheet)
        parts = [game.title, game.version, sheet.label, measure, f"page {number} of {len(sheets)}", sheet.digest]
        line = "  ·  ".join(part for part in parts if part)
        bookmark = title if number == 1 else None
        marks = sheet.marks + (slug(line, sheet.size, family) if slugged else "")
        finished.append(sheet.marked(marks, bookmark))
    return finished


def _measure(sheet: Sheet) -> str:
    """The size of the pieces on a sheet, where it is one and they are whole: to be measured before they are cut."""
    found = set()
    for place in sheet.placements:
        trim, face = place.trim, place.face
        seen = place.clip.rect if place.clip else trim
        together = seen.union(trim)
        whole = together.width - seen.width < 0.01 and together.height - seen.height < 0.01
        page = trim.width > sheet.size.width - 0.01 and trim.height > sheet.size.height - 0.01
        true = abs(trim.width * trim.height - face.size.width * face.size.height) < 0.01
        found.add((face.size, face.shape) if whole and true and not page else None)
    if len(found) != 1 or None in found:
        return ""
    ((size, shape),) = [item for item in found if item]
    return f"{size.width:g} mm across" if shape == "circle" else f"{size.width:g} x {size.height:g} mm"


def _items(component: Component, pairs: Sequence[Pair]) -> list[CutPiece]:
    return [CutPiece(pair.front, pair.back) for pair in pairs for _ in range(component.copies_of(pair.front.record))]


def piece_title(component: Component, face: Face) -> str:
    """What a piece is called where it lies: its component's title, and its record's name."""
    record = next((record for record in component.records if record.id == face.record), None)
    return ", ".join(filter(None, (component.title, str(record.fields_of_record.get("name") or "") if record else "")))


def slug_family(game: Game) -> str:
    """The family that marks and slugs are set in: the style ``slug``, else the game's first family."""
    style = game.text_styles.get("slug")
    return style.family if style else next(iter(game.fonts.families), "")
