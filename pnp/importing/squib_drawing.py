"""A call of Squib and its options go in, the thing that it draws goes onto the deck. Millimetres come out of pixels."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from pnp.importing.deck import (
    MOST_CARDS,
    CardFigure,
    CardPicture,
    Cards,
    CardText,
    Color,
    Content,
    Deck,
    DeckFont,
    NamedColumn,
)
from pnp.importing.ruby_values import Numbers, Unread
from pnp.importing.squib_layouts import Layouts
from pnp.importing.squib_lengths import Measures
from pnp.svg.colors import parse_color
from pnp.svg.tree import SvgFault
from pnp.units import Rect, looks_like_number, parse_number

Options = Mapping[str, object]
DRAWN = frozenset({"background", "rect", "circle", "ellipse", "line", "text", "png", "svg"})
PX_PER_POINT = 96 / 72  # Pango's, whatever the deck's dpi
_READ = {
    "background": {"color"},
    "text": {"str", "font", "font_size", "x", "y", "width", "height", "align", "valign", "justify", "angle", "color",
             "markup", "ellipsize", "wrap"},
    "rect": {"x", "y", "width", "height", "radius", "x_radius", "y_radius", "fill_color", "stroke_color",
             "stroke_width"},
    "circle": {"x", "y", "radius", "fill_color", "stroke_color", "stroke_width"},
    "ellipse": {"x", "y", "width", "height", "fill_color", "stroke_color", "stroke_width"},
    "line": {"x1", "y1", "x2", "y2", "stroke_color", "stroke_width"},
    "png": {"file", "x", "y", "width", "height", "angle"},
    "svg": {"file", "x", "y", "width", "height", "angle"},
}  # fmt: skip
_PLACED = frozenset({"str", "file", "range", "layout", "x", "y", "x1", "y1", "x2", "y2", "width", "height", "radius"})
_STYLES = {"bold": "b", "semi-bold": "b", "semibold": "b", "ultra-bold": "b", "extra-bold": "b", "heavy": "b",
           "italic": "i", "oblique": "i", "normal": "", "regular": ""}  # fmt: skip
Align = Literal["left", "center", "right", "justify"]
Valign = Literal["top", "middle", "bottom"]


@dataclass
class SquibDrawing:
    """The deck while its calls are read; ``measures`` are those of the whole card, with its bleed."""

    deck: Deck
    measures: Measures
    layouts: Layouts
    made: int = field(default=0)

    def draw(self, line: int, word: str, options: Options, unread: list[str]) -> None:
        """Put one call's thing onto the deck, or say why not."""
        layout = options.get("layout")
        inherited: Options = {}
        if layout is not None:
            inherited = self.layouts.get(layout, {}) if isinstance(layout, str) else {}
            if not inherited:
                name = f"'{layout[:40]}'" if isinstance(layout, str) else "of each card its own"
                self.deck.leave(line, f"{word} layout: {name}", "there is no such layout in the files that were read")
                return
        every = {**inherited, **options}
        missing = {each.partition(":")[0] for each in unread}
        if missing & _PLACED:
            self.deck.leave(line, word, "what it shows, or where, only running the script could tell")
            return
        known = _READ[word] | {"layout", "range", "extends"}
        for name in options:
            if name not in known:
                self.deck.leave(line, f"{name} of {word}", "it stands without it")
        try:
            _Call(self, line, word, every).draw()
        except Unread as why:
            self.deck.leave(line, word, str(why) or "an option is not a plain value that pnp import reads")


