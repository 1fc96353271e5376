"""A game goes in; how much ink each kind of its sheets takes comes out, in every ink that it can be printed in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pnp.build.build import gather
from pnp.faces.compose import composer
from pnp.game.model import Game
from pnp.job import INKS, Ink, PrintJob
from pnp.problems import in_order, raise_errors


@dataclass(frozen=True, slots=True)
class InkUse:
    """Of a kind of sheet: its name, how many there are, and the share of its trims that is ink, from 0 to 1."""

    name: str
    sheets: int
    shares: Mapping[Ink, float]


def ink_use(game: Game, paper: str) -> list[InkUse]:
    """Every kind of sheet in the order of the documents. Raises GameError for a game that cannot be drawn."""
    from pnp.preflight.coverage import coverages, shows_what_others_do  # pdfium, which other commands need not load

    documents = [item for item in game.documents.values() if not shows_what_others_do(item)]
    found: dict[str, dict[Ink, float]] = {}
    sheets: dict[str, int] = {}
    for ink in INKS:
        made = gather(game, composer(game, PrintJob(paper, ink)), documents, pooled=True)
        raise_errors(in_order(made.problems))
        for item in coverages(game, made.sheets, made.painter.draw):
            found.setdefault(item.name, {})[ink] = item.ink
            sheets[item.name] = item.sheets
    return [InkUse(name, sheets[name], shares) for name, shares in found.items()]
