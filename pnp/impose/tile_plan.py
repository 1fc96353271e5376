"""A document, a piece and a paper go in; how the piece is cut into tiles comes out, and what was known of it."""

from __future__ import annotations

from pnp.faces.face import Face
from pnp.faces.obstacles import Obstacles, obstacles_on
from pnp.game.model import Document, Game
from pnp.impose.cards import Paper
from pnp.impose.panels import Panels
from pnp.impose.tiling import Tiling, plan_tiles
from pnp.units import PAPERS


def obstacles_of(game: Game, face: Face) -> Obstacles:
    """What no joint should cut on a component's face."""
    component = game.components[face.component]
    return obstacles_on(face, game.boards.get(component.board))


def paper_of(document: Document, paper: str) -> Paper:
    """What a paper of ``PAPERS`` leaves a document for its tiles, at true size."""
    return Paper(PAPERS[paper], document.margin, document.gutter)


def tiling_of(game: Game, document: Document, face: Face, paper: Paper) -> Tiling:
    """How a document cuts a face on a paper: the same for every build of it."""
    known = obstacles_of(game, face).items
    return plan_tiles(face.size, paper, known, document.lap, Panels(*document.panels))
