"""An element's transform, clip, mask and opacity go in; its painter's work comes out under them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from xml.etree.ElementTree import Element

from pnp.paint.clips import read_clip
from pnp.paint.desk import Desk
from pnp.paint.drawing import Form, SoftMask
from pnp.paint.masks import read_mask
from pnp.paint.pen import Pen
from pnp.paint.regions import cut
from pnp.pdf.operators import matrix_operator
from pnp.svg.cascade import Cascade
from pnp.svg.lengths import fraction
from pnp.svg.transform import invert, parse_transform


def with_effects(
    pen: Pen,
    element: Element,
    own: Mapping[str, str],
    here: Cascade,
    desk: Desk,
    painter: Callable[[Pen, Element, Cascade, Desk, float], None],
) -> None:
    """Paint an element under its effects, in SVG's order: first its mask, then its clip, then its opacity (14.5)."""
    opacity = fraction(own["opacity"], "opacity") if "opacity" in own else 1.0
    transform = element.get("transform", "")
    clip, mask = own.get("clip-path", "none"), own.get("mask", "none")
    matrix = parse_transform(transform)
    if invert(matrix) is None:
        return
    nested = bool(transform.strip()) or clip != "none" or mask != "none"
    if not nested:
        painter(pen, element, here, desk, opacity)
        return
    pen.save()
    if transform.strip():
        pen.ops.append(matrix_operator(matrix))
    masks: list[SoftMask] = []
    if mask != "none":
        masks.append(read_mask(mask, element, here, desk))
    if clip != "none":
        soft = cut(pen, read_clip(clip, element, here, desk))
        masks += [soft] if soft else []
    if masks:
        inner = Pen()
        painter(inner, element, here, desk, 1.0)
        form = inner.form(group=True)
        if len(masks) > 1:
            form = masked(form, masks[0])
        pen.mask(masks[-1])
        pen.alpha(opacity, opacity)
        pen.place(form)
    else:
        painter(pen, element, here, desk, opacity)
    pen.restore()


def masked(form: Form, mask: SoftMask) -> Form:
    """A form under a soft mask, as one group."""
    pen = Pen()
    pen.mask(mask)
    pen.place(form.as_group())
    return pen.form(group=True)
