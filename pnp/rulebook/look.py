"""How a book looks: the text styles it is set in, from the game's own ``book-…`` styles or derived from its body."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pnp.game.model import AsideLook, Book, Game, TextStyle
from pnp.game.spec import ASIDES
from pnp.rulebook.table_boxes import TableLook


@dataclass(frozen=True, slots=True)
class BookLook:
    """The styles by their names without ``book-``, the colour of each role, and the panels."""

    body: TextStyle
    lead: TextStyle
    h1: TextStyle
    h2: TextStyle
    h3: TextStyle
    caption: TextStyle
    aside: TextStyle
    aside_title: TextStyle
    tables: TableLook
    small: TextStyle
    contents: TextStyle
    ink: str
    colors: Mapping[str, str]
    asides: Mapping[str, AsideLook]

    @property
    def styles(self) -> tuple[TextStyle, ...]:
        """Every style that the book is set in."""
        given = (self.body, self.lead, self.h1, self.h2, self.h3, self.caption, self.aside, self.aside_title)
        return (*given, self.tables.body, self.tables.head, self.small, self.contents)


def book_look(game: Game, book: Book) -> BookLook | None:
    """The look of a book; None when the game has no style ``book-body`` to derive it from."""
    body = game.text_styles.get("book-body")
    if body is None:
        return None

    def style(name: str, **otherwise: object) -> TextStyle:
        given = game.text_styles.get(f"book-{name}")
        if "size" in otherwise:
            otherwise["min_size"] = body.min_size * float(str(otherwise["size"])) / body.size
        return given or replace(body, name=f"book-{name}", **otherwise)  # type: ignore[arg-type]  # its own fields

    size = body.size
    colors = {role: _hex(color, game) for role, color in book.colors.items()}
    asides = {kind: book.asides.get(kind) or AsideLook(kind.capitalize()) for kind in ASIDES}
    asides = {
        kind: replace(panel, fill=_hex(panel.fill, game), edge=_hex(panel.edge, game)) for kind, panel in asides.items()
    }
    return BookLook(
        body=body,
        lead=style("lead", italic=True, size=size * 1.2),
        h1=style("h1", bold=True, size=size * 2.2, leading=1.1, hyphenate=False),
        h2=style("h2", bold=True, size=size * 1.35, leading=1.15, hyphenate=False),
        h3=style("h3", bold=True, size=size * 1.1, leading=1.2, hyphenate=False),
        caption=style("caption", italic=True, size=size * 0.88),
        aside=style("aside", size=size * 0.95),
        aside_title=style("aside-title", bold=True, size=size * 0.9, hyphenate=False),
        tables=TableLook(
            body=style("table", size=size * 0.88, leading=1.15, hyphenate=False),
            head=style("table-head", bold=True, size=size * 0.84, leading=1.15, hyphenate=False),
            fonts=game.fonts,
            colors=colors,
            cheap=game.ink != "full",
        ),
        small=style("small", size=size * 0.84, leading=1.2),
        contents=style("contents", size=size * 1.05, leading=1.3),
        ink=_hex(body.color, game),
        colors=colors,
        asides=asides,
    )


def tightened(look: BookLook, share: float) -> BookLook:
    """The same look with every style so large a share of the way from its size to its smallest."""

    def smaller(style: TextStyle) -> TextStyle:
        return replace(style, size=round(style.size - share * (style.size - style.min_size), 3))

    names = ("body", "lead", "h1", "h2", "h3", "caption", "aside", "aside_title", "small", "contents")
    styles = {name: smaller(getattr(look, name)) for name in names}
    tables = replace(look.tables, body=smaller(look.tables.body), head=smaller(look.tables.head))
    return replace(look, **styles, tables=tables)  # type: ignore[arg-type]  # its own fields


def _hex(color: str, game: Game) -> str:
    """A palette colour as #rrggbb."""
    text = game.palette.get(color, color)
    return text if len(text) == 7 else "#" + "".join(char * 2 for char in text[1:])
