"""Plain words such as ``build mygame --only cards`` go in, a command and its values come out; None if less plain.

typer reads every word, but to load it takes a quarter of what a small build takes. What is read here are long options
with their values after them, and arguments; help, mistakes, short options and completion are left to typer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pnp.cli.command_table import COMMANDS
from pnp.cli.parameters import Command, Values, WordError


def plain_words(words: Sequence[str]) -> tuple[Command, Values] | None:
    """The command and a value for each of its parameters, as typer would understand them."""
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
    except WordError:
        return None
