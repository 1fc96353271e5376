"""Long pieces in parts: their lengths measured in the PDF, nothing over another, joints that meet."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.build.build import build, read_game
from pnp.faces.face import Face
from pnp.game.model import Game
from pnp.impose.cards import Paper
from pnp.impose.grid import CutPiece
from pnp.impose.marks import lines_svg
from pnp.impose.sheet import Clip, Sheet
from pnp.impose.strips import BAND, CLEAR, MARK, OVER, TAB, impose_strips
from pnp.job import PrintJob
from pnp.problems import GameError
from pnp.units import PAPERS, Matrix, Rect, Size

from .conftest import GAME, MakeGame
from .pdfs import painted, text_of

BASE = GAME.partition("collections:")[0]
REST = """
components:
  ruler: {template: ruler.svg, size: 400 x 30, bleed: 2}
  upright: {title: Upright ruler, template: ruler.svg, size: 24 x 300, copies: 2}
  gate: {template: gate.svg, shape: circle, size: 90}
  section: {template: gate.svg, size: 190 x 190}
documents:
  rulers: {title: Rulers, layout: strips, components: [ruler]}
  more: {layout: strips, components: [upright, ruler]}
  gates: {components: [gate]}
  sections: {components: [section], margin: 5}
"""
DATA = {
    "data/tiny/game.yaml": BASE + REST,
    "templates/tiny/ruler.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">'
    '<rect x="-2" y="-2" width="{{ w + 4 }}" height="{{ h + 4 }}" fill="paper"/>'
    '{% for i in range(0, w | int if w > h else 1, 10) %}<rect x="{{ i }}" y="0" width="0.3" height="8" fill="ink"/>{% endfor %}'
    "</svg>",
    "templates/tiny/gate.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">'
    '<rect width="{{ w }}" height="{{ h }}" fill="ink"/></svg>',
}


def game_of(make_game: MakeGame, was: str = "", now: str = "") -> Game:
    return read_game(make_game(DATA | {"data/tiny/game.yaml": (BASE + REST).replace(was, now)}), "tiny")


def parts_of(sheets: list[Sheet]) -> list[tuple[float, float]]:
    """Of each placement, from where to where along its face it is seen, without what lies past a cut."""
    found = []
    for sheet in sheets:
        for place in sheet.placements:
            assert place.clip is not None
            turned = place.face.size.height > place.face.size.width
            start = place.matrix.e if turned else place.trim.x
            found.append((place.clip.rect.x - start, place.clip.rect.right - start))
    return found


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_ruler_of_400_mm_measures_400_mm(make_game: MakeGame, paper: str) -> None:
    game = game_of(make_game)
    out = game.workspace.root / "out"
    built = {item.path.stem: item for item in build(game, PrintJob(paper), out)}
    assert (built["rulers"].pages, built["rulers"].faces) == (1, 2)
    windows = [item.box for item in painted(out / "rulers.pdf") if item.operator == "W" and item.depth == 0]
    lengths = sorted({round(right - left, 3) for left, top, right, bottom in windows if bottom - top > 30})
    # the first part ends at its joint, with its bleed before it; the second is laid on the tab, with bleed on both ends
    assert lengths == pytest.approx([200 + OVER, 200 + 2 * OVER], abs=0.02)
    marks = [item.points for item in painted(out / "rulers.pdf") if item.operator in ("S", "l", "m")]
    assert marks
    assert "400 x 30 mm in parts of 200 mm" in text_of(out / "rulers.pdf", 0)
    assert "90 mm across" in text_of(out / "gates.pdf", 0)
    assert "190 x 190 mm" in text_of(out / "sections.pdf", 0)
    assert built["more"].pages == 1


def strips(pieces: Iterable[tuple[Face, str]], paper: Paper, label: str, family: str) -> list[Sheet]:
    """The fronts of one-sided strips."""
    leaves = impose_strips([(CutPiece(face), title) for face, title in pieces], paper, label, family)
    assert not any(leaf.back for leaf in leaves)
    return [leaf.front for leaf in leaves]


def strip(width: float, height: float) -> Face:
    return Face("ruler", "", "front", "<svg/>", Size(width, height))


def cuts(*lines: tuple[float, float, float, float]) -> str:
    return lines_svg(lines)


def test_a_sheet_of_strips_says_where_to_cut_where_to_glue_and_which_part_it_is() -> None:
    """172 mm are left of 200: two parts of 125 mm, then one that lies on its side beside a short one without bleed."""
    long, up, bare = (
        Face("r", "", "front", "<svg/>", size, bleed)
        for size, bleed in ((Size(250, 20), 2), (Size(5, 60), 0.5), (Size(90, 5), 0))
    )
    paper = Paper(Size(200, 150), margin=10)
    (sheet,) = strips([(long, "A & B"), (up, "Up"), (bare, "Bare")], paper, "Rulers", "Te<t")
    assert [(place.matrix, place.clip) for place in sheet.placements] == [
        (Matrix(1, 0, 0, 1, 14, 17), Clip(Rect(13, 16, 126, 22))),  # bleed before it; its end is glued on
        (Matrix(1, 0, 0, 1, 14 - 125, 44), Clip(Rect(13, 43, 127, 22))),
        (Matrix(0, -1, 1, 0, 14, 76), Clip(Rect(13.5, 70.5, 61, 6))),
        (Matrix(1, 0, 0, 1, 82, 71), Clip(Rect(82, 71, 90, 5))),
    ]
    assert (sheet.size, sheet.trim, sheet.bleed) == (paper.size, Rect(14, 17, 158, 59), Rect(13, 16, 160, 61))
    assert (sheet.label, sheet.measure) == ("Rulers", "")
    look = 'font-family="Te&lt;t" font-size="{}" fill="#1d1a16" text-anchor="{}"'
    ticks = (
        [(137.0, 18.2, 141.0, 18.2), (137.0, 35.8, 141.0, 35.8)],
        [(14.0, 45.2, 16.0, 45.2), (14.0, 62.8, 16.0, 62.8)],
    )
    wanted = [
        # the first part: a tab on its right, so no mark there
        cuts((14, 13, 14, 16), (14, 38, 14, 41), (139, 13, 139, 16), (139, 38, 139, 41), (10, 17, 13, 17), (10, 37, 13, 37)),
        f'<text x="16.000" y="15.000" {look.format(2.4, "start")}>A &amp; B, part 1 of 2</text>',
        lines_svg(ticks[0], 0.6, "#ffffff") + lines_svg(ticks[0], 0.2),
        cuts((139, 17, 149, 18.5), (149, 18.5, 149, 35.5), (149, 35.5, 139, 37)),
        lines_svg([(139, 17, 139, 37)], 0.15),
        f'<text x="144.000" y="28.000" {look.format(2.4, "middle")}>1</text>',
        f'<text x="144.000" y="31.000" {look.format(1.9, "middle")}>glue</text>',
        # the second, which ends
        cuts(
            (14, 40, 14, 43), (14, 65, 14, 68), (139, 40, 139, 43), (139, 65, 139, 68),
            (10, 44, 13, 44), (140, 44, 143, 44), (10, 64, 13, 64), (140, 64, 143, 64),
        ),
        f'<text x="16.000" y="42.000" {look.format(2.4, "start")}>A &amp; B, part 2 of 2</text>',
        lines_svg(ticks[1], 0.6, "#ffffff") + lines_svg(ticks[1], 0.2),
        # those of one part have its name alone
        cuts(
            (14, 67, 14, 70), (14, 77, 14, 80), (74, 67, 74, 70), (74, 77, 74, 80),
            (10, 71, 13, 71), (75, 71, 78, 71), (10, 76, 13, 76), (75, 76, 78, 76),
        ),
        f'<text x="16.000" y="69.000" {look.format(2.4, "start")}>Up</text>',
        cuts(
            (82, 67, 82, 70), (82, 77, 82, 80), (172, 67, 172, 70), (172, 77, 172, 80),
            (78, 71, 81, 71), (173, 71, 176, 71), (78, 76, 81, 76), (173, 76, 176, 76),
        ),
        f'<text x="84.000" y="69.000" {look.format(2.4, "start")}>Bare</text>',
    ]  # fmt: skip
    lines = "".join(item for item in wanted if not item.startswith("<text"))
    assert sheet.overlay == "".join(item for item in wanted if item.startswith("<text"))
    assert sheet.trims == (Rect(14, 17, 135, 20), Rect(14, 44, 125, 20), Rect(14, 71, 60, 5), Rect(82, 71, 90, 5))
    assert sheet.marks.startswith(lines)
    after = sheet.marks.removeprefix(lines)  # the angles at the corners, which the cuts leave
    assert set(re.findall('stroke="([^"]*)" stroke-width="([^"]*)"', after)) == {
        ("#ffffff", "0.45"),
        ("#000000", "0.15"),
    }


def test_a_narrow_strip_has_a_narrow_tab() -> None:
    (sheet,) = strips([(strip(250, 4), "Ruler")], Paper(Size(200, 150), margin=10), "Rulers", "Text")
    assert sheet.measure == "250 x 4 mm in parts of 125 mm"
    assert cuts((139, 17, 149, 18), (149, 18, 149, 20), (149, 20, 139, 21)) in sheet.marks
    assert lines_svg([(137, 17.8, 141, 17.8), (137, 20.2, 141, 20.2)], 0.2) in sheet.marks
    assert "glue" not in sheet.overlay


def test_a_strip_may_be_as_broad_and_as_long_as_the_paper_leaves() -> None:
    paper = Paper(Size(200, 150), margin=10)  # 172 x 114 mm lying, 122 x 164 upright
    (sheet,) = strips([(strip(172, 114), "Ruler")], paper, "Rulers", "Text")
    assert len(sheet.placements) == 1 and sheet.measure == "172 x 114 mm"
    parts = [sheet.measure for sheet in strips([(strip(172.1, 114), "Ruler")], paper, "Rulers", "Text")]
    assert parts == ["172.1 x 114 mm in parts of 86.05 mm"] * 2
    with pytest.raises(ValueError, match=r"^a strip of 300 x 165 mm is broader than the 114 mm that the paper leaves$"):
        strips([(strip(300, 165), "Ruler")], paper, "Rulers", "Text")


@given(
    lengths=st.lists(st.tuples(st.integers(20, 1500), st.integers(4, 120)), min_size=1, max_size=6),
    upright=st.booleans(),
    paper=st.sampled_from(["a4", "letter"]),
    margin=st.sampled_from([5.0, 10.0]),
)
def test_parts_make_the_whole_and_lie_apart(
    lengths: list[tuple[int, int]], *, upright: bool, paper: str, margin: float
) -> None:
    faces = [strip(short, long) if upright else strip(long, short) for long, short in lengths if long > short]
    if not faces:
        return
    sheets = strips([(face, "Ruler") for face in faces], Paper(PAPERS[paper], margin), "Rulers", "Text")
    spans = parts_of(sheets)
    for face in faces:
        whole = max(face.size.width, face.size.height)
        assert spans[0][0] == pytest.approx(0)
        while spans[0][1] < whole - 1e-6:
            assert spans[1][0] + OVER == pytest.approx(spans[0][1])  # the next begins where this one ends
            spans.pop(0)
        assert spans.pop(0)[1] == pytest.approx(whole)
    assert not spans
    for sheet in sheets:
        boxes = [place.clip.rect for place in sheet.placements if place.clip]
        for box in boxes:
            assert box.x >= margin
            assert box.y >= margin
            assert box.right <= sheet.size.width - margin
            assert box.bottom <= sheet.size.height - margin
        for i, one in enumerate(boxes):
            for other in boxes[i + 1 :]:
                apart = (
                    one.right + 1 < other.x or other.right + 1 < one.x or one.bottom < other.y or other.bottom < one.y
                )
                assert apart
        rows = sorted({box.y for box in boxes})
        assert all(after - before > 4 for before, after in pairwise(rows))


def strokes(sheet: Sheet, weight: str = r"[\d.]+") -> list[tuple[float, ...]]:
    """The marks' straight lines (x, y, x, y) of one weight, or of all."""
    paths = re.findall(rf'<path d="([^"]*)"[^>]* stroke-width="{weight}"', sheet.marks)
    number = r"(-?[\d.]+)"
    found = [line for path in paths for line in re.findall(rf"M{number} {number}L{number} {number}", path)]
    return [tuple(map(float, line)) for line in found]


