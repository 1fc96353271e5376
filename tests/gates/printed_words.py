"""A sheet goes in; the words that a reader should find on its page come out, as they were typed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from pnp.fonts.families import Fonts
from pnp.impose.sheet import Sheet
from pnp.paint.placing import place_text
from pnp.svg.tree import local
from pnp.svg.walk import open_face, shown_in
from pnp.text.words import hyphen_places
from pnp.units import Matrix, Rect

TOUCHING = 0.1  # em between letters of one word, at most
NEXT_LINE = 3.0  # em from a line down to the next, at most
CAPITALS = 0.6  # em that letters rise, at least


@dataclass(frozen=True)
class Stretch:
    """Letters as they stand: their baseline from ``x`` to ``end`` at ``y``, in a space of their own under ``matrix``."""

    text: str
    x: float
    end: float
    y: float
    size: float
    tracked: bool
    matrix: Matrix

    def follows(self, other: Stretch) -> bool:
        """Whether its letters go on where the other's end."""
        near = TOUCHING * min(self.size, other.size)
        beside = abs(self.x - other.end) < near + 1e-6 and abs(self.y - other.y) < other.size / 2
        return self.matrix == other.matrix and beside

    def is_below(self, other: Stretch) -> bool:
        """Whether it begins the line under the other's."""
        down = self.y - other.y
        return self.matrix == other.matrix and other.size / 2 < down < NEXT_LINE * other.size and self.x < other.end

    def box(self, place: Matrix) -> Rect:
        """The letters on the sheet, as upright as can be."""
        whole = place @ self.matrix
        corners = [whole.apply(x, y) for x in (self.x, self.end) for y in (self.y, self.y - CAPITALS * self.size)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


@dataclass(frozen=True)
class PrintedWord:
    """A word and the stretches that it stands in; ``parts`` are what a hyphen of ours at a line's end made of it."""

    letters: str
    stretches: tuple[Stretch, ...]
    parts: tuple[str, ...] = ()


@dataclass
class Wanted:
    """What a page's text is to hold. ``heads`` end in a hyphen, their own or one of ours at the end of a column."""

    words: Counter[str] = field(default_factory=Counter)
    tracked: set[str] = field(default_factory=set)
    parted: set[str] = field(default_factory=set)
    heads: list[str] = field(default_factory=list)


@lru_cache(maxsize=4096)
def stretches_of(svg: str, fonts: Fonts) -> tuple[Stretch, ...]:
    """The letters of a face that are seen, in their order."""
    document, matrix = open_face(svg)
    found = []
    for shown in shown_in(document, matrix):
        if local(shown.element.tag) != "text":
            continue
        for item in place_text(shown.element, shown.cascade, document, fonts):
            if item.span.cascade.style["visibility"] == "visible" and item.setting.size > 0:
                setting = item.setting
                end, tracked = item.x + setting.width, bool(setting.tracking)
                found.append(
                    _upright(Stretch(item.span.text, item.x, end, item.y, setting.size, tracked, shown.matrix))
                )
    return tuple(found)


def _upright(item: Stretch) -> Stretch:
    """In the face's millimetres, where the letters are neither turned nor mirrored."""
    matrix = item.matrix
    if matrix.b or matrix.c or matrix.a <= 0 or matrix.d <= 0:
        return item
    (x, y), (end, _) = matrix.apply(item.x, item.y), matrix.apply(item.end, item.y)
    return replace(item, x=x, end=end, y=y, size=item.size * matrix.d, matrix=Matrix())


def words_of_face(svg: str, fonts: Fonts, language: str) -> Iterator[PrintedWord]:
    """The words of a face, those that our hyphens parted as one."""
    waiting: PrintedWord | None = None
    for letters, stretches in _tokens(stretches_of(svg, fonts)):
        word = PrintedWord(letters, stretches)
        if waiting is not None:
            before = waiting.letters.removesuffix("-")
            joined = before + letters
            place = len(before) - joined.index(_bare(joined)) if _bare(joined) else 0
            if stretches[0].is_below(waiting.stretches[-1]) and place in hyphen_places(_bare(joined), language):
                word = PrintedWord(joined, (*waiting.stretches, *stretches), (before, letters))
            else:
                yield waiting
            waiting = None
        if ends_in_hyphen(letters):
            waiting = word
        else:
            yield word
    if waiting is not None:
        yield waiting


def ends_in_hyphen(letters: str) -> bool:
    """Whether a part of a word may follow."""
    return letters.endswith("-") and letters[-2:-1].isalpha()


def _bare(letters: str) -> str:
    """A word without what stands around it: points and brackets, and a second word behind a stroke."""
    found = re.search(r"[^\W\d_]+", letters)
    return found[0] if found else ""


def _tokens(stretches: tuple[Stretch, ...]) -> Iterator[tuple[str, tuple[Stretch, ...]]]:
    letters = ""
    within: tuple[Stretch, ...] = ()
    last: Stretch | None = None
    for item in stretches:
        if last is not None and not item.follows(last) and letters:
            yield letters, within
            letters, within = "", ()
        last = item
        for number, part in enumerate(re.split(r"\s", item.text)):
            if number and letters:
                yield letters, within
                letters, within = "", ()
            if part:
                letters, within = letters + part, (*within, item)
    if letters:
        yield letters, within


def wanted_on(sheet: Sheet, fonts: Fonts, language: str) -> Wanted:
    """The words that lie on the sheet, and in what is seen of their face, as a whole."""
    wanted = Wanted()
    paper = Rect(0, 0, sheet.size.width, sheet.size.height)
    seen: dict[PrintedWord, list[Rect]] = {}
    for placement in sheet.placements:
        for word in words_of_face(placement.face.svg, fonts, language):
            boxes = [item.box(placement.matrix) for item in word.stretches]
            bounds = [paper, *([placement.clip.rect] if placement.clip else [])]
            if all(_within(box, one) for box in boxes for one in bounds):
                seen.setdefault(word, []).append(boxes[0])
    for word, boxes in seen.items():
        if ends_in_hyphen(word.letters):
            wanted.heads += [word.letters] * len(boxes)
            continue
        wanted.words[word.letters] += len(boxes)
        if any(item.tracked for item in word.stretches):
            wanted.tracked.add(word.letters)
        if word.parts:
            wanted.parted.add(word.letters)
    return wanted


def _within(box: Rect, bounds: Rect) -> bool:
    return bounds.x <= box.x and bounds.y <= box.y and box.right <= bounds.right and box.bottom <= bounds.bottom
