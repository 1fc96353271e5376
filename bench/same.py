"""Compares everything that this work tree builds with what a commit builds: byte by byte, then as pictures and lines.

Run by `make same BASE=<commit>`. Every game is built on both papers, all of its documents with their web pages, and
what `pnp list`, `pnp check` and `pnp tables` say is kept beside them; both trees work at the same time. Each builds
its own data, templates and fonts, as a person at that commit would: when code alone changed these are the same, and
when they are not it is said. `--games base` or `--games work` lets both build the games of one tree, to tell what the
code does from what the data do. (A file that this tree lacks is still found in the other's shipped ones.)

A line for each file; what differs, and pictures of pages before, after and both, lie in build/same/. Exits with 0 only
if all bytes are equal, with 1 if not, also when a command fails or writes nothing; with 2 on wrong usage.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from multiprocessing import get_context
from pathlib import Path

from bench.commits import (
    OWN,
    ROOT,
    WHOSE,
    Tree,
    command,
    environment,
    game_names,
    make_ready,
    places,
    say_sides,
    unpacked,
    work_tree,
)
from bench.differences import SAME, Finding, compare_file, equal_bytes, files_of

PAPERS = ("a4", "letter")
KEPT = ROOT / "build" / "same"
LAST_LINES = 6  # of what a failed command said


@dataclass(frozen=True)
class Side:
    """One tree at work: the workspace it works in, and the folder that takes what it makes."""

    tree: Tree
    workspace: Path
    out: Path


@dataclass(frozen=True)
class Job:
    """One command of a side. ``target``: the folder its files go to, or, named .txt or .json, what it prints."""

    side: Side
    words: tuple[str, ...]
    target: str

    @property
    def prints(self) -> bool:
        """Whether what it says is what is compared."""
        return bool(Path(self.target).suffix)


def jobs(side: Side, games: Sequence[str], papers: Sequence[str], *, documents_only: bool) -> list[Job]:
    """Everything that a side is to make. Raises RuntimeError when its tables cannot be listed."""
    found = []
    for game in games:
        for paper in papers:
            target = f"{game}/{paper}"
            words = ("build", game, "--paper", paper, "--quiet", "--out", str(side.out / target))
            found.append(Job(side, words, target))
        if documents_only:
            continue
        found.append(Job(side, ("list", game), f"{game}/list.txt"))
        found.append(Job(side, ("check", game, "--format", "json"), f"{game}/check.json"))
        for table in tables(side, game):
            found.append(Job(side, ("tables", game, table, "--format", "json"), f"{game}/tables/{table}.json"))
    return found


def tables(side: Side, game: str) -> list[str]:
    """The ids of a game's tables, as ``pnp tables`` lists them."""
    words = command(side.tree, ("tables", game))
    said = subprocess.run(
        words, cwd=side.workspace, env=environment(side.tree), capture_output=True, text=True, check=False
    )
    if said.returncode:
        raise RuntimeError(f"{side.tree.name}: pnp tables {game}\n{said.stdout}{said.stderr}")
    return [line.split()[0] for line in said.stdout.splitlines() if line.strip()]


def run_together(together: Sequence[Job]) -> list[str]:
    """Run jobs at the same time; what failed. None is left running, whatever ends the waiting."""
    children: list[subprocess.Popen[bytes]] = []
    logs = [job.side.out / job.target if job.prints else job.side.out.with_suffix(".log") for job in together]
    try:
        for job, log in zip(together, logs, strict=True):
            log.parent.mkdir(parents=True, exist_ok=True)
            with log.open("wb") as said:
                children.append(
                    subprocess.Popen(
                        command(job.side.tree, job.words),
                        cwd=job.side.workspace,
                        env=environment(job.side.tree),
                        stdout=said,
                        stderr=subprocess.STDOUT,
                        start_new_session=True,  # so that its workers end with it
                    )
                )
        codes = [child.wait() for child in children]
    finally:
        for child in children:
            if child.poll() is None:
                os.killpg(child.pid, signal.SIGKILL)
                child.wait()
    return [
        fault
        for job, log, code in zip(together, logs, codes, strict=True)
        if (fault := failure(job, code, log.read_text(encoding="utf-8", errors="replace")))
    ]


