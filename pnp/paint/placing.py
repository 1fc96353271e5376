"""A text element goes in; its spans, each set in its fonts and at its place, come out; so do their outlines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from pnp.fonts.fonts import Fonts
from pnp.fonts.shape import shape
from pnp.paint.outline import outline
from pnp.paint.setting import Setting, rise, set_span, vertical
from pnp.svg.cascade import Cascade
from pnp.svg.document import SvgDocument
from pnp.svg.letters import LetterSpan, chunks_of, spans_of
from pnp.svg.path import Path
from pnp.svg.tree import SvgFault
from pnp.units import Rect

_ANCHOR = {"start": 0.0, "middle": 0.5, "end": 1.0}


@dataclass(frozen=True, slots=True)
class Placed:
    """A span with its setting, and where its first letter stands."""

    span: LetterSpan
    setting: Setting
    x: float
    y: float


def place_text(element: Element, here: Cascade, document: SvgDocument, fonts: Fonts) -> Iterator[Placed]:
    """Every span at its place. Each x or y begins a new chunk, which text-anchor places as a whole."""
    x = y = 0.0
    for chunk in chunks_of(spans_of(element, here, document)):
        settings = [set_span(span, document, fonts) for span in chunk]
        gaps = [item.tracking * item.size if item.runs else 0.0 for item in settings]
        gaps[-1] = 0.0
        x = chunk[0].x if chunk[0].x is not None else x
        y = chunk[0].y if chunk[0].y is not None else y
        anchor = chunk[0].here.style["text-anchor"]
        if anchor not in _ANCHOR:
            raise SvgFault(f"unknown text-anchor '{anchor}'", "use start, middle or end")
        if anchor != "start":
            inner = sum(span.dx + item.width + gap for span, item, gap in zip(chunk, settings, gaps, strict=True))
            x -= _ANCHOR[anchor] * inner
        for span, setting, gap in zip(chunk, settings, gaps, strict=True):
            x, y = x + span.dx, y + span.dy
            if span.text:
                yield Placed(span, setting, x, y - rise(span, setting))
            x += setting.width + gap


def text_outline(element: Element, here: Cascade, document: SvgDocument, fonts: Fonts) -> Path:
    """A text element's letters as one path, for a clip."""
    return tuple(segment for item in place_text(element, here, document, fonts) for segment in outline_of(item))


def text_box(element: Element, here: Cascade, document: SvgDocument, fonts: Fonts) -> Rect | None:
    """The box around the em boxes of a text's letters (SVG 1.1, 10.11)."""
    return box_around(list(place_text(element, here, document, fonts)))


def box_around(placed: list[Placed]) -> Rect | None:
    """The box around em boxes."""
    whole: Rect | None = None
    for item in placed:
        (ascent, descent), size = vertical(item.setting.first), item.setting.size
        box = Rect(item.x, item.y - ascent * size, item.setting.width, (ascent - descent) * size)
        whole = whole.union(box) if whole else box
    return whole


def outline_of(item: Placed) -> Path:
    """A span's letters as one path."""
    setting, x = item.setting, item.x
    path: tuple[tuple[object, ...], ...] = ()
    for font, text in setting.runs:
        path += outline(font, text, setting.tracking, setting.size, x, item.y)
        x += setting.size * (shape(font, text, setting.tracking).width + setting.tracking)
    return path
