"""Families of a game go in; the face for a style, and the face that has a character, come out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from pnp.fonts.equivalents import EQUIVALENTS
from pnp.fonts.font import Font, FontFiles, FontSource
from pnp.fonts.shape import INVISIBLE, refused

# what stands in for a face that a family lacks, nearest first
_SUBSTITUTES = {
    (False, False): ("regular", "bold", "italic", "bold-italic"),
    (True, False): ("bold", "regular", "bold-italic", "italic"),
    (False, True): ("italic", "regular", "bold-italic", "bold"),
    (True, True): ("bold-italic", "bold", "italic", "regular"),
}
STYLES = ("regular", "bold", "italic", "bold-italic")
# what to do for a font that the computer has and the workspace does not: nothing outside of that is ever read
INSTALLED = (
    "put the file into the workspace's fonts folder; fonts of your computer are not read, so copy it there (Windows: "
    "C:\\Windows\\Fonts; macOS: ~/Library/Fonts, /Library/Fonts; Linux: ~/.local/share/fonts, /usr/share/fonts), if "
    "its licence lets you print with it"
)
SMALL_CAPS = " Small Caps"  # behind a family's name: the same family in its own small capitals
_MARKUP = frozenset("\"'<>&")  # what must not come into a page of HTML by itself
_CLUSTER = re.compile(
    r"[^\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f][\u0300-\u036f\u1ab0-\u1aff"
    r"\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\ufe00-\ufe0f]+"
)  # a letter with its marks


@dataclass(frozen=True)
class FontFamily:
    """What a family's styles are taken from: regular, bold, italic, bold-italic; at least one of them.

    ``features`` are OpenType features that all of it is set with.
    """

    name: str
    faces: Mapping[str, FontSource]
    features: tuple[str, ...] = ()


def small_caps(family: FontFamily, files: FontFiles) -> FontFamily | None:
    """The family in the small capitals that its fonts draw (smcp); None when one of them draws none.

    Shrunk capitals are never passed off as small ones: their stems are too thin.
    """
    if all(files.open(source).offers("smcp") for source in family.faces.values()):
        return FontFamily(family.name + SMALL_CAPS, family.faces, ("smcp",))
    return None


@dataclass(frozen=True, slots=True)
class Named:
    """A family of the game, and the style that the name it was asked for by says itself."""

    family: str
    bold: bool = False
    italic: bool = False


@dataclass(eq=False)
class Fonts:
    """Every family of a game, and those where a missing character is looked for, in that order.

    Compared by identity: what was measured with it is kept by it. ``files`` opens a face when it is first asked for.
    """

    families: Mapping[str, FontFamily]
    fallback: tuple[str, ...] = ()
    files: FontFiles = field(default_factory=FontFiles, repr=False)
    asked: dict[str, Named | None] = field(default_factory=dict, init=False, repr=False)  # by ``find_family``
    _found: dict[tuple[str, bool, bool], Font] = field(default_factory=dict, init=False, repr=False)
    _typing: dict[tuple[str, bool, bool], bool] = field(default_factory=dict, init=False, repr=False)

    def find(self, family: str, bold: bool = False, italic: bool = False) -> Font:
        """The face for a style; a family that lacks it gives its nearest. Raises KeyError for an unknown family."""
        key = (family, bold, italic)
        font = self._found.get(key)
        if font is None:
            found = self.families[family]
            style = next(style for style in _SUBSTITUTES[bold, italic] if style in found.faces)
            font = self._found[key] = self.files.open(found.faces[style], found.features)
        return font

    def runs(self, text: str, family: str, bold: bool = False, italic: bool = False) -> tuple[tuple[Font, str], ...]:
        """Split the text where its characters must come from a fallback; what no font has stays with the first.

        A letter and its marks come from one font. What stands for a character that no font has (``equivalents``) is
        in the text answered.
        """
        first = self.find(family, bold, italic)
        if text and text.isascii() and text.isprintable() and self._types(family, bold, italic):
            return ((first, text),)
        if all(map(first.has, set(text))):
            return ((first, text),) if text else ()
        runs: list[tuple[Font, str]] = []
        for cluster in _clusters(text):
            font, cluster = self._found_for(first, cluster, bold, italic) or (first, cluster)  # noqa: PLW2901
            if runs and runs[-1][0] is font:
                runs[-1] = (font, runs[-1][1] + cluster)
            else:
                runs.append((font, cluster))
        return tuple(runs)

    def _types(self, family: str, bold: bool, italic: bool) -> bool:
        """Whether a face has every letter and sign of a typewriter."""
        key = (family, bold, italic)
        types = self._typing.get(key)
        if types is None:
            types = all(map(self.find(family, bold, italic).has, map(chr, range(0x20, 0x7F))))
            self._typing[key] = types
        return types

    def missing(self, text: str, family: str, bold: bool = False, italic: bool = False) -> str:
        """The characters that cannot be set, each once, in their order.

        Those that neither the family nor a fallback has, and one that no font could help (``shape.refused``).
        """
        if text.isascii() and text.isprintable() and self._types(family, bold, italic):
            return ""  # nearly every text, in a tenth of the time
        first = self.find(family, bold, italic)
        wrong = refused(text)
        if not wrong and all(map(first.has, set(text))):
            return ""
        lost: dict[str, None] = {}
        for cluster in _clusters(text):
            if self._found_for(first, cluster, bold, italic) is None:
                alone = [char for char in cluster if self._covering(first, char, bold, italic) is None]
                lost |= dict.fromkeys(alone or cluster)
        return "".join(lost | ({wrong[0]: None} if wrong else {}))

    def _found_for(self, first: Font, cluster: str, bold: bool, italic: bool) -> tuple[Font, str] | None:
        """The font that has a letter with its marks, or has what says the same, and what that is; None for neither."""
        for letters in (cluster, *EQUIVALENTS.get(cluster, ())):
            font = self._covering(first, letters, bold, italic)
            if font is not None:
                return font, letters
        return None

    def plain(self, text: str) -> str:
        """A text for readers that choose fonts themselves: with what stands for the characters that no family has."""
        odd = EQUIVALENTS.keys() & set(text)
        faces = [self.find(name) for name in self.families] if odd else []
        for char in sorted(odd):
            if not any(font.has(char) for font in faces):
                others = (other for other in EQUIVALENTS[char] if _MARKUP.isdisjoint(other))
                said = (other for other in others if any(all(map(font.has, other)) for font in faces))
                text = text.replace(char, next(said, char))
        return text

    def _covering(self, first: Font, cluster: str, bold: bool, italic: bool) -> Font | None:
        if _covers(first, cluster):
            return first
        faces = (self.find(name, bold, italic) for name in self.fallback)
        return next((font for font in faces if _covers(font, cluster)), None)


def _clusters(text: str) -> Iterator[str]:
    """Letters with the marks that combine with them; nearly always single characters."""
    at = 0
    for match in _CLUSTER.finditer(text):
        yield from text[at : match.start()]
        yield match[0]
        at = match.end()
    yield from text[at:]


@lru_cache(maxsize=16384)
def _covers(font: Font, cluster: str) -> bool:
    """Whether the font draws it: as it is or composed. Spaces of every width are made of the plain one."""
    return all(_drawn(font, char) for char in cluster) or (
        len(cluster) > 1 and all(_drawn(font, char) for char in unicodedata.normalize("NFC", cluster))
    )


def _drawn(font: Font, char: str) -> bool:
    return font.has(char) or char in INVISIBLE or (unicodedata.category(char) == "Zs" and font.has(" "))
