"""Text with light markup goes in, paragraphs of pieces come out: ``**bold**``, ``*italic*``, ``:icon:``, ``[red: …]``.

Stars and underscores mark what they do in a chapter (``emphasis``); those that mark nothing are letters. A blank line
ends a paragraph; a line that begins with ``- `` or ``1. `` begins an item of a list; a backslash at a line's end ends
the line. A backslash before a mark makes it a letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from pnp.problems import did_you_mean
from pnp.text.emphasis import MarkRun, paired
from pnp.text.smart import Quotes, smarten


class MarkupError(ValueError):
    """Markup that does not close, or names an icon or a colour that does not exist; ``hint`` names the cure."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.hint = hint
        super().__init__(message)


class Piece(NamedTuple):  # of which a deck makes millions, in a third of a dataclass's time; so with lines
    """A stretch of one look: letters, or the name of an icon that is drawn in their place.

    ``link`` is its target in a book; ``color`` a palette name, empty for the style's own. ``size`` is a share of the
    style's; ``bars`` are lines along the letters, as CSS names them (``underline line-through``).
    """

    text: str
    bold: bool = False
    italic: bool = False
    icon: bool = False
    link: str = ""
    color: str = ""
    size: float = 1.0
    bars: str = ""

    @property
    def plain(self) -> bool:
        """Whether it has the style's size, and no line along it: as nearly all have, which are found sooner."""
        return self.size == 1.0 and not self.bars


Inlines = tuple[Piece, ...]  # running text, as paragraphs, captions and cells hold it


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Pieces of running text; ``label`` stands before an item of a list: its number, or a bullet."""

    pieces: tuple[Piece, ...]
    label: str = ""


BULLET = "•"
SIZES = {"tiny": 0.7, "small": 0.85, "large": 1.25, "huge": 1.6}  # of the size that the text is fitted to
BARS = {"underline": "underline", "strike": "line-through"}
WORDS = (*SIZES, *BARS)  # that brackets know besides the colours; a colour of such a name goes before
_PLAIN_LOOK = Piece("")
_TOKEN = re.compile(
    r"\\([^\w\s]|_)|(\\\n)|(\*+|_+)|:([a-z][a-z0-9-]*[a-z0-9]):|\[([a-z][a-z0-9-]*):[ ]|(\])|([^\\*_:\[\]]+|.)",
    re.DOTALL,
)
_PLAIN = re.compile(r"[^\\*_:\[\]\n]*")
_ITEM = re.compile(r"[ \t]*(?:(-)|(\d{1,3}\.))[ \t]+(?=\S)")
_BLANK = re.compile(r"\n[ \t]*\n\s*")
_LINE_ENDS = re.compile("\r\n|[\r\u2028\u2029]")


@lru_cache(maxsize=512)
def parse_markup(
    text: str,
    icons: frozenset[str] = frozenset(),
    colors: frozenset[str] = frozenset(),
    quotes: Quotes | None = None,
    *,
    keep_lines: bool = False,
) -> tuple[Paragraph, ...]:
    """Split text into paragraphs of pieces; with ``quotes``, typed quotes and dashes become a printer's.

    A line's end is a space, unless it is to be kept.
    Raises MarkupError for what does not close, and for icons and colours that there are not.
    """
    if _PLAIN.fullmatch(text) and not _ITEM.match(text):
        return (Paragraph((Piece(smarten([text], quotes)[0]),) if text.strip() else ()),)
    clean = _LINE_ENDS.sub("\n", text).strip("\n")
    return tuple(
        Paragraph(_pieces(part, icons, colors, quotes, "\n" if keep_lines else " "), label)
        for block in _BLANK.split(clean)
        for label, part in _items(block)
    )


def unmarked(text: str) -> str:
    """A text's letters without its markup, on one line; an icon is its name. Faulty markup stays as it was typed."""
    tokens = _TOKEN.findall(text)
    icons, colors = ({token[at] for token in tokens} for at in (3, 4))
    try:
        paragraphs = parse_markup(text, frozenset(icons), frozenset(colors))
    except MarkupError:
        return " ".join(text.split())
    words = [
        f"{'-' if paragraph.label == BULLET else paragraph.label} {''.join([piece.text for piece in paragraph.pieces])}"
        for paragraph in paragraphs
    ]
    return " ".join(" ".join(words).split())


def _items(block: str) -> Iterator[tuple[str, str]]:
    """A block's leading text, then its list items, each with its label. Other lines go on where the last ended."""
    label, lines = "", list[str]()
    for line in block.split("\n"):
        item = _ITEM.match(line)
        if item:
            if lines:
                yield label, "\n".join(lines)
            label, lines = item[2] or BULLET, [line[item.end() :]]
        else:
            lines.append(line)
    yield label, "\n".join(lines)


