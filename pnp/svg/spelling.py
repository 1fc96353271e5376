"""An element and what it declares go in; the same as plain attributes come out, lengths as numbers of user units."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.svg.cascade import EX, Cascade
from pnp.svg.document import SvgDocument
from pnp.svg.lengths import split_length
from pnp.svg.subset import GEOMETRY, PROPERTIES
from pnp.svg.transform import parse_transform, view_box
from pnp.svg.tree import XLINK_HREF, XML_SPACE, Element, href

_AXES = {
    **dict.fromkeys(("x", "cx", "x1", "x2", "dx", "fx", "rx", "width", "markerWidth"), "w"),
    **dict.fromkeys(("y", "cy", "y1", "y2", "dy", "fy", "ry", "height", "markerHeight"), "h"),
    **dict.fromkeys(("r", "fr"), "d"),
}
_ALONG = frozenset({"startOffset", "textLength"})
_LENGTHS = frozenset({"stroke-width", "stroke-dasharray", "stroke-dashoffset", "letter-spacing", "word-spacing"})
_EMS = {"em": 1.0, "rem": 1.0, "ex": EX}  # what follows the size of letters stays, for a use may change that
_UNITS = {  # definitions whose coordinates may be shares of a box: the attribute that says so
    "linearGradient": "gradientUnits",
    "radialGradient": "gradientUnits",
    "pattern": "patternUnits",
    "mask": "maskUnits",
    "filter": "filterUnits",
}
_WHOLE = {  # what they are without those coordinates, where these are lengths (SVG 1.1, 13.2.2, 13.2.3, 14.4)
    "linearGradient": {"x2": "100%"},
    "radialGradient": {"cx": "50%", "cy": "50%", "r": "50%"},
    **{tag: {"x": "-10%", "y": "-10%", "width": "120%", "height": "120%"} for tag in ("mask", "filter")},
}
_CHAINED = frozenset({"linearGradient", "radialGradient", "pattern"})
_REFERENCE_POINT = frozenset({"refX", "refY"})


def geometry(element: Element, tag: str, cascade: Cascade, document: SvgDocument) -> dict[str, str]:
    """The attributes that an element is drawn from, in their order; a borrowing gradient's with what it borrows."""
    borrowed: dict[str, str] = {}
    if tag in _CHAINED and href(element):
        for lender in reversed(document.chain(element)[1:]):
            borrowed |= {name: value for name, value in lender.items() if name in GEOMETRY[tag] and name != "href"}
    units = _UNITS.get(tag, "")
    boxed = bool(units) and element.get(units, borrowed.get(units, "objectBoundingBox")) == "objectBoundingBox"
    found = {}
    for name, value in {**borrowed, **dict(element.items())}.items() if borrowed else element.items():
        if name in (XML_SPACE, "id"):
            found[name] = value
        elif name == "transform" and value.strip():
            parse_transform(value)
            found[name] = value
        elif name in PROPERTIES:
            found[name] = ""  # its place; the value is decided by all that is declared
        elif name == XLINK_HREF and "href" in GEOMETRY[tag]:
            found["href"] = href(element)
        elif name in GEOMETRY[tag] and name in _ALONG and not value.strip().endswith("%"):
            found[name] = plain_lengths(value, name, cascade, "w")
        elif name in GEOMETRY[tag] and name not in _AXES:
            found[name] = value
        elif name in GEOMETRY[tag] and value != "auto":
            found[name] = value if boxed else plain_lengths(value, name, cascade, _AXES[name])
    if units and not boxed:
        for name, value in _WHOLE.get(tag, {}).items():
            found.setdefault(name, plain_lengths(value, name, cascade, _AXES[name]))
    if tag == "marker":
        found |= {name: _reference_point(element, name) for name in _REFERENCE_POINT & found.keys()}
    return found


def properties(own: Mapping[str, str], cascade: Cascade) -> dict[str, str]:
    """What an element declares, as attributes."""
    found = {}
    for name, value in own.items():
        if name == "font-size":
            found[name] = _font_size(value, cascade)
        elif name != "space" and not name.startswith("--"):
            found[name] = plain_lengths(value, name, cascade) if name in _LENGTHS else value
    return found


def plain_lengths(text: str, name: str, cascade: Cascade, axis: str = "d", *, fixed: bool = False) -> str:
    """A length, or a list of them, as numbers; words such as none or auto stay, and ems unless they are ``fixed``."""
    if _plain_already(text):
        return text
    return " ".join(_one(part, name, cascade, axis, fixed) for part in text.replace(",", " ").split())


def _plain_already(text: str) -> bool:
    return text.replace(".", "", 1).removeprefix("-").isdecimal()


def _one(text: str, name: str, cascade: Cascade, axis: str, fixed: bool) -> str:
    if not text[0].isdigit() and text[0] not in "+-.":
        return text
    value, unit = split_length(text, name)
    if unit in _EMS and not fixed:
        return f"{value * _EMS[unit]:.6g}em"
    if not unit:
        return text.lower().removesuffix("px")
    return f"{cascade.length(text, name, axis):.6g}"


def _font_size(text: str, cascade: Cascade) -> str:
    """A size as a number, unless it is said by its parent's, which a use may change."""
    if text in ("smaller", "larger", "inherit") or text.endswith("%") or _plain_already(text):
        return text
    if text.endswith(("em", "ex")):
        return _one(text, "font-size", cascade, "d", fixed=False)
    return cascade.style["font-size"]


def _reference_point(marker: Element, name: str) -> str:
    """Where a marker is held, as a number: a word or a share is of its viewBox, or of the three that it is wide."""
    text = marker.get(name, "").strip()
    words = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}
    value, unit = split_length(words.get(text, text), name)
    if unit != "%":
        return f"{value:.6g}"
    box = view_box(marker)
    start, extent = ((box.x, box.width) if name == "refX" else (box.y, box.height)) if box else (0.0, 3.0)
    return f"{start + value / 100 * extent:.6g}"
