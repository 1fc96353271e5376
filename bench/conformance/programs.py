"""Cases for what drawing programs and icon themes write: pictures as a whole, encodings, relative sizes, idle properties."""

from __future__ import annotations

import base64

from bench.conformance.case import Case, document, family
from bench.conformance.words import ART, FONT, image, svg_picture

TWO = '<circle cx="38" cy="50" r="30" fill="red"/><circle cx="62" cy="50" r="30" fill="blue"/>'
SIZED = 'width="100" height="50" viewBox="0 0 100 50" {}'
CLIP = '<clipPath id="c"><circle cx="40" cy="25" r="22"/></clipPath>'
BOX_CLIP = '<clipPath id="c" clipPathUnits="objectBoundingBox"><circle cx="0.4" cy="0.5" r="0.4"/></clipPath>'
FADE = (
    '<linearGradient id="g"><stop stop-color="white"/><stop offset="1" stop-color="black"/></linearGradient>'
    '<mask id="m"><rect width="100" height="50" fill="url(#g)"/></mask>'
)
PICTURES = {  # what the outermost element of a picture says of all of it
    "opacity": image(svg_picture(ART, SIZED.format('opacity="0.4"'))),
    "opacity-style": image(svg_picture(ART, SIZED.format('style="opacity:40%"'))),
    "clip-path": image(svg_picture(CLIP + ART, SIZED.format('clip-path="url(#c)"'))),
    "clip-path-box": image(svg_picture(BOX_CLIP + ART, SIZED.format('clip-path="url(#c)"'))),
    "clip-path-scaled": image(svg_picture(CLIP + ART, 'width="40" height="20" viewBox="0 0 100 50" clip-path="url(#c)"')),
    "mask": image(svg_picture(FADE + ART, SIZED.format('mask="url(#m)"'))),
    "mask-scaled": image(svg_picture(FADE + ART, 'width="40" height="20" viewBox="0 0 100 50" mask="url(#m)"')),
    "all-three": image(svg_picture(CLIP + FADE + ART, SIZED.format('opacity="0.7" clip-path="url(#c)" mask="url(#m)"'))),
    "display-none": image(svg_picture(ART, SIZED.format('display="none"'))) + '<rect width="9" height="9"/>',
    "opacity-sheet": image(svg_picture("<style>svg { opacity: 0.4 }</style>" + ART, SIZED.format(""))),
    "opacity-of-both": image(svg_picture(ART, SIZED.format('opacity="0.4"')), 'x="10" y="10" width="80" height="80" opacity="0.5"'),
    "size-in-em": image(svg_picture(ART, 'font-size="10" width="10em" height="5em" viewBox="0 0 100 50"'), 'x="10" y="10" width="80"'),
}  # fmt: skip
GROUND = '<rect width="100" height="100" fill="#ddd"/>'
PICTURES_INSTEAD = {"display-none": GROUND + '<rect width="9" height="9"/>'}
ROOTS = {
    "clip-path": ('clip-path="url(#c)"', '<clipPath id="c"><circle cx="50" cy="50" r="40"/></clipPath>' + TWO),
    "clip-path-box": ('clip-path="url(#c)"', BOX_CLIP + TWO),
    "mask": ('mask="url(#m)"', FADE.replace('height="50"', 'height="100"') + TWO),
    "display": ('display="none"', TWO),
    "font-size-em": ('font-size="2em"', f'<text {FONT} x="5" y="60">Agd</text>'),
    "font-size-percent": ('style="font-size:250%"', f'<text {FONT} x="5" y="60">Agd</text>'),
    "font-size-larger": ('font-size="larger"', f'<text {FONT} x="5" y="60">Agd</text>'),
    "font-size-rest": ("", f'<text {FONT} x="5" y="60">Agd<tspan font-size="2em">e</tspan></text>'),
    "stroke-in-em": ('font-size="200%"', '<path d="M10 50H90" stroke="teal" stroke-width="0.5em"/>'),
}
# 16 pixels, as in every browser; resvg begins with 12
LETTERS = '<g font-size="{}">' + ROOTS["font-size-em"][1] + "</g>"
ROOTS_INSTEAD = {
    "display": "",
    "font-size-em": LETTERS.format(32),
    "font-size-percent": LETTERS.format(40),
    "font-size-larger": LETTERS.format(19.2),
    "font-size-rest": '<g font-size="16">' + ROOTS["font-size-rest"][1] + "</g>",
    "stroke-in-em": '<path d="M10 50H90" stroke="teal" stroke-width="16"/>',
}
FACE = '<rect width="20" height="20" fill="gold"/><circle cx="10" cy="10" r="10" fill="teal"/><rect x="8" width="4" height="9"/>'
SYMBOL = f'<symbol id="s" viewBox="0 0 20 20" {{}}>{FACE}</symbol>'
SYMBOLS = {  # a use that does not say how large its symbol is: as large as the viewport around it (SVG 2, 5.6)
    "no-size": SYMBOL.format("") + '<use href="#s"/>',
    "no-size-moved": SYMBOL.format("") + '<use href="#s" x="30" y="50"/>',
    "no-size-ratio": SYMBOL.format('preserveAspectRatio="xMinYMin slice"') + '<use href="#s" height="40"/>',
    "width-alone": SYMBOL.format("") + '<use href="#s" x="10" width="40"/>',
    "auto": SYMBOL.format("") + '<use href="#s" width="auto" height="auto"/>',
    "scaled": SYMBOL.format("") + '<use href="#s" transform="translate(20 20) scale(0.5)"/>',
    "in-viewport": SYMBOL.format("") + '<svg x="10" y="20" width="40" height="60"><use href="#s"/></svg>',
    "in-view-box": SYMBOL.format("") + '<svg x="10" y="20" width="40" height="60" viewBox="0 0 10 5"><use href="#s"/></svg>',
    "in-pattern": SYMBOL.format("") + '<pattern id="p" width="20" height="20" patternUnits="userSpaceOnUse"><use href="#s" width="16" height="16"/></pattern><rect width="90" height="90" fill="url(#p)"/>',
    "box-in-clip-units": SYMBOL.format("") + '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect x="0.2" y="0.1" width="0.6" height="0.7"/></clipPath><g clip-path="url(#c)"><use href="#s"/></g>',
    "in-picture": image(svg_picture(SYMBOL.format("") + '<use href="#s" opacity="0.8"/>')),
}  # fmt: skip
SYMBOLS_INSTEAD = {
    "auto": SYMBOL.format("") + '<use href="#s" width="100" height="100"/>',
}


