"""The faces that are cut into tiles go in; places that a joint must cut, and marks that say too little, come out."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.faces.face import Face
from pnp.faces.obstacles import BOARD, MOST_THINGS, WHOLE, Obstacles, Rank
from pnp.game.model import Component, Document
from pnp.impose.tile_plan import obstacles_of, paper_of, tiling_of
from pnp.preflight.subject import Subject, warning
from pnp.problems import Problem

AT_HOME = ("a4", "letter")  # papers that a board is judged on, whichever a build is for: players choose
SHOWN = 6  # names in a message


def joints_spare_places(subject: Subject) -> Iterator[Problem]:
    """No joint of tiles cuts a place of a board, or a thing that is marked with a name; and the board is marked."""
    game, paper = subject.game, subject.compose.job.paper
    for document in game.documents.values():
        for name in document.components if document.layout == "tiles" else ():
            component = game.components[name]
            faces = [face for face in subject.pieces if face.component == name and face.side == "front"]
            for face in faces[:1]:
                yield from _unknown(component, obstacles_of(game, face))
            for other in dict.fromkeys((*AT_HOME, paper)):
                if component.size(other) == component.size(paper):
                    yield from _cut(subject, document, component, faces, other)


def _cut(
    subject: Subject, document: Document, component: Component, faces: list[Face], paper: str
) -> Iterator[Problem]:
    """What the joints on one paper cut, of all of a component's faces."""
    cut: dict[str, None] = {}
    for face in faces:
        tiling = tiling_of(subject.game, document, face, paper_of(document, paper))
        for item in obstacles_of(subject.game, face).items:
            if item.name and item.rank in (Rank.PLACE, Rank.THING) and tiling.cut(item):
                cut.setdefault(item.name)
    if cut:
        names = list(cut)
        more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
        message = f"{document.name} on {paper}: the joints of the tiles cut {', '.join(names[:SHOWN])}{more}"
        hint = "no placing cuts less: move the board on its face, or change its size; or say cut: yes of such places"
        yield warning("cut-place", message, component.span, hint, f"{document.name} on {paper}")


def _unknown(component: Component, known: Obstacles) -> Iterator[Problem]:
    """What a template should say of its drawing, so that joints can spare it."""
    name, span = component.name, component.span
    if known.lost:
        message = f"{name}: the joints of its tiles do not know where the board's hexes are drawn"
        hint = f'add {BOARD}="field" to the element that the field begins in, such as <g {BOARD}="field" transform="…">'
        yield warning("joint-marks", message, span, hint, name)
    if known.shapeless:
        message = f"{name}: {WHOLE} stands on what has no outline: {', '.join(known.shapeless[:SHOWN])}"
        hint = "put it on a shape, a picture, or a group that has one; how far words reach is not measured"
        yield warning("joint-marks", message, span, hint, name)
    if known.surplus:
        message = f"{name}: {known.surplus} more elements than {MOST_THINGS} have {WHOLE}, and are not looked at"
        yield warning("joint-marks", message, span, "put it on groups", name)
