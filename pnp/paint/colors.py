"""Colour text goes in, red, green and blue from 0 to 1 come out: palette names first, then CSS."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pnp.paint.fault import SvgFault
from pnp.problems import did_you_mean

Rgb = tuple[float, float, float]

CSS = {
    "black": "#000000", "silver": "#c0c0c0", "gray": "#808080", "grey": "#808080", "white": "#ffffff",
    "maroon": "#800000", "red": "#ff0000", "purple": "#800080", "fuchsia": "#ff00ff", "green": "#008000",
    "lime": "#00ff00", "olive": "#808000", "yellow": "#ffff00", "navy": "#000080", "blue": "#0000ff",
    "teal": "#008080", "aqua": "#00ffff", "orange": "#ffa500", "brown": "#a52a2a", "pink": "#ffc0cb",
    "gold": "#ffd700", "beige": "#f5f5dc", "ivory": "#fffff0", "tan": "#d2b48c", "crimson": "#dc143c",
}  # fmt: skip
_HEX = re.compile(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_RGB = re.compile(r"rgb\(\s*([\d.]+%?)\s*[, ]\s*([\d.]+%?)\s*[, ]\s*([\d.]+%?)\s*\)")


def parse_color(text: str, palette: Mapping[str, str]) -> Rgb:
    """A palette name, a CSS basic name, #rgb, #rrggbb or rgb(). Raises SvgFault with the nearest palette name."""
    name = text.strip()
    name = palette.get(name) or CSS.get(name.lower(), name)
    if _HEX.fullmatch(name):
        digits = name[1:] if len(name) == 7 else "".join(char * 2 for char in name[1:])
        return (int(digits[0:2], 16) / 255, int(digits[2:4], 16) / 255, int(digits[4:6], 16) / 255)
    match = _RGB.fullmatch(name)
    if match:
        red, green, blue = (_channel(part) for part in match.groups())
        return red, green, blue
    raise SvgFault(f"unknown colour '{text}'", did_you_mean(text, palette) or "add it to the palette in game.yaml")


def _channel(text: str) -> float:
    value = float(text[:-1]) / 100 if text.endswith("%") else float(text) / 255
    return min(1.0, value)
