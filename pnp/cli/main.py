"""The words of a command line go in, an exit code comes out; plain ones, ``build mygame --only cards``, sooner.

typer reads every word, but to load it takes a quarter of what a small build takes. What is read here are long options
with their values after them, and arguments; help, mistakes, short options and completion are left to typer.
"""

from __future__ import annotations

import errno
import gc
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Any

from pnp.cli.command_table import COMMANDS, Command, Values
from pnp.cli.parameters import WordError
from pnp.cli.streams import OutputError, flush, say
from pnp.problems import GameError

_FINE, _FAULTY = 0, 1
_UNWRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EPIPE, errno.EBADF, errno.EIO)
_INTERRUPTED = 130  # what typer answers, too


def plain_words(words: Sequence[str]) -> tuple[Command, Values] | None:
    """The command and a value for each of its parameters, as typer would understand them; None for words less plain."""
    command = next((each for each in COMMANDS if words and each.name == words[0]), None)
    if command is None:
        return None
    options = {flag: each for each in command.parameters for flag in each.flags if flag.startswith("--")}
    places = iter(command.arguments)
    given: dict[str, Any] = {}
    rest = iter(words[1:])
    for word in rest:
        parameter = options.get(word)
        if parameter is None:
            place = next(places, None)
            if place is None or not word or word.startswith("-"):
                return None
            given[place.name] = word
        elif parameter.kind == "flag":
            given[parameter.name] = True
        else:
            value = next(rest, "")
            if not value or value.startswith("-"):
                return None
            repeated = parameter.kind == "texts"
            given[parameter.name] = (*given.get(parameter.name, ()), value) if repeated else value
    if any(each.required and each.name not in given for each in command.parameters):
        return None
    try:
        return command, command.values(given)
    except (WordError, GameError):
        return None


def _run(words: Sequence[str]) -> int:
    plain = None if "_PNP_COMPLETE" in os.environ else plain_words(words)
    if plain is None:
        from pnp.cli.typer_app import app

        try:
            app(words, prog_name="pnp")  # always ends by SystemExit
        except OSError as error:
            if error.errno in _UNWRITTEN:  # typer writes help and usage by itself
                raise OutputError(error) from None
            raise
        return 0
    command, values = plain
    try:
        return command.run(values)
    except KeyboardInterrupt:
        return _INTERRUPTED


def _occupy_standard_streams() -> None:
    """Whoever closed one would find the next file that is opened in its place, and what libraries say in that file."""
    while (handle := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(handle)


def _answer(words: Sequence[str]) -> int:
    """The exit code of the words, with all handed over that was told."""
    done: object = None
    try:
        try:
            done = _run(words)
        except SystemExit as end:
            done = _FINE if end.code is None else end.code
        flush()
    except OutputError as error:
        if not error.unread:
            say(f"error: the standard output cannot be written: {error}\n    hint: see to where it goes")
            return _FAULTY
        return done if isinstance(done, int) else _FAULTY  # who reads has read enough
    if isinstance(done, int):
        return done
    say(str(done))
    return _FAULTY


def settle_stream(stream: TextIOWrapper) -> None:
    """Have what is said arrive whole and alike: a sign that a terminal lacks becomes ``?``, and never ends a command.

    A pipe or a file gets UTF-8 with plain line ends, on Windows too, unless PYTHONIOENCODING asks for something else.
    """
    if stream.isatty():
        stream.reconfigure(errors="replace")
    else:
        wanted = None if os.environ.get("PYTHONIOENCODING") else "utf-8"
        stream.reconfigure(encoding=wanted, errors="replace", newline="\n")


def main() -> None:
    """Run the command line."""
    _occupy_standard_streams()
    gc.set_threshold(1_000_000, 50, 100)  # a build makes hardly a cycle, and looking for them took a tenth of it
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            settle_stream(stream)
    if sys.platform == "win32":
        from colorama import just_fix_windows_console

        just_fix_windows_console()  # an older console shows colours only when told to
    code = _answer(sys.argv[1:])
    os._exit(code)  # nothing is left to do, and to clear millions of values away takes a twelfth of a build
