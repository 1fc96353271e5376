"""A nanDECK script goes in, a Deck comes out. The order of arguments is the manual's (see ``nandeck_script``)."""

from __future__ import annotations

from typing import Literal

from pnp.importing.deck import MOST_CARDS, CardFigure, CardPicture, CardText, Deck, Icons, NamedColumn, Script
from pnp.importing.nandeck_arguments import (
    THIN,
    UNITS,
    ScriptState,
    WrongArgument,
    note_fading,
    read_alignment,
    read_angle,
    read_box,
    read_color,
    read_length,
    read_lettering,
    read_number,
    read_range,
    read_thickness,
)
from pnp.importing.nandeck_script import Statement, content_of, statements
from pnp.units import Rect

# they say how cards are printed and shown, which pnp's own options and documents do
ELSEWHERE = {
    "PAGE": "say --paper to pnp", "MARGINS": "say margin: of a document", "BORDER": "pnp draws its own marks",
    "DPI": "pnp prints vectors", "PRINT": "pnp builds all", "GAP": "say gutter: of a document",
    "DUPLEX": "say back: of the component", "FOLD": "say backs: fold of the document", "SAVEPAGES": "use pnp build",
    "SAVE": "use pnp build", "SAVEPDF": "use pnp build", "DISPLAY": "use pnp build",
}  # fmt: skip
_TRANSPARENT = ("ENDLAYER", "VISUAL", "ENDVISUAL", "SECTION", "ENDSECTION", "CSVSEP", "LINKSEP", "LINKTRIM", "EDGE")
_BLOCKS = {"IF": "ENDIF", "FOR": "NEXT", "MACRO": "END", "LOOP": "ENDLOOP", "BASERANGE": "", "SEQUENCE": "ENDSEQUENCE"}


def read_nandeck(script: Script) -> Deck:
    """Read a script; nothing in it is run. What cannot be taken stands in ``untaken``, with its line."""
    state = ScriptState(Deck(60.0, 90.0, cycles=True))  # the size that nanDECK takes where none is said
    waiting: list[str] = []  # blocks that are open, by the words that end them
    for statement in statements(script.text, state.labels):
        if waiting and statement.word in _BLOCKS and _BLOCKS[statement.word]:
            waiting.append(_BLOCKS[statement.word])
        if waiting:
            if statement.word == waiting[-1] or (waiting[-1] == "END" and statement.word == "ENDMACRO"):
                waiting.pop()
            else:
                state.deck.leave(statement.line, statement.word or "a line", "it stands in a condition, loop or macro")
        elif _BLOCKS.get(statement.word):
            waiting.append(_BLOCKS[statement.word])
            state.deck.leave(statement.line, statement.word, "conditions, loops and macros are not read")
        else:
            _take(state, statement)
    return _with_series(state)


def _take(state: ScriptState, statement: Statement) -> None:
    deck, word = state.deck, statement.word
    try:
        if word in _DRAWN:
            _DRAWN[word](state, statement)
        elif word in _SAID:
            _SAID[word](state, statement)
            deck.take(word)
        elif word in ELSEWHERE:
            deck.leave(statement.line, word, ELSEWHERE[word])
        elif word not in _TRANSPARENT and word != "[]":
            deck.leave(statement.line, word or "a line", "pnp import does not know it")
    except WrongArgument as why:
        deck.leave(statement.line, word, str(why))


def _with_series(state: ScriptState) -> Deck:
    """The deck with the sequences that its cards show as columns."""
    deck = state.deck
    used = {each.heading.casefold() for item in deck.items for each in _columns(item)}
    deck.series = {name: values for name, values in state.labels.sequences.items() if name in used}
    return deck


def _columns(item: object) -> list[NamedColumn]:
    found: list[NamedColumn] = []
    for name in ("content", "color", "fill", "stroke", "keys"):
        value = getattr(item, name, ())
        found += [each for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, NamedColumn)]
    return found


# what a script says of the deck


def _size(state: ScriptState, statement: Statement) -> None:
    width, height = (read_number(statement.argument(number)) * state.unit for number in (0, 1))
    if not (10 <= width <= 1000 and 10 <= height <= 1000):
        raise WrongArgument("a card is 10 mm to 1 m wide and tall")
    state.deck.width, state.deck.height = width, height


def _unit(state: ScriptState, statement: Statement) -> None:
    if statement.argument(0).upper() not in UNITS:
        raise WrongArgument("the unit is CM, MM or INCH")
    state.unit = UNITS[statement.argument(0).upper()]


def _link(state: ScriptState, statement: Statement) -> None:
    if state.deck.file:
        raise WrongArgument("a second table: import a script of its own for it")
    file, _, sheet = statement.argument(0).partition("!")
    state.deck.file, state.deck.sheet, state.deck.file_line = file, sheet, statement.line


def _multi(state: ScriptState, statement: Statement) -> None:
    state.deck.copies = statement.argument(0).strip("[]")


def _cards(state: ScriptState, statement: Statement) -> None:
    state.deck.count = 0 if state.deck.file else min(MOST_CARDS, int(read_number(statement.argument(0))))


def _font(state: ScriptState, statement: Statement) -> None:
    state.font, state.color = read_lettering(state, statement, 0)


