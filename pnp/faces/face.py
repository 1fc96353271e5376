"""The face: one printed side of one record, an SVG document in mm whose origin is the corner of the trim."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Literal

from pnp.units import Rect, Size

Shape = Literal["rectangle", "circle"]
Side = Literal["front", "back"]


@dataclass(frozen=True)
class Face:
    """One printed side. ``size`` is the trim; the art runs ``bleed`` mm past it on every side.

    ``record`` is the record's id, empty when the component is made of no collection.
    """

    component: str
    record: str
    side: Side
    svg: str
    size: Size
    bleed: float = 0.0
    shape: Shape = "rectangle"

    @property
    def trim(self) -> Rect:
        """The trim in the face's own coordinates."""
        return Rect(0, 0, self.size.width, self.size.height)

    @cached_property
    def digest(self) -> str:
        """The content as a hexadecimal SHA-256: equal digests print the same."""
        key = f"{self.size} {self.bleed} {self.shape}\n{self.svg}"
        return sha256(key.encode()).hexdigest()
