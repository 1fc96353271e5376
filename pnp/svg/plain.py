"""A drawing goes in; the same drawing comes out in its plainest form, to be put into another or written for a browser.

There are only elements and attributes that are painted, by their plain names. What style sheets and styles said stands
as attributes, lengths are numbers of user units, viewports say how large they are, words stand in texts alone, an id
names one element, and every reference leads to one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pnp.svg.boxes import own_matrix
from pnp.svg.cascade import Cascade, Viewport, first_style
from pnp.svg.document import SvgDocument
from pnp.svg.filtering.filter_steps import read_filter
from pnp.svg.line_kinds import INK, LINE
from pnp.svg.shapes import SHAPES
from pnp.svg.spelling import geometry, plain_lengths, properties
from pnp.svg.style import check_element
from pnp.svg.subset import DEFINITIONS, SILENT
from pnp.svg.text_path import read_text_path
from pnp.svg.transform import enter, parse_transform, port_size, view_box
from pnp.svg.tree import LINE_MARK, Element, SvgFault, href, local, target
from pnp.units import Matrix, Rect

ICON_LINES = ("stroke-width", "stroke-dasharray", "stroke-dashoffset")
_TEXTS = frozenset({"text", "tspan", "textPath"})
_CHILDLESS = frozenset({*SHAPES, "use", "image", "stop"})
_SERVERS = frozenset({"linearGradient", "radialGradient", "pattern"})
_KINDS = {
    "fill": _SERVERS,
    "stroke": _SERVERS,
    "clip-path": frozenset({"clipPath"}),
    "mask": frozenset({"mask"}),
    "filter": frozenset({"filter"}),
    **dict.fromkeys(("marker-start", "marker-mid", "marker-end"), frozenset({"marker"})),
}
_EFFECTS = ("clip-path", "mask")
_ANY_BOX = Rect(0, 0, 1, 1)
_MARKERS = ("marker-start", "marker-mid", "marker-end")


def plain_group(document: SvgDocument, *, lines: bool = True, inks: bool = False) -> Element:
    """What a drawing holds, as one group in the drawing's own user units; of a face, without its ``lines``. With
    ``inks``, what its elements say for cheap inks goes with them.

    What is not painted is the document's to refuse: raised as SvgFault, or left out and noted by a lenient one.
    """
    group = Element("g")
    root, cascade = document.root, document.origin
    own = document.declared(root, cascade)
    inside = cascade.deeper(own)
    plain = _Plain(document, lines, inks)
    found = properties(own, inside)
    size = inside.style["font-size"]
    if "font-size" in found or size != first_style(Viewport())["font-size"]:
        found["font-size"] = size  # elsewhere, shares and ems would be of another
    if root.get("transform", "").strip():
        parse_transform(root.get("transform", ""))
        found["transform"] = root.get("transform", "")
    plain.set(group, found)
    plain.children(root, group, inside)
    plain.settle(group)
    return group


@dataclass(eq=False)
class _Plain:
    """``named`` are the ids written so far, ``references`` what leads to an id: element, attribute, the id."""

    document: SvgDocument
    lines: bool = True
    inks: bool = False
    named: set[str] = field(default_factory=set)
    references: list[tuple[Element, str, str]] = field(default_factory=list)

    def children(self, parent: Element, made: Element, cascade: Cascade) -> None:
        for child in parent:
            try:
                self.element(child, made, cascade)
            except SvgFault as fault:
                self.document.refuse(fault.at(child.get(LINE_MARK, "")))
            _follow(made, child.tail)

    def element(self, element: Element, parent: Element, cascade: Cascade) -> None:
        tag = local(element.tag)
        if tag in SILENT or tag == "style" or tag.startswith("{"):
            return
        if not self.lines and element.get(LINE) is not None:
            return
        self.document.count(cascade)
        if (tag in ("tspan", "textPath")) != (parent.tag in _TEXTS):
            raise SvgFault(f"<{tag}> cannot stand here")
        if tag == "a" and self.document.lenient:
            tag = "g"
        else:
            check_element(element, tag, self.document.refuse)
        own = self.document.declared(element, cascade)
        if own.get("display") == "none" and tag not in DEFINITIONS and parent.tag != "clipPath":
            return  # a clip without anything displayed hides all, one without anything is refused
        inside = cascade.deeper(own)
        self.try_filter(tag, element, own, inside)
        if tag == "textPath":
            read_text_path(element, inside, self.document)  # a fault, if it leads nowhere
        self.try_references(tag, own, inside)
        made = Element(tag)
        self.set(made, geometry(element, tag, inside, self.document) | properties(own, inside))
        if self.inks and element.get(INK) is not None:
            made.set(INK, element.get(INK, ""))
        if "transform-origin" in own or "transform-box" in own:
            _fix_origin(made, own_matrix(element, own, inside, self.document))
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
        if tag not in _CHILDLESS:
            self.children(element, made, inside)
        parent.append(made)

    def use(self, made: Element, use: Element, cascade: Cascade) -> None:
        """A symbol is as large as its use says, or as it says itself; an icon's use says how thick its lines are."""
        name = href(use)
        if name.startswith("icon:"):
            sides = (("width", "w"), ("height", "h"))
            self.set(made, {n: plain_lengths(use.get(n, ""), n, cascade, axis, fixed=True) for n, axis in sides})
            if cascade.style["stroke"] != "none":
                lines = {n: plain_lengths(cascade.style[n], n, cascade, fixed=True) for n in ICON_LINES}
                self.set(made, lines)
            return
        found = self.document.ids.get(name.removeprefix("#")) if name.startswith("#") else None
        if found is None:
            raise SvgFault(f"<use> names '{name}', which is not in this drawing")
        if _varies(found) and any(key.startswith("--") for key in cascade.style):
            fault = f"custom properties do not reach through <use> of '{name[:40]}' on a page for browsers"
            self.document.refuse(SvgFault(fault, "say the colour by color and currentColor, which do"))
        if local(found.tag) == "svg" or (local(found.tag) == "symbol" and (view_box(found) or found.get("width"))):
            _resize(made, port_size(found, use, cascade))

    def set(self, made: Element, attributes: Mapping[str, str]) -> None:
        """Give an element its attributes; note its id, unless it is another's, and what it refers to."""
        for name, value in attributes.items():
            if not value:
                continue
            if name == "id":
                if value in self.named:
                    continue
                self.named.add(value)
            elif name == "href" and value.startswith("#"):
                self.references.append((made, name, value.removeprefix("#")))
            elif name in _KINDS and value.startswith("url("):
                self.references.append((made, name, target(value)[0]))
            made.set(name, value)

    def try_references(self, tag: str, own: dict[str, str], cascade: Cascade) -> None:
        """Raise SvgFault for what is not painted since it names nothing; a paint gives way to its fallback."""
        for name, value in own.items():
            if name in ("fill", "stroke") and value.startswith("url(") and not self.leads(name, value):
                own[name] = target(value)[1] or "none"
        if tag in DEFINITIONS:
            return
        for name in _EFFECTS:
            if own.get(name, "none") != "none":
                self.document.find(own[name], name, _KINDS[name])
        if tag in SHAPES or tag == "text":
            style = cascade.style
            for name in ("fill", "stroke"):
                value = style[name]
                if value.startswith("url(") and not self.leads(name, value) and not target(value)[1]:
                    raise SvgFault(f"{name}='{value}' names no gradient or pattern of this drawing")
            if tag != "text":
                for name in _MARKERS:
                    if style[name] != "none":
                        self.document.find(style[name], name, _KINDS[name])

    def try_filter(self, tag: str, element: Element, own: dict[str, str], cascade: Cascade) -> None:
        """Raise SvgFault for a filter that is not painted: it is not written, and nothing refers to it."""
        if tag == "filter" and element.get("id"):
            read_filter(f"url(#{element.get('id')})", _ANY_BOX, cascade, self.document)
        said = own.get("filter", "none")
        if said not in ("none", "") and not said.startswith("url("):
            del own["filter"]
            self.document.refuse(SvgFault(f"filter '{said}' is not painted"))

    def leads(self, name: str, value: str) -> bool:
        found = self.document.ids.get(target(value)[0])
        return found is not None and local(found.tag) in _KINDS[name]

    def settle(self, group: Element) -> None:
        """Write what is referred to and stands where nothing is painted; then take off what leads nowhere still."""
        done = 0
        spare = Element("defs")
        while done < len(self.references):
            name = self.references[done][2]
            done += 1
            element = self.document.ids.get(name)
            if name in self.named or element is None:
                continue
            place = self.document.home(element, self.document.origin)
            first = self.document.origin.style
            names = [key for key in place.style if key != "space" and not key.startswith("--")]
            changed = {key: place.style[key] for key in names if place.style[key] != first.get(key)}
            around = Element("g", changed)
            try:
                self.element(element, around, place)
            except SvgFault as fault:
                self.document.refuse(fault.at(element.get(LINE_MARK, "")))
            if len(around):
                spare.append(around)
        if len(spare):
            group.append(spare)
        for element, attribute, name in self.references:
            if name not in self.named and attribute in element.keys():  # noqa: SIM118 - an Element is no mapping
                fallback = target(element.get(attribute, ""))[1]
                if attribute in ("fill", "stroke"):
                    element.set(attribute, fallback or "none")
                else:
                    del element.attrib[attribute]


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


def _varies(element: Element) -> bool:
    """Whether anything within asks for a custom property."""
    return any("var(" in value for one in element.iter() for value in one.attrib.values())


def _fix_origin(made: Element, matrix: Matrix) -> None:
    """The transform round its origin, as one matrix."""
    for name in ("transform-origin", "transform-box"):
        made.attrib.pop(name, None)
    if made.get("transform"):
        parts = (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)
        made.set("transform", f"matrix({' '.join(f'{part:.7g}' for part in parts)})")