def failure(job: Job, code: int, said: str) -> str:
    """Why a job does not count; nothing when it does: it ended with 0 and left something to compare."""
    name = f"{job.target}: pnp {' '.join(job.words[:2])}, {job.side.tree.name}"
    if code:
        return "\n    ".join([f"{name}: exit code {code}", *said.splitlines()[-LAST_LINES:]])
    if job.prints:
        return "" if said.strip() else f"{name}: printed nothing"
    return "" if any((job.side.out / job.target).glob("*.pdf")) else f"{name}: wrote no PDF"


def show_progress(line: str) -> None:
    """What is being built, on a terminal; nothing in a file."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{line}")
        sys.stderr.flush()


def compare_folders(before: Path, after: Path, kept: Path) -> list[Finding]:
    """A finding for each file of either folder, in order. Raises RuntimeError when there is none at all."""
    files = sorted({*files_of(before), *files_of(after)})
    if not files:
        raise RuntimeError("nothing was built, so nothing was compared")
    compare = partial(compare_file, before=before, after=after, kept=kept)
    both = [file for file in files if (before / file).exists() and (after / file).exists()]
    slow = [file for file in both if file.endswith(".pdf") and not equal_bytes(before / file, after / file)]
    if len(slow) < 2:
        return [compare(file) for file in files]
    with ProcessPoolExecutor(
        min(len(slow), os.cpu_count() or 1), get_context("spawn")
    ) as pool:  # pdfium bears no threads
        found = dict(zip(slow, pool.map(compare, slow), strict=True))
    return [found.get(file) or compare(file) for file in files]


def report(findings: Sequence[Finding], faults: Sequence[str]) -> list[str]:
    """A line for each file with what its finding shows, the faults, and the sum of it all."""
    width = max(len(finding.file) for finding in findings)
    lines = []
    for finding in findings:
        lines.append(f"{finding.file:<{width}}  {finding.verdict}")
        lines += [f"    {line}" for line in finding.details]
    lines += [f"failed: {fault}" for fault in faults]
    counts = Counter(finding.verdict.partition(":")[0].partition(",")[0] for finding in findings)
    kinds = Counter(Path(finding.file).suffix.removeprefix(".").upper() for finding in findings)
    verdicts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items(), key=lambda item: -item[1]))
    files = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items(), key=lambda item: -item[1]))
    failed = f"; {len(faults)} command{'s' * (len(faults) != 1)} failed" if faults else ""
    return [*lines, f"{len(findings)} files ({files}): {verdicts}{failed}"]


def arguments(words: Sequence[str]) -> argparse.Namespace:
    """The words of the command line."""
    parser = argparse.ArgumentParser(prog="same", description="Compare all that is built with what a commit builds.")
    parser.add_argument("base", metavar="BASE", help="a commit of this repository")
    parser.add_argument("--games", choices=WHOSE, default=OWN, help="whose games both build; each its own")
    parser.add_argument("--game", action="append", help="only this game; may be repeated")
    parser.add_argument("--paper", action="append", help="only this paper; may be repeated")
    parser.add_argument("--documents", action="store_true", help="leave out lists, checks and tables")
    return parser.parse_args(words)


def main(words: Sequence[str]) -> int:
    """Build both, compare, report."""
    given, start = arguments(words), time.perf_counter()
    shutil.rmtree(KEPT, ignore_errors=True)
    KEPT.mkdir(parents=True)
    with unpacked(given.base) as base, tempfile.TemporaryDirectory(prefix="pnp-same-") as scratch:
        work = work_tree()
        say_sides(given.games, base, work)
        sides = []
        for tree, workspace, name in zip(
            (base, work), places(given.games, base, work), ("before", "after"), strict=True
        ):
            make_ready(tree)
            sides.append(Side(tree, workspace, Path(scratch) / name))
        lists = [
            jobs(side, given.game or game_names(side.workspace), given.paper or PAPERS, documents_only=given.documents)
            for side in sides
        ]
        faults: list[str] = []
        pairs = list(zip_longest(*lists))
        for number, pair in enumerate(pairs, 1):
            together = [job for job in pair if job]
            show_progress(f"{number} of {len(pairs)}: {together[0].target}")
            faults += run_together(together)
        show_progress("")
        built = time.perf_counter()
        findings = compare_folders(sides[0].out, sides[1].out, KEPT)
        lines = report(findings, faults)
        lines.append(f"built in {built - start:.0f} s, compared in {time.perf_counter() - built:.0f} s")
    print("\n".join(lines))
    (KEPT / "report.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    if faults or any(finding.verdict != SAME for finding in findings):
        print(f"not all bytes are the same; what differs lies in {KEPT.relative_to(ROOT)}/")
        return 1
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
