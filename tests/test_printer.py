"""A printer's profile: its map and the inverse, the leaf that it is read from, readings, the file it is kept in."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import pairwise
from math import cos, radians, sin
from pathlib import Path
from tempfile import TemporaryDirectory

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.calibration.leaf_file import calibration_leaf, proof_leaf
from pnp.calibration.leaf_plan import COARSE, DEEPEST, PITCH, SQUARE, STEP, STROKES, LeafPlan
from pnp.calibration.places import LETTERS, places_of
from pnp.calibration.profile_file import FILE, find_profile, keep_profile, profiles_text, read_profiles
from pnp.calibration.readings import read_words
from pnp.calibration.reckoning import reckon
from pnp.printer import PrinterProfile, Side, UnprintableMargins
from pnp.problems import GameError, Problem, describe
from pnp.units import PAPERS, Flip, Matrix, Size

from .pdfs import Point, painted, text_of
from .printers import OFFICE, readings_of

SIDES: tuple[Side, ...] = ("front", "back")
EDGES: tuple[Flip, ...] = ("long", "short")
LEVEL = 1e-3  # mm; what leans by less is level or upright
shifts = st.tuples(*[st.floats(-6, 6)] * 2)
profiles = st.builds(
    PrinterProfile,
    st.just("office"),
    st.sampled_from(["plain", "card-250"]),
    st.sampled_from(["", "rear"]),
    st.sampled_from(sorted(PAPERS)),
    st.sampled_from(EDGES),
    shifts,
    shifts,
    st.floats(-0.6, 0.6),
    st.floats(0.99, 1.01),
    st.floats(0.99, 1.01),
    st.builds(UnprintableMargins, *[st.integers(1, 20).map(float)] * 4),
)
points = st.tuples(st.floats(0, 430), st.floats(0, 430))


@given(profiles, points)
def test_the_error_is_the_formula_and_the_correction_its_inverse(
    profile: PrinterProfile, point: tuple[float, float]
) -> None:
    paper = PAPERS[profile.paper]
    for side in SIDES:
        shift = profile.front if side == "front" else profile.back
        x, y = point[0] - paper.width / 2, point[1] - paper.height / 2
        turn = radians(profile.turn)
        # turned clockwise where y grows downwards, then enlarged, then shifted
        wanted = (
            paper.width / 2 + profile.width * (x * cos(turn) - y * sin(turn)) + shift[0],
            paper.height / 2 + profile.height * (x * sin(turn) + y * cos(turn)) + shift[1],
        )
        assert profile.error(side, paper, profile.flip).apply(*point) == pytest.approx(wanted, abs=1e-9)
        undone = profile.correction(side, paper, profile.flip).apply(*point)
        assert profile.error(side, paper, profile.flip).apply(*undone) == pytest.approx(point, abs=1e-9)


def test_a_turn_is_clockwise_as_each_side_is_seen() -> None:
    """What points right comes to point right and down; seen through the paper, the back leans the other way."""
    turned = replace(OFFICE, front=(0.0, 0.0), back=(0.0, 0.0), width=1.0, height=1.0, turn=0.3)
    paper = PAPERS["a4"]
    for edge in EDGES:
        over = Matrix(a=-1, e=210) if edge == "long" else Matrix(d=-1, f=297)
        for side in SIDES:
            error = turned.error(side, paper, edge)
            (x, y), (right, down) = error.apply(105, 148.5), error.apply(205, 148.5)
            assert (right - x, down - y) == pytest.approx((100 * cos(radians(0.3)), 100 * sin(radians(0.3))))
        through = over @ turned.error("back", paper, edge) @ over
        lean = through.apply(205, 148.5)[1] - turned.error("front", paper, edge).apply(205, 148.5)[1]
        assert lean == pytest.approx(-2 * 100 * sin(radians(0.3)))


@given(profiles)
def test_over_its_other_edge_the_back_is_printed_with_its_head_where_its_foot_was(profile: PrinterProfile) -> None:
    paper = PAPERS[profile.paper]
    other: Flip = "short" if profile.flip == "long" else "long"
    half = Matrix(-1, 0, 0, -1, paper.width, paper.height)
    there = half @ profile.error("back", paper, profile.flip) @ half
    assert profile.error("front", paper, other) == profile.error("front", paper, profile.flip)
    here, wanted = profile.error("back", paper, other), there
    for field in fields(Matrix):
        assert getattr(here, field.name) == pytest.approx(getattr(wanted, field.name), abs=1e-9)
    straight, turned = profile.reach("back", paper, profile.flip), profile.reach("back", paper, other)
    assert turned.x == pytest.approx(paper.width - straight.right)
    assert turned.y == pytest.approx(paper.height - straight.bottom)
    assert profile.reach("front", paper, other) == profile.reach("front", paper, profile.flip)


def test_a_printer_whose_margins_nobody_knows_prints_to_the_edges() -> None:
    shift = replace(OFFICE, front=(0.0, 0.0), turn=0.0, width=1.0, height=1.0, margins=UnprintableMargins())
    reach = shift.reach("front", PAPERS["a4"], "long")
    assert (reach.x, reach.y, reach.right, reach.bottom) == pytest.approx((0, 0, 210, 297))


@settings(max_examples=40)
@given(profiles)
def test_readings_give_the_printer_back_and_the_proof_proves_it(true: PrinterProfile) -> None:
    """To a tenth of a millimetre: with a ruler and a nonius nobody reads finer."""
    found = reckon(readings_of(true), true.printer, true.stock, true.tray, true.paper, true.flip)
    assert (found.name, found.paper, found.flip, found.margins) == (true.name, true.paper, true.flip, true.margins)
    assert found.front == pytest.approx(true.front, abs=0.1)
    assert found.back == pytest.approx(true.back, abs=0.12)
    assert found.turn == pytest.approx(true.turn, abs=0.02)
    assert (found.width, found.height) == pytest.approx((true.width, true.height), abs=0.0005)
    places = places_of(LeafPlan(PAPERS[true.paper]))
    proof = readings_of(true, found)
    for letter in LETTERS[:12]:
        assert proof[letter][0] == pytest.approx(
            places[letter].true, abs=0.3 if letter < "G" else 0.5 if letter < "J" else 0.2
        )


def test_several_leaves_are_averaged() -> None:
    one, other = readings_of(OFFICE), readings_of(replace(OFFICE, front=(1.4, -0.1), back=(-1.2, 0.7)))
    both = {letter: [*one[letter], *other[letter]] for letter in LETTERS}
    found = reckon(both, "office", "plain", "", "a4", "long")
    assert found.front == pytest.approx((1.1, -0.3), abs=0.1)
    assert found.back == pytest.approx((-0.9, 0.9), abs=0.12)


def words_of(readings: dict[str, list[float]], **other: str) -> str:
    texts = {letter: f"{values[0]:g}" for letter, values in readings.items()} | other
    return ",".join(f"{letter}={text}" for letter, text in texts.items() if text)


# what is said instead of a reading -> the code, part of the message, the column
BAD_READINGS: dict[str, tuple[dict[str, str], str, str]] = {
    "over 15 mm": ({"A": "40"}, "bad-reading", "A: 40 mm is more than 15 mm away from the 20 mm drawn"),
    "over 15 mm on the coarse scale": ({"G": "-16"}, "bad-reading", "G: -16 is not between -15 and 15 mm"),
    "no number": ({"B": "about 20"}, "bad-reading", "B: 'about 20' is no number"),
    "a decimal comma": ({"B": "20,5"}, "bad-reading", "'5' is no reading"),
    "a letter that is none": ({"I": "3"}, "bad-reading", "'I=3' is no reading"),
    "a letter left out": ({"C": "", "R": ""}, "bad-reading", "there is no reading for C, R"),
    "a margin that is none": ({"N": "-1"}, "bad-reading", "N: -1 is not between 0 and 22 mm"),
    "a leaf fitted to the page": ({"E": "164.9", "F": "249.3"}, "bad-reading", "E is 97.0 % of what is drawn and F is 97.0 % of what is drawn"),
    "a ruler that leans by itself": ({"A": "25"}, "readings-disagree", "A and B say that the print leans by"),
    "a nonius that leans by itself": ({"J": "-0.7"}, "readings-disagree", "J and K say that the print leans by"),
    "two noniuses read the wrong way": ({"J": "1.0", "K": "-1.4", "L": "0.8", "M": "-1.5"}, "readings-disagree", "G and the ruler say about"),
    "a coarse scale misread": ({"H": "0"}, "readings-disagree", "L means"),
    "far off after all": ({"G": "15", "A": "34.9", "B": "33.5", "J": "-1.5", "K": "0.9"}, "bad-reading", "the back lies"),
}  # fmt: skip


@pytest.mark.parametrize(("other", "code", "message"), BAD_READINGS.values(), ids=BAD_READINGS)
def test_a_bad_reading_is_told_with_its_place_and_a_cure(other: dict[str, str], code: str, message: str) -> None:
    good = readings_of(OFFICE)
    places = places_of(LeafPlan(PAPERS["a4"]))
    reckon(read_words([words_of(good)], places), "office", "plain", "", "a4", "long")  # nothing else is wrong
    with pytest.raises(GameError) as raised:
        reckon(read_words([words_of(good, **other)], places), "office", "plain", "", "a4", "long")
    (problem,) = raised.value.problems
    assert (problem.code, message in problem.message, bool(problem.hint)) == (code, True, True), problem
    if problem.span:  # the caret stands under what was said
        _, line, caret, *_ = describe(problem).splitlines()
        assert line[caret.index("^") :].startswith(("5", *other))


def problems_of(words: str) -> list[Problem]:
    with pytest.raises(GameError) as raised:
        read_words([words], places_of(LeafPlan(PAPERS["a4"])))
    return list(raised.value.problems)


@pytest.mark.parametrize("letter", ["A", "b", "R"])
def test_a_letter_without_its_sign_is_told_once_and_not_as_missing_too(letter: str) -> None:
    words = words_of(readings_of(OFFICE)).replace(f"{letter.upper()}=", f" {letter} ")
    (problem,) = problems_of(words)
    assert problem.message.startswith(f"'{letter} ") and problem.message.endswith("' is no reading")


def test_a_decimal_comma_is_told_otherwise_than_a_letter_that_is_none() -> None:
    (comma,) = problems_of(words_of(readings_of(OFFICE), B="20,5"))
    (letter,) = problems_of(words_of(readings_of(OFFICE), I="3"))
    assert comma.hint == "write a point, as in A=20.8"
    assert letter.hint == "such as A=20.8; the letters are A to R, without I and O"


def test_crosses_are_never_further_apart_than_a_ruler_of_30_cm_measures() -> None:
    for tenths in range(2000, 4500):
        plan = LeafPlan(Size(210, tenths / 10))
        apart = plan.bottom - plan.top
        assert apart == pytest.approx(tenths / 10 - 40 if tenths <= 3300 else 250), tenths


def test_leaves_that_differ_by_more_than_a_drift_are_refused() -> None:
    readings = readings_of(OFFICE)
    readings["A"] += [readings["A"][0] + 3.2]
    with pytest.raises(GameError, match=r"the readings of A differ by 3\.2 mm"):
        reckon(readings, "office", "plain", "", "a4", "long")


def tidy(profile: PrinterProfile) -> PrinterProfile:
    """As it is written: six decimals."""

    def pair(values: tuple[float, float]) -> tuple[float, float]:
        return round(values[0], 6) + 0.0, round(values[1], 6) + 0.0

    numbers = {name: round(getattr(profile, name), 6) + 0.0 for name in ("turn", "width", "height")}
    return replace(profile, front=pair(profile.front), back=pair(profile.back), **numbers)


@settings(max_examples=40)
@given(st.lists(profiles, min_size=1, max_size=4))
def test_what_is_kept_is_read_back(made: list[PrinterProfile]) -> None:
    kept = {item.name: tidy(item) for item in made}
    with TemporaryDirectory() as folder:
        for profile in kept.values():
            path = keep_profile(Path(folder), profile)
        assert read_profiles(Path(folder)) == kept
        assert path.read_text(encoding="utf-8") == profiles_text(kept.values())


WHOLE = profiles_text([OFFICE])
# the file with a mistake -> the code, the line and column, part of the message
BROKEN_FILES: dict[str, tuple[str, str, str, str]] = {
    "no mapping": ("- office\n", "wrong-type", "1:1", "expected printers by name, found a list"),
    "no fields": ("office/plain: 3\n", "wrong-type", "1:15", "office/plain: expected its fields, found '3'"),
    "no stock": (WHOLE.replace("office/plain:", "office:"), "bad-name", "4:1", "'office' is no name of a printer"),
    "a name with capitals": (WHOLE.replace("office/plain:", "Office/plain:"), "bad-name", "4:1", "'Office' cannot be part"),
    "nobody's name": (WHOLE.replace("office/plain:", "none/plain:"), "bad-name", "4:1", "'none' stands for no printer"),
    "an unknown field": (WHOLE.replace("turn:", "tern:").replace("  flip", "  turn: 0\n  flip"), "unknown-field", "12:3", "unknown field 'tern'"),
    "a missing field": (WHOLE.replace("  width: 0.994\n", ""), "missing-field", "4:1", "office/plain has no field 'width'"),
    "a text for a number": (WHOLE.replace("0.994", "narrow"), "wrong-type", "12:10", "width: expected a number from 0.95 to 1.05, found 'narrow'"),
    "a number out of range": (WHOLE.replace("0.994", "99.4"), "out-of-range", "12:10", "width: 99.4 is not between 0.95 and 1.05"),
    "an unknown paper": (WHOLE.replace("a4", "a9"), "unknown-choice", "5:10", "paper: expected one of a4, letter, a3, tabloid, found 'a9'"),
    "the same printer twice": (WHOLE + WHOLE, "duplicate-key", "21:1", "office/plain"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "code", "place", "message"), BROKEN_FILES.values(), ids=BROKEN_FILES)
def test_a_damaged_file_is_told_with_its_place_and_is_not_written_over(
    text: str, code: str, place: str, message: str, tmp_path: Path
) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    for attempt in (lambda: read_profiles(tmp_path), lambda: keep_profile(tmp_path, OFFICE)):
        with pytest.raises(GameError) as raised:
            attempt()
        found = raised.value.problems
        assert [(item.code, str(item.span), bool(item.hint)) for item in found] == [(code, f"{FILE}:{place}", True)]
        assert message in found[0].message
    assert (tmp_path / FILE).read_text(encoding="utf-8") == text


def problem_of(profiles: dict[str, PrinterProfile], wanted: str) -> Problem:
    with pytest.raises(GameError) as raised:
        find_profile(profiles, wanted)
    return raised.value.problems[0]


def test_a_printer_is_found_by_its_name_or_the_beginning_of_it() -> None:
    names = ["den/plain", "office/card", "office/plain", "office/plain/rear"]
    known = {name: replace(OFFICE, printer=name.split("/")[0]) for name in names}
    assert find_profile(known, "den") is known["den/plain"]
    assert find_profile(known, "office/plain") is known["office/plain"]
    assert find_profile(known, "office/plain/rear") is known["office/plain/rear"]
    assert problem_of(known, "office").hint == "say which: office/card, office/plain, office/plain/rear"
    assert problem_of(known, "offcie").hint == "did you mean 'office'?"
    assert problem_of(known, "office/plan").hint == "did you mean 'office/plain'?"
    assert "pnp calibrate NAME" in problem_of({}, "office").hint


def straight(path: Path, page: int) -> list[tuple[Point, Point]]:
    """The straight strokes of a page: their ends. What is round has other points, in threes."""
    paths = [item.points for item in painted(path, page) if item.operator == "S"]
    pairs = [pair for points in paths for pair in zip(points[::2], points[1::2], strict=False) if len(points) % 2 == 0]
    return [(a, b) for a, b in pairs if min(abs(a[0] - b[0]), abs(a[1] - b[1])) < LEVEL]


def boxes(path: Path, page: int) -> list[tuple[float, float, float, float]]:
    """The straight strokes of a page, stroke by stroke: left, right, top, bottom."""
    return [(min(a[0], b[0]), max(a[0], b[0]), min(a[1], b[1]), max(a[1], b[1])) for a, b in straight(path, page)]


@pytest.mark.parametrize("paper", sorted(PAPERS))
@pytest.mark.parametrize("edge", EDGES)
def test_the_leaf_measures_what_it_says(paper: str, edge: Flip, tmp_path: Path) -> None:
    """Read back from the PDF: strokes 4.0 and 3.9 mm apart, combs a millimetre deeper each, crosses where rulers go."""
    path = tmp_path / "leaf.pdf"
    path.write_bytes(calibration_leaf("office/plain", paper, edge, "pnp calibrate office"))
    size, plan = PAPERS[paper], LeafPlan(PAPERS[paper])
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == 2
        assert pdf.Root.ViewerPreferences.Duplex == f"/DuplexFlip{edge.capitalize()}Edge"
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        box = [float(value) * 25.4 / 72 for value in pdf.pages[0].MediaBox]
        assert box == pytest.approx([0, 0, size.width, size.height], abs=0.001)
    for page, pitch in ((0, PITCH), (1, PITCH - STEP)):
        lines = boxes(path, page)
        assert min(min(a, c) for a, _, c, _ in lines) > -0.01
        assert max(b for _, b, _, _ in lines) < size.width + 0.01
        assert max(d for _, _, _, d in lines) < size.height + 0.01
        upright = [line for line in lines if line[1] - line[0] < LEVEL]
        level = [line for line in lines if line[3] - line[2] < LEVEL]
        for row in plan.rows:
            xs = sorted({round(a, 3) for a, _, c, d in upright if min(abs(c - row), abs(d - row)) < LEVEL})
            assert [b - a for a, b in pairwise(xs)] == pytest.approx([pitch] * 2 * STROKES, abs=0.002)
            assert xs[STROKES] == pytest.approx(size.width / 2, abs=0.002)
        for column in plan.columns:
            ys = sorted({round(c, 3) for a, b, c, _ in level if min(abs(a - column), abs(b - column)) < LEVEL})
            assert [b - a for a, b in pairwise(ys)] == pytest.approx([pitch] * 2 * STROKES, abs=0.002)
            assert ys[STROKES] == pytest.approx(size.height / 2, abs=0.002)
        teeth = (
            [line for line in upright if 3 < line[3] - line[2] < 3.4],
            [line for line in level if 3 < line[1] - line[0] < 3.4],
        )
        for deep in (
            {round(line[0], 2) for line in teeth[0]},
            {round(size.width - line[0], 2) for line in teeth[0]},
            {round(line[2], 2) for line in teeth[1]},
            {round(size.height - line[2], 2) for line in teeth[1]},
        ):
            assert deep >= {float(number) for number in range(1, DEEPEST + 1)}
    circles = [item.box for item in painted(path) if item.operator == "S" and len(item.points) > 10]
    rings = {
        (round((a + c) / 2, 2), round((b + d) / 2, 2)) for a, b, c, d in circles if c - a == pytest.approx(4, abs=0.05)
    }
    assert rings == {(round(x, 2), round(y, 2)) for x in (plan.left, plan.right) for y in (plan.top, plan.bottom)}
    words = text_of(path)
    assert all(f"{number:g}" in words for number in (plan.left, plan.right - plan.left, plan.bottom - plan.top))
    assert "pnp calibrate office" in words
    assert text_of(path, 1).strip().endswith("office/plain, back")


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_scales_of_the_leaf_can_be_read(paper: str, tmp_path: Path) -> None:
    """Every tenth stroke of a nonius is longest, every fifth longer; the coarse scales lie along a square's two sides."""
    path = tmp_path / "leaf.pdf"
    path.write_bytes(calibration_leaf("office/plain", paper, "long", ""))
    plan = LeafPlan(PAPERS[paper])
    x, y = plan.centre
    longs = [6.0 if i % 10 == 0 else 5.0 if i % 5 == 0 else 3.8 for i in range(-STROKES, STROKES + 1)]
    for page, sign in ((0, 1), (1, -1)):  # the front's strokes lie inside their line, the back's outside
        lines = boxes(path, page)
        for row, inwards in zip(plan.rows, (sign, -sign), strict=True):
            ends = [
                (a, d - c) for a, b, c, d in lines if b - a < LEVEL and abs((c if inwards > 0 else d) - row) < LEVEL
            ]
            assert [long for _, long in sorted(ends)] == pytest.approx(longs, abs=0.01)
        for column, inwards in zip(plan.columns, (sign, -sign), strict=True):
            ends = [
                (c, b - a) for a, b, c, d in lines if d - c < LEVEL and abs((a if inwards > 0 else b) - column) < LEVEL
            ]
            assert [long for _, long in sorted(ends)] == pytest.approx(longs, abs=0.01)
    lines = boxes(path, 0)
    left, right, top, bottom = x - SQUARE, x + SQUARE, y - SQUARE, y + SQUARE
    square = [
        (left, right, top, top),
        (left, right, bottom, bottom),
        (left, left, top, bottom),
        (right, right, top, bottom),
    ]
    for side in square:
        assert any(line == pytest.approx(side, abs=0.01) for line in lines), side
    ticks = [4.0 if step % 5 == 0 else 2.2 for step in range(-COARSE, COARSE + 1)]
    for step, long in zip(range(-COARSE, COARSE + 1), ticks, strict=True):
        for wanted in ((x + step, x + step, top, top + long), (left, left + long, y + step, y + step)):
            assert any(line == pytest.approx(wanted, abs=0.01) for line in lines), wanted
    # numbers stand on the front alone: at each nonius' every fifth stroke, and at every fifth millimetre
    front, back = text_of(path).split(), text_of(path, 1).split()
    for i in range(-STROKES, STROKES + 1, 5):
        number = f"{i * STEP:+.1f}" if i else "0.0"
        assert front.count(number) in (4, 0) and back.count(number) == 0


