"""Documents and their faces go in, sheets with slugs and bookmarks come out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TYPE_CHECKING

from pnp.build.slugs import finish_leaves, slug_family
from pnp.faces.compose import Pair
from pnp.faces.face import Face
from pnp.game.model import Component, Document, Game
from pnp.impose.backs import impose_pieces, in_parts
from pnp.impose.booklet import impose_booklet
from pnp.impose.cards import Paper
from pnp.impose.grid import CutPiece
from pnp.impose.leaf import Leaf
from pnp.impose.poster import POSTER_BORDER, impose_poster, impose_tiles
from pnp.impose.scale import scaled, unscaled
from pnp.impose.sheet import Sheet
from pnp.impose.strips import impose_strips
from pnp.job import Backs, PrintJob
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


@dataclass(frozen=True, slots=True)
class Wanted:
    """So many copies of a piece, the component it is of, and the title of the document that asks for it."""

    piece: CutPiece
    of: Component
    copies: int
    title: str


@dataclass(frozen=True)
class LaidOut:
    """The pages of documents by their names, and the leaves whose sides they are; what was wrong, and what is to be
    told of books that were made to fit."""

    sheets: Mapping[str, tuple[Sheet, ...]]
    leaves: Mapping[str, tuple[Leaf, ...]]
    problems: tuple[Problem, ...]
    notes: tuple[str, ...]


def lay_out_documents(material: Material, documents: Sequence[Document]) -> LaidOut:
    """The pages of each document; a piece that does not fit the paper is a problem."""
    pages: dict[str, tuple[Sheet, ...]] = {}
    leaves: dict[str, tuple[Leaf, ...]] = {}
    empty: list[Problem] = []
    work = _Work(material)
    for document in needed_documents(material.game, documents):
        edge: Flip = "short" if document.layout == "booklet" else document.flip
        leaves[document.name] = work.leaves(document, edge, None)
        pages[document.name] = tuple(finish_leaves(material.game, leaves[document.name], edge, material.job))
        if not (leaves[document.name] or empty or work.problems or document.layout == "html" or document.book):
            message, hint = f"{document.name} has no pages", "give its collections some records"
            empty.append(Problem("empty-document", message, document.span, hint))
        if document in documents and not pages[document.name]:
            work.problems += _no_such_leaf(material.job, document, len(leaves[document.name]))
    editions = [edition for book in material.books for key, edition in work.editions.items() if key[0] == book]
    problems = [*work.problems, *empty, *(problem for edition in editions for problem in edition.problems)]
    return LaidOut(pages, leaves, tuple(problems), tuple(edition.note for edition in editions if edition.note))


def _no_such_leaf(job: PrintJob, document: Document, count: int) -> list[Problem]:
    """What is said when leaves were asked for that a document does not have."""
    if not job.leaves:
        return []
    message = f"{document.name} has {count} {'leaf' if count == 1 else 'leaves'}, none of those that were asked for"
    hint = "name the document whose leaves they are: --only NAME"
    return [Problem("no-such-leaf", message, document.span, hint)]


@dataclass(eq=False)
class _Work:
    """What was laid out so far: leaves by their document, edge and backs; books, one setting for book and booklet."""

    material: Material
    problems: list[Problem] = field(default_factory=list)
    made: dict[tuple[str, Flip, Backs | None], tuple[Leaf, ...]] = field(default_factory=dict)
    editions: dict[tuple[str, str, int], Typeset] = field(default_factory=dict)

    def leaves(self, document: Document, edge: Flip, backs: Backs | None) -> tuple[Leaf, ...]:
        """A document's own, and those that it combines: all turned over one edge, with the backs that it says.

        Raises GameError for too many.
        """
        key = document.name, edge, backs
        if key not in self.made:
            chosen = backs or document.backs
            combined = [self.material.game.documents[name] for name in document.combine]
            packed = [each for each in combined if document.packs(each)]
            own = list(self._own(document, edge, chosen or "two-sided", packed))
            found = [] if packed else own
            for each in combined:
                found += self.leaves(each, edge, chosen) if each not in packed else own if each is packed[0] else []
                if len(found) > MAX_LEAVES:
                    break
            if len(found) > MAX_LEAVES:
                message, hint = f"{document.name} has more than {MAX_LEAVES:,} leaves", "make several documents of it"
                raise GameError([*self.problems, Problem("too-many-pages", message, document.span, hint)])
            self.made[key] = tuple(_by_stock(found) if packed else found)
        return self.made[key]

    def _own(self, document: Document, edge: Flip, backs: Backs, packed: Sequence[Document]) -> Sequence[Leaf]:
        try:
            if document.book:
                return self._book(document, edge)
            return _pieces(self.material, document, edge, self.material.job.backs or backs, packed)
        except ValueError as error:
            folded = "folded" in str(error)
            other = "" if document.book else ", or backs: glue" if folded else ", or layout: tiles"
            hint = f"use a smaller size, or a larger paper{other}"
            problem = Problem("too-large", f"{document.name}: {error}", document.span, hint)
            self.problems += [problem] if problem not in self.problems else []
            return ()

    def _book(self, document: Document, edge: Flip) -> Sequence[Leaf]:
        """The leaves of a book; none for one that is a web page, or has faults."""
        paper = self.material.job.paper
        if document.layout == "html" or document.book not in self.material.books:
            return ()
        key = (document.book, str(document.size(paper)), document.columns)
        if key not in self.editions:
            from pnp.rulebook.edition import set_book  # loaded for games with a book alone

            self.editions[key] = set_book(self.material.books[document.book], document, paper)
        pages = self.editions[key].sheets
        if document.layout == "booklet":
            return _named(impose_booklet(pages, PAPERS[paper], edge), document.title)
        return [Leaf(pages[i], pages[i + 1] if i + 1 < len(pages) else None) for i in range(0, len(pages), 2)]


def _by_stock(leaves: Sequence[Leaf]) -> list[Leaf]:
    """The same leaves, those of one paper together: who prints them fills the tray once for each."""
    stocks = list(dict.fromkeys(leaf.stock for leaf in leaves))
    return sorted(leaves, key=lambda leaf: stocks.index(leaf.stock))


def _pieces(
    material: Material, document: Document, edge: Flip, backs: Backs, packed: Sequence[Document] = ()
) -> list[Leaf]:
    """The leaves of a document's own components, to be turned over an edge; the first bears its bookmark.

    With its pieces go those of documents that it packs. No leaf holds pieces of two papers.
    """
    job = material.job
    wanted = [
        Wanted(CutPiece(pair.front, pair.back), of, of.copies_of(pair.front.record) * job.copies, each.title)
        for each in (document, *packed)
        for of in (material.game.components[name] for name in each.components)
        for pair in material.pairs[of.name]
    ]
    if document.layout == "pack":
        stocks = list(dict.fromkeys(item.of.paper for item in wanted))
        wanted.sort(key=lambda item: stocks.index(item.of.paper))
    factor = job.scale / 100
    paper = unscaled(Paper(PAPERS[job.paper], document.margin, document.gutter, edge), factor)
    leaves: list[Leaf] = []
    for stock, run in groupby(wanted, key=lambda item: item.of.paper):
        made = _impose(document, paper, list(run), backs, slug_family(material.game), factor)
        leaves += [replace(leaf, stock=stock) for leaf in made]
    leaves = scaled(leaves, factor) if factor != 1 else leaves
    return leaves if document.layout == "pack" else _named(leaves, document.title)


def _impose(
    document: Document, paper: Paper, wanted: Sequence[Wanted], backs: Backs, family: str, factor: float
) -> list[Leaf]:
    """The leaves of pieces that are all of one paper, before they are scaled by a factor."""
    title = document.title
    pieces = [item for item in wanted for _ in range(item.copies)]
    match document.layout:
        case "poster":
            border = POSTER_BORDER / factor
            leaves = [impose_poster(item.piece, title, paper.flip, family, border) for item in pieces]
        case "tiles":
            leaves = [leaf for item in wanted for leaf in impose_tiles(item.piece, paper, title, family, item.copies)]
        case "strips":
            strips = [(item.piece, piece_title(item.of, item.piece.front)) for item in pieces]
            leaves = impose_strips(strips, paper, title, family) if strips else []
        case layout:
            named = [(item.piece, item.title) for item in pieces]
            return impose_pieces(named, paper, title, backs, family, packed=layout == "pack") if named else []
    return in_parts(leaves, backs, paper.flip)


def _named(leaves: Sequence[Leaf], title: str) -> list[Leaf]:
    """The same leaves, the first with a bookmark."""
    first = [replace(leaf, front=replace(leaf.front, bookmark=title)) for leaf in leaves[:1]]
    return [*first, *leaves[1:]]


def piece_title(component: Component, face: Face) -> str:
    """What a piece is called where it lies: its component's title, and its record's name."""
    record = next((record for record in component.records if record.id == face.record), None)
    return ", ".join(filter(None, (component.title, str(record.fields_of_record.get("name") or "") if record else "")))
