"""bounds.txt goes in and comes out: for each written case, how far it may differ from resvg; `make bounds` renews it.

A painted case may differ by what it differed when its line was written, and ``SPARE`` more; a case that must be
refused has the word ``refused`` instead. When the file is renewed, a case that does better gets a narrower bound; one
that does worse is told and keeps its bound, but for the word ``--worse``. More than ``MOST`` is never allowed.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path

from bench.conformance.case import Case
from bench.conformance.render import ALLOWED

FILE = Path(__file__).parent / "bounds.txt"
SPARE = 0.05  # percent of a picture's pixels
MOST = 100 * ALLOWED
REFUSED = "refused"
WORSE = "--worse"
HEAD = (
    "# How many percent of its pixels each case may differ from resvg, or that it must be refused. Made by `make bounds`.\n"
    "# A case gets worse only by an edit of this file: `make bounds OPTIONS=--worse` raises what did, and says what.\n"
)

Bounds = Mapping[str, float | None]  # percent, by a case's title; None for one that must be refused


@dataclass(frozen=True)
class Renewal:
    """New bounds, and what is to be said: a line for each case that changed, one for each that may not be raised."""

    bounds: dict[str, float | None]
    told: tuple[str, ...]
    wrong: tuple[str, ...]


def read_bounds(text: str) -> dict[str, float | None]:
    """The bounds of a file's text. Raises ValueError for a line that says none, and for a case named twice."""
    found: dict[str, float | None] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        title, _, bound = line.partition("  ")
        if title in found:
            raise ValueError(f"line {number}: '{title}' stands here twice")
        found[title] = None if bound.strip() == REFUSED else float(bound)
    return found


def bounds_text(bounds: Bounds) -> str:
    """The same as a file's text, a line for each case."""
    return HEAD + "".join(
        f"{title}  {REFUSED if bound is None else format(bound, '.3f')}\n" for title, bound in bounds.items()
    )


def wrong_bounds(bounds: Bounds, cases: Sequence[Case]) -> list[str]:
    """What is wrong with a file: cases that it lacks, that are no more, or are another kind; a bound over ``MOST``."""
    kinds = {case.title: case.refused for case in cases}
    lines = [f"{title}: has no line in {FILE.name}" for title in kinds if title not in bounds]
    lines += [f"{title}: is no case any more" for title in bounds if title not in kinds]
    for title, bound in bounds.items():
        if title in kinds and (bound is None) != kinds[title]:
            lines.append(f"{title}: is {'refused' if kinds[title] else 'painted'} now, and {FILE.name} says otherwise")
        if bound is not None and not 0 <= bound <= MOST:
            lines.append(f"{title}: may differ by {bound:g} %, and {MOST:g} % is the most")
    return lines


def renewed(old: Bounds, shares: Mapping[str, float | None], *, worse: bool) -> Renewal:
    """Bounds for the shares of today (of 1, None for what is refused), none wider than it was unless ``worse``."""
    new: dict[str, float | None] = {}
    told, wrong = [f"{title}: gone" for title in old if title not in shares], []
    for title, share in shares.items():
        before = old.get(title)
        if share is None:
            new[title] = None
            if title not in old or before is not None:
                told.append(f"{title}: {REFUSED}")
            continue
        now = 100 * share
        bound = min(MOST, ceil(round(1000 * (now + SPARE), 6)) / 1000)
        if now > MOST:
            new[title] = MOST if before is None else before
            wrong.append(f"{title}: {now:.2f} % differ, and {MOST:g} % is the most")
        elif before is None:
            new[title] = bound
            told.append(f"{title}: {bound:.3f}, {'new' if title not in old else 'was ' + REFUSED}")
        elif now > before and not worse:
            new[title] = before
            wrong.append(f"{title}: {now:.3f} % differ, and {before:.3f} % may")
        else:
            new[title] = bound if now > before else min(bound, before)
            if new[title] != before:
                told.append(f"{title}: {before:.3f} -> {new[title]:.3f}{' (worse)' if now > before else ''}")
    return Renewal(new, tuple(told), tuple(wrong))


def main(words: Sequence[str]) -> int:
    """Renew the file; exits with 1 when a case did worse than it may."""
    from bench.conformance.__main__ import judged
    from bench.conformance.corpus import corpus

    if set(words) - {WORSE}:
        print(f"error: there is only the option {WORSE}", file=sys.stderr)
        return 2
    old = read_bounds(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    outcomes = list(judged(corpus(), old))
    faults = [outcome for outcome in outcomes if outcome.case.refused != (outcome.actual is None)]
    shares = {outcome.case.title: None if outcome.case.refused else outcome.share for outcome in outcomes}
    if faults:
        print("\n".join(f"error: {outcome.case.title}: {outcome.note}" for outcome in faults), file=sys.stderr)
        return 1
    renewal = renewed(old, shares, worse=WORSE in words)
    FILE.write_text(bounds_text(renewal.bounds), encoding="utf-8")
    print("\n".join([*renewal.told, f"{len(shares)} cases in {FILE.name}"]))
    if renewal.wrong:
        print("worse than they may be, and left as they were:", *renewal.wrong, sep="\n    ", file=sys.stderr)
        print(f"    hint: mend the painter; or, on purpose: make bounds OPTIONS={WORSE}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
