"""Words go in; where their language lets a line end inside them comes out: pyphen's dictionaries, and soft hyphens."""

from __future__ import annotations

import re
from functools import lru_cache

SOFT = "\u00ad"
LEAST = 6  # letters of a word that may be hyphenated
BEFORE, BEHIND = 2, 3  # letters that stay together at a word's beginning and end
_LETTERS = re.compile(rf"[^\W\d_]{{{LEAST},}}")


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
