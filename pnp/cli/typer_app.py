"""The table of commands goes in, a typer application comes out: it reads every word and writes help and completion."""

from __future__ import annotations

import inspect
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

import pnp
from pnp.cli.command_table import COMMANDS, PROGRAM, Command
from pnp.cli.parameters import Kind, Parameter, WordError
from pnp.problems import GameError

NARROW = 50  # columns; below this the help keeps to the terminal's width, which its writer otherwise would not
_TYPES: dict[Kind, object] = {"text": str, "texts": list[str], "path": Path, "flag": bool}


def make_app() -> typer.Typer:
    """The whole command line."""
    columns = shutil.get_terminal_size().columns
    made = typer.Typer(
        add_completion=True,
        no_args_is_help=True,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]}
        | ({"terminal_width": columns} if columns < NARROW else {}),
        help=PROGRAM,
    )
    made.callback()(_program)
    for command in COMMANDS:
        made.command(name=command.name, help=command.help, epilog=f"Example:  {command.example}")(_function(command))
    return made


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pnp {pnp.__version__}")
        raise typer.Exit


def _program(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    """Stand for the options before any command, which are handled before this runs."""
    del version


def _function(command: Command) -> Callable[..., None]:
    """A function with the signature from which typer takes a command's parameters."""

    def run(**given: object) -> None:
        try:
            values = command.values(given)
        except WordError as error:
            from pnp.cli.console import misused  # with all that a command needs, which help does not

            raise typer.Exit(misused(str(error), error.hint)) from None
        except GameError as error:  # a file that a word leads to
            from pnp.cli.console import FAULTY, report_problems

            report_problems(error.problems)
            raise typer.Exit(FAULTY) from None
        raise typer.Exit(command.run(values))

    parameters = [_parameter(parameter) for parameter in command.parameters]
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # what inspect looks for
    return run


def _parameter(parameter: Parameter) -> inspect.Parameter:
    shown: dict[str, Any] = {
        "metavar": parameter.metavar or None,
        "help": parameter.help,
        "show_default": bool(parameter.default),
        "autocompletion": parameter.choices,
    }
    words = typer.Option(*parameter.flags, **shown) if parameter.flags else typer.Argument(**shown)
    kind: Any = _TYPES[parameter.kind]
    default: object = parameter.default
    if parameter.required:
        default = inspect.Parameter.empty
    elif parameter.kind != "flag":
        kind, default = kind | None, default or None
    annotation = Annotated[kind, words]
    return inspect.Parameter(parameter.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


app = make_app()
