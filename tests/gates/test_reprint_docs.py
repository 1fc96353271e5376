"""The worked example of docs/reprint.md: its edits are made, its commands run, and they answer as shown."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pnp.cli.typer_app import app

from ..conftest import ROOT

PAGE = ROOT / "docs/reprint.md"
ELIDED = "…"


def edit(root: Path, block: str) -> None:
    """A block of the page: a file, then pairs of lines with - and +."""
    file, *lines = block.splitlines()
    text = (root / file).read_text(encoding="utf-8")
    for old, new in zip(lines[::2], lines[1::2], strict=True):
        assert (old[0], new[0]) == ("-", "+")
        assert old[1:] in text
        text = text.replace(old[1:], new[1:], 1)
    (root / file).write_text(text, encoding="utf-8")


def answers(block: str) -> str:
    """Run a block's commands: what a terminal would show."""
    shown = []
    for line in block.splitlines():
        if line.startswith("$ pnp "):
            result = CliRunner().invoke(app, shlex.split(line[6:]))
            assert result.exit_code == 0, result.output
            shown += [line, *result.output.splitlines()]
    return "\n".join(shown)


def same(block: str, answer: str) -> bool:
    """Whether a block reads as the answer; a line of three dots stands for any lines."""
    pattern = "\n".join(r".*" if line == ELIDED else re.escape(line) for line in block.rstrip("\n").split("\n"))
    return re.fullmatch(pattern, answer, re.DOTALL) is not None


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_the_worked_example_answers_as_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("data", "templates"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "one"]):
        who = ["-c", "user.name=T", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```(diff|console)\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert [kind for kind, _ in blocks] == [
        "console",
        "diff",
        "diff",
        "diff",
        "console",
        "console",
        "console",
        "console",
    ]
    for kind, block in blocks:
        if kind == "diff":
            edit(tmp_path, block)
        else:
            answer = answers(block)
            assert same(block, answer), answer
    assert (tmp_path / "changes.html").stat().st_size > 100_000
