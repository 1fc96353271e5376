"""Lengths, sizes, rectangles and affine maps: text such as ``2.5in`` goes in, millimetres come out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

MM_PER_INCH = 25.4
POINTS_PER_MM = 72 / MM_PER_INCH
MM_PER_POINT = MM_PER_INCH / 72
PX_PER_MM = 96 / MM_PER_INCH  # a pixel of CSS is 1/96 inch

_UNITS = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_POINT, "": 1.0}
# digits are 0 to 9 alone: Python takes those of every script, a designer's editor shows some as something else
_NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)"
_LENGTH = re.compile(rf"({_NUMBER})\s*([a-z]*)", re.IGNORECASE)
MAX_DIGITS = 12
MAX_LENGTH = 5_000.0  # mm; no page of a PDF is larger


def parse_whole(text: str) -> int:
    """Read a whole number. Raises ValueError when the text is none, or has too many digits to mean anything."""
    if not re.fullmatch(r"[+-]?[0-9]+", text):
        raise ValueError("expected a whole number")
    if len(text.lstrip("+-0")) > MAX_DIGITS:
        raise ValueError(f"expected a number of at most {MAX_DIGITS} digits")
    return int(text)


def looks_like_number(text: str) -> bool:
    """Whether a text begins as a number does and has no letters but those of a power of ten."""
    return re.fullmatch(r"[+-]?\.?[0-9][0-9.eE+-]*", text) is not None


def parse_number(text: str) -> float:
    """Read a number such as 3, -0.5 or .25. Raises ValueError as ``parse_whole`` does."""
    if not re.fullmatch(_NUMBER, text):
        raise ValueError("expected a number")
    if len(text.partition(".")[0].lstrip("+-0")) > MAX_DIGITS or len(text) > 40:
        raise ValueError(f"expected a number of at most {MAX_DIGITS} digits")
    return float(text)


def parse_length(text: str) -> float:
    """Read a length such as ``3``, ``3mm``, ``2.5in``, ``8pt`` or ``4cm``; the answer is in mm.

    Raises ValueError, in a designer's words, when the text is not a length.
    """
    match = _LENGTH.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"expected a length such as 3mm or 2.5in, found '{text[:40]}'")
    factor = _UNITS.get(match[2].lower())
    if factor is None:
        raise ValueError(f"unknown unit '{match[2][:40]}' in '{text[:40]}': use mm, cm, in or pt")
    length = float(match[1]) * factor
    if abs(length) > MAX_LENGTH:
        raise ValueError(f"'{text[:40]}' is longer than {MAX_LENGTH / 1000:g} m, the most that a page can be")
    return length


Flip = Literal["long", "short"]  # the edge of the paper that a leaf is turned over


@dataclass(frozen=True, slots=True)
class Size:
    """A width and a height in mm."""

    width: float
    height: float

    @property
    def turned(self) -> Size:
        """The same size a quarter turn round."""
        return Size(self.height, self.width)


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle in mm; (x, y) is its top left corner, y grows downwards."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of the lower edge."""
        return self.y + self.height

    @property
    def size(self) -> Size:
        """Its width and height."""
        return Size(self.width, self.height)

    def outset(self, by: float) -> Rect:
        """Grow by so many mm on every side (shrink, when negative)."""
        return Rect(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def union(self, other: Rect) -> Rect:
        """The smallest rectangle that holds both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Rect(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)


@dataclass(frozen=True, slots=True)
class Matrix:
    """The affine map (x, y) -> (a x + c y + e, b x + d y + f), in the order SVG and PDF write it."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def __matmul__(self, inner: Matrix) -> Matrix:
        """Apply ``inner`` first, then this one: ``outer @ inner``."""
        return Matrix(
            self.a * inner.a + self.c * inner.b,
            self.b * inner.a + self.d * inner.b,
            self.a * inner.c + self.c * inner.d,
            self.b * inner.c + self.d * inner.d,
            self.a * inner.e + self.c * inner.f + self.e,
            self.b * inner.e + self.d * inner.f + self.f,
        )

    def apply(self, x: float, y: float) -> tuple[float, float]:
        """Where the point (x, y) goes."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    @classmethod
    def translation(cls, x: float, y: float) -> Matrix:
        """A shift by (x, y) mm."""
        return cls(e=x, f=y)

    @classmethod
    def quarter_turns(cls, turns: int) -> Matrix:
        """A turn about the origin by so many quarters, clockwise on paper (y grows downwards)."""
        a, b = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[turns % 4]
        return cls(a, b, -b, a)


# ISO 216, ANSI, and the card trade's own names (mm); "landscape" behind a name turns it.
PAPERS = {
    "a4": Size(210, 297),
    "letter": Size(215.9, 279.4),
    "a3": Size(297, 420),
    "tabloid": Size(279.4, 431.8),
}
NAMED_SIZES = PAPERS | {
    "a1": Size(594, 841),
    "a2": Size(420, 594),
    "a5": Size(148, 210),
    "a6": Size(105, 148),
    "a7": Size(74, 105),
    "half-letter": Size(139.7, 215.9),
    "quarter-letter": Size(107.95, 139.7),
    "poker": Size(63, 88),
    "poker-us": Size(63.5, 88.9),
    "bridge": Size(57.15, 88.9),
    "mini-euro": Size(45, 68),
    "mini-us": Size(41, 63),
    "tarot": Size(70, 120),
    "japanese": Size(59, 86),
    "domino": Size(44.45, 88.9),
}


def parse_size(text: str) -> Size:
    """Read ``poker``, ``a5 landscape``, ``63 x 88``, ``2.5in x 3.5in`` or ``25`` (a square or a circle).

    Raises ValueError, in a designer's words, when the text is not a size.
    """
    words = text.strip().lower().split()
    name = words[0] if words else ""
    if name in NAMED_SIZES and words[1:] in ([], ["portrait"], ["landscape"]):
        size = NAMED_SIZES[name]
        return size.turned if words[1:] == ["landscape"] else size
    if name[:1].isalpha():
        raise ValueError(f"unknown size '{text[:40]}': use a name such as poker or a5 landscape, or 63 x 88")
    sides = [parse_length(side.strip()) for side in re.split("[x×]", text.lower())]
    if len(sides) > 2 or min(sides) <= 0:
        raise ValueError(f"expected a size such as poker, 63 x 88 or 25, found '{text[:40]}'")
    if min(sides) < 1:
        raise ValueError(f"'{text[:40]}' is smaller than a millimetre")
    return Size(sides[0], sides[-1])


def mm(value: float) -> str:
    """A length for SVG, to a ten-thousandth of a millimetre."""
    return f"{value:.4f}".rstrip("0").rstrip(".")
