"""A composer and components go in; all their faces come out composed, those of a large deck by several hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.faces.compose import Composed, Composer
from pnp.faces.face import Face, Side
from pnp.faces.fitted import FittedSize
from pnp.game.model import Component
from pnp.schema.values import Record
from pnp.workers import share

Job = tuple[Component, Record | None, Side]
Batch = list[tuple[Face, tuple[FittedSize, ...]]]
FACES = 150  # that are worth a helper: a card takes half a millisecond, a helper some 15 to start and be heard


def compose_all(compose: Composer, components: Iterable[Component]) -> None:
    """Compose every face of the components; the composer then has them.

    A part that comes with problems is composed again here, so that each is said as if it had been composed alone:
    a template's mistake is said once, however many faces it is on.
    """
    jobs = [job for component in components for job in _jobs(component)]
    for component, side in dict.fromkeys((component, side) for component, _, side in jobs):
        compose.caps(component, side)  # for every helper: all faces of theirs are asked for it

    def away(part: Sequence[Job]) -> Batch | None:
        made = [compose.composed(*job) for job in part]
        return None if any(item.problems for item in made) else [(item.face, item.settings) for item in made]

    for part, batch in share(jobs, FACES, away):
        if batch is None:
            for job in part:
                compose.face(*job)
        else:
            for face, settings in batch:
                compose.made[face.component, face.record, face.side] = Composed(face, settings=settings)


def _jobs(component: Component) -> Iterable[Job]:
    for record in component.records if component.of else (None,):
        yield component, record, "front"
        if component.back:
            yield component, record, "back"
