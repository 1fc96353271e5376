"""A set's first page: the kinds of leaves that it shows, their numbers, and what it says is done with each."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from pathlib import Path

import pytest

from pnp.build.build import build, gather, read_game
from pnp.build.guide import LeafKind, kinds_of
from pnp.build.guide_page import NAME, TITLE, guide_pages
from pnp.faces.compose import composer
from pnp.game.model import Game
from pnp.game.workspace import find_workspace
from pnp.impose.cutting import plan_cuts
from pnp.impose.leaf import Leaf
from pnp.impose.sheet import Sheet
from pnp.job import Backs, PrintJob
from pnp.units import PAPERS, Rect
from tests.conftest import GAME, ROOT, MakeGame
from tests.pdfs import text_of

SET = "print-and-play"
games = pytest.mark.parametrize("name", ["battle-gate", "ephemeral-gate", "mortalgate"])


def leaves_of(game: Game, job: PrintJob) -> tuple[Leaf, ...]:
    return gather(game, composer(game, job), [game.documents[SET]], tried=False).leaves[SET]


def kind(sheet: Sheet, *numbers: int) -> LeafKind:
    return LeafKind("Cards", numbers, sheet, "", False, plan_cuts(sheet.size, sheet.trims))


@games
@pytest.mark.parametrize(("paper", "backs"), [("a4", None), ("letter", "fold"), ("a4", "glue")])
def test_every_leaf_of_a_set_stands_on_its_first_page_once(name: str, paper: str, backs: Backs | None) -> None:
    game = read_game(find_workspace(ROOT), name)
    leaves = leaves_of(game, PrintJob(paper, backs=backs))
    count = sum(leaf.front.label.startswith(TITLE) for leaf in leaves)
    rest = leaves[count:]
    assert count == 1 and not any(leaf.front.label.startswith(TITLE) for leaf in rest)
    kinds = kinds_of(rest, count + 1)
    assert sorted(chain.from_iterable(item.numbers for item in kinds)) == list(range(2, len(leaves) + 1))
    for item in kinds:
        for number in item.numbers:
            leaf = leaves[number - 1]
            assert (leaf.stock, leaf.back is not None) == (item.stock, item.two_sided)
            assert len(plan_cuts(leaf.front.size, leaf.front.trims).cuts) == len(item.plan.cuts)
    faces = Counter(item.face.digest for kind_ in kinds for item in kind_.sheet.placements)
    page = leaves[0].front
    assert Counter(item.face.digest for item in page.placements if item.face.component != NAME) == faces
    whole = Rect(0, 0, page.size.width, page.size.height)
    for place in page.placements:  # all of it lies on the page
        seen = place.clip.rect if place.clip else place.trim
        assert whole.union(seen) == whole


@games
def test_the_first_page_says_what_the_file_is(name: str, tmp_path: Path) -> None:
    game = read_game(find_workspace(ROOT), name)
    (built,) = build(game, PrintJob(), tmp_path, [SET])
    text = " ".join(text_of(built.path, 0).split())
    leaves = leaves_of(game, PrintJob())
    papers = Counter(leaf.stock or "paper" for leaf in leaves[1:])
    assert text.startswith(game.title) and TITLE in text and "Actual size, 100 %" in text
    for stock, count in papers.items():
        found = [leaf.back is not None for leaf in leaves[1:] if (leaf.stock or "paper") == stock]
        for two_sided in set(found):
            assert f"{found.count(two_sided)} × {stock}" in text, (stock, count)
    for item in kinds_of(leaves[1:], 2):
        assert item.leaves in text and item.steps.split(",")[0] in text


def test_a_map_lies_behind_the_first_page_where_both_sides_are_printed() -> None:
    game = read_game(find_workspace(ROOT), "mortalgate")
    (first, *rest) = leaves_of(game, PrintJob())
    assert first.back and first.back.label == "Board, assembly map"
    assert "Board, assembly map" not in {leaf.front.label for leaf in rest}
    (first, *rest) = leaves_of(game, PrintJob(backs="glue"))
    assert first.back is None and "Board, assembly map" in {leaf.front.label for leaf in rest}


@pytest.mark.parametrize(
    ("numbers", "words"),
    [((4,), "Leaf 4"), ((1, 2, 3), "Leaves 1–3"), ((2, 3, 7, 9, 10), "Leaves 2–3, 7, 9–10")],
)
def test_leaves_are_named_as_a_person_names_them(numbers: tuple[int, ...], words: str) -> None:
    whole = Rect(0, 0, 210, 297)
    assert kind(Sheet(PAPERS["a4"], (), whole, whole, "x"), *numbers).leaves == words


def test_what_is_done_stands_in_its_order() -> None:
    whole = Rect(0, 0, 210, 297)
    bare = Sheet(PAPERS["a4"], (), whole, whole, "x")
    assert kind(bare, 1).steps == "nothing to cut"
    two = Sheet(PAPERS["a4"], (), whole, whole, "x", trims=(Rect(20, 30, 60, 90), Rect(83, 30, 60, 90)))
    assert kind(two, 1).steps == "2 + 4 cuts"
    folded = Sheet(PAPERS["a4"], (), whole, whole, "x", trims=(Rect(20, 30, 60, 90),), folded=True)
    steps = LeafKind("Cards", (1,), folded, "", False, plan_cuts(folded.size, folded.trims), glue=True).steps
    assert steps == "score 1 fold, 2 + 2 cuts, fold and glue"
    booklet = Sheet(PAPERS["a4"].turned, (), whole, whole, "")
    assert kind(booklet, 1).steps == "fold, staple"


def test_many_kinds_take_more_pages(make_game: MakeGame) -> None:
    game = read_game(make_game(None), "tiny")
    whole = Rect(0, 0, 210, 297)
    sheet = Sheet(PAPERS["a4"], (), whole, whole, "x")
    for count, pages in ((1, 1), (4, 1), (18, 1), (19, 2), (60, 4)):
        made = guide_pages(game, PAPERS["a4"], [kind(sheet, number) for number in range(count)], None)
        assert len(made) == pages, count


def test_only_what_combines_documents_has_one(make_game: MakeGame) -> None:
    game = read_game(make_game({"data/tiny/game.yaml": GAME + "  all: {combine: [cards]}\n"}), "tiny")
    made = gather(game, composer(game, PrintJob()), list(game.documents.values()))
    assert made.problems == ()
    assert [sheet.label for sheet in made.sheets["cards"]] == ["Cards"]
    assert [sheet.label for sheet in made.sheets["all"]] == [TITLE, "Cards"]
