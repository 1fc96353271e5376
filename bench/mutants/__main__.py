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
import json
import os
import queue
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path

from bench.mutants import coverage_map
from bench.mutants.equivalents import as_entry, read_equivalents
from bench.mutants.kinds import KINDS
from bench.mutants.mutation import Mutant, mutants_of
from bench.mutants.trees import ROOT, copied
from bench.mutants.trial import EQUIVALENT, Outcome, try_mutant

NEEDED = 0.85
REPORT = ROOT / "build" / "mutants" / "report.json"


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
    start = time.monotonic()
    with ExitStack() as stack:
        trees: queue.SimpleQueue[Path] = queue.SimpleQueue()
        for _ in range(given.workers):
            trees.put(stack.enter_context(copied()))
        names = [name for name in coverage_map.test_files() if not given.tests or Path(name).stem in given.tests]
        keys = coverage_map.keys()

        def mapped(name: str) -> str:
            with _lent(trees) as tree:
                return coverage_map.map_file(tree, name, keys[name])

        def tried(mutant: Mutant) -> Outcome:
            reason = equivalents.reason(mutant)
            if reason:
                return Outcome(mutant, EQUIVALENT, note=reason)
            with _lent(trees) as tree:
                return try_mutant(mutant, covered.covering(mutant, ROOT), tree)

        with ThreadPoolExecutor(given.workers) as pool:
            for said in pool.map(mapped, names):
                if said:
                    print(said, flush=True)
            covered = coverage_map.load_map(names)
            print(
                f"seed {given.seed}: {len(sample)} of {len(mutants):,} mutants; {len(covered.tests):,} tests",
                flush=True,
            )
            outcomes = []
            for outcome in pool.map(tried, sample):
                outcomes.append(outcome)
                print(_line(outcome), flush=True)
    return _tell(given.seed, outcomes, time.monotonic() - start, bool(stale))


@contextmanager
def _lent(trees: queue.SimpleQueue[Path]) -> Iterator[Path]:
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


def _line(outcome: Outcome) -> str:
    mutant = outcome.mutant
    place = f"{mutant.file}:{mutant.lines[0]}"
    behind = f"{outcome.seconds:.0f} s, test {outcome.ran} of {outcome.covering}" if outcome.covering else ""
    return f"{mutant.id}  {outcome.status:14}  {mutant.kind:20}  {place}  {behind}  {outcome.by}".rstrip()


def _tell(seed: str, outcomes: Sequence[Outcome], seconds: float, stale: bool) -> int:
    """Print the survivors and the figures, write the report; the exit code."""
    survivors = [outcome for outcome in outcomes if not outcome.dead and outcome.status != EQUIVALENT]
    texts = {outcome.mutant.file: (ROOT / outcome.mutant.file).read_text(encoding="utf-8") for outcome in outcomes}
    for outcome in survivors:
        mutant = outcome.mutant
        print(f"\n{mutant.id} {outcome.status}: {mutant.file}:{mutant.lines[0]} {mutant.within}, {mutant.kind}")
        print(f"{outcome.ran} of {outcome.covering} tests in {outcome.seconds:.0f} s; {outcome.note}".rstrip("; "))
        print(mutant.diff(texts[mutant.file]))
        print(as_entry(mutant))
    counts = Counter(outcome.status for outcome in outcomes)
    judged = len(outcomes) - counts[EQUIVALENT]
    dead = sum(outcome.dead for outcome in outcomes)
    rate = dead / judged if judged else 0.0
    figures = ", ".join(f"{count} {status}" for status, count in counts.most_common())
    share = f"{dead} of {judged} dead, {rate:.1%} ({NEEDED:.0%} are needed)"
    print(f"\nseed {seed}: {figures}; {share}; {seconds / 60:.0f} min")
    REPORT.parent.mkdir(parents=True, exist_ok=True)
    told = [
        {
            "id": outcome.mutant.id, "status": outcome.status, "kind": outcome.mutant.kind, "file": outcome.mutant.file,
            "line": outcome.mutant.lines[0], "within": outcome.mutant.within, "by": outcome.by, "tests": outcome.ran,
            "covering": outcome.covering, "seconds": round(outcome.seconds, 1), "note": outcome.note,
            "diff": outcome.mutant.diff(texts[outcome.mutant.file]),
        }
        for outcome in outcomes
    ]  # fmt: skip
    report = {"seed": seed, "dead": dead, "judged": judged, "rate": round(rate, 4), "mutants": told}
    REPORT.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0 if rate >= NEEDED and not stale else 1


if __name__ == "__main__":
    sys.exit(main())
