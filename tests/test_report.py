"""The report in its formats: what a person sees on any terminal, what programs parse, and the exit codes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from pnp.cli.typer_app import app
from pnp.problems import MOST_OF_A_KIND, Problem, Source, Span, in_order
from pnp.report.forms import FORMS, terminal_look, write_reports
from pnp.report.report import Accepted, Report
from pnp.report.terminal import TerminalLook, as_text

from .conftest import GAME, HEROES, MakeGame

Check = Callable[..., Result]
IDLE = GAME.replace('paper: "#ffffff"}', 'paper: "#ffffff", spare: "#ff0000"}')
BROKEN = HEROES.replace("health: 12", "health: 120")


@pytest.fixture
def check(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> Check:
    def run(files: dict[str, str] | None, *words: str) -> Result:
        monkeypatch.chdir(make_game(files).root)
        return CliRunner().invoke(app, ["check", "tiny", *words])

    return run


@pytest.mark.parametrize(
    ("files", "words", "code"),
    [
        ({}, (), 0),
        ({}, ("--strict",), 0),
        ({"data/tiny/game.yaml": IDLE}, (), 0),
        ({"data/tiny/game.yaml": IDLE}, ("--strict",), 1),
        ({"data/tiny/heroes.yaml": BROKEN}, (), 1),
        ({}, ("--format", "xml"), 2),
    ],
)
def test_exit_codes(check: Check, files: dict[str, str], words: tuple[str, ...], code: int) -> None:
    result = check(files, *words)
    assert result.exit_code == code, result.output
    if "xml" not in words:
        for form in FORMS[1:]:
            assert check(files, *words, "--format", form).exit_code == code


def test_a_clean_game_says_so(check: Check) -> None:
    assert check({}).output == "tiny: no problems\n"
    assert check({}, "--format", "github").output == ""


def test_text_is_grouped_by_file_with_place_caret_hint_and_code(check: Check) -> None:
    result = check({"data/tiny/heroes.yaml": BROKEN})
    assert result.output.splitlines() == [
        "data/tiny/heroes.yaml",
        "  1:26    error: health: 120 is more than 20, the most it may be [out-of-range]",
        "          ada: {name: Ada, health: 120}",
        " " * 35 + "^^^",
        "          hint: the field is declared as int 1..20 in game.yaml",
        "",
        "tiny: 1 error",
    ]


def test_verbose_counts_what_was_checked_and_repeats_itself(check: Check) -> None:
    first, second = (check({}, "--verbose").output for _ in range(2))
    assert first == second
    for line in ("2  records", "1  components", "2  faces of components", "1  sheets"):
        assert line in first


def test_json(check: Check) -> None:
    found = json.loads(check({"data/tiny/heroes.yaml": BROKEN}, "-f", "json").output)
    assert (found["version"], found["errors"], found["warnings"]) == (1, 1, 0)
    (game,) = found["games"]
    assert game["files"] == [
        {
            "file": "data/tiny/heroes.yaml",
            "problems": [
                {
                    "code": "out-of-range", "severity": "error", "message": "health: 120 is more than 20, the most it may be",
                    "hint": "the field is declared as int 1..20 in game.yaml", "about": None,
                    "file": "data/tiny/heroes.yaml", "line": 1, "column": 26, "length": 3,
                }
            ],
        }
    ]  # fmt: skip
    clean = json.loads(check({}, "-f", "json", "--assumed").output)["games"][0]
    assert (clean["name"], clean["title"], clean["files"], clean["assumed"]) == ("tiny", "Tiny", [], [])
    assert clean["checked"]["records"] == 2


def test_github_annotates_the_line(check: Check) -> None:
    (line,) = check({"data/tiny/heroes.yaml": BROKEN}, "-f", "github").output.splitlines()
    place = "file=data/tiny/heroes.yaml,line=1,endLine=1,col=26,endColumn=29,title=tiny%3A out-of-range"
    said = "health: 120 is more than 20, the most it may be%0Ahint: the field is declared as int 1..20 in game.yaml"
    assert line == f"::error {place}::{said}"
    assert check({"data/tiny/game.yaml": IDLE}, "-f", "github").output.startswith("::warning file=data/tiny/game.yaml,")


def test_github_escapes() -> None:
    span = Span(Source("data/a, b:c.yaml", "100 %"), 1, 1, 3)
    text = write_reports([Report("g", "G", (Problem("x-y", "50 % of\nall: a, b", span),))], "github", TerminalLook())
    assert (
        text
        == "::error file=data/a%2C b%3Ac.yaml,line=1,endLine=1,col=1,endColumn=4,title=g%3A x-y::50 %25 of%0Aall: a, b\n"
    )


def sarif_faults(log: dict[str, Any]) -> Iterator[str]:
    """The essentials of the SARIF 2.1.0 schema: required properties, closed objects, enumerations, least values."""
    if log["version"] != "2.1.0" or set(log) - {"$schema", "version", "runs", "inlineExternalProperties", "properties"}:
        yield "log"
    for run in log["runs"]:
        driver = run["tool"]["driver"]
        if not isinstance(driver["name"], str) or not re.fullmatch(r"\d+\.\d+\.\d+.*", driver["semanticVersion"]):
            yield "driver"
        if run["columnKind"] not in ("utf16CodeUnits", "unicodeCodePoints"):
            yield "columnKind"
        ids = [rule["id"] for rule in driver["rules"]]
        if len(set(ids)) != len(ids):
            yield "rules are unique"
        for result in run["results"]:
            if not result["message"]["text"] or ids[result["ruleIndex"]] != result["ruleId"]:
                yield "result"
            if result["level"] not in ("none", "note", "warning", "error"):
                yield "level"
            for suppression in result.get("suppressions", ()):
                if suppression["kind"] not in ("inSource", "external"):
                    yield "suppression"
            for location in result.get("locations", ()):
                physical = location["physicalLocation"]
                region, artifact = physical["region"], physical["artifactLocation"]
                if min(region["startLine"], region["startColumn"], region["endColumn"]) < 1:
                    yield "region"
                if region["endColumn"] <= region["startColumn"]:
                    yield "empty region"
                if re.search(r"[\s\\]|^/", artifact["uri"]) or artifact["uriBaseId"] not in run["originalUriBaseIds"]:
                    yield "uri"


def test_sarif(check: Check) -> None:
    accept = "accept: [{code: unused-color, where: palette.spare, because: next edition}]\n"
    for files, results, suppressed in (
        ({}, 0, 0),
        ({"data/tiny/heroes.yaml": BROKEN}, 1, 0),
        ({"data/tiny/game.yaml": IDLE}, 1, 0),
        ({"data/tiny/game.yaml": IDLE + accept}, 1, 1),
    ):
        log = json.loads(check(files, "-f", "sarif").output)
        assert list(sarif_faults(log)) == []
        found = log["runs"][0]["results"]
        assert len(found) == results
        assert sum(bool(item.get("suppressions")) for item in found) == suppressed
        assert all("shortDescription" in rule for rule in log["runs"][0]["tool"]["driver"]["rules"])


def test_sarif_quotes_paths_and_does_without_a_place() -> None:
    span = Span(Source("data/the game/h%.yaml", "a"), 1, 1, 1)
    report = Report(
        "g", "G", (Problem("a", "one", span), Problem("b", "two")), (Accepted(Problem("c", "three"), "so"),)
    )
    log = json.loads(write_reports([report], "sarif", TerminalLook()))
    assert list(sarif_faults(log)) == []
    assert [len(result.get("locations", [])) for result in log["runs"][0]["results"]] == [0, 1, 0]


@pytest.mark.parametrize("width", [30, 40, 60, 80])
def test_a_narrow_terminal_wraps_and_shows_the_caret(width: int) -> None:
    line = "ada: {name: Ada of the long, long, long names that no card can hold, health: 120, power: 3, speed: 4}"
    column = line.index("120") + 1
    problem = Problem(
        "out-of-range",
        "health: 120 is more than 20, the most it may be",
        Span(Source("data/h.yaml", line), 1, column, 3),
        "the field is declared as int 1..20 in game.yaml",
    )
    lines = as_text(Report("tiny", "Tiny", (problem,)), TerminalLook(width=width)).splitlines()
    assert max(map(len, lines)) <= width
    caret = next(i for i, text in enumerate(lines) if "^" in text)
    at = lines[caret].index("^")
    assert lines[caret - 1][at : at + 3] == "120"
    assert lines[caret].count("^") == 3


def test_colour_only_on_a_terminal_and_never_with_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal:
        def isatty(self) -> bool:
            return True

    report = Report("tiny", "Tiny", (Problem("x", "wrong", Span(Source("a.yaml", "b")), "mend it"),))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("COLUMNS", "50")
    look = terminal_look(Terminal())  # type: ignore[arg-type]  # all that is asked of a stream
    assert look == TerminalLook(color=True, width=50)
    painted = as_text(report, look)
    assert "\x1b[1;31merror:\x1b[0m" in painted
    monkeypatch.setenv("NO_COLOR", "1")
    plain = as_text(report, terminal_look(Terminal()))  # type: ignore[arg-type]  # all that is asked of a stream
    assert "\x1b" not in plain
    assert plain == re.sub(r"\x1b\[[\d;]*m", "", painted)


def test_windows_paths_are_shown_with_slashes(tmp_path: Path) -> None:
    del tmp_path
    report = Report("g", "G", (Problem("x", "wrong", Span(Source("data\\g\\game.yaml", "a"))),))
    for form in FORMS:
        assert "data/g/game.yaml" in write_reports([report], form, TerminalLook())


def test_of_fifteen_thousand_problems_of_a_kind_a_hundred_are_listed_and_all_are_counted() -> None:
    source = Source("data/tiny/heroes.yaml", "x\n" * 20_000)
    many = [Problem("unknown-icon", f"unknown icon 'i{line}'", Span(source, line)) for line in range(1, 15_001)]
    others = [Problem("unused-color", "nothing uses it", None, "", "warning"), Problem("svg", "broken")]
    listed = in_order([*many, *others])
    assert len(listed) == MOST_OF_A_KIND + 3
    assert in_order(listed) == listed, "what was counted is not counted again"
    assert listed[0] == Problem(
        "unknown-icon", "14,900 more of this kind", None, "mend those that are listed", "error", "", 14_900
    )
    assert [problem.message for problem in listed[3:5]] == ["unknown icon 'i1'", "unknown icon 'i2'"]
    report = Report("tiny", "Tiny", tuple(listed))
    assert (report.errors, report.warnings, report.failed(strict=False)) == (15_001, 1, True)
    text = write_reports([report], "text", TerminalLook())
    assert "14,900 more of this kind" in text and "15,001 errors, 1 warning" in text
    data = json.loads(write_reports([report], "json", TerminalLook()))
    assert data["errors"] == 15_001
    assert [one["count"] for file in data["games"][0]["files"] for one in file["problems"] if "count" in one] == [
        14_900
    ]
    results = json.loads(write_reports([report], "sarif", TerminalLook()))["runs"][0]["results"]
    assert [one["occurrenceCount"] for one in results if "occurrenceCount" in one] == [14_900]
    assert "14,900 more of this kind" in write_reports([report], "github", TerminalLook())
