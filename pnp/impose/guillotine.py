"""Kinds of equal boxes and an area go in; leaves come out on which blocks of them lie that straight cuts take apart.

A leaf is a free area. A block of boxes goes into a corner of one, and what is left of it is parted by one straight cut
into two areas that are free and never joined again: so every leaf can be cut, edge to edge, by guillotine (joining free
areas is what spoils this). Which kind comes first, which free area it takes, how the rest is parted and how large the
blocks are makes a ``Start``. No single start is good for every mix; the best of some fifty comes near a strong solver.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, product
from math import ceil, fsum
from typing import Literal

from pnp.units import Size

TOLERANCE = 1e-6
_MOST_FREE = 150  # free areas that are kept; beyond them the smallest are given up
_MANY = 400  # boxes; of more, none are laid one by one
WORK = 1_000_000  # free areas looked at for one mix, after which no start begins: three seconds

Choice = Literal["snug", "small", "early", "late"]
Split = Literal["across", "down", "large", "even"]
Blocks = Literal["rows", "columns", "row", "single"]


@dataclass(frozen=True, slots=True)
class Kind:
    """So many equal boxes, mm."""

    size: Size
    count: int


@dataclass(frozen=True, slots=True)
class Cells:
    """Boxes of a kind (by its number) in columns and rows, from a place in the area; ``turned`` by a quarter."""

    kind: int
    x: float
    y: float
    columns: int
    rows: int
    turned: bool

    @property
    def count(self) -> int:
        """How many boxes."""
        return self.columns * self.rows


@dataclass(frozen=True, slots=True)
class Start:
    """One way to go about it: kinds by a rule of ``ORDERS``, then what is said of free areas and blocks."""

    order: str
    choice: Choice
    split: Split
    blocks: Blocks


@dataclass(frozen=True, slots=True)
class _Free:
    leaf: int
    x: float
    y: float
    width: float
    height: float


ORDERS: dict[str, Callable[[Kind], tuple[float, ...]]] = {
    "given": lambda _: (),
    "area": lambda kind: (-kind.size.width * kind.size.height,),
    "long side": lambda kind: (-max(kind.size.width, kind.size.height), -min(kind.size.width, kind.size.height)),
    "short side": lambda kind: (-min(kind.size.width, kind.size.height), -max(kind.size.width, kind.size.height)),
    "whole area": lambda kind: (-kind.size.width * kind.size.height * kind.count,),
}


def starts(kinds: int, boxes: int) -> Iterator[Start]:
    """The ways that are tried, in their order: boxes one by one where there are few, one order of a single kind."""
    ways: tuple[Blocks, ...] = ("rows", "columns", "row", "single") if boxes <= _MANY else ("rows", "columns")
    choices: tuple[Choice, ...] = ("snug", "small", "early", "late")
    splits: tuple[Split, ...] = ("across", "down", "large", "even")
    orders = list(ORDERS)[: 1 if kinds == 1 else None]
    for blocks, choice, split, order in product(ways, choices, splits, orders):
        yield Start(order, choice, split, blocks)


@lru_cache(maxsize=32)  # while a game is changed, its pieces are laid again and again, and seldom otherwise
def layouts(kinds: tuple[Kind, ...], area: Size, most: int) -> tuple[tuple[tuple[Cells, ...], ...], ...]:
    """The layouts with the fewest leaves that the starts find, each once, in their order; none of more than ``most``.

    No start begins when ``WORK`` is done. Every kind must fit the area, upright or turned.
    """
    packer = Packer(kinds, area)
    need = fsum(kind.size.width * kind.size.height * kind.count for kind in kinds)
    least = ceil(need / (area.width * area.height))
    found: dict[tuple[tuple[Cells, ...], ...], None] = {}
    for start in starts(len(kinds), sum(kind.count for kind in kinds)):
        leaves = packer.fill(start, most)
        if leaves is not None:
            if len(leaves) < most:
                found.clear()
            most = len(leaves)
            found[tuple(map(tuple, leaves))] = None
        if packer.work > WORK or (len(kinds) == 1 and most == least and found):
            break
    return tuple(found)


class Packer:
    """Fills leaves with the same kinds, one start after another; ``work`` counts what that cost so far."""

    def __init__(self, kinds: Sequence[Kind], area: Size) -> None:
        """Every kind must fit the area, upright or turned."""
        self.kinds = tuple(kinds)
        self.area = area
        self.work = 0

    def fill(self, start: Start, most: int) -> list[list[Cells]] | None:
        """The leaves of one start; None where they would be more than ``most``."""
        leaves: list[list[Cells]] = []
        free: list[_Free] = []
        left = [kind.count for kind in self.kinds]
        order = sorted(range(len(self.kinds)), key=lambda i: (ORDERS[start.order](self.kinds[i]), i))
        sides = [min(self.kinds[i].size.width, self.kinds[i].size.height) for i in reversed(order)]
        for number, least in zip(order, reversed(list(accumulate(sides, min))), strict=True):
            while left[number]:
                found = self._best(number, left[number], free, start)
                if found is None:
                    if len(leaves) == most:
                        return None
                    free.append(_Free(len(leaves), 0.0, 0.0, self.area.width, self.area.height))
                    leaves.append([])
                    found = self._best(number, left[number], free[-1:], start)
                    if found is None:
                        raise ValueError("a box larger than the area")
                taken, cells = found
                leaves[taken.leaf].append(cells)
                left[number] -= cells.count
                free.remove(taken)
                free += self._rest(taken, cells, start.split, least)
                if len(free) > _MOST_FREE:
                    free.remove(min(free, key=lambda each: (each.width * each.height, -each.leaf)))
        return leaves

    def _best(self, number: int, left: int, free: Sequence[_Free], start: Start) -> tuple[_Free, Cells] | None:
        """The free area that a block of this kind takes, and the block."""
        best: tuple[tuple[float, ...], _Free, Cells] | None = None
        size = self.kinds[number].size
        self.work += len(free) + 1
        for each in free:
            for turned in (False, True) if size.width != size.height else (False,):
                width, height = (size.height, size.width) if turned else (size.width, size.height)
                across, down = int((each.width + TOLERANCE) // width), int((each.height + TOLERANCE) // height)
                if not across * down:
                    continue
                columns, rows = _block(across, down, left, start.blocks)
                beside, below = each.width - columns * width, each.height - rows * height
                score: tuple[float, ...]
                if start.choice == "snug":
                    score = (min(beside, below), max(beside, below))
                elif start.choice == "small":
                    score = (each.width * each.height, -columns * rows, min(beside, below))
                else:
                    score = (each.leaf if start.choice == "early" else -each.leaf, -columns * rows, min(beside, below))
                if best is None or score < best[0]:
                    best = score, each, Cells(number, each.x, each.y, columns, rows, turned)
        return best and best[1:]

    def _rest(self, taken: _Free, cells: Cells, split: Split, least: float) -> list[_Free]:
        """The two free areas beside and below a block that still take something."""
        size = self.kinds[cells.kind].size
        box = size.turned if cells.turned else size
        width, height = cells.columns * box.width, cells.rows * box.height
        beside, below = taken.width - width, taken.height - height
        if split == "large":  # the larger of the two as large as it can be
            across = taken.width * below >= taken.height * beside
        elif split == "even":
            across = taken.width * below < taken.height * beside
        else:
            across = split == "across"
        right = _Free(taken.leaf, taken.x + width, taken.y, beside, height if across else taken.height)
        lower = _Free(taken.leaf, taken.x, taken.y + height, taken.width if across else width, below)
        return [each for each in (right, lower) if min(each.width, each.height) > least - TOLERANCE]


def _block(across: int, down: int, left: int, blocks: Blocks) -> tuple[int, int]:
    """Columns and rows of the block that is laid where so many would fit."""
    if blocks == "single":
        return 1, 1
    if blocks == "row":
        return min(across, left), 1
    if left >= across * down:
        return across, down
    if blocks == "rows":
        return (across, left // across) if left >= across else (left, 1)
    return (left // down, down) if left >= down else (1, left)
