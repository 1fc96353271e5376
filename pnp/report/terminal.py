"""A report for a person at a terminal: grouped by file, each problem with its line, a caret, the cure and its code."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

from pnp.problems import Problem, Span, aligned_excerpt, one_line
from pnp.report.report import Report, count

_RED, _YELLOW, _CYAN, _BOLD, _DIM = "1;31", "1;33", "36", "1", "2"
NARROWEST = 30  # columns; a narrower terminal is taken for this wide


@dataclass(frozen=True, slots=True)
class TerminalLook:
    """Colours or none; ``width`` columns, 0 for lines as long as they come (a pipe)."""

    color: bool = False
    width: int = 0

    def paint(self, text: str, code: str) -> str:
        """The text in a colour, if there are any."""
        text = one_line(text)
        return f"\x1b[{code}m{text}\x1b[0m" if self.color else text

    def wrap(self, text: str, first: str, rest: str) -> list[str]:
        """Lines no wider than the terminal; words longer than a line stay whole, since they are paths."""
        text, first = one_line(text.rstrip()), one_line(first)
        if not self.width:
            return [first + text]
        room = max(self.width, NARROWEST)
        return textwrap.wrap(
            text, room, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
        ) or [first]


def as_text(report: Report, look: TerminalLook, *, verbose: bool = False) -> str:
    """The whole report; ends with a newline."""
    lines: list[str] = []
    for name, problems in report.files():
        lines.append(look.paint(name or report.game, _BOLD))
        for problem in problems:
            lines += _problem(problem, look)
        lines.append("")
    if verbose:
        lines += _verbose(report, look)
    for path, span in report.assumed:
        lines += look.wrap(f"assumed: {path}", f"{span}: " if span else f"{report.game}: ", "    ")
    lines.append(_summary(report, look))
    return "\n".join(lines) + "\n"


def _problem(problem: Problem, look: TerminalLook) -> Iterator[str]:
    span = problem.span
    place = (span.cell or f"{span.line}:{span.column}") if span else "-"
    colour = _RED if problem.severity == "error" else _YELLOW
    words = f"{problem.severity}: {problem.message} [{problem.code}]"
    head, *more = look.wrap(words, f"  {place:<7} ", " " * 10)
    head = head.replace(f"{problem.severity}:", look.paint(f"{problem.severity}:", colour), 1)
    shown = [head, *more]
    shown[-1] = shown[-1].replace(f"[{problem.code}]", look.paint(f"[{problem.code}]", _DIM))
    yield from shown
    if span:
        yield from (
            f"          {line}" for line in _excerpt(span, max(look.width, NARROWEST) - 10 if look.width else 0)
        )
    if problem.hint:
        first, *rest = look.wrap(f"hint: {problem.hint}", " " * 10, " " * 16)
        yield first.replace("hint:", look.paint("hint:", _CYAN), 1)
        yield from rest


def _excerpt(span: Span, room: int) -> Iterator[str]:
    """The line and a caret under it; of a long line on a narrow terminal, the part round the caret."""
    line = aligned_excerpt(span.source.line(span.line))
    if not line.strip():
        return
    column, length = span.column - 1, max(1, min(span.length, len(line) - span.column + 1))
    if room and len(line) > room:
        start = min(max(0, column - room // 3), max(0, len(line) - room))
        line, column = line[start : start + room], column - start
        line = ("…" + line[1:] if start else line)[: room - 1] + "…"
        length = max(1, min(length, room - column))
    yield line.rstrip()
    yield " " * column + "^" * length


def _verbose(report: Report, look: TerminalLook) -> Iterator[str]:
    yield look.paint("checked", _BOLD)
    for what, number in report.checked.items():
        yield f"  {number:>9,}  {what}"
    for note in report.notes:
        yield from look.wrap(note, "  ", "    ")
    for item in report.accepted:
        problem = item.problem
        yield from look.wrap(f"accepted: {problem.message} [{problem.code}]", "  ", "    ")
        yield from look.wrap(f"because: {item.because}", "    ", "      ")
    yield ""


def _summary(report: Report, look: TerminalLook) -> str:
    if not report.problems:
        accepted = f" ({count(len(report.accepted), 'warning')} accepted)" if report.accepted else ""
        return f"{report.game}: no problems{accepted}"
    parts = [count(report.errors, "error")] if report.errors else []
    parts += [count(report.warnings, "warning")] if report.warnings else []
    return look.paint(f"{report.game}: {', '.join(parts)}", _RED if report.errors else _YELLOW)
