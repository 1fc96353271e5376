"""Documents and their faces go in, sheets with slugs and bookmarks come out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pnp.faces.compose import Pair
from pnp.game.model import Component, Document, Game
from pnp.impose.cards import Paper, impose_cards
from pnp.impose.grid import Item
from pnp.impose.marks import slug
from pnp.impose.poster import impose_poster, impose_tiles
from pnp.impose.sheet import Sheet
from pnp.problems import GameError, Problem, raise_errors
from pnp.units import PAPERS

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


def lay_out_documents(
    game: Game, paper: str, documents: Sequence[Document], pairs: Mapping[str, list[Pair]]
) -> dict[str, list[Sheet]]:
    """The sheets of each document, by its name. Raises GameError for pieces that do not fit the paper."""
    sheets: dict[str, list[Sheet]] = {}
    problems = []
    for document in needed_documents(game, documents):
        try:
            own = _lay_out(game, paper, document, pairs)
        except ValueError as error:
            hint = "use a smaller size, a larger paper, or layout: tiles"
            problems.append(Problem("too-large", f"{document.name}: {error}", document.span, hint))
            own = []
        if len(own) + sum(len(sheets[name]) for name in document.combine) > MAX_PAGES:
            message, hint = f"{document.name} has more than {MAX_PAGES:,} pages", "make several documents of it"
            problems.append(Problem("too-many-pages", message, document.span, hint))
            raise_errors(problems)
        sheets[document.name] = own + [sheet for name in document.combine for sheet in sheets[name]]
        if not sheets[document.name] and not problems:
            message, hint = f"{document.name} has no pages", "give its collections some records"
            problems.append(Problem("empty-document", message, document.span, hint))
    raise_errors(problems)
    return sheets


def _lay_out(game: Game, paper: str, document: Document, pairs: Mapping[str, list[Pair]]) -> list[Sheet]:
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
