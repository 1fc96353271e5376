"""What the commands do, once their words are parsed: load, call, report, and answer an exit code."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.build.build import build, examine, read_game
from pnp.cli.console import (
    FAULTY,
    FINE,
    built_line,
    clear_progress,
    each_game,
    known_games,
    misused,
    output_folder,
    output_limits,
    report_problems,
    show_progress,
    workspace_here,
)
from pnp.cli.streams import flush, tell, tell_line
from pnp.files import is_folder
from pnp.game.model import Game
from pnp.game.workspace import Workspace
from pnp.job import INKS, PrintJob
from pnp.problems import GameError, Problem, did_you_mean, in_order
from pnp.rules.sandbox import RuleError

if TYPE_CHECKING:
    from pnp.report.report import Report


def new_workspace(name: str, kind: str | None, source: str | None) -> int:
    """``pnp new``."""
    from pnp.cli.starters import EVERYTHING, StarterError, make_workspace

    if kind and source:
        return misused("--kind and --from at once", "--from copies a whole game; leave --kind out")
    try:
        made = make_workspace(name, kind or EVERYTHING, source, Path.cwd())
    except StarterError as error:
        return misused(str(error), error.hint)
    except OSError as error:
        return misused(f"the folder '{name}' cannot be made here: {error.strerror}", "go to a folder of your own")
    tell(f"{made.name}/ is ready. Next:\n  cd {made.name}\n  pnp build\n  pnp watch\n")
    return FINE


def build_games(
    name: str | None, only: Sequence[str], job: PrintJob, out: Path | None, *, quiet: bool, allow: Sequence[str]
) -> int:
    """``pnp build``."""
    from pnp.editor.editor_files import refresh_schemas

    def run(game: Game) -> int:
        known = dict.fromkeys([*game.components, *game.documents])
        unknown = [word for word in only if word not in known]
        for word in unknown:
            worst = misused(f"{game.name} has no component or document '{word}'", did_you_mean(word, known))
        if unknown:
            return worst
        folder = output_folder(game, name, out, job)
        progress = show_progress() if not quiet else lambda _: None
        warnings: list[Problem] = []
        built = build(game, job, folder, only, progress, warnings.append, output_limits(game, out))
        clear_progress()
        report_problems([*game.warnings, *warnings] if not quiet else ())
        for item in built if not quiet else ():
            tell_line(built_line(item))
        try:
            refresh_schemas(game)
        except GameError as error:
            raise GameError(error.problems, "the documents were written, a schema for editors was not") from None
        return FINE

    return each_game(name, run, allow)


def watch_games(name: str | None, job: PrintJob, *, allow: Sequence[str]) -> int:
    """``pnp watch``: until Ctrl-C."""
    from pnp.watch.loop import Saves, Watch
    from pnp.watch.standing import Standing

    gc.set_threshold(100_000, 50, 100)  # it builds again and again: what goes in circles is to be found in time
    workspace = workspace_here(allow)
    names = known_games(workspace, name)
    if isinstance(names, int):
        return names
    within = (Path.cwd(), *workspace.allowed)
    games = [Standing(workspace, each, job, Path("build") / each / job.folder, within=within) for each in names]
    folders = [workspace.root / part for part in ("data", "templates", "fonts")]

    def tell_now(text: str) -> None:
        tell(text)
        flush()

    try:
        with Saves((folder for folder in folders if is_folder(folder)), workspace.within) as saves:
            Watch(games, report_problems, tell_now).run(saves)
    except GameError as error:
        report_problems(error.problems, "what was written stays")
        return FAULTY
    except KeyboardInterrupt:
        tell("\nNo longer watching. What was written stays.\n")
    return FINE


def check_games(
    name: str | None,
    job: PrintJob,
    form: str,
    *,
    assumed: bool,
    strict: bool,
    verbose: bool,
    allow: Sequence[str],
) -> int:
    """``pnp check``: the reports of all games on the standard output, in one of the forms."""
    from pnp.report.forms import FORMS, terminal_look, write_reports

    if form not in FORMS:
        return misused(f"unknown format '{form}'", did_you_mean(form, FORMS))
    workspace = workspace_here(allow)
    names = known_games(workspace, name)
    if isinstance(names, int):
        return names
    reports = [_report_on(workspace, each, job, assumed=assumed) for each in names]
    tell(write_reports(reports, form, terminal_look(sys.stdout), verbose=verbose), painted=True)
    return FAULTY if any(report.failed(strict=strict) for report in reports) else FINE


def _report_on(workspace: Workspace, name: str, job: PrintJob, *, assumed: bool) -> Report:
    try:
        report = examine(read_game(workspace, name), job)
    except GameError as error:
        from pnp.report.report import Report

        report = Report(name, name, tuple(in_order(error.problems)))
    return report if assumed else replace(report, assumed=())


def list_games(name: str | None, job: PrintJob, *, bom: bool, ink: bool, art: bool, allow: Sequence[str]) -> int:
    """``pnp list``; with ``bom`` what making it takes, with ``ink`` how much of that is ink, with ``art`` its files."""

    def run(game: Game) -> int:
        if bom:
            return _list_bill(game, job)
        if art:
            return _list_art(game, job)
        tell_line(f"{game.name}: {game.title} {game.version}".rstrip())
        tell("  components\n")
        for component in game.components.values():
            size = component.size(job.paper)
            measures = f"{size.width:g} x {size.height:g} mm"
            tell_line(f"    {component.name:<20} {component.pieces:>3} x  {measures}  {component.title}")
        tell("  documents\n")
        for document in game.documents.values():
            tell_line(f"    {document.name:<20} {', '.join(document.components or document.combine)}")
        if ink:
            _tell_ink(game, job)
        return FINE

    return each_game(name, run, allow)


def _list_bill(game: Game, job: PrintJob) -> int:
    """What it takes to make a game: a table for each document of the set, then what is not printed."""
    from pnp.build.bill import bills

    found = bills(game, job)
    tell_line(f"{game.name}: {' '.join(filter(None, (game.title, game.version)))}, on {job.paper}")
    for document, rows in found.items():
        tell_line(f"  {document}: {sum(row.leaves for row in rows)} leaves")
        tell("    paper                sides  leaves  pieces  cuts  folds  by hand\n")
        for row in rows:
            stock, sides = row.stock or "plain paper", "two" if row.two_sided else "one"
            counts = f"{row.leaves:>6}  {row.pieces:>6}  {row.cuts:>4}  {row.folds:>5}  {row.by_hand:>7}"
            tell_line(f"    {stock:<20} {sides:<5}  {counts}")
    if game.expected.box:
        tell("  besides\n")
    for supply in game.expected.box.values():
        tell_line(f"    {supply.count:>3} x  {supply.title}")
    return FINE


def _list_art(game: Game, job: PrintJob) -> int:
    """A table of the pictures that templates ask for, the missing ones first: what one sends to an illustrator."""
    from pnp.build.build import art_of
    from pnp.build.missing_art import as_table

    rows = art_of(game, job)
    tell_line(f"{game.name}: {' '.join(filter(None, (game.title, game.version)))}")
    if not rows:
        tell_line("  no template asks for a picture by picture(…)")
    for word, there in (("missing", False), ("there", True)):
        some = [row for row in rows if row.there == there]
        if some:
            tell_line(f"  {word}: {len(some)}")
        for line in as_table(some) if some else ():
            tell_line(f"    {line}")
    return FINE


def _tell_ink(game: Game, job: PrintJob) -> None:
    """A line for each kind of sheet: the share of its pieces that is covered, in every ink."""
    from pnp.build.ink_use import ink_use

    tell_line(f"  {'ink, % of what is cut out':<32} {'sheets':>6}" + "".join(f"{each:>8}" for each in INKS))
    for item in ink_use(game, job.paper):
        shares = "".join(f"{100 * item.shares.get(each, 0.0):>8.1f}" for each in INKS)
        tell_line(f"    {item.name:<30} {item.sheets:>6}{shares}")


def print_tables(name: str | None, wanted: str | None, form: str, *, allow: Sequence[str]) -> int:
    """``pnp tables``: one table, or the list of them; in a terminal, numbers are shaded from low to high."""
    from pnp.rules.grid_formats import FORMATTERS, as_shaded
    from pnp.rules.tables import compute_table

    if form not in FORMATTERS:
        return misused(f"unknown format '{form}'", did_you_mean(form, FORMATTERS))

    def run(game: Game) -> int:
        if wanted is None:
            for table in game.tables.values():
                tell_line(f"{table.id:<24} {table.title}")
            return FINE
        if wanted not in game.tables:
            return misused(f"{game.name} has no table '{wanted}'", did_you_mean(wanted, game.tables))
        table = game.tables[wanted]
        try:
            grid = compute_table(table, game.book, game.collections)
        except RuleError as error:
            raise GameError([Problem("bad-table", f"table {table.id}: {error}", table.span, error.hint)]) from None
        coloured = form == "text" and sys.stdout is not None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        tell(as_shaded(grid) if coloured else FORMATTERS[form](grid), painted=coloured)
        return FINE

    return each_game(name, run, allow)


def write_editor_files(name: str | None, *, allow: Sequence[str]) -> int:
    """``pnp schema``."""
    from pnp.editor.editor_files import write_schemas, write_settings

    files: dict[str, str] = {}

    def run(game: Game) -> int:
        own = write_schemas(game)
        for schema, file in own.items():
            tell_line(f"{schema:<44} for {file}")
        files.update(own)
        return FINE

    worst = each_game(name, run, allow)
    if files:
        try:
            path, missing = write_settings(files, workspace_here(allow).allowed)
        except GameError as error:
            report_problems(error.problems, "the schemas were written, the settings were not")
            return FAULTY
        if missing is None:
            tell(f"{path.as_posix()}\n")
        else:
            tell(f"{path.as_posix()} is yours and was left alone; add to it:\n{missing}")
    return worst
