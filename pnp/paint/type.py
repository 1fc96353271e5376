"""Text elements go in, glyphs on the pen come out: real text, shaped, kerned and embedded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from xml.etree.ElementTree import Element

from pnp.fonts.font import Font
from pnp.fonts.fonts import Fonts
from pnp.fonts.shape import shape
from pnp.paint.drawing import Pen, font_name
from pnp.paint.fault import SvgFault
from pnp.paint.ink import color_of, rgb
from pnp.paint.numbers import fraction, number, pdf_number
from pnp.paint.style import Style, check_element, declared, inherit
from pnp.paint.tree import LINE_MARK, local
from pnp.problems import did_you_mean

_BOLD = frozenset({"bold", "bolder", "600", "700", "800", "900"})
_REGULAR = frozenset({"normal", "lighter", "100", "200", "300", "400", "500"})
_ANCHOR = {"start": 0.0, "middle": 0.5, "end": 1.0}


@dataclass(frozen=True, slots=True)
class _Span:
    """Letters of one style; x and y are given where the element says so."""

    text: str
    style: Style
    x: float | None
    y: float | None
    dx: float
    dy: float


def paint_text(
    pen: Pen, element: Element, style: Style, fonts: Fonts, palette: Mapping[str, str], opacity: float
) -> None:
    """Paint a text element with its tspans. Each x or y begins a new chunk, which text-anchor places as a whole."""
    if style["visibility"] != "visible":
        return
    x = y = 0.0
    for chunk in _chunks(list(_spans(element, style))):
        x = chunk[0].x if chunk[0].x is not None else x
        y = chunk[0].y if chunk[0].y is not None else y
        anchor = chunk[0].style["text-anchor"]
        if anchor not in _ANCHOR:
            raise SvgFault(f"unknown text-anchor '{anchor}'", "use start, middle or end")
        x -= _ANCHOR[anchor] * sum(span.dx + _width(span, fonts) for span in chunk)
        for span in chunk:
            x, y = x + span.dx, y + span.dy
            x = _paint_span(pen, span, fonts, palette, x, y, opacity)


def _spans(element: Element, style: Style) -> Iterator[_Span]:
    """Every stretch of letters in document order, white space collapsed unless it is to be kept."""
    pending: list[tuple[str, Style, dict[str, float]]] = []

    def walk(node: Element, inherited: Style) -> None:
        place = {
            name: number(node.get(name, "0"), name) for name in ("x", "y", "dx", "dy") if node.get(name) is not None
        }
        pending.append((node.text or "", inherited, place))
        for child in node:
            tag = local(child.tag)
            try:
                check_element(child, tag)
                if tag != "tspan":
                    raise SvgFault(f"<{tag}> inside <text> is not painted", "use <tspan>")
                walk(child, inherit(inherited, declared(child)))
            except SvgFault as fault:
                raise fault.at(child.get(LINE_MARK, "")) from None
            pending.append((child.tail or "", inherited, {}))

    walk(element, style)
    spaced = True  # collapsing drops white space at the beginning
    last = len(pending) - 1
    for i, (raw, own, place) in enumerate(pending):
        if own["space"] == "preserve":
            text = raw.replace("\n", " ").replace("\t", " ")
        else:
            text = " ".join(raw.split())
            text = (" " if raw[:1].isspace() and text and not spaced else "") + text
            text += " " if raw[-1:].isspace() and text and i < last else ""
        spaced = text.endswith(" ") or (spaced and not text)
        yield _Span(text, own, place.get("x"), place.get("y"), place.get("dx", 0.0), place.get("dy", 0.0))


def _chunks(spans: list[_Span]) -> Iterator[list[_Span]]:
    chunk: list[_Span] = []
    for span in spans:
        if chunk and (span.x is not None or span.y is not None):
            yield chunk
            chunk = []
        chunk.append(span)
    yield chunk


def _setting(span: _Span, fonts: Fonts) -> tuple[str, bool, bool, float, float]:
    """Family, bold, italic, size in mm and tracking in em. Raises SvgFault for a family the game does not have."""
    style = span.style
    names = [name.strip().strip("'\"") for name in style["font-family"].split(",")]
    family = next((name for name in names if name in fonts.families), None)
    if family is None:
        hint = did_you_mean(names[0], fonts.families) or "name it under fonts: in game.yaml"
        raise SvgFault(f"unknown font family '{style['font-family']}'", hint)
    weight, slant = style["font-weight"], style["font-style"]
    if weight not in _BOLD | _REGULAR or slant not in ("normal", "italic", "oblique"):
        raise SvgFault(
            f"unknown font-weight or font-style '{weight}', '{slant}'", "use normal or bold; normal or italic"
        )
    size = number(style["font-size"], "font-size")
    spacing = 0.0 if style["letter-spacing"] == "normal" else number(style["letter-spacing"], "letter-spacing")
    return family, weight in _BOLD, slant != "normal", size, spacing / size if size else 0.0


def _width(span: _Span, fonts: Fonts) -> float:
    if not span.text:
        return 0.0
    family, bold, italic, size, tracking = _setting(span, fonts)
    runs = fonts.runs(span.text, family, bold, italic)
    return size * (sum(shape(font, text, tracking).width for font, text in runs) + tracking * (len(runs) - 1))


def _paint_span(
    pen: Pen, span: _Span, fonts: Fonts, palette: Mapping[str, str], x: float, y: float, opacity: float
) -> float:
    """Paint one span at (x, y); answers where the next one begins."""
    style = span.style
    if not span.text:
        return x
    family, bold, italic, size, tracking = _setting(span, fonts)
    if style["fill"].startswith("url(") or style["stroke"] != "none":
        raise SvgFault("text is painted in one colour, without a stroke or a gradient", "give it a fill colour only")
    shown = style["fill"] != "none" and size > 0
    for font, text in fonts.runs(span.text, family, bold, italic):
        missing = fonts.missing(text, family, bold, italic)
        if missing:
            raise SvgFault(
                f"no font has the character '{missing[0]}' (U+{ord(missing[0]):04X})",
                "add a font that has it to fallback:",
            )
        shaped = shape(font, text, tracking)
        if shown:
            pen.alpha(fraction(style["fill-opacity"], "fill-opacity") * opacity, 1.0)
            pen.set("fill", f"{rgb(color_of(style['fill'], style, palette))} rg")
            scale = pdf_number(size)
            operators, used = _glyph_operators(font, text, tracking)
            pen.glyphs.setdefault(font, {}).update(used)
            pen.ops.append(
                f"BT /{_cached_name(font)} 1 Tf {scale} 0 0 -{scale} {pdf_number(x)} {pdf_number(y)} Tm {operators} ET"
            )
            pen.painted += 1
        x += size * (shaped.width + tracking)
    return x - size * tracking


@lru_cache(maxsize=64)
def _cached_name(font: Font) -> str:
    return font_name(font)


@lru_cache(maxsize=16384)
def _glyph_operators(font: Font, text: str, tracking: float) -> tuple[str, dict[int, str]]:
    """The ``TJ`` of a run (kerning as thousandths of an em to take back) and what each glyph stands for.

    A mark above or below its letter is shown with a rise of its own (``Ts``).
    """
    shaped = shape(font, text, tracking)
    done: list[str] = []
    parts: list[str] = []
    run, raised = "", 0.0
    used: dict[int, str] = {}
    for glyph, advance, offset, letters in zip(
        shaped.glyphs, shaped.advances, shaped.offsets, shaped.letters, strict=True
    ):
        used[glyph] = letters or used.get(glyph, "")
        if offset[1] != raised:
            done += [
                f"[{' '.join(filter(None, [*parts, f'<{run}>' if run else '']))}] TJ",
                f"{pdf_number(offset[1])} Ts",
            ]
            parts, run, raised = [], "", offset[1]
        if offset[0]:
            parts += [f"<{run}>" if run else "", pdf_number(-offset[0] * 1000)]
            run = ""
        run += f"{glyph:04x}"
        back = (font.advance(glyph) - advance + offset[0]) * 1000
        if abs(back) > 0.01:
            parts += [f"<{run}>", pdf_number(back)]
            run = ""
    if run:
        parts.append(f"<{run}>")
    done.append(f"[{' '.join(filter(None, parts))}] TJ")
    return " ".join([*done, "0 Ts"] if raised else done), used
