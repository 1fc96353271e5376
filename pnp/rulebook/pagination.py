"""Boxes go in, pages of placed boxes come out: columns filled, bands balanced, nothing torn that belongs together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from pnp.rulebook.column_boxes import Box, total

_TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class Frame:
    """The room for text on a page, in mm. ``run_on``: a chapter may begin where so much of its height is left."""

    width: float
    height: float
    columns: int = 1
    gap: float = 6.0
    run_on: float | None = None

    def column(self, columns: int) -> float:
        """The width of one of so many columns."""
        return (self.width - (columns - 1) * self.gap) / columns


@dataclass(frozen=True, slots=True)
class Placed:
    """A box with its upper left corner, in mm from the frame's."""

    box: Box
    x: float
    y: float


@dataclass
class Page:
    """One page's boxes; ``used`` mm of its height are taken."""

    placed: list[Placed] = field(default_factory=list)
    used: float = 0.0

    @property
    def opener(self) -> bool:
        """Whether a chapter begins at its top."""
        return bool(self.placed) and self.placed[0].box.opens


def paginate(boxes: Sequence[Box], frame: Frame) -> list[Page]:
    """Fill pages in order. Bands of equal column counts stand under one another; a band that ends is balanced."""
    pages: list[Page] = []
    page = Page()
    for band in _bands(boxes, frame):
        rest = list(band)
        if rest[0].opens and page.placed and not _may_run_on(page, frame):
            pages.append(page)
            page = Page()
        columns = rest[0].columns or frame.columns
        while rest:
            white = max(page.placed[-1].box.below, rest[0].above) if page.placed else 0.0
            if rest[0].opens and page.placed:
                white += 6.0
            top = page.used + white
            count = _place(rest, page, top, frame, columns)
            rest = rest[count:]
            if rest:
                pages.append(page)
                page = Page()
    if page.placed:
        pages.append(page)
    return pages


def _may_run_on(page: Page, frame: Frame) -> bool:
    return frame.run_on is not None and frame.height - page.used > frame.run_on


def _bands(boxes: Sequence[Box], frame: Frame) -> Iterator[list[Box]]:
    """Runs of boxes with the same number of columns; a box that keeps its follower across a change leads the page."""
    band: list[Box] = []
    for box in boxes:
        if band and (box.opens or (box.columns or frame.columns) != (band[0].columns or frame.columns)):
            kept = 0 if box.opens else _kept(band)
            if kept < len(band):
                yield band[: len(band) - kept]
            band = [replace(before, columns=box.columns) for before in band[len(band) - kept :]]
        band.append(box)
    if band:
        yield band


def _kept(band: Sequence[Box]) -> int:
    """How many boxes at its end stay with what follows: a heading over a table of the whole width. Not an opener."""
    count = 0
    while count < len(band) and band[-1 - count].keep and not band[-1 - count].opens:
        count += 1
    return count


def _place(rest: Sequence[Box], page: Page, top: float, frame: Frame, columns: int) -> int:
    """Put as many boxes as fit below ``top``; answers how many. At least one chain goes on an empty page."""
    room = frame.height - top
    filled, count = _fill(rest, room, columns)
    if count == 0 and not page.placed:
        filled, count = [list(rest[:1])], 1  # taller than a page: it stands out below rather than nowhere
    elif count == 0:
        return 0
    if count == len(rest) and columns > 1:
        filled = _balanced(rest, room, columns, filled)
    width = frame.column(columns)
    deepest = 0.0
    for i, column in enumerate(filled):
        y = top
        for j, box in enumerate(column):
            y += max(column[j - 1].below, box.above) if j else 0.0
            page.placed.append(Placed(box, i * (width + frame.gap), y))
            y += box.height
        deepest = max(deepest, y)
    page.used = deepest
    return count


def _fill(boxes: Sequence[Box], room: float, columns: int, *, tear: bool = True) -> tuple[list[list[Box]], int]:
    """Fill columns of ``room`` mm from the start; the columns, and how many boxes they hold.

    A chain longer than a column is torn at last, where it may be.
    """
    filled: list[list[Box]] = []
    done = 0
    for _ in range(columns):
        column: list[Box] = []
        start = done
        while done < len(boxes):
            chain = _chain(boxes, done)
            head = boxes[done].head
            repeats = [head] if head is not None and not column else []
            candidate = [*column, *repeats, *chain]
            if total(candidate) > room + _TOLERANCE:
                if column or not tear or len(chain) == 1 or total(chain) <= room + _TOLERANCE:
                    break
                chain = _as_much(chain, room)
                if not chain:
                    break
                candidate = [*column, *repeats, *chain]
            column = candidate
            done += len(chain)
        filled.append(column)
        if done == start:
            break
    return filled, done


def _chain(boxes: Sequence[Box], start: int) -> list[Box]:
    """The boxes from ``start`` that must stay together."""
    end = start
    while end < len(boxes) - 1 and boxes[end].keep:
        end += 1
    return list(boxes[start : end + 1])


def _as_much(chain: Sequence[Box], room: float) -> list[Box]:
    """The longest beginning that fits. Looked for from the start: a chain may be as long as a book."""
    count = 0
    while count < len(chain) and total(chain[: count + 1]) <= room + _TOLERANCE:
        count += 1
    return list(chain[:count])


def _balanced(boxes: Sequence[Box], room: float, columns: int, filled: list[list[Box]]) -> list[list[Box]]:
    """The lowest columns that still hold every box."""
    low, high = 0.0, room
    while high - low > 0.5:
        middle = (low + high) / 2
        tried, count = _fill(boxes, middle, columns, tear=False)
        if count == len(boxes):
            high, filled = middle, tried
        else:
            low = middle
    return filled
