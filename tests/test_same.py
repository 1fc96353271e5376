"""What `make same` says of two folders: equal bytes, one page that differs and by how much, a file that is missing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from bench.commits import Tree
from bench.differences import GAP, compare_file
from bench.same import Job, Side, compare_folders, failure, report


@pytest.fixture
def sides(tmp_path: Path) -> tuple[Path, Path, Path]:
    """Two folders to compare, and the one that keeps what differs."""
    for name in ("before", "after"):
        (tmp_path / name).mkdir()
    return tmp_path / "before", tmp_path / "after", tmp_path / "kept"


def write_pdf(path: Path, *lefts: float, title: str = "") -> None:
    """A page of one inch square for each number: a black square of 36 points that far from the left."""
    canvas = Canvas(str(path), pagesize=(72, 72), invariant=True)
    canvas.setTitle(title)
    for left in lefts:
        canvas.rect(left, 18, 36, 36, stroke=0, fill=1)
        canvas.showPage()
    canvas.save()


def test_equal_bytes_are_the_same_and_nothing_is_kept(sides: tuple[Path, Path, Path]) -> None:
    before, after, kept = sides
    for side in (before, after):
        write_pdf(side / "cards.pdf", 10, 10)
    assert compare_file("cards.pdf", before, after, kept).verdict == "same"
    assert not kept.exists()


def test_a_moved_rectangle_is_reported_with_its_page_and_drawn(sides: tuple[Path, Path, Path]) -> None:
    before, after, kept = sides
    write_pdf(before / "cards.pdf", 12, 12, 12)
    write_pdf(after / "cards.pdf", 12, 24, 12)
    found = compare_file("cards.pdf", before, after, kept)
    # 12 points are 25 pixels, on either side, of a square 75 pixels high, in 150 x 150
    assert found.verdict == "differs: page 2: 16.67 % of pixels (3,750), largest 255, mean 255"
    assert [path.name for path in kept.glob("*.png")] == ["cards-page-2.png"]
    with Image.open(kept / "cards-page-2.png") as image:
        pixels = np.array(image)
    assert pixels.shape == (150, 3 * 150 + 2 * GAP, 3)
    assert int((pixels[:, -150:] == (214, 39, 40)).all(axis=2).sum()) == 3750
    assert (kept / "before" / "cards.pdf").exists() and (kept / "after" / "cards.pdf").exists()


def test_other_bytes_of_the_same_picture_are_told_apart(sides: tuple[Path, Path, Path]) -> None:
    before, after, kept = sides
    write_pdf(before / "cards.pdf", 12, title="Cards")
    write_pdf(after / "cards.pdf", 12, title="More cards")
    found = compare_file("cards.pdf", before, after, kept)
    assert found.verdict.startswith("bytes differ, pictures same (") and not found.same


def test_pages_more_or_larger_are_told(sides: tuple[Path, Path, Path]) -> None:
    before, after, kept = sides
    write_pdf(before / "cards.pdf", 12)
    write_pdf(after / "cards.pdf", 12, 12)
    assert compare_file("cards.pdf", before, after, kept).verdict == "differs: 1 pages before, 2 after"
    canvas = Canvas(str(after / "cards.pdf"), pagesize=(144, 72), invariant=True)
    canvas.rect(12, 18, 36, 36, stroke=0, fill=1)
    canvas.save()
    assert compare_file("cards.pdf", before, after, kept).verdict == "differs: page 1: another size"


def test_a_page_whose_words_alone_differ_is_told(sides: tuple[Path, Path, Path]) -> None:
    before, after, kept = sides
    for side, words in ((before, "ash"), (after, "elm")):
        canvas = Canvas(str(side / "cards.pdf"), pagesize=(72, 72), invariant=True)
        text = canvas.beginText(10, 30)
        text.setTextRenderMode(3)  # unseen
        text.textOut(words)
        canvas.drawText(text)
        canvas.save()
    assert compare_file("cards.pdf", before, after, kept).verdict == "differs: page 1: other text"


def test_the_spots_of_a_web_page_are_shown(sides: tuple[Path, Path, Path]) -> None:
    before, after, kept = sides
    page = "<html>" + "<p>bees</p>" * 40 + "<p>{}</p>" + "<p>bees</p>" * 40 + "<b>{}</b></html>"
    (before / "book.html").write_text(page.format("ash", "oak"))
    (after / "book.html").write_text(page.format("elm", "yew"))
    found = compare_file("book.html", before, after, kept)
    assert found.verdict == "differs: 2 spots"
    assert {"-<p>ash", "+<p>elm", "-<b>oak", "+<b>yew"} <= set(found.details)
    (after / "book.html").write_text(page.format("ash", "oak").replace("<b>", "\n<b>"))
    assert not compare_file("book.html", before, after, kept).same


def test_a_missing_and_a_new_file_are_reported(sides: tuple[Path, Path, Path]) -> None:
    before, after, kept = sides
    write_pdf(before / "cards.pdf", 12)
    (after / "deep").mkdir()
    write_pdf(after / "deep" / "cards.pdf", 12)
    for side in (before, after):
        write_pdf(side / "tokens.pdf", 12)
    findings = compare_folders(before, after, kept)
    assert [(found.file, found.verdict) for found in findings] == [
        ("cards.pdf", "missing: only before"),
        ("deep/cards.pdf", "new: only after"),
        ("tokens.pdf", "same"),
    ]
    assert report(findings, [])[-1] == "3 files (3 PDF): 1 missing, 1 new, 1 same"


def test_several_files_that_differ_are_each_in_their_place(sides: tuple[Path, Path, Path]) -> None:
    before, after, kept = sides
    for number in range(3):  # two to look at are worth processes of their own
        write_pdf(before / f"{number}.pdf", 12)
        write_pdf(after / f"{number}.pdf", 12 + 12 * number)
    (before / "log.txt").write_text("bees")
    (after / "log.txt").write_text("wasps")
    findings = compare_folders(before, after, kept)
    assert [found.file for found in findings] == ["0.pdf", "1.pdf", "2.pdf", "log.txt"]
    assert [found.same for found in findings] == [True, False, False, False]
    # 12 points are 25 pixels of 150, 24 points 50
    assert "16.67 %" in findings[1].verdict and "33.33 %" in findings[2].verdict
    assert "+wasps" in findings[3].details
    assert not kept.joinpath("before", "0.pdf").exists()


def test_nothing_built_is_no_success(sides: tuple[Path, Path, Path]) -> None:
    before, after, kept = sides
    with pytest.raises(RuntimeError, match="nothing was built"):
        compare_folders(before, after, kept)
    side = Side(Tree("abc", before), before, after)
    (after / "tiny").mkdir()
    build = Job(side, ("build", "tiny"), "tiny")
    assert failure(build, 0, "") == "tiny: pnp build tiny, abc: wrote no PDF"
    assert failure(build, 1, "no\nway") == "tiny: pnp build tiny, abc: exit code 1\n    no\n    way"
    assert (
        failure(Job(side, ("list", "tiny"), "tiny/list.txt"), 0, "\n")
        == "tiny/list.txt: pnp list tiny, abc: printed nothing"
    )
    write_pdf(after / "tiny" / "cards.pdf", 12)
    assert failure(build, 0, "") == ""
