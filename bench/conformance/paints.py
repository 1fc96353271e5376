"""Cases for colours, opacity, gradients and patterns."""

from __future__ import annotations

from bench.conformance.case import Case, family

SQUARE = '<rect x="10" y="10" width="80" height="80" {}/>'
COLORS = {
    f"{i:02}-{text.split('(')[0].strip('#')}": SQUARE.format(f'fill="{text}"')
    for i, text in enumerate(
        [
            "red", "rebeccapurple", "LightGoldenrodYellow", "#abc", "#abcd", "#12345678", "#8899aa", "rgb(10, 200, 30)",
            "rgb(10% 80% 30%)", "rgb(10 200 30)", "rgba(10, 200, 30, 0.5)", "rgb(10 200 30 / 40%)", "rgb(300, -20, 128)",
            "hsl(200, 60%, 40%)", "hsl(200deg 60% 40%)", "hsla(20, 80%, 50%, 0.6)", "hsl(0.5turn 60% 40%)",
            "hsl(-90, 100%, 25%)", "transparent", "none", "rgb(50%, 0%, 100%)", "hsl(30 100% 50% / 0.25)",
        ]
    )
} | {
    "current": f'<g color="crimson">{SQUARE.format("fill=" + chr(34) + "currentColor" + chr(34))}</g>',
    "current-inherited": f'<g color="red" fill="currentColor"><g color="blue">{SQUARE.format("")}</g></g>',
    "inherit": f'<g fill="green">{SQUARE.format("fill=" + chr(34) + "inherit" + chr(34))}</g>',
    "inherited-stroke": f'<g stroke="red" stroke-width="8" fill="none">{SQUARE.format("")}</g>',
}  # fmt: skip
# resvg reads neither this name, nor these spellings of CSS Color 4
COLORS_INSTEAD = {
    "01-rebeccapurple": SQUARE.format('fill="#663399"'),
    "11-rgb": SQUARE.format('fill="rgba(10, 200, 30, 0.4)"'),
    "14-hsl": SQUARE.format('fill="hsl(200, 60%, 40%)"'),
    "16-hsl": SQUARE.format('fill="hsl(180, 60%, 40%)"'),
    "21-hsl": SQUARE.format('fill="hsla(30, 100%, 50%, 0.25)"'),
}
TWO = '<circle cx="38" cy="50" r="30" fill="red"/><circle cx="62" cy="50" r="30" fill="blue"/>'
OPACITY = {
    "group": f'<g opacity="0.5">{TWO}</g>',
    "group-percent": f'<g opacity="50%">{TWO}</g>',
    "nested": f'<g opacity="0.7"><g opacity="0.5">{TWO}</g><rect width="60" height="20"/></g>',
    "each": f'<g fill-opacity="0.5">{TWO}</g>',
    "shape": '<rect x="20" y="20" width="60" height="60" opacity="0.3"/>',
    "shape-both": '<rect x="20" y="20" width="60" height="60" fill="gold" stroke="navy" stroke-width="20" opacity="0.5"/>',
    "shape-all-three": '<rect x="20" y="20" width="60" height="60" fill="gold" stroke="navy" stroke-width="20" opacity="0.7" fill-opacity="0.5" stroke-opacity="0.6"/>',
    "zero": '<rect width="50" height="50" opacity="0"/><rect x="50" y="50" width="40" height="40"/>',
    "above-one": '<rect width="50" height="50" opacity="2"/>',
    "on-use": '<defs><g id="a"><rect width="40" height="40" fill="red"/><rect x="20" y="20" width="40" height="40" fill="blue"/></g></defs><use href="#a" x="10" y="10" opacity="0.5"/>',
    "on-white": f'<rect width="100" height="100" fill="gold"/><g opacity="0.4">{TWO}</g>',
    "transformed": f'<g opacity="0.5" transform="rotate(30 50 50)">{TWO}</g>',
    "group-of-group": f'<rect width="50" height="100"/><g opacity="0.6"><g transform="scale(0.5)"><g opacity="0.6">{TWO}</g></g></g>',
}
STOPS = '<stop offset="0" stop-color="#e63946"/><stop offset="0.4" stop-color="gold"/><stop offset="1" stop-color="#1d3557"/>'
FADE = (
    '<stop offset="0" stop-color="#e63946" stop-opacity="1"/><stop offset="1" stop-color="#1d3557" stop-opacity="0"/>'
)


