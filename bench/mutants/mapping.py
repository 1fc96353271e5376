"""A pytest plugin: notes which lines each test runs, and how long it takes.

The file that the variable ``MUTANTS_MAP`` names is written when the tests have run: for each test its seconds of CPU,
the fixtures that several tests share, and the lines of every file as the bits of a number; for such fixtures the same,
since only the first test to ask for one runs them. What the program remembers of pure functions is forgotten before
each, or a line would count for the first test that met it alone.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

SHARED = "fixture "  # what the context of a fixture begins with
ROOMS = os.environ.get("MUTANTS_ROOMS", "").split()  # patterns of the files whose lines are noted


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(_Mapping(Path(os.environ["MUTANTS_MAP"])), "mutants-mapping")


def _seconds() -> float:
    return sum(os.times()[:4])


class _Mapping:
    def __init__(self, path: Path) -> None:
        from coverage import Coverage

        self.path = path
        self.coverage = Coverage(data_file=None, include=ROOMS, config_file=False)
        self.coverage.set_option("run:disable_warnings", ["no-data-collected"])
        self.tests: dict[str, dict[str, Any]] = {}
        self.fixtures: dict[str, float] = {}
        self.failed: set[str] = set()
        self.taken = 0.0  # by shared fixtures, of the test that is running
        self.remembered: list[Any] = []
        self.modules = 0

    def pytest_sessionstart(self) -> None:
        self.coverage.start()

    def forget(self) -> None:
        if len(sys.modules) != self.modules:
            self.modules = len(sys.modules)
            own = [module for name, module in sys.modules.items() if name.split(".")[0] == "pnp"]
            named = [value for module in own for value in list(vars(module).values())]
            named += [value for kind in list(named) if isinstance(kind, type) for value in vars(kind).values()]
            self.remembered = [value for value in named if hasattr(value, "cache_clear")]
        for function in self.remembered:
            function.cache_clear()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        self.forget()
        self.coverage.switch_context(item.nodeid)
        self.taken, start = 0.0, _seconds()
        try:
            return (yield)
        finally:
            shared = [name for name in getattr(item, "fixturenames", ()) if name in self.fixtures]
            self.tests[item.nodeid] = {"seconds": max(0.0, _seconds() - start - self.taken), "shared": shared}
            self.coverage.switch_context("")

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any], request: Any) -> Generator[None, Any, Any]:
        if fixturedef.scope == "function":
            return (yield)
        self.forget()
        self.coverage.switch_context(SHARED + fixturedef.argname)
        start = _seconds()
        try:
            return (yield)
        finally:
            taken = _seconds() - start
            self.taken += taken
            self.fixtures[fixturedef.argname] = max(taken, self.fixtures.get(fixturedef.argname, 0.0))
            self.coverage.switch_context(request._pyfuncitem.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.outcome != "passed":
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        data = self.coverage.get_data()
        lines: dict[str, dict[str, str]] = {}
        for file in sorted(data.measured_files()):
            bits: dict[str, int] = {}
            for line, contexts in data.contexts_by_lineno(file).items():
                for context in contexts:
                    bits[context] = bits.get(context, 0) | 1 << line
            name = Path(file).relative_to(Path.cwd()).as_posix()
            lines[name] = {context: f"{value:x}" for context, value in sorted(bits.items()) if context}
        passed = {name: told for name, told in self.tests.items() if name not in self.failed}
        found = {"tests": passed, "failed": sorted(self.failed), "fixtures": self.fixtures, "lines": lines}
        self.path.write_text(json.dumps(found), encoding="utf-8")
