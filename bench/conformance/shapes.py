"""Cases for paths, shapes, strokes, transforms and how fills wind."""

from __future__ import annotations

from bench.conformance.case import Case, family

LINE = 'fill="none" stroke="#1d3557" stroke-width="6"'
PATHS = {
    "lines": "M10 10L90 20L80 90L20 70Z",
    "relative": "m10 10l80 10l-10 70l-60 -20z",
    "implicit-lineto": "M10 10 90 20 80 90",
    "implicit-relative": "m10 10 80 10 -10 70",
    "horizontal": "M10 50H90",
    "vertical": "M50 10V90",
    "h-v-relative": "m10 10h80v80h-80z",
    "many-h": "M10 50H30 50 90",
    "cubic": "M10 80C20 10 80 10 90 80",
    "cubic-relative": "m10 80c10 -70 70 -70 80 0",
    "cubic-loop": "M20 80C120 10 -20 10 80 80",
    "smooth": "M10 60C10 20 40 20 50 60S80 100 90 60",
    "smooth-first": "M10 60S80 100 90 20",
    "smooth-after-line": "M10 60L40 30S80 100 90 20",
    "smooth-relative": "m10 60c0 -40 30 -40 40 0s30 40 40 0",
    "quadratic": "M10 80Q50 -20 90 80",
    "quadratic-relative": "m10 80q40 -100 80 0",
    "smooth-quadratic": "M10 50Q30 10 50 50T90 50",
    "smooth-quadratic-chain": "M10 50Q20 10 30 50T50 50T70 50T90 50",
    "smooth-quadratic-first": "M10 50T50 20T90 50",
    "arc-small": "M20 50A30 30 0 0 1 80 50",
    "arc-large": "M30 50A25 25 0 1 1 70 50",
    "arc-counter": "M20 50A30 30 0 0 0 80 50",
    "arc-large-counter": "M30 50A25 25 0 1 0 70 50",
    "arc-ellipse": "M10 50A40 20 0 0 1 90 50",
    "arc-turned": "M20 60A40 15 30 0 1 80 60",
    "arc-turned-large": "M30 60A40 15 45 1 1 60 60",
    "arc-too-small": "M20 50A5 5 0 0 1 80 50",
    "arc-too-small-turned": "M20 50A8 4 60 0 1 80 50",
    "arc-zero-radius": "M20 50A0 10 0 0 1 80 50",
    "arc-negative-radius": "M20 50A-30 -30 0 0 1 80 50",
    "arc-relative": "m20 50a30 30 0 0 1 60 0",
    "arc-flags-glued": "M20 50a30 30 0 0160 0",
    "arc-full-turn": "M50 10A40 40 0 1 1 49.99 10",
    "arc-to-itself": "M20 50A30 30 0 0 1 20 50L80 80",
    "arc-chain": "M10 50A10 10 0 0 1 30 50A10 10 0 0 0 50 50 10 10 0 0 1 70 50 10 10 0 0 0 90 50",
    "no-separators": "M10-5L.5.5L90 20L40-4 90 90",
    "exponents": "M1e1 1E+1L9e1 2e1 800e-1 90",
    "commas": "M10,10,90,20,80,90Z",
    "signs": "M+10+10L+90-0L80+90",
    "two-subpaths": "M10 10H40V40H10ZM60 60H90V90H60Z",
    "relative-after-close": "M10 10h30v30h-30zm50 50h30v30h-30z",
    "line-after-close": "M50 50h30v30zl-30 -30",
    "moveto-last": "M10 10L90 90M10 90",
    "moveto-many": "M10 10M20 20M30 30L90 90",
    "close-twice": "M10 10H90V90ZZ",
    "open-fill": "M10 10L90 50L10 90",
    "empty-subpath": "M50 50ZM10 10L90 90",
    "tiny-numbers": "M0.00001 50L99.99999 50.000001L50 90Z",
    "whitespace": "\n M 10\t10 \n L 90 , 20 \r\n 80 90 z ",
}
SHAPES = {
    "rect": '<rect x="10" y="20" width="70" height="50"/>',
    "rect-rx": '<rect x="10" y="20" width="70" height="50" rx="12"/>',
    "rect-ry": '<rect x="10" y="20" width="70" height="50" ry="12"/>',
    "rect-rx-ry": '<rect x="10" y="20" width="70" height="50" rx="20" ry="8"/>',
    "rect-rx-too-large": '<rect x="10" y="20" width="70" height="50" rx="90" ry="10"/>',
    "rect-both-too-large": '<rect x="10" y="20" width="70" height="50" rx="90"/>',
    "rect-rx-auto": '<rect x="10" y="20" width="70" height="50" rx="auto" ry="10"/>',
    "rect-percent": '<rect x="10%" y="20%" width="70%" height="50%"/>',
    "rect-no-size": '<rect x="10" y="20" width="0" height="50"/><circle cx="50" cy="50" r="5"/>',
    "rect-no-origin": '<rect width="60" height="40"/>',
    "rect-hairline": '<rect x="10.5" y="20.5" width="70" height="50" fill="none" stroke="black"/>',
    "circle": '<circle cx="50" cy="50" r="40"/>',
    "circle-small": '<circle cx="50" cy="50" r="3"/>',
    "circle-percent": '<circle cx="50%" cy="50%" r="30%"/>',
    "circle-zero": '<circle cx="50" cy="50" r="0"/><rect width="9" height="9"/>',
    "circle-stroke": '<circle cx="50" cy="50" r="35" fill="none" stroke="#c00" stroke-width="12"/>',
    "circle-off-edge": '<circle cx="0" cy="0" r="60"/>',
    "ellipse": '<ellipse cx="50" cy="50" rx="45" ry="20"/>',
    "ellipse-tall": '<ellipse cx="50" cy="50" rx="10" ry="45"/>',
    "ellipse-rx-only": '<ellipse cx="50" cy="50" rx="30"/>',
    "ellipse-percent": '<ellipse cx="50%" cy="50%" rx="40%" ry="20%"/>',
    "line": '<line x1="10" y1="20" x2="90" y2="80" stroke="black" stroke-width="5"/>',
    "line-percent": '<line x1="10%" y1="20%" x2="90%" y2="80%" stroke="black" stroke-width="5%"/>',
    "line-no-stroke": '<line x1="10" y1="20" x2="90" y2="80"/><rect width="9" height="9"/>',
    "polyline": '<polyline points="10,10 90,30 20,60 80,90"/>',
    "polyline-stroke": '<polyline points="10,10 90,30 20,60 80,90" fill="none" stroke="black" stroke-width="4"/>',
    "polygon": '<polygon points="50,5 61,40 98,40 68,62 79,96 50,75 21,96 32,62 2,40 39,40"/>',
    "polygon-stroke": '<polygon points="10 10 90 30 50 90" fill="gold" stroke="black" stroke-width="4"/>',
    "polygon-two-points": '<polygon points="10 10 90 90" stroke="black" stroke-width="4"/>',
    "units-mm": '<rect x="2mm" y="2mm" width="15mm" height="10mm"/>',
    "units-pt": '<rect x="10pt" y="10pt" width="40pt" height="30pt"/>',
    "units-in": '<rect x="0.1in" y="0.1in" width="0.7in" height="0.5in"/>',
    "units-cm": '<circle cx="1.3cm" cy="1.3cm" r="1cm"/>',
    "units-pc": '<rect x="1pc" y="1pc" width="4pc" height="3pc"/>',
    "units-px": '<rect x="10px" y="10px" width="70px" height="50px"/>',
    "units-em": '<rect x="1em" y="1em" width="5em" height="3em" font-size="12"/>',
}
STAR = "M50 5L78 92L4 38H96L22 92Z"
NESTED = "M10 10H90V90H10ZM30 30H70V70H30Z"
WINDING = {
    f"{shape}-{rule}": f'<path d="{data}" fill-rule="{rule}" fill="teal"/>'
    for shape, data in {"star": STAR, "nested": NESTED, "counter": "M10 10H90V90H10ZM30 30V70H70V30Z"}.items()
    for rule in ("nonzero", "evenodd")
} | {
    f"{shape}-{rule}-stroked": f'<path d="{data}" fill-rule="{rule}" fill="gold" stroke="navy" stroke-width="3"/>'
    for shape, data in {"star": STAR, "nested": NESTED}.items()
    for rule in ("nonzero", "evenodd")
}
ANGLE = "M15 80L50 20L85 80"
STROKES = (
    {
        f"cap-{cap}": f'<path d="M20 30H80M20 70L80 60" {LINE} stroke-linecap="{cap}"/>'
        for cap in ("butt", "round", "square")
    }
    | {f"join-{join}": f'<path d="{ANGLE}" {LINE} stroke-linejoin="{join}"/>' for join in ("miter", "round", "bevel")}
    | {
        f"closed-join-{join}": f'<path d="{ANGLE}Z" fill="none" stroke="#333" stroke-width="12" stroke-linejoin="{join}"/>'
        for join in ("miter", "round", "bevel")
    }
    | {
        f"miterlimit-{limit}": f'<path d="M20 90L50 20L60 90" fill="none" stroke="black" stroke-width="8" stroke-miterlimit="{limit}"/>'
        for limit in ("1", "2", "4", "10", "20")
    }
    | {
        f"width-{width}": f'<path d="{ANGLE}" fill="none" stroke="black" stroke-width="{width}"/>'
        for width in ("0.5", "1", "2", "15", "30", "5%", "2mm", "0")
    }
    | {
        f"dash-{name}": f'<path d="M5 20H95M5 50C30 10 70 90 95 50M5 80H95" fill="none" stroke="black" stroke-width="4" {attributes}/>'
        for name, attributes in {
            "one": 'stroke-dasharray="10"',
            "two": 'stroke-dasharray="10 4"',
            "three": 'stroke-dasharray="10 4 2"',
            "four": 'stroke-dasharray="10,4,2,4"',
            "round": 'stroke-dasharray="0 8" stroke-linecap="round"',
            "square": 'stroke-dasharray="6 10" stroke-linecap="square"',
            "offset": 'stroke-dasharray="10 6" stroke-dashoffset="5"',
            "offset-negative": 'stroke-dasharray="10 6" stroke-dashoffset="-5"',
            "offset-far": 'stroke-dasharray="10 6" stroke-dashoffset="100"',
            "offset-negative-odd": 'stroke-dasharray="10 6 3" stroke-dashoffset="-25"',
            "zeros": 'stroke-dasharray="0 0"',
            "none": 'stroke-dasharray="none"',
            "percent": 'stroke-dasharray="10% 5%"',
            "units": 'stroke-dasharray="2mm 1mm"',
            "long": 'stroke-dasharray="500"',
        }.items()
    }
    | {
        "dashed-circle": '<circle cx="50" cy="50" r="35" fill="none" stroke="black" stroke-width="5" stroke-dasharray="12 6"/>',
        "dashed-rect": '<rect x="15" y="15" width="70" height="70" fill="none" stroke="black" stroke-width="5" stroke-dasharray="12 6"/>',
        "dot-round": '<path d="M50 50L50 50" fill="none" stroke="black" stroke-width="20" stroke-linecap="round"/>',
        "dot-square": '<path d="M50 50L50 50" fill="none" stroke="black" stroke-width="20" stroke-linecap="square"/>',
        "dot-closed-round": '<path d="M50 50Z" fill="none" stroke="black" stroke-width="20" stroke-linecap="round"/>',
        "dot-butt": '<path d="M50 50L50 50" fill="none" stroke="black" stroke-width="20"/><rect width="9" height="9"/>',
        "fill-and-stroke": f'<path d="{ANGLE}Z" fill="gold" stroke="crimson" stroke-width="10"/>',
        "stroke-opacity": f'<path d="{ANGLE}Z" fill="gold" stroke="navy" stroke-width="20" stroke-opacity="0.5"/>',
        "fill-opacity": f'<path d="{ANGLE}Z" fill="green" fill-opacity="0.4" stroke="navy" stroke-width="6"/>',
        "self-crossing-opacity": '<path d="M10 10L90 90M90 10L10 90" stroke="red" stroke-width="15" stroke-opacity="0.5"/>',
        "paint-order": f'<path d="{ANGLE}Z" fill="gold" stroke="navy" stroke-width="14" paint-order="stroke"/>',
        "paint-order-all": f'<path d="{ANGLE}Z" fill="gold" stroke="navy" stroke-width="14" style="paint-order: stroke fill markers"/>',
        "curve-thick": '<path d="M10 80C20 -20 80 -20 90 80" fill="none" stroke="black" stroke-width="14"/>',
        "cusp": '<path d="M20 80C90 10 10 10 80 80" fill="none" stroke="black" stroke-width="8"/>',
        "scaled-unevenly": '<g transform="scale(2 0.5)"><circle cx="25" cy="100" r="18" fill="none" stroke="black" stroke-width="6"/></g>',
    }
)
BOX = '<rect x="20" y="20" width="40" height="30" fill="teal" stroke="black" stroke-width="3" {}/>'
TRANSFORMS = {
    name: BOX.format(f'transform="{transform}"')
    for name, transform in {
        "translate": "translate(20 30)",
        "translate-x": "translate(20)",
        "scale": "scale(1.4)",
        "scale-two": "scale(1.4 0.7)",
        "scale-negative": "translate(90 0) scale(-1 1)",
        "rotate": "rotate(20)",
        "rotate-about": "rotate(45 40 35)",
        "rotate-negative": "rotate(-30 40 35)",
        "skew-x": "skewX(20)",
        "skew-y": "skewY(15)",
        "matrix": "matrix(0.9 0.3 -0.4 1.1 20 5)",
        "list": "translate(40 10) rotate(30) scale(0.8)",
        "list-commas": "translate(40,10),rotate(30),scale(.8)",
        "list-glued": "translate(40 10)rotate(30)scale(.8)",
        "spaces": "  translate ( 20 , 30 )  ",
        "exponent": "scale(1.2e0 8e-1)",
        "empty": "",
    }.items()
} | {
    "nested": f'<g transform="translate(50 10)"><g transform="rotate(30)"><g transform="scale(0.7)">{BOX.format("")}</g></g></g>',
    "zero-scale": BOX.format('transform="scale(0)"') + '<circle cx="50" cy="50" r="9"/>',
    "tiny-then-huge": '<g transform="scale(0.001)"><rect x="20000" y="20000" width="40000" height="30000" fill="navy"/></g>',
    "huge": '<g transform="scale(1000)"><rect x="0.02" y="0.02" width="0.0437" height="0.0311" fill="navy"/></g>',
    "on-g": f'<g transform="rotate(15 50 50)">{BOX.format("")}</g>',
}  # fmt: skip


def cases() -> list[Case]:
    """Every case of this module."""
    filled = {
        name: f'<path d="{data}" fill="#457b9d" stroke="#1d3557" stroke-width="3"/>' for name, data in PATHS.items()
    }
    return [
        *family("path", filled),
        *family("shape", SHAPES),
        *family("fill-rule", WINDING),
        *family("stroke", STROKES),
        *family("transform", TRANSFORMS),
    ]
