"""Shapes, icons and labels in mm go in, the SVG of one diagram comes out: svgwrite, in the subset that is painted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import svgwrite

from pnp.fonts.families import Fonts
from pnp.game.model import TextStyle
from pnp.svg.tree import Element, fragment, written
from pnp.text.block_svg import block_svg
from pnp.text.fit import TextBlock, fit_text
from pnp.text.markup import MarkupError
from pnp.units import Size

SMALLEST = 6.0  # points: nothing is set smaller


@dataclass(frozen=True)
class Raw:
    """SVG made elsewhere, as an element that svgwrite takes among its own."""

    svg: str

    def get_xml(self) -> Element:
        """svgwrite's protocol."""
        return fragment(self.svg)


@dataclass(eq=False)
class Canvas:
    """A drawing of ``size`` mm. Everything is added to the innermost open group; ``cheap`` says it saves ink."""

    size: Size
    fonts: Fonts
    family: str
    title: str
    description: str
    cheap: bool = False
    drawing: Any = field(init=False)
    open: list[Any] = field(init=False)

    def __post_init__(self) -> None:
        box = f"0 0 {_mm(self.size.width)} {_mm(self.size.height)}"
        self.drawing = svgwrite.Drawing(debug=False, viewBox=box)
        self.drawing.set_desc(self.title, self.description)
        self.open = [self.drawing]

    def svg(self) -> str:
        """The finished document, without what svgwrite says of the profile and the page."""
        root: Element = self.drawing.get_xml()
        for name in ("width", "height", "baseProfile", "version"):
            root.attrib.pop(name, None)
        return written(root)

    @contextmanager
    def group(self, **style: object) -> Iterator[None]:
        """What is drawn inside goes into one group."""
        made = self.drawing.g(**style)
        self.open[-1].add(made)
        self.open.append(made)
        yield
        self.open.pop()

    @contextmanager
    def inked(self, word: str) -> Iterator[None]:
        """What is drawn inside is, where ink is saved, what ``data-ink`` says: a sign, hatched, or paper."""
        if self.cheap:
            with self.group(data_ink=word):
                yield
        else:
            yield

    def define(self, symbol: str) -> None:
        """Add what ``stamp`` may use: an element with an id."""
        self.drawing.defs.add(Raw(symbol))

    def stamp(self, name: str, x: float, y: float, scale: float) -> None:
        """A defined symbol, its origin at (x, y)."""
        transform = f"translate({_mm(x)} {_mm(y)}) scale({scale:.5f})"
        self.open[-1].add(self.drawing.use(f"#{name}", transform=transform))

    def path(self, data: str, **style: object) -> None:
        """A path."""
        self.open[-1].add(self.drawing.path(d=data, **style))

    def disc(self, x: float, y: float, radius: float, **style: object) -> None:
        """A circle."""
        self.open[-1].add(self.drawing.circle((_mm(x), _mm(y)), _mm(radius), **style))

    def plate(self, x: float, y: float, width: float, height: float, **style: object) -> None:
        """A rectangle with round ends, its middle at (x, y)."""
        corner, end = (_mm(x - width / 2), _mm(y - height / 2)), _mm(height / 2)
        self.open[-1].add(self.drawing.rect(corner, (_mm(width), _mm(height)), end, end, **style))

    def icon(self, name: str, x: float, y: float, size: float, color: str) -> None:
        """An icon of ``size`` mm, its middle at (x, y)."""
        corner = (_mm(x - size / 2), _mm(y - size / 2))
        self.open[-1].add(self.drawing.use(f"icon:{name}", corner, (_mm(size), _mm(size)), fill=color))

    def fitted(self, words: str, width: float, points: float) -> TextBlock | None:
        """A bold line that fits ``width`` mm at ``points`` or a little smaller; None when it would be too small."""
        style = TextStyle("diagram", self.family, max(points, SMALLEST), SMALLEST, 1.0, bold=True, align="center")
        try:
            block = fit_text(words, style, width, 2 * style.size, self.fonts)
        except MarkupError:
            return None
        return None if block.excess or block.missing or len(block.lines) != 1 else block

    def label(self, block: TextBlock, x: float, y: float, color: str) -> None:
        """A fitted line, the middle of its capitals at (x, y)."""
        svg = block_svg(block, x - 50, y - 50, 100, 100, "center", "middle", color)
        self.open[-1].add(Raw(f"<g>{svg}</g>"))


@dataclass(frozen=True, eq=False)
class Pencil:
    """A canvas with what lines and tokens are measured by: ``unit`` mm is the height of a hex, or stands for one.

    ``paper`` is the colour that keeps them apart from what lies beneath.
    """

    canvas: Canvas
    unit: float
    paper: str

    def halo(self, data: str, width: float, **more: object) -> None:
        """A line of paper, that keeps the one on it apart from what lies beneath."""
        with self.canvas.inked("paper"):
            self.stroke(data, width, self.paper, **more)

    def stroke(self, data: str, width: float, color: str, **more: object) -> None:
        """A line of round ends."""
        self.canvas.path(
            data, fill="none", stroke=color, stroke_width=round(width, 3), stroke_linecap="round",
            stroke_linejoin="round", **more,
        )  # fmt: skip


def _mm(value: float) -> float:
    return round(value, 3)
