"""Words of the program's own go in, set in the game's fonts they come out: for pages that no template draws."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pnp.game.model import Game, TextStyle
from pnp.game.slug_family import sets_words, slug_family
from pnp.text.block_svg import block_svg
from pnp.text.fit import TextBlock, fit_text
from pnp.text.lines import Alignment

ARROW = "->"  # stands for an arrow where the font has none
INK, GREY, PALE = "#1f1c19", "#6a645c", "#c9c4bb"  # calm, and dark enough on any printer
_SPECIAL = re.compile(r"([*:\\])")


@dataclass(frozen=True)
class Lettering:
    """What the lines of such pages are set with: the game's body face, and for titles that of its largest style."""

    game: Game

    def style(self, size: float, *, bold: bool = False, title: bool = False) -> TextStyle:
        """A style of so many points; it may shrink to seven tenths of them."""
        styles = list(self.game.text_styles.values())
        body = self.game.text_styles.get("book-body")
        largest = max(styles, key=lambda style: style.size, default=None)
        family = largest.family if title and largest else body.family if body else slug_family(self.game)
        if not sets_words(self.game.fonts, family):  # a font of symbols
            family = slug_family(self.game)
        return TextStyle("program", family, size, size * 0.7, leading=1.25, bold=bold)

    def set(self, words: str, style: TextStyle, width: float, height: float = 10_000) -> TextBlock:
        """Words as they are, no markup, in a box of mm; a character that no font has becomes a question mark."""
        fonts = self.game.fonts
        shown = words.replace(ARROW, "→")
        for char in fonts.missing(shown, style.family, style.bold):
            shown = shown.replace(char, ARROW if char == "→" else "?")
        return fit_text(_SPECIAL.sub(r"\\\1", shown), style, width, height, fonts, language=self.game.language)


def placed(block: TextBlock, x: float, y: float, width: float, color: str, align: Alignment = "left") -> str:
    """A block with its upper left corner at a place, mm."""
    return block_svg(block, x, y, width, block.height, align, "top", color)
