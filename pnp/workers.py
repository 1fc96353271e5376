"""Work in parts goes in, the same work done comes out: a part in this process, each other in one of its own.

The processes are a pool of ``concurrent.futures``, forked for one piece of work, so that each knows all that is known
here and is told only the number of its part; what it has made comes back in a file without a name. Where a fork is not
safe, on one processor, or with little to do, this process does everything itself: a process that is spawned would have
to read the game and its templates again, which takes longer than most builds. What is made never depends on how many
there were.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

Thing = TypeVar("Thing")
Made = TypeVar("Made")

MOST = 4  # each takes memory of its own


def count_workers() -> int:
    """How many processes may work at once: one, where a fork is not safe. Only Linux's is, and only without threads."""
    if sys.platform != "linux" or not _alone():
        return 1
    return min(len(os.sched_getaffinity(0)), MOST)


def _alone() -> bool:
    """Whether this process has one thread; the system also counts those of libraries, and one that has just ended."""
    if threading.active_count() > 1:
        return False
    for pause in (0, 0.001, 0.01):
        time.sleep(pause)
        with suppress(OSError):
            if len(list(Path("/proc/self/task").iterdir())) == 1:
                return True
    return False


def share(
    things: Sequence[Thing], least: int, away: Callable[[Sequence[Thing]], Made | None]
) -> Iterator[tuple[Sequence[Thing], Made | None]]:
    """The things in parts, in their order, each with what a worker made ``away`` of it; ``least`` things are worth one.

    What comes with None is to be made here: always the first part, while the workers are at theirs, and one whose
    worker would not say or was ended.
    """
    count = max(1, min(count_workers(), len(things) // least))
    edges = [len(things) * number // count for number in range(count + 1)]
    first, *rest = [things[start:end] for start, end in pairwise(edges)]
    if not rest:
        yield first, None
        return
    with _at_work(away, rest) as made:
        yield first, None
        for number, part in enumerate(rest):
            yield part, made(number)


@dataclass(frozen=True)
class _Task:
    """What a worker is there for: it takes a part and leaves what it makes of it, pickled, in the part's file."""

    away: Callable[[Any], object]
    parts: Sequence[Any]
    files: Sequence[IO[bytes]]


# set in a worker alone: a function that knows a whole game gets there by a fork, not through a pipe
_task: ContextVar[_Task] = ContextVar("task")


@contextmanager
def _at_work(away: Callable[[Any], Made | None], parts: Sequence[Any]) -> Iterator[Callable[[int], Made | None]]:
    """Start a worker for each part. What is had waits for a part's result, by number; it is None when there is none."""
    from concurrent.futures import ProcessPoolExecutor  # loaded when there is much to do
    from multiprocessing import active_children, get_context

    others = set(active_children())

    def end() -> None:  # whatever they do, and without clearing away all that they know
        for process in set(active_children()) - others:
            process.kill()

    with ExitStack() as stack:
        try:
            files = [stack.enter_context(TemporaryFile()) for _ in parts]
            pool = ProcessPoolExecutor(len(parts), get_context("fork"), _start, (_Task(away, parts, files),))
            stack.callback(_shut, pool)
            stack.callback(end)
            futures = _hand_out(pool, len(parts))
        except (OSError, NotImplementedError, ImportError, RuntimeError):
            futures = []  # no process, thread, semaphore or space for a file is to be had

        def made(number: int) -> Made | None:
            if not futures or futures[number].exception() is not None or not futures[number].result():
                return None
            files[number].seek(0)
            result: Made = pickle.load(files[number])
            return result

        yield made


def _shut(pool: ProcessPoolExecutor) -> None:
    with suppress(RuntimeError):  # its own thread was refused, and cannot be waited for
        pool.shutdown(cancel_futures=True)


def _hand_out(pool: ProcessPoolExecutor, count: int) -> list[Future[bool]]:
    """Tell the workers their numbers. With the first the pool forks: what is blocked meanwhile stays so in them."""
    kept = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # Ctrl-C is for the parent, which ends them
    try:
        return [pool.submit(_make, number) for number in range(count)]
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, kept)


def _start(task: _Task) -> None:
    """Be a worker, and end with the parent whatever ends that: it may be killed while this one waits for a number."""
    _task.set(task)
    gc.disable()  # it would touch, and so copy, every page of the memory that is shared
    try:
        threading.Thread(target=_end_with_parent, daemon=True).start()
    except RuntimeError:  # refused: a worker that could outlive its parent is none
        os._exit(1)


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    if parent := parent_process():
        parent.join()
        os._exit(1)


def _make(number: int) -> bool:
    """Make a part. False when nothing was made: whatever went wrong goes wrong again in the parent, which says it."""
    task = _task.get()
    file = task.files[number]
    try:
        made = task.away(task.parts[number])
        if made is None:
            return False
        pickle.dump(made, file, pickle.HIGHEST_PROTOCOL)
        file.flush()
    except Exception:
        return False
    return True
