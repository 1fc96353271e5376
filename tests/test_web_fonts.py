"""Fonts of strangers: a page gets of them what letters are drawn from, and nothing that a browser would draw otherwise."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

import pytest
import uharfbuzz as hb
from fontTools.colorLib.builder import buildCOLR, buildCPAL
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.DefaultTable import DefaultTable

from bench.fuzz.small_game import small_games
from pnp.fonts.containers import FontError
from pnp.fonts.families import FontFamily, Fonts
from pnp.fonts.font import FontSource, load_font
from pnp.web.webfonts import font_faces

SOUND = small_games()["cards"]["fonts/small/tiny.ttf"]
NEEDED = {
    "CFF ",
    "GDEF",
    "GPOS",
    "GSUB",
    "OS/2",
    "cmap",
    "glyf",
    "head",
    "hhea",
    "hmtx",
    "loca",
    "maxp",
    "name",
    "post",
}
# other drawings of the same letters, other weights of them, and what a stranger thinks up
STRANGE = ("CBDT", "EBDT", "SVG ", "STAT", "avar", "fvar", "meta", "xyz ")


def with_tables(tables: Mapping[str, bytes]) -> bytes:
    """The sound font with tables more."""
    font = TTFont(BytesIO(SOUND))
    for tag, data in tables.items():
        font[tag] = table = DefaultTable(tag)
        table.data = data
    stream = BytesIO()
    font.save(stream)
    return stream.getvalue()


def on_a_page(path: Path) -> bytes:
    """The font file as a page has it."""
    fonts = Fonts({"Text": FontFamily("Text", {"regular": FontSource(path)})})
    rule = font_faces(fonts, "Text: words")
    found = re.search(r"base64,([^)]*)\)", rule)
    assert found
    return b64decode(found[1])


@pytest.mark.parametrize("data", [b"", bytes(4), b"\x00\x01" * 40], ids=["empty", "zeros", "numbers"])
@pytest.mark.parametrize("tag", STRANGE)
def test_a_page_has_no_table_that_paper_knows_nothing_of(tag: str, data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "strange.ttf"
    path.write_bytes(with_tables({tag: data}))
    written = set(hb.Face(on_a_page(path)).table_tags)
    assert {"glyf", "cmap", "head"} <= written <= NEEDED


def test_letters_in_colours_are_on_a_page_as_on_paper(tmp_path: Path) -> None:
    """Paper shows their outlines alone, in the colour of the text."""
    font = TTFont(BytesIO(SOUND))
    letters = font.getBestCmap()
    font["COLR"] = buildCOLR({letters[ord("w")]: [(letters[ord("o")], 0)]}, version=0)
    font["CPAL"] = buildCPAL([[(1.0, 0.0, 0.0, 1.0)]])
    font.save(tmp_path / "font.ttf")
    assert "COLR" in load_font(FontSource(tmp_path / "font.ttf")).face.table_tags
    assert set(hb.Face(on_a_page(tmp_path / "font.ttf")).table_tags) <= NEEDED


@pytest.mark.parametrize(
    ("em", "sound"), [(0, False), (15, False), (16, True), (16384, True), (16385, False), (65535, False)]
)
def test_an_em_is_as_large_as_browsers_take_it(em: int, sound: bool, tmp_path: Path) -> None:
    """16 to 16,384 units (OpenType 1.9, head): HarfBuzz takes any other for 1,000, and a browser leaves the font out."""
    font = TTFont(BytesIO(SOUND))
    font["head"].unitsPerEm = em
    font.save(tmp_path / "font.ttf")
    if sound:
        assert load_font(FontSource(tmp_path / "font.ttf")).units_per_em == em
        return
    with pytest.raises(FontError, match="is damaged"):
        load_font(FontSource(tmp_path / "font.ttf"))


def test_a_table_whose_name_is_no_text_is_no_table(tmp_path: Path) -> None:
    odd = with_tables({"xyz ": b"words"}).replace(b"xyz ", b"\xff\xfe\x80\xd8")
    (tmp_path / "font.ttf").write_bytes(odd)
    try:
        load_font(FontSource(tmp_path / "font.ttf"))
    except FontError as error:
        assert "is damaged" in str(error)
        return
    assert set(hb.Face(on_a_page(tmp_path / "font.ttf")).table_tags) <= NEEDED