def gradient(kind: str, attributes: str = "", stops: str = STOPS, target: str = "", paint: str = "fill") -> str:
    """A gradient and what it fills."""
    shown = target or SQUARE.format(
        f'{paint}="url(#g)"' + (' fill="none" stroke-width="16"' if paint == "stroke" else "")
    )
    return f'<defs><{kind}Gradient id="g" {attributes}>{stops}</{kind}Gradient></defs>{shown}'


LINEAR = {
    "plain": "",
    "vertical": 'x2="0" y2="1"',
    "diagonal": 'x1="0" y1="0" x2="1" y2="1"',
    "percent": 'x1="20%" x2="80%"',
    "short": 'x1="0.4" x2="0.6"',
    "reversed": 'x1="1" x2="0"',
    "user-space": 'gradientUnits="userSpaceOnUse" x1="10" y1="10" x2="90" y2="90"',
    "user-space-percent": 'gradientUnits="userSpaceOnUse" x1="0%" x2="100%" y1="0%" y2="100%"',
    "user-space-default": 'gradientUnits="userSpaceOnUse"',
    "rotated": 'gradientTransform="rotate(45)"',
    "rotated-about": 'gradientTransform="rotate(30 0.5 0.5)"',
    "skewed": 'gradientTransform="skewX(30)"',
    "scaled": 'gradientTransform="scale(0.5)"',
    "user-rotated": 'gradientUnits="userSpaceOnUse" x1="10" x2="90" gradientTransform="rotate(45 50 50)"',
    "same-ends": 'x1="0.5" x2="0.5"',
    "reflect": 'x1="0.4" x2="0.6" spreadMethod="reflect"',
    "repeat": 'x1="0.4" x2="0.6" spreadMethod="repeat"',
    "repeat-diagonal": 'x1="0.4" y1="0.4" x2="0.5" y2="0.55" spreadMethod="repeat"',
    "pad": 'x1="0.4" x2="0.6" spreadMethod="pad"',
    "repeat-often": 'gradientUnits="userSpaceOnUse" x1="10" x2="18" y2="6" spreadMethod="repeat"',
    "reflect-often": 'gradientUnits="userSpaceOnUse" x1="10" x2="18" y2="6" spreadMethod="reflect"',
}
RADIAL = {
    "plain": "",
    "centre": 'cx="0.3" cy="0.3" r="0.5"',
    "small": 'r="0.2"',
    "large": 'r="1.2"',
    "focus": 'fx="0.3" fy="0.3"',
    "focus-only-x": 'fx="0.25"',
    "focus-near-edge": 'cx="0.5" cy="0.5" r="0.4" fx="0.2" fy="0.5"',
    "percent": 'cx="40%" cy="60%" r="40%"',
    "user-space": 'gradientUnits="userSpaceOnUse" cx="50" cy="50" r="40"',
    "user-space-percent": 'gradientUnits="userSpaceOnUse" cx="50%" cy="50%" r="40%"',
    "user-space-default": 'gradientUnits="userSpaceOnUse"',
    "transformed": 'gradientTransform="translate(0.5 0.5) scale(1 0.4) translate(-0.5 -0.5)"',
    "rotated": 'fx="0.2" gradientTransform="rotate(45 0.5 0.5)"',
    "fr": 'fr="0.2"',
    "fr-focus": 'fr="0.1" fx="0.4"',
    "zero": 'r="0"',
    "reflect": 'r="0.15" spreadMethod="reflect"',
    "repeat": 'r="0.15" spreadMethod="repeat"',
    "repeat-focus": 'r="0.2" fx="0.45" spreadMethod="repeat"',
    "repeat-fr": 'r="0.25" fr="0.15" fx="0.48" spreadMethod="repeat"',
    "reflect-fr-beyond-r": 'r="0.15" fr="0.25" fx="0.48" spreadMethod="reflect"',
    "repeat-focus-outside": 'cx="0.6" r="0.25" fx="0.15" spreadMethod="repeat"',
    "reflect-fr-outside": 'cx="0.7" r="0.1" fx="0.3" fr="0.2" spreadMethod="reflect"',
    "fr-beyond-r": 'r="0.2" fr="0.4"',
    "fr-beyond-r-aside": 'r="0.2" fr="0.4" fx="0.4"',
    "fr-is-r": 'r="0.3" fr="0.3"',
    "fr-is-r-aside": 'cx="0.7" r="0.2" fx="0.3" fr="0.2"',
    "focus-outside": 'cx="0.6" r="0.25" fx="0.15"',
    "focus-outside-fr": 'cx="0.6" r="0.25" fx="0.15" fr="0.1"',
    "focus-outside-fr-beyond-r": 'cx="0.75" r="0.1" fx="0.3" fr="0.2"',
}
STOP_LISTS = {
    "one": '<stop offset="0.5" stop-color="teal"/>',
    "two": '<stop offset="0" stop-color="white"/><stop offset="1" stop-color="black"/>',
    "inner": '<stop offset="0.3" stop-color="red"/><stop offset="0.7" stop-color="blue"/>',
    "hard": '<stop offset="0.5" stop-color="red"/><stop offset="0.5" stop-color="blue"/>',
    "hard-many": "".join(
        f'<stop offset="{i / 5}" stop-color="{a}"/><stop offset="{(i + 1) / 5}" stop-color="{a}"/>'
        for i, a in enumerate(("red", "gold", "green", "navy", "plum"))
    ),
    "percent": '<stop offset="20%" stop-color="red"/><stop offset="80%" stop-color="blue"/>',
    "falling": '<stop offset="0.8" stop-color="red"/><stop offset="0.2" stop-color="blue"/>',
    "outside": '<stop offset="-1" stop-color="red"/><stop offset="2" stop-color="blue"/>',
    "at-zero": '<stop offset="0" stop-color="red"/><stop offset="0" stop-color="gold"/><stop offset="1" stop-color="blue"/>',
    "at-one": '<stop offset="0" stop-color="red"/><stop offset="1" stop-color="gold"/><stop offset="1" stop-color="blue"/>',
    "style": '<stop offset="0" style="stop-color:#e63946;stop-opacity:1"/><stop offset="1" style="stop-color:#457b9d"/>',
    "equal-opacity": '<stop offset="0" stop-color="red" stop-opacity="0.5"/><stop offset="1" stop-color="blue" stop-opacity="0.5"/>',
    "fading": FADE,
    "fading-middle": '<stop offset="0" stop-color="red"/><stop offset="0.5" stop-color="gold" stop-opacity="0.2"/><stop offset="1" stop-color="blue"/>',
    "alpha-colour": '<stop offset="0" stop-color="#ff000080"/><stop offset="1" stop-color="rgba(0,0,255,0.9)"/>',
    "current-colour": '<stop offset="0" stop-color="currentColor" color="teal"/><stop offset="1" stop-color="white"/>',
    # as Inkscape writes stops that were dragged onto one another
    "nearly-at-zero": '<stop offset="0" stop-color="red"/><stop offset="0.00000001" stop-color="gold"/><stop offset="1" stop-color="blue"/>',
    "nearly-at-one": '<stop offset="0" stop-color="red"/><stop offset="0.99999994" stop-color="gold"/><stop offset="1" stop-color="blue"/>',
    "nearly-hard": '<stop offset="0.5" stop-color="red"/><stop offset="0.50000003" stop-color="blue"/>',
    "nearly-at-both-ends": '<stop offset="0" stop-color="red"/><stop offset="0.00000001" stop-color="gold" stop-opacity="0.24"/>'
    '<stop offset="0.9999999" stop-color="blue" stop-opacity="0.16"/><stop offset="1" stop-color="teal" stop-opacity="0.4"/>',
    "all-in-one-place": '<stop offset="0.3" stop-color="red"/><stop offset="0.30000001" stop-color="gold"/><stop offset="0.30000002" stop-color="blue"/>',
}
STARRY = '<polygon points="50,5 61,40 98,40 68,62 79,96 50,75 21,96 32,62 2,40 39,40" fill="url(#g)"/>'
GRADIENT_USES = {
    "ellipse-fill": gradient("linear", target='<ellipse cx="50" cy="50" rx="45" ry="25" fill="url(#g)"/>'),
    "star-fill": gradient("radial", target=STARRY),
    "stroke-linear": gradient("linear", paint="stroke"),
    "stroke-radial": gradient("radial", 'r="0.7"', paint="stroke"),
    "stroke-fading": gradient("linear", stops=FADE, paint="stroke"),
    "stroke-user-space": gradient("linear", 'gradientUnits="userSpaceOnUse" x1="10" x2="90"', target='<path d="M10 80C30 0 70 100 90 20" fill="none" stroke="url(#g)" stroke-width="9" stroke-linecap="round"/>'),
    "stroke-dashed": gradient("linear", target='<circle cx="50" cy="50" r="35" fill="none" stroke="url(#g)" stroke-width="12" stroke-dasharray="14 6"/>'),
    "stroke-and-fill": gradient("linear", target='<circle cx="50" cy="50" r="30" fill="url(#g)" stroke="url(#g)" stroke-width="14" stroke-opacity="0.5"/>'),
    "stroke-in-group": gradient("linear", target='<g transform="rotate(30 50 50) scale(0.8)"><rect x="20" y="20" width="70" height="70" fill="none" stroke="url(#g)" stroke-width="12"/></g>'),
    "flat-box": gradient("linear", target='<line x1="10" y1="50" x2="90" y2="50" stroke="url(#g)" stroke-width="9"/><rect width="9" height="9"/>'),
    "flat-box-fallback": gradient("linear", target='<line x1="10" y1="50" x2="90" y2="50" stroke="url(#g) green" stroke-width="9"/>'),
    "missing-fallback": '<rect x="10" y="10" width="80" height="80" fill="url(#none) green"/>',
    "fill-opacity": gradient("linear", target=SQUARE.format('fill="url(#g)" fill-opacity="0.5"')),
    "opacity": gradient("linear", target=SQUARE.format('fill="url(#g)" opacity="0.5"')),
    "opacity-fading": gradient("radial", stops=FADE, target='<rect width="100" height="50"/>' + SQUARE.format('fill="url(#g)" opacity="0.7"')),
    "transformed-target": gradient("linear", target='<g transform="rotate(20 50 50)">' + SQUARE.format('fill="url(#g)"') + "</g>"),
    "fading-transformed": gradient("linear", stops=FADE, target='<g transform="translate(20 0) rotate(20 50 50) scale(0.8)">' + SQUARE.format('fill="url(#g)"') + "</g>"),
    "on-group": gradient("linear", target='<g fill="url(#g)"><rect x="5" y="5" width="40" height="40"/><circle cx="70" cy="70" r="25"/></g>'),
    "nearly-at-ends-inside": gradient("linear", 'x1="0.3" x2="0.7"', stops=STOP_LISTS["nearly-at-both-ends"]),
    "nearly-at-ends-stroke": gradient("linear", 'x1="0.3" x2="0.7"', stops=STOP_LISTS["nearly-at-both-ends"], paint="stroke"),
    "focus-outside-stroke": gradient("radial", RADIAL["focus-outside"], paint="stroke"),
    "focus-outside-fading": gradient("radial", RADIAL["focus-outside"], stops=FADE),
    "repeat-fading": gradient("linear", LINEAR["repeat-diagonal"], stops=FADE),
    "repeat-stroke": gradient("linear", LINEAR["repeat-diagonal"], paint="stroke"),
    "repeat-stroke-fading": gradient("radial", RADIAL["repeat"], stops=FADE, paint="stroke"),
    "repeat-opacity": gradient("linear", LINEAR["repeat"], target=SQUARE.format('fill="url(#g)" fill-opacity="0.5"')),
    "href": f'<defs><linearGradient id="a">{STOPS}</linearGradient><linearGradient id="g" href="#a" x2="0" y2="1"/></defs>' + SQUARE.format('fill="url(#g)"'),
    "xlink-href": f'<defs><linearGradient id="a">{STOPS}</linearGradient><radialGradient id="g" xlink:href="#a"/></defs>' + SQUARE.format('fill="url(#g)"'),
    "href-chain": f'<defs><linearGradient id="a" spreadMethod="reflect">{STOPS}</linearGradient><linearGradient id="b" href="#a" x1="0.4" x2="0.6"/><linearGradient id="g" href="#b" gradientTransform="rotate(20)"/></defs>' + SQUARE.format('fill="url(#g)"'),
    "quoted-url": gradient("linear", target=SQUARE.format("fill=\"url('#g')\"")),
    "in-use": gradient("linear", target='<defs><rect id="r" width="30" height="30" fill="url(#g)"/></defs><use href="#r" x="10" y="10"/><use href="#r" x="50" y="50" opacity="0.5"/>'),
    "scaled-unit-box": gradient("linear", target='<g transform="scale(80)"><rect x="0.1" y="0.1" width="1" height="1" fill="url(#g)"/></g>'),
}  # fmt: skip
DOTS = '<circle cx="5" cy="5" r="4" fill="crimson"/><rect x="6" y="6" width="4" height="4" fill="navy"/>'


