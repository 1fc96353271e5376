"""Faces go in, drawings are kept, PDFs come out; the painter's faults become problems with a template's line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

import pnp
from pnp.faces.compose import Composer, composer
from pnp.faces.face import Face
from pnp.faces.icons import read_icon, read_picture
from pnp.faces.template_text import mark_lines, place_of
from pnp.fonts.containers import FontError
from pnp.fonts.scripts import kin_of
from pnp.game.font_library import fallback_cure
from pnp.game.model import Document, Game
from pnp.impose.sheet import Sheet
from pnp.paint.context import Assets
from pnp.paint.draw import draw
from pnp.paint.raster import REMARKS
from pnp.paint.stencil import draw_face
from pnp.pdf.drawing import Drawing, Resources
from pnp.pdf.pages import DocumentInfo, PaintedPage, bind_pages, often, paint_pages
from pnp.problems import GameError, Problem, Span
from pnp.schema.file_names import folded, with_slashes
from pnp.svg.tree import SvgFault
from pnp.workers import share

Thing = TypeVar("Thing")
Made = TypeVar("Made")

_CURES = {
    "left-out": "the rest of the picture is painted; save it without that, or place it as a PNG",
    "substituted-font": "name the font under fonts: in game.yaml, or turn the words into outlines in the picture",
}
FACES = 12  # that are worth a worker when they are kept for several documents: a sheet or a diagram takes 5 ms
PAGES = 30  # that are worth a worker: a page of cards takes 2 ms; a worker some 10, the first 30


def faces_on(sheets: Iterable[Sheet]) -> dict[str, Face]:
    """What sheets show, by digest: each face once, however often it is placed."""
    return {placement.face.digest: placement.face for sheet in sheets for placement in sheet.placements}


def damaged_font(error: FontError, document: Document) -> Problem:
    """What is said of a font that HarfBuzz gives up on only when it makes the subset for a document."""
    hint = "try another version of the font"
    return Problem("bad-font", f"{document.name} cannot be written: {error}", document.span, hint)


@dataclass(frozen=True, slots=True)
class PaintedFile:
    """The bytes of a document, and what was wrong with the faces in it."""

    data: bytes
    problems: tuple[Problem, ...]


@dataclass(eq=False)
class Painter:
    """Draws each face once for all documents of a build. ``noted`` is what foreign pictures are known to go without."""

    game: Game
    compose: Composer
    drawings: dict[str, Drawing] = field(default_factory=dict)
    noted: set[str] = field(default_factory=set)
    art: set[str] = field(default_factory=set)  # the pictures that were read, their names folded
    pooled: bool = False  # whether workers may paint, too
    assets: Assets = field(init=False)

    def __post_init__(self) -> None:
        game = self.game
        self.assets = Assets(
            game.palette,
            game.fonts,
            lambda name: read_icon(game.workspace, name),
            self._art,
            language=game.language,
            outlined=game.ink != "full",
            grey=game.ink == "grey",
            apart=frozenset(game.palette[name] for group in game.expected.distinct for name in group.colors),
        )

    def draw(self, svg: str, *, keep: bool = True) -> Drawing:
        """A drawing, from memory if it was made before and kept."""
        drawing = self.drawings.get(svg) or draw_face(svg, self.assets)
        if keep:
            self.drawings[svg] = drawing
        return drawing

    def try_faces(self, faces: Iterable[Face]) -> list[Problem]:
        """Draw every face and keep it; what cannot be drawn is a problem, named by the template's line."""
        drawn = [face for face in faces if face.packed]  # of one without SVG all was said
        for part, made in self._parts([face for face in drawn if face.svg not in self.drawings], FACES, self._away):
            if made is not None:
                self.drawings.update(zip([face.svg for face in part], made[0], strict=True))
                self.art |= made[1]
                continue
            for face in part:
                with suppress(SvgFault):
                    self.draw(face.svg)
        return [problem for face in drawn for problem in self._judged(face)]

    def _judged(self, face: Face) -> Iterable[Problem]:
        """What is wrong with a face that was drawn, or was tried to be."""
        try:
            drawing = self.draw(face.svg)
        except SvgFault as fault:
            return [self._problem(fault, face)]
        return self._notes(face) if self._news(drawing) else ()

    def _away(self, part: Sequence[Face]) -> tuple[list[Drawing], set[str]]:
        """A worker's drawings, and the pictures that it read. A fault ends it: it is met here again."""
        return [self.draw(face.svg) for face in part], self.art

    def _parts(
        self, things: Sequence[Thing], least: int, away: Callable[[Sequence[Thing]], Made | None]
    ) -> Iterable[tuple[Sequence[Thing], Made | None]]:
        return share(things, least, away) if self.pooled else [(things, None)]

    def pdf(self, document: Document, sheets: Sequence[Sheet], *, keep: bool = True) -> PaintedFile:
        """One document's bytes; ``keep`` its drawings for another document that shows them too.

        Faces are drawn as their page is painted, and then forgotten: a deck of any size takes the memory of a page.
        What cannot be drawn is left out and is a problem. Raises GameError when the slug line cannot be set.
        """
        failed: dict[str, SvgFault | None] = {}
        problems: list[Problem] = []

        def drawn(svg: str) -> Drawing:
            try:
                drawing = self.draw(svg, keep=keep)
            except SvgFault as fault:
                failed[svg] = fault
                return Drawing("", Resources())
            if self._news(drawing):
                failed[svg] = None
            return drawing

        if keep:
            problems += self.try_faces(faces_on(sheets).values())
            pages: Iterable[PaintedPage] = paint_pages(sheets, drawn, often(sheets))
        else:
            pages = self._pages(sheets, drawn, failed)
        data = self._write(document, sheets, pages)
        if failed:
            troubled = [face for face in faces_on(sheets).values() if face.svg in failed]
            problems += self.try_faces(troubled)
            for face in troubled:
                failed.pop(face.svg, None)
            for fault in filter(None, failed.values()):  # no face's: the slug's, set in the game's own font
                message = f"the slug line of {document.name} cannot be set: {fault.message}"
                raise GameError([Problem("slug", message, document.span, fault.hint)])
        return PaintedFile(data, tuple(problems))

    def _pages(
        self, sheets: Sequence[Sheet], draw: Callable[[str], Drawing], failed: Mapping[str, object]
    ) -> Iterator[PaintedPage]:
        """The painted pages, those of a long document by several workers: but what has failed is heard of only here."""
        forms = often(sheets)

        def away(part: Sequence[Sheet]) -> list[PaintedPage] | None:
            pages = list(paint_pages(part, draw, forms))
            return None if failed else pages

        for part, pages in self._parts(sheets, PAGES, away):
            yield from pages if pages is not None else paint_pages(part, draw, forms)

    def _write(self, document: Document, sheets: Sequence[Sheet], pages: Iterable[PaintedPage]) -> bytes:
        game = self.game
        title = f"{game.title}: {document.title}"
        turn = next((sheet.turn for sheet in sheets if sheet.turn), None)
        info = DocumentInfo(title, game.author, game.subject, f"pnp {pnp.__version__}", game.language, turn)
        try:
            return bind_pages(sheets, pages, info)
        except FontError as error:
            raise GameError([damaged_font(error, document)]) from None

    @cached_property
    def traced(self) -> Composer:
        """The composer of faces whose lines are marked, which reads each template once."""
        return composer(self.game, self.compose.job, mark_lines)

    def _marked(self, face: Face) -> tuple[str, Span | None]:
        """The face from marked templates once more, so that a fault knows its line; and where it is declared."""
        marked = self.traced
        component = self.game.components.get(face.component)
        if component is None:
            from pnp.rulebook.edition import face_again  # loaded for games with a book alone

            again = face_again(marked, face, self.compose.job.paper)
            book = self.game.books.get(face.component)  # none for a diagram, which may show a piece
            return again.svg if again else "", book.span if book else None
        record = self.game.drawn_from(component.of)[face.record] if component.of else None
        return marked.face(component, record, face.side).svg, component.span

    def _notes(self, face: Face) -> Iterator[Problem]:
        """Warnings of what a foreign picture went without, once however many faces show it."""
        svg, span = self._marked(face)
        drawing = draw(svg, self.assets)
        left_out = [("left-out", f"{note}: left out", note, where) for note, where in drawing.left_out]
        others = [("substituted-font", note, note, where) for note, where in drawing.substituted]
        for code, message, note, where in (*left_out, *others):
            if note not in self.noted:
                self.noted.add(note)
                place = place_of(where, self.traced.folder.read) or span
                cure = next((REMARKS[remark] for remark in REMARKS if note.endswith(remark)), "")
                if cure:  # the picture is whole, if not as it was meant
                    yield Problem("odd-picture", note, place, cure, "warning")
                else:
                    yield Problem(code, message, place, _CURES[code], "warning")

    def _news(self, drawing: Drawing) -> bool:
        """Whether there is something of a drawing that was not told yet."""
        return any(note not in self.noted for note, _ in (*drawing.left_out, *drawing.substituted))

    def _problem(self, fault: SvgFault, face: Face) -> Problem:
        svg, span = self._marked(face)
        try:
            draw(svg, self.assets)
        except SvgFault as traced:
            span = place_of(traced.where, self.traced.folder.read) or span
        name = f"{face.component}, {face.record}" if face.record else face.component
        message = f"{fault.message} (while drawing {name})"
        if fault.missing:
            cure = fallback_cure(self.game, fault.missing)
            return Problem("missing-glyph", message, span, cure, kin=kin_of(fault.missing[0]))
        return Problem("svg", message, span, fault.hint)

    def _art(self, name: str) -> bytes:
        self.art.add(folded(with_slashes(name)))
        return read_picture(self.game.workspace, self.game.name, name)
