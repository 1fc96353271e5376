"""Fonts and shaping: kerning, ligatures, marks; what is measured is what is painted, and what is typed is found."""

from __future__ import annotations

import io
import random
import re
import unicodedata
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
import uharfbuzz as hb
from fontTools.ttLib import TTFont

from pnp.fonts.containers import FontError
from pnp.fonts.families import FontFamily, Fonts
from pnp.fonts.font import FontSource, load_font
from pnp.fonts.shape import refused, shape
from pnp.game.model import TextStyle
from pnp.impose.sheet import Sheet
from pnp.paint.context import Assets
from pnp.paint.draw import draw
from pnp.pdf.pages import write_pdf
from pnp.text.block_svg import block_svg
from pnp.text.fit import fit_text
from pnp.units import MM_PER_POINT

from .conftest import ROOT
from .test_paint import FONTS, INFO, art, icon, sheet

FILES = sorted((ROOT / "fonts").glob("*/*.ttf"))
SAMPLES = 60  # of each font; the gates try a thousand


def test_the_shipped_fonts_have_their_licences_and_are_small() -> None:
    assert len(FILES) >= 16
    for file in FILES:
        assert "SIL Open Font License" in (file.parent / "OFL.txt").read_text(encoding="utf-8")
        rough = file.parent.name.startswith("im-fell")  # type as it was printed: every edge has many points
        wide = file.parent.name == "noto-sans"  # three alphabets
        assert file.stat().st_size < (200_000 if rough else 150_000 if wide else 120_000)


@pytest.mark.parametrize("style", ["Regular", "Italic", "Bold", "BoldItalic"])
def test_figures_are_tabular(style: str) -> None:
    font = load_font(FontSource(ROOT / f"fonts/alegreya-sans/AlegreyaSans-{style}.ttf"))
    assert len({shape(font, digit).width for digit in "0123456789"}) == 1


def test_pairs_are_kerned() -> None:
    font = FONTS.find("Text")
    assert shape(font, "AV").width < shape(font, "A").width + shape(font, "V").width - 0.01


def test_ligatures_stand_for_their_letters_unless_tracked() -> None:
    font = FONTS.find("Text")
    shaped = shape(font, "officer")
    assert len(shaped.glyphs) < len("officer")
    assert "".join(shaped.letters) == "officer"
    assert any(len(letters) > 1 for letters in shaped.letters)
    assert len(shape(font, "officer", 0.1).glyphs) == len("officer")


def test_what_is_invisible_gets_into_no_letter() -> None:
    shaped = shape(FONTS.find("Text"), "\u200bna\u00adve\u2060 \u00a0ﬁ")
    assert "".join(shaped.letters) == "nave  ﬁ"
    assert shape(FONTS.find("Text"), "\u200d").glyphs == ()


def test_marks_stand_over_their_letters() -> None:
    font = FONTS.find("Text")
    shaped = shape(font, "x\u0302a")
    assert shaped.letters == ("x", "\u0302", "a")
    assert shaped.width == pytest.approx(shape(font, "xa").width, abs=0.02)
    base, mark, _ = (font.hb_font.get_glyph_extents(glyph) for glyph in shaped.glyphs)
    middle = (base.x_bearing + base.width / 2) / font.units_per_em
    over = shaped.advances[0] + shaped.offsets[1][0] + (mark.x_bearing + mark.width / 2) / font.units_per_em
    assert over == pytest.approx(middle, abs=0.05)
    assert shape(font, "e\u0301").glyphs == shape(font, "é").glyphs


def test_the_machines_locale_does_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "ro_RO.UTF-8")
    shape.cache_clear()
    assert shape(FONTS.find("Text"), "ş").letters == ("ş",)


def test_a_file_that_is_no_font_is_refused() -> None:
    with pytest.raises(FontError, match=r"README\.md is no font that can be read here"):
        load_font(FontSource(ROOT / "README.md"))


def test_missing_characters_come_from_the_fallback_or_are_named() -> None:
    runs = FONTS.runs("a ∮ b", "Text")
    assert [text for _, text in runs] == ["a ", "∮", " b"]
    assert FONTS.missing("a∮漢", "Text") == "漢"
    assert FONTS.missing("e\u0301x\u0302 \u202f\u00ad\u200b\u2009", "Text") == ""
    assert FONTS.missing("aש", "Text") == "ש"


@pytest.mark.parametrize("text", ["Ada", "Ωμέγα", "Привет", "漢字かな", "e\u0301", "5 × 3 − 2", "한글", "\U0001f525"])
def test_scripts_that_are_set(text: str) -> None:
    assert refused(text) is None


@pytest.mark.parametrize("text", ["שלום", "مرحبا", "٣", "नमस्ते", "ไทย", "မြန်", "a\u202eb", "\x07", "\ufffe", "\ud800"])
def test_scripts_that_are_not(text: str) -> None:
    assert refused(text) is not None


def read_back(data: bytes) -> str:
    with pypdfium2.PdfDocument(data) as pdf:
        return str(pdf[0].get_textpage().get_text_range())