def pattern(attributes: str, content: str = DOTS, target: str = SQUARE.format('fill="url(#p)"')) -> str:
    """A pattern and what it fills."""
    return f'<defs><pattern id="p" {attributes}>{content}</pattern></defs>{target}'


USER = 'patternUnits="userSpaceOnUse" width="10" height="10"'
PATTERNS = {
    "user-space": pattern(USER),
    "offset": pattern('patternUnits="userSpaceOnUse" x="3" y="7" width="10" height="10"'),
    "gaps": pattern('patternUnits="userSpaceOnUse" width="17" height="13"'),
    "cut-off": pattern('patternUnits="userSpaceOnUse" width="7" height="7"'),
    "bounding-box": pattern('width="0.25" height="0.2"'),
    "bounding-box-offset": pattern('x="0.1" y="0.05" width="0.25" height="0.25"'),
    "content-box": pattern('width="0.25" height="0.25" patternContentUnits="objectBoundingBox"', '<circle cx="0.1" cy="0.1" r="0.08" fill="teal"/>'),
    "percent": pattern('width="25%" height="20%"'),
    "rotated": pattern(USER + ' patternTransform="rotate(30)"'),
    "scaled": pattern(USER + ' patternTransform="scale(1.7 0.8)"'),
    "skewed": pattern(USER + ' patternTransform="skewX(25)"'),
    "translated": pattern(USER + ' patternTransform="translate(4 4)"'),
    "view-box": pattern('patternUnits="userSpaceOnUse" width="20" height="20" viewBox="0 0 10 10"'),
    "view-box-slice": pattern('patternUnits="userSpaceOnUse" width="30" height="20" viewBox="0 0 10 10" preserveAspectRatio="xMidYMid slice"'),
    "view-box-none": pattern('patternUnits="userSpaceOnUse" width="30" height="15" viewBox="0 0 10 10" preserveAspectRatio="none"'),
    "nested": pattern('patternUnits="userSpaceOnUse" width="40" height="40"', '<rect x="2" y="2" width="36" height="36" fill="url(#q)"/>') + f'<defs><pattern id="q" {USER}>{DOTS}</pattern></defs>',
    "gradient-inside": pattern('patternUnits="userSpaceOnUse" width="20" height="20"', '<rect width="16" height="16" fill="url(#g)"/>') + gradient("linear", target=" "),
    "opacity": pattern(USER, target=SQUARE.format('fill="url(#p)" opacity="0.5"')),
    "fill-opacity": pattern(USER, target=SQUARE.format('fill="url(#p)" fill-opacity="0.5"')),
    "transparent-inside": pattern(USER, '<rect width="7" height="7" fill="red" opacity="0.4"/>'),
    "stroke": pattern(USER, target='<circle cx="50" cy="50" r="33" fill="none" stroke="url(#p)" stroke-width="22"/>'),
    "stroke-dashed": pattern(USER, target='<circle cx="50" cy="50" r="33" fill="none" stroke="url(#p)" stroke-width="22" stroke-dasharray="30 8"/>'),
    "on-circle": pattern(USER, target='<circle cx="50" cy="50" r="45" fill="url(#p)"/>'),
    "in-transformed": pattern(USER, target='<g transform="rotate(15 50 50)"><rect x="15" y="15" width="70" height="70" fill="url(#p)"/></g>'),
    "href": pattern(USER) .replace('id="p"', 'id="a"').replace("url(#p)", "url(#b)") + '<defs><pattern id="b" href="#a" patternTransform="rotate(45)"/></defs>',
    "inherits-own-parents": f'<defs><g fill="teal"><pattern id="p" {USER}><rect width="6" height="6"/></pattern></g></defs><g fill="red">' + SQUARE.format('fill="url(#p)"') + "</g>",
    "text-inside": pattern('patternUnits="userSpaceOnUse" width="20" height="16"', '<text x="2" y="12" font-family="Alegreya Sans" font-size="12">Ab</text>'),
    "filled-ground": pattern('patternUnits="userSpaceOnUse" width="20" height="20"', '<rect width="20" height="20" fill="gold"/><circle cx="10" cy="10" r="6"/>'),
    "no-size": pattern('width="0" height="0.2"') + '<rect width="9" height="9"/>',
    "use-inside": pattern(USER, '<use href="#u" x="2" y="2"/>') + '<defs><rect id="u" width="5" height="5" fill="purple"/></defs>',
}  # fmt: skip


