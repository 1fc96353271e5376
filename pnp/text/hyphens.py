"""Words that are wider than their line go in; the same words cut where their language allows come out."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from pnp.text.markup import Paragraph, Piece, Word


def hyphenated(words: Paragraph, measure: Callable[[Word], float], limit: float, language: str) -> Paragraph:
    """Cut each word wider than ``limit`` at the last place that fits, again and again until its rest fits too.

    Only words of one piece are cut; a word that its language cannot cut stays whole.
    """
    result: list[Word] = []
    for word in words:
        rest = word
        while len(rest) == 1 and not rest[0].icon and measure(rest) > limit:
            cut = _cut(rest[0], measure, limit, language)
            if cut is None:
                break
            result.append(cut[0])
            rest = cut[1]
        result.append(rest)
    return tuple(result)


def _cut(piece: Piece, measure: Callable[[Word], float], limit: float, language: str) -> tuple[Word, Word] | None:
    for place in reversed(hyphen_places(piece.text, language)):
        head: Word = (Piece(f"{piece.text[:place]}-", piece.bold, piece.italic),)
        if measure(head) <= limit:
            return head, (Piece(piece.text[place:], piece.bold, piece.italic),)
    return None


@lru_cache(maxsize=4096)
def hyphen_places(word: str, language: str) -> tuple[int, ...]:
    """Where a word may be cut (pyphen's dictionaries); nowhere for a language without one."""
    dictionary = _dictionary(language)
    return tuple(dictionary.positions(word)) if dictionary else ()


@lru_cache(maxsize=4)
def _dictionary(language: str):  # type: ignore[no-untyped-def]  # pyphen has no types
    import pyphen  # loads a dictionary: only when a word must be cut

    known = pyphen.language_fallback(language)
    return pyphen.Pyphen(lang=known) if known else None
