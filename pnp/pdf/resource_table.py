"""Resources that operators name go in, a document's dictionaries, fonts and other objects come out, each kept once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha1
from operator import itemgetter
from typing import TypeVar

import uharfbuzz as hb

from pnp.fonts.font import Font
from pnp.pdf.drawing import Form, ImageData, Resources, Shading, ShadingPattern, SoftMask, file_name, font_name
from pnp.pdf.file import (
    PdfFile,
    Value,
    alpha_state,
    deflated,
    form_entries,
    mask_state,
    pattern_object,
    shading_object,
    syntax,
)
from pnp.pdf.pictures import image_object

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

Thing = TypeVar("Thing")


def embed_font(file: PdfFile, name: str, kinds: Mapping[str, tuple[Font, Mapping[int, str]]]) -> None:
    """Write a font's subset and what describes it. ``kinds`` are the objects promised: the font with a tracking each.

    It is Type 0 with Identity-H (PDF 32000, 9.7): glyph ids are the codes, a ToUnicode map keeps the text. Outlines of
    TrueType stand under CIDFontType2; those of CFF as a bare table under CIDFontType0, whose CIDs are made to be glyph
    ids (9.7.4.2). Kinds differ in the widths of their glyphs alone.
    """
    font = next(iter(kinds.values()))[0]
    glyphs = {glyph: text for _, used in kinds.values() for glyph, text in used.items()}
    used = sorted(glyphs)
    base = f"/{_tag(f'{name}{used}')}+{font.postscript_name}"
    em = 1000
    descriptor = file.put(
        {
            "Type": "/FontDescriptor",
            "FontName": base,
            "Flags": 4,
            "FontBBox": [round(value * em) for value in font.bbox],
            "ItalicAngle": round(font.italic_angle, 2),
            "Ascent": round(font.ascent * em),
            "Descent": round(font.descent * em),
            "CapHeight": round(font.cap_height * em),
            "StemV": 80,
            **_font_file(file, font, used),
        }
    )
    to_unicode = ""
    for promised, (kind, own) in kinds.items():
        widths: list[object] = []
        for glyph in sorted(own):
            widths += [glyph, [round(kind.advance(glyph) * em, 3)]]
        descendant = {
            "Type": "/Font",
            "Subtype": "/CIDFontType0" if font.has_cff else "/CIDFontType2",
            "BaseFont": base,
            "CIDSystemInfo": {"Registry": "(Adobe)", "Ordering": "(Identity)", "Supplement": 0},
            "FontDescriptor": descriptor,
            "DW": 0,
            "W": widths,
            **({} if font.has_cff else {"CIDToGIDMap": "/Identity"}),
        }
        whole = {
            "Type": "/Font",
            "Subtype": "/Type0",
            "BaseFont": f"{base}-Identity-H" if font.has_cff else base,
            "Encoding": "/Identity-H",
            "DescendantFonts": [file.put(descendant)],
            "ToUnicode": (to_unicode := to_unicode or file.put_stream(deflated(_to_unicode(glyphs).encode()), {})),
        }
        file.put(whole, promised)


def _font_file(file: PdfFile, font: Font, used: list[int]) -> Value:
    """The descriptor's entry for the embedded subset."""
    subset = _subset(font, used)
    if not font.has_cff:
        return {"FontFile2": file.put_stream(deflated(subset), {"Length1": len(subset)})}
    bare = bytes(hb.Face(subset).reference_table("CFF ").data)
    return {"FontFile3": file.put_stream(deflated(bare), {"Subtype": "/CIDFontType0C"})}


