"""What the commands say on a terminal, and of which games: problems clean, progress, lines, exit codes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from pnp.build.build import Built, read_game
from pnp.cli.streams import say
from pnp.game.model import Game
from pnp.game.workspace import Workspace, find_workspace
from pnp.job import PrintJob
from pnp.problems import GameError, Problem, describe, did_you_mean, escaped, in_order, one_line

FINE, FAULTY, MISUSED = 0, 1, 2


def each_game(name: str | None, run: Callable[[Game], int], allow: Sequence[str]) -> int:
    """Run for one game or all; the worst exit code wins. Problems are reported here, clean.

    Links may lead into the folders that are named in ``allow``.
    """
    workspace = workspace_here(allow)
    names = known_games(workspace, name)
    if isinstance(names, int):
        return names
    worst = FINE
    for each in names:
        try:
            worst = max(worst, run(read_game(workspace, each)))
        except GameError as error:
            clear_progress()
            report_problems(error.problems, error.outcome)
            worst = max(worst, FAULTY)
    return worst


def workspace_here(allow: Sequence[str]) -> Workspace:
    """The workspace of the working folder; links may lead into the folders that are named in ``allow``."""
    return find_workspace(Path.cwd(), [Path(folder).absolute() for folder in allow])


def known_games(workspace: Workspace, name: str | None) -> list[str] | int:
    """The game that is named, or all, sorted; an exit code when there is none, which is said here."""
    try:
        known = workspace.games()
    except GameError as error:
        report_problems(error.problems)
        return FAULTY
    if name is None:
        if not known:
            return misused("there is no game here", "a game is a folder data/NAME with a game.yaml")
        return sorted(known)
    if workspace.game_folder(name) is None:
        return misused(f"there is no game '{name}'", did_you_mean(name, known))
    return [name]


def misused(message: str, hint: str = "") -> int:
    """Say that the words of a command line ask for what cannot be; the exit code."""
    say(f"error: {one_line(message)}" + (f"\n    hint: {one_line(hint)}" if hint else ""))
    return MISUSED


def output_folder(game: Game, name: str | None, out: Path | None, job: PrintJob) -> Path:
    """Where a game's files go; below ``out``, one for each game where none is named."""
    if out is None:
        return Path("build") / game.name / job.folder
    return out / game.name if name is None else out


def output_limits(game: Game, out: Path | None) -> tuple[Path, ...]:
    """The folders that no link may lead out of when files are written; ``out`` itself may lie anywhere."""
    return (Path.cwd() if out is None else out, *game.workspace.allowed)


def report_problems(problems: Iterable[Problem], outcome: str = "nothing was written") -> None:
    """Say problems in the order of their places, and how many errors there are."""
    found = in_order(problems)
    for problem in found:
        say(describe(problem))
    errors = sum(problem.stands_for for problem in found if problem.severity == "error")
    if errors:
        say(f"{counted(errors, 'error')}; {outcome}")


def built_line(item: Built) -> str:
    """One line a document: path, pages, faces, milliseconds."""
    pages, faces, ms = plural(item.pages, "page"), plural(item.faces, "face"), round(item.seconds * 1000)
    return f"{item.path.as_posix():<44} {item.pages:>3} {pages:<5} {item.faces:>4} {faces:<5} {ms:>5} ms"


def plural(count: int, word: str) -> str:
    """``page`` or ``pages``."""
    return word if count == 1 else f"{word}s"


def counted(count: int, word: str) -> str:
    """``1 page`` or ``2 pages``."""
    return f"{count:,} {plural(count, word)}"


def show_progress() -> Callable[[Built], None]:
    """Name each document on a terminal as it is painted; say nothing into a pipe."""
    if sys.stderr is None or not sys.stderr.isatty():
        return lambda _: None

    def show(item: Built) -> None:
        sys.stderr.write(f"\r\x1b[Kpainted {escaped(item.path.name)}")
        sys.stderr.flush()

    return show


def clear_progress() -> None:
    """Take the last document's name away."""
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