def test_every_corner_has_two_cut_marks_and_none_enters_a_piece() -> None:
    (sheet,) = strips([(strip(90, 20), "Short")] * 3, Paper(PAPERS["a4"]), "Rulers", "Text")
    trims = [place.clip.rect for place in sheet.placements if place.clip]
    marks = {tuple(round(value, 2) for value in line) for line in strokes(sheet, "0.2")}
    wanted = set()
    for trim in trims:
        for x, left in ((trim.x, -1), (trim.right, 1)):
            for y, up in ((trim.y, -1), (trim.bottom, 1)):
                ends = sorted(x + left * away for away in (CLEAR, CLEAR + MARK))
                wanted.add((ends[0], y, ends[1], y))
                ends = sorted(y + up * away for away in (CLEAR, CLEAR + MARK))
                wanted.add((x, ends[0], x, ends[1]))
    assert len(trims) == 3
    assert marks == {tuple(round(value, 2) for value in line) for line in wanted}


def test_ticks_of_two_parts_make_one_line_near_either_edge() -> None:
    (sheet,) = strips([(strip(400, 30), "Ruler")], Paper(PAPERS["a4"]), "Rulers", "Text")
    ticks = strokes(sheet, "0.6")  # the light below them
    seen = []
    for place in sheet.placements:
        assert place.clip is not None
        box, start = place.clip.rect, place.matrix.e
        near = [line for line in ticks if box.y - 3 < line[1] < box.bottom + 3]
        seen.append({(round(x - start, 2), round(y - box.y, 2), round(end - start, 2)) for x, y, end, _ in near})
    first, second = seen
    heights = sorted(y for _, y, _ in first)
    assert heights == sorted(y for _, y, _ in second)
    assert 0 < heights[0] < 5
    assert heights[1] == pytest.approx(30 - heights[0])  # both on the piece, as far from its edges
    for tick, other in zip(sorted(first, key=lambda t: t[1]), sorted(second, key=lambda t: t[1]), strict=True):
        assert tick[0] < 200 == other[0] < tick[2] == other[2]  # across the joint, and on the part that is laid there


