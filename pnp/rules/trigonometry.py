"""Angles in degrees go in, sines and their like come out, and back: the same to the last bit on every machine.

A machine's own mathematical library may differ from another's in the last bit, and then a face would differ too. So
these are reckoned in whole numbers of 2**-96, by the series that every textbook has, and rounded to 12 places.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from math import sqrt as root

from pnp.rules.numbers import exact
from pnp.rules.work import spend

PLACES = 12
COST = 60  # units for one of them
_ONE = 1 << 96
_PI = 0x3243F6A8885A308D313198A2E03707344A4093822299F31D008 >> (4 * 50 - 96)  # 51 hexadecimal digits of it
_NEAR = 8  # a tangent steeper than an eighth is halved first


def sin(angle: object) -> float:
    """The sine of an angle in degrees."""
    return _sine(_degrees(angle, "sin"))


def cos(angle: object) -> float:
    """The cosine of an angle in degrees."""
    return _sine(_degrees(angle, "cos") + 90)


def tan(angle: object) -> float:
    """The tangent of an angle in degrees. Raises ValueError where there is none: at 90, 270 and so on."""
    degrees = _degrees(angle, "tan")
    if degrees % 180 == 90:
        raise ValueError("an angle of 90 degrees has no tangent")
    return _rounded(Fraction(_fixed_sine(degrees), _fixed_sine(degrees + 90)))


def asin(value: object) -> float:
    """The angle in degrees, from -90 to 90, that has this sine. Raises ValueError for less than -1 and more than 1."""
    return _angle(*reversed(_legs(value, "asin")))


def acos(value: object) -> float:
    """The angle in degrees, from 0 to 180, that has this cosine. Raises ValueError for less than -1, more than 1."""
    return _angle(*_legs(value, "acos"))


def atan(value: object) -> float:
    """The angle in degrees, between -90 and 90, that has this tangent."""
    return _angle(Fraction(1), _number(value, "atan"))


def atan2(y: object, x: object) -> float:
    """The angle in degrees, above -180 up to 180, from the x axis to the point (x, y); 0 for (0, 0)."""
    return _angle(_number(x, "atan2: x"), _number(y, "atan2: y"))


def sqrt(value: object) -> float:
    """The square root. Raises ValueError for a number below 0."""
    number = float(_number(value, "sqrt"))
    if number < 0:
        raise ValueError("a number below 0 has no square root")
    return root(number)  # which is exact to the last bit by IEEE 754


TRIGONOMETRY: dict[str, Callable[..., float]] = {
    function.__name__: function for function in (sin, cos, tan, asin, acos, atan, atan2, sqrt)
}
for _function in TRIGONOMETRY.values():
    _function.pays_for_itself = True  # type: ignore[attr-defined]  # numbers alone, and each pays in ``_number``


def _number(value: object, what: str) -> Fraction:
    spend(COST)
    return exact(value, what)


def _degrees(value: object, what: str) -> Fraction:
    return _number(value, f"{what}: the angle") % 360


def _legs(value: object, what: str) -> tuple[Fraction, Fraction]:
    """The legs of a triangle whose hypotenuse is 1, the given one first."""
    number = _number(value, what)
    if abs(number) > 1:
        raise ValueError(f"{what} takes a number from -1 to 1")
    leg = int(number * _ONE)
    return Fraction(leg, _ONE), Fraction(isqrt(_ONE * _ONE - leg * leg), _ONE)


def _rounded(value: Fraction) -> float:
    return float(round(value, PLACES)) + 0.0  # and no -0


@lru_cache(maxsize=1024)
def _sine(degrees: Fraction) -> float:
    return _rounded(Fraction(_fixed_sine(degrees), _ONE))


def _fixed_sine(degrees: Fraction) -> int:
    """The sine in units of 2**-96."""
    turn = degrees % 360
    if turn >= 180:
        return -_fixed_sine(turn - 180)
    turn = min(turn, 180 - turn)
    term = angle = int(turn * _PI / 180)
    total, n = 0, 1
    while term:
        total += term
        term = -(((term * angle) // _ONE * angle) // _ONE) // ((n + 1) * (n + 2))
        if term == -1:
            break
        n += 2
    return min(total, _ONE)


@lru_cache(maxsize=1024)
def _angle(x: Fraction, y: Fraction) -> float:
    """The angle of a point, in degrees."""
    across, up = abs(x), abs(y)
    if not (across or up):
        return 0.0
    steep = up > across
    degrees = _arc(int((across / up if steep else up / across) * _ONE))
    degrees = 90 - degrees if steep else degrees
    degrees = 180 - degrees if x < 0 else degrees
    return _rounded(-degrees if y < 0 else degrees)


def _arc(tangent: int) -> Fraction:
    """The angle in degrees of a tangent from 0 to 1, in units of 2**-96."""
    doubled = 1
    while tangent * _NEAR > _ONE:  # tan(a / 2) = tan a / (1 + sqrt(1 + tan² a))
        tangent = tangent * _ONE // (_ONE + isqrt(_ONE * _ONE + tangent * tangent))
        doubled *= 2
    power, total, n = tangent, 0, 1
    while power:
        total += power // n if n % 4 == 1 else -(power // n)
        power = power * tangent // _ONE * tangent // _ONE
        n += 2
    return Fraction(total * doubled * 180, _PI)
