"""Faces go in, drawings are kept, PDFs come out; the painter's faults become problems with a template's line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import pnp
from pnp.faces.compose import Composer, composer
from pnp.faces.face import Face
from pnp.faces.icons import read_icon
from pnp.faces.trace import mark_lines, place_of
from pnp.game.model import Document, Flip, Game
from pnp.game.workspace import with_slashes
from pnp.impose.sheet import Sheet
from pnp.paint.assets import Assets
from pnp.paint.draw import draw
from pnp.paint.drawing import Drawing
from pnp.paint.fault import SvgFault
from pnp.paint.pdf import DocumentInfo, write_pdf
from pnp.paint.stencil import draw_face
from pnp.problems import GameError, Problem, Span
from pnp.rulebook.press import face_again

MAX_ART_BYTES = 50_000_000


@dataclass(eq=False)
class Painter:
    """Draws each face once for all documents of a build."""

    game: Game
    compose: Composer
    problems: list[Problem] = field(default_factory=list)
    drawings: dict[str, Drawing] = field(default_factory=dict)
    noted: set[str] = field(default_factory=set)
    art: set[str] = field(default_factory=set)  # the pictures that were read
    assets: Assets = field(init=False)

    def __post_init__(self) -> None:
        game = self.game
        self.assets = Assets(game.palette, game.fonts, lambda name: read_icon(game.workspace.roots, name), self._art)

    def draw(self, svg: str) -> Drawing:
        """A drawing, from memory if it was made before."""
        if svg not in self.drawings:
            self.drawings[svg] = draw_face(svg, self.assets)
        return self.drawings[svg]

    def try_faces(self, faces: Iterable[Face]) -> None:
        """Draw every face; what cannot be drawn is a problem, named by the template's line."""
        for face in faces:
            if not face.svg:
                continue  # its template failed: said already
            try:
                drawing = self.draw(face.svg)
            except SvgFault as fault:
                self.problems.append(self._problem(fault, face))
            else:
                if any(note not in self.noted for note, _ in drawing.left_out):
                    self._note(face)

    def pdf(self, document: Document, sheets: list[Sheet]) -> bytes:
        """One document's bytes. Raises GameError when the slug line cannot be set."""
        game = self.game
        backs = any(place.face.side == "back" for sheet in sheets for place in sheet.placements)
        duplex: Flip | None = document.flip if backs else None
        if document.layout in ("book", "booklet"):
            duplex = "short" if document.layout == "booklet" else "long"
        title = f"{game.title}: {document.title}"
        info = DocumentInfo(title, game.author, game.subject, f"pnp {pnp.__version__}", game.language, duplex)
        try:
            return write_pdf(sheets, self.draw, info)
        except SvgFault as fault:  # the faces were tried before: this is the slug, set in the game's own font
            message = f"the slug line of {document.name} cannot be set: {fault.message}"
            raise GameError([Problem("slug", message, document.span, fault.hint)]) from None
        except RuntimeError as error:  # HarfBuzz gives up on a damaged font only when it makes the subset
            if "Subsetting" not in str(error):
                raise
            message = f"a font of {document.name} is damaged: it cannot be put into a PDF"
            hint = "get the file again, or convert it anew"
            raise GameError([Problem("bad-font", message, document.span, hint)]) from None

    def _marked(self, face: Face) -> tuple[str, Span | None]:
        """The face from marked templates once more, so that a fault knows its line; and where it is declared."""
        marked = composer(self.game, self.compose.paper, mark_lines)
        component = self.game.components.get(face.component)
        if component is None:
            again = face_again(marked, face, self.compose.paper)
            book = self.game.books.get(face.component)  # none for a diagram, which may show a piece
            return again.svg if again else "", book.span if book else None
        record = self.game.drawn_from(component.of)[face.record] if component.of else None
        return marked.face(component, record, face.side).svg, component.span

    def _note(self, face: Face) -> None:
        """Warn of what a foreign picture went without, once however many faces show it."""
        svg, span = self._marked(face)
        for note, where in draw(svg, self.assets).left_out:
            if note not in self.noted:
                self.noted.add(note)
                hint = "the rest of the picture is painted; save it without that, or place it as a PNG"
                place = place_of(where, self.game) or span
                self.problems.append(Problem("left-out", f"{note}: left out", place, hint, "warning"))

    def _problem(self, fault: SvgFault, face: Face) -> Problem:
        svg, span = self._marked(face)
        try:
            draw(svg, self.assets)
        except SvgFault as traced:
            span = place_of(traced.where, self.game) or span
        name = f"{face.component}, {face.record}" if face.record else face.component
        return Problem("svg", f"{fault.message} (while drawing {name})", span, fault.hint)

    def _art(self, name: str) -> bytes:
        self.art.add(with_slashes(name))
        path = self.game.workspace.find("templates", self.game.name, name)
        if path is None:
            raise LookupError(f"there is no picture '{name}' in templates/{self.game.name}/")
        if path.stat().st_size > MAX_ART_BYTES:
            raise LookupError(f"the picture '{name}' is larger than {MAX_ART_BYTES // 1_000_000} MB")
        return path.read_bytes()
