"""Pictures and icons go in; pixels placed, and SVG of any tool's as forms, come out: what is left out is noted."""

from __future__ import annotations

import re

from pnp.paint.context import Assets, DrawContext, Mode
from pnp.paint.groups import paint_root
from pnp.paint.outlines import draws_outlines
from pnp.paint.raster import read_raster
from pnp.pdf.drawing import Form, ImageData, matrix_operator
from pnp.pdf.pen import Pen, clip_path
from pnp.svg.art import ICON_BOX, embedded_picture, is_svg, open_art, picture_port
from pnp.svg.cascade import Cascade, Viewport
from pnp.svg.document import SvgDocument
from pnp.svg.path import rect_path
from pnp.svg.subset import INITIAL
from pnp.svg.transform import fit_about, view_box
from pnp.svg.tree import LINE_MARK, Element, SvgFault, href, parse
from pnp.units import Matrix, Rect, Size

_SHOWN = ("width", "height", "preserveAspectRatio", "data-focus")
_FILTER = re.compile(rb"(?<![\w-])filter(?![\w-])")
_ICON_WIDTH = 40.0  # mm: as wide as an icon is taken for where its filters make pixels; it is made once for all sizes
MAX_NESTING = 8  # art within art
_CRISP = frozenset({"pixelated", "crisp-edges", "optimizeSpeed"})
_SMOOTH = frozenset({"auto", "smooth", "high-quality", "optimizeQuality"})


def icon_form(name: str, cascade: Cascade, context: DrawContext, scale: float = 0.0) -> Form:
    """An icon painted as its use is, made once a look, for every face.

    It has a line round it when the ``scale`` at which it is shown is given: the line is then as wide on the face as the
    use says, whatever the icon's own units.
    """
    style = cascade.style
    look = {key: style[key] for key in ("fill", "fill-opacity")}
    if look["fill"].lower() == "currentcolor":
        look["fill"] = style["color"]
    if scale:
        look |= _line(cascade, scale)
    mode: Mode = "sign" if draws_outlines(cascade, context) else "full"
    made, key = context.assets.made, ("icon", name, *look.values(), cascade.gray, mode)
    if key not in made:
        try:
            root = parse(context.assets.icon(name))
        except LookupError as error:
            raise SvgFault(str(error.args[0])) from None
        box = view_box(root) or ICON_BOX
        whole = {**INITIAL, **look, "color": style["color"]}
        origin = Cascade(whole, Viewport(box.width, box.height), 0, cascade.gray)
        svg = SvgDocument(root, origin, context.svg.text_box, language=context.assets.language)
        inner = DrawContext(svg, context.assets, context.paint, mode=mode, unit=scale or 1.0)
        inner.zoom = Matrix(_ICON_WIDTH / box.width, 0, 0, _ICON_WIDTH / box.width)
        pen = Pen()
        paint_root(pen, inner, picture=True)
        made[key] = pen.form(box.outset(float(look["stroke-width"])) if scale else box), (), ()
    return made[key][0]


def _line(cascade: Cascade, scale: float) -> dict[str, str]:
    """How a shape's line looks here, its lengths in units that are so much larger or smaller."""
    look = {key: value for key, value in cascade.style.items() if key.startswith("stroke") or key == "paint-order"}
    for key in ("stroke-width", "stroke-dashoffset", "stroke-dasharray"):
        if look[key] != "none":
            lengths = [cascade.length(part, key) / scale for part in look[key].replace(",", " ").split()]
            look[key] = " ".join(f"{length:.6g}" for length in lengths)
    return look


def art_form(data: bytes, name: str, element: Element, cascade: Cascade, context: DrawContext) -> Form:
    """A foreign SVG in its own size, where a user unit is a pixel of 1/96 inch; its box is that size.

    Read leniently: what is not painted is left out, and named among the drawing's notes.
    """
    made, where = context.assets.made, element.get(LINE_MARK, "")
    key: tuple[object, ...] = ("art", data, cascade.gray)
    if _FILTER.search(data.replace(b"\x00", b"")):  # its filters make pixels of the size that it is shown in
        key += context.zoom, cascade.viewport, *(element.get(side, "") for side in _SHOWN)
    if key not in made:
        if cascade.depth > MAX_NESTING * 10:
            raise SvgFault(f"the picture '{name[:60]}' is nested too deep")
        depth, language = cascade.depth + 10, context.assets.language
        document, frame, matrix = open_art(data, context.svg.text_box, depth, gray=cascade.gray, language=language)
        inner = DrawContext(document, context.assets, context.paint)
        if document.filters:
            place = _placed(frame.size, picture_port(element, cascade, frame.size), element)
            inner.zoom = context.zoom @ place @ matrix
        pen = Pen()
        if matrix != Matrix():
            pen.ops.append(matrix_operator(matrix))
        paint_root(pen, inner, picture=True)
        made[key] = pen.form(frame, group=document.blends), tuple(document.left_out), tuple(document.substituted)
    form, left_out, substituted = made[key]
    shown = "an embedded picture" if name.startswith("data:") else name
    context.svg.left_out |= {f"{shown}: {note}": where for note in left_out}
    context.svg.substituted |= {f"{shown}: {note}": where for note in substituted}
    return form


def paint_image(pen: Pen, element: Element, cascade: Cascade, context: DrawContext, opacity: float) -> None:
    """Place a picture in its box, as preserveAspectRatio says: whole (meet), covering it (slice) or stretched."""
    name = href(element)
    data = _load(name, context.assets)
    rendering = cascade.style["image-rendering"]
    if rendering not in _CRISP | _SMOOTH:
        raise SvgFault(f"image-rendering is '{rendering}'", "write auto or pixelated")
    form = art_form(data, name, element, cascade, context) if is_svg(data) else None
    raster = None if form else read_raster(data, name)
    size = raster.size if raster else form.bbox.size if form else Size(0, 0)
    port = picture_port(element, cascade, size)
    if cascade.style["visibility"] != "visible" or port.width == 0 or port.height == 0:
        return
    ratio = element.get("preserveAspectRatio", "")
    matrix = _placed(size, port, element)
    pen.save()
    if ratio.endswith("slice"):
        clip_path(pen, rect_path(port.x, port.y, port.width, port.height, 0, 0), "nonzero")
    pen.alpha(opacity, opacity)
    if form is not None:
        pen.place(form if opacity == 1 else form.as_group(), matrix_operator(matrix))
    elif raster is not None:
        shown = "an embedded picture" if name.startswith("data:") else name.removeprefix("art:")
        for remark in raster.remarks:
            context.svg.left_out[f"{shown} {remark}"] = element.get(LINE_MARK, "")
        image = ImageData(raster.data, rendering in _SMOOTH, cascade.gray or context.assets.grey)
        stored = raster.stored
        pen.picture(image, matrix @ raster.upright @ Matrix(stored.width, 0, 0, -stored.height, 0, stored.height))
    pen.restore()


def _placed(size: Size, port: Rect, element: Element) -> Matrix:
    """From a picture of this size to its port."""
    ratio, focus = element.get("preserveAspectRatio", ""), element.get("data-focus", "")
    return fit_about(Rect(0, 0, size.width, size.height), port, ratio, focus)


def _load(name: str, assets: Assets) -> bytes:
    if name.startswith("data:"):
        return embedded_picture(name)
    if not name:
        raise SvgFault("<image> names no picture", "give it href='picture.png'")
    try:
        return assets.art(name.removeprefix("art:"))
    except LookupError as error:
        raise SvgFault(*error.args) from None
