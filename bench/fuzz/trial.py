"""An input and what is done with it go in; what became of it comes out: a word or two, or what is wrong with us."""

from __future__ import annotations

import signal
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from time import process_time

SECONDS = 2.0  # of CPU that one input may take
GIVEN_UP = 30.0  # seconds after which nobody waits for it


class Unfinished(BaseException):
    """It takes too long; no ``except Exception`` on the way may keep it."""


@dataclass(frozen=True)
class Case:
    """One damaged input: its kind and number, the files that differ from the sound ones, and what is done with it."""

    kind: str
    number: int
    files: Mapping[str, bytes]
    run: Callable[[], str]


@dataclass(frozen=True)
class Trial:
    """What became of a case: ``answer`` in a word or two, ``wrong`` what must not be (empty: nothing), CPU seconds."""

    case: Case
    answer: str
    wrong: str
    seconds: float


def try_case(case: Case, given_up: float = GIVEN_UP) -> Trial:
    """Run a case. Whatever it raises is a mistake of ours, and so is more than ``SECONDS`` of CPU."""
    start = process_time()
    answer, wrong = "", ""
    try:
        with _at_most(given_up):
            answer = case.run()
    except (Exception, Unfinished):
        wrong = traceback.format_exc(limit=-8)
    seconds = process_time() - start
    if not wrong and seconds > SECONDS:
        wrong = f"it takes {seconds:.1f} s"
    return Trial(case, answer, wrong, seconds)


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    def give_up(*_: object) -> None:
        raise Unfinished(f"it takes more than {seconds:g} s")

    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
