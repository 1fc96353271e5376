"""A game, a component and a paper go in; its faces come out, front and back, or every problem of its templates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from jinja2 import BaseLoader, TemplateNotFound
from markupsafe import Markup

from pnp.faces.arcs import ARCS
from pnp.faces.board_view import view_board
from pnp.faces.charts import Charts
from pnp.faces.face import Face, Side
from pnp.faces.face_lines import FaceLine, outlined, read_lines, too_much
from pnp.faces.fault_places import expression_place, line_place
from pnp.faces.folding import FoldingHelpers
from pnp.faces.helpers import FittedSize, Heard, Helpers, smallest_sizes
from pnp.faces.icons import icon_names
from pnp.faces.picture_boxes import ArtHelpers, WantedArt
from pnp.faces.safe import unmarked, unsafe
from pnp.faces.template_text import BoxNames, place_within, read_boxes
from pnp.game.ink_palettes import with_ink
from pnp.game.model import Component, Game
from pnp.job import Ink, PrintJob
from pnp.problems import GameError, Problem, Source, Span
from pnp.rules.notes import namespace
from pnp.rules.sandbox import Environment, bounded_range, explain
from pnp.rules.trigonometry import TRIGONOMETRY
from pnp.rules.work import TooMuchWork
from pnp.schema.values import Record
from pnp.shapes.piece_shape import Shape
from pnp.source.nodes import shortened
from pnp.source.text_file import read_text
from pnp.svg.encoding import encoding_of
from pnp.svg.line_kinds import LINE
from pnp.units import Size
from pnp.workers import share

MOST_KNOWN = 1024  # short texts that are kept as they were set, at a time
MOST_LIKE = 16_000  # letters of a face that siblings are packed by: all that packing can look back
FACES = 150  # that are worth a worker: a card takes half a millisecond, a worker some 10, the first 30

# the helpers that templates call, and whose they are
HELPERS: Mapping[str, type[Helpers | Charts | FoldingHelpers | ArtHelpers]] = {
    **dict.fromkeys(("text", "icon"), Helpers),
    **dict.fromkeys(("bars", "shares"), Charts),
    **dict.fromkeys(("cube", "closed_box", "tuck_box", "fold_over", "standee"), FoldingHelpers),
    **dict.fromkeys(("picture", "has_picture"), ArtHelpers),
}
YIELDING = ("picture", "has_picture")  # to a field of the same name: games had such fields before

Task = tuple[Component, Record | None, Side]
Batch = tuple[list[tuple[Face, tuple[FittedSize, ...]]], tuple[WantedArt, ...]]


@dataclass(frozen=True, slots=True)
class Pair:
    """A piece's two sides; ``back`` is None for a one-sided piece."""

    front: Face
    back: Face | None

    @property
    def faces(self) -> tuple[Face, ...]:
        """The sides there are."""
        return (self.front, self.back) if self.back else (self.front,)


class TemplateFolder(BaseLoader):
    """Templates of one game by name, from its workspace and then the shipped one; never from elsewhere.

    With ``marks``, every tag carries its file and line, so that a fault of the painter can be traced back.
    """

    def __init__(self, game: Game, mark: Callable[[str, str], str] | None = None) -> None:
        self.game = game
        self.mark = mark
        self.sources: dict[str, Source] = {}
        sources = (*game.collections.values(), *game.parts.values())
        records = [record for collection in sources for record in list(collection)[:1]]
        fields = {name for record in records for name in record.fields_of_record}
        self.names = BoxNames(frozenset(fields), tuple(game.text_styles))

    def get_source(self, _environment: object, template: str) -> tuple[str, str, Callable[[], bool]]:
        """Jinja's protocol: text, name and whether it is still fresh."""
        text = read_boxes(self.read(template).text, self.names)
        return (self.mark(text, template) if self.mark else text), template, lambda: True

    def place(self, template: str, line: int, code_line: int, message: str) -> Span:
        """What a message is about: an expression of a template, by the line of its code; of a chapter, a whole line."""
        source = self.read(template)
        if not template.endswith(".svg"):
            return line_place(source, line)
        return expression_place(source, self.get_source(None, template)[0], line, code_line, message)

    def read(self, template: str) -> Source:
        """A template as a source for messages, read once. Raises TemplateNotFound, or GameError if it is no text."""
        if template not in self.sources:
            workspace = self.game.workspace
            path = workspace.find("templates", self.game.name, template)
            if path is None:
                raise TemplateNotFound(template)
            self.sources[template] = read_text(path, workspace.shown(path), workspace.within, encoding_of)
        return self.sources[template]


