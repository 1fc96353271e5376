"""A picture's file goes in; the one picture in it comes out upright and in sRGB, without what else the file holds.

A JPEG and a PNG go on as they are, where their colours are sRGB with 8 bits. All else is made one of these: a PNG,
which loses nothing, or a JPEG of what was packed with losses before.
"""

from __future__ import annotations

import struct
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING

from pnp.files import hushed
from pnp.paint.bare_files import bare_jpeg, bare_png
from pnp.paint.picture_kinds import kind_of, other_kind, reader_of
from pnp.paint.pixels import UnreadableError, as_written, colors_of
from pnp.pdf.kept_bytes import KeptBytes
from pnp.pdf.png_files import PALETTE, PngParts, is_whole, png_parts, written_png
from pnp.svg.tree import SvgFault
from pnp.units import Matrix, Size

if TYPE_CHECKING:
    from PIL import Image

MAX_PIXELS = 50_000_000
MAX_SIDE = 50_000  # pixels: four metres at 300 dpi
_KEPT = 96_000_000  # bytes of pictures that were read
_ORIENTATION = 0x0112  # in Exif (CIPA DC-008, 4.6.4)
_DEPTH = 24  # the byte of a PNG that says how many bits a colour has
_QUALITY = 95  # of a JPEG that is packed again, with all its colours: nobody sees what it loses
_KNOWN = 300  # bytes that it takes to know that a file is sound
SEVERAL = "holds several pictures, and the first is shown"
CMYK = "is in CMYK, and is turned into RGB"
PROFILE = "has a profile of colours that cannot be used, and is taken for sRGB"
REMARKS = {
    SEVERAL: "save the page that you want as a PNG",
    CMYK: "its colours may look otherwise: save it in RGB (sRGB) in a photo program, and see",
    PROFILE: "save it in sRGB in a photo program, with its profile",
}  # what is said of a picture that is painted all the same, with the cure


@dataclass(frozen=True, slots=True)
class Raster:
    """A picture of pixels. ``kind`` is png or jpeg; ``stored`` its size as ``data`` has it.

    ``upright`` takes these pixels to those of the picture as it is seen, which is ``size``. ``remarks`` are to be told.
    """

    data: bytes = field(repr=False)
    kind: str
    stored: Size
    size: Size
    upright: Matrix
    remarks: tuple[str, ...] = ()


_kept: KeptBytes[Raster] = KeptBytes(_KEPT)


def read_raster(data: bytes, name: str) -> Raster:
    """Read a picture. Raises SvgFault for one of another kind, broken, moving or huge."""
    key = sha256(data).digest()
    return _kept.get(key) or _kept.keep(key, made := _read(data, name), len(made.data) + _KNOWN)


def _read(data: bytes, name: str) -> Raster:
    kind = kind_of(data)
    if not kind:
        raise _not_read(data, name)
    if not reader_of(kind):
        message = f"{name[:60]} is {kind}, which the Pillow that is installed does not read"
        raise SvgFault(message, "save the picture as PNG, or install a newer Pillow")
    try:
        with _opened(data, kind) as image:
            size = image.size
            if size[0] * size[1] > MAX_PIXELS or max(size) > MAX_SIDE:
                raise _too_large(name, f"{size[0]} x {size[1]} pixels")
            return _settled(image, kind, data, name)
    except UnreadableError as error:
        raise SvgFault(f"{name[:60]} {error}", error.hint) from None
    except _too_many_pixels():
        raise _too_large(name, "too many pixels") from None
    except (
        OSError, SyntaxError, ValueError, EOFError, LookupError, TypeError, OverflowError, RuntimeError, struct.error,
        zlib.error,
    ):  # fmt: skip
        raise _not_read(b"", name) from None


def _too_many_pixels() -> tuple[type[Exception], ...]:
    from PIL import Image

    return Image.DecompressionBombError, Image.DecompressionBombWarning


@contextmanager
def _opened(data: bytes, kind: str) -> Iterator[Image.Image]:
    from PIL import Image  # only games with pictures pay for it

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of strange Exif; what is too large is asked about here
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        silent = hushed() if kind == "TIFF" else nullcontext()
        with silent, Image.open(BytesIO(data), formats=(kind,)) as image:
            yield image


def _settled(image: Image.Image, kind: str, data: bytes, name: str) -> Raster:
    """The one upright picture of an opened file."""
    parts = png_parts(data) if kind == "PNG" else None
    if kind != "TIFF" and image.format != "MPO" and getattr(image, "is_animated", False):
        raise SvgFault(f"{name[:60]} is a moving picture, and paper does not move", "save one of its pictures as PNG")
    remarks = [SEVERAL] if kind == "TIFF" and _has_another(image) else []
    whole = bool(parts and not parts.interlaced and is_whole(parts))
    if not (parts and whole and parts.kind != PALETTE and parts.depth == 8):  # of which that is seen sooner
        image.load()  # a broken file is found here, not when the document is written
    ready, remark = _ready(image, kind, data, parts if whole else None)
    remarks += [remark] if remark else []
    turned = not parts or b"eXIf" in parts.names
    turn = int(image.getexif().get(_ORIENTATION, 1)) if turned else 1
    stored = Size(*image.size)
    upright = _upright(turn, stored)
    seen = stored.turned if upright.a == 0 else stored
    return Raster(ready, "png" if ready[:1] == b"\x89" else "jpeg", stored, seen, upright, tuple(remarks))


def _has_another(image: Image.Image) -> bool:
    """Whether a second page follows; further ones are not looked for."""
    try:
        image.seek(1)
    except EOFError:
        return False
    image.seek(0)
    return True


def _ready(image: Image.Image, kind: str, data: bytes, parts: PngParts | None) -> tuple[bytes, str]:
    """The file to go on, a JPEG or PNG, and what is to be told of it. ``parts`` are those of a PNG with whole rows."""
    deep = kind == "PNG" and data[_DEPTH] == 16
    made = colors_of(image, deep)
    remark = CMYK if made.cmyk else PROFILE if made.unusable else ""
    if not made.changed:
        if kind == "JPEG":
            return bare_jpeg(data), remark
        if parts and not deep and not _beyond(image, parts):
            return bare_png(data), remark
    picture = as_written(made.picture)
    if (kind == "JPEG" or _lossy(kind, data)) and picture.mode != "RGBA":
        stream = BytesIO()
        picture.save(stream, "JPEG", quality=_QUALITY, subsampling=0)
        return bare_jpeg(stream.getvalue()), remark
    return written_png(picture), remark


def _beyond(image: Image.Image, parts: PngParts) -> bool:
    """Whether a pixel asks for a colour that the palette lacks: readers of PDF would each show another."""
    if parts.kind != PALETTE:
        return False
    most = image.getextrema()[1]
    return not isinstance(most, int | float) or most >= len(parts.palette) // 3


def _lossy(kind: str, data: bytes) -> bool:
    return kind == "AVIF" or (kind == "WEBP" and b"VP8L" not in data)


def _not_read(data: bytes, name: str) -> SvgFault:
    other = other_kind(data)
    if other:
        return SvgFault(f"{name[:60]} is {other}, which is not read", "save the picture as PNG or JPEG")
    message = f"{name[:60]} is neither PNG, JPEG, WebP, AVIF, TIFF nor SVG, or is broken"
    return SvgFault(message, "save the picture as PNG")


def _too_large(name: str, size: str) -> SvgFault:
    return SvgFault(
        f"{name[:60]} has {size}", f"at most {MAX_PIXELS // 1_000_000} million are taken, {MAX_SIDE:,} a side"
    )


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
