"""Work in parts goes in, the same work done comes out: a part in this process, each other in one of its own.

A helper is a fork of this process, so that it knows all that is known here and is told nothing; what it has made comes
back through a pipe. Where there is no fork, one processor or little to do, this process does everything itself. What
is made never depends on how many there were.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import BinaryIO, Generic, TypeVar

Thing = TypeVar("Thing")
Made = TypeVar("Made")

MOST_HANDS = 4  # each takes memory of its own


def hands() -> int:
    """How many processes may work at once. A fork beside other threads is unsafe, and only Linux's is safe without."""
    if sys.platform != "linux" or threading.active_count() > 1:
        return 1
    return min(len(os.sched_getaffinity(0)), MOST_HANDS)


def share(
    things: Sequence[Thing], least: int, away: Callable[[Sequence[Thing]], Made | None]
) -> Iterator[tuple[Sequence[Thing], Made | None]]:
    """The things in parts, in their order, each with what a helper made ``away`` of it; ``least`` things are worth one.

    What comes with None is to be made here: always the first part, while the helpers are at theirs, and one whose
    helper would not say or was ended.
    """
    count = max(1, min(hands(), len(things) // least))
    edges = [len(things) * number // count for number in range(count + 1)]
    first, *rest = [things[start:end] for start, end in pairwise(edges)]
    helpers = [_Helper.start(away, part) for part in rest]
    try:
        yield first, None
        for part, helper in zip(rest, helpers, strict=True):
            yield part, helper.made()
    finally:
        for helper in helpers:
            helper.end()


@dataclass(eq=False)
class _Helper(Generic[Made]):
    """A process that makes one thing. ``pipe`` says what, pickled; nothing when it failed."""

    process: int
    pipe: BinaryIO

    @classmethod
    def start(cls, away: Callable[[Thing], Made | None], part: Thing) -> _Helper[Made]:
        """Fork; the new process makes its part and ends here."""
        reading, writing = os.pipe()
        process = os.fork()
        if process:
            os.close(writing)
            return cls(process, os.fdopen(reading, "rb"))
        try:
            os.close(reading)
            gc.disable()  # it would touch, and so copy, every page of the memory that is shared
            with os.fdopen(writing, "wb") as pipe:
                made = away(part)
                if made is not None:
                    pickle.dump(made, pipe, pickle.HIGHEST_PROTOCOL)
        finally:
            os._exit(0)  # whatever went wrong goes wrong again in this process's parent, which says it

    def made(self) -> Made | None:
        """What was made, once it is; None when nothing was."""
        try:
            made: Made = pickle.load(self.pipe)
        except (EOFError, pickle.UnpicklingError):
            return None
        return made

    def end(self) -> None:
        """Let go of the process, whatever it does."""
        self.pipe.close()
        with suppress(ProcessLookupError):
            os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
