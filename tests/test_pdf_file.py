"""The PDF file itself: its syntax, its texts, its table of objects, its outline; read back by qpdf."""

from __future__ import annotations

from io import BytesIO

import pikepdf
import pytest

from pnp.impose.sheet import Anchor, Link, Sheet
from pnp.pdf.drawing import Drawing, Resources
from pnp.pdf.file import PdfFile, check_library, literal, specimen, syntax
from pnp.pdf.pages import DocumentInfo, write_pdf
from pnp.units import Rect, Size

A4 = Size(210, 297)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ({"Type": "/Page", "Kids": ["1 0 R", "2 0 R"]}, b"<<\n/Kids [ 1 0 R 2 0 R ] /Type /Page\n>>"),
        ((1, -2, 0.5, 1e-9, 1234.5), b"[ 1 -2 .5 0 1234.5 ]"),
        ([True, False], b"[ true false ]"),
        ({}, b"<<\n\n>>"),
    ],
)
def test_values_are_written_as_pdf_wants_them(value: object, written: bytes) -> None:
    assert syntax(value) == written


@pytest.mark.parametrize("text", ["", "plain", "(a) \\ b)", "two\nlines\r", "Thánatos — 龍", "🐉"])
def test_texts_are_read_back_as_they_were(text: str) -> None:
    info = DocumentInfo(text, text, "", "pnp", "en", None)
    with pikepdf.open(BytesIO(write_pdf([page()], nothing, info))) as pdf:
        assert pdf.check_pdf_syntax() == []
        assert str(pdf.docinfo.Title) == text
        assert str(pdf.docinfo.Author) == text


def test_an_object_that_is_promised_must_come() -> None:
    file = PdfFile()
    file.promise()
    with pytest.raises(AssertionError):
        file.close(file.put({}), file.put({}))


def test_a_promise_is_kept_at_its_number() -> None:
    file = PdfFile()
    later = file.promise()
    first = file.put([1])
    assert (later, first) == ("1 0 R", "2 0 R")
    assert file.put(literal("late"), later) == later


def page(bookmark: str = "", anchors: tuple[Anchor, ...] = (), links: tuple[Link, ...] = ()) -> Sheet:
    whole = Rect(0, 0, A4.width, A4.height)
    return Sheet(A4, (), whole, whole, "", bookmark=bookmark or None, links=links, anchors=anchors)


def nothing(_: str) -> Drawing:
    return Drawing("", Resources())


def test_the_outline_has_its_levels_and_links_lead_forward() -> None:
    sheets = [
        page("Book", (Anchor("one", 20, "One"), Anchor("one-a", 99, "One A", 1)), (Link(Rect(10, 10, 50, 5), "two"),)),
        page("", (Anchor("quiet", 5), Anchor("two", 30, "Two"), Anchor("two-a", 60, "Two A", 1))),
    ]
    info = DocumentInfo("t", "", "", "pnp", "en", "short")
    with pikepdf.open(BytesIO(write_pdf(sheets, nothing, info))) as pdf:
        assert pdf.check_pdf_syntax() == []
        with pdf.open_outline() as outline:
            found = [(item.title, [inner.title for inner in item.children]) for item in outline.root]
        assert found == [("Book", []), ("One", ["One A"]), ("Two", ["Two A"])]
        link = pdf.pages[0].Annots[0]
        assert link.Dest[0].objgen == pdf.pages[1].objgen
        assert float(link.Dest[3]) == pytest.approx((297 - 30) * 72 / 25.4, abs=1e-3)
        assert [float(x) for x in link.Rect] == pytest.approx([28.3465, 799.3701, 170.0787, 813.5433], abs=1e-3)
        assert str(pdf.Root.ViewerPreferences.Duplex) == "/DuplexFlipShortEdge"
        assert str(pdf.Root.Lang) == "en"


@pytest.mark.parametrize(
    ("old", "new"), [(b"true", b"1"), (b"startxref", b"start"), (b"/Root", b"/Rood"), (b"/Length1", b"/Length")]
)
def test_a_library_that_writes_otherwise_is_not_used(old: bytes, new: bytes) -> None:
    check_library(specimen())
    with pytest.raises(ImportError, match="not the reportlab that pnp was written for"):
        check_library(specimen().replace(old, new))
