"""Text elements go in, glyphs on the pen come out: real text, shaped, kerned and embedded."""

from __future__ import annotations

from pnp.fonts.shape import shape
from pnp.inks import hex_of
from pnp.paint.bars import Bar, bars_of
from pnp.paint.context import DrawContext
from pnp.paint.glyphs import glyph_operators
from pnp.paint.ink import paint_path
from pnp.paint.outlines import draws_outlines, read_words
from pnp.paint.placing import PlacedSpan, box_around, outline_of, place_text
from pnp.paint.stroke import rgb
from pnp.pdf.drawing import font_name, matrix_operator, pdf_number
from pnp.pdf.pen import Pen
from pnp.svg.cascade import Cascade
from pnp.svg.colors import Solid
from pnp.svg.tree import Element
from pnp.units import Matrix, Rect


def paint_text(pen: Pen, element: Element, cascade: Cascade, context: DrawContext, opacity: float) -> None:
    """Paint a text element with its tspans: as text, or as outlines where text cannot carry the paint."""
    placed = list(place_text(element, cascade, context.svg, context.assets.fonts))
    box: Rect | None = None
    fancy = [_fancy(item.span.cascade) and not draws_outlines(item.span.cascade, context) for item in placed]
    bars = (
        list(bars_of(placed, cascade, context.svg, context.assets.fonts))
        if any(i.span.cascade.lines for i in placed)
        else []
    )
    if any(fancy) or bars:
        box = box_around(placed)
        if opacity < 1:
            inner = Pen()
            paint_text(inner, element, cascade, context, 1.0)
            pen.save()
            pen.alpha(opacity, opacity)
            pen.place(inner.form(group=True))
            pen.restore()
            return
    _paint_bars(pen, [bar for bar in bars if not bar.over], context, box)
    for item, outlined in zip(placed, fancy, strict=True):
        if outlined:
            _paint_outlines(pen, item, context, box)
        else:
            _paint_letters(pen, item, context, opacity)
    _paint_bars(pen, [bar for bar in bars if bar.over], context, box)


def _paint_bars(pen: Pen, bars: list[Bar], context: DrawContext, box: Rect | None) -> None:
    """Lines along words are painted as the letters of their element are; in a cheap ink in one colour."""
    for bar in bars:
        cascade = bar.cascade
        if draws_outlines(cascade, context):
            fill = read_words(cascade, context)
            if not isinstance(fill, Solid):
                continue
            style = {
                "fill": hex_of(fill.rgb),
                "fill-opacity": f"{fill.alpha:.4g}",
                "stroke": "none",
                "data-ink": "solid",
            }
            cascade = Cascade({**cascade.style, **style}, cascade.viewport, cascade.depth, cascade.gray)
        paint_path(pen, bar.path, cascade, context, box=box)


def _fancy(cascade: Cascade) -> bool:
    return cascade.style["fill"].startswith("url(") or cascade.style["stroke"] != "none"


def _paint_outlines(pen: Pen, item: PlacedSpan, context: DrawContext, box: Rect | None) -> None:
    """Letters as paths, which carry gradients, patterns and strokes; over them the text unseen, to be found."""
    paint_path(pen, outline_of(item), item.span.cascade, context, 1.0, box=box)
    if item.span.cascade.style["visibility"] == "visible":
        pen.ops.append("3 Tr")
        _show(pen, item)
        pen.ops.append("0 Tr")


def _paint_letters(pen: Pen, item: PlacedSpan, context: DrawContext, opacity: float) -> None:
    cascade = item.span.cascade
    if cascade.style["visibility"] != "visible" or item.setting.size <= 0:
        return
    fill = read_words(cascade, context)
    if isinstance(fill, Solid):
        pen.alpha(fill.alpha * opacity, 1.0)
        pen.set("fill", f"{rgb(fill.rgb)} rg")
        _show(pen, item)


def _show(pen: Pen, item: PlacedSpan) -> None:
    """The letters as text operators, a run of one font each."""
    setting, x = item.setting, item.x
    scale = pdf_number(setting.size)
    if item.turn or setting.wide != 1:
        _show_turned(pen, item)
        return
    for font, text in setting.runs:
        operators, used = glyph_operators(font, text, setting.tracking)
        tracked = font.tracked(setting.tracking)
        pen.glyphs.setdefault(tracked, {}).update(used)
        pen.ops.append(
            f"BT /{font_name(tracked)} 1 Tf {scale} 0 0 -{scale} {pdf_number(x)} {pdf_number(item.y)} Tm {operators} ET"
        )
        pen.painted += 1
        if (font, text) != setting.runs[-1]:  # what is behind the last run has no place to keep
            x += setting.size * (shape(font, text, setting.tracking).width + setting.tracking)


def _show_turned(pen: Pen, item: PlacedSpan) -> None:
    """The same of letters that are turned, or wider than they are drawn."""
    setting, along = item.setting, 0.0
    scale = Matrix(setting.size * setting.wide, 0, 0, -setting.size)
    for font, text in setting.runs:
        operators, used = glyph_operators(font, text, setting.tracking)
        tracked = font.tracked(setting.tracking)
        pen.glyphs.setdefault(tracked, {}).update(used)
        place = matrix_operator(item.matrix @ Matrix.translation(along, 0) @ scale).removesuffix(" cm")
        pen.ops.append(f"BT /{font_name(tracked)} 1 Tf {place} Tm {operators} ET")
        pen.painted += 1
        along += setting.size * setting.wide * (shape(font, text, setting.tracking).width + setting.tracking)