def _subset(font: Font, glyphs: list[int]) -> bytes:
    """The font file with the used glyphs alone; their ids stay, layout tables and names go.

    A CFF font that has CIDs of its own loses them (CFF, 13): viewers agree about those that are glyph ids.
    """
    wanted = hb.SubsetInput()
    wanted.glyph_set.update(glyphs)
    wanted.flags = hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NO_HINTING
    if font.has_cff:
        wanted.flags |= hb.SubsetFlags.CFF_IDENTITY_CHARSET
    drop = wanted.sets(hb.SubsetInputSets.DROP_TABLE_TAG)
    for tag in ("GSUB", "GPOS", "GDEF", "name", "post", "OS/2", "cmap"):
        drop.add(int.from_bytes(tag.encode(), "big"))
    return font.cut_down(wanted)


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


class ResourceTable:
    """The resources of one document: each kept once, however many pages and forms name it."""

    def __init__(self, file: PdfFile) -> None:
        self.file = file
        self.kept: dict[str | bytes, str] = {}  # references by resource name, or by the syntax of a dictionary
        self.fonts: dict[str, str] = {}
        self.glyphs: dict[Font, dict[int, str]] = {}

    def dictionary(self, resources: Resources) -> Value:
        """The resource dictionary for a page or a form: exactly what it names, fonts by a reference made later."""
        for font, glyphs in resources.glyphs.items():
            self.glyphs.setdefault(font, {}).update(glyphs)
        states = {name: alpha_state(*pair) for name, pair in sorted(resources.alphas.items())}
        states |= {name: {"Type": "/ExtGState", "BM": f"/{mode}"} for name, mode in sorted(resources.blends.items())}
        sections: dict[str, Mapping[str, object]] = {
            "Font": {name: self._font(name) for name in sorted(map(font_name, resources.glyphs))},
            "XObject": self._each(resources.forms, self._form) | self._each(resources.images, self._image),
            "ExtGState": states | self._each(resources.masks, self._mask),
            "Shading": self._each(resources.shadings, self._shading),
            "Pattern": self._each(resources.patterns, self._pattern),
        }
        return {name: section for name, section in sections.items() if section}

    def shared_dictionary(self, resources: Resources) -> str:
        """The same as an object of its own: the pages of a deck all name the same."""
        key = syntax(dictionary := self.dictionary(resources))
        if key not in self.kept:
            self.kept[key] = self.file.put(dictionary)
        return self.kept[key]

    def embed_fonts(self) -> None:
        """Embed every font with the glyphs that the whole document used."""
        files: dict[str, dict[str, tuple[Font, dict[int, str]]]] = {}
        for font in self.glyphs:  # one file may be opened twice: under two paths, or with small capitals
            _, glyphs = files.setdefault(file_name(font), {}).setdefault(font_name(font), (font, {}))
            glyphs |= self.glyphs[font]
        for name, kinds in sorted(files.items()):
            embed_font(
                self.file, name, {self._font(kind): used for kind, used in sorted(kinds.items(), key=itemgetter(0))}
            )

    def _font(self, name: str) -> str:
        if name not in self.fonts:
            self.fonts[name] = self.file.promise()
        return self.fonts[name]

    def _each(self, things: Mapping[str, Thing], make: Callable[[Thing], str]) -> dict[str, object]:
        for name in sorted(things):
            if name not in self.kept:
                self.kept[name] = make(things[name])
        return {name: self.kept[name] for name in sorted(things)}

    def _form(self, form: Form) -> str:
        entries = form_entries(form.bbox, self.dictionary(form.resources), group=form.group)
        return self.file.put_stream(deflated(form.content.encode("ascii")), entries)

    def _image(self, image: ImageData) -> str:
        return image_object(self.file, image)

    def _mask(self, mask: SoftMask) -> str:
        form = self._each({mask.form.name: mask.form}, self._form)[mask.form.name]
        return self.file.put(mask_state(mask.kind, form))

    def _shading(self, shading: Shading) -> str:
        return self.file.put(shading_object(shading))

    def _pattern(self, pattern: ShadingPattern) -> str:
        shading = self._each({pattern.shading.name: pattern.shading}, self._shading)[pattern.shading.name]
        return self.file.put(pattern_object(pattern, shading))
