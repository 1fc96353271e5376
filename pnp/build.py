"""A game goes in, its PDFs come out: load, compose, impose, paint, write. Nothing is written before all is well."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from pnp.faces.compose import Composer, Pair, composer
from pnp.faces.icons import icon_names
from pnp.files import write_atomically
from pnp.game.load import load_game
from pnp.game.model import Document, Game
from pnp.game.workspace import Workspace
from pnp.layout import lay_out_documents, needed_documents
from pnp.painter import Painter
from pnp.preflight import preflight
from pnp.problems import GameError, Problem, in_order, raise_errors


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
    compose = composer(game, paper)
    pairs = _compose(compose, documents)
    painter = Painter(game, compose)
    painter.try_faces(face for items in pairs.values() for pair in items for face in pair.faces)
    raise_errors(in_order([*compose.problems, *painter.problems]))
    for problem in in_order(painter.problems):
        warn(problem)
    sheets = lay_out_documents(game, paper, documents, pairs)
    finished = []
    for document in documents:
        start = perf_counter()
        pages = sheets[document.name]
        data = painter.pdf(document, pages)
        placed = sum(len(sheet.placements) for sheet in pages)
        finished.append((Built(out / f"{document.name}.pdf", len(pages), placed, perf_counter() - start), data))
        report(finished[-1][0])
    for done, data in finished:
        write_atomically(done.path, data)
    return [done for done, _ in finished]


def check(game: Game, paper: str) -> list[Problem]:
    """Every problem that a build on this paper would meet, and the warnings; nothing is written."""
    documents = list(game.documents.values())
    compose = composer(game, paper)
    pairs = _compose(compose, documents)
    painter = Painter(game, compose)
    painter.try_faces(face for items in pairs.values() for pair in items for face in pair.faces)
    problems = [*game.warnings, *compose.problems, *painter.problems, *preflight(game)]
    try:
        lay_out_documents(game, paper, documents, pairs)
    except GameError as error:
        problems += error.problems
    return in_order(problems)


def _compose(compose: Composer, documents: list[Document]) -> dict[str, list[Pair]]:
    """Every component's faces, rendered once however many documents hold it."""
    game = compose.game
    names = dict.fromkeys(name for document in needed_documents(game, documents) for name in document.components)
    return {name: list(compose.pairs(game.components[name])) for name in names}
