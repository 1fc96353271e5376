"""Where the walk through a drawing stands: inherited style, viewport, depth. Lengths go in, user units come out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot

from pnp.svg.decorations import TextLine, lines_of
from pnp.svg.lengths import split_length
from pnp.svg.style import Style
from pnp.svg.subset import INITIAL, NOT_INHERITED
from pnp.svg.tree import SvgFault
from pnp.units import MM_PER_INCH, MM_PER_POINT, Rect

_IN_MM = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_POINT, "pc": MM_PER_INCH / 6, "q": 0.25}
_KEYWORDS = {
    "xx-small": 0.6, "x-small": 0.75, "small": 0.89, "medium": 1.0, "large": 1.2, "x-large": 1.5, "xx-large": 2.0,
}  # fmt: skip
MEDIUM = 12 * MM_PER_POINT  # the size of letters where nothing is said: paper has no browser's 16 pixels
# what is bolder, and what is lighter, than a weight below the first number (CSS Fonts 4, 2.2.1)
_BOLDER = ((350, "400"), (550, "700"), (900, "900"))
_LIGHTER = ((550, "100"), (750, "400"), (1001, "700"))
EX = 0.5  # an ex is half an em where no font is asked (CSS Values 4, 5.1.1)


@dataclass(frozen=True, slots=True)
class Viewport:
    """The nearest viewport: its size in user units (None: the drawing does not say), and user units in a mm."""

    width: float | None = None
    height: float | None = None
    per_mm: float = 1.0

    def sized(self, box: Rect) -> Viewport:
        """The viewport of a nested svg or symbol; its lengths in mm stay what they are here."""
        return Viewport(box.width, box.height, self.per_mm)


@dataclass(frozen=True, slots=True)
class Cascade:
    """Handed down from element to element. ``gray`` turns colours to their luminance, inside a mask.

    ``lines`` are those that the elements around here draw along all words (``text-decoration``), the outermost's first.
    """

    style: Style
    viewport: Viewport
    depth: int = 0
    gray: bool = False
    lines: tuple[TextLine, ...] = ()

    def deeper(self, own: Mapping[str, str]) -> Cascade:
        """The place of an element with these properties; those that are not inherited are left out."""
        style = self.style
        if own:
            changed = {name: value for name, value in own.items() if name not in NOT_INHERITED and value != "inherit"}
            if "font-size" in changed:
                changed["font-size"] = self._font_size(changed["font-size"])
            if changed.get("font-weight") in ("bolder", "lighter"):
                changed["font-weight"] = relative_weight(changed["font-weight"], style["font-weight"])
            if changed:
                style = {**style, **changed}
            if "text-decoration" in own:
                lines = self.lines + lines_of(own, style, self.depth + 1)
                return Cascade(style, self.viewport, self.depth + 1, self.gray, lines)
        return Cascade(style, self.viewport, self.depth + 1, self.gray, self.lines)

    def within(self, viewport: Viewport) -> Cascade:
        """The same place under another viewport."""
        return Cascade(self.style, viewport, self.depth, self.gray, self.lines)

    def length(self, text: str, what: str, axis: str = "d") -> float:
        """A length in user units. A percentage is of the viewport: axis w, h or d, its diagonal (SVG 1.1, 7.10)."""
        value, unit = split_length(text, what)
        if not unit:
            return value
        if unit in _IN_MM:
            return value * _IN_MM[unit] * self.viewport.per_mm
        if unit == "%":
            return value / 100 * self._extent(text, what, axis)
        em = float(self.style["font-size"])
        return value * em * (EX if unit == "ex" else 1.0)

    def _extent(self, text: str, what: str, axis: str) -> float:
        width, height = self.viewport.width, self.viewport.height
        if width is None or height is None:
            raise SvgFault(f"{what} is '{text}', and the drawing has no viewBox", "give the <svg> a viewBox")
        return width if axis == "w" else height if axis == "h" else hypot(width, height) / 2**0.5

    def _font_size(self, text: str) -> str:
        """The size in user units, as text: em and % are of the parent's size (SVG 1.1, 10.10)."""
        parent = float(self.style["font-size"])
        if text in _KEYWORDS:
            return repr(_KEYWORDS[text] * MEDIUM * self.viewport.per_mm)
        if text in ("smaller", "larger"):
            return repr(parent * (1.2 if text == "larger" else 1 / 1.2))
        value, unit = split_length(text, "font-size")
        if value < 0:
            raise SvgFault(f"font-size is '{text}'", "a size cannot be negative")
        return repr(value / 100 * parent if unit == "%" else self.length(text, "font-size"))


def first_style(viewport: Viewport) -> Style:
    """What the outermost element of a face inherits."""
    return {**INITIAL, "font-size": repr(MEDIUM * viewport.per_mm)}


def relative_weight(word: str, weight: str) -> str:
    """What ``bolder`` or ``lighter`` makes of the weight around it; a weight that is none is left to the painter."""
    heavy = {"normal": 400.0, "bold": 700.0}.get(weight) or (float(weight) if weight.isdecimal() else None)
    if heavy is None:
        return weight
    return next((made for below, made in (_BOLDER if word == "bolder" else _LIGHTER) if heavy < below), weight)
