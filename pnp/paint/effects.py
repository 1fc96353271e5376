"""An element's transform, filter, clip, mask and opacity go in; its painter's work comes out under them (SVG, 14)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pnp.paint.clips import read_clip
from pnp.paint.context import DrawContext
from pnp.paint.filtering.filtered import filtering
from pnp.paint.regions import cut
from pnp.pdf.drawing import Form, SoftMask, matrix_operator
from pnp.pdf.pen import Pen
from pnp.problems import did_you_mean
from pnp.svg.boxes import box_of, coordinate, own_matrix, units
from pnp.svg.cascade import Cascade
from pnp.svg.lengths import fraction
from pnp.svg.transform import invert
from pnp.svg.tree import Element, SvgFault
from pnp.units import Matrix, Rect

EFFECTS = frozenset({"opacity", "clip-path", "mask", "mix-blend-mode", "isolation", "filter"})
BLENDS = frozenset(
    {
        "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light",
        "difference", "exclusion", "hue", "saturation", "color", "luminosity",
    }
)  # fmt: skip
_REGION = (("x", "-10%", "w"), ("y", "-10%", "h"), ("width", "120%", "w"), ("height", "120%", "h"))


def read_mask(reference: str, element: Element, cascade: Cascade, context: DrawContext) -> SoftMask:
    """The mask of an element, in that element's user space; outside the mask's region nothing is seen."""
    definition = context.svg.find(reference, "mask", {"mask"})
    box = box_of(element, cascade, context.svg) or Rect(0, 0, 0, 0)
    key = (definition, box, cascade.viewport, context.fineness)
    if key not in context.masks:
        context.masks[key] = _mask(definition, element, box, cascade, context)
    return context.masks[key]


def _mask(definition: Element, element: Element, box: Rect, cascade: Cascade, context: DrawContext) -> SoftMask:
    own = context.svg.declared(definition)
    kind = own.get("mask-type", "luminance")
    if kind not in ("luminance", "alpha"):
        raise SvgFault(f"mask-type is '{kind}'", "write luminance or alpha")
    region = region_of(definition, "maskUnits", cascade, box)
    matrix = units(definition, "maskContentUnits", "userSpaceOnUse", box)
    home = context.svg.home(definition, cascade)
    inside = Cascade(home.deeper(own).style, cascade.viewport, home.depth, kind == "luminance", home.lines)
    pen = Pen()
    with context.svg.inside(definition, "masks"):
        pen.save()
        soft = None
        if own.get("clip-path", "none") != "none":
            soft = cut(pen, read_clip(own["clip-path"], element, cascade, context))
        if matrix != Matrix():
            pen.ops.append(matrix_operator(matrix))
        with context.moved(matrix):
            context.children(pen, definition, inside)
        pen.restore()
        form = pen.form(region, group=True)
        for extra in [
            soft,
            read_mask(own["mask"], element, cascade, context) if own.get("mask", "none") != "none" else None,
        ]:
            if extra:
                outer = Pen()
                outer.mask(extra)
                outer.place(form)
                form = outer.form(region, group=True)
    return SoftMask("Luminosity" if kind == "luminance" else "Alpha", form)


def region_of(definition: Element, name: str, cascade: Cascade, box: Rect) -> Rect:
    """The rectangle a mask acts in: a share of the box it is put on, or lengths."""
    boxed = definition.get(name, "objectBoundingBox") == "objectBoundingBox"
    x, y, width, height = (
        coordinate(definition.get(key, default), key, axis, cascade, boxed) for key, default, axis in _REGION
    )
    if boxed:
        x, y = box.x + x * box.width, box.y + y * box.height
        width, height = width * box.width, height * box.height
    return Rect(x, y, max(0.0, width), max(0.0, height))


@dataclass(frozen=True, slots=True)
class _Over:
    """What lies over an element; ``alone`` says that what blends in it meets nothing beneath it."""

    opacity: float
    clip: str
    mask: str
    blend: str
    alone: bool


def with_effects(
    pen: Pen,
    element: Element,
    own: Mapping[str, str],
    cascade: Cascade,
    context: DrawContext,
    painter: Callable[[Pen, Element, Cascade, DrawContext, float], None],
) -> None:
    """Paint an element under its effects, in SVG's order: filter, mask, clip, opacity (14.5, 15.3)."""
    opacity = fraction(own["opacity"], "opacity") if "opacity" in own else 1.0
    transform = element.get("transform", "")
    if own.get("filter", "none") not in ("none", "", "inherit"):
        painter = filtering(own["filter"], painter)
    clip, mask = own.get("clip-path", "none"), own.get("mask", "none")
    matrix = own_matrix(element, own, cascade, context.svg)
    if invert(matrix) is None:
        return
    blend = _blend(own)
    # what blends meets what lies under it within the nearest of these alone (Compositing 1, 2.1)
    alone = context.svg.blends and (clip != "none" or own.get("isolation") == "isolate")
    nested = bool(transform.strip()) or clip != "none" or mask != "none" or blend != "normal" or alone
    if not nested:
        painter(pen, element, cascade, context, opacity)
        return
    pen.save()
    if transform.strip():
        pen.ops.append(matrix_operator(matrix))
    with context.moved(matrix):
        _under(pen, element, cascade, context, painter, _Over(opacity, clip, mask, blend, alone))
    pen.restore()


def _under(
    pen: Pen,
    element: Element,
    cascade: Cascade,
    context: DrawContext,
    painter: Callable[[Pen, Element, Cascade, DrawContext, float], None],
    over: _Over,
) -> None:
    """Paint an element under its clip and mask, blended with what lies beneath."""
    masks: list[SoftMask] = []
    if over.mask != "none":
        masks.append(read_mask(over.mask, element, cascade, context))
    if over.clip != "none":
        soft = cut(pen, read_clip(over.clip, element, cascade, context))
        masks += [soft] if soft else []
    if masks or over.blend != "normal" or over.alone:
        inner = Pen()
        painter(inner, element, cascade, context, 1.0)
        form = inner.form(group=True)
        if len(masks) > 1:
            form = masked(form, masks[0])
        if masks:
            pen.mask(masks[-1])
        if over.blend != "normal":
            pen.blend(over.blend)
        pen.alpha(over.opacity, over.opacity)
        pen.place(form)
    else:
        painter(pen, element, cascade, context, over.opacity)


def _blend(own: Mapping[str, str]) -> str:
    """How an element's colours mix with those under it."""
    blend = own.get("mix-blend-mode", "normal") or "normal"
    if blend not in BLENDS and blend not in ("normal", "inherit", "initial"):
        raise SvgFault(
            f"mix-blend-mode is '{blend}'", did_you_mean(blend, BLENDS) or "write multiply, screen and the like"
        )
    return blend if blend in BLENDS else "normal"


def masked(form: Form, mask: SoftMask) -> Form:
    """A form under a soft mask, as one group."""
    pen = Pen()
    pen.mask(mask)
    pen.place(form.as_group())
    return pen.form(group=True)
