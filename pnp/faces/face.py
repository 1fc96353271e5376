"""The face: one printed side of one record, an SVG document in mm whose origin is the corner of the trim."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal

from pnp.faces.face_lines import FaceLine
from pnp.shapes.piece_shape import RECTANGLE, CutLine, Shape
from pnp.units import Rect, Size

Side = Literal["front", "back"]


@dataclass(frozen=True, init=False, slots=True)
class Face:
    """One printed side. ``size`` is the trim; the art runs ``bleed`` mm past it on every side.

    ``record`` is the record's id, empty when the component is made of no collection. The SVG is kept ``packed``,
    ``like`` that of another face, which it may have much of: so 10,000 cards take 3 MB instead of 32, for 0.02 ms each
    (packed by themselves, 8 MB and 0.03 ms). ``digest`` is a hexadecimal SHA-256 of the content: equal digests print
    the same.

    ``lines`` are what stands in the SVG and is no ink: to cut, fold, punch and glue along; ``cut_line`` says how a
    sheet draws the outline.
    """

    component: str
    record: str
    side: Side
    packed: bytes = field(repr=False, compare=False)
    like: bytes = field(repr=False, compare=False)
    size: Size
    bleed: float
    shape: Shape
    digest: str
    lines: tuple[FaceLine, ...]
    cut_line: CutLine

    def __init__(
        self,
        component: str,
        record: str,
        side: Side,
        svg: str,
        size: Size,
        bleed: float = 0.0,
        shape: Shape = RECTANGLE,
        like: bytes = b"",
        *,
        lines: tuple[FaceLine, ...] = (),
        cut_line: CutLine = "none",
    ) -> None:
        content = svg.encode("utf-8", "surrogatepass")
        head = f"Size(width={size.width!r}, height={size.height!r}) {bleed} {shape}\n"
        digest = sha256(head.encode() + content).hexdigest()
        packed = _packed(content, like) if svg else b""
        values = (component, record, side, packed, like, size, bleed, shape, digest, lines, cut_line)
        for name, value in zip(self.__slots__, values, strict=True):
            object.__setattr__(self, name, value)

    @property
    def svg(self) -> str:
        """The document; empty when its template failed."""
        if not self.packed:
            return ""
        return zlib.decompressobj(zdict=self.like).decompress(self.packed).decode("utf-8", "surrogatepass")

    def with_svg(self, svg: str) -> Face:
        """The same side, drawn otherwise."""
        own = (self.size, self.bleed, self.shape)
        return Face(self.component, self.record, self.side, svg, *own, lines=self.lines, cut_line=self.cut_line)

    @property
    def trim(self) -> Rect:
        """The trim in the face's own coordinates."""
        return Rect(0, 0, self.size.width, self.size.height)


def _packed(content: bytes, like: bytes) -> bytes:
    """Packed by what the other has, too: of a card's 3 KB, 200 bytes stay."""
    packer = zlib.compressobj(1, zdict=like)
    return packer.compress(content) + packer.flush()
