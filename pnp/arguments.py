"""The commands' words, options and help, as typer knows them; what they ask for is called, its exit code raised."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

import typer

import pnp
from pnp.problems import did_you_mean
from pnp.units import PAPERS

NARROW = 50  # columns; below this the help keeps to the terminal's width, which its writer otherwise would not
_COLUMNS = shutil.get_terminal_size().columns

app = typer.Typer(
    add_completion=True,
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]}
    | ({"terminal_width": _COLUMNS} if _COLUMNS < NARROW else {}),
    help="Make print-and-play PDFs from a game written as YAML.",
)


def _games() -> list[str]:
    """The games here, for the shell to complete."""
    from pnp.game.workspace import find_workspace

    return sorted(find_workspace(Path.cwd()).games())


Game = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME",
        help="A folder under data/; every game, when left out.",
        show_default=False,
        autocompletion=_games,
    ),
]
PaperOption = Annotated[
    str,
    typer.Option("--paper", "-p", metavar="PAPER", help=f"{', '.join(PAPERS)}.", autocompletion=lambda: list(PAPERS)),
]


def _kinds() -> list[str]:
    from pnp.starters import KINDS

    return list(KINDS)


def _shipped() -> list[str]:
    from pnp.starters import shipped_games

    return shipped_games()


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pnp {pnp.__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    """Say what stands at the top of the help; the options are handled before this runs."""
    del version


@app.command(name="new", epilog="Example:  pnp new moon-harvest --kind cards")
def new_command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new game, such as moon-harvest; its folder too.")],
    kind: Annotated[
        str | None,
        typer.Option(
            "--kind",
            "-k",
            metavar="KIND",
            help="box (a bit of everything), cards, skirmish or board.",
            autocompletion=_kinds,
        ),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="GAME", help="Copy a game that comes with pnp instead.", autocompletion=_shipped
        ),
    ] = None,
) -> None:
    """Make a folder with a small game that builds at once, yours to change."""
    from pnp.commands import new_workspace

    raise typer.Exit(new_workspace(name, kind, source))


@app.command(name="build", epilog="Example:  pnp build mygame --only cards --paper letter")
def build_command(
    game: Game = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only",
            "-o",
            metavar="NAME",
            help="Only this component or document; may be repeated.",
            show_default=False,
        ),
    ] = None,
    paper: PaperOption = "a4",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="DIR",
            help="Where the PDFs go; build/GAME/PAPER when left out.",
            show_default=False,
        ),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing unless something is wrong.")] = False,
) -> None:
    """Build the PDFs of a game, all of them or those named."""
    from pnp.commands import build_games

    raise typer.Exit(build_games(game, only or [], _paper(paper), out, quiet=quiet))


@app.command(name="watch", epilog="Example:  pnp watch mygame --paper letter")
def watch_command(game: Game = None, paper: PaperOption = "a4") -> None:
    """Build, then build again whatever a saved file changes; Ctrl-C ends it."""
    from pnp.commands import watch_games

    raise typer.Exit(watch_games(game, _paper(paper)))


@app.command(name="check", epilog="Example:  pnp check mygame --strict --format github")
def check_command(
    game: Game = None,
    paper: PaperOption = "a4",
    form: Annotated[
        str, typer.Option("--format", "-f", metavar="FORMAT", help="text, json, github or sarif.")
    ] = "text",
    strict: Annotated[bool, typer.Option("--strict", help="Let warnings count: exit 1 for them too.")] = False,
    assumed: Annotated[bool, typer.Option("--assumed", help="List the values that no source fixes.")] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Say what was checked, and which warnings are accepted.")
    ] = False,
) -> None:
    """Report everything that is wrong with a game; nothing is written. Exit 0 when clean, 1 when not."""
    from pnp.commands import check_games

    paper = _paper(paper)
    raise typer.Exit(check_games(game, paper, form, assumed=assumed, strict=strict, verbose=verbose))


@app.command(name="list", epilog="Example:  pnp list mygame")
def list_command(game: Game = None) -> None:
    """List a game's components and documents."""
    from pnp.commands import list_games

    raise typer.Exit(list_games(game))


