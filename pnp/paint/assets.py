"""What a face may name: the palette, the fonts, icons and art. Given to the painter, which reads no disk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pnp.fonts.fonts import Fonts
from pnp.paint.drawing import Form
from pnp.svg.colors import Color, Solid, parse_color


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
    made: dict[object, tuple[Form, tuple[str, ...]]] = field(default_factory=dict)
    colors: dict[str, Color] = field(default_factory=dict)
    paints: dict[tuple[str, str, bool], Solid] = field(default_factory=dict)
    stencils: dict[tuple[str, ...], object] = field(default_factory=dict)

    def color(self, text: str) -> Color:
        """A colour by its palette name or in CSS, read once."""
        if text not in self.colors:
            self.colors[text] = parse_color(text, self.palette)
        return self.colors[text]
