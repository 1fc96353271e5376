"""A tree goes in; which tests run which lines comes out, kept in a file for each test file until anything changes."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from bench.mutants.mapping import SHARED
from bench.mutants.mutation import Mutant
from bench.mutants.trees import ROOT, run_tests
from bench.mutants.users import lines_that_use

ROOMS = ("impose", "text", "rules", "svg", "paint", "source", "history", "board")
KEPT = ROOT / "build" / "mutants" / "map"
_READ = ("pnp", "data", "templates", "fonts", "starters", "tests", "bench")  # what a test's lines depend on
_HELPER = re.compile(r"tests/(?!test_|gates/).*\.py|bench/mutants/mapping\.py|(?!tests/|bench/).*")


@dataclass(frozen=True, slots=True)
class Test:
    """A test that passes; ``seconds`` of CPU, with those of the fixtures it shares with others."""

    __test__ = False

    name: str
    seconds: float

    @property
    def file(self) -> str:
        """The file it stands in."""
        return self.name.partition("::")[0]


@dataclass(frozen=True)
class CoverageMap:
    """The tests, quickest first, and of every file which of them run a line: lines are the bits of a number."""

    tests: tuple[Test, ...]
    lines: dict[str, dict[str, int]]

    def covering(self, mutant: Mutant, tree: Path) -> list[Test]:
        """The tests that run what a mutant changes, quickest first; the tenth case of one test waits ten times as long.

        So does the tenth test of a file: cases of a test, and tests of a file, are apt to notice the same, and the time
        that is given is spent on different ones.
        """
        wanted = lines_that_use(mutant, tree) if mutant.names else {mutant.file: _bits(mutant.lines)}
        found = {
            test
            for file, bits in wanted.items()
            for test, covered in self.lines.get(file, {}).items()
            if bits & covered
        }
        cases: Counter[str] = Counter()
        functions: dict[str, dict[str, int]] = {}
        waiting: dict[str, float] = {}
        for test in self.tests:
            if test.name in found:
                function = test.name.partition("[")[0]
                cases[function] += 1
                nth = functions.setdefault(test.file, {}).setdefault(function, len(functions[test.file]) + 1)
                waiting[test.name] = test.seconds * cases[function] * nth
        return sorted((test for test in self.tests if test.name in found), key=lambda test: waiting[test.name])


def _bits(lines: tuple[int, int]) -> int:
    first, last = lines
    return (1 << last + 1) - (1 << first)


def test_files() -> list[str]:
    """Every file of tests that ``make unit`` runs."""
    return sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").glob("test_*.py"))


def keys() -> dict[str, str]:
    """For each file of tests a hash of it and of all else that it may depend on."""
    files = [path for part in _READ for path in sorted((ROOT / part).rglob("*")) if path.is_file()]
    named = {path.relative_to(ROOT).as_posix(): path for path in files if path.suffix != ".pyc"}
    common = hashlib.sha256()
    for name, path in sorted(named.items()):
        if _HELPER.fullmatch(name):
            common.update(f"{name}\n".encode() + hashlib.sha256(path.read_bytes()).digest())
    shared = common.digest()
    return {name: hashlib.sha256(shared + named[name].read_bytes()).hexdigest() for name in test_files()}


def map_file(tree: Path, name: str, key: str, folder: Path = KEPT) -> str:
    """Run one file of tests in a tree and keep what it covers; what is to be said of it. Nothing if it is known."""
    kept = folder / f"{Path(name).stem}.json"
    if kept.exists() and json.loads(kept.read_text(encoding="utf-8"))["key"] == key:
        return ""
    made = tree / "build" / "map.json"
    patterns = " ".join(f"pnp/{room}/*" for room in ROOMS)
    ran = run_tests(
        tree,
        ["-p", "bench.mutants.mapping", "--maxfail=1000", name],
        {"MUTANTS_MAP": str(made), "MUTANTS_ROOMS": patterns},
    )
    if ran.code not in (0, 1) or not made.exists():
        raise RuntimeError(f"{name} could not be run:\n{ran.said[-2000:]}")
    found = json.loads(made.read_text(encoding="utf-8"))
    made.unlink()
    folder.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps({"key": key, **found}), encoding="utf-8")
    failed = f"; left out, since they fail here: {', '.join(found['failed'])}" if found["failed"] else ""
    return f"mapped {name}: {len(found['tests'])} tests, {ran.seconds:.0f} s{failed}"


def load_map(names: Iterable[str], folder: Path = KEPT) -> CoverageMap:
    """The map of all files of tests together."""
    tests: list[Test] = []
    lines: dict[str, dict[str, int]] = {}
    for name in names:
        told = json.loads((folder / f"{Path(name).stem}.json").read_text(encoding="utf-8"))
        users: dict[str, list[str]] = {}
        for test, about in told["tests"].items():
            shared = sum(told["fixtures"][fixture] for fixture in about["shared"])
            tests.append(Test(test, round(about["seconds"] + shared, 3)))
            for fixture in about["shared"]:
                users.setdefault(SHARED + fixture, []).append(test)
        passed = told["tests"].keys()
        for file, contexts in told["lines"].items():
            own = lines.setdefault(file, {})
            for context, bits in contexts.items():
                for test in users.get(context, [context]):
                    if test in passed:
                        own[test] = own.get(test, 0) | int(bits, 16)
    return CoverageMap(tuple(sorted(tests, key=lambda test: (test.seconds, test.name))), lines)
