"""A function of a template, with arguments that it cannot take, goes in; a sentence that says so comes out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from inspect import Parameter, signature
from typing import Any

from jinja2 import Undefined
from jinja2.runtime import Macro

from pnp.rules.explain import RuleError, in_words

_LIKE = 0.4  # how near a name must come to be offered: there are few, and one of them is meant
_LONG = 40  # letters of a name that is shown
_VARIOUS = (Parameter.VAR_KEYWORD, Parameter.VAR_POSITIONAL)
_ORDERED = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)


def usage(function: Callable[..., Any], name: str, piped: int = 0) -> str:
    """How a function is called: ``icon(name, x, y, size, color)``; so many arguments are ``piped`` to it."""
    parts = []
    for parameter in _parameters(function)[piped:]:
        if parameter.kind is Parameter.VAR_KEYWORD:
            parts.append("name=value, …")
        elif parameter.kind is Parameter.VAR_POSITIONAL:
            parts.append("…")
        else:
            parts.append(parameter.name if parameter.default is Parameter.empty else f"{parameter.name}=…")
    return f"{name}({', '.join(parts)})"


def argument_fault(
    function: Callable[..., Any], name: str, arguments: Sequence[object], named: Mapping[str, object], piped: int = 0
) -> RuleError | None:
    """What is wrong with the number or the names of arguments; None if nothing is. ``piped`` as in ``usage``."""
    found = _parameters(function)
    said = _said(f"{name}(…)", found, len(arguments), list(named), piped)
    if not said:
        return None
    unknown = next((word for word in named if word not in {parameter.name for parameter in found}), "")
    free = [parameter.name for parameter in found[piped:] if parameter.kind not in _VARIOUS]
    near = get_close_matches(unknown[:_LONG], free, 1, _LIKE) if unknown else []
    meant = f"did you mean '{near[0]}'? " if near else ""
    cure = f"rite {usage(function, name, piped)}"
    return RuleError(said, f"{meant}W{cure}" if meant else f"w{cure}")


def called_wrongly(
    function: Callable[..., Any], name: str, arguments: Sequence[object], named: Mapping[str, object], error: Exception
) -> Exception:
    """What to raise for an error that a call of a function ended in: its own sentence, or one about its arguments."""
    for value in (*arguments, *named.values()):
        if isinstance(value, Undefined):
            return _missing(value)
    fault = argument_fault(function, name, arguments, named) if isinstance(error, TypeError) else None
    if fault is not None:
        return fault
    if isinstance(function, Macro):
        return error
    words = in_words(error).removeprefix(f"{name}: ")
    return RuleError(f"{name}(…): {words}", f"write {usage(function, name)}")


def _missing(value: Undefined) -> Exception:
    try:
        str(value)
    except Exception as error:
        return error
    return RuleError("something is not known here")


def _parameters(function: Callable[..., Any]) -> list[Parameter]:
    if isinstance(function, Macro):
        more = [Parameter("more", Parameter.VAR_POSITIONAL)] if function.catch_varargs else []
        last = [Parameter("named", Parameter.VAR_KEYWORD)] if function.catch_kwargs else []
        return [
            *(Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=None) for name in function.arguments),
            *more,
            *last,
        ]
    try:
        return list(signature(function).parameters.values())
    except (TypeError, ValueError):  # of what Python itself brings, and says nothing about
        return [Parameter("more", Parameter.VAR_POSITIONAL), Parameter("named", Parameter.VAR_KEYWORD)]


def _said(call: str, found: Sequence[Parameter], given: int, named: Sequence[str], piped: int) -> str:
    kinds = {parameter.name: parameter.kind for parameter in found}
    ordered = [parameter for parameter in found if parameter.kind in _ORDERED]
    if Parameter.VAR_KEYWORD not in kinds.values():
        for word in named:
            if kinds.get(word) is Parameter.POSITIONAL_ONLY:
                return f"{call} takes its arguments in their order, without names"
        if unknown := [word for word in named if word not in kinds]:
            return f"{call} takes no {_quoted(unknown)}"
    if twice := [parameter.name for parameter in ordered[:given] if parameter.name in named]:
        return f"{call} is given {_quoted(twice)} twice: at its place, and by its name"
    if given > len(ordered) and Parameter.VAR_POSITIONAL not in kinds.values():
        by_name = " without a name" if any(kind is Parameter.KEYWORD_ONLY for kind in kinds.values()) else ""
        most = len(ordered) - piped
        return f"{call} takes {most or 'no'} argument{'s' * (most != 1)}{by_name}, and is given {given - piped}"
    needed = [
        parameter.name
        for place, parameter in enumerate(found)
        if parameter.default is Parameter.empty
        and parameter.kind not in _VARIOUS
        and parameter.name not in named
        and not (parameter.kind in _ORDERED and place < given)
    ]
    return f"{call} is not given {_quoted(needed)}" if needed else ""


def _quoted(names: Iterable[str]) -> str:
    words = [f"'{name[:_LONG]}'" for name in names]
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
