"""Documents and their faces go in, sheets with slugs and bookmarks come out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pnp.faces.compose import Pair
from pnp.faces.face import Face
from pnp.game.model import Component, Document, Game
from pnp.impose.booklet import impose_booklet
from pnp.impose.cards import Paper, impose_cards
from pnp.impose.grid import CutPiece
from pnp.impose.labels import impose_labels, outline_page
from pnp.impose.leaf import Leaf, pages_of
from pnp.impose.marks import slug
from pnp.impose.panels import Panels
from pnp.impose.poster import impose_poster
from pnp.impose.sheet import Sheet
from pnp.impose.strips import impose_strips
from pnp.impose.tile_plan import tiling_of
from pnp.impose.tile_sheets import impose_tiles
from pnp.job import PrintJob
from pnp.problems import GameError, Problem
from pnp.units import PAPERS, Flip

if TYPE_CHECKING:
    from pnp.rulebook.book import Manuscript
    from pnp.rulebook.edition import Typeset

MAX_LEAVES = 1_000


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
    """What documents are made of for one print job: every component's pieces, and every book's manuscript."""

    game: Game
    job: PrintJob
    pairs: Mapping[str, Sequence[Pair]]
    books: Mapping[str, Manuscript]


@dataclass(frozen=True)
class LaidOut:
    """The pages of documents by their names, what was wrong, and what is to be told of books that were made to fit."""

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
        paper = self.material.job.paper
        key = (document.book, str(document.size(paper)), document.columns)
        if key not in self.made:
            from pnp.rulebook.edition import set_book  # loaded for games with a book alone

            self.made[key] = set_book(self.material.books[document.book], document, paper)
        return self.made[key].sheets


def lay_out_documents(material: Material, documents: Sequence[Document]) -> LaidOut:
    """The pages of each document; a piece that does not fit the paper is a problem."""
    pages: dict[str, tuple[Sheet, ...]] = {}
    empty: list[Problem] = []
    work = _Work(material)
    for document in needed_documents(material.game, documents):
        edge: Flip = "short" if document.layout == "booklet" else document.flip
        pages[document.name] = tuple(finish_leaves(material.game, work.leaves(document, edge), edge))
        if not (pages[document.name] or empty or work.problems or document.layout == "html" or document.book):
            message, hint = f"{document.name} has no pages", "give its collections some records"
            empty.append(Problem("empty-document", message, document.span, hint))
    editions = [edition for book in material.books for key, edition in work.editions.made.items() if key[0] == book]
    problems = [
        *work.problems,
        *empty,
        *_other_papers(material, documents),
        *(problem for edition in editions for problem in edition.problems),
    ]
    return LaidOut(pages, tuple(problems), tuple(edition.note for edition in editions if edition.note))


def _other_papers(material: Material, documents: Iterable[Document]) -> Iterable[Problem]:
    """A warning for each sheet of labels that is of another paper than the rest: its pages are, too."""
    paper = material.job.paper
    for document in documents:
        stock = document.stock(paper) if document.components else None
        if stock and stock.paper != paper:
            message = f"{document.name}: {stock.name} is a sheet of {stock.paper}, and this build is for {paper}"
            hint = f"load that sheet; or name one for each paper: labels: {{{paper}: …, {stock.paper}: {stock.name}}}"
            yield Problem("label-paper", message, document.span, hint, "warning", f"{document.name} on {paper}")


@dataclass(eq=False)
class _Work:
    """The leaves of documents as they were laid out so far, by the edge that they are turned over."""

    material: Material
    problems: list[Problem] = field(default_factory=list)
    made: dict[tuple[str, Flip], tuple[Leaf, ...]] = field(default_factory=dict)
    editions: _Editions = field(init=False)

    def __post_init__(self) -> None:
        self.editions = _Editions(self.material)

    def leaves(self, document: Document, edge: Flip) -> tuple[Leaf, ...]:
        """A document's own, and those that it combines: all turned over one edge. Raises GameError for too many."""
        key = document.name, edge
        if key not in self.made:
            found = list(self._own(document, edge))
            for name in document.combine:
                found += self.leaves(self.material.game.documents[name], edge)
                if len(found) > MAX_LEAVES:
                    break
            if len(found) > MAX_LEAVES:
                message, hint = f"{document.name} has more than {MAX_LEAVES:,} leaves", "make several documents of it"
                raise GameError([*self.problems, Problem("too-many-pages", message, document.span, hint)])
            self.made[key] = tuple(found)
        return self.made[key]

    def _own(self, document: Document, edge: Flip) -> Sequence[Leaf]:
        try:
            return _lay_out(self.material, document, edge, self.editions)
        except ValueError as error:
            hint = "use a smaller size, or a larger paper" + ("" if document.book else ", or layout: tiles")
            code = "wrong-label" if document.labels else "too-large"
            hint = "give the piece the label's size and shape, or name another sheet" if document.labels else hint
            problem = Problem(code, f"{document.name}: {error}", document.span, hint)
            self.problems += [problem] if problem not in self.problems else []
            return ()


