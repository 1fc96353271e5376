"""Colours go in, how far apart they look comes out: to any eye, with each colour-vision deficiency, and in grey.

Deficiency: the matrices of Machado, Oliveira and Fernandes (2009) at severity 1.0, on linear RGB. Distance: CIEDE2000
(Sharma, Wu and Dalal 2005) for D65. Contrast: WCAG 2.2, relative luminance.
"""

from __future__ import annotations

from functools import lru_cache
from math import atan2, cos, degrees, exp, fsum, hypot, radians, sin, sqrt

Rgb = tuple[int, int, int]
Lab = tuple[float, float, float]
Rows = tuple[tuple[float, float, float], ...]

_SEEN: dict[str, Rows] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900),
    ),
}  # fmt: skip
_TO_XYZ: Rows = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = (0.95047, 1.0, 1.08883)
EYES = ("any eye", *_SEEN, "grey")


def parse_hex(text: str) -> Rgb:
    """``#1d1a16`` or ``#fff`` as three bytes."""
    digits = text[1:] if len(text) == 7 else "".join(char * 2 for char in text[1:])
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


@lru_cache(maxsize=65536)
def luminance(color: Rgb) -> float:
    """WCAG's relative luminance, from 0 for black to 1 for white."""
    red, green, blue = (_linear(channel) for channel in color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@lru_cache(maxsize=65536)
def contrast(one: Rgb, other: Rgb) -> float:
    """WCAG's contrast, from 1 (the same) to 21 (black on white)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def difference(one: Rgb, other: Rgb, eye: str) -> float:
    """CIEDE2000 between two colours as an eye of ``EYES`` sees them; 1 is just visible side by side."""
    return ciede2000(_lab(one, eye), _lab(other, eye))


def _linear(channel: int) -> float:
    value = channel / 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _times(rows: Rows, vector: Lab) -> Lab:
    a, b, c = (fsum(factor * part for factor, part in zip(row, vector, strict=True)) for row in rows)
    return a, b, c


def _lab(color: Rgb, eye: str) -> Lab:
    red, green, blue = (_linear(channel) for channel in color)
    linear: Lab = (red, green, blue)
    if eye == "grey":
        linear = (luminance(color),) * 3
    elif eye in _SEEN:
        red, green, blue = (min(1.0, max(0.0, part)) for part in _times(_SEEN[eye], linear))
        linear = (red, green, blue)
    x, y, z = (_curve(part / white) for part, white in zip(_times(_TO_XYZ, linear), _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _curve(ratio: float) -> float:
    return ratio ** (1 / 3) if ratio > 216 / 24389 else (24389 / 27 * ratio + 16) / 116


def ciede2000(one: Lab, other: Lab) -> float:
    """Sharma's formulation, equations 2 to 22, with all weights 1."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean7 = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    stretch = 1 + 0.5 * (1 - sqrt(mean7 / (mean7 + 25**7)))
    c1, c2 = hypot(a1 * stretch, b1), hypot(a2 * stretch, b2)
    h1, h2 = degrees(atan2(b1, a1 * stretch)) % 360, degrees(atan2(b2, a2 * stretch)) % 360
    turn = h2 - h1 if c1 * c2 else 0.0
    turn -= 360 * ((turn > 180) - (turn < -180))
    mean_l, mean_c = (l1 + l2) / 2, (c1 + c2) / 2
    mean_h = h1 + h2
    if c1 * c2:
        mean_h = mean_h / 2 if abs(h1 - h2) <= 180 else (mean_h + (360 if mean_h < 360 else -360)) / 2
    weight = (
        1
        - 0.17 * cos(radians(mean_h - 30))
        + 0.24 * cos(radians(2 * mean_h))
        + 0.32 * cos(radians(3 * mean_h + 6))
        - 0.20 * cos(radians(4 * mean_h - 63))
    )
    light = (l2 - l1) / (1 + 0.015 * (mean_l - 50) ** 2 / sqrt(20 + (mean_l - 50) ** 2))
    chroma = (c2 - c1) / (1 + 0.045 * mean_c)
    hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / (1 + 0.015 * mean_c * weight)
    blue = 60 * exp(-(((mean_h - 275) / 25) ** 2))
    rotation = -sin(radians(blue)) * 2 * sqrt(mean_c**7 / (mean_c**7 + 25**7))
    return sqrt(light**2 + chroma**2 + hue**2 + rotation * chroma * hue)
