"""Unicode's own cases of where a line may end (UAX 14): ours end there, but for what is listed here with its reason."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from pnp.text.markup import Piece
from pnp.text.measure import measure_of
from pnp.text.opportunities import breaks_inside
from pnp.text.words import fragments_of, rows_of, words_of
from tests.test_paint import FONTS
from tests.test_text import BODY

FILE = Path("/usr/share/unicode/auxiliary/LineBreakTest.txt")  # Debian's package unicode-data
EDITION = "# LineBreakTest-15.0.0.txt"  # the one that OTHERWISE was written for
TAB, DASH = "\t", "\u2013"
_INDENT = re.compile(r"(^|[\n\v\f\r\x85\u2028\u2029]) +$")  # before a line's first word no line ends: its spaces go
_RULE = re.compile(r"([÷×]) \[([\d.]+)\](?: (?:(?! [÷×] ).)*?\((\w+)\)(?= [÷×] |$))?")


@dataclass(frozen=True)
class Otherwise:
    """A rule whose answer is not ours between these classes, both lists of words: in how many places, and why."""

    rule: str
    before: str
    after: str
    ends: bool
    places: int
    reason: str


OTHERWISE = (
    Otherwise(
        "999.0",
        "AL BA CL CP30 EB EM EX H2 H3 HL HY ID IN IS JL JT JV NS NU PO PR RI SY",
        "B2",
        False,
        63,
        "our tailoring: a line ends behind an em dash, and does not begin with one",
    ),
    Otherwise("13.02", "SP", "IS", True, 1, "LB15c of revision 53: a line may end before a number's own point, .35"),
    Otherwise("15.0", "SP", "OP OP30", True, 6, "LB15a of revision 53: a quote holds a space behind it if it opens"),
    Otherwise(
        "18.0", "SP", "QU CM", False, 4, "LB15a and LB15b of revision 53: guillemets hold the spaces inside them"
    ),
    Otherwise(
        "999.0", "HY", "AL HL", False, 10, "LB20a of revision 53: a word's own hyphen stays with it, as in -ness"
    ),
    Otherwise(
        "999.0", "IS", "NU", False, 14, "LB25 itself, .5; the cases are those of the tailoring in 8.2, example 7"
    ),
    Otherwise("21.1", "HY", "HL", True, 1, "Hebrew is refused before lines are broken: it runs from right to left"),
    Otherwise("21.2", "SY", "HL", True, 2, "as above"),
)


@dataclass(frozen=True)
class Place:
    """Between two characters: whether a line may end there, by which rule, the classes on both sides."""

    ends: bool
    rule: str
    before: str
    after: str


@dataclass(frozen=True)
class LineCase:
    """A text, and its places: the first behind its first character."""

    text: str
    places: tuple[Place, ...]


@cache
def cases() -> tuple[LineCase, ...]:
    """Every case. A tab is a space here: where it stands for its class, BA, an en dash does."""
    if not FILE.exists():
        pytest.fail(f"{FILE} is not there: apt-get install unicode-data", pytrace=False)
    lines = FILE.read_text(encoding="utf-8").splitlines()
    assert lines[0] == EDITION, f"{FILE} is another edition: {lines[0]}"
    return tuple(_case(line) for line in lines if line and not line.startswith("#"))


def _case(line: str) -> LineCase:
    marks, _, comment = line.partition("#")
    text = "".join(chr(int(word, 16)) for word in marks.split() if word not in "÷×")
    told = _RULE.findall(comment)
    assert [sign for sign, _, _ in told] == [word for word in marks.split() if word in "÷×"], line
    classes = [name.rpartition("_")[2] for _, _, name in told[:-1]]
    places, base = [], ""
    for i in range(1, len(text)):
        now = classes[i - 1]
        if now != "CM":
            base = now
        elif base in ("", "SP", "ZW", "BK", "CR", "LF", "NL"):
            base = "AL"  # LB10
        places.append(Place(told[i][0] == "÷", told[i][1], base, classes[i]))
    return LineCase(text.replace(TAB, DASH), tuple(places))


def ends_of(text: str) -> set[int]:
    """Where our lines may end, as the numbers of the characters that may begin the next."""
    found, at = set(), 0

    def spaces(at: int) -> int:
        return next((i for i in range(at, len(text)) if text[i] != " "), len(text))

    for number, line in enumerate(words_of([Piece(text)])):
        if number:
            at = spaces(at)
            at += 2 if text[at : at + 2] == "\r\n" else 1
            found.add(at)
        for word in line:
            letters = "".join(piece.text for piece in word)
            inside = breaks_inside(letters)
            at = spaces(at)
            found.add(at)
            for i, char in enumerate(letters):
                if i in inside:
                    found.add(at)
                assert text[at] == char, (text, at)
                at = spaces(at) if char == " " else at + 1  # held inside its word: one, however many were typed
    return found - {0, len(text)}


def differences() -> Iterator[tuple[Place, str]]:
    """Each place at which ours is otherwise, and the case in which it is."""
    for case in cases():
        ours = ends_of(case.text)
        for i, place in enumerate(case.places, 1):
            if place.ends != (i in ours) and not _INDENT.search(case.text[:i]):
                yield place, f"{case.text[:i]!a} | {case.text[i:]!a}"


def pairs(entry: Otherwise) -> set[Place]:
    """Every place that an entry speaks of."""
    return {
        Place(not entry.ends, entry.rule, before, after)
        for before in entry.before.split()
        for after in entry.after.split()
    }


def test_lines_end_where_unicode_says_but_for_what_is_listed() -> None:
    assert len(cases()) == 7654
    assert sum(len(case.places) for case in cases()) > 16_000
    listed = [place for entry in OTHERWISE for place in pairs(entry)]
    assert len(listed) == len(set(listed))
    found: dict[Place, list[str]] = {}
    for place, shown in differences():
        found.setdefault(place, []).append(shown)
    wrong = [f"{place}, not listed: {shown[0]}" for place, shown in found.items() if place not in listed]
    wrong += [f"{place}, listed, and as Unicode says now" for place in listed if place not in found]
    for entry in OTHERWISE:
        places = sum(len(found.get(place, ())) for place in pairs(entry))
        wrong += [f"{places} places, {entry.places} listed: {entry}"] if places != entry.places else []
    assert not wrong, "\n".join(wrong)


def test_plain_text_is_broken_by_the_same_rules() -> None:
    # words are found in a quicker way where no space can be held; it must not hold otherwise
    measure = measure_of(BODY, FONTS)
    for case in cases():
        slow = [tuple(fragments_of(words, measure, "")) for words in words_of([Piece(case.text)])]
        assert rows_of([Piece(case.text)], measure, "") == slow, ascii(case.text)
