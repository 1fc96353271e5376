"""A file of any drawing program's goes in; a document to be read leniently, its frame and its matrix come out."""

from __future__ import annotations

import base64
import binascii
from functools import lru_cache
from urllib.parse import unquote_to_bytes

from pnp.svg.cascade import Cascade, Viewport
from pnp.svg.document import SvgDocument, TextBox, no_text
from pnp.svg.encoding import encoding_of
from pnp.svg.lengths import split_length
from pnp.svg.style import declared
from pnp.svg.subset import INITIAL
from pnp.svg.transform import fit, view_box
from pnp.svg.tree import Element, SvgFault, parse
from pnp.units import PX_PER_MM, Matrix, Rect, Size

ICON_BOX = Rect(0, 0, 512, 512)  # of an icon that does not say
_PLAIN = Rect(0, 0, 300, 150)  # the size of a picture that has none (CSS 2, 10.3.2)
WEB_FONT_SIZE = "16"  # a browser's own, in pixels
_WEB = {**INITIAL, "font-size": WEB_FONT_SIZE}


def is_svg(data: bytes) -> bool:
    """Whether a picture's bytes are a drawing rather than pixels, in any encoding."""
    return data[:64].replace(b"\x00", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")[:1] == b"<"


def open_art(
    data: bytes, text_box: TextBox = no_text, depth: int = 0, *, gray: bool = False, language: str = "en"
) -> tuple[SvgDocument, Rect, Matrix]:
    """A foreign drawing, where a user unit is a pixel of 1/96 inch: its document, its frame, and the way into that.

    Raises SvgFault for one that is no drawing, or has no size.
    """
    root = parse(_text(data))
    box = view_box(root)
    port = box.size if box else _PLAIN.size
    origin = Cascade(_WEB, Viewport(port.width, port.height, PX_PER_MM), depth, gray)
    own = {name: value for name, value in declared(root, _pass, {}).items() if name == "font-size"}
    place = origin.deeper(own)  # the root's own size of letters is what its sides in em are of
    sides = [_side(root.get(side, ""), auto, place) for side, auto in (("width", port.width), ("height", port.height))]
    frame = Rect(0, 0, sides[0], sides[1])
    matrix = fit(box, frame, root.get("preserveAspectRatio", "")) if box else Matrix()
    return SvgDocument(root, origin, text_box, lenient=True, language=language), frame, matrix


def _pass(_fault: SvgFault) -> None:
    """What is wrong with the root is said when it is painted."""


def _side(text: str, auto: float, place: Cascade) -> float:
    """A side of the art in pixels; its viewBox's when it is a percentage or absent."""
    if not text or text.strip().endswith("%") or text == "auto":
        return auto
    value, unit = split_length(text, "the width or height of the picture")
    side = place.length(text, "width") if unit else value
    if side <= 0:
        raise SvgFault(f"the picture is {text} wide or high", "give it a size above 0")
    return side


def _text(data: bytes) -> str:
    encoding = encoding_of(data)
    try:
        return data.decode("utf-8-sig" if encoding == "utf-8" else encoding)
    except UnicodeDecodeError:
        said = "UTF-8" if encoding.startswith("utf-8") else encoding
        raise SvgFault(f"the drawing is not text in {said}, as it should be", "save it as UTF-8") from None


def picture_port(element: Element, cascade: Cascade, size: Size) -> Rect:
    """The box of an ``image``; of width and height one may be left to the picture's shape."""
    sides: list[float | None] = []
    for name, axis in (("width", "w"), ("height", "h")):
        text = element.get(name, "auto")
        sides.append(None if text == "auto" else cascade.length(text, name, axis))
    width, height = sides
    if width is None and height is None:
        raise SvgFault("<image> needs a width and a height", "give both in millimetres, or one of them")
    if width is None:
        width = (height or 0.0) * size.width / size.height
    if height is None:
        height = width * size.height / size.width
    if width < 0 or height < 0:
        raise SvgFault("the width or height of <image> is negative", "a length of a shape cannot be negative")
    x, y = cascade.length(element.get("x", "0"), "x", "w"), cascade.length(element.get("y", "0"), "y", "h")
    return Rect(x, y, width, height)


@lru_cache(maxsize=64)
def embedded_picture(name: str) -> bytes:
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
