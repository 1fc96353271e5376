"""Problems go in, one report comes out, written in the form that was asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby

from pnp.problems import Problem, Span, in_order


@dataclass(frozen=True, slots=True)
class Accepted:
    """A warning that the game lets stand, with the reason its data gives."""

    problem: Problem
    because: str


@dataclass(frozen=True)
class Report:
    """What `pnp check` found in one game. ``checked`` counts what was looked at; nothing in it depends on a clock.

    ``notes`` say what was chosen where a choice was left.
    """

    game: str
    title: str
    problems: tuple[Problem, ...]
    accepted: tuple[Accepted, ...] = ()
    checked: Mapping[str, int] = field(default_factory=dict)
    assumed: tuple[tuple[str, Span | None], ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def errors(self) -> int:
        """How many problems stop a build."""
        return sum(problem.stands_for for problem in self.problems if problem.severity == "error")

    @property
    def warnings(self) -> int:
        """How many do not."""
        return sum(problem.stands_for for problem in self.problems) - self.errors

    def failed(self, *, strict: bool) -> bool:
        """Whether the exit code must say so; ``strict`` makes warnings count."""
        return bool(self.errors or (strict and self.warnings))

    def files(self) -> Iterator[tuple[str, list[Problem]]]:
        """The problems file by file, in the order of their lines; those without a place come first, under ""."""
        for name, problems in groupby(in_order(self.problems), key=file_of):
            yield name, list(problems)


def file_of(problem: Problem) -> str:
    """The file a problem stands in, with forward slashes; empty when it has no place."""
    return problem.span.source.name.replace("\\", "/") if problem.span else ""


def count(number: int, word: str) -> str:
    """``1 error``, ``2 errors``."""
    return f"{number:,} {word if number == 1 else word + 's'}"


def total(reports: Iterable[Report]) -> tuple[int, int]:
    """Errors and warnings of several games."""
    found = list(reports)
    return sum(report.errors for report in found), sum(report.warnings for report in found)
