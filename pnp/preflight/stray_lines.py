"""Lines to cut, fold, punch and glue along that leave their piece, and those that enclose nothing, become warnings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from pnp.faces.compose import Composer, composer
from pnp.faces.face import Face
from pnp.faces.face_lines import FaceLine
from pnp.faces.template_text import mark_lines, place_of
from pnp.preflight.subject import Subject, warning
from pnp.problems import Problem, Span
from pnp.report.report import count
from pnp.shapes.polygon import area, flattened

LEAST = 0.1  # mm past the edge that rounding makes, and no eye sees
LEAST_AREA = 0.5  # square mm: less can be neither punched nor glued
_NAMES = {"cut": "cut line", "fold": "fold", "hole": "hole", "glue": "area of glue"}


def lines_lie_on_pieces(subject: Subject) -> Iterator[Problem]:
    """Every line of a component's faces; one problem for like cases on faces of a component."""
    cases: dict[tuple[str, str], _Case] = {}
    for face in subject.pieces:
        for number, line in enumerate(face.lines):
            for wrong in _faults(face, line):
                case = cases.setdefault((face.component, wrong), _Case(face, number))
                case.faces.setdefault(face.digest)
    again = composer(subject.game, subject.compose.job, mark_lines) if cases else subject.compose
    for (component, wrong), case in cases.items():
        code = "stray-line" if "outside" in wrong else "empty-line"
        message = f"{component}: {wrong} (on {count(len(case.faces), 'face')})"
        hint = "move it onto the piece" if code == "stray-line" else "draw a closed shape, such as a circle"
        yield warning(code, message, _place(subject, again, case), hint, component)


@dataclass
class _Case:
    """Like cases: the first face, the number of its line, the faces."""

    face: Face
    number: int
    faces: dict[str, None] = field(default_factory=dict)


def _faults(face: Face, line: FaceLine) -> Iterator[str]:
    parts = flattened(line.path)
    if line.kind in ("hole", "glue") and not any(abs(area(points)) > LEAST_AREA for points, _ in parts):
        yield f"a {_NAMES[line.kind]} encloses nothing"
    past = max((-face.shape.depth(face.size, x, y) for points, _ in parts for x, y in points), default=0.0)
    waste = face.bleed if line.kind in ("cut", "fold") else 0.0  # they may go on to where one lays the ruler
    if past > waste + LEAST:
        yield f"a {_NAMES[line.kind]} lies {past:.1f} mm outside the piece"


def _place(subject: Subject, again: Composer, case: _Case) -> Span | None:
    """The template's line that draws it; else where the component is declared."""
    game = subject.game
    component = game.components[case.face.component]
    record = game.drawn_from(component.of)[case.face.record] if component.of else None
    lines = again.face(component, record, case.face.side).lines
    where = lines[case.number].where if case.number < len(lines) else ""
    return place_of(where, again.folder.read) or component.span
