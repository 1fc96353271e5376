"""A game goes in, its PDFs come out: load, compose, impose, paint, write. Nothing is written before all is well."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from pnp.faces.compose import Composer, Pair, composer
from pnp.faces.icons import icon_names
from pnp.files import write_atomically
from pnp.game.load import load_game
from pnp.game.model import Component, Document, Game
from pnp.game.workspace import Workspace
from pnp.impose.cards import Paper, impose_cards
from pnp.impose.grid import Item
from pnp.impose.marks import slug
from pnp.impose.poster import impose_poster, impose_tiles
from pnp.impose.sheet import Sheet
from pnp.painter import Painter
from pnp.problems import GameError, Problem, in_order, raise_errors
from pnp.rules.sandbox import RuleError
from pnp.rules.tables import compute_table
from pnp.units import PAPERS


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
) -> list[Built]:
    """Build the documents into ``out``. Raises GameError with every problem of every stage; then nothing is written."""
    documents = choose_documents(game, only)
    compose = composer(game, paper)
    pairs = _compose(compose, documents)
    painter = Painter(game, compose)
    painter.try_faces(face for items in pairs.values() for pair in items for face in (pair.front, pair.back) if face)
    raise_errors(in_order([*compose.problems, *painter.problems]))
    sheets = _impose(game, paper, documents, pairs)
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
    painter.try_faces(face for items in pairs.values() for pair in items for face in (pair.front, pair.back) if face)
    problems = [*game.warnings, *compose.problems, *painter.problems, *_table_problems(game)]
    try:
        _impose(game, paper, documents, pairs)
    except GameError as error:
        problems += error.problems
    return in_order(problems)


def _table_problems(game: Game) -> list[Problem]:
    """What goes wrong when the tables are computed whole."""
    problems = []
    for table in game.tables.values():
        try:
            compute_table(table, game.book, game.collections)
        except RuleError as error:
            problems.append(Problem("bad-table", f"table {table.id}: {error}", table.span, error.hint))
    return problems


def _needed(game: Game, documents: Iterable[Document]) -> list[Document]:
    """The documents themselves and those whose sheets they combine, each once, those first that others need."""
    found: dict[str, Document] = {}

    def add(document: Document, above: tuple[str, ...]) -> None:
        if document.name in above:
            message = f"document '{document.name}' combines itself"
            raise GameError(
                [Problem("circular-document", message, document.span, "take it out of its own combine list")]
            )
        for name in document.combine:
            add(game.documents[name], (*above, document.name))
        found.setdefault(document.name, document)

    for document in documents:
        add(document, ())
    return list(found.values())


def _compose(compose: Composer, documents: list[Document]) -> dict[str, list[Pair]]:
    """Every component's faces, rendered once however many documents hold it."""
    game = compose.game
    names = dict.fromkeys(name for document in _needed(game, documents) for name in document.components)
    return {name: list(compose.pairs(game.components[name])) for name in names}


def _impose(game: Game, paper: str, documents: list[Document], pairs: dict[str, list[Pair]]) -> dict[str, list[Sheet]]:
    sheets: dict[str, list[Sheet]] = {}
    problems = []
    for document in _needed(game, documents):
        try:
            own = _lay_out(game, paper, document, pairs)
        except ValueError as error:
            hint = "use a smaller size, a larger paper, or layout: tiles"
            problems.append(Problem("too-large", f"{document.name}: {error}", document.span, hint))
            own = []
        sheets[document.name] = own + [sheet for name in document.combine for sheet in sheets[name]]
    raise_errors(problems)
    return sheets


def _lay_out(game: Game, paper: str, document: Document, pairs: dict[str, list[Pair]]) -> list[Sheet]:
    """One document's own sheets, with their slugs and bookmarks."""
    stock = Paper(PAPERS[paper], document.margin, document.gutter, document.flip)
    family = slug_family(game)
    sheets: list[Sheet] = []
    if document.layout == "grid":
        items = [item for name in document.components for item in _items(game.components[name], pairs[name])]
        sheets = impose_cards(items, stock, document.title) if items else []
    else:
        for pair in (pair for name in document.components for pair in pairs[name]):
            if document.layout == "poster":
                sheets.append(impose_poster(pair.front, document.title))
            else:
                sheets += impose_tiles(pair.front, stock, document.title, family)
    finished = []
    for number, sheet in enumerate(sheets, 1):
        parts = [game.title, game.version, sheet.label, f"page {number} of {len(sheets)}", sheet.digest]
        line = "  ·  ".join(part for part in parts if part)
        bookmark = document.title if number == 1 else None
        finished.append(sheet.marked(sheet.marks + slug(line, sheet.size, family), bookmark))
    return finished


def _items(component: Component, pairs: list[Pair]) -> list[Item]:
    return [Item(pair.front, pair.back) for pair in pairs for _ in range(component.copies)]


def slug_family(game: Game) -> str:
    """The family that marks and slugs are set in: the style ``slug``, else the game's first family."""
    style = game.text_styles.get("slug")
    return style.family if style else next(iter(game.fonts.families), "")
