"""Folders go in, the files that are saved in them come out, as soon as the disk is quiet."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread
from types import TracebackType

QUIET = 10  # ms without a change that end a save: editors write a file in several steps
LONGEST = 400  # ms that one save may take; what comes later is the next one
_LOOK = 0.5  # s between looks at the keyboard, for Ctrl-C


class Saves:
    """A context: while it lasts, a thread of its own notes what is saved."""

    def __init__(self, folders: Iterable[Path]) -> None:
        self._noted: SimpleQueue[set[Path]] = SimpleQueue()
        self._end = Event()
        self._ready = Event()
        self._thread = Thread(target=self._note, args=(list(folders),), daemon=True)

    def __enter__(self) -> Saves:
        self._thread.start()
        self._ready.wait(5)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._end.set()
        self._thread.join(2)

    def waiting(self) -> bool:
        """Whether something was saved that nobody has asked for yet."""
        return not self._noted.empty()

    def next(self) -> set[Path]:
        """Wait for a save: the files that were written, made or deleted."""
        while True:
            try:
                found = self._noted.get(timeout=_LOOK)
            except Empty:
                continue
            while self.waiting():
                found |= self._noted.get()
            return found

    def _note(self, folders: list[Path]) -> None:
        from watchfiles import watch

        looks = watch(*folders, step=QUIET, debounce=LONGEST, stop_event=self._end, rust_timeout=50,
                      yield_on_timeout=True, raise_interrupt=False)  # fmt: skip
        for changes in looks:
            self._ready.set()  # the first look is over: from here on nothing is missed
            if changes:
                self._noted.put({Path(path) for _, path in changes})
