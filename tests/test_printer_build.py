"""What is built for a printer: its faults are undone in the file's matrices, and nothing else is touched."""

from __future__ import annotations

import re
from pathlib import Path

import pikepdf
import pytest

from pnp.build.build import Built, build, examine, read_game
from pnp.game.workspace import Workspace
from pnp.impose.correct import correction_of
from pnp.impose.leaf import mirrored
from pnp.job import PrintJob
from pnp.printer import PrinterProfile, Side
from pnp.units import PAPERS, Flip, Matrix, Rect, Size

from .conftest import CARD, GAME, MakeGame
from .pdfs import painted, text_of
from .printers import OFFICE

A4 = PAPERS["a4"]
TWO_SIDED = GAME.replace("template: card.svg", "template: card.svg, back: back.svg").replace(
    "  cards: [cards]", "  cards: [cards]\n  poster: {layout: poster, components: [cards]}"
)
BACK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69 94"><rect x="5" y="7" width="11" height="13" fill="ink"/></svg>'
FILES = {"data/tiny/game.yaml": TWO_SIDED, "templates/tiny/back.svg": BACK}
BOOK = """
books: {rules: {title: Rules, chapters: [one]}}
"""


def built(workspace: Workspace, printer: PrinterProfile | None, out: Path) -> dict[str, Path]:
    made: list[Built] = build(read_game(workspace, "tiny"), PrintJob("a4", printer=printer), out)
    return {item.path.stem: item.path for item in made}


def places(path: Path, page: int) -> list[tuple[tuple[float, float], ...]]:
    """The points of everything a page paints, in order."""
    return [item.points for item in painted(path, page)]


def digests(path: Path) -> list[str]:
    with pikepdf.open(path) as pdf:
        count = len(pdf.pages)
    return [digest for page in range(count) for digest in re.findall(r"\b[0-9a-f]{8}\b", text_of(path, page))]


@pytest.mark.parametrize("edge", ["long", "short"])
def test_every_point_of_both_sides_goes_through_the_inverse(edge: Flip, make_game: MakeGame, tmp_path: Path) -> None:
    """To a hundredth of a millimetre, read back from the file: art, marks, clips and forms alike."""
    files = FILES | {
        "data/tiny/game.yaml": TWO_SIDED.replace("cards: [cards]", f"cards: {{components: [cards], flip: {edge}}}")
    }
    workspace = make_game(files)
    plain, bent = (
        built(workspace, None, tmp_path / "plain")["cards"],
        built(workspace, OFFICE, tmp_path / "bent")["cards"],
    )
    sides: tuple[Side, ...] = ("front", "back")
    for page, side in enumerate(sides):
        matrix = OFFICE.correction(side, A4, edge)
        before, after = places(plain, page), places(bent, page)
        art = [points for points in before if points]
        assert len(art) > 3
        # the slug of the one is longer; all that is no text is the same, in the same order
        assert [len(points) for points in before] == [len(points) for points in after]
        worst = 0.0
        for one, other in zip(before, after, strict=True):
            for (x, y), found in zip(one, other, strict=True):
                wanted = matrix.apply(x, y)
                worst = max(worst, abs(found[0] - wanted[0]), abs(found[1] - wanted[1]))
        assert worst < 0.01
        off = max(
            abs(a - b)
            for one, other in zip(before, after, strict=True)
            for p, q in zip(one, other, strict=True)
            for a, b in zip(p, q, strict=True)
        )
        assert off > 0.5, "the test must see that something moved"


def test_the_slug_names_the_printer_and_the_digest_of_the_sheet_stays(make_game: MakeGame, tmp_path: Path) -> None:
    workspace = make_game(FILES)
    plain, bent = built(workspace, None, tmp_path / "plain"), built(workspace, OFFICE, tmp_path / "bent")
    assert "printer" not in text_of(plain["cards"])
    for page in (0, 1):
        assert "printer: office/plain" in " ".join(text_of(bent["cards"], page).split())
    assert digests(plain["cards"]) == digests(bent["cards"])
    assert len(digests(bent["cards"])) == 2


