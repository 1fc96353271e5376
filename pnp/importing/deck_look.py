"""The colours and fonts that a deck uses go in; a palette and text styles by name come out, each told once."""

from __future__ import annotations

from dataclasses import dataclass, field

from pnp.importing.deck import CardText, Color, NamedColumn
from pnp.importing.fonts import stand_in
from pnp.schema.naming import NAME, bettered
from pnp.svg.colors import parse_color

SMALLEST, LARGEST = 5.0, 400.0  # points that a style takes
_KNOWN = {"#000000": "ink", "#ffffff": "paper"}


@dataclass(frozen=True, slots=True)
class DeckStyle:
    """A text style as game.yaml says it."""

    family: str
    size: float
    bold: bool
    italic: bool
    color: str
    align: str


@dataclass
class Look:
    """Names for colours and styles, in the order in which they are met."""

    colors: dict[str, str] = field(default_factory=dict)  # "#rrggbb" -> name
    styles: dict[DeckStyle, str] = field(default_factory=dict)
    families: dict[str, str] = field(default_factory=dict)  # the script's -> the shipped one that stands for it
    resized: set[float] = field(default_factory=set)

    def color(self, color: str) -> tuple[str, float]:
        """A colour's name in the palette, and how opaque it is."""
        rgb, alpha = parse_color(color, {})
        digits = "#" + "".join(f"{round(255 * part):02x}" for part in rgb)
        if digits not in self.colors:
            self.colors[digits] = _KNOWN.get(digits, f"color-{len(self.colors) + 1}")
        return self.colors[digits], alpha

    def style(self, words: CardText) -> str:
        """The name of the style in which words are set: that of their first column, where it is free."""
        family = self.families.setdefault(words.font.family, stand_in(words.font.family))
        size = round(min(LARGEST, max(SMALLEST, words.font.size)), 2)
        if abs(size - words.font.size) > 0.01:
            self.resized.add(round(words.font.size, 2))
        named = self.color(words.color)[0] if isinstance(words.color, str) and words.color else self.color("#000000")[0]
        style = DeckStyle(family, size, words.font.bold, words.font.italic, named, words.align)
        if style not in self.styles:
            column = next((each.heading for each in words.content if isinstance(each, NamedColumn)), "")
            self.styles[style] = self._free(bettered(column, "-")[:40].strip("-"))
        return self.styles[style]

    def _free(self, wanted: str) -> str:
        taken = set(self.styles.values())
        if NAME.fullmatch(wanted) and wanted not in taken:
            return wanted
        base = wanted if NAME.fullmatch(wanted) else "words"
        return next(f"{base}-{at}" for at in range(1, len(taken) + 3) if f"{base}-{at}" not in taken)


def shown(color: Color) -> bool:
    """Whether a colour paints anything."""
    return isinstance(color, NamedColumn) or bool(color)