LETTERED = f'<rect width="100" height="50" fill="gold"/><text {FONT} x="5" y="38" font-size="36">{{}}</text>'
WITHIN = f'{GROUND}<svg x="10" y="30" width="80" height="40" viewBox="0 0 100 50">{LETTERED}</svg>'


def encoded(codec: str, said: str, words: str = "é ß") -> str:
    """A picture whose letters are in an encoding, which its first line names as ``said``."""
    first = f'<?xml version="1.0" encoding="{said}"?>' if said else ""
    text = f'{first}<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50">{LETTERED.format(words)}</svg>'
    return f"data:image/svg+xml;base64,{base64.b64encode(text.encode(codec)).decode()}"


ENCODINGS = {
    "iso-8859-1": ("iso-8859-1", "ISO-8859-1", "é ß"),
    "iso-8859-15": ("iso-8859-15", "iso-8859-15", "€ ž"),
    "iso-8859-2": ("iso-8859-2", "ISO-8859-2", "ł č"),
    "windows-1252": ("cp1252", "windows-1252", "€ “ß”"),
    "windows-1250": ("cp1250", "Windows-1250", "ł č"),
    "us-ascii": ("ascii", "US-ASCII", "&#233; a"),
    "utf-8": ("utf-8", "UTF-8", "é ß"),
    "utf-8-mark": ("utf-8-sig", "utf-8", "é ß"),
    "utf-16": ("utf-16", "UTF-16", "é ß"),
    "utf-16-undeclared": ("utf-16", "", "é ß"),
    "utf-16-le": ("utf-16-le", "utf-16", "é ß"),
    "utf-16-be": ("utf-16-be", "UTF-16", "é ß"),
    "utf-16-untrue": ("utf-8", "utf-16", "é ß"),  # as .NET writes it
    "macintosh": ("mac-roman", "macintosh", "é ß"),
    "unknown": ("utf-8", "x-nothing", "é ß"),
}
ENCODED = {name: image(encoded(codec, said, words)) for name, (codec, said, words) in ENCODINGS.items()}
# resvg has no fonts for the letters of a picture
ENCODED_INSTEAD = {name: WITHIN.format(words) for name, (_, _, words) in ENCODINGS.items()}
LINE = f'<text {FONT} x="2" y="65" font-size="40" {{}}>{{}}</text>'
WEIGHTS = {  # relative to the weight around them (CSS Fonts 4, 2.2.1)
    "bolder": LINE.format("", 'a<tspan font-weight="bolder">m</tspan>c'),
    "bolder-twice": LINE.format("", 'a<tspan font-weight="bolder">m<tspan font-weight="bolder">c</tspan></tspan>'),
    "bolder-than-100": LINE.format('font-weight="100"', 'a<tspan font-weight="bolder">m</tspan>c'),
    "bolder-than-100-twice": LINE.format('font-weight="100"', 'a<tspan font-weight="bolder">m<tspan font-weight="bolder">c</tspan></tspan>'),
    "lighter": LINE.format('font-weight="bold"', 'a<tspan font-weight="lighter">m</tspan>c'),
    "lighter-than-900": LINE.format('font-weight="900"', 'a<tspan font-weight="lighter">m</tspan>c'),
    "lighter-than-900-twice": LINE.format('font-weight="900"', 'a<tspan font-weight="lighter">m<tspan font-weight="lighter">c</tspan></tspan>'),
    "lighter-on-group": '<g font-weight="800"><g font-weight="lighter">' + LINE.format("", "amc") + "</g></g>",
    "lighter-of-normal": LINE.format("", 'a<tspan font-weight="lighter">m</tspan>c'),
    "lighter-in-sheet": "<style>.b { font-weight: 900 } .l { font-weight: lighter }</style>" + LINE.format('class="b"', 'a<tspan class="l">m</tspan>c'),
}  # fmt: skip
PLAIN = LINE.format("", "a{}c")
BOLD, LIGHT = '<tspan font-weight="bold">{}</tspan>', '<tspan font-weight="normal">{}</tspan>'
WEIGHTS_INSTEAD = {  # there are but two faces: resvg may choose by nearness
    "lighter": LINE.format('font-weight="bold"', "a" + LIGHT.format("m") + "c"),
    "bolder-than-100": PLAIN.format("m"),
    "bolder-than-100-twice": LINE.format("", "am" + BOLD.format("c")),
    "lighter-than-900": LINE.format('font-weight="bold"', "amc"),
    "lighter-than-900-twice": LINE.format('font-weight="bold"', "am" + LIGHT.format("c")),
    "lighter-on-group": LINE.format('font-weight="bold"', "amc"),
    "lighter-in-sheet": LINE.format('font-weight="bold"', "amc"),
}
# as programs write them, with the values that change nothing: Inkscape 0.4 to 1.4, Illustrator, Affinity, Figma, Sketch,
# CorelDRAW, LibreOffice, browsers
IDLE = {
    "inkscape-0.4": "fill:teal;font-variant:normal;font-stretch:normal;writing-mode:lr-tb;text-align:start;line-height:125%;filter:none;enable-background:accumulate",
    "inkscape-0.9": "fill:teal;block-progression:tb;text-indent:0;text-transform:none;text-decoration:;direction:ltr;-inkscape-font-specification:Sans",
    "inkscape-0.91": "fill:teal;text-decoration:none;text-decoration-line:none;text-decoration-style:solid;text-decoration-color:#000000;isolation:auto;mix-blend-mode:normal;color-interpolation:sRGB;color-interpolation-filters:linearRGB;solid-color:#000000;solid-opacity:1;filter-blend-mode:normal;filter-gaussianBlur-deviation:0;color-rendering:auto;shape-rendering:auto;text-rendering:auto;clip-rule:nonzero",
    "inkscape-0.92": "fill:teal;font-variant-ligatures:normal;font-variant-position:normal;font-variant-caps:normal;font-variant-numeric:normal;font-variant-alternates:normal;font-variant-east_asian:normal;font-feature-settings:normal;text-indent:0;text-decoration:none;text-orientation:mixed;dominant-baseline:auto;baseline-shift:baseline;white-space:normal;shape-padding:0;vector-effect:none",
    "inkscape-1": "fill:teal;font-variant-east-asian:normal;font-variation-settings:normal;shape-margin:0;inline-size:0;clip:auto;text-decoration-fill:;text-decoration-stroke:;-inkscape-stroke:none;stop-color:#000000;stop-opacity:1",
    "illustrator": "fill:teal;enable-background:new    ;isolation:isolate;font-kerning:auto;text-decoration-thickness:auto;font-variant-emoji:normal",
    "affinity": "fill:teal;fill-rule:evenodd;clip-rule:evenodd;stroke-linejoin:round;stroke-miterlimit:2;font-feature-settings:normal",
    "figma": "fill:teal;mask-type:luminance;mix-blend-mode:normal;shape-rendering:crispEdges;backdrop-filter:none",
    "corel": "fill:teal;text-rendering:geometricPrecision;image-rendering:optimizeQuality;shape-rendering:geometricPrecision;kerning:auto",
    "tiny": "fill:teal;audio-level:1;buffered-rendering:auto;display-align:auto;viewport-fill:none;viewport-fill-opacity:1",
    "browser": "fill:teal;animation:none;transition:none;will-change:auto;transform-box:view-box;zoom:1;text-shadow:none;text-underline-offset:auto;text-emphasis:none;font-optical-sizing:auto",
}  # fmt: skip
SHAPE = '<path d="M10 20H90V80H10Z" style="{}"/>'
IDLES = {name: SHAPE.format(style) for name, style in IDLE.items()} | {
    "attributes": '<path d="M10 20H90V80H10Z" fill="teal" font-variant="normal" text-decoration="none" writing-mode="lr-tb" mix-blend-mode="normal" filter="none"/>',
    "left-behind": '<path d="M10 20H90V80H10Z" fill="teal" x="5" y="5" width="50" height="50" rx="9" ry="9" cx="3" cy="3" r="8"/>',
    "sketch": '<g stroke="none" stroke-width="1" fill="none" fill-rule="evenodd" letter-spacing="normal" line-spacing="24"><path d="M10 20H90V80H10Z" fill="teal"/></g>',
    "sheet": "<style>path { fill: teal; block-progression: tb; filter-blend-mode: normal; font-variant-east_asian: normal }</style>" + SHAPE.format(""),
}  # fmt: skip
IDLES_INSTEAD = dict.fromkeys(IDLES, SHAPE.format("fill:teal"))
BUSY = {  # the same properties with a value that would show
    "filter-blend-mode": "filter-blend-mode:multiply",
    "block-progression": "block-progression:rl",
    "east-asian": "font-variant-east-asian:ruby",
    "ligatures-off": "font-variant-ligatures:none",
    "kerning-off": "font-kerning:none",
    "shadow": "text-shadow:1px 1px red",
    "text-indent": "text-indent:5px",
    "inline-size": "inline-size:50px",
    "rotate": "rotate:20deg",
    "translate": "translate:5px",
    "scale": "scale:2",
    "zoom": "zoom:2",
    "backdrop-filter": "backdrop-filter:blur(2px)",
    "viewport-fill": "viewport-fill:red",
    "stroke-alignment": "stroke-alignment:inner",
}


def cases() -> list[Case]:
    """Every case of this module."""
    return [
        *family("picture", PICTURES, PICTURES_INSTEAD),
        *family("symbol", SYMBOLS, SYMBOLS_INSTEAD),
        *family("encoding", ENCODED, ENCODED_INSTEAD),
        *family("weight", WEIGHTS, WEIGHTS_INSTEAD),
        *family("idle", IDLES, IDLES_INSTEAD),
        *(
            Case(
                "root", name, _whole(body, said), instead=document(ROOTS_INSTEAD[name]) if name in ROOTS_INSTEAD else ""
            )
            for name, (said, body) in ROOTS.items()
        ),
        *(Case("busy", name, document(SHAPE.format(style)), refused=True) for name, style in BUSY.items()),
    ]


def _whole(body: str, said: str) -> str:
    return document(body, f'viewBox="0 0 100 100" {said}')
