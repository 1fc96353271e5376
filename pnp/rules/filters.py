"""The filters and tests of Jinja that a game may use: each pays for what it looks through, and makes nothing huge."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from fractions import Fraction
from functools import wraps
from inspect import signature
from typing import Any, NoReturn

from jinja2 import Undefined, pass_environment
from jinja2.exceptions import SecurityError, UndefinedError
from jinja2.filters import FILTERS, make_attrgetter, make_multi_attrgetter
from jinja2.tests import TESTS
from markupsafe import Markup

from pnp.rules.arguments import argument_fault
from pnp.rules.work import (
    MAX_STEPS,
    NATIVE,
    check_number,
    measured_value,
    spend,
    spend_keys,
    spend_text_search,
    spend_value,
    step,
    weigh,
)

MOST_PLACES = 15
MOST_TRIMMED = 100  # different characters to trim
MOST_RANGED = 128  # bits of a range's numbers: there may be many of them
_OVER_TEXTS = ("capitalize", "escape", "lower", "upper")
_OVER_LISTS = ("first", "last", "length", "list", "map", "reject", "rejectattr", "select", "selectattr")
_BY_KEYS = ("groupby", "max", "min", "unique")
_PLAIN_TESTS = (
    "boolean", "defined", "false", "float", "integer", "iterable", "mapping", "none", "number", "sequence", "string",
    "true", "undefined",
)  # fmt: skip
_PAYING_TESTS = (
    "==", "!=", "<", "<=", ">", ">=", "eq", "equalto", "ge", "greaterthan", "gt", "le", "lessthan", "lt", "ne",
)  # fmt: skip


def as_text(value: object) -> str:
    """A value as it is printed. What has no printed form (nothing, a list, a record) is a mistake, not a text."""
    if isinstance(value, str):
        weigh(len(value))
        return value
    if value is None:
        raise UndefinedError("nothing stands here: an optional field was not given; write (field or '') to allow it")
    if isinstance(value, bool | int | float | Fraction):
        return str(check_number(value))  # which is paid for: so are its digits
    if isinstance(value, Undefined):
        return str(value)  # says what is missing
    if getattr(type(value), "prints_its_name", False):
        return str(value)
    if hasattr(value, "fields_of_record"):
        raise UndefinedError(f"{value} is a whole record: name one of its fields, such as .name")
    if hasattr(value, "__html__"):  # a template that was imported
        text = Markup(value)
        weigh(len(text))
        return text
    raise UndefinedError("this is no text and no number: take one out of it, or join a list with | join(', ')")


def joined(parts: Iterable[str]) -> str:
    """Pieces of output as one text, of bounded length."""
    kept: list[str] = []
    size = 0
    for part in parts:
        size += len(part)
        if size > 10 * 1_000_000:
            raise SecurityError("what is written is longer than 10,000,000 characters")
        kept.append(part)
    spend(1 + size // 64)
    return "".join(kept)


def counted(items: Any) -> Iterator[object]:
    """Every turn of a loop, against the rendering's allowance."""
    for item in items:
        step()
        yield item


def bounded_range(*arguments: int) -> range:
    """Python's range, of at most ``MAX_STEPS`` numbers."""
    numbers = range(*arguments)
    for bound in (numbers.start, numbers.stop, numbers.step):
        if bound.bit_length() > MOST_RANGED:
            raise SecurityError("a range's numbers are too large")
    try:
        size = len(numbers)
    except OverflowError:
        size = MAX_STEPS + 1
    if size > MAX_STEPS:
        raise SecurityError(f"a loop of more than {MAX_STEPS:,} steps is too long")
    return numbers


def _paid(value: Any) -> Any:
    """What a filter is given: looked through now if that can be done, else counted as it is taken."""
    spend(NATIVE)
    if isinstance(value, str):
        spend(len(value))
    elif isinstance(value, Sized):
        spend(2 * len(value))
        spend_value(value)
    elif isinstance(value, Iterator):
        return counted(value)
    return value


