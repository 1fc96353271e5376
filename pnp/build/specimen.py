"""The fonts of a workspace go in; sheets that show each family in its styles, sizes, figures and alphabets come out."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

import pnp
from pnp.fonts.families import FontFamily, Fonts
from pnp.fonts.font import Font, FontSource
from pnp.fonts.scripts import coverage_of
from pnp.fonts.shape import refused, shape
from pnp.game.font_library import LibraryFont
from pnp.game.workspace import shipped_root
from pnp.impose.sheet import Sheet
from pnp.paint.context import Assets
from pnp.paint.draw import draw
from pnp.pdf.pages import DocumentInfo, write_pdf
from pnp.units import MM_PER_POINT, PAPERS, Rect, mm

PANGRAM = "Bold wyverns quickly vex the jumping gaze of six."
_SENTENCES = f"{PANGRAM} When your turn begins, draw two cards and keep one; at dawn, each hero heals 3."
_FIGURES = "0123456789  ½ ¼ ¾  × − + ± = %  & @ # § † ! ? “ ” ‘ ’ – — …  € £ $"
_ACCENTS = "Àà Áá Ââ Ãã Ää Åå Ææ Çç Èè Éé Ññ Öö Øø Œœ ß Þþ Ąą Čč Ďď Ęę Ğğ İı Łł Őő Řř Şş Ťť Ůů Żż"
_SCRIPTS = {
    "Vietnamese": "Mỗi lượt, rút hai lá bài và giữ lại một",
    "Greek": "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία",
    "polytonic Greek": "Μῆνιν ἄειδε θεὰ Πηληϊάδεω Ἀχιλῆος",
    "Cyrillic": "Съешь же ещё этих мягких французских булок, да выпей чаю",
    "Armenian": "Բոլոր մարդիկ ծնվում են ազատ",
    "Georgian": "ყველა ადამიანი იბადება თავისუფალი",
    "kana": "いろはにほへと ちりぬるを",
    "Han": "天地玄黃 宇宙洪荒 日月盈昃 辰宿列張",
    "Hangul": "모든 인간은 태어날 때부터 자유로우며",
}
_INK, _GREY, _RULE, _ACCENT = "#16181a", "#7b7770", "#cfc9bf", "#8c2f1b"
_SIZES = (18.0, 12.0, 9.0, 7.0)  # points
_CAPTION, _CAPTIONS = "Captions", 6.6  # the family of captions, and their size
_MARGIN, _GUTTER, _FOOT = 17.0, 9.0, 14.0  # mm; sizes stand in the gutter
_GAP = 9.0  # between families
_SIGNS_A_ROW, _MOST_SIGNS = 22, 66  # of a font that has no alphabet
_MOST_STYLES = 12  # that are shown of a family
_WEIGHTS = (100.0, 300.0, 400.0, 500.0, 700.0, 900.0)


@dataclass(frozen=True)
class Specimen:
    """A family as it is shown: its name, its fonts, who made it under which licence, and what game.yaml writes."""

    name: str
    fonts: Sequence[LibraryFont]
    makers: str
    used: str


def specimen_pdf(families: Sequence[Specimen], paper: str = "a4") -> bytes:
    """The sheets as a PDF; ``paper`` is a name of ``PAPERS``."""
    size = PAPERS[paper]
    known: dict[str, FontFamily] = {_CAPTION: _captions()}
    blocks = [_Block(item, f"S{number}-", known, size.width - 2 * _MARGIN) for number, item in enumerate(families)]
    pages = list(_pages([(block.svg, block.height) for block in blocks], size.height - _MARGIN - _FOOT))
    whole = Rect(0, 0, size.width, size.height)
    sheets = []
    for number, page in enumerate(pages, 1):
        foot = _line(
            _MARGIN, size.height - 8.5, "A specimen of the fonts in fonts/, made by pnp fonts", _CAPTIONS, _GREY
        )
        said = f"{number} of {len(pages)}"
        foot += _line(size.width - _MARGIN, size.height - 8.5, said, _CAPTIONS, _GREY, anchor="end")
        placed = "".join(f'<g transform="translate({mm(_MARGIN)} {mm(_MARGIN + y)})">{svg}</g>' for svg, y in page)
        sheets.append(Sheet(size, (), whole, whole, "", overlay=placed + foot))
    assets = Assets({}, Fonts(known), _nothing, lambda name: _nothing(name).encode())
    info = DocumentInfo("Specimen of fonts", "", "", f"pnp {pnp.__version__}", "en", None)
    return write_pdf(sheets, lambda svg: draw(svg, assets), info)


def _pages(blocks: Iterable[tuple[str, float]], room: float) -> Iterator[list[tuple[str, float]]]:
    """Blocks of a height each, one under another on as many pages as they need, each with its place on its page."""
    page: list[tuple[str, float]] = []
    y = 0.0
    for svg, height in blocks:
        if page and y + height > room:
            yield page
            page, y = [], 0.0
        page.append((svg, y))
        y += height + _GAP
    yield page


class _Block:
    """One family, drawn from its upper left corner; ``height`` mm of it."""

    def __init__(self, item: Specimen, mark: str, known: dict[str, FontFamily], width: float) -> None:
        self.item, self.mark, self.known, self.width = item, mark, known, width
        self.parts: list[str] = []
        self.height = 0.0
        self._draw()
        self.svg = "".join(self.parts)

    def _draw(self) -> None:
        styles = list(_styles(self.item.fonts))[:_MOST_STYLES]
        names = [self._known(number, font.source) for number, (_, font) in enumerate(styles)]
        plain = min(range(len(styles)), key=lambda i: _distance(self.item.fonts, styles[i][1]))
        font, name = styles[plain][1], names[plain]
        lettered = "Latin" in coverage_of(font)
        self.parts.append(f'<path d="M0 0H{mm(self.width)}" stroke="{_RULE}" stroke-width="0.25"/>')
        self._caption(4.2, self.item.makers, self.item.used)
        title = self.item.name
        size = min(32.0, 32.0 * 0.85 * self.width / max(_width(font, title, 32.0), 1.0))
        self.height = 6.5 + size * MM_PER_POINT
        known = lettered and all(map(font.has, title))
        self.parts.append(_line(_GUTTER - 0.5, self.height - 1.5, title, size, _INK, name if known else _CAPTION))
        self.height += 1.5
        if lettered:
            self._styles(styles, names)
            for points in _SIZES:
                words = PANGRAM if points > _SIZES[1] else _SENTENCES
                self._sample(words, points, font, name)
            self.height += 2.0
            for words in (_FIGURES, _ACCENTS):
                self._rows(words, 12.0, font, name)
        else:
            self._signs(font, name)
        for script in coverage_of(font):
            if script in _SCRIPTS:
                self._rows(_SCRIPTS[script], 12.0, font, name)
        self.height += 1.0

    def _known(self, number: int, source: FontSource) -> str:
        name = f"{self.mark}{number}"
        self.known[name] = FontFamily(name, {"regular": source})
        return name

    def _caption(self, y: float, left: str, right: str) -> None:
        self.parts.append(_line(_GUTTER, y, left, _CAPTIONS, _GREY))
        self.parts.append(_line(self.width, y, right, _CAPTIONS, _ACCENT, anchor="end"))

    def _styles(self, styles: Sequence[tuple[str, Font]], names: Sequence[str]) -> None:
        """The name of each style in that style, side by side."""
        if len(styles) < 2:
            return
        x, points = _GUTTER, 13.0
        self.height += 6.0
        for (said, font), name in zip(styles, names, strict=True):
            wide = _width(font, said, points)
            if x > _GUTTER and x + wide > self.width:
                x = _GUTTER
                self.height += 6.4
            family = name if all(map(font.has, said)) else _CAPTION
            self.parts.append(_line(x, self.height, said, points, _INK, family))
            x += wide + 6.0
        self.height += 1.8

    def _sample(self, words: str, points: float, font: Font, name: str) -> None:
        """As many words as fit a line, their size beside them."""
        self.height += points * MM_PER_POINT * 1.2 + 1.1
        self.parts.append(_line(0, self.height, f"{points:g}", _CAPTIONS, _GREY))
        self.parts.append(_line(_GUTTER, self.height, _fitting(words, points, font, self.width), points, _INK, name))

    def _signs(self, font: Font, name: str) -> None:
        """Signs of a font that has no alphabet, in rows."""
        step = (self.width - _GUTTER) / _SIGNS_A_ROW
        for number, char in enumerate(_signs(font)):
            if number % _SIGNS_A_ROW == 0:
                self.height += 8.5
            x = _GUTTER + step * (number % _SIGNS_A_ROW)
            self.parts.append(_line(x, self.height, char, 15.0, _INK, name))

    def _rows(self, words: str, points: float, font: Font, name: str) -> None:
        """Words over as many lines as they need; those that the font has."""
        left = [word for word in words.split(" ") if all(map(font.has, word))]
        while any(left):
            line = _fitting(" ".join(left), points, font, self.width)
            taken = len(line.split(" "))
            left = left[taken:]
            self.height += points * MM_PER_POINT * 1.35
            self.parts.append(_line(_GUTTER, self.height, line.strip(" "), points, _INK, name))


def _styles(fonts: Sequence[LibraryFont]) -> Iterator[tuple[str, Font]]:
    """What a family has, each style with its name: its fonts, or some weights of a variable one."""
    for each in fonts:
        axis = each.axes.get("wght")
        if axis is None:
            yield each.style, each.font
            continue
        lean = " Italic" if each.italic else ""
        for weight in [weight for weight in _WEIGHTS if axis.least <= weight <= axis.most] or [axis.default]:
            yield f"{weight:g}{lean}", each.at(("wght", weight))


def _distance(fonts: Sequence[LibraryFont], font: Font) -> tuple[bool, float]:
    """How far a style is from upright and regular."""
    owner = next(
        each for each in fonts if each.font.path == font.path and each.font.source.number == font.source.number
    )
    return owner.italic, abs(dict(font.source.axes).get("wght", owner.weight) - 400)


def _fitting(words: str, points: float, font: Font, width: float) -> str:
    """The words from the first that fit a line beside the gutter; at least one."""
    found = words.split(" ")
    while len(found) > 1 and _width(font, " ".join(found), points) > width - _GUTTER:
        found.pop()
    return " ".join(found)


def _signs(font: Font) -> str:
    """Signs of a font that has no alphabet, taken evenly from all of them."""
    signs = [
        char
        for char in map(chr, sorted(font.face.unicodes))
        if unicodedata.category(char)[0] in "LNPS" and char.isprintable() and refused(char) is None
    ]
    step = max(1, len(signs) // _MOST_SIGNS)
    return "".join(signs[::step][:_MOST_SIGNS])


def _width(font: Font, words: str, points: float) -> float:
    return shape(font, words).width * points * MM_PER_POINT


def _line(
    x: float, y: float, words: str, points: float, color: str, family: str = _CAPTION, *, anchor: str = "start"
) -> str:
    look = f'font-family="{family}" font-size="{mm(points * MM_PER_POINT)}" fill="{color}" text-anchor="{anchor}"'
    return f'<text x="{mm(x)}" y="{mm(y)}" {look} xml:space="preserve">{escape(words, quote=False)}</text>'


def _captions() -> FontFamily:
    """The family of captions: one that is shipped, with Greek and Cyrillic."""
    folder = shipped_root() / "fonts" / "noto-sans"
    return FontFamily(_CAPTION, {"regular": FontSource(folder / "NotoSans-Regular.ttf")})


def _nothing(name: str) -> str:
    raise LookupError(f"a specimen shows no '{name}'")


def makers_line(page: Mapping[str, str] | None) -> str:
    """Who made a family, under which licence, from its entry in ``fonts.yaml``."""
    if page is None:
        return "fonts.yaml names nobody: write down who made it, under which licence"
    return ", ".join(filter(None, (f"by {page['by']}" if page.get("by") else "", page.get("licence", ""))))
