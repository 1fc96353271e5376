"""Times `pnp watch`: from the save of one hero's number to the new hero sheets, 20 saves; run by `make bench`.

The watch runs in a process of its own, as a designer's does; the time is taken from before the save to the moment
when the new file stands in the build folder.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
SAVES = 20
GOAL = 150
GAME, DOCUMENT, FIELD = "mortalgate", "hero-sheets.pdf", "damage"


def wait(done: object, seconds: float = 60) -> float:
    end = time.perf_counter() + seconds
    while not done():  # type: ignore[operator]
        if time.perf_counter() > end:
            raise TimeoutError("the watch did not write in time")
        time.sleep(0.0005)
    return time.perf_counter()


def saves(folder: Path, pause: float) -> list[float]:
    """Change the number of the first record again and again; the seconds from each save to the new document."""
    target = folder / "build" / GAME / "a4" / DOCUMENT
    data = folder / "data" / GAME / "heroes.yaml"
    text = data.read_text(encoding="utf-8")
    seconds = []
    for turn in range(SAVES):
        before = target.stat().st_ino  # a new file is moved into place: its number changes with it
        changed = re.sub(rf"({FIELD}: (?:!assumed )?)\d", rf"\g<1>{1 + turn % 8}", text, count=1)
        start = time.perf_counter()
        data.write_text(changed, encoding="utf-8")
        seconds.append(wait(lambda: target.stat().st_ino != before) - start)  # noqa: B023 - called at once
        time.sleep(pause)
    return seconds


def main() -> int:
    """Measure, print, and keep the figures."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for part in ("data", "templates"):
            shutil.copytree(ROOT / part / GAME, folder / part / GAME)
        words = [sys.executable, "-m", "pnp.cli", "watch", GAME]
        log = folder / "log"
        with log.open("w") as out:
            watch = subprocess.Popen(words, cwd=folder, stdout=out, stderr=out, env={**os.environ, "NO_COLOR": "1"})
            try:
                wait(lambda: "Watching" in log.read_text())
                calm = saves(folder, 2.5)  # the rest of the box is built too before the next save
                busy = saves(folder, 0.7)  # each save comes while the rest, or the rulebook, is being built
            finally:
                watch.send_signal(signal.SIGINT)
                watch.wait(10)
    figures = {}
    for name, seconds in (("watch, box at rest", calm), ("watch, box being built", busy)):
        ms = sorted(round(value * 1000) for value in seconds)
        figures[name] = {"median_ms": statistics.median(ms), "least_ms": ms[0], "most_ms": ms[-1]}
        print(f"{name:<24} median {statistics.median(ms):>4.0f} ms, {ms[0]} to {ms[-1]}, of {SAVES}; goal {GOAL}")
    target = ROOT / "build" / "bench" / "watch.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(figures, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
