"""An element's attributes and its parent's style go in, the style it is painted with comes out."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from pnp.paint.fault import SvgFault
from pnp.paint.tree import LINE_MARK, XLINK_HREF, XML_SPACE, local
from pnp.problems import did_you_mean

Style = Mapping[str, str]

# SVG 1.1's inherited properties that are painted here, with their first values (appendix L)
INITIAL: Style = {
    "fill": "black", "fill-opacity": "1", "fill-rule": "nonzero", "clip-rule": "nonzero", "stroke": "none",
    "stroke-width": "1", "stroke-opacity": "1", "stroke-linecap": "butt", "stroke-linejoin": "miter",
    "stroke-miterlimit": "4", "stroke-dasharray": "none", "stroke-dashoffset": "0", "color": "black",
    "font-family": "", "font-size": "4", "font-weight": "normal", "font-style": "normal", "letter-spacing": "0",
    "text-anchor": "start", "visibility": "visible", "space": "default",
}  # fmt: skip
OWN = frozenset({"opacity", "display", "clip-path", "stop-color", "stop-opacity"})
PROPERTIES = frozenset(INITIAL) - {"space"} | OWN

_GEOMETRY: dict[str, frozenset[str]] = {
    "svg": frozenset({"viewBox", "width", "height", "version", "preserveAspectRatio", "x", "y"}),
    "g": frozenset(),
    "defs": frozenset(),
    "symbol": frozenset({"viewBox"}),
    "use": frozenset({"href", "x", "y", "width", "height"}),
    "path": frozenset({"d"}),
    "rect": frozenset({"x", "y", "width", "height", "rx", "ry"}),
    "circle": frozenset({"cx", "cy", "r"}),
    "ellipse": frozenset({"cx", "cy", "rx", "ry"}),
    "line": frozenset({"x1", "y1", "x2", "y2"}),
    "polyline": frozenset({"points"}),
    "polygon": frozenset({"points"}),
    "text": frozenset({"x", "y", "dx", "dy"}),
    "tspan": frozenset({"x", "y", "dx", "dy"}),
    "image": frozenset({"href", "x", "y", "width", "height", "preserveAspectRatio"}),
    "linearGradient": frozenset({"x1", "y1", "x2", "y2", "gradientUnits", "gradientTransform", "spreadMethod", "href"}),
    "radialGradient": frozenset(
        {"cx", "cy", "r", "fx", "fy", "gradientUnits", "gradientTransform", "spreadMethod", "href"}
    ),
    "stop": frozenset({"offset"}),
    "clipPath": frozenset({"clipPathUnits"}),
}
ELEMENTS = frozenset(_GEOMETRY)
SILENT = frozenset({"title", "desc", "metadata"})  # they say something and draw nothing
_ANYWHERE = frozenset({"id", "class", "style", "transform", XLINK_HREF, XML_SPACE, LINE_MARK, "role", "aria-label"})
_CURES = {
    "filter": "filters are not painted: draw the effect, or place it as a PNG",
    "mask": "masks are not painted yet: use a clipPath or an opacity",
    "pattern": "patterns are not painted yet: repeat the shape with a Jinja loop and <use>",
    "marker": "markers are not painted yet: draw the arrow head as a path",
    "style": "write the properties on the elements, or in their style attribute",
    "script": "scripts never run here: remove it",
    "foreignObject": "use the text(...) helper or <text>",
    "animate": "paper does not move: remove it",
    "a": "paper has no links: use <g>",
    "switch": "use a Jinja {% if %}",
    "textPath": "text on a path is not painted yet: place the letters with x and y",
}


def check_element(element: Element, tag: str) -> None:
    """Refuse what is not painted: the element itself, and every attribute it should not have."""
    if tag not in ELEMENTS:
        hint = _CURES.get(tag, "") or did_you_mean(tag, ELEMENTS)
        raise SvgFault(f"<{tag}> is not painted", hint)
    allowed = _GEOMETRY[tag]
    for name in element.keys():  # noqa: SIM118 - an Element is no mapping
        if name in allowed or name in PROPERTIES or name in _ANYWHERE or name.startswith(("data-", "{")):
            continue
        hint = _CURES.get(name, "") or did_you_mean(name, allowed | PROPERTIES)
        raise SvgFault(f"unknown attribute '{name}' on <{tag}>", hint)


def declared(element: Element) -> dict[str, str]:
    """The properties an element sets itself; its style attribute wins over its attributes."""
    found = {name: value.strip() for name, value in element.items() if name in PROPERTIES}
    text = element.get("style")
    if text:
        for part in text.split(";"):
            name, colon, value = part.partition(":")
            name = name.strip()
            if not name:
                continue
            if not colon or name not in PROPERTIES:
                hint = _CURES.get(name, "") or did_you_mean(name, PROPERTIES)
                raise SvgFault(f"unknown property '{name}' in style on <{local(element.tag)}>", hint)
            found[name] = value.strip()
    space = element.get(XML_SPACE)
    if space:
        found["space"] = space
    return found


def inherit(parent: Style, own: Mapping[str, str]) -> Style:
    """The style for an element and its children; the properties that are not inherited are left out."""
    changed = {name: value for name, value in own.items() if name not in OWN and value != "inherit"}
    return {**parent, **changed} if changed else parent
