"""The rulebook's words: no number that the data owns is typed by hand, what was contradicted stays resolved."""

from __future__ import annotations

import re
from pathlib import Path

import jinja2
import pytest

from pnp.rulebook.blocks import Heading
from pnp.rulebook.markdown import read_chapter

from .conftest import ROOT

CHAPTERS = sorted((ROOT / "templates/mortalgate/rulebook").glob("*.md"))

_JINJA = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_TARGET = re.compile(r"\]\([^)]*\)")
_LIST_NUMBER = re.compile(r"^ *\d\. ", re.MULTILINE)

# digits that no data owns: the names and faces of dice, seats at the table, the scale of the roll,
# old versions of the design, this one book
_FREE = re.compile(
    r"\bd(?:10|20)\b|\b[AB][12]\b|\b00\b|\b100\b|\bfrom 1 to 100\b|\bA [07] on the\b|\bdie is 7\b|\ba 0 counts\b"
    r"|\bVersion (?:1\.5|2\.0|2\.1)\b|^\| This book \| 1 \||\bcounter −1\b",
    re.MULTILINE | re.IGNORECASE,
)
_NUMBER_WORDS = "two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|fifteen|twenty|thirty|fifty|seventy"
_OWNED = (
    "grace|altars|heroes|blessings|status effects|phases|classes|hexes|health|damage|movement|dodge|accuracy|cooldowns?"
    "|boxes|players|counters|tokens|sheets|cards|standees|turns"
)
# numbers that describe a moment of play, not the game: and the pair of hexes that Splinter and Shockwave name in words
_SPOKEN = re.compile(r"two heroes (?:on|stand|trade)\b|the two hexes\b", re.IGNORECASE)
_SPELT = re.compile(rf"\b(?:{_NUMBER_WORDS})\b(?: more| points of)? (?:{_OWNED})\b", re.IGNORECASE)


def typed_words(path: Path) -> str:
    """What an author typed: without expressions, comments, targets and the numbers of lists."""
    text = path.read_text(encoding="utf-8")
    for pattern in (_JINJA, _COMMENT, _TARGET, _LIST_NUMBER):
        text = pattern.sub(" ", text)
    return text


def stray_numbers(text: str) -> list[str]:
    """Digits and spelt numbers that the data should have said."""
    text = _SPOKEN.sub(" ", _FREE.sub(" ", text))
    return re.findall(r".{0,20}\d.{0,20}", text) + _SPELT.findall(text)


def test_the_gate_sees_the_book_and_knows_a_stray_number() -> None:
    assert len(CHAPTERS) > 20
    for stray in (
        "The first to 20 Grace wins.", "An altar pays 2.", "The base chance is 75.", "There are eight altars.",
        "Draft eight heroes.", "twenty Grace", "cooldown 3", "two Grace", "three more damage",
    ):  # fmt: skip
        assert stray_numbers(stray), stray
    for fine in ("Roll the two d10; 00 is 100.", "A1, B1, A2, B2", "Version 2.1", "Two heroes on one target"):
        assert not stray_numbers(fine), fine


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_no_number_of_the_data_is_typed(path: Path) -> None:
    assert stray_numbers(typed_words(path)) == []


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_the_jinja_of_a_chapter_parses(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    jinja2.Environment(comment_start_string="{##", comment_end_string="##}", autoescape=True).parse(text)
    assert text.startswith("# ")
    assert len(re.findall(r"^:{3,}", text, re.MULTILINE)) % 2 == 0


def test_contradictions_of_the_source_stay_resolved() -> None:
    seen = 0
    for path in CHAPTERS:
        text = path.read_text(encoding="utf-8")
        seen += len(text.split())
        wrong = re.findall(
            r"\bnodes?\b|\benchant\w*|\bGrevan\b|\b3 Grace\b|\bthree Grace\b|\b70\+?|\bspaces\b|\b50\b|\b1?d6\b", text
        )
        assert not wrong, (path.name, wrong)
    assert seen > 6000
    together = "\n".join(path.read_text(encoding="utf-8") for path in CHAPTERS)
    for resolved in (
        "{{ rules.grace_for_altar }} for each capture, and no limit",
        "required_roll(heroes.sabea, heroes.seiren)",
        "hit_probability(heroes.drexir, heroes.sabea)",
    ):
        assert resolved in together, resolved


def test_figures_tables_and_marks_of_the_index_are_there() -> None:
    together = "\n".join(path.read_text(encoding="utf-8") for path in CHAPTERS)
    rules = (ROOT / "data/mortalgate/rules.yaml").read_text(encoding="utf-8")
    tables = re.findall(r"^  ([a-z-]+):$", rules.split("\ntables:\n")[1], re.MULTILINE)
    assert len(tables) > 10
    assert set(tables) == set(re.findall(r"\(table:([a-z-]+)", together))
    entries = {entry.strip() for found in re.findall(r"<!-- index: (.*?) -->", together) for entry in found.split(";")}
    assert len(entries) > 60


@pytest.mark.parametrize(
    ("headings", "ids"),
    [
        (["Bees", "Bees", "Bees", "Bees"], ["bees", "one/bees", "one/bees/2", "one/bees/3"]),
        (["!", "…", "Πόλεμος"], ["part", "one/part", "one/part/2"]),
        (["Bees", "Bees", "Hops", "Hops"], ["bees", "one/bees", "hops", "one/hops"]),
    ],
)
def test_every_heading_is_a_place_of_its_own(headings: list[str], ids: list[str]) -> None:
    """Links and the outline lead by these names: none is empty, and none is another's."""
    text = "# One\n\n" + "".join(f"## {heading}\n\n" for heading in headings)
    chapter, faults = read_chapter("one", text, frozenset(), set(), lambda *_: "")
    assert faults == []
    assert [block.id for block in chapter.blocks if isinstance(block, Heading)] == ids
