"""The fragments of one line go in; the line as it is painted comes out, each stretch of one look at its place."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import Literal, NamedTuple

from pnp.text.breaks import Fragment
from pnp.text.markup import Piece
from pnp.text.measure import Measure

Alignment = Literal["left", "center", "right", "justify"]
SHARE = {"left": 0.0, "justify": 0.0, "center": 0.5, "right": 1.0}


class Stretch(NamedTuple):
    """A piece with its place: ``x`` from the line's left edge and ``width``, in em."""

    piece: Piece
    x: float
    width: float


class Line(NamedTuple):
    """One line. ``width`` in em, as it is set; ``after`` is white below it, as a share of the line pitch.

    ``size`` is that of its largest letters, as a share of the style's; never less than 1.
    """

    stretches: tuple[Stretch, ...]
    width: float
    after: float = 0.0
    size: float = 1.0


def set_line(fragments: Sequence[Fragment], measure: Measure, limit: float, *, justify: bool, ends: bool) -> Line:
    """Words of one look become one stretch, shaped as a whole; a justified line keeps each word at its place.

    A paragraph's last line is only ever shrunk.
    """
    if not justify or (ends and len(fragments) == 1):
        plain = _plain_line(fragments, measure)
        if plain:
            return plain
    words = _words(fragments)
    if justify and len(words) > 1:
        widths = [[measure.piece(piece) for piece in word] for word in words]
        inner = fsum([fsum(row) + measure.tracking * (len(row) - 1) for row in widths])
        natural = inner + measure.space * (len(words) - 1)
        if not ends or natural > limit:
            return _justified(words, widths, measure, (limit - inner) / (len(words) - 1))
    x, stretches = 0.0, []
    for piece in _joined(words):
        bare = piece.text[:-1] if piece.text.endswith(" ") and not piece.icon else ""
        if bare:  # fonts kern a space to what stands before it, for its own look only
            width = measure.piece(piece._replace(text=bare))
            stretches.append(Stretch(piece, x, width))
            x += width + measure.space
            continue
        width = measure.piece(piece)
        stretches.append(Stretch(piece, x, width))
        x += width + measure.tracking
    return Line(tuple(stretches), max(0.0, x - measure.tracking), size=_largest(stretches))


def _largest(stretches: Sequence[Stretch]) -> float:
    return max([1.0, *(item.piece.size for item in stretches)])


def _plain_line(fragments: Sequence[Fragment], measure: Measure) -> Line | None:
    """A line of whole words in one look, measured from its words; None for any other.

    The painter shapes the line as one run. Here that would cost more than all else together.
    """
    look = fragments[0].look if fragments else None
    if look is None:
        return None
    bold, italic, link, color = look
    gaps = measure.gaps(bold=bold, italic=italic)
    texts: list[str] = []
    width, before = 0.0, ""
    for part in fragments:
        if part.look is not look:
            return None
        text = part.pieces[0].text
        if before:
            if not part.starts:
                return None
            width += gaps[before + text[0]]
        width += part.width
        texts.append(text)
        before = text[-1]
    last = fragments[-1]
    if last.broken is not last.pieces:
        texts[-1] = last.broken[0].text
        width += last.broken_width - last.width
    piece = Piece(" ".join(texts), bold, italic, link=link, color=color)
    return Line((Stretch(piece, 0.0, width),), width)


def _justified(words: list[list[Piece]], widths: list[list[float]], measure: Measure, gap: float) -> Line:
    x, stretches = 0.0, []
    for i, (word, row) in enumerate(zip(words, widths, strict=True)):
        for j, (piece, width) in enumerate(zip(word, row, strict=True)):
            spaced = j == len(word) - 1 and i < len(words) - 1 and not piece.icon
            shown = piece._replace(text=piece.text + " ") if spaced else piece  # a space to copy, not to measure
            stretches.append(Stretch(shown, x, width))
            x += width + measure.tracking
        x += gap - measure.tracking
    return Line(tuple(stretches), x - gap, size=_largest(stretches))


def _words(fragments: Sequence[Fragment]) -> list[list[Piece]]:
    """The line's words: fragments of one word glued again, so that they are shaped as one."""
    words: list[list[Piece]] = []
    last = len(fragments) - 1
    for i, part in enumerate(fragments):
        pieces = part.broken if i == last else part.pieces
        if part.starts or not words:
            words.append(list(pieces))
            continue
        for piece in pieces:
            _add(words[-1], piece, "")
    return words


def _joined(words: list[list[Piece]]) -> list[Piece]:
    """All words with their spaces; neighbours of one look as one piece."""
    if all(len(word) == 1 for word in words) and len({_look(word[0]) for word in words}) == 1:
        return [words[0][0]._replace(text=" ".join([word[0].text for word in words]))]
    pieces: list[Piece] = []
    for i, word in enumerate(words):
        for j, piece in enumerate(word):
            _add(pieces, piece, " " if i and not j else "")
    return pieces


def _add(pieces: list[Piece], piece: Piece, space: str) -> None:
    """Put a piece behind others, with a space or none: the space goes to the letters before it, or those behind."""
    last = pieces[-1] if pieces else None
    if last and not last.icon and not piece.icon and _look(last) == _look(piece):
        pieces[-1] = last._replace(text=last.text + space + piece.text)
    elif space and last and not last.icon:
        pieces[-1] = last._replace(text=last.text + space)
        pieces.append(piece)
    elif space and not piece.icon:
        pieces.append(piece._replace(text=space + piece.text))
    else:
        pieces += [Piece(space), piece] if space else [piece]


def _look(piece: Piece) -> tuple[bool, bool, bool, str, str, float, str]:
    return piece.icon, piece.bold, piece.italic, piece.link, piece.color, piece.size, piece.bars
