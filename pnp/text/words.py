"""Pieces of running text go in; words, and the fragments of words that no line breaks inside of, come out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Any

from pnp.fonts.shape import INVISIBLE
from pnp.text.breaks import Fragment, Look
from pnp.text.markup import Piece
from pnp.text.measure import Measure
from pnp.text.opportunities import breaks_inside, glued

SOFT = "\u00ad"
LEAST = 6  # letters of a word that may be hyphenated
BEFORE, BEHIND = 2, 3  # letters that stay together at a word's beginning and end
MOST_WORDS = 2048  # of a look, kept at a time
_LETTERS = re.compile(rf"[^\W\d_]{{{LEAST},}}")
_SPACES = re.compile("[ \t]+")
_LINE_ENDS = re.compile("\r\n|[\n\v\f\r\x85\u2028\u2029]")  # LB4, LB5
_ICON = "\ufffc"  # stands for an icon where only characters count: the line-break rules would part it from its word
_ENDS = re.compile("[ \t]$")
# what has done its work once lines are broken: painted, it would only get into copied text
_SPENT = re.compile(f"[{''.join(sorted(char for char in INVISIBLE if char not in '‌‍' and char < chr(0xFE00)))}]")
# spaces that the line-break rules may hold: other than plain, behind what may open, before anything but a letter, and
# before kana. Said from the space on, which is what a search can leap to
_HELD = re.compile(
    r"\s(?:(?<! )|(?<=[^\w\s.,:;!?)\]}\"'”’…%*/+–—-] )|[^\w(\[{\"'“‘*+−]|[\u3000-\u30ff\u31f0-\u31ff\uff00-\uffef])"
)

# A word stands between spaces: its pieces, set against one another.
Word = tuple[Piece, ...]


@lru_cache(maxsize=8192)
def hyphen_places(word: str, language: str) -> tuple[int, ...]:
    """Where a word may be cut with a hyphen; nowhere for a language without a dictionary, or none (``""``).

    A soft hyphen is a place in every language, and then the only kind in its word.
    """
    if SOFT in word:
        return tuple(i + 1 for i, char in enumerate(word) if char == SOFT and 0 < i < len(word) - 1)
    dictionary = _dictionary(language) if language else None
    if dictionary is None:
        return ()
    return tuple(
        match.start() + place
        for match in _LETTERS.finditer(word)
        for place in dictionary.positions(match[0])
        if BEFORE <= place <= len(match[0]) - BEHIND
    )


def _dictionary(language: str):  # type: ignore[no-untyped-def]  # pyphen has no types
    import pyphen  # only when a word must be cut; it keeps its dictionaries, which are part of the program

    known = pyphen.language_fallback(language)
    return pyphen.Pyphen(lang=known) if known else None


def rows_of(pieces: Sequence[Piece], measure: Measure, language: str) -> list[tuple[Fragment, ...]]:
    """The fragments of each line that must end: with a language, words are cut where they may be hyphenated."""
    if len(pieces) == 1 and not pieces[0].icon and pieces[0].plain:
        piece = pieces[0]
        text = piece.text.upper() if measure.upper else piece.text
        if not _HELD.search(text):  # nearly all text, and then its words are found much faster
            words = _plain_words(measure, piece.bold, piece.italic, piece.link, piece.color, language)
            return [tuple(chain.from_iterable(map(words.__getitem__, text.split())))]
    return [tuple(fragments_of(words, measure, language)) for words in words_of(pieces, measure.upper)]


def words_of(pieces: Sequence[Piece], upper: bool = False) -> tuple[tuple[Word, ...], ...]:
    """Split pieces at their spaces into words, and at forced line ends into lines of words.

    A space that no line may end at (before a bracket that closes, say) stays inside its word.
    """
    lines: list[list[list[Piece]]] = [[]]
    spaced = True  # whether a space stands before what comes next
    for piece in pieces:
        if piece.icon:
            _append(lines[-1], piece, spaced=spaced)
            spaced = False
            continue
        text = piece.text.upper() if upper else piece.text
        for i, row in enumerate(_LINE_ENDS.split(text)):
            if i:
                lines.append([])
                spaced = True
            for j, part in enumerate(_SPACES.split(row)):
                spaced = spaced or j > 0
                if part:
                    _append(lines[-1], piece if part == piece.text else _with(piece, part), spaced=spaced)
                    spaced = False
    return tuple(tuple([tuple(word) for word in line]) for line in lines)


def _append(line: list[list[Piece]], piece: Piece, *, spaced: bool) -> None:
    """Put a piece behind the last one, or begin a word with it."""
    if not line or (spaced and not _held(line[-1][-1], piece)):
        line.append([piece])
        return
    word = line[-1]
    if spaced and not word[-1].icon:
        word[-1] = _with(word[-1], word[-1].text + " ")
    elif spaced:
        word.append(Piece(" ", piece.bold, piece.italic))
    word.append(piece)


def _with(piece: Piece, text: str) -> Piece:
    """The same look with other letters."""
    return Piece(text, *piece[1:])


def _held(before: Piece, after: Piece) -> bool:
    if (before.icon and after.icon) or (before.text.isalnum() and after.text.isalnum()):
        return False
    return glued("x" if before.icon else before.text, "x" if after.icon else after.text)


def fragments_of(words: Sequence[Word], measure: Measure, language: str) -> list[Fragment]:
    """The unbreakable parts of a line of words; with a language, cut where it may be hyphenated too."""
    found: list[Fragment] = []
    for word in words:
        if len(word) == 1 and not word[0].icon and word[0].plain:
            piece = word[0]
            found += _plain_words(measure, piece.bold, piece.italic, piece.link, piece.color, language)[piece.text]
        else:
            found += _word(measure, word, language)
    return found


class _PlainWords(dict[str, tuple[Fragment, ...]]):
    """The fragments of words in one look, each found once: sooner than by ``_word``'s longer key."""

    def __init__(self, measure: Measure, look: Piece, language: str) -> None:
        super().__init__()
        self.measure, self.look, self.language = measure, look, language

    def __missing__(self, text: str) -> tuple[Fragment, ...]:
        if len(self) >= MOST_WORDS:
            self.clear()
        self[text] = found = _word(self.measure, (_with(self.look, text),), self.language)
        return found


