"""What is wrong and where: spans, problems and their printed form ``file:line:col: error: message``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property
from typing import Literal

# what is no character of a text: controls (but a tab and a line's end), halves of characters
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
MOST_OF_A_KIND = 100  # problems of one code that are listed
MOST_COMPARED = 250_000  # letters of a word, times those of all the words that it may stand for
LIKEST = 5
# what a terminal would obey instead of showing it: controls, and marks that turn the order of what follows
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ud800-\udfff\ufff9-\ufffc\ufffe\uffff]"
)
WIDTH = 240  # of a line that is shown
Severity = Literal["error", "warning"]


@dataclass(frozen=True)
class Source:
    """One text file as it was read: the name a message shows, and the text that a caret points into."""

    name: str
    text: str = field(repr=False)

    @cached_property
    def lines(self) -> list[str]:
        """The lines without their ends."""
        return self.text.splitlines()

    def line(self, number: int) -> str:
        """Line ``number``, counted from 1; empty when there is no such line."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a file: line and column count from 1, ``length`` characters wide.

    In a spreadsheet ``cell`` names the place ("Heroes!C14"); ``line`` is its row, which the source shows as a line.
    """

    source: Source
    line: int = 1
    column: int = 1
    length: int = 1
    cell: str = ""

    def __str__(self) -> str:
        return f"{self.source.name}:{self.cell or f'{self.line}:{self.column}'}"

    def part(self, column: int, length: int) -> Span:
        """A stretch of the same line."""
        return Span(self.source, self.line, column, max(1, length), self.cell)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing a designer should mend (or, as a warning, know), with its place and the cure.

    ``code`` is a short stable kebab-case name such as ``unknown-field``; ``about`` names the thing itself in a way
    that outlives its line ("palette.sand"), for a game's list of accepted warnings. ``stands_for`` is how many it is:
    more than one where so many of its kind were found that they are counted, and not listed. Problems of one ``kin``,
    such as "Cyrillic letters", have one cause: they are told once, at the first place, with the number of texts that
    are ``alike``. ``rows`` are a table of what the message counts.
    """

    code: str
    message: str
    span: Span | None = None
    hint: str = ""
    severity: Severity = "error"
    about: str = ""
    stands_for: int = 1
    kin: str = ""
    alike: int = 0
    rows: tuple[str, ...] = ()

    def __str__(self) -> str:
        place = f"{self.span}: " if self.span else ""
        return f"{place}{self.severity}: {self.message}"


class GameError(Exception):
    """The game is at fault: every problem found before the stage ended. Printed clean, never as a traceback.

    ``outcome`` says what was written until then.
    """

    def __init__(self, problems: Iterable[Problem], outcome: str = "nothing was written") -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        self.outcome = outcome
        super().__init__("\n".join(str(problem) for problem in self.problems))


