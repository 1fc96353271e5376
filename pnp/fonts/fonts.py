"""Families of a game go in; the face for a style, and the face that has a character, come out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from pnp.fonts.font import Font, load_font

# what stands in for a face that a family lacks, nearest first
_SUBSTITUTES = {
    (False, False): ("regular", "bold", "italic", "bold-italic"),
    (True, False): ("bold", "regular", "bold-italic", "italic"),
    (False, True): ("italic", "regular", "bold-italic", "bold"),
    (True, True): ("bold-italic", "bold", "italic", "regular"),
}
STYLES = ("regular", "bold", "italic", "bold-italic")
_INVISIBLE = frozenset("\u00ad\u200b\u2060")  # soft hyphen, zero-width space, word joiner: never drawn


@dataclass(frozen=True)
class FontFamily:
    """A family's files by style: regular, bold, italic, bold-italic; at least one of them."""

    name: str
    faces: Mapping[str, Path]


@dataclass(frozen=True, eq=False)
class Fonts:
    """Every family of a game, and those where a missing character is looked for, in that order."""

    families: Mapping[str, FontFamily]
    fallback: tuple[str, ...] = ()

    def find(self, family: str, bold: bool = False, italic: bool = False) -> Font:
        """The face for a style; a family that lacks it gives its nearest. Raises KeyError for an unknown family."""
        faces = self.families[family].faces
        style = next(style for style in _SUBSTITUTES[bold, italic] if style in faces)
        return load_font(faces[style])

    @classmethod
    def of(cls, families: Mapping[str, FontFamily], fallback: tuple[str, ...] = ()) -> Fonts:
        """The one value for these families: what was measured with it stays known when the game is read again."""
        return _fonts(tuple((name, tuple(family.faces.items())) for name, family in families.items()), fallback)

    @lru_cache(maxsize=8192)  # noqa: B019 - one Fonts a game, as long as the process
    def runs(self, text: str, family: str, bold: bool = False, italic: bool = False) -> tuple[tuple[Font, str], ...]:
        """Split the text where its characters must come from a fallback; what no font has stays with the first."""
        first = self.find(family, bold, italic)
        runs: list[tuple[Font, str]] = []
        for char in text:
            font = self._covering(first, char, bold, italic) or first
            if runs and runs[-1][0] is font:
                runs[-1] = (font, runs[-1][1] + char)
            else:
                runs.append((font, char))
        return tuple(runs)

    def missing(self, text: str, family: str, bold: bool = False, italic: bool = False) -> str:
        """The characters that neither the family nor a fallback has, each once, in their order."""
        first = self.find(family, bold, italic)
        return "".join(char for char in dict.fromkeys(text) if self._covering(first, char, bold, italic) is None)

    def _covering(self, first: Font, char: str, bold: bool, italic: bool) -> Font | None:
        if first.has(char) or char in _INVISIBLE:
            return first
        faces = (self.find(name, bold, italic) for name in self.fallback)
        return next((font for font in faces if font.has(char)), None)


@lru_cache(maxsize=8)
def _fonts(families: tuple[tuple[str, tuple[tuple[str, Path], ...]], ...], fallback: tuple[str, ...]) -> Fonts:
    return Fonts({name: FontFamily(name, dict(faces)) for name, faces in families}, fallback)
