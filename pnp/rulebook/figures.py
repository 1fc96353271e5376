"""What a chapter inserts goes in, the face that is drawn there comes out, with its caption and the words for it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from pnp.diagrams.callouts import draw_callouts, natural_width, read_parts
from pnp.diagrams.depiction import Callouts, Diagram, FieldDiagram, Picture
from pnp.diagrams.field_diagram import draw_field
from pnp.diagrams.hex_diagram import draw_diagram
from pnp.diagrams.terrain_symbols import SymbolSets
from pnp.faces.compose import Composer
from pnp.faces.face import Face
from pnp.game.model import Book
from pnp.problems import Problem, Span, did_you_mean
from pnp.rulebook.blocks import Insert
from pnp.svg.transform import view_box
from pnp.svg.tree import SvgFault, local, parse
from pnp.text.markup import Inlines, Piece
from pnp.units import Size, parse_length

DIAGRAM_WIDTH = 78.0  # mm, where a chapter gives none
CALLOUT_TALLEST, CALLOUT_WIDEST = 92.0, 110.0  # mm, of a face and of the whole, where a chapter gives no width
EMPTY = '<svg xmlns="http://www.w3.org/2000/svg"></svg>'
_SIZE = 'such as <svg viewBox="0 0 120 60" …>, in mm'


class FigureError(ValueError):
    """A figure that is not there; ``hint`` names the cure."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.hint = hint
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Figure:
    """A face to show. ``alt`` says what it shows; ``framed`` asks for a thin line round a piece that is cut out.

    ``key`` says what its labels stand for, ``beside`` or ``beneath`` it; where there is room, if ``key_at`` is empty.
    """

    face: Face
    caption: Inlines
    alt: str
    framed: bool
    id: str = ""
    key: tuple[tuple[str, Inlines], ...] = ()
    key_at: str = ""


