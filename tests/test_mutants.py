"""`make mutants` on a program of a few lines: what it changes, what it leaves alone, and what it says of each change."""

from __future__ import annotations

import ast
import shutil
from pathlib import Path
from textwrap import dedent

import pytest

from bench.mutants.__main__ import all_mutants, draw
from bench.mutants.coverage_map import CoverageMap, Test, load_map, map_file
from bench.mutants.equivalents import FILE, as_entry, read_equivalents
from bench.mutants.kinds import KINDS
from bench.mutants.mutation import Mutant, mutants_of
from bench.mutants.trial import ALIVE, KILLED, TOO_LONG, UNCOVERED, Outcome, batches, try_mutant, when_late
from bench.mutants.users import lines_that_use

from .conftest import ROOT

MODULE = '''
"""Numbers of a text such as 12 and 3 < 4 are left alone."""

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    LEAST = 5 + 1

EDGE = 4.0
Pair = Literal[1, 2]


@lru_cache(maxsize=64)
def clear(width: Literal[3], extent: float, problems: list[str]) -> str:
    """Up to 7 mm."""
    assert width < 9, "said"
    if extent - width < EDGE:
        message = f"at {width + 1} mm"
        problems.append(message)
    reach = pow(width, max(extent, 1))
    reach = -reach
    return f"M{reach + 2:.3f} 8"
'''
CHANGES = {
    ("", "number", "EDGE = 4.0", "EDGE = 5.0"),
    ("", "number", "EDGE = 4.0", "EDGE = 3.0"),
    ("", "number", "EDGE = 4.0", "EDGE = 40.0"),
    ("clear", "comparison", "if extent - width < EDGE:", "if extent - width <= EDGE:"),
    ("clear", "comparison", "if extent - width < EDGE:", "if extent - width >= EDGE:"),
    ("clear", "sign", "if extent - width < EDGE:", "if extent + width < EDGE:"),
    ("clear", "problem not reported", "problems.append(message)", "pass"),
    ("clear", "arguments swapped", "reach = pow(width, max(extent, 1))", "reach = pow(max(extent, 1), width)"),
    *{
        ("clear", "number", "reach = pow(width, max(extent, 1))", f"reach = pow(width, max(extent, {n}))")
        for n in (0, 2, 10)
    },
    ("clear", "statement dropped", "reach = -reach", "pass"),
    ("clear", "sign", "reach = -reach", "reach = reach"),
    ("clear", "sign", "return f'M{reach + 2:.3f} 8'", "return f'M{reach - 2:.3f} 8'"),
    ("clear", "number", "return f'M{reach + 2:.3f} 8'", "return f'M{reach + 3:.3f} 8'"),
    ("clear", "number", "return f'M{reach + 2:.3f} 8'", "return f'M{reach + 1:.3f} 8'"),
    ("clear", "number", "return f'M{reach + 2:.3f} 8'", "return f'M{reach + 20:.3f} 8'"),
}


def test_what_is_changed_and_what_is_left_alone() -> None:
    found = [(item.within, item.kind, item.was, item.becomes) for item in mutants_of(MODULE, "pnp/text/x.py")]
    assert set(found) == CHANGES and len(found) == len(CHANGES)


def changed(text: str) -> set[tuple[str, str]]:
    return {(item.kind, item.becomes) for item in mutants_of(dedent(text), "x.py")}


def test_conditions_are_negated_and_reports_left_out() -> None:
    text = """
    def check(parts, known):
        for part in parts:
            if part and not known:
                continue
            yield Problem("a", part) if part in known else None
        while known:
            del known
        first = parts or (known and not parts) or []
        if [part for part in parts if part]:
            raise SvgFault("wrong")
    """
    assert changed(text) == {
        ("condition negated", "if not part and (not known):"),
        ("condition negated", "if part and known:"),
        ("statement dropped", "pass"),
        ("problem not reported", "if False: yield (Problem('a', part) if part in known else None)"),
        ("comparison", "yield (Problem('a', part) if part not in known else None)"),
        ("condition negated", "while not known:"),
        ("condition negated", "first = not parts or (known and (not parts)) or []"),
        ("condition negated", "first = parts or (not known and (not parts)) or []"),
        ("condition negated", "first = parts or (known and parts) or []"),
        ("condition negated", "if not [part for part in parts if part]:"),
        ("condition negated", "if [part for part in parts if not part]:"),
        ("problem not reported", "pass"),
    }