def test_a_leaf_has_boxes_for_all_readings_and_a_proof_for_those_that_it_proves(tmp_path: Path) -> None:
    (tmp_path / "leaf.pdf").write_bytes(calibration_leaf("office/plain", "a4", "long", ""))
    (tmp_path / "proof.pdf").write_bytes(proof_leaf(OFFICE))
    leaf, proof = (text_of(tmp_path / f"{name}.pdf").split() for name in ("leaf", "proof"))
    assert [word in leaf for word in ("Ruler", "Window", "Edges")] == [True, True, True]
    assert [word in proof for word in ("Ruler", "Window", "Edges")] == [True, True, False]
    # once where it is measured, once at its box
    assert [(leaf.count(letter), proof.count(letter)) for letter in "PQ"] == [(2, 1), (2, 1)]
    with pikepdf.open(tmp_path / "leaf.pdf") as pdf:  # nothing of a leaf is cut away
        for page in pdf.pages:
            media, *others = ([float(value) for value in box] for box in (page.mediabox, page.trimbox, page.bleedbox))
            assert others == [pytest.approx(media, abs=0.001)] * 2


def test_the_proof_is_the_leaf_through_the_correction(tmp_path: Path) -> None:
    (tmp_path / "leaf.pdf").write_bytes(calibration_leaf("office/plain", "a4", "long", ""))
    (tmp_path / "proof.pdf").write_bytes(proof_leaf(OFFICE))
    for page, side in enumerate(SIDES):
        matrix = OFFICE.correction(side, PAPERS["a4"], "long")
        plain = straight(tmp_path / "leaf.pdf", page)
        paths = [item.points for item in painted(tmp_path / "proof.pdf", page) if item.operator == "S"]
        moved = [pair for points in paths for pair in zip(points[::2], points[1::2], strict=False)]
        assert len(plain) > 200
        for a, b in plain:
            wanted = (*matrix.apply(*a), *matrix.apply(*b))
            assert any(max(abs(x - y) for x, y in zip((*c, *d), wanted, strict=True)) < 0.01 for c, d in moved), a