def test_what_is_of_another_size_goes_elsewhere_and_stays(make_game: MakeGame, tmp_path: Path) -> None:
    workspace = make_game(FILES)
    plain, bent = built(workspace, None, tmp_path / "plain"), built(workspace, OFFICE, tmp_path / "bent")
    assert bent["poster"].read_bytes() == plain["poster"].read_bytes()
    assert bent["cards"].read_bytes() != plain["cards"].read_bytes()
    assert built(workspace, OFFICE, tmp_path / "again")["cards"].read_bytes() == bent["cards"].read_bytes()


def test_files_for_a_printer_never_take_the_place_of_plain_ones() -> None:
    assert PrintJob("a4").folder == "a4"
    assert PrintJob("a4", printer=OFFICE).folder == "a4-for-office.plain"


LINKED = {
    "data/tiny/game.yaml": GAME.replace("documents:", "documents:\n  book: {book: rules, layout: book, size: a4}\n  booklet: {book: rules, layout: booklet, size: a5}")
    .replace("color: ink}}", "color: ink}, book-body: {font: Text, size: 9.5, color: ink}}")
    + "books: {rules: {title: Rules, chapters: [one, two]}}\n",
    "templates/tiny/rules/one.md": "# One\n\nGo on to [the second](#two).\n",
    "templates/tiny/rules/two.md": "# Two\n\nThe end.\n",
}  # fmt: skip


def boxes(path: Path, name: str) -> list[list[float]]:
    """Rectangles of pages or of their links, in mm from the lower left."""
    with pikepdf.open(path) as pdf:
        if name == "link":
            found = [link.Rect for page in pdf.pages for link in page.get("/Annots", [])]
        else:
            found = [page.obj[name] for page in pdf.pages]
        return [[float(value) * 25.4 / 72 for value in box] for box in found]


def test_links_move_with_what_they_lie_over(make_game: MakeGame, tmp_path: Path) -> None:
    workspace = make_game(LINKED)
    plain, bent = built(workspace, None, tmp_path / "plain"), built(workspace, OFFICE, tmp_path / "bent")
    before, after = boxes(plain["book"], "link"), boxes(bent["book"], "link")
    assert before
    for one, other in zip(before, after, strict=True):
        middle = ((one[0] + one[2]) / 2, 297 - (one[1] + one[3]) / 2)
        wanted = OFFICE.correction("front", A4, "long").apply(*middle)
        assert ((other[0] + other[2]) / 2, 297 - (other[1] + other[3]) / 2) == pytest.approx(wanted, abs=0.3)
        assert abs(other[0] - one[0]) + abs(other[1] - one[1]) > 0.3


def test_links_lead_to_where_their_target_is_now(make_game: MakeGame, tmp_path: Path) -> None:
    workspace = make_game(LINKED)
    tops: list[float] = []
    for printer in (None, OFFICE):
        with pikepdf.open(built(workspace, printer, tmp_path / str(len(tops)))["book"]) as pdf:
            (link,) = [link for page in pdf.pages for link in page.get("/Annots", []) if "/Dest" in link][-1:]
            tops.append(297 - float(link.Dest[3]) * 25.4 / 72)
    assert tops[1] == pytest.approx(OFFICE.correction("back", A4, "long").apply(0, tops[0])[1], abs=0.01)
    assert abs(tops[1] - tops[0]) > 0.1


def test_sheets_that_lie_are_stood_upright(make_game: MakeGame, tmp_path: Path) -> None:
    """A quarter turn clockwise: what was at the left is at the top, and the printer's faults are undone after it."""
    workspace = make_game(LINKED)
    plain, bent = built(workspace, None, tmp_path / "plain"), built(workspace, OFFICE, tmp_path / "bent")
    assert boxes(plain["booklet"], "/MediaBox")[0][2:] == pytest.approx([297, 210], abs=0.01)
    assert boxes(bent["booklet"], "/MediaBox")[0][2:] == pytest.approx([210, 297], abs=0.01)
    with pikepdf.open(bent["booklet"]) as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"
    for page in (0, 1):
        matrix = OFFICE.correction("back" if page else "front", A4, "short") @ Matrix(0, 1, -1, 0, 210, 0)
        before, after = places(plain["booklet"], page), places(bent["booklet"], page)
        assert sum(map(len, before)) > 4
        for one, other in zip(before, after, strict=True):
            for point, found in zip(one, other, strict=True):
                assert found == pytest.approx(matrix.apply(*point), abs=0.01)


