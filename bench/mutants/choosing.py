"""A pytest plugin: runs the tests that a file names, in its order, and notes in another file which of them began.

The variables ``MUTANTS_CHOSEN`` and ``MUTANTS_BEGUN`` name the files; a line each, a test. ``MUTANTS_SECONDS`` bounds
the CPU time of the process. It is bounded from within: between fork and exec, a thread of the parent may hold any lock.
"""

from __future__ import annotations

import os
import resource
import sys
from pathlib import Path

import pytest

MOST_MEMORY = 6 << 30  # bytes of address space: a mutant that grows without end fails, and the machine goes on


def pytest_configure(config: pytest.Config) -> None:
    seconds = int(os.environ["MUTANTS_SECONDS"])
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    chosen, begun = Path(os.environ["MUTANTS_CHOSEN"]), Path(os.environ["MUTANTS_BEGUN"])
    config.pluginmanager.register(_Chosen(chosen, begun), "mutants-chosen")


class _Chosen:
    def __init__(self, chosen: Path, begun: Path) -> None:
        self.wanted = {name: i for i, name in enumerate(chosen.read_text(encoding="utf-8").splitlines())}
        self.begun = begun

    def pytest_sessionstart(self) -> None:
        # a failure is enough: no smaller example of it is looked for. conftest.py has loaded its profile by now
        if "hypothesis" in sys.modules:
            from hypothesis import Phase, settings

            settings.register_profile("mutants", settings(), phases=(Phase.explicit, Phase.generate), database=None)
            settings.load_profile("mutants")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted((item for item in items if item.nodeid in self.wanted), key=self._place)

    def _place(self, item: pytest.Item) -> int:
        return self.wanted[item.nodeid]

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        with self.begun.open("a", encoding="utf-8") as file:
            file.write(nodeid + "\n")
