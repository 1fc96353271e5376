"""A report goes in; it comes out as text for a terminal or a file, JSON, GitHub's annotations or SARIF."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TextIO
from urllib.parse import quote

import pnp
from pnp.problems import Problem, escaped, in_order, safe_json
from pnp.report.codes import CODES
from pnp.report.report import Accepted, Report, file_of, total
from pnp.report.terminal import TerminalLook, as_text

JSON_VERSION = 1
_SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def as_json(reports: Sequence[Report]) -> str:
    """Everything, game by game and file by file."""
    errors, warnings = total(reports)
    return _dump(
        {
            "version": JSON_VERSION,
            "tool": f"pnp {pnp.__version__}",
            "errors": errors,
            "warnings": warnings,
            "games": [_game(report) for report in reports],
        }
    )


def as_github(reports: Sequence[Report]) -> str:
    """One workflow command a problem: GitHub shows it beside the line it is about."""
    lines = []
    for report in reports:
        for problem in in_order(report.problems):
            said = _said(problem) + (f"\nhint: {problem.hint}" if problem.hint else "")
            fields = _place(problem) | {"title": f"{report.game}: {problem.code}"}
            shown = ",".join(f"{name}={_property(str(value))}" for name, value in fields.items())
            lines.append(escaped(f"::{problem.severity} {shown}::{_data(said)}\n"))
    return "".join(lines)


def as_sarif(reports: Sequence[Report]) -> str:
    """One run; accepted warnings are results with a suppression and its reason."""
    items: list[Problem | Accepted] = []
    for report in reports:
        items += [*in_order(report.problems), *report.accepted]
    rules = sorted({_of(item).code for item in items})
    driver = {
        "name": "pnp",
        "semanticVersion": pnp.__version__,
        "rules": [_rule(code) for code in rules],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"SRCROOT": {"description": {"text": "The folder that holds data/ and templates/."}}},
        "results": [_result(item, rules) for item in items],
    }
    return _dump({"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [run]})


FORMATS: Mapping[str, Callable[[Sequence[Report]], str]] = {
    "json": as_json,
    "github": as_github,
    "sarif": as_sarif,
}
FORMS = ("text", *FORMATS)


def _dump(value: object) -> str:
    return safe_json(json.dumps(value, ensure_ascii=False, indent=2)) + "\n"


def _game(report: Report) -> dict[str, object]:
    return {
        "name": report.game,
        "title": report.title,
        "errors": report.errors,
        "warnings": report.warnings,
        "files": [
            {"file": name or None, "problems": [_problem(problem) for problem in problems]}
            for name, problems in report.files()
        ],
        "accepted": [{**_problem(item.problem), "because": item.because} for item in report.accepted],
        "assumed": [{"what": path, "place": str(span) if span else None} for path, span in report.assumed],
        "checked": dict(report.checked),
    }


def _problem(problem: Problem) -> dict[str, object]:
    span = problem.span
    return {
        "code": problem.code,
        "severity": problem.severity,
        "message": problem.message,
        "hint": problem.hint or None,
        "about": problem.about or None,
        "file": file_of(problem) or None,
        "line": span.line if span else None,
        "column": span.column if span else None,
        "length": span.length if span else None,
        **({"cell": span.cell} if span and span.cell else {}),
        **({"count": problem.stands_for} if problem.stands_for > 1 else {}),
    }


def _said(problem: Problem) -> str:
    """The message; of a spreadsheet's cell, with the cell's name."""
    return f"{problem.span.cell}: {problem.message}" if problem.span and problem.span.cell else problem.message


def _place(problem: Problem) -> dict[str, object]:
    span = problem.span
    if span is None:
        return {}
    if span.cell:
        return {"file": file_of(problem)}  # a spreadsheet has no lines: the message names the cell
    end = span.column + max(1, span.length)
    return {"file": file_of(problem), "line": span.line, "endLine": span.line, "col": span.column, "endColumn": end}


def _data(text: str) -> str:
    """GitHub's escapes of a message."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """GitHub's escapes of a property, where commas and colons part things."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _of(item: Problem | Accepted) -> Problem:
    return item.problem if isinstance(item, Accepted) else item


def _rule(code: str) -> dict[str, object]:
    rule: dict[str, object] = {"id": code}
    if code in CODES:
        cause, cure = CODES[code]
        rule |= {"shortDescription": {"text": cause}, "help": {"text": cure}}
    return rule


def _result(item: Problem | Accepted, rules: list[str]) -> dict[str, object]:
    problem = _of(item)
    said = _said(problem) + (f"\nHint: {problem.hint}" if problem.hint else "")
    result: dict[str, object] = {
        "ruleId": problem.code,
        "ruleIndex": rules.index(problem.code),
        "level": problem.severity,
        "message": {"text": said},
    }
    if problem.stands_for > 1:
        result["occurrenceCount"] = problem.stands_for
    locations = list(_locations(problem))
    if locations:
        result["locations"] = locations
    if isinstance(item, Accepted):
        result["suppressions"] = [{"kind": "inSource", "justification": item.because}]
    return result


def _locations(problem: Problem) -> Iterator[dict[str, object]]:
    span = problem.span
    if span is None:
        return
    artifact = {"uri": quote(file_of(problem)), "uriBaseId": "SRCROOT"}
    if span.cell:
        yield {"physicalLocation": {"artifactLocation": artifact}}
        return
    region: dict[str, object] = {"startLine": span.line, "startColumn": span.column}
    region["endColumn"] = span.column + max(1, span.length)
    line = span.source.line(span.line)
    if line:
        region["snippet"] = {"text": line}
    yield {"physicalLocation": {"artifactLocation": artifact, "region": region}}


def write_reports(reports: Sequence[Report], form: str, look: TerminalLook, *, verbose: bool = False) -> str:
    """All reports as one text; ``look`` and ``verbose`` are for people and change no other format."""
    if form == "text":
        return "\n".join(as_text(report, look, verbose=verbose) for report in reports)
    return FORMATS[form](reports)


def terminal_look(stream: TextIO | None) -> TerminalLook:
    """Colours and a width on a terminal, neither in a pipe; NO_COLOR (no-color.org) and COLUMNS are obeyed."""
    if stream is None or not stream.isatty():
        return TerminalLook()
    return TerminalLook(not os.environ.get("NO_COLOR"), shutil.get_terminal_size().columns)
