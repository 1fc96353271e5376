"""A part of the conformance corpus (`make gates` runs all of it), and mutated drawings (`make fuzz` runs 10,000)."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.conformance.__main__ import judge
from bench.conformance.bounds import FILE, bounds_text, read_bounds, renewed, wrong_bounds
from bench.conformance.case import Case
from bench.conformance.corpus import corpus
from bench.conformance.fuzz import paint_or_refuse
from bench.conformance.mutate import mutate
from bench.conformance.painting import paint
from bench.conformance.render import difference, ours
from bench.conformance.viewers import COMMANDS, complaints

from .tools import need

CASES = corpus()
PAINTED = [case for case in CASES if not case.refused]
QUICK = PAINTED[::6]
BOUNDS = read_bounds(FILE.read_text(encoding="utf-8"))
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
    outcome = judge(case, BOUNDS[case.title])
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


@pytest.mark.parametrize("viewer", COMMANDS)
def test_a_viewer_has_nothing_to_say(viewer: str) -> None:
    need(viewer)
    assert complaints(PAINTED[::25], [viewer]) == []


def test_a_viewer_that_is_missing_or_complains_is_heard(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    lines = complaints(PAINTED[:1], COMMANDS)
    assert [line.partition(":")[0] for line in lines] == [f"{name} is not installed" for name in COMMANDS]
    (tmp_path / "qpdf").write_text("#!/bin/sh\necho damaged >&2\n")
    (tmp_path / "qpdf").chmod(0o755)
    first = PAINTED[0].key
    assert complaints(PAINTED[:1], ["qpdf"]) == [f"qpdf said: damaged ({first} to {first})"] * 2


def test_a_bound_is_raised_by_a_word_alone() -> None:
    old: dict[str, float | None] = {"a/same": 0.2, "a/better": 0.9, "a/worse": 0.2, "a/loud": None, "a/gone": 0.3}
    shares = {"a/same": 0.0018, "a/better": 0.001, "a/worse": 0.004, "a/loud": None, "a/new": 0.0, "a/far": 0.03}
    made = renewed(old, shares, worse=False)
    kept = {"a/same": 0.2, "a/better": 0.15, "a/worse": 0.2, "a/loud": None, "a/new": 0.05, "a/far": 1.0}
    assert made.bounds == kept
    assert made.told == ("a/gone: gone", "a/better: 0.900 -> 0.150", "a/new: 0.050, new")
    assert made.wrong == (
        "a/worse: 0.400 % differ, and 0.200 % may",
        "a/far: 3.00 % differ, and 1 % is the most",
    )
    raised = renewed(old, shares, worse=True)
    assert raised.bounds == kept | {"a/worse": 0.45}
    assert "a/worse: 0.200 -> 0.450 (worse)" in raised.told and raised.wrong == made.wrong[1:]


def test_a_file_of_bounds_says_each_case_once() -> None:
    bounds = {"a/one": 0.05, "a/two": None}
    assert read_bounds(bounds_text(bounds)) == bounds
    with pytest.raises(ValueError, match="line 2: 'a/one' stands here twice"):
        read_bounds("a/one  0.1\na/one  0.2\n")
    cases = [Case("a", "one", ""), Case("a", "two", ""), Case("a", "three", "")]
    assert wrong_bounds(bounds | {"a/four": 1.2}, cases) == [
        "a/three: has no line in bounds.txt",
        "a/four: is no case any more",
        "a/two: is painted now, and bounds.txt says otherwise",
        "a/four: may differ by 1.2 %, and 1 % is the most",
    ]


@given(st.randoms(use_true_random=False), st.sampled_from(DRAWINGS))
@settings(max_examples=300)
def test_a_damaged_drawing_is_a_pdf_that_opens_or_a_fault(chance: Random, drawing: str) -> None:
    svg = mutate(drawing, DRAWINGS, chance)
    assert paint_or_refuse(svg)
