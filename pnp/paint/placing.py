"""A text element goes in; its spans come out, each at its place: in lines, along paths, turned, as long as asked."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import cos, fsum, pi, radians, sin

from pnp.fonts.families import Fonts
from pnp.fonts.shape import shape
from pnp.paint.fitting import Chunk, fit_chunk
from pnp.paint.glyphs import outline
from pnp.paint.setting import ANCHORS, SpanSetting, rise, vertical
from pnp.svg.cascade import Cascade
from pnp.svg.document import SvgDocument
from pnp.svg.letters import LetterSpan, chunks_of, spans_of
from pnp.svg.path import Path, moved
from pnp.svg.text_path import TextPath
from pnp.svg.transform import moved_box
from pnp.svg.tree import Element, SvgFault
from pnp.units import Matrix, Rect

_HINT = "shorten the words, make them smaller (font-size), or draw the path longer"


@dataclass(frozen=True, slots=True)
class PlacedSpan:
    """A span with its setting, and where its first letter stands; ``up`` is how far above its baseline that is.

    It is turned round that place by ``turn`` degrees, clockwise.
    """

    span: LetterSpan
    setting: SpanSetting
    x: float
    y: float
    up: float = 0.0
    turn: float = 0.0

    @property
    def matrix(self) -> Matrix:
        """From the span set at (0, 0) to its place."""
        angle = radians(self.turn)
        return Matrix(cos(angle), sin(angle), -sin(angle), cos(angle), self.x, self.y)

    @property
    def box(self) -> Rect:
        """The box round its em boxes."""
        (ascent, descent), size = vertical(self.setting.first), self.setting.size
        if not self.turn:
            return Rect(self.x, self.y - ascent * size, self.setting.width, (ascent - descent) * size)
        box = Rect(0, -ascent * size, self.setting.width, (ascent - descent) * size)
        return moved_box(box, self.matrix)


@dataclass(frozen=True, slots=True)
class _Letter:
    """A letter with its marks, or a ligature: where it begins in its span, how wide it is, its first character."""

    setting: SpanSetting
    text: str
    begin: float
    width: float
    index: int


def place_text(element: Element, cascade: Cascade, document: SvgDocument, fonts: Fonts) -> Iterator[PlacedSpan]:
    """Every span at its place. Each x or y begins a new chunk, which text-anchor places as a whole."""
    x = y = 0.0
    for spans in fit_chunk(chunks_of(spans_of(element, cascade, document)), document, fonts):
        first = spans.spans[0]
        anchor = first.cascade.style["text-anchor"]
        if anchor not in ANCHORS:
            raise SvgFault(f"unknown text-anchor '{anchor}'", "use start, middle or end")
        if first.path is not None:
            yield from _along(spans, first.path, anchor, document)
            x, y, _ = first.path.track.at(first.path.track.length)
            continue
        x = first.x if first.x is not None else x
        y = first.y if first.y is not None else y
        if anchor != "start":
            x -= ANCHORS[anchor] * spans.width
        for span, setting, dx, gap in spans.parts():
            x, y = x + dx, y + span.dy
            if span.text:
                up = rise(span, setting)
                if any(span.turns):
                    yield from _turned(span, setting, x, y, up)
                else:
                    yield PlacedSpan(span, setting, x, y - up, up)
            x += setting.width + gap


def _turned(span: LetterSpan, setting: SpanSetting, x: float, y: float, up: float) -> Iterator[PlacedSpan]:
    """Each letter turned round its own place on the baseline."""
    for letter in _letters(setting):
        turn = span.turns[letter.index]
        yield _at(span, letter, x + letter.begin, y, up, turn, turn)


def _at(span: LetterSpan, letter: _Letter, x: float, y: float, up: float, turn: float, lean: float) -> PlacedSpan:
    """A letter whose place on the baseline is given; what is raised is so across the baseline, which ``lean``s."""
    angle = radians(lean)
    own = replace(span, text=letter.text, x=None, y=None, dx=0.0, dy=0.0, turns=())
    return PlacedSpan(own, letter.setting, x + sin(angle) * up, y - cos(angle) * up, up, turn)


def _along(chunk: Chunk, path: TextPath, anchor: str, document: SvgDocument) -> Iterator[PlacedSpan]:
    """Words along a path: the middle of each letter stands on it (SVG 2, 11.8.3). What finds no room is told."""
    track = path.track
    begin = path.start - ANCHORS[anchor] * chunk.width
    # once round a loop, from where the words begin, or half-way round to either side
    low = path.start - ANCHORS[anchor] * track.length if track.closed else 0.0
    along = across = 0.0
    lost = ""
    for span, setting, dx, gap in chunk.parts():
        if span.x is not None or span.y is not None:
            raise SvgFault("x and y have no place on a path", "move the words along it by startOffset or dx")
        along, across = along + dx, across + span.dy
        up = rise(span, setting) if span.text else 0.0
        for letter in _letters(setting) if span.text else ():
            middle = begin + along + letter.begin + letter.width / 2
            if not low - 1e-9 <= middle <= low + track.length + 1e-9:
                lost += letter.text
                continue
            x, y, angle = track.at(middle % track.length if track.closed else middle)
            back, down = letter.width / 2, across
            x, y = x - back * cos(angle) - down * sin(angle), y - back * sin(angle) + down * cos(angle)
            lean = angle * 180 / pi
            own = span.turns[letter.index] if span.turns else 0.0
            yield _at(span, letter, x, y, up, lean + own, lean)
        along += setting.width + gap
    if lost.strip():
        room = f"they are {chunk.width:.1f} long, and the path is {track.length:.1f}"
        document.refuse(SvgFault(f"'{lost.strip()[:40]}' falls off the end of its path", f"{room}: {_HINT}"))


def _letters(setting: SpanSetting) -> Iterator[_Letter]:
    """The letters of a span as they were shaped together, so kerning stays."""
    scale = setting.size * setting.wide
    begin, index = 0.0, 0
    for font, text in setting.runs:
        shaped = shape(font, text, setting.tracking)
        starts = [
            start for start in sorted(set(shaped.clusters) | {0}) if not start or not unicodedata.combining(text[start])
        ]
        for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
            wide = fsum(
                advance for advance, at in zip(shaped.advances, shaped.clusters, strict=True) if start <= at < end
            )
            inked = wide - (setting.tracking if end < len(text) else 0.0)
            own = replace(setting, runs=((font, text[start:end]),))
            yield _Letter(own, text[start:end], begin * scale, inked * scale, index + start)
            begin += wide
        begin += setting.tracking
        index += len(text)


def box_around(placed: Sequence[PlacedSpan]) -> Rect | None:
    """The box around em boxes."""
    whole: Rect | None = None
    for item in placed:
        whole = whole.union(item.box) if whole else item.box
    return whole


def text_box(element: Element, cascade: Cascade, document: SvgDocument, fonts: Fonts) -> Rect | None:
    """The box around the em boxes of a text's letters (SVG 1.1, 10.11)."""
    return box_around(list(place_text(element, cascade, document, fonts)))


def outline_of(item: PlacedSpan) -> Path:
    """A span's letters as one path."""
    setting = item.setting
    plain = not item.turn and setting.wide == 1
    x, y = (item.x, item.y) if plain else (0.0, 0.0)
    path: tuple[tuple[object, ...], ...] = ()
    for font, text in setting.runs:
        path += outline(font, text, setting.tracking, setting.size, x, y)
        x += setting.size * (shape(font, text, setting.tracking).width + setting.tracking)
    return path if plain else moved(path, item.matrix @ Matrix(a=setting.wide))
