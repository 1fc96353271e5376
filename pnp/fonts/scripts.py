"""Characters go in; the scripts that they are of, and which scripts a font can set, come out.

A letter's script is the first word of its name in the Unicode Character Database: CYRILLIC SMALL LETTER A.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from string import ascii_letters

from pnp.fonts.font import Font

# first word of a letter's name -> what people call the script, where it is not that word
_CALLED = {"CJK": "Han", "HIRAGANA": "kana", "KATAKANA": "kana", "ETHIOPIC": "Ethiopic", "KANGXI": "Han"}
_SCRIPTS = frozenset(
    {
        "GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN", "HEBREW", "ARABIC", "SYRIAC", "DEVANAGARI", "BENGALI", "GURMUKHI",
        "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "SINHALA", "THAI", "LAO", "TIBETAN", "MYANMAR",
        "KHMER", "MONGOLIAN", "CHEROKEE", "HANGUL", "BOPOMOFO", "RUNIC", "OGHAM", "GOTHIC", "COPTIC", "GLAGOLITIC",
        "YI", *_CALLED,
    }
)  # fmt: skip
_LISTED = 3  # characters that a message shows


def script_of(char: str) -> str:
    """The script of a letter, such as ``Cyrillic``; ``Latin`` for those without accents; empty for anything else.

    A Latin letter with an accent is missing by itself in many fonts, and a sign always is.
    """
    if char.isascii():
        return "Latin" if char.isalnum() else ""
    if unicodedata.category(char)[0] not in "LM":
        return ""
    word = unicodedata.name(char, "").partition(" ")[0].partition("-")[0]
    return _CALLED.get(word, word.capitalize()) if word in _SCRIPTS else ""


@dataclass(frozen=True, slots=True)
class MissingCharacters:
    """Characters that are missing for one cause. ``kin`` names it, ``named`` says the first of them."""

    kin: str
    named: str
    characters: str


def by_cause(characters: Iterable[str]) -> list[MissingCharacters]:
    """Missing characters by what is missing: a script, or one character that is of none."""
    causes: dict[str, list[str]] = {}
    for char in dict.fromkeys(characters):
        script = script_of(char)
        causes.setdefault(f"{script} letters" if script else named(char), []).append(char)
    found = []
    for kin, chars in causes.items():
        said = ", ".join(map(named, chars[:_LISTED]))
        more = f" and {len(chars) - _LISTED} more" if len(chars) > _LISTED else ""
        of = f", of the {kin.removesuffix(' letters')} script" if kin.endswith(" letters") else ""
        found.append(MissingCharacters(kin, f"{said}{more}{of}", "".join(chars)))
    return found


def kin_of(char: str) -> str:
    """What a character is told with: its script's letters, or itself."""
    script = script_of(char)
    return f"{script} letters" if script else named(char)


def named(char: str) -> str:
    """A character as messages show it: ``'é' (U+00E9)``, or its number alone where it cannot be seen."""
    code = f"U+{ord(char):04X}"
    return f"'{char}' ({code})" if char.isprintable() and not char.isspace() else code


def _letters(first: int, last: int) -> frozenset[int]:
    """The assigned letters of a stretch."""
    return frozenset(code for code in range(first, last + 1) if unicodedata.category(chr(code))[0] == "L")


_CENTRAL = "ĀāĂăĄąĆćČčĎďĐđĒēĖėĘęĚěĞğĢģĪīĮįİıĶķĹĺĻļĽľŁłŃńŅņŇňŌōŐőŒœŔŕŘřŚśŞşŠšŤťŪūŮůŰűŲųŴŵŶŷŸŹźŻżŽžȘșȚț"
# what a font must have to be said to set it, all of it; the letters that today's languages write
COVERAGE: dict[str, frozenset[int]] = {
    "Latin": frozenset(map(ord, ascii_letters)),
    "Latin-1": _letters(0xC0, 0xFF),  # western Europe
    "Latin Extended": frozenset(map(ord, _CENTRAL)),  # central and eastern Europe, Turkey
    "Vietnamese": frozenset(map(ord, "ĂăĐđĨĩŨũƠơƯư")) | _letters(0x1EA0, 0x1EF9),
    "Greek": frozenset({0x386, *range(0x388, 0x38B), 0x38C, *range(0x38E, 0x3A2), *range(0x3A3, 0x3CF)}),
    "polytonic Greek": _letters(0x1F00, 0x1FFC),
    "Cyrillic": frozenset({*range(0x400, 0x460), 0x490, 0x491}),
    "Armenian": frozenset({*range(0x531, 0x557), *range(0x561, 0x587)}),
    "Georgian": frozenset(range(0x10D0, 0x10F1)),
    "kana": frozenset({*range(0x3041, 0x3094), *range(0x30A1, 0x30F5)}),
    "arrows": frozenset(range(0x2190, 0x219A)),
    "mathematics": frozenset({*range(0x2200, 0x2210), 0x221A, 0x221E, 0x2229, 0x222A, 0x2248, 0x2260, 0x2264, 0x2265}),
    "chess and dice": frozenset({*range(0x2654, 0x2660), *range(0x2680, 0x2686)}),
}
# so many characters that a font must have some thousand of them to set what people write
_LARGE = {"Han": (range(0x4E00, 0xA000), 2_000), "Hangul": (range(0xAC00, 0xD7A4), 2_000)}


def coverage_of(font: Font) -> tuple[str, ...]:
    """The scripts and kinds of signs that a font has whole."""
    has = frozenset(font.face.unicodes)
    found = [name for name, wanted in COVERAGE.items() if wanted <= has]
    return (*found, *(name for name, (wanted, least) in _LARGE.items() if len(has.intersection(wanted)) >= least))
