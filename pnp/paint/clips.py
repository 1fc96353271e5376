"""A clipPath goes in, the region that it cuts to comes out (SVG 1.1, 14.3)."""

from __future__ import annotations

from pnp.paint.bars import text_outline
from pnp.paint.context import DrawContext
from pnp.paint.regions import ClipPart, Region
from pnp.pdf.pen import CLIP
from pnp.svg.boxes import box_of, own_matrix, units
from pnp.svg.cascade import Cascade
from pnp.svg.document import SEGMENTS
from pnp.svg.path import moved
from pnp.svg.shapes import SHAPES
from pnp.svg.style import check_element
from pnp.svg.transform import parse_transform
from pnp.svg.tree import LINE_MARK, Element, SvgFault, href, local
from pnp.units import Matrix, Rect

_ROUND = frozenset({"rect", "circle", "ellipse"})  # drawn clockwise, and nowhere across themselves


def read_clip(reference: str, element: Element, cascade: Cascade, context: DrawContext) -> Region:
    """The region of an element's clip-path, in that element's user space."""
    definition = context.svg.find(reference, "clip-path", {"clipPath"})
    boxed = definition.get("clipPathUnits") == "objectBoundingBox"
    box = (box_of(element, cascade, context.svg) if boxed else None) or Rect(0, 0, 0, 0)
    key = (definition, box, cascade.viewport)
    if key not in context.regions:
        context.regions[key] = _region(definition, element, box, cascade, context)
    context.svg.spend(context.regions[key].segments // SEGMENTS)  # they are written for each element that is cut
    return context.regions[key]


def _region(definition: Element, element: Element, box: Rect, cascade: Cascade, context: DrawContext) -> Region:
    matrix = parse_transform(definition.get("transform", ""))
    matrix = matrix @ units(definition, "clipPathUnits", "userSpaceOnUse", box)
    own = context.svg.declared(definition)
    home = context.svg.home(definition, cascade).deeper(own)
    parts: list[ClipPart] = []
    with context.svg.inside(definition, "clips"):
        within = (
            read_clip(own["clip-path"], element, cascade, context) if own.get("clip-path", "none") != "none" else None
        )
        for child in definition:
            if local(child.tag) in ("title", "desc", "metadata"):
                continue
            try:
                parts += _part(child, home, matrix, context)
            except SvgFault as fault:
                context.svg.refuse(fault.at(child.get(LINE_MARK, "")))
        if not parts and not len(definition):
            raise SvgFault(f"<clipPath id='{definition.get('id', '')}'> is empty", "give it a shape")
    return Region(tuple(parts), within)


def _part(child: Element, cascade: Cascade, matrix: Matrix, context: DrawContext) -> list[ClipPart]:
    """A child's outline; an empty list for one that is not shown."""
    tag = local(child.tag)
    if tag.startswith("{"):
        return []
    context.svg.count(cascade)
    check_element(child, tag, context.svg.refuse)
    own = context.svg.declared(child, cascade)
    inside = cascade.deeper(own)
    if own.get("display") == "none" or inside.style["visibility"] != "visible":
        return []
    matrix = matrix @ own_matrix(child, own, inside, context.svg)
    source, space = child, matrix
    within = None
    if own.get("clip-path", "none") != "none":
        within = _moved(read_clip(own["clip-path"], child, inside, context), matrix, context)
    if tag == "use":
        found = context.svg.ids.get(href(child).removeprefix("#"))
        if found is None:
            raise SvgFault(f"<use> names '{href(child)}', which is not in this drawing")
        shift = Matrix.translation(
            inside.length(child.get("x", "0"), "x", "w"), inside.length(child.get("y", "0"), "y", "h")
        )
        space = matrix @ shift @ parse_transform(found.get("transform", ""))
        source, tag = found, local(found.tag)
        check_element(source, tag, context.svg.refuse)
        inside = inside.deeper(context.svg.declared(source, inside))
    if tag in SHAPES:
        path = SHAPES[tag](source, inside)
    elif tag == "text":
        path = text_outline(source, inside, context.svg, context.assets.fonts)
    else:
        raise SvgFault(f"<{tag}> inside <clipPath> does not clip", "use shapes, paths, text, or a <use> of one")
    rule = inside.style["clip-rule"]
    if rule not in CLIP:
        raise SvgFault(f"unknown fill rule '{rule}'", "use nonzero or evenodd")
    det = space.a * space.d - space.b * space.c
    turns = (1 if det > 0 else -1) if tag in _ROUND else 0
    return [ClipPart(moved(path, space), rule, within, turns)] if path else []


def _moved(region: Region, matrix: Matrix, context: DrawContext) -> Region:
    """A child's own clip, in the space of the clip it stands in."""
    key = (region, matrix)
    if matrix == Matrix():
        return region
    if key not in context.regions:
        parts = tuple(
            ClipPart(
                moved(part.path, matrix), part.rule, _moved(part.within, matrix, context) if part.within else None, 0
            )
            for part in region.parts
        )
        context.regions[key] = Region(parts, _moved(region.within, matrix, context) if region.within else None)
    return context.regions[key]
