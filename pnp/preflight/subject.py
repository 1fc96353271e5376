"""What the checks look at: a game, and all that a build would print of it, made once; and how much that was."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pnp.faces.compose import Composer
from pnp.faces.face import Face
from pnp.fonts.family_names import meant_by
from pnp.game.model import Game
from pnp.impose.sheet import Sheet
from pnp.pdf.drawing import Drawing
from pnp.preflight.phrases import Phrases, phrases_of, texts_of
from pnp.problems import Problem, Span
from pnp.rulebook.blocks import Insert, walk
from pnp.rulebook.book import Manuscript
from pnp.svg.references import colors_in, families_in, icons_in


@dataclass(frozen=True, eq=False)
class Subject:
    """``pieces`` are the faces of components, each once; ``sheets`` all that documents hold, books too."""

    game: Game
    compose: Composer
    pieces: tuple[Face, ...]
    sheets: Mapping[str, Sequence[Sheet]]
    books: Mapping[str, Manuscript]
    draw: Callable[[str], Drawing]

    @cached_property
    def faces(self) -> tuple[Face, ...]:
        """Everything that is drawn, each drawing once: pieces, pages of books, figures."""
        placed = [place.face for pages in self.sheets.values() for sheet in pages for place in sheet.placements]
        figures = [face for book in self.books.values() for face in book.figures.made.values()]
        every = (*self.pieces, *placed, *figures)
        return tuple({face.digest: face for face in every if face.svg}.values())

    @cached_property
    def painted(self) -> frozenset[str]:
        """The words that something is painted with."""
        return frozenset(word for face in self.faces for word in colors_in(face.svg))

    @cached_property
    def icons(self) -> frozenset[str]:
        """The icons that are drawn."""
        return frozenset(name for face in self.faces for name in icons_in(face.svg))

    @cached_property
    def families(self) -> frozenset[str]:
        """The font families that something is set in."""
        names = {name for face in self.faces for name in families_in(face.svg)}
        return meant_by(names, self.game.fonts)

    @cached_property
    def phrases(self) -> Phrases:
        """What the game's expressions name."""
        return phrases_of(self.game)

    def place(self, path: str) -> Span | None:
        """Where game.yaml declares a thing such as ``palette.ink``."""
        return self.game.expected.places.get(path)


Check = Callable[[Subject], Iterable[Problem]]


def warning(code: str, message: str, span: Span | None, hint: str, about: str) -> Problem:
    """A problem that does not stop a build."""
    return Problem(code, message, span, hint, "warning", about)


def facts_of(subject: Subject) -> dict[str, int]:
    """What there is of each kind, in the order in which a build meets it."""
    game = subject.game
    records = [record for collection in game.collections.values() for record in collection]
    chapters = [chapter for book in subject.books.values() for chapter in book.chapters]
    inserts = [block for chapter in chapters for block in walk(chapter.blocks) if isinstance(block, Insert)]
    counted = {
        "collections": len(game.collections),
        "records": len(records),
        "texts of records": sum(1 for record in records for _ in texts_of(record)),
        "formulas": len(game.book.formulas),
        "tables": len(game.tables),
        "boards": len(game.boards),
        "hexes": sum(len(board.terrain) for board in game.boards.values()),
        "counts and dice": len(game.expected.counts) + len(game.expected.box),
        "palette colours": len(game.palette),
        "text styles": len(game.text_styles),
        "templates and chapters": len(subject.phrases.files),
        "components": len(game.components),
        "faces of components": len({face.digest for face in subject.pieces}),
        "drawings": len(subject.faces),
        "texts set in drawings": sum(face.svg.count("<text ") for face in subject.faces),
        "icons drawn": len(subject.icons),
        "chapters": len(chapters),
        "cross-references": sum(len(chapter.links) for chapter in chapters),
        "figures and tables in the book": len(inserts),
        "documents": len(game.documents),
        "sheets": sum(len(sheets) for sheets in subject.sheets.values()),
    }
    return {what: number for what, number in counted.items() if number}
