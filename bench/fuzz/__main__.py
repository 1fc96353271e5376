"""Try damaged inputs by the thousand: ``make fuzz``; ``python -m bench.fuzz --help`` says how many of what.

The same seed and number make the same case. What goes wrong is kept under ``build/fuzz``, as the files that differ and
what was said; ``--again FOLDER`` tries it once more.
"""

from __future__ import annotations

import argparse
import faulthandler
import os
import resource
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from bench.fuzz import builds, inputs
from bench.fuzz.trial import Case, Trial, try_case

KEPT = Path(__file__).parents[2] / "build" / "fuzz"
SEED = 4
MEGABYTES = 1_500  # that the process may have; what asks for more is told so
KINDS: Mapping[str, tuple[Callable[[int, int, int, Path], Iterator[Case]], int]] = {
    "drawings": (inputs.drawing_cases, 10_000),
    "readers": (inputs.reader_cases, 10_000),
    "builds": (builds.build_cases, 2_000),
}


def main(words: Sequence[str] | None = None) -> int:
    """Run what the words ask for: 0 when nothing went wrong, 1 when something did."""
    asked = _options().parse_args(words)
    limit()
    with TemporaryDirectory() as folder:
        if asked.again:
            trial = try_case(_again(asked.again, Path(folder)))
            print(trial.wrong or f"{trial.answer}, {trial.seconds:.2f} s")
            return 1 if trial.wrong else 0
        wrong = 0
        for kind in asked.kinds or KINDS:
            make, usual = KINDS[kind]
            count = usual if asked.count is None else asked.count
            wrong += _run(kind, make(asked.seed, asked.first, count, Path(folder) / kind))
    return 1 if wrong else 0


def limit() -> None:
    """One core for this process, so that nothing is given to workers, and memory with an end."""
    faulthandler.enable()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES << 20, MEGABYTES << 20))


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.fuzz", description="Try damaged inputs.")
    parser.add_argument("kinds", nargs="*", help=f"of {', '.join(KINDS)}; all unless you say")
    parser.add_argument("--count", type=int, help="how many of each kind")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--again", type=Path, help="a folder under build/fuzz: try that alone")
    return parser


def _run(kind: str, cases: Iterator[Case]) -> int:
    """Try them all; each that went wrong is told and kept. Answers how many did."""
    answers, slowest, wrong, start = Counter[str](), 0.0, 0, process_time()
    for case in cases:
        trial = try_case(case)
        answers[trial.answer or "wrong"] += 1
        slowest = max(slowest, trial.seconds)
        if trial.wrong:
            wrong += 1
            print(
                f"{case.kind} {case.number}: {trial.wrong.strip().splitlines()[-1][:300]}\n    {_keep(trial)}",
                flush=True,
            )
    seconds = process_time() - start
    count = answers.total()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{kind}: {count:,} tried in {seconds:.0f} s of CPU ({count / max(seconds, 1e-9):.0f} a second), {wrong} wrong;"
        f" slowest {slowest:.2f} s; memory {peak:.0f} MB"
    )
    for answer, number in answers.most_common():
        print(f"    {number:>7,} {answer}")
    sys.stdout.flush()
    return wrong


def _keep(trial: Trial) -> Path:
    """The files that differ, and what was said, in a folder of their own."""
    folder = KEPT / f"{trial.case.kind}-{trial.case.number}"
    for name, data in trial.case.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    (folder / "wrong.txt").write_text(trial.wrong, encoding="utf-8", errors="replace")
    return folder


def _again(kept: Path, folder: Path) -> Case:
    files = {path.relative_to(kept).as_posix(): path.read_bytes() for path in kept.rglob("*") if path.is_file()}
    del files["wrong.txt"]
    kind = kept.name.rpartition("-")[0]
    return builds.again(kind, files, folder) if kind.startswith("builds-") else inputs.again(kind, files, folder)


if __name__ == "__main__":
    sys.exit(main())
