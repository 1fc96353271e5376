"""What must be refused loudly: every case here passes by raising a fault, and only so."""

from __future__ import annotations

from bench.conformance.case import Case, document

RECT = '<rect width="50" height="50" {}/>'
FILTER = '<defs><filter id="f"><feGaussianBlur stdDeviation="2"/><feTurbulence/></filter></defs>'
REFUSED = {
    "filter": FILTER + RECT.format('filter="url(#f)"'),
    "filter-style": FILTER + RECT.format('style="filter:url(#f)"'),
    "filter-sheet": FILTER + "<style>rect { filter: url(#f) }</style>" + RECT.format(""),
    "filter-function": RECT.format('style="filter: blur(2px)"'),
    "animate": '<rect width="50" height="50"><animate attributeName="x" to="9" dur="1s"/></rect>',
    "animate-transform": '<rect width="50" height="50"><animateTransform attributeName="transform" type="rotate" to="9" dur="1s"/></rect>',
    "animate-motion": '<rect width="50" height="50"><animateMotion path="M0 0L9 9" dur="1s"/></rect>',
    "set": '<rect width="50" height="50"><set attributeName="x" to="9"/></rect>',
    "animate-in-defs": '<defs><rect id="a" width="50" height="50"><animate attributeName="x" to="9" dur="1s"/></rect></defs><use href="#a"/>',
    "script": "<script>1</script>",
    "script-in-defs": "<defs><script>1</script></defs>",
    "event": RECT.format('onclick="go()"'),
    "foreign-object": '<foreignObject width="50" height="50"><p xmlns="http://www.w3.org/1999/xhtml">a</p></foreignObject>',
    "html": '<p xmlns="http://www.w3.org/1999/xhtml">a</p>',
    "text-path-too-short": '<path id="a" d="M0 50H9"/><text font-family="Alegreya Sans"><textPath href="#a">abc</textPath></text>',
    "text-path-missing": '<text font-family="Alegreya Sans"><textPath href="#a">ab</textPath></text>',
    "text-path-stretched": '<path id="a" d="M0 50H90"/><text font-family="Alegreya Sans"><textPath href="#a" method="stretch">ab</textPath></text>',
    "text-length-of-places": '<text font-family="Alegreya Sans" x="5 50" y="50" textLength="80">ab</text>',
    "text-decoration-wavy": '<text font-family="Alegreya Sans" y="50" style="text-decoration: underline wavy">ab</text>',
    "text-vertical": '<text font-family="Alegreya Sans" y="50" writing-mode="tb">ab</text>',
    "text-right-to-left": '<text font-family="Alegreya Sans" y="50" direction="rtl">ab</text>',
    "small-caps": '<text font-family="Alegreya Sans" y="50" font-variant="small-caps">ab</text>',
    "text-transform": '<text font-family="Alegreya Sans" y="50" style="text-transform:uppercase">ab</text>',
    "font-shorthand-without-size": '<text y="50" style="font: Alegreya Sans">ab</text>',
    "variable-missing": '<rect width="9" height="9" style="fill: var(--no)"/>',
    "variable-itself": '<rect width="9" height="9" style="--a: var(--a); fill: var(--a)"/>',
    "font-missing": '<text y="50" font-family="Nowhere">ab</text>',
    "glyph-missing": '<text y="50" font-family="Alegreya Sans">漢</text>',
    "blend-mode": RECT.format('style="mix-blend-mode:plus-darker"'),
    "vector-effect": RECT.format('vector-effect="non-scaling-stroke"'),
    "link": '<a href="https://example.org"><rect width="9" height="9"/></a>',
    "marker-missing": '<path d="M0 0H9" marker-end="url(#no)"/>',
    "gradient-missing": RECT.format('fill="url(#no)"'),
    "clip-missing": RECT.format('clip-path="url(#no)"'),
    "mask-missing": RECT.format('mask="url(#no)"'),
    "use-missing": '<use href="#no"/>',
    "use-file": '<use href="other.svg#a"/>',
    "use-itself": '<g id="a"><use href="#a"/></g>',
    "mask-itself": '<mask id="m"><rect width="9" height="9" mask="url(#m)"/></mask>' + RECT.format('mask="url(#m)"'),
    "pattern-itself": '<pattern id="p" width="1" height="1"><rect width="9" height="9" fill="url(#p)"/></pattern>'
    + RECT.format('fill="url(#p)"'),
    "clip-itself": '<clipPath id="c" clip-path="url(#c)"><rect width="9" height="9"/></clipPath>'
    + RECT.format('clip-path="url(#c)"'),
    "marker-itself": '<marker id="k"><path d="M0 0H9" marker-end="url(#k)"/></marker><path d="M0 0H9" stroke="red" marker-end="url(#k)"/>',
    "gradient-chain": '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/>'
    + RECT.format('fill="url(#a)"'),
    "pattern-overflow": '<pattern id="p" width="1" height="1" overflow="visible"><rect width="9" height="9"/></pattern>'
    + RECT.format('fill="url(#p)"'),
    "group-in-clip": '<clipPath id="c"><g><rect width="9" height="9"/></g></clipPath>'
    + RECT.format('clip-path="url(#c)"'),
    "element-unknown": "<blink/>",
    "element-misspelt": "<crcle r='3'/>",
    "attribute-unknown": RECT.format('widht="3"'),
    "property-unknown": RECT.format('style="fil: red"'),
    "colour-unknown": RECT.format('fill="blod"'),
    "colour-broken": RECT.format('fill="#12"'),
    "colour-lab": RECT.format('fill="lab(29% 39 20)"'),
    "colour-context": RECT.format('fill="context-fill"'),
    "length-broken": '<rect width="3px3" height="9"/>',
    "length-unit": '<rect width="3foo" height="9"/>',
    "length-calc": '<rect width="calc(1px + 2px)" height="9"/>',
    "negative-size": '<rect width="-3" height="9"/>',
    "path-broken": '<path d="M0 0L"/>',
    "path-letter": '<path d="M0 0X9 9"/>',
    "path-start": '<path d="L9 9"/>',
    "points-odd": '<polygon points="1 2 3"/>',
    "transform-broken": RECT.format('transform="turn(3)"'),
    "transform-count": RECT.format('transform="matrix(1 2 3)"'),
    "transform-style": RECT.format('style="transform: rotate(3deg)"'),
    "dash-negative": RECT.format('stroke="red" stroke-dasharray="3 -2"'),
    "cap-unknown": RECT.format('stroke="red" stroke-linecap="flat"'),
    "join-arcs": RECT.format('stroke="red" stroke-linejoin="arcs"'),
    "fill-rule-unknown": '<path d="M0 0H9V9Z" fill-rule="odd"/>',
    "spread-unknown": '<linearGradient id="g" spreadMethod="bounce"><stop/><stop offset="1"/></linearGradient>'
    + RECT.format('fill="url(#g)"'),
    "gradient-no-stops": '<linearGradient id="g"/>' + RECT.format('fill="url(#g)"'),
    "view-box-broken": '<svg viewBox="0 0 0 10"/>',
    "ratio-broken": '<svg width="9" height="9" viewBox="0 0 9 9" preserveAspectRatio="middle"><rect width="9" height="9"/></svg>',
    "image-missing": '<image href="no.png" width="9" height="9"/>',
    "image-remote": '<image href="https://example.org/a.png" width="9" height="9"/>',
    "image-gif": '<image href="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="9" height="9"/>',
    "image-broken": '<image href="data:image/png;base64,iVBORw0KGgo=" width="9" height="9"/>',
    "sheet-import": "<style>@import url(a.css);</style>",
    "sheet-media": "<style>@media print { rect { fill: red } }</style>",
    "sheet-font-face": "<style>@font-face { font-family: a; src: url(a.ttf) }</style>",
    "sheet-property": "<style>rect { fil: red }</style>",
    "sheet-hover": "<style>rect:hover { fill: red }</style>",
    "linear-rgb": RECT.format('color-interpolation="linearRGB"'),
    "not-closed": "<g>",
    "entity": "&no;",
}


def cases() -> list[Case]:
    """Every case of this module."""
    return [Case("refused", name, document(body), refused=True) for name, body in REFUSED.items()]
