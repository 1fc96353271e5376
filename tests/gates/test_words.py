"""Every word of every shipped PDF is found as it was typed, by poppler and by pdfium: tracked, kerned, and parted ones."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path

import pypdfium2
import pytest

from pnp.build.build import gather, read_game
from pnp.build.guide_page import NAME, TITLE
from pnp.faces.compose import composer
from pnp.game.workspace import find_workspace
from pnp.impose.sheet import Sheet
from pnp.job import PrintJob
from tests.conftest import ROOT
from tests.gates.printed_words import Wanted, wanted_on

GAMES = sorted(path.parent.name for path in (ROOT / "data").glob("*/game.yaml"))
# what pdfium writes for a hyphen at a line's end, where it goes on with the word
PARTED = re.compile("[\ufffe\x02]")
POINTS = re.compile(r"(.*[\w’)])([.,;:]+)")
WORDS, TRACKED, JOINED = 100_000, 3_000, 15  # that the gate sees, at least
LETTERS, ENDS, POINTS_OFF = 400, 12, 4  # that it lets pass, at most


@dataclass
class Seen:
    """What was looked for, and what was let pass: in a table's cell poppler takes ``8 %`` for one tracked word; a reader
    joins what stands at a column's end with a hyphen to what it reads next; pdfium parts a full stop from a bold word.
    """

    words: int = 0
    tracked: int = 0
    joined: int = 0
    letters: int = 0
    ends: int = 0
    points: int = 0
    faults: list[str] = field(default_factory=list)


def poppler_text(file: Path) -> list[str]:
    """The text of each page. Raises RuntimeError where there is no poppler: a gate without its tool is shut."""
    tool = shutil.which("pdftotext")
    if tool is None:
        raise RuntimeError("there is no poppler to read the pages with: apt-get install poppler-utils")
    done = subprocess.run([tool, "-enc", "UTF-8", str(file), "-"], capture_output=True, check=True, timeout=300)
    return done.stdout.decode("utf-8").split("\f")


def lacking(wanted: Wanted, text: str, seen: Seen) -> Counter[str]:
    """The words that a reader does not find, but for what is let pass and counted."""
    got = Counter(text.split())
    missing, spare = wanted.words - got, got - wanted.words
    for word, times in spare.items():
        letters = Counter(word)
        if len(word) > 1 and all(missing[letter] >= letters[letter] * times for letter in letters):
            missing -= Counter({letter: count * times for letter, count in letters.items()})
            seen.letters += times
    for word in list(missing):
        found = POINTS.fullmatch(word)
        if any(head[:-1] + word in spare for head in wanted.heads):
            missing[word] -= 1
            seen.ends += 1
        elif found and spare[found[1]] and spare[found[2]]:
            missing[word] -= 1
            seen.points += 1
    return +missing


def without_pictures(sheet: Sheet) -> Sheet:
    """A sheet without those that are shown small on it: nobody reads or seeks their words."""
    if not sheet.label.startswith(TITLE):
        return sheet
    return replace(sheet, placements=tuple(item for item in sheet.placements if item.face.component == NAME))


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Seen:
    seen, space, folder = Seen(), find_workspace(ROOT), tmp_path_factory.mktemp("words")
    for name in GAMES:
        game = read_game(space, name)
        documents = [document for document in game.documents.values() if document.layout != "html"]
        gathered = gather(game, composer(game, PrintJob("a4")), documents, tried=False)
        for document in documents:
            file = folder / f"{name}-{document.file}"
            file.write_bytes(gathered.data(document).data)
            pages, opened = poppler_text(file), pypdfium2.PdfDocument(file)
            assert len(opened) == len(gathered.sheets[document.name])
            for number, sheet in enumerate(gathered.sheets[document.name]):
                wanted = wanted_on(without_pictures(sheet), game.fonts, game.language)
                seen.words += wanted.words.total()
                seen.tracked += len(wanted.tracked)
                seen.joined += len(wanted.parted)
                text = opened[number].get_textpage()
                read = {"poppler": pages[number], "pdfium": PARTED.sub("", text.get_text_range())}
                if sheet.label.startswith(TITLE):  # poppler joins its words with the tiny ones of a sheet beside them
                    del read["poppler"]
                where = f"{name}, {document.name}, page {number + 1}"
                for reader, letters in read.items():
                    missing = lacking(wanted, letters, seen)
                    if missing:
                        seen.faults.append(f"{where}: {reader} does not find {dict(missing.most_common(6))}")
                lost = [word for word in sorted(wanted.tracked - wanted.parted) if not found_in(text, word)]
                if lost:
                    seen.faults.append(f"{where}: a search does not find {lost[:6]}")
            opened.close()
    return seen


def found_in(text: pypdfium2.PdfTextPage, word: str) -> bool:
    """Whether a viewer's search finds a word."""
    return text.search(word, match_case=True).get_next() is not None


def test_every_word_is_found_as_it_was_typed(seen: Seen) -> None:
    assert not seen.faults, f"{len(seen.faults)} pages lack words:\n" + "\n".join(seen.faults[:40])


def test_the_gate_saw_what_it_is_for(seen: Seen) -> None:
    print(seen)
    assert seen.words > WORDS
    assert seen.tracked > TRACKED
    assert seen.joined > JOINED


def test_little_is_let_pass(seen: Seen) -> None:
    assert seen.letters < LETTERS
    assert seen.ends < ENDS
    assert seen.points < POINTS_OFF
