"""Documents and their faces go in, sheets with slugs and bookmarks come out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pnp.build.guide_page import with_guide
from pnp.build.piece_leaves import named_leaves, piece_leaves
from pnp.build.slugs import finish_leaves
from pnp.faces.compose import Pair
from pnp.game.model import Document, Game
from pnp.impose.booklet import impose_booklet
from pnp.impose.leaf import Leaf
from pnp.impose.sheet import Sheet
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
        if document.combine and leaves[document.name]:
            made = with_guide(material.game, PAPERS[material.job.paper], leaves[document.name], edge)
            leaves[document.name] = tuple(made)
        pages[document.name] = tuple(finish_leaves(material.game, leaves[document.name], edge, material.job))
        if not (leaves[document.name] or empty or work.problems or document.layout == "html" or document.book):
            message, hint = f"{document.name} has no pages", "give its collections some records"
            empty.append(Problem("empty-document", message, document.span, hint))
        if document in documents and not pages[document.name]:
            empty += _no_such_leaf(material.job, document, len(leaves[document.name]))
    editions = [edition for book in material.books for key, edition in work.editions.items() if key[0] == book]
    problems = [
        *work.problems,
        *empty,
        *_other_papers(material, documents),
        *(problem for edition in editions for problem in edition.problems),
    ]
    return LaidOut(pages, leaves, tuple(problems), tuple(edition.note for edition in editions if edition.note))


def _no_such_leaf(job: PrintJob, document: Document, count: int) -> list[Problem]:
    """What is said when leaves were asked for that a document does not have."""
    if not job.leaves:
        return []
    message = f"{document.name} has {count} {'leaf' if count == 1 else 'leaves'}, none of those that were asked for"
    hint = "name the document whose leaves they are: --only NAME"
    return [Problem("no-such-leaf", message, document.span, hint)]


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
            game, job, pairs = self.material.game, self.material.job, self.material.pairs
            return piece_leaves(game, job, pairs, document, edge, job.backs or backs, packed)
        except ValueError as error:
            problem = _too_large(document, str(error))
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
            return named_leaves(impose_booklet(pages, PAPERS[paper], edge), document.title)
        return [Leaf(pages[i], pages[i + 1] if i + 1 < len(pages) else None) for i in range(0, len(pages), 2)]


def _by_stock(leaves: Sequence[Leaf]) -> list[Leaf]:
    """The same leaves, those of one paper together: who prints them fills the tray once for each."""
    stocks = list(dict.fromkeys(leaf.stock for leaf in leaves))
    return sorted(leaves, key=lambda leaf: stocks.index(leaf.stock))


def _too_large(document: Document, reason: str) -> Problem:
    """What is said of a piece that does not fit."""
    code, hint = "too-large", "use a smaller size, or a larger paper"
    if document.labels:
        code, hint = "wrong-label", "give the piece the label's size and shape, or name another sheet"
    elif not document.book:
        hint += ", or backs: glue" if "folded" in reason else ", or layout: tiles"
    return Problem(code, f"{document.name}: {reason}", document.span, hint)
