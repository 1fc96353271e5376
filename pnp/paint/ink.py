"""A path and a style go in; fill, stroke, gradients and patterns come out on the pen."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pnp.paint.context import DrawContext
from pnp.paint.edges import hatch
from pnp.paint.outlines import LINE, THIN, Drawn, draws_outlines, outlined
from pnp.paint.paints import Paint, Server, pour_fill, pour_stroke, read_paint
from pnp.paint.stroke import Nib, rgb, set_stroke, stretch_of, stroke_width, with_dots
from pnp.pdf.drawing import path_operators, pdf_number
from pnp.pdf.pen import CLIP, FILL, Pen
from pnp.svg.cascade import Cascade
from pnp.svg.colors import Solid
from pnp.svg.path import Path, bounds
from pnp.svg.tree import SvgFault
from pnp.units import Rect

_BOTH = {"nonzero": "B", "evenodd": "B*"}
_PAPER = (1.0, 1.0, 1.0)
_ORDER = ("fill", "stroke", "markers")

Step = Callable[[Pen, float], None]


def paint_path(
    pen: Pen,
    path: Path,
    cascade: Cascade,
    context: DrawContext,
    opacity: float = 1.0,
    *,
    box: Rect | None = None,
    markers: Callable[[Pen], None] | None = None,
    length: str | None = None,
) -> None:
    """Fill and stroke a path as the style says; ``opacity`` is the element's own, which fades all of it as one.

    ``box`` is what gradients are fitted to, when it is not the path's own; ``length`` is the path's pathLength.
    """
    style = cascade.style
    if not path:
        return
    shown = style["visibility"] == "visible"
    fill = read_paint("fill", cascade, context) if shown else None
    stroke = read_paint("stroke", cascade, context) if shown else None
    nib = Nib(stroke_width(cascade) if stroke is not None else 0.0)
    if nib.width == 0:
        stroke = None
    elif length:
        nib = Nib(nib.width, stretch_of(length, path))
    rule = style["fill-rule"]
    if rule not in FILL:
        raise SvgFault(f"unknown fill rule '{rule}'", "use nonzero or evenodd")
    normal = style["paint-order"] == "normal"
    drawn = None
    if draws_outlines(cascade, context):
        drawn = outlined(fill, stroke, nib, path, cascade, context)
        fill, stroke, nib, path = drawn.fill, drawn.stroke, drawn.nib, drawn.path
    joined = normal and (drawn is None or drawn.plain)
    if joined and isinstance(fill, Solid) and isinstance(stroke, Solid) and opacity == fill.alpha == stroke.alpha == 1:
        pen.alpha(fill.alpha, 1.0)
        pen.set("fill", f"{rgb(fill.rgb)} rg")
        set_stroke(pen, cascade, nib, stroke.rgb)
        pen.ops += [path_operators(with_dots(path, style["stroke-linecap"])), _BOTH[rule]]
        pen.painted += 1
        if markers is not None:
            markers(pen)
        return
    steps: dict[str, Step] = {}
    if fill is not None:
        steps["fill"] = _fill(path, fill, cascade, context, rule, box)
    if stroke is not None:
        steps["stroke"] = _stroke(drawn.edge if drawn else path, stroke, cascade, context, nib, box)
    if drawn and not drawn.plain:
        _redraw(steps, drawn, cascade, context, rule)
    if markers is not None:
        steps["markers"] = lambda to, _fade: markers(to)
    _run(pen, [steps[name] for name in (_ORDER if normal else _order(style)) if name in steps], opacity)


def _redraw(steps: dict[str, Step], drawn: Drawn, cascade: Cascade, context: DrawContext, rule: str) -> None:
    """Lay a hatch over a fill, and paper within a swath."""
    if drawn.hatch is not None:
        steps["fill"] = _hatched(steps["fill"], drawn, drawn.hatch, rule, THIN / context.unit)
    if drawn.swath:
        nib = Nib(drawn.nib.width - 2 * LINE / context.unit, drawn.nib.stretch)
        within = _stroke(drawn.edge, Solid(_PAPER, 1.0), cascade, context, nib, None)
        sides = steps["stroke"]

        def step(pen: Pen, opacity: float) -> None:
            sides(pen, opacity)
            within(pen, opacity)

        steps["stroke"] = step


def _hatched(fill: Step, drawn: Drawn, color: Solid, rule: str, width: float) -> Step:
    """A fill with slanted lines over it, cut off at the shape."""

    def step(pen: Pen, opacity: float) -> None:
        fill(pen, opacity)
        pen.save()
        pen.ops += [path_operators(drawn.path), CLIP[rule]]
        pen.alpha(1.0, color.alpha * opacity)
        pen.ops.append(f"{rgb(color.rgb)} RG {pdf_number(width)} w 0 J [] 0 d")
        pen.ops += [path_operators(hatch(bounds(drawn.path), drawn.pitch)), "S"]
        pen.painted += 1
        pen.restore()

    return step


def _run(pen: Pen, steps: list[Step], opacity: float) -> None:
    """One step carries the opacity itself; several fade together, as a group."""
    if opacity == 1 or len(steps) < 2:
        for step in steps:
            step(pen, opacity)
        return
    inner = Pen()
    for step in steps:
        step(inner, 1.0)
    pen.save()
    pen.alpha(opacity, opacity)
    pen.place(inner.form(group=True))
    pen.restore()


def _order(style: Mapping[str, str]) -> list[str]:
    """The steps in the order of paint-order; those it does not name follow (SVG 2, 13.8)."""
    named = style["paint-order"].split()
    if not set(named) <= set(_ORDER):
        raise SvgFault(f"paint-order is '{style['paint-order']}'", "name fill, stroke and markers in their order")
    return [*dict.fromkeys([*named, *_ORDER])]


def _fill(path: Path, paint: Paint, cascade: Cascade, context: DrawContext, rule: str, box: Rect | None) -> Step:
    def step(pen: Pen, opacity: float) -> None:
        if isinstance(paint, Server):
            spare = pour_fill(pen, path, paint, cascade, context, opacity, box)
            if spare is not None:
                _fill(path, spare, cascade, context, rule, box)(pen, opacity)
        elif paint is not None:
            pen.alpha(paint.alpha * opacity, 1.0)
            pen.set("fill", f"{rgb(paint.rgb)} rg")
            pen.ops += [path_operators(path), FILL[rule]]
            pen.painted += 1

    return step


def _stroke(path: Path, paint: Paint, cascade: Cascade, context: DrawContext, nib: Nib, box: Rect | None) -> Step:
    def step(pen: Pen, opacity: float) -> None:
        if isinstance(paint, Server):
            spare = pour_stroke(pen, path, paint, cascade, context, opacity, nib, box)
            if spare is not None:
                _stroke(path, spare, cascade, context, nib, box)(pen, opacity)
        elif paint is not None:
            pen.alpha(1.0, paint.alpha * opacity)
            set_stroke(pen, cascade, nib, paint.rgb)
            pen.ops += [path_operators(with_dots(path, cascade.style["stroke-linecap"])), "S"]
            pen.painted += 1

    return step
