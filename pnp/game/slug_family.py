"""A game goes in; the family that slugs, marks and the program's own pages are set in comes out."""

from __future__ import annotations

from functools import lru_cache

from pnp.fonts.families import Fonts
from pnp.game.model import Game

TYPED = "".join(map(chr, range(0x20, 0x7F)))  # what slugs, rulers and the first page are written with


def slug_family(game: Game) -> str:
    """The style ``slug``'s; else the first that has letters of its own and can say title and version.

    A game may name a font of symbols first. Where no family can say all of it, the first with letters, or the first.
    """
    style = game.text_styles.get("slug")
    return style.family if style else _with_letters(game.fonts, f"{game.title}{game.version}·")


def sets_words(fonts: Fonts, family: str) -> bool:
    """Whether a family, with its fallbacks, has all that is typed in plain English."""
    return not fonts.missing(TYPED, family)


@lru_cache(maxsize=64)
def _with_letters(fonts: Fonts, words: str) -> str:
    families = list(fonts.families)
    own = [name for name in families if all(map(fonts.find(name).has, TYPED))]
    able = [name for name in (*own, *families) if sets_words(fonts, name)]
    saying = [name for name in able if not fonts.missing(words, name)]
    return next(iter((*saying, *able, *families)), "")
