"""Numbers of formulas go in as a game gives them, exact ones come out, or an error that says what was expected."""

from __future__ import annotations

from fractions import Fraction

from pnp.rules.work import check_number


def exact(value: object, what: str) -> Fraction:
    """Any number as a fraction; a decimal one is what it is written as, so 0.1 is a tenth. Raises ValueError."""
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        raise ValueError(f"{what} must be a number")
    check_number(value)
    return Fraction(repr(value)) if isinstance(value, float) else Fraction(value)


def whole(value: object, what: str, least: int, most: int) -> int:
    """A whole number within bounds. Raises ValueError."""
    number = exact(value, what)
    if number.denominator != 1 or not least <= number <= most:
        raise ValueError(f"{what} must be a whole number from {least:,} to {most:,}")
    return int(number)


def chance(value: object, what: str = "the chance") -> Fraction:
    """A probability. Raises ValueError."""
    share = exact(value, what)
    if not 0 <= share <= 1:
        raise ValueError(f"{what} must be from 0 to 1, as fraction(79, 100) is")
    return share
