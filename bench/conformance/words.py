"""Cases for text and for pictures."""

from __future__ import annotations

import base64
from io import BytesIO

from PIL import Image, ImageDraw

from bench.conformance.case import Case, family
from bench.conformance.paints import tiles

FONT = 'font-family="Alegreya Sans"'


def text(content: str, attributes: str = 'x="8" y="60" font-size="30"') -> str:
    """A text element in the corpus's font."""
    return f"<text {FONT} {attributes}>{content}</text>"


AT = 'x="50" y="60" font-size="24"'
GRADIENT = (
    '<defs><linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient></defs>'
)
PATTERN = '<defs><pattern id="p" width="6" height="6" patternUnits="userSpaceOnUse"><circle cx="3" cy="3" r="2.5" fill="teal"/></pattern></defs>'
TEXTS = (
    {
        "plain": text("Altar"),
        "bold": text("Altar", 'x="8" y="60" font-size="30" font-weight="bold"'),
        "weight-700": text("Altar", 'x="8" y="60" font-size="30" font-weight="700"'),
        "weight-300": text("Altar", 'x="8" y="60" font-size="30" font-weight="400"'),
        "italic": text("Altar", 'x="8" y="60" font-size="30" font-style="italic"'),
        "bold-italic": text("Altar", 'x="8" y="60" font-size="30" font-weight="bold" font-style="italic"'),
        "family-list": '<text font-family="Nowhere, \'Alegreya Sans\', serif" x="8" y="60" font-size="30">Altar</text>',
        "kerned": text("AVATo"),
        "small": text("The quick brown fox", 'x="4" y="50" font-size="10"'),
        "large": text("g", 'x="10" y="80" font-size="110"'),
        "fill": text("Altar", 'x="8" y="60" font-size="30" fill="crimson"'),
        "fill-opacity": text("Altar", 'x="8" y="60" font-size="30" fill-opacity="0.4"'),
        "opacity": text("Altar", 'x="8" y="60" font-size="30" opacity="0.4"'),
        "stroke": text("Alt", 'x="8" y="70" font-size="60" fill="gold" stroke="navy" stroke-width="2"'),
        "stroke-only": text("Alt", 'x="8" y="70" font-size="60" fill="none" stroke="navy" stroke-width="1"'),
        "stroke-opacity": text("Alt", 'x="8" y="70" font-size="60" fill="gold" stroke="navy" stroke-width="6" opacity="0.5"'),
        "stroke-under": text("Alt", 'x="8" y="70" font-size="60" fill="gold" stroke="navy" stroke-width="6" paint-order="stroke"'),
        "gradient": GRADIENT + text("Alt", 'x="8" y="70" font-size="60" fill="url(#g)"'),
        "gradient-stroke": GRADIENT + text("Alt", 'x="8" y="70" font-size="60" fill="none" stroke="url(#g)" stroke-width="3"'),
        "gradient-over-tspans": GRADIENT + text('A<tspan font-weight="bold">l</tspan>t', 'x="8" y="70" font-size="60" fill="url(#g)"'),
        "pattern": PATTERN + text("Alt", 'x="8" y="70" font-size="60" fill="url(#p)"'),
        "transformed": text("Altar", 'transform="rotate(30) skewX(10)" x="30" y="30" font-size="24"'),
        "scaled": f'<g transform="scale(10)">{text("Alt", chr(120) + "=" + chr(34) + "1" + chr(34) + " y=" + chr(34) + "7" + chr(34) + " font-size=" + chr(34) + "5" + chr(34))}</g>',
        "hidden": text("Altar", 'x="8" y="60" font-size="30" visibility="hidden"') + '<rect width="9" height="9"/>',
        "size-units": text("Altar", 'x="8" y="60" font-size="20pt"'),
        "size-mm": text("Altar", 'x="8" y="60" font-size="6mm"'),
        "accents": text("éÀñüß", 'x="8" y="60" font-size="24"'),
        "quotes": text("&#8220;A&#8221; &#8212; b&#8217;s", 'x="8" y="60" font-size="24"'),
        "tspan": text('A<tspan fill="red">l</tspan>tar'),
        "tspan-bold": text('a <tspan font-weight="bold">bold</tspan> b', 'x="4" y="60" font-size="22"'),
        "tspan-italic-size": text('a <tspan font-style="italic" font-size="34">it</tspan> b', 'x="4" y="60" font-size="22"'),
        "tspan-x-y": text('one<tspan x="20" y="80">two</tspan>', 'x="8" y="40" font-size="24"'),
        "tspan-x": text('one<tspan x="50">two</tspan>', 'x="4" y="40" font-size="20"'),
        "tspan-dx-dy": text('one<tspan dx="10" dy="-12">two</tspan>', 'x="4" y="60" font-size="20"'),
        "tspan-dy-em": text('one<tspan x="4" dy="1.2em">two</tspan>', 'x="4" y="40" font-size="24"'),
        "tspan-nested": text('a<tspan fill="red">b<tspan font-weight="bold">c</tspan>d</tspan>e'),
        "x-list": text("abcd", 'x="5 30 50 80" y="60" font-size="24"'),
        "y-list": text("abcd", 'x="10" y="40 50 60 70" font-size="24"'),
        "x-y-lists": text("abcd", 'x="5 30 50 80" y="40 50 60 70" font-size="24"'),
        "x-list-short": text("abcdef", 'x="5 40" y="60" font-size="24"'),
        "dx-list": text("abcd", 'x="5" dx="0 8 8 8" y="60" font-size="24"'),
        "dy-list": text("abcd", 'x="5" dy="0 8 -16 8" y="60" font-size="24"'),
        "dx-one": text("abcd", 'x="5" dx="20" y="60" font-size="24"'),
        "lists-over-tspans": text('ab<tspan fill="red">cd</tspan>', 'x="5 25 45 65" y="60" font-size="24"'),
        "tspan-own-list": text('ab<tspan x="60 80">cd</tspan>', 'x="5 25 45 65" y="60" font-size="24"'),
        "letter-spacing": text("Altar", 'x="4" y="60" font-size="20" letter-spacing="5"'),
        "letter-spacing-negative": text("Altar", 'x="4" y="60" font-size="30" letter-spacing="-2"'),
        "letter-spacing-em": text("Altar", 'x="4" y="60" font-size="20" letter-spacing="0.2em"'),
        "letter-spacing-middle": text("Altar", 'x="50" y="60" font-size="20" letter-spacing="5" text-anchor="middle"'),
        "letter-spacing-tspans": text('Al<tspan fill="red">ta</tspan>r', 'x="4" y="60" font-size="20" letter-spacing="5"'),
        "word-spacing": text("a b c", 'x="4" y="60" font-size="24" word-spacing="10"'),
        "space-collapsed": text("  a   b \n\t c  ", 'x="4" y="60" font-size="24"'),
        "space-preserved": text(" a   b", 'x="4" y="60" font-size="24" xml:space="preserve"'),
        "space-around-tspans": text('a <tspan fill="red"> b </tspan> c', 'x="4" y="60" font-size="24"'),
        "no-position": f'<g transform="translate(5 50)">{text("Altar", "font-size=" + chr(34) + "30" + chr(34))}</g>',
        "percent": text("Altar", 'x="10%" y="60%" font-size="24"'),
        "two-texts": text("one", 'x="5" y="40" font-size="20"') + text("two", 'x="5" y="70" font-size="20"'),
        "tspan-hidden": text('a<tspan visibility="hidden">b</tspan>c'),
        "tspan-undisplayed": text('a<tspan display="none">b</tspan>c'),
        "empty": text("") + '<rect width="9" height="9"/>',
        "css": "<style>text { font: none } .t { font-family: 'Alegreya Sans'; font-size: 24px; fill: teal; text-anchor: middle }</style>".replace("text { font: none } ", "") + '<text class="t" x="50" y="60">Altar</text>',
        "mixed-sizes": text('a<tspan font-size="40">B</tspan><tspan font-size="12">c</tspan>', 'x="4" y="60" font-size="24"'),
    }
    | {f"anchor-{anchor}": text("Altar", f'{AT} text-anchor="{anchor}"') for anchor in ("start", "middle", "end")}
    | {f"anchor-{anchor}-tspans": text('A<tspan font-weight="bold">lt</tspan>ar', f'{AT} text-anchor="{anchor}"') for anchor in ("middle", "end")}
    | {f"anchor-{anchor}-chunks": text('one<tspan x="50" dy="20">second</tspan>', f'{AT} text-anchor="{anchor}"') for anchor in ("middle", "end")}
    | {f"anchor-{anchor}-dx": text('one<tspan dx="10">two</tspan>', f'{AT} text-anchor="{anchor}"') for anchor in ("middle", "end")}
    | {
        f"baseline-{name}": text("Axg", f'x="30" y="60" font-size="30" dominant-baseline="{name}"')
        for name in ("auto", "middle", "central", "hanging", "alphabetic", "mathematical", "ideographic", "text-before-edge", "text-after-edge")
    }
    | {
        f"shift-{name.strip('%-')}": text(f'A<tspan baseline-shift="{name}" font-size="16">x</tspan>', 'x="30" y="60" font-size="30"')
        for name in ("super", "sub", "5", "-20%", "baseline")
    }
    | {  # large enough to tell a third of the shift
        f"shift-{name}-large": text(f'A<tspan baseline-shift="{name}">x</tspan>', 'x="10" y="60" font-size="56"')
        for name in ("super", "sub")
    }
)  # fmt: skip


