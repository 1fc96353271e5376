"""A face, the paper and what stands on the face go in; how it is cut into tiles comes out: a Tiling.

Fewest sheets first; then the fewest hexes of places are cut, of all hexes, of other things; then tiles are even.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from pnp.faces.obstacles import Obstacle
from pnp.impose.cards import Paper
from pnp.impose.panels import UNFOLDED, Panels
from pnp.impose.seams import TOLERANCE, Cost, Side, find_seams, free_side, is_cut, whole_tiles
from pnp.units import Rect, Size

TILE_MARK = 4.0  # between a tile's overlap and the unprintable margin, for marks and the neighbours' names
OVERLAP = 3.0  # art that a tile shows past its cut, so that a cut a hair outside leaves no white


@dataclass(frozen=True, slots=True)
class Joint:
    """A cut across the whole face: where, in mm, and how far the art runs on past it, to be glued under a neighbour."""

    at: float
    lap: float = 0.0


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a face is cut: tiles in rows (A, B ...) and columns (1, 2 ...), between joints that run down and across.

    ``turned`` tiles lie on paper with their upper edge at its left side. ``panels`` say where the board folds.
    """

    size: Size
    down: tuple[Joint, ...] = ()
    across: tuple[Joint, ...] = ()
    turned: bool = False
    panels: Panels = UNFOLDED

    @property
    def columns(self) -> int:
        """How many tiles lie side by side."""
        return len(self.down) + 1

    @property
    def rows(self) -> int:
        """How many tiles lie below one another."""
        return len(self.across) + 1

    @property
    def lapped(self) -> bool:
        """Whether any tile is glued onto another."""
        return any(joint.lap for joint in (*self.down, *self.across))

    @property
    def plan(self) -> str:
        """The cuts in a line, by which two tilings are told apart; empty for equal tiles edge to edge, upright."""
        even = all(
            abs(joint.at - (number + 1) * length / (len(joints) + 1)) < 1e-3
            for joints, length in ((self.down, self.size.width), (self.across, self.size.height))
            for number, joint in enumerate(joints)
        )
        if even and not self.lapped and not self.turned:
            return ""
        sides = (" ".join(f"{joint.at:.3f}+{joint.lap:g}" for joint in joints) for joints in (self.down, self.across))
        return f"{'turned ' if self.turned else ''}{' | '.join(sides)}"

    def cells(self) -> Iterator[tuple[int, int]]:
        """Column and row of every tile, from 0, row by row."""
        return ((column, row) for row in range(self.rows) for column in range(self.columns))

    def name(self, column: int, row: int) -> str:
        """The tile's label: ``A1`` is the upper left one; columns and rows count from 0 here."""
        above = chr(ord("A") + row // 26 - 1) if row >= 26 else ""
        return f"{above}{chr(ord('A') + row % 26)}{column + 1}"

    def window(self, column: int, row: int) -> Rect:
        """The tile's part of the face: what one sees of it on the table."""
        xs = (0.0, *(joint.at for joint in self.down), self.size.width)
        ys = (0.0, *(joint.at for joint in self.across), self.size.height)
        return Rect(xs[column], ys[row], xs[column + 1] - xs[column], ys[row + 1] - ys[row])

    def laps(self, column: int, row: int) -> tuple[float, float]:
        """How far the tile runs on under its neighbours on the right and below, mm."""
        right = self.down[column].lap if column < len(self.down) else 0.0
        return right, self.across[row].lap if row < len(self.across) else 0.0

    def piece(self, column: int, row: int) -> Rect:
        """What is cut out of the face for a tile: its window with its laps."""
        window, (right, below) = self.window(column, row), self.laps(column, row)
        return Rect(window.x, window.y, window.width + right, window.height + below)

    def cut(self, obstacle: Obstacle) -> bool:
        """Whether a joint parts something that stands on the face."""
        box = obstacle.box
        return any(is_cut(box.x, box.right, joint.at) for joint in self.down) or any(
            is_cut(box.y, box.bottom, joint.at) for joint in self.across
        )


def tile_area(paper: Paper) -> Rect:
    """The largest tile the paper takes beside its marks, names and slug."""
    side = paper.margin + TILE_MARK
    return Rect(side, side, paper.size.width - 2 * side, paper.size.height - 2 * side - paper.slug)


def plan_tiles(
    size: Size,
    paper: Paper,
    obstacles: Sequence[Obstacle] = (),
    lap: float = 0.0,
    panels: Panels = UNFOLDED,
) -> Tiling:
    """Cut a face into as few tiles as the paper allows, upright or turned, where the fewest obstacles are cut.

    Tiles overlap by ``lap`` mm, but not where the board folds.
    """
    room = tile_area(paper).size
    plans = [_plan(size, room.turned if turned else room, obstacles, lap, panels, turned) for turned in (False, True)]
    fewest = min(tiling.columns * tiling.rows for tiling, _ in plans)
    best = [plan for plan in plans if plan[0].columns * plan[0].rows == fewest]
    return min(best, key=lambda plan: plan[1][:-1])[0]


def _plan(
    size: Size, room: Size, obstacles: Sequence[Obstacle], lap: float, panels: Panels, turned: bool
) -> tuple[Tiling, Cost]:
    width = _side(size.width, room.width, lap, panels.columns)
    height = _side(size.height, room.height, lap, panels.rows)
    xs, ys, cost = find_seams(width, height, obstacles)
    return Tiling(size, _joints(xs, width, lap), _joints(ys, height, lap), turned, panels), cost


def _joints(cuts: Sequence[float], side: Side, lap: float) -> tuple[Joint, ...]:
    return tuple(Joint(at, lap if fold is None else 0.0) for at, fold in zip(cuts, side.forced, strict=True))


def _side(length: float, room: float, lap: float, panels: int) -> Side:
    """A side of the board: its tiles are whole panels if those fit the room, else parts of one panel."""
    if panels == 1:
        return free_side(length, room, lap)
    panel = length / panels
    if panel <= room + TOLERANCE:
        together = int((room + TOLERANCE) // panel)
        tiles = ceil(panels / together)
        folds = tuple(round(number * panels / tiles) * panel for number in range(1, tiles))
        return Side(length, (together * panel,) * tiles, folds, folds)
    one = free_side(panel, room, lap)
    count = whole_tiles(panel, room, lap)
    ideal = tuple(number * panel + at for number in range(panels) for at in (*one.ideal, panel))[:-1]
    forced = tuple(at if (number + 1) % count == 0 else None for number, at in enumerate(ideal))
    return Side(length, one.limits * panels, forced, ideal, one.least)
