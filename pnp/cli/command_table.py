"""The words of the command line, said once: each command with its parameters, help, and the function that it calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Final

from pnp.cli.job_words import JOB, LISTED, PAPER, read_job
from pnp.cli.parameters import Parameter, Value, flag
from pnp.job import PrintJob
from pnp.problems import one_line

Values = dict[str, Value | PrintJob]

PROGRAM: Final = "Make print-and-play PDFs from a game written as YAML."


@dataclass(frozen=True, slots=True)
class Command:
    """A word after ``pnp``. ``function`` is ``module:name``, imported when it is called with the parameters' names."""

    name: str
    function: str
    help: str
    example: str
    parameters: tuple[Parameter, ...] = ()

    @property
    def arguments(self) -> tuple[Parameter, ...]:
        """The parameters without flags, in their order."""
        return tuple(parameter for parameter in self.parameters if not parameter.flags)

    def values(self, given: Mapping[str, object]) -> Values:
        """A value for each parameter, and ``job`` for those of the print job together. Raises WordError."""
        values: Values = {each.name: each.value(given.get(each.name)) for each in self.parameters if not each.of_job}
        words = {each.name: each.value(given.get(each.name)) for each in self.parameters if each.of_job}
        return values | {"job": read_job(words)} if words else values

    def load(self) -> Callable[..., int]:
        """The function that does it, with all that it needs: the start of most of a command's time."""
        module, _, name = self.function.partition(":")
        function: Callable[..., int] = getattr(import_module(module), name)
        return function

    def run(self, values: Values) -> int:
        """Do it; the exit code is the function's."""
        return self.load()(**values)


def _games() -> list[str]:
    from pnp.game.workspace import find_workspace
    from pnp.problems import GameError

    try:
        return sorted(name for name in find_workspace(Path.cwd()).games() if name.isprintable())
    except GameError:
        return []  # a shell that completes words has no place for problems


def _kinds() -> list[str]:
    from pnp.cli.starters import KINDS

    return list(KINDS)


def _programs() -> list[str]:
    from pnp.importing.importer import READERS

    return list(READERS)


def _shipped() -> list[str]:
    from pnp.cli.starters import shipped_games

    return shipped_games()


_GAME = Parameter("name", "GAME", "A folder under data/; every game, when left out.", choices=_games)
_ONLY = Parameter("only", "NAME", "Only this component or document; may be repeated.", ("--only", "-o"), "texts", ())
_ALLOW = Parameter("allow", "DIR", "Links may lead into this folder, too; may be repeated.", ("--allow",), "texts", ())
_OWN_PAPER = replace(PAPER, help="The printing's own when left out.", default="")
_OUT = Parameter("out", "DIR", "Where the PDFs go; build/GAME/PAPER when left out.", ("--out",), "path")
_NOTE = Parameter("note", "TEXT", "A word about this printing, kept with it.", ("--note",), default="", read=one_line)
_QUIET = flag("quiet", "Say nothing unless something is wrong.", "--quiet", "-q")
_FORMAT = Parameter("form", "FORMAT", flags=("--format", "-f"), default="text")

