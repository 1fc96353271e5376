"""A face and some of its words go in, the line of the template that set them comes out."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import hypot

from pnp.faces.compose import Composer, composer
from pnp.faces.face import Face
from pnp.faces.helpers import Told
from pnp.preflight.subject import Subject
from pnp.problems import Span
from pnp.units import Rect


@dataclass(eq=False)
class Listener:
    """Makes faces once more, and listens to what their templates set; only done for words that are a problem."""

    subject: Subject
    told: dict[str, list[Told]] = field(default_factory=dict)
    again: Composer = field(init=False)
    _heard: list[Told] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.again = composer(self.subject.game, self.subject.compose.job, heard=self._heard.append)

    def place(self, face: Face, words: str, box: Rect) -> Span | None:
        """The line that set the words, nearest to where they stand; None when no ``text(...)`` did."""
        wanted = _letters(words)
        if not wanted or face.component not in self.subject.game.components:
            return None
        told = self._listen(face)
        exact = [item for item in told if _letters(item.words) == wanted]
        found = exact or [item for item in told if wanted in _letters(item.words)]
        middle = (box.x + box.width / 2, box.y + box.height / 2)
        nearest = min(found, key=lambda item: _distance(item.box, middle), default=None)
        return nearest.span if nearest else None

    def _listen(self, face: Face) -> list[Told]:
        if face.digest not in self.told:
            game = self.subject.game
            component = game.components[face.component]
            record = game.drawn_from(component.of)[face.record] if component.of else None
            self._heard.clear()
            self.again.face(component, record, face.side)
            self.told[face.digest] = list(self._heard)
        return self.told[face.digest]


def _letters(text: str) -> str:
    """Letters and digits alone: markup, tracking and the case of the style do not matter."""
    return "".join(char for char in text.casefold() if char.isalnum())


def _distance(box: Rect, point: tuple[float, float]) -> float:
    return hypot(box.x + box.width / 2 - point[0], box.y + box.height / 2 - point[1])
