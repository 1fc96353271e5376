"""The arguments of a nanDECK statement go in; lengths in mm, boxes, cards, colours and fonts come out, or why not."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from pnp.importing.deck import MOST_CARDS, Cards, Color, Deck, DeckFont, NamedColumn
from pnp.importing.nandeck_script import ScriptLabels, Statement
from pnp.svg.colors import parse_color
from pnp.svg.tree import SvgFault
from pnp.units import MM_PER_INCH, Rect, parse_number

UNITS = {"CM": 10.0, "MM": 1.0, "INCH": MM_PER_INCH}
THIN = 0.1  # mm, for a border of no thickness
_ALL = re.compile(r"1\s*-\s*\{\(?\s*\[?[^{}]*\]?\s*\)?\}", re.IGNORECASE)
_BETWEEN = re.compile(r"([0-9]{1,6})\s*-\s*([0-9]{1,6})")
_HEX = re.compile(r"#([0-9A-Fa-f]{6})")


class WrongArgument(ValueError):  # noqa: N818 - no error of ours: it becomes a line of the report
    """A statement that cannot be taken, and why."""


@dataclass
class ScriptState:
    """What is said so far: the deck, labels, the unit in mm, the font of the next text, icons by their letters."""

    deck: Deck
    labels: ScriptLabels = field(default_factory=ScriptLabels)
    unit: float = 10.0
    font: DeckFont = field(default_factory=DeckFont)
    color: Color = "#000000"
    icons: dict[str, str] = field(default_factory=dict)


def read_number(text: str) -> float:
    """A plain number."""
    try:
        return parse_number(text.strip())
    except ValueError:
        raise WrongArgument(f"'{text[:40]}' is no number") from None


def read_length(state: ScriptState, text: str, side: int) -> float:
    """A length in the deck's unit, or a share of the card's width (side 0) or height (1)."""
    if text.endswith("%"):
        value = read_number(text[:-1]) / 100 * (state.deck.height if side else state.deck.width)
    else:
        value = read_number(text) * state.unit
    if abs(value) > 5_000:
        raise WrongArgument(f"'{text[:40]}' is further than 5 m")
    return value


def read_box(state: ScriptState, statement: Statement, first: int) -> Rect:
    """Four lengths from an argument on: x, y, width, height."""
    x, y, width, height = (read_length(state, statement.argument(first + at), at % 2) for at in range(4))
    if width <= 0 or height <= 0:
        raise WrongArgument("its box has no size")
    return Rect(x, y, width, height)


def read_range(statement: Statement) -> Cards:
    """Which cards; None for all."""
    text = statement.argument(0).strip("\"' ")
    if not text or _ALL.fullmatch(text):
        return None
    numbers: set[int] = set()
    for part in re.split(r"[,;]", text):
        between = _BETWEEN.fullmatch(part.strip())
        first, last = (int(between[1]), int(between[2])) if between else (0, 0)
        if not between and part.strip().isascii() and part.strip().isdigit() and len(part.strip()) < 7:
            first = last = int(part)
        if not 1 <= first <= last <= MOST_CARDS:
            raise WrongArgument(f"the range '{text[:40]}' is not read")
        numbers.update(range(first, last + 1))
    return frozenset(numbers)


def read_color(state: ScriptState, statement: Statement, number: int, otherwise: str) -> Color:
    """A colour, a column that names one, or what stands for nothing."""
    text = statement.argument(number)
    if not text:
        return otherwise
    if text.startswith("[") and text.endswith("]"):
        return NamedColumn(text[1:-1].strip())
    found = _HEX.match(text)
    if found:
        if len(text) > 7:
            state.deck.leave(
                statement.line, f"{text[:40]} of {statement.word}", f"of a gradient only {found[0]} is taken"
            )
        return found[0]
    try:
        parse_color(text, {})
    except SvgFault:
        raise WrongArgument(f"'{text[:40]}' is no colour") from None
    return text


def read_lettering(state: ScriptState, statement: Statement, first: int) -> tuple[DeckFont, Color]:
    """Family, size, style and colour, from an argument on."""
    family, size, style = (statement.argument(first + at) for at in range(3))
    style = style.upper()
    for letter, what in (("U", "underline"), ("S", "strike-out")):
        if letter in style:
            state.deck.leave(statement.line, f"{what} of {statement.word}", "the text stands without it")
    if "T" not in style and statement.argument(first + 4).upper() not in ("", "#FFFFFF"):
        state.deck.leave(statement.line, f"the ground of {statement.word}", "draw a rect behind the text")
    points = read_number(size) if size else state.font.size
    font = DeckFont(family or state.font.family, points, "B" in style, "I" in style)
    return font, read_color(state, statement, first + 3, "#000000")


Align = Literal["left", "center", "right"]
Valign = Literal["top", "middle", "bottom"]


def read_alignment(statement: Statement, first: int) -> tuple[Align, Valign]:
    """Where text stands in its box, from an argument on; in its middle where nothing is said."""
    across, down = statement.argument(first).lower(), statement.argument(first + 1).lower()
    align: Align = "left" if across == "left" else "right" if across == "right" else "center"
    if down in ("", "center", "wwcenter", "cwcenter"):
        return align, "middle"
    return align, "bottom" if down.endswith("bottom") else "top"


def read_angle(statement: Statement, number: int) -> float:
    """nanDECK turns against the clock, SVG with it."""
    text = statement.argument(number)
    angle = read_number(text) if text else 0.0
    return -angle if angle else 0.0


def note_fading(state: ScriptState, statement: Statement, number: int) -> None:
    """Transparency is not taken, and said."""
    text = statement.argument(number)
    if text and text != "100":
        state.deck.leave(statement.line, f"the transparency of {statement.word}", "it stands in full colour")


def read_thickness(state: ScriptState, statement: Statement, number: int) -> float:
    """How wide a line is, in mm."""
    text = statement.argument(number)
    return max(THIN, min(50.0, read_length(state, text, 0))) if text else THIN
