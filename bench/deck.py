"""Builds decks of 54 to 10,000 different cards with pnp, Typst and a script written by hand: time, memory, bytes.

Run by `make bench`. The three draw the same card from the same CSV, each in a process of its own and by turns, so that
whatever else the machine does falls on all of them; ratios are of medians. Typst (PyPI) is skipped when absent. Where a
program can be kept to one core, pnp also runs on one. Its memory is that of all its processes together (proportional
set size, watched in a run of its own) or the largest one's peak, whichever is more; the others' is their peak.
"""

from __future__ import annotations

import compileall
import csv
import importlib.util
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
DECK = Path(__file__).parent / "deck"
FONTS = ROOT / "fonts" / "alegreya-sans"
RUNS = {54: 9, 500: 9, 2000: 7, 10_000: 3}
FIELDS = ("id", "name", "cost", "might", "ward", "speed", "wits", "luck", "text", "flavour")
WORDS = [
    "the",
    "hero",
    "moves",
    "through",
    "burning",
    "ruins",
    "and",
    "strikes",
    "an",
    "enemy",
    "within",
    "range",
    "dealing",
    "two",
    "damage",
    "then",
    "heals",
    "one",
    "ally",
    "for",
    "each",
    "altar",
    "your",
    "team",
    "holds",
    "until",
    "the",
    "next",
    "dawn",
]
TYPST = """
import sys, typst
typst.compile(sys.argv[1] + "/deck.typ", output=sys.argv[2], font_paths=[sys.argv[3]], ignore_system_fonts=True)
"""
MB = 1024  # ru_maxrss counts kilobytes
GOALS = """goals: at 2,000 and 10,000 cards no slower than Typst and at most 2.5 times the script written by hand;
       at 10,000 at most 120 MB and 600 bytes a card, a card's time within 10 % of that at 500"""


@dataclass(frozen=True)
class Run:
    """One process: seconds on the clock, seconds of the processor's (its own and the system's), peak of memory."""

    wall: float
    cpu: float
    peak_mb: float


def write_workspace(folder: Path, count: int) -> None:
    """The deck's workspace with ``count`` cards, every one with a text of its own."""
    shutil.copytree(DECK, folder, ignore=shutil.ignore_patterns("hand.py", "__pycache__"))
    rng = random.Random(count)
    with (folder / "data" / "deck" / "cards.csv").open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(FIELDS)
        for number in range(count):
            stats = [rng.randint(0, 20) for _ in range(5)]
            words, line = (" ".join(rng.choices(WORDS, k=k)).capitalize() + "." for k in (35, 9))
            rows.writerow([f"card-{number}", f"Hero of Ash {number}", number % 9, *stats, words, line])


def commands(folder: Path) -> dict[str, tuple[list[str], Path]]:
    """How each contestant is run on a workspace, and the file that it writes."""
    python, out = sys.executable, folder / "out"
    alone = ["taskset", "-c", str(min(os.sched_getaffinity(0)))] if shutil.which("taskset") else []
    found = {
        "pnp": ([python, "-m", "pnp.cli", "build", "deck", "--out", str(out)], out / "cards.pdf"),
        "typst": ([python, "-c", TYPST, str(folder), str(out / "typst.pdf"), str(FONTS)], out / "typst.pdf"),
        "hand": ([python, str(DECK / "hand.py"), str(folder), str(FONTS), str(out / "hand.pdf")], out / "hand.pdf"),
    }
    if alone:
        found["one-core"] = ([*alone, *found["pnp"][0]], out / "cards.pdf")
    if importlib.util.find_spec("typst") is None:
        del found["typst"]
    return found


def measure(words: list[str], folder: Path, variables: Mapping[str, str] | None = None) -> Run:
    """Run a command in a process of its own, with these environment variables or our own."""
    start = time.perf_counter()
    child = subprocess.Popen(words, cwd=folder, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert child.stdout is not None
    try:
        said = child.stdout.read()
        _, status, used = os.wait4(child.pid, 0)
    except BaseException:
        child.kill()
        raise
    wall = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{' '.join(words)}\n{said.decode()}")
    return Run(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / MB)


def watched_mb(words: list[str], folder: Path) -> float:
    """The most memory that a command and its workers have together, looked at twenty times a second; 0 if unknown."""
    child = subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    most = 0.0
    while child.poll() is None:
        most = max(most, _proportional_mb(child.pid))
        time.sleep(0.05)
    return most


def _proportional_mb(process: int) -> float:
    """Pages that several processes share are counted by halves, thirds …: see proc(5), smaps_rollup."""
    try:
        rows = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        workers = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return 0.0
    own = next((int(row.split()[1]) for row in rows if row.startswith("Pss:")), 0) / MB
    return own + sum(_proportional_mb(int(worker)) for worker in workers)


def contest(count: int, runs: int) -> dict[str, float]:
    """The figures for one size of deck, printed as they come."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "workspace"
        write_workspace(folder, count)
        (folder / "out").mkdir()
        contestants = commands(folder)
        taken: dict[str, list[Run]] = {name: [] for name in contestants}
        for _ in range(runs):
            for name, (words, _) in contestants.items():
                taken[name].append(measure(words, folder))
        figures: dict[str, float] = {}
        for name, (_, file) in contestants.items():
            figures[f"{name}_s"] = round(statistics.median(run.wall for run in taken[name]), 3)
            figures[f"{name}_cpu_s"] = round(statistics.median(run.cpu for run in taken[name]), 3)
            figures[f"{name}_peak_mb"] = round(max(run.peak_mb for run in taken[name]), 1)
            figures[f"{name}_bytes_per_card"] = round(file.stat().st_size / count, 1)
        figures["pnp_peak_mb"] = max(figures["pnp_peak_mb"], round(watched_mb(contestants["pnp"][0], folder), 1))
    for name in contestants:
        s, cpu, peak, size = (figures[f"{name}_{key}"] for key in ("s", "cpu_s", "peak_mb", "bytes_per_card"))
        ratio = f"{figures['pnp_s'] / s:6.2f}"
        print(f"{count:>6} {name:<8} {s:>8.3f} {cpu:>8.3f} {s / count * 1000:>9.3f} {peak:>8.0f} {size:>9.0f} {ratio}")
    return figures


def per_card(all_figures: dict[int, dict[str, float]], count: int, key: str) -> float:
    """Milliseconds a card, without what the smallest deck takes (the start)."""
    least = min(all_figures)
    return 1000 * (all_figures[count][key] - all_figures[least][key]) / (count - least)


def main() -> int:
    """Measure every size, or those named, print, and keep the figures."""
    compileall.compile_dir(ROOT / "pnp", quiet=1)  # as pip does with what it installs
    counts = [int(word) for word in sys.argv[1:]] or list(RUNS)
    print(f"{'cards':>6} {'':<8} {'s':>8} {'cpu s':>8} {'ms a card':>9} {'peak MB':>8} {'B a card':>9}  pnp is x times")
    figures = {count: contest(count, RUNS.get(count, 5)) for count in counts}
    if {500, 10_000} <= figures.keys() and len(figures) > 2:
        for key, what in (("pnp_s", "on the clock"), ("pnp_cpu_s", "of the processor")):
            few, many = (per_card(figures, count, key) for count in (500, 10_000))
            print(f"pnp's ms a card {what}, start excluded: {few:.3f} at 500, {many:.3f} at 10,000: {many / few:.2f}")
    print(GOALS)
    target = ROOT / "build" / "bench" / "deck.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps({str(count): row for count, row in figures.items()}, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
