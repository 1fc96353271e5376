"""A face's SVG goes in, its lines to cut, fold, punch and glue come out, in the face's mm; and the outline they make.

An element that says ``data-line`` is drawn by browsers and drawing programs as it stands; here it is no ink, and
sheets draw all lines alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import fsum

from pnp.shapes.piece_shape import MOST_FLAT, Shape, outline_fault, outside_fault
from pnp.shapes.polygon import area, flattened
from pnp.svg.line_kinds import KINDS, LINE, WORD, LineKind, line_of
from pnp.svg.path import Path, moved
from pnp.svg.shapes import SHAPES
from pnp.svg.tree import LINE_MARK, SvgFault, local
from pnp.svg.walk import open_face, shown_in
from pnp.units import Size

MOST_LINES = 500  # of a face
MOST_POINTS = 5_000  # of them all
MOST_GLUED = 2.0  # of a piece's own box, all areas together: they need not lie on one another


@dataclass(frozen=True, slots=True)
class FaceLine:
    """A line of a face. ``path`` is in the face's mm, ``word`` stands beside it.

    ``where`` is the template's ``file:line``, of a face whose lines are marked.
    """

    kind: LineKind
    path: Path
    word: str = ""
    where: str = ""


def read_lines(svg: str) -> tuple[FaceLine, ...]:
    """The lines that a face shows, in the order they stand. What cannot be a line is the painter's to refuse."""
    if LINE not in svg:
        return ()
    found: list[FaceLine] = []
    with suppress(SvgFault):
        for item in shown_in(*open_face(svg)):
            tag = local(item.element.tag)
            owner = line_of((*item.within, item.element)) if tag in SHAPES else None
            if owner is None or item.cascade.style["visibility"] != "visible":
                continue
            kind = next((kind for kind in KINDS if kind == owner.get(LINE)), None)
            with suppress(SvgFault):
                path = moved(SHAPES[tag](item.element, item.cascade), item.matrix)
                if kind and path:
                    where = item.element.get(LINE_MARK, "") or owner.get(LINE_MARK, "")
                    found.append(FaceLine(kind, path, " ".join(owner.get(WORD, "").split()), where))
    return tuple(found)


def too_much(lines: Sequence[FaceLine], size: Size) -> str:
    """Why a face has more lines than sheets draw; empty when it has not."""
    if len(lines) > MOST_LINES:
        return f"{len(lines):,} lines to cut, fold, punch and glue; at most {MOST_LINES}"
    points = sum(len(part) for line in lines for part, _ in flattened(line.path))
    if points > MOST_POINTS:
        return f"lines of {points:,} points, curves among them; at most {MOST_POINTS:,}"
    glued = fsum(abs(area(part)) for line in lines if line.kind == "glue" for part, _ in flattened(line.path))
    if glued > MOST_GLUED * size.width * size.height:
        return f"areas of glue of {glued:,.0f} square mm, {MOST_GLUED:g} times the piece and more"
    return ""


def parts_of(path: Path) -> list[Path]:
    """A path's parts, each from its own beginning."""
    parts: list[list[tuple[object, ...]]] = []
    for segment in path:
        if segment[0] == "m" or not parts:
            parts.append([])
        parts[-1].append(segment)
    return [tuple(part) for part in parts if len(part) > 1]


def outlined(lines: Sequence[FaceLine], size: Size) -> tuple[Shape, tuple[FaceLine, ...]]:
    """The shape that a face's cut lines give it, and its other lines: the closed part that holds most is the outline.

    Raises ValueError, in a designer's words, when no part is an outline.
    """
    parts = [(line, part) for line in lines if line.kind == "cut" for part in parts_of(line.path)]
    if not parts:
        raise ValueError("the template has no cut line that could be the outline of the piece")
    shown = [(*flattened(part)[0], part) for _, part in parts]
    rings = [(points, part) for points, ends, part in shown if ends]
    if not rings:
        raise ValueError("the outline is open: it does not come back to where it begins")
    points, outer = max(rings, key=lambda ring: abs(area(ring[0])))
    if len(points) > MOST_FLAT:
        raise ValueError(f"the outline has {len(points):,} points, its curves among them; at most {MOST_FLAT:,}")
    wrong = outline_fault(points) or outside_fault(points, size)
    if wrong:
        raise ValueError(wrong)
    others = [FaceLine("cut", part, where=line.where) for line, part in parts if part is not outer]
    return Shape("path", drawn=outer), (*others, *(line for line in lines if line.kind != "cut"))
