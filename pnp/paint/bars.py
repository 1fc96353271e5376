"""Words at their places go in; the lines under, over and through them come out as bars, as their fonts ask for them."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import cos, radians, sin

from pnp.fonts.families import Fonts
from pnp.fonts.font import Font
from pnp.paint.placing import PlacedSpan, outline_of, place_text
from pnp.paint.setting import rise, set_span, vertical
from pnp.svg.cascade import Cascade
from pnp.svg.decorations import TextLine
from pnp.svg.document import SvgDocument
from pnp.svg.path import Path, moved, rect_path
from pnp.svg.tree import Element, SvgFault
from pnp.units import Matrix

_LETTERS = ("font-family", "font-size", "font-weight", "font-style")
_THICK, _DEEP, _HIGH = 0.05, -0.1, 0.25  # em, where no table of the font says


@dataclass(frozen=True, slots=True)
class Bar:
    """A line along words as a rectangle, and what it is painted with; ``over`` the letters, or under them."""

    path: Path
    cascade: Cascade
    over: bool


@dataclass
class _Stretch:
    """Spans that one line goes along without a break, on one baseline."""

    line: TextLine
    first: PlacedSpan
    x: float
    y: float
    end: float


def bars_of(placed: list[PlacedSpan], text: Cascade, document: SvgDocument, fonts: Fonts) -> Iterator[Bar]:
    """The lines of a text: for each span those of all elements around it, the outermost's first.

    What a group asks for goes by the font of the ``text`` element, for a group sets no words.
    """
    open_: dict[tuple[object, ...], _Stretch] = {}
    for item in placed:
        lines = item.span.cascade.lines
        if not lines:
            continue
        style = item.span.cascade.style
        if style["visibility"] != "visible" or item.setting.size <= 0:
            continue
        for line in lines:
            known = open_.get(line.key)
            angle = radians(item.turn)  # of letters that are turned one by one, each has its own
            x, y = item.x - sin(angle) * item.up, item.y + cos(angle) * item.up
            end = x + item.setting.width
            if (
                known
                and known.y == y
                and not (item.turn or known.first.turn)
                and -_near(item) < x - known.end < _near(item)
            ):
                known.end = end
                continue
            if known:
                yield _bar(known, text, document, fonts)
            open_[line.key] = _Stretch(line, item, x, y, end)
    for stretch in open_.values():
        yield _bar(stretch, text, document, fonts)


def _near(item: PlacedSpan) -> float:
    """How far apart spans may stand that still are one stretch of words."""
    cascade = item.span.cascade
    words = cascade.style["word-spacing"]
    extra = 0.0 if words in ("0", "normal") else abs(cascade.length(words, "word-spacing"))
    return extra + (abs(item.setting.tracking) + 0.001) * item.setting.size


def _bar(stretch: _Stretch, text: Cascade, document: SvgDocument, fonts: Fonts) -> Bar:
    line, span = stretch.line, stretch.first.span
    style = line.style
    if line.depth < text.depth:
        style = {**style, **{name: text.style[name] for name in _LETTERS}}
    cascade = Cascade(style, span.cascade.viewport, line.depth, span.cascade.gray)
    shifts = tuple(shift for shift in span.shifts if shift[1].depth <= line.depth)
    own = replace(span, text="", cascade=cascade, shifts=shifts)
    setting = set_span(own, document, fonts)
    up, thick = line_place(setting.first, line.kind)
    up, thick = up * setting.size, thick * setting.size
    if line.thickness:
        thick = _length(line.thickness, "text-decoration-thickness", cascade)
    offset = cascade.style["text-underline-offset"]
    if line.kind == "underline" and offset != "auto":
        up = thick / -2 - _length(offset, "text-underline-offset", cascade)
    place = cascade.viewport, cascade.depth, cascade.gray
    if line.color:
        cascade = Cascade({**style, "fill": line.color, "stroke": "none"}, *place)
    y = stretch.y - rise(own, setting) - up - thick / 2
    path = rect_path(stretch.x, y, stretch.end - stretch.x, thick, 0, 0)
    if stretch.first.turn:
        turn = replace(stretch.first, x=stretch.x, y=stretch.y).matrix
        path = moved(path, turn @ Matrix.translation(-stretch.x, -stretch.y))
    return Bar(path, cascade, line.kind == "line-through")


def _length(text: str, what: str, cascade: Cascade) -> float:
    """A length; a share is of an em (CSS Text Decoration 4, 2.3)."""
    if text.strip().endswith("%"):
        return cascade.length(text.strip()[:-1], what) / 100 * float(cascade.style["font-size"])
    value = cascade.length(text, what)
    if what.endswith("thickness") and value < 0:
        raise SvgFault(f"{what} is '{text}'", "a line cannot be thinner than nothing")
    return value


def line_place(font: Font, kind: str) -> tuple[float, float]:
    """How high above the baseline a line's middle stands, and how thick it is, in em.

    Underlines go by ``post``, lines through words by ``OS/2``; an overline stands on the ascent, as thick as an
    underline.
    """
    em = font.units_per_em
    post, os2 = font.table("post"), font.table("OS/2")
    top, thick = struct.unpack(">hh", post[8:12]) if len(post) >= 12 else (0, 0)
    place = (top / em - thick / em / 2, thick / em) if thick > 0 else (_DEEP, _THICK)
    if kind == "overline":
        return vertical(font)[0] - place[1] / 2, place[1]
    if kind == "line-through":
        thick, height = struct.unpack(">hh", os2[26:30]) if len(os2) >= 30 else (0, 0)
        return (height / em - thick / em / 2, thick / em) if thick > 0 else (_HIGH, place[1])
    return place


def text_outline(element: Element, cascade: Cascade, document: SvgDocument, fonts: Fonts) -> Path:
    """A text element's letters, and the lines along them, as one path, for a clip."""
    placed = list(place_text(element, cascade, document, fonts))
    letters = [segment for item in placed for segment in outline_of(item)]
    return (*letters, *[segment for bar in bars_of(placed, cascade, document, fonts) for segment in bar.path])