@pytest.mark.parametrize(
    "text",
    [
        "officer fjord waffle flinch fly",
        "Żółć naïve façade",
        "“Quote” – dash…",
        "no\u00adhyphen",
        "a\u00a0b c",
        "x\u0302y\u0323",
    ],
)
def test_text_is_found_as_it_was_typed(text: str) -> None:
    block = fit_text(text, TextStyle("t", "Text", 10, 8), 100, 20, FONTS)
    assert not block.missing
    page = sheet(block_svg(block, 1, 1, 100, 20, "left", "top", "ink"), 120)
    found = read_back(paint(page))
    plain = text.replace("\u00ad", "").replace("\u00a0", " ")
    assert unicodedata.normalize("NFC", found) == unicodedata.normalize("NFC", plain)


def paint(page: Sheet, fonts: Fonts = FONTS) -> bytes:
    assets = Assets({"ink": "#102030"}, fonts, icon, art)
    return write_pdf([page], lambda text: draw(text, assets), INFO)


def samples(file: Path, count: int) -> list[str]:
    """Random words of a font's own characters, with the pairs and ligatures that shape oddly among them."""
    rng = random.Random(file.name)
    known = sorted(TTFont(file).getBestCmap())
    letters = [chr(code) for code in known if chr(code).isprintable() and not refused(chr(code)) and code != 0x20]
    likely = [char for char in "fiflffijAVToWaLTyr.,’”—- " if ord(char) in known] or letters
    return ["".join(rng.choice(rng.choice((letters, likely))) for _ in range(rng.randint(1, 24))) for _ in range(count)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
@pytest.mark.parametrize("tracking", [0.0, 0.08])
def test_what_is_measured_is_what_is_painted(file: Path, tracking: float, count: int = SAMPLES) -> None:
    """Against the PDF itself: its ``TJ`` arrays read back with the widths that it gives, which are the file's and tracking.

    That is how a reader goes from letter to letter. What stands behind the last one leads nowhere.
    """
    style = TextStyle("t", "F", 12, 12, tracking=tracking)
    fonts = Fonts({"F": FontFamily("F", {"regular": FontSource(file)})})
    words = [text.strip() or "x" for text in samples(file, count)]
    words = [" ".join(text.split()) for text in words if not fonts.missing(text, "F")]
    assert len(words) > count * 0.9
    blocks = [fit_text(re.sub(r"([^\w\s])", r"\\\1", text), style, 5000, 20, fonts) for text in words]
    body = "".join(block_svg(block, 0, 20 * i, 5000, 20, "left", "top", "black") for i, block in enumerate(blocks))
    data = paint(sheet(body, 5000), fonts)
    painted = [width * 12 * MM_PER_POINT for width in advances(data, file, tracking)]
    measured = [block.width for block in blocks]
    assert len(painted) == len(measured)
    assert max(abs(a - b) for a, b in zip(painted, measured, strict=True)) < 0.01


def advances(data: bytes, file: Path, tracking: float) -> list[float]:
    """How far each text of a PDF moves on, in em, to its last letter's end: widths, less what its TJ takes back."""
    font = TTFont(file)
    order, em = font.getGlyphOrder(), font["head"].unitsPerEm
    widths = [font["hmtx"][name][0] / em + tracking for name in order]
    found: list[float] = []
    with pikepdf.open(io.BytesIO(data)) as pdf:
        fonts: Any = pdf.pages[0].resources["/Font"]
        (told,) = (list(fonts[name]["/DescendantFonts"][0]["/W"]) for name in fonts)
        assert len(told) > 2
        for code, (width,) in zip(told[0::2], told[1::2], strict=True):
            assert abs(float(width) / 1000 - widths[int(code)]) < 1e-5
        forms: Any = pdf.pages[0].resources.get("/XObject", {})
        streams: list[Any] = [pdf.pages[0], *(forms[name] for name in forms)]
        for stream in streams:
            for operands, operator in ((item.operands, item.operator) for item in pikepdf.parse_content_stream(stream)):
                if str(operator) == "BT":
                    found.append(-tracking)
                elif str(operator) == "TJ":
                    for item in operands[0]:
                        if isinstance(item, pikepdf.String):
                            codes = bytes(item)
                            for i in range(0, len(codes), 2):
                                found[-1] += widths[codes[i] * 256 + codes[i + 1]]
                        else:
                            found[-1] -= float(item) / 1000
    return found


def test_shaping_agrees_with_harfbuzz_of_its_own() -> None:
    """Widths against a fresh HarfBuzz font that this program did not open."""
    file = ROOT / "fonts/alegreya-sans/AlegreyaSans-Regular.ttf"
    own = hb.Font(hb.Face(hb.Blob.from_file_path(str(file))))
    font = load_font(FontSource(file))
    for text in samples(file, 200):
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.direction, buffer.language = "ltr", "en"
        hb.shape(own, buffer, {"kern": True, "liga": True})
        width = sum(item.x_advance for item in buffer.glyph_positions) / own.face.upem
        assert shape(font, text).width == pytest.approx(width, abs=1e-9)
