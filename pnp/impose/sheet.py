"""The sheet: one page of paper, the faces placed on it, and the marks that say where to cut."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from pnp.faces.face import Face
from pnp.shapes.piece_shape import Shape
from pnp.svg.path import Path, bounds, moved
from pnp.units import Flip, Matrix, Rect, Size


@dataclass(frozen=True, slots=True)
class Clip:
    """What of a face may be seen on the sheet: a rectangle in sheet mm, the ellipse inside it, or a ``path`` within it.

    A path is filled by the nonzero rule.
    """

    rect: Rect
    round: bool = False
    path: Path = ()

    def __str__(self) -> str:
        plain = f"Clip(rect={self.rect}, round={self.round})"  # digests of sheets hold these words: they stay
        return f"{plain[:-1]}, path={self.path})" if self.path else plain

    def moved(self, by: Matrix) -> Clip:
        """The same part elsewhere: ``by`` shifts, scales, mirrors and turns by quarters."""
        rect = self.rect
        ax, ay = by.apply(rect.x, rect.y)
        bx, by_ = by.apply(rect.right, rect.bottom)
        width = abs(by.a) * rect.width + abs(by.c) * rect.height
        height = abs(by.b) * rect.width + abs(by.d) * rect.height
        return Clip(Rect(min(ax, bx), min(ay, by_), width, height), self.round, moved(self.path, by))


def clip_of(shape: Shape, size: Size, matrix: Matrix, trim: Rect, by: float) -> Clip:
    """What a face of a shape and size shows where a matrix places it: its outline and so many mm round it.

    ``trim`` is where its trim lies then.
    """
    if shape.kind in ("rectangle", "circle"):
        return Clip(trim.outset(by), shape.kind == "circle")
    path = moved(shape.wider(size, by), matrix)
    return Clip(bounds(path), path=path)


@dataclass(frozen=True, slots=True)
class Placement:
    """A face on a sheet: ``matrix`` takes the face's mm to the sheet's mm."""

    face: Face
    matrix: Matrix
    clip: Clip | None = None

    def moved(self, by: Matrix) -> Placement:
        """The face elsewhere, with what is seen of it."""
        return Placement(self.face, by @ self.matrix, self.clip and self.clip.moved(by))

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
    """One page of paper. ``marks`` say where to cut; ``overlay`` is what else is drawn over the faces: the pieces' own
    lines, and words. Both are SVG in sheet mm.

    ``trim`` and ``bleed`` become the page's boxes; ``bookmark`` names the page in the PDF's outline;
    ``label`` says in the slug what lies here ("Board, tile A1"), ``measure`` what a ruler must find before anything is
    cut ("400 x 30 mm in parts of 200 mm"). A sheet without a label has no slug. ``turn`` is the edge that the leaves of
    its file are turned over when they are printed on both sides, ``scale`` how large its pieces are. ``trims`` are what
    is cut out of it, in sheet mm; it may have to be ``folded`` before, fronts from backs.

    ``correction`` takes the sheet's mm to those of its page, where a printer's faults are undone beforehand; all of the
    sheet goes through it. One with a quarter turn stands a sheet that lies upright.
    """

    size: Size
    placements: tuple[Placement, ...]
    trim: Rect
    bleed: Rect
    label: str
    marks: str = ""
    overlay: str = ""
    bookmark: str | None = None
    links: tuple[Link, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    measure: str = ""
    turn: Flip | None = None
    scale: float = 1.0
    folded: bool = False
    trims: tuple[Rect, ...] = ()
    correction: Matrix | None = None

    @property
    def page(self) -> Size:
        """The size of its page."""
        matrix = self.correction
        return self.size.turned if matrix and abs(matrix.b) > abs(matrix.a) else self.size

    @property
    def folds(self) -> int:
        """How many lines it is folded along, those of its pieces among them; none where nothing is cut out."""
        lines = [line for item in self.placements for line in item.face.lines if line.kind == "fold"]
        return self.folded + (len(lines) if self.trims else 0)

    @property
    def glued(self) -> bool:
        """Whether anything on it is glued."""
        return self.folded or (
            bool(self.trims) and any(line.kind == "glue" for item in self.placements for line in item.face.lines)
        )

    @property
    def digest(self) -> str:
        """Eight hexadecimal digits of what is printed here: equal digests, equal paper."""
        key = "".join(f"{item.face.digest}{item.matrix}{item.clip}" for item in self.placements)
        return sha256(key.encode()).hexdigest()[:8]
