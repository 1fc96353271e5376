"""Cases for lines along words, words on paths, letters turned and stretched, and how fonts are named."""

from __future__ import annotations

from bench.conformance.case import Case, family
from bench.conformance.painting import FACES
from bench.conformance.words import FONT, text
from pnp.fonts.font import FontSource, load_font
from pnp.fonts.shape import shape

# of AlegreyaSans-Regular, in em: how high the middle of each line stands, and how thick they are
HEIGHTS = {"underline": -0.184, "line-through": 0.253, "overline": 0.779}
THICK = 0.042
_REGULAR = load_font(FontSource(FACES["regular"]))


def bar(kind: str, words: str, x: float, y: float, size: float, look: str = "") -> str:
    """A line as resvg draws it where it is to follow the font's tables and the element that asks for it."""
    width = shape(_REGULAR, words).width * size
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


_G = shape(_REGULAR, "g").width
_A, _AGP = shape(_REGULAR, "A").width, shape(_REGULAR, "Agp").width
_SMALL_A = shape(_REGULAR, "a").width
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


ARC = '<defs><path id="p" d="M10 70A40 40 0 0 1 90 70"/></defs>'
WAVE = '<defs><path id="p" d="M5 50C30 10 40 90 95 50"/></defs>'


def along(words: str, said: str = "", look: str = 'font-size="14"', path: str = ARC) -> str:
    """Words on a path."""
    return f'{path}<text {FONT} {look}><textPath href="#p" {said}>{words}</textPath></text>'


