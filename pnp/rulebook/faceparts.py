"""A face goes in; the boxes of its named parts and of its texts come out, in mm from the corner of the trim.

A part is every element that carries ``data-part="name"``; several of one name are one part. Its box is read through all
transforms, a text's from the letters set in it, a curve's from its extremes; strokes do not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element

from pnp.faces.face import Face
from pnp.faces.safe import view_matrix
from pnp.fonts.fonts import Fonts
from pnp.game.styles import TextStyle
from pnp.svg.path import bounds, parse_path
from pnp.svg.transform import moved_box, parse_transform
from pnp.svg.tree import SvgFault, href, local, parse
from pnp.text.markup import Piece
from pnp.text.measure import measure_of
from pnp.units import Matrix, Rect

PART = "data-part"
MOST_ELEMENTS = 20_000
_DEFINITIONS = frozenset({"defs", "symbol", "clipPath", "mask", "marker", "pattern", "linearGradient", "style"})


@dataclass(frozen=True, slots=True)
class FaceParts:
    """The box of each part by its name, and of each stretch of text; what lies outside the trim is cut off."""

    parts: Mapping[str, Rect]
    texts: tuple[Rect, ...]


def read_parts(face: Face, fonts: Fonts) -> FaceParts:
    """Read a composed face; one that is no drawing has no parts, and the painter says why."""
    try:
        root = parse(face.svg)
    except SvgFault:
        return FaceParts({}, ())
    walk = _Walk(fonts, {element.get("id", ""): element for element in root.iter() if element.get("id")})
    parts: dict[str, Rect] = {}
    texts = []
    trim = face.trim
    for found in walk.element(root, _Here(view_matrix(root)), 0):
        box = _common(found.box, trim)
        if box is None:
            continue
        if found.text:
            texts.append(box)
        for name in found.names:
            parts[name] = parts[name].union(box) if name in parts else box
    return FaceParts(parts, tuple(texts))


@dataclass(frozen=True, slots=True)
class _Here:
    """Where the walk stands: the matrix, the parts it is in, and what text would be set in."""

    matrix: Matrix
    names: tuple[str, ...] = ()
    family: str = ""
    size: float = 4.0
    bold: bool = False
    italic: bool = False
    tracking: float = 0.0
    anchor: str = "start"


@dataclass(frozen=True, slots=True)
class _Found:
    box: Rect
    names: tuple[str, ...]
    text: bool


@dataclass(eq=False)
class _Walk:
    """One walk over a face; it ends after so many elements, however often they use one another."""

    fonts: Fonts
    ids: Mapping[str, Element]
    left: int = MOST_ELEMENTS

    def element(self, element: Element, here: _Here, depth: int) -> Iterator[_Found]:
        """The boxes of all that an element draws."""
        tag = local(element.tag) if isinstance(element.tag, str) else ""
        self.left -= 1
        if not tag or tag in _DEFINITIONS or depth > 40 or self.left < 0 or _own(element, "display") == "none":
            return
        here = _inside(element, here)
        if tag in ("svg", "g", "a"):
            for child in element:
                yield from self.element(child, here, depth + 1)
        elif tag == "use" and not href(element).startswith("icon:"):
            target = self.ids.get(href(element).removeprefix("#"))
            if target is not None:
                here = replace(
                    here, matrix=here.matrix @ Matrix.translation(_number(element, "x"), _number(element, "y"))
                )
                inner = list(target) if local(target.tag) == "symbol" else [target]
                for child in inner:
                    yield from self.element(child, here, depth + 1)
        elif tag == "text":
            for box in self.text(element, here):
                yield _Found(moved_box(box, here.matrix), here.names, text=True)
        else:
            shape = _shape(element, tag)
            if shape is not None:
                yield _Found(moved_box(shape, here.matrix), here.names, text=False)

    def text(self, element: Element, here: _Here) -> Iterator[Rect]:
        """A box for each stretch that begins at a place of its own."""
        x, y = _number(element, "x"), _number(element, "y")
        words = element.text or ""
        for child in element:
            inside = _inside(child, here)
            if child.get("x") is not None or child.get("y") is not None:
                yield from self._stretch(words, x, y, here)
                x, y = _number(child, "x", x), _number(child, "y", y)
                words = ""
            elif (inside.size, inside.family) != (here.size, here.family):
                here = inside
            words += (child.text or "") + (child.tail or "")
        yield from self._stretch(words, x, y, here)

    def _stretch(self, words: str, x: float, y: float, here: _Here) -> Iterator[Rect]:
        if not words.strip() or here.family not in self.fonts.families or here.size <= 0:
            return
        style = TextStyle("", here.family, here.size, here.size, bold=here.bold, italic=here.italic)
        measure = measure_of(style, self.fonts)
        wide = measure.piece(Piece(words.strip())) * here.size + here.tracking * max(0, len(words.strip()) - 1)
        left = x - wide * {"middle": 0.5, "end": 1.0}.get(here.anchor, 0.0)
        tall, deep = measure.font.cap_height * here.size, measure.descent * here.size
        yield Rect(left, y - tall, wide, tall + deep * (0.8 if any(char in "gjpqy,;()Q" for char in words) else 0.0))


def _inside(element: Element, here: _Here) -> _Here:
    """What an element changes for all within it."""
    matrix, names = here.matrix, here.names
    if element.get("transform"):
        with suppress(SvgFault):  # the painter says it
            matrix = matrix @ parse_transform(element.get("transform", ""))
    if element.get(PART, "").strip():
        names = (*names, element.get(PART, "").strip())
    weight, slant = _own(element, "font-weight"), _own(element, "font-style")
    return _Here(
        matrix, names,
        family=(_own(element, "font-family") or here.family).strip("'\" "),
        size=_length(_own(element, "font-size"), here.size),
        bold=weight in ("bold", "600", "700", "800", "900") if weight else here.bold,
        italic=slant in ("italic", "oblique") if slant else here.italic,
        tracking=_length(_own(element, "letter-spacing"), here.tracking),
        anchor=_own(element, "text-anchor") or here.anchor,
    )  # fmt: skip


def _own(element: Element, name: str) -> str:
    """A property that an element gives itself, as an attribute or in its style."""
    for part in element.get("style", "").split(";"):
        key, colon, value = part.partition(":")
        if colon and key.strip() == name:
            return value.strip()
    return element.get(name, "")


def _length(text: str, otherwise: float) -> float:
    try:
        return float(text.strip().removesuffix("px").removesuffix("mm"))
    except ValueError:
        return otherwise


def _number(element: Element, name: str, otherwise: float = 0.0) -> float:
    return _length(element.get(name, "").split(" ")[0], otherwise)


def _shape(element: Element, tag: str) -> Rect | None:
    """The box of a leaf, in its own units; None for what draws nothing."""

    def number(name: str) -> float:
        return _number(element, name)

    match tag:
        case "rect" | "image" | "use":
            return Rect(number("x"), number("y"), number("width"), number("height"))
        case "circle":
            r = number("r")
            return Rect(number("cx") - r, number("cy") - r, 2 * r, 2 * r)
        case "ellipse":
            rx, ry = number("rx"), number("ry")
            return Rect(number("cx") - rx, number("cy") - ry, 2 * rx, 2 * ry)
        case "line":
            xs, ys = sorted((number("x1"), number("x2"))), sorted((number("y1"), number("y2")))
            return Rect(xs[0], ys[0], xs[1] - xs[0], ys[1] - ys[0])
        case "polygon" | "polyline" | "path":
            data = element.get("d", "") if tag == "path" else f"M{element.get('points', '')}"
            try:
                path = parse_path(data)
            except SvgFault:
                return None
            return bounds(path) if path else None
    return None


def _common(box: Rect, trim: Rect) -> Rect | None:
    """What of a box lies on the trim."""
    x, y = max(box.x, trim.x), max(box.y, trim.y)
    right, bottom = min(box.right, trim.right), min(box.bottom, trim.bottom)
    return Rect(x, y, right - x, bottom - y) if right >= x and bottom >= y else None
