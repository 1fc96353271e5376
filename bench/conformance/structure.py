"""Cases for groups, use, symbols, viewports, clips, masks, markers and style sheets."""

from __future__ import annotations

from bench.conformance.case import Case, document, family

TWO = '<circle cx="38" cy="50" r="30" fill="red"/><circle cx="62" cy="50" r="30" fill="blue"/>'
SCENE = f'<rect width="100" height="100" fill="gold"/>{TWO}<path d="M0 100L50 20L100 100Z" fill="green"/>'
RATIOS = [
    f"x{x}Y{y} {way}" for x in ("Min", "Mid", "Max") for y in ("Min", "Mid", "Max") for way in ("meet", "slice")
] + ["none", "xMaxYMin"]
FACE = '<rect width="20" height="20" fill="gold"/><circle cx="10" cy="10" r="10" fill="teal"/><rect x="8" width="4" height="9"/>'
USES = {
    "shape": '<defs><rect id="a" width="30" height="20" fill="teal"/></defs><use href="#a" x="20" y="30"/>',
    "xlink": '<defs><rect id="a" width="30" height="20" fill="teal"/></defs><use xlink:href="#a" x="20" y="30"/>',
    "group": f'<defs><g id="a" transform="scale(0.5)">{TWO}</g></defs><use href="#a" x="30" y="30"/>',
    "inherits": '<defs><rect id="a" width="30" height="20"/></defs><g fill="crimson"><use href="#a" x="20" y="30"/></g><use href="#a" x="60" y="60" fill="navy"/>',
    "keeps-own-fill": '<defs><rect id="a" width="30" height="20" fill="teal"/></defs><use href="#a" x="20" y="30" fill="red"/>',
    "transform": '<defs><rect id="a" width="30" height="20" fill="teal"/></defs><use href="#a" x="20" y="30" transform="rotate(20)"/>',
    "of-use": '<defs><rect id="a" width="10" height="10"/><g id="b"><use href="#a"/><use href="#a" x="15"/></g></defs><use href="#b" x="20" y="20"/><use href="#b" x="20" y="50" transform="skewX(-20)"/>',
    "before-definition": '<use href="#a" x="20" y="30"/><defs><rect id="a" width="30" height="20" fill="teal"/></defs>',
    "of-painted": '<rect id="a" width="30" height="20" fill="teal"/><use href="#a" x="40" y="40"/>',
    "of-text": '<defs><text id="a" font-family="Alegreya Sans" font-size="20">Ab</text></defs><use href="#a" x="20" y="40"/><use href="#a" x="50" y="80" fill="red"/>',
    "of-gradient-fill": '<defs><linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient><rect id="a" width="40" height="40" fill="url(#g)"/></defs><use href="#a" x="5" y="5"/><use href="#a" x="50" y="50"/>',
    "current-color": '<defs><rect id="a" width="30" height="20" fill="currentColor"/></defs><use href="#a" x="20" y="30" color="orange"/>',
    "display-none": '<defs><rect id="a" width="30" height="20"/></defs><use href="#a" display="none"/><use href="#a" x="50" y="50"/>',
    "symbol": f'<symbol id="s" viewBox="0 0 20 20">{FACE}</symbol><use href="#s" x="10" y="10" width="40" height="40"/><use href="#s" x="50" y="40" width="40" height="60"/>',
    "symbol-overflow-hidden": '<symbol id="s" viewBox="0 0 20 20"><circle cx="20" cy="20" r="15" fill="teal"/></symbol><use href="#s" x="10" y="10" width="50" height="50"/>',
    "symbol-overflow-visible": '<symbol id="s" viewBox="0 0 20 20" overflow="visible"><circle cx="20" cy="20" r="15" fill="teal"/></symbol><use href="#s" x="10" y="10" width="50" height="50"/>',
    "symbol-ratio": f'<symbol id="s" viewBox="0 0 20 20" preserveAspectRatio="xMinYMax meet">{FACE}</symbol><use href="#s" x="10" y="10" width="80" height="40"/>',
    "symbol-none": f'<symbol id="s" viewBox="0 0 20 20" preserveAspectRatio="none">{FACE}</symbol><use href="#s" x="10" y="10" width="80" height="40"/>',
    "symbol-not-painted": f'<symbol id="s" viewBox="0 0 20 20">{FACE}</symbol><rect width="9" height="9"/>',
    "svg": f'<defs><svg id="s" viewBox="0 0 20 20" width="30" height="30">{FACE}</svg></defs><use href="#s" x="10" y="10"/><use href="#s" x="50" y="50" width="40" height="40"/>',
    "opacity-of-symbol": f'<symbol id="s" viewBox="0 0 20 20">{FACE}</symbol><use href="#s" x="10" y="10" width="60" height="60" opacity="0.5"/>',
}
NESTED = {
    f"ratio-{ratio.replace(' ', '-')}-{name}": f'<rect width="100" height="100" fill="#eee"/><svg x="10" y="20" width="{w}" height="{h}" viewBox="0 0 20 20" preserveAspectRatio="{ratio}">{FACE}</svg>'
    for ratio in RATIOS
    for name, w, h in (("wide", 80, 30), ("tall", 30, 70))
} | {
    "no-view-box": f'<svg x="20" y="20" width="50" height="50">{TWO}</svg>',
    "overflow-visible": f'<svg x="20" y="20" width="30" height="30" overflow="visible">{TWO}</svg>',
    "percent": f'<svg x="10%" y="20%" width="50%" height="60%" viewBox="0 0 100 100">{TWO}</svg>',
    "percent-inside": '<svg x="10" y="20" width="60" height="40"><rect width="50%" height="50%" fill="teal"/></svg>',
    "percent-of-view-box": '<svg x="10" y="20" width="60" height="60" viewBox="0 0 10 10"><rect width="50%" height="50%" fill="teal"/></svg>',
    "view-box-origin": '<svg x="10" y="10" width="80" height="80" viewBox="-10 -10 20 20"><circle r="8" fill="teal"/></svg>',
    "nested-twice": f'<svg x="10" y="10" width="80" height="80" viewBox="0 0 10 10"><svg x="2" y="2" width="5" height="6" viewBox="0 0 20 20">{FACE}</svg></svg>',
    "in-group": f'<g transform="rotate(20 50 50)"><svg x="20" y="20" width="50" height="50" viewBox="0 0 20 20">{FACE}</svg></g>',
    "opacity": f'<svg x="10" y="10" width="80" height="80" opacity="0.5">{TWO}</svg>',
    "zero": f'<svg width="0" height="50">{TWO}</svg><rect width="9" height="9"/>',
}


