"""The options that say what a build is made for, and the print job that their words ask for."""

from __future__ import annotations

from collections.abc import Mapping
from os import environ
from typing import Final

from pnp.cli.parameters import Parameter, Value, WordError
from pnp.job import BACKS, INKS, MAX_SCALE, MIN_SCALE, Ink, PrintJob
from pnp.printer import PrinterProfile
from pnp.problems import did_you_mean
from pnp.units import PAPERS, parse_whole

PRINTER_VARIABLE: Final = "PNP_PRINTER"  # of the environment: the printer of whoever names none


def _papers() -> list[str]:
    return list(PAPERS)


def _paper(name: str) -> str:
    if name.lower() in PAPERS:
        return name.lower()
    raise WordError(f"unknown paper '{name}'", did_you_mean(name.lower(), PAPERS))


def _inks() -> list[str]:
    return list(INKS)


def _ink(name: str) -> Ink:
    for ink in INKS:
        if name.lower() == ink:
            return ink
    raise WordError(f"unknown ink '{name}'", did_you_mean(name.lower(), INKS) or f"choose {', '.join(INKS)}")


def read_job(words: Mapping[str, Value]) -> PrintJob:
    """The print job that the words ask for. Raises WordError."""
    backs = str(words.get("backs") or "")
    if backs and backs not in BACKS:
        raise WordError(f"backs cannot be '{backs}'", did_you_mean(backs, BACKS))
    paper = str(words["paper"])
    return PrintJob(
        paper=paper,
        ink=_ink(str(words.get("ink") or "full")),
        backs=BACKS[backs] if backs else None,
        copies=_number(words.get("copies"), 1, 20, "copies"),
        scale=float(_number(words.get("scale"), MIN_SCALE, MAX_SCALE, "scale", 100)),
        leaves=_leaves(str(words.get("leaves") or "")),
        printer=_printer(str(words.get("printer") or ""), paper),
    )


def _printer(wanted: str, paper: str) -> PrinterProfile | None:
    """The profile that is asked for here or in the environment. Raises WordError, or GameError for a damaged file."""
    word = wanted or environ.get(PRINTER_VARIABLE, "")
    if word in ("", "none"):
        return None
    from pnp.cli.printers import known_printer, misfit

    printer = known_printer(word)
    if fault := misfit(printer, paper):
        raise WordError(*fault)
    return printer


def _printers() -> list[str]:
    from pnp.cli.printers import known_printers
    from pnp.problems import GameError

    try:
        return sorted(known_printers())
    except GameError:
        return []


def _number(word: Value, low: int, high: int, name: str, otherwise: int = 1) -> int:
    """A whole number in its range."""
    if not word:
        return otherwise
    try:
        number = parse_whole(str(word).removesuffix("%").rstrip())
    except ValueError as error:
        raise WordError(f"--{name}: {error}, found '{word}'", f"such as --{name} {otherwise}") from None
    if not low <= number <= high:
        raise WordError(f"--{name} {number} is out of range", f"it may be {low} to {high}")
    return number


def _leaves(words: str) -> tuple[tuple[int, int], ...]:
    """``3``, ``3-5`` or ``1,3-5``, in their order."""
    found = []
    for part in words.split(",") if words else ():
        first, dash, last = (side.strip() for side in part.partition("-"))
        try:
            pair = parse_whole(first), parse_whole(last if dash else first)
        except ValueError:
            raise WordError(f"--leaves: '{part}' is no leaf", "such as --leaves 4, or --leaves 1,3-5") from None
        if not 1 <= pair[0] <= pair[1]:
            raise WordError(f"--leaves: there are no leaves '{part}'", "the first leaf is 1; say 3-5, not 5-3")
        found.append(pair)
    return tuple(sorted(found))


PAPER = Parameter(
    "paper",
    "PAPER",
    f"{', '.join(PAPERS)}.",
    ("--paper", "-p"),
    default="a4",
    read=_paper,
    choices=_papers,
    of_job=True,
)
_INK = Parameter(
    "ink",
    "INK",
    "full; light, redrawn on white paper; or grey, for a black printer.",
    ("--ink",),
    default="full",
    read=_ink,
    choices=_inks,
    of_job=True,
)
_BACKS = Parameter(
    "backs",
    "HOW",
    "two-sided, fold, glue or none; as each document says, when left out.",
    ("--backs",),
    choices=lambda: list(BACKS),
    of_job=True,
)
_COPIES = Parameter("copies", "N", "So many of every piece, for as many boxes.", ("--copies",), of_job=True)
_SCALE = Parameter("scale", "PERCENT", "Print pieces smaller or larger; books stay.", ("--scale",), of_job=True)
_LEAVES = Parameter(
    "leaves", "LEAVES", "Print these alone, such as 3-5, into a file of their own.", ("--leaves",), of_job=True
)
_PRINTER = Parameter(
    "printer",
    "NAME",
    "Undo what a calibrated printer does wrong; PNP_PRINTER's when left out, none for none.",
    ("--printer",),
    choices=_printers,
    of_job=True,
)
JOB = (PAPER, _INK, _BACKS, _COPIES, _SCALE, _LEAVES, _PRINTER)  # what a build is made for
LISTED = (PAPER, _BACKS, _COPIES, _SCALE)  # what a list of leaves depends on
