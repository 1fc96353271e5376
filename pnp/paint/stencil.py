"""A face's SVG goes in, its drawing comes out; what it shares with other faces is painted once, its texts each anew.

Faces of one template differ in what the helpers ``text`` and ``icon`` wrote, and in little else. These elements are
cut out of the SVG as holes; what is left is the stencil, which is parsed and painted at its first face and then known
by its text. Every face is painted this way, so its operators are the same whatever was painted before it.
Of a deck of 2,000 cards, whose paint took 1.3 ms a card, it leaves 0.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from pnp.fonts.font import Font
from pnp.paint.context import Assets, DrawContext
from pnp.paint.draw import draw, paint_face
from pnp.paint.glyphs import Word, operators_of_words, used_in
from pnp.paint.outlines import read_words
from pnp.paint.setting import set_span
from pnp.paint.stroke import rgb
from pnp.pdf.drawing import Drawing, Notes, Resources, font_name, pdf_number
from pnp.pdf.pen import MAX_PAINTED, Pen
from pnp.svg.cascade import Cascade
from pnp.svg.colors import Solid
from pnp.svg.letters import LetterSpan
from pnp.svg.scan import cut_out, plain_line
from pnp.svg.subset import INITIAL
from pnp.svg.tree import HOLES, SvgFault, parse

MOST_STENCILS = 64  # kept at a time: a template whose very shapes differ from card to card makes one a card
MOST_CUTS = 1024  # kept of one place
SHORT_CONTENT = 200  # characters of operators: a number, a name or an icon is likely to come again, a sentence is not
MOST_ELEMENTS = 5000  # cut out of one face
_PLAIN = ("stroke", "text-anchor", "dominant-baseline", "word-spacing", "visibility")


class _Cut(NamedTuple):  # half a million are made of a large deck, in a third of a dataclass's time
    """Elements that were cut out, painted. They leave the graphics state as it was, but for the ``fill`` they need.

    What a plain line of text names is its ``font`` and ``words``; what anything else names are ``resources``.
    """

    fill: str
    content: str
    painted: int
    resources: Resources | None
    font: Font | None = None
    words: Sequence[Word] = ()


@dataclass(frozen=True, slots=True)
class _Look:
    """What a plain line of text is painted with: everything but its letters and its place."""

    font: Font
    tracked: Font
    name: str
    size: str
    tracking: float
    fill: str


@dataclass(eq=False)
class _Place:
    """A parent that elements were cut out of: how it is styled, and what was painted there before."""

    cascade: Cascade
    looks: dict[str, _Look | None]
    cuts: dict[str, _Cut]


@dataclass(frozen=True, eq=False)
class Stencil:
    """What is left of a face: operators between the holes, the hole's places, and what the operators name."""

    context: DrawContext
    between: tuple[str, ...]
    places: tuple[_Place, ...]
    resources: Resources
    painted: int
    left_out: Notes
    substituted: Notes


def draw_face(svg: str, assets: Assets) -> Drawing:
    """Paint a face as ``draw`` does, sooner. Raises SvgFault for anything that is not painted."""
    left, cuts = cut_out(svg)
    if not cuts or HOLES in svg or "<switch" in svg or sum(map(len, cuts)) > MOST_ELEMENTS:
        return draw(svg, assets)
    stencils = assets.stencils
    if left not in stencils:
        if len(stencils) >= MOST_STENCILS:
            stencils.clear()
        stencils[left] = _make(left, assets)
    stencil = stencils[left]
    try:
        drawing = _fill(stencil, cuts) if isinstance(stencil, Stencil) else None
    except SvgFault:
        drawing = None
    return drawing or draw(svg, assets)  # which knows the line of a fault


def _make(left: tuple[str, ...], assets: Assets) -> Stencil | None:
    """Paint what is left. None where a hole is not painted as it stands: in a clip, a symbol, a group that fades."""
    holed = left[0] + "".join(f'<hole xmlns="{HOLES}" n="{n}"/>{part}' for n, part in enumerate(left[1:]))
    places: dict[int, Cascade] = {}

    def hole(pen: Pen, number: int, cascade: Cascade) -> None:
        places[number] = cascade
        pen.alpha(1.0, 1.0)
        pen.ops.append(f"\x00{number}\x00")
        pen.state.pop("fill", None)
        pen.holes += 1

    try:
        pen, context = paint_face(parse(holed), assets, hole)
    except SvgFault:
        return None
    pieces = "\n".join(pen.ops).split("\x00")
    if pieces[1::2] != [str(number) for number in range(len(left) - 1)] or context.svg.sheet:
        return None
    shared: dict[int, _Place] = {}
    found = tuple(shared.setdefault(id(cascade), _Place(cascade, {}, {})) for _, cascade in sorted(places.items()))
    between = tuple(piece.strip("\n") for piece in pieces[0::2])
    left_out, substituted = tuple(context.svg.left_out.items()), tuple(context.svg.substituted.items())
    return Stencil(context, between, found, pen.resources, pen.painted, left_out, substituted)