def _paying(function: Callable[..., Any]) -> Callable[..., Any]:
    """The filter or test, paying first for everything it is given (but for Jinja's own first argument)."""
    own = 1 if hasattr(function, "jinja_pass_arg") else 0

    @wraps(function)
    def run(*arguments: Any, **named: Any) -> Any:
        paid = [_paid(value) for value in arguments[own:]]
        return function(*arguments[:own], *paid, **{name: _paid(value) for name, value in named.items()})

    return run


def _by_keys(function: Callable[..., Any], *, sorts: bool = False, tells_apart: bool = False) -> Callable[..., Any]:
    """A filter that compares its items, or one attribute of each: these are looked through before it does."""
    wanted = signature(function)
    attribute_getter: Callable[..., Callable[[object], Any]] = make_multi_attrgetter if sorts else make_attrgetter

    @pass_environment
    @wraps(function)
    def run(environment: Any, value: Any, *arguments: Any, **named: Any) -> Any:
        items = list(_paid(value))
        given = wanted.bind(environment, items, *map(_paid, arguments), **named).arguments
        attribute, default = given.get("attribute"), given.get("default")
        keys: list[Any] = items
        if attribute is not None:
            more = () if sorts else (None, default)
            keys = [*map(attribute_getter(environment, attribute, *more), items)]
        work = len(items) + measured_value(keys)
        if sorts:
            spend(work * len(items).bit_length() // 2)  # each is compared so often
        if tells_apart:
            spend_keys(keys)
        return function(environment, items, *arguments, **named)

    return run


def _of_text(function: Callable[..., Any]) -> Callable[..., Any]:
    """A filter of texts: numbers are written out first, and nothing else has a text."""

    @wraps(function)
    def run(value: object) -> Any:
        spend(NATIVE)
        made = function(as_text(value))
        if isinstance(made, str):
            spend(len(made) // 64)  # which may be five times as long
        return made

    return run


def _title(value: object) -> str:
    """The text with a capital at each word's beginning, word by word."""
    text = as_text(value)
    spend(NATIVE + len(text))
    return str(FILTERS["title"](text))


def _trim(value: object, chars: object = None) -> str:
    """The text without white space at its ends, or without these characters."""
    text = as_text(value)
    if chars is None:
        spend(NATIVE)
        return text.strip()
    spend(NATIVE + len(text) // 8)
    return text.strip(trimmed(chars))


def trimmed(chars: object) -> str:
    """Characters to be trimmed, if they are few: each end of a text is compared with all of them."""
    text = as_text(chars)
    if len(text) > MOST_TRIMMED:
        raise ValueError(f"at most {MOST_TRIMMED} characters can be trimmed")
    return text


@pass_environment
def _join(environment: Any, value: Iterable[object], d: str = "", attribute: str | int | None = None) -> str:
    """The items as texts with ``d`` between them."""
    items = counted(value)
    if attribute is not None:
        items = map(make_attrgetter(environment, attribute), items)
    between = as_text(d)
    texts: list[str] = []
    for item in items:
        texts.append(as_text(item))
        spend(1 + len(texts[-1]) // 64 + len(between) // 64)
    weigh(sum(map(len, texts)) + len(between) * max(0, len(texts) - 1))
    markup = any(isinstance(text, Markup) for text in [*texts, between])
    return Markup(between).join(texts) if markup else between.join(texts)


@pass_environment
def _sum(environment: Any, value: Iterable[object], attribute: str | int | None = None, start: object = 0) -> object:
    """The items added up, each addition as bounded as ``+`` is."""
    items = counted(value)
    if attribute is not None:
        items = map(make_attrgetter(environment, attribute), items)
    for item in items:
        spend(2)
        start = environment.call_binop(None, "+", start, item)
    return start


def _round(value: float, precision: int = 0, method: str = "common") -> object:
    """Rounded to so many places; ``method`` is common, ceil or floor."""
    if isinstance(precision, bool) or not isinstance(precision, int) or abs(precision) > MOST_PLACES:
        raise ValueError(f"round takes at most {MOST_PLACES} places")
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        raise ValueError("round takes a number")
    check_number(value)
    if method == "common":
        return check_number(round(value, precision))
    if method not in ("ceil", "floor"):
        raise ValueError("round knows common, ceil and floor")
    whole = math.ceil if method == "ceil" else math.floor
    return check_number(whole(value * (10**precision)) / (10**precision))


def _number(value: object, default: object, convert: Callable[[Any], object], what: str) -> object:
    if isinstance(value, str):
        if len(value) > 40:
            raise ValueError(f"a text of {len(value):,} characters is no number")
        if not value.isascii():
            convert = _refused
    else:
        check_number(value)
    try:
        return check_number(convert(value))
    except (TypeError, ValueError, SecurityError):
        if default is not None:
            return default
        shown = f"'{value}'" if isinstance(value, str) else "this"
        raise ValueError(f"{shown} is no {what}") from None


def _refused(value: object) -> NoReturn:
    """Digits of other scripts are letters here."""
    raise ValueError(value)


def _int(value: object, default: object = None) -> object:
    """A whole number; a text that is none is a mistake unless ``default`` is given."""
    return _number(value, default, lambda given: int(float(given)) if _dotted(given) else int(given), "whole number")


def _dotted(value: object) -> bool:
    return isinstance(value, str) and "." in value


def _float(value: object, default: object = None) -> object:
    """A number; a text that is none is a mistake unless ``default`` is given."""
    return _number(value, default, float, "number")


def _abs(value: object) -> object:
    return abs(_reckoned(value, "abs"))


def _reckoned(value: object, what: str) -> Any:
    """A number, if it is one: for a text Python's % would fill in a form, of any width."""
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        if isinstance(value, Undefined):
            str(value)  # says what is missing
        raise ValueError(f"{what} takes a number")
    return check_number(value)


def _even(value: object) -> bool:
    return bool(_reckoned(value, "even") % 2 == 0)


def _odd(value: object) -> bool:
    return bool(_reckoned(value, "odd") % 2 == 1)


def _divisible(value: object, num: object) -> bool:
    spend(NATIVE)
    return bool(_reckoned(value, "divisibleby") % _reckoned(num, "divisibleby") == 0)


def _lower(value: object) -> bool:
    spend(NATIVE)
    return as_text(value).islower()


def _upper(value: object) -> bool:
    spend(NATIVE)
    return as_text(value).isupper()


def _in(value: object, seq: Any) -> bool:
    spend(NATIVE)
    spend_value(value)
    return value in searched(seq)


def searched(value: Any) -> Any:
    """Something that is about to be searched for something."""
    if isinstance(value, str):
        spend_text_search(value)
    elif not isinstance(value, Iterator):
        spend_value(value)
    else:
        return counted(value)
    return value


def _told(functions: Mapping[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    """The same, but that wrong arguments are said in a designer's words."""

    def telling(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        piped = 2 if hasattr(function, "jinja_pass_arg") else 1

        @wraps(function)
        def run(*arguments: Any, **named: Any) -> Any:
            try:
                return function(*arguments, **named)
            except TypeError:
                fault = argument_fault(function, name, arguments, named, piped)
                if fault is None:
                    raise
                raise fault from None

        return run

    return {name: telling(name, function) for name, function in functions.items()}


_FILTERS: dict[str, Callable[..., Any]] = {
    **{name: _of_text(FILTERS[name]) for name in _OVER_TEXTS},
    **{name: _paying(FILTERS[name]) for name in _OVER_LISTS},
    **{name: _by_keys(FILTERS[name], tells_apart=name == "unique") for name in _BY_KEYS},
    "abs": _abs,
    "default": FILTERS["default"],
    "float": _float,
    "int": _int,
    "join": _join,
    "round": _round,
    "sort": _by_keys(FILTERS["sort"], sorts=True),
    "string": as_text,
    "sum": _sum,
    "title": _title,
    "trim": _trim,
}
_KNOWN_TESTS: dict[str, Any] = dict(TESTS)
_TESTS: dict[str, Callable[..., Any]] = {
    **{name: _KNOWN_TESTS[name] for name in _PLAIN_TESTS},
    **{name: _paying(_KNOWN_TESTS[name]) for name in _PAYING_TESTS},
    "divisibleby": _divisible,
    "even": _even,
    "in": _in,
    "lower": _lower,
    "odd": _odd,
    "upper": _upper,
}
FILTERS_ALLOWED, TESTS_ALLOWED = _told(_FILTERS), _told(_TESTS)
