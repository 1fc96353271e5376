"""A part of the conformance corpus (`make conformance` runs all of it), and mutated drawings (`make fuzz` runs 10,000)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.conformance.__main__ import corpus, judge
from bench.conformance.case import Case
from bench.conformance.fuzz import paint_or_refuse
from bench.conformance.mutate import mutate
from bench.conformance.render import difference, ours, paint
from bench.conformance.viewers import complaints

CASES = corpus()
PAINTED = [case for case in CASES if not case.refused]
QUICK = PAINTED[::6]
DRAWINGS = [case.svg for case in CASES]


def name(case: Case) -> str:
    return case.key


def test_the_corpus_is_as_large_as_it_says() -> None:
    assert len(PAINTED) > 600
    assert len(CASES) - len(PAINTED) > 60
    assert len({case.key for case in CASES}) == len(CASES)
    assert len(QUICK) > 100


@pytest.mark.parametrize("case", QUICK, ids=name)
def test_a_sample_looks_as_resvg_shows_it(case: Case) -> None:
    outcome = judge(case)
    assert outcome.status == "passed", outcome.note


@pytest.mark.parametrize("case", [case for case in CASES if case.refused], ids=name)
def test_what_is_not_supported_is_refused_loudly(case: Case) -> None:
    assert judge(case).status == "refused"


def test_the_measure_sees_a_difference() -> None:
    square, circle = (
        ours(paint([case.svg])) for case in PAINTED if case.name in ("rect", "circle") and case.feature == "shape"
    )
    assert difference(square, square) == 0
    assert difference(square, circle) > 0.05


def test_viewers_have_nothing_to_say() -> None:
    assert complaints(PAINTED[::25]) == []


@given(st.randoms(use_true_random=False), st.sampled_from(DRAWINGS))
@settings(max_examples=300)
def test_a_damaged_drawing_is_a_pdf_that_opens_or_a_fault(chance: Random, drawing: str) -> None:
    svg = mutate(drawing, DRAWINGS, chance)
    assert paint_or_refuse(svg)