def picture(width: int, height: int, kind: str = "PNG", mode: str = "RGB") -> str:
    """A drawn test picture as a data: address."""
    image = Image.new("RGBA", (width, height), (255, 220, 120, 255))
    draw = ImageDraw.Draw(image)
    draw.ellipse(
        (width * 0.1, height * 0.1, width * 0.9, height * 0.9), fill=(30, 120, 130, 255 if mode != "RGBA" else 128)
    )
    draw.rectangle((width * 0.4, 0, width * 0.6, height * 0.5), fill=(200, 30, 50, 255 if mode != "RGBA" else 0))
    buffer = BytesIO()
    image.convert(mode).save(buffer, kind)
    return f"data:image/{kind.lower()};base64,{base64.b64encode(buffer.getvalue()).decode()}"


def svg_picture(
    body: str, attributes: str = 'width="100" height="50" viewBox="0 0 100 50"', encode: bool = True
) -> str:
    """A small SVG as a data: address."""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>{body}</svg>'
    if encode:
        return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"
    return "data:image/svg+xml;utf8," + svg.replace("#", "%23").replace("<", "%3C").replace(">", "%3E").replace(
        '"', "%22"
    )


ART = '<rect width="100" height="50" fill="gold"/><circle cx="50" cy="25" r="25" fill="teal"/>'
WIDE, TALL = picture(400, 200), picture(200, 400)
RATIOS = [f"x{x}Y{y} {way}" for x in ("Min", "Mid", "Max") for y in ("Min", "Mid", "Max") for way in ("meet", "slice")]