@pytest.mark.parametrize("edge", ["long", "short"])
def test_what_lay_behind_a_place_of_a_lying_sheet_still_does(edge: Flip) -> None:
    """A true printer: the turn alone."""
    true = PrinterProfile("o", "p", "", "a4", "long", (0, 0), (0, 0), 0, 1, 1, OFFICE.margins)
    lying = Size(297, 210)
    front = correction_of(lying, "front", edge, true)
    back = correction_of(lying, "back", edge, true)
    assert front and back
    spot = Rect(30, 40, 10, 20)
    behind = mirrored(spot, lying, edge)

    def moved(matrix: Matrix, box: Rect) -> Rect:
        (a, b), (c, d) = matrix.apply(box.x, box.y), matrix.apply(box.right, box.bottom)
        return Rect(min(a, c), min(b, d), abs(c - a), abs(d - b))

    wanted, found = mirrored(moved(front, spot), A4, edge), moved(back, behind)
    assert (found.x, found.y, found.width, found.height) == pytest.approx(
        (wanted.x, wanted.y, wanted.width, wanted.height)
    )


WIDE = FILES | {
    "data/tiny/game.yaml": GAME.replace("size: poker, bleed: 3", "size: 190 x 270").replace("cards: [cards]", "cards: {components: [cards], margin: 5}"),
    "templates/tiny/card.svg": CARD.replace('"-3 -3 69 94"', '"0 0 190 270"').replace('<rect x="-3" y="-3" width="69" height="94"', '<rect width="190" height="270"'),
}  # fmt: skip


def told(make_game: MakeGame, files: dict[str, str], printer: PrinterProfile | None) -> list[str]:
    report = examine(read_game(make_game(files), "tiny"), PrintJob("a4", printer=printer))
    problems = [problem for problem in report.problems if problem.code == "beyond-reach"]
    assert all(problem.severity == "warning" and problem.hint and problem.span for problem in problems)
    return [problem.message for problem in problems]


def able(left: float, top: float, right: float, bottom: float) -> PrinterProfile:
    """A printer with these margins, and no other fault."""
    from pnp.printer import UnprintableMargins

    return PrinterProfile(
        "o", "p", "", "a4", "long", (0, 0), (0, 0), 0, 1, 1, UnprintableMargins(left, top, right, bottom)
    )


def test_what_a_printer_cannot_reach_is_told_with_the_sheets_name(make_game: MakeGame) -> None:
    assert told(make_game, FILES, None) == []
    assert told(make_game, FILES, able(3, 3, 3, 3)) == []
    found = told(make_game, FILES, able(3, 3, 3, 14))
    assert found == [
        "cards: a mark of 'Cards' and 1 more of its pages lies beyond what o/p prints, by 8.8 mm at the lower edge",
        "cards: a text of 'Cards' and 1 more of its pages lies beyond what o/p prints, by 9.2 mm at the lower edge",
    ]
    two = told(make_game, FILES, able(3, 3, 14, 14))[0]
    assert two.endswith("beyond what o/p prints, by 8.8 mm at the lower edge and 6.0 mm at the right edge")


def test_art_beyond_the_margin_is_seen_by_its_ink(make_game: MakeGame) -> None:
    """The same piece in white loses nothing."""
    inked = WIDE | {"templates/tiny/card.svg": WIDE["templates/tiny/card.svg"].replace('fill="paper"', 'fill="#ddd"')}
    printer = able(12, 3, 3, 3)
    assert [line for line in told(make_game, WIDE, printer) if "art" in line] == []
    (line,) = [line for line in told(make_game, inked, printer) if "art" in line]
    assert line == (
        "cards: art of 'Cards' and 1 more of its pages lies beyond what o/p prints, by 2.1 mm at the left edge"
    )