def clip(content: str, attributes: str = "", target: str = SCENE, extra: str = "") -> str:
    """A clip path and what it cuts."""
    return f'<defs><clipPath id="c" {attributes}>{content}</clipPath>{extra}</defs><g clip-path="url(#c)">{target}</g>'


BIG = '<circle cx="50" cy="50" r="40"/>'
CLIPS = {
    "circle": clip(BIG),
    "rect": clip('<rect x="20" y="30" width="50" height="40"/>'),
    "path": clip('<path d="M50 5L78 92L4 38H96L22 92Z"/>'),
    "evenodd": clip('<path d="M50 5L78 92L4 38H96L22 92Z" clip-rule="evenodd"/>'),
    "evenodd-inherited": clip('<path d="M50 5L78 92L4 38H96L22 92Z"/>', 'clip-rule="evenodd"'),
    "two-apart": clip('<circle cx="25" cy="25" r="20"/><circle cx="70" cy="70" r="25"/>'),
    "two-touching": clip('<circle cx="40" cy="40" r="30"/><rect x="40" y="40" width="50" height="50"/>'),
    "two-opposite": clip('<path d="M10 10H70V70H10Z"/><path d="M40 40V90H90V40Z"/>'),
    "two-evenodd": clip(
        '<path d="M10 10H70V70H10Z" clip-rule="evenodd"/><path d="M40 40H90V90H40Z" clip-rule="evenodd"/>'
    ),
    "mixed-rules": clip('<path d="M50 5L78 92L4 38H96L22 92Z" clip-rule="evenodd"/><circle cx="50" cy="50" r="12"/>'),
    "mirrored": clip(
        '<circle cx="40" cy="40" r="30"/><rect x="-90" y="40" width="50" height="50" transform="scale(-1 1)"/>'
    ),
    "transformed-child": clip('<rect x="20" y="30" width="50" height="40" transform="rotate(20 50 50)"/>'),
    "transformed": clip('<rect x="20" y="30" width="50" height="40"/>', 'transform="rotate(30 50 50)"'),
    "box-units": clip('<circle cx="0.5" cy="0.5" r="0.4"/>', 'clipPathUnits="objectBoundingBox"'),
    "box-units-shape": '<defs><clipPath id="c" clipPathUnits="objectBoundingBox"><circle cx="0.5" cy="0.5" r="0.5"/></clipPath></defs><rect x="10" y="30" width="80" height="40" fill="teal" clip-path="url(#c)"/>',
    "box-units-transformed": '<defs><clipPath id="c" clipPathUnits="objectBoundingBox"><rect x="0.2" y="0.2" width="0.6" height="0.6"/></clipPath></defs><g transform="rotate(20 50 50)"><rect x="10" y="30" width="80" height="40" fill="teal" clip-path="url(#c)"/></g>',
    "clipped-clip": clip(
        BIG, 'clip-path="url(#d)"', extra='<clipPath id="d"><rect x="30" width="50" height="100"/></clipPath>'
    ),
    "clipped-child": clip(
        '<circle cx="50" cy="50" r="40" clip-path="url(#d)"/><rect width="20" height="20"/>',
        extra='<clipPath id="d"><rect x="30" width="50" height="100"/></clipPath>',
    ),
    "clipped-child-and-clip": clip(
        '<circle cx="50" cy="50" r="40" clip-path="url(#d)"/><rect width="40" height="20"/>',
        'clip-path="url(#e)"',
        extra='<clipPath id="d"><rect x="30" width="50" height="100"/></clipPath><clipPath id="e"><circle cx="40" cy="40" r="38"/></clipPath>',
    ),
    "use": clip('<use href="#u" x="10" y="10"/>', extra='<rect id="u" x="10" y="10" width="50" height="60" rx="10"/>'),
    "use-transformed": clip(
        '<use href="#u" x="10" y="10" transform="rotate(10)"/>',
        extra='<rect id="u" x="10" y="10" width="50" height="60" transform="skewX(10)"/>',
    ),
    "text": clip('<text x="5" y="75" font-family="Alegreya Sans" font-weight="bold" font-size="70">Ay</text>'),
    "text-and-shape": clip(
        '<text x="5" y="75" font-family="Alegreya Sans" font-size="70">Ay</text><circle cx="80" cy="20" r="15"/>'
    ),
    "invisible-child": clip(BIG + '<rect width="100" height="100" visibility="hidden"/>'),
    "undisplayed-child": clip(BIG + '<rect width="100" height="100" display="none"/>'),
    "ignores-fill": clip('<circle cx="50" cy="50" r="40" fill="none" stroke="red" stroke-width="20" opacity="0.1"/>'),
    "on-shape": '<defs><clipPath id="c"><circle cx="50" cy="50" r="40"/></clipPath></defs><rect x="10" y="10" width="80" height="80" fill="teal" stroke="black" stroke-width="9" clip-path="url(#c)"/>',
    "on-text": '<defs><clipPath id="c"><rect y="40" width="100" height="30"/></clipPath></defs><text x="5" y="75" font-family="Alegreya Sans" font-size="60" clip-path="url(#c)">Ayg</text>',
    "on-transformed": '<defs><clipPath id="c"><rect x="30" y="30" width="40" height="40"/></clipPath></defs><rect width="100" height="100" fill="teal" transform="rotate(20 50 50)" clip-path="url(#c)"/>',
    "with-opacity": f'<defs><clipPath id="c"><circle cx="50" cy="50" r="40"/></clipPath></defs><g clip-path="url(#c)" opacity="0.5">{SCENE}</g>',
    "nested-groups": f'<defs><clipPath id="c"><circle cx="40" cy="50" r="35"/></clipPath><clipPath id="d"><circle cx="65" cy="50" r="35"/></clipPath></defs><g clip-path="url(#c)"><g clip-path="url(#d)">{SCENE}</g></g>',
    "on-use": f'<defs><g id="a">{SCENE}</g><clipPath id="c"><circle cx="50" cy="50" r="40"/></clipPath></defs><use href="#a" clip-path="url(#c)"/>',
    "none": f'<g clip-path="none">{SCENE}</g>',
    "hidden-all": clip('<rect width="50" height="50" display="none"/>') + '<rect width="9" height="9"/>',
}


