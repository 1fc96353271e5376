"""Runs of stars and underscores go in; which of them open and close bold and italic comes out, and which are letters.

CommonMark 0.31, section 6.2, so that words read alike in a box and in a chapter, with one rule more: a star between a
figure and another figure or letter is a times sign, and opens nothing (``3*4*5``).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field

_EITHER = 3  # a run that could both open and close pairs with none if both are together a multiple of this


@dataclass(slots=True)
class MarkRun:
    """A run of one mark, with the characters on both sides of it (a space where there is none).

    What is found: the bolds and italics it closes and then opens, and how many of its marks are ``left`` as letters.
    ``loose`` takes signs for letters, as a designer means it who writes ``**Attack:**2``.
    """

    mark: str
    count: int
    before: str
    after: str
    loose: bool = False
    left: int = 0
    closed: list[int] = field(default_factory=list)  # 1 for an italic, 2 for a bold
    opened: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.left = self.count

    @property
    def left_flanking(self) -> bool:
        """Whether it stands before a word as a mark that opens does."""
        return _flanks(self.after, self.before, self.loose)

    @property
    def right_flanking(self) -> bool:
        """Whether it stands behind a word as a mark that closes does."""
        return _flanks(self.before, self.after, self.loose)

    @property
    def can_open(self) -> bool:
        """Whether it may open."""
        if self.mark == "_":
            return self.left_flanking and (not self.right_flanking or _sign(self.before))
        return self.left_flanking and not self._multiplies

    @property
    def can_close(self) -> bool:
        """Whether it may close."""
        if self.mark == "_":
            return self.right_flanking and (not self.left_flanking or _sign(self.after))
        return self.right_flanking

    @property
    def _multiplies(self) -> bool:
        return (self.before.isdigit() and self.after.isalnum()) or (self.before.isalnum() and self.after.isdigit())

    @property
    def stray(self) -> str:
        """The stars that stand as if they marked something, and do not; nothing for a times sign, a footnote's star."""
        mark = self.mark * min(self.left, 2)
        if self.mark != "*" or self.left_flanking == self.right_flanking:
            return ""
        return mark if self.left_flanking or mark == "**" else ""


def paired(runs: Sequence[MarkRun]) -> list[MarkRun]:
    """What each run of a paragraph opens and closes, as CommonMark has it; loosely, if only that leaves none."""
    found = _pair(runs)
    if any(run.stray for run in found):
        loose = _pair([MarkRun(run.mark, run.count, run.before, run.after, loose=True) for run in runs])
        return found if any(run.stray for run in loose) else loose
    return found


def _pair(runs: Sequence[MarkRun]) -> list[MarkRun]:
    """In time linear in their marks."""
    waiting: list[tuple[int, MarkRun]] = []  # that may still be closed, each with its number
    bottoms: dict[tuple[str, bool, int], int] = {}  # up to which number nothing is for this kind of closer
    for number, run in enumerate(runs):
        opens = run.can_open
        while run.can_close and run.left:
            kind = (run.mark, run.left_flanking, run.count % _EITHER)
            at = _opener(waiting, run, bottoms.get(kind, -1))
            if at < 0:
                bottoms[kind] = number - 1
                break
            opener = waiting[at][1]
            size = 2 if opener.left >= 2 and run.left >= 2 else 1
            opener.left -= size
            run.left -= size
            opener.opened.append(size)
            run.closed.append(size)
            del waiting[at + 1 :]
            if not opener.left:
                waiting.pop()
        if opens and run.left:
            waiting.append((number, run))
    return list(runs)


def _opener(waiting: Sequence[tuple[int, MarkRun]], closer: MarkRun, bottom: int) -> int:
    """The place of the nearest run that this one may close; -1 for none."""
    for at in range(len(waiting) - 1, -1, -1):
        number, opener = waiting[at]
        if number <= bottom:
            return -1
        both = closer.left_flanking or opener.can_close
        sums = both and (opener.count + closer.count) % _EITHER == 0 and opener.count % _EITHER != 0
        if opener.mark == closer.mark and not sums:
            return at
    return -1


def _flanks(near: str, far: str, loose: bool) -> bool:
    """Whether a run stands close to the character on one side, seen from the other."""
    return not _white(near) and (loose or not _sign(near) or _white(far) or _sign(far))


def _white(char: str) -> bool:
    return char.isspace() or unicodedata.category(char) == "Zs"


def _sign(char: str) -> bool:
    """Unicode's punctuation and symbols, as CommonMark 0.31 counts them."""
    return unicodedata.category(char)[0] in "PS"
