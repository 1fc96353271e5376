"""A font and the glyphs that a document uses go in, the PDF objects of an embedded subset come out.

Type 0 over CIDFontType2 with Identity-H (PDF 32000, 9.7): glyph ids are the codes, a ToUnicode map keeps the text.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha1

import uharfbuzz as hb

from pnp.fonts.font import Font
from pnp.pdf.file import PdfFile, deflated

_HEAD = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
"""
_TAIL = "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"


def embed_font(file: PdfFile, promised: str, name: str, font: Font, glyphs: Mapping[int, str]) -> None:
    """Write the subset's objects, the font itself as the object that was promised."""
    used = sorted(glyphs)
    base = f"/{_tag(f'{name}{used}')}+{font.postscript_name}"
    em = 1000
    subset = _subset(font, used)
    descriptor = {
        "Type": "/FontDescriptor",
        "FontName": base,
        "Flags": 4,
        "FontBBox": [round(value * em) for value in font.bbox],
        "ItalicAngle": round(font.italic_angle, 2),
        "Ascent": round(font.ascent * em),
        "Descent": round(font.descent * em),
        "CapHeight": round(font.cap_height * em),
        "StemV": 80,
        "FontFile2": file.put_stream(deflated(subset), {"Length1": len(subset)}),
    }
    widths: list[object] = []
    for glyph in used:
        widths += [glyph, [round(font.advance(glyph) * em, 3)]]
    descendant = {
        "Type": "/Font",
        "Subtype": "/CIDFontType2",
        "BaseFont": base,
        "CIDSystemInfo": {"Registry": "(Adobe)", "Ordering": "(Identity)", "Supplement": 0},
        "FontDescriptor": file.put(descriptor),
        "DW": 0,
        "W": widths,
        "CIDToGIDMap": "/Identity",
    }
    whole = {
        "Type": "/Font",
        "Subtype": "/Type0",
        "BaseFont": base,
        "Encoding": "/Identity-H",
        "DescendantFonts": [file.put(descendant)],
        "ToUnicode": file.put_stream(deflated(_to_unicode(glyphs).encode()), {}),
    }
    file.put(whole, promised)


def _subset(font: Font, glyphs: list[int]) -> bytes:
    """The font file with the used glyphs alone; their ids stay, layout tables and names go."""
    wanted = hb.SubsetInput()
    wanted.glyph_set.update(glyphs)
    wanted.flags = hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NO_HINTING
    drop = wanted.sets(hb.SubsetInputSets.DROP_TABLE_TAG)
    for tag in ("GSUB", "GPOS", "GDEF", "name", "post", "OS/2", "cmap"):
        drop.add(int.from_bytes(tag.encode(), "big"))
    face = hb.subset(font.face, wanted)
    return bytes(face.blob.data)


def _tag(key: str) -> str:
    """Six capitals from a hash, as subsets are named (PDF 32000, 9.6.4)."""
    digest = sha1(key.encode(), usedforsecurity=False).digest()
    return "".join(chr(ord("A") + byte % 26) for byte in digest[:6])


def _to_unicode(glyphs: Mapping[int, str]) -> str:
    """A CMap from glyph ids to text, in blocks of at most a hundred."""
    lines = [
        f"<{glyph:04X}> <{text.encode('utf-16-be').hex().upper()}>" for glyph, text in sorted(glyphs.items()) if text
    ]
    blocks = [lines[i : i + 100] for i in range(0, len(lines), 100)]
    body = "".join(f"{len(block)} beginbfchar\n{chr(10).join(block)}\nendbfchar\n" for block in blocks)
    return _HEAD + body + _TAIL
