"""A font and the glyphs that a document uses go in, the PDF objects of an embedded subset come out.

Type 0 over CIDFontType2 with Identity-H (PDF 32000, 9.7): glyph ids are the codes, a ToUnicode map keeps the text.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha1

import uharfbuzz as hb
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFDocument, PDFName, PDFObjectReference

from pnp.fonts.font import Font
from pnp.paint.objects import reference, stream

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


def embed_font(document: PDFDocument, name: str, font: Font, glyphs: Mapping[int, str]) -> PDFObjectReference:
    """Add the subset's objects to the document; answers the reference for the resource dictionaries."""
    used = sorted(glyphs)
    tag = _tag(f"{name}{used}")
    base = PDFName(f"{tag}+{font.postscript_name}")
    em = 1000
    file = stream(_subset(font, used), {"Length1": None})
    left, bottom, right, top = (round(value * em) for value in font.bbox)
    descriptor = PDFDictionary(
        {
            "Type": PDFName("FontDescriptor"),
            "FontName": base,
            "Flags": 4,
            "FontBBox": PDFArray([left, bottom, right, top]),
            "ItalicAngle": round(font.italic_angle, 2),
            "Ascent": round(font.ascent * em),
            "Descent": round(font.descent * em),
            "CapHeight": round(font.cap_height * em),
            "StemV": 80,
            "FontFile2": reference(document, f"{name}-file", file),
        }
    )
    widths: list[object] = []
    for glyph in used:
        widths += [glyph, PDFArray([round(font.advance(glyph) * em, 3)])]
    descendant = PDFDictionary(
        {
            "Type": PDFName("Font"),
            "Subtype": PDFName("CIDFontType2"),
            "BaseFont": base,
            "CIDSystemInfo": PDFDictionary({"Registry": "(Adobe)", "Ordering": "(Identity)", "Supplement": 0}),
            "FontDescriptor": reference(document, f"{name}-descriptor", descriptor),
            "DW": 0,
            "W": PDFArray(widths),
            "CIDToGIDMap": PDFName("Identity"),
        }
    )
    whole = PDFDictionary(
        {
            "Type": PDFName("Font"),
            "Subtype": PDFName("Type0"),
            "BaseFont": base,
            "Encoding": PDFName("Identity-H"),
            "DescendantFonts": PDFArray([reference(document, f"{name}-cid", descendant)]),
            "ToUnicode": reference(document, f"{name}-unicode", stream(_to_unicode(glyphs).encode(), {})),
        }
    )
    return reference(document, name, whole)


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