def image(address: str, attributes: str = 'x="10" y="10" width="80" height="80"') -> str:
    """An image element."""
    return f'<rect width="100" height="100" fill="#ddd"/><image href="{address}" {attributes}/>'


IMAGES = (
    {
        "png": image(WIDE),
        "xlink": image(WIDE).replace(" href=", " xlink:href="),
        "png-tall": image(TALL),
        "png-stretched": image(WIDE, 'x="10" y="10" width="80" height="80" preserveAspectRatio="none"'),
        "png-alpha": image(picture(300, 300, mode="RGBA")),
        "png-palette": image(picture(300, 300, mode="P")),
        "png-grey": image(picture(300, 300, mode="L")),
        "png-grey-alpha": image(picture(300, 300, mode="LA")),
        "jpeg": image(picture(400, 300, "JPEG")),
        "jpeg-grey": image(picture(400, 300, "JPEG", "L")),
        "opacity": image(WIDE, 'x="10" y="10" width="80" height="80" opacity="0.5"'),
        "transformed": image(WIDE, 'x="10" y="10" width="80" height="80" transform="rotate(20 50 50)"'),
        "clipped": '<defs><clipPath id="c"><circle cx="50" cy="50" r="30"/></clipPath></defs>' + image(WIDE, 'x="10" y="10" width="80" height="80" preserveAspectRatio="xMidYMid slice" clip-path="url(#c)"'),
        "masked": '<defs><mask id="m"><circle cx="50" cy="50" r="30" fill="white"/></mask></defs>' + image(WIDE, 'x="10" y="10" width="80" height="80" preserveAspectRatio="none" mask="url(#m)"'),
        "in-mask": f'<defs><mask id="m"><image href="{WIDE}" width="100" height="50"/></mask></defs><rect width="100" height="100" mask="url(#m)"/>',
        "in-pattern": f'<defs><pattern id="p" width="0.5" height="0.25"><image href="{WIDE}" width="40" height="20"/></pattern></defs><rect width="80" height="80" fill="url(#p)"/>',
        "used-twice": f'<defs><image id="i" href="{WIDE}" width="40" height="20"/></defs><use href="#i"/><use href="#i" x="40" y="40"/>',
        "one-side": image(WIDE, 'x="10" y="10" width="80"'),
        "svg": image(svg_picture(ART)),
        "svg-utf8": image(svg_picture(ART, encode=False)),
        "svg-stretched": image(svg_picture(ART), 'x="10" y="10" width="80" height="80" preserveAspectRatio="none"'),
        "svg-slice": image(svg_picture(ART), 'x="10" y="10" width="80" height="80" preserveAspectRatio="xMaxYMid slice"'),
        "svg-no-size": image(svg_picture(ART, 'viewBox="0 0 100 50"')),
        "svg-no-view-box": image(svg_picture(ART, 'width="100" height="50"')),
        "svg-mm": image(svg_picture('<rect width="10mm" height="5mm" fill="teal"/>', 'width="20mm" height="10mm"')),
        "svg-opacity": image(svg_picture(ART), 'x="10" y="10" width="80" height="80" opacity="0.5"'),
        "svg-styled": image(svg_picture("<style>.a{fill:purple}</style>" + ART.replace('fill="teal"', 'class="a"'))),
        "svg-gradient": image(svg_picture('<defs><linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient></defs><rect width="100" height="50" fill="url(#g)"/>')),
        "svg-overflowing": image(svg_picture('<circle cx="100" cy="50" r="40" fill="teal"/>')),
    }
    | {f"ratio-{ratio.replace(' ', '-')}-wide": image(WIDE, f'x="20" y="10" width="60" height="80" preserveAspectRatio="{ratio}"') for ratio in RATIOS}
    | {f"ratio-{ratio.replace(' ', '-')}-tall": image(TALL, f'x="10" y="20" width="80" height="50" preserveAspectRatio="{ratio}"') for ratio in RATIOS}
)  # fmt: skip


ON_TEXT = '<text font-family="Alegreya Sans" x="8" y="70" font-size="60">Alt</text>'
TEXTS_INSTEAD = {
    # a chunk's dx is part of what text-anchor balances (SVG 2, 11.4.2); resvg leaves it out
    "anchor-middle-dx": text('one<tspan dx="10">two</tspan>', 'x="45" y="60" font-size="24" text-anchor="middle"'),
    "anchor-end-dx": text('one<tspan dx="10">two</tspan>', 'x="40" y="60" font-size="24" text-anchor="end"'),
    "pattern": tiles(6, 6, '<circle cx="3" cy="3" r="2.5" fill="teal"/>', inside=ON_TEXT),
}
IMAGES_INSTEAD = {  # a picture is cut at its own edge (SVG 2, 8.11)
    "svg-overflowing": '<rect width="100" height="100" fill="#ddd"/><svg x="10" y="30" width="80" height="40"'
    ' viewBox="0 0 100 50"><circle cx="100" cy="50" r="40" fill="teal"/></svg>',
}


def cases() -> list[Case]:
    """Every case of this module."""
    return [*family("text", TEXTS, TEXTS_INSTEAD), *family("image", IMAGES, IMAGES_INSTEAD)]
