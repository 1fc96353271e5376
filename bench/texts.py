"""Short texts, one matter each, in several styles and boxes: what is set of them comes out, or why nothing is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import get_args

from bench.conformance.painting import assets
from pnp.game.model import TextStyle
from pnp.text.block_svg import Valign, block_svg
from pnp.text.fit import fit_text
from pnp.text.markup import MarkupError

# a language and a text, by what it tries
TEXTS = {
    "plain": ("en", "The quick brown fox jumps over the lazy dog and runs on through the burning ruins."),
    "markup": ("en", "Deal **3 damage** :flame: to *one enemy*, or ***both***, then [blood: lose **2** health]."),
    "paragraphs": ("en", "First of all, move.\n\nThen rest for a while,\\\nand go on in the next line."),
    "lists": ("en", "Choose one:\n- Move up to three hexes.\n- Rest, and heal a wound.\n\n1. First\n2. Second, longer"),
    "hyphens": ("en", "Extraordinarily incomprehensible responsibilities notwithstanding, internationalization wins."),
    "german": ("de", "Donaudampfschifffahrtsgesellschaft und Straßenbahnhaltestelle: „Zurückbleiben bitte!“ rief er."),
    "spanish": ("es", "¿Quién abre la puerta? «Nadie», dijo el murciélago; ¡y el camaleón se desvaneció!"),
    "french": ("fr", "\"Qui va là ?\" demanda-t-il ; personne — hélas ! — ne répondit : l'ombre s'évanouit."),
    "quotes": ("en", "\"It's 'mine'\", she said -- the '90s were hers... 5' 10\" tall; rock 'n' roll (\"yes\")."),
    "dashes": ("en", "pages 3-5, well-known, a--b, an em---dash, minus -7, and/or, e.g. this, i.e. that, 1/2."),
    "numbers": ("en", "It costs $1,000.50 or 3 500 €, 50%, −7 °C, 1/2/3, (12) [13] #4, +5 and 2×3=6, A4-B5."),
    "addresses": ("en", "See https://example.org/a/very/long/path?with=a&query=more#part for all the odds."),
    "unbreakable": (
        "en",
        "10\u00a0mm of\u00a0white, a\u2060b, soft\u00adhyphens in\u00adside and zero\u200bwidth\u200bspaces.",
    ),
    "wide-word": ("en", "Aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
    "one-word": ("en", "Warrior"),
    "one-line": ("en", "Walk 3 steps"),
    "kerning": ("en", "AVATAR To Wave, LTA: Ta. Yo; P.A.V.A. fi ffl office"),
    "icons": ("en", ":flame::flame: 2:flame: (:flame:) x:flame:y :flame:."),
    "spaces": ("en", "  many   spaces\tand tabs \n in  here  "),
    "escapes": ("en", r"\*not\* \[red: no\] \:flame\: \\ 1\. <b>&amp;</b> \"so\""),
    "empty": ("en", ""),
    "open": ("en", "An **open star and *another"),
    "unknown-icon": ("en", "A :flam: that nobody drew, and [blod: a colour] that is none."),
    "no-glyph": ("en", "漢字 and ☃"),
}
_BODY = TextStyle("body", "Alegreya Sans", 10, 6, 1.2, "ink")
STYLES = {
    "body": _BODY,
    "justified": replace(_BODY, align="justify", hyphenate=True, smart=True, size=9.5),
    "hyphenated": replace(_BODY, hyphenate=True, min_size=8.5),
    "heading": replace(_BODY, bold=True, upper=True, tracking=0.12, size=14, min_size=7, align="center", leading=1.05),
    "aside": replace(_BODY, italic=True, smart=True, align="right", min_size=10),
}
BOXES = ((24.0, 11.0), (38.0, 30.0), (61.0, 17.0))  # mm


def settings(content: str, language: str) -> Iterator[str]:
    """The text in every style and box, at the top, in the middle or at the foot of it by turns."""
    for number, (style, (width, height)) in enumerate(product(STYLES.values(), BOXES)):
        try:
            block = fit_text(
                content,
                style,
                width,
                height,
                assets().fonts,
                language=language,
                icons=frozenset({"flame"}),
                colors=frozenset({"blood", "ink"}),
            )
        except MarkupError as error:
            yield str(error)
            continue
        align, valign = style.align, get_args(Valign)[number % 3]
        told = f"{block.size:g} {block.leading:g} {block.height:.4f} {block.excess:.4f} {block.excess_side}"
        yield f"{told} {block.missing}" + block_svg(block, 3, 4, width, height, align, valign, style.color)
