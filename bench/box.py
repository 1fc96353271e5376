"""Times cold builds of the shipped games, each in a process of its own: medians, spread, memory, and a peer beside.

Run by `make bench`. The peer in the same run is reportlab drawing as many plain pages, so that machines compare.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
RUNS = 5
BOOK = "mortalgate, the book"
GOAL = 2.0  # seconds, cold, on two cores
PEER = """
import sys
from reportlab.pdfgen.canvas import Canvas
canvas = Canvas(sys.argv[1])
for page in range(45):
    for line in range(60):
        canvas.drawString(72, 72 + 10 * line, "The quick brown fox jumps over the lazy dog")
    canvas.showPage()
canvas.save()
"""


def command(*words: str) -> list[str]:
    """A cold run of the command line."""
    return [sys.executable, "-m", "pnp.cli", *words]


def measure(words: list[str]) -> tuple[list[float], float]:
    """Seconds of cold runs, least first, and the largest peak of memory in MB that any child has had so far."""
    seconds = []
    for _ in range(RUNS):
        start = time.perf_counter()
        subprocess.run(words, cwd=ROOT, check=True, capture_output=True)
        seconds.append(time.perf_counter() - start)
    return sorted(seconds), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def main() -> int:
    """Measure, print, and keep the figures."""
    with tempfile.TemporaryDirectory() as out:
        cases = {
            "peer: reportlab, 45 plain pages": [sys.executable, "-c", PEER, f"{out}/peer.pdf"],
            "mortalgate, --only hero-sheets": command("build", "mortalgate", "--only", "hero-sheets", "--out", out),
            BOOK: command("build", "mortalgate", "--only", "rulebook", "--out", out),
            "mortalgate, web page": command("build", "mortalgate", "--only", "rulebook.html", "--out", out),
            "battle-gate, simulated table": command("tables", "battle-gate", "matchups"),
        }
        for game in sorted(path.parent.name for path in (ROOT / "data").glob("*/game.yaml")):
            cases[f"{game}, all on A4"] = command("build", game, "--out", out)
            cases[f"{game}, all on Letter"] = command("build", game, "--paper", "letter", "--out", out)
            cases[f"{game}, check"] = command("check", game)
        figures = {}
        print(
            f"{'cold, median of ' + str(RUNS):<34} {'s':>7} {'from':>7} {'to':>7} {'ratio':>7} {'peak MB so far':>15}"
        )
        for name, words in cases.items():
            runs, peak = measure(words)
            seconds = statistics.median(runs)
            figures[name] = {"s": round(seconds, 4), "from": round(runs[0], 4), "to": round(runs[-1], 4)}
            figures[name]["peak_mb"] = round(peak, 1)
            ratio = seconds / figures["peer: reportlab, 45 plain pages"]["s"]
            print(f"{name:<34} {seconds:>7.3f} {runs[0]:>7.3f} {runs[-1]:>7.3f} {ratio:>7.2f} {peak:>15.0f}")
    book, cores = figures[BOOK]["s"], os.cpu_count()
    verdict = "met" if book <= GOAL else f"missed by {book - GOAL:.2f} s"
    print(f"{BOOK}, cold: {book:.2f} s on {cores} cores; goal {GOAL:g} s: {verdict}")
    target = ROOT / "build" / "bench" / "box.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(figures, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
