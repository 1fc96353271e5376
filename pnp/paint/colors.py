"""Colour text goes in; red, green and blue from 0 to 1, and an alpha, come out: palette names first, then CSS."""

from __future__ import annotations

import re
from collections.abc import Mapping
from colorsys import hls_to_rgb
from dataclasses import dataclass

from pnp.paint.css_colors import CSS
from pnp.paint.fault import SvgFault
from pnp.problems import did_you_mean

Rgb = tuple[float, float, float]
Color = tuple[Rgb, float]


@dataclass(frozen=True, slots=True)
class Solid:
    """One colour to paint with. Its own alpha (``#rrggbbaa``) is multiplied with the style's."""

    rgb: Rgb
    alpha: float


_HEX = re.compile(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")
_CALL = re.compile(r"(rgba?|hsla?)\(([^()]*)\)", re.IGNORECASE)
_PART = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,2})?)(%|deg|grad|rad|turn)?")
_DEGREES = {"": 1.0, "deg": 1.0, "grad": 0.9, "rad": 57.29577951308232, "turn": 360.0}


def parse_color(text: str, palette: Mapping[str, str]) -> Color:
    """A palette name, a CSS name, ``#`` and 3, 4, 6 or 8 digits, ``rgb()``, ``rgba()``, ``hsl()`` or ``hsla()``.

    Raises SvgFault with the nearest palette name.
    """
    name = text.strip()
    name = palette.get(name) or CSS.get(name.lower(), name)
    if _HEX.fullmatch(name):
        digits = name[1:] if len(name) > 6 else "".join(char * 2 for char in name[1:])
        red, green, blue, *alpha = (int(digits[i : i + 2], 16) / 255 for i in range(0, len(digits), 2))
        return (red, green, blue), alpha[0] if alpha else 1.0
    if name.lower() == "transparent":
        return (0.0, 0.0, 0.0), 0.0
    match = _CALL.fullmatch(name)
    if match:
        return _called(match[1].lower(), match[2], text)
    raise SvgFault(f"unknown colour '{text}'", did_you_mean(text, palette) or "add it to the palette in game.yaml")


def luminance(color: Rgb) -> float:
    """How much a colour in a mask lets through (SVG 1.1, 14.4: the coefficients of sRGB, on its own values)."""
    return 0.2125 * color[0] + 0.7154 * color[1] + 0.0721 * color[2]


def _called(name: str, inside: str, text: str) -> Color:
    """Both spellings of CSS Color 4: with commas, or with spaces and a slash before the alpha."""
    parts = [_PART.fullmatch(part) for part in re.split(r"\s*[,/]\s*|\s+", inside.strip())]
    if len(parts) not in (3, 4) or None in parts:
        raise SvgFault(f"unknown colour '{text}'", "write it like rgb(156, 43, 35) or hsl(4, 63%, 37%)")
    values = [(float(part[1]), part[2] or "") for part in parts if part]
    alpha = _clamp(values[3][0] / (100 if values[3][1] == "%" else 1)) if len(values) == 4 else 1.0
    if name.startswith("rgb"):
        red, green, blue = (_clamp(value / (100 if unit == "%" else 255)) for value, unit in values[:3])
        return (red, green, blue), alpha
    if values[0][1] == "%":
        raise SvgFault(f"unknown colour '{text}'", "the hue of hsl() is an angle")
    hue = values[0][0] * _DEGREES[values[0][1]] / 360 % 1
    saturation, lightness = (_clamp(value / 100) for value, _ in values[1:3])
    return hls_to_rgb(hue, lightness, saturation), alpha


def _clamp(value: float) -> float:
    return min(1.0, max(0.0, value))
