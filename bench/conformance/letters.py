"""Cases for lines along words, words on paths, letters turned and stretched, and how fonts are named."""

from __future__ import annotations

from bench.conformance.case import Case, family
from bench.conformance.painting import FACES
from bench.conformance.words import text
from pnp.fonts.font import load_font
from pnp.fonts.shape import shape

# of AlegreyaSans-Regular, in em: how high the middle of each line stands, and how thick they are
HEIGHTS = {"underline": -0.184, "line-through": 0.253, "overline": 0.779}
THICK = 0.042


def bar(kind: str, words: str, x: float, y: float, size: float, look: str = "") -> str:
    """A line as resvg draws it where it is to follow the font's tables and the element that asks for it."""
    width = shape(load_font(FACES["regular"]), words).width * size
    top = y - (HEIGHTS[kind] + THICK / 2) * size
    return f'<rect x="{x:.4f}" y="{top:.4f}" width="{width:.4f}" height="{THICK * size:.4f}" {look}/>'


AT = 'x="8" y="60" font-size="30"'
LINES = {kind: text("Agp", f'{AT} text-decoration="{kind}"') for kind in HEIGHTS} | {
    "two": text("Agp", f'{AT} text-decoration="underline overline"'),
    "style": text("Agp", f'{AT} style="text-decoration: underline teal"'),
    "colour": text("Agp", f'{AT} style="text-decoration-line: underline; text-decoration-color: teal"'),
    "filled": text("Agp", f'{AT} fill="crimson" text-decoration="underline"'),
    "opacity": text("Agp", f'{AT} opacity="0.5" text-decoration="line-through"'),
    "from-group": f'<g fill="teal" text-decoration="underline">{text("Agp", AT + " fill=" + chr(34) + "red" + chr(34))}</g>',
    "tspan": text('A<tspan fill="red" text-decoration="underline">gp</tspan>', AT),
    "tspan-larger": text('a<tspan font-size="44">g</tspan>', AT + ' text-decoration="underline"'),
    "anchor": text("Agp", 'x="50" y="60" font-size="30" text-anchor="middle" text-decoration="underline"'),
    "turned": text("Agp", AT + ' transform="rotate(20)" text-decoration="underline"'),
}


def _instead(kind: str, look: str = "", words: str = "Agp", under: bool = True) -> str:
    line = bar(kind, words, 8, 60, 30, look)
    return line + text("Agp", AT) if under else text("Agp", AT) + line


_G = shape(load_font(FACES["regular"]), "g").width
_A, _AGP = shape(load_font(FACES["regular"]), "A").width, shape(load_font(FACES["regular"]), "Agp").width
_SMALL_A = shape(load_font(FACES["regular"]), "a").width
LINES_INSTEAD = {
    "underline": _instead("underline"),
    "overline": _instead("overline"),
    "line-through": _instead("line-through", under=False),
    "two": bar("overline", "Agp", 8, 60, 30) + _instead("underline"),
    "style": _instead("underline", 'fill="teal"'),
    "colour": _instead("underline", 'fill="teal"'),
    "filled": f'<g fill="crimson">{_instead("underline")}</g>',
    "opacity": f'<g opacity="0.5">{_instead("line-through", under=False)}</g>',
    "from-group": bar("underline", "Agp", 8, 60, 30, 'fill="teal"') + text("Agp", AT + ' fill="red"'),
    "tspan": bar("underline", "gp", 8 + _A * 30, 60, 30, 'fill="red"') + text('A<tspan fill="red">gp</tspan>', AT),
    "tspan-larger": f'<rect x="8" y="{60 + 0.163 * 30}" width="{_SMALL_A * 30 + _G * 44:.4f}" height="{THICK * 30}"/>'
    + text('a<tspan font-size="44">g</tspan>', AT),
    "anchor": bar("underline", "Agp", 50 - _AGP * 15, 60, 30)
    + text("Agp", 'x="50" y="60" font-size="30" text-anchor="middle"'),
    "turned": f'<g transform="rotate(20)">{_instead("underline")}</g>',
}


def cases() -> list[Case]:
    """Every case of this module."""
    return [*family("decoration", LINES, LINES_INSTEAD)]
