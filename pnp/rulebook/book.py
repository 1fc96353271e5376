"""A game's book goes in; its chapters, checked, come out with everything they insert: ready to be set or put online."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pnp.diagrams.depiction import Callouts, Picture
from pnp.diagrams.diagram_file import read_diagrams
from pnp.faces.compose import Composer
from pnp.faces.icons import icon_names
from pnp.game.model import Book, Game
from pnp.problems import GameError, Problem, did_you_mean
from pnp.rulebook.blocks import Aside, Chapter, Heading, Insert, plain, walk
from pnp.rulebook.chapters import BOOK_WORDS, book_names, place_faults, read_chapters
from pnp.rulebook.credit import Credit, Used, credits_of, used_in
from pnp.rulebook.figures import FigureError, Figures, given_width
from pnp.rulebook.look import BookLook, book_look
from pnp.rulebook.markdown import Fault
from pnp.rulebook.table_boxes import grid_words
from pnp.rules.sandbox import RuleError
from pnp.rules.tables import Grid, compute_table
from pnp.rules.work import stage_allowance
from pnp.schema.read import Reader
from pnp.text.markup import MarkupError

_PARTS = ("contents", "index", "credits")
MAX_DRAWN = 3_000_000  # characters of figures
MAX_SHOWN = 10_000  # cells of tables, each as often as it is shown: every one is a text that is set


@dataclass(frozen=True, eq=False)
class Manuscript:
    """A book before it is set: chapters, figures, tables, credits. ``numbers`` are the chapters' printed numbers.

    ``icons`` are those that stand in its texts.
    """

    book: Book
    title: str
    look: BookLook
    composer: Composer
    names: Mapping[str, object]
    chapters: tuple[Chapter, ...]
    numbers: Mapping[str, str]
    figures: Figures
    grids: Mapping[str, Grid]
    credits: tuple[Credit, ...]
    icons: frozenset[str]


def read_book(composer: Composer, book: Book) -> tuple[Manuscript | None, list[Problem]]:
    """Read a book: the manuscript, None when it cannot be set at all, and what is wrong with it.

    What is wrong with the faces of components that it shows is told by the composer.
    """
    game = composer.game
    look = book_look(game, book)
    if look is None:
        hint = "add book-body: {font: …, size: 9.5} under text: in game.yaml"
        return None, [Problem("missing-style", f"the book '{book.name}' needs a text style", book.span, hint)]
    names = book_names(game)
    problems: list[Problem] = []
    for name in sorted({name.replace("-", "_") for name in game.collections} & BOOK_WORDS):
        message = f"the collection '{name}' has the name of something that every chapter has"
        problems.append(Problem("bad-name", message, book.span, "call the collection otherwise"))
    with stage_allowance():
        found, wrong = read_chapters(game, book, look.body.family, names)
    chapters = tuple(found)
    diagrams, wrong_diagrams = _diagrams(game, book)
    figures = Figures(composer, book, diagrams, names)
    wrong_callouts = figures.check_callouts()
    grids, wrong_tables = _grids(game, book, chapters)
    wrong_links = [*_check(game, book, chapters, figures, names)]  # and makes every figure
    problems += [*wrong, *wrong_diagrams, *wrong_callouts, *wrong_tables, *wrong_links, *figures.problems]
    numbers = {chapter.id: str(i) for i, chapter in enumerate(_numbered(chapters) if book.numbered else (), 1)}
    icons = _icons_in_texts(figures, grids, look, chapters)
    made, lost = credits_of(game, _used(composer, book, figures, look, icons))
    for what in lost if any(_shows_credits(chapter) for chapter in chapters) else ():
        hint = "name its maker in icons.yaml or fonts.yaml, in the folder where it lies"
        problems.append(Problem("no-credit", f"nobody is credited for {what}", book.span, hint, "warning"))
    title = book.title or game.title
    shown = tuple(made)
    return Manuscript(book, title, look, composer, names, chapters, numbers, figures, grids, shown, icons), problems


def _diagrams(game: Game, book: Book) -> tuple[dict[str, Picture], list[Problem]]:
    reader = Reader({}, game.palette, icon_names(game.workspace))
    try:
        with stage_allowance():
            return read_diagrams(reader, book.diagrams, game), reader.problems
    except GameError as error:
        return {}, [*reader.problems, *error.problems]


def _grids(game: Game, book: Book, chapters: Iterable[Chapter]) -> tuple[dict[str, Grid], list[Problem]]:
    """The tables that the chapters insert, computed; and what cannot be."""
    blocks = [block for chapter in chapters for block in walk(chapter.blocks)]
    wanted = Counter(block.name for block in blocks if isinstance(block, Insert) and block.kind == "table")
    grids: dict[str, Grid] = {}
    problems: list[Problem] = []
    cells = 0
    for name in sorted(wanted.keys() & game.tables.keys()):
        table = game.tables[name]
        try:
            grid = compute_table(table, game.book, game.collections)
            cells += wanted[name] * len(grid.headings) * (len(grid.rows) + 1)
            if cells > MAX_SHOWN:
                message = f"with table {name} the book '{book.name}' shows more than {MAX_SHOWN:,} cells of tables"
                hint = "leave rows out, or tables; pnp tables prints them whole"
                problems.append(Problem("too-many", message, table.span, hint))
                break
            grid_words(grid, icon_names(game.workspace))  # the markup of its cells, which may be a record's
            grids[name] = grid
        except (RuleError, MarkupError) as error:
            problems.append(Problem("bad-table", f"table {name}: {error}", table.span, error.hint))
    return grids, problems


def _numbered(chapters: Iterable[Chapter]) -> list[Chapter]:
    """The chapters that bear a number: those with text of their own."""
    return [
        chapter
        for chapter in chapters
        if not any(isinstance(block, Insert) and block.kind in _PARTS for block in chapter.blocks)
    ]


def targets_of(chapters: Iterable[Chapter]) -> dict[str, str]:
    """Everything that links may lead to, with its name in words."""
    found: dict[str, str] = {}
    for chapter in chapters:
        found[chapter.id] = plain(chapter.title)
        for block in walk(chapter.blocks):
            if isinstance(block, Heading):
                found[block.id] = plain(block.words)
            elif isinstance(block, Insert) and block.kind in ("table", "diagram"):
                found[f"{block.kind}/{block.name}"] = block.name
    return found


def _check(
    game: Game, book: Book, chapters: tuple[Chapter, ...], figures: Figures, names: Mapping[str, object]
) -> Iterator[Problem]:
    """Links that lead nowhere, ids given twice, figures and tables that do not exist, diagrams that nobody shows."""
    targets = targets_of(chapters)
    for chapter in chapters:
        wrong: list[Fault] = []
        for link, line in chapter.links if len(chapters) == len(book.chapters) else ():
            if link not in targets:
                wrong.append(
                    Fault(line, "dangling-link", f"nothing here is called '#{link}'", did_you_mean(link, targets))
                )
        for block in walk(chapter.blocks):
            if isinstance(block, Insert):
                wrong += _insert_faults(block, figures, game.tables, book)
            if figures.weight > MAX_DRAWN and isinstance(block, Insert):
                message = f"the figures so far are {figures.weight:,} characters of SVG; at most {MAX_DRAWN:,}"
                wrong.append(Fault(block.line, "too-many", message, "show fewer, or simpler ones"))
                break
        yield from place_faults(game, f"{book.name}/{chapter.id}.md", names, wrong)
        if figures.weight > MAX_DRAWN:
            return
    for name in figures.diagrams.keys() - figures.used:
        hint = f"show it with ![](diagram:{name}), or delete it"
        span = figures.diagrams[name].span
        yield Problem("unused-diagram", f"no chapter shows the diagram '{name}'", span, hint)


def _insert_faults(block: Insert, figures: Figures, tables: Mapping[str, object], book: Book) -> list[Fault]:
    if block.kind in _PARTS:
        hint = f"write ![]({block.kind}:)"
        return [Fault(block.line, "unknown-figure", f"{block.kind} takes no name", hint)] if block.name else []
    if block.kind == "table":
        try:
            given_width(block)
        except FigureError as error:
            return [Fault(block.line, "unknown-figure", str(error), error.hint)]
        if block.name in tables:
            return []
        return [
            Fault(block.line, "unknown-table", f"there is no table '{block.name}'", did_you_mean(block.name, tables))
        ]
    try:
        figures.figure(block, book.span)
    except FigureError as error:
        if block.kind == "diagram" and block.name in figures.diagrams:
            return []  # what is wrong with it was said where it is described
        return [Fault(block.line, "unknown-figure", str(error), error.hint)]
    return []


def _shows_credits(chapter: Chapter) -> bool:
    return any(isinstance(block, Insert) and block.kind == "credits" for block in walk(chapter.blocks))


def _icons_in_texts(
    figures: Figures, grids: Mapping[str, Grid], look: BookLook, chapters: Iterable[Chapter]
) -> frozenset[str]:
    """Every icon that stands in a text: of chapters, in the headings of asides, in tables, in the keys of callouts."""
    known = icon_names(figures.composer.game.workspace)
    blocks = [block for chapter in chapters for block in walk(chapter.blocks)]
    words = [line for grid in grids.values() for row in grid_words(grid, known).rows for line in row]
    words += [part.words for item in figures.diagrams.values() if isinstance(item, Callouts) for part in item.parts]
    named = {piece.text for line in words for piece in line if piece.icon}
    named |= {look.asides[block.kind].icon for block in blocks if isinstance(block, Aside)}
    return frozenset(named | {icon for chapter in chapters for icon in chapter.icons}) & known


def _used(composer: Composer, book: Book, figures: Figures, look: BookLook, icons: frozenset[str]) -> Used:
    """Icons and fonts of every component's faces, of the book's figures, and of its own pages."""
    game = composer.game
    pairs = [pair for component in game.components.values() for pair in composer.pairs(component)]
    faces = [*(face for pair in pairs for face in pair.faces), *figures.made.values()]
    art = [composer.folder.read(f"{book.name}/{name}").text for name in (book.cover, book.page) if name]
    fonts = {style.family for style in look.styles}
    fonts |= {style.family for name, style in game.text_styles.items() if any(name in text for text in art)}
    named = {icon for icon in icon_names(game.workspace) if any(f'"{icon}"' in text for text in art)}
    return used_in(face.svg for face in faces) | Used(icons | named, frozenset(fonts))
