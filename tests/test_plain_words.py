"""Plain words of the command line are understood without typer, and as typer understands them: both have one table."""

from __future__ import annotations

import importlib
import inspect
import os
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from pnp.cli.command_table import COMMANDS, Command, Values
from pnp.cli.main import plain_words
from pnp.cli.typer_app import app
from pnp.job import PrintJob

from .conftest import MakeGame

PLAIN = [
    "build",
    "build tiny",
    "build --quiet tiny --only cards --only sheet",
    "build tiny --paper LETTER --out some/where",
    "build --paper a4 --paper letter",
    "check",
    "check tiny --format json --strict --assumed --verbose",
    "list tiny",
    "new moon-harvest --kind cards",
    "new --from battle-gate mine",
    "watch tiny --paper a3",
    "tables tiny to-hit --format csv",
    "tables --format md",
    "print tiny --note hurrah --only cards",
    "reprint tiny --dry-run --record --since 2 --paper LETTER --out there",
    "reprint",
    "diff HEAD~1 . tiny --out page.html",
    "diff --paper a4 1 2",
    "schema",
    "calibrate",
    "calibrate office --stock card-250 --tray rear --paper letter --flip short --out leaf.pdf",
    "calibrate office --read A=20.8,B=20.5 --read C=19 --proof",
    "calibrate office --ask",
    "build tiny --printer none",
]
LEFT_TO_TYPER = [
    "",
    "--version",
    "lists tiny",
    "build --help",
    "build -q",
    "build tiny -o cards",
    "build --out=there",
    "build tiny other",
    "build --only",
    "build --only --quiet",
    "build --paper papyrus",
    "build --game tiny",
    "build -- tiny",
    "build - tiny",
    "check --quiet",
    "new",
    "diff .",
    "reprint --paper papyrus",
    "print --note -x",
    "build --printer nobody-s",
    "calibrate office --paper papyrus",
]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Mapping[str, object]]]:
    """What the commands' functions are called with: none of them does anything."""
    heard: list[tuple[str, Mapping[str, object]]] = []

    def listen(function: str) -> None:
        def note(**named: object) -> int:
            heard.append((function, named))
            return 0

        monkeypatch.setattr(function.replace(":", "."), note)

    for command in COMMANDS:  # all first: one that is imported later would keep what another is replaced by
        importlib.import_module(command.function.partition(":")[0])
    for command in COMMANDS:
        listen(command.function)
    return heard


@pytest.mark.parametrize("line", PLAIN)
def test_plain_words_mean_what_they_mean_to_typer(line: str, calls: list[object]) -> None:
    plain = plain_words(line.split())
    assert plain is not None
    command, values = plain
    assert command.run(values) == 0
    assert CliRunner().invoke(app, line.split()).exit_code == 0
    assert calls[0] == calls[1]


def test_values_are_what_was_said(calls: list[object]) -> None:
    for line in (PLAIN[2], PLAIN[3], PLAIN[14]):
        assert CliRunner().invoke(app, line.split()).exit_code == 0
    assert calls == [
        (
            "pnp.cli.commands:build_games",
            {
                "name": "tiny",
                "only": ("cards", "sheet"),
                "job": PrintJob("a4"),
                "out": None,
                "quiet": True,
                "allow": (),
            },
        ),
        (
            "pnp.cli.commands:build_games",
            {
                "name": "tiny",
                "only": (),
                "job": PrintJob("letter"),
                "out": Path("some/where"),
                "quiet": False,
                "allow": (),
            },
        ),
        (
            "pnp.cli.history_commands:reprint_games",
            {
                "name": "tiny",
                "since": "2",
                "dry_run": True,
                "keep": True,
                "note": "",
                "job": PrintJob("letter"),
                "out": Path("there"),
                "allow": (),
            },
        ),
    ]


@pytest.mark.parametrize("line", LEFT_TO_TYPER)
def test_what_is_not_plain_is_left_to_typer(line: str) -> None:
    assert plain_words(line.split()) is None


FLAGS = sorted({flag for command in COMMANDS for each in command.parameters for flag in each.flags})
WORDS = st.sampled_from(
    [*FLAGS, "tiny", "cards", "A4", "letter", "papyrus", "json", ".", "2", "", "-", "--", "-x", "--x"]
)


@settings(max_examples=600)
@given(st.sampled_from([command.name for command in COMMANDS]), st.lists(WORDS, max_size=5))
def test_whatever_is_said_the_two_readers_never_differ(name: str, rest: list[str]) -> None:
    words = [name, *rest]
    plain = plain_words(words)
    if plain is None:
        return
    heard: list[tuple[Command, Values]] = []

    def note(command: Command, values: Values) -> int:
        heard.append((command, values))
        return 0

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Command, "run", note)
        result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    assert heard == [plain]


def test_every_command_calls_a_function_that_takes_its_parameters() -> None:
    kinds = {"text": {"str", "str | None"}, "texts": {"Sequence[str]"}, "path": {"Path | None"}, "flag": {"bool"}}
    seen: Counter[str] = Counter()
    for command in COMMANDS:
        taken = inspect.signature(command.load()).parameters
        of_job = {each.name for each in command.parameters if each.of_job}
        assert set(taken) == {each.name for each in command.parameters} - of_job | ({"job"} if of_job else set())
        for each in command.parameters:
            if each.of_job:
                continue
            annotation = cast("str", taken[each.name].annotation)
            assert annotation in kinds[each.kind], (command.name, each.name)
            assert annotation.endswith("| None") >= (each.default is None and not each.required), each.name
            assert taken[each.name].default is inspect.Parameter.empty, "defaults stand in the table alone"
            seen[each.kind] += 1
    assert len(COMMANDS) == 13
    assert min(seen[kind] for kind in kinds) > 1


def test_every_example_runs_its_own_command(calls: list[tuple[str, object]]) -> None:
    for command in COMMANDS:
        program, *words = shlex.split(command.example)
        assert (program, words[0]) == ("pnp", command.name)
        assert CliRunner().invoke(app, words).exit_code == 0
    assert [function for function, _ in calls] == [command.function for command in COMMANDS]


HEAVY = {"typer", "click", "rich", "pydantic", "pypdfium2", "fontTools", "icepool", "tinycss2", "cssselect2", "ssl"}


def test_a_plain_build_loads_neither_typer_nor_what_it_does_not_need() -> None:
    code = (
        "import sys, pnp.cli.main; from pnp.cli.main import plain_words; "
        "command, _ = plain_words(['build', 'x']); command.load(); "
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "pnp" in loaded
    assert not HEAVY & set(loaded)


@pytest.mark.parametrize(("word", "loads"), [("--quiet", False), ("-q", True)])
def test_a_whole_plain_build_ends_without_typer(word: str, loads: bool, make_game: MakeGame) -> None:
    environment = {**os.environ, "PYTHONPROFILEIMPORTTIME": "1"}
    line = [sys.executable, "-m", "pnp.cli", "build", "tiny", word]
    root = make_game(None).root
    done = subprocess.run(line, cwd=root, env=environment, capture_output=True, text=True, check=True)
    imported = {row.rpartition("|")[2].strip().partition(".")[0] for row in done.stderr.splitlines() if "|" in row}
    assert {"pnp", "reportlab"} <= imported
    assert loads or not (HEAVY | {"svgwrite", "markdown_it", "watchfiles"}) & imported, "no book is built"
    assert ("typer" in imported) == loads
    assert (root / "build/tiny/a4/cards.pdf").stat().st_size > 1000
