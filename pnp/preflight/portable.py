"""A game's files go in; comes out which of them another system could not hold: by their names, or beside each other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pnp.game.folders import all_below
from pnp.game.model import Game
from pnp.preflight.subject import Subject, warning
from pnp.problems import Problem, Source, Span
from pnp.schema.file_names import folded, why_not_everywhere


def names_are_portable(subject: Subject) -> Iterator[Problem]:
    """Every file of the game can stand on Windows and macOS, beside all others of its folder."""
    game = subject.game
    root = game.workspace.root
    alike = [path for path in (root / "data").glob("*") if folded(path.name) == folded(game.name)]
    own = [*sorted(alike), *_below(root / "data" / game.name, game)]
    shared = (root / "templates" / game.name, root / "templates" / "icons", root / "fonts")
    seen: dict[tuple[Path, str], str] = {}
    for path in [*own, *(path for folder in shared for path in _below(folder, game))]:
        place, about = Span(Source(game.workspace.shown(path), "")), path.relative_to(root).as_posix()
        if why := why_not_everywhere(path.name):
            message = f"Windows cannot hold a file of this name: {why}"
            yield warning("unportable-name", message, place, "give it another name", about)
        other = seen.setdefault((path.parent, folded(path.name)), path.name)
        if other != path.name:
            message = f"Windows and macOS take this name and '{other}', beside it, for the same"
            yield warning("unportable-name", message, place, "give one of them another name", about)


def _below(folder: Path, game: Game) -> list[Path]:
    return all_below(folder, game.workspace.shown(folder))
