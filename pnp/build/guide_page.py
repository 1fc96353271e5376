"""The kinds of leaves of a set go in; its first page comes out, drawn from its own sheets: how to print and make it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from pnp.build import pictograms
from pnp.build.guide import LeafKind, kinds_of
from pnp.build.own_lettering import GREY, INK, PALE, Lettering, placed
from pnp.faces.face import Face
from pnp.game.model import Game
from pnp.impose.leaf import Leaf
from pnp.impose.sheet import Placement, Sheet
from pnp.text.block_svg import block_svg
from pnp.units import Flip, Matrix, Rect, Size, mm

NAME = "guide"
TITLE = "How to make it"
_MARGIN, _FOOT = 14.0, 26.0  # mm; the foot keeps clear of the legend and the slug
_TOP, _HEAD, _CAPTION = 78.0, 8.0, 16.0  # where the sheets begin; room above each for numbers, and below for words
_GAP = 6.0
_COLUMNS = (2, 3, 4, 5, 6)  # of sheets made small: as few as hold all of them
_STAGES = (pictograms.RED, "#1d5fa8", "#6a3d9a", "#8a5a00")  # cuts through the whole, through its strips, and on


def with_guide(game: Game, paper: Size, leaves: Sequence[Leaf], edge: Flip) -> list[Leaf]:
    """A set behind the page that tells how to make it.

    Where both sides are printed, a sheet from which nothing is cut, such as the map of a board's tiles, lies behind it.
    """
    two_sided = any(leaf.back for leaf in leaves)
    maps = [leaf for leaf in leaves if leaf.front.label and not leaf.front.trims and leaf.front.size == paper]
    behind = next((leaf for leaf in maps if two_sided and not (leaf.back or leaf.glued)), None)
    rest = [leaf for leaf in leaves if leaf is not behind]
    turned = edge if two_sided else None
    count = _pages_for(game, paper, len(kinds_of(rest, 1)))[1]
    pages = guide_pages(game, paper, kinds_of(rest, count + 1), turned)
    first = Leaf(pages[0], behind.front if behind else None)
    return [first, *map(Leaf, pages[1:]), *rest]


def guide_pages(game: Game, size: Size, kinds: Sequence[LeafKind], edge: Flip | None) -> list[Sheet]:
    """One page, or as many as the kinds need. ``edge`` is what two-sided leaves are turned over, if any are.

    The sheets on it are those that are printed, made small, with their cuts numbered by stages.
    """
    page, _ = _pages_for(game, size, len(kinds))
    parts = [kinds[i : i + page.holds] for i in range(0, len(kinds), page.holds)]
    return [page.sheet(part, kinds, edge, number) for number, part in enumerate(parts, 1)]


def _pages_for(game: Game, size: Size, count: int) -> tuple[_Page, int]:
    """The page with the largest sheets that holds so many kinds, and how many such pages they need."""
    pages = [_Page(Lettering(game), size, columns) for columns in _COLUMNS]
    page = next((page for page in pages if page.holds >= count), pages[-1])
    return page, ceil(count / page.holds)


@dataclass(frozen=True, slots=True)
class _Page:
    """What the pages are drawn with; ``columns`` of sheets stand side by side."""

    lettering: Lettering
    size: Size
    columns: int

    @property
    def width(self) -> float:
        return self.size.width - 2 * _MARGIN

    @property
    def small(self) -> Size:
        """The room of a sheet made small."""
        width = (self.width - (self.columns - 1) * _GAP) / self.columns
        return Size(width, width * self.size.height / self.size.width)

    @property
    def pitch(self) -> float:
        """From one row of them to the next."""
        return _HEAD + self.small.height + _CAPTION + _GAP

    @property
    def holds(self) -> int:
        """How many a page holds."""
        return self.columns * max(1, int((self.size.height - _FOOT - _TOP + _GAP) // self.pitch))

    def words(
        self, text: str, x: float, y: float, width: float, size: float, color: str = INK, *, bold: bool = False
    ) -> str:
        """A line or two of text; ``size`` in points."""
        return placed(self.lettering.set(text, self.lettering.style(size, bold=bold), width), x, y, width, color)

    def sheet(self, part: Sequence[LeafKind], kinds: Sequence[LeafKind], edge: Flip | None, number: int) -> Sheet:
        """One page: its ground, the sheets made small, and over them their cuts."""
        ground, over = [*self.head(kinds, edge), *self.legend()], []
        placements: list[Placement] = []
        for i, kind in enumerate(part):
            x = _MARGIN + i % self.columns * (self.small.width + _GAP)
            y = _TOP + i // self.columns * self.pitch + _HEAD
            at, scale = self.fitted(kind.sheet.size, x, y)
            ground.append(pictograms.paper(at))
            shrink = Matrix(scale, 0, 0, scale, at.x, at.y)
            placements += [item.moved(shrink) for item in kind.sheet.placements]
            over += [*self.cuts(kind, at, scale), self.caption(kind, x, y)]
        first, last = (
            Placement(self.face(f"{number}{side}", "".join(parts)), Matrix())
            for side, parts in (("", ground), (" cuts", over))
        )
        whole = Rect(0, 0, self.size.width, self.size.height)
        label, bookmark = (TITLE, TITLE) if number == 1 else (f"{TITLE}, page {number}", None)
        return Sheet(self.size, (first, *placements, last), whole, whole, label, bookmark=bookmark)

    def face(self, record: str, parts: str) -> Face:
        """A page's own drawing, under its sheets or over them."""
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {mm(self.size.width)} {mm(self.size.height)}">'
        return Face(NAME, record, "front", f"{head}{parts}</svg>", self.size)

    def fitted(self, size: Size, x: float, y: float) -> tuple[Rect, float]:
        """Where a sheet is drawn, as large as its room allows, and how much smaller it is."""
        scale = min(self.small.width / size.width, self.small.height / size.height)
        width, height = size.width * scale, size.height * scale
        return Rect(x + (self.small.width - width) / 2, y + (self.small.height - height) / 2, width, height), scale

    def head(self, kinds: Sequence[LeafKind], edge: Flip | None) -> Iterator[str]:
        """What the page is, and how to print: the papers, the scale, and how leaves are turned."""
        game = self.lettering.game
        title = self.lettering.style(25, title=True, bold=True)
        name = " ".join(part for part in (game.title, game.version) if part)
        yield self.words(name, _MARGIN, 12, self.width, 10, GREY)
        yield placed(self.lettering.set(TITLE, title, self.width), _MARGIN, 17.5, self.width, INK)
        yield pictograms.rule(_MARGIN, 31, self.width, INK, 0.35)
        third = (self.width - 2 * _GAP) / 3
        yield from self.papers(kinds, _MARGIN, 36, third)
        yield from self.scale(_MARGIN + third + _GAP, 36, third)
        yield from self.turning(edge, _MARGIN + 2 * (third + _GAP), 36, third)
        yield pictograms.rule(_MARGIN, 74, self.width, PALE, 0.25)

    def papers(self, kinds: Sequence[LeafKind], x: float, y: float, width: float) -> Iterator[str]:
        """How many leaves of each paper."""
        yield self.words("Paper", x, y, width, 9, bold=True)
        counts: dict[tuple[str, bool], int] = {}
        for kind in kinds:
            counts[kind.stock, kind.two_sided] = counts.get((kind.stock, kind.two_sided), 0) + len(kind.numbers)
        pitch = min(9.5, 29.0 / len(counts))
        for i, ((stock, two_sided), count) in enumerate(counts.items()):
            top, sides = y + 6.5 + i * pitch, "both sides" if two_sided else "one side"
            if pitch > 7:
                yield pictograms.stack(x + 1, top, count, two_sided=two_sided)
            yield self.words(f"{count} × {stock or 'paper'}", x + 12, top - 0.4, width - 12, 10, bold=True)
            yield self.words(sides, x + 12, top + 4, width - 12, 8, GREY) if pitch > 7 else ""

    def scale(self, x: float, y: float, width: float) -> Iterator[str]:
        """A ruler at true size: what it measures is what the printer does."""
        yield self.words("Actual size, 100 %", x, y, width, 9, bold=True)
        yield pictograms.ruler(x, y + 15)
        style = self.lettering.style(6.5)
        for step in range(0, 51, 10):
            yield placed(self.lettering.set(str(step), style, 8), x + step - 4, y + 7.4, 8, GREY, "center")
        said = "Print this page first. A ruler must find 50 mm here; every leaf has such a bar at its foot."
        yield self.words(said, x, y + 18.5, min(width, 56), 8, GREY)

    def turning(self, edge: Flip | None, x: float, y: float, width: float) -> Iterator[str]:
        """How paper is turned over between its two sides."""
        if edge is None:
            yield self.words("One side", x, y, width, 9, bold=True)
            yield self.words("Nothing is printed on the backs of leaves.", x, y + 6, width, 8, GREY)
            return
        yield self.words(f"Both sides, {edge} edge", x, y, width, 9, bold=True)
        yield pictograms.turned_leaf(x + 1, y + 8, edge)
        said = "Printed from its first page to its last, each back comes behind its own front."
        yield self.words(said, x + 27, y + 8, width - 27, 8, GREY)

    def cuts(self, kind: LeafKind, at: Rect, scale: float) -> Iterator[str]:
        """The straight cuts over a sheet made small, coloured by stages, with a number where each stage begins."""
        numbered: set[tuple[int, bool]] = set()
        for cut in kind.plan.cuts:
            x1, x2 = (at.x + x * scale for x in cut.line[::2])
            y1, y2 = (at.y + y * scale for y in cut.line[1::2])
            color = _STAGES[min(cut.depth, len(_STAGES) - 1)]
            out = 0.0 if cut.depth else 1.6  # through the whole leaf, and so beyond it
            yield pictograms.cut_line(
                *(x1, y1 - out, x2, y2 + out) if cut.upright else (x1 - out, y1, x2 + out, y2), color
            )
            if (cut.depth, cut.upright) not in numbered:
                numbered.add((cut.depth, cut.upright))
                yield self.tag(cut.depth + 1, *(x1, at.y - 3.6) if cut.upright else (at.x - 0.2, y1), color)

    def tag(self, number: int, x: float, y: float, color: str) -> str:
        """A number in a small disc."""
        block = self.lettering.set(str(number), self.lettering.style(7, bold=True), 4)
        return pictograms.disc(x, y, color) + block_svg(block, x - 2, y - 2, 4, 4, "center", "middle", "#ffffff")

    def caption(self, kind: LeafKind, x: float, y: float) -> str:
        """Which leaves these are, what of, and what is done with each."""
        top, width = y + self.small.height + 1.8, self.small.width
        about = f"{kind.stock or 'paper'}, {'both sides' if kind.two_sided else 'one side'}"
        lines = ((kind.leaves, 9.5, INK), (kind.title, 8.5, INK), (about, 7.6, GREY), (kind.steps, 7.6, GREY))
        parts = []
        for i, (text, size, color) in enumerate(lines):
            block = self.lettering.set(text, self.lettering.style(size, bold=i == 0), width)
            parts.append(placed(block, x, top, width, color))
            top += block.height + 0.9
        return "".join(parts)

    def legend(self) -> Iterator[str]:
        """What the lines mean, in the order in which things are done."""
        y = self.size.height - _FOOT + 8
        yield pictograms.rule(_MARGIN, y - 6, self.width, PALE, 0.25)
        said = ("right across the leaf first", "then each strip", "then what is left", "scissors and folds last")
        width = self.width / len(said)
        for i, words in enumerate(said):
            x = _MARGIN + i * width
            if i < len(said) - 1:
                yield pictograms.rule(x + 2, y, 7, _STAGES[i], 0.4) + self.tag(i + 1, x + 2, y, _STAGES[i])
            else:
                yield pictograms.round_and_folded(x, y)
            left = 11 if i < len(said) - 1 else 13
            yield self.words(words, x + left, y - 1.7, width - left, 8, GREY)
