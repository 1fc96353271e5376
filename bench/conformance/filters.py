"""Cases for filters: each primitive, colours that mix as light and as values, regions, units, chains of programs."""

from __future__ import annotations

from bench.conformance.case import Case, family

BOX = '<rect x="25" y="30" width="40" height="30" fill="teal" filter="url(#f)" {}/>'
TWO = '<g filter="url(#f)"><rect x="20" y="25" width="35" height="35" fill="#c05060"/><circle cx="60" cy="60" r="20" fill="gold" opacity="0.6"/></g>'
WIDE = 'x="-50%" y="-50%" width="200%" height="200%"'
FLOOD = '<feFlood flood-color="#3060c0" flood-opacity="0.7" result="flood"/>'


def _filtered(primitives: str, said: str = WIDE, body: str = TWO) -> str:
    return f'<filter id="f" {said}>{primitives}</filter>{body}'


FILTERS = {
    "blur": _filtered('<feGaussianBlur stdDeviation="4"/>'),
    "blur-srgb": _filtered('<feGaussianBlur stdDeviation="4" color-interpolation-filters="sRGB"/>'),
    "blur-one-axis": _filtered('<feGaussianBlur stdDeviation="6 0"/>'),
    "blur-region": _filtered('<feGaussianBlur stdDeviation="6"/>', ""),
    "blur-wide": _filtered('<feGaussianBlur stdDeviation="20"/>'),
    "offset": _filtered('<feOffset dx="12" dy="-7"/>'),
    "flood": _filtered(FLOOD, "", BOX.format("")),
    "drop-shadow": _filtered('<feDropShadow dx="5" dy="6" stdDeviation="3" flood-color="navy" flood-opacity="0.6"/>'),
    "saturate": _filtered('<feColorMatrix type="saturate" values="0.2"/>'),
    "hue-rotate": _filtered('<feColorMatrix type="hueRotate" values="90"/>'),
    "luminance-to-alpha": _filtered('<feColorMatrix type="luminanceToAlpha"/>'),
    "matrix": _filtered('<feColorMatrix values="0.3 0.6 0 0 0.1  0 1 0.2 0 0  0.5 0 0.5 0 0  0 0 0 0.8 0"/>'),
    "transfer": _filtered(
        '<feComponentTransfer><feFuncR type="table" tableValues="1 0 0.5"/><feFuncG type="discrete" tableValues="0.2 0.8 1"/>'
        '<feFuncB type="gamma" amplitude="0.9" exponent="2" offset="0.1"/><feFuncA type="linear" slope="0.8"/></feComponentTransfer>'
    ),
    **{f"composite-{operator}": _filtered(FLOOD + f'<feOffset in="SourceGraphic" dx="15"/><feComposite in2="SourceGraphic" operator="{operator}"/>') for operator in ("over", "in", "out", "atop", "xor")},
    "arithmetic": _filtered(FLOOD + '<feComposite in2="SourceGraphic" operator="arithmetic" k1="0.5" k2="0.3" k3="0.6"/>'),
    **{f"blend-{mode}": _filtered(FLOOD + f'<feBlend in="SourceGraphic" in2="flood" mode="{mode}"/>') for mode in ("multiply", "screen", "darken", "lighten", "overlay", "hard-light", "difference", "exclusion")},
    "merge": _filtered('<feGaussianBlur in="SourceAlpha" stdDeviation="3"/><feOffset dx="5" dy="5" result="s"/><feMerge><feMergeNode in="s"/><feMergeNode in="SourceGraphic"/></feMerge>'),
    "dilate": _filtered('<feMorphology operator="dilate" radius="4 2"/>'),
    "erode": _filtered('<feMorphology operator="erode" radius="4 2"/>'),
    "user-space": _filtered(FLOOD, 'filterUnits="userSpaceOnUse" x="10" y="20" width="50" height="35"', BOX.format("")),
    "share-of-box": _filtered('<feOffset dx="0.5" dy="0.25"/>', WIDE + ' primitiveUnits="objectBoundingBox"', BOX.format("")),
    "subregion": _filtered('<feFlood x="30" y="20" width="25" height="20" flood-color="gold"/><feMerge><feMergeNode in="SourceGraphic"/><feMergeNode/></feMerge>', WIDE, BOX.format("")),
    "turned": _filtered('<feDropShadow dx="6" dy="0" stdDeviation="2"/>', WIDE, BOX.format('transform="rotate(30 50 50)"')),
    "clipped": '<clipPath id="c"><circle cx="45" cy="45" r="22"/></clipPath>' + _filtered('<feGaussianBlur stdDeviation="5"/>', WIDE, BOX.format('clip-path="url(#c)" opacity="0.7"')),
    "in-use": _filtered('<feDropShadow dx="3" dy="3" stdDeviation="1.5"/>', WIDE, f'<defs><g id="u">{BOX.format("")}</g></defs><use href="#u" transform="scale(0.6)"/><use href="#u" x="20" y="30"/>'),
    "figma": _filtered(
        '<feFlood flood-opacity="0" result="BackgroundImageFix"/><feColorMatrix in="SourceAlpha" type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="hardAlpha"/>'
        '<feOffset dy="4"/><feGaussianBlur stdDeviation="2"/><feComposite in2="hardAlpha" operator="out"/><feColorMatrix type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.25 0"/>'
        '<feBlend mode="normal" in2="BackgroundImageFix" result="e"/><feBlend mode="normal" in="SourceGraphic" in2="e" result="shape"/>',
        'x="10" y="10" width="80" height="80" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB"',
    ),
}  # fmt: skip


INSTEAD = {  # resvg moves a shadow along the picture's axes, not along the element's own (Filter Effects 1, 5)
    "turned": _filtered('<feDropShadow dx="5.196" dy="3" stdDeviation="2"/>', WIDE, BOX.format('transform="rotate(30 50 50)"')),
}  # fmt: skip


def cases() -> list[Case]:
    """Every case of this module."""
    return family("filter", FILTERS, INSTEAD)
