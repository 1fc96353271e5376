"""A path and a style go in; fill, stroke, gradients and patterns come out on the pen."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pnp.paint.context import DrawContext
from pnp.paint.outlines import outlined
from pnp.paint.paints import Paint, Server, pour_fill, pour_stroke, read_paint
from pnp.paint.stroke import Nib, rgb, set_stroke, stretch_of, stroke_width, with_dots
from pnp.pdf.drawing import path_operators
from pnp.pdf.pen import FILL, Pen
from pnp.svg.cascade import Cascade
from pnp.svg.colors import Solid
from pnp.svg.path import Path
from pnp.svg.tree import SvgFault
from pnp.units import Rect

_BOTH = {"nonzero": "B", "evenodd": "B*"}
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
    fill, stroke, nib, path = outlined(fill, stroke, nib, path, cascade, context)
    rule = style["fill-rule"]
    if rule not in FILL:
        raise SvgFault(f"unknown fill rule '{rule}'", "use nonzero or evenodd")
    normal = style["paint-order"] == "normal"
    if isinstance(fill, Solid) and isinstance(stroke, Solid) and normal and opacity == fill.alpha == stroke.alpha == 1:
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
        steps["stroke"] = _stroke(path, stroke, cascade, context, nib, box)
    if markers is not None:
        steps["markers"] = lambda to, _fade: markers(to)
    _run(pen, [steps[name] for name in (_ORDER if normal else _order(style)) if name in steps], opacity)


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