def mask(content: str, attributes: str = "", target: str = SCENE, extra: str = "") -> str:
    """A mask and what it fades."""
    return f'<defs><mask id="m" {attributes}>{content}</mask>{extra}</defs><g mask="url(#m)">{target}</g>'


GRADIENT = '<linearGradient id="g"><stop stop-color="white"/><stop offset="1" stop-color="black"/></linearGradient>'
FADE = '<linearGradient id="g"><stop stop-color="white"/><stop offset="1" stop-color="white" stop-opacity="0"/></linearGradient>'
MASKS = {
    "white": mask('<circle cx="50" cy="50" r="40" fill="white"/>'),
    "black": mask('<circle cx="50" cy="50" r="40" fill="black"/>') + '<rect width="9" height="9"/>',
    "grey": mask('<circle cx="50" cy="50" r="40" fill="#808080"/>'),
    "red": mask('<circle cx="50" cy="50" r="40" fill="red"/>'),
    "green": mask('<circle cx="50" cy="50" r="40" fill="lime"/>'),
    "blue": mask('<circle cx="50" cy="50" r="40" fill="blue"/>'),
    "many-colours": mask(
        '<rect width="50" height="100" fill="#a0ff20"/><rect x="50" width="50" height="100" fill="#ff2080"/>'
    ),
    "gradient": mask('<rect width="100" height="100" fill="url(#g)"/>', extra=GRADIENT),
    "gradient-colours": mask('<rect width="100" height="100" fill="url(#g)"/>', extra=GRADIENT.replace("black", "red")),
    "gradient-fading": mask('<rect width="100" height="100" fill="url(#g)"/>', extra=FADE),
    "translucent": mask('<circle cx="50" cy="50" r="40" fill="white" opacity="0.5"/>'),
    "stroke": mask('<circle cx="50" cy="50" r="35" fill="none" stroke="white" stroke-width="15"/>'),
    "alpha": mask('<circle cx="50" cy="50" r="40" fill="black"/>', 'mask-type="alpha"'),
    "alpha-style": mask('<circle cx="50" cy="50" r="40" fill="red" opacity="0.6"/>', 'style="mask-type: alpha"'),
    "alpha-gradient": mask('<rect width="100" height="100" fill="url(#g)"/>', 'mask-type="alpha"', extra=FADE),
    "region": mask('<rect width="100" height="100" fill="white"/>', 'x="0.2" y="0.3" width="0.5" height="0.4"'),
    "region-user": mask(
        '<rect width="100" height="100" fill="white"/>',
        'maskUnits="userSpaceOnUse" x="20" y="30" width="50" height="40"',
    ),
    "region-percent": mask('<rect width="100" height="100" fill="white"/>', 'x="20%" y="30%" width="50%" height="40%"'),
    "region-default": '<defs><mask id="m"><rect width="100" height="100" fill="white"/></mask></defs><rect x="30" y="30" width="40" height="40" stroke="red" stroke-width="30" mask="url(#m)"/>',
    "content-box": mask('<circle cx="0.5" cy="0.5" r="0.4" fill="white"/>', 'maskContentUnits="objectBoundingBox"'),
    "transformed-target": '<defs><mask id="m"><circle cx="50" cy="50" r="40" fill="white"/></mask></defs>'
    + f'<g transform="rotate(20) scale(0.8)"><g mask="url(#m)">{SCENE}</g></g>',
    "transform-on-same": '<defs><mask id="m"><circle cx="50" cy="50" r="40" fill="white"/></mask></defs>'
    + f'<g transform="translate(20 10) scale(0.8)" mask="url(#m)">{SCENE}</g>',
    "with-opacity": f'<defs><mask id="m"><circle cx="50" cy="50" r="40" fill="white"/></mask></defs><g mask="url(#m)" opacity="0.5">{SCENE}</g>',
    "with-clip": f'<defs><mask id="m"><rect width="100" height="100" fill="url(#g)"/></mask>{GRADIENT}<clipPath id="c"><circle cx="50" cy="50" r="40"/></clipPath></defs><g mask="url(#m)" clip-path="url(#c)">{SCENE}</g>',
    "with-soft-clip": f'<defs><mask id="m"><rect width="100" height="100" fill="url(#g)"/></mask>{GRADIENT}<clipPath id="c"><path d="M10 10H70V70H10Z"/><path d="M40 40V90H90V40Z"/></clipPath></defs><g mask="url(#m)" clip-path="url(#c)">{SCENE}</g>',
    "masked-mask": mask(
        '<circle cx="50" cy="50" r="40" fill="white"/>',
        'mask="url(#n)"',
        extra=f'<mask id="n"><rect width="100" height="100" fill="url(#g)"/></mask>{GRADIENT}',
    ),
    "masked-child": mask(
        '<circle cx="50" cy="50" r="40" fill="white" mask="url(#n)"/>',
        extra=f'<mask id="n"><rect width="100" height="100" fill="url(#g)"/></mask>{GRADIENT}',
    ),
    "clipped-child": mask(
        '<rect width="100" height="100" fill="white" clip-path="url(#c)"/>',
        extra='<clipPath id="c"><circle cx="50" cy="50" r="30"/></clipPath>',
    ),
    "clipped-mask": mask(
        '<rect width="100" height="100" fill="white"/>',
        'clip-path="url(#c)"',
        extra='<clipPath id="c"><circle cx="50" cy="50" r="30"/></clipPath>',
    ),
    "nested-groups": f'<defs><mask id="m"><circle cx="40" cy="50" r="35" fill="white"/></mask><mask id="n"><rect width="100" height="100" fill="url(#g)"/></mask>{GRADIENT}</defs><g mask="url(#m)"><g mask="url(#n)">{SCENE}</g></g>',
    "on-shape": f'<defs><mask id="m"><rect width="100" height="100" fill="url(#g)"/></mask>{GRADIENT}</defs><rect x="10" y="10" width="80" height="80" fill="teal" stroke="red" stroke-width="10" mask="url(#m)"/>',
    "on-text": f'<defs><mask id="m"><rect width="100" height="100" fill="url(#g)"/></mask>{GRADIENT}</defs><text x="5" y="70" font-family="Alegreya Sans" font-size="50" mask="url(#m)">Ayg</text>',
    "text-inside": mask(
        '<text x="5" y="75" font-family="Alegreya Sans" font-weight="bold" font-size="70" fill="white">Ay</text>'
    ),
    "use-inside": mask('<use href="#u" x="10" y="10"/>', extra='<rect id="u" width="60" height="50" fill="white"/>'),
    "pattern-inside": mask(
        '<rect width="100" height="100" fill="url(#p)"/>',
        extra='<pattern id="p" width="20" height="20" patternUnits="userSpaceOnUse"><circle cx="10" cy="10" r="8" fill="white"/></pattern>',
    ),
    "on-gradient": f'<defs><mask id="m"><circle cx="50" cy="50" r="40" fill="white"/></mask>{GRADIENT}</defs><rect width="100" height="100" fill="url(#g)" mask="url(#m)"/>',
    "in-symbol": f'<defs><mask id="m"><circle cx="50" cy="50" r="40" fill="white"/></mask></defs><symbol id="s" viewBox="0 0 100 100"><g mask="url(#m)">{SCENE}</g></symbol><use href="#s" x="10" y="10" width="40" height="40"/><use href="#s" x="50" y="50" width="50" height="50"/>',
}
ARROW = '<path d="M0 0L10 5L0 10Z" fill="crimson"/>'


