"""Backs for every way of getting them behind fronts, pieces at other scales, and some leaves of a file alone."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.build.build import build, check, gather, read_game
from pnp.build.slugs import finish_leaves
from pnp.cli.job_words import read_job
from pnp.cli.parameters import WordError
from pnp.faces.compose import composer
from pnp.faces.face import Face
from pnp.game.model import Game
from pnp.impose.backs import FOLD_CLEAR, glued, impose_pieces
from pnp.impose.cards import Paper, impose_cards
from pnp.impose.grid import CutPiece
from pnp.impose.leaf import Leaf, mirrored, pages_of
from pnp.impose.marks import SLUG_HEIGHT
from pnp.impose.scale import scaled, unscaled
from pnp.impose.sheet import Placement, Sheet
from pnp.job import PrintJob
from pnp.problems import GameError
from pnp.units import PAPERS, Size
from tests.conftest import GAME, MakeGame
from tests.pdfs import painted, text_of

A4 = Paper(PAPERS["a4"])
CARD = Size(63, 88)


def piece(size: Size = CARD, name: str = "", *, two: bool = True) -> CutPiece:
    front, back = (Face("cards", name, side, f"<{side}{name}/>", size, 3) for side in ("front", "back"))
    return CutPiece(front, back if two else None)


def fold_of(sheet: Sheet) -> tuple[float, bool]:
    """Where a folded sheet has its dashed line, and whether it stands upright."""
    (line,) = set(re.findall(r'd="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)" [^>]*dasharray', sheet.marks))
    x1, y1, x2, y2 = map(float, line)
    assert (x1 == x2) != (y1 == y2), "it runs straight across the paper"
    return (x1, True) if x1 == x2 else (y1, False)


def pairs_on(sheet: Sheet) -> list[tuple[Placement, Placement]]:
    fronts = [item for item in sheet.placements if item.face.side == "front"]
    backs = [item for item in sheet.placements if item.face.side == "back"]
    assert len(fronts) == len(backs)
    return list(zip(fronts, backs, strict=True))


sizes = st.builds(Size, st.integers(15, 130).map(float), st.integers(15, 130).map(float))
papers = st.sampled_from([Paper(size, gutter=gutter) for size in PAPERS.values() for gutter in (0.0, 3.0, 5.0)])


@given(sizes, papers, st.integers(1, 30))
def test_folded_backs_lie_behind_their_fronts(size: Size, paper: Paper, count: int) -> None:
    items = [piece(size, str(number)) for number in range(count)]
    try:
        leaves = impose_pieces([(item, "Cards") for item in items], paper, "Cards", "fold")
    except ValueError as error:
        assert "when it is folded in half" in str(error)
        return
    seen = []
    for leaf in leaves:
        assert leaf.back is None and not leaf.glued and leaf.front.size == paper.size
        at, upright = fold_of(leaf.front)
        for front, back in pairs_on(leaf.front):
            assert front.face.record == back.face.record
            seen.append(front.face.record)
            for x, y in ((0.0, 0.0), (1.0, 5.0)):  # two points say where it is and how it stands
                fx, fy = front.matrix.apply(x, y)
                wanted = (2 * at - fx, fy) if upright else (fx, 2 * at - fy)
                assert back.matrix.apply(size.width - x, y) == pytest.approx(wanted)
            assert front.clip and back.clip
            clear = (
                (at - front.clip.rect.right, back.clip.rect.x - at)
                if upright
                else (at - front.clip.rect.bottom, back.clip.rect.y - at)
            )
            assert min(clear) >= FOLD_CLEAR - 1e-6
            for item in (front, back):
                assert item.clip and item.clip.rect.x >= paper.margin - 1e-6 and item.clip.rect.y >= paper.margin - 1e-6
                assert item.clip.rect.right <= paper.size.width - paper.margin + 1e-6
                assert item.clip.rect.bottom <= paper.size.height - paper.margin - SLUG_HEIGHT + 1e-6
    assert sorted(seen) == sorted(str(number) for number in range(count))


def test_the_fold_lies_where_fewest_leaves_are_needed() -> None:
    """Of 63 x 88 mm, 4 pairs fit an upright A4 folded down its middle, 4 one folded across; of 90 x 60 mm 4 and 4."""
    (sheet,) = [leaf.front for leaf in impose_pieces([(piece(Size(190, 60)), "")] * 2, A4, "Long", "fold")]
    assert fold_of(sheet) == ((297 - SLUG_HEIGHT) / 2, False)
    (sheet,) = [leaf.front for leaf in impose_pieces([(piece(Size(85, 270)), "")], A4, "High", "fold")]
    assert fold_of(sheet) == (105, True)


def test_only_a_level_fold_sets_backs_on_their_heads() -> None:
    (level,) = impose_pieces([(piece(Size(190, 60)), "")] * 2, A4, "Long", "fold")
    (upright,) = impose_pieces([(piece(Size(85, 270)), "")], A4, "High", "fold")
    for leaf, down in ((level, -1), (upright, 1)):
        _, back = pairs_on(leaf.front)[0]
        assert (back.matrix.b, back.matrix.d) == (0, down)


def test_pieces_of_one_side_are_laid_as_ever_among_folded_ones() -> None:
    one = [piece(name=str(number), two=False) for number in range(9)]
    leaves = impose_pieces([(each, "") for each in (piece(), *one)], A4, "Cards", "fold")
    assert [len(leaf.front.placements) for leaf in leaves] == [2, 9]
    assert "dasharray" not in leaves[1].front.marks


def test_glued_backs_have_a_leaf_with_the_same_marks_and_frame() -> None:
    leaves = impose_pieces([(piece(name=str(number)), "") for number in range(9)], A4, "Cards", "glue")
    front, back = (leaf.front for leaf in leaves)
    assert [leaf.glued for leaf in leaves] == [False, True]
    assert [leaf.back for leaf in leaves] == [None, None]
    assert back.marks == f'<g transform="matrix(-1 0 0 1 210 0)">{front.marks}</g>'
    frame = front.bleed.outset(0.5)
    assert f"M{frame.x:g} {frame.y:g}L{frame.right:g} {frame.y:g}" in front.marks
    for one, other in zip(front.placements, back.placements, strict=True):
        assert mirrored(one.trim, front.size, "long") == other.trim
        assert one.face.record == other.face.record
    assert [side for _, _, side in pages_of(leaves, "long")] == [
        "one-sided  ·  glue leaf 2 behind it",
        "one-sided  ·  glue it behind leaf 1",
    ]


def test_a_frame_never_leaves_the_paper() -> None:
    paper = Paper(PAPERS["a4"], margin=0, gutter=0)
    (front, _) = glued(impose_cards([piece(Size(210, 148))] * 2, paper, "Sheets"), "long")
    assert 'stroke-width="0.15"' not in front.front.marks


def test_backs_that_are_not_wanted_are_not_printed() -> None:
    (leaf,) = impose_pieces([(piece(), "")], A4, "Cards", "none")
    assert leaf.back is None and [item.face.side for item in leaf.front.placements] == ["front"]


@given(st.integers(25, 400), sizes, papers)
def test_scaled_leaves_are_of_the_paper_and_pieces_of_the_scale(percent: int, size: Size, paper: Paper) -> None:
    factor = percent / 100
    try:
        leaves = scaled(impose_cards([piece(size)] * 7, unscaled(paper, factor), "Cards"), factor)
    except ValueError:
        assert max(size.width, size.height) * factor > min(paper.area.width, paper.area.height) - paper.gutter - 1e-6
        return
    assert sum(len(leaf.front.placements) for leaf in leaves) == 7
    for leaf in leaves:
        for sheet in filter(None, (leaf.front, leaf.back)):
            assert (sheet.size.width, sheet.size.height) == pytest.approx((paper.size.width, paper.size.height))
            for item in sheet.placements:
                sides = sorted((size.width * factor, size.height * factor))
                assert sorted((item.trim.width, item.trim.height)) == pytest.approx(sides)
                assert item.clip and item.clip.rect.bottom <= paper.area.bottom + 1e-6
        assert leaf.back
        for one, other in zip(leaf.front.placements, leaf.back.placements, strict=True):
            there = mirrored(one.trim, leaf.front.size, "long")
            assert (there.x, there.y) == pytest.approx((other.trim.x, other.trim.y))


TWO_SIDED = GAME.replace("template: card.svg,", "template: card.svg, back: card.svg,")


def pages(game: Game, **job: object) -> tuple[Sheet, ...]:
    made = gather(game, composer(game, PrintJob(**job)), list(game.documents.values()))  # type: ignore[arg-type]
    assert made.problems == ()
    return made.sheets["cards"]


def test_a_document_says_its_backs_and_the_print_job_overrules_it(make_game: MakeGame) -> None:
    said = TWO_SIDED.replace("  cards: [cards]", "  cards: {components: [cards], backs: fold}")
    game = read_game(make_game({"data/tiny/game.yaml": said}), "tiny")
    assert len(pages(game)) == 1 and "fold at the dashed line" in pages(game)[0].label
    assert [sheet.turn for sheet in pages(game, backs="two-sided")] == ["long", "long"]
    assert [sheet.turn for sheet in pages(game, backs="glue")] == [None, None]
    assert len(pages(game, backs="none")) == 1


def test_a_combining_document_says_the_backs_of_what_it_combines(make_game: MakeGame) -> None:
    said = TWO_SIDED + "  all: {combine: [cards], backs: glue}\n"
    game = read_game(make_game({"data/tiny/game.yaml": said}), "tiny")
    made = gather(game, composer(game, PrintJob()), list(game.documents.values()))
    assert [sheet.turn for sheet in made.sheets["cards"]] == ["long"] * 2
    assert [sheet.turn for sheet in made.sheets["all"]] == [None] * 3  # the page that tells how, too


def test_a_sheet_in_parts_is_glued_where_others_fold(make_game: MakeGame) -> None:
    for layout in ("poster", "tiles", "strips"):
        said = TWO_SIDED.replace("  cards: [cards]", f"  cards: {{components: [cards], layout: {layout}}}")
        game = read_game(make_game({"data/tiny/game.yaml": said}), "tiny")
        folded, plain = pages(game, backs="fold"), pages(game)
        assert len(folded) == len(plain) and all(sheet.turn is None for sheet in folded)
        backs = [[item.face.digest for item in sheet.placements] for sheet in plain]
        assert [[item.face.digest for item in sheet.placements] for sheet in folded] == backs, "none is lost"
        assert not any(item.face.side == "back" for sheet in pages(game, backs="none") for item in sheet.placements)


def test_what_is_too_large_to_fold_is_a_problem_with_a_cure(make_game: MakeGame) -> None:
    said = TWO_SIDED.replace("size: poker", "size: 150 x 200").replace(
        "  cards: [cards]", "  cards: {components: [cards], backs: fold}"
    )
    (problem,) = [
        item
        for item in check(read_game(make_game({"data/tiny/game.yaml": said}), "tiny"), PrintJob())
        if item.severity == "error"
    ]
    assert problem.code == "too-large" and "when it is folded in half" in problem.message
    assert problem.hint.endswith("or backs: glue")


def test_copies_and_scale_are_of_every_piece(make_game: MakeGame) -> None:
    game = read_game(make_game({"data/tiny/game.yaml": TWO_SIDED}), "tiny")
    one, three = pages(game), pages(game, copies=3)
    assert len(three[0].placements) == min(3 * len(one[0].placements), 9)
    small, _ = pages(game, scale=50.0)
    trim = small.placements[0].trim
    assert sorted((trim.width, trim.height)) == pytest.approx([31.5, 44])
    assert "31.5 x 44 mm · at 50 %" in small.overlay


def test_some_leaves_alone_go_into_a_file_of_their_own(make_game: MakeGame) -> None:
    said = TWO_SIDED.replace("bleed: 3}", "bleed: 3, copies: 30}")
    workspace = make_game({"data/tiny/game.yaml": said})
    game, out = read_game(workspace, "tiny"), workspace.root / "out"
    (whole,) = build(game, PrintJob(), out)
    (part,) = build(game, PrintJob(leaves=((2, 3), (5, 5))), out)
    assert part.path.name == "cards.leaves-2-3,5.pdf" and whole.path.is_file()
    assert part.pages == 6
    texts = [text_of(part.path, page) for page in range(6)]
    assert [re.findall(r"leaf (\d+) of", text) for text in texts] == [["2"], ["2"], ["3"], ["3"], ["5"], ["5"]]
    for page in range(6):
        assert len([item for item in painted(part.path, page) if item.operator == "W" and item.depth == 0]) == 9
    with pytest.raises(GameError, match=re.escape("cards has")) as found:
        build(game, PrintJob(leaves=((50, 60),)), out)
    assert found.value.problems[0].code == "no-such-leaf"


def test_links_to_leaves_that_are_not_printed_lead_nowhere(mortalgate: Game) -> None:
    made = gather(mortalgate, composer(mortalgate, PrintJob(leaves=((1, 2),))), [mortalgate.documents["rulebook"]])
    sheets = made.sheets["rulebook"]
    assert len(sheets) == 4
    anchors = {anchor.name for sheet in sheets for anchor in sheet.anchors}
    assert {link.target for sheet in sheets for link in sheet.links} <= anchors


def test_a_slug_ends_before_the_scale_bar_whatever_the_titles(mortalgate: Game) -> None:
    from dataclasses import replace

    from pnp.build.slugs import _width
    from pnp.game.slug_family import slug_family
    from pnp.impose.marks import slug_room

    long = replace(mortalgate, title="The Long and Winding Chronicle of a Gate That Was Mortal " * 2)
    front = impose_cards([piece()], A4, "Status cards of a very long name that goes on and on")[0].front
    for game in (mortalgate, long):
        (sheet,) = finish_leaves(game, [Leaf(front)], "long", PrintJob())
        (text, _) = re.findall(r">([^<]+)</text>", sheet.overlay)
        assert _width(game, text, slug_family(game)) <= slug_room(sheet.size)
        assert text.endswith(f"63 x 88 mm · leaf 1 of 1, one-sided · {sheet.digest}")
        assert ("…" in text) == (game is long)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"backs": "folded"}, "backs cannot be 'folded'"),
        ({"copies": "0"}, "--copies 0 is out of range"),
        ({"copies": "many"}, "--copies: expected a whole number, found 'many'"),
        ({"scale": "24"}, "--scale 24 is out of range"),
        ({"scale": "401"}, "--scale 401 is out of range"),
        ({"leaves": "5-3"}, "--leaves: there are no leaves '5-3'"),
        ({"leaves": "0"}, "--leaves: there are no leaves '0'"),
        ({"leaves": "1,,2"}, "--leaves: '' is no leaf"),
    ],
)
def test_words_that_ask_for_what_cannot_be(words: dict[str, str], message: str) -> None:
    with pytest.raises(WordError) as found:
        read_job({"paper": "a4", **words})
    assert str(found.value) == message and found.value.hint


def test_words_make_a_print_job() -> None:
    words = {"paper": "a4", "backs": "glue", "copies": "2", "scale": "90%", "leaves": "9, 3-5"}
    assert read_job(words) == PrintJob("a4", backs="glue", copies=2, scale=90.0, leaves=((3, 5), (9, 9)))
    assert read_job({"paper": "letter"}) == PrintJob("letter")
    assert [read_job({"paper": "a4", "scale": word}).scale for word in ("25", "400")] == [25.0, 400.0]
