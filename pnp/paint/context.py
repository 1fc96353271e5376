"""What a face may name and what one drawing is painted with: given to the painter, which reads no disk."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

from pnp.fonts.families import Fonts
from pnp.inks import grey, hex_of, rgb_of
from pnp.paint.regions import Region
from pnp.pdf.drawing import Form, SoftMask
from pnp.pdf.pen import Pen
from pnp.svg.cascade import Cascade
from pnp.svg.colors import Color, Solid, luminance, parse_color
from pnp.svg.document import SvgDocument
from pnp.svg.tree import LINE_MARK, Element, SvgFault
from pnp.units import Matrix, Rect

Mode = Literal["full", "outline", "sign"]

NOWHERE = Rect(0, 0, 0, 0)


@dataclass(eq=False)
class Assets:
    """``icon`` answers an icon's SVG and ``art`` a picture's bytes; both raise LookupError with a message.

    ``made`` keeps the forms of icons and of foreign art between the faces of one build, ``stencils`` what faces
    share; ``colors`` and ``paints`` keep what was read.
    """

    palette: Mapping[str, str]
    fonts: Fonts
    icon: Callable[[str], str]
    art: Callable[[str], bytes]
    made: dict[object, tuple[Form, tuple[str, ...], tuple[str, ...]]] = field(default_factory=dict)
    colors: dict[str, Color] = field(default_factory=dict)
    paints: dict[tuple[str, str, bool], Solid] = field(default_factory=dict)
    stencils: dict[tuple[str, ...], object] = field(default_factory=dict)
    outlined: bool = False  # whether faces are painted in outlines, of which pnp.paint.outlines says how
    language: str = "en"  # in which a drawing's ``switch`` chooses
    grey: bool = False  # whether everything is grey, pictures too
    apart: frozenset[str] = frozenset()  # colours, #rrggbb, that must be told apart: of words, the only greys

    def color(self, text: str) -> Color:
        """A colour by its palette name or in CSS, read once."""
        if text not in self.colors:
            rgb, alpha = parse_color(text, self.palette)
            self.colors[text] = (rgb_of(grey(hex_of(rgb))) if self.grey else rgb), alpha
        return self.colors[text]


@dataclass(eq=False)
class DrawContext:
    """Made for one drawing and thrown away with it. ``paint`` paints one element: the walk itself, handed down here
    so that clips, masks, patterns and markers can paint what stands within them. ``mode`` is "outline" where a cheap
    ink draws surfaces by their edges and "sign" within an icon of it; ``unit`` is the mm of a user unit of the face,
    ``page`` the face with its bleed in user units, and ``here`` leads from the user units of this place of the walk
    to those; None within what is painted once and placed anywhere. ``zoom`` leads to mm of the face, but for the place.
    """

    svg: SvgDocument
    assets: Assets
    paint: Callable[[Pen, Element, Cascade, DrawContext], None]
    hole: Callable[[Pen, int, Cascade], None] | None = None
    forms: dict[object, Form] = field(default_factory=dict)
    regions: dict[object, Region] = field(default_factory=dict)
    masks: dict[object, SoftMask] = field(default_factory=dict)
    mode: Mode = "full"
    unit: float = 1.0
    page: Rect = NOWHERE
    here: Matrix | None = field(default_factory=Matrix)
    zoom: Matrix = field(default_factory=Matrix)
    pixels: int = 0  # that filters went through

    @property
    def fineness(self) -> Matrix | None:
        """What besides its style decides how a thing looks: how large it is shown, where filters make pixels of it."""
        return self.zoom if self.svg.filters else None

    @contextmanager
    def enlarged(self, matrix: Matrix) -> Iterator[None]:
        """The walk in user units of another size, at a place that nobody knows."""
        before = self.here, self.zoom
        self.here, self.zoom = None, _linear(self.zoom @ matrix)
        try:
            yield
        finally:
            self.here, self.zoom = before

    @contextmanager
    def moved(self, matrix: Matrix | None) -> Iterator[None]:
        """The walk under a transformation; None where nobody knows it."""
        before = self.here, self.zoom
        self.here = self.here @ matrix if self.here and matrix else None
        self.zoom = _linear(self.zoom @ matrix) if matrix else self.zoom
        try:
            yield
        finally:
            self.here, self.zoom = before

    @contextmanager
    def signs(self) -> Iterator[None]:
        """Within what is a sign as a whole, such as an arrow's head: a cheap ink paints it solid."""
        before, self.mode = self.mode, "sign" if self.mode == "outline" else self.mode
        try:
            yield
        finally:
            self.mode = before

    def spend_pixels(self, count: int, most: int) -> None:
        """Bound the work of filters. Raises SvgFault when one drawing's take too much."""
        if self.pixels + count > most:
            message = f"the filters of the drawing go through more than {most:,} pixels"
            raise SvgFault(message, "filter less or smaller things, or place the picture as a PNG")
        self.pixels += count

    def children(self, pen: Pen, parent: Element, cascade: Cascade) -> None:
        """Paint what stands within an element; a fault learns the line it came from."""
        for child in parent:
            length, depth = len(pen.ops), len(pen.stack)
            try:
                self.paint(pen, child, cascade, self)
            except SvgFault as fault:
                self.svg.refuse(fault.at(child.get(LINE_MARK, "")))
                pen.rewind(length, depth)

    def color(self, text: str, cascade: Cascade) -> Color:
        """A paint's colour; currentColor is the style's own ``color``. In a mask, its luminance."""
        rgb, alpha = self.assets.color(cascade.style["color"] if text.lower() == "currentcolor" else text)
        if cascade.gray:
            light = luminance(rgb)
            return (light, light, light), alpha
        return rgb, alpha


def _linear(matrix: Matrix) -> Matrix:
    return Matrix(matrix.a, matrix.b, matrix.c, matrix.d)
