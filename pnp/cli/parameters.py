"""What a command takes: its arguments and options, and how their words become values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Kind = Literal["text", "texts", "path", "flag"]  # texts: the option may be repeated
Value = str | tuple[str, ...] | Path | bool | None


class WordError(Exception):
    """A word that its parameter does not take: why, and the cure."""

    def __init__(self, message: str, hint: str) -> None:
        self.hint = hint
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Parameter:
    """An argument of a command, which is known by its place, or with ``flags`` an option; ``name`` is the function's.

    ``read`` makes the value of a word and raises WordError; it is not asked about the default. ``choices`` are what a
    shell offers, and no limit. What is ``of_job`` goes into the print job, which the function takes as one value.
    """

    name: str
    metavar: str = ""
    help: str = ""
    flags: tuple[str, ...] = ()
    kind: Kind = "text"
    default: Value = None
    required: bool = False
    read: Callable[[str], str] | None = None
    choices: Callable[[], Sequence[str]] | None = None
    of_job: bool = False

    def value(self, given: object) -> Value:
        """What the function is told: None means that no word was given. Raises WordError."""
        if given is None or given == self.default:
            return self.default
        match self.kind:
            case "flag":
                return bool(given)
            case "texts":
                return tuple(given) if isinstance(given, list | tuple) else (str(given),)
            case "path":
                return Path(str(given))
        return self.read(str(given)) if self.read else str(given)


def flag(name: str, help_text: str, *flags: str) -> Parameter:
    """An option without a value, which is off unless it is said."""
    return Parameter(name, help=help_text, flags=flags, kind="flag", default=False)