def _fill(stencil: Stencil, cuts: list[list[str]]) -> Drawing | None:
    """The whole face; None when it paints more than a face may."""
    pen = Pen(painted=stencil.painted)
    pen.take(stencil.resources)
    ops = pen.ops
    letters: dict[Font, dict[Word, None]] = {}  # words come again and again, and what they use is gathered once
    for before, place, elements in zip(stencil.between, stencil.places, cuts, strict=False):
        if before:
            ops.append(before)
        fill = ""
        for element in elements:
            cut = place.cuts.get(element) or _paint(element, place, stencil.context)
            if cut.fill and cut.fill != fill:
                fill = cut.fill
                ops.append(fill)
            ops.append(cut.content)
            pen.painted += cut.painted
            if cut.font is not None:
                letters.setdefault(cut.font, {}).update(dict.fromkeys(cut.words))
            elif cut.resources is not None:
                pen.take(cut.resources)
    ops.append(stencil.between[-1])
    for font, words in letters.items():
        pen.glyphs.setdefault(font, {}).update(used_in(words))
    return pen.drawing(stencil.left_out, stencil.substituted) if pen.painted <= MAX_PAINTED else None


def _paint(element: str, place: _Place, context: DrawContext) -> _Cut:
    """Paint an element that was cut out: a plain line of text the short way, all else as it always is."""
    cut = _line(element, place, context) or _any(element, place, context)
    if len(cut.content) < SHORT_CONTENT:
        if len(place.cuts) >= MOST_CUTS:
            place.cuts.clear()
        place.cuts[element] = cut
    return cut


def _line(element: str, place: _Place, context: DrawContext) -> _Cut | None:
    read = plain_line(element)
    if read is None:
        return None
    x, y, attributes, text = read
    if attributes not in place.looks:
        place.looks[attributes] = _look(attributes, place, context)
    look = place.looks[attributes]
    known = operators_of_words(look.font, text, look.tracking) if look and text.isprintable() else None
    if look is None or known is None:
        return None
    shown, words = known
    content = f"BT /{look.name} 1 Tf {look.size} 0 0 -{look.size} {_coordinate(x)} {_coordinate(y)} Tm {shown} ET"
    return _Cut(look.fill, content, 1, None, look.tracked, words)


def _look(attributes: str, place: _Place, context: DrawContext) -> _Look | None:
    """How lines with these attributes look; None when they are not plain letters in one plain colour."""
    element = parse(_alone(f'<text xml:space="preserve"{attributes}/>'))[0]
    cascade = place.cascade.deeper(context.svg.declared(element, place.cascade))
    fill = read_words(cascade, context)
    if (
        cascade.lines
        or any(cascade.style[name] != INITIAL[name] for name in _PLAIN)
        or not isinstance(fill, Solid)
        or fill.alpha != 1
    ):
        return None
    setting = set_span(LetterSpan("", cascade), context.svg, context.assets.fonts)
    if setting.size <= 0:
        return None
    size = pdf_number(setting.size)
    tracked = setting.first.tracked(setting.tracking)
    return _Look(setting.first, tracked, font_name(tracked), size, setting.tracking, f"{rgb(fill.rgb)} rg")


def _any(element: str, place: _Place, context: DrawContext) -> _Cut:
    pen = Pen()
    context.svg.elements = 0  # counted by what is left and by MOST_ELEMENTS
    context.paint(pen, parse(_alone(element))[0], place.cascade, context)
    content = "\n".join(["q", *pen.ops, "Q"]) if pen.ops else ""
    return _Cut("", content, pen.painted, pen.resources)


def _alone(element: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg">{element}</svg>'


@lru_cache(maxsize=4096)
def _coordinate(text: str) -> str:
    """A coordinate with four decimals, as PDF wants it."""
    return pdf_number(float(text))