@dataclass(eq=False)
class Figures:
    """Makes the figures of one book, each once. ``used`` holds the diagrams that were asked for, ``problems`` what was
    wrong with the book's own drawings; what is wrong with a component's face is the composer's to tell.
    """

    composer: Composer
    book: Book
    diagrams: Mapping[str, Picture]
    names: Mapping[str, object]
    used: set[str] = field(default_factory=set)
    made: dict[tuple[str, str, float], Face] = field(default_factory=dict)
    weight: int = 0  # characters of all the drawings that were asked for, each as often as it was
    shown: dict[str, Face] = field(default_factory=dict)  # by digest: those that chapters insert
    problems: list[Problem] = field(default_factory=list)
    symbols: SymbolSets = field(init=False)

    def __post_init__(self) -> None:
        self.symbols = SymbolSets(self.composer.game)

    def figure(self, insert: Insert, span: Span) -> Figure:
        """The figure that an insert names. Raises FigureError."""
        given_width(insert)
        figure = self._figure(insert, span)
        self.shown[figure.face.digest] = figure.face
        self.weight += len(figure.face.svg)
        return figure

    def _figure(self, insert: Insert, span: Span) -> Figure:
        words = "".join(piece.text for piece in insert.caption if not piece.icon)
        if insert.kind == "diagram":
            diagram = self._named(insert.name, self.diagrams, "diagram")
            self.used.add(insert.name)
            face = self._diagram(diagram, given_width(insert))
            caption = insert.caption or (Piece(diagram.caption),)
            figure = Figure(face, caption, diagram.alt or diagram.caption, framed=False, id=f"diagram/{insert.name}")
            if isinstance(diagram, Callouts) and diagram.key != "none":
                key = tuple(zip(diagram.marks, (part.words for part in diagram.parts), strict=True))
                return replace(figure, key=key, key_at=diagram.key)
            return figure
        if insert.kind == "drawing":
            face = self._drawing(insert.name, span)
            return Figure(face, insert.caption, words or _title(face.svg) or insert.name, framed=False)
        face = self._face(insert.name)
        return Figure(face, insert.caption, words or self._in_words(face), framed=True)

    def at_width(self, figure: Figure, width: float) -> Figure:
        """A figure as it is drawn for a width in mm: labels on fields and at callouts do not shrink with the rest."""
        diagram = self.diagrams.get(figure.id.removeprefix("diagram/"))
        if isinstance(diagram, FieldDiagram | Callouts) and abs(figure.face.size.width - width) > 0.5:
            return replace(figure, face=self._diagram(diagram, round(width, 1)))
        return figure

    def _in_words(self, face: Face) -> str:
        """What a piece without a caption shows: "Hero sheets: Ada", "Blessing tokens: Leech, back"."""
        game = self.composer.game
        component = game.components[face.component]
        record = game.drawn_from(component.of).records.get(face.record) if component.of else None
        name = str(record.fields_of_record.get("name") or record.id) if record else ""
        side = "back" if face.side == "back" else ""
        return ": ".join(part for part in (component.title, ", ".join(filter(None, (name, side)))) if part)

    def _named(self, name: str, known: Mapping[str, Picture], what: str) -> Picture:
        if name not in known:
            raise FigureError(f"there is no {what} '{name}'", did_you_mean(name, known))
        return known[name]

    def _diagram(self, diagram: Picture, width: float | None) -> Face:
        key = ("diagram", diagram.id, width or 0.0)
        if key not in self.made:
            game = self.composer.game
            match diagram:
                case Diagram():
                    face = draw_diagram(diagram, game, width or DIAGRAM_WIDTH, self.symbols)
                case FieldDiagram():
                    face = draw_field(diagram, game, width or DIAGRAM_WIDTH)
                case Callouts():
                    face = self._callouts(diagram, width)
            self.made[key] = face
        return self.made[key]

    def _callouts(self, callouts: Callouts, width: float | None) -> Face:
        """The face with its labels; an empty one where a part is missing, which ``check_callouts`` tells."""
        face = self._face(callouts.face)
        found = read_parts(face, self.composer.game.fonts)
        if any(part.name not in found.parts for part in callouts.parts):
            return Face("diagrams", callouts.id, "front", EMPTY, Size(10, 10))
        wide = width or natural_width(face, CALLOUT_TALLEST, CALLOUT_WIDEST)
        game = self.composer.game
        return draw_callouts(callouts, face, found, wide, game.fonts, cheap=game.ink != "full")

    def check_callouts(self) -> list[Problem]:
        """Faces and parts that the callouts name and that are not there."""
        problems = []
        for callouts in [item for item in self.diagrams.values() if isinstance(item, Callouts)]:
            try:
                face = self._face(callouts.face)
            except FigureError as error:
                message = f"{callouts.id}: face: {error}"
                problems.append(Problem("unknown-figure", message, callouts.span, error.hint))
                continue
            known = read_parts(face, self.composer.game.fonts).parts if face.svg else None
            for part in callouts.parts if known is not None else ():
                if part.name not in (known or ()):
                    message = f"{callouts.id}: the face {callouts.face} has no part '{part.name}'"
                    problems.append(Problem("callout-parts", message, part.span, _parts_hint(part.name, known or {})))
        return problems

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
                hint = game.workspace.cure("templates", game.name, template)
                raise FigureError(f"there is no drawing '{name}' in templates/{game.name}/{self.book.name}/", hint)
            filled = self.composer.fill_in(template, Size(0, 0), self.names, f"the drawing {name}", span)
            self.problems += filled.problems
            svg = filled.svg
            self.made[key] = Face(self.book.name, name, "front", svg, _size(svg, name) if svg else Size(100, 50))
        return self.made[key]


def _title(svg: str) -> str:
    """What a drawing is called by its own <title>, if it has one."""
    try:
        root = parse(svg)
    except SvgFault:
        return ""  # the painter says what is wrong with it
    return next((" ".join("".join(child.itertext()).split()) for child in root if local(child.tag) == "title"), "")


def _size(svg: str, name: str) -> Size:
    try:
        box = view_box(parse(svg))
    except SvgFault as fault:
        raise FigureError(f"the drawing '{name}': {fault.message}", fault.hint) from None
    if box is None:
        raise FigureError(f"the drawing '{name}' does not say how large it is", _SIZE)
    if (box.x, box.y) != (0, 0) or not (box.width < 1000 and box.height < 1000):
        raise FigureError(f"the drawing '{name}' does not begin at 0 0, or has no sensible size", _SIZE)
    return box.size


def _parts_hint(name: str, known: Collection[str]) -> str:
    if not known:
        return f'give the element data-part="{name}" in the template'
    return ", ".join(filter(None, (did_you_mean(name, known).rstrip("?"), f"there are {', '.join(known)}")))


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
