"""A filter goes in; its region and its steps, as plain values in user units, come out (Filter Effects 1).

Ten primitives are read. Any other is refused as a whole filter, for half of one is another picture.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pnp.problems import did_you_mean
from pnp.svg.boxes import coordinate
from pnp.svg.cascade import Cascade
from pnp.svg.document import SvgDocument
from pnp.svg.filtering.filter_tables import color_matrix, transfer_table
from pnp.svg.lengths import fraction, number, numbers
from pnp.svg.style import check_element
from pnp.svg.subset import FILTER_FUNCTIONS, FILTER_MODES, SILENT
from pnp.svg.tree import Element, SvgFault, local
from pnp.units import Rect

MOST_STEPS = 100  # of one filter: drawing programs write a dozen
GRAPHIC, ALPHA = -1, -2  # what a step takes that no step made
_OPERATORS = ("over", "in", "out", "atop", "xor", "lighter", "arithmetic")
_REGION = (("x", "-10%", "w"), ("y", "-10%", "h"), ("width", "120%", "w"), ("height", "120%", "h"))
_SOURCES = {"SourceGraphic": GRAPHIC, "SourceAlpha": ALPHA}
_UNREAD = ("BackgroundImage", "BackgroundAlpha", "FillPaint", "StrokePaint")


@dataclass(frozen=True, slots=True)
class Blur:
    """feGaussianBlur, by its two deviations."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Offset:
    """feOffset."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Flood:
    """feFlood: a colour as it was written (``currentColor`` settled), and how dense it is."""

    color: str
    opacity: float


@dataclass(frozen=True, slots=True)
class Shadow:
    """feDropShadow: the blurred and moved alpha of what it takes, flooded, under that."""

    blur: Blur
    offset: Offset
    flood: Flood


@dataclass(frozen=True, slots=True)
class ColorMatrix:
    """feColorMatrix: four rows of five, for colours from 0 to 1."""

    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Transfer:
    """feComponentTransfer: for red, green, blue and alpha what becomes of each of 256 values; empty: nothing."""

    tables: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Composite:
    """feComposite, and the four factors of arithmetic."""

    operator: str
    factors: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Blend:
    """feBlend."""

    mode: str


@dataclass(frozen=True, slots=True)
class Merge:
    """feMerge."""


@dataclass(frozen=True, slots=True)
class Morphology:
    """feMorphology, by its two radii."""

    dilate: bool
    x: float
    y: float


Deed = Blur | Offset | Flood | Shadow | ColorMatrix | Transfer | Composite | Blend | Merge | Morphology


@dataclass(frozen=True, slots=True)
class Step:
    """What is done to which pictures: a step by its place, or ``GRAPHIC`` or ``ALPHA``. ``linear``: colours mix as
    light does. ``region`` is what is kept; None: all that the filter sees.
    """

    deed: Deed
    inputs: tuple[int, ...]
    linear: bool
    region: Rect | None


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter on one element: where it acts, in that element's user space, and its steps; the last is what is seen."""

    region: Rect
    steps: tuple[Step, ...]


def read_filter(reference: str, box: Rect | None, cascade: Cascade, document: SvgDocument) -> Filter:
    """The filter of an element with this box. Raises SvgFault for what is not painted, and for a share of nothing."""
    if not reference.startswith("url(") or not reference.endswith(")"):
        raise SvgFault(f"filter '{reference}' is not painted", "write a <filter> and name it: filter='url(#id)'")
    definition = document.find(reference, "filter", {"filter"})
    reader = _Reader(definition, cascade, document, box)
    region = reader.region(definition, "filterUnits", "objectBoundingBox", dict.fromkeys(_SIDES))
    if region is None or min(region.width, region.height) <= 0:
        raise SvgFault(f"{reader.name} has a region without a size", "give it a width and a height")
    primitives = [child for child in definition if local(child.tag) not in SILENT and local(child.tag)[:1] != "{"]
    if not primitives:
        raise SvgFault(f"{reader.name} is empty", "give it a primitive, such as <feGaussianBlur stdDeviation='1'/>")
    if len(primitives) > MOST_STEPS:
        raise SvgFault(f"{reader.name} has {len(primitives):,} primitives", f"at most {MOST_STEPS} are painted")
    document.spend(len(primitives))
    for primitive in primitives:
        reader.read(primitive)
    return Filter(region, tuple(reader.steps))


