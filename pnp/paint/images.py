"""An image element goes in; a picture placed on the pen comes out: PNG, JPEG, or foreign SVG as a form."""

from __future__ import annotations

import base64
import binascii
from io import BytesIO
from xml.etree.ElementTree import Element

from pnp.paint.assets import Assets
from pnp.paint.drawing import ForeignArt, ImageData, Pen
from pnp.paint.fault import SvgFault
from pnp.paint.numbers import number
from pnp.paint.transform import matrix_operator
from pnp.paint.tree import href
from pnp.units import Matrix

MAX_PIXELS = 50_000_000


def paint_image(pen: Pen, element: Element, assets: Assets, opacity: float) -> None:
    """Place a picture in its box, whole, centred and undistorted (or stretched, with preserveAspectRatio="none")."""
    data = _load(href(element), assets)
    x, y = number(element.get("x", "0"), "x"), number(element.get("y", "0"), "y")
    width, height = (number(element.get(name, "0"), name) for name in ("width", "height"))
    if width <= 0 or height <= 0:
        raise SvgFault("<image> needs a width and a height", "give both in millimetres")
    fit = element.get("preserveAspectRatio", "xMidYMid meet")
    if fit not in ("none", "xMidYMid", "xMidYMid meet"):
        raise SvgFault(f"preserveAspectRatio '{fit}' is not painted", "use none or xMidYMid meet, or a clip-path")
    picture: ImageData | ForeignArt
    if data.lstrip()[:1] == b"<":
        picture, (pixels_wide, pixels_high) = ForeignArt(data), _svg_size(data)
    else:
        picture, (pixels_wide, pixels_high) = ImageData(data), _pixels(data, href(element))
    if fit != "none":
        scale = min(width / pixels_wide, height / pixels_high)
        x, y = x + (width - pixels_wide * scale) / 2, y + (height - pixels_high * scale) / 2
        width, height = pixels_wide * scale, pixels_high * scale
    pen.images[picture.name] = picture
    pen.save()
    pen.alpha(opacity, opacity)
    pen.ops.append(f"{matrix_operator(Matrix(width, 0, 0, -height, x, y + height))} /{picture.name} Do")
    pen.restore()
    pen.painted += 1


def _load(target: str, assets: Assets) -> bytes:
    if target.startswith("data:"):
        head, _, body = target.partition(",")
        if not head.endswith(";base64"):
            raise SvgFault("an embedded picture must be base64", "embed it as data:image/png;base64,…")
        try:
            return base64.b64decode(body, validate=False)
        except (binascii.Error, ValueError):
            raise SvgFault("the embedded picture is not valid base64") from None
    try:
        return assets.art(target.removeprefix("art:"))
    except LookupError as error:
        raise SvgFault(str(error.args[0])) from None


def _pixels(data: bytes, name: str) -> tuple[int, int]:
    from PIL import Image, UnidentifiedImageError  # only games with pictures pay for it

    try:
        with Image.open(BytesIO(data)) as image:
            kind, size = image.format, image.size
    except (UnidentifiedImageError, OSError, Image.DecompressionBombError):
        kind, size = None, (0, 0)
    if kind not in ("PNG", "JPEG"):
        raise SvgFault(f"{name[:60]} is neither PNG nor JPEG nor SVG", "save the picture as PNG")
    if size[0] * size[1] > MAX_PIXELS:
        raise SvgFault(
            f"{name[:60]} has {size[0]} x {size[1]} pixels",
            f"at most {MAX_PIXELS // 1_000_000} million are taken",
        )
    return size


def _svg_size(data: bytes) -> tuple[float, float]:
    from pnp.paint.foreign import foreign_size  # loads svglib

    return foreign_size(data)
