"""The face: one printed side of one record, an SVG document in mm whose origin is the corner of the trim."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal

from pnp.units import Rect, Size

Shape = Literal["rectangle", "circle"]
Side = Literal["front", "back"]


@dataclass(frozen=True, init=False, slots=True)
class Face:
    """One printed side. ``size`` is the trim; the art runs ``bleed`` mm past it on every side.

    ``record`` is the record's id, empty when the component is made of no collection. The SVG is kept ``packed``, so
    that 10,000 cards take 8 MB instead of 32, for 0.03 ms each. ``digest`` is a hexadecimal SHA-256 of the content:
    equal digests print the same.
    """

    component: str
    record: str
    side: Side
    packed: bytes = field(repr=False)
    size: Size
    bleed: float
    shape: Shape
    digest: str

    def __init__(
        self,
        component: str,
        record: str,
        side: Side,
        svg: str,
        size: Size,
        bleed: float = 0.0,
        shape: Shape = "rectangle",
    ) -> None:
        content = svg.encode("utf-8", "surrogatepass")
        digest = sha256(f"{size} {bleed} {shape}\n".encode() + content).hexdigest()
        values = (component, record, side, zlib.compress(content, 1) if svg else b"", size, bleed, shape, digest)
        for name, value in zip(self.__slots__, values, strict=True):
            object.__setattr__(self, name, value)

    @property
    def svg(self) -> str:
        """The document; empty when its template failed."""
        return zlib.decompress(self.packed).decode("utf-8", "surrogatepass") if self.packed else ""

    def with_svg(self, svg: str) -> Face:
        """The same side, drawn otherwise."""
        return Face(self.component, self.record, self.side, svg, self.size, self.bleed, self.shape)

    @property
    def trim(self) -> Rect:
        """The trim in the face's own coordinates."""
        return Rect(0, 0, self.size.width, self.size.height)
