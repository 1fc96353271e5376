"""How much an expression or a template may do: units of work are spent as it runs, and what is too much is refused.

One unit is about one step of a template: a value looked up, a number computed, each thing in a loop's body at its turn.
Counting work, not seconds, makes a refusal the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import lru_cache, wraps
from math import isfinite
from types import MappingProxyType
from typing import Any, TypeVar

from jinja2.exceptions import SecurityError

MAX_STEPS = 200_000  # of all loops of one rendering together
MAX_WORK = 3_000_000  # units of one rendering or expression, a second or two
MAX_STAGE = 12_000_000  # units of all the texts, checks and formulas of a game
MAX_TEXT = 1_000_000  # characters or items that one operation may make
MAX_BITS = 12_000  # of a whole number, or of a fraction's parts: some 3,600 digits
NATIVE = 20  # what calling a function or a filter costs, against one step of a template

_VIEWS: tuple[type[Any], ...] = (type({}.keys()), type({}.values()), type({}.items()))
_CONTAINERS: tuple[type[Any], ...] = (list, tuple, set, frozenset, dict, MappingProxyType, *_VIEWS)
_SHORT_BITS = 512  # a number of so many is reckoned with in no time
_FEW_ALIKE = 8
MOST_ALIKE = 64  # keys of a mapping that have one hash: each look-up compares with all of them

T = TypeVar("T")


class TooMuchWork(SecurityError):  # noqa: N818 - a refusal, as its parent is
    """The allowance is used up."""


class Allowance:
    """What a rendering may still spend, and which answers it has paid for."""

    __slots__ = ("paid", "steps", "units")

    def __init__(self, units: int, steps: int) -> None:
        self.units = units
        self.steps = steps
        self.paid: set[object] = set()


_current: ContextVar[Allowance | None] = ContextVar("allowance", default=None)
_stage: ContextVar[Allowance | None] = ContextVar("stage", default=None)


@contextmanager
def allowance(units: int = MAX_WORK, steps: int = MAX_STEPS) -> Iterator[Allowance]:
    """Let the work inside spend so much. Inside another allowance that one is spent: formulas call formulas."""
    outer = _current.get()
    if outer is not None:
        yield outer
        return
    stage = _stage.get()
    given = units if stage is None else min(units, max(0, stage.units))
    own = Allowance(given, steps)
    token = _current.set(own)
    try:
        yield own
    finally:
        _current.reset(token)
        if stage is not None:
            stage.units -= given - own.units


@contextmanager
def stage_allowance(units: int = MAX_STAGE) -> Iterator[None]:
    """Let all the allowances inside spend so much together: a game has many texts, and each may be costly."""
    token = _stage.set(Allowance(units, 0))
    try:
        yield
    finally:
        _stage.reset(token)


def spend(units: int) -> None:
    """Take units from the allowance, if there is one. Raises SecurityError when it is used up; none are given back."""
    left = _current.get()
    if left is not None:
        if units > 0:
            left.units -= units
        if left.units < 0:
            raise TooMuchWork("this takes too much work to compute")


def step() -> None:
    """One turn of a loop."""
    left = _current.get()
    if left is not None:
        left.steps -= 1
        if left.steps < 0:
            raise SecurityError(f"its loops take more than {MAX_STEPS:,} steps")


def weigh(size: int) -> None:
    """Refuse to make a text or list of this many characters or items; else spend what its making takes."""
    if size > MAX_TEXT:
        raise SecurityError(f"a text or list of {size:,} is too large; at most {MAX_TEXT:,}")
    spend(1 + size // 64)


def weigh_copies(value: str | list[Any] | tuple[Any, ...], times: int = 1) -> None:
    """``weigh`` what is made of so many copies of a text or list, by the memory that they take."""
    size = len(value) * max(0, times)
    weigh(size)
    width = 8 if not isinstance(value, str) else 1 if value.isascii() else 4  # bytes
    spend(size * (width - 1) // 64)


def spend_value(value: object) -> None:
    """Spend what it takes to look through a value: its texts and numbers, and all its items to any depth."""
    if isinstance(value, float):
        return
    if isinstance(value, str):
        spend(1 + len(value) // 128)
    elif isinstance(value, int | Fraction):
        spend_number(value)
    elif isinstance(value, _CONTAINERS):
        waiting: list[object] = [value]
        while waiting:
            item = waiting.pop()
            if isinstance(item, _CONTAINERS):
                spend(1 + len(item))
                waiting.extend(item)
                if isinstance(item, Mapping):
                    waiting.extend(item.values())
            elif isinstance(item, str):
                spend(len(item) // 128)
            elif isinstance(item, int | Fraction):
                spend_number(item)
    elif isinstance(value, Sized) and not hasattr(value, "fields_of_record"):
        spend(1 + len(value))


def measured_value(value: object) -> int:
    """``spend_value``, and what it was."""
    left = _current.get()
    before = left.units if left else 0
    spend_value(value)
    return before - left.units if left else 0


def spend_text_search(text: str) -> None:
    """Spend what it takes to look for one text in another: in the worst case some comparisons for each character."""
    spend(1 + len(text) // 8)


def spend_number(value: object) -> None:
    """Spend what it takes to reckon with a number once: the square of its length, in fractions always."""
    if isinstance(value, int):
        bits = value.bit_length()
        if bits > _SHORT_BITS:
            spend((bits // 64) ** 2 // 64)
    elif isinstance(value, Fraction):
        bits = value.denominator.bit_length() + value.numerator.bit_length()
        spend(NATIVE + (bits // 64) ** 2 // 8)  # fractions are reduced


def spend_keys(keys: Iterable[object], most: int | None = None) -> None:
    """Spend what it takes to tell keys of a mapping apart: those with one hash are compared with each other.

    Whole numbers that lie a multiple of 2**61 - 1 apart have one. A mapping that is kept may have ``most`` of a kind.
    Raises TypeError for what can be no key.
    """
    alike: dict[int, list[object]] = {}
    for key in keys:
        known = alike.setdefault(hash(key), [])
        if len(known) > _FEW_ALIKE:
            spend(len(known) // 4)
        if key not in known:
            known.append(key)
            if most is not None and len(known) > most:
                raise SecurityError(
                    f"a mapping with more than {most} numbers that lie a multiple of 2**61 - 1 apart is too slow"
                )


def remembered(function: Callable[..., T], *, large: bool = False) -> Callable[..., T]:
    """Keep the last answers of a pure function; each is paid for once in every allowance, be it known already or not.

    So what a template may do does not depend on what was computed before it. Of ``large`` ones few are kept.
    """

    kept = lru_cache(maxsize=64) if large else lru_cache(maxsize=4096)

    @kept
    def measured(*given: object) -> tuple[T, int]:
        left = _current.get()
        start = left.units if left else MAX_STAGE
        own = Allowance(start, MAX_STEPS)
        token = _current.set(own)
        try:
            answer = function(*given)
        except Exception:
            if left is not None:
                left.units = own.units  # no answer is kept, and the work was done
            raise
        finally:
            _current.reset(token)
        return answer, start - own.units

    @wraps(function)
    def answered(*given: Any) -> T:
        answer, cost = measured(*given)
        left = _current.get()
        if left is not None and (function, given) not in left.paid:
            left.paid.add((function, given))
            spend(cost)
        return answer

    return answered


def check_number(value: object) -> object:
    """A result of arithmetic, if it is of a size that can be reckoned with. Raises SecurityError."""
    if isinstance(value, float):
        if not isfinite(value):
            raise SecurityError("the number is too large")
    elif isinstance(value, int):
        bits = value.bit_length()
        if bits > MAX_BITS:
            raise SecurityError("the number is too large")
        if bits > _SHORT_BITS:
            spend_number(value)
    elif isinstance(value, Fraction):
        if value.denominator.bit_length() + value.numerator.bit_length() > MAX_BITS:
            raise SecurityError("the fraction is too long to reckon with")
        spend_number(value)
    elif isinstance(value, complex):
        raise SecurityError("this is no real number: a root of a negative number")
    return value
