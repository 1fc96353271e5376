"""Placed faces go in; their lines to cut, fold, punch and glue come out as SVG in sheet mm, drawn by one convention.

A cut is a solid hairline, a fold a dashed one, a hole a cross with a thin circle as large as the hole, and an area of
glue a light hatch. Each dark line lies on a wider pale one, so that it is seen on light and on dark ground.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from math import atan2, degrees, hypot

from pnp.faces.face_lines import FaceLine
from pnp.impose.glue_areas import glue_area
from pnp.impose.sheet import Placement
from pnp.shapes.polygon import Point, area, flattened, ring, sides
from pnp.svg.path import Path, bounds, ellipse_path, moved, path_data
from pnp.units import Matrix, Rect, mm

WEIGHT, PALE = 0.15, 0.35  # of the dark line, and of the pale one under it
DASH, GAP = 2.5, 1.25  # of a fold
CROSS = 3.0  # of a hole, from end to end
OUTSIDE = PALE / 2  # from the cut to a line that falls away with the waste
WORD_SIZE = 2.1
_DARK, _LIGHT = "#4d4d4d", "#ffffff"
_OVER = 1e-3  # mm by which a line may reach past what is seen of its face


def lines_on(placements: Sequence[Placement], family: str, gutter: float | None = None) -> str:
    """The lines of fronts, and the outlines that pieces are cut along.

    ``family`` sets the words; ``gutter`` mm lie between pieces, where they lie side by side.
    """
    drawn = _Drawn(family)
    for placement in placements:
        drawn.add(placement, placement.face.lines)
        if placement.face.cut_line != "none":
            drawn.outline(placement, apart=gutter is None or gutter >= 2 * PALE)
    return drawn.svg()


def lines_behind(placements: Sequence[Placement], family: str) -> str:
    """The lines of backs. Nothing is cut from behind: cuts stand on fronts alone."""
    drawn = _Drawn(family, "behind")
    for placement in placements:
        drawn.add(placement, [line for line in placement.face.lines if line.kind != "cut"])
    return drawn.svg()


def fold_across(x1: float, y1: float, x2: float, y2: float) -> str:
    """The line that a whole sheet is folded along."""
    drawn = _Drawn("")
    drawn.fold((("m", x1, y1), ("l", x2, y2)))
    return drawn.svg()


@dataclass(eq=False)
class _Drawn:
    """Collects a sheet's lines: ``plain`` and ``dashed`` ones, and ``words``, by the part of the sheet they stay in."""

    family: str
    name: str = "lines"  # of what it defines: a folded sheet bears those of both sides
    plain: dict[Rect | None, dict[str, None]] = field(default_factory=dict)
    dashed: dict[Rect | None, dict[str, None]] = field(default_factory=dict)
    words: dict[Rect | None, list[str]] = field(default_factory=dict)

    def add(self, placement: Placement, lines: Iterable[FaceLine]) -> None:
        """A face's lines where they lie on the sheet."""
        for line in lines:
            path = moved(line.path, placement.matrix)
            kept = _kept(placement, path)
            if line.kind == "cut":
                self._put(self.plain, kept, path)
            elif line.kind == "fold":
                self._put(self.dashed, kept, path)
                self._word(kept, line.word, *_beside(path))
            elif line.kind == "hole":
                self._put(self.plain, kept, _hole(path))
            else:
                for points, _ in flattened(line.path):
                    if len(points) > 2 and abs(area(points)) > 0:
                        self._glue(kept, points, line.word or "glue", placement.matrix)

    def fold(self, path: Path) -> None:
        """A fold that no piece holds to itself."""
        self._put(self.dashed, None, path)

    def outline(self, placement: Placement, *, apart: bool) -> None:
        """The line that the piece is cut along: on the cut, or ``apart`` from it on the waste's side if it asks so."""
        face = placement.face
        path = face.shape.outline(face.size)
        if apart and face.cut_line == "outside":
            plain = face.shape.kind in ("circle", "rounded")
            path = face.shape.wider(face.size, OUTSIDE) if plain else ring(face.shape.corners(face.size), OUTSIDE)
        path = moved(path, placement.matrix)
        if face.cut_line == "on" or not apart:
            for part in _sides(path):  # of two pieces that touch, a side stands once
                self._put(self.plain, _kept(placement, path), part)
        else:
            self._put(self.plain, _kept(placement, path), path)

    def _glue(self, kept: Rect | None, points: Sequence[Point], word: str, matrix: Matrix) -> None:
        found = glue_area(tuple(points), word, WORD_SIZE)
        for a, b, c, d in found.strokes:
            self._put(self.plain, kept, moved((("m", a, b), ("l", c, d)), matrix))
        turn = degrees(atan2(matrix.b, matrix.a))
        self._word(kept, found.word, matrix.apply(*found.place), _upright(found.angle + turn), 0.35 * WORD_SIZE)

    def _put(self, group: dict[Rect | None, dict[str, None]], kept: Rect | None, path: Path) -> None:
        group.setdefault(kept, {}).setdefault(path_data(path))

    def _word(self, kept: Rect | None, word: str, place: Point, angle: float, drop: float) -> None:
        """A word centred at a place and turned; its foot is ``drop`` mm below the place."""
        if not word:
            return
        look = f'font-family="{escape(self.family)}" font-size="{WORD_SIZE:g}" text-anchor="middle"'
        turn = f' transform="rotate({mm(angle)} {mm(place[0])} {mm(place[1])})"' if angle else ""
        at = f'x="{mm(place[0])}" y="{mm(place[1] + drop)}"{turn}'
        text = escape(word, quote=False)
        pale = f'<text {at} {look} fill="{_LIGHT}" stroke="{_LIGHT}" stroke-width="0.4">{text}</text>'
        self.words.setdefault(kept, []).append(f'{pale}<text {at} {look} fill="{_DARK}">{text}</text>')

    def svg(self) -> str:
        """All of it, pale lines first."""
        parts = []
        for number, kept in enumerate(dict.fromkeys((*self.plain, *self.dashed, *self.words))):
            plain, dashed = ("".join(group.get(kept, ())) for group in (self.plain, self.dashed))
            inner = "".join(
                f'<path d="{data}" fill="none" stroke="{color}" stroke-width="{weight}"{dash}/>'
                for color, weight in ((_LIGHT, PALE), (_DARK, WEIGHT))
                for data, dash in ((plain, ""), (dashed, f' stroke-dasharray="{DASH:g} {GAP:g}"'))
                if data
            ) + "".join(self.words.get(kept, ()))
            parts.append(_cut_to(kept, f"{self.name}-{number}", inner) if kept else inner)
        return "".join(parts)


