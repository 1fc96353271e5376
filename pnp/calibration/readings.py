"""Words such as ``A=20.8,B=20.5`` go in, readings by their letters come out, or what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from pnp.calibration.places import LETTERS, ReadingPlace
from pnp.printer import MAX_SHIFT
from pnp.problems import GameError, Problem, Source, Span
from pnp.units import parse_number

Readings = Mapping[str, Sequence[float]]

MOST_LEAVES = 20  # readings of one letter
_ITEM = re.compile(r"[^,;]+")
_KNOWN = "the letters are A to R, without I and O"


def read_words(words: Iterable[str], places: Mapping[str, ReadingPlace]) -> Readings:
    """Readings of one leaf or of several, each word ``LETTER=MM`` or many with commas between. Raises GameError.

    Whatever is wrong is told at once, a letter without a reading, too.
    """
    problems: list[Problem] = []
    found: dict[str, list[float]] = {}
    for word in words:
        source = Source("--read", word)
        for item in _ITEM.finditer(word):
            span = Span(source, 1, item.start() + 1, len(item[0]))
            letter, equals, number = (part.strip() for part in item[0].partition("="))
            if not equals or letter.upper() not in places:
                cure = "write a point, as in A=20.8" if item[0].strip().isdigit() else f"such as A=20.8; {_KNOWN}"
                problems.append(Problem("bad-reading", f"'{item[0].strip()[:40]}' is no reading", span, cure))
                continue
            try:
                found.setdefault(letter.upper(), []).append(read_number(number, places[letter.upper()]))
            except ValueError as error:
                problems.append(Problem("bad-reading", str(error.args[0]), span, str(error.args[1])))
    tried = {
        problem.span.source.text.upper()[problem.span.column - 1 :].lstrip()[:1] for problem in problems if problem.span
    }
    problems += _incomplete(found, tried)
    if problems:
        raise GameError(problems)
    return found


def read_number(text: str, place: ReadingPlace) -> float:
    """One reading in mm. Raises ValueError with a message and a cure."""
    try:
        value = parse_number(text.replace("\u2212", "-"))
    except ValueError:
        message = f"{place.letter}: '{text[:40]}' is no number"
        raise ValueError(message, "write millimetres with a point, such as 20.8 or -0.3") from None
    if not place.least <= value <= place.most:
        if place.way == "ruler" and value >= 0:
            message = (
                f"{place.letter}: {value:g} mm is more than {MAX_SHIFT:g} mm away from the {place.true:g} mm drawn"
            )
        else:
            message = f"{place.letter}: {value:g} is not between {place.least:g} and {place.most:g} mm"
        other = "; was the leaf made for another --paper?" if place.letter in "EF" else ""
        raise ValueError(message, f"read once more {place.says}, in millimetres{other}")
    return value


def _incomplete(found: Readings, tried: Iterable[str]) -> list[Problem]:
    missing = [letter for letter in LETTERS if letter not in found and letter not in tried]
    problems = [
        Problem("bad-reading", f"{letter}: {len(values)} readings are more than anybody takes", None, "give a few")
        for letter, values in found.items()
        if len(values) > MOST_LEAVES
    ]
    if missing:
        message = f"there is no reading for {', '.join(missing)}"
        problems.append(
            Problem("bad-reading", message, None, "every letter of the leaf needs one: --read A=20.8,B=20.5")
        )
    return problems
