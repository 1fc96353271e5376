"""Cases for what drawing programs write around plain SVG: entities, switches, custom properties, names of fonts."""

from __future__ import annotations

from bench.conformance.case import Case, document, family
from bench.conformance.words import FONT

SQUARE = '<rect x="10" y="10" width="80" height="80" {}/>'
RED, TEAL = SQUARE.format('fill="red"'), SQUARE.format('fill="teal"')
PRIVATE = (
    '<foreignObject requiredExtensions="http://ns.adobe.com/AdobeIllustrator/10.0/" x="0" y="0" width="1" height="1"/>'
)
HTML = '<foreignObject width="50" height="50" requiredFeatures="http://www.w3.org/TR/SVG11/feature#Extensibility"><p xmlns="http://www.w3.org/1999/xhtml">a</p></foreignObject>'
SWITCHES = {
    "illustrator": f'<switch>{PRIVATE}<g xmlns:i="http://ns.adobe.com/AdobeIllustrator/10.0/" i:extraneous="self">{TEAL}</g></switch>',
    "draw-io": f"<switch>{HTML}{TEAL}</switch>",
    "first": f"<switch>{TEAL}{RED}</switch>",
    "language": f'<switch>{RED.replace("/>", " systemLanguage=" + chr(34) + "de" + chr(34) + "/>")}{TEAL}</switch>',
    "own-language": f'<switch>{TEAL.replace("/>", " systemLanguage=" + chr(34) + "de,en" + chr(34) + "/>")}{RED}</switch>',
    "none": f'<switch>{RED.replace("/>", " systemLanguage=" + chr(34) + "de" + chr(34) + "/>")}</switch>{SQUARE.format("fill-opacity=" + chr(34) + "0.3" + chr(34))}',
    "nested": f'<switch><g><switch>{PRIVATE}{TEAL}</switch></g>{RED}</switch>',
    "in-use": f'<defs><switch id="s">{PRIVATE}{TEAL}</switch></defs><use href="#s" transform="scale(0.5)"/>',
    "outside": TEAL + RED.replace("/>", ' systemLanguage="de"/>'),
    "clipped": f'<clipPath id="c"><circle cx="50" cy="50" r="30"/></clipPath><switch clip-path="url(#c)" opacity="0.5">{TEAL}</switch>',
    "moved": f'<switch transform="rotate(10)">{PRIVATE}{TEAL}</switch>',
}  # fmt: skip
SWITCHES_INSTEAD = {
    "draw-io": TEAL,
    "outside": TEAL,
    "own-language": TEAL,  # resvg speaks none unless told
    "in-use": f'<g transform="scale(0.5)">{TEAL}</g>',
    "clipped": f'<clipPath id="c"><circle cx="50" cy="50" r="30"/></clipPath><g clip-path="url(#c)" opacity="0.5">{TEAL}</g>',
    "moved": f'<g transform="rotate(10)">{TEAL}</g>',
}
VARIABLES = {
    "own": SQUARE.format('style="--c: teal; fill: var(--c)"'),
    "inherited": f'<g style="--c: teal">{SQUARE.format("fill=" + chr(34) + "var(--c)" + chr(34))}</g>',
    "sheet": "<style>:root { --c: teal; --w: 6 } rect { fill: none; stroke: var(--c); stroke-width: var(--w) }</style>"
    + SQUARE.format(""),
    "fallback": SQUARE.format('style="fill: var(--fill-0, teal)"'),
    "fallback-inside": SQUARE.format('style="fill: var(--a, var(--b, rgb(0, 128, 128)))"'),
    "shadowed": f'<g style="--c: red">{SQUARE.format("style=" + chr(34) + "--c: teal; fill: var(--c)" + chr(34))}</g>',
    "used": f'<symbol id="s">{SQUARE.format("style=" + chr(34) + "fill: var(--c, red)" + chr(34))}</symbol><use href="#s" style="--c: teal"/>',
    "opacity": SQUARE.format('style="--o: 0.4; fill: teal; opacity: var(--o)"'),
    "transform-stays": f'<g transform="scale(0.5)" style="--c: teal">{SQUARE.format("fill=" + chr(34) + "var(--c)" + chr(34))}</g>',
}
VARIABLES_INSTEAD = dict.fromkeys(VARIABLES, TEAL) | {
    "sheet": SQUARE.format('fill="none" stroke="teal" stroke-width="6"'),
    "opacity": SQUARE.format('fill="teal" opacity="0.4"'),
    "transform-stays": f'<g transform="scale(0.5)">{TEAL}</g>',
}
LINE = '<text x="8" y="60" {}>Altar</text>'
PLAIN, BOLD = LINE.format(f'{FONT} font-size="30"'), LINE.format(f'{FONT} font-size="30" font-weight="bold"')
BOTH = LINE.format(f'{FONT} font-size="30" font-weight="bold" font-style="italic"')
NAMES = {
    "shorthand": LINE.format("""style="font: bold 30px 'Alegreya Sans'" """),
    "shorthand-all": LINE.format("""style="font: italic 700 30px/1.2 Nowhere, 'Alegreya Sans', serif" """),
    "shorthand-sheet": "<style>text { font: 30px 'Alegreya Sans' }</style>" + LINE.format('font-weight="bold"'),
    "shorthand-then-long": LINE.format("""style="font: 30px 'Alegreya Sans'; font-weight: bold" """),
    "postscript": LINE.format('font-family="AlegreyaSans-BoldItalic" font-size="30"'),
    "postscript-quoted": LINE.format("""font-family="'AlegreyaSans-Regular'" font-size="30" """),
    "postscript-list": LINE.format("""font-family="MyriadPro-Bold, AlegreyaSans-Bold, serif" font-size="30" """),
    "generic": LINE.format('font-family="sans-serif" font-size="30"'),
    "capitals": LINE.format('font-family="ALEGREYA SANS" font-size="30"'),
}
NAMES_INSTEAD = {
    "shorthand": BOLD,
    "shorthand-all": BOTH,
    "shorthand-sheet": PLAIN,
    "shorthand-then-long": BOLD,
    "postscript": BOTH,
    "postscript-quoted": PLAIN,
    "postscript-list": BOLD,
    "generic": PLAIN,
    "capitals": PLAIN,
}
ENTITIES = (
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [\n'
    '<!ENTITY ns_svg "http://www.w3.org/2000/svg">\n<!ENTITY st0 "fill:#008080;">\n<!ENTITY st1 "&st0;stroke:red;">\n]>\n'
)


def cases() -> list[Case]:
    """Every case of this module."""
    drawn = document(SQUARE.format('style="&st1;"'))
    entity = ENTITIES + drawn.replace("http://www.w3.org/2000/svg", "&ns_svg;")
    plain = document(SQUARE.format('style="fill:#008080;stroke:red"'))
    return [
        *family("switch", SWITCHES, SWITCHES_INSTEAD),
        *family("variable", VARIABLES, VARIABLES_INSTEAD),
        *family("font", NAMES, NAMES_INSTEAD),
        Case("entity", "illustrator", entity, instead=plain),
    ]