@dataclass(frozen=True, slots=True)
class Composed:
    """A face with what was wrong with it, and which of its texts had to shrink. With an error the face is empty."""

    face: Face
    problems: tuple[Problem, ...] = ()
    settings: tuple[FittedSize, ...] = ()


@dataclass(frozen=True, slots=True)
class FilledIn:
    """A template that was filled in: its SVG, empty where it failed, and what was wrong with it."""

    svg: str
    problems: tuple[Problem, ...]


@dataclass(eq=False)
class Composer:
    """Renders faces of one game for one print job: each once, and each template is compiled once.

    ``made`` are the faces so far. ``said`` are the faults of templates that were told: a mistake in one is told once,
    however many faces it is on. ``exhausted`` templates took too much work, and are not tried again. ``wanted`` are
    the files of art that templates asked for.
    """

    game: Game
    job: PrintJob
    environment: Environment
    folder: TemplateFolder
    heard: Heard | None = None
    made: dict[tuple[str, str, Side], Composed] = field(default_factory=dict)
    shared: dict[tuple[str, Side], Mapping[str, float]] = field(default_factory=dict)
    said: set[tuple[Span, str]] = field(default_factory=set)
    exhausted: set[str] = field(default_factory=set)
    known: dict[object, Markup] = field(default_factory=dict)
    wanted: dict[WantedArt, None] = field(default_factory=dict)
    first: dict[tuple[str, Side], bytes] = field(default_factory=dict)  # a face's SVG, which its siblings are like

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with the faces made so far, in the order in which they were made."""
        return [problem for item in self.made.values() for problem in item.problems]

    @property
    def settings(self) -> list[FittedSize]:
        """Which texts of the faces made so far had to shrink."""
        return [setting for item in self.made.values() for setting in item.settings]

    def pairs(self, component: Component) -> Iterator[Pair]:
        """Every piece of a component, in the order it is printed, without its copies."""
        for record in component.records if component.of else (None,):
            front = self.face(component, record, "front")
            back = self.face(component, record, "back") if component.back else None
            yield Pair(front, back)

    def face(self, component: Component, record: Record | None, side: Side) -> Face:
        """One side, empty if its template failed (see ``composed``)."""
        return self.composed(component, record, side).face

    def composed(self, component: Component, record: Record | None, side: Side) -> Composed:
        """Render one side, the first time that it is asked for."""
        key = (component.name, record.id if record else "", side)
        made = self.made.get(key)
        if made is None:
            made = self.made[key] = self._compose(component, record, side)
        return made

    def _compose(self, component: Component, record: Record | None, side: Side) -> Composed:
        where = f"{component.name}, {record.id}" if record else component.name
        size = component.size(self.job.paper)
        helpers = self._helpers(where, self.caps(component, side), track=component.safe is not None)
        filled = self._filled(component, record, side, helpers)
        svg, problems = filled.svg, filled.problems
        lines, shape = read_lines(svg), component.shape
        if lines and (much := too_much(lines, size)):
            place = place_within(self.folder.read(component.template if side == "front" else component.back), LINE)
            problems += (Problem("too-many", f"{much} (while drawing {where})", place, "draw fewer and simpler ones"),)
            lines = ()
        if side == "back":
            shape = (self.face(component, record, "front").shape if shape.kind == "path" else shape).mirrored(size)
        elif shape.kind == "path" and svg and not problems:
            shape, lines, wrong = self._outlined(component, lines, size, where)
            problems += wrong
        if component.safe is not None:
            for item, past in unsafe(svg, helpers.placed, size, component.safe, shape):
                message = f"{item.what} comes {past:.1f} mm nearer to the cut than the {component.safe:g} mm of 'safe'"
                hint = "move or shorten it: what is cut a little off would be lost"
                problems += (Problem("unsafe-text", message, item.span, hint),)
            svg = unmarked(svg, len(helpers.placed))
        like = self.first.get((component.name, side), b"")
        record_id = record.id if record else ""
        look = (component.bleed, shape, like)
        face = Face(component.name, record_id, side, svg, size, *look, lines=lines, cut_line=component.cut_line)
        if not like and len(svg) < MOST_LIKE:
            self.first[component.name, side] = svg.encode("utf-8", "surrogatepass")
        return Composed(face, problems, tuple(helpers.settings))

    def _outlined(
        self, component: Component, lines: tuple[FaceLine, ...], size: Size, where: str
    ) -> tuple[Shape, tuple[FaceLine, ...], tuple[Problem, ...]]:
        """The shape that a template's own cut line gives a piece, its other lines, and what is wrong with it."""
        try:
            return (*outlined(lines, size), ())
        except ValueError as error:
            span = place_within(self.folder.read(component.template), f'{LINE}="cut"')
            hint = f'mark one closed shape of the template as {LINE}="cut", within the trim; it is the outline'
            problem = Problem("bad-outline", f"{error} (while drawing {where})", span, hint)
            known = (span, str(error)) in self.said
            self.said.add((span, str(error)))
            return component.shape, lines, () if known else (problem,)

    def _filled(self, component: Component, record: Record | None, side: Side, helpers: Helpers) -> FilledIn:
        template = component.template if side == "front" else component.back
        names: dict[str, object] = dict(component.params)
        if component.board:
            names["board"] = view_board(self.game.boards[component.board])
        names |= record.names() if record else {}
        names["bleed"] = component.bleed
        return self._render(template, component.size(self.job.paper), names, component.span, helpers)

    def caps(self, component: Component, side: Side) -> Mapping[str, float]:
        """The sizes that all faces of a component share, of the styles that ask for it (``fit: together``).

        Every face is filled in once to learn them, before the first is kept; what is wrong is said when it is kept.
        """
        together = [name for name, style in self.game.text_styles.items() if style.together]
        key = (component.name, side)
        if together and key not in self.shared:
            settings: list[FittedSize] = []
            said, exhausted = set(self.said), set(self.exhausted)
            for record in component.records if component.of else ():
                helpers = self._helpers("", {}, track=False)
                self._filled(component, record, side, helpers)
                settings += helpers.settings
            self.said, self.exhausted = said, exhausted
            self.shared[key] = smallest_sizes(settings, together)
        return self.shared.get(key, {})

    def _helpers(self, where: str, caps: Mapping[str, float], *, track: bool) -> Helpers:
        icons = icon_names(self.game.workspace)
        listened = caps or track or self.heard
        if len(self.known) > MOST_KNOWN:
            self.known.clear()
        known = {} if listened else self.known
        return Helpers(self.game, where, icons, self.folder.place, caps, track, known, heard=self.heard)

    def fill_in(self, template: str, size: Size, names: Mapping[str, object], where: str, span: Span) -> FilledIn:
        """Fill in a template for a face of a size, with the helpers and the game besides the names given.

        ``where`` says in messages what is drawn; ``span`` is who asked for the template.
        """
        filled = self._render(template, size, names, span, self._helpers(where, {}, track=False))
        if LINE not in filled.svg or not read_lines(filled.svg):
            return filled
        message = f"{template}: a line to cut, fold, punch or glue, where no piece is cut out (while drawing {where})"
        place = place_within(self.folder.read(template), LINE)
        problem = Problem("idle-line", message, place, f"take {LINE} off: it is ink then", "warning")
        return FilledIn(filled.svg, (*filled.problems, problem))

    def _render(self, template: str, size: Size, names: Mapping[str, object], span: Span, helpers: Helpers) -> FilledIn:
        owners = {
            Helpers: helpers,
            Charts: Charts(helpers),
            FoldingHelpers: FoldingHelpers(helpers, size),
            ArtHelpers: ArtHelpers(helpers, names, self.wanted),
        }
        calls = {name: getattr(owners[owner], name) for name, owner in HELPERS.items()}
        own = {
            **self.game.book.names,
            **{name: calls.pop(name) for name in YIELDING},
            **names,
            "game": self.game,
            "rules": self.game.rules,
            "w": size.width,
            "h": size.height,
            **calls,
            "range": bounded_range,
        }
        if template in self.exhausted:
            return FilledIn("", ())  # said already, and the next record's face would take as long to fail
        svg = ""
        problems: list[Problem] = []
        try:
            svg = self.environment.get_template(template).render(own)
            if not svg.strip():
                message = f"the template draws nothing (while drawing {helpers.where})"
                place = Span(self.folder.read(template))
                problems.append(Problem("template", message, place, "begin with <svg …>"))
        except TemplateNotFound as error:
            message = f"{template}: there is no template '{shortened(str(error.name))}'"
            cure = self.game.workspace.cure("templates", self.game.name, str(error.name))
            problems.append(Problem("missing-template", message, span, cure))
        except GameError as error:
            problems += error.problems
        except Exception as error:
            if isinstance(error, TooMuchWork):
                self.exhausted.add(template)
            wrong = explain(error, own)
            place = fault_span(self.folder, error, template, wrong.line, str(wrong))
            if (place, str(wrong)) not in self.said:
                self.said.add((place, str(wrong)))
                problems.append(Problem("template", f"{wrong} (while drawing {helpers.where})", place, wrong.hint))
        return FilledIn(svg if svg.strip() else "", (*problems, *helpers.problems))


