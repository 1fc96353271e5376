"""The sheet: one page of paper, the faces placed on it, and the marks that say where to cut."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from pnp.faces.face import Face
from pnp.units import Flip, Matrix, Rect, Size


@dataclass(frozen=True, slots=True)
class Clip:
    """What of a face may be seen on the sheet: a rectangle in sheet mm, or the ellipse inside it."""

    rect: Rect
    round: bool = False


@dataclass(frozen=True, slots=True)
class Placement:
    """A face on a sheet: ``matrix`` takes the face's mm to the sheet's mm."""

    face: Face
    matrix: Matrix
    clip: Clip | None = None

    @property
    def trim(self) -> Rect:
        """Where the trimmed face lies on the sheet (its turns are quarter turns)."""
        size = self.face.size
        ax, ay = self.matrix.apply(0, 0)
        bx, by = self.matrix.apply(size.width, size.height)
        return Rect(min(ax, bx), min(ay, by), abs(bx - ax), abs(by - ay))


@dataclass(frozen=True, slots=True)
class Link:
    """A rectangle in sheet mm that leads to an anchor of the same document."""

    rect: Rect
    target: str


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place that links lead to, ``y`` mm down the sheet. With a title it stands in the PDF's outline, at a level."""

    name: str
    y: float
    title: str = ""
    level: int = 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page of paper. ``marks`` are lines and ``words`` are texts, SVG in sheet mm, drawn over the faces.

    ``trim`` and ``bleed`` become the page's boxes; ``bookmark`` names the page in the PDF's outline;
    ``label`` says in the slug what lies here ("Board, tile A1"), ``measure`` what a ruler must find before anything is
    cut ("400 x 30 mm in parts of 200 mm"). A sheet without a label has no slug. ``turn`` is the edge that the leaves of
    its file are turned over when they are printed on both sides, ``scale`` how large its pieces are. ``trims`` are what
    is cut out of it, in sheet mm.

    ``correction`` takes the sheet's mm to those of its page, where a printer's faults are undone beforehand; all of the
    sheet goes through it. One with a quarter turn stands a sheet that lies upright.
    """

    size: Size
    placements: tuple[Placement, ...]
    trim: Rect
    bleed: Rect
    label: str
    marks: str = ""
    words: str = ""
    bookmark: str | None = None
    links: tuple[Link, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    measure: str = ""
    turn: Flip | None = None
    scale: float = 1.0
    trims: tuple[Rect, ...] = ()
    correction: Matrix | None = None

    @property
    def page(self) -> Size:
        """The size of its page."""
        matrix = self.correction
        return self.size.turned if matrix and abs(matrix.b) > abs(matrix.a) else self.size

    @property
    def digest(self) -> str:
        """Eight hexadecimal digits of what is printed here: equal digests, equal paper."""
        key = "".join(f"{item.face.digest}{item.matrix}{item.clip}" for item in self.placements)
        return sha256(key.encode()).hexdigest()[:8]
