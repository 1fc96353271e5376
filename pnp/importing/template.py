"""A deck and its rows go in, the template of its cards comes out: each text and picture in its place and size."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from pnp.importing.deck import CardFigure, CardPicture, Cards, CardText, Color, Content, Deck, Icons, Item, NamedColumn
from pnp.importing.deck_look import Look, shown
from pnp.importing.deck_pictures import FOLDER, Pictures
from pnp.importing.plain_text import as_markup, from_tags
from pnp.importing.table import Field, Rows
from pnp.schema.file_names import with_slashes
from pnp.units import MM_PER_INCH, Rect, mm

MOST_NAMED = 300  # cards or files that a line of the template names
_UNSAFE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f{}\x3c\x3e&]")
_ESCAPED = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": " "}
_WORDS = {CardText: "a text", CardFigure: "a figure", CardPicture: "a picture", Icons: "icons"}


class _Wrong(ValueError):  # noqa: N818 - no error of ours: it becomes a line of the report
    """A thing that cannot stand in the template, and why."""


@dataclass
class TemplateWriter:
    """Writes the template; ``worded`` and ``pictured`` gather which columns are set as text and which name files."""

    deck: Deck
    rows: Rows
    look: Look
    pictures: Pictures
    worded: dict[str, bool] = field(default_factory=dict)  # field -> written with tags
    pictured: set[str] = field(default_factory=set)

    def template(self, title: str) -> str:
        """The whole text of it."""
        for item in self.deck.items:  # what is a file's name or a colour is no text: known before anything is written
            self._see(item)
        lines = [f"  {line}" for item in self.deck.items for line in self._lines(item)]
        head = f"{{#- Begun by pnp import from {_comment(title)}. Millimetres; (0, 0) is the corner of the cut. -#}}"
        box = 'viewBox="{{ -bleed }} {{ -bleed }} {{ w + 2 * bleed }} {{ h + 2 * bleed }}"'
        return "\n".join([head, f'<svg xmlns="http://www.w3.org/2000/svg" {box}>', *lines, "</svg>", ""])

    def _see(self, item: Item) -> None:
        if isinstance(item, CardText):
            for column in _columns(item.content):
                if found := self.rows.field(column.heading):
                    self.worded[found.name] = item.tags or self.worded.get(found.name, False)
        elif isinstance(item, CardPicture):
            self.pictured |= {found.name for each in _columns(item.content) if (found := self.rows.field(each.heading))}

    def _lines(self, item: Item) -> list[str]:
        try:
            match item:
                case CardText():
                    lines = self._words(item)
                case CardFigure():
                    lines = self._figure(item)
                case CardPicture():
                    lines = self._picture(item)
                case Icons():
                    lines = self._icons(item)
            return self._for_cards(item.cards, [f"<!-- line {item.line} -->", *lines])
        except _Wrong as why:
            self.deck.leave(item.line, _WORDS[type(item)], str(why))
            return []

    def _for_cards(self, cards: Cards, lines: list[str]) -> list[str]:
        """Lines for some cards only, by their ids."""
        if cards is None:
            return lines
        rows, every = self.rows, range(1, len(self.rows.of_card) + 1)
        chosen = {rows.of_card[card - 1] for card in cards if card in every}
        parted = {rows.of_card[card - 1] for card in every if card not in cards} & chosen
        if parted:
            raise _Wrong("its range takes some copies of a card and leaves others")
        if len(chosen) == len(rows.ids):
            return lines
        if not chosen:
            raise _Wrong("there are no cards of those numbers")
        if len(chosen) > MOST_NAMED:
            raise _Wrong(f"its range is more than {MOST_NAMED} cards: say where: in game.yaml")
        ids = ", ".join(f'"{rows.ids[number]}"' for number in sorted(chosen))
        return [f"{{% if it.id in [{ids}] %}}", *lines, "{% endif %}"]

    def _words(self, item: CardText) -> list[str]:
        if not item.content or not shown(item.color):
            raise _Wrong("it says nothing")
        left: set[str] = set()
        parts = []
        for part in item.content:
            if isinstance(part, NamedColumn):
                parts.append(self._column(part))
            else:
                parts.append(quoted(from_tags(part, left) if item.tags else as_markup(part)))
        for tag in sorted(left):
            self.deck.leave(item.line, f"the tag <{tag}>", "its text stands without it")
        style = self.look.style(item)
        box = self._moved(item.box)
        numbers = ", ".join(mm(value) for value in (box.x, box.y, box.width, box.height))
        extra = f', valign="{item.valign}"' if item.valign != "top" else ""
        extra += f", color={self._column(item.color)}" if isinstance(item.color, NamedColumn) else ""
        call = f'{{{{ text({" ~ ".join(parts)}, {numbers}, "{style}"{extra}) }}}}'
        return _turned(call, box, item.angle, at_corner=item.at_corner)

    def _figure(self, item: CardFigure) -> list[str]:
        box = self._moved(item.box)
        stroke = self._paint("stroke", item.stroke)
        width = f' stroke-width="{mm(item.width)}"' if shown(item.stroke) else ""
        if item.kind == "line":
            ends = (("x1", box.x), ("y1", box.y), ("x2", box.x + box.width), ("y2", box.y + box.height))
            return [f"<line{_attributes(ends)}{stroke}{width}/>"]
        paint = f"{self._paint('fill', item.fill)}{stroke if shown(item.stroke) else ''}{width}"
        if item.kind == "ellipse":
            half = ((box.x + box.width / 2), (box.y + box.height / 2), box.width / 2, box.height / 2)
            return [f"<ellipse{_attributes(zip(('cx', 'cy', 'rx', 'ry'), half, strict=True))}{paint}/>"]
        radius = f' rx="{mm(item.radius)}"' if item.radius else ""
        return [f"<rect{_placed(box)}{radius}{paint}/>"]

    def _picture(self, item: CardPicture) -> list[str]:
        names = dict.fromkeys(self._names(item.content, item.cards))
        names.pop("", None)
        if not names:
            raise _Wrong("no card names a file")
        names = dict.fromkeys(with_slashes(name) for name in names)
        missing = [name for name in names if not self.pictures.has(name)]
        if len(missing) == len(names):
            why = self.pictures.missing[missing[0]]
            raise _Wrong(f"'{missing[0][:60]}': {why}" + (f"; and {len(missing) - 1} more" if len(missing) > 1 else ""))
        if len(missing) > MOST_NAMED:
            raise _Wrong(f"{len(missing):,} files are not there, such as '{missing[0][:60]}'")
        file = " ~ ".join(
            self._column(part) if isinstance(part, NamedColumn) else quoted(with_slashes(part)) for part in item.content
        )
        file = f"({file})" if len(item.content) > 1 else file
        box, keeps = self._moved(self._sized(item, [name for name in names if name not in missing])), not item.stretched
        ratio = "xMidYMid meet" if keeps else "none"
        image = f'<image href="{FOLDER}/{{{{ {file} }}}}"{_placed(box)} preserveAspectRatio="{ratio}"/>'
        asked = [self._column(part) for part in _columns(item.content)]
        if missing:
            asked.append(f"{file} not in [{', '.join(map(quoted, sorted(missing)))}]")
        lines = _turned(image, box, item.angle, at_corner=item.at_corner)
        return [f"{{% if {' and '.join(asked)} %}}", *lines, "{% endif %}"] if asked else lines

    def _sized(self, item: CardPicture, names: list[str]) -> Rect:
        """The box, with what the script leaves to the picture's own size."""
        box = item.box
        if box.width and box.height:
            return box
        sizes = list(dict.fromkeys(self.pictures.size(name) for name in names))
        if sizes[0] is None:
            self.deck.leave(item.line, "the own size of a picture", "it fills what is left of the card: say its size")
            whole = (self.deck.width + 2 * self.deck.bleed - box.x, self.deck.height + 2 * self.deck.bleed - box.y)
            return Rect(box.x, box.y, max(1.0, box.width or whole[0]), max(1.0, box.height or whole[1]))
        if len(sizes) > 1:
            self.deck.leave(item.line, "pictures of several sizes", "all stand in the size of the first")
        across, down = (value / item.dpi * MM_PER_INCH for value in sizes[0])
        if box.width or box.height:
            scale = box.width / across if box.width else box.height / down
            return Rect(box.x, box.y, across * scale, down * scale)
        return Rect(box.x, box.y, across, down)

    def _icons(self, item: Icons) -> list[str]:
        found = [(key, file) for key, file in item.files if self.pictures.has(file)]
        for key, file in item.files:
            if (key, file) not in found:
                why = self.pictures.missing[with_slashes(file)]
                self.deck.leave(item.line, f"the icon {key} ('{file[:60]}')", why)
        if not found:
            raise _Wrong("none of its icons is there")
        keys = " ~ ".join(self._column(part) if isinstance(part, NamedColumn) else quoted(part) for part in item.keys)
        files = ", ".join(f"{quoted(key)}: {quoted(with_slashes(file))}" for key, file in found)
        box = self._moved(item.box)
        row = max(1, int(box.width / item.width + 1e-6))
        place = f'x="{{{{ {mm(box.x)} + loop.index0 % {row} * {mm(item.width)} }}}}"'
        place += f' y="{{{{ {mm(box.y)} + (loop.index0 // {row}) * {mm(item.height)} }}}}"'
        size = f'width="{mm(item.width)}" height="{mm(item.height)}"'
        return [
            f"{{% set files = {{{files}}} %}}",
            f"{{% for key in ({keys}) | list if key in files %}}",
            f'<image href="{FOLDER}/{{{{ files[key] }}}}" {place} {size}/>',
            "{% endfor %}",
        ]

    def _names(self, content: Content, cards: Cards) -> list[str]:
        """What a content says on each card that it is for; nothing where one of its columns says nothing."""
        found = []
        chosen = {self.rows.of_card[card - 1] for card in cards or () if card <= len(self.rows.of_card)}
        for number in range(len(self.rows.ids)):
            if cards is not None and number not in chosen:
                continue
            parts = []
            for part in content:
                column = self._field(part) if isinstance(part, NamedColumn) else None
                parts.append(column.values[number].strip() if column else part if isinstance(part, str) else "")
            found.append("" if "" in parts else "".join(parts))
        return found

    def _field(self, column: NamedColumn) -> Field:
        found = self.rows.field(column.heading)
        if found is None:
            raise _Wrong(f"there is no column '{column.heading[:60]}'")
        return found

    def _column(self, column: NamedColumn) -> str:
        """A column as an expression that is never nothing."""
        found = self._field(column)
        if not found.optional:
            return f"it.{found.name}"
        empty = f'(it.{found.name} if it.{found.name} is not none else "")'
        return empty if found.whole else f'(it.{found.name} or "")'

    def _paint(self, name: str, color: Color) -> str:
        if isinstance(color, NamedColumn):
            return f' {name}="{{{{ {self._column(color)} or "none" }}}}"'
        if not color:
            return f' {name}="none"'
        named, alpha = self.look.color(color)
        return f' {name}="{named}"' + (f' {name}-opacity="{mm(alpha)}"' if alpha < 1 else "")

    def _moved(self, box: Rect) -> Rect:
        """A script's box may count from the corner of the bleed."""
        return Rect(box.x - self.deck.bleed, box.y - self.deck.bleed, box.width, box.height)


def _columns(content: Content) -> list[NamedColumn]:
    return [part for part in content if isinstance(part, NamedColumn)]


def quoted(text: str) -> str:
    """A text as an expression writes it, with no sign in it that ends the expression, or a tag."""
    plain = "".join(_ESCAPED.get(letter, letter) for letter in text)
    return '"' + _UNSAFE.sub(lambda found: f"\\x{ord(found[0]):02x}", plain) + '"'


def _comment(text: str) -> str:
    return re.sub(r"[^\w .-]|--", "", text)[:60]


def _attributes(values: Iterable[tuple[str, float]]) -> str:
    return "".join(f' {name}="{mm(value)}"' for name, value in values)


def _placed(box: Rect) -> str:
    return _attributes((("x", box.x), ("y", box.y), ("width", box.width), ("height", box.height)))


def _turned(line: str, box: Rect, angle: float, *, at_corner: bool) -> list[str]:
    if not angle % 360:
        return [line]
    x, y = (box.x, box.y) if at_corner else (box.x + box.width / 2, box.y + box.height / 2)
    return [f'<g transform="rotate({mm(angle)} {mm(x)} {mm(y)})">', line, "</g>"]