@dataclass(frozen=True)
class _Call:
    drawing: SquibDrawing
    line: int
    word: str
    options: Options

    def draw(self) -> None:
        whole = self.drawing.measures
        match self.word:
            case "background":
                box = Rect(0.0, 0.0, whole.width, whole.height)
                self._add(
                    CardFigure(self.line, "rect", box, self._color("color", "black"), "", 0.0, cards=self._cards())
                )
            case "text":
                self._add(self._words())
            case "png" | "svg":
                self._add(self._picture())
            case _:
                self._add(self._figure())

    def _add(self, item: CardText | CardFigure | CardPicture) -> None:
        self.drawing.deck.add(self.word, item)

    def _length(self, name: str, otherwise: object, side: float) -> float:
        value = self.options.get(name, otherwise)
        try:
            return self.drawing.measures.length(value, side)
        except Unread:
            shown = "a value for each card" if isinstance(value, list | NamedColumn) else str(value)[:40]
            raise Unread(f"{name} is no length that pnp import reads: {shown}") from None

    def _x(self, name: str, otherwise: object = 0.0) -> float:
        return self._length(name, otherwise, self.drawing.measures.width)

    def _y(self, name: str, otherwise: object = 0.0) -> float:
        return self._length(name, otherwise, self.drawing.measures.height)

    def _figure(self) -> CardFigure:
        stroke, fill = self._color("stroke_color", "black"), self._color("fill_color", "")
        width, radius = self._x("stroke_width", 2.0), 0.0
        kind: Literal["rect", "ellipse", "line"] = "rect"
        if self.word == "line":
            x, y = self._x("x1", 100.0), self._y("y1", 100.0)
            box = Rect(x, y, self._x("x2", 150.0) - x, self._y("y2", 150.0) - y)
            kind = "line"
        elif self.word == "circle":
            middle_x, middle_y, radius = self._x("x"), self._y("y"), self._x("radius", 100.0)
            box = Rect(middle_x - radius, middle_y - radius, 2 * radius, 2 * radius)
            kind, radius = "ellipse", 0.0
        else:
            box = self._box("deck", "deck")
            kind = "rect" if self.word == "rect" else "ellipse"
            radius = self._x("radius" if self.options.get("radius") is not None else "x_radius")
        stroke = stroke if width > 0 else ""
        return CardFigure(
            self.line, kind, box, fill, stroke, min(max(width, 0.0), 50.0), max(radius, 0.0), self._cards()
        )

    def _box(self, width: object, height: object) -> Rect:
        box = Rect(self._x("x"), self._y("y"), self._x("width", width), self._y("height", height))
        if box.width <= 0 or box.height <= 0:
            raise Unread("its box has no size")
        return box

    def _words(self) -> CardText:
        whole, x, y = self.drawing.measures, self._x("x"), self._y("y")
        sides = []
        for name, rest, read in (("width", whole.width - x, self._x), ("height", whole.height - y, self._y)):
            sides.append(rest if self.options.get(name, "auto") in ("auto", "native") else read(name))
        if min(sides) <= 0:
            raise Unread("its box has no size")
        across = "justify" if self.options.get("justify") is True else self.options.get("align")
        align: Align = next((each for each in get_args(Align) if each == across), "left")
        valign: Valign = next((each for each in get_args(Valign) if each == self.options.get("valign")), "top")
        return CardText(
            self.line, self._content("str"), Rect(x, y, sides[0], sides[1]), self._font(),
            self._color("color", "black"), align, valign, self._angle(), self.options.get("markup") is True,
            self._cards(), at_corner=True,
        )  # fmt: skip

    def _picture(self) -> CardPicture:
        whole = self.drawing.measures
        sides = [
            0.0 if self.options.get(name, "native") in ("native", "scale", None) else read(name)
            for name, read in (("width", self._x), ("height", self._y))
        ]
        if min(sides) < 0:
            raise Unread("its box has no size")
        stretched = min(sides) > 0
        return CardPicture(
            self.line, self._content("file"), Rect(self._x("x"), self._y("y"), sides[0], sides[1]), stretched,
            self._angle(), whole.dpi, self._cards(), at_corner=True,
        )  # fmt: skip

    def _angle(self) -> float:
        """Squib turns by radians; ``45deg`` and the like are read too."""
        value = self.options.get("angle", 0.0)
        if isinstance(value, str) and value.endswith("deg") and looks_like_number(value[:-3].strip()):
            return parse_number(value[:-3].strip())
        if not isinstance(value, float):
            raise Unread("angle is no number")
        return math.degrees(value)

    def _content(self, name: str) -> Content:
        value = self.options.get(name, "")
        if isinstance(value, NamedColumn):
            return (value,)
        if isinstance(value, list):
            self.drawing.made += 1
            heading = f"{name} {self.drawing.made}"
            items = [_plain(item) for item in value[:MOST_CARDS]]
            self.drawing.deck.series[heading] = tuple(items)
            return (NamedColumn(heading),)
        return (_plain(value),)

    def _font(self) -> DeckFont:
        text = self.options.get("font", "Arial 36")
        words = (text if isinstance(text, str) else "Arial 36").replace(",", " , ").split()
        size, styles = 36.0, ""
        if words and looks_like_number(words[-1].removesuffix("px")):
            last = words.pop()
            size = parse_number(last.removesuffix("px")) / (PX_PER_POINT if last.endswith("px") else 1.0)
        while len(words) > 1 and words[-1].lower() in _STYLES:
            styles += _STYLES[words.pop().lower()]
        wanted = self.options.get("font_size")
        if isinstance(wanted, str) and looks_like_number(wanted):
            wanted = parse_number(wanted)
        if isinstance(wanted, float):
            size = wanted
        elif wanted is not None:
            raise Unread("font_size is no number")
        inches = size * PX_PER_POINT / self.drawing.measures.dpi
        family = " ".join(words).partition(",")[0].strip() or "Arial"
        return DeckFont(family, inches * 72, "b" in styles, "i" in styles)

    def _color(self, name: str, otherwise: str) -> Color:
        value = self.options.get(name, otherwise)
        if isinstance(value, NamedColumn):
            return value
        if not isinstance(value, str):
            raise Unread(f"{name} is no single colour")
        text = value.strip().lower()
        if not text or text in ("transparent", "none"):
            return ""
        for spelled in (text, text.replace("_", "").replace(" ", "")):
            try:
                return spelled if parse_color(spelled, {})[1] > 0 else ""
            except SvgFault:
                continue
        raise Unread(f"{name} is no single colour: {value[:40]}")

    def _cards(self) -> Cards:
        value = self.options.get("range", "all")
        if value in ("all", None):
            return None
        if isinstance(value, Numbers) and value.first >= 0:
            if value.last < 0 and value.first == 0 and value.last == -1:
                return None
            if value.first <= value.last < MOST_CARDS:
                return frozenset(range(value.first + 1, value.last + 2))
        numbers = value if isinstance(value, list) else [value]
        plain = [each for each in numbers if isinstance(each, float) and 0 <= each < MOST_CARDS]
        if plain and len(plain) == len(numbers):
            return frozenset(int(each) + 1 for each in plain)
        raise Unread("its range is not read")


def _plain(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, str):
        return value
    raise Unread("it shows no plain text")
