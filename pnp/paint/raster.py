"""The bytes of a PNG or JPEG file go in; the one picture in them comes out upright, without what else the file holds.

Phones write more into a JPEG than is seen: which way up it was held, where, and often further pictures behind the first
(a map of depths, a brighter one; CIPA DC-007). The first is shown as every viewer shows it; the rest goes
nowhere, and neither do the texts that programs write into a PNG.
"""

from __future__ import annotations

import struct
import warnings
import zlib
from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO

from pnp.paint.bare_pixels import bare_jpeg, bare_png
from pnp.svg.tree import SvgFault
from pnp.units import Matrix, Size

MAX_PIXELS = 50_000_000
_FORMATS = ("PNG", "JPEG")  # no other of Pillow's readers is let near a stranger's file
_KINDS = {"PNG": "png", "JPEG": "jpeg", "MPO": "jpeg"}  # MPO: what Pillow calls a JPEG with several pictures
_ORIENTATION = 0x0112  # in Exif (CIPA DC-008, 4.6.4)


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
                moving = kind == "PNG" and getattr(image, "n_frames", 1) > 1
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
