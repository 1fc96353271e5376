"""A face's SVG goes in, a drawing comes out: the strict SVG subset, element by element."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot

from pnp.paint.context import NOWHERE, Assets, DrawContext, Mode
from pnp.paint.effects import EFFECTS, with_effects
from pnp.paint.groups import paint_group, paint_root
from pnp.paint.images import paint_image
from pnp.paint.lettering import paint_text
from pnp.paint.markers import paint_shape
from pnp.paint.outlines import WORDS
from pnp.paint.placing import text_box
from pnp.paint.use import paint_nested, paint_use
from pnp.pdf.drawing import Drawing, matrix_operator
from pnp.pdf.pen import Pen
from pnp.svg.cascade import Cascade
from pnp.svg.document import SvgDocument
from pnp.svg.line_kinds import INK, LINE, check_line
from pnp.svg.shapes import SHAPES
from pnp.svg.style import check_childless, check_element
from pnp.svg.subset import DEFINITIONS, SILENT
from pnp.svg.transform import face_origin, view_box
from pnp.svg.tree import HOLES, LINE_MARK, Element, SvgFault, local, parse
from pnp.units import Matrix, Rect

_XHTML = "{http://www.w3.org/1999/xhtml}"
_HOLE = f"{{{HOLES}}}hole"
_NOTHING = SILENT | {"style"}
_INK_HINT = (
    "write solid, for what a cheap ink must not draw as an outline; "
    "sign, if it may become darker; hatched, for lines; paper, for white"
)
_CHILDLESS = frozenset({*SHAPES, "use", "image"})


def draw(svg: str, assets: Assets) -> Drawing:
    """Paint a face. Raises SvgFault for anything it does not paint; nothing is ever left out in silence."""
    pen, context = paint_face(parse(svg), assets)
    return pen.drawing(tuple(context.svg.left_out.items()), tuple(context.svg.substituted.items()))


def paint_face(
    root: Element, assets: Assets, hole: Callable[[Pen, int, Cascade], None] | None = None
) -> tuple[Pen, DrawContext]:
    """Paint a parsed face on a new pen; ``hole`` hears where the painter comes upon what was cut out."""
    try:
        matrix, origin = face_origin(root)

        def box(element: Element, cascade: Cascade, document: SvgDocument) -> Rect | None:
            return text_box(element, cascade, document, assets.fonts)

        mode: Mode = "outline" if assets.outlined else "full"
        svg, page = SvgDocument(root, origin, box, language=assets.language), view_box(root) or NOWHERE
        unit = hypot(matrix.a, matrix.b)
        context = DrawContext(svg, assets, paint_element, hole, mode=mode, unit=unit, page=page)
        context.zoom = Matrix(matrix.a, matrix.b, matrix.c, matrix.d)
        check_element(root, "svg", context.svg.refuse)
        if root.get(LINE) is not None:
            raise SvgFault(f"the whole drawing cannot be a line: {LINE} stands on its <svg>", "mark a shape within it")
        pen = Pen()
        if matrix != Matrix():
            pen.ops.append(matrix_operator(matrix))
        paint_root(pen, context)
    except SvgFault as fault:
        raise fault.at(root.get(LINE_MARK, "")) from None
    return pen, context


def paint_element(pen: Pen, element: Element, cascade: Cascade, context: DrawContext) -> None:
    """Paint one element with all that stands within it, at this place of the walk."""
    tag = local(element.tag)
    if tag in _NOTHING or tag.startswith("{"):
        if tag.startswith(_XHTML):
            raise SvgFault(f"<{tag.removeprefix(_XHTML)}> is HTML, and is not painted", "use <text>")
        if tag == _HOLE and context.hole is not None:
            context.hole(pen, int(element.get("n", "")), cascade)
        return  # another program's note to itself
    context.svg.count(cascade)
    if element.get(LINE) is not None and not context.svg.lenient:
        check_line(element)
        return  # no ink: sheets draw it
    if tag == "a" and context.svg.lenient:  # what a link shows is painted, what it does is not
        context.svg.refuse(SvgFault("the link of <a> is not painted"))
        tag = "g"
    else:
        check_element(element, tag, context.svg.refuse)
    if tag in DEFINITIONS:
        return
    painter = _PAINTERS.get(tag)
    if painter is None:
        raise SvgFault(f"<{tag}> cannot stand here")
    if len(element) and tag in _CHILDLESS:
        check_childless(element, tag, context.svg.refuse)
    own = context.svg.declared(element, cascade)
    if own.get("display") == "none":
        return
    ink = element.get(INK)
    if ink is not None:
        own = own | {"data-ink": _ink_word(ink)}
    inside = cascade.deeper(own)
    if "transform" not in element.keys() and EFFECTS.isdisjoint(own):  # noqa: SIM118 - an Element is no mapping
        painter(pen, element, inside, context, 1.0)
    else:
        with_effects(pen, element, own, inside, context, painter)


def _ink_word(word: str) -> str:
    if word not in WORDS:
        raise SvgFault(f"data-ink is '{word}'", _INK_HINT)
    return word


_PAINTERS: dict[str, Callable[[Pen, Element, Cascade, DrawContext, float], None]] = {
    **dict.fromkeys(SHAPES, paint_shape),
    "g": paint_group,
    "svg": paint_nested,
    "use": paint_use,
    "text": paint_text,
    "image": paint_image,
}