def tiles(width: float, height: float, content: str, transform: str = "", inside: str = "") -> str:
    """A pattern's picture without a pattern: tiles drawn one by one, each cut at its edge, inside a shape.

    resvg rounds a tile to whole pixels, and the error adds up over the tiles.
    """
    shape = inside or '<rect x="10" y="10" width="80" height="80"/>'
    uses = "".join(
        f'<g transform="translate({x * width} {y * height})" clip-path="url(#t)">{content}</g>'
        for x in range(-12, 16)
        for y in range(-12, 16)
    )
    return (
        f'<defs><clipPath id="s">{shape}</clipPath><clipPath id="t"><rect width="{width}" height="{height}"/></clipPath></defs>'
        f'<g clip-path="url(#s)"><g transform="{transform}">{uses}</g></g>'
    )


PATTERNS_INSTEAD = {
    "cut-off": tiles(7, 7, DOTS),
    "gaps": tiles(17, 13, DOTS),
    "scaled": tiles(10, 10, DOTS, "scale(1.7 0.8)"),
    "skewed": tiles(10, 10, DOTS, "skewX(25)"),
    "text-inside": tiles(20, 16, '<text x="2" y="12" font-family="Alegreya Sans" font-size="12">Ab</text>'),
}


def cases() -> list[Case]:
    """Every case of this module."""
    return [
        *family("colour", COLORS, COLORS_INSTEAD),
        *family("opacity", OPACITY),
        *family("linear-gradient", {name: gradient("linear", attributes) for name, attributes in LINEAR.items()}),
        *family("radial-gradient", {name: gradient("radial", attributes) for name, attributes in RADIAL.items()}),
        *family(
            "gradient-stops", {f"linear-{name}": gradient("linear", stops=stops) for name, stops in STOP_LISTS.items()}
        ),
        *family(
            "gradient-stops", {f"radial-{name}": gradient("radial", stops=stops) for name, stops in STOP_LISTS.items()}
        ),
        *family("gradient", GRADIENT_USES),
        *family("pattern", PATTERNS, PATTERNS_INSTEAD),
    ]