def test_every_mutant_of_a_room_is_another_program_and_has_a_name_of_its_own() -> None:
    mutants = all_mutants(rooms=["impose"])
    assert len({mutant.id for mutant in mutants}) == len(mutants) > 500
    assert {mutant.kind for mutant in mutants} == set(KINDS)
    texts = {name: (ROOT / name).read_text(encoding="utf-8") for name in {mutant.file for mutant in mutants}}
    for mutant in mutants[::60]:
        original, other = ast.parse(texts[mutant.file]), ast.parse(mutant.put_into(texts[mutant.file]))
        assert ast.dump(original) != ast.dump(other), mutant.diff(texts[mutant.file])


def test_a_name_outlives_moved_lines_and_tells_equal_statements_apart() -> None:
    text = "def grow(a):\n    a = a + 1\n    a = a + 1\n    return a\n"
    before, after = mutants_of(text, "x.py"), mutants_of(f"# said\n\nX = ()\n\n\n{text}", "x.py")
    assert [mutant.id for mutant in before] == [mutant.id for mutant in after]
    assert len({mutant.id for mutant in before}) == len(before)
    assert {mutant.nth for mutant in before} == {0, 1}
    assert before[0].lines == (2, 2) and after[0].lines == (7, 7)
    (first, *_) = [mutant for mutant in before if mutant.becomes == "a = a - 1"]
    assert first.diff(text) == "@@ -2 +2 @@\n-    a = a + 1\n+    a = a - 1"


def test_a_seed_draws_the_same_and_each_kind_has_its_share() -> None:
    mutants = all_mutants(rooms=["impose"])
    drawn = draw(mutants, "3", 28)
    assert drawn == draw(mutants[::-1], "3", 28) != draw(mutants, "4", 28)
    assert [sum(item.kind == kind for item in drawn) for kind in KINDS] == [4] * 7
    # what is drawn does not change with what was not drawn
    assert draw([mutant for mutant in mutants if mutant.kind == "number" or mutant in drawn], "3", 28) == drawn


def test_what_is_explained_names_its_mutant_and_has_a_reason(tmp_path: Path) -> None:
    mutant, other = mutants_of(MODULE, "pnp/text/x.py")[:2]
    path = tmp_path / "equivalent.toml"
    path.write_text(as_entry(mutant).replace('why = ""', 'why = "nobody sees a millimetre"'), encoding="utf-8")
    known = read_equivalents(path)
    assert (known.reason(mutant), known.reason(other)) == ("nobody sees a millimetre", "")
    assert known.stale([mutant]) == [] and len(known.stale([other])) == 1
    path.write_text(as_entry(mutant), encoding="utf-8")
    with pytest.raises(ValueError, match="needs a reason"):
        read_equivalents(path)


def test_the_equivalents_that_are_explained_are_there() -> None:
    known = read_equivalents(FILE)
    files = sorted({key[0] for key in known.reasons})
    mutants = [item for name in files for item in mutants_of((ROOT / name).read_text(encoding="utf-8"), name)]
    assert known.stale(mutants) == []


