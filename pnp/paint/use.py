"""Nested svg, symbols, icons and whatever else <use> repeats go in; forms and placed operators come out."""

from __future__ import annotations

from pnp.paint.context import DrawContext
from pnp.paint.groups import place_group
from pnp.paint.images import icon_form
from pnp.paint.outlines import as_picture
from pnp.pdf.drawing import EVERYWHERE, Form, matrix_operator
from pnp.pdf.pen import Pen, clip_path
from pnp.problems import did_you_mean
from pnp.svg.cascade import Cascade
from pnp.svg.path import rect_path
from pnp.svg.style import check_element
from pnp.svg.transform import corner_of, cuts_off, enter, fit, port_size, view_box
from pnp.svg.tree import Element, SvgFault, href, local
from pnp.units import Rect


def paint_nested(pen: Pen, element: Element, cascade: Cascade, context: DrawContext, opacity: float) -> None:
    """An svg within the drawing: a viewport of its own, cut off at its edge unless it overflows."""
    inner = Pen()
    with context.moved(None):
        _port(inner, element, port_size(element, element, cascade), cascade, context)
    if inner.ops:
        inner.ops.insert(0, matrix_operator(corner_of(element, cascade)))
    place_group(pen, inner, opacity)


def paint_use(pen: Pen, element: Element, cascade: Cascade, context: DrawContext, opacity: float) -> None:
    """Repeat an element of this drawing, or an icon, as one form used wherever it is named."""
    name = href(element)
    matrix = corner_of(element, cascade)
    if name.startswith("icon:"):
        icon = name.removeprefix("icon:")
        form = icon_form(icon, cascade, context)
        box = form.bbox
        sides = [cascade.length(element.get(n, str(s)), n, a) for n, s, a in _sides(box)]
        if min(sides) <= 0:
            return
        fitted = fit(box, Rect(0, 0, *sides), "xMidYMid")
        matrix = matrix @ fitted
        picture = as_picture(cascade, min(sides), context)
        if picture or cascade.style["stroke"] != "none":
            form = icon_form(icon, picture or cascade, context, fitted.a)
    else:
        form = _repeated(name, element, cascade, context)
    if not form.painted:
        return
    pen.save()
    pen.alpha(opacity, opacity)
    pen.place(form if opacity == 1 else form.as_group(), matrix_operator(matrix))
    pen.restore()


def _sides(box: Rect) -> tuple[tuple[str, float, str], tuple[str, float, str]]:
    return ("width", box.width, "w"), ("height", box.height, "h")


def _repeated(name: str, use: Element, cascade: Cascade, context: DrawContext) -> Form:
    """Any element of the drawing by its id, as a form; made once for each style it inherits and size it is given."""
    element = context.svg.ids.get(name.removeprefix("#")) if name.startswith("#") else None
    if element is None:
        raise SvgFault(
            f"<use> names '{name}', which is not in this drawing",
            did_you_mean(name.removeprefix("#"), context.svg.ids) or "give the element that id, or use icon:NAME",
        )
    tag = local(element.tag)
    size = port_size(element, use, cascade) if tag in ("symbol", "svg") else None
    lines = tuple(line.key for line in cascade.lines)
    key = (name, size, cascade.viewport, cascade.gray, tuple(cascade.style.items()), lines, context.fineness)
    if key not in context.forms:
        inner = Pen()
        with context.svg.inside(element, "uses"), context.moved(None):
            if tag == "symbol":
                check_element(element, "symbol", context.svg.refuse)
                own = context.svg.declared(element, cascade)
                _port(inner, element, size, cascade.deeper(own), context)
            elif tag == "svg" and size is not None:
                check_element(element, "svg", context.svg.refuse)
                own = context.svg.declared(element, cascade)
                place = corner_of(element, cascade)
                inner.ops.append(matrix_operator(place))
                _port(inner, element, size, cascade.deeper(own), context)
            else:
                context.paint(inner, element, cascade, context)
        context.forms[key] = inner.form(EVERYWHERE)
    return context.forms[key]


def _port(pen: Pen, element: Element, port: Rect | None, cascade: Cascade, context: DrawContext) -> None:
    """Paint an element's children in a viewport whose corner is the origin, through its viewBox if it has one."""
    box = view_box(element)
    if port is None:
        context.children(pen, element, cascade)
        return
    if port.width <= 0 or port.height <= 0:
        return  # SVG 1.1, 5.1.2: zero disables rendering
    bounded = box is not None or element.get("width") is not None or local(element.tag) == "svg"
    if bounded and cuts_off(context.svg.declared(element, cascade)):
        clip_path(pen, rect_path(0, 0, port.width, port.height, 0, 0), "nonzero")
    matrix, inside = enter(element, port, cascade)
    if box is not None:
        pen.ops.append(matrix_operator(matrix))
    with context.enlarged(matrix):
        context.children(pen, element, inside)
