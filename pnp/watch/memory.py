"""What is kept between the builds of a game that is being changed, and when it must be forgotten."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from pnp.game.model import Game
from pnp.game.workspace import Workspace
from pnp.pdf.drawing import Drawing

MOST_DRAWINGS = 3000


@dataclass(eq=False)
class Memory:
    """Drawings by their SVG, good for one palette and one set of fonts; ``art`` names the pictures they show.

    ``age`` counts how often the drawings were forgotten: with it, equal SVG is an equal picture.
    """

    drawings: dict[str, Drawing] = field(default_factory=dict)
    art: set[str] = field(default_factory=set)
    age: int = 0
    look: object = None

    def forget_saved(self, game: str, workspace: Workspace, saved: Collection[Path]) -> Workspace:
        """Forget what the saved files spoil; the workspace to go on with knows none of it."""
        places = [path.relative_to(workspace.root).parts for path in saved if path.is_relative_to(workspace.root)]
        fonts = any(place[:1] == ("fonts",) for place in places)
        icons = any(place[:2] == ("templates", "icons") for place in places)
        art = any(place[:2] == ("templates", game) and "/".join(place[2:]) in self.art for place in places)
        if fonts or icons or art:
            self._forget()
        return workspace.anew(fonts=fonts) if fonts or icons else workspace

    def suit(self, game: Game) -> None:
        """Forget drawings of another palette or other fonts, and those of long ago."""
        look = (dict(game.palette), game.fonts)
        if self.look != look or len(self.drawings) > MOST_DRAWINGS:
            self._forget()
        self.look = look

    def _forget(self) -> None:
        self.drawings.clear()
        self.age += 1
