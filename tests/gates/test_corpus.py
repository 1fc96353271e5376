"""Every written case of the corpus: as resvg shows it, within its own bound; and no viewer has anything to say of it."""

from __future__ import annotations

import time

import pytest

from bench.conformance.__main__ import judged
from bench.conformance.bounds import FILE, read_bounds, wrong_bounds
from bench.conformance.corpus import corpus
from bench.conformance.painting import paint
from bench.conformance.render import difference, ours, theirs
from bench.conformance.report import Outcome, write_report
from bench.conformance.viewers import COMMANDS, complaints
from tests.tools import must_have

CASES = {case.title: case for case in corpus()}
PAINTED = [case for case in CASES.values() if not case.refused]
BOUNDS = read_bounds(FILE.read_text(encoding="utf-8"))
# what a slip of the painter would make of some cases: the same drawing with this put for that
SLIPS = {
    "a raised subscript": ("text/shift-sub", 'baseline-shift="sub"', 'baseline-shift="sub" dy="-1"'),
    "lost kerning": ("text/kerned", "AVATo", "A<tspan>V</tspan><tspan>A</tspan><tspan>T</tspan>o"),
    "text moved by a point": ("text/plain", 'x="8"', 'x="9.333"'),
    "a shape moved by a point": ("path/lines", "<path", '<path transform="translate(0 1.333)"'),
    "small text moved by a point": ("text/small", 'y="50"', 'y="51.333"'),
}


@pytest.fixture(scope="module")
def outcomes() -> list[Outcome]:
    """What became of every case; the pictures of the worst lie in build/conformance/."""
    start = time.perf_counter()
    found = list(judged(list(CASES.values()), BOUNDS))
    write_report(found, [], time.perf_counter() - start)
    return found


def test_every_case_has_a_bound_and_every_bound_a_case() -> None:
    assert len(CASES) == len(corpus()) >= 786
    assert not wrong_bounds(BOUNDS, list(CASES.values()))


def test_every_case_is_within_its_bound(outcomes: list[Outcome]) -> None:
    assert [outcome.case for outcome in outcomes] == list(CASES.values())
    failed = [f"{item.case.title}: {item.note}" for item in outcomes if item.status == "failed"]
    assert not failed, "\n".join(["see build/conformance/index.html", *failed])
    assert {item.case.title for item in outcomes if item.status == "refused"} == {
        title for title, case in CASES.items() if case.refused
    }


@pytest.mark.parametrize("slip", SLIPS)
def test_a_small_slip_is_out_of_bounds(slip: str) -> None:
    title, right, wrong = SLIPS[slip]
    svg, bound = CASES[title].svg, BOUNDS[title]
    assert svg.count(right) == 1 and bound is not None
    slipped = difference(ours(paint([svg.replace(right, wrong)])), theirs(svg))
    assert difference(ours(paint([svg])), theirs(svg)) <= bound / 100 < slipped, f"{slipped:.2%} differ"


@pytest.mark.parametrize("viewer", COMMANDS)
def test_a_viewer_has_nothing_to_say(viewer: str) -> None:
    must_have(viewer)
    assert complaints(PAINTED, [viewer]) == []
