"""A text element goes in; stretches of letters in one style come out, each where the drawing says it begins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from pnp.svg.cascade import Cascade
from pnp.svg.document import SvgDocument
from pnp.svg.lengths import numbers
from pnp.svg.style import check_element
from pnp.svg.text_path import TextPath, read_text_path
from pnp.svg.tree import LINE_MARK, Element, SvgFault, local

_FITTED = frozenset({"rotate", "textLength"})
_AXES = (("x", "w"), ("y", "h"), ("dx", "w"), ("dy", "h"))


Shifts = tuple[tuple[str, Cascade], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """How long the words of an element are to be: their letters are set apart, or with ``glyphs`` stretched."""

    length: float
    glyphs: bool


@dataclass(frozen=True, slots=True)
class LetterSpan:
    """Letters of one style; x and y are given where the element says so. ``shifts`` are its baseline-shifts.

    ``turns`` are degrees for each character, none when all stand upright; ``path`` is what the words run along,
    ``fits`` the lengths that elements around them are to have, the outermost's first.
    """

    text: str
    cascade: Cascade
    x: float | None = None
    y: float | None = None
    dx: float = 0.0
    dy: float = 0.0
    shifts: Shifts = ()
    turns: tuple[float, ...] = ()
    path: TextPath | None = None
    fits: tuple[Fit, ...] = ()


class _Stretch(NamedTuple):
    """Letters of one element."""

    text: str
    cascade: Cascade
    shifts: Shifts
    path: TextPath | None
    fits: tuple[Fit, ...]


@dataclass
class _Node:
    """A text or tspan while it is read: its positions, and the letters it holds."""

    element: Element
    cascade: Cascade
    first: int
    last: int = 0


@dataclass
class _Reader:
    """Letters so far, white space collapsed across elements (SVG 1.1, 10.15)."""

    document: SvgDocument
    stretches: list[_Stretch] = field(default_factory=list)
    nodes: list[_Node] = field(default_factory=list)
    count: int = 0
    spaced: bool = True  # a space is dropped at the beginning and behind a space
    path: TextPath | None = None
    fits: tuple[Fit, ...] = ()

    def walk(self, element: Element, cascade: Cascade, shifts: Shifts) -> None:
        outer = self.fits
        self.fits = (*outer, *_fit(element, cascade))
        node = _Node(element, cascade, self.count)
        self.nodes.append(node)
        self.add(element.text, cascade, shifts)
        for child in element:
            try:
                self.child(child, cascade, shifts)
            except SvgFault as fault:
                self.document.refuse(fault.at(child.get(LINE_MARK, "")))
            self.add(child.tail, cascade, shifts)
        node.last, self.fits = self.count, outer

    def child(self, child: Element, cascade: Cascade, shifts: Shifts) -> None:
        tag = local(child.tag)
        if tag in ("title", "desc") or tag.startswith("{"):
            return
        self.document.count(cascade)
        check_element(child, tag, self.document.refuse)
        if tag not in ("tspan", "textPath") or (tag == "textPath" and self.path):
            raise SvgFault(f"<{tag}> inside <text> is not painted", "use <tspan>")
        own = self.document.declared(child, cascade)
        if own.get("display") == "none":
            return
        inside = cascade.deeper(own)
        shift = own.get("baseline-shift", "baseline")
        if own.get("alignment-baseline", "auto") not in ("auto", "baseline"):
            style = {**inside.style, "dominant-baseline": own["alignment-baseline"]}
            inside = Cascade(style, inside.viewport, inside.depth, inside.gray, inside.lines)
        around = self.path
        if tag == "textPath":
            self.path, self.spaced = read_text_path(child, inside, self.document), True
        self.walk(child, inside, (*shifts, (shift, inside)) if shift not in ("baseline", "0") else shifts)
        self.path = around

    def add(self, raw: str | None, cascade: Cascade, shifts: Shifts) -> None:
        if not raw:
            return
        if _keeps_spaces(cascade):
            text = raw.replace("\r\n", " ").translate(_BLANK)
        else:
            text = " ".join(raw.split(None)) if raw.strip() else ""
            text = (" " if raw[0].isspace() and not self.spaced else "") + text
            text += " " if raw[-1].isspace() and text and not text.endswith(" ") else ""
        if text:
            self.spaced = text.endswith(" ")
            self.stretches.append(_Stretch(text, cascade, shifts, self.path, self.fits))
            self.count += len(text)


def _keeps_spaces(cascade: Cascade) -> bool:
    return cascade.style["space"] == "preserve" or cascade.style["white-space"] in ("pre", "pre-wrap", "break-spaces")


_BLANK = {ord("\n"): " ", ord("\t"): " ", ord("\r"): " "}


def spans_of(element: Element, cascade: Cascade, document: SvgDocument) -> list[LetterSpan]:
    """Cut the text where its style changes or a position is given."""
    if not len(element) and cascade.style["word-spacing"] == "0" and _FITTED.isdisjoint(element.keys()):
        span = _plain(element, cascade)
        if span is not None:
            return [span]
    reader = _Reader(document)
    reader.walk(element, cascade, ())
    stretches = reader.stretches
    if stretches and not _keeps_spaces(stretches[-1][1]):
        stretches[-1] = stretches[-1]._replace(text=stretches[-1].text.rstrip(" "))
    return list(_cut(stretches, _places(reader.nodes), _turns(reader.nodes)))


def _plain(element: Element, cascade: Cascade) -> LetterSpan | None:
    """A text of one stretch at one place: most texts are. None when there are lists of positions."""
    raw = element.text or ""
    text = raw.translate(_BLANK) if _keeps_spaces(cascade) else " ".join(raw.split())
    place: list[float | None] = [None, None, None, None]
    for i, (name, axis) in enumerate(_AXES):
        value = element.get(name)
        if value:
            if " " in value.strip() or "," in value:
                return None
            place[i] = cascade.length(value, name, axis)
    return LetterSpan(text, cascade, place[0], place[1], place[2] or 0.0, place[3] or 0.0)


def _places(nodes: list[_Node]) -> dict[int, dict[str, float]]:
    """Positions by the letter they are for; an inner element's win over an outer one's."""
    places: dict[int, dict[str, float]] = {}
    for node in nodes:
        for name, axis in _AXES:
            text = node.element.get(name)
            if text:
                for index, value in enumerate(text.replace(",", " ").split(), node.first):
                    if index < node.last:
                        places.setdefault(index, {})[name] = node.cascade.length(value, name, axis)
    return places


def _turns(nodes: list[_Node]) -> dict[int, float]:
    """Degrees by the letter; the last of a list is for all that follow in its element (SVG 2, 11.4.3)."""
    turns: dict[int, float] = {}
    for node in nodes:
        if text := node.element.get("rotate"):
            values = numbers(text, "rotate")
            for index in range(node.first, node.last if values else node.first):
                turns[index] = values[min(index - node.first, len(values) - 1)]
    return turns


def _fit(element: Element, cascade: Cascade) -> tuple[Fit, ...]:
    """How long an element's words are to be, if it says so."""
    text, adjust = element.get("textLength"), element.get("lengthAdjust", "spacing")
    if not text or text == "auto":
        return ()
    if adjust not in ("spacing", "spacingAndGlyphs"):
        raise SvgFault(f"lengthAdjust is '{adjust}'", "write spacing or spacingAndGlyphs")
    length = cascade.length(text, "textLength", "w")
    if length < 0:
        raise SvgFault(f"textLength is '{text}'", "a length cannot be negative")
    return (Fit(length, adjust == "spacingAndGlyphs"),)