def _lay_out(material: Material, document: Document, edge: Flip, editions: _Editions) -> Sequence[Leaf]:
    """One document's own leaves, to be turned over an edge; the first bears its bookmark."""
    game, title = material.game, document.title
    stock = Paper(PAPERS[material.job.paper], document.margin, document.gutter, edge)
    family = slug_family(game)
    if document.layout == "html" or (document.book and document.book not in material.books):
        return []
    if document.book:
        pages = editions.pages(document)
        if document.layout == "booklet":
            return _named(impose_booklet(pages, stock.size, edge), title)
        return [Leaf(*pages[i : i + 2]) for i in range(0, len(pages), 2)]
    pairs = [(pair, game.components[name]) for name in document.components for pair in material.pairs[name]]
    items = [(CutPiece(pair.front, pair.back), of, of.copies_of(pair.front.record)) for pair, of in pairs]
    leaves: list[Leaf] = []
    if document.layout == "poster":
        panels = Panels(*document.panels)
        leaves = [impose_poster(item, title, edge, panels, family) for item, _, copies in items for _ in range(copies)]
    elif document.layout == "tiles":
        for item, _, copies in items:
            tiling = tiling_of(game, document, item.front, material.job.paper)
            leaves += impose_tiles(item, tiling, stock, title, family, copies)
    elif labels := document.stock(material.job.paper):
        pieces = [item for item, _, copies in items for _ in range(copies)]
        leaves = impose_labels(pieces, labels, title) if document.components else [outline_page(labels, title, family)]
    elif document.layout == "strips":
        strips = [(item, piece_title(of, item.front)) for item, of, copies in items for _ in range(copies)]
        leaves = impose_strips(strips, stock, title, family) if strips else []
    elif cards := [item for item, _, copies in items for _ in range(copies)]:
        leaves = impose_cards(cards, stock, title)
    return _named(leaves, title)


def _named(leaves: Sequence[Leaf], title: str) -> list[Leaf]:
    """The same leaves, the first with a bookmark."""
    first = [replace(leaf, front=replace(leaf.front, bookmark=title)) for leaf in leaves[:1]]
    return [*first, *leaves[1:]]


def finish_leaves(game: Game, leaves: Sequence[Leaf], edge: Flip) -> list[Sheet]:
    """The pages of one file in the order of printing, with slugs that say which side of which leaf each is."""
    turn = edge if any(leaf.back for leaf in leaves) else None
    return [
        replace(page, marks=page.marks + _slug_of(game, page, f"leaf {number} of {len(leaves)}, {side}"), turn=turn)
        for page, number, side in pages_of(leaves, edge)
    ]


def _slug_of(game: Game, page: Sheet, place: str) -> str:
    """A sheet's slug; nothing for one without a label."""
    if not page.label:
        return ""
    digest = page.digest if page.placements else ""
    parts = [game.title, game.version, page.label, page.measure or _measure(page), place, digest]
    return slug("  ·  ".join(part for part in parts if part), page.size, slug_family(game))


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


def piece_title(component: Component, face: Face) -> str:
    """What a piece is called where it lies: its component's title, and its record's name."""
    record = next((record for record in component.records if record.id == face.record), None)
    return ", ".join(filter(None, (component.title, str(record.fields_of_record.get("name") or "") if record else "")))


def slug_family(game: Game) -> str:
    """The family that marks and slugs are set in: the style ``slug``, else the game's first family."""
    style = game.text_styles.get("slug")
    return style.family if style else next(iter(game.fonts.families), "")
