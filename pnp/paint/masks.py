"""A mask element goes in, the soft mask that fades by its luminance or its alpha comes out (SVG 1.1, 14.4)."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from pnp.paint.clips import read_clip
from pnp.paint.desk import Desk
from pnp.paint.drawing import SoftMask
from pnp.paint.pen import Pen
from pnp.paint.regions import cut
from pnp.pdf.operators import matrix_operator
from pnp.svg.boxes import box_of, units
from pnp.svg.cascade import Cascade
from pnp.svg.tree import SvgFault
from pnp.units import Matrix, Rect

_REGION = (("x", "-10%", "w"), ("y", "-10%", "h"), ("width", "120%", "w"), ("height", "120%", "h"))


def read_mask(reference: str, element: Element, here: Cascade, desk: Desk) -> SoftMask:
    """The mask of an element, in that element's user space; outside the mask's region nothing is seen."""
    definition = desk.svg.find(reference, "mask", {"mask"})
    box = box_of(element, here, desk.svg) or Rect(0, 0, 0, 0)
    key = (definition, box, here.view)
    if key not in desk.masks:
        desk.masks[key] = _mask(definition, element, box, here, desk)
    return desk.masks[key]


def _mask(definition: Element, element: Element, box: Rect, here: Cascade, desk: Desk) -> SoftMask:
    own = desk.svg.declared(definition)
    kind = own.get("mask-type", "luminance")
    if kind not in ("luminance", "alpha"):
        raise SvgFault(f"mask-type is '{kind}'", "write luminance or alpha")
    region = region_of(definition, "maskUnits", here, box)
    matrix = units(definition, "maskContentUnits", "userSpaceOnUse", box)
    home = desk.svg.home(definition, here)
    inside = Cascade(home.deeper(own).style, here.view, home.depth, kind == "luminance")
    pen = Pen()
    with desk.svg.inside(definition, "masks"):
        pen.save()
        soft = None
        if own.get("clip-path", "none") != "none":
            soft = cut(pen, read_clip(own["clip-path"], element, here, desk))
        if matrix != Matrix():
            pen.ops.append(matrix_operator(matrix))
        desk.children(pen, definition, inside)
        pen.restore()
        form = pen.form(region, group=True)
        for extra in [soft, read_mask(own["mask"], element, here, desk) if own.get("mask", "none") != "none" else None]:
            if extra:
                outer = Pen()
                outer.mask(extra)
                outer.place(form)
                form = outer.form(region, group=True)
    return SoftMask("Luminosity" if kind == "luminance" else "Alpha", form)


def region_of(definition: Element, name: str, here: Cascade, box: Rect) -> Rect:
    """The rectangle a mask acts in: a share of the box it is put on, or lengths."""
    boxed = definition.get(name, "objectBoundingBox") == "objectBoundingBox"
    x, y, width, height = (
        share(definition.get(key, default), key, axis, here, boxed) for key, default, axis in _REGION
    )
    if boxed:
        x, y = box.x + x * box.width, box.y + y * box.height
        width, height = width * box.width, height * box.height
    return Rect(x, y, max(0.0, width), max(0.0, height))


def share(text: str, what: str, axis: str, here: Cascade, boxed: bool) -> float:
    """A coordinate of a definition: a fraction of a box (30% is 0.3), or a length of the user's space."""
    if boxed:
        scale, number = (0.01, text.strip()[:-1]) if text.strip().endswith("%") else (1.0, text)
        return here.length(number, what, axis) * scale
    return here.length(text, what, axis)
