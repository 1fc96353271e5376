"""Pieces of running text and a measure go in; set lines come out, each stretch with its place: the book's paragraphs.

Lines are broken over the whole paragraph (Knuth and Plass, "Breaking Paragraphs into Lines"): first without
hyphens, and only where that leaves a loose line, with them. Justified lines stretch and shrink their word spaces.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from pnp.fonts.fonts import Fonts
from pnp.game.styles import TextStyle
from pnp.text.breaks import Fragment, break_fragments
from pnp.text.fit import MM_PER_POINT, piece_width
from pnp.text.hyphens import hyphen_places
from pnp.text.markup import Piece, Word, break_points

Alignment = Literal["left", "center", "right", "justify"]
_SHARE = {"left": 0.0, "justify": 0.0, "center": 0.5, "right": 1.0}
_LEAST = 6  # letters of a word that may be hyphenated


@dataclass(frozen=True, slots=True)
class Stretch:
    """A piece with its place: ``x`` and ``width`` in mm, x from the paragraph's left edge."""

    piece: Piece
    x: float
    width: float


@dataclass(frozen=True, slots=True)
class FlowLine:
    """One line; ``width`` mm is its natural width, before it was justified."""

    stretches: tuple[Stretch, ...]
    width: float


def words_of(pieces: Sequence[Piece], upper: bool = False) -> tuple[tuple[Word, ...], ...]:
    """Split pieces at their spaces into words, and at forced line ends into lines of words."""
    lines: list[list[list[Piece]]] = [[[]]]
    for piece in pieces:
        if piece.icon:
            lines[-1][-1].append(piece)
            continue
        for i, row in enumerate(piece.text.split("\n")):
            if i:
                lines.append([[]])
            for j, part in enumerate(row.replace("\t", " ").split(" ")):
                if j:
                    lines[-1].append([])
                if part:
                    letters = part.upper() if upper else part
                    lines[-1][-1].append(Piece(letters, piece.bold, piece.italic, link=piece.link))
    return tuple(tuple(tuple(word) for word in line if word) for line in lines)


@lru_cache(maxsize=8192)
def flow(
    pieces: tuple[Piece, ...],
    style: TextStyle,
    fonts: Fonts,
    width: float,
    align: Alignment = "left",
    language: str = "en",
) -> tuple[FlowLine, ...]:
    """Set a paragraph ``width`` mm wide at the style's size. A word wider than the line stands out to the right."""
    em = style.size * MM_PER_POINT
    space = piece_width(Piece(" ", style.bold, style.italic), style, fonts) + 2 * style.tracking
    lines: list[FlowLine] = []
    for words in words_of(pieces, style.upper):
        justify = align == "justify"
        fragments = [part for word in words for part in _fragments(word, style, fonts, "")]
        breaks = break_fragments(fragments, space, width / em, justify=justify)
        if breaks is None or (not justify and any(part.width > width / em for part in fragments)):
            fragments = [part for word in words for part in _fragments(word, style, fonts, language)]
            breaks = break_fragments(fragments, space, width / em, justify=justify, emergency=True) or []
        for i, (start, end) in enumerate(breaks):
            ends = i == len(breaks) - 1
            lines.append(_line(fragments[start:end], style, fonts, width, align, justify, ends))
    return tuple(lines)


def _fragments(word: Word, style: TextStyle, fonts: Fonts, language: str) -> list[Fragment]:
    """A word's unbreakable parts; with a language, cut where it may be hyphenated too."""
    parts: list[list[Piece]] = [[]]
    ends: list[bool] = []  # whether a hyphen must be added at each part's end
    for piece in word:
        for i, (text, hyphen) in enumerate(_cuts(piece, language)):
            if i:
                parts.append([])
            parts[-1].append(Piece(text, piece.bold, piece.italic, piece.icon, piece.link))
            ends += [hyphen] if i < len(_cuts(piece, language)) - 1 else []
    ends.append(False)
    found = []
    for i, (part, hyphen) in enumerate(zip(parts, ends, strict=True)):
        last = part[-1]
        cut = (*part[:-1], Piece(last.text + "-", last.bold, last.italic, link=last.link)) if hyphen else tuple(part)
        plain = tuple(part)
        found.append(
            Fragment(plain, cut, _width(plain, style, fonts), _width(cut, style, fonts), i == 0, i < len(parts) - 1)
        )
    return found


