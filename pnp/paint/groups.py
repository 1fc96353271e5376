"""Groups and whole drawings go in; what they hold comes out on the pen, as a form where it fades as one or is long."""

from __future__ import annotations

from pnp.paint.context import DrawContext
from pnp.paint.effects import EFFECTS, with_effects
from pnp.pdf.pen import Pen
from pnp.svg.cascade import Cascade
from pnp.svg.tree import Element

FORM_FROM = 600  # characters of operators from which a group without text is kept as a form


def paint_group(pen: Pen, element: Element, cascade: Cascade, context: DrawContext, opacity: float) -> None:
    """Children on a pen of their own; as a form when they are long and hold no text, or fade as one."""
    inner = Pen()
    context.children(inner, element, cascade)
    place_group(pen, inner, opacity)


def place_group(pen: Pen, inner: Pen, opacity: float) -> None:
    """Place what an inner pen painted."""
    if not inner.ops:
        return
    if opacity < 1 and inner.painted:
        pen.save()
        pen.alpha(opacity, opacity)
        pen.place(inner.form(group=True))
        pen.restore()
    elif sum(map(len, inner.ops)) > FORM_FROM and not inner.glyphs and not inner.holes:
        pen.alpha(1.0, 1.0)
        pen.place(inner.form())
    else:
        pen.alpha(1.0, 1.0)
        pen.inline(inner)


def paint_root(pen: Pen, context: DrawContext, *, picture: bool = False) -> None:
    """Paint what the outermost svg holds, under its effects: a group, whatever its viewBox says.

    What a ``picture`` holds stands in a form of its own, and needs no other unless something lies over it.
    """
    root = context.svg.root
    own = context.svg.declared(root, context.svg.origin)
    if own.get("display") == "none":
        return
    inside = context.svg.origin.deeper(own)
    if context.svg.blends and not picture:  # what blends meets nothing outside of its drawing
        inner = Pen()
        with_effects(inner, root, own, inside, context, paint_group)
        if inner.ops:
            pen.place(inner.form(group=True))
            pen.holes += inner.holes
    elif picture and EFFECTS.isdisjoint(own) and not root.get("transform", "").strip():
        context.children(pen, root, inside)
    else:
        with_effects(pen, root, own, inside, context, paint_group)