@dataclass
class _Reader:
    """Pieces so far, and the marks that are open; ``typed`` says of each whether its quotes may be made a printer's."""

    pieces: list[Piece] = field(default_factory=list)
    typed: list[bool] = field(default_factory=list)
    look: Piece = _PLAIN_LOOK
    outer: list[Piece] = field(default_factory=list)
    bolds: int = 0
    italics: int = 0

    def mark(self, run: MarkRun) -> None:
        """Close what the run closes, write down what it leaves, and open what it opens."""
        self._turn(run.closed, -1)
        if run.left:
            self.add(run.mark * run.left)
        self._turn(run.opened, 1)

    def begin(self, word: str, colors: frozenset[str]) -> None:
        """Begin what a bracket's word says: a colour, a size, a line along the letters. Raises MarkupError."""
        self.outer.append(self.look)
        if word in colors:
            self.look = self.look._replace(color=word)
        elif word in SIZES:
            self.look = self.look._replace(size=SIZES[word])
        elif word in BARS:
            bars = dict.fromkeys([*self.look.bars.split(), BARS[word]])
            self.look = self.look._replace(bars=" ".join(bars))
        else:
            hint = did_you_mean(word, {*colors, *WORDS})
            hint = hint if hint.startswith("did") else f"name a colour of the palette, or {', '.join(WORDS)}."
            raise MarkupError(f"unknown colour '[{word}: …]'", f"{hint} For a bracket as such, write \\[")

    def finish(self) -> None:
        """End what the last bracket began; stars may go on behind it."""
        outer = self.outer.pop()
        self.look = outer._replace(bold=self.look.bold, italic=self.look.italic)

    def _turn(self, sizes: Sequence[int], by: int) -> None:
        bolds = sizes.count(2)
        self.bolds += by * bolds
        self.italics += by * (len(sizes) - bolds)
        self.look = self.look._replace(bold=self.bolds > 0, italic=self.italics > 0)

    def add(self, text: str, *, typed: bool = True) -> None:
        last = self.pieces[-1] if self.pieces else None
        if last and not last.icon and self.typed[-1] == typed and last._replace(text="") == self.look:
            self.pieces[-1] = last._replace(text=last.text + text)
        else:
            self.pieces.append(self.look._replace(text=text))
            self.typed.append(typed)


def _pieces(
    text: str, icons: frozenset[str], colors: frozenset[str], quotes: Quotes | None, end: str
) -> tuple[Piece, ...]:
    reader = _Reader()
    tokens = _TOKEN.findall(text)
    runs = iter(_paired(tokens))
    for escaped, broken, mark, icon, color, closing, plain in tokens:
        if mark:
            reader.mark(next(runs))
        elif icon:
            if icon not in icons:
                raise MarkupError(f"unknown icon ':{icon}:'", did_you_mean(icon, icons))
            reader.pieces.append(Piece(icon, icon=True, color=reader.look.color, size=reader.look.size))
            reader.typed.append(False)
        elif color:
            reader.begin(color, colors)
        elif closing and reader.outer:
            reader.finish()
        elif escaped:
            reader.add(escaped, typed=False)
        else:
            reader.add("\n" if broken else (closing or plain).replace("\n", end))
    if reader.outer:
        raise MarkupError("'[' is opened and never closed", "close it with ], or write \\[ for a bracket")
    return tuple(_joined(_smart(reader, quotes)))


def _paired(tokens: Sequence[tuple[str, ...]]) -> list[MarkRun]:
    """The runs of stars and underscores among the tokens. Raises MarkupError for one that was meant to mark something.

    An icon counts as a letter; a colour's brackets are not there.
    """
    shown: list[str] = []
    depth = 0
    for escaped, broken, mark, icon, color, closing, plain in tokens:
        if color or (closing and depth):
            depth += 1 if color else -1
            shown.append("")
        else:
            shown.append(escaped or mark or ("x" if icon else "\n" if broken else closing or plain))
    after = [" "] * len(shown)
    for at in range(len(shown) - 1, 0, -1):
        after[at - 1] = shown[at][:1] or after[at]
    runs: list[MarkRun] = []
    before = " "
    for token, words, ahead in zip(tokens, shown, after, strict=True):
        if token[2]:
            runs.append(MarkRun(token[2][0], len(token[2]), before, ahead))
        before = words[-1:] or before
    found = paired(runs)
    for run in found:
        if run.stray:
            cure = f"close it with {run.stray}" if run.left_flanking else "write ** before the words that are bold"
            wrong = "is opened and never closed" if run.left_flanking else "closes nothing"
            raise MarkupError(f"'{run.stray}' {wrong}", f"{cure}, or write \\* for a star")
    return found


def _smart(reader: _Reader, quotes: Quotes | None) -> list[Piece]:
    """Quotes and dashes over the whole paragraph: a quotation may begin in bold and end in plain."""
    if quotes is None:
        return reader.pieces
    # an icon counts as a letter, so that quotes close behind it
    shown = ["\ufffc" if piece.icon else piece.text for piece in reader.pieces]
    texts = smarten(shown, quotes, reader.typed)
    return [
        piece if piece.icon else piece._replace(text=text) for piece, text in zip(reader.pieces, texts, strict=True)
    ]


def _joined(pieces: list[Piece]) -> list[Piece]:
    found: list[Piece] = []
    for piece in pieces:
        last = found[-1] if found else None
        if last and not (last.icon or piece.icon) and last[1:] == piece[1:]:
            found[-1] = last._replace(text=last.text + piece.text)
        else:
            found.append(piece)
    return found
