"""A drawing goes in; the same drawing comes out in its plainest form, to be put into another or written for a browser.

There are only elements and attributes that are painted, by their plain names. What style sheets and styles said stands
as attributes, lengths are numbers of user units, viewports say how large they are, words stand in texts alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pnp.svg.cascade import Cascade
from pnp.svg.document import SvgDocument
from pnp.svg.lengths import split_length
from pnp.svg.style import check_element
from pnp.svg.subset import GEOMETRY, PROPERTIES, SILENT
from pnp.svg.transform import enter, parse_transform, port_size, view_box
from pnp.svg.tree import LINE_MARK, XLINK_HREF, XML_SPACE, Element, SvgFault, href, local
from pnp.units import Rect

_AXES = {
    **dict.fromkeys(("x", "cx", "x1", "x2", "dx", "fx", "rx", "width", "markerWidth"), "w"),
    **dict.fromkeys(("y", "cy", "y1", "y2", "dy", "fy", "ry", "height", "markerHeight"), "h"),
    **dict.fromkeys(("r", "fr"), "d"),
}
_LENGTHS = frozenset({"stroke-width", "stroke-dasharray", "stroke-dashoffset", "letter-spacing", "word-spacing"})
ICON_LINES = ("stroke-width", "stroke-dasharray", "stroke-dashoffset")
_RELATIVE = frozenset({"", "em", "ex", "rem"})  # what has no unit, and what follows the size of letters, stays
_BOXED = {  # definitions whose coordinates may be shares of a box: the attribute that says so, and its first value
    "linearGradient": ("gradientUnits", "objectBoundingBox"),
    "radialGradient": ("gradientUnits", "objectBoundingBox"),
    "pattern": ("patternUnits", "objectBoundingBox"),
    "mask": ("maskUnits", "objectBoundingBox"),
}
_TEXTS = frozenset({"text", "tspan"})


def plain_group(document: SvgDocument) -> Element:
    """What a drawing holds, as one group in the drawing's own user units.

    What is not painted is the document's to refuse: raised as SvgFault, or left out and noted by a lenient one.
    """
    group = Element("g")
    root, cascade = document.root, document.origin
    own = document.declared(root)
    _set(group, _properties(own, cascade))
    _Plain(document).children(root, group, cascade.deeper(own))
    return group


@dataclass(frozen=True, eq=False)
class _Plain:
    document: SvgDocument

    def children(self, parent: Element, made: Element, cascade: Cascade) -> None:
        for child in parent:
            if not isinstance(child.tag, str):
                _follow(made, child.tail)
                continue
            try:
                self.element(child, made, cascade)
            except SvgFault as fault:
                self.document.refuse(fault.at(child.get(LINE_MARK, "")))
            _follow(made, child.tail)

    def element(self, element: Element, parent: Element, cascade: Cascade) -> None:
        tag = local(element.tag)
        if tag in SILENT or tag == "style" or tag.startswith("{"):
            return
        self.document.count(cascade)
        if tag == "a" and self.document.lenient:
            tag = "g"
        else:
            check_element(element, tag, self.document.refuse)
        own = self.document.declared(element)
        inside = cascade.deeper(own)
        made = Element(tag)
        _set(made, _geometry(element, tag, inside) | _properties(own, inside))
        if tag in _TEXTS:
            made.text = element.text
        if tag == "use":
            self.use(made, element, inside)
        elif tag == "svg":
            port = port_size(element, element, inside)
            _resize(made, port)
            inside = enter(element, port, inside)[1]
        elif tag == "symbol":
            box = view_box(element)
            inside = inside.within(inside.viewport.sized(box)) if box else inside
            if box is None and element.get("width") is None:
                made.set("overflow", "visible")  # it has no edge to be cut off at
        self.children(element, made, inside)
        parent.append(made)

    def use(self, made: Element, use: Element, cascade: Cascade) -> None:
        """A symbol is as large as its use says, or as it says itself; an icon's use says how thick its lines are."""
        if href(use).startswith("icon:") and cascade.style["stroke"] != "none":
            _set(made, {name: _each(cascade.style[name], name, cascade, "d") for name in ICON_LINES})
        found = self.document.ids.get(href(use).removeprefix("#"))
        if found is not None and local(found.tag) in ("symbol", "svg"):
            _resize(made, port_size(found, use, cascade))


def _resize(made: Element, port: Rect | None) -> None:
    if port is not None:
        made.set("width", f"{port.width:.6g}")
        made.set("height", f"{port.height:.6g}")


def _follow(made: Element, words: str | None) -> None:
    """Words behind an element count in a text; elsewhere white space keeps lines apart."""
    if not words:
        return
    if made.tag not in _TEXTS:
        words = "\n" if words.isspace() else ""
    if len(made):
        made[-1].tail = (made[-1].tail or "") + words
    elif made.tag in _TEXTS:
        made.text = (made.text or "") + words


def _geometry(element: Element, tag: str, cascade: Cascade) -> dict[str, str]:
    """The attributes that an element is drawn from, in their order."""
    units, default = _BOXED.get(tag, ("", ""))
    boxed = bool(units) and element.get(units, default) == "objectBoundingBox"
    found = {}
    for name, value in element.items():
        if name in (XML_SPACE, "id"):
            found[name] = value
        elif name == "transform" and value.strip():
            parse_transform(value)
            found[name] = value
        elif name in PROPERTIES:
            found[name] = ""  # its place; the value is decided by all that is declared
        elif name == XLINK_HREF:
            found["href"] = href(element)
        elif name in GEOMETRY[tag]:
            found[name] = value if boxed or name not in _AXES else _each(value, name, cascade, _AXES[name])
    return found


def _properties(own: Mapping[str, str], cascade: Cascade) -> dict[str, str]:
    """What an element declares, as attributes."""
    found = {}
    for name, value in own.items():
        if name == "font-size":
            found[name] = _font_size(value, cascade)
        elif name != "space":
            found[name] = _each(value, name, cascade, "d") if name in _LENGTHS else value
    return found


def _set(made: Element, attributes: Mapping[str, str]) -> None:
    for name, value in attributes.items():
        if value:
            made.set(name, value)


def _each(text: str, name: str, cascade: Cascade, axis: str) -> str:
    """A length, or a list of them, as numbers; words such as none or auto stay."""
    if _plain_already(text):
        return text
    return " ".join(_one(part, name, cascade, axis) for part in text.replace(",", " ").split())


def _plain_already(text: str) -> bool:
    return text.replace(".", "", 1).removeprefix("-").isdecimal()


def _one(text: str, name: str, cascade: Cascade, axis: str) -> str:
    if not text[0].isdigit() and text[0] not in "+-.":
        return text
    _, unit = split_length(text, name)
    if unit in _RELATIVE or (unit == "%" and cascade.viewport.width is None):
        return text.lower().removesuffix("px")
    return f"{cascade.length(text, name, axis):.6g}"


def _font_size(text: str, cascade: Cascade) -> str:
    """A size as a number, unless it is said by its parent's, which a use may change."""
    if text in ("smaller", "larger", "inherit") or text.endswith(("%", "em", "ex")):
        return text
    return text if _plain_already(text) else cascade.style["font-size"]