_SIDES = ("x", "y", "width", "height")


class _Reader:
    """What was read so far: the steps, and the names of their results."""

    def __init__(self, definition: Element, cascade: Cascade, document: SvgDocument, box: Rect | None) -> None:
        self.name = f"the filter '{definition.get('id', '')}'"
        self.document, self.box, self.cascade = document, box, cascade
        self.boxed = _boxed(definition, "primitiveUnits", "userSpaceOnUse")
        self.home = document.home(definition, cascade).deeper(document.declared(definition))
        self.definition = definition
        self.steps: list[Step] = []
        self.results: dict[str, int] = {}

    def read(self, element: Element) -> None:
        """Read one primitive."""
        tag = local(element.tag)
        reader = _READERS.get(tag)
        if reader is None:
            raise SvgFault(f"{self.name} has <{tag}>, which is not painted", "place the picture as a PNG")
        check_element(element, tag, self.document.refuse)
        self.document.spend(1)
        own = self.document.declared(element, self.home)
        style = self.home.deeper(own).style
        spaces = style["color-interpolation-filters"]
        if spaces not in ("auto", "linearRGB", "sRGB"):
            raise SvgFault(f"color-interpolation-filters is '{spaces}'", "write linearRGB or sRGB")
        deed = reader(self, element, {**style, **own})
        if tag == "feMerge":
            inputs = tuple(self.source(node, "in") for node in element if local(node.tag) == "feMergeNode")
        elif tag == "feFlood":
            inputs = ()
        else:
            inputs = tuple(self.source(element, name) for name in (("in", "in2") if tag in _PAIRS else ("in",)))
        region = self.region(element, "", "", {name: element.get(name) for name in _SIDES})
        self.steps.append(Step(deed, inputs, spaces != "sRGB", region))
        if element.get("result"):
            self.results[element.get("result", "")] = len(self.steps) - 1

    def source(self, element: Element, attribute: str) -> int:
        """The picture that a primitive takes: by name, else what came out of the one before it."""
        name = element.get(attribute, "").strip()
        if not name:
            return len(self.steps) - 1  # before the first, that is GRAPHIC
        if name in self.results:
            return self.results[name]
        if name in _SOURCES:
            return _SOURCES[name]
        if name in _UNREAD:
            raise SvgFault(f"{self.name} asks for {name}, which is not painted", "use SourceGraphic or SourceAlpha")
        hint = did_you_mean(name, {*self.results, *_SOURCES})
        raise SvgFault(f"{self.name} asks for '{name}', which is no result before it", hint)

    def region(self, element: Element, units: str, default: str, said: Mapping[str, str | None]) -> Rect | None:
        """Where a filter acts, or what is kept of a primitive; None where that says nothing."""
        whole = bool(units)
        if not whole and not any(said.values()):
            return None
        boxed = _boxed(element, units, default) if whole else self.boxed
        if boxed and (self.box is None or min(self.box.width, self.box.height) <= 0):
            hint = "write filterUnits='userSpaceOnUse' with x, y, width and height"
            raise SvgFault(f"{self.name} acts in a share of a box that has no size", hint)
        found = []
        for name, standard, axis in _REGION:
            text = element.get(name) or (standard if whole else "")
            found.append(self.extent(text, name, axis, boxed) if text else self.standard(name))
        return Rect(found[0], found[1], max(0.0, found[2]), max(0.0, found[3]))

    def extent(self, text: str, name: str, axis: str, boxed: bool) -> float:
        """A coordinate or a side, in user units."""
        if not boxed or self.box is None:
            return self.cascade.length(text, name, axis)
        share = coordinate(text, name, axis, self.cascade, True)
        side = self.box.width if axis == "w" else self.box.height
        start = {"x": self.box.x, "y": self.box.y}.get(name, 0.0)
        return start + share * side

    def standard(self, name: str) -> float:
        """What a primitive does not say of its region is the filter's."""
        region = self.region(self.definition, "filterUnits", "objectBoundingBox", dict.fromkeys(_SIDES))
        return float(getattr(region, name))

    def pair(self, element: Element, name: str, default: str) -> tuple[float, float]:
        """One number for both axes, or one for each, in user units."""
        values = numbers(element.get(name) or default, name)
        if len(values) not in (1, 2):
            raise SvgFault(f"{name} is '{element.get(name)}'", "write one number, or two")
        if min(values) < 0:
            raise SvgFault(f"{name} is negative", "write a number from 0 on")
        return self.sized(values[0], "w"), self.sized(values[-1], "h")

    def sized(self, value: float, axis: str) -> float:
        """A number of a primitive in user units: it may be a share of the box."""
        if not self.boxed:
            return value
        if self.box is None:
            raise SvgFault(f"{self.name} acts in a share of a box that has no size", "leave primitiveUnits out")
        return value * (self.box.width if axis == "w" else self.box.height)


