"""Drawings in other encodings than UTF-8: what a file says of itself is read, and believed only of text."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.faces.icons import read_icon
from pnp.game.workspace import Workspace
from pnp.problems import GameError
from pnp.source.text_file import read_text
from pnp.svg.art import is_svg, open_art
from pnp.svg.encoding import LONGEST, encoding_of
from pnp.svg.tree import SvgFault

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><title>é</title></svg>'


def declared(encoding: str, quote: str = '"') -> str:
    return f"<?xml version={quote}1.0{quote} encoding={quote}{encoding}{quote}?>\n" + SVG


@pytest.mark.parametrize(
    ("data", "codec"),
    [
        (SVG.encode(), "utf-8"),
        (declared("UTF-8").encode(), "utf-8"),
        (declared("ISO-8859-1").encode("latin-1"), "iso8859-1"),
        (declared("iso-8859-15", "'").encode("iso8859-15"), "iso8859-15"),
        (declared("windows-1252").encode("cp1252"), "cp1252"),
        (SVG.encode("utf-16"), "utf-16"),
        (declared("utf-16").encode("utf-16-le"), "utf-16-le"),
        (declared("utf-16").encode("utf-16-be"), "utf-16-be"),
        (declared("utf-16").encode(), "utf-8"),  # it could not be read so far, were it so
        (SVG.encode("utf-8-sig"), "utf-8-sig"),
    ],
)
def test_a_file_is_read_as_it_says(data: bytes, codec: str, tmp_path: Path) -> None:
    assert encoding_of(data) == codec
    assert is_svg(data)
    assert open_art(data)[0].root[0].text == "é"
    file = tmp_path / "templates/icons/a.svg"
    file.parent.mkdir(parents=True)
    file.write_bytes(data)
    assert "é" in read_icon(Workspace(tmp_path, tmp_path), "a")
    assert "é" in read_text(file, "a.svg", encoding_of=encoding_of).text


@pytest.mark.parametrize(
    "name", ["zip", "bz2", "hex", "rot13", "unicode_escape", "raw_unicode_escape", "idna", "punycode", "utf-7", "undefined", "mbcs", "x" * 40]
)  # fmt: skip
def test_only_text_is_taken_by_its_name(name: str) -> None:
    data = declared(name).encode()
    assert encoding_of(data) == "utf-8"
    assert open_art(data)[0].root[0].text == "é"


@pytest.mark.parametrize(
    ("names", "codec"),
    [
        (("us-ascii", "ASCII"), "ascii"),
        (("iso-8859-1", "iso8859-1", "latin1", "Latin-1", "ISO_8859-1"), "iso8859-1"),
        (("iso-8859-2", "iso8859-2"), "iso8859-2"),
        (("iso-8859-11", "iso8859-11"), "iso8859-11"),
        (("iso-8859-16", "iso8859-16"), "iso8859-16"),
        (("windows-1250", "cp1250"), "cp1250"),
        (("windows-1258", "cp1258"), "cp1258"),
        (("macintosh", "x-mac-roman", "mac-roman"), "mac-roman"),
        (("shift_jis", "Shift-JIS", "sjis"), "cp932"),
        (("koi8-r",), "koi8-r"),
        (("iso-8859-12", "windows-1259", "l", "i"), "utf-8"),
    ],
)
def test_an_encoding_has_several_names(names: tuple[str, ...], codec: str) -> None:
    assert {encoding_of(declared(name).encode()) for name in names} == {codec}


def test_every_codec_named_is_there() -> None:
    from pnp.svg import encoding

    assert len(encoding._CODECS) > 40
    for codec in {*encoding._CODECS.values(), *(codec for _, codec in encoding._MARKS)}:
        assert "<" in "<".encode(codec).decode(codec)


@pytest.mark.parametrize(
    "data", [SVG.encode("latin-1"), declared("us-ascii").encode(), declared("big5").encode("latin-1")]
)
def test_what_is_not_as_it_says_is_refused(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(SvgFault, match="the drawing is not text in"):
        open_art(data)
    file = tmp_path / "a.svg"
    file.write_bytes(data)
    with pytest.raises(GameError) as caught:
        read_text(file, "a.svg", encoding_of=encoding_of)
    assert [problem.code for problem in caught.value.problems] == ["not-utf8"]


def test_a_declaration_without_end_is_not_looked_through() -> None:
    assert encoding_of(b"<?xml " + b" " * LONGEST + b'encoding="latin1"?>') == "utf-8"
