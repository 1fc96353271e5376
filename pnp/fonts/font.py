"""Font files go in, opened fonts with their metrics come out, each file opened once by its ``FontFiles``."""

from __future__ import annotations

import os
import struct
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import count
from pathlib import Path
from weakref import WeakValueDictionary

import uharfbuzz as hb

from pnp.files import Folders
from pnp.fonts.containers import FontError, damaged, face_names, single, unwrapped
from pnp.fonts.instances import FontAxis, axes_of, instance, is_static
from pnp.problems import GameError
from pnp.source.text_file import read_bytes

MAX_BYTES = 20_000_000
_EM = range(
    16, 16_385
)  # units (OpenType 1.9, head): HarfBuzz takes any other for 1,000, and browsers take none of them


@dataclass(frozen=True, slots=True)
class FontSource:
    """What a font is taken from: a file, the number of a font in a collection (from 0), a place on a font's axes."""

    path: Path
    number: int = 0
    axes: tuple[tuple[str, float], ...] = ()

    @property
    def place(self) -> str:
        """What is taken of the file, as a word: empty where it is all of it."""
        return "-".join([*([f"face{self.number + 1}"] if self.number else []), *_axis_words(self.axes)])


@dataclass(frozen=True, eq=False)
class Font:
    """An opened font. All metrics are in em: multiply by the size. Compared by identity; ``FontFiles`` keeps it.

    ``data`` is a static font by itself, whatever the file is (see ``containers`` and ``instances``). ``features`` are
    OpenType features it is always set with, such as ``smcp``; ``home`` marks the ``FontFiles`` that opened it, if any
    did. ``tracking`` is what its advances are wider by than the file says (see ``tracked``).
    """

    source: FontSource
    data: bytes
    face: hb.Face
    hb_font: hb.Font
    features: tuple[str, ...] = ()
    home: str = ""
    tracking: float = 0.0

    def __reduce__(self) -> tuple[object, ...]:
        # another process opens the file itself
        return font_again, (self.home, self.source, self.features, self.tracking)

    @property
    def path(self) -> Path:
        """The file that it was read from."""
        return self.source.path

    @property
    def has_cff(self) -> bool:
        """Whether its outlines are CFF, cubic curves, and not TrueType's."""
        return self.data[:4] == b"OTTO"

    def tracked(self, tracking: float) -> Font:
        """The font as a document holds it whose letters stand ``tracking`` em apart: the space is part of every letter.

        A reader of PDF finds words by the white between letters. It is not to take tracking for a space, and so there
        is none left. To a ten-thousandth of an em, for lengths as text are no finer.
        """
        rounded = round(tracking, 4)
        return self._wider(rounded) if rounded else self

    @lru_cache(maxsize=256)  # noqa: B019 - bounded, and a font never changes
    def _wider(self, tracking: float) -> Font:
        return replace(self, tracking=tracking)

    @property
    def units_per_em(self) -> int:
        """Font units in one em."""
        return int(self.face.upem)

    def table(self, tag: str) -> bytes:
        """The raw bytes of one sfnt table; empty when the font has none."""
        return bytes(self.face.reference_table(tag).data)

    @lru_cache(maxsize=4096)  # noqa: B019 - bounded, and a font never changes
    def has(self, char: str) -> bool:
        """Whether the font draws this character."""
        return self.glyph(char) is not None

    def glyph(self, char: str) -> int | None:
        """The glyph of one character, before any substitution."""
        found: int | None = self.hb_font.get_nominal_glyph(ord(char))
        return found

    def offers(self, feature: str) -> bool:
        """Whether the font substitutes glyphs by this OpenType feature, in any script."""
        scripts = range(len(self.face.get_table_script_tags("GSUB")))
        return any(feature in self.face.get_language_feature_tags("GSUB", script) for script in scripts)

    def cut_down(self, wanted: hb.SubsetInput) -> bytes:
        """The font file with what is wanted alone. Raises FontError where a damaged font is noticed only here."""
        try:
            return bytes(hb.subset(self.face, wanted).blob.data)
        except RuntimeError:
            raise damaged(self.path.name) from None

    @lru_cache(maxsize=4096)  # noqa: B019 - bounded, and a font never changes
    def advance(self, glyph: int) -> float:
        """The glyph's own advance, before kerning; of a tracked font with the tracking."""
        return float(self.hb_font.get_glyph_h_advance(glyph)) / self.units_per_em + self.tracking

    @cached_property
    def _vertical(self) -> tuple[float, float]:
        ascent, descent = struct.unpack(">hh", self.table("hhea")[4:8])
        return ascent / self.units_per_em, descent / self.units_per_em

    @property
    def ascent(self) -> float:
        """From the baseline up (hhea)."""
        return self._vertical[0]

    @property
    def descent(self) -> float:
        """From the baseline down, as a negative number (hhea)."""
        return self._vertical[1]

    @cached_property
    def cap_height(self) -> float:
        """The height of a capital: OS/2 version 2 and later, else measured on H, else seven tenths."""
        os2 = self.table("OS/2")
        if len(os2) >= 90 and struct.unpack(">H", os2[:2])[0] >= 2:
            height = struct.unpack(">h", os2[88:90])[0]
            if height > 0:
                return float(height) / self.units_per_em
        glyph = self.hb_font.get_nominal_glyph(ord("H"))
        extents = self.hb_font.get_glyph_extents(glyph) if glyph else None
        return extents.y_bearing / self.units_per_em if extents else 0.7

    @cached_property
    def bbox(self) -> tuple[float, float, float, float]:
        """The box around every glyph: left, bottom, right, top (head)."""
        box = struct.unpack(">hhhh", self.table("head")[36:44])
        return (
            box[0] / self.units_per_em,
            box[1] / self.units_per_em,
            box[2] / self.units_per_em,
            box[3] / self.units_per_em,
        )

    @cached_property
    def italic_angle(self) -> float:
        """Degrees anticlockwise from upright (post); negative for type that leans right."""
        post = self.table("post")
        return float(struct.unpack(">i", post[4:8])[0]) / 65536 if len(post) >= 8 else 0.0

    @cached_property
    def postscript_name(self) -> str:
        """Name record 6, reduced to the characters a PDF name may hold; the file's stem when there is none.

        Axes and features are part of it: a font set in small capitals, or at another weight, is another to a PDF.
        """
        return "-".join([self._own_name, *_axis_words(self.source.axes), *self.features])

    @cached_property
    def _own_name(self) -> str:
        table = self.table("name")
        count, strings = struct.unpack(">HH", table[2:6])
        for record in range(count):
            platform, _, _, name_id, length, offset = struct.unpack(">6H", table[6 + 12 * record : 18 + 12 * record])
            if name_id == 6:
                raw = table[strings + offset : strings + offset + length]
                name = raw.decode("utf-16-be" if platform in (0, 3) else "latin-1", "replace")
                return _pdf_name(name) or _pdf_name(self.path.stem)
        return _pdf_name(self.path.stem)