def _boxed(element: Element, name: str, default: str) -> bool:
    value = element.get(name, default)
    if value not in ("objectBoundingBox", "userSpaceOnUse"):
        raise SvgFault(f"{name} is '{value}'", "write userSpaceOnUse or objectBoundingBox")
    return value == "objectBoundingBox"


def _blur(reader: _Reader, element: Element, _own: Mapping[str, str]) -> Blur:
    return Blur(*reader.pair(element, "stdDeviation", "0"))


def _offset(reader: _Reader, element: Element, _own: Mapping[str, str], default: str = "0") -> Offset:
    x, y = (number(element.get(name) or default, name) for name in ("dx", "dy"))
    return Offset(reader.sized(x, "w"), reader.sized(y, "h"))


def _flood(_reader: _Reader, _element: Element, own: Mapping[str, str]) -> Flood:
    color = own.get("flood-color", "black")
    color = own["color"] if color.lower() == "currentcolor" else color
    return Flood(color, fraction(own.get("flood-opacity", "1"), "flood-opacity"))


def _shadow(reader: _Reader, element: Element, own: Mapping[str, str]) -> Shadow:
    blur = Blur(*reader.pair(element, "stdDeviation", "2"))
    return Shadow(blur, _offset(reader, element, own, "2"), _flood(reader, element, own))


def _color_matrix(_reader: _Reader, element: Element, _own: Mapping[str, str]) -> ColorMatrix:
    return ColorMatrix(color_matrix(element.get("type", "matrix"), element.get("values", "")))


def _transfer(reader: _Reader, element: Element, _own: Mapping[str, str]) -> Transfer:
    found: dict[str, tuple[int, ...]] = {}
    for child in element:
        tag = local(child.tag)
        if tag in FILTER_FUNCTIONS:
            check_element(child, tag, reader.document.refuse)
            found[tag[-1]] = transfer_table(dict(child.items()))
    return Transfer(tuple(found.get(channel, ()) for channel in "RGBA"))


def _composite(_reader: _Reader, element: Element, _own: Mapping[str, str]) -> Composite:
    operator = element.get("operator", "over")
    if operator not in _OPERATORS:
        raise SvgFault(f"the operator of <feComposite> is '{operator}'", did_you_mean(operator, _OPERATORS))
    return Composite(operator, tuple(number(element.get(name) or "0", name) for name in ("k1", "k2", "k3", "k4")))


def _blend(_reader: _Reader, element: Element, _own: Mapping[str, str]) -> Blend:
    mode = element.get("mode", "normal")
    if mode not in FILTER_MODES:
        raise SvgFault(f"<feBlend> with mode '{mode}' is not painted", did_you_mean(mode, FILTER_MODES))
    return Blend(mode)


def _merge(_reader: _Reader, _element: Element, _own: Mapping[str, str]) -> Merge:
    return Merge()


def _morphology(reader: _Reader, element: Element, _own: Mapping[str, str]) -> Morphology:
    operator = element.get("operator", "erode")
    if operator not in ("erode", "dilate"):
        raise SvgFault(f"the operator of <feMorphology> is '{operator}'", "write erode or dilate")
    return Morphology(operator == "dilate", *reader.pair(element, "radius", "0"))


_PAIRS = frozenset({"feComposite", "feBlend"})
_READERS: dict[str, Callable[[_Reader, Element, Mapping[str, str]], Deed]] = {
    "feGaussianBlur": _blur,
    "feOffset": _offset,
    "feFlood": _flood,
    "feDropShadow": _shadow,
    "feColorMatrix": _color_matrix,
    "feComponentTransfer": _transfer,
    "feComposite": _composite,
    "feBlend": _blend,
    "feMerge": _merge,
    "feMorphology": _morphology,
}
