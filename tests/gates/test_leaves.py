"""Every file of every game, leaf by leaf: behind a piece is its own back, and nothing else is behind anything."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pikepdf
import pytest

from pnp.build.build import build, gather, read_game
from pnp.build.guide_page import TITLE
from pnp.faces.compose import composer
from pnp.game.workspace import find_workspace
from pnp.impose.leaf import mirrored
from pnp.impose.sheet import Placement, Sheet
from pnp.job import Backs, Ink, PrintJob
from pnp.units import Flip, Rect
from tests.conftest import ROOT
from tests.pdfs import text_of

GAMES = ("battle-gate", "ephemeral-gate", "mortalgate")
papers = pytest.mark.parametrize("paper", ["a4", "letter"])
prints = pytest.mark.parametrize(
    ("paper", "ink"), [("a4", "full"), ("letter", "full"), ("a4", "light"), ("letter", "grey")]
)
games = pytest.mark.parametrize("name", GAMES)


def near(one: Rect, other: Rect) -> bool:
    edges = zip((one.x, one.y, one.right, one.bottom), (other.x, other.y, other.right, other.bottom), strict=True)
    return all(abs(a - b) < 1e-6 for a, b in edges)


def of_one_piece(front: Placement, back: Placement) -> bool:
    return (front.face.component, front.face.record) == (back.face.component, back.face.record)


def hold_leaf(front: Sheet, back: Sheet, two_sided: set[str]) -> None:
    """Each back is behind the front of the same piece, and no piece of two sides lacks its back."""
    assert front.turn and front.turn == back.turn and front.size == back.size
    assert {place.face.side for place in front.placements} == {"front"}
    assert {place.face.side for place in back.placements} <= {"back"}
    for place in back.placements:
        there = [item for item in front.placements if near(mirrored(item.trim, front.size, front.turn), place.trim)]
        assert len(there) == 1 and of_one_piece(there[0], place)
    wanted = [place for place in front.placements if place.face.component in two_sided]
    assert len(back.placements) == len(wanted)


def test_all_games_are_looked_at() -> None:
    assert sorted(find_workspace(ROOT).games()) == sorted(GAMES)


@prints
@games
def test_no_leaf_joins_strangers_and_no_back_is_lost(name: str, paper: str, ink: Ink) -> None:
    game = read_game(find_workspace(ROOT), name)
    cut = [item for item in game.documents.values() if not item.book]
    made = gather(game, composer(game, PrintJob(paper, ink)), cut, tried=False)
    two_sided = {item.name for item in game.components.values() if item.back}
    turned = 0
    for document in cut:
        pages = list(made.sheets[document.name])
        parts = [document, *(game.documents[part] for part in document.combine)]
        assert bool(pages[0].turn) == bool(two_sided & {name for part in parts for name in part.components})
        if pages[0].turn is None:
            assert {place.face.side for page in pages for place in page.placements} == {"front"}
            continue
        turned += 1
        if document.combine:
            assert pages[0].label == TITLE
            assert not pages[1].placements or pages[1].label.endswith("assembly map")
            pages = pages[2:]
        if len(pages) % 2:
            assert not {place.face.component for place in pages.pop().placements} & two_sided
        for front, back in zip(pages[::2], pages[1::2], strict=True):
            hold_leaf(front, back, two_sided)
    assert turned


def mirrored_by(line: float, rect: Rect, *, upright: bool) -> Rect:
    if upright:
        return Rect(2 * line - rect.right, rect.y, rect.width, rect.height)
    return Rect(rect.x, 2 * line - rect.bottom, rect.width, rect.height)


def hold_folded(sheet: Sheet) -> None:
    """Each back lies beyond the fold from its own front."""
    ((x1, y1, x2, _),) = set(re.findall(r'd="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)"[^>]*dasharray', sheet.marks))
    upright, line = x1 == x2, float(x1 if x1 == x2 else y1)
    fronts = [item for item in sheet.placements if item.face.side == "front"]
    backs = [item for item in sheet.placements if item.face.side == "back"]
    assert len(fronts) == len(backs)
    for front in fronts:
        at = mirrored_by(line, front.trim, upright=upright)
        (there,) = [item for item in backs if near(item.trim, at)]
        assert of_one_piece(front, there)


def hold_glued(front: Sheet, back: Sheet, edge: Flip, two_sided: set[str]) -> None:
    """Each back is behind its own front when the two sheets are laid together."""
    for place in back.placements:
        (there,) = [item for item in front.placements if near(mirrored(item.trim, front.size, edge), place.trim)]
        assert of_one_piece(there, place)
    assert len(back.placements) == sum(item.face.component in two_sided for item in front.placements)


@prints
@games
@pytest.mark.parametrize("backs", ["fold", "glue", "none"])
def test_backs_that_no_printer_turns_are_as_they_are_asked_for(name: str, paper: str, ink: Ink, backs: Backs) -> None:
    game = read_game(find_workspace(ROOT), name)
    cut = [item for item in game.documents.values() if not item.book]
    made = gather(game, composer(game, PrintJob(paper, ink, backs)), cut, tried=False)
    plain = gather(game, composer(game, PrintJob(paper, ink)), cut, tried=False)
    assert made.problems == ()
    two_sided = {item.name for item in game.components.values() if item.back}
    seen = 0
    for document in cut:
        sheets = [sheet for sheet in made.sheets[document.name] if not sheet.label.startswith(TITLE)]
        assert all(sheet.turn is None for sheet in sheets)
        count = Counter(item.face.digest for sheet in sheets for item in sheet.placements)
        was = Counter(
            item.face.digest
            for sheet in plain.sheets[document.name]
            if not sheet.label.startswith(TITLE)
            for item in sheet.placements
            if backs != "none" or item.face.side == "front"
        )
        assert count == was, "nothing is lost, nothing is printed twice"
        for sheet, following in pairwise([*sheets, None]):
            assert sheet
            sides = {item.face.side for item in sheet.placements}
            if sides == {"front", "back"}:
                hold_folded(sheet)
            elif following and {item.face.side for item in following.placements} == {"back"}:
                hold_glued(sheet, following, document.flip, two_sided)
                assert "behind it" in sheet.overlay and "glue it behind" in following.overlay
            elif sides == {"front"} and backs != "none":
                assert not {item.face.component for item in sheet.placements} & two_sided
            seen += sides != {"front"}
    assert bool(seen) == (backs != "none")


@papers
@games
def test_a_file_says_how_it_is_turned_and_each_page_where_it_stands(name: str, paper: str, tmp_path: Path) -> None:
    game = read_game(find_workspace(ROOT), name)
    made = [item for item in game.documents.values() if not item.book]
    for document, built in zip(made, build(game, PrintJob(paper), tmp_path, [item.name for item in made]), strict=True):
        with pikepdf.open(built.path) as pdf:
            wishes, count = dict(pdf.Root.get("/ViewerPreferences", {})), len(pdf.pages)
        texts = [" ".join(text_of(built.path, page).split()) for page in range(count)]
        duplex = str(wishes.get("/Duplex", ""))
        assert duplex == ("" if duplex == "" else f"/DuplexFlip{document.flip.capitalize()}Edge")
        leaves = -(-count // 2) if duplex else count
        for page, text in enumerate(texts):
            leaf, back = (page // 2, page % 2) if duplex else (page, 0)
            place = f"leaf {leaf + 1} of {leaves}, "
            assert place in text, (built.path.name, page)
            side = text.partition(place)[2]
            turn = f"front · turn over the {document.flip} edge"
            assert side.startswith("back" if back else (turn, "one-sided"))
            if duplex and not back and side.startswith("one-sided") and page + 1 < count:
                assert "left empty" in texts[page + 1]
