"""A plain drawing goes in and is changed in place: lines along words, and words on paths, lie as in print.

Browsers place such lines by rules of their own, each by others, and paint them in other colours; on a path they kern
letters or do not, and go round a loop or end.
"""

from __future__ import annotations

from contextlib import suppress

from pnp.fonts.families import Fonts
from pnp.paint.bars import Bar, bars_of
from pnp.paint.placing import PlacedSpan, place_text
from pnp.svg.cascade import Cascade
from pnp.svg.decorations import DECORATIONS
from pnp.svg.document import SvgDocument
from pnp.svg.path import Path
from pnp.svg.spelling import plain_lengths
from pnp.svg.tree import XML_SPACE, Element, SvgFault

_LETTERS = {"m": "M", "l": "L", "c": "C", "h": "Z"}
_OF_TEXT = frozenset({"x", "y", "dx", "dy", "rotate", "textLength", "lengthAdjust", XML_SPACE})
_STROKE = ("stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linejoin")
_OF_LETTERS = (
    "font-family", "font-size", "font-weight", "font-style", "fill", "fill-opacity", "stroke", "stroke-width",
    "stroke-opacity", "paint-order", "visibility",
)  # fmt: skip
_PLAIN_TEXT = {"letter-spacing": "0", "word-spacing": "0", "text-anchor": "start", "dominant-baseline": "auto"}
_NO_MARKERS = {"marker-start": "none", "marker-mid": "none", "marker-end": "none"}


def lay_lines(group: Element, origin: Cascade, fonts: Fonts) -> None:
    """Draw the lines of every text; of what stands in a clip, and of what cannot be set, the browser draws them."""
    _Lines(SvgDocument(group, origin, lenient=True), fonts).follow(group, origin)


def path_text(path: Path) -> str:
    """A path as an attribute says it."""
    return " ".join(_LETTERS[str(kind)] + " ".join(f"{value:.6g}" for value in values) for kind, *values in path)


class _Lines:
    def __init__(self, document: SvgDocument, fonts: Fonts) -> None:
        self.document, self.fonts = document, fonts

    def follow(self, element: Element, cascade: Cascade) -> None:
        with suppress(SvgFault):
            inside = cascade.deeper(self.document.declared(element))
            if element.tag == "text":
                self.draw(element, inside)
            elif element.tag != "clipPath":
                for child in list(element):
                    self.follow(child, inside)

    def draw(self, text: Element, cascade: Cascade) -> None:
        """Put a group in the text's place: lines under the letters, the text without them, lines over the letters."""
        curved = any(inner.tag == "textPath" for inner in text)
        lined = cascade.lines or any("text-decoration" in inner.keys() for inner in text.iter())  # noqa: SIM118
        if not curved and not lined:
            return
        placed = list(place_text(text, cascade, self.document, self.fonts))
        bars = list(bars_of(placed, cascade, self.document, self.fonts))
        if any(bar.cascade.style[name].startswith("url(") for bar in bars for name in ("fill", "stroke")):
            return  # it is poured into the box of the whole text
        own = {name: text.attrib.pop(name) for name in _OF_TEXT.intersection(text.keys())}
        inner = Element("text", own if not curved else dict(_PLAIN_TEXT))
        inner.text, text.text = (text.text, None) if not curved else (None, None)
        inner.extend(list(text) if not curved else map(_letters, placed))
        for part in [text, *inner.iter()]:
            for name in DECORATIONS.intersection(part.keys()):
                del part.attrib[name]
        text.tag = "g"
        text[:] = [*(_path(bar) for bar in bars if not bar.over), inner, *(_path(bar) for bar in bars if bar.over)]


def _path(bar: Bar) -> Element:
    style = bar.cascade.style
    look = {name: style["color"] if style[name] == "currentColor" else style[name] for name in ("fill", "stroke")}
    look["fill-opacity"] = style["fill-opacity"]
    if look["stroke"] != "none":
        look |= {name: plain_lengths(style[name], name, bar.cascade, fixed=True) for name in _STROKE}
    return Element("path", {"d": path_text(bar.path), **look, **_NO_MARKERS})


def _letters(item: PlacedSpan) -> Element:
    """Letters at their place, in their own words: nothing else says how they look."""
    style = item.span.cascade.style
    look = {name: plain_lengths(style[name], name, item.span.cascade, fixed=True) for name in ("stroke-width",)}
    look = {name: style[name] for name in _OF_LETTERS} | look
    place = {"x": f"{item.x:.6g}", "y": f"{item.y:.6g}", "rotate": f"{item.turn:.6g}"}
    made = Element("tspan", place | look)
    made.text = item.span.text
    return made
