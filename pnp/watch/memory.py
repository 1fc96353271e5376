"""What is kept between the builds of a game that is being changed, and when it must be forgotten."""

from __future__ import annotations

import sys
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from pnp.game.model import Game
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

    def forget_saved(self, game: str, root: Path, saved: Collection[Path]) -> None:
        """Forget what the saved files spoil: fonts and icons are behind everything, a picture only behind drawings."""
        for path in saved:
            place = path.relative_to(root).parts if path.is_relative_to(root) else ()
            if place[:1] == ("fonts",) or place[:2] == ("templates", "icons"):
                _forget_everything()
                self._forget()
            elif place[:2] == ("templates", game) and "/".join(place[2:]) in self.art:
                self._forget()

    def suit(self, game: Game) -> None:
        """Forget drawings of another palette or other fonts, and those of long ago."""
        look = (dict(game.palette), game.fonts)
        if self.look != look or len(self.drawings) > MOST_DRAWINGS:
            self._forget()
        self.look = look

    def _forget(self) -> None:
        self.drawings.clear()
        self.age += 1


def _forget_everything() -> None:
    """Empty every cache of the program, as if it had been started anew."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "pnp":
            for owner in (module, *(value for value in vars(module).values() if isinstance(value, type))):
                for value in list(vars(owner).values()):
                    if hasattr(value, "cache_clear"):
                        value.cache_clear()
