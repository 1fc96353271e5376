"""A game goes in, its PDFs come out: load, compose, impose, paint, write. Nothing is written before all is well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from pnp.build.layout import Material, lay_out_documents, needed_documents
from pnp.build.missing_art import ArtRow, art_rows, missing_art
from pnp.build.painter import PaintedFile, Painter, damaged_font, faces_on
from pnp.build.sheet_words import word_faults
from pnp.faces.compose import Composer, compose_all, composer
from pnp.faces.face import Face
from pnp.faces.icons import icon_names
from pnp.files import Folders, write_files
from pnp.fonts.containers import FontError
from pnp.game.load import load_game
from pnp.game.model import Document, Game
from pnp.game.workspace import Workspace
from pnp.impose.leaf import Leaf
from pnp.impose.sheet import Sheet
from pnp.job import PrintJob
from pnp.pdf.drawing import Drawing
from pnp.problems import GameError, Problem, in_order, raise_errors
from pnp.units import Size

if TYPE_CHECKING:
    from pnp.report.report import Report
    from pnp.rulebook.book import Manuscript

_ICON_SPACE = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"'


@dataclass(frozen=True, slots=True)
class Built:
    """One written document, for the report."""

    path: Path
    pages: int
    faces: int
    seconds: float


def read_game(workspace: Workspace, name: str) -> Game:
    """Load a game with the icons of its workspace. Raises GameError."""
    return load_game(workspace, name, icon_names(workspace))


def choose_documents(game: Game, only: Sequence[str]) -> list[Document]:
    """The documents to build: all, or those named, or those that hold a component named (never a combined one)."""
    if not only:
        return list(game.documents.values())
    wanted = set(only)
    return [
        document
        for document in game.documents.values()
        if document.name in wanted or wanted & set(document.components) - game.documents.keys()
    ]


@dataclass(frozen=True)
class Gathered:
    """Everything before a byte is written: sheets and leaves by document, the painter that draws them, books, problems.

    ``figures`` are what pages for browsers show, which no sheet need hold; ``notes`` tell how books were made to fit
    their pages.
    """

    sheets: Mapping[str, tuple[Sheet, ...]]
    leaves: Mapping[str, tuple[Leaf, ...]]
    painter: Painter
    books: Mapping[str, Manuscript]
    problems: tuple[Problem, ...]
    compose: Composer
    pieces: tuple[Face, ...]
    figures: tuple[Face, ...]
    notes: tuple[str, ...]

    def data(self, document: Document, *, keep: bool = True) -> PaintedFile:
        """The file of one document that was gathered without errors; ``keep`` its drawings for others.

        Raises GameError for what is noticed only while it is written, such as a damaged font.
        """
        if document.layout == "html":
            from pnp.rulebook.html import web_page

            try:
                return PaintedFile(web_page(self.books[document.book], document).encode(), ())
            except FontError as error:
                raise GameError([damaged_font(error, document)]) from None
        return self.painter.pdf(document, self.sheets[document.name], keep=keep)

    def shown(self, document: Document) -> set[str]:
        """The digests of what the document shows."""
        return set(faces_on(self.sheets[document.name]))

    def try_faces(self, shown: Container[str] = ()) -> list[Problem]:
        """Draw every face, but for those ``shown`` already: what is wrong with them."""
        faces = {face.digest: face for face in (*self.pieces, *self.figures)}
        for sheets in self.sheets.values():
            faces |= faces_on(sheets)
        return self.painter.try_faces(face for digest, face in faces.items() if digest not in shown)

    def faces(self, document: Document) -> int:
        """How many faces the document shows."""
        return sum(len(sheet.placements) for sheet in self.sheets[document.name])


def build(
    game: Game,
    job: PrintJob,
    out: Path,
    only: Sequence[str] = (),
    report: Callable[[Built], None] = lambda _: None,
    warn: Callable[[Problem], None] = lambda _: None,
    within: Folders = (),
) -> list[Built]:
    """Build the documents into ``out``. Raises GameError with every problem of every stage; then nothing is written.

    ``warn`` hears what foreign pictures went without. No link is followed out of the folders ``within``; without any,
    ``out`` may be anywhere.
    """
    documents = choose_documents(game, only)
    gathered = gather(game, composer(game, job), documents, tried=False, pooled=True)
    if any(problem.severity == "error" for problem in gathered.problems):
        raise_errors(in_order([*gathered.problems, *gathered.try_faces()]))
    finished = []
    found = list(gathered.problems)
    shows = {document.name: gathered.shown(document) for document in documents}
    shown = Counter(digest for digests in shows.values() for digest in digests)
    for document in documents:
        start = perf_counter()
        again = any(shown[digest] > 1 for digest in shows[document.name])
        painted = gathered.data(document, keep=again)
        found += painted.problems
        pages, faces = len(gathered.sheets[document.name]), gathered.faces(document)
        finished.append((Built(out / job.file(document.file), pages, faces, perf_counter() - start), painted.data))
        report(finished[-1][0])
    found += gathered.try_faces(shown)
    problems = in_order(found)
    raise_errors(problems)
    for problem in problems:
        warn(problem)
    write_files({done.path: data for done, data in finished}, within)
    return [done for done, _ in finished]


def check(game: Game, job: PrintJob) -> list[Problem]:
    """Every problem that a build for this job would meet, and the warnings; nothing is written."""
    return list(examine(game, job).problems)


def examine(game: Game, job: PrintJob) -> Report:
    """The report of `pnp check`. What only a sound game can answer (what is used, what is painted) is asked of one."""
    from pnp.preflight import Subject, preflight  # what a build need not wait for
    from pnp.preflight.accept import accept
    from pnp.preflight.subject import facts_of
    from pnp.report.report import Report

    assumed = (*game.assumed, *((" ".join(note.split()), None) for note in game.notes))
    try:
        made = gather(game, composer(game, job), list(game.documents.values()), pooled=True)
    except GameError as error:
        return Report(game.name, game.title, tuple(in_order([*game.warnings, *error.problems])), assumed=assumed)
    subject = Subject(made.compose.game, made.compose, made.pieces, made.sheets, made.books, made.painter.draw)
    sound = not any(problem.severity == "error" for problem in made.problems)
    found = [*game.warnings, *made.problems, *preflight(subject, sound=sound)]
    left, accepted = accept(found, game.expected.accepted, complete=sound and job.ink == "full")
    problems = tuple(in_order(left))
    notes = (*game.told, *made.notes)
    return Report(game.name, game.title, problems, tuple(accepted), facts_of(subject), assumed, notes)


def gather(
    game: Game,
    compose: Composer,
    documents: Sequence[Document],
    drawings: dict[str, Drawing] | None = None,
    pause: Callable[[], None] = lambda: None,
    *,
    tried: bool = True,
    pooled: bool = False,
) -> Gathered:
    """Compose, set and draw all that the documents hold, each thing once however many documents hold it.

    ``drawings`` are kept from before, by their SVG; new ones join them. ``pause`` is called between the steps.
    Unless ``tried``, nothing is drawn yet: a deck of thousands is drawn page by page, as it is painted. ``pooled``
    faces are composed and painted by as many processes as there are cores.
    """
    needed = needed_documents(game, documents)
    names = dict.fromkeys(name for document in needed for name in document.components)
    if pooled:
        compose_all(compose, [game.components[name] for name in names])
    pairs = {name: tuple(compose.pairs(game.components[name])) for name in names}
    pause()
    wanted = dict.fromkeys(document.book for document in needed if document.book)
    books, found = _read_books(compose, list(wanted)) if wanted else ({}, [])
    pause()
    laid = lay_out_documents(Material(compose.game, compose.job, pairs, books), documents)
    pause()
    painter = Painter(compose.game, compose, drawings={} if drawings is None else drawings, pooled=pooled)
    pieces = tuple(face for items in pairs.values() for pair in items for face in pair.faces)
    pages = dict.fromkeys(document.book for document in documents if document.layout == "html")
    figures = tuple(face for name in pages if name in books for face in _shown_on_page(books[name]))
    gathered = Gathered(laid.sheets, laid.leaves, painter, books, (), compose, pieces, figures, laid.notes)
    drawn = gathered.try_faces() if tried else []
    words = word_faults(compose, pieces, documents, laid.sheets)
    missing = missing_art(compose.wanted)
    return replace(
        gathered, problems=tuple(in_order([*compose.problems, *found, *laid.problems, *words, *missing, *drawn]))
    )


def art_of(game: Game, job: PrintJob) -> list[ArtRow]:
    """A row for each file that templates ask for by ``picture``. Raises GameError for a game with errors."""
    made = gather(game, composer(game, job), list(game.documents.values()), tried=False)
    raise_errors(made.problems)
    return art_rows(made.compose.wanted)


def _shown_on_page(book: Manuscript) -> Iterable[Face]:
    """What a page for browsers shows of a book: its figures, and each icon of its texts, that the painter tries too."""
    yield from book.figures.shown.values()
    for name in sorted(book.icons):
        svg = f'<svg {_ICON_SPACE}><use href="icon:{escape(name)}" width="9" height="9" fill="black"/></svg>'
        yield Face(book.book.name, f"the icon {name}", "front", svg, Size(9, 9))


def _read_books(compose: Composer, wanted: list[str]) -> tuple[dict[str, Manuscript], list[Problem]]:
    from pnp.rulebook.book import read_book  # a tenth of a second that games without a book need not wait for

    read = {name: read_book(compose, compose.game.books[name]) for name in wanted}
    problems = [problem for _, wrong in read.values() for problem in wrong]
    return {name: manuscript for name, (manuscript, _) in read.items() if manuscript}, problems