def _cuts(piece: Piece, language: str) -> list[tuple[str, bool]]:
    """The letters between two places where a line may end, and whether a hyphen is set there."""
    if piece.icon:
        return [(piece.text, False)]
    found: list[tuple[str, bool]] = []
    for part in break_points(piece.text):
        places = hyphen_places(part, language) if language and len(part) >= _LEAST and part[0].isalpha() else ()
        at = 0
        for place in places:
            found.append((part[at:place], True))
            at = place
        found.append((part[at:], False))
    return found or [(piece.text, False)]


def _width(word: Word, style: TextStyle, fonts: Fonts) -> float:
    return sum(piece_width(piece, style, fonts) for piece in word) + style.tracking * (len(word) - 1)


def _line(
    fragments: Sequence[Fragment],
    style: TextStyle,
    fonts: Fonts,
    width: float,
    align: Alignment,
    justify: bool,
    ends: bool,
) -> FlowLine:
    """Words of one look become one stretch; a justified line keeps its words apart, each at its place.

    A paragraph's last line is only ever shrunk.
    """
    em = style.size * MM_PER_POINT
    words = _joined(fragments)
    widths = [[piece_width(piece, style, fonts) * em for piece in word] for word in words]
    space = (piece_width(Piece(" ", style.bold, style.italic), style, fonts) + 2 * style.tracking) * em
    natural = sum(map(sum, widths)) + space * (len(words) - 1)
    stretched = justify and (not ends or natural > width)
    gap = space + (width - natural) / (len(words) - 1) if stretched and len(words) > 1 else space
    x = max(0.0, (width - natural) * _SHARE[align])
    stretches = []
    for i, (word, sizes) in enumerate(zip(words, widths, strict=True)):
        for j, (piece, wide) in enumerate(zip(word, sizes, strict=True)):
            spaced = j == len(word) - 1 and i < len(words) - 1 and not piece.icon
            shown = Piece(piece.text + " ", piece.bold, piece.italic, link=piece.link) if spaced else piece
            stretches.append(Stretch(shown, x, wide))
            x += wide
        x += gap
    return FlowLine(tuple(stretches if stretched else _merged(stretches)), natural)


def _joined(fragments: Sequence[Fragment]) -> list[Word]:
    """The line's words: fragments of one word glued again, so that they are shaped as one."""
    words: list[list[Piece]] = []
    for i, part in enumerate(fragments):
        pieces = part.broken if i == len(fragments) - 1 else part.pieces
        if part.starts or not words:
            words.append(list(pieces))
            continue
        for piece in pieces:
            last = words[-1][-1]
            if not (last.icon or piece.icon) and _look(last) == _look(piece):
                words[-1][-1] = Piece(last.text + piece.text, piece.bold, piece.italic, link=piece.link)
            else:
                words[-1].append(piece)
    return [tuple(word) for word in words]


def _look(piece: Piece) -> tuple[bool, bool, str]:
    return piece.bold, piece.italic, piece.link


def _merged(stretches: Sequence[Stretch]) -> list[Stretch]:
    """Neighbours of one look as one stretch."""
    found: list[Stretch] = []
    for item in stretches:
        last = found[-1] if found else None
        if last and not (last.piece.icon or item.piece.icon) and _look(last.piece) == _look(item.piece):
            piece = Piece(last.piece.text + item.piece.text, *_look(item.piece)[:2], link=item.piece.link)
            found[-1] = Stretch(piece, last.x, item.x - last.x + item.width)
        else:
            found.append(item)
    return found
