"""Long pieces go in; sheets come out on which they lie in equal parts, side by side, with marks to join them.

A part ends in a tab with its number, on which the next part is glued; a tick on either side of the joint shows that
they meet. The parts together are as long as the piece, exactly: nothing is scaled.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape
from math import ceil, fsum

from pnp.faces.face import Face
from pnp.impose.cards import Paper
from pnp.impose.cutting import Line
from pnp.impose.grid import CutPiece
from pnp.impose.leaf import Leaf, back_of
from pnp.impose.marks import lines_svg
from pnp.impose.sheet import Clip, Placement, Sheet
from pnp.impose.sheet_lines import lines_on
from pnp.impose.ticks import survivors
from pnp.units import Matrix, Rect, Size

TAB = 10.0  # glued under the next part
MARK = 3.0  # length of a cut mark
CLEAR = 1.0  # from the cut to its mark
BAND = 7.0  # between rows: marks, and the name of each part
OVER = 1.0  # art past the cut of an end that is laid on a tab
_TICK = 2.0  # length of a tick on either side of a joint
_SLANT = 1.5  # by which a tab is narrower at its end, on each side


@dataclass(frozen=True, slots=True)
class StripPart:
    """Part ``number`` (from 0) of ``count`` equal ones of a piece; ``turned`` where its face is higher than wide."""

    piece: CutPiece
    title: str
    number: int
    count: int

    @property
    def face(self) -> Face:
        """What is seen of the piece from the front."""
        return self.piece.front

    @property
    def turned(self) -> bool:
        """Whether the face lies a quarter turn round: its long side runs along the row."""
        return self.face.size.height > self.face.size.width

    @property
    def breadth(self) -> float:
        """Across the row, mm."""
        return min(self.face.size.width, self.face.size.height)

    @property
    def length(self) -> float:
        """Along the row, mm, without the tab."""
        return max(self.face.size.width, self.face.size.height) / self.count

    @property
    def last(self) -> bool:
        """Whether it is the one without a tab."""
        return self.number + 1 == self.count

    @property
    def name(self) -> str:
        """What stands above it."""
        return f"{self.title}, part {self.number + 1} of {self.count}" if self.count > 1 else self.title


@dataclass(frozen=True, slots=True)
class StripRow:
    """Parts of one breadth after one another; ``y`` is where they begin on the sheet."""

    parts: tuple[StripPart, ...]
    y: float


def impose_strips(pieces: Sequence[tuple[CutPiece, str]], paper: Paper, label: str, family: str) -> list[Leaf]:
    """The pieces, each with its title, on paper upright or on its side: whichever takes fewer sheets, then fewer parts.

    Raises ValueError when a piece is broader than the paper.
    """
    best: tuple[int, int, Size, list[list[StripRow]]] | None = None
    broad = ""
    for size in (paper.size, paper.size.turned):
        try:
            pages = _pages(pieces, _area(size, paper))
        except ValueError as error:
            broad = broad or str(error)
            continue
        count = sum(len(row.parts) for rows in pages for row in rows)
        if best is None or (len(pages), count) < best[:2]:
            best = (len(pages), count, size, pages)
    if best is None:
        raise ValueError(broad)
    _, _, size, pages = best
    left = _area(size, paper).x
    return [_leaf(rows, left, replace(paper, size=size), label, family) for rows in pages]


def _area(size: Size, paper: Paper) -> Rect:
    """Where parts may lie: inside the margins and the marks, above the slug."""
    side = paper.margin + CLEAR + MARK
    bottom = side + paper.slug
    return Rect(side, paper.margin + BAND, size.width - 2 * side, size.height - paper.margin - BAND - bottom)


def _pages(pieces: Iterable[tuple[CutPiece, str]], area: Rect) -> list[list[StripRow]]:
    parts = [part for piece, title in pieces for part in _cut(piece, title, area)]
    rows: list[list[StripPart]] = []
    for part in parts:
        row = rows[-1] if rows else []
        if row and row[0].breadth == part.breadth and _extent([*row, part]) <= area.width + 1e-6:
            row.append(part)
        else:
            rows.append([part])
    pages: list[list[StripRow]] = []
    y = area.bottom
    for row in rows:
        if y + row[0].breadth > area.bottom + 1e-6:
            pages.append([])
            y = area.y
        pages[-1].append(StripRow(tuple(row), y))
        y += row[0].breadth + BAND
    return pages


def _cut(piece: CutPiece, title: str, area: Rect) -> list[StripPart]:
    """As few equal parts as the room allows."""
    whole = piece.front.size
    long, broad = sorted((whole.width, whole.height), reverse=True)
    if broad > area.height or area.width <= 2 * TAB:
        size = f"{whole.width:g} x {whole.height:g} mm"
        raise ValueError(f"a strip of {size} is broader than the {area.height:g} mm that the paper leaves")
    count = 1 if long <= area.width + 1e-6 else ceil(long / (area.width - TAB) - 1e-6)
    return [StripPart(piece, title, number, count) for number in range(count)]


def _extent(parts: Sequence[StripPart]) -> float:
    """How long a row is, tabs and the room for marks between the parts among it."""
    tabs = fsum(TAB for part in parts if not part.last)
    return fsum(part.length for part in parts) + tabs + (len(parts) - 1) * 2 * (CLEAR + MARK)


def _leaf(rows: Sequence[StripRow], left: float, paper: Paper, label: str, family: str) -> Leaf:
    placed: list[tuple[Placement, StripPart]] = []
    marks: list[str] = []
    words: list[str] = []
    lines: list[Line] = []
    trims, outlines = [], []
    for row in rows:
        x = left
        for part in row.parts:
            trim = Rect(x, row.y, part.length, part.breadth)
            placed.append((_place(part, trim), part))
            marks.append(_marks(part, trim))
            words.append(_words(part, trim, family))
            lines += _cut_marks(part, trim)
            trims.append(trim)
            outlines.append(trim if part.last else Rect(trim.x, trim.y, trim.width + TAB, trim.height))
            x += part.length + (0 if part.last else TAB) + 2 * (CLEAR + MARK)
    whole = trims[0]
    for trim in trims:
        whole = whole.union(trim)
    placements = tuple(place for place, _ in placed)
    measure = _measure(rows)
    marks.append(survivors(paper.size, outlines, BAND, lines))
    front = Sheet(
        paper.size,
        placements,
        whole,
        whole.outset(OVER),
        label,
        "".join(marks),
        "".join(words) + lines_on(placements, family),
        measure=measure,
        trims=tuple(outlines),
    )
    backs = [(_over_tab(place, part), part.piece.back) for place, part in placed]
    return Leaf(front, back_of(front, backs, paper.flip, family))


def _over_tab(placement: Placement, part: StripPart) -> Placement:
    """Of a two-sided strip the tab is seen from behind: there it shows what the next part, glued under it, would."""
    if part.last or placement.clip is None:
        return placement
    rect = placement.clip.rect
    return replace(placement, clip=Clip(Rect(rect.x, rect.y, rect.width + TAB, rect.height)))


def _measure(rows: Sequence[StripRow]) -> str:
    """What to measure on a sheet that holds parts of one size."""
    found = {(part.length, part.breadth, part.count) for row in rows for part in row.parts}
    if len(found) > 1:
        return ""
    length, breadth, count = found.pop()
    return f"{length * count:.4g} x {breadth:g} mm" + (f" in parts of {length:.4g} mm" if count > 1 else "")


def _place(part: StripPart, trim: Rect) -> Placement:
    start = part.number * part.length
    if part.turned:
        matrix = Matrix.translation(trim.x - start, trim.bottom) @ Matrix.quarter_turns(3)
    else:
        matrix = Matrix.translation(trim.x - start, trim.y)
    bleed = min(part.face.bleed, OVER)
    before = OVER if part.number else bleed
    after = bleed if part.last else 0.0
    clip = Rect(trim.x - before, trim.y - bleed, trim.width + before + after, trim.height + 2 * bleed)
    return Placement(part.face, matrix, Clip(clip))


def _cut_marks(part: StripPart, trim: Rect) -> list[Line]:
    """Where to cut: beside a tab there is no mark."""
    lines: list[Line] = []
    out = CLEAR + MARK
    for x in (trim.x, trim.right):
        lines += [(x, trim.y - out, x, trim.y - CLEAR), (x, trim.bottom + CLEAR, x, trim.bottom + out)]
    for y in (trim.y, trim.bottom):
        lines.append((trim.x - out, y, trim.x - CLEAR, y))
        if part.last:
            lines.append((trim.right + CLEAR, y, trim.right + out, y))
    return lines


def _marks(part: StripPart, trim: Rect) -> str:
    """Where to cut, and where to glue."""
    joint = _ticks(part, trim) if part.count > 1 else ""
    return lines_svg(_cut_marks(part, trim)) + joint + ("" if part.last else _tab(trim))


def _words(part: StripPart, trim: Rect, family: str) -> str:
    """Which part this is, and on its tab which one belongs there."""
    name = _text(part.name, trim.x + 2, trim.y - 2, family, "start")
    if part.last:
        return name
    x, y = trim.right + TAB / 2, trim.y + trim.height / 2
    glue = _text("glue", x, y + 4, family, "middle", 1.9) if trim.height > 14 else ""
    return name + _text(str(part.number + 1), x, y + 1, family, "middle") + glue


def _ticks(part: StripPart, trim: Rect) -> str:
    """A tick near either edge of a joint: those of two parts make one line when the parts meet."""
    lines: list[Line] = []
    inset = min(1.2, trim.height / 5)
    for y in (trim.y + inset, trim.bottom - inset):
        if part.number:
            lines.append((trim.x, y, trim.x + _TICK, y))
        if not part.last:
            lines.append((trim.right - _TICK, y, trim.right + _TICK, y))
    return lines_svg(lines, 0.6, "#ffffff") + lines_svg(lines, 0.2)


def _tab(trim: Rect) -> str:
    """The tab behind a joint: its outline is a cut."""
    slant = min(_SLANT, trim.height / 4)
    x, end = trim.right, trim.right + TAB
    outline: list[Line] = [
        (x, trim.y, end, trim.y + slant),
        (end, trim.y + slant, end, trim.bottom - slant),
        (end, trim.bottom - slant, x, trim.bottom),
    ]
    return lines_svg(outline) + lines_svg([(x, trim.y, x, trim.bottom)], 0.15)


def _text(text: str, x: float, y: float, family: str, anchor: str, size: float = 2.4) -> str:
    return (
        f'<text x="{x:.3f}" y="{y:.3f}" font-family="{escape(family, quote=False)}" font-size="{size}" fill="#1d1a16" '
        f'text-anchor="{anchor}">{escape(text, quote=False)}</text>'
    )
