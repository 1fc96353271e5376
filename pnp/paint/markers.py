"""A shape element goes in; its path, painted, with arrow heads and dots at its vertices, comes out on the pen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import cos, radians, sin

from pnp.paint.context import DrawContext
from pnp.paint.ink import paint_path
from pnp.paint.stroke import stroke_width
from pnp.pdf.drawing import EVERYWHERE, Form, matrix_operator
from pnp.pdf.pen import Pen
from pnp.svg.cascade import Cascade
from pnp.svg.document import SEGMENTS
from pnp.svg.lengths import DEGREES, split_length
from pnp.svg.path import Path
from pnp.svg.shapes import SHAPES
from pnp.svg.transform import cuts_off, fit, view_box
from pnp.svg.tree import Element, SvgFault, local
from pnp.svg.vertices import Vertex, vertices
from pnp.units import Matrix, Rect

_NAMES = ("marker-start", "marker-mid", "marker-end")


def paint_shape(pen: Pen, element: Element, cascade: Cascade, context: DrawContext, opacity: float) -> None:
    """Fill, stroke and mark a shape."""
    tag = local(element.tag)
    path = SHAPES[tag](element, cascade)
    context.svg.spend(len(path) // SEGMENTS)
    style = cascade.style
    marks: Callable[[Pen], None] | None = None
    if not style["marker-start"] == style["marker-mid"] == style["marker-end"] == "none":  # every shape (SVG 2, 13.7)
        marks = _marks(element, path, cascade, context)
    paint_path(pen, path, cascade, context, opacity, markers=marks, length=element.get("pathLength"))


def _marks(element: Element, path: Path, cascade: Cascade, context: DrawContext) -> Callable[[Pen], None] | None:
    """What paints the markers, or None when the shape is hidden."""
    if cascade.style["visibility"] != "visible" or not path:
        return None
    points = vertices(element.get("d", "")) if local(element.tag) == "path" else vertices(path)
    found = {
        name: context.svg.find(cascade.style[name], name, {"marker"})
        for name in _NAMES
        if cascade.style[name] != "none"
    }

    def marks(pen: Pen) -> None:
        for name, vertex, first in _places(points):
            if name in found:
                _mark(pen, found[name], vertex, cascade, context, first)

    return marks


def _places(points: list[Vertex]) -> Iterator[tuple[str, Vertex, bool]]:
    """Every vertex with the marker it gets; the first may be turned round (SVG 2, 13.7.2)."""
    for i, vertex in enumerate(points):
        if i == 0:
            yield "marker-start", vertex, True
        if 0 < i < len(points) - 1:
            yield "marker-mid", vertex, False
        if i == len(points) - 1:
            yield "marker-end", vertex, False


def _mark(pen: Pen, marker: Element, vertex: Vertex, cascade: Cascade, context: DrawContext, first: bool) -> None:
    in_strokes = marker.get("markerUnits", "strokeWidth")
    if in_strokes not in ("strokeWidth", "userSpaceOnUse"):
        raise SvgFault(f"markerUnits is '{in_strokes}'", "write strokeWidth or userSpaceOnUse")
    scale = stroke_width(cascade) if in_strokes == "strokeWidth" else 1.0
    width, height = (
        cascade.length(marker.get(name, "3"), name, axis)
        for name, axis in (("markerWidth", "w"), ("markerHeight", "h"))
    )
    if width <= 0 or height <= 0 or scale == 0:
        return
    box = view_box(marker)
    inside = fit(box, Rect(0, 0, width, height), marker.get("preserveAspectRatio", "")) if box else Matrix()
    turn = radians(_angle(marker.get("orient", "0"), vertex, first))
    rotate = Matrix(cos(turn), sin(turn), -sin(turn), cos(turn))
    rx, ry = inside.apply(_reference(marker, "refX", box), _reference(marker, "refY", box))
    matrix = Matrix.translation(vertex.x, vertex.y) @ rotate @ Matrix(scale, 0, 0, scale) @ Matrix.translation(-rx, -ry)
    pen.alpha(1.0, 1.0)
    pen.place(_form(marker, inside, Rect(0, 0, width, height), box, cascade, context), matrix_operator(matrix))


def _reference(marker: Element, name: str, box: Rect | None) -> float:
    text = marker.get(name, "0").strip()
    words = {"left": 0.0, "top": 0.0, "center": 0.5, "right": 1.0, "bottom": 1.0}
    x = name == "refX"
    start, extent = ((box.x, box.width) if x else (box.y, box.height)) if box else (0.0, 3.0)
    if text in words:
        return start + words[text] * extent
    value, unit = split_length(text, name)
    return start + value / 100 * extent if unit == "%" else value


def _angle(orient: str, vertex: Vertex, first: bool) -> float:
    if orient in ("auto", "auto-start-reverse"):
        return vertex.angle + (180 if first and orient == "auto-start-reverse" else 0)
    unit = next(unit for unit in ("deg", "grad", "rad", "turn", "") if orient.endswith(unit))
    return split_length(orient.removesuffix(unit), "orient")[0] * DEGREES[unit]


def _form(
    marker: Element, inside: Matrix, port: Rect, box: Rect | None, cascade: Cascade, context: DrawContext
) -> Form:
    """The marker's drawing in its own viewport, made once."""
    key = (marker, cascade.viewport, cascade.gray, port, context.fineness)
    if key not in context.forms:
        own = context.svg.declared(marker)
        home = context.svg.home(marker, cascade).deeper(own)
        pen = Pen()
        if inside != Matrix():
            pen.ops.append(matrix_operator(inside))
        with context.svg.inside(marker, "marks"), context.signs(), context.enlarged(inside):
            context.children(pen, marker, home.within(home.viewport.sized(box or port)))
        context.forms[key] = pen.form(port if cuts_off(own) else EVERYWHERE)
    return context.forms[key]
