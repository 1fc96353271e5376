"""Label sheets: data that come out even, each piece in the middle of a label, a page to try on plain paper."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.build.build import build, examine, read_game
from pnp.faces.face import Face
from pnp.game.label_stock import LABEL_STOCKS, LabelStock
from pnp.impose.grid import CutPiece
from pnp.impose.labels import impose_labels, outline_page
from pnp.impose.sheet import Sheet
from pnp.job import PrintJob
from pnp.problems import GameError, Problem
from pnp.shapes.piece_shape import Kind, Shape
from pnp.units import POINTS_PER_MM, Rect, Size

from .conftest import CARD, GAME, MakeGame
from .pdfs import painted, text_of

stocks = pytest.mark.parametrize("stock", LABEL_STOCKS.values(), ids=LABEL_STOCKS)


@stocks
def test_the_labels_stand_as_far_from_one_edge_as_from_the_other(stock: LabelStock) -> None:
    """And their number, and sizes, are those that the trade sells them by."""
    places = list(stock.places())
    assert len(places) == stock.count
    left, right = min(die.x for die in places), stock.sheet.width - max(die.right for die in places)
    top, bottom = min(die.y for die in places), stock.sheet.height - max(die.bottom for die in places)
    assert left == pytest.approx(right, abs=0.01)
    assert top == pytest.approx(bottom, abs=0.01)
    assert left > 3
    assert top > 8.5, "the slug stands below"
    for i, one in enumerate(places):
        for other in places[i + 1 :]:
            across = min(one.right, other.right) - max(one.x, other.x)
            down = min(one.bottom, other.bottom) - max(one.y, other.y)
            assert min(across, down) < 1e-6, "labels lie side by side"


def test_the_stock_is_what_its_maker_sells() -> None:
    sold = {
        "avery-5160": (30, "letter", 66.675, 25.4),
        "avery-5163": (10, "letter", 101.6, 50.8),
        "avery-5167": (80, "letter", 44.45, 12.7),
        "avery-5293": (24, "letter", 41.275, 41.275),
        "avery-5294": (12, "letter", 63.5, 63.5),
        "avery-l7159": (24, "a4", 63.5, 33.9),
        "avery-l7160": (21, "a4", 63.5, 38.1),
        "avery-l7651": (65, "a4", 38.1, 21.2),
    }
    found = {
        name: (stock.count, stock.paper, stock.label.width, stock.label.height) for name, stock in LABEL_STOCKS.items()
    }
    assert found == {name: (*words[:2], *map(pytest.approx, words[2:])) for name, words in sold.items()}
    assert {name for name, stock in LABEL_STOCKS.items() if stock.shape == "circle"} == {"avery-5293", "avery-5294"}


def piece(size: Size, shape: Kind = "rectangle", *, back: bool = False, bleed: float = 3) -> CutPiece:
    faces = [Face("a", "", side, f"<svg id='{side}'/>", size, bleed, Shape(shape)) for side in ("front", "back")]
    return CutPiece(faces[0], faces[1] if back else None)


@given(
    st.sampled_from(list(LABEL_STOCKS.values())), st.integers(1, 170), st.booleans(), st.floats(0.3, 1), st.booleans()
)
def test_each_side_lies_in_the_middle_of_a_label_of_its_own(
    stock: LabelStock, count: int, back: bool, share: float, lies: bool
) -> None:
    size = Size(stock.label.width * share, stock.label.height * share)
    one = piece(size.turned if lies else size, stock.shape, back=back)
    leaves = impose_labels([one] * count, stock, "Stickers")
    placed = [(sheet, place) for leaf in leaves for sheet in [leaf.front] for place in sheet.placements]
    assert all(leaf.back is None for leaf in leaves)
    assert len(placed) == count * (1 + back)
    assert [place.face.side for _, place in placed[:4]] == (["front", "back"] * 2 if back else ["front"] * 4)[
        : len(placed[:4])
    ]
    dies = list(stock.places())
    for number, (sheet, place) in enumerate(placed):
        die, trim, clip = dies[number % stock.count], place.trim, place.clip
        assert sheet.size == stock.sheet
        assert trim.x + trim.width / 2 == pytest.approx(die.x + die.width / 2)
        assert trim.y + trim.height / 2 == pytest.approx(die.y + die.height / 2)
        assert max(die.x - trim.x, trim.right - die.right, die.y - trim.y, trim.bottom - die.bottom) < 0.06
        assert clip and clip.round == (stock.shape == "circle")
        for other in dies:  # what is shown of one keeps off the next label
            if other != die:
                across = min(clip.rect.right, other.right) - max(clip.rect.x, other.x)
                down = min(clip.rect.bottom, other.bottom) - max(clip.rect.y, other.y)
                assert min(across, down) < 1e-6
    assert sheet.marks == sheet.overlay == "", "a label is cut already"


@stocks
def test_what_no_label_holds_is_refused(stock: LabelStock) -> None:
    other: Kind = "rectangle" if stock.shape == "circle" else "circle"
    with pytest.raises(ValueError, match=f"a piece that is a {other} cannot be a label: {stock.name} has"):
        impose_labels([piece(Size(10, 10), other)], stock, "Stickers")
    wide = Size(stock.label.width + 0.1, 10 if stock.shape == "rectangle" else stock.label.width + 0.1)
    if wide.width > stock.label.height + 0.05:
        with pytest.raises(ValueError, match="is larger than a label"):
            impose_labels([piece(wide, stock.shape)], stock, "Stickers")


@stocks
def test_the_test_page_draws_every_label(stock: LabelStock) -> None:
    sheet = outline_page(stock, "Stickers, test", "Text").front
    assert sheet.size == stock.sheet
    assert sheet.overlay.count("<circle" if stock.shape == "circle" else "<rect") == stock.count
    assert "Print on plain paper," in sheet.overlay


STICKERS = GAME.replace("size: poker, bleed: 3}", "size: 63 x 38, bleed: 2}").replace(
    "  cards: [cards]", "  cards: {components: [cards], labels: avery-l7160}"
)
SMALL = CARD.replace('20, 53, 30, "body"', '20, 53, 15, "body"')


def clips(path: Path) -> list[Rect]:
    boxes = [item.box for item in painted(path, 0) if item.operator == "W" and item.depth == 0]
    return [Rect(left, top, right - left, bottom - top) for left, top, right, bottom in boxes]


def test_a_document_of_labels_is_built_with_its_test_page(make_game: MakeGame) -> None:
    workspace = make_game({"data/tiny/game.yaml": STICKERS, "templates/tiny/card.svg": SMALL})
    game = read_game(workspace, "tiny")
    out = workspace.root / "out"
    built = {item.path.name: (item.pages, item.faces) for item in build(game, PrintJob("a4"), out)}
    assert built == {"cards.pdf": (1, 2), "cards-test.pdf": (1, 0)}
    first, second = clips(out / "cards.pdf")
    assert (first.x, first.y) == pytest.approx((7.25 + 0.25 - 1.5, 15.15), abs=0.01)  # halfway to the next, none above
    assert second.x - first.x == pytest.approx(66, abs=0.001)
    assert "on avery-l7160" in text_of(out / "cards.pdf", 0)
    rects = [
        item for item in painted(out / "cards-test.pdf", 0) if item.operator in ("S", "s") and len(item.points) >= 4
    ]
    corners = {(round(item.box[0], 2), round(item.box[1], 2)) for item in rects}
    assert {(round(7.25 + c * 66, 2), round(15.15 + r * 38.1, 2)) for c in range(3) for r in range(7)} <= corners
    assert "hold it on the labels" in " ".join(text_of(out / "cards-test.pdf", 0).split())


def test_labels_are_their_own_paper_and_say_so(make_game: MakeGame) -> None:
    import pikepdf

    workspace = make_game({"data/tiny/game.yaml": STICKERS, "templates/tiny/card.svg": SMALL})
    game = read_game(workspace, "tiny")
    told: list[Problem] = []
    build(game, PrintJob("letter"), workspace.root / "out", warn=told.append)
    assert [(problem.code, problem.severity, problem.message) for problem in told] == [
        ("label-paper", "warning", "cards: avery-l7160 is a sheet of a4, and this build is for letter")
    ]
    assert [item.code for item in examine(game, PrintJob("letter")).problems] == ["label-paper"]
    with pikepdf.open(workspace.root / "out/cards.pdf") as pdf:
        assert float(pdf.pages[0].mediabox[2]) == pytest.approx(210 * POINTS_PER_MM, abs=0.01)


def test_each_paper_may_have_its_own_labels(make_game: MakeGame) -> None:
    both = STICKERS.replace("labels: avery-l7160", "labels: {a4: avery-l7160, letter: avery-5163}")
    workspace = make_game({"data/tiny/game.yaml": both, "templates/tiny/card.svg": SMALL})
    game = read_game(workspace, "tiny")
    for paper, name in (("a4", "avery-l7160"), ("letter", "avery-5163"), ("a3", "avery-l7160")):
        stock = game.documents["cards"].stock(paper)
        assert stock and stock.name == name
    told: list[Problem] = []
    build(game, PrintJob("letter"), workspace.root / "out", warn=told.append)
    assert told == []


LABELS = "  cards: {components: [cards], labels: avery-l7160}"
FAULTS = {
    "unknown stock": (
        "labels: avery-l7160", "labels: avery-l7161",
        "unknown-labels", "labels: no sheet of labels is known as 'avery-l7161'", "did you mean 'avery-l7",
    ),
    "a list": ("labels: avery-l7160", "labels: [avery-l7160]", "wrong-type", "labels", ""),
    "unknown paper": (
        "labels: avery-l7160", "labels: {a9: avery-l7160}",
        "unknown-paper", "unknown paper 'a9'", "known: a3, a4",
    ),
    "gutter": (
        "labels: avery-l7160", "labels: avery-l7160, gutter: 2",
        "unknown-field", "'gutter' says nothing to a document of labels", "take it out",
    ),
    "a layout": (
        "labels: avery-l7160", "labels: avery-l7160, layout: poster",
        "unknown-field", "'labels' says nothing to a document with layout poster", "layout: grid",
    ),
    "combined": (
        LABELS, LABELS + "\n  all: {combine: [cards]}",
        "wrong-layout", "all combines cards, which is printed on labels", "take cards out of combine",
    ),
    "larger": (
        "size: 63 x 38", "size: 70 x 38",
        "wrong-label", "cards: a piece of 70 x 38 mm is larger than a label: avery-l7160 has 63.5 x 38.1 mm", "size and shape",
    ),
    "round": (
        "size: 63 x 38", "shape: circle, size: 38",
        "wrong-label", "cards: a piece that is a circle cannot be a label: avery-l7160 has 63.5 x 38.1 mm", "size and shape",
    ),
    "panels that are none": (
        "labels: avery-l7160", "layout: tiles, panels: many",
        "bad-size", "panels: expected columns and rows such as 2 x 2, found 'many'", "up to 6 x 6",
    ),
    "one panel": (
        "labels: avery-l7160", "layout: poster, panels: 1 x 1",
        "bad-size", "panels: expected columns and rows such as 2 x 2, found '1 x 1'", "more than one",
    ),
    "a lap too long": ("labels: avery-l7160", "layout: tiles, lap: 40", "out-of-range", "lap", ""),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_of_labels_or_panels_is_said_with_its_place_and_cure(make_game: MakeGame, name: str) -> None:
    old, new, code, message, hint = FAULTS[name]
    game = STICKERS.replace(old, new)
    assert game != STICKERS
    workspace = make_game({"data/tiny/game.yaml": game, "templates/tiny/card.svg": SMALL})
    with pytest.raises(GameError) as caught:
        build(read_game(workspace, "tiny"), PrintJob("a4"), workspace.root / "out")
    found = caught.value.problems[0]
    assert (found.code, found.message.startswith(message)) == (code, True), found
    assert hint in found.hint
    assert found.span
    assert found.span.source.line(found.span.line).strip().startswith(("cards:", "all:"))


def test_a_sheet_of_labels_has_no_page_without_pieces() -> None:
    assert impose_labels([], LABEL_STOCKS["avery-5160"], "Stickers") == []
    assert isinstance(outline_page(LABEL_STOCKS["avery-5160"], "T", "Text").front, Sheet)
