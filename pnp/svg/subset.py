"""What is painted and what is refused: the elements and their attributes, the properties, the cures. Tables alone."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.svg.tree import LINE_MARK, XML_SPACE

# The inherited properties that are painted, with their first values (SVG 1.1, appendix L)
INITIAL: Mapping[str, str] = {
    "fill": "black", "fill-opacity": "1", "fill-rule": "nonzero", "clip-rule": "nonzero", "stroke": "none",
    "stroke-width": "1", "stroke-opacity": "1", "stroke-linecap": "butt", "stroke-linejoin": "miter",
    "stroke-miterlimit": "4", "stroke-dasharray": "none", "stroke-dashoffset": "0", "paint-order": "normal",
    "color": "black", "font-family": "", "font-size": "4", "font-weight": "normal", "font-style": "normal",
    "letter-spacing": "0", "word-spacing": "0", "text-anchor": "start", "dominant-baseline": "auto",
    "white-space": "", "space": "default", "visibility": "visible", "image-rendering": "auto",
    "marker-start": "none", "marker-mid": "none", "marker-end": "none",
}  # fmt: skip
NOT_INHERITED = frozenset(
    {
        "opacity", "display", "clip-path", "mask", "mask-type", "stop-color", "stop-opacity", "overflow",
        "baseline-shift", "alignment-baseline",
    }
)  # fmt: skip
PROPERTIES = frozenset(INITIAL) - {"space"} | NOT_INHERITED | {"marker"}

# Properties that are taken only where they change nothing on paper; an empty set takes any value
NEUTRAL: Mapping[str, frozenset[str]] = {
    **{
        name: frozenset()
        for name in (
            "color-rendering", "shape-rendering", "text-rendering", "pointer-events", "cursor", "enable-background",
            "color-interpolation-filters", "flood-color", "flood-opacity", "lighting-color", "solid-color",
            "solid-opacity", "isolation", "line-height", "text-align", "text-decoration-style",
            "text-decoration-color", "text-orientation", "shape-inside", "shape-padding", "shape-margin",
            "color-profile", "unicode-bidi", "user-select", "text-align-last", "tab-size", "hyphens",
        )
    },
    **{
        name: frozenset({"normal", "auto", "none", "0", "100%"})
        for name in (
            "font-variant", "font-variant-ligatures", "font-variant-position", "font-variant-caps",
            "font-variant-numeric", "font-variant-alternates", "font-variant-east-asian", "font-stretch",
            "font-feature-settings", "font-variation-settings", "font-kerning", "font-size-adjust", "kerning",
            "text-decoration", "text-decoration-line", "text-transform", "text-indent", "text-overflow",
            "text-shadow", "filter", "mix-blend-mode", "vector-effect", "clip", "inline-size", "transform-origin",
            "glyph-orientation-vertical", "glyph-orientation-horizontal", "transition", "animation",
        )
    },
    "font-stretch": frozenset({"normal", "100%"}),
    "color-interpolation": frozenset({"auto", "sRGB", "srgb"}),
    "writing-mode": frozenset({"lr", "lr-tb", "horizontal-tb"}),
    "direction": frozenset({"ltr"}),
    "transform-box": frozenset({"view-box"}),
}  # fmt: skip

_RATIO = frozenset({"viewBox", "preserveAspectRatio"})
_BOX = frozenset({"x", "y", "width", "height"})
_TEXT = frozenset({"x", "y", "dx", "dy"})
_GRADIENT = frozenset({"gradientUnits", "gradientTransform", "spreadMethod", "href"})
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
    "image": _BOX | {"href", "preserveAspectRatio"},
    "linearGradient": _GRADIENT | {"x1", "y1", "x2", "y2"},
    "radialGradient": _GRADIENT | {"cx", "cy", "r", "fx", "fy", "fr"},
    "stop": frozenset({"offset"}),
    "pattern": _BOX | _RATIO | {"patternUnits", "patternContentUnits", "patternTransform", "href"},
    "clipPath": frozenset({"clipPathUnits"}),
    "mask": _BOX | {"maskUnits", "maskContentUnits"},
    "marker": _RATIO | {"refX", "refY", "markerWidth", "markerHeight", "markerUnits", "orient"},
    "style": frozenset({"type", "media", "title"}),
}
ELEMENTS = frozenset(GEOMETRY)
DEFINITIONS = frozenset(  # painted where they are referred to, not where they stand
    {"defs", "symbol", "clipPath", "mask", "marker", "pattern", "linearGradient", "radialGradient"}
)
SILENT = frozenset({"title", "desc", "metadata"})  # they say something and draw nothing
ANYWHERE = frozenset({"id", "class", "style", "transform", XML_SPACE, LINE_MARK, "role", "lang", "tabindex"})
CURES = {
    "filter": "filters are not painted: draw the effect, or place it as a PNG",
    "mix-blend-mode": "colours are not blended: choose the colour that the blend would give, or an opacity",
    "script": "scripts never run here: remove it",
    "foreignObject": "use the text(...) helper or <text>",
    "animate": "paper does not move: remove it",
    "animateTransform": "paper does not move: remove it",
    "animateMotion": "paper does not move: remove it",
    "set": "paper does not move: remove it",
    "a": "paper has no links: use <g>",
    "switch": "use a Jinja {% if %}",
    "textPath": "text on a path is not painted: place the letters with x and y",
    "textLength": "letters are not stretched: use letter-spacing, or the text(...) helper",
    "lengthAdjust": "letters are not stretched: use letter-spacing, or the text(...) helper",
    "rotate": "letters are not turned one by one: turn the <text> with transform",
    "text-decoration": "draw the line as a <line> or <rect>",
    "font": "write font-family, font-size, font-weight and font-style each",
    "transform": "write the transform as an attribute, not in a style",
    "vector-effect": "write the stroke-width that it should have",
    "meshgradient": "place the mesh as a PNG",
    "hatch": "use a <pattern>",
    "flowRoot": "in Inkscape: Text > Convert to Text; or a rectangle with data-text",
    "video": "paper does not move: place a picture",
    "systemLanguage": "use a Jinja {% if %}",
    "requiredFeatures": "use a Jinja {% if %}",
    "requiredExtensions": "use a Jinja {% if %}",
}
