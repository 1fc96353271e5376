"""Icons, and SVG files of any tool's, go in; forms come out. What foreign art holds that is not painted is noted."""

from __future__ import annotations

from pnp.paint.desk import Desk
from pnp.paint.drawing import Form
from pnp.paint.pen import Pen
from pnp.pdf.operators import matrix_operator
from pnp.svg.cascade import PX_PER_MM, Cascade, Viewport
from pnp.svg.document import SvgDocument
from pnp.svg.lengths import split_length
from pnp.svg.subset import INITIAL
from pnp.svg.tree import SvgFault, parse
from pnp.svg.viewport import fit, view_box
from pnp.units import Matrix, Rect

MAX_NESTING = 8  # art within art
_ICON = Rect(0, 0, 512, 512)
_PLAIN = Rect(0, 0, 300, 150)  # the size of a picture that has none (CSS 2, 10.3.2)
_WEB = {**INITIAL, "font-size": "16"}


def icon_form(name: str, here: Cascade, desk: Desk, scale: float = 0.0) -> Form:
    """An icon painted as its use is, made once a look, for every face.

    It has a line round it when the ``scale`` at which it is shown is given: the line is then as wide on the face as the
    use says, whatever the icon's own units.
    """
    style = here.style
    look = {key: style[key] for key in ("fill", "fill-opacity")}
    if look["fill"].lower() == "currentcolor":
        look["fill"] = style["color"]
    if scale:
        look |= _line(here, scale)
    made, key = desk.assets.made, ("icon", name, *look.values(), here.gray)
    if key not in made:
        try:
            root = parse(desk.assets.icon(name))
        except LookupError as error:
            raise SvgFault(str(error.args[0])) from None
        box = view_box(root) or _ICON
        whole = {**INITIAL, **look, "color": style["color"]}
        origin = Cascade(whole, Viewport(box.width, box.height), 0, here.gray)
        inner = Desk(SvgDocument(root, origin, desk.svg.text_box), desk.assets, desk.paint)
        pen = Pen()
        inner.children(pen, root, inner.svg.origin.deeper(inner.svg.declared(root)))
        made[key] = pen.form(box.outset(float(look["stroke-width"])) if scale else box), ()
    return made[key][0]


def _line(here: Cascade, scale: float) -> dict[str, str]:
    """How a shape's line looks here, its lengths in units that are so much larger or smaller."""
    look = {key: value for key, value in here.style.items() if key.startswith("stroke") or key == "paint-order"}
    for key in ("stroke-width", "stroke-dashoffset", "stroke-dasharray"):
        if look[key] != "none":
            lengths = [here.length(part, key) / scale for part in look[key].replace(",", " ").split()]
            look[key] = " ".join(f"{length:.6g}" for length in lengths)
    return look


def art_form(data: bytes, name: str, where: str, here: Cascade, desk: Desk) -> Form:
    """A foreign SVG in its own size, where a user unit is a pixel of 1/96 inch; its box is that size.

    Read leniently: what is not painted is left out, and named among the drawing's notes.
    """
    made, key = desk.assets.made, ("art", data, here.gray)
    if key not in made:
        if here.depth > MAX_NESTING * 10:
            raise SvgFault(f"the picture '{name[:60]}' is nested too deep")
        root = parse(_text(data))
        box = view_box(root)
        port = box.size if box else _PLAIN.size
        sides = [_side(root.get(side, ""), auto) for side, auto in (("width", port.width), ("height", port.height))]
        frame = Rect(0, 0, sides[0], sides[1])
        view = Viewport(port.width, port.height, PX_PER_MM)
        origin = Cascade(_WEB, view, here.depth + 10, here.gray)
        inner = Desk(SvgDocument(root, origin, desk.svg.text_box, lenient=True), desk.assets, desk.paint)
        pen = Pen()
        matrix = fit(box, frame, root.get("preserveAspectRatio", "")) if box else Matrix()
        if matrix != Matrix():
            pen.ops.append(matrix_operator(matrix))
        inner.children(pen, root, inner.svg.origin.deeper(inner.svg.declared(root)))
        made[key] = pen.form(frame), tuple(inner.svg.left_out)
    form, notes = made[key]
    shown = "an embedded picture" if name.startswith("data:") else name
    for note in notes:
        desk.svg.left_out[f"{shown}: {note}"] = where
    return form


def _side(text: str, auto: float) -> float:
    """A side of the art in pixels; its viewBox's when it is a percentage or absent."""
    if not text or text.strip().endswith("%") or text == "auto":
        return auto
    _value, unit = split_length(text, "the width or height of the picture")
    side = Cascade(_WEB, Viewport(per_mm=PX_PER_MM)).length(text, "width") if unit else _value
    if side <= 0:
        raise SvgFault(f"the picture is {text} wide or high", "give it a size above 0")
    return side


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "latin-1")
