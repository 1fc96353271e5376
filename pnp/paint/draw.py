"""A face's SVG goes in, a drawing comes out: the strict SVG subset, element by element."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from pnp.paint.assets import Assets
from pnp.paint.drawing import Drawing, Form, Pen
from pnp.paint.fault import SvgFault
from pnp.paint.images import paint_image
from pnp.paint.ink import clip, paint_path
from pnp.paint.numbers import fraction, number, numbers
from pnp.paint.path import Path, moved
from pnp.paint.shapes import SHAPES
from pnp.paint.style import INITIAL, SILENT, Style, check_element, declared, inherit
from pnp.paint.transform import matrix_operator, parse_transform
from pnp.paint.tree import LINE_MARK, href, local, parse
from pnp.paint.type import paint_text
from pnp.units import Matrix, Rect

MAX_DEPTH = 100
MAX_ELEMENTS = 200_000
FORM_FROM = 600  # characters of operators from which a group without text is kept as a form


@dataclass
class _Desk:
    """What one face is painted with."""

    assets: Assets
    ids: Mapping[str, Element]
    symbols: dict[tuple[str, tuple[tuple[str, str], ...]], Form]
    elements: int = 0
    using: tuple[str, ...] = ()


def draw(svg: str, assets: Assets) -> Drawing:
    """Paint a face. Raises SvgFault for anything it does not paint; nothing is ever left out in silence."""
    root = parse(svg)
    ids = {element.get("id", ""): element for element in root.iter() if element.get("id")}
    pen, desk = Pen(), _Desk(assets, ids, {})
    try:
        check_element(root, "svg")
        _children(pen, root, inherit(INITIAL, declared(root)), desk, 0)
    except SvgFault as fault:
        raise fault.at(root.get(LINE_MARK, "")) from None
    return pen.drawing()


def _children(pen: Pen, parent: Element, style: Style, desk: _Desk, depth: int) -> None:
    for child in parent:
        try:
            _element(pen, child, style, desk, depth + 1)
        except SvgFault as fault:
            raise fault.at(child.get(LINE_MARK, "")) from None


def _element(pen: Pen, element: Element, parent: Style, desk: _Desk, depth: int) -> None:
    if not isinstance(element.tag, str):
        return  # a comment
    tag = local(element.tag)
    if tag in SILENT or tag.startswith("{"):
        return
    desk.elements += 1
    if desk.elements > MAX_ELEMENTS or depth > MAX_DEPTH:
        raise SvgFault(f"the drawing has more than {MAX_ELEMENTS:,} elements, or is nested over {MAX_DEPTH} deep")
    check_element(element, tag)
    if tag in _DEFINITIONS:
        return
    own = declared(element)
    if own.get("display") == "none":
        return
    style = inherit(parent, own)
    opacity = fraction(own["opacity"], "opacity") if "opacity" in own else 1.0
    transform, clipping = element.get("transform"), own.get("clip-path", "none")
    nested = transform is not None or clipping != "none"
    if nested:
        pen.save()
        if transform is not None:
            pen.ops.append(matrix_operator(parse_transform(transform)))
        if clipping != "none":
            _clip(pen, clipping, desk)
    if tag in SHAPES:
        paint_path(pen, SHAPES[tag](element), style, desk.ids, desk.assets.palette, opacity)
    else:
        painter = _PAINTERS.get(tag)
        if painter is None:
            raise SvgFault(f"<{tag}> cannot stand here")
        painter(pen, element, style, desk, depth, opacity)
    if nested:
        pen.restore()


def _group(pen: Pen, element: Element, style: Style, desk: _Desk, depth: int, opacity: float) -> None:
    """Children on a pen of their own; as a form when they are long and hold no text, or fade as one."""
    inner = Pen()
    _children(inner, element, style, desk, depth)
    _place_group(pen, inner, opacity)


def _place_group(pen: Pen, inner: Pen, opacity: float) -> None:
    content = "\n".join(inner.ops)
    if opacity < 1:
        pen.save()
        pen.alpha(opacity, opacity)
        pen.place(Form(content, inner.resources, group=True))
        pen.restore()
    elif len(content) > FORM_FROM and not inner.glyphs:
        pen.alpha(1.0, 1.0)
        pen.place(Form(content, inner.resources))
    elif content:
        pen.save()
        pen.alpha(1.0, 1.0)
        pen.ops.append(content)
        pen.restore()
        _take(pen, inner)


def _take(pen: Pen, inner: Pen) -> None:
    """Make what an inner pen used the outer one's too."""
    for font, glyphs in inner.glyphs.items():
        pen.glyphs.setdefault(font, {}).update(glyphs)
    pen.forms |= inner.forms
    pen.alphas |= inner.alphas
    pen.shadings |= inner.shadings
    pen.images |= inner.images
    pen.painted += inner.painted


def _text(pen: Pen, element: Element, style: Style, desk: _Desk, _depth: int, opacity: float) -> None:
    paint_text(pen, element, style, desk.assets.fonts, desk.assets.palette, opacity)


