"""A plain drawing goes in and is changed in place: lines along words become shapes, as the painter lays them.

Browsers place such lines by rules of their own, each by others, and paint them in other colours.
"""

from __future__ import annotations

from contextlib import suppress

from pnp.fonts.families import Fonts
from pnp.paint.bars import Bar, bars_of
from pnp.paint.setting import place_text
from pnp.svg.cascade import Cascade
from pnp.svg.decorations import DECORATIONS
from pnp.svg.document import SvgDocument
from pnp.svg.path import Path
from pnp.svg.spelling import plain_lengths
from pnp.svg.tree import XML_SPACE, Element, SvgFault

_LETTERS = {"m": "M", "l": "L", "c": "C", "h": "Z"}
_OF_TEXT = frozenset({"x", "y", "dx", "dy", "rotate", "textLength", "lengthAdjust", XML_SPACE})
_STROKE = ("stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linejoin")
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
        if not cascade.lines and not any("text-decoration" in inner.keys() for inner in text.iter()):  # noqa: SIM118
            return
        placed = list(place_text(text, cascade, self.document, self.fonts))
        bars = list(bars_of(placed, cascade, self.document, self.fonts))
        if any(bar.cascade.style[name].startswith("url(") for bar in bars for name in ("fill", "stroke")):
            return  # it is poured into the box of the whole text
        inner = Element("text", {name: text.attrib.pop(name) for name in _OF_TEXT.intersection(text.keys())})
        inner.text, text.text = text.text, None
        inner.extend(list(text))
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
