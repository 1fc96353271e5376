"""Run the corpus: ``make conformance``. Writes build/conformance/index.html and report.json; says what fell short."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

from bench.conformance import icons, paints, programs, refusals, shapes, structure, words
from bench.conformance.case import Case
from bench.conformance.render import ALLOWED, Picture, difference, ours, paint, theirs
from bench.conformance.report import Outcome, write_report
from bench.conformance.viewers import complaints
from pnp.svg.tree import SvgFault


def corpus() -> list[Case]:
    """Every written case."""
    return [case for module in (shapes, paints, structure, words, programs, refusals) for case in module.cases()]


def judge(case: Case) -> Outcome:
    """Paint a case straight onto the page and as a form, and compare both with resvg."""
    try:
        pdfs = [paint([case.svg]), paint([case.svg], as_forms=True)]
    except SvgFault as fault:
        return Outcome(case, "refused" if case.refused else "failed", 1.0, fault.message)
    if case.refused:
        return Outcome(case, "failed", 1.0, "painted, and should have been refused")
    expected = theirs(case.instead or case.svg)
    pictures: list[Picture] = [ours(pdf) for pdf in pdfs]
    shares = [difference(picture, expected) for picture in pictures]
    worst = shares.index(max(shares))
    note = f"{max(shares):.2%} differ" + (" as a form" if worst else "")
    return Outcome(case, "passed" if max(shares) <= ALLOWED else "failed", max(shares), note, pictures[worst], expected)


def judged(cases: list[Case]) -> Iterator[Outcome]:
    """Every outcome; a dot for each fifty."""
    for number, case in enumerate(cases, 1):
        yield judge(case)
        if number % 50 == 0:
            print(".", end="", flush=True)
    print()


def main() -> int:
    """Judge all, write the report, and fail when the goal is missed."""
    start = time.perf_counter()
    written = corpus()
    sample = icons.cases()
    outcomes = list(judged([*written, *sample]))
    noise = complaints(
        [outcome.case for outcome in outcomes if outcome.status == "passed" or outcome.actual is not None]
    )
    figures = write_report(outcomes, noise, time.perf_counter() - start)
    for outcome in sorted(outcomes, key=lambda item: -item.share):
        if outcome.status == "failed":
            print(f"  {outcome.case.feature} / {outcome.case.name}: {outcome.note}")
    for line in noise:
        print(f"  {line}")
    painted = figures["passed"] + figures["failed"]
    rate = figures["passed"] / painted if painted else 0.0
    print(
        f"{figures['cases']} cases: {figures['passed']} passed, {figures['refused_loudly']} refused loudly, "
        f"{figures['failed']} failed; {rate:.2%} of what should be painted is right"
    )
    loud = all(outcome.status == "refused" for outcome in outcomes if outcome.case.refused)
    return 0 if rate >= 0.99 and loud and not noise else 1


if __name__ == "__main__":
    sys.exit(main())