def _image(pen: Pen, element: Element, _style: Style, desk: _Desk, _depth: int, opacity: float) -> None:
    paint_image(pen, element, desk.assets, opacity)


def _use(pen: Pen, element: Element, style: Style, desk: _Desk, depth: int, opacity: float) -> None:
    target = href(element)
    x, y = number(element.get("x", "0"), "x"), number(element.get("y", "0"), "y")
    if target.startswith("icon:"):
        form, box = _icon(target.removeprefix("icon:"), style, desk)
    else:
        form, box = _symbol(target.removeprefix("#"), style, desk, depth)
    matrix = Matrix.translation(x, y) @ _viewport(element, box)
    pen.save()
    pen.alpha(opacity, opacity)
    if opacity == 1 or form.group:
        pen.place(form, matrix_operator(matrix))
    else:
        pen.place(Form(form.content, form.resources, form.bbox, group=True), matrix_operator(matrix))
    pen.restore()


def _viewport(element: Element, box: Rect | None) -> Matrix:
    """Fit a viewBox into the width and height of a use, centred and undistorted (xMidYMid meet)."""
    if box is None:
        return Matrix()
    width = number(element.get("width", str(box.width)), "width")
    height = number(element.get("height", str(box.height)), "height")
    scale = min(width / box.width, height / box.height)
    dx, dy = (width - box.width * scale) / 2, (height - box.height * scale) / 2
    return Matrix(scale, 0, 0, scale, dx - box.x * scale, dy - box.y * scale)


def _view_box(element: Element) -> Rect | None:
    text = element.get("viewBox")
    if text is None:
        return None
    values = numbers(text, "viewBox")
    if len(values) != 4 or values[2] <= 0 or values[3] <= 0:
        raise SvgFault(f"viewBox is '{text}'", "write it as x y width height")
    return Rect(*values)


def _icon(name: str, style: Style, desk: _Desk) -> tuple[Form, Rect | None]:
    """An icon in the colour of the use; made once a colour, for every face."""
    fill = style["color"] if style["fill"] == "currentColor" else style["fill"]
    made = desk.assets.made
    try:
        root = parse(desk.assets.icon(name)) if (name, fill) not in made else None
    except LookupError as error:
        raise SvgFault(str(error.args[0])) from None
    if root is not None:
        inner = Pen()
        own = {**INITIAL, "fill": fill, "color": style["color"]}
        icon_desk = _Desk(desk.assets, {}, {})
        _children(inner, root, inherit(own, declared(root)), icon_desk, 0)
        box = _view_box(root) or Rect(0, 0, 512, 512)
        made[name, fill] = Form("\n".join(inner.ops), inner.resources, box)
    form = made[name, fill]
    return form, form.bbox


def _symbol(name: str, style: Style, desk: _Desk, depth: int) -> tuple[Form, Rect | None]:
    """Any element of the drawing by its id, as a form; made once for each style it inherits."""
    element = desk.ids.get(name)
    if element is None:
        raise SvgFault(
            f"<use> names '#{name}', which is not in this drawing",
            "give the element that id, or use icon:NAME",
        )
    if name in desk.using:
        raise SvgFault(f"'#{name}' uses itself")
    box = _view_box(element)
    key = (name, tuple(sorted(style.items())))
    if key not in desk.symbols:
        inner = Pen()
        outer = desk.using
        desk.using = (*outer, name)
        if local(element.tag) == "symbol":
            check_element(element, "symbol")
            _children(inner, element, inherit(style, declared(element)), desk, depth)
        else:
            _element(inner, element, style, desk, depth)
        desk.using = outer
        content = "\n".join(inner.ops)
        desk.symbols[key] = Form(content, inner.resources, box) if box else Form(content, inner.resources)
    return desk.symbols[key], box


def _clip(pen: Pen, reference: str, desk: _Desk) -> None:
    name = reference.removeprefix("url(").rstrip(") ").strip("'\" ").removeprefix("#")
    element = desk.ids.get(name)
    if element is None or local(element.tag) != "clipPath":
        raise SvgFault(f"clip-path='{reference}' names no <clipPath> of this drawing")
    if element.get("clipPathUnits", "userSpaceOnUse") != "userSpaceOnUse":
        raise SvgFault("clipPathUnits must be userSpaceOnUse", "give the clip's shapes in the face's millimetres")
    path: Path = ()
    rule = "nonzero"
    for child in element:
        tag = local(child.tag)
        check_element(child, tag)
        if tag not in SHAPES:
            raise SvgFault(f"<{tag}> inside <clipPath> does not clip", "use shapes and paths")
        rule = declared(child).get("clip-rule", rule)
        path += moved(SHAPES[tag](child), parse_transform(child.get("transform", "")))
    if not path:
        raise SvgFault(f"<clipPath id='{name}'> is empty", "give it a shape")
    clip(pen, path, rule)


_DEFINITIONS = frozenset({"defs", "symbol", "clipPath", "linearGradient", "radialGradient"})
_PAINTERS: dict[str, Callable[[Pen, Element, Style, _Desk, int, float], None]] = {
    "g": _group,
    "svg": _group,
    "use": _use,
    "text": _text,
    "image": _image,
}