def marker(attributes: str, target: str, content: str = ARROW) -> str:
    """A marker and the line it stands on."""
    return f'<defs><marker id="k" {attributes}>{content}</marker></defs>{target}'


AUTO = 'markerWidth="10" markerHeight="10" refX="5" refY="5" orient="auto" markerUnits="userSpaceOnUse"'
ALL = 'marker-start="url(#k)" marker-mid="url(#k)" marker-end="url(#k)" fill="none" stroke="black" stroke-width="2"'
MARKERS = {
    "end": marker(AUTO, '<line x1="10" y1="20" x2="80" y2="70" stroke="black" stroke-width="2" marker-end="url(#k)"/>'),
    "start": marker(
        AUTO, '<line x1="10" y1="20" x2="80" y2="70" stroke="black" stroke-width="2" marker-start="url(#k)"/>'
    ),
    "polyline": marker(AUTO, f'<polyline points="10,20 50,80 60,30 90,30" {ALL}/>'),
    "polygon": marker(AUTO, f'<polygon points="15,20 50,80 85,30" {ALL}/>'),
    "path": marker(AUTO, f'<path d="M10 20L50 80L60 30H90" {ALL}/>'),
    "curve": marker(AUTO, f'<path d="M10 50C10 10 90 10 90 50S50 90 20 80" {ALL}/>'),
    "arc": marker(AUTO, f'<path d="M15 60A35 35 0 1 1 85 60" {ALL}/>'),
    "quadratic": marker(AUTO, f'<path d="M10 80Q50 -20 90 80" {ALL}/>'),
    "closed": marker(AUTO, f'<path d="M20 20H80V80H20Z" {ALL}/>'),
    "subpaths": marker(AUTO, f'<path d="M10 20H80M10 50H80L60 80" {ALL}/>'),
    "shorthand": marker(AUTO, '<path d="M20 20H80V80" style="marker:url(#k)" fill="none" stroke="black"/>'),
    "stroke-width-units": marker(
        'markerWidth="4" markerHeight="4" refX="2" refY="2" orient="auto" viewBox="0 0 10 10"',
        '<path d="M15 50H80" stroke="black" stroke-width="5" marker-end="url(#k)"/>',
    ),
    "view-box": marker(
        'viewBox="0 0 10 10" markerWidth="20" markerHeight="20" refX="5" refY="5" markerUnits="userSpaceOnUse"',
        f'<path d="M20 30L80 70" {ALL}/>',
    ),
    "view-box-wide": marker(
        'viewBox="0 0 10 10" markerWidth="30" markerHeight="12" refX="5" refY="5" markerUnits="userSpaceOnUse"',
        f'<path d="M20 30L80 70" {ALL}/>',
    ),
    "view-box-none": marker(
        'viewBox="0 0 10 10" markerWidth="30" markerHeight="12" refX="5" refY="5" markerUnits="userSpaceOnUse" preserveAspectRatio="none"',
        f'<path d="M20 30L80 70" {ALL}/>',
    ),
    "angle": marker(AUTO.replace('"auto"', '"45"'), f'<path d="M20 30L80 70" {ALL}/>'),
    "angle-deg": marker(AUTO.replace('"auto"', '"90deg"'), f'<path d="M20 30L80 70" {ALL}/>'),
    "start-reverse": marker(AUTO.replace('"auto"', '"auto-start-reverse"'), f'<path d="M20 30L80 70" {ALL}/>'),
    "cut-off": marker(AUTO.replace('"10"', '"6"'), f'<path d="M20 30L80 70" {ALL}/>'),
    "overflow": marker(AUTO.replace('"10"', '"6"') + ' overflow="visible"', f'<path d="M20 30L80 70" {ALL}/>'),
    "default-size": marker(
        'orient="auto"',
        '<path d="M20 30L80 70" stroke="black" stroke-width="6" marker-end="url(#k)"/>',
        '<rect width="3" height="3" fill="red"/>',
    ),
    "opacity": marker(
        AUTO, '<path d="M20 30L80 70" stroke="black" stroke-width="4" marker-end="url(#k)" opacity="0.5"/>'
    ),
    "translucent-stroke": marker(
        AUTO, '<path d="M20 30L80 70" stroke="black" stroke-width="4" stroke-opacity="0.3" marker-end="url(#k)"/>'
    ),
    "not-inherited-style": marker(
        AUTO, f'<g fill="blue"><path d="M20 30L80 70" {ALL}/></g>', '<path d="M0 0L10 5L0 10Z"/>'
    ),
    "inherited": marker(AUTO, f'<g {ALL}><path d="M20 30L80 70"/></g>'),
    "not-on-rect": marker(AUTO, f'<rect x="20" y="20" width="50" height="50" {ALL}/>'),
    "transformed": marker(AUTO, f'<g transform="rotate(20 50 50) scale(0.8)"><path d="M20 30L80 70" {ALL}/></g>'),
    "single-point": marker(AUTO, f'<path d="M50 50" {ALL}/><rect width="9" height="9"/>'),
    "gradient-inside": marker(AUTO, f'<path d="M20 30L80 70" {ALL}/>', '<circle cx="5" cy="5" r="5" fill="url(#g)"/>')
    + f"<defs>{GRADIENT}</defs>",
}
RED = "<style>{}</style>"
SHEETS = {
    "type": RED.format("rect { fill: teal }") + '<rect width="50" height="50"/>',
    "class": RED.format(".a { fill: teal; stroke: red; stroke-width: 6 }")
    + '<rect class="a" x="10" y="10" width="50" height="50"/>',
    "two-classes": RED.format(".a { fill: teal } .b { stroke: red; stroke-width: 4px }")
    + '<rect class="a b" x="10" y="10" width="50" height="50"/>',
    "id": RED.format("#a { fill: teal }") + '<rect id="a" width="50" height="50"/>',
    "list": RED.format("rect, circle { fill: teal }")
    + '<rect width="30" height="30"/><circle cx="60" cy="60" r="20"/>',
    "descendant": RED.format("g rect { fill: teal }")
    + '<rect width="30" height="30"/><g><rect x="50" width="30" height="30"/></g>',
    "child": RED.format("g > rect { fill: teal }")
    + '<g><rect x="50" width="30" height="30"/><g><rect width="9" height="9"/></g></g>',
    "compound": RED.format("rect.a { fill: teal }")
    + '<rect class="a" width="30" height="30"/><circle class="a" cx="60" cy="60" r="20"/>',
    "universal": RED.format("* { fill: teal }") + '<rect width="30" height="30"/>',
    "attribute": RED.format('[width="30"] { fill: teal }')
    + '<rect width="30" height="30"/><rect y="50" width="20" height="20"/>',
    "first-child": RED.format("rect:first-child { fill: teal }")
    + '<g><rect width="30" height="30"/><rect y="50" width="20" height="20"/></g>',
    "specificity": RED.format("#a { fill: teal } .b { fill: red } rect { fill: blue }")
    + '<rect id="a" class="b" width="50" height="50"/>',
    "order": RED.format(".a { fill: red } .b { fill: teal }") + '<rect class="b a" width="50" height="50"/>',
    "over-attribute": RED.format("rect { fill: teal }") + '<rect fill="red" width="50" height="50"/>',
    "under-style": RED.format("rect { fill: red }") + '<rect style="fill:teal" width="50" height="50"/>',
    "important": RED.format("rect { fill: teal !important }") + '<rect style="fill:red" width="50" height="50"/>',
    "comments": RED.format("/* a */ rect /* b */ { /* c */ fill: /* d */ teal; }") + '<rect width="50" height="50"/>',
    "cdata": "<style><![CDATA[ g > rect { fill: teal } ]]></style>" + '<g><rect width="50" height="50"/></g>',
    "in-defs": '<defs><style type="text/css">rect { fill: teal }</style></defs><rect width="50" height="50"/>',
    "behind": '<rect width="50" height="50"/>' + RED.format("rect { fill: teal }"),
    "two-sheets": RED.format("rect { fill: red }")
    + RED.format("rect { fill: teal }")
    + '<rect width="50" height="50"/>',
    "gradient": RED.format("rect { fill: url(#g) } .x { stop-color: teal } .y { stop-color: gold }")
    + '<defs><linearGradient id="g"><stop class="x"/><stop class="y" offset="1"/></linearGradient></defs><rect width="80" height="80"/>',
    "group-inherits": RED.format("g { fill: teal; opacity: 0.5 }")
    + '<g><rect width="50" height="50"/><rect x="30" y="30" width="50" height="50"/></g>',
    "rgb": RED.format("rect { fill: rgb(10, 120, 130); stroke: hsl(20 80% 50%); stroke-width: 4 }")
    + '<rect x="9" y="9" width="50" height="50"/>',
    "clip": RED.format("rect { clip-path: url(#c) }")
    + '<defs><clipPath id="c"><circle cx="30" cy="30" r="25"/></clipPath></defs><rect width="80" height="80"/>',
    "style-attribute": '<rect style="fill: teal; stroke:red ;stroke-width: 5;" x="9" y="9" width="50" height="50"/>',
    "style-attribute-over-attribute": '<rect style="fill: teal" fill="red" x="9" y="9" width="50" height="50"/>',
    "style-attribute-important": '<rect style="fill: teal !important; fill: red" x="9" y="9" width="50" height="50"/>',
    "display-none": RED.format(".no { display: none }")
    + '<rect class="no" width="50" height="50"/><circle cx="50" cy="50" r="9"/>',
}
INHERITANCE = {
    "fill-from-root": '<g><g><rect width="50" height="50"/></g></g>',
    "fill-from-group": '<g fill="teal"><g stroke="red" stroke-width="5"><rect x="9" y="9" width="50" height="50"/></g></g>',
    "opacity-is-not": '<g opacity="0.5"><g><rect width="50" height="50"/></g></g>',
    "visibility": '<g visibility="hidden"><rect width="50" height="50"/><circle cx="70" cy="70" r="20" visibility="visible"/></g>',
    "visibility-collapse": '<rect width="50" height="50" visibility="collapse"/><circle cx="70" cy="70" r="20"/>',
    "display": '<g display="none"><rect width="50" height="50" display="inline"/></g><circle cx="70" cy="70" r="20"/>',
    "font-size-em": '<g font-size="10"><g font-size="2em"><text x="5" y="50" font-family="Alegreya Sans" font-size="150%">Ag</text></g></g>',
    "stroke-width": '<g stroke-width="9"><line x1="10" y1="10" x2="90" y2="60" stroke="black"/></g>',
    "defs-not-painted": '<defs><rect width="50" height="50"/></defs><circle cx="70" cy="70" r="20"/>',
    "silent": "<title>a</title><desc>b</desc><metadata><a/></metadata>" + '<circle cx="70" cy="70" r="20"/>',
    "other-namespaces": '<a:b xmlns:a="http://example.org/a"><rect width="50" height="50"/></a:b><circle cx="70" cy="70" r="20"/>',
}
ROOTS = {
    "view-box-larger": ('viewBox="0 0 200 200"', '<rect x="20" y="20" width="120" height="60" fill="teal"/>'),
    "view-box-smaller": ('viewBox="0 0 10 10"', '<rect x="1" y="2" width="6" height="3" fill="teal"/>'),
    "view-box-none": (
        'viewBox="0 0 50 200" preserveAspectRatio="none"',
        '<rect x="5" y="20" width="30" height="150" fill="teal"/>',
    ),
    "fill": ('viewBox="0 0 100 100" fill="teal"', '<rect width="50" height="50"/>'),
    "opacity": ('viewBox="0 0 100 100" opacity="0.5"', TWO),
    "style": ('viewBox="0 0 100 100" style="fill:teal"', '<rect width="50" height="50"/>'),
    "units-scaled": ('viewBox="0 0 200 200"', '<rect x="5mm" y="5mm" width="20mm" height="10mm" fill="teal"/>'),
}