def _pdf_name(text: str) -> str:
    return "".join(char for char in text if char.isascii() and (char.isalnum() or char == "-"))[:100]


def _axis_words(axes: tuple[tuple[str, float], ...]) -> list[str]:
    """Places on axes as words that a PDF name may hold: ``wght700``, ``slntm9``, ``wdth87d5``."""
    return [_pdf_name(f"{tag}{value:g}".replace("-", "m").replace(".", "d")) for tag, value in axes]


def read_content(path: Path, within: Folders = ()) -> bytes:
    """The font or collection in a file, out of what it is packed in. Raises FontError, for a huge one too."""
    try:
        data = read_bytes(path, path.name, MAX_BYTES, within)
    except GameError as error:
        raise FontError(error.problems[0].message) from None
    return unwrapped(data, path.name)


def load_font(
    source: FontSource,
    features: tuple[str, ...] = (),
    home: str = "",
    within: Folders = (),
    content: bytes | None = None,
) -> Font:
    """Open a font. Raises FontError for what is no font with outlines, is damaged, or huge.

    ``content`` is what ``read_content`` answers, where that is known.
    """
    name = source.path.name
    data = single(read_content(source.path, within) if content is None else content, source.number, name)
    face = hb.Face(data)
    if not is_static(face):
        data = instance(face, source.axes, name)
        face = hb.Face(data)
    if not any(bytes(face.reference_table(tag).data) for tag in ("glyf", "CFF ")):
        pictures = any(bytes(face.reference_table(tag).data) for tag in ("CBDT", "sbix", "SVG ", "EBDT"))
        raise FontError(f"{name} has no outlines, its letters are pictures") if pictures else damaged(name)
    font = Font(source, data, face, hb.Font(face), features, home)
    if not _sound(font):
        raise damaged(name)
    return font


