"""A game's fonts and the characters of a page go in; rules that bring just these characters as data come out."""

from __future__ import annotations

import re
from base64 import b64encode

import uharfbuzz as hb

from pnp.fonts.families import Fonts
from pnp.fonts.font import Font

# a family's style -> CSS weight and slant
_STYLES = {
    "regular": (400, "normal"),
    "bold": (700, "normal"),
    "italic": (400, "italic"),
    "bold-italic": (700, "italic"),
}
# a name that needs no quotation marks: plain words, none of them a keyword of CSS
_BARE = re.compile(r"[A-Z][A-Za-z]*( [A-Z][A-Za-z]*)*")
_KEYWORDS = frozenset(
    {
        "inherit", "initial", "unset", "revert", "default", "serif", "monospace", "cursive", "fantasy", "math", "emoji",
        "fangsong", "none", "auto", "system",
    }
)  # fmt: skip
# what a letter is drawn from: other pictures of it, in colours say, and other weights than the file's are not printed
_NEEDED = frozenset(
    {"CFF ", "GDEF", "GPOS", "GSUB", "OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post"}
)
# paper is printed in the faces that there are: none is slanted or thickened
_AS_IT_IS = "svg{font-synthesis:none}"


def font_faces(fonts: Fonts, page: str) -> str:
    """``@font-face`` rules, a line each, for the families that a page names, cut down to the characters in it.

    One more says how drawings use them. Raises FontError for a damaged font.
    """
    rules = [_AS_IT_IS]
    for family in fonts.families.values():
        if family.name not in page and css_string(family.name) not in page:
            continue
        for style, source in sorted(family.faces.items()):
            font = fonts.files.open(source, family.features)
            kept = "".join(sorted(char for char in set(page) if font.has(char)))
            if not kept:
                continue
            weight, slant = _STYLES[style]
            features = ", ".join(f'"{feature}"' for feature in family.features)
            asked = f"font-feature-settings:{features};" if features else ""
            kind = "otf" if font.has_cff else "ttf"  # RFC 8081
            data = b64encode(_subset(font, kept)).decode("ascii")
            rules.append(
                f"@font-face{{font-family:{css_string(family.name)};font-weight:{weight};font-style:{slant};{asked}"
                f"src:url(data:font/{kind};base64,{data})}}"
            )
    return "\n".join(rules)


def css_string(text: str) -> str:
    """A name in quotation marks as CSS reads it (CSS Syntax 3, 4.3.5), also within an element of HTML."""
    return '"' + "".join(char if char.isalnum() or char in " -_." else f"\\{ord(char):x} " for char in text) + '"'


def css_name(family: str) -> str:
    """A family's name as a list of CSS takes it, with quotation marks only where it needs them."""
    plain = _BARE.fullmatch(family) and _KEYWORDS.isdisjoint(family.lower().split())
    return family if plain else css_string(family)


def _subset(font: Font, characters: str) -> bytes:
    wanted = hb.SubsetInput()
    wanted.unicode_set.update(map(ord, characters))
    wanted.layout_feature_tag_set.update(int.from_bytes(tag.encode("ascii"), "big") for tag in font.features)
    wanted.flags = hb.SubsetFlags.NO_HINTING
    spare = wanted.sets(hb.SubsetInputSets.DROP_TABLE_TAG)
    for tag in set(font.face.table_tags) - _NEEDED:
        spare.add(int.from_bytes(tag.encode("latin-1"), "big"))
    return font.cut_down(wanted)