PATHS = {
    "arc": along("Alchemist"),
    "kerned": along("AVATo LTo", look='font-size="18"'),
    "ligature": along("find fit"),
    "wave": along("over the hills and", path=WAVE),
    "line": along("Altar", path='<defs><path id="p" d="M10 80L90 20"/></defs>'),
    "corner": along("round the bend", path='<defs><path id="p" d="M10 40H50V95"/></defs>', look='font-size="12"'),
    "offset": along("Altar", 'startOffset="20"'),
    "offset-percent": along("Altar", 'startOffset="30%"'),
    "offset-path-length": along("Altar", 'startOffset="5"', path=ARC.replace("<path", '<path pathLength="10"')),
    "middle": along("Alchemist", 'startOffset="50%"', 'font-size="14" text-anchor="middle"'),
    "end": along("Alchemist", 'startOffset="100%"', 'font-size="14" text-anchor="end"'),
    "tspans": along('one <tspan fill="red" font-size="20">two</tspan> <tspan font-weight="bold">3</tspan>'),
    "dy": along('one <tspan dy="-5">two</tspan>'),
    "dx": along('one<tspan dx="9">two</tspan>'),
    "spaced": along("Altar", look='font-size="14" letter-spacing="4"'),
    "shift": along('x<tspan baseline-shift="5">2</tspan>', look='font-size="20"'),
    "transform": along("Altar", path='<defs><path id="p" d="M10 70A40 40 0 0 1 90 70" transform="rotate(20 50 50)"/></defs>'),
    "turned": along("Altar", look='font-size="14" transform="rotate(20 50 50)"'),
    "stroke": along("Alt", look='font-size="30" fill="gold" stroke="navy"'),
    "gradient": '<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>'
    + along("Alchemist", look='font-size="14" fill="url(#g)"'),
    "opacity": along("Alchemist", look='font-size="14" opacity="0.4"'),
    "clip": f'{ARC}<clipPath id="c"><text {FONT} font-size="30"><textPath href="#p">Alt</textPath></text></clipPath><rect width="100" height="100" fill="teal" clip-path="url(#c)"/>',
    "right": along("Altar", 'side="right"'),
    "shape": along("Altar", path='<defs><rect id="p" x="20" y="30" width="60" height="40"/></defs>'),
    "data": f'<text {FONT} font-size="14"><textPath path="M10 70A40 40 0 0 1 90 70">Altar</textPath></text>',
    "loop": along("Altars", 'startOffset="0"', 'font-size="14" text-anchor="middle"', '<defs><path id="p" d="M50 20A30 30 0 1 1 49.99 20Z"/></defs>'),
    "underline": along("m", 'startOffset="50%"', 'font-size="40" text-decoration="underline"', '<defs><path id="p" d="M10 60H90"/></defs>'),
}  # fmt: skip
BEFORE = '<defs><path id="p" d="M90 70A40 40 0 0 0 10 70"/></defs>'
PATHS_INSTEAD = {
    "offset-path-length": along("Altar", 'startOffset="50%"'),
    "right": along("Altar", path=BEFORE),
    "shape": along("Altar", path='<defs><path id="p" d="M20 30H80V70H20Z"/></defs>'),
    "data": along("Altar"),
    "loop": along("Altars", 'startOffset="50%"', 'font-size="14" text-anchor="middle"', '<defs><path id="p" d="M50 80A30 30 0 1 1 50.01 80Z"/></defs>'),
    "underline": bar("underline", "m", 50, 60, 40) + text("m", 'x="50" y="60" font-size="40"'),
}  # fmt: skip
TURNS = {
    "one": text("Altar", 'x="8" y="60" font-size="24" rotate="20"'),
    "list": text("Altar", 'x="8" y="60" font-size="24" rotate="-20 0 20 40 60"'),
    "last-repeats": text("Altar", 'x="8" y="60" font-size="24" rotate="-20 30"'),
    "tspan": text('Al<tspan rotate="30">ta</tspan>r', 'x="8" y="60" font-size="24"'),
    "kerned": text("AVATo", 'x="8" y="60" font-size="24" rotate="10"'),
    "middle": text("Altar", 'x="50" y="60" font-size="24" rotate="15" text-anchor="middle"'),
    "with-x": text("abc", 'x="10 40 70" y="60" font-size="24" rotate="45"'),
    "transformed": text("abc", 'x="30" y="30" font-size="24" rotate="45" transform="rotate(30)"'),
    "stroke": text("Alt", 'x="10" y="60" font-size="40" rotate="10" fill="gold" stroke="navy"'),
}
LONG = 'x="5" y="60" font-size="20"'
LENGTHS = {
    "spacing": text("Altar", f'{LONG} textLength="85"'),
    "closer": text("Altar", f'{LONG} textLength="35"'),
    "glyphs": text("Altar", f'{LONG} textLength="85" lengthAdjust="spacingAndGlyphs"'),
    "glyphs-narrow": text("Altar", f'{LONG} textLength="30" lengthAdjust="spacingAndGlyphs"'),
    "middle": text("Altar", 'x="50" y="60" font-size="20" textLength="80" text-anchor="middle"'),
    "end-glyphs": text("Altar", 'x="95" y="60" font-size="20" textLength="80" text-anchor="end" lengthAdjust="spacingAndGlyphs"'),
    "stroke": text("Alt", f'{LONG} textLength="85" lengthAdjust="spacingAndGlyphs" fill="gold" stroke="navy"'),
    "underlined": text("Altar", f'{LONG} textLength="85" text-decoration="underline"'),
}  # fmt: skip
LENGTHS_INSTEAD = {
    "middle": text(
        "Altar", 'x="10" y="60" font-size="20" textLength="80"'
    ),  # resvg counts a space behind the last letter
    "underlined": f'<rect x="5" y="{60 + 0.163 * 20}" width="85" height="{THICK * 20}"/>{LENGTHS["spacing"]}',
    "glyphs": f'<g transform="translate(5 60) scale({85 / (20 * shape(_REGULAR, "Altar").width):.6f} 1)">'
    + text("Altar", 'font-size="20"')
    + "</g>",
}


def cases() -> list[Case]:
    """Every case of this module."""
    return [
        *family("decoration", LINES, LINES_INSTEAD),
        *family("text-path", PATHS, PATHS_INSTEAD),
        *family("rotate", TURNS),
        *family("text-length", LENGTHS, LENGTHS_INSTEAD),
    ]
