"""What a chapter inserts goes in, the face that is drawn there comes out, with its caption and the words for it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from pnp.faces.compose import Composer
from pnp.faces.face import Face
from pnp.game.model import Book
from pnp.problems import Span, did_you_mean
from pnp.rulebook.blocks import Inlines, Insert
from pnp.rulebook.depiction import Diagram
from pnp.rulebook.diagram import draw_diagram
from pnp.text.markup import Piece
from pnp.units import Size, parse_length

DIAGRAM_WIDTH = 78.0  # mm, where a chapter gives none
_VIEW_BOX = re.compile(r'<svg[^>]*?viewBox="([^"]*)"')
_SIZE = 'such as <svg viewBox="0 0 120 60" …>, in mm'


class FigureError(ValueError):
    """A figure that is not there; ``hint`` names the cure."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.hint = hint
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Figure:
    """A face to show. ``alt`` says what it shows; ``framed`` asks for a thin line round a piece that is cut out."""

    face: Face
    caption: Inlines
    alt: str
    framed: bool
    id: str = ""


@dataclass(eq=False)
class Figures:
    """Makes the figures of one book, each once. ``used`` holds the diagrams that were asked for."""

    composer: Composer
    book: Book
    diagrams: Mapping[str, Diagram]
    names: Mapping[str, object]
    used: set[str] = field(default_factory=set)
    made: dict[tuple[str, str, float], Face] = field(default_factory=dict)

    def figure(self, insert: Insert, span: Span) -> Figure:
        """The figure that an insert names. Raises FigureError."""
        given_width(insert)
        words = "".join(piece.text for piece in insert.caption if not piece.icon)
        if insert.kind == "diagram":
            diagram = self._named(insert.name, self.diagrams, "diagram")
            self.used.add(insert.name)
            face = self._diagram(diagram, given_width(insert) or DIAGRAM_WIDTH)
            caption = insert.caption or (Piece(diagram.caption),)
            return Figure(face, caption, diagram.alt or diagram.caption, framed=False, id=f"diagram/{insert.name}")
        if insert.kind == "drawing":
            return Figure(self._drawing(insert.name, span), insert.caption, words or insert.name, framed=False)
        face = self._face(insert.name)
        return Figure(face, insert.caption, words or self._in_words(face), framed=True)

    def _in_words(self, face: Face) -> str:
        """What a piece without a caption shows: "Hero sheets: Ada", "Blessing tokens: Leech, back"."""
        game = self.composer.game
        component = game.components[face.component]
        record = game.drawn_from(component.of).records.get(face.record) if component.of else None
        name = str(record.fields_of_record.get("name") or record.id) if record else ""
        side = "back" if face.side == "back" else ""
        return ": ".join(part for part in (component.title, ", ".join(filter(None, (name, side)))) if part)

    def _named(self, name: str, known: Mapping[str, Diagram], what: str) -> Diagram:
        if name not in known:
            raise FigureError(f"there is no {what} '{name}'", did_you_mean(name, known))
        return known[name]

    def _diagram(self, diagram: Diagram, width: float) -> Face:
        key = ("diagram", diagram.id, width)
        if key not in self.made:
            self.made[key] = draw_diagram(diagram, self.composer.game, width)
        return self.made[key]

    def _face(self, name: str) -> Face:
        """``component``, ``component/record`` or ``component/record/back``; a record of a list is ``owner/record``."""
        component_name, _, rest = name.partition("/")
        components = self.composer.game.components
        if component_name not in components:
            raise FigureError(f"there is no component '{component_name}'", did_you_mean(component_name, components))
        component = components[component_name]
        parts = rest.split("/", 2) if "." in component.of else [*rest.split("/", 1)[:1], "", *rest.split("/", 1)[1:]]
        record_name, side = "/".join(filter(None, parts[:2])), "".join(parts[2:])
        if not component.of and record_name in ("front", "back"):
            record_name, side = "", record_name
        key = ("face", f"{component_name}/{record_name}/{side}", 0.0)
        if key in self.made:
            return self.made[key]
        records = self.composer.game.drawn_from(component.of).records if component.of else {}
        if component.of and record_name not in records:
            hint = did_you_mean(record_name, records) or f"write {component_name}/NAME of one of {component.of}"
            raise FigureError(f"there is no '{record_name}' in {component.of}", hint)
        if side not in ("", "front", "back") or (side == "back" and not component.back):
            raise FigureError(f"{component_name} has no side '{side}'", "leave it out, or write front or back")
        record = records.get(record_name)
        self.made[key] = self.composer.face(component, record, "back" if side == "back" else "front")
        return self.made[key]

    def _drawing(self, name: str, span: Span) -> Face:
        """A template of the book's own; its viewBox says how large it is, in mm."""
        key = ("drawing", name, 0.0)
        if key not in self.made:
            template = f"{self.book.name}/{name}"
            game = self.composer.game
            if game.workspace.find("templates", game.name, template) is None:
                raise FigureError(f"there is no drawing '{name}' in templates/{game.name}/{self.book.name}/")
            svg = self.composer.svg(template, Size(0, 0), self.names, f"the drawing {name}", span)
            self.made[key] = Face(self.book.name, name, "front", svg, _size(svg, name) if svg else Size(100, 50))
        return self.made[key]


def _size(svg: str, name: str) -> Size:
    match = _VIEW_BOX.search(svg)
    try:
        x, y, width, height = (float(part) for part in (match[1] if match else "").split())
    except ValueError:
        raise FigureError(f"the drawing '{name}' does not say how large it is", _SIZE) from None
    if (x, y) != (0, 0) or not (0 < width < 1000 and 0 < height < 1000):
        raise FigureError(f"the drawing '{name}' does not begin at 0 0, or has no sensible size", _SIZE)
    return Size(width, height)


def given_width(insert: Insert) -> float | None:
    """The width in mm that an insert asks for; None when it says "wide" or nothing. Raises FigureError."""
    if insert.width in ("", "wide"):
        return None
    try:
        width = parse_length(insert.width)
    except ValueError as error:
        raise FigureError(str(error), 'such as "60mm", or "wide"') from None
    if not 5 <= width <= 500:
        raise FigureError(f"a figure {insert.width} wide", "give it from 5mm to 500mm")
    return width
