"""A mutant and the tests that cover it go in; whether a test failed comes out, and which."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import fsum
from pathlib import Path

from bench.mutants.coverage_map import Test
from bench.mutants.mutation import Mutant
from bench.mutants.trees import Ran, run_tests

KILLED, TOO_LONG, ALIVE, UNCOVERED, EQUIVALENT = "killed", "killed by time", "alive", "not covered", "equivalent"
MOST = 60.0  # seconds of CPU for one mutant
FIRST, LATER = 1.5, 12.0  # seconds of tests that one process runs: it is begun soon, and not too often
FILES = 6  # of tests that the first process imports
MUCH_LESS = 0.5  # of the time that was up: had the tests as they are taken as much, it would say nothing


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a mutant fared. ``begun`` are the tests that ran, of so many ``covering`` it; ``by`` the one that failed."""

    mutant: Mutant
    status: str
    by: str = ""
    begun: tuple[str, ...] = ()
    covering: int = 0
    seconds: float = 0.0
    note: str = ""

    @property
    def dead(self) -> bool:
        """Whether the tests noticed."""
        return self.status in (KILLED, TOO_LONG)

    @property
    def survives(self) -> bool:
        """Whether somebody has to look at it."""
        return not self.dead and self.status != EQUIVALENT


def check_tree(tests: Sequence[Test], tree: Path) -> None:
    """Run some tests of the program as it is. Raises RuntimeError when they fail: all mutants would seem to die."""
    batch = next(batches(tests), [])
    ran, names = _run_batch(batch, tree, MOST)
    if batch and (ran.code or len(names) != len(batch)):
        raise RuntimeError(f"tests fail though nothing was changed:\n{ran.said[-2000:]}")


def try_mutant(mutant: Mutant, tests: Sequence[Test], tree: Path, most: float = MOST) -> Outcome:
    """Change a tree, run the tests, quickest first, until one fails or ``most`` seconds are up; mend the tree."""
    if not tests:
        return Outcome(mutant, UNCOVERED)
    path = tree / mutant.file
    original, times = path.read_bytes(), path.stat()
    path.write_bytes(mutant.put_into(original.decode()).encode())
    try:
        return _run(mutant, tests, tree, most)
    finally:
        path.write_bytes(original)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))  # what was compiled of it is good again


def _run(mutant: Mutant, tests: Sequence[Test], tree: Path, most: float) -> Outcome:
    taken, begun = 0.0, list[str]()
    known = {test.name: test.seconds for test in tests}
    for batch in batches(tests):
        ran, names = _run_batch(batch, tree, most - taken)
        taken += ran.seconds
        begun += names
        by = names[-1] if names else "the program is not imported"
        outcome = Outcome(mutant, ALIVE, by, tuple(begun), len(tests), taken)
        if ran.out_of_time:
            return when_late(outcome, fsum(known[name] for name in begun), most)
        if ran.code not in (0, 5):  # 5: a test is called otherwise now, and none was found
            return replace(outcome, status=KILLED)
        if taken > most - 1:
            break
    return _alive(outcome, "")


def _run_batch(batch: Sequence[Test], tree: Path, most: float) -> tuple[Ran, list[str]]:
    """The end of a process, and the tests that it began."""
    chosen, begun = tree / "build" / "chosen", tree / "build" / "begun"
    chosen.write_text("".join(f"{test.name}\n" for test in batch), encoding="utf-8")
    begun.write_text("", encoding="utf-8")
    words = ["-p", "bench.mutants.choosing", *dict.fromkeys(test.file for test in batch)]
    variables = {"MUTANTS_CHOSEN": str(chosen), "MUTANTS_BEGUN": str(begun), "PYTHONDONTWRITEBYTECODE": "1"}
    return run_tests(tree, words, variables, most), begun.read_text(encoding="utf-8").splitlines()


def when_late(outcome: Outcome, before: float, most: float) -> Outcome:
    """What a mutant is whose time was up; ``before`` seconds is what the same tests take of the program as it is."""
    if before < MUCH_LESS * most:
        note = f"{most:.0f} s were up, in tests that take {before:.0f} s of the program as it is"
        return replace(outcome, status=TOO_LONG, note=note)
    return _alive(outcome, "time was up")


def _alive(outcome: Outcome, note: str) -> Outcome:
    left = outcome.covering - len(outcome.begun)
    words = [note] * bool(note) + [f"{left} slower tests were not run"] * bool(left)
    return replace(outcome, status=ALIVE, by="", note="; ".join(words))


def batches(tests: Sequence[Test]) -> Iterator[list[Test]]:
    """Tests for one process after another, quickest first; of each process those of one file together."""
    batch: list[Test] = []
    seconds, first = 0.0, True
    for test in tests:
        full = seconds + test.seconds > (FIRST if first else LATER)
        full = full or (first and len({item.file for item in (*batch, test)}) > FILES)
        if batch and full:
            yield _by_file(batch)
            batch, seconds, first = [], 0.0, False
        batch.append(test)
        seconds += test.seconds
    if batch:
        yield _by_file(batch)


def _by_file(batch: list[Test]) -> list[Test]:
    order: dict[str, list[Test]] = {}
    for test in batch:
        order.setdefault(test.file, []).append(test)
    return [test for tests in order.values() for test in tests]