def raise_errors(problems: Sequence[Problem]) -> None:
    """End the stage with a GameError if any problem is an error; warnings alone let it pass."""
    if any(problem.severity == "error" for problem in problems):
        raise GameError(problems)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint naming the closest known word, or the few there are; empty when nothing helps."""
    names = sorted(known)
    if len(word) > 60 or len(names) > 500 or len(word) * sum(map(len, names)) > MOST_COMPARED:
        return ""  # nobody mistypes so long a word, and comparing takes long
    close = [name for name in names if name.casefold() == word.casefold()]
    close = close or get_close_matches(word, _likest(word, names), n=1, cutoff=0.6)
    if close:
        return f"did you mean '{close[0]}'?"
    return f"known: {', '.join(names)}" if 0 < len(names) <= 12 else ""


def _likest(word: str, names: Sequence[str]) -> list[str]:
    """The few names that have most letters of a word in its order, so that only they are compared at length.

    How many letters those are at most, is found for all places of the word at once, as bits of a number (Hyyrö 2004).
    """
    places: dict[str, int] = {}
    for place, letter in enumerate(word):
        places[letter] = places.get(letter, 0) | 1 << place
    everywhere = (1 << len(word)) - 1
    found: list[tuple[float, str]] = []
    for name in names:
        free = everywhere
        for letter in name:
            met = free & places.get(letter, 0)
            free = ((free + met) | (free - met)) & everywhere
        common = len(word) - free.bit_count()
        if common and 2 * common >= 0.6 * (len(word) + len(name)):
            found.append((common / (len(word) + len(name)), name))
    return [name for _, name in sorted(found, reverse=True)[:LIKEST]]  # of equals difflib takes the last, too


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """Sort by file, line and column, so that one file's mistakes stand together; drop repeats.

    Of one code the first ``MOST_OF_A_KIND`` are listed, and one more problem says how many there are besides.
    """

    def key(problem: Problem) -> tuple[str, int, int, str]:
        span = problem.span
        return (span.source.name, span.line, span.column, problem.message) if span else ("", 0, 0, problem.message)

    listed: list[Problem] = []
    more: dict[tuple[str, Severity], int] = {}
    kinds: dict[str, int] = {}
    for problem in _by_kin(sorted(dict.fromkeys(problems), key=key)):
        if problem.stands_for == 1 and kinds.get(problem.code, 0) < MOST_OF_A_KIND:
            kinds[problem.code] = kinds.get(problem.code, 0) + 1
            listed.append(problem)
        else:
            kind = (problem.code, problem.severity)
            more[kind] = more.get(kind, 0) + problem.stands_for
    rest = [
        Problem(code, f"{number:,} more of this kind", None, "mend those that are listed", severity, "", number)
        for (code, severity), number in more.items()
    ]
    return [*sorted(rest, key=key), *listed]


def _by_kin(problems: Sequence[Problem]) -> list[Problem]:
    """Of those of one kin the first alone, which says how many more texts it is about. Twice is once."""
    found: dict[object, Problem] = {}
    for problem in problems:
        key = (problem.code, problem.severity, problem.kin) if problem.kin else problem
        first = found.setdefault(key, problem)
        if first is not problem:
            found[key] = _about(first, first.alike + 1 + problem.alike)
    return [_about(each, each.alike) if each.kin else each for each in found.values()]


def _about(problem: Problem, alike: int) -> Problem:
    """The problem, telling of so many more texts."""
    bare = problem.message.removesuffix(_in_more(problem.kin, problem.alike))
    return replace(problem, message=bare + _in_more(problem.kin, alike), alike=alike)


def _in_more(kin: str, texts: int) -> str:
    return f"; {kin} in {texts:,} more {'text' if texts == 1 else 'texts'}" if texts else ""


def describe(problem: Problem) -> str:
    """Write the problem with its line, a caret and the hint; ends without a newline."""
    parts = [_shortened(str(problem))]
    span = problem.span
    line = span.source.line(span.line) if span else ""
    if span and line.strip():
        first = max(0, span.column - 1 - WIDTH // 2) if len(line) > WIDTH else 0
        shown = aligned_excerpt(line[first : first + WIDTH])
        column = span.column - first
        width = max(1, min(span.length, len(shown) - column + 1))
        parts += [f"    {shown}", "    " + " " * (column - 1) + "^" * width]
    parts += [f"    {_shortened(row)}" for row in problem.rows]
    if problem.hint:
        parts.append(f"    hint: {_shortened(problem.hint)}")
    return "\n".join(parts)


def escaped(text: str) -> str:
    """A stranger's text for a terminal: what it would obey is shown as ``\\x1b`` or ``\\u202e``; lines stay lines."""
    return _UNSEEN.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def safe_json(text: str) -> str:
    """The same JSON, with those characters written as JSON's own escapes."""
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def aligned_excerpt(line: str) -> str:
    """A line to stand above a caret: a mark for each character that cannot be shown, so that columns stay columns."""
    return _UNSEEN.sub("�", line.replace("\t", " "))


def one_line(text: str) -> str:
    """A stranger's text for a line of its own: what would end it is shown, too, so that no text can forge another."""
    return escaped(text.replace("\t", " ")).replace("\n", "\\n")


def _shortened(text: str) -> str:
    return one_line(text[:1_000]) + "…" if len(text) > 1_000 else one_line(text)
