"""A script for Squib goes in, read and never run; the Deck that its calls with plain values describe comes out.

Options and what they are where a script does not say are Squib's (github.com/andymeneely/squib, docs/dsl).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pnp.importing.deck import MOST_CARDS, Deck, Script
from pnp.importing.ruby_tokens import Token, lines_of, tokens
from pnp.importing.ruby_values import Count, RubyValues, ScriptTable, Unread
from pnp.importing.squib_drawing import DRAWN, SquibDrawing
from pnp.importing.squib_layouts import read_layouts
from pnp.importing.squib_lengths import Measures
from pnp.units import MM_PER_INCH

WIDTH, HEIGHT, DPI = 825.0, 1125.0, 300.0
_OPENING = frozenset({"if", "unless", "while", "until", "case", "for", "def", "class", "module", "begin"})
_ELSEWHERE = {
    "save": "use pnp build", "save_pdf": "use pnp build", "save_png": "use pnp build", "save_sheet": "use pnp build",
    "save_json": "use pnp build", "hand": "it shows the deck, and prints nothing to play with",
    "showcase": "it shows the deck, and prints nothing to play with", "safe_zone": "say safe: of the component",
    "cut_zone": "pnp draws its own marks",
}  # fmt: skip
_IDLE = frozenset({"require", "require_relative", "include", "end", "}"})


@dataclass
class _State:
    deck: Deck
    names: dict[str, object] = field(default_factory=dict)
    drawing: SquibDrawing | None = None
    table: ScriptTable | None = None
    blocks: int = 0  # that are open within the deck's own, or before it
    decks: int = 0


def read_squib(script: Script) -> Deck:
    """Read a script. What cannot be taken stands in ``untaken``, with its line."""
    deck = Deck(WIDTH / DPI * MM_PER_INCH, HEIGHT / DPI * MM_PER_INCH)
    state = _State(deck)
    for statement in lines_of(tokens(script.text)):
        _statement(state, statement, script)
    if state.drawing is None:
        deck.leave(1, "Squib::Deck.new", "the script has none that can be read, so nothing stands on the cards")
    elif deck.bleed:
        deck.width -= 2 * deck.bleed
        deck.height -= 2 * deck.bleed
    return deck


def _statement(state: _State, statement: list[Token], script: Script) -> None:
    first = statement[0]
    opens = (first.kind == "name" and first.text in _OPENING) or any(
        token.kind == "name" and token.text == "do" for token in statement
    )
    if state.blocks:
        ended = first.text == "end" or (len(statement) > 1 and statement[-1].text == "end")
        state.blocks += opens - ended
        if first.text not in _IDLE:
            state.deck.leave(first.line, _short(statement), "it stands in a loop, a condition or a block")
        return
    if first.text == "Squib::Deck" and len(statement) > 2:
        if state.decks:
            state.deck.leave(first.line, "a second deck", "import a script of its own for it")
            state.blocks += opens
        else:
            _begin(state, statement[3:], first.line, script)
        state.decks += 1
        return
    if first.kind == "name" and first.text in _OPENING:
        state.deck.leave(first.line, _short(statement), "loops, conditions and blocks are not read")
        state.blocks += statement[-1].text != "end"
        return
    if any(token.kind == "name" and token.text in ("if", "unless", "while", "until") for token in statement):
        state.deck.leave(first.line, _short(statement), "it stands in a condition")
    elif len(statement) > 2 and statement[1].text == "=" and first.kind == "name":
        _assign(state, statement)
    elif first.text not in _IDLE:
        _call(state, statement, script)
    if opens:
        state.blocks += 1


def _begin(state: _State, found: list[Token], line: int, script: Script) -> None:
    """The deck itself: its size, how many cards, its layouts."""
    deck = state.deck
    options, unread = RubyValues(found, state.names).options()
    for each in unread:
        deck.leave(line, each, "only running the script could tell")
    dpi = options.get("dpi", DPI)
    dpi = dpi if isinstance(dpi, float) and 30 <= dpi <= 2_400 else DPI
    measures = Measures(0.0, 0.0, dpi)
    sides = []
    for name, usual in (("width", WIDTH), ("height", HEIGHT)):
        try:
            side = measures.length(options.get(name, usual), 0.0)
        except Unread:
            side = 0.0
        if not 10 <= side <= 1_000:
            deck.leave(line, f"{name}: {options.get(name)}", "a card is 10 mm to 1 m wide and tall")
            side = usual / DPI * MM_PER_INCH
        sides.append(side)
    deck.width, deck.height = sides
    cards = options.get("cards", Count())
    if isinstance(cards, float):
        deck.count = max(1, min(MOST_CARDS, int(cards)))
    elif not isinstance(cards, Count):
        deck.leave(line, f"cards: {cards}", "it is no number; every row is a card")
    files = options.get("layout", [])
    named = [each for each in (files if isinstance(files, list) else [files]) if isinstance(each, str)]
    state.drawing = SquibDrawing(
        deck, Measures(sides[0], sides[1], dpi), read_layouts(named, script.folder, line, deck)
    )
    deck.take("Squib::Deck.new")


def _assign(state: _State, statement: list[Token]) -> None:
    """``data = csv file: 'cards.csv'``, or a plain value with a name."""
    name, rest, line = statement[0], statement[2:], statement[0].line
    if rest[0].text == "Squib" and len(rest) > 2:
        rest = rest[2:]
    word = rest[0].text.removeprefix("Squib.")
    if word in ("csv", "xlsx"):
        state.names[name.text] = _table(state, word, rest[1:], line)
        return
    values = RubyValues(rest, state.names)
    try:
        value = values.value()
        if values.peek().kind != "end":
            raise Unread
        state.names[name.text] = value
    except Unread:
        state.names.pop(name.text, None)
        state.deck.leave(line, _short(statement), "only running the script could tell")


def _table(state: _State, word: str, found: list[Token], line: int) -> ScriptTable:
    options, unread = RubyValues(found, state.names).options()
    deck = state.deck
    for each in unread:
        deck.leave(line, each, "only running the script could tell")
    table = ScriptTable(line, options)
    file = options.get("file", "sample.xlsx" if word == "xlsx" else "")
    if state.table is not None and state.table.options.get("file") != file:
        deck.leave(line, f"{word} file: {file}", "a second table: columns of the first are taken")
        return table
    if isinstance(file, str) and file:
        deck.file, deck.file_line = file, line
        sheet = options.get("sheet")
        deck.sheet = sheet if isinstance(sheet, str) else f"#{int(sheet)}" if isinstance(sheet, float) else ""
        explode = options.get("explode", "qty")
        deck.copies = explode if isinstance(explode, str) else ""
        deck.take(word)
        state.table = table
    else:
        deck.leave(line, word, "it names no file beside the script")
    return table


def _call(state: _State, statement: list[Token], script: Script) -> None:
    first, deck = statement[0], state.deck
    word = first.text
    values = RubyValues(statement[1:], state.names)
    if word in ("csv", "xlsx"):
        _table(state, word, statement[1:], first.line)
    elif state.drawing is None or (word not in DRAWN and word not in _ELSEWHERE and word != "use_layout"):
        deck.leave(first.line, _short(statement), "pnp import does not read it")
    else:
        options, unread = values.options()
        for each in unread:
            deck.leave(first.line, f"{word} {each}", "only running the script could tell")
        if values.peek().text in ("do", "{"):
            deck.leave(first.line, f"the block of {word}", "icons within texts are written :name: in pnp")
        if word == "use_layout":
            named = options.get("file")
            state.drawing.layouts |= read_layouts(
                [named] if isinstance(named, str) else [], script.folder, first.line, deck
            )
        elif word in _ELSEWHERE:
            _trimmed(state.drawing, word, options)
            deck.leave(first.line, word, _ELSEWHERE[word])
        else:
            state.drawing.draw(first.line, word, options, unread)


def _trimmed(drawing: SquibDrawing, word: str, options: dict[str, object]) -> None:
    """What the sheets are trimmed by is the bleed that a card's size has in it."""
    value = options.get("margin", "0.125in") if word == "cut_zone" else options.get("trim", 0.0)
    try:
        trim = drawing.measures.length(value, 0.0)
    except Unread:
        return
    if 0 < trim <= min(25.0, drawing.measures.width / 4, drawing.measures.height / 4):
        drawing.deck.bleed = max(drawing.deck.bleed, trim)


def _short(statement: list[Token]) -> str:
    return " ".join(token.text.replace("\n", " ") for token in statement[:12])[:60]
