"""What is painted and what is refused: the elements and their attributes, the properties, the cures. Tables alone."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.svg.decorations import DECORATIONS
from pnp.svg.tree import LINE_MARK, XML_SPACE

# The inherited properties that are painted, with their first values (SVG 1.1, appendix L)
INITIAL: Mapping[str, str] = {
    "fill": "black", "fill-opacity": "1", "fill-rule": "nonzero", "clip-rule": "nonzero", "stroke": "none",
    "stroke-width": "1", "stroke-opacity": "1", "stroke-linecap": "butt", "stroke-linejoin": "miter",
    "stroke-miterlimit": "4", "stroke-dasharray": "none", "stroke-dashoffset": "0", "paint-order": "normal",
    "color": "black", "font-family": "", "font-size": "4", "font-weight": "normal", "font-style": "normal",
    "letter-spacing": "0", "word-spacing": "0", "text-anchor": "start", "dominant-baseline": "auto",
    "white-space": "", "space": "default", "visibility": "visible", "image-rendering": "auto",
    "text-underline-offset": "auto",
    "marker-start": "none", "marker-mid": "none", "marker-end": "none", "color-interpolation-filters": "linearRGB",
}  # fmt: skip
NOT_INHERITED = frozenset(
    {
        "opacity", "display", "clip-path", "mask", "mask-type", "stop-color", "stop-opacity", "overflow",
        "baseline-shift", "alignment-baseline", "mix-blend-mode", "isolation", "transform-origin", "transform-box",
        "filter", "flood-color", "flood-opacity",
    }
) | DECORATIONS  # fmt: skip
PROPERTIES = frozenset(INITIAL) - {"space"} | NOT_INHERITED | {"marker", "font"}

# Properties that are taken only where they change nothing on paper, as drawing programs write them: the values that
# do nothing. An empty set takes any value, and an empty value is always taken: it declares nothing (CSS 2, 4.1.8).
_IDLE = frozenset({"normal", "auto", "none", "0", "0px", "100%"})
NEUTRAL: Mapping[str, frozenset[str]] = {
    **{
        name: frozenset()
        for name in (
            # hints to a screen, or for what is not painted here (lighting, links, flowing text)
            "color-rendering", "shape-rendering", "text-rendering", "buffered-rendering", "pointer-events", "cursor",
            "enable-background", "lighting-color",
            "filter-gaussianBlur-deviation", "solid-color", "solid-opacity", "viewport-fill-opacity",
            "color-profile", "user-select", "audio-level", "will-change", "backface-visibility",
            # of lines that a program breaks itself
            "line-height", "line-spacing", "text-align", "text-align-last", "text-align-all", "text-justify",
            "shape-inside", "shape-subtract", "shape-padding", "shape-margin", "hyphens", "tab-size", "word-break",
            "line-break", "overflow-wrap", "word-wrap", "text-wrap", "display-align", "unicode-bidi",
            # of lines along text, which run through descenders here, and of marks over letters, which are none
            "text-decoration-stroke", "text-decoration-skip", "text-decoration-skip-ink", "text-emphasis-color",
            "text-emphasis-position", "text-orientation",
        )
    },
    **dict.fromkeys(
        (
            "font-variant-position", "font-variant-caps",
            "font-variant-numeric", "font-variant-alternates", "font-variant-east-asian",
            "font-variant-east_asian",  # so spelt by Inkscape 0.92
            "font-variant-emoji", "font-feature-settings", "font-variation-settings",
            "font-size-adjust", "font-optical-sizing", "font-palette", "font-language-override",
            "text-transform", "text-indent", "text-overflow",
            "text-emphasis", "text-emphasis-style", "text-combine-upright", "text-shadow",
            "filter-blend-mode", "background-blend-mode", "backdrop-filter", "vector-effect", "clip", "inline-size",
            "glyph-orientation-vertical", "glyph-orientation-horizontal", "transition",
            "animation", "viewport-fill", "rotate", "scale", "translate", "offset-path",
        ),
        _IDLE,
    ),
    **dict.fromkeys(("font-variant", "font-variant-ligatures"), frozenset({"normal"})),  # none would part ligatures
    **dict.fromkeys(("font-kerning", "kerning"), frozenset({"auto", "normal"})),  # none would part letters
    "font-stretch": frozenset({"normal", "100%"}),
    "font-synthesis": frozenset({"none", "weight", "style", "weight style"}),
    "color-interpolation": frozenset({"auto", "sRGB", "srgb"}),
    "block-progression": frozenset({"tb"}),
    "writing-mode": frozenset({"lr", "lr-tb", "horizontal-tb"}),
    "direction": frozenset({"ltr"}),
    "stroke-alignment": frozenset({"center"}),
    "text-underline-position": frozenset({"auto", "from-font", "alphabetic"}),
    "zoom": frozenset({"normal", "1", "100%"}),
}  # fmt: skip
# What a program leaves behind on what it has made a path: in SVG 2 (8.1) these say something of other elements alone
LEFT_BEHIND: Mapping[str, frozenset[str]] = {
    "path": frozenset({"x", "y", "width", "height", "rx", "ry", "cx", "cy", "r"})
}

_RATIO = frozenset({"viewBox", "preserveAspectRatio"})
_BOX = frozenset({"x", "y", "width", "height"})
_TEXT = frozenset({"x", "y", "dx", "dy", "rotate", "textLength", "lengthAdjust"})
_GRADIENT = frozenset({"gradientUnits", "gradientTransform", "spreadMethod", "href"})
# what stands in a filter, but for x, y, width, height and result, which every primitive has
_PRIMITIVES: Mapping[str, frozenset[str]] = {
    "feGaussianBlur": frozenset({"in", "stdDeviation", "edgeMode"}),
    "feDropShadow": frozenset({"in", "stdDeviation", "dx", "dy"}),
    "feOffset": frozenset({"in", "dx", "dy"}),
    "feFlood": frozenset({"in"}),
    "feColorMatrix": frozenset({"in", "type", "values"}),
    "feComponentTransfer": frozenset({"in"}),
    "feComposite": frozenset({"in", "in2", "operator", "k1", "k2", "k3", "k4"}),
    "feBlend": frozenset({"in", "in2", "mode"}),
    "feMerge": frozenset(),
    "feMorphology": frozenset({"in", "operator", "radius"}),
}
FILTER_PRIMITIVES = frozenset(_PRIMITIVES)
FILTER_FUNCTIONS = frozenset({"feFuncR", "feFuncG", "feFuncB", "feFuncA"})
FILTER_MODES = frozenset(
    {"normal", "multiply", "screen", "darken", "lighten", "overlay", "hard-light", "difference", "exclusion"}
)
_FUNCTION = frozenset({"type", "tableValues", "slope", "intercept", "amplitude", "exponent", "offset"})
_ROOT = frozenset({"version", "baseProfile", "zoomAndPan", "contentScriptType", "contentStyleType"})
GEOMETRY: Mapping[str, frozenset[str]] = {
    "svg": _BOX | _RATIO | _ROOT,
    "g": frozenset(),
    "defs": frozenset(),
    "symbol": _RATIO | _BOX | {"refX", "refY"},
    "use": _BOX | {"href"},
    "path": frozenset({"d", "pathLength"}),
    "rect": _BOX | {"rx", "ry", "pathLength"},
    "circle": frozenset({"cx", "cy", "r", "pathLength"}),
    "ellipse": frozenset({"cx", "cy", "rx", "ry", "pathLength"}),
    "line": frozenset({"x1", "y1", "x2", "y2", "pathLength"}),
    "polyline": frozenset({"points", "pathLength"}),
    "polygon": frozenset({"points", "pathLength"}),
    "text": _TEXT,
    "tspan": _TEXT,
    "textPath": frozenset({"href", "path", "startOffset", "side", "method", "spacing", "textLength", "lengthAdjust"}),
    "image": _BOX | {"href", "preserveAspectRatio", "data-focus"},
    "linearGradient": _GRADIENT | {"x1", "y1", "x2", "y2"},
    "radialGradient": _GRADIENT | {"cx", "cy", "r", "fx", "fy", "fr"},
    "stop": frozenset({"offset"}),
    "pattern": _BOX | _RATIO | {"patternUnits", "patternContentUnits", "patternTransform", "href"},
    "clipPath": frozenset({"clipPathUnits"}),
    "mask": _BOX | {"maskUnits", "maskContentUnits"},
    "marker": _RATIO | {"refX", "refY", "markerWidth", "markerHeight", "markerUnits", "orient"},
    "filter": _BOX | {"filterUnits", "primitiveUnits", "filterRes"},
    **{tag: _BOX | {"result"} | names for tag, names in _PRIMITIVES.items()},
    "feMergeNode": frozenset({"in"}),
    **dict.fromkeys(sorted(FILTER_FUNCTIONS), _FUNCTION),
    "style": frozenset({"type", "media", "title"}),
}
ELEMENTS = frozenset(GEOMETRY)
DEFINITIONS = frozenset(  # painted where they are referred to, not where they stand
    {"defs", "symbol", "clipPath", "mask", "marker", "pattern", "linearGradient", "radialGradient", "filter"}
)
SILENT = frozenset({"title", "desc", "metadata"})  # they say something and draw nothing
ANYWHERE = frozenset({"id", "class", "style", "transform", XML_SPACE, LINE_MARK, "role", "lang", "tabindex"})
CURES = {
    "script": "scripts never run here: remove it",
    "foreignObject": "use the text(...) helper or <text>",
    "animate": "paper does not move: remove it",
    "animateTransform": "paper does not move: remove it",
    "animateMotion": "paper does not move: remove it",
    "set": "paper does not move: remove it",
    "a": "paper has no links: use <g>",
    "textLength": "give it to the <text>, a <tspan> or the <textPath>",
    "lengthAdjust": "give it to the <text>, a <tspan> or the <textPath>",
    "rotate": "write it as an attribute of a <text> or <tspan>, or turn the element with transform",
    "transform": "write the transform as an attribute, not in a style",
    "vector-effect": "write the stroke-width that it should have",
    "meshgradient": "place the mesh as a PNG",
    "hatch": "use a <pattern>",
    "flowRoot": "in Inkscape: Text > Convert to Text; or a rectangle with data-text",
    "video": "paper does not move: place a picture",
}