def _sound(font: Font) -> bool:
    """Whether everything that will be asked of the font can be read."""
    try:
        metrics = (*font._vertical, font.cap_height, *font.bbox)
        one = hb.SubsetInput()  # whatever is cut down for a file or a page meets the same tables
        one.glyph_set.add(1)
        font.offers("smcp")
        (em,) = struct.unpack(">H", font.table("head")[18:20])
        return bool(
            font.face.table_tags and font.face.glyph_count and font.postscript_name and font.cut_down(one)
        ) and all((em in _EM, *(abs(value) < 100 for value in metrics)))
    except (FontError, struct.error, ZeroDivisionError, IndexError, UnicodeDecodeError):  # tags are read as text
        return False


_COUNT = count()


@dataclass(eq=False)
class FontFiles:
    """The font files that were opened, each once for each choice of features, for as long as a build or a watch lasts.

    ``mark`` is this value's own, and that of its likenesses in other processes. ``contents`` is what is in each
    file: one is read once for all that is taken of it.
    """

    opened: dict[tuple[FontSource, tuple[str, ...]], Font] = field(default_factory=dict)
    mark: str = field(default_factory=lambda: f"{os.getpid()}-{next(_COUNT)}")
    within: tuple[Path, ...] = ()  # the folders that no link may lead out of
    contents: dict[Path, bytes] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        _HOMES[self.mark] = self

    def __reduce__(self) -> tuple[object, ...]:
        return files_again, (self.mark, self.within)

    def open(self, source: FontSource, features: tuple[str, ...] = ()) -> Font:
        """The opened font. Raises FontError."""
        key = (source, features)
        if key not in self.opened:
            content = self._content(source.path)
            self.opened[key] = load_font(source, features, self.mark, self.within, content)
        return self.opened[key]

    def names(self, path: Path) -> list[str]:
        """The names of the fonts in a collection; none for a file of one font. Raises FontError."""
        return face_names(self._content(path))

    def axes(self, path: Path, number: int = 0) -> dict[str, FontAxis]:
        """The axes of a font in a file, by tag; none for a static one. Raises FontError."""
        return axes_of(hb.Face(single(self._content(path), number, path.name)))

    def _content(self, path: Path) -> bytes:
        if path not in self.contents:
            self.contents[path] = read_content(path, self.within)
        return self.contents[path]


# an address book, no cache: what a worker drew names fonts of these files, and is to find the very same ones here
_HOMES: WeakValueDictionary[str, FontFiles] = WeakValueDictionary()


def files_again(mark: str, within: tuple[Path, ...]) -> FontFiles:
    """The font files of this mark: those of this process, or others that open what they are asked for here."""
    return _HOMES.get(mark) or FontFiles(mark=mark, within=within)


def font_again(home: str, source: FontSource, features: tuple[str, ...], tracking: float) -> Font:
    """The font that another process speaks of: the very one, where it is open in this process. Raises FontError."""
    files = _HOMES.get(home)
    return (files.open(source, features) if files else load_font(source, features)).tracked(tracking)
