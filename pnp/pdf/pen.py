"""Operators go in one by one and come out as a drawing or a form, with exactly the resources they name."""

from __future__ import annotations

from dataclasses import dataclass, field

from pnp.fonts.font import Font
from pnp.pdf.drawing import (
    EVERYWHERE,
    Drawing,
    Form,
    ImageData,
    Notes,
    Resources,
    Shading,
    ShadingPattern,
    SoftMask,
    matrix_operator,
    path_operators,
)
from pnp.svg.path import Path
from pnp.svg.tree import SvgFault
from pnp.units import Matrix, Rect

MAX_PAINTED = 200_000  # things on one face, those in repeated forms counted each time: a viewer must paint them all

CLIP = {"nonzero": "W n", "evenodd": "W* n"}
FILL = {"nonzero": "f", "evenodd": "f*"}


@dataclass
class Pen:
    """Operators being written. It remembers what was last set, and says only what changes."""

    ops: list[str] = field(default_factory=list)
    glyphs: dict[Font, dict[int, str]] = field(default_factory=dict)
    forms: dict[str, Form] = field(default_factory=dict)
    alphas: dict[str, tuple[float, float]] = field(default_factory=dict)
    blends: dict[str, str] = field(default_factory=dict)
    masks: dict[str, SoftMask] = field(default_factory=dict)
    shadings: dict[str, Shading] = field(default_factory=dict)
    patterns: dict[str, ShadingPattern] = field(default_factory=dict)
    images: dict[str, ImageData] = field(default_factory=dict)
    state: dict[str, str] = field(default_factory=dict)
    stack: list[dict[str, str]] = field(default_factory=list)
    nib: object = None  # what the last stroke was set from: the same again needs no saying
    nibs: list[object] = field(default_factory=list)
    holes: int = 0  # places left for what was cut out (``stencil``), which no form may hide
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
        self.nibs.append(self.nib)

    def restore(self) -> None:
        """``Q``."""
        self.ops.append("Q")
        self.state = self.stack.pop()
        self.nib = self.nibs.pop()

    def rewind(self, length: int, depth: int) -> None:
        """Forget the operators after ``length``, and the saves after ``depth``: what they painted is left out."""
        del self.ops[length:]
        if len(self.stack) > depth:
            del self.stack[depth:], self.nibs[depth:]
        self.nib, self.state = None, {"alpha": "unknown"}  # whatever holds now must be said again

    def alpha(self, fill: float, stroke: float) -> None:
        """Set the fill's and the stroke's opacity, to thousandths."""
        if fill == stroke == 1.0 and "alpha" not in self.state:
            return
        parts = round(fill * 1000), round(stroke * 1000)
        name = f"A{parts[0]}-{parts[1]}"
        self.alphas[name] = (parts[0] / 1000, parts[1] / 1000)
        self.set("alpha", f"/{name} gs")

    def blend(self, mode: str) -> None:
        """Mix what follows with what lies under it, in a mode of CSS, until the pen restores."""
        name = "".join(word.capitalize() for word in mode.split("-"))
        self.blends[f"B{name}"] = name
        self.ops.append(f"/B{name} gs")

    def mask(self, mask: SoftMask) -> None:
        """Let a soft mask fade what follows, until the pen restores. Its matrix is the one in force now."""
        self.masks[mask.name] = mask
        self.ops.append(f"/{mask.name} gs")
        self._count(mask.form.painted)

    def place(self, form: Form, operator: str = "") -> None:
        """Draw a form, after a ``cm`` of its own if one is given. A group carries the alpha set before it."""
        self.forms[form.name] = form
        self._count(form.painted)
        self.ops.append(f"q {operator} /{form.name} Do Q" if operator else f"/{form.name} Do")

    def picture(self, image: ImageData, matrix: Matrix) -> None:
        """Draw a picture, whose box is one unit square."""
        self.images[image.name] = image
        self.painted += 1
        self.ops.append(f"q {matrix_operator(matrix)} /{image.name} Do Q")

    def shade(self, shading: Shading, matrix: Matrix) -> None:
        """Pour a gradient into the clip in force."""
        self.shadings[shading.name] = shading
        self.painted += 1
        self.ops.append(f"q {matrix_operator(matrix)} /{shading.name} sh Q")

    def stroke_pattern(self, pattern: ShadingPattern) -> None:
        """Stroke with a gradient. Only in a form: a pattern's matrix starts from there (PDF 32000, 8.7.3.1)."""
        self.patterns[pattern.name] = pattern
        self.ops.append(f"/Pattern CS /{pattern.name} SCN")
        self.state.pop("stroke", None)

    def take(self, inner: Resources) -> None:
        """Make what an inner pen's operators name this one's too."""
        for font, glyphs in inner.glyphs.items():
            self.glyphs.setdefault(font, {}).update(glyphs)
        if inner.plain:
            return
        self.forms |= inner.forms
        self.alphas |= inner.alphas
        self.blends |= inner.blends
        self.masks |= inner.masks
        self.shadings |= inner.shadings
        self.patterns |= inner.patterns
        self.images |= inner.images

    def inline(self, inner: Pen) -> None:
        """Write an inner pen's operators out here, between q and Q."""
        if inner.ops:
            self.ops += ["q", *inner.ops, "Q"]
            self.take(inner.resources)
            self.holes += inner.holes
            self._count(inner.painted)

    def _count(self, painted: int) -> None:
        self.painted += painted
        if self.painted > MAX_PAINTED:
            raise SvgFault(
                f"the drawing paints more than {MAX_PAINTED:,} things",
                "uses within uses multiply: use fewer, or place the art as a picture",
            )

    @property
    def resources(self) -> Resources:
        """What the operators so far name."""
        return Resources(
            self.glyphs, self.forms, self.alphas, self.masks, self.shadings, self.patterns, self.images, self.blends
        )

    def form(self, box: Rect = EVERYWHERE, *, group: bool = False) -> Form:
        """Close the pen: what it wrote as a form."""
        return Form("\n".join(self.ops), self.resources, box, group, self.painted)

    def drawing(self, left_out: Notes = (), substituted: Notes = ()) -> Drawing:
        """Close the pen: what it wrote as a drawing."""
        return Drawing("\n".join(self.ops), self.resources, left_out, substituted)


def clip_path(pen: Pen, path: Path, rule: str) -> None:
    """Cut what follows to a path, until the pen restores."""
    pen.ops.append(path_operators(path))
    pen.ops.append(CLIP[rule])
