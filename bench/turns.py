"""Times cold runs of a commit and of this work tree in alternating turns: CPU seconds, medians, ratios, spread.

Run by `make turns BASE=<commit>`. A figure is what a run and its workers take of the processors, its own and the
system's, so that what else the machine does falls on it less than on a clock; by turns, so that it falls on both. Each
tree runs its own code on its own games; the decks are made once, by this tree's bench/deck.py, for both. `--games`
lets both run the games of one tree. Nothing is judged: a ratio over 1.05 is marked, and the exit code stays 0.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.commits import (
    OWN,
    ROOT,
    WHOSE,
    Tree,
    command,
    environment,
    make_ready,
    places,
    say_sides,
    unpacked,
    work_tree,
)
from bench.deck import measure, write_workspace

RUNS = 7
MARKED = 1.05
CASES = {
    "box": ("build", "mortalgate"),
    "rulebook": ("build", "mortalgate", "--only", "rulebook"),
    "check": ("check", "mortalgate"),
    "ephemeral-gate": ("build", "ephemeral-gate"),
    "battle-gate": ("build", "battle-gate"),
    "deck-2000": ("build", "deck"),
    "deck-10000": ("build", "deck"),
}
DECKS = {"deck-2000": 2000, "deck-10000": 10_000}


@dataclass(frozen=True)
class Result:
    """CPU seconds of every run of one case, by turns: those of the commit, those of the work tree."""

    before: tuple[float, ...]
    after: tuple[float, ...]

    @property
    def ratio(self) -> float:
        """How many times the commit's median the work tree's is."""
        return statistics.median(self.after) / statistics.median(self.before)

    def line(self, case: str) -> str:
        """The case's row of the table."""
        columns = [
            f"{statistics.median(runs):>8.3f} {f'{min(runs):.3f} to {max(runs):.3f}':>18}"
            for runs in (self.before, self.after)
        ]
        return f"{case:<16} {' '.join(columns)} {self.ratio:>6.3f}" + (
            f"  over {MARKED}" if self.ratio > MARKED else ""
        )

    def figures(self) -> dict[str, object]:
        """What is kept of it."""
        return {"before_cpu_s": self.before, "after_cpu_s": self.after, "ratio": round(self.ratio, 4)}


def take_turns(case: str, trees: tuple[Tree, Tree], workspaces: tuple[Path, Path], runs: int) -> Result:
    """Run one case: the commit, the work tree, the commit … Exits with what a run said, if one fails."""
    taken: tuple[list[float], list[float]] = ([], [])
    with tempfile.TemporaryDirectory(prefix="pnp-turns-") as scratch:
        if case in DECKS:
            deck = Path(scratch) / "workspace"
            write_workspace(deck, DECKS[case])
            workspaces = deck, deck
        for turn in range(runs):
            for side, (tree, workspace) in enumerate(zip(trees, workspaces, strict=True)):
                out = ("--out", f"{scratch}/out-{turn}-{side}") if CASES[case][0] == "build" else ()
                words = command(tree, (*CASES[case], *out))
                taken[side].append(measure(words, workspace, environment(tree)).cpu)
    return Result(tuple(taken[0]), tuple(taken[1]))


def arguments(words: Sequence[str]) -> argparse.Namespace:
    """The words of the command line."""
    parser = argparse.ArgumentParser(prog="turns", description="Time a commit and the work tree by turns.")
    parser.add_argument("base", metavar="BASE", help="a commit of this repository")
    parser.add_argument("--only", action="append", choices=CASES, help="only this case; may be repeated")
    parser.add_argument("--runs", type=int, default=RUNS, help=f"runs of each; {RUNS}")
    parser.add_argument("--games", choices=WHOSE, default=OWN, help="whose games both run; each its own")
    return parser.parse_args(words)


def main(words: Sequence[str]) -> int:
    """Measure every case, or those named, print, and keep the figures."""
    given = arguments(words)
    with unpacked(given.base) as base:
        work = work_tree()
        say_sides(given.games, base, work)
        for tree in (base, work):
            make_ready(tree)
        print(
            f"CPU seconds, cold, median of {given.runs}\n{'':<16} {'before':>8} {'':>18} {'after':>8} {'':>18}  ratio"
        )
        figures = {}
        for case in given.only or CASES:
            result = take_turns(case, (base, work), places(given.games, base, work), given.runs)
            figures[case] = result.figures()
            print(result.line(case), flush=True)
    target = ROOT / "build" / "bench" / "turns.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(figures, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
