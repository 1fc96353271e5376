"""What the commands do, once their words are parsed: load, call, report, and answer an exit code."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.build import Built, build, examine, read_game
from pnp.game.model import Game
from pnp.game.workspace import Workspace, find_workspace
from pnp.problems import GameError, Problem, describe, did_you_mean, in_order
from pnp.rules.sandbox import RuleError

if TYPE_CHECKING:
    from pnp.report.report import Report

FINE, FAULTY, MISUSED = 0, 1, 2


def new_workspace(name: str, kind: str | None, source: str | None) -> int:
    """``pnp new``."""
    from pnp.starters import EVERYTHING, StarterError, make_workspace

    if kind and source:
        _say("error: --kind and --from at once\n    hint: --from copies a whole game; leave --kind out")
        return MISUSED
    try:
        made = make_workspace(name, kind or EVERYTHING, source, Path.cwd())
    except StarterError as error:
        _say(f"error: {error}\n    hint: {error.hint}")
        return MISUSED
    except OSError as error:
        _say(f"error: the folder '{name}' cannot be made here: {error.strerror}\n    hint: go to a folder of your own")
        return MISUSED
    sys.stdout.write(f"{made.name}/ is ready. Next:\n  cd {made.name}\n  pnp build\n  pnp watch\n")
    return FINE


def build_games(name: str | None, only: Sequence[str], paper: str, out: Path | None, *, quiet: bool = False) -> int:
    """``pnp build``."""

    from pnp.editor.write import refresh_schemas

    def run(game: Game) -> int:
        unknown = [word for word in only if word not in game.components and word not in game.documents]
        for word in unknown:
            known = dict.fromkeys([*game.components, *game.documents])
            _say(f"error: {game.name} has no component or document '{word}'\n    hint: {did_you_mean(word, known)}")
        if unknown:
            return MISUSED
        folder = out or Path("build") / game.name / paper
        many = name is None and out is not None
        progress = _progress() if not quiet else lambda _: None
        warnings: list[Problem] = []
        built = build(game, paper, folder / game.name if many else folder, only, progress, warnings.append)
        _clear_progress()
        _report([*game.warnings, *warnings] if not quiet else ())
        for item in built if not quiet else ():
            sys.stdout.write(_line(item))
        refresh_schemas(game)
        return FINE

    return _each(name, run)


def watch_games(name: str | None, paper: str) -> int:
    """``pnp watch``: until Ctrl-C."""
    from pnp.watch.loop import Watch
    from pnp.watch.saves import Saves
    from pnp.watch.standing import Standing

    gc.set_threshold(100_000, 50, 100)  # it builds again and again: what goes in circles is to be found in time
    workspace = find_workspace(Path.cwd())
    names = _names(workspace, name)
    if names is None:
        return MISUSED
    games = [Standing(workspace, each, paper, Path("build") / each / paper) for each in names]
    folders = [workspace.root / part for part in ("data", "templates", "fonts")]

    def say(text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()

    try:
        with Saves(folder for folder in folders if folder.is_dir()) as saves:
            Watch(games, _report, say).run(saves)
    except KeyboardInterrupt:
        sys.stdout.write("\nNo longer watching. What was written stays.\n")
    return FINE


def check_games(
    name: str | None,
    paper: str,
    form: str = "text",
    *,
    assumed: bool = False,
    strict: bool = False,
    verbose: bool = False,
) -> int:
    """``pnp check``: the reports of all games on the standard output, in one of the forms."""
    from pnp.report.write import FORMS, terminal_look, write_reports

    if form not in FORMS:
        _say(f"error: unknown format '{form}'\n    hint: {did_you_mean(form, FORMS)}")
        return MISUSED
    workspace = find_workspace(Path.cwd())
    names = _names(workspace, name)
    if names is None:
        return MISUSED
    reports = [_report_on(workspace, each, paper, assumed=assumed) for each in names]
    sys.stdout.write(write_reports(reports, form, terminal_look(sys.stdout), verbose=verbose))
    return FAULTY if any(report.failed(strict=strict) for report in reports) else FINE


def _report_on(workspace: Workspace, name: str, paper: str, *, assumed: bool) -> Report:
    try:
        report = examine(read_game(workspace, name), paper)
    except GameError as error:
        from pnp.report.report import Report

        report = Report(name, name, tuple(in_order(error.problems)))
    return report if assumed else replace(report, assumed=())


def list_games(name: str | None) -> int:
    """``pnp list``."""

    def run(game: Game) -> int:
        sys.stdout.write(f"{game.name}: {game.title} {game.version}".rstrip() + "\n  components\n")
        for component in game.components.values():
            size = component.size("a4")
            measures = f"{size.width:g} x {size.height:g} mm"
            sys.stdout.write(f"    {component.name:<20} {component.pieces:>3} x  {measures}  {component.title}\n")
        sys.stdout.write("  documents\n")
        for document in game.documents.values():
            sys.stdout.write(f"    {document.name:<20} {', '.join(document.components or document.combine)}\n")
        return FINE

    return _each(name, run)


def print_tables(name: str | None, wanted: str | None, form: str) -> int:
    """``pnp tables``: one table, or the list of them; in a terminal, numbers are shaded from low to high."""
    from pnp.rules.formats import FORMATTERS, as_shaded
    from pnp.rules.tables import compute_table

    if form not in FORMATTERS:
        _say(f"error: unknown format '{form}'\n    hint: {did_you_mean(form, FORMATTERS)}")
        return MISUSED

    def run(game: Game) -> int:
        if wanted is None:
            for table in game.tables.values():
                sys.stdout.write(f"{table.id:<24} {table.title}\n")
            return FINE
        if wanted not in game.tables:
            _say(f"error: {game.name} has no table '{wanted}'\n    hint: {did_you_mean(wanted, game.tables)}")
            return MISUSED
        table = game.tables[wanted]
        try:
            grid = compute_table(table, game.book, game.collections)
        except RuleError as error:
            raise GameError([Problem("bad-table", f"table {table.id}: {error}", table.span, error.hint)]) from None
        coloured = form == "text" and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        sys.stdout.write(as_shaded(grid) if coloured else FORMATTERS[form](grid))
        return FINE

    return _each(name, run)


def write_editor_files(name: str | None) -> int:
    """``pnp schema``."""
    from pnp.editor.write import write_schemas, write_settings

    files: dict[str, str] = {}

    def run(game: Game) -> int:
        own = write_schemas(game)
        for schema, file in own.items():
            sys.stdout.write(f"{schema:<44} for {file}\n")
        files.update(own)
        return FINE

    worst = _each(name, run)
    if files:
        try:
            path, missing = write_settings(files)
        except GameError as error:
            _report(error.problems)
            return FAULTY
        if missing is None:
            sys.stdout.write(f"{path.as_posix()}\n")
        else:
            sys.stdout.write(f"{path.as_posix()} is yours and was left alone; add to it:\n{missing}")
    return worst


def _each(name: str | None, run: Callable[[Game], int]) -> int:
    """Run for one game or all; the worst exit code wins. Problems are reported here, clean."""
    workspace = find_workspace(Path.cwd())
    names = _names(workspace, name)
    if names is None:
        return MISUSED
    worst = FINE
    for each in names:
        try:
            worst = max(worst, run(read_game(workspace, each)))
        except GameError as error:
            _clear_progress()
            _report(error.problems)
            worst = max(worst, FAULTY)
    return worst


def _names(workspace: Workspace, name: str | None) -> list[str] | None:
    known = workspace.games()
    if name is None:
        if not known:
            _say("error: there is no game here\n    hint: a game is a folder data/NAME with a game.yaml")
            return None
        return sorted(known)
    if workspace.game_folder(name) is None:
        _say(f"error: there is no game '{name}'\n    hint: {did_you_mean(name, known)}")
        return None
    return [name]


def _report(problems: Iterable[Problem], outcome: str = "nothing was written") -> None:
    found = in_order(problems)
    for problem in found:
        _say(describe(problem))
    errors = sum(problem.severity == "error" for problem in found)
    if errors:
        _say(f"{errors} {_plural(errors, 'error')}; {outcome}")


def _line(item: Built) -> str:
    """One line a document: path, pages, faces, milliseconds."""
    pages, faces = _plural(item.pages, "page"), _plural(item.faces, "face")
    return f"{item.path.as_posix():<44} {item.pages:>3} {pages:<5} {item.faces:>4} {faces:<5} {_ms(item):>5} ms\n"


def _ms(item: Built) -> int:
    return round(item.seconds * 1000)


def _plural(count: int, word: str) -> str:
    return word if count == 1 else f"{word}s"


def _say(text: str) -> None:
    if sys.stderr.isatty() and not os.environ.get("NO_COLOR"):
        text = text.replace(" error: ", " \x1b[1;31merror:\x1b[0m ").replace("hint:", "\x1b[36mhint:\x1b[0m")
    sys.stderr.write(text + "\n")


def _progress() -> Callable[[Built], None]:
    """Name each document on a terminal as it is painted; say nothing into a pipe."""
    if not sys.stderr.isatty():
        return lambda _: None

    def show(item: Built) -> None:
        sys.stderr.write(f"\r\x1b[Kpainted {item.path.name}")
        sys.stderr.flush()

    return show


def _clear_progress() -> None:
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
