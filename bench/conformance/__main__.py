"""Run the corpus: ``make conformance``. Writes build/conformance/index.html and report.json; says what fell short."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence

from bench.conformance import icons
from bench.conformance.bounds import FILE, Bounds, read_bounds, wrong_bounds
from bench.conformance.case import Case
from bench.conformance.corpus import corpus
from bench.conformance.painting import paint
from bench.conformance.render import ALLOWED, Picture, difference, ours, theirs
from bench.conformance.report import Outcome, write_report
from bench.conformance.viewers import COMMANDS, complaints
from pnp.svg.tree import SvgFault


def judge(case: Case, bound: float | None = 100 * ALLOWED) -> Outcome:
    """Paint a case straight onto the page and as a form, and compare both with resvg: ``bound`` percent may differ.

    A case without a bound, None, may not differ at all.
    """
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
    allowed = (bound or 0.0) / 100
    note = f"{max(shares):.2%} differ" + (" as a form" if worst else "") + f", {allowed:.2%} may"
    return Outcome(case, "passed" if max(shares) <= allowed else "failed", max(shares), note, pictures[worst], expected)


def judged(cases: Sequence[Case], bounds: Bounds) -> Iterator[Outcome]:
    """Every outcome; a dot for each fifty. What is not among the bounds, as icons are not, may differ by ``ALLOWED``."""
    for number, case in enumerate(cases, 1):
        yield judge(case, bounds.get(case.title, 100 * ALLOWED))
        if number % 50 == 0:
            print(".", end="", flush=True)
    print()


def main() -> int:
    """Judge all, write the report, and fail when a case is worse than it may be, or a viewer is missing or complains."""
    start = time.perf_counter()
    written = corpus()
    bounds = read_bounds(FILE.read_text(encoding="utf-8"))
    wrong = wrong_bounds(bounds, written)
    outcomes = list(judged([*written, *icons.cases()], bounds))
    painted_cases = [outcome.case for outcome in outcomes if outcome.actual is not None]
    noise = complaints(painted_cases, COMMANDS)
    figures = write_report(outcomes, noise, time.perf_counter() - start)
    for outcome in sorted(outcomes, key=lambda item: -item.share):
        if outcome.status == "failed":
            print(f"  {outcome.case.feature} / {outcome.case.name}: {outcome.note}")
    for line in [*wrong, *noise]:
        print(f"  {line}")
    print(
        f"{figures['cases']} cases: {figures['passed']} passed, {figures['refused_loudly']} refused loudly, "
        f"{figures['failed']} failed"
    )
    return 1 if figures["failed"] or wrong or noise else 0


if __name__ == "__main__":
    sys.exit(main())
