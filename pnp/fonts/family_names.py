"""A list of font families, as drawings name them, goes in; the family of the game that it means comes out.

Programs name a font in their own ways: by its family, by its PostScript name (``MyriadPro-Bold``), or by its kind.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable
from functools import lru_cache

from pnp.fonts.containers import FontError
from pnp.fonts.families import Fonts, Named
from pnp.fonts.font import Font

MOST_ASKED = 1024  # lists of families that are kept at a time
GENERIC = frozenset({"serif", "sans-serif", "monospace", "cursive", "fantasy"})
_ALSO = {"ui-serif": "serif", "ui-sans-serif": "sans-serif", "system-ui": "sans-serif", "ui-monospace": "monospace"}
_ONE = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([^,]*))\s*(?:,|$)""")
_STYLE = re.compile(
    r"(?:regular|roman|book|normal|text|medium|light|thin|extralight|(?P<bold>(?:semi|demi|extra|ultra)?bold|black|heavy|demi))?"
    r"(?P<italic>italic|ital|it|oblique|obl)?"
)
_MAKERS = re.compile(r"(?:PS)?MT$|PS$")  # Monotype's endings: ArialMT, TimesNewRomanPS-BoldMT
# kinds of families (OpenType 1.9, OS/2 sFamilyClass and panose)
_CLASSES = {**dict.fromkeys((1, 2, 3, 4, 5, 7), "serif"), 8: "sans-serif", 9: "fantasy", 10: "cursive"}


def names_in(text: str) -> list[str]:
    """The names of a list, without their quotation marks."""
    found = ((match[1] or match[2] or match[3] or "").strip().strip("'\"") for match in _ONE.finditer(text))
    return [name for name in found if name]


def find_family(text: str, fonts: Fonts) -> Named | None:
    """The first family of a list that the game has; None when it has none of them."""
    asked = fonts.asked
    if text not in asked:
        if len(asked) >= MOST_ASKED:
            asked.clear()
        asked[text] = _find(text, fonts)
    return asked[text]


def _find(text: str, fonts: Fonts) -> Named | None:
    for name in names_in(text):
        named = _exact(name, fonts) or _by_postscript(name, fonts)
        if named is None and name.lower() in GENERIC | _ALSO.keys():
            named = _of_kind(_ALSO.get(name.lower(), name.lower()), fonts)
        if named is not None:
            return named
    return None


def meant_by(names: Iterable[str], fonts: Fonts) -> frozenset[str]:
    """The families of the game that single names mean."""
    found = (find_family(name, fonts) for name in names)
    return frozenset(named.family for named in found if named)


def _exact(name: str, fonts: Fonts) -> Named | None:
    if name in fonts.families:
        return Named(name)
    return next((Named(family) for family in fonts.families if family.casefold() == name.casefold()), None)


def _by_postscript(name: str, fonts: Fonts) -> Named | None:
    """A family by the PostScript name of one of its files, or by a name put together like one."""
    if " " in name or not name.isascii():
        return None
    stem, dash, style = name.rpartition("-")
    said = _STYLE.fullmatch(_MAKERS.sub("", style).lower()) if dash else None
    for part, match in ((name, None), *([(stem, said)] if said else [])):
        key = _key(part)
        family = next((family for family in fonts.families if _key(family) == key), None)
        if family is not None:
            return Named(family, bool(match and match["bold"]), bool(match and match["italic"]))
    for family, files in fonts.families.items():
        if files.features:
            continue
        for kind, path in sorted(files.faces.items()):
            try:
                font = fonts.files.open(path)
            except FontError:
                continue  # said when the game is read
            if font.postscript_name == name:
                return Named(family, "bold" in kind, "italic" in kind)
    return None


def _key(name: str) -> str:
    return "".join(char for char in _MAKERS.sub("", name) if char.isalnum()).casefold()


def _of_kind(kind: str, fonts: Fonts) -> Named | None:
    """The game's first family of a kind, by what its font says of itself."""
    own = [name for name in fonts.families if name not in fonts.fallback]  # those that only help out set no words
    return next((Named(name) for name in own if kind_of(fonts.find(name)) == kind), None)


@lru_cache(maxsize=64)
def kind_of(font: Font) -> str:
    """The generic family that a font belongs to, by its tables ``post`` and ``OS/2``; empty where they do not say."""
    post, os2 = font.table("post"), font.table("OS/2")
    if len(post) >= 16 and struct.unpack(">I", post[12:16])[0]:
        return "monospace"
    if len(os2) < 42:
        return ""
    family, serifs, proportion = os2[32], os2[33], os2[35]
    if family == 2 and proportion == 9:
        return "monospace"
    if family == 2 and serifs >= 2:
        return "serif" if serifs <= 10 else "sans-serif"
    if family in (3, 4):
        return "cursive" if family == 3 else "fantasy"
    found = _CLASSES.get(os2[30], "")
    if found or family:
        return found
    name = font.postscript_name.lower()
    return "sans-serif" if "sans" in name else "serif" if "serif" in name else ""
