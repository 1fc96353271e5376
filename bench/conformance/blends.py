"""Cases for colours that mix with what lies under them, and for transforms round a point of their own."""

from __future__ import annotations

from bench.conformance.case import Case, family
from pnp.paint.effects import BLENDS

GROUND = '<rect width="100" height="100" fill="#f0b030"/><rect x="30" width="30" height="100" fill="#406080"/>'
DISC = '<circle cx="55" cy="50" r="35" fill="#c05060" {}/>'
MODES = {mode: GROUND + DISC.format(f'style="mix-blend-mode:{mode}"') for mode in sorted(BLENDS)} | {
    "attribute-in-sheet": "<style>circle { mix-blend-mode: multiply }</style>" + GROUND + DISC.format(""),
    "over-nothing": DISC.format('style="mix-blend-mode:screen"'),
    "opacity": GROUND + DISC.format('style="mix-blend-mode:multiply" opacity="0.5"'),
    "group": GROUND + f'<g style="mix-blend-mode:multiply">{DISC.format("")}<circle cx="70" cy="60" r="20" fill="teal"/></g>',
    "isolated": GROUND + f'<g style="isolation:isolate">{DISC.format("style=" + chr(34) + "mix-blend-mode:multiply" + chr(34))}</g>',
    "not-isolated": GROUND + f'<g>{DISC.format("style=" + chr(34) + "mix-blend-mode:multiply" + chr(34))}</g>',
    "in-faded-group": GROUND + f'<g opacity="0.6">{DISC.format("style=" + chr(34) + "mix-blend-mode:multiply" + chr(34))}</g>',
    "clipped": GROUND + '<clipPath id="c"><rect x="20" y="20" width="60" height="40"/></clipPath>'
    + DISC.format('style="mix-blend-mode:multiply" clip-path="url(#c)"'),
    "in-clip": GROUND + '<clipPath id="c"><rect x="20" y="20" width="60" height="40"/></clipPath><g clip-path="url(#c)">'
    + DISC.format('style="mix-blend-mode:multiply"') + "</g>",
    "masked": GROUND + '<mask id="m"><rect x="20" y="20" width="60" height="40" fill="white"/></mask>'
    + DISC.format('style="mix-blend-mode:multiply" mask="url(#m)"'),
    "turned": GROUND + DISC.format('style="mix-blend-mode:screen" transform="translate(10 10) scale(0.8)"'),
}  # fmt: skip
BOX = '<rect x="20" y="30" width="40" height="20" fill="teal" {}/>'
ORIGINS = {
    "lengths": BOX.format('transform="rotate(30)" transform-origin="40 40"'),
    "style": BOX.format('transform="rotate(30)" style="transform-origin: 40px 40px"'),
    "percent": BOX.format('transform="rotate(30)" transform-origin="50% 50%"'),
    "words": BOX.format('transform="scale(0.5)" transform-origin="right bottom"'),
    "words-turned": BOX.format('transform="scale(0.5)" transform-origin="top right"'),
    "one": BOX.format('transform="rotate(30)" transform-origin="center"'),
    "fill-box": BOX.format('transform="rotate(30)" style="transform-origin: center; transform-box: fill-box"'),
    "fill-box-corner": BOX.format('transform="rotate(30)" style="transform-box: fill-box"'),
    "fill-box-lengths": BOX.format('transform="rotate(30)" style="transform-origin: 5px 5px; transform-box: fill-box"'),
    "group": f'<g transform="scale(1.5)" transform-origin="20 30">{BOX.format("")}</g>',
    "no-transform": BOX.format('transform-origin="50% 50%"'),
    "clip": '<clipPath id="c"><rect x="20" y="30" width="40" height="20" transform="rotate(30)" transform-origin="40 40"/></clipPath>'
    '<rect width="100" height="100" fill="teal" clip-path="url(#c)"/>',
    "box-of-gradient": '<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>'
    f'<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="0.5" height="1"/></clipPath><g clip-path="url(#c)">{BOX.format("transform=" + chr(34) + "rotate(30)" + chr(34) + " transform-origin=" + chr(34) + "40 40" + chr(34))}</g>',
}  # fmt: skip
TURNED = BOX.format('transform="rotate({})"')
ORIGINS_INSTEAD = {
    "lengths": TURNED.format("30 40 40"),
    "style": TURNED.format("30 40 40"),
    "percent": TURNED.format("30 50 50"),
    "words": BOX.format('transform="translate(100 100) scale(0.5) translate(-100 -100)"'),
    "words-turned": BOX.format('transform="translate(100 0) scale(0.5) translate(-100 0)"'),
    "one": TURNED.format("30 50 50"),
    "fill-box": TURNED.format("30 40 40"),
    "fill-box-corner": TURNED.format("30 20 30"),
    "fill-box-lengths": TURNED.format("30 25 35"),
    "group": f'<g transform="translate(20 30) scale(1.5) translate(-20 -30)">{BOX.format("")}</g>',
    "no-transform": BOX.format(""),
}


def cases() -> list[Case]:
    """Every case of this module."""
    return [
        *family("blend", MODES, {"over-nothing": DISC.format("")}),
        *family("transform-origin", ORIGINS, ORIGINS_INSTEAD),
    ]
