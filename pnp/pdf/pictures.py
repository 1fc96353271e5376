"""A picture goes in; a PDF's image comes out, with its soft mask: packed as the file has it, or split and packed once.

A JPEG and a plain PNG go in as they are. The colours and the mask of others are parted, and kept for further documents.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO
from typing import TYPE_CHECKING

from pnp.pdf.drawing import ImageData
from pnp.pdf.file import PdfFile
from pnp.pdf.kept_bytes import KeptBytes
from pnp.pdf.png_files import COLORS, PALETTE, SIGNATURE, PngParts, filtered, is_plain, png_parts

if TYPE_CHECKING:
    from PIL import Image

_LUMINANCE = (0.2125, 0.7154, 0.0721, 0)  # as in svg.colors.luminance
_KEPT = 96_000_000  # bytes of packed pixels: two dozen photographs, or a hundred paintings for cards


@dataclass(frozen=True, slots=True)
class PackedImage:
    """An image as a document holds it: what its dictionary says, its stream, and the mask over it."""

    entries: Mapping[str, object]
    packing: str
    content: bytes = field(repr=False)
    mask: PackedImage | None = None

    @property
    def size(self) -> int:
        """The bytes of its streams."""
        return len(self.content) + (self.mask.size if self.mask else 0)


_kept: KeptBytes[PackedImage] = KeptBytes(_KEPT)


def image_object(file: PdfFile, image: ImageData) -> str:
    """Write a picture, and answer its reference."""
    packed = packed_image(image)
    common: dict[str, object] = {"Type": "/XObject", "Subtype": "/Image", "Interpolate": image.smooth}
    entries = {**common, **packed.entries}
    if packed.mask:
        entries["SMask"] = file.put_stream(packed.mask.content, {**common, **packed.mask.entries}, packed.mask.packing)
    return file.put_stream(packed.content, entries, packed.packing)


def packed_image(image: ImageData) -> PackedImage:
    """The streams of a picture; those that took work are remembered. In grey, its luminance."""
    if not image.gray and (ready := _as_it_is(image.data)):
        return ready
    key = image.name.removesuffix("p")
    return _kept.get(key) or _kept.keep(key, made := _split(image), made.size)


def _as_it_is(data: bytes) -> PackedImage | None:
    """A JPEG, of which the reader left those in RGB and grey, and a plain PNG; None for what must be split."""
    if data[: len(SIGNATURE)] == SIGNATURE:
        parts = png_parts(data)
        return _plain(parts) if is_plain(parts) else None
    from PIL import Image  # only games with pictures pay for it

    with Image.open(BytesIO(data), formats=("JPEG",)) as opened:
        entries = _entries(opened.size, "/DeviceRGB" if opened.mode == "RGB" else "/DeviceGray")
    return PackedImage(entries, "/DCTDecode", data)


def _plain(parts: PngParts) -> PackedImage:
    space: object = "/DeviceRGB" if parts.kind == COLORS else "/DeviceGray"
    if parts.kind == PALETTE:
        space = ["/Indexed", "/DeviceRGB", len(parts.palette) // 3 - 1, f"<{parts.palette.hex()}>"]
    entries = _entries((parts.width, parts.height), space, parts.depth) | _rows(
        parts.width, parts.channels, parts.depth
    )
    return PackedImage(entries, "/FlateDecode", parts.rows)


def _split(image: ImageData) -> PackedImage:
    from PIL import Image

    with Image.open(BytesIO(image.data), formats=("PNG", "JPEG")) as opened:
        clear = "A" in opened.getbands() or "transparency" in opened.info
        picture = opened.convert("RGBA") if clear else opened.convert("RGB")
    seen = clear and picture.getchannel("A").getextrema() != (255, 255)
    mask = _packed(picture.getchannel("A")) if seen else None
    colors = picture.convert("RGB") if clear else picture
    return _packed(colors.convert("L", matrix=_LUMINANCE) if image.gray else colors, mask)


def _packed(picture: Image.Image, mask: PackedImage | None = None) -> PackedImage:
    space, channels = ("/DeviceGray", 1) if picture.mode == "L" else ("/DeviceRGB", 3)
    entries = _entries(picture.size, space) | _rows(picture.width, channels, 8)
    return PackedImage(entries, "/FlateDecode", filtered(picture), mask)


def _entries(size: tuple[int, int], space: object, depth: int = 8) -> dict[str, object]:
    return {"Width": size[0], "Height": size[1], "BitsPerComponent": depth, "ColorSpace": space}


def _rows(width: int, channels: int, depth: int) -> dict[str, object]:
    """How rows are filtered: each as PNG says it is (PDF 32000, table 8)."""
    return {"DecodeParms": {"Predictor": 15, "Colors": channels, "BitsPerComponent": depth, "Columns": width}}