def _kept(placement: Placement, path: Path) -> Rect | None:
    """The rectangle that a line must be cut to, since less is seen of its face; None where the whole line is."""
    if placement.clip is None:
        return None
    seen, box = placement.clip.rect.outset(PALE), bounds(path)
    over = max(seen.x - box.x, seen.y - box.y, box.right - seen.right, box.bottom - seen.bottom)
    return placement.clip.rect if over > _OVER else None


def _cut_to(rect: Rect, name: str, inner: str) -> str:
    box = f'x="{mm(rect.x)}" y="{mm(rect.y)}" width="{mm(rect.width)}" height="{mm(rect.height)}"'
    return f'<clipPath id="{name}"><rect {box}/></clipPath><g clip-path="url(#{name})">{inner}</g>'


def _sides(path: Path) -> list[Path]:
    """A closed path of straight lines side by side, each from its upper left end; any other as it is."""
    if any(segment[0] == "c" for segment in path):
        return [path]
    (points, _), *_more = flattened(path)
    ends = [sorted([(round(x, 4), round(y, 4)) for x, y in side]) for side in sides(points)]
    return [(("m", *a), ("l", *b)) for a, b in ends]


def _hole(path: Path) -> Path:
    """A cross at the middle of a hole, and a circle as large as it is."""
    box = bounds(path)
    x, y, arm = box.x + box.width / 2, box.y + box.height / 2, CROSS / 2
    cross: Path = (("m", x - arm, y), ("l", x + arm, y), ("m", x, y - arm), ("l", x, y + arm))
    return (*ellipse_path(x, y, box.width / 2, box.height / 2), *cross) if min(box.width, box.height) > 0 else cross


def _beside(path: Path) -> tuple[Point, float, float]:
    """Where a word stands beside a fold: over the middle of its longest straight part, and turned as that is."""
    parts = [points for points, _ in flattened(path)]
    pairs = [(a, b) for points in parts for a, b in pairwise(points)]
    if not pairs:
        box = bounds(path)
        return (box.x, box.y), 0.0, 0.0
    a, b = max(pairs, key=lambda pair: round(hypot(pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]), 6))
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), _upright(degrees(atan2(b[1] - a[1], b[0] - a[0]))), -0.9


def _upright(angle: float) -> float:
    """The way of a line on which a word does not stand on its head."""
    return round((angle + 90 - 1e-6) % 180 - 90 + 1e-6, 4) + 0.0
