"""What a filter says of colours goes in; matrices, and tables of 256 whole numbers, come out (Filter Effects 1).

What a machine's mathematics could tell apart in the last place is rounded off before it counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import cos, floor, fsum, radians, sin

from pnp.svg.lengths import number, numbers
from pnp.svg.tree import SvgFault

Table = tuple[int, ...]
_LIGHT = (0.2126, 0.7152, 0.0722)
_IDENTITY = (1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0)
_PLACES = 6  # decimals of a step of 255 that are told apart


@lru_cache(maxsize=1)
def to_linear() -> Table:
    """From each value of sRGB to the light that it stands for (IEC 61966-2-1)."""
    return tuple(_step(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4) for c in _UNIT)


@lru_cache(maxsize=1)
def from_linear() -> Table:
    """The way back."""
    return tuple(_step(c * 12.92 if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055) for c in _UNIT)


_UNIT = tuple(value / 255 for value in range(256))


def _step(value: float) -> int:
    """The nearest of 256 values."""
    return min(255, max(0, floor(round(value * 255, _PLACES) + 0.5)))


def color_matrix(kind: str, text: str) -> tuple[float, ...]:
    """Four rows of five."""
    if kind == "matrix":
        values = tuple(numbers(text, "values")) if text.strip() else _IDENTITY
        if len(values) != len(_IDENTITY):
            raise SvgFault(f"<feColorMatrix> has {len(values)} values", "write twenty, in four rows of five")
        return values
    if kind == "luminanceToAlpha":
        return (*(0.0,) * 15, *_LIGHT, 0.0, 0.0)
    if kind == "saturate":
        share = number(text or "1", "values")
        if share < 0:
            raise SvgFault("values of <feColorMatrix> is negative", "write a number from 0 on")
        return _between(share, 0.0)
    if kind == "hueRotate":
        angle = radians(number(text or "0", "values"))
        return _between(round(cos(angle), 9), round(sin(angle), 9))
    hint = "write matrix, saturate, hueRotate or luminanceToAlpha"
    raise SvgFault(f"the type of <feColorMatrix> is '{kind}'", hint)


_TURN = ((-0.213, -0.715, 0.928), (0.143, 0.140, -0.283), (-0.787, 0.715, 0.072))
_GREY = (0.213, 0.715, 0.072)


def _between(share: float, turn: float) -> tuple[float, ...]:
    """From grey (0) to the colours as they are (1), and turned round the axis of grey."""
    made: list[float] = []
    for row in range(3):
        for column in range(3):
            grey, own = _GREY[column], 1.0 if row == column else 0.0
            made.append(round(fsum((grey, share * (own - grey), turn * _TURN[row][column])), 9))
        made += [0.0, 0.0]
    return (*made, 0.0, 0.0, 0.0, 1.0, 0.0)


def transfer_table(said: Mapping[str, str]) -> Table:
    """What becomes of each value by a feFuncR or its like; empty where nothing does."""
    kind = said.get("type", "identity")
    if kind == "identity":
        return ()
    if kind in ("table", "discrete"):
        values = numbers(said.get("tableValues", ""), "tableValues")
        if not values:
            return ()
        return tuple(_step(_looked_up(values, level, kind == "table")) for level in range(256))
    if kind == "linear":
        slope, start = number(said.get("slope") or "1", "slope"), number(said.get("intercept") or "0", "intercept")
        return tuple(_step(slope * c + start) for c in _UNIT)
    if kind == "gamma":
        factor, power, start = (
            number(said.get(name) or default, name)
            for name, default in (("amplitude", "1"), ("exponent", "1"), ("offset", "0"))
        )
        if not 0 <= power <= 1000:
            raise SvgFault(f"the exponent of a gamma is {power:g}", "write a number from 0 on")
        return tuple(_step(factor * c**power + start) for c in _UNIT)
    raise SvgFault(f"the type of a transfer is '{kind}'", "write table, discrete, linear, gamma or identity")


def _looked_up(values: list[float], level: int, sloped: bool) -> float:
    """A value of a table, at a level of 255: between two of them, or the one of its step."""
    if not sloped:
        return values[min(level * len(values) // 255, len(values) - 1)]
    place, rest = divmod(level * (len(values) - 1), 255)
    if not rest:
        return values[place]
    return values[place] + (values[place + 1] - values[place]) * rest / 255
