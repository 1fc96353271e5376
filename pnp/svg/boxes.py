"""An element goes in, the box around its geometry comes out, in its own user space (SVG 1.1, 7.11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pnp.svg.cascade import Cascade
from pnp.svg.document import SvgDocument
from pnp.svg.path import bounds
from pnp.svg.shapes import SHAPES
from pnp.svg.subset import SILENT
from pnp.svg.transform import corner_of, enter, moved_box, parse_transform, port_size
from pnp.svg.tree import Element, SvgFault, href, local
from pnp.units import Matrix, Rect


def box_of(element: Element, cascade: Cascade, document: SvgDocument) -> Rect | None:
    """The box without strokes, clips and masks; None for what paints nothing. Worked out once an element."""
    if element not in document.boxes:
        document.count(cascade)
        document.boxes[element] = None  # what is within itself is refused elsewhere
        reader = _READERS.get(local(element.tag), _shape_box if local(element.tag) in SHAPES else None)
        document.boxes[element] = reader(element, cascade, document) if reader else None
    return document.boxes[element]


def leaf_box(element: Element, cascade: Cascade, document: SvgDocument) -> Rect | None:
    """The box of what an element draws itself: a shape, a text, a picture or an icon; None for all others."""
    tag = local(element.tag)
    if tag == "use" and href(element).removeprefix("#") in document.ids:
        return None
    reader = _shape_box if tag in SHAPES else _READERS.get(tag) if tag in ("text", "image", "use") else None
    return reader(element, cascade, document) if reader else None


def own_matrix(element: Element, own: Mapping[str, str], cascade: Cascade, document: SvgDocument) -> Matrix:
    """An element's transform round its ``transform-origin``, in the viewport or its box (CSS Transforms 1, 5, 6)."""
    text = element.get("transform", "")
    matrix = parse_transform(text)
    origin, kind = own.get("transform-origin", ""), own.get("transform-box", "view-box")
    if not text.strip() or (not origin and kind == "view-box"):
        return matrix
    if kind not in ("view-box", "fill-box", "content-box"):
        raise SvgFault(f"transform-box is '{kind}'", "write view-box or fill-box")
    box = None
    if kind != "view-box":
        box = box_of(element, cascade, document) or Rect(0, 0, 0, 0)
    x, y = _origin(origin or "0 0", cascade, box)
    return Matrix.translation(x, y) @ matrix @ Matrix.translation(-x, -y)


def _origin(text: str, cascade: Cascade, box: Rect | None) -> tuple[float, float]:
    """A point as lengths, shares or words; what is vertical alone leaves the other in the middle."""
    parts = text.lower().split()
    if parts[0] in ("top", "bottom") or (len(parts) > 1 and parts[1] in ("left", "right")):
        parts[:2] = [parts[1] if len(parts) > 1 else "center", parts[0]]
    found = []
    for part, axis in zip([*parts, "center"][:2], "wh", strict=True):
        said = _WORDS.get(part, part)
        if box is not None and said.endswith("%"):
            value = cascade.length(said[:-1], "transform-origin") / 100 * (box.width if axis == "w" else box.height)
        else:
            value = cascade.length(said, "transform-origin", axis)
        found.append(value)
    return (found[0] + box.x, found[1] + box.y) if box is not None else (found[0], found[1])


def units(definition: Element, name: str, default: str, box: Rect) -> Matrix:
    """From a definition's own space to the user's: a share of the box, for objectBoundingBox."""
    value = definition.get(name, default)
    if value == "objectBoundingBox":
        return Matrix(box.width, 0, 0, box.height, box.x, box.y)
    if value != "userSpaceOnUse":
        raise SvgFault(f"{name} is '{value}'", "write userSpaceOnUse or objectBoundingBox")
    return Matrix()


def coordinate(text: str, what: str, axis: str, cascade: Cascade, boxed: bool) -> float:
    """A coordinate of a definition: a fraction of a box (30% is 0.3), or a length of the user's space."""
    if boxed:
        scale, number = (0.01, text.strip()[:-1]) if text.strip().endswith("%") else (1.0, text)
        return cascade.length(number, what, axis) * scale
    return cascade.length(text, what, axis)


def _shape_box(element: Element, cascade: Cascade, _document: SvgDocument) -> Rect | None:
    path = SHAPES[local(element.tag)](element, cascade)
    return bounds(path) if path else None


def _text_box(element: Element, cascade: Cascade, document: SvgDocument) -> Rect | None:
    return document.text_box(element, cascade, document)


def _group_box(element: Element, cascade: Cascade, document: SvgDocument) -> Rect | None:
    whole: Rect | None = None
    for child in element:
        if local(child.tag) in SILENT:
            continue
        own = document.declared(child, cascade) if not local(child.tag).startswith("{") else {"display": "none"}
        if own.get("display") == "none":
            continue
        box = box_of(child, cascade.deeper(own), document)
        if box is not None:
            box = moved_box(box, own_matrix(child, own, cascade.deeper(own), document))
            whole = whole.union(box) if whole else box
    return whole


def _image_box(element: Element, cascade: Cascade, _document: SvgDocument) -> Rect:
    sides = [cascade.length(element.get(name, "0"), name, axis) for name, axis in _SIDES]
    return Rect(*sides)


def _use_box(element: Element, cascade: Cascade, document: SvgDocument) -> Rect | None:
    found = document.ids.get(href(element).removeprefix("#"))
    if found is None:  # an icon
        return _image_box(element, cascade, document)
    own = document.declared(found, cascade)
    inside = cascade.deeper(own)
    box = (
        box_of(found, inside, document) if local(found.tag) != "symbol" else _port_box(found, element, inside, document)
    )
    if box is None:
        return None
    if local(found.tag) != "symbol":
        box = moved_box(box, own_matrix(found, own, inside, document))
    return moved_box(box, corner_of(element, cascade))


def _port_box(element: Element, sizes: Element, cascade: Cascade, document: SvgDocument) -> Rect | None:
    """The content of a symbol or a nested svg, moved by its viewBox into the viewport."""
    matrix, inside = enter(element, port_size(element, sizes, cascade), cascade)
    inner = _group_box(element, inside, document)
    return moved_box(inner, matrix) if inner else None


def _nested_box(element: Element, cascade: Cascade, document: SvgDocument) -> Rect | None:
    if element is document.root:  # its viewport is the paper's or the picture's, and its own space lies within
        return _group_box(element, cascade, document)
    box = _port_box(element, element, cascade, document)
    return moved_box(box, corner_of(element, cascade)) if box else None


_WORDS = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}
_SIDES = (("x", "w"), ("y", "h"), ("width", "w"), ("height", "h"))
_READERS: dict[str, Callable[[Element, Cascade, SvgDocument], Rect | None]] = {
    "g": _group_box,
    "text": _text_box,
    "image": _image_box,
    "use": _use_box,
    "svg": _nested_box,
}
