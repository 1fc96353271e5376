"""An opened font goes in; what it says of itself comes out: family, style, how heavy it is, whether it leans."""

from __future__ import annotations

import uharfbuzz as hb

from pnp.fonts.font import Font

# a weight at the end of a family's name, where a font has no other place for it
_WEIGHTS = {
    "Thin": 100, "ExtraLight": 200, "Light": 300, "Medium": 500, "SemiBold": 600, "Semibold": 600, "ExtraBold": 800,
    "Black": 900, "Heavy": 900,
}  # fmt: skip


def called(font: Font) -> tuple[str, str]:
    """Family and style as the font names them (name records 16 and 17, else 1 and 2, a weight parted from the name)."""
    names = hb.OTNameIdPredefined
    family = font.face.get_name(names.TYPOGRAPHIC_FAMILY) or font.face.get_name(names.FONT_FAMILY)
    style = font.face.get_name(names.TYPOGRAPHIC_SUBFAMILY) or font.face.get_name(names.FONT_SUBFAMILY)
    words, style = (family or font.path.stem).split(), " ".join((style or "Regular").split())
    if len(words) > 1 and _WEIGHTS.get(words[-1]) == look_of(font)[0]:
        *words, weight = words
        style = f"{weight} {style.removeprefix('Regular').removeprefix('Bold')}".strip()
    return " ".join(words) or font.path.stem, style


def look_of(font: Font) -> tuple[int, bool]:
    """Weight, 400 being regular, and whether it leans (OS/2: usWeightClass, and bit 0 of fsSelection)."""
    table = font.table("OS/2")
    if len(table) < 64:
        return 400, font.italic_angle != 0
    return int.from_bytes(table[4:6], "big") or 400, bool(table[63] & 1)
