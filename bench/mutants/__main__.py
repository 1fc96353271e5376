"""Draw a sample of mutants and try each: ``make mutants SEED=7 COUNT=200``. Exits with 1 under 85 % killed.

Each mutant stands in a copy of the checkout, and only the tests that run its line are run, the quickest first, until
one fails or 60 seconds of CPU are up. Time counts as a death only where the tests as they are take less than half of
it. A line that no test runs is alive. Which test runs which line is found out once (`build/mutants/map`), and again for
a file of tests that changed, for all when the program did. The kinds of change have equal shares of the sample; the
same seed draws the same mutants as long as their statements stand. Writes `build/mutants/report.json`.

For a quick look, `--rooms` draws from fewer rooms and `--tests` runs fewer files of tests; what then lives may be
killed by another.
"""

from __future__ import annotations

import argparse
import os
import queue
import signal
import sys
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path

from bench.mutants import coverage_map
from bench.mutants.coverage_map import CoverageMap
from bench.mutants.equivalents import Equivalents, read_equivalents
from bench.mutants.kinds import KINDS
from bench.mutants.mutation import Mutant, mutants_of
from bench.mutants.telling import NEEDED, as_line, tell
from bench.mutants.trees import ROOT, copied
from bench.mutants.trial import EQUIVALENT, Outcome, check_tree, try_mutant

Trees = queue.SimpleQueue[Path]


def all_mutants(root: Path = ROOT, rooms: Iterable[str] = coverage_map.ROOMS) -> list[Mutant]:
    """Every mutant of the rooms' modules, by file and line."""
    paths = [path for room in rooms for path in sorted((root / "pnp" / room).rglob("*.py"))]
    return [
        mutant
        for path in paths
        for mutant in mutants_of(path.read_text(encoding="utf-8"), path.relative_to(root).as_posix())
    ]


def draw(mutants: Sequence[Mutant], seed: str, count: int) -> list[Mutant]:
    """So many mutants, as many of each kind as can be; the same for the same seed, wherever lines have moved to."""
    kinds: dict[str, list[Mutant]] = {kind: [] for kind in KINDS}
    for mutant in sorted(mutants, key=lambda mutant: sha256(f"{seed} {mutant.id}".encode()).digest()):
        kinds[mutant.kind].append(mutant)
    longest = max(map(len, kinds.values()), default=0)
    turns = [waiting[i] for i in range(longest) for waiting in kinds.values() if i < len(waiting)]
    return turns[:count]


def main() -> int:
    """Map, draw, try, tell."""
    given = _arguments()
    mutants = all_mutants(rooms=given.rooms)
    equivalents = read_equivalents()
    stale = equivalents.stale(mutants) if set(given.rooms) == set(coverage_map.ROOMS) else []
    for file, within, _, becomes, _ in stale:
        print(f"equivalent.toml: no mutant of {file} {within} becomes '{becomes}' any more: take the entry out")
    wanted = set(given.only)
    sample = [item for item in mutants if item.id in wanted] if wanted else draw(mutants, given.seed, given.count)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # so that the copies go
    start = time.monotonic()
    with ExitStack() as stack:
        trees: Trees = queue.SimpleQueue()
        for _ in range(given.workers):
            trees.put(stack.enter_context(copied()))
        with ThreadPoolExecutor(given.workers) as pool:
            try:
                covered = _map(pool, trees, given.tests)
                print(f"seed {given.seed}: {len(sample)} of {len(mutants):,} mutants, {len(covered.tests):,} tests")
                outcomes = _try(pool, trees, sample, covered, equivalents)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
    rate = tell(given.seed, outcomes, (time.monotonic() - start) / 60)
    return 0 if rate >= NEEDED and not stale else 1


def _map(pool: Executor, trees: Trees, wanted: Collection[str]) -> CoverageMap:
    """Which test runs which line: of these files of tests, or of all."""
    names = [name for name in coverage_map.test_files() if not wanted or Path(name).stem in wanted]
    keys = coverage_map.keys()

    def mapped(name: str) -> str:
        with _lent(trees) as tree:
            return coverage_map.map_file(tree, name, keys[name])

    for said in pool.map(mapped, names):
        if said:
            print(said, flush=True)
    return coverage_map.load_map(names)


def _try(
    pool: Executor, trees: Trees, sample: Sequence[Mutant], covered: CoverageMap, equivalents: Equivalents
) -> list[Outcome]:
    """How each mutant of a sample fares."""

    def tried(mutant: Mutant) -> Outcome:
        reason = equivalents.reason(mutant)
        if reason:
            return Outcome(mutant, EQUIVALENT, note=reason)
        with _lent(trees) as tree:
            return try_mutant(mutant, covered.covering(mutant, ROOT), tree)

    with _lent(trees) as tree:
        check_tree(covered.tests, tree)
    outcomes = []
    for outcome in pool.map(tried, sample):
        outcomes.append(outcome)
        print(as_line(outcome), flush=True)
    return outcomes


@contextmanager
def _lent(trees: Trees) -> Iterator[Path]:
    tree = trees.get()
    try:
        yield tree
    finally:
        trees.put(tree)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="make mutants", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seed", default="1", help="any word or number (1)")
    parser.add_argument("--count", type=int, default=200, help="how many (200)")
    parser.add_argument("--workers", type=int, default=min(2, os.cpu_count() or 1), help="how many at a time (2)")
    parser.add_argument("--rooms", nargs="*", default=coverage_map.ROOMS, help="of the program (eight)")
    parser.add_argument("--tests", nargs="*", default=[], metavar="test_NAME", help="files of tests (all)")
    parser.add_argument(
        "--only", nargs="*", default=[], metavar="ID", help="these instead, by the eight digits of a report"
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
