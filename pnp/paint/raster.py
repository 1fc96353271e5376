"""The bytes of a PNG or JPEG file go in; the one picture in them comes out upright, without what else the file holds.

Phones write more into a JPEG than is seen: which way up it was held, where, and often further pictures behind the first
(a map of depths, a brighter one; CIPA DC-007). The first is shown as every viewer shows it; the rest goes
nowhere, and neither does what programs write about a picture: an allow-list says which parts go on.
"""

from __future__ import annotations

import re
import struct
import warnings
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO

from pnp.svg.tree import SvgFault
from pnp.units import Matrix, Size

MAX_PIXELS = 50_000_000
_FORMATS = ("PNG", "JPEG")  # no other of Pillow's readers is let near a stranger's file
_KINDS = {"PNG": "png", "JPEG": "jpeg", "MPO": "jpeg"}  # MPO: what Pillow calls a JPEG with several pictures
_ORIENTATION = 0x0112  # in Exif (CIPA DC-008, 4.6.4)
_SIGNATURE = 8  # bytes with which a PNG begins
# PNG, third edition, 11: the pixels, and their colours
_CHUNKS = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"cICP", b"sBIT")
_START, _SCAN, _END, _FILL = 0xD8, 0xDA, 0xD9, 0xFF  # behind 0xFF, markers of a JPEG (ITU T.81, table B.1)
_APPLICATION, _COMMENT = range(0xE0, 0xF0), 0xFE
_PROFILE = b"ICC_PROFILE\0"
# how the numbers become colours, and how long such a segment is; more of it would be a small picture (JFIF), or nothing
_COLORS = {b"JFIF\0": 14, b"Adobe": 12}
_MARKER = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")


@dataclass(frozen=True, slots=True)
class Raster:
    """A picture of pixels. ``kind`` is png or jpeg; ``stored`` its size as the file has it.

    ``upright`` takes the file's pixels to those of the picture as it is seen, which is ``size``.
    """

    data: bytes = field(repr=False)
    kind: str
    stored: Size
    size: Size
    upright: Matrix


@lru_cache(maxsize=64)
def read_raster(data: bytes, name: str) -> Raster:
    """Read a picture. Raises SvgFault for one that is neither PNG nor JPEG, broken, moving or huge."""
    from PIL import Image  # only games with pictures pay for it

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of strange Exif; what is too large is asked about here
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(BytesIO(data), formats=_FORMATS) as image:
                kind, size = image.format or "", image.size
                if size[0] * size[1] > MAX_PIXELS:
                    raise _too_large(name, f"{size[0]} x {size[1]} pixels")
                image.load()  # a broken file is found here, not when the document is written
                turn = int(image.getexif().get(_ORIENTATION, 1))
                moving = kind == "PNG" and getattr(image, "is_animated", False)
            bare = bare_png(data) if kind == "PNG" else bare_jpeg(data)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise _too_large(name, "too many pixels") from None
    except (
        OSError,
        SyntaxError,
        ValueError,
        EOFError,
        LookupError,
        TypeError,
        OverflowError,
        struct.error,
        zlib.error,
    ):
        raise SvgFault(
            f"{name[:60]} is neither PNG nor JPEG nor SVG, or is broken", "save the picture as PNG"
        ) from None
    if moving:
        raise SvgFault(f"{name[:60]} is a moving picture, and paper does not move", "save one of its pictures as PNG")
    if kind == "PNG" and turn != 1:  # browsers do not agree on whether such a PNG is turned
        raise SvgFault(
            f"{name[:60]} lies on its side and says so in its Exif", "turn it in a photo program, and save it"
        )
    stored = Size(*size)
    upright = _upright(turn, stored)
    seen = stored.turned if upright.a == 0 else stored
    return Raster(bare, _KINDS[kind], stored, seen, upright)


def _too_large(name: str, size: str) -> SvgFault:
    return SvgFault(f"{name[:60]} has {size}", f"at most {MAX_PIXELS // 1_000_000} million are taken")


def _upright(turn: int, size: Size) -> Matrix:
    """From the file's pixels to the picture's, for a value of Exif's orientation; a strange one turns nothing."""
    w, h = size.width, size.height
    return {
        2: Matrix(-1, 0, 0, 1, w, 0),
        3: Matrix(-1, 0, 0, -1, w, h),
        4: Matrix(1, 0, 0, -1, 0, h),
        5: Matrix(0, 1, 1, 0, 0, 0),
        6: Matrix(0, 1, -1, 0, h, 0),
        7: Matrix(0, -1, -1, 0, h, w),
        8: Matrix(0, -1, 1, 0, 0, w),
    }.get(turn, Matrix())


def bare_png(data: bytes) -> bytes:
    """A PNG of the chunks that make its picture. Raises IndexError where they are strange."""
    return data[:_SIGNATURE] + b"".join(_chunks(data))


def _chunks(data: bytes) -> Iterator[bytes]:
    at, kind = _SIGNATURE, b""
    while kind != b"IEND":
        kind = data[at + 4 : at + 8]
        end = at + 12 + int.from_bytes(data[at : at + 4], "big")
        if end > len(data):
            raise IndexError("no chunk stands here")
        if kind in _CHUNKS:
            yield data[at:end]
        at = end


def bare_jpeg(data: bytes) -> bytes:
    """The first picture of a JPEG. Raises IndexError where its parts are strange."""
    return data[:2] + b"".join(_segments(data))


def _segments(data: bytes) -> Iterator[bytes]:
    """What is wanted of its segments, and the pixels behind each scan's, to the end of the picture."""
    at = 2
    while (kind := data[at + 1]) != _END:
        if data[at] != _FILL or kind == _START:
            raise IndexError("no marker stands here")
        if kind == _FILL:  # any number of them may stand before a marker
            at += 1
            continue
        end = at + 2 + max(2, (data[at + 2] << 8) + data[at + 3])
        yield _wanted(kind, data[at:end])
        if kind == _SCAN:
            found = _MARKER.search(data, end)
            yield data[end : found.start() if found else len(data)]
            end = found.start() if found else len(data)
            if not found:
                break
        at = end
    yield bytes((_FILL, _END))


def _wanted(kind: int, segment: bytes) -> bytes:
    """What goes on of a segment: of those for programs, what says how colours are meant."""
    if kind not in (*_APPLICATION, _COMMENT) or (kind == 0xE2 and segment.startswith(_PROFILE, 4)):
        return segment
    for word, length in _COLORS.items():
        if segment.startswith(word, 4) and kind in (0xE0, 0xEE) and len(segment) >= length + 4:
            body = segment[4 : 4 + length - 2] + b"\0\0" if word == b"JFIF\0" else segment[4 : 4 + length]
            return segment[:2] + (length + 2).to_bytes(2, "big") + body
    return b""
