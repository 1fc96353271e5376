"""The families that a script names go in; the shipped family that stands for each comes out, and what to say of it."""

from __future__ import annotations

from collections.abc import Mapping

# shipped families by their nature, each with the files of its four faces
FACES: Mapping[str, Mapping[str, str]] = {
    "Barlow": {
        "regular": "barlow/Barlow-Regular.ttf", "italic": "barlow/Barlow-Italic.ttf",
        "bold": "barlow/Barlow-SemiBold.ttf", "bold-italic": "barlow/Barlow-SemiBoldItalic.ttf",
    },
    "Alegreya Sans": {
        "regular": "alegreya-sans/AlegreyaSans-Regular.ttf", "italic": "alegreya-sans/AlegreyaSans-Italic.ttf",
        "bold": "alegreya-sans/AlegreyaSans-Bold.ttf", "bold-italic": "alegreya-sans/AlegreyaSans-BoldItalic.ttf",
    },
    "Grenze": {
        "regular": "grenze/Grenze-Regular.ttf", "italic": "grenze/Grenze-Italic.ttf",
        "bold": "grenze/Grenze-Bold.ttf", "bold-italic": "grenze/Grenze-BoldItalic.ttf",
    },
    "Cinzel": {"regular": "cinzel/Cinzel-Regular.ttf", "bold": "cinzel/Cinzel-Bold.ttf"},
}  # fmt: skip
SANS = "Barlow"
_SERIFS = ("times", "georgia", "garamond", "palatino", "serif", "cambria", "book antiqua", "baskerville", "caslon")
_CAPITALS = ("cinzel", "trajan", "copperplate")
FALLBACK = {"Noto Sans Symbols 2": {"regular": "noto-sans-symbols-2/NotoSansSymbols2-Regular.ttf"}}


def stand_in(family: str) -> str:
    """The shipped family for a name: itself where it is shipped, else one of its kind."""
    plain = family.strip().casefold()
    own = next((name for name in FACES if name.casefold() == plain), "")
    if own:
        return own
    if "sans" not in plain and any(word in plain for word in _SERIFS):
        return "Grenze"
    return "Cinzel" if any(word in plain for word in _CAPITALS) else SANS
