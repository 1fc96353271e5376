"""The tutorial, done as a reader does it: every command answers as shown, every change finds its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from pnp.cli.typer_app import app

from .conftest import ROOT
from .pages import answers, apply, blocks, is_answer

TEXT = (ROOT / "docs/tutorial.md").read_text(encoding="utf-8")


def test_the_tutorial_does_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path
    found = list(blocks(TEXT))
    commands = changes = at = 0
    while at < len(found):
        block = found[at]
        if block.mark:
            at += apply(found, at, folder)
            changes += 1
            continue
        at += 1
        for command, shown in answers(block.text) if block.kind == "console" else ():
            commands += 1
            word, *words = command.split()
            if word == "cd":
                folder = folder / words[0]
                monkeypatch.chdir(folder)
                continue
            assert word == "pnp"
            said = CliRunner().invoke(app, words).output
            assert is_answer(shown, said), f"$ {command}\n{said}"
    assert (commands, changes) == (9, 6)
    assert "Watching moon-harvest. Save a file; Ctrl-C ends this." in TEXT


def test_an_answer_must_match() -> None:
    assert is_answer(["a … c", "…"], "a b c\nd\n")
    assert is_answer(["a  b"], "a b")
    assert not is_answer(["a"], "b")
    assert not is_answer(["a … c"], "a\nb c")
