"""What a command and its parameters are, frozen; words that were understood go in, an exit code comes out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Literal

Kind = Literal["text", "texts", "path", "flag"]  # texts: the option may be repeated
Value = str | tuple[str, ...] | Path | bool | None
Values = dict[str, Value]


class WordError(Exception):
    """A word that its parameter does not take: why, and the cure."""

    def __init__(self, message: str, hint: str) -> None:
        self.hint = hint
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Parameter:
    """An argument of a command, which is known by its place, or with ``flags`` an option; ``name`` is the function's.

    ``read`` makes the value of a word and raises WordError; it is not asked about the default. ``choices`` are what a
    shell offers, and no limit.
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
        """A value for each parameter. Raises WordError."""
        return {parameter.name: parameter.value(given.get(parameter.name)) for parameter in self.parameters}

    def load(self) -> Callable[..., int]:
        """The function that does it, with all that it needs: the start of most of a command's time."""
        module, _, name = self.function.partition(":")
        function: Callable[..., int] = getattr(import_module(module), name)
        return function

    def run(self, values: Values) -> int:
        """Do it; the exit code is the function's."""
        return self.load()(**values)