COMMANDS: Final = (
    Command(
        "new",
        "pnp.cli.commands:new_workspace",
        "Make a folder with a small game that builds at once, yours to change.",
        "pnp new moon-harvest --kind cards",
        (
            Parameter("name", "NAME", "The new game, such as moon-harvest; its folder too.", required=True),
            Parameter(
                "kind",
                "KIND",
                "box (a bit of everything), cards, skirmish or board.",
                ("--kind", "-k"),
                choices=_kinds,
            ),
            Parameter("source", "GAME", "Copy a game that comes with pnp instead.", ("--from",), choices=_shipped),
        ),
    ),
    Command(
        "import",
        "pnp.cli.import_command:import_game",
        "Begin a game from a deck of another program: its table, its cards, and a list of what was not taken.",
        "pnp import nandeck bees.nde --name bees",
        (
            Parameter("kind", "PROGRAM", "nandeck or squib.", required=True, choices=_programs),
            Parameter("file", "FILE", "The deck's script; it is read, never run.", required=True),
            Parameter("name", "NAME", "The new game's name; the script's when left out.", ("--name",)),
        ),
    ),
    Command(
        "build",
        "pnp.cli.commands:build_games",
        "Build the PDFs of a game, all of them or those named.",
        "pnp build mygame --only cards --paper letter",
        (_GAME, _ONLY, *JOB, _OUT, _QUIET, _ALLOW),
    ),
    Command(
        "watch",
        "pnp.cli.commands:watch_games",
        "Build, then build again whatever a saved file changes; Ctrl-C ends it.",
        "pnp watch mygame --paper letter",
        (_GAME, *JOB, _ALLOW),
    ),
    Command(
        "check",
        "pnp.cli.commands:check_games",
        "Report everything that is wrong with a game; nothing is written. Exit 0 when clean, 1 when not.",
        "pnp check mygame --strict --format github",
        (
            _GAME,
            *JOB,
            replace(_FORMAT, help="text, json, github or sarif."),
            flag("strict", "Let warnings count: exit 1 for them too.", "--strict"),
            flag("assumed", "List the values that no source fixes.", "--assumed"),
            flag("verbose", "Say what was checked, and which warnings are accepted.", "--verbose", "-v"),
            _ALLOW,
        ),
    ),
    Command(
        "list",
        "pnp.cli.commands:list_games",
        "List a game's components and documents; what printing and cutting it takes, or how much ink.",
        "pnp list mygame --bom --paper letter",
        (
            _GAME,
            flag("bom", "Leaves by paper, pieces, cuts and folds, and what the box needs besides.", "--bom"),
            flag("ink", "Say how much of each kind of sheet is ink.", "--ink"),
            flag("art", "The pictures that templates ask for: missing or there, for what, in mm and pixels.", "--art"),
            *LISTED,
            _ALLOW,
        ),
    ),
    Command(
        "tables",
        "pnp.cli.commands:print_tables",
        "Print a game's computed tables, exact to the last point.",
        "pnp tables mygame to-hit --format csv",
        (
            _GAME,
            Parameter("wanted", "TABLE", "A table's id; a list of them, when left out."),
            replace(_FORMAT, help="text, md, csv or json."),
            _ALLOW,
        ),
    ),
    Command(
        "fonts",
        "pnp.cli.fonts_command:list_fonts",
        "List the families of fonts that are there: weights, scripts, licences, and which games use them.",
        "pnp fonts --specimen",
        (
            replace(_GAME, help="Only those that this game names."),
            flag("specimen", "Show them as a PDF: build/fonts/specimen.pdf.", "--specimen"),
            replace(_OUT, metavar="FILE", help="Where the specimen goes."),
            _ALLOW,
        ),
    ),
    Command(
        "print",
        "pnp.cli.history_commands:print_games",
        "Build the PDFs like pnp build, and remember in prints/GAME.yaml what they show.",
        'pnp print mygame --note "for the convention"',
        (_GAME, _ONLY, *JOB, _OUT, _NOTE, _QUIET, _ALLOW),
    ),
    Command(
        "reprint",
        "pnp.cli.history_commands:reprint_games",
        "Make a PDF of only what changed since it was printed, with a list of what to throw away.",
        "pnp reprint mygame --dry-run",
        (
            _GAME,
            Parameter("since", "PRINTING", "A printing's number; the last when left out.", ("--since",), default=""),
            flag("dry_run", "Only list what changed; write nothing.", "--dry-run", "-n"),
            flag("keep", "Remember the reprint as a printing of its own.", "--record"),
            _NOTE,
            _OWN_PAPER,
            *JOB[2:],  # the ink is the printing's own
            _OUT,
            _ALLOW,
        ),
    ),
    Command(
        "calibrate",
        "pnp.cli.calibrate_command:calibrate_printer",
        "Make a leaf that shows what a printer does wrong; keep what was read on it, for --printer.",
        "pnp calibrate office --stock card-250 --tray rear",
        (
            Parameter("name", "NAME", "What you call the printer; when left out, those known are listed."),
            Parameter("stock", "STOCK", "What you print on.", ("--stock",), default="plain"),
            Parameter("tray", "TRAY", "The tray that it comes from.", ("--tray",), default=""),
            replace(PAPER, of_job=False),
            Parameter("flip", "EDGE", "The edge the leaf is turned over: long or short.", ("--flip",), default="long"),
            replace(_OUT, metavar="FILE", help="Where the leaf goes; build/calibrate/NAME.pdf when left out."),
            Parameter("read", "A=MM,…", "What was read on the leaf; once for each leaf.", ("--read",), "texts", ()),
            flag("ask", "Ask for the readings, one by one.", "--ask"),
            flag("proof", "Make a second leaf, corrected, that proves the profile.", "--proof"),
        ),
    ),
    Command(
        "diff",
        "pnp.cli.history_commands:diff_games",
        "Compare two states of a game: records, pieces, tables, and who gained by it.",
        "pnp diff HEAD~1 . --out changes.html",
        (
            Parameter("old", "A", "A git revision, a folder, or a printing's number.", required=True),
            Parameter("new", "B", "The same; . is the game as it is now.", required=True),
            replace(_GAME, help="Needed where there are several."),
            replace(_OWN_PAPER, help="The printing's own, or a4.", of_job=False),
            replace(_OUT, metavar="FILE", help="Write a web page with pictures and tables."),
            _ALLOW,
        ),
    ),
    Command(
        "schema",
        "pnp.cli.commands:write_editor_files",
        "Write JSON Schemas with which editors complete and check a game's files, and VS Code's settings.",
        "pnp schema mygame",
        (_GAME, _ALLOW),
    ),
)
