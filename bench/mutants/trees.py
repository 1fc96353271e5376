"""A copy of the checkout in a folder, and what runs its tests in a process of their own, for some seconds at most."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import ceil
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
MOST_WAIT = 3  # times the CPU seconds, by the clock: a mutant may sleep for ever
_LEFT = shutil.ignore_patterns(".git", ".venv", "dist", "__pycache__", ".*_cache", ".hypothesis", "*.pyc")
_POLL = 0.02  # seconds


@dataclass(frozen=True, slots=True)
class Ran:
    """What a process said, and took: ``code`` as subprocess has it, seconds of CPU with its children's."""

    code: int
    said: str
    seconds: float
    out_of_time: bool


@contextmanager
def copied() -> Iterator[Path]:
    """A folder with the checkout as it stands, gone afterwards. What is built is left behind."""
    with tempfile.TemporaryDirectory(prefix="pnp-mutants-") as scratch:
        folder = Path(scratch) / "tree"
        shutil.copytree(ROOT, folder, ignore=_LEFT, ignore_dangling_symlinks=True, symlinks=True)
        shutil.rmtree(folder / "build", ignore_errors=True)
        (folder / "build").mkdir()
        yield folder


def run_tests(tree: Path, words: Sequence[str], variables: Mapping[str, str], most: float | None = None) -> Ran:
    """Run pytest in a tree with its own ``pnp``; with ``most``, for so many seconds of CPU (`choosing` bounds them)."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", "--tb=line", "-p", "no:cacheprovider", *words]
    changed = {"PYTHONPATH": str(tree), "PYTHONSAFEPATH": "1", "NO_COLOR": "1", **variables}
    changed["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # none is needed, and they take most of the time to begin
    if most is not None:
        changed["MUTANTS_SECONDS"] = str(max(1, ceil(most)))
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            command, cwd=tree, env={**os.environ, **changed}, stdin=subprocess.DEVNULL, stdout=output,
            stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        try:
            status, seconds, late = _wait(process, most * MOST_WAIT if most else None)
        finally:
            with suppress(ProcessLookupError):  # whatever it left running ends with it
                os.killpg(process.pid, signal.SIGKILL)
        output.seek(0)
        said = output.read().decode("utf-8", "replace")
    # SIGXCPU of its own or of a worker's; a little early, since seconds are whole
    out = late or status == -signal.SIGXCPU or (most is not None and seconds >= most and status != 0)
    return Ran(status, said, seconds, out)


def _wait(process: subprocess.Popen[bytes], most: float | None) -> tuple[int, float, bool]:
    """The process's end, its CPU seconds with its children's, and whether it had to be ended."""
    start, late = time.monotonic(), False
    while True:
        ended, status, used = os.wait4(process.pid, os.WNOHANG)
        if ended:
            break
        if most is not None and not late and time.monotonic() - start > most:
            late = True
            os.killpg(process.pid, signal.SIGKILL)
        time.sleep(_POLL)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, used.ru_utime + used.ru_stime, late
