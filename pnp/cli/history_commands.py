"""What ``pnp print``, ``pnp reprint`` and ``pnp diff`` do, once their words are parsed: call, report, an exit code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from pnp.cli.commands import build_games
from pnp.cli.console import (
    FAULTY,
    FINE,
    counted,
    each_game,
    misused,
    output_folder,
    output_limits,
    report_problems,
    workspace_here,
)
from pnp.cli.printers import misfit
from pnp.cli.streams import tell, tell_line
from pnp.files import write_atomically
from pnp.game.model import Game
from pnp.history.compare import Difference, compare
from pnp.history.listing import Section
from pnp.history.page import difference_page
from pnp.history.printing import Reprint, open_ledger, plan_reprint, record, record_reprint, write_reprint
from pnp.history.sides import job_of, open_side
from pnp.history.telling import tell_difference
from pnp.job import PrintJob
from pnp.problems import GameError, Problem


def print_games(
    name: str | None,
    only: Sequence[str],
    job: PrintJob,
    out: Path | None,
    note: str,
    *,
    quiet: bool,
    allow: Sequence[str],
) -> int:
    """``pnp print``: build, and remember what was built."""
    try:  # a file that cannot be read is said before anything is built
        workspace = workspace_here(allow)
        for each in [name] if name else workspace.games():
            last = open_ledger(Path.cwd(), each, workspace.allowed).last
            if only and last and last.ink != job.ink:
                message = f"{each}: {last.label} is in {last.ink} ink, and these pieces would be in {job.ink} ink"
                return misused(message, f"say --ink {last.ink}; or print all; or pnp build, which nobody remembers")
    except GameError as error:
        report_problems(error.problems)
        return FAULTY
    done = build_games(name, only, job, out, quiet=quiet, allow=allow)
    if done != FINE:
        return done

    def run(game: Game) -> int:
        try:
            ledger, path = record(game, job, Path.cwd(), note, tuple(only))
        except GameError as error:
            raise GameError(error.problems, "the documents were written, but not remembered as printed") from None
        if not quiet and ledger.last:
            where = path.relative_to(Path.cwd()).as_posix()
            tell_line(f"{game.name}: {ledger.last.label} is recorded in {where}; commit it with the game")
        return FINE

    return each_game(name, run, allow)


def reprint_games(
    name: str | None,
    since: str,
    job: PrintJob,
    out: Path | None,
    note: str,
    *,
    dry_run: bool,
    keep: bool,
    allow: Sequence[str],
) -> int:
    """``pnp reprint``: what changed since a printing, and a PDF of it. ``keep`` remembers it as a printing."""

    def run(game: Game) -> int:
        folder = Path.cwd()
        ledger = open_ledger(folder, game.name, game.workspace.allowed)
        printing = ledger.named(since)
        if printing is None:
            return misused(f"{game.name} has no printing '{since}'", f"kept are {ledger.kept}")
        if fault := misfit(job.printer, job.paper or printing.paper):
            return misused(*fault)
        reprint = plan_reprint(game, ledger, printing, job.paper or printing.paper)
        if reprint.empty:
            tell_line(f"{game.name}: nothing changed since {printing.label}; there is nothing to print")
            if reprint.upgrade:
                tell_line(reprint.upgrade)
            return FINE
        _tell(game, reprint)
        if dry_run:
            return FINE
        folder_job = replace(job, paper=reprint.inventory.paper, ink=printing.ink)
        target = output_folder(game, name, out, folder_job) / job.file("reprint.pdf")
        if reprint.changes.prints:
            pages, pieces = write_reprint(reprint, target, job, output_limits(game, out))
            tell("\n")
            tell_line(f"{target.as_posix()}: {counted(pages, 'page')}, {counted(pieces, 'piece')}")
        if keep:
            try:
                added, path = record_reprint(reprint, folder, note)
            except GameError as error:
                outcome = "the PDF was written, but not remembered as printed" if reprint.changes.prints else ""
                raise GameError(error.problems, outcome or error.outcome) from None
            if added.last:
                tell_line(f"{added.last.label} is recorded in {path.relative_to(folder).as_posix()}")
        elif reprint.changes.prints:
            tell("once it is printed: pnp reprint --record remembers it\n")
        return FINE

    return each_game(name, run, allow)


def diff_games(old: str, new: str, name: str | None, paper: str, out: Path | None, *, allow: Sequence[str]) -> int:
    """``pnp diff``: what differs between two sides, here in short and in a page with pictures."""
    folder = Path.cwd()
    allowed = workspace_here(allow).allowed
    try:
        names = [name] if name else sorted(workspace_here(allow).games())
    except GameError as error:
        report_problems(error.problems)
        return FAULTY
    if len(names) != 1:
        known = ", ".join(names)
        return misused("which game?", f"name one of {known} at the end" if known else "name it at the end")
    try:
        with _scratch() as target:
            job = job_of((old, new), folder, names[0], allowed)
            job = replace(job, paper=paper) if paper else job
            sides = [open_side(word, folder, names[0], job, target, allowed) for word in (old, new)]
            difference = compare(*sides)
            text = difference_page(difference, _title(difference, names[0])) if out else ""
            if out:
                write_atomically(out, text.encode())
    except GameError as error:
        report_problems(error.problems)
        return FAULTY
    tell_line(f"{names[0]}: from {sides[0].label} to {sides[1].label}")
    for section in tell_difference(difference):
        _tell_section(section)
    if difference.empty:
        tell("nothing differs\n")
    if out:
        tell("\n")
        tell_line(f"{out.as_posix()}: the whole difference, with pictures")
    return FINE


@contextmanager
def _scratch() -> Iterator[Path]:
    """A folder of our own that goes afterwards. Raises GameError."""
    try:
        made = TemporaryDirectory(ignore_cleanup_errors=True)
    except OSError as error:
        message = f"no folder for temporary files can be made: {(error.strerror or str(error)).lower()}"
        raise GameError(
            [Problem("cannot-write", message, None, "make room where they go, or name another in TMPDIR")]
        ) from None
    with made as name:
        yield Path(name)


def _title(difference: Difference, name: str) -> str:
    game = difference.new.game or difference.old.game
    return f"{game.title if game else name}: what changed"


def _tell(game: Game, reprint: Reprint) -> None:
    tell_line(f"{game.name}: {reprint.summary}")
    for section in reprint.sections:
        _tell_section(section)


def _tell_section(section: Section) -> None:
    tell(f"\n{section.title}\n")
    for line in section.lines:
        tell_line(f"  {line}")