@lru_cache(maxsize=128)
def _plain_words(measure: Measure, bold: bool, italic: bool, link: str, color: str, language: str) -> _PlainWords:
    return _PlainWords(measure, Piece("", bold, italic, link=link, color=color), language)


@lru_cache(maxsize=1024)
def _word(measure: Measure, word: Word, language: str) -> tuple[Fragment, ...]:
    """A word's parts: cut by the line-break rules, by its soft hyphens, and by its language's hyphenation."""
    text = "".join([_ICON if piece.icon else piece.text for piece in word])
    # an icon behaves as a letter would: it stays with the word it stands against
    open_ends = breaks_inside(text.replace(_ICON, "x")) if len(text) > 1 else ()
    hyphens = set(hyphen_places(text, language)) - set(open_ends)
    if SOFT in text:
        hyphens, open_ends = set(hyphen_places(text, "")), tuple(i for i in open_ends if text[i - 1] != SOFT)
    cuts = sorted(hyphens.union(open_ends))
    parts = _cut(word, cuts)
    last = len(parts) - 1
    found = []
    for i, part in enumerate(parts):
        plain = tuple([_shown(piece) for piece in part])
        tail = plain[-1]
        broken = (*plain[:-1], _with(tail, tail.text + "-")) if i < last and cuts[i] in hyphens else plain
        width = measure.word(plain)
        broken_width = width if broken is plain else measure.word(broken)
        found.append(Fragment(plain, broken, width, broken_width, i == 0, i < last, _look(plain)))
    return tuple(found)


def _look(pieces: Word) -> Look | None:
    """The look of a part's letters; None for several, and where a mark may face a space: it kerns by its letter."""
    piece, text = pieces[0], pieces[0].text
    if len(pieces) > 1 or piece.icon or not text or not piece.plain:
        return None
    if not text.isascii() and any(map(unicodedata.combining, (*text[:2], text[-1]))):
        return None
    return _one(piece.bold, piece.italic, piece.link, piece.color)


@cache
def _one(*look: Any) -> Look:
    return look


def _shown(piece: Piece) -> Piece:
    """As it is painted: without what is invisible, and with plain spaces, so that it copies as it was typed."""
    if piece.icon or piece.text.isascii():
        return piece
    return _with(piece, _SPENT.sub("", piece.text).replace("\u00a0", " "))


def _cut(word: Word, cuts: Sequence[int]) -> list[Word]:
    """The word's pieces, divided at these characters (an icon is one)."""
    if not cuts:
        return [word]
    parts: list[list[Piece]] = [[]]
    at, rest = 0, list(cuts)
    for piece in word:
        text, end = piece.text, at + (1 if piece.icon else len(piece.text))
        while rest and rest[0] < end:
            head, text = text[: rest[0] - at], text[rest[0] - at :]
            if head and not piece.icon:
                parts[-1].append(_with(piece, head))
            at = rest.pop(0)
            if parts[-1]:
                parts.append([])
        if piece.icon or text:
            parts[-1].append(_with(piece, text) if not piece.icon else piece)
        at = end
    return [tuple(part) for part in parts if part]