def test_as_few_parts_and_sheets_as_possible() -> None:
    paper = Paper(PAPERS["a4"])
    sheets = strips([(strip(400, 30), "Ruler")] * 5, paper, "Rulers", "Text")
    assert [len(sheet.placements) for sheet in sheets] == [8, 2] or len(sheets) == 2
    (sheet,) = strips([(strip(90, 20), "Short")] * 6, paper, "Rulers", "Text")
    assert len(sheet.placements) == 6
    assert sheet.measure == "90 x 20 mm"
    (sheet,) = strips([(strip(269 + 269 - 2 * TAB, 30), "Long")], paper, "Rulers", "Text")
    assert len(sheet.placements) == 2


def test_a_strip_as_broad_as_the_paper_leaves_room_for_is_taken() -> None:
    paper = Paper(PAPERS["a4"])
    with pytest.raises(ValueError, match="broader than the") as caught:
        strips([(strip(900, 800), "Wide")], paper, "Rulers", "Text")
    most = float(str(caught.value).rpartition("broader than the ")[2].split()[0])
    sheets = strips([(strip(most + 1, most), "Wide")], paper, "Rulers", "Text")
    assert {place.trim.height for sheet in sheets for place in sheet.placements} == {most}
    with pytest.raises(ValueError, match="broader than the"):
        strips([(strip(most + 2, most + 0.1), "Wide")], paper, "Rulers", "Text")
    # and so do two of them below each other
    half = (most - BAND) / 2
    for breadth, count in ((half, 1), (half + 0.2, 2)):
        long = [(strip(breadth + 30, breadth), "Half")] * 2
        assert len(strips(long, paper, "Rulers", "Text")) == count


