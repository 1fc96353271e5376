"""``pnp import``: a deck of another program becomes a game, and what was not taken is listed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from pnp.build.build import examine, read_game
from pnp.cli.console import FAULTY, FINE, misused, report_problems
from pnp.cli.starters import StarterError, check_name
from pnp.cli.streams import tell_line
from pnp.files import is_file
from pnp.game.workspace import find_workspace
from pnp.importing.deck import Untaken
from pnp.importing.importer import ENDINGS, READERS, Imported, import_deck
from pnp.job import PrintJob
from pnp.problems import GameError, did_you_mean
from pnp.schema.naming import bettered

MOST_TOLD = 200


def import_game(kind: str, file: str, name: str | None) -> int:
    """Make a game of a script; the game is checked at once, so that what is left to do is seen."""
    path = Path(file)
    if kind not in READERS:
        return misused(f"pnp cannot import '{kind}'", did_you_mean(kind, READERS))
    if not is_file(path):
        return misused(f"there is no file '{path}'", f"name the deck's script, a {' or '.join(ENDINGS[kind])} file")
    named = name or bettered(path.stem, "-")
    try:
        check_name(named)
        made = import_deck(kind, path, named, Path.cwd())
    except StarterError as error:
        return misused(str(error), f"{error.hint}; say --name")
    except GameError as error:
        report_problems(error.problems, error.outcome)
        return FAULTY
    for line in _lines(made):
        tell_line(line)
    return _checked(named)


def _lines(made: Imported) -> Iterator[str]:
    yield f"data/{made.name}/ and templates/{made.name}/ are made. Next: pnp build {made.name}"
    yield f"taken: {', '.join(made.taken)}"
    if made.changed:
        yield "changed:"
        yield from (f"  {each}" for each in made.changed[:MOST_TOLD])
    if made.untaken:
        yield "not taken:"
        told = [_told(each) for each in _grouped(made.untaken)]
        yield from told[:MOST_TOLD]
        if len(told) > MOST_TOLD:
            yield f"  and {len(told) - MOST_TOLD:,} more"


def _grouped(untaken: tuple[Untaken, ...]) -> list[tuple[Untaken, list[int]]]:
    """The same thing told once, with all its lines, in the order of the first."""
    alike: dict[tuple[str, str], list[int]] = {}
    for (what, why), group in groupby(untaken, key=lambda each: (each.what, each.why)):
        alike.setdefault((what, why), []).extend(each.line for each in group)
    return [(Untaken(lines[0], what, why), lines) for (what, why), lines in alike.items()]


def _told(told: tuple[Untaken, list[int]]) -> str:
    each, lines = told
    numbers = list(dict.fromkeys(line for line in lines if line))
    shown = ", ".join(map(str, numbers[:12])) + (" …" if len(numbers) > 12 else "")
    place = f"line {shown}: " if len(numbers) == 1 else f"lines {shown}: " if numbers else ""
    return f"  {place}{each.what} – {each.why}"


def _checked(name: str) -> int:
    """What ``pnp check`` says of the new game."""
    try:
        report = examine(read_game(find_workspace(Path.cwd()), name), PrintJob())
    except GameError as error:
        report_problems(error.problems, f"the game was written; mend this, then pnp check {name}")
        return FAULTY
    report_problems(report.problems, f"the game was written; mend this, then pnp check {name}")
    return FAULTY if report.failed(strict=False) else FINE