def fault_span(folder: TemplateFolder, error: Exception, template: str, line: int, message: str = "") -> Span:
    """The innermost expression of a template on the error's way, or its line."""
    name, code_line = getattr(error, "name", None) or template, 0
    trace = error.__traceback__
    while trace is not None:
        found = trace.tb_frame.f_globals.get("__jinja_template__")
        if found is not None:
            name, line, code_line = found.name, found.get_corresponding_lineno(trace.tb_lineno), trace.tb_lineno
        elif trace.tb_frame.f_code.co_filename.endswith((".svg", ".md")):
            name, line, code_line = trace.tb_frame.f_code.co_filename, trace.tb_lineno, 0
        trace = trace.tb_next
    return folder.place(name, line, code_line, message)


def words_for_all(ink: Ink) -> dict[str, object]:
    """What all templates may ask for, macros too; a field of that name goes before."""
    return {"ink": ink, "namespace": namespace, **TRIGONOMETRY, **ARCS}


def template_environment(folder: TemplateFolder, job: PrintJob) -> Environment:
    """What templates are filled in by."""
    return Environment(folder, markup=True, given=words_for_all(job.ink))


def composer(
    game: Game, job: PrintJob, mark: Callable[[str, str], str] | None = None, heard: Heard | None = None
) -> Composer:
    """A composer for a game in the colours of the job's ink.

    ``mark`` rewrites templates as they are read (see TemplateFolder).

    ``heard`` is told of every text that is set, with the line of the template.
    """
    game = with_ink(game, job.ink)
    folder = TemplateFolder(game, mark)
    return Composer(game, job, template_environment(folder, job), folder, heard)


def compose_all(compose: Composer, components: Iterable[Component]) -> None:
    """Compose every face of the components; the composer then has them.

    A part that comes with problems is composed again here, so that each is said as if it had been composed alone:
    a template's mistake is said once, however many faces it is on.
    """
    tasks = [task for component in components for task in _tasks(component)]
    for component, side in dict.fromkeys((component, side) for component, _, side in tasks):
        compose.caps(component, side)  # for every worker: all faces of theirs are asked for it

    def away(part: Sequence[Task]) -> Batch | None:
        made = [compose.composed(*task) for task in part]
        if any(item.problems for item in made):
            return None
        return [(item.face, item.settings) for item in made], tuple(compose.wanted)

    for part, batch in share(tasks, FACES, away):
        if batch is None:
            for task in part:
                compose.face(*task)
        else:
            compose.wanted |= dict.fromkeys(batch[1])
            for face, settings in batch[0]:
                compose.made[face.component, face.record, face.side] = Composed(face, settings=settings)


def _tasks(component: Component) -> Iterable[Task]:
    for record in component.records if component.of else (None,):
        yield component, record, "front"
        if component.back:
            yield component, record, "back"
