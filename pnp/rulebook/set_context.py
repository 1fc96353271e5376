"""What a book is set with: its look, its measures, and the page numbers that the last pass found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pnp.fonts.families import Fonts
from pnp.problems import Span
from pnp.rulebook.column_boxes import Box
from pnp.rulebook.figures import Figures
from pnp.rulebook.look import BookLook
from pnp.rules.tables import Grid
from pnp.text.markup import Inlines, Piece

GAP = 2.0  # between paragraphs and other blocks, mm


@dataclass(frozen=True)
class SetContext:
    """What a book is set with. ``measure`` and ``height`` are the room on a page in mm, ``pages`` the targets' folios.

    ``parts`` sets what is generated: contents, index, credits. ``opener_room`` mm stay free over a title.
    ``squeeze`` narrows the white and the figures of a chapter that would just spill onto another page, ``white`` the
    white alone, in a book that must fit its pages.
    """

    look: BookLook
    fonts: Fonts
    language: str
    icons: frozenset[str]
    measure: float
    height: float
    pages: Mapping[str, str]
    figures: Figures
    grids: Mapping[str, Grid]
    parts: Mapping[str, Callable[[SetContext, float], list[Box]]]
    span: Span
    opener_room: float = 0.0
    squeeze: float = 1.0
    white: float = 1.0

    @property
    def air(self) -> float:
        """How much of the usual white there is."""
        return self.squeeze * self.white

    @property
    def gap(self) -> float:
        """The white between blocks, in mm."""
        return GAP * self.air


def with_pages(words: Inlines, context: SetContext) -> Inlines:
    """Set the page behind each cross-reference."""
    pieces: list[Piece] = []
    for i, piece in enumerate(words):
        pieces.append(piece)
        following = words[i + 1].link if i + 1 < len(words) else ""
        if piece.link and following != piece.link:
            page = context.pages.get(piece.link, "0")
            pieces.append(Piece(f" (page\u00a0{page})", italic=piece.italic, link=piece.link))
    return tuple(pieces)