def test_what_no_paper_holds_is_told(make_game: MakeGame) -> None:
    with pytest.raises(GameError) as caught:
        game = game_of(make_game, "size: 400 x 30", "size: 400 x 290")
        build(game, PrintJob("a4"), game.workspace.root / "out", ["rulers"])
    (problem,) = caught.value.problems
    assert problem.message.startswith("rulers: a strip of 400 x 290 mm is broader than the ")


def test_a_strip_with_a_back_has_it_behind_each_part(make_game: MakeGame) -> None:
    game = game_of(make_game, "ruler.svg, size: 400", "ruler.svg, back: gate.svg, size: 400")
    (built,) = build(game, PrintJob("a4"), game.workspace.root / "out", ["rulers"])
    assert built.pages % 2 == 0


def test_strips_are_printed_again(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> None:
    from typer.testing import CliRunner

    from pnp.cli.typer_app import app

    root = game_of(make_game).workspace.root
    monkeypatch.chdir(root)
    assert CliRunner().invoke(app, ["print", "--quiet"]).exit_code == 0
    template = root / "templates/tiny/ruler.svg"
    template.write_text(template.read_text(encoding="utf-8").replace('height="8"', 'height="9"'), encoding="utf-8")
    result = CliRunner().invoke(app, ["reprint"])
    assert result.exit_code == 0
    assert "3 pieces to print, 3 to throw away" in result.output
    pages = text_of(Path("build/tiny/a4/reprint.pdf"), 1) + text_of(Path("build/tiny/a4/reprint.pdf"), 2)
    assert "Ruler, part 2 of 2" in pages
    assert "Upright ruler, part 2 of 2" in pages
