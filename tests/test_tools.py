"""A test whose program is missing is skipped with a word on a designer's machine, and fails in CI; a gate always fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.tools import CI, PACKAGES, must_have, need

Failed, Skipped = pytest.fail.Exception, pytest.skip.Exception


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A machine without any program, and not in CI."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv(CI, raising=False)
    return monkeypatch


@pytest.mark.parametrize("program", PACKAGES)
def test_a_missing_program_is_told_with_its_package(program: str, bare: pytest.MonkeyPatch) -> None:
    with pytest.raises(Skipped, match=f"{program} is not installed.*apt-get install {PACKAGES[program]}"):
        need(program)
    bare.setenv(CI, "true")
    with pytest.raises(Failed, match=f"{program} is not installed.*apt-get install {PACKAGES[program]}"):
        need(program)


@pytest.mark.usefixtures("bare")
def test_a_gate_without_its_program_fails() -> None:
    with pytest.raises(Failed, match="gs is not installed: apt-get install ghostscript"):
        must_have("gs")


@pytest.mark.usefixtures("bare")
def test_a_program_that_is_there_is_asked(tmp_path: Path) -> None:
    (tmp_path / "qpdf").touch(mode=0o755)
    need("qpdf")
    must_have("qpdf")


def test_ci_installs_every_program_before_the_tests() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    listed = script.partition("packages=(")[2].partition(")")[0].split()
    assert {*PACKAGES.values(), "unicode-data"} <= set(listed)
    assert script.index("export CI=") < script.index("apt-get install") < script.index("make test")
