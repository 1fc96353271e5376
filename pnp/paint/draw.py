"""A face's SVG goes in, a drawing comes out: the strict SVG subset, element by element."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree.ElementTree import Element

from pnp.paint.assets import Assets
from pnp.paint.desk import Desk
from pnp.paint.document import SvgDocument
from pnp.paint.placing import text_box
from pnp.paint.drawing import Drawing
from pnp.paint.effects import with_effects
from pnp.paint.fault import SvgFault
from pnp.paint.here import PX_PER_MM, Here, View
from pnp.paint.images import paint_image
from pnp.paint.markers import paint_shape
from pnp.paint.numbers import split_length
from pnp.paint.pen import Pen
from pnp.paint.shapes import SHAPES
from pnp.paint.style import check_childless, check_element
from pnp.paint.subset import INITIAL, SILENT
from pnp.paint.transform import invert, matrix_operator
from pnp.paint.tree import HOLES, LINE_MARK, local, parse
from pnp.paint.type import paint_text
from pnp.paint.use import paint_group, paint_nested, paint_use
from pnp.paint.viewport import fit, view_box
from pnp.units import Matrix, Rect

_XHTML = "{http://www.w3.org/1999/xhtml}"
_HOLE = f"{{{HOLES}}}hole"
_NOTHING = SILENT | {"style"}
_DEFINITIONS = frozenset(
    {"defs", "symbol", "clipPath", "mask", "marker", "pattern", "linearGradient", "radialGradient"}
)
_EFFECTS = frozenset({"opacity", "clip-path", "mask"})


def draw(svg: str, assets: Assets) -> Drawing:
    """Paint a face. Raises SvgFault for anything it does not paint; nothing is ever left out in silence."""
    pen, desk = paint_face(parse(svg), assets)
    return pen.drawing(tuple(desk.svg.left_out.items()))


def paint_face(root: Element, assets: Assets, hole: Callable[[Pen, int, Here], None] | None = None) -> tuple[Pen, Desk]:
    """Paint a parsed face on a new pen; ``hole`` hears where the painter comes upon what was cut out."""
    try:
        matrix, view = face_space(root)

        def box(element: Element, here: Here, document: SvgDocument) -> Rect | None:
            return text_box(element, here, document, assets.fonts)

        desk = Desk(SvgDocument(root, Here(INITIAL, view), box), assets, paint_element, hole)
        check_element(root, "svg", desk.svg.refuse)
        pen = Pen()
        if matrix != Matrix():
            pen.ops.append(matrix_operator(matrix))
        paint_root(pen, desk)
    except SvgFault as fault:
        raise fault.at(root.get(LINE_MARK, "")) from None
    return pen, desk


def paint_root(pen: Pen, desk: Desk) -> None:
    """Paint the outermost svg: a group, whatever its viewBox says."""
    root, here = desk.svg.root, desk.svg.origin
    own = desk.svg.declared(root)
    if own.get("display") != "none":
        inside = here.deeper(own)
        with_effects(pen, root, own, inside, desk, _PAINTERS["g"])


def face_space(root: Element) -> tuple[Matrix, View]:
    """User units of a face are millimetres, unless width, height and viewBox together say otherwise.

    A width such as 63mm over a viewBox of 238 units scales them; the origin stays at the corner of the trim.
    """
    box = view_box(root)
    if box is None:
        return Matrix(), View()
    sides = [_absolute(root.get(name, "")) for name in ("width", "height")]
    if sides[0] is None or sides[1] is None:
        return Matrix(), View(box.width, box.height)
    matrix = fit(box, Rect(0, 0, sides[0], sides[1]), root.get("preserveAspectRatio", ""))
    if invert(matrix) is None:
        raise SvgFault(f"width='{root.get('width')}' is too small for the viewBox", "give the size of the face")
    sx, sy = (1.0 if abs(value - 1) < 1e-6 else value for value in (matrix.a, matrix.d))
    return Matrix(sx, 0, 0, sy), View(box.width, box.height, 1 / ((sx * sy) ** 0.5))


def _absolute(text: str) -> float | None:
    """A side of the root in mm, if it is given in a unit; a bare number says nothing about paper."""
    if not text or text.strip()[-1] in "0123456789.%":
        return None
    value, unit = split_length(text, "the width or height of <svg>")
    if unit in ("em", "ex", "rem") or value <= 0:
        return None
    return Here(INITIAL, View(per_mm=1.0)).length(text, "width") if unit else value / PX_PER_MM


def paint_element(pen: Pen, element: Element, here: Here, desk: Desk) -> None:
    """Paint one element with all that stands within it, at this place of the walk."""
    tag = local(element.tag)
    if tag in _NOTHING or tag.startswith("{"):
        if tag.startswith(_XHTML):
            raise SvgFault(f"<{tag.removeprefix(_XHTML)}> is HTML, and is not painted", "use <text>")
        if tag == _HOLE and desk.hole is not None:
            desk.hole(pen, int(element.get("n", "")), here)
        return  # another program's note to itself
    desk.svg.count(here)
    if tag == "a" and desk.svg.lenient:  # what a link shows is painted, what it does is not
        desk.svg.refuse(SvgFault("the link of <a> is not painted"))
        tag = "g"
    else:
        check_element(element, tag, desk.svg.refuse)
    if tag in _DEFINITIONS:
        return
    painter = _PAINTERS.get(tag)
    if painter is None:
        raise SvgFault(f"<{tag}> cannot stand here")
    if len(element) and tag in _CHILDLESS:
        check_childless(element, tag, desk.svg.refuse)
    own = desk.svg.declared(element)
    if own.get("display") == "none":
        return
    inside = here.deeper(own)
    if "transform" not in element.keys() and _EFFECTS.isdisjoint(own):  # noqa: SIM118 - an Element is no mapping
        painter(pen, element, inside, desk, 1.0)
    else:
        with_effects(pen, element, own, inside, desk, painter)


_PAINTERS: dict[str, Callable[[Pen, Element, Here, Desk, float], None]] = {
    **dict.fromkeys(SHAPES, paint_shape),
    "g": paint_group,
    "svg": paint_nested,
    "use": paint_use,
    "text": paint_text,
    "image": paint_image,
}
_CHILDLESS = frozenset({*SHAPES, "use", "image"})
