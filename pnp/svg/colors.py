"""Colour text goes in; red, green and blue from 0 to 1, and an alpha, come out: palette names first, then CSS."""

from __future__ import annotations

import re
from collections.abc import Mapping
from colorsys import hls_to_rgb
from dataclasses import dataclass

from pnp.problems import did_you_mean
from pnp.svg.lengths import DEGREES
from pnp.svg.tree import SvgFault

_LIST = """
    aliceblue f0f8ff, antiquewhite faebd7, aqua 00ffff, aquamarine 7fffd4, azure f0ffff, beige f5f5dc,
    bisque ffe4c4, black 000000, blanchedalmond ffebcd, blue 0000ff, blueviolet 8a2be2, brown a52a2a,
    burlywood deb887, cadetblue 5f9ea0, chartreuse 7fff00, chocolate d2691e, coral ff7f50, cornflowerblue 6495ed,
    cornsilk fff8dc, crimson dc143c, cyan 00ffff, darkblue 00008b, darkcyan 008b8b, darkgoldenrod b8860b,
    darkgray a9a9a9, darkgreen 006400, darkgrey a9a9a9, darkkhaki bdb76b, darkmagenta 8b008b, darkolivegreen 556b2f,
    darkorange ff8c00, darkorchid 9932cc, darkred 8b0000, darksalmon e9967a, darkseagreen 8fbc8f,
    darkslateblue 483d8b, darkslategray 2f4f4f, darkslategrey 2f4f4f, darkturquoise 00ced1, darkviolet 9400d3,
    deeppink ff1493, deepskyblue 00bfff, dimgray 696969, dimgrey 696969, dodgerblue 1e90ff, firebrick b22222,
    floralwhite fffaf0, forestgreen 228b22, fuchsia ff00ff, gainsboro dcdcdc, ghostwhite f8f8ff, gold ffd700,
    goldenrod daa520, gray 808080, green 008000, greenyellow adff2f, grey 808080, honeydew f0fff0, hotpink ff69b4,
    indianred cd5c5c, indigo 4b0082, ivory fffff0, khaki f0e68c, lavender e6e6fa, lavenderblush fff0f5,
    lawngreen 7cfc00, lemonchiffon fffacd, lightblue add8e6, lightcoral f08080, lightcyan e0ffff,
    lightgoldenrodyellow fafad2, lightgray d3d3d3, lightgreen 90ee90, lightgrey d3d3d3, lightpink ffb6c1,
    lightsalmon ffa07a, lightseagreen 20b2aa, lightskyblue 87cefa, lightslategray 778899, lightslategrey 778899,
    lightsteelblue b0c4de, lightyellow ffffe0, lime 00ff00, limegreen 32cd32, linen faf0e6, magenta ff00ff,
    maroon 800000, mediumaquamarine 66cdaa, mediumblue 0000cd, mediumorchid ba55d3, mediumpurple 9370db,
    mediumseagreen 3cb371, mediumslateblue 7b68ee, mediumspringgreen 00fa9a, mediumturquoise 48d1cc,
    mediumvioletred c71585, midnightblue 191970, mintcream f5fffa, mistyrose ffe4e1, moccasin ffe4b5,
    navajowhite ffdead, navy 000080, oldlace fdf5e6, olive 808000, olivedrab 6b8e23, orange ffa500,
    orangered ff4500, orchid da70d6, palegoldenrod eee8aa, palegreen 98fb98, paleturquoise afeeee,
    palevioletred db7093, papayawhip ffefd5, peachpuff ffdab9, peru cd853f, pink ffc0cb, plum dda0dd,
    powderblue b0e0e6, purple 800080, rebeccapurple 663399, red ff0000, rosybrown bc8f8f, royalblue 4169e1,
    saddlebrown 8b4513, salmon fa8072, sandybrown f4a460, seagreen 2e8b57, seashell fff5ee, sienna a0522d,
    silver c0c0c0, skyblue 87ceeb, slateblue 6a5acd, slategray 708090, slategrey 708090, snow fffafa,
    springgreen 00ff7f, steelblue 4682b4, tan d2b48c, teal 008080, thistle d8bfd8, tomato ff6347, turquoise 40e0d0,
    violet ee82ee, wheat f5deb3, white ffffff, whitesmoke f5f5f5, yellow ffff00, yellowgreen 9acd32
"""
CSS = {name: f"#{digits}" for name, digits in (item.split() for item in _LIST.split(","))}

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")
_CALL = re.compile(r"(rgba?|hsla?)\(([^()]*)\)", re.IGNORECASE)
_PART = re.compile(r"([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,2})?)(%|deg|grad|rad|turn)?")

Rgb = tuple[float, float, float]
Color = tuple[Rgb, float]


@dataclass(frozen=True, slots=True)
class Solid:
    """One colour to paint with. Its own alpha (``#rrggbbaa``) is multiplied with the style's."""

    rgb: Rgb
    alpha: float


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
    hue = values[0][0] * DEGREES[values[0][1]] / 360 % 1
    saturation, lightness = (_clamp(value / 100) for value, _ in values[1:3])
    return hls_to_rgb(hue, lightness, saturation), alpha


def _clamp(value: float) -> float:
    return min(1.0, max(0.0, value))
