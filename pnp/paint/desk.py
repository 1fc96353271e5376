"""What one drawing is painted with: the document it is read from, what a face may name, what was made so far."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from pnp.paint.assets import Assets
from pnp.paint.drawing import Form, SoftMask
from pnp.paint.pen import Pen
from pnp.paint.regions import Region
from pnp.svg.cascade import Cascade
from pnp.svg.colors import Color, luminance
from pnp.svg.document import SvgDocument
from pnp.svg.tree import LINE_MARK, SvgFault


@dataclass(eq=False)
class Desk:
    """Made for one drawing and thrown away with it. ``paint`` paints one element: the walk itself, handed down here
    so that clips, masks, patterns and markers can paint what stands within them.
    """

    svg: SvgDocument
    assets: Assets
    paint: Callable[[Pen, Element, Cascade, Desk], None]
    hole: Callable[[Pen, int, Cascade], None] | None = None
    forms: dict[object, Form] = field(default_factory=dict)
    regions: dict[object, Region] = field(default_factory=dict)
    masks: dict[object, SoftMask] = field(default_factory=dict)

    def children(self, pen: Pen, parent: Element, here: Cascade) -> None:
        """Paint what stands within an element; a fault learns the line it came from."""
        for child in parent:
            if not isinstance(child.tag, str):
                continue  # a comment
            length, depth = len(pen.ops), len(pen.stack)
            try:
                self.paint(pen, child, here, self)
            except SvgFault as fault:
                self.svg.refuse(fault.at(child.get(LINE_MARK, "")))
                pen.rewind(length, depth)

    def color(self, text: str, here: Cascade) -> Color:
        """A paint's colour; currentColor is the style's own ``color``. In a mask, its luminance."""
        rgb, alpha = self.assets.color(here.style["color"] if text.lower() == "currentcolor" else text)
        if here.gray:
            light = luminance(rgb)
            return (light, light, light), alpha
        return rgb, alpha