PROGRAM = {
    "pnp/__init__.py": "",
    "pnp/text/__init__.py": "",
    "pnp/text/fit.py": """
        from pnp.text.bounds import MOST

        def fits(width):
            return width <= MOST

        def countdown(width):
            while width > 0:
                width -= 1
            return "done"

        def never():
            return 1 + 1
        """,
    "pnp/text/bounds.py": "_SHARE = 4\nMOST = 2 * _SHARE\n",
    "tests/__init__.py": "",
    "tests/test_fit.py": """
        import pytest
        from pnp.text.fit import countdown, fits

        @pytest.fixture(scope="module")
        def known():
            return fits(3)

        def test_inside(known):
            assert known

        def test_bound(known):
            assert not fits(9)

        def test_countdown():
            assert countdown(3) == "done"
        """,
}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tree")
    for name, text in PROGRAM.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(dedent(text), encoding="utf-8")
    (folder / "build").mkdir()
    shutil.copytree(ROOT / "bench/mutants", folder / "bench/mutants", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def mutant_of(tree: Path, name: str, becomes: str) -> Mutant:
    (found,) = [item for item in mutants_of((tree / name).read_text(encoding="utf-8"), name) if item.becomes == becomes]
    return found


FIT = "pnp/text/fit.py"


def test_only_tests_that_run_the_line_are_run_and_the_mutant_dies_or_lives(tree: Path, tmp_path: Path) -> None:
    said = map_file(tree, "tests/test_fit.py", "key", tmp_path)
    assert said.startswith("mapped tests/test_fit.py: 3 tests")
    assert map_file(tree, "tests/test_fit.py", "key", tmp_path) == "", "what did not change is known"
    covered = load_map(["tests/test_fit.py"], tmp_path)

    def names(mutant: Mutant) -> set[str]:
        return {test.name.rpartition("::")[2] for test in covered.covering(mutant, tree)}

    turned, bound = mutant_of(tree, FIT, "return width > MOST"), mutant_of(tree, FIT, "return width < MOST")
    # the first test alone sets the fixture up, but both use it
    assert names(turned) == {"test_inside", "test_bound"}
    killed = try_mutant(turned, covered.covering(turned, tree), tree)
    assert killed.status == KILLED and killed.by.startswith("tests/test_fit.py::test_")
    lives = try_mutant(bound, covered.covering(bound, tree), tree)
    assert (lives.status, len(lives.begun), lives.covering) == (ALIVE, 2, 2)
    # a number outside of any function: whoever uses what is made of it
    share = mutant_of(tree, "pnp/text/bounds.py", "_SHARE = 40")
    assert names(share) == {"test_inside", "test_bound"}
    unseen = mutant_of(tree, FIT, "return 1 - 1")
    assert try_mutant(unseen, covered.covering(unseen, tree), tree).status == UNCOVERED
    assert (tree / FIT).read_text(encoding="utf-8") == dedent(PROGRAM[FIT])


def test_other_tests_and_files_come_before_many_of_one() -> None:
    mutant = mutants_of(dedent(PROGRAM[FIT]), FIT)[0]
    line = 1 << mutant.lines[0]
    tests = [Test(f"a::case[{number}]", 0.1) for number in range(4)]
    tests += [Test("a::other", 0.25), Test("b::first", 0.35), Test("b::second", 0.9)]
    covered = CoverageMap(tuple(tests), {FIT: dict.fromkeys((test.name for test in tests), line)})
    assert [test.name for test in covered.covering(mutant, Path())] == [
        "a::case[0]", "a::case[1]", "a::case[2]", "b::first", "a::case[3]", "a::other", "b::second",
    ]  # fmt: skip


def test_time_kills_only_where_the_tests_take_much_less(tree: Path) -> None:
    endless = mutant_of(tree, FIT, "pass")
    killed = try_mutant(endless, [Test("tests/test_fit.py::test_countdown", 0.1)], tree, 2.0)
    assert killed.status == TOO_LONG and killed.note.endswith("in tests that take 0 s of the program as it is")
    late = Outcome(endless, ALIVE, "a test", ("a", "b", "a test"), 5, 60.0)
    assert when_late(late, 29.0, 60.0).dead and not when_late(late, 31.0, 60.0).dead
    assert when_late(late, 31.0, 60.0).note == "time was up; 2 slower tests were not run"
    assert (tree / FIT).read_text(encoding="utf-8") == dedent(PROGRAM[FIT])


def test_users_of_a_name_are_found_through_other_names(tree: Path) -> None:
    share = mutant_of(tree, "pnp/text/bounds.py", "_SHARE = 40")
    assert lines_that_use(share, tree) == {FIT: 1 << 5}


def test_quick_tests_go_first_and_those_of_a_file_together() -> None:
    tests = [Test(f"tests/test_{'ab'[i % 2]}.py::test_{i}", 0.5 + i) for i in range(6)]
    (first, *later) = batches(tests)
    assert [test.name[-1] for test in first] == ["0"], "soon begun"
    assert [[test.name[-1] for test in batch] for batch in later] == [["1", "3", "2", "4"], ["5"]]
