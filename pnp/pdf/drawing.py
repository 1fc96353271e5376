"""What a face becomes: PDF operators in mm with y downwards, how they are written, and the resources they name.

Resource names are made from content, so a drawing belongs to no document: it is painted once and placed in many.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import sha1
from typing import Literal

from pnp.fonts.font import Font
from pnp.svg.path import Path
from pnp.units import POINTS_PER_MM, Matrix, Rect

Notes = tuple[tuple[str, str], ...]  # what is to be told, and the template's line where that is known
EVERYWHERE = Rect(-1e6, -1e6, 2e6, 2e6)  # a form's box when nothing in it needs to be cut off


def pdf_number(value: float) -> str:
    """At most four decimals, no exponent, no negative zero: a ten-thousandth of a millimetre is no ink.

    Below one, six: a drawing in a viewBox of one unit is enlarged a hundredfold on paper.
    """
    text = (f"{value:.6f}" if -1 < value < 1 else f"{value:.4f}").rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def shade_number(value: float) -> str:
    """Four decimals of a colour's part: finer than any of its 255 steps."""
    return f"{value:.4f}".rstrip("0").rstrip(".")


def fine_number(value: float) -> str:
    """Seven decimals: for factors, and for coordinates that a matrix will enlarge."""
    text = f"{value:.7f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@lru_cache(maxsize=4096)
def path_operators(path: Path) -> str:
    """The path as PDF operators."""
    return "\n".join(" ".join([*map(pdf_number, segment[1:]), segment[0]]) for segment in path)


def matrix_operator(matrix: Matrix) -> str:
    """``cm``; the linear part keeps seven decimals, for a face drawn small must still land true."""
    linear = " ".join(fine_number(value) for value in (matrix.a, matrix.b, matrix.c, matrix.d))
    return f"{linear} {pdf_number(matrix.e)} {pdf_number(matrix.f)} cm"


def flip(height: float) -> Matrix:
    """From mm with y downwards to points with y upwards, on a page ``height`` mm tall."""
    return Matrix(POINTS_PER_MM, 0, 0, -POINTS_PER_MM, 0, height * POINTS_PER_MM)


def _name(letter: str, key: object) -> str:
    data = key if isinstance(key, bytes) else repr(key).encode()
    return letter + sha1(data, usedforsecurity=False).hexdigest()[:10]


@dataclass(frozen=True, slots=True)
class Shading:
    """A gradient: kind 2 is axial, 3 radial (PDF 32000, 8.7.4.5); coords as PDF wants them; stops (offset, colour).

    A colour has three parts, or one (grey) when the shading makes a soft mask. Beyond its end it goes on with its last
    colour, and beyond its beginning, if it ``reaches_back``, with its first.
    """

    kind: int
    coords: tuple[float, ...]
    stops: tuple[tuple[float, tuple[float, ...]], ...]
    reaches_back: bool = field(default=True, repr=False)

    @property
    def name(self) -> str:
        """Its resource name."""
        return _name("S", self) + ("" if self.reaches_back else "o")


@dataclass(frozen=True, slots=True)
class ShadingPattern:
    """A gradient as a colour to stroke with (PDF 32000, 8.7.4.3); its matrix starts from the form that names it."""

    shading: Shading
    matrix: Matrix

    @property
    def name(self) -> str:
        """Its resource name."""
        return _name("P", self)


@dataclass(frozen=True, slots=True)
class ImageData:
    """A picture as it came: the bytes of a PNG or JPEG file. ``gray`` asks for its luminance alone, for a mask."""

    data: bytes = field(repr=False)
    smooth: bool = True
    gray: bool = False

    @property
    def name(self) -> str:
        """Its resource name."""
        return _name("I", self.data) + ("" if self.smooth else "p") + ("g" if self.gray else "")


@dataclass(frozen=True)
class Resources:
    """Everything operators name: fonts with the glyphs used and their text, forms, alphas, shadings, pictures."""

    glyphs: Mapping[Font, Mapping[int, str]] = field(default_factory=dict)
    forms: Mapping[str, Form] = field(default_factory=dict)
    alphas: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    masks: Mapping[str, SoftMask] = field(default_factory=dict)
    shadings: Mapping[str, Shading] = field(default_factory=dict)
    patterns: Mapping[str, ShadingPattern] = field(default_factory=dict)
    images: Mapping[str, ImageData] = field(default_factory=dict)
    blends: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def plain(self) -> bool:
        """Whether nothing but letters is named."""
        named = self.forms or self.alphas or self.masks or self.shadings or self.patterns or self.images
        return not (named or self.blends)


@dataclass(frozen=True)
class Form:
    """Operators kept once and used many times: a PDF form XObject. ``group`` composites it as one (group opacity).

    ``painted`` counts what it paints, the forms within it included.
    """

    content: str
    resources: Resources
    bbox: Rect = EVERYWHERE
    group: bool = False
    painted: int = 1

    @cached_property
    def name(self) -> str:
        """Its resource name: equal content, equal name."""
        return _name("X", f"{self.group}{self.bbox}{self.content}".encode())

    def as_group(self) -> Form:
        """The same form, composited as one before it meets the page."""
        return self if self.group else Form(self.content, self.resources, self.bbox, True, self.painted)


@dataclass(frozen=True, slots=True)
class SoftMask:
    """A form whose luminosity, or whose alpha, is the opacity of what follows (PDF 32000, 11.6.5.2)."""

    kind: Literal["Luminosity", "Alpha"]
    form: Form

    @property
    def name(self) -> str:
        """Its resource name."""
        return f"M{self.kind[0]}{self.form.name[1:]}"


@dataclass(frozen=True)
class Drawing:
    """A painted face: its operators and its resources.

    ``left_out`` names what foreign art in it went without, ``substituted`` what stands there instead,
    each with the template's line where that is known.
    """

    content: str
    resources: Resources
    left_out: Notes = ()
    substituted: Notes = ()


@lru_cache(maxsize=256)
def font_name(font: Font) -> str:
    """The resource name of a font: its PostScript name, part of its hash lest two files share one, and its tracking."""
    tracking = f"-{font.tracking * 10000:.0f}" if font.tracking else ""
    return f"{file_name(font)}{tracking}"


@lru_cache(maxsize=64)
def file_name(font: Font) -> str:
    """What fonts of the same file have in common, however they are tracked."""
    return f"{font.postscript_name}-{sha1(font.data, usedforsecurity=False).hexdigest()[:6]}"
