"""What the checks look at: a game, and all that a build would print of it, made once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pnp.faces.compose import Composer
from pnp.faces.face import Face
from pnp.game.model import Game
from pnp.impose.sheet import Sheet
from pnp.pdf.drawing import Drawing
from pnp.preflight.phrases import Phrases, phrases_of
from pnp.problems import Problem, Span
from pnp.rulebook.book import Manuscript
from pnp.svg.names import colors_in, families_in, icons_in


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
        return frozenset(name for face in self.faces for name in families_in(face.svg))

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
