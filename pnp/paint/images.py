"""An image element goes in; a placed picture, or foreign art as a form, comes out on the pen."""

from __future__ import annotations

import base64
import binascii
from functools import lru_cache
from io import BytesIO
from urllib.parse import unquote_to_bytes
from xml.etree.ElementTree import Element

from pnp.paint.art import art_form
from pnp.paint.assets import Assets
from pnp.paint.desk import Desk
from pnp.paint.drawing import ImageData
from pnp.paint.pen import Pen
from pnp.paint.regions import clip_path
from pnp.pdf.operators import matrix_operator
from pnp.svg.cascade import Cascade
from pnp.svg.path import rect_path
from pnp.svg.tree import LINE_MARK, SvgFault, href
from pnp.svg.viewport import fit
from pnp.units import Matrix, Rect, Size

MAX_PIXELS = 50_000_000
_CRISP = frozenset({"pixelated", "crisp-edges", "optimizeSpeed"})
_SMOOTH = frozenset({"auto", "smooth", "high-quality", "optimizeQuality"})


def paint_image(pen: Pen, element: Element, here: Cascade, desk: Desk, opacity: float) -> None:
    """Place a picture in its box, as preserveAspectRatio says: whole (meet), covering it (slice) or stretched."""
    name = href(element)
    data = _load(name, desk.assets)
    rendering = here.style["image-rendering"]
    if rendering not in _CRISP | _SMOOTH:
        raise SvgFault(f"image-rendering is '{rendering}'", "write auto or pixelated")
    foreign = data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<"
    form = art_form(data, name, element.get(LINE_MARK, ""), here, desk) if foreign else None
    size = form.bbox.size if form else Size(*_pixels(data, name))
    port = _port(element, here, size)
    if here.style["visibility"] != "visible" or port.width == 0 or port.height == 0:
        return
    ratio = element.get("preserveAspectRatio", "")
    matrix = fit(Rect(0, 0, size.width, size.height), port, ratio)
    pen.save()
    if ratio.endswith("slice"):
        clip_path(pen, rect_path(port.x, port.y, port.width, port.height, 0, 0), "nonzero")
    pen.alpha(opacity, opacity)
    if form is not None:
        pen.place(form if opacity == 1 else form.as_group(), matrix_operator(matrix))
    else:
        image = ImageData(data, rendering in _SMOOTH, here.gray)
        pen.picture(image, matrix @ Matrix(size.width, 0, 0, -size.height, 0, size.height))
    pen.restore()


def _port(element: Element, here: Cascade, size: Size) -> Rect:
    """The box; of width and height one may be left to the picture's shape."""
    sides: list[float | None] = []
    for name, axis in (("width", "w"), ("height", "h")):
        text = element.get(name, "auto")
        sides.append(None if text == "auto" else here.length(text, name, axis))
    width, height = sides
    if width is None and height is None:
        raise SvgFault("<image> needs a width and a height", "give both in millimetres, or one of them")
    if width is None:
        width = (height or 0.0) * size.width / size.height
    if height is None:
        height = width * size.height / size.width
    if width < 0 or height < 0:
        raise SvgFault("the width or height of <image> is negative", "a length of a shape cannot be negative")
    return Rect(
        here.length(element.get("x", "0"), "x", "w"), here.length(element.get("y", "0"), "y", "h"), width, height
    )


def _load(name: str, assets: Assets) -> bytes:
    if name.startswith("data:"):
        return _embedded(name)
    if not name:
        raise SvgFault("<image> names no picture", "give it href='picture.png'")
    try:
        return assets.art(name.removeprefix("art:"))
    except LookupError as error:
        raise SvgFault(str(error.args[0])) from None


@lru_cache(maxsize=64)
def _embedded(name: str) -> bytes:
    """The bytes of a data: address (RFC 2397)."""
    head, comma, body = name.partition(",")
    if not comma:
        raise SvgFault("the embedded picture has no data", "embed it as data:image/png;base64,…")
    if not head.rstrip().endswith(";base64"):
        return unquote_to_bytes(body)
    try:
        return base64.b64decode("".join(body.split()), validate=False)
    except (binascii.Error, ValueError):
        raise SvgFault("the embedded picture is not valid base64") from None


@lru_cache(maxsize=64)
def _pixels(data: bytes, name: str) -> tuple[int, int]:
    from PIL import Image, UnidentifiedImageError  # only games with pictures pay for it

    try:
        with Image.open(BytesIO(data)) as image:
            kind, size = image.format, image.size
            if kind in ("PNG", "JPEG") and size[0] * size[1] <= MAX_PIXELS:
                image.load()  # a broken file is found here, not when the document is written
    except (UnidentifiedImageError, OSError, Image.DecompressionBombError, SyntaxError, ValueError):
        kind, size = None, (0, 0)
    if kind not in ("PNG", "JPEG"):
        raise SvgFault(f"{name[:60]} is neither PNG nor JPEG nor SVG, or is broken", "save the picture as PNG")
    if size[0] * size[1] > MAX_PIXELS:
        raise SvgFault(
            f"{name[:60]} has {size[0]} x {size[1]} pixels",
            f"at most {MAX_PIXELS // 1_000_000} million are taken",
        )
    return size
