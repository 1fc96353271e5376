"""Plain words of the command line are understood without typer, and as typer understands them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

import pytest
from typer.testing import CliRunner

from pnp import cli, commands
from pnp.arguments import app

PLAIN = [
    "build",
    "build tiny",
    "build --quiet tiny --only cards --only sheet",
    "build tiny --paper LETTER --out some/where",
    "build --paper a4 --paper letter",
    "check",
    "check tiny --format json --strict --assumed --verbose",
]
LEFT_TO_TYPER = [
    "",
    "--version",
    "list tiny",
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
]


@pytest.mark.parametrize("line", PLAIN)
def test_plain_words_mean_what_they_mean_to_typer(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[object] = []

    def listen(*given: object, **named: object) -> int:
        calls.append(
            (
                *(list(item) if isinstance(item, Sequence) and not isinstance(item, str) else item for item in given),
                sorted(named.items()),
            )
        )
        return 0

    monkeypatch.setattr(commands, "build_games", listen)
    monkeypatch.setattr(commands, "check_games", listen)
    plain = cli.plain_words(line.split())
    assert plain is not None
    assert cli._call(*plain) == 0
    assert CliRunner().invoke(app, line.split()).exit_code == 0
    assert calls[0] == calls[1]


@pytest.mark.parametrize("line", LEFT_TO_TYPER)
def test_what_is_not_plain_is_left_to_typer(line: str) -> None:
    assert cli.plain_words(line.split()) is None


def test_a_plain_build_loads_neither_typer_nor_what_it_does_not_need() -> None:
    code = (
        "import sys; from pnp import cli; cli.plain_words(['build', 'x']); import pnp.commands; "
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "pnp" in loaded
    heavy = {"typer", "click", "rich", "pydantic", "pypdfium2", "fontTools", "icepool", "tinycss2", "cssselect2", "ssl"}
    assert not heavy & set(loaded)