def _icon(state: ScriptState, statement: Statement) -> None:
    key, file = statement.argument(1), statement.argument(2)
    if len(key) != 1 or not file or "[" in file:
        raise WrongArgument("an icon is one letter and the name of a file")
    state.icons[key] = file


def _layer(state: ScriptState, statement: Statement) -> None:
    state.deck.leave(statement.line, statement.word, "what stands in the layer was taken, its transparency was not")


# what a script draws


def _text(state: ScriptState, statement: Statement) -> None:
    align, valign = read_alignment(statement, 6)
    words = CardText(
        statement.line, content_of(statement.argument(1)), read_box(state, statement, 2),
        state.font, state.color, align,
        valign, read_angle(statement, 8), cards=read_range(statement),
    )  # fmt: skip
    note_fading(state, statement, 9)
    state.deck.add(statement.word, words)


def _text_font(state: ScriptState, statement: Statement) -> None:
    font, color = read_lettering(state, statement, 10)
    align, valign = read_alignment(statement, 6)
    note_fading(state, statement, 9)
    words = CardText(
        statement.line, content_of(statement.argument(1)), read_box(state, statement, 2), font, color, align, valign,
        read_angle(statement, 8), cards=read_range(statement),
    )  # fmt: skip
    state.deck.add(statement.word, words)


def _html(state: ScriptState, statement: Statement) -> None:
    box, cards = read_box(state, statement, 2), read_range(statement)
    ground = read_color(state, statement, 6, "")
    if ground and ground not in ("#FFFFFF", "#ffffff"):
        state.deck.add(statement.word, CardFigure(statement.line, "rect", box, ground, "", 0.0, cards=cards))
    words = CardText(
        statement.line, content_of(statement.argument(1)), box, state.font, state.color, "left", "top",
        read_angle(statement, 7), tags=True, cards=cards,
    )  # fmt: skip
    for number, what in ((8, "flags"), (10, "a font of HTMLFONT")):
        if statement.argument(number) not in ("", "default"):
            state.deck.leave(statement.line, f"{what} of HTMLTEXT", "the text stands in the font of FONT")
    note_fading(state, statement, 9)
    state.deck.add(statement.word, words)


def _shape(state: ScriptState, statement: Statement) -> None:
    stroke = read_color(state, statement, 5, "#000000")
    inner = statement.argument(6)
    fill = stroke if not inner else "" if inner.upper() == "EMPTY" else read_color(state, statement, 6, "")
    width = read_thickness(state, statement, 7)
    box = read_box(state, statement, 1)
    kind: Literal["rect", "ellipse"] = "rect" if statement.word in ("RECTANGLE", "ROUNDRECT") else "ellipse"
    radius = min(box.width, box.height) * 0.1 if statement.word == "ROUNDRECT" else 0.0
    bordered = fill != stroke or width > THIN
    figure = CardFigure(
        statement.line, kind, box, fill, stroke if bordered else "", width if bordered else 0.0, radius,
        read_range(statement),
    )  # fmt: skip
    state.deck.add(statement.word, figure)


def _line(state: ScriptState, statement: Statement) -> None:
    x, y, far, deep = (read_length(state, statement.argument(1 + at), at % 2) for at in range(4))
    color, width = read_color(state, statement, 5, "#000000"), read_thickness(state, statement, 6)
    box = Rect(x, y, far - x, deep - y)
    state.deck.add(
        statement.word, CardFigure(statement.line, "line", box, "", color, width, cards=read_range(statement))
    )


def _image(state: ScriptState, statement: Statement) -> None:
    content = content_of(statement.argument(1))
    if not content:
        raise WrongArgument("it names no file")
    flags = statement.argument(7).upper()
    for flag in sorted(set(flags) - set("PNA")):
        state.deck.leave(statement.line, f"the flag {flag} of IMAGE", "the picture stands as it is")
    picture = CardPicture(
        statement.line, content, read_box(state, statement, 2), "P" not in flags, read_angle(statement, 6),
        cards=read_range(statement),
    )  # fmt: skip
    note_fading(state, statement, 8)
    state.deck.add(statement.word, picture)


def _icon_row(state: ScriptState, statement: Statement) -> None:
    box = read_box(state, statement, 2)
    width, height = read_length(state, statement.argument(6), 0), read_length(state, statement.argument(7), 1)
    if not (width > 0 and height > 0) or not state.icons:
        raise WrongArgument("it needs ICON lines before it, and the size of an icon")
    icons = Icons(
        statement.line, content_of(statement.argument(1)), box, width, height, tuple(state.icons.items()),
        read_range(statement),
    )  # fmt: skip
    state.deck.add(statement.word, icons)


_SAID = {
    "CARDSIZE": _size, "UNIT": _unit, "LINK": _link, "LINKMULTI": _multi, "CARDS": _cards, "FONT": _font,
    "ICON": _icon, "LAYER": _layer,
}  # fmt: skip
_DRAWN = {
    "TEXT": _text, "TEXTFONT": _text_font, "HTMLTEXT": _html, "RECTANGLE": _shape, "ROUNDRECT": _shape,
    "ELLIPSE": _shape, "CIRCLE": _shape, "LINE": _line, "IMAGE": _image, "ICONS": _icon_row,
}  # fmt: skip