ROOTS_INSTEAD = {  # on a face a millimetre is one on paper, whatever the viewBox says
    "units-scaled": document('<rect x="5mm" y="5mm" width="20mm" height="10mm" fill="teal"/>'),
}
NESTED_INSTEAD = {"zero": '<rect width="9" height="9"/>'}  # a viewport of no width paints nothing (SVG 1.1, 5.1.2)
MASKS_INSTEAD = {  # a mask may be clipped (SVG 1.1, 14.3.5)
    "clipped-mask": mask(
        '<g clip-path="url(#c)"><rect width="100" height="100" fill="white"/></g>',
        extra='<clipPath id="c"><circle cx="50" cy="50" r="30"/></clipPath>',
    ),
}


def cases() -> list[Case]:
    """Every case of this module."""
    return [
        *family("use", USES),
        *family("viewport", NESTED, NESTED_INSTEAD),
        *family("clip-path", CLIPS),
        *family("mask", MASKS, MASKS_INSTEAD),
        *family("marker", MARKERS),
        *family("style-sheet", SHEETS),
        *family("inheritance", INHERITANCE),
        *(
            Case("root", name, document(body, attributes), instead=ROOTS_INSTEAD.get(name, ""))
            for name, (attributes, body) in ROOTS.items()
        ),
    ]
