"""Colours go in; the colours that a cheap print has in their place come out, chosen in OKLCH (Ottosson 2020).

On white paper a colour is a line, a letter or a small sign, dark enough to be read on white at WCAG's contrast of
4.5 : 1. Of a dark colour nothing changes, so colours keep their names. Grey is the luminance; colours that must be
told apart are spread from near black to the lightest grey that can be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from coloraide import Color

Rgb = tuple[float, float, float]  # of sRGB, each from 0 to 1

PAPER: Final = "#ffffff"
PALE = 0.87  # OKLCH's lightness from which a colour is taken for paper: tints of cards and stripes, bone, ivory
READABLE = 4.5
_STEPS = 24  # halvings of a lightness: far below what eight bits of a channel show
_DARKEST, _LIGHTEST = 0.18, 0.54  # OKLCH's lightness of greys to be told apart; the last has a contrast of 4.9 on white
_COLORFUL = 0.03  # chroma under which a pale colour is a white, whose words become black


def greys_apart(palette: Mapping[str, str], apart: Iterable[Sequence[str]], settled: Iterable[str]) -> dict[str, str]:
    """A grey for each colour that must be told apart from others: evenly spaced within its group, dark colours first.

    ``apart`` are groups of names of the palette, whose colours are ``#rrggbb``; those that are ``settled`` are left.
    """
    done, greys = set(settled), {}
    for group in apart:
        loose = [name for name in dict.fromkeys(group) if name not in done]
        loose.sort(key=lambda name: (lightness(palette[name]), name))
        done.update(loose)
        for rank, name in enumerate(loose):
            share = rank / (len(loose) - 1) if len(loose) > 1 else 0.5
            greys[name] = grey(_hex(_DARKEST + share * (_LIGHTEST - _DARKEST), 0.0, 0.0))
    return greys


def words_of(color: str) -> str:
    """What words and lines become that stood in a colour on any ground: dark enough for paper, black for white."""
    _, chroma, _ = _oklch(color)
    return "#000000" if is_pale(color) and chroma < _COLORFUL else readable(color)


@lru_cache(maxsize=4096)
def readable(color: str) -> str:
    """The colour, as dark as white paper needs; its hue stays, and its chroma as far as a screen has it."""
    light, chroma, hue = _oklch(color)
    if contrast_on_paper(color) >= READABLE:
        return color
    low, high = 0.0, light
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if contrast_on_paper(_hex(middle, chroma, hue)) >= READABLE:
            low = middle
        else:
            high = middle
    return _hex(low, chroma, hue)


def is_pale(color: str) -> bool:
    """Whether paper takes its place."""
    return lightness(color) >= PALE


def lightness(color: str) -> float:
    """OKLCH's, from 0 for black to 1 for white."""
    return _oklch(color)[0]


@lru_cache(maxsize=4096)
def grey(color: str) -> str:
    """The grey of the same luminance (IEC 61966-2-1)."""
    value = _made(color).luminance()
    level = 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055
    return "#" + f"{round(255 * min(1.0, max(0.0, level))):02x}" * 3


@lru_cache(maxsize=4096)
def contrast_on_paper(color: str) -> float:
    """WCAG 2's contrast between a colour and white."""
    return float(_made(color).contrast(_made(PAPER), method="wcag21"))


def hex_of(rgb: Rgb) -> str:
    """A colour of channels from 0 to 1 as ``#rrggbb``."""
    return "#" + "".join(f"{round(255 * channel):02x}" for channel in rgb)


def rgb_of(color: str) -> Rgb:
    """``#rrggbb`` as channels from 0 to 1."""
    red, green, blue = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


@lru_cache(maxsize=4096)
def _oklch(color: str) -> tuple[float, float, float]:
    light, chroma, hue = (float(part) for part in _made(color).convert("oklch").coords(nans=False))
    return light, chroma, hue


def _hex(light: float, chroma: float, hue: float) -> str:
    made = _maker()("oklch", [light, chroma, hue]).fit("srgb", method="oklch-chroma")
    return str(made.convert("srgb").to_string(hex=True))


def _made(color: str) -> Color:
    return _maker()(color)


def _maker() -> type[Color]:
    """The library's class, loaded when the first colour is asked for: a print in full ink needs none."""
    from coloraide import Color

    return Color
