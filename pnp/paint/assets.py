"""What a face may name: the palette, the fonts, icons and art. Given to the painter, which reads no disk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pnp.fonts.fonts import Fonts
from pnp.paint.drawing import Form


@dataclass(frozen=True, eq=False)
class Assets:
    """``icon`` answers an icon's SVG and ``art`` a picture's bytes; both raise LookupError with a message.

    ``made`` keeps the forms of icons between the faces of one build.
    """

    palette: Mapping[str, str]
    fonts: Fonts
    icon: Callable[[str], str]
    art: Callable[[str], bytes]
    made: dict[tuple[str, str], Form] = field(default_factory=dict)
