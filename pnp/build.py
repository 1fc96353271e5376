"""A game goes in, its PDFs come out: load, compose, impose, paint, write. Nothing is written before all is well."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from pnp.faces.compose import Composer, composer
from pnp.faces.face import Face
from pnp.faces.icons import icon_names
from pnp.files import write_atomically
from pnp.game.load import load_game
from pnp.game.model import Document, Game
from pnp.game.workspace import Workspace
from pnp.impose.sheet import Sheet
from pnp.layout import Material, lay_out_documents, needed_documents
from pnp.paint.drawing import Drawing
from pnp.painter import Painter
from pnp.preflight import Subject, preflight
from pnp.preflight.accept import accept
from pnp.preflight.facts import facts_of
from pnp.problems import GameError, Problem, in_order, raise_errors
from pnp.report.report import Report
from pnp.rulebook.book import Manuscript, read_book
from pnp.rulebook.html import web_page


@dataclass(frozen=True, slots=True)
class Built:
    """One written document, for the report."""

    path: Path
    pages: int
    faces: int
    seconds: float


def read_game(workspace: Workspace, name: str) -> Game:
    """Load a game with the icons of its workspace. Raises GameError."""
    return load_game(workspace, name, icon_names(workspace.roots))


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
    """Everything before a byte is written: sheets by document, the painter that drew them, books, problems."""

    sheets: dict[str, list[Sheet]]
    painter: Painter
    books: dict[str, Manuscript]
    problems: list[Problem]
    compose: Composer
    pieces: tuple[Face, ...]

    def data(self, document: Document) -> bytes:
        """The file of one document that was gathered without errors."""
        if document.layout == "html":
            return web_page(self.books[document.book], document).encode()
        return self.painter.pdf(document, self.sheets[document.name])

    def faces(self, document: Document) -> int:
        """How many faces the document shows."""
        return sum(len(sheet.placements) for sheet in self.sheets[document.name])


def build(
    game: Game,
    paper: str,
    out: Path,
    only: Sequence[str] = (),
    report: Callable[[Built], None] = lambda _: None,
    warn: Callable[[Problem], None] = lambda _: None,
) -> list[Built]:
    """Build the documents into ``out``. Raises GameError with every problem of every stage; then nothing is written.

    ``warn`` hears what foreign pictures went without.
    """
    documents = choose_documents(game, only)
    gathered = gather(game, composer(game, paper), documents)
    raise_errors(gathered.problems)
    for problem in gathered.problems:
        warn(problem)
    finished = []
    for document in documents:
        start = perf_counter()
        data = gathered.data(document)
        pages, faces = len(gathered.sheets[document.name]), gathered.faces(document)
        finished.append((Built(out / document.file, pages, faces, perf_counter() - start), data))
        report(finished[-1][0])
    for done, data in finished:
        write_atomically(done.path, data)
    return [done for done, _ in finished]


def check(game: Game, paper: str) -> list[Problem]:
    """Every problem that a build on this paper would meet, and the warnings; nothing is written."""
    return list(examine(game, paper).problems)


def examine(game: Game, paper: str) -> Report:
    """The report of `pnp check`. What only a sound game can answer (what is used, what is painted) is asked of one."""
    assumed = (*game.assumed, *((" ".join(note.split()), None) for note in game.notes))
    try:
        made = gather(game, composer(game, paper), list(game.documents.values()))
    except GameError as error:
        return Report(game.name, game.title, tuple(in_order([*game.warnings, *error.problems])), assumed=assumed)
    subject = Subject(game, made.compose, made.pieces, made.sheets, made.books, made.painter.draw)
    sound = not any(problem.severity == "error" for problem in made.problems)
    found = [*game.warnings, *made.problems, *preflight(subject, sound=sound)]
    left, accepted = accept(found, game.expected.accepted, complete=sound)
    problems = tuple(in_order(left))
    notes = tuple(note for book in made.books.values() for note in book.fitted.values())
    return Report(game.name, game.title, problems, tuple(accepted), facts_of(subject), assumed, notes)


def gather(
    game: Game,
    compose: Composer,
    documents: Sequence[Document],
    drawings: dict[str, Drawing] | None = None,
    pause: Callable[[], None] = lambda: None,
) -> Gathered:
    """Compose, set and draw all that the documents hold, each thing once however many documents hold it.

    ``drawings`` are kept from before, by their SVG; new ones join them. ``pause`` is called between the steps.
    """
    needed = needed_documents(game, documents)
    names = dict.fromkeys(name for document in needed for name in document.components)
    pairs = {name: list(compose.pairs(game.components[name])) for name in names}
    pause()
    wanted = dict.fromkeys(document.book for document in needed if document.book)
    read = {name: read_book(compose, game.books[name]) for name in wanted}
    books = {name: manuscript for name, manuscript in read.items() if manuscript}
    pause()
    sheets, problems = lay_out_documents(Material(game, compose.paper, pairs, books), documents)
    pause()
    painter = Painter(game, compose, drawings={} if drawings is None else drawings)
    pieces = tuple(face for items in pairs.values() for pair in items for face in pair.faces)
    faces = [*pieces, *(item.face for pages in sheets.values() for sheet in pages for item in sheet.placements)]
    painter.try_faces({face.digest: face for face in faces}.values())
    found = in_order([*compose.problems, *problems, *painter.problems])
    return Gathered(sheets, painter, books, found, compose, pieces)
