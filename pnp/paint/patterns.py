"""A pattern element and an area go in; its tiles, each placed where it belongs, come out on the pen.

A PDF tiling pattern would be shorter, but viewers round its cells to pixels and forget its rotation; a form placed
again and again is the same in all of them. Rows of tiles are forms too, so that the file stays small.
"""

from __future__ import annotations

from math import ceil, floor

from pnp.paint.context import DrawContext
from pnp.paint.effects import share
from pnp.pdf.drawing import Form
from pnp.pdf.operators import matrix_operator
from pnp.pdf.pen import Pen
from pnp.svg.cascade import Cascade
from pnp.svg.style import check_element
from pnp.svg.transform import cuts_off, fit, invert, moved_box, parse_transform, view_box
from pnp.svg.tree import Element, SvgFault
from pnp.units import Matrix, Rect

MAX_TILES = 40_000
_GRAIN = 1e-6


def lay_tiles(pen: Pen, element: Element, box: Rect, area: Rect, cascade: Cascade, context: DrawContext) -> bool:
    """Cover ``area`` with tiles; false when the pattern paints nothing on a ``box`` like this one."""
    check_element(element, "pattern", context.svg.refuse)
    chain = context.svg.chain(element)
    merged = Element("pattern")
    for item in reversed(chain):
        merged.attrib.update(item.attrib)
    boxed = merged.get("patternUnits", "objectBoundingBox") == "objectBoundingBox"
    sides = [
        share(merged.get(name, "0"), name, axis, cascade, boxed)
        for name, axis in (("x", "w"), ("y", "h"), ("width", "w"), ("height", "h"))
    ]
    tile = Rect(*sides)
    if boxed:
        tile = Rect(
            box.x + tile.x * box.width, box.y + tile.y * box.height, tile.width * box.width, tile.height * box.height
        )
    source = next((item for item in chain if any(isinstance(child.tag, str) for child in item)), None)
    matrix = parse_transform(merged.get("patternTransform", ""))
    back = invert(matrix)
    if source is None or tile.width <= _GRAIN or tile.height <= _GRAIN or back is None:
        return False
    inside = _content(merged, tile, box)
    if inside is None:
        return False
    form = _tile(source, merged, tile, inside, cascade, context)
    need = moved_box(area, back)
    columns = range(floor((need.x - tile.x) / tile.width + _GRAIN), ceil((need.right - tile.x) / tile.width - _GRAIN))
    rows = range(floor((need.y - tile.y) / tile.height + _GRAIN), ceil((need.bottom - tile.y) / tile.height - _GRAIN))
    if len(columns) * len(rows) > MAX_TILES:
        raise SvgFault(f"the pattern repeats more than {MAX_TILES:,} times", "make its tile larger")
    row = Pen()
    for column in columns:
        row.place(form, matrix_operator(Matrix.translation(tile.x + column * tile.width, 0)))
    pen.save()
    pen.ops.append(matrix_operator(matrix))
    for number in rows:
        pen.place(row.form(), matrix_operator(Matrix.translation(0, tile.y + number * tile.height)))
    pen.restore()
    return True


def _content(merged: Element, tile: Rect, box: Rect) -> Matrix | None:
    """From the content's space to the tile's, whose origin is the tile's corner (SVG 1.1, 13.3)."""
    view = view_box(merged)
    if view is not None:
        return fit(view, Rect(0, 0, tile.width, tile.height), merged.get("preserveAspectRatio", ""))
    if merged.get("patternContentUnits", "userSpaceOnUse") == "objectBoundingBox":
        return Matrix(box.width, 0, 0, box.height) if box.width > 0 and box.height > 0 else None
    return Matrix()


def _tile(source: Element, merged: Element, tile: Rect, inside: Matrix, cascade: Cascade, context: DrawContext) -> Form:
    """One tile as a form, cut off at its edge."""
    key = (source, tile.size, inside, cascade.viewport, cascade.gray)
    if key not in context.forms:
        own = context.svg.declared(source)
        home = context.svg.home(source, cascade).deeper(own)
        pen = Pen()
        if inside != Matrix():
            pen.ops.append(matrix_operator(inside))
        view = view_box(merged)
        with context.svg.inside(source, "fills"):
            context.children(pen, source, home.within(home.viewport.sized(view)) if view else home)
        if not cuts_off(own):
            context.svg.refuse(SvgFault("a pattern that overflows its tile is not painted", "make the tile larger"))
        context.forms[key] = pen.form(Rect(0, 0, tile.width, tile.height))
    return context.forms[key]