@app.command(name="tables", epilog="Example:  pnp tables mygame to-hit --format csv")
def tables_command(
    game: Game = None,
    table: Annotated[
        str | None,
        typer.Argument(metavar="TABLE", help="A table's id; a list of them, when left out.", show_default=False),
    ] = None,
    form: Annotated[str, typer.Option("--format", "-f", metavar="FORMAT", help="text, md, csv or json.")] = "text",
) -> None:
    """Print a game's computed tables, exact to the last point."""
    from pnp.commands import print_tables

    raise typer.Exit(print_tables(game, table, form))


Note = Annotated[
    str, typer.Option("--note", metavar="TEXT", help="A word about this printing, kept with it.", show_default=False)
]
Only = Annotated[
    list[str] | None,
    typer.Option("--only", "-o", metavar="NAME", help="Only this component or document.", show_default=False),
]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="Where the PDFs go; build/GAME/PAPER when left out.", show_default=False),
]


@app.command(name="print", epilog='Example:  pnp print mygame --note "for the convention"')
def print_command(
    game: Game = None,
    only: Only = None,
    paper: PaperOption = "a4",
    out: Out = None,
    note: Note = "",
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing unless something is wrong.")] = False,
) -> None:
    """Build the PDFs like pnp build, and remember in prints/GAME.yaml what they show."""
    from pnp.history_commands import print_games

    raise typer.Exit(print_games(game, only or [], _paper(paper), out, note, quiet=quiet))


@app.command(name="reprint", epilog="Example:  pnp reprint mygame --dry-run")
def reprint_command(
    game: Game = None,
    since: Annotated[
        str,
        typer.Option(
            "--since", metavar="PRINTING", help="A printing's number; the last when left out.", show_default=False
        ),
    ] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", "-n", help="Only list what changed; write nothing.")] = False,
    record: Annotated[bool, typer.Option("--record", help="Remember the reprint as a printing of its own.")] = False,
    note: Note = "",
    paper: Annotated[
        str,
        typer.Option("--paper", "-p", metavar="PAPER", help="The printing's own when left out.", show_default=False),
    ] = "",
    out: Out = None,
) -> None:
    """Make a PDF of only what changed since it was printed, with a list of what to throw away."""
    from pnp.history_commands import reprint_games

    chosen = _paper(paper) if paper else ""
    raise typer.Exit(reprint_games(game, since, chosen, out, note, dry_run=dry_run, keep=record))


@app.command(name="diff", epilog="Example:  pnp diff HEAD~1 . --out changes.html")
def diff_command(
    old: Annotated[str, typer.Argument(metavar="A", help="A git revision, a folder, or a printing's number.")],
    new: Annotated[str, typer.Argument(metavar="B", help="The same; . is the game as it is now.")],
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Needed where there are several.", show_default=False)
    ] = None,
    paper: Annotated[
        str, typer.Option("--paper", "-p", metavar="PAPER", help="The printing's own, or a4.", show_default=False)
    ] = "",
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Write a web page with pictures and tables.", show_default=False),
    ] = None,
) -> None:
    """Compare two states of a game: records, pieces, tables, and who gained by it."""
    from pnp.history_commands import diff_games

    raise typer.Exit(diff_games(old, new, game, _paper(paper) if paper else "", out))


@app.command(name="schema", epilog="Example:  pnp schema mygame")
def schema_command(game: Game = None) -> None:
    """Write JSON Schemas with which editors complete and check a game's files, and VS Code's settings."""
    from pnp.commands import write_editor_files

    raise typer.Exit(write_editor_files(game))


def _paper(name: str) -> str:
    if name.lower() in PAPERS:
        return name.lower()
    typer.echo(f"error: unknown paper '{name}'\n    hint: {did_you_mean(name.lower(), PAPERS)}", err=True)
    raise typer.Exit(2)
