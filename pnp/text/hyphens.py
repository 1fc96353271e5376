"""Words that are wider than their line go in; the same words cut where their language allows come out."""

from __future__ import annotations

from functools import lru_cache

from pnp.text.markup import Paragraph, Piece, Word


def hyphenated(words: Paragraph, widths: list[float], limit: float, language: str) -> Paragraph:
    """Cut each word wider than ``limit`` in two at the last place that fits by its share of letters.

    Only words of one piece are cut; a word that its language cannot cut stays whole.
    """
    result: list[Word] = []
    for word, width in zip(words, widths, strict=True):
        piece = word[0]
        if width <= limit or len(word) > 1 or piece.icon:
            result.append(word)
            continue
        room = int(len(piece.text) * limit / width) - 1
        places = [place for place in hyphen_places(piece.text, language) if place <= room]
        if not places:
            result.append(word)
            continue
        head, tail = piece.text[: places[-1]], piece.text[places[-1] :]
        result.append((Piece(f"{head}-", piece.bold, piece.italic),))
        rest: Word = (Piece(tail, piece.bold, piece.italic),)
        result.extend(hyphenated((rest,), [width * len(tail) / len(piece.text)], limit, language))
    return tuple(result)


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
