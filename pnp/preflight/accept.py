"""Warnings and a game's exceptions go in; what it accepts leaves the report, and is kept beside it with its reason."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

from pnp.game.model import Acceptance
from pnp.preflight.subject import warning
from pnp.problems import Problem, did_you_mean
from pnp.report.codes import CODES
from pnp.report.report import Accepted, file_of


def accept(
    problems: Iterable[Problem], wanted: Iterable[Acceptance], *, complete: bool = True
) -> tuple[list[Problem], list[Accepted]]:
    """What stays a problem, and what is accepted. An acceptance that nothing needs is a problem of its own.

    When not every check was run, nobody knows what is needed: ``complete`` is then False.
    """
    left, accepted = list(problems), []
    for item in wanted:
        matching = [problem for problem in left if problem.code == item.code and _matches(problem, item.where)]
        for problem in matching:
            if problem.severity == "warning":
                left.remove(problem)
                accepted.append(Accepted(problem, item.because))
        if any(problem.severity == "error" for problem in matching):
            hint = "mend the error and delete the exception: errors stop the build"
            message = f"'{item.code}' is an error here and cannot be accepted"
            left.append(warning("accepted-error", message, item.span, hint, f"{item.code} {item.where}"))
        elif not matching and complete:
            hint = "delete the exception" if item.code in CODES else did_you_mean(item.code, CODES)
            message = f"no warning '{item.code}' about '{item.where}' needs this exception"
            left.append(warning("unused-acceptance", message, item.span, hint, f"{item.code} {item.where}"))
    return left, accepted


def _matches(problem: Problem, where: str) -> bool:
    return fnmatchcase(problem.about, where) or fnmatchcase(file_of(problem), where)