def _cut(
    stretches: list[_Stretch], places: dict[int, dict[str, float]], turns: dict[int, float]
) -> Iterator[LetterSpan]:
    start = 0
    for text, cascade, shifts, path, fits in stretches:
        cuts = sorted({0, *(index - start for index in places if start < index < start + len(text))})
        words = cascade.style["word-spacing"]
        extra = 0.0 if words in ("0", "normal") else cascade.length(words, "word-spacing")
        for begin, end in zip(cuts, [*cuts[1:], len(text)], strict=True):
            place = places.get(start + begin, {})
            dx = place.get("dx", 0.0)
            here = start + begin
            for i, part in enumerate(_words(text[begin:end]) if extra else [text[begin:end]]):
                at = place if i == 0 else {}
                turned = tuple(turns.get(index, 0.0) for index in range(here, here + len(part))) if turns else ()
                x, y, along = at.get("x"), at.get("y"), dx if i == 0 else extra
                yield LetterSpan(part, cascade, x, y, along, at.get("dy", 0.0), shifts, turned, path, fits)
                here += len(part)
            if extra and text[begin:end].endswith(" "):
                yield LetterSpan("", cascade, dx=extra, path=path, fits=fits)
        start += len(text)


def _words(text: str) -> list[str]:
    """Words with the space behind them."""
    parts = text.split(" ")
    return [*(part + " " for part in parts[:-1]), *([parts[-1]] if parts[-1] else [])]


def chunks_of(spans: list[LetterSpan]) -> Iterator[list[LetterSpan]]:
    """What text-anchor places as a whole: a new chunk begins with each x or y, and where a path begins or ends."""
    chunk: list[LetterSpan] = []
    for span in spans:
        if chunk and (span.x is not None or span.y is not None or span.path is not chunk[-1].path):
            yield chunk
            chunk = []
        chunk.append(span)
    if chunk:
        yield chunk
