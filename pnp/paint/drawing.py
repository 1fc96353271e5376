"""What a face becomes: PDF operators in mm with y downwards, and the resources they name.

Resource names are made from content, so a drawing belongs to no document: it is painted once and placed in many.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha1

from pnp.fonts.font import Font
from pnp.paint.colors import Rgb
from pnp.units import Matrix, Rect

EVERYWHERE = Rect(-5000, -5000, 10000, 10000)  # a form's box when nothing in it needs to be cut off


@dataclass(frozen=True, slots=True)
class Shading:
    """A gradient: kind 2 is axial, 3 radial (PDF 32000, 8.7.4.5); coords as PDF wants them; stops (offset, colour)."""

    kind: int
    coords: tuple[float, ...]
    stops: tuple[tuple[float, Rgb], ...]

    @property
    def name(self) -> str:
        """Its resource name."""
        return "S" + sha1(repr(self).encode(), usedforsecurity=False).hexdigest()[:10]


@dataclass(frozen=True, slots=True)
class ImageData:
    """A picture as it came: the bytes of a PNG or JPEG file."""

    data: bytes = field(repr=False)

    @property
    def name(self) -> str:
        """Its resource name."""
        return "I" + sha1(self.data, usedforsecurity=False).hexdigest()[:10]


@dataclass(frozen=True, slots=True)
class ForeignArt:
    """An SVG file of any tool's, drawn by svglib as a form whose box is the file's own size in points."""

    data: bytes = field(repr=False)

    @property
    def name(self) -> str:
        """Its resource name."""
        return "V" + sha1(self.data, usedforsecurity=False).hexdigest()[:10]


@dataclass(frozen=True)
class Resources:
    """Everything operators name: fonts with the glyphs used and their text, forms, alphas, shadings, pictures."""

    glyphs: Mapping[Font, Mapping[int, str]] = field(default_factory=dict)
    forms: Mapping[str, Form] = field(default_factory=dict)
    alphas: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    shadings: Mapping[str, Shading] = field(default_factory=dict)
    images: Mapping[str, ImageData | ForeignArt] = field(default_factory=dict)


@dataclass(frozen=True)
class Form:
    """Operators kept once and used many times: a PDF form XObject. ``group`` composites it as one (group opacity)."""

    content: str
    resources: Resources
    bbox: Rect = EVERYWHERE
    group: bool = False

    @property
    def name(self) -> str:
        """Its resource name: equal content, equal name."""
        key = f"{self.group}{self.bbox}{self.content}"
        return "X" + sha1(key.encode(), usedforsecurity=False).hexdigest()[:10]


@dataclass(frozen=True)
class Drawing:
    """A painted face: its operators and its resources."""

    content: str
    resources: Resources


def font_name(font: Font) -> str:
    """The resource name of a font: its PostScript name, and part of its hash lest two files share one."""
    return f"{font.postscript_name}-{sha1(font.data, usedforsecurity=False).hexdigest()[:6]}"


@dataclass
class Pen:
    """Operators being written. It remembers what was last set, and says only what changes."""

    ops: list[str] = field(default_factory=list)
    glyphs: dict[Font, dict[int, str]] = field(default_factory=dict)
    forms: dict[str, Form] = field(default_factory=dict)
    alphas: dict[str, tuple[float, float]] = field(default_factory=dict)
    shadings: dict[str, Shading] = field(default_factory=dict)
    images: dict[str, ImageData | ForeignArt] = field(default_factory=dict)
    state: dict[str, str] = field(default_factory=dict)
    stack: list[dict[str, str]] = field(default_factory=list)
    painted: int = 0  # how many things were painted: one alone needs no transparency group

    def set(self, key: str, operator: str) -> None:
        """Write a state operator unless it holds already."""
        if self.state.get(key) != operator:
            self.state[key] = operator
            self.ops.append(operator)

    def save(self) -> None:
        """``q``."""
        self.ops.append("q")
        self.stack.append(dict(self.state))

    def restore(self) -> None:
        """``Q``."""
        self.ops.append("Q")
        self.state = self.stack.pop()

    def alpha(self, fill: float, stroke: float) -> None:
        """Set the fill's and the stroke's opacity."""
        if (fill, stroke) == (1.0, 1.0) and "alpha" not in self.state:
            return
        name = f"A{round(fill * 1000)}-{round(stroke * 1000)}"
        self.alphas[name] = (fill, stroke)
        self.set("alpha", f"/{name} gs")

    def place(self, form: Form, operator: str = "") -> None:
        """Draw a form, after a ``cm`` of its own if one is given. A group carries the alpha set before it."""
        self.forms[form.name] = form
        self.painted += 1
        self.ops.append(f"q {operator} /{form.name} Do Q" if operator else f"/{form.name} Do")

    @property
    def resources(self) -> Resources:
        """What the operators so far name."""
        return Resources(self.glyphs, self.forms, self.alphas, self.shadings, self.images)

    def drawing(self) -> Drawing:
        """Close the pen."""
        return Drawing("\n".join(self.ops), self.resources)


def flip(height: float) -> Matrix:
    """From mm with y downwards to points with y upwards, on a page ``height`` mm tall."""
    scale = 72 / 25.4
    return Matrix(scale, 0, 0, -scale, 0, height * scale)
